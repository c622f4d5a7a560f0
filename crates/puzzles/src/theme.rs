//! What a puzzle is about: pure functions over its proved line. A motif without an exact test is not here.

use std::fmt;

use damka_rules::{AnyPosition, Game, Promotion, Removal, Role, Route, Side, Square};

/// A motif; its key is kebab-case English.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// The solver gives pieces and takes more.
    Shot,
    /// After a quiet move of the solver the opponent can only capture.
    Offer,
    /// The opponent could have captured already; the solver used the time, and now it is forced to.
    FreeTempo,
    /// One piece of the opponent captures twice running and ends nearer to its own side than after the first.
    Recall,
    /// An offer draws a piece onto a square where the solver's last capture takes it.
    Decoy,
    /// An offer draws a piece off a square that the solver's last capture passes or ends on.
    Clearance,
    /// Ends with a man of the solver crowned, and no more taken than given.
    Breakthrough,
    /// The opponent's forced capture crowns, and the new king is taken within two moves.
    SentToKing,
    /// The opponent is left with pieces and without a move.
    Blockade,
    /// A man captures over its last row and goes on as a king.
    CrownedInPassing,
    /// A capture passes a square that another victim of the same capture has just left.
    LineOpened,
    /// One capture with four right angles the same way.
    Tourniquet,
    /// One capture takes four or more.
    BigCapture,
    /// A king is taken.
    KingCaught,
    /// Seven pieces or fewer.
    Endgame,
}

impl Theme {
    /// Every theme, in the order of their letters.
    pub const ALL: [Theme; 15] = [
        Theme::Shot,
        Theme::Offer,
        Theme::FreeTempo,
        Theme::Recall,
        Theme::Decoy,
        Theme::Clearance,
        Theme::Breakthrough,
        Theme::SentToKing,
        Theme::Blockade,
        Theme::CrownedInPassing,
        Theme::LineOpened,
        Theme::Tourniquet,
        Theme::BigCapture,
        Theme::KingCaught,
        Theme::Endgame,
    ];

    /// Its name in lists, links and catalogues.
    pub const fn key(self) -> &'static str {
        match self {
            Theme::Shot => "shot",
            Theme::Offer => "offer",
            Theme::FreeTempo => "free-tempo",
            Theme::Recall => "recall",
            Theme::Decoy => "decoy",
            Theme::Clearance => "clearance",
            Theme::Breakthrough => "breakthrough",
            Theme::SentToKing => "sent-to-king",
            Theme::Blockade => "blockade",
            Theme::CrownedInPassing => "crowned-in-passing",
            Theme::LineOpened => "line-opened",
            Theme::Tourniquet => "tourniquet",
            Theme::BigCapture => "big-capture",
            Theme::KingCaught => "king-caught",
            Theme::Endgame => "endgame",
        }
    }

    /// The theme with this key.
    pub fn of_key(key: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.key() == key)
    }

    /// Its letter in files.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    fn holds(self, line: &Line<'_>) -> bool {
        match self {
            Theme::Shot => line.tally().is_shot(),
            Theme::Offer => line.solver().any(|ply| line.is_offer(ply)),
            Theme::FreeTempo => line.solver().any(|ply| line.is_free_tempo(ply)),
            Theme::Recall => line.answers().any(|ply| line.is_recall(ply)),
            Theme::Decoy => line.is_decoy(),
            Theme::Clearance => line.is_clearance(),
            Theme::Breakthrough => line.is_breakthrough(),
            Theme::SentToKing => line.answers().any(|ply| line.is_sent_to_king(ply)),
            Theme::Blockade => line.is_blockade(),
            Theme::CrownedInPassing => line.solver().any(|ply| line.is_crowned_in_passing(ply)),
            Theme::LineOpened => line.solver().any(|ply| line.is_line_opened(ply)),
            Theme::Tourniquet => line.solver().any(|ply| line.is_tourniquet(ply)),
            Theme::BigCapture => line.solver().any(|ply| line.route(ply).taken().len() >= 4),
            Theme::KingCaught => line.solver().any(|ply| line.takes_king(ply)),
            Theme::Endgame => line.before(0).to_setup().pieces.len() <= 7,
        }
    }
}

/// Some themes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Themes(u32);

