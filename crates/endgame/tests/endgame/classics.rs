//! Endings every player knows.

use damka_endgame::{Tables, Wdl};
use damka_rules::variants::*;
use damka_rules::{AnyPosition, Position, Rules, Setup};

/// The typed position of a FEN.
pub(crate) fn position<R: Rules>(fen: &str) -> Position<R> {
    let setup: Setup = AnyPosition::from_fen(R::VARIANT, fen).unwrap().to_setup();
    Position::from_setup(&setup).unwrap()
}

/// Lines of a position and how it ends for the side to move, perhaps with a reason.
#[track_caller]
fn check<R: Rules>(tables: &Tables<R>, cases: &str) {
    for case in cases.lines().map(str::trim).filter(|case| !case.is_empty()) {
        let (fen, end) = case.split_once(' ').unwrap();
        let expected = match end.split(' ').next() {
            Some("wins") => Wdl::Win,
            Some("draws") => Wdl::Draw,
            Some("loses") => Wdl::Loss,
            _ => panic!("{case}"),
        };
        assert_eq!(tables.probe(&position(fen)), Some(expected), "{} {fen}", R::VARIANT);
    }
}

#[test]
fn russian() {
    check(
        &Tables::<Russian>::quick(),
        "
        W:WKa1:BKc1 draws
        W:WKa1,Kc1:BKh4 draws (two kings cannot catch one, nor does the main road need holding)
        B:Wc3:BKe5 wins
        W:Wc3:Bd4 wins
        B:Wa5:Bb6,a7 draws (blocked)
        ",
    );
}

#[test]
fn english() {
    check(
        &Tables::<English>::quick(),
        "
        W:WK14:BK18 wins
        W:WK1:BK32 draws
        W:WK14,K15:BK32 wins (two kings against one, even in the double corner)
        W:WK27,K18:BK32 wins
        B:WK14,K15:BK32 loses
        ",
    );
}

/// Three kings against one in Russian draughts: Petrov's triangle off the main road, a draw on it.
#[test]
fn petrov() {
    check(
        &Tables::<Russian>::of_material("KKK-K".parse().unwrap()).unwrap(),
        "
        B:WKc1,Ke1,Kg1:BKd4 draws (the lone king holds the main road)
        W:WKc1,Ke1,Kg1:BKa1 draws
        W:WKb8,Kd8,Kf8:BKh8 draws
        W:WKa1,Kc1,Ke1:BKh2 wins (White holds it)
        W:WKd4,Kc1,Ke1:BKb8 wins
        B:WKa1,Kc1,Ke1:BKh2 loses
        ",
    );
}
