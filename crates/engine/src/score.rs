//! Scores: hundredths of a man, wins in plies, wins known from tables.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score from the view of the side to move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub(crate) i32);

/// What a score says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// An estimate in hundredths of a man.
    Centimen(i32),
    /// A win in so many plies.
    Win(u32),
    /// A loss in so many plies.
    Loss(u32),
    /// A win known from tables, its length unknown.
    TableWin,
    /// A loss known from tables, its length unknown.
    TableLoss,
}

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    pub(crate) const INFINITE: Score = Score(32_000);
    const WIN: i32 = 30_000;
    /// Wins are counted down to here, tables from `TABLE` to `TABLE_LEAST`, estimates stay below.
    const WIN_LEAST: i32 = 28_000;
    const TABLE: i32 = 27_900;
    const TABLE_LEAST: i32 = 22_000;
    /// No estimate is larger.
    pub(crate) const MOST: i32 = 20_000;

    /// An estimate in hundredths of a man.
    pub fn centimen(value: i32) -> Score {
        Score(value.clamp(-Self::MOST, Self::MOST))
    }
    /// Won for the side to move in so many plies.
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::WIN - plies as i32)
    }
    /// Lost for the side to move in so many plies.
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::WIN)
    }
    /// Won by tables; the fewer plies and steps of progress are left, the better.
    pub(crate) const fn table_win(left: u32) -> Score {
        Score(Self::TABLE - left as i32)
    }

    /// What it says.
    pub fn meaning(self) -> Meaning {
        let plies = |size: i32| (Self::WIN - size) as u32;
        match self.0 {
            s if s >= Self::WIN_LEAST => Meaning::Win(plies(s)),
            s if s <= -Self::WIN_LEAST => Meaning::Loss(plies(-s)),
            s if s >= Self::TABLE_LEAST => Meaning::TableWin,
            s if s <= -Self::TABLE_LEAST => Meaning::TableLoss,
            s => Meaning::Centimen(s),
        }
    }

    /// Is it a proven win or loss, by search or by tables?
    #[inline(always)]
    pub fn is_proven(self) -> bool {
        self.0.abs() >= Self::TABLE_LEAST
    }

    /// One number for protocols that know nothing but hundredths of a man.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// As kept in the table: plies counted from the node, not from the root.
    #[inline(always)]
    pub(crate) fn to_table(self, ply: usize) -> i16 {
        let ply = if self.is_proven() { ply as i32 * self.0.signum() } else { 0 };
        (self.0 + ply) as i16
    }
    /// The opposite of [`Score::to_table`].
    #[inline(always)]
    pub(crate) fn from_table(kept: i16, ply: usize) -> Score {
        let score = Score(kept as i32);
        let ply = if score.is_proven() { ply as i32 * score.0.signum() } else { 0 };
        Score(score.0 - ply)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}
impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, by: i32) -> Score {
        Score(self.0 + by)
    }
}
impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, by: i32) -> Score {
        Score(self.0 - by)
    }
}

impl fmt::Display for Score {
    /// `+0.35`, `win in 7`, `loss in 12`, `won`, `lost`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.meaning() {
            Meaning::Centimen(c) => write!(f, "{:+.2}", c as f32 / 100.0),
            Meaning::Win(plies) => write!(f, "win in {plies}"),
            Meaning::Loss(plies) => write!(f, "loss in {plies}"),
            Meaning::TableWin => f.write_str("won"),
            Meaning::TableLoss => f.write_str("lost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks() {
        let check = |score: Score, text: &str| assert_eq!(score.to_string(), text);
        check(Score::centimen(35), "+0.35");
        check(Score::centimen(-120), "-1.20");
        check(Score::win_in(7), "win in 7");
        check(Score::loss_in(12), "loss in 12");
        check(Score::table_win(3), "won");
        check(-Score::table_win(3), "lost");
    }

    #[test]
    fn survives_the_table() {
        for score in
            [Score(17), Score::win_in(9), Score::loss_in(9), Score::table_win(9), -Score::table_win(9)]
        {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
    }
}
