//! What a move was worth.

use damka_rules::Side;
use damka_wire::Score;

use crate::Chance;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    /// Not quite the best.
    Inaccuracy,
    /// Worse.
    Mistake,
    /// Much worse.
    Blunder,
}

impl Judgement {
    /// All of them, the smallest first, with the least loss of chance (on the scale of -1 to 1) that earns each.
    pub const ALL: [(Judgement, f64); 3] =
        [(Judgement::Inaccuracy, 0.075), (Judgement::Mistake, 0.15), (Judgement::Blunder, 0.3)];

    /// The judgement of a loss.
    ///
    /// ```
    /// use damka_review::Judgement;
    /// assert_eq!(Judgement::of(0.074), None);
    /// assert_eq!(Judgement::of(0.15), Some(Judgement::Mistake));
    /// ```
    pub fn of(loss: f64) -> Option<Judgement> {
        Judgement::ALL.into_iter().rev().find(|&(_, least)| loss >= least).map(|(judgement, _)| judgement)
    }

    /// Its sign in a list of moves.
    pub const fn sign(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    /// Its number among the annotation glyphs of PDN.
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }
}

/// A move of a game and what the engine thinks of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// Which move, from 0.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub text: String,
    /// The best move there, by its line; the first move of which may be the one played.
    pub best: Vec<String>,
    /// What the opponent does about the move played, by its line.
    pub answer: Vec<String>,
    /// What the best move was worth, for the side that moved.
    pub before: Score,
    /// What the move played is worth, for the side that moved.
    pub after: Score,
    /// Chance given away, 0 to 2.
    pub loss: f64,
    /// How bad that is.
    pub judgement: Option<Judgement>,
    /// A proven win was let go.
    pub missed_win: bool,
    /// The one good move, and it was found.
    pub only_move: bool,
    /// The one good move, it gives something away first, and a glance would not have found it.
    pub brilliant: bool,
    /// How accurate it was, 0 to 100.
    pub accuracy: f64,
}

impl Judged {
    /// `??`, `?`, `?!`, `!!` for a brilliant move, `!` for the only one, or nothing.
    pub fn sign(&self) -> &'static str {
        match self.judgement {
            Some(judgement) => judgement.sign(),
            None if self.brilliant => "!!",
            None if self.only_move => "!",
            None => "",
        }
    }

    /// The same as annotation glyph of PDN.
    pub fn nag(&self) -> Option<u8> {
        let good = if self.brilliant { Some(3) } else { self.only_move.then_some(1) };
        self.judgement.map(Judgement::nag).or(good)
    }
}

/// How accurate a move was that brought the chance from `best` to `played`: 100 for nothing lost.
pub(crate) fn accuracy(best: Chance, played: Chance) -> f64 {
    let drop = (best.share() - played.share()) * 100.0;
    if drop <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * drop).exp() - 3.1669).clamp(0.0, 100.0)
}
