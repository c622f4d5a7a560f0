//! Why a wrong move is wrong: what the opponent does about it on the board, and the reason if one can be proved.

use damka_explain::{Because, Case, explain};
use damka_puzzles::Attempt;
use damka_rules::Game;

/// No line that is shown is longer, in plies.
const LONGEST: usize = 7;

/// The answer to a wrong move.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    /// The game with the wrong move and what follows it.
    pub(crate) game: Game,
    /// The wrong move as text.
    pub(crate) wrong: String,
    /// The opponent's first move, if one is known.
    pub(crate) answer: Option<String>,
    /// The reason, if one can be proved.
    pub(crate) because: Option<Because>,
}

/// Refutes the wrong move that waits on the board by the engine's line after it, which may be empty; `None` if there is
/// no move to refute.
pub(crate) fn refute(attempt: &Attempt, line: &[String]) -> Option<Refutation> {
    let mut game = attempt.game().clone();
    let ply = game.ply().checked_sub(1)?;
    let played = game.moves().get(ply)?;
    let (wrong, route) = (played.text.clone(), played.route.clone());
    let case = Case {
        before: *game.position_at(ply)?,
        played: route,
        answer: line.to_vec(),
        better: attempt.puzzle().move_texts().split_off(ply.min(attempt.puzzle().line().len())),
        proven: (None, None),
    };
    let reasons = if line.is_empty() { Vec::new() } else { explain(&case) };
    // What was missed would give the solution away.
    let because = reasons.into_iter().find(|because| !because.what.is_missed());
    match &because {
        Some(because) => {
            because.line.routes().iter().take(LONGEST).for_each(|route| _ = game.play_route(route));
        }
        None => follow(&mut game, line),
    }
    let answer = game.moves().get(ply + 1).map(|played| played.text.clone());
    Some(Refutation { game, wrong, answer, because })
}

/// Plays the answer, and the captures that follow it.
fn follow(game: &mut Game, line: &[String]) {
    let before = game.ply();
    for text in line.iter().take(LONGEST) {
        if game.ply() > before && !game.position().can_capture() {
            break;
        }
        if game.play_text(text).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use damka_puzzles::Puzzle;
    use damka_rules::{AnyPosition, Variant};

    use super::*;

    /// White wins by e3-d4; the wrong moves are answered.
    fn attempt(wrong: &str) -> Attempt {
        let start = AnyPosition::from_fen(Variant::Russian, "W:Wc3,e3,g3:Bd6,f6,a7").expect("a position");
        let mut game = Game::from_position(start);
        ["e3-d4", "f6-g5", "d4-e5"].iter().for_each(|text| _ = game.play_text(text).expect("legal"));
        let line = game.moves().iter().map(|played| played.route.clone()).collect();
        let mut attempt = Attempt::new(Puzzle::new(start, line, 1000).expect("a puzzle"));
        let (_, route) = start.play_text(wrong).expect("legal");
        attempt.play(&route);
        attempt
    }

    fn check(wrong: &str, line: &[&str], answer: Option<&str>, plies: usize, because: Option<&str>) {
        let line: Vec<String> = line.iter().map(|text| (*text).to_owned()).collect();
        let found = refute(&attempt(wrong), &line).expect("there is a move");
        assert_eq!(found.wrong, wrong);
        assert_eq!(found.answer.as_deref(), answer, "{wrong}");
        assert_eq!(found.game.ply(), plies, "{wrong}");
        assert_eq!(found.because.map(|b| b.to_string()).as_deref(), because, "{wrong}");
    }

    #[test]
    fn wrong_moves_are_answered() {
        // A man is given for nothing: the line that shows it is played out.
        check("g3-f4", &["d6-e5", "f4:d6"], Some("d6-e5"), 3, None);
        // Without an engine nothing is said that is not known.
        check("g3-h4", &[], None, 1, None);
        check("g3-h4", &["nonsense"], None, 1, None);
        check("g3-h4", &["d6-c5", "c3-b4"], Some("d6-c5"), 2, None);
    }

    #[test]
    fn without_a_move_there_is_nothing_to_refute() {
        let attempt = Attempt::new(attempt("g3-h4").puzzle().clone());
        assert!(refute(&attempt, &[]).is_none());
    }
}
