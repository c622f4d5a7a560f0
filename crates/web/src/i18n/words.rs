//! What the rules say, in the words of a language: games, sides, endings, draws, refusals.

use damka_rules::{
    AnyPosition, Countdown, DrawLaw, Ending, FenError, Goal, HouseRule, MoveError, Piece, PositionError,
    Refusal, Role, Route, Side, Square, Variant,
};

use super::{Lang, Messages, fill};
use crate::model::clock::Control;
use crate::model::link::BadLink;
pub use crate::model::palette::Paint;
use crate::model::seats::{Level, Seat};

/// A language with the colours of a game: everything needed to put the rules into words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The language.
    pub lang: Lang,
    /// The colours.
    pub paint: Paint,
    /// Is it the Armenian game, whose king has a name of its own?
    pub tama: bool,
}

impl Words {
    /// The words of a language without a game.
    pub fn plain(lang: Lang) -> Words {
        Words { lang, paint: Paint::Plain, tama: false }
    }

    /// The catalogue.
    pub fn m(self) -> &'static Messages {
        if self.tama { self.lang.messages_of_tama() } else { self.lang.messages() }
    }

    /// The name of a side, as subject and as owner.
    pub fn side(self, side: Side) -> (&'static str, &'static str) {
        let m = self.m();
        match (self.paint, side) {
            (Paint::Plain, Side::White) | (Paint::Swapped, Side::Black) => (m.white_nom, m.white_gen),
            (Paint::Plain, Side::Black) | (Paint::Swapped, Side::White) => (m.black_nom, m.black_gen),
            (Paint::Green, Side::White) => (m.green_nom, m.green_gen),
            (Paint::Green, Side::Black) => (m.red_nom, m.red_gen),
        }
    }

    /// A sentence about a side.
    pub fn about(self, message: &str, side: Side) -> String {
        let (nominative, genitive) = self.side(side);
        fill(message, &[nominative, genitive])
    }

    /// The name of a piece.
    pub fn piece(self, piece: Piece) -> &'static str {
        let m = self.m();
        let names = match (self.paint, piece.side) {
            (Paint::Plain, Side::White) | (Paint::Swapped, Side::Black) => (m.white_man, m.white_king),
            (Paint::Plain, Side::Black) | (Paint::Swapped, Side::White) => (m.black_man, m.black_king),
            (Paint::Green, Side::White) => (m.green_man, m.green_king),
            (Paint::Green, Side::Black) => (m.red_man, m.red_king),
        };
        if piece.role == Role::Man { names.0 } else { names.1 }
    }

    /// The name of a game.
    pub fn game(self, variant: Variant) -> &'static str {
        let m = self.m();
        match variant.name() {
            "russian" => m.russian,
            "shashki" => m.shashki,
            "checkers" => m.checkers,
            "english" => m.english,
            "armenian" => m.armenian,
            "turkish" => m.turkish,
            "brazilian" => m.brazilian,
            "pool" => m.pool,
            "international" => m.international,
            "frisian" => m.frisian,
            "italian" => m.italian,
            "spanish" => m.spanish,
            "portuguese" => m.portuguese,
            "czech" => m.czech,
            "thai" => m.thai,
            "canadian" => m.canadian,
            "killer" => m.killer,
            "antidraughts" => m.antidraughts,
            "breakthrough" => m.breakthrough,
            other => other,
        }
    }

    /// What is special about a game, in one line.
    pub fn about_game(self, variant: Variant) -> &'static str {
        let m = self.m();
        match variant.name() {
            "russian" => m.about_russian,
            "shashki" => m.about_shashki,
            "checkers" => m.about_checkers,
            "english" => m.about_english,
            "armenian" => m.about_armenian,
            "turkish" => m.about_turkish,
            "brazilian" => m.about_brazilian,
            "pool" => m.about_pool,
            "international" => m.about_international,
            "frisian" => m.about_frisian,
            "italian" => m.about_italian,
            "spanish" => m.about_spanish,
            "portuguese" => m.about_portuguese,
            "czech" => m.about_czech,
            "thai" => m.about_thai,
            "canadian" => m.about_canadian,
            "killer" => m.about_killer,
            "antidraughts" => m.about_antidraughts,
            "breakthrough" => m.about_breakthrough,
            _ => "",
        }
    }

    /// What somebody of a level is like.
    pub fn like(self, level: Level) -> &'static str {
        let m = self.m();
        let likes = [
            m.like_0, m.like_1, m.like_2, m.like_3, m.like_4, m.like_5, m.like_6, m.like_7, m.like_8,
            m.like_9, m.like_10, m.like_11, m.like_12,
        ];
        likes.get(usize::from(level.0)).copied().unwrap_or(m.like_12)
    }

    /// The name of a level.
    pub fn level(self, level: Level) -> &'static str {
        let m = self.m();
        let names = [
            m.level_0, m.level_1, m.level_2, m.level_3, m.level_4, m.level_5, m.level_6, m.level_7,
            m.level_8, m.level_9, m.level_10, m.level_11, m.level_12,
        ];
        names.get(usize::from(level.0)).copied().unwrap_or(m.level_12)
    }

    /// Who sits there.
    pub fn seat(self, seat: Seat) -> String {
        match seat {
            Seat::Person | Seat::Remote => self.m().person.to_owned(),
            Seat::Computer(level) => format!("{} · {}", self.m().computer, self.level(level)),
            Seat::Random => self.m().random_opponent.to_owned(),
        }
    }

    /// A house rule in words.
    pub fn house_rule(self, rule: HouseRule) -> &'static str {
        match rule {
            HouseRule::OptionalCapture => self.m().optional_capture,
            HouseRule::RemovedAtOnce => self.m().removed_at_once,
            HouseRule::GoesOnAsKing => self.m().goes_on_as_king,
        }
    }

    /// A way of counting time in words.
    pub fn control(self, control: Control) -> String {
        let minutes = |seconds: u32| (seconds / 60).to_string();
        match control {
            Control::None => self.m().no_clock.to_owned(),
            Control::Fischer { base, plus } => fill(self.m().fischer, &[&minutes(base), &plus.to_string()]),
            Control::Delay { base, free } => fill(self.m().delay, &[&minutes(base), &free.to_string()]),
            Control::Days(days) => fill(self.m().days_a_move, &[&days.to_string()]),
        }
    }

    /// A draw law in words.
    pub fn draw_law(self, law: DrawLaw) -> &'static str {
        let m = self.m();
        match law {
            DrawLaw::Threefold => m.d_threefold,
            DrawLaw::KingsOnly { .. } => m.d_kings_only,
            DrawLaw::ThreeKingsAgainstKing { .. } => m.d_three_kings,
            DrawLaw::ThreeAgainstKing { .. } => m.d_three_against,
            DrawLaw::MainRoad { .. } => m.d_main_road,
            DrawLaw::TwoAgainstKing { .. } => m.d_two_against,
            DrawLaw::TwoKingsAgainstKing { .. } => m.d_two_kings,
            DrawLaw::KingAgainstKing { .. } => m.d_king_king,
            DrawLaw::Balance { .. } => m.d_balance,
            DrawLaw::OnePieceEach | DrawLaw::OnePieceEachClaim => m.d_one_each,
        }
    }

    /// A move as it is read aloud: a capture in words.
    pub fn spoken_move(self, mover: Side, route: &Route, pos: &AnyPosition) -> String {
        let m = self.m();
        let name = |square: Square| pos.square_name(square);
        let mut speech = match route.is_capture() {
            false => fill(m.announce_move, &[self.side(mover).0, &pos.write(route)]),
            true => {
                let taken: Vec<String> = route.taken().iter().map(|&square| name(square)).collect();
                let [from, to] = [route.from(), route.to()].map(name);
                fill(m.announce_takes, &[self.side(mover).0, &from, &taken.join(", "), &to])
            }
        };
        if route.promotes() {
            speech = format!("{speech} {}", m.announce_promotes);
        }
        speech
    }

    /// "Draw in 9 moves: kings only, no capture."
    pub fn countdown(self, countdown: Countdown) -> String {
        let moves = usize::from(countdown.plies).div_ceil(2);
        self.lang.plural(self.m().draw_in, moves, &[self.draw_law(countdown.law)])
    }

    /// Why a game ended.
    pub fn ending(self, ending: Ending, goal: Goal) -> String {
        let m = self.m();
        match ending {
            Ending::NoPieces(side) | Ending::Blocked(side) => {
                let message = if matches!(ending, Ending::NoPieces(_)) { m.e_no_pieces } else { m.e_blocked };
                let mut text = self.about(message, side);
                if goal == Goal::BeLeftWithoutMove {
                    text.push(' ');
                    text.push_str(m.won_by_losing);
                }
                text
            }
            Ending::FirstKing(side) => self.about(m.e_first_king, side),
            Ending::Resigned(side) => self.about(m.e_resigned, side),
            Ending::Time(side) => self.about(m.e_time, side),
            Ending::Forfeit(side) => self.about(m.e_forfeit, side),
            Ending::Law(law) => fill(m.e_law_draw, &[self.draw_law(law)]),
            Ending::Agreed => m.e_agreed.to_owned(),
        }
    }

    /// Why a wish was refused.
    pub fn refusal(self, refusal: &Refusal, pos: &AnyPosition) -> String {
        let m = self.m();
        let name = |square: &Square| pos.square_name(*square);
        let list = |squares: &[Square]| squares.iter().map(name).collect::<Vec<_>>().join(", ");
        let text = |route: &Route| route.text(pos.script());
        match refusal {
            Refusal::GameOver => m.r_game_over.into(),
            Refusal::NotYourTurn => m.r_not_your_turn.into(),
            Refusal::SquareNotUsed => m.r_square_not_used.into(),
            Refusal::EmptySquare { square } => fill(m.r_empty_square, &[&name(square)]),
            Refusal::NotYours { square } => fill(m.r_not_yours, &[&name(square)]),
            Refusal::TouchMove { touched } => fill(m.r_touch_move, &[&name(touched)]),
            Refusal::CannotMove { square } => fill(m.r_cannot_move, &[&name(square)]),
            Refusal::MustCapture { with, routes } => match (&with[..], routes.first()) {
                ([one], Some(route)) => fill(m.r_must_capture, &[&name(one), &list(route.taken())]),
                _ => fill(m.r_must_capture_with, &[&list(with)]),
            },
            Refusal::MustTakeMore { yours, best, route } => {
                fill(m.r_must_take_more, &[&yours.to_string(), &best.to_string(), &text(route)])
            }
            Refusal::MustTakeBetter { route } => fill(m.r_must_take_better, &[&text(route)]),
            Refusal::MustGoOn { at, route } => {
                let here = route.stops().iter().position(|stop| stop == at);
                let next = here.and_then(|i| route.stops().get(i + 1)).copied().unwrap_or(route.to());
                fill(m.r_must_go_on, &[&name(at), &name(&next)])
            }
            Refusal::MustLandWhereItGoesOn { squares, .. } => fill(m.r_must_land, &[&list(squares)]),
            Refusal::MenDontGoBack { may_capture_back: false } => m.r_men_back.into(),
            Refusal::MenDontGoBack { may_capture_back: true } => m.r_men_back_but_capture.into(),
            Refusal::PathBlocked { by } => fill(m.r_path_blocked, &[&name(by)]),
            Refusal::TwoInARow { first, second } => fill(m.r_two_in_a_row, &[&name(first), &name(second)]),
            Refusal::AlreadyTaken { square } => fill(m.r_already_taken, &[&name(square)]),
            Refusal::OwnPiece { square } => fill(m.r_own_piece, &[&name(square)]),
            Refusal::TooFar => m.r_too_far.into(),
            Refusal::NotALine => m.r_not_a_line.into(),
            Refusal::MenDontTakeKings { square } => fill(m.r_men_take_kings, &[&name(square)]),
            Refusal::KingMustRest { square, limit } => {
                fill(m.r_king_must_rest, &[&name(square), &limit.to_string()])
            }
            Refusal::NoSuchMove => m.r_no_such_move.into(),
        }
    }

    /// What is wrong with a position. English tells all there is to tell; elsewhere the place must do where the
    /// reason is about English words.
    pub fn fen_error(self, error: &FenError) -> String {
        let m = self.m();
        match error {
            FenError::Syntax { .. } if self.lang == Lang::En => error.to_string(),
            FenError::Syntax { column, .. } => fill(m.fen_at, &[&column.to_string()]),
            FenError::Position(PositionError::NoSuchSquare(..)) => m.fen_no_square.to_owned(),
            FenError::Position(PositionError::Twice(square)) => fill(m.fen_twice, &[square]),
            FenError::Position(PositionError::UncrownedMan { square, .. }) => {
                fill(m.fen_uncrowned, &[square])
            }
            FenError::Position(PositionError::Empty) => m.fen_empty.to_owned(),
        }
    }

    /// What is wrong with a link.
    pub fn bad_link(self, error: &BadLink) -> String {
        let m = self.m();
        match error {
            BadLink::Name(unknown) => fill(m.no_such_game, &[&unknown.name]),
            BadLink::Page(page) => fill(m.no_such_page, &[page]),
            BadLink::Fen(error) => self.fen_error(error),
            BadLink::Clock(text) => fill(m.no_such_clock, &[text]),
            BadLink::Rule(text) | BadLink::Move { text, .. } => text.clone(),
        }
    }

    /// Why a typed move was not played.
    pub fn move_error(self, error: &MoveError, pos: &AnyPosition) -> String {
        match error {
            MoveError::Text(error) => fill(self.m().r_unreadable, &[&error.text]),
            MoveError::Illegal { refusal, .. } => self.refusal(refusal, pos),
            MoveError::Ambiguous { choices, .. } => fill(self.m().r_ambiguous, &[&choices.join(", ")]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::{MoveText, Wish};

    fn check(lang: Lang, variant: Variant, fen: &str, wish: &str, expected: &str) {
        let pos = AnyPosition::from_fen(variant, fen).unwrap();
        let stops = MoveText::parse(wish, pos.grid()).unwrap().squares().unwrap();
        let refusal = pos.refuse(&Wish { stops }).expect("the wish is refused");
        let words = Words::plain(lang);
        assert_eq!(words.refusal(&refusal, &pos), expected);
    }

    #[test]
    fn refusals_speak_every_language() {
        let fen = "W:Wd4,a1:Be5,h8";
        check(Lang::Ru, Variant::Russian, fen, "a1-b2", "Нужно бить: шашка d4 может взять e5.");
        check(Lang::En, Variant::Russian, fen, "a1-b2", "You must capture: the piece on d4 can take e5.");
        check(Lang::Hy, Variant::Russian, fen, "a1-b2", "Պետք է խփել․ d4 քարը կարող է խփել e5-ը։");
        check(Lang::En, Variant::Russian, "W:Wd4:Bh8", "d4-c3", "Men move backward only to capture.");
    }

    #[test]
    fn captures_are_read_aloud_in_words() {
        let pos = AnyPosition::from_fen(Variant::Russian, "W:Wd4:Be5,g7").unwrap();
        let (_, route) = pos.play_text("d4xf6xh8").unwrap();
        let check = |lang, expected: &str| {
            assert_eq!(Words::plain(lang).spoken_move(Side::White, &route, &pos), expected);
        };
        check(Lang::En, "White: d4 takes e5, g7 and lands on h8. Crowned.");
        check(Lang::Ru, "Белые: d4 бьёт e5, g7 и встаёт на h8. Дамка.");
    }

    #[test]
    fn errors_speak_every_language() {
        let check = |fen: &str, lang: Lang, expected: &str| {
            let error = AnyPosition::from_fen(Variant::Russian, fen).expect_err(fen);
            assert_eq!(Words::plain(lang).fen_error(&error), expected);
        };
        check("W:Wz9", Lang::Ru, "Позицию не удаётся прочесть: символ 4.");
        check("W:Wa3,:Bh8", Lang::Hy, "Դիրքը չի կարդացվում․ նիշ 7։");
        check("W:Wb8:Bh8", Lang::Ru, "Простая на b8 уже стала бы дамкой.");
        check("W:W:B", Lang::En, "There are no pieces on the board.");
        let (_, trouble) = crate::model::link::parse("chess", "");
        let said = trouble.map(|error| Words::plain(Lang::Ru).bad_link(&error));
        assert_eq!(said.as_deref(), Some("Игры «chess» нет."));
    }

    #[test]
    fn every_game_has_a_name() {
        let mut missing = Vec::new();
        for lang in Lang::ALL {
            let words = Words::plain(lang);
            let nameless = |v: &Variant| words.game(*v) == v.name() || words.about_game(*v).is_empty();
            missing.extend(Variant::games().filter(nameless).map(|v| format!("{lang:?}: no name for {v}")));
        }
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}