impl Themes {
    /// The themes of a line: a game from the puzzle's position to its end.
    pub fn of(game: &Game) -> Themes {
        let line = Line { game };
        Theme::ALL.into_iter().filter(|theme| theme.holds(&line)).collect()
    }

    /// Reads letters; the first that is none is given back.
    pub fn read(text: &str) -> Result<Themes, char> {
        let theme = |letter: char| Theme::ALL.into_iter().find(|t| t.letter() == letter).ok_or(letter);
        text.chars().filter(|&c| c != '-').map(theme).collect()
    }

    /// Is it one of them?
    pub const fn has(self, theme: Theme) -> bool {
        self.0 & 1 << theme as u32 != 0
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, other: Themes) -> Themes {
        Themes(self.0 | other.0)
    }

    /// One by one.
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.into_iter().filter(move |&theme| self.has(theme))
    }
}

impl FromIterator<Theme> for Themes {
    fn from_iter<I: IntoIterator<Item = Theme>>(themes: I) -> Themes {
        Themes(themes.into_iter().fold(0, |all, theme| all | 1 << theme as u32))
    }
}

impl fmt::Display for Themes {
    /// Their letters, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Themes::default() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|theme| write!(f, "{}", theme.letter()))
    }
}

/// What both sides take in a line.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Pieces the solver takes.
    pub taken: usize,
    /// Pieces the opponent takes.
    pub given: usize,
}

impl Tally {
    /// What is taken in a game from the puzzle's position on.
    pub fn of(game: &Game) -> Tally {
        Line { game }.tally()
    }

    /// More is taken than given, and something is given.
    pub const fn is_shot(self) -> bool {
        self.given > 0 && self.taken > self.given
    }
}

/// A line with its positions; even plies are the solver's.
struct Line<'a> {
    game: &'a Game,
}

