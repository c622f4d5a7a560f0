//! The host of a game in the terminal: carries what people want to the sitting, what it asks to the engine, and
//! what follows into words. It draws nothing.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use anyhow::Result;
use damka_engine::{Level, Limits, Options, Report};
use damka_rules::{Outcome, Side, Square};
use damka_sitting::entry::{Entry, Heard, Help};
use damka_sitting::{Act, Agreement, Effect, Found, Millis, Purpose, Question, Seat, Sitting, seats};

use super::save;
use super::wish::{HELP, Wish};
use crate::thinker::{Said, Thinker};
use crate::{board, record, wording};

/// A sitting with an engine beside it.
pub(super) struct Host {
    pub(super) sitting: Sitting,
    /// The move being entered on the board.
    pub(super) entry: Entry,
    pub(super) flipped: bool,
    /// What the engine last reported.
    pub(super) info: Option<Report>,
    thinker: Thinker,
    said: Receiver<Said>,
    /// The questions the engine works through, the present one first; those of yesterday are answered, too.
    asked: VecDeque<u32>,
    /// How long to think, where the person said so.
    limits: Option<Limits>,
    level: Level,
    seed: u64,
    began: Instant,
    /// The ply the engine made last, for itself or for a person who let it.
    last_by_engine: Option<usize>,
}

/// What comes of a wish.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// Something happened at the board.
    Happened(Vec<Effect>),
    /// Something to say.
    Say(String),
    /// Several lines to show.
    Show(String),
    /// The board is to be drawn again.
    Redraw,
    /// The person leaves.
    Quit,
}

/// How a game is set up.
pub(super) struct Plan {
    pub(super) agreement: Agreement,
    pub(super) fen: String,
    pub(super) level: Level,
    pub(super) limits: Option<Limits>,
    pub(super) seed: u64,
    pub(super) options: Options,
}

/// Squares are pressed one by one, so a piece is always lifted first.
const HELP_ENTERING: Help = Help { finish_chain: true, one_tap: false };

impl Host {
    pub(super) fn new(plan: Plan) -> Result<Host> {
        let Plan { agreement, fen, level, limits, seed, options } = plan;
        let flipped = agreement.seats.lone_person() == Some(Side::Black);
        let sitting = Sitting::new(agreement, Some(&fen), seed)?;
        let (tell, said) = mpsc::channel();
        let thinker = Thinker::new(options, move |word| {
            // Nobody listens any more once the game is left.
            let _ = tell.send(word);
        });
        let entry = sitting.entry(HELP_ENTERING);
        let (asked, began, info) = (VecDeque::new(), Instant::now(), None);
        let last_by_engine = None;
        Ok(Host {
            sitting,
            entry,
            flipped,
            info,
            thinker,
            said,
            asked,
            limits,
            level,
            seed,
            began,
            last_by_engine,
        })
    }

    /// Lets something happen at the board, and does what the house has to do about it.
    pub(super) fn act(&mut self, act: Act) -> Vec<Effect> {
        let effects = self.sitting.handle(act, self.now());
        for effect in &effects {
            match effect {
                Effect::Ask(question) => self.ask(question),
                Effect::StopThinking => self.thinker.stop(),
                Effect::Moved { .. } | Effect::TakenBack(_) | Effect::Ended(..) | Effect::Aborted => {
                    self.entry = self.sitting.entry(HELP_ENTERING);
                }
                _ => {}
            }
        }
        effects
    }

    /// What the engine has said meanwhile.
    pub(super) fn listen(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while let Ok(said) = self.said.try_recv() {
            effects.extend(self.hear(said));
        }
        effects
    }

    /// Waits for the answer to one question; nothing if there is none.
    pub(super) fn wait(&mut self) -> Vec<Effect> {
        let asked = self.asked.len();
        let mut effects = Vec::new();
        while asked > 0 && self.asked.len() >= asked {
            match self.said.recv() {
                Ok(said) => effects.extend(self.hear(said)),
                Err(_) => break,
            }
        }
        effects
    }

    /// Is the engine at work?
    pub(super) fn is_thinking(&self) -> bool {
        !self.asked.is_empty()
    }

    /// The engine answers with what it has found so far.
    pub(super) fn move_now(&self) {
        self.thinker.stop();
    }

