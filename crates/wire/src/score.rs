//! What a position is worth, said without codes.

use std::fmt;
use std::ops::Neg;

use serde::{Deserialize, Serialize};

/// A score for one side, as search and tables give it. Written `{"men":35}`, `{"win":7}`, `"table-win"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// An estimate in hundredths of a man, at most [`Score::MOST_MEN`] either way.
    Men(i32),
    /// Won in so many plies, at most [`Score::MOST_PLIES`].
    Win(u32),
    /// Lost in so many plies, at most [`Score::MOST_PLIES`].
    Loss(u32),
    /// Won by the endgame tables, which do not say how soon.
    TableWin,
    /// Drawn by the endgame tables.
    TableDraw,
    /// Lost by the endgame tables.
    TableLoss,
}

impl Score {
    /// No estimate is larger.
    pub const MOST_MEN: i32 = 20_000;
    /// No win is longer.
    pub const MOST_PLIES: u32 = 2_000;

    /// One number in hundredths of a man, for comparing and drawing: table wins are beyond every estimate, wins
    /// that can be counted beyond those, the sooner the better.
    ///
    /// ```
    /// use damka_wire::Score;
    /// assert!(Score::Win(3).value() > Score::Win(5).value());
    /// assert!(Score::Win(5).value() > Score::TableWin.value());
    /// assert!(Score::TableWin.value() > Score::Men(Score::MOST_MEN).value());
    /// assert_eq!((-Score::Win(3)).value(), -Score::Win(3).value());
    /// ```
    pub fn value(self) -> i32 {
        let win = |plies: u32| 30_000 - plies.min(Self::MOST_PLIES) as i32;
        match self {
            Score::Men(men) => men.clamp(-Self::MOST_MEN, Self::MOST_MEN),
            Score::Win(plies) => win(plies),
            Score::Loss(plies) => -win(plies),
            Score::TableWin => 25_000,
            Score::TableDraw => 0,
            Score::TableLoss => -25_000,
        }
    }

    /// Who wins, if that is certain: `Some(1)` this side, `Some(-1)` the other one, `Some(0)` nobody.
    pub fn proven(self) -> Option<i32> {
        match self {
            Score::Men(_) => None,
            decided => Some(decided.value().signum()),
        }
    }
}

impl Default for Score {
    /// Level.
    fn default() -> Self {
        Score::Men(0)
    }
}

impl Neg for Score {
    type Output = Score;
    /// The same for the other side.
    fn neg(self) -> Score {
        match self {
            Score::Men(men) => Score::Men(men.saturating_neg()),
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::TableWin => Score::TableLoss,
            Score::TableDraw => Score::TableDraw,
            Score::TableLoss => Score::TableWin,
        }
    }
}

impl fmt::Display for Score {
    /// `+0.35`, `win in 7`, `loss in 12`, `won`, `drawn`, `lost`; for logs and the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Men(men) => f.pad(&format!("{:+.2}", f64::from(*men) / 100.0)),
            Score::Win(plies) => f.pad(&format!("win in {plies}")),
            Score::Loss(plies) => f.pad(&format!("loss in {plies}")),
            Score::TableWin => f.pad("won"),
            Score::TableDraw => f.pad("drawn"),
            Score::TableLoss => f.pad("lost"),
        }
    }
}

#[cfg(feature = "engine")]
impl From<damka_engine::Score> for Score {
    fn from(score: damka_engine::Score) -> Score {
        use damka_engine::Meaning;
        match score.meaning() {
            Meaning::Centimen(men) => Score::Men(men),
            Meaning::Win(plies) => Score::Win(plies),
            Meaning::Loss(plies) => Score::Loss(plies),
            Meaning::TableWin => Score::TableWin,
            Meaning::TableLoss => Score::TableLoss,
        }
    }
}

#[cfg(all(test, feature = "engine"))]
mod tests {
    use damka_engine::Score as Engine;

    use super::*;

    /// What is documented here is what the engine does.
    #[test]
    fn the_limits_are_the_engines() {
        let check = |engine: Engine, expected: Score| assert_eq!(Score::from(engine), expected);
        check(Engine::centimen(i32::MAX), Score::Men(Score::MOST_MEN));
        check(Engine::centimen(i32::MIN), Score::Men(-Score::MOST_MEN));
        check(Engine::win_in(Score::MOST_PLIES), Score::Win(Score::MOST_PLIES));
        check(Engine::loss_in(Score::MOST_PLIES), Score::Loss(Score::MOST_PLIES));
        assert!(!matches!(Score::from(Engine::win_in(Score::MOST_PLIES + 1)), Score::Win(_)));
    }

    #[test]
    fn signs_agree() {
        for engine in [Engine::DRAW, Engine::centimen(40), Engine::win_in(3), Engine::loss_in(8)] {
            assert_eq!(Score::from(-engine), -Score::from(engine));
            assert_eq!(Score::from(engine).to_string(), engine.to_string());
            assert_eq!(Score::from(engine).value().signum(), engine.value().signum());
        }
    }
}
