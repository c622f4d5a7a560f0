//! How well somebody played a whole game.

use crate::{Judged, Judgement};

/// A player's game in a few numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// Moves made.
    pub moves: usize,
    /// How accurate they were, 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    /// Mean chance given away by a move, 0 to 2.
    pub loss: f64,
    /// How many were of each kind.
    pub inaccuracies: usize,
    /// Worse.
    pub mistakes: usize,
    /// Much worse.
    pub blunders: usize,
    /// Proven wins let go.
    pub missed_wins: usize,
    /// Only moves found.
    pub only_moves: usize,
    /// Brilliant moves.
    pub brilliancies: usize,
}

/// A tenth of the game, within these bounds, is how far around a move the chances are watched.
const WINDOW: (usize, usize) = (2, 8);
/// The least and the most a move can weigh, in per cent of chance.
const WEIGHT: (f64, f64) = (0.5, 12.0);

impl Summary {
    /// The summary of one side's moves; `chances` are White's at every position of the game, 0 to 1.
    pub(crate) fn of<'j>(judged: impl Iterator<Item = &'j Judged>, chances: &[f64]) -> Summary {
        let mut summary = Summary::default();
        let mut marks = Vec::new();
        for one in judged {
            summary.moves += 1;
            summary.loss += one.loss;
            match one.judgement {
                Some(Judgement::Inaccuracy) => summary.inaccuracies += 1,
                Some(Judgement::Mistake) => summary.mistakes += 1,
                Some(Judgement::Blunder) => summary.blunders += 1,
                None => {}
            }
            summary.missed_wins += usize::from(one.missed_win);
            summary.only_moves += usize::from(one.only_move);
            summary.brilliancies += usize::from(one.brilliant);
            marks.push((one.accuracy, weight(chances, one.ply)));
        }
        if summary.moves > 0 {
            summary.loss /= summary.moves as f64;
            summary.accuracy = Some(overall(&marks));
        }
        summary
    }
}

/// The middle of two means: one that counts moves by how much was at stake, and one that forgives no blunder.
fn overall(marks: &[(f64, f64)]) -> f64 {
    let weights: f64 = marks.iter().map(|(_, weight)| weight).sum();
    let weighted = marks.iter().map(|(mark, weight)| mark * weight).sum::<f64>() / weights;
    let harmonic = marks.len() as f64 / marks.iter().map(|(mark, _)| 1.0 / mark.max(1.0)).sum::<f64>();
    (weighted + harmonic) / 2.0
}

/// How much was at stake around a move: how far the chances swing there.
fn weight(chances: &[f64], ply: usize) -> f64 {
    let window = (chances.len() / 10).clamp(WINDOW.0, WINDOW.1).min(chances.len());
    let from = (ply + 2).saturating_sub(window).min(chances.len() - window);
    let seen = &chances[from..from + window];
    let mean = seen.iter().sum::<f64>() / window as f64;
    let spread = seen.iter().map(|chance| (chance - mean).powi(2)).sum::<f64>() / window as f64;
    (spread.sqrt() * 100.0).clamp(WEIGHT.0, WEIGHT.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_marks_are_their_own_mean() {
        for mark in [20.0, 70.0, 100.0] {
            let marks = [(mark, 1.0), (mark, 7.0), (mark, 0.5)];
            assert!((overall(&marks) - mark).abs() < 1e-9);
        }
    }

    /// A blunder in a game that is decided anyway weighs less than one that decides it.
    #[test]
    fn what_is_at_stake_counts() {
        let calm = [0.5; 20];
        let mut stormy = calm;
        stormy[11..].fill(0.1);
        assert_eq!(weight(&calm, 10), WEIGHT.0);
        assert_eq!(weight(&stormy, 10), WEIGHT.1);
        assert_eq!(weight(&stormy, 2), WEIGHT.0);
        assert!(weight(&[0.5], 0) >= WEIGHT.0);
    }
}