impl Line<'_> {
    fn solver(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.game.ply()).step_by(2)
    }
    fn answers(&self) -> impl Iterator<Item = usize> + use<> {
        (1..self.game.ply()).step_by(2)
    }
    fn route(&self, ply: usize) -> &Route {
        &self.game.moves()[ply].route
    }
    fn before(&self, ply: usize) -> &AnyPosition {
        &self.game.positions()[ply]
    }
    fn after(&self, ply: usize) -> &AnyPosition {
        &self.game.positions()[ply + 1]
    }
    fn last(&self) -> usize {
        self.game.ply() - 1
    }
    fn side(&self) -> Side {
        self.before(0).turn()
    }

    fn tally(&self) -> Tally {
        let taken =
            |plies: &mut dyn Iterator<Item = usize>| plies.map(|ply| self.route(ply).taken().len()).sum();
        Tally { taken: taken(&mut self.solver()), given: taken(&mut self.answers()) }
    }

    /// A quiet move after which the opponent can only capture.
    fn is_offer(&self, ply: usize) -> bool {
        let answers = self.after(ply).moves();
        !self.route(ply).is_capture() && !answers.is_empty() && answers.iter().all(Route::is_capture)
    }

    /// Had the solver passed, the answer would have been the same capture.
    fn is_free_tempo(&self, ply: usize) -> bool {
        if self.route(ply).is_capture() || ply == self.last() || !self.route(ply + 1).is_capture() {
            return false;
        }
        let mut setup = self.before(ply).to_setup();
        setup.turn = setup.turn.other();
        let answer = self.route(ply + 1);
        AnyPosition::from_setup(self.game.variant(), &setup)
            .is_ok_and(|passed| passed.moves().iter().any(|route| route.same_move(answer)))
    }

    fn is_recall(&self, ply: usize) -> bool {
        if ply + 2 > self.last() {
            return false;
        }
        let (first, second) = (self.route(ply), self.route(ply + 2));
        let grid = self.game.variant().grid();
        let away = |square: Square| {
            let row = grid.place(square).0;
            // Rows from the opponent's own side: Black sits at the top.
            if self.side() == Side::White { row } else { grid.height - 1 - row }
        };
        first.is_capture()
            && second.is_capture()
            && second.from() == first.to()
            && away(second.to()) < away(first.to())
    }

    /// The answers that offers force, before the last move, if that is a capture.
    fn forced(&self) -> impl Iterator<Item = usize> {
        let captures = self.route(self.last()).is_capture();
        self.answers().filter(move |&ply| captures && self.is_offer(ply - 1))
    }

    fn is_decoy(&self) -> bool {
        let last = self.route(self.last());
        self.forced().any(|ply| {
            let to = self.route(ply).to();
            last.taken().contains(&to) && self.stays(to, ply)
        })
    }

    /// Nothing moves from the square between this ply and the last.
    fn stays(&self, square: Square, ply: usize) -> bool {
        (ply + 1..self.last()).all(|later| self.route(later).from() != square)
    }

    fn is_clearance(&self) -> bool {
        let path = self.route(self.last()).visited(self.game.variant().grid());
        self.forced().any(|ply| path[1..].contains(&self.route(ply).from()))
    }

    fn is_breakthrough(&self) -> bool {
        let Tally { taken, given } = self.tally();
        self.route(self.last()).promotes() && taken <= given
    }

    fn is_sent_to_king(&self, ply: usize) -> bool {
        let answer = self.route(ply);
        if !answer.is_capture() || !answer.promotes() || self.before(ply).moves().len() != 1 {
            return false;
        }
        let mut at = answer.to();
        for later in ply + 1..=(ply + 3).min(self.last()) {
            let route = self.route(later);
            if later % 2 == 0 && route.taken().contains(&at) {
                return true;
            }
            if later % 2 == 1 && route.from() == at {
                at = route.to();
            }
        }
        false
    }

    fn is_blockade(&self) -> bool {
        let end = self.after(self.last());
        let other = self.side().other();
        end.moves().is_empty() && end.to_setup().pieces.iter().any(|(_, piece)| piece.side == other)
    }

    fn is_crowned_in_passing(&self, ply: usize) -> bool {
        let route = self.route(ply);
        let grid = self.game.variant().grid();
        let last_row = if self.side() == Side::White { 0 } else { grid.height - 1 };
        let stops = route.stops();
        self.game.variant().laws().promotion == Promotion::InPassing
            && route.is_capture()
            && route.promotes()
            && stops[1..stops.len() - 1].iter().any(|&square| grid.place(square).0 == last_row)
    }

    fn is_line_opened(&self, ply: usize) -> bool {
        let route = self.route(ply);
        let grid = self.game.variant().grid();
        let removed = self.game.variant().laws().removal == Removal::AtOnce;
        let legs = |n: usize| Route::new(route.stops()[n..n + 2].to_vec(), vec![route.taken()[n]], false);
        removed
            && (1..route.taken().len()).any(|n| {
                let path = legs(n).map(|leg| leg.visited(grid)).unwrap_or_default();
                path.iter().any(|square| route.taken()[..n].contains(square))
            })
    }

    /// Four turns by a right angle, all to the same hand.
    fn is_tourniquet(&self, ply: usize) -> bool {
        let grid = self.game.variant().grid();
        let place = |square: Square| {
            let (row, column) = grid.place(square);
            (row as i32, column as i32)
        };
        let step = |leg: &[Square]| {
            let ((r0, c0), (r1, c1)) = (place(leg[0]), place(leg[1]));
            ((r1 - r0).signum(), (c1 - c0).signum())
        };
        let route = self.route(ply);
        if !route.is_capture() {
            return false;
        }
        let steps: Vec<(i32, i32)> = route.stops().windows(2).map(step).collect();
        let turns: Vec<i32> = steps
            .windows(2)
            .filter(|pair| pair[0] != pair[1])
            .map(|pair| match pair[0].0 * pair[1].0 + pair[0].1 * pair[1].1 {
                0 => (pair[0].0 * pair[1].1 - pair[0].1 * pair[1].0).signum(),
                _ => 0,
            })
            .collect();
        turns.windows(4).any(|four| four[0] != 0 && four.iter().all(|&turn| turn == four[0]))
    }

    fn takes_king(&self, ply: usize) -> bool {
        let king = |&square: &Square| self.before(ply).piece_at(square).is_some_and(|p| p.role == Role::King);
        self.route(ply).taken().iter().any(king)
    }
}

#[cfg(test)]
#[path = "theme_tests.rs"]
mod tests;
