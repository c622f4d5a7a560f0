//! What the engine is asked about a game, and how its scores are written.

use damka_rules::{AnyPosition, Game, Side};
use damka_wire::Score;
use damka_wire::brain::{AskId, Limits, Think};

/// Nobody looks at one position for longer, in milliseconds; a telephone gets warm meanwhile.
const LONGEST: u32 = 300_000;

/// The position after so many plies of a game.
pub(crate) fn about(game: &Game, plies: usize, id: AskId) -> Think {
    let moves = game.moves().iter().take(plies).map(|played| played.text.clone()).collect();
    let (variant, start) = (game.variant().to_string(), game.start_fen());
    Think { id, variant, start, moves, tables: true, ..Think::default() }
}

/// Thinking on about a position while somebody looks at it.
pub(crate) fn look(game: &Game, lines: u8, id: AskId) -> Think {
    let limits = Limits { millis: Some(LONGEST), ..Limits::default() };
    Think { lines, limits, ..about(game, game.ply(), id) }
}

/// The same position with the other side to move: what does it threaten? Nothing where somebody has to take: the
/// threat is on the board then, or there is nothing to threaten.
pub(crate) fn passed(pos: &AnyPosition) -> Option<AnyPosition> {
    let mut setup = pos.to_setup();
    setup.turn = setup.turn.other();
    let other = AnyPosition::from_setup(pos.variant(), &setup).ok()?;
    (other.count_moves() > 0).then_some(other)
}

/// A score of the side to move, seen by White.
pub(crate) fn for_white(score: Score, turn: Side) -> Score {
    if turn == Side::White { score } else { -score }
}

/// A score for White in short: `+0.35`, `1-0`, `½-½`; wins come with the number of moves to them.
pub(crate) fn short(score: Score) -> (String, Option<u32>) {
    let moves = |plies: u32| Some(plies.div_ceil(2));
    match score {
        Score::Men(men) => {
            let sign = match men.signum() {
                -1 => "−",
                0 => "",
                _ => "+",
            };
            (format!("{sign}{:.2}", f64::from(men.unsigned_abs()) / 100.0), None)
        }
        Score::Win(plies) => ("1-0".into(), moves(plies)),
        Score::Loss(plies) => ("0-1".into(), moves(plies)),
        Score::TableWin => ("1-0".into(), None),
        Score::TableDraw => ("½-½".into(), None),
        Score::TableLoss => ("0-1".into(), None),
    }
}

/// Positions a second, in short.
pub(crate) fn speed(nodes: u64, millis: u32) -> String {
    let rate = nodes * 1000 / u64::from(millis.max(1));
    match rate {
        0..1_000 => rate.to_string(),
        1_000..1_000_000 => format!("{}k", rate / 1_000),
        _ => format!("{:.1}M", rate as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    #[test]
    fn a_question_carries_the_game() {
        let mut game = Game::from_fen(Variant::RussianOptional, "B:Wc3,e3:Bd6,f6").unwrap();
        for text in ["d6-c5", "e3-f4"] {
            game.play_text(text).unwrap();
        }
        let think = about(&game, 1, 7);
        assert_eq!((think.id, think.variant.as_str()), (7, "russian+optional-capture"));
        assert_eq!((think.start.as_deref(), think.moves), (Some("B:Wc3,e3:Bd6,f6"), vec!["d6-c5".into()]));
        assert_eq!(look(&game, 3, 1).moves.len(), 2);
    }

    #[test]
    fn scores_are_short() {
        let check = |score: Score, turn: Side, expected: (&str, Option<u32>)| {
            let (text, moves) = short(for_white(score, turn));
            assert_eq!((text.as_str(), moves), expected);
        };
        check(Score::Men(35), Side::White, ("+0.35", None));
        check(Score::Men(35), Side::Black, ("−0.35", None));
        check(Score::Men(0), Side::Black, ("0.00", None));
        check(Score::Win(7), Side::Black, ("0-1", Some(4)));
        check(Score::TableDraw, Side::White, ("½-½", None));
    }

    #[test]
    fn speeds_are_short() {
        for (nodes, millis, expected) in
            [(5, 1000, "5"), (2_500, 1000, "2k"), (3_400_000, 2000, "1.7M"), (7, 0, "7k")]
        {
            assert_eq!(speed(nodes, millis), expected);
        }
    }

    #[test]
    fn the_other_side_may_have_no_move() {
        let pos = |fen: &str| AnyPosition::from_fen(Variant::Russian, fen).unwrap();
        assert_eq!(passed(&pos("W:Wc3:Bf6")).unwrap().turn(), Side::Black);
        assert_eq!(passed(&pos("W:Wc3:B")), None);
    }
}