    fn hear(&mut self, said: Said) -> Vec<Effect> {
        let report = match said {
            Said::Info(report) => {
                self.info = Some(report);
                return Vec::new();
            }
            Said::Done(report) => report,
        };
        let Some(id) = self.asked.pop_front() else { return Vec::new() };
        let current = self.sitting.question().is_some_and(|question| question.id == id);
        let best = report.best().filter(|_| current);
        let text = best.map(|route| self.sitting.game.position().write(route));
        let found = text.map(|text| Found { text, score: report.score.value() });
        self.info = current.then_some(report);
        let effects = self.act(Act::Answer(id, found));
        let ply = |effect: &Effect| match effect {
            Effect::Moved { ply, .. } => Some(*ply),
            _ => None,
        };
        self.last_by_engine = effects.iter().find_map(ply).or(self.last_by_engine);
        effects
    }

    fn ask(&mut self, question: &Question) {
        let limits =
            self.limits.clone().filter(|_| matches!(question.purpose, Purpose::Move | Purpose::Hint));
        let time = std::time::Duration::from_millis(question.millis);
        let limits = limits.unwrap_or_else(|| Limits::move_time(time));
        // Who lets the computer move for a person has the level in mind that was set.
        let level = question.level.map_or(self.level, engine_level);
        let game = &self.sitting.game;
        match question.purpose {
            Purpose::Move => self.thinker.play(game, limits, level, question.seed),
            Purpose::Hint | Purpose::Draw | Purpose::Offer => self.thinker.think(game, limits),
        }
        self.asked.push_back(question.id);
        self.info = None;
    }

    fn now(&self) -> Millis {
        self.began.elapsed().as_millis().try_into().unwrap_or(Millis::MAX)
    }

    /// The side whose wishes are meant: the only person's, or else of whoever is to move.
    fn me(&self) -> Side {
        self.sitting.agreement.seats.lone_person().unwrap_or(self.sitting.game.turn())
    }

    /// Does what was asked for.
    pub(super) fn wish(&mut self, wish: Wish) -> Answer {
        let me = self.me();
        let act = match wish {
            Wish::Move(text) => match self.chosen(&text) {
                Some(heard) => return self.heard(heard),
                None => Act::Write(me, text),
            },
            Wish::Hint => Act::AskHint(me),
            Wish::Go => Act::LetComputer,
            Wish::Undo => Act::TakeBack(me),
            Wish::Resign => Act::Resign(me),
            Wish::Draw => self.draw(me),
            Wish::Decline => Act::DeclineDraw(self.offered_to().unwrap_or(me)),
            Wish::Level(level) => return self.set_level(level),
            Wish::New => return self.start_again(),
            Wish::Flip => {
                self.flipped = !self.flipped;
                return Answer::Redraw;
            }
            Wish::Moves => return Answer::Say(self.sitting.game.position().move_texts().join(" ")),
            Wish::Fen => return Answer::Say(self.sitting.game.position().to_fen()),
            Wish::Pdn => return Answer::Show(self.pdn()),
            Wish::Save { path, replace } => return Answer::Say(save::save(&path, replace, &self.pdn())),
            Wish::Help => {
                return Answer::Show(
                    HELP.iter().map(|(word, what)| format!("{word:<13} {what}\n")).collect(),
                );
            }
            Wish::Quit => return Answer::Quit,
        };
        Answer::Happened(self.act(act))
    }

    /// Presses a square of the board.
    pub(super) fn press(&mut self, square: Square) -> Answer {
        let heard = self.entry.tap(square);
        self.heard(heard)
    }

    fn heard(&mut self, heard: Heard) -> Answer {
        let me = self.me();
        match heard {
            Heard::Lifted(square) => {
                let effects = self.act(Act::Touch(me, square));
                if effects.iter().any(|effect| matches!(effect, Effect::Refused(..))) {
                    self.entry.put_down();
                }
                Answer::Happened(effects)
            }
            Heard::PutDown | Heard::Hopped(_) => Answer::Redraw,
            Heard::Choose => Answer::Say(self.choices()),
            Heard::Played(route) => Answer::Happened(self.act(Act::Play(me, route))),
            Heard::Refused(wish) => Answer::Happened(self.act(Act::Try(me, wish))),
        }
    }

