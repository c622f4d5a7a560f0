//! Judgements from made-up answers: what is said follows from the scores alone.

use damka_review::{Judged, Judgement, Review};
use damka_rules::{Outcome, Side};
use damka_wire::Score;
use damka_wire::brain::Line;

/// A game of `m1 m2 ...` in which White begins, with ten moves to choose from; the scores are of each position for its
/// side to move, `second` is the next best move's. The best move is always called `m` and a number, unless `b`.
fn review(answers: &[(Score, &str, Option<Score>)], over: Option<Outcome>) -> Review {
    let plies = answers.len() - usize::from(over.is_none());
    let side = |ply: usize| if ply.is_multiple_of(2) { Side::White } else { Side::Black };
    let turns = (0..=plies).map(|ply| (side(ply), 10)).collect();
    let moves = (0..plies).map(|ply| format!("m{ply}")).collect();
    let mut review = Review::of(turns, moves, over);
    let mut asked = Vec::new();
    while let Some(question) = review.next() {
        let (score, best, second) = &answers[question.ply];
        let line = |score: Score, text: &str| Line { score, moves: vec![text.to_owned()] };
        let mut lines = vec![line(*score, best)];
        lines.extend(second.map(|score| line(score, "other")));
        review.hear(lines);
        asked.push(question);
    }
    assert!(asked.iter().all(|question| question.fresh == (question == &asked[0])), "{asked:?}");
    assert!(asked.is_sorted_by_key(|question| std::cmp::Reverse(question.ply)));
    assert_eq!(review.progress(), (plies + 1, plies + 1));
    review
}

/// One move: the best one's score and name, the next best's score, and what the opponent has after the move `m0`.
fn one(before: Score, best: &str, second: Option<Score>, after: Score) -> Judged {
    review(&[(before, best, second), (after, "m1", None)], None).judged().remove(0)
}

#[test]
fn losses_earn_their_judgements() {
    use Judgement::{Blunder, Inaccuracy, Mistake};
    let check = |before: i32, after: i32, expected: Option<Judgement>| {
        let judged = one(Score::Men(before), "b", None, Score::Men(-after));
        assert_eq!(judged.judgement, expected, "{before} to {after}: {}", judged.loss);
    };
    // With a slope of 0.004 a man is worth 0.197 of chance around equality.
    check(0, 0, None);
    check(0, 50, None);
    check(0, -37, None);
    check(0, -40, Some(Inaccuracy));
    check(0, -100, Some(Mistake));
    check(100, -100, Some(Blunder));
    check(0, -160, Some(Blunder));
    // Who is far ahead can give much away.
    check(900, 700, None);
    assert_eq!(one(Score::Men(0), "b", None, Score::Win(5)).sign(), "??");
}

#[test]
fn the_best_move_is_never_a_mistake() {
    let judged = one(Score::Men(0), "m0", None, Score::Men(300));
    assert_eq!((judged.judgement, judged.loss, judged.accuracy), (None, 0.0, 100.0));
}

#[test]
fn wins_are_missed_and_only_moves_found() {
    let judged = one(Score::Win(9), "b", None, Score::Men(-50));
    assert!(judged.missed_win && judged.judgement.is_some());
    assert!(!one(Score::Win(9), "b", None, Score::Loss(40)).missed_win, "a longer way wins, too");
    assert!(!one(Score::Win(9), "b", None, Score::TableLoss).missed_win);
    let only = one(Score::Men(0), "m0", Some(Score::Loss(6)), Score::Men(0));
    assert_eq!((only.only_move, only.sign(), only.nag()), (true, "!", Some(1)));
    assert!(!one(Score::Men(0), "m0", Some(Score::Men(-60)), Score::Men(0)).only_move);
    assert!(!one(Score::Men(0), "b", Some(Score::Loss(6)), Score::Men(0)).only_move, "not played");
}

/// The end counts as it is, whoever is to move: in the games where being left without a move wins, too.
#[test]
fn the_end_is_known() {
    let even = (Score::Men(0), "b", None);
    let last = |outcome| review(&[even, even], Some(outcome)).judged().remove(1);
    assert_eq!(last(Outcome::Win(Side::Black)).after, Score::Win(0));
    assert_eq!(last(Outcome::Win(Side::White)).after, Score::Loss(0));
    assert_eq!(last(Outcome::Win(Side::White)).judgement, Some(Judgement::Blunder));
    assert_eq!(last(Outcome::Draw).after, Score::TableDraw);
}

#[test]
fn players_are_summed_up() {
    let (even, lost) = ((Score::Men(0), "b", None), (Score::Men(-300), "b", None));
    // Black throws the game away with its second move.
    let review = review(&[even, even, even, even, (Score::Men(300), "m4", None), lost], None);
    let summary = review.summary();
    assert_eq!((summary.white.moves, summary.white.blunders, summary.white.accuracy), (3, 0, Some(100.0)));
    assert_eq!((summary.black.moves, summary.black.blunders), (2, 1));
    let accuracy = summary.black.accuracy.unwrap();
    assert!(accuracy > 20.0 && accuracy < 80.0, "{accuracy}");
    assert_eq!(review.score(5), Some(Score::Men(300)), "scores are White's");
    assert_eq!(Review::of(vec![(Side::White, 1)], vec![], None).summary().white.accuracy, None);
}
