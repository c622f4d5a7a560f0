//! Hub's squares and ours.
//!
//! Hub counts squares in reading order with the side that starts, called White, at the bottom. That is our
//! own order where White starts; where Black does (English) the board is turned and the colours exchanged.
//! pydraughts 0.6 has the positions so, but counts the squares of *moves* as the notation of the variant
//! does, from another corner; see [`Count`].

use damka_hub::{Corner, Move, Numbering, Position};
use damka_pdn::GameType;
use damka_rules::{AnyPosition, Notation, Piece, Route, Setup, Side, Square, Variant};

/// How the squares of moves are counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Count {
    /// Like the position: what the protocol says
    Board,
    /// Like the game's own notation: what the boards of pydraughts 0.6 expect
    Notation,
}

impl Count {
    /// Both, as the parameter `numbering` has them.
    pub(crate) const WORDS: [&str; 2] = ["board", "notation"];

    pub(crate) fn word(self) -> &'static str {
        Count::WORDS[self as usize]
    }

    pub(crate) fn from_word(word: &str) -> Option<Count> {
        [Count::Board, Count::Notation].into_iter().find(|count| count.word() == word)
    }

    pub(crate) fn other(self) -> Count {
        match self {
            Count::Board => Count::Notation,
            Count::Notation => Count::Board,
        }
    }
}

/// The translation for one variant.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Squares {
    variant: Variant,
    turned: bool,
    numbering: Numbering,
}

impl Squares {
    pub(crate) fn of(variant: Variant) -> Squares {
        let grid = variant.grid();
        let squares = grid.squares() as u8;
        let corner =
            GameType::of_variant(variant.name()).and_then(|kind| Corner::from_digit(kind.details?.corner));
        let corner = corner.unwrap_or(match variant.laws().notation {
            Notation::Algebraic => Corner::BottomLeft,
            Notation::Numeric => Corner::TopLeft,
        });
        let numbering = Numbering::new(corner, squares, squares / grid.height as u8);
        Squares { variant, turned: variant.laws().starts == Side::Black, numbering }
    }

    /// The position Hub means.
    pub(crate) fn position(&self, hub: &Position) -> Result<AnyPosition, String> {
        let expected = self.variant.grid().squares();
        if hub.cells.len() != expected {
            return Err(format!("{} squares: the board of {} has {expected}", hub.cells.len(), self.variant));
        }
        let mut setup = Setup::empty(self.side(hub.side));
        for (number, piece) in (1..).zip(&hub.cells) {
            let Some(piece) = piece else { continue };
            let square = self.square(number).expect("there are as many cells as squares");
            setup.pieces.push((square, Piece { side: self.side(piece.side), ..*piece }));
        }
        AnyPosition::from_setup(self.variant, &setup).map_err(|error| error.to_string())
    }

    /// The position as Hub writes it.
    pub(crate) fn write_position(&self, pos: &AnyPosition) -> Position {
        let turned = |piece: Piece| Piece { side: self.side(piece.side), ..piece };
        let mut cells: Vec<_> =
            self.variant.grid().all().map(|square| pos.piece_at(square).map(turned)).collect();
        if self.turned {
            cells.reverse();
        }
        Position { side: self.side(pos.turn()), cells }
    }

    /// The legal move Hub means.
    pub(crate) fn route(&self, pos: &AnyPosition, hub: &Move, count: Count) -> Option<Route> {
        let on_board = match count {
            Count::Board => hub.clone(),
            Count::Notation => self.numbering.translate(hub)?,
        };
        let taken = on_board.captured.iter().map(|&sq| self.square(sq)).collect::<Option<Vec<_>>>()?;
        pos.find_move(self.square(on_board.from)?, self.square(on_board.to)?, &taken)
    }

    /// The move as Hub writes it.
    pub(crate) fn write(&self, route: &Route, count: Count) -> Move {
        let number = |square: Square| self.turn(square.number());
        let taken = route.taken().iter().map(|&square| number(square)).collect();
        let on_board = Move::new(number(route.from()), number(route.to()), taken);
        match count {
            Count::Board => on_board,
            Count::Notation => {
                self.numbering.translate(&on_board).expect("squares of a route are on the board")
            }
        }
    }

    fn side(&self, side: Side) -> Side {
        if self.turned { side.other() } else { side }
    }

    fn square(&self, hub: u8) -> Option<Square> {
        let squares = self.variant.grid().squares() as u8;
        (1..=squares).contains(&hub).then(|| Square::new(self.turn(hub)))
    }

    /// Turning the board is the same both ways.
    fn turn(&self, number: u8) -> u8 {
        if self.turned { self.variant.grid().squares() as u8 + 1 - number } else { number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts are what pydraughts 0.6.7 shows for the first move of each game.
    #[track_caller]
    fn check(variant: Variant, hub: &str, first: &str, board: &str, notation: &str) {
        let squares = Squares::of(variant);
        let start = AnyPosition::start(variant);
        assert_eq!(squares.write_position(&start).to_string(), hub);
        assert_eq!(squares.position(&hub.parse().unwrap()).unwrap(), start);
        let (_, route) = start.play_text(first).unwrap();
        for (count, text) in [(Count::Board, board), (Count::Notation, notation)] {
            let written = squares.write(&route, count);
            assert_eq!(written.to_string(), text, "{variant}");
            assert_eq!(squares.route(&start, &written, count), Some(route.clone()), "{variant}");
        }
    }

    const HUB_8: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    const HUB_10: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    const HUB_64: &str = "Weeeeeeeebbbbbbbbbbbbbbbbeeeeeeeeeeeeeeeewwwwwwwwwwwwwwwweeeeeeee";

    #[test]
    fn first_moves() {
        check(Variant::Russian, HUB_8, "a3-b4", "21-17", "9-13");
        check(Variant::Brazilian, HUB_8, "c3-d4", "22-18", "10-14");
        check(Variant::International, HUB_10, "32-28", "32-28", "32-28");
        check(Variant::English, HUB_8, "11-15", "22-18", "11-15");
        check(Variant::Italian, HUB_8, "21-17", "21-17", "21-17");
        check(Variant::Turkish, HUB_64, "a3-a4", "41-33", "17-25");
    }

    /// The list of variants and PDN's own table say the same, but for two private numbers that mean a game with
    /// another start.
    #[test]
    fn the_numbers_of_pdn_are_those_of_the_list() {
        let starts = [97, 99];
        for known in damka_pdn::KNOWN_GAMES.iter().filter(|known| !starts.contains(&known.code)) {
            let listed = Variant::of_pdn_number(known.code).map_or("", Variant::name);
            assert_eq!(listed, known.variant, "{}", known.code);
        }
        for &variant in Variant::EVERY {
            let known = variant.pdn_number().map(damka_pdn::KnownGame::of_code);
            assert!(known.is_none_or(|known| known.is_some()), "{variant} has a number PDN does not know");
        }
    }

    #[test]
    fn other_boards_are_refused() {
        let error = Squares::of(Variant::Russian).position(&HUB_10.parse().unwrap()).unwrap_err();
        assert_eq!(error, "50 squares: the board of russian has 32");
    }
}