    /// A number while the board asks which of several moves is meant.
    fn chosen(&mut self, text: &str) -> Option<Heard> {
        let number: usize = text.parse().ok()?;
        self.entry.choose(number.checked_sub(1)?)
    }

    fn choices(&self) -> String {
        let pos = self.sitting.game.position();
        let text = |(index, route): (usize, &damka_rules::Route)| {
            format!("{}: {}", index + 1, route.text(pos.script()))
        };
        let ways: Vec<String> = self.entry.choices().iter().enumerate().map(text).collect();
        format!("which way? Type the number. {}", ways.join(", "))
    }

    /// Accepts an offer, claims a draw that is there to be claimed, or offers one.
    fn draw(&self, me: Side) -> Act {
        match self.offered_to() {
            Some(side) => Act::OfferDraw(side),
            None if self.sitting.claimable().is_some() => Act::ClaimDraw(me),
            None => Act::OfferDraw(me),
        }
    }

    /// The person to whom a draw was offered.
    fn offered_to(&self) -> Option<Side> {
        let side = self.sitting.game.draw_offer()?.other();
        self.sitting.agreement.seats.of(side).is_person().then_some(side)
    }

    fn set_level(&mut self, level: Option<Level>) -> Answer {
        let Some(level) = level else { return Answer::Show(levels(self.level)) };
        self.level = level;
        let seat = Seat::Computer(seats::Level(level.number()));
        for side in Side::BOTH {
            if !self.sitting.agreement.seats.of(side).is_human() {
                self.act(Act::Reseat(side, seat));
            }
        }
        Answer::Say(format!("level {}: {}", level.number(), level.name()))
    }

    /// The same players again, from the same position.
    fn start_again(&mut self) -> Answer {
        self.thinker.stop();
        self.seed = self.seed.wrapping_add(1);
        let start = self.sitting.game.start_fen();
        match Sitting::new(self.sitting.agreement.clone(), start.as_deref(), self.seed) {
            Ok(sitting) => self.sitting = sitting,
            Err(error) => return Answer::Say(error.to_string()),
        }
        // What the engine still has to say belongs to the last game.
        self.asked.iter_mut().for_each(|id| *id = u32::MAX);
        self.entry = self.sitting.entry(HELP_ENTERING);
        let mut effects = self.act(Act::Sit);
        effects.push(Effect::TakenBack(0));
        Answer::Happened(effects)
    }

    /// Who sits there.
    pub(super) fn player(&self, side: Side) -> String {
        match self.sitting.agreement.seats.of(side) {
            Seat::Computer(level) => format!("Damka, {}", engine_level(level).name()),
            _ => "you".into(),
        }
    }

    /// Whose turn it is, or how the game ended.
    pub(super) fn status(&self) -> String {
        let game = &self.sitting.game;
        match (game.ending(), game.outcome()) {
            (Some(ending), Some(Outcome::Win(side))) => format!("{} wins: {ending}", board::side_name(side)),
            (Some(ending), _) => format!("{ending}"),
            (None, _) => format!("{} to move ({})", board::side_name(game.turn()), self.player(game.turn())),
        }
    }

    /// The nearest draw, where a count is running.
    pub(super) fn countdown(&self) -> Option<String> {
        let countdown = self.sitting.game.countdown().filter(|_| !self.sitting.is_over())?;
        Some(countdown.to_string())
    }

    /// The opening that is played, if it has a name.
    pub(super) fn opening(&self) -> Option<String> {
        damka_openings::recognise(&self.sitting.game).map(wording::opening)
    }

    /// What there is to say of an effect.
    pub(super) fn tell(&self, effect: &Effect) -> Option<String> {
        let seat = |side: Side| self.sitting.agreement.seats.of(side);
        let name = |side: Side| match seat(side).is_person() {
            true => board::side_name(side),
            false => "Damka",
        };
        Some(match effect {
            Effect::Moved { ply, text, .. } if self.last_by_engine == Some(*ply) => format!("Damka: {text}"),
            Effect::Refused(_, denied) => denied.to_string(),
            Effect::Touched(square) => {
                format!("the piece on {} must move", self.sitting.game.position().square_name(*square))
            }
            Effect::DrawOffered(side) => {
                format!("{} offers a draw: type draw to accept, decline to decline", name(*side))
            }
            Effect::DrawDeclined(side) => format!("{} declines the draw", name(*side)),
            Effect::Hint(_, route) => {
                let score = self.info.as_ref().map_or_else(String::new, |info| format!(" ({})", info.score));
                format!("hint: {}{score}", self.sitting.game.position().write(route))
            }
            _ => return None,
        })
    }

    fn pdn(&self) -> String {
        let (white, black) = (self.player(Side::White), self.player(Side::Black));
        let tags = [("Event", "damka play"), ("White", white.as_str()), ("Black", black.as_str())];
        let game = record::to_pdn(&self.sitting.game, &tags);
        damka_pdn::to_pdn(&game).unwrap_or_else(|error| format!("{error}\n"))
    }
}

/// Does the board look different after it?
pub(super) fn shows(effect: &Effect) -> bool {
    matches!(effect, Effect::Moved { .. } | Effect::TakenBack(_) | Effect::Ended(..))
}

fn engine_level(level: seats::Level) -> Level {
    Level::new(level.0).unwrap_or(Level::FULL)
}

fn levels(now: Level) -> String {
    let line = |level: Level| {
        let mark = if level == now { "  <- now" } else { "" };
        format!("level {}  {}{mark}\n", level.number(), level.name())
    };
    Level::all().map(line).collect()
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;
    use damka_sitting::Seats;

    use super::*;

    fn host(variant: Variant, fen: &str) -> Host {
        let agreement = Agreement { challenge: false, ..Agreement::new(variant, Seats::both(Seat::Person)) };
        let options = Options { hash_mb: 1, threads: 1 };
        let (limits, seed) = (Some(Limits::nodes(100)), 1);
        Host::new(Plan { agreement, fen: fen.into(), level: Level::FULL, limits, seed, options }).unwrap()
    }

    /// What came of the last answer, in a word.
    fn said(host: &Host, answer: Answer) -> String {
        match answer {
            Answer::Happened(effects) => match &effects[..] {
                [Effect::Moved { text, .. }, ..] => text.clone(),
                effects => effects.iter().find_map(|effect| host.tell(effect)).unwrap_or_default(),
            },
            Answer::Say(text) | Answer::Show(text) => text,
            Answer::Redraw | Answer::Quit => String::new(),
        }
    }

    /// Presses squares and says what came of the last one.
    #[track_caller]
    fn check(fen: &str, presses: &str, expect: &str) {
        let mut host = host(Variant::Russian, fen);
        let mut last = String::new();
        for name in presses.split(' ') {
            let pos = *host.sitting.game.position();
            let square = pos.grid().all().find(|&square| pos.square_name(square) == name).unwrap();
            let answer = host.press(square);
            last = said(&host, answer);
        }
        assert!(last.starts_with(expect), "{fen} {presses}: {last}");
    }

    #[test]
    fn pressing() {
        check("start", "c3 d4", "c3-d4");
        check("start", "c3 c3", "");
        check("start", "c3 e3 f4", "e3-f4");
        for (square, reason) in [
            ("d4", "there is no piece on d4"),
            ("b6", "the piece on b6 is the opponent's"),
            ("c1", "the piece on c1 cannot move"),
        ] {
            check("start", square, reason);
        }
        check("W:Wc3,e3:Bd4,b6", "e3 f4", "you must capture with c3");
        // A whole capture by its end, or by any square that tells it from the others.
        check("W:Wh6:Bc5,g7", "h6 a3", "h6");
        check("W:Wh6:Bc5,g7", "h6 f8 b4", "h6");
    }

    /// Two people: an offer is one until the other agrees, and a takeback takes one move back.
    #[test]
    fn agreements() {
        let mut host = host(Variant::Russian, "start");
        let mut wish = |wish: Wish| {
            let answer = host.wish(wish);
            said(&host, answer)
        };
        assert_eq!(wish(Wish::Move("c3-d4".into())), "c3-d4");
        assert!(wish(Wish::Draw).starts_with("Black offers a draw"));
        assert_eq!(wish(Wish::Decline), "White declines the draw");
        assert!(wish(Wish::Draw).starts_with("Black offers a draw"));
        wish(Wish::Draw);
        assert_eq!(host.status(), "draw by agreement");
        host.wish(Wish::Undo);
        assert_eq!((host.sitting.game.ply(), host.status().as_str()), (0, "White to move (you)"));
    }
}
