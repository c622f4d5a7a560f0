//! Endings every player knows.

use damka_endgame::{Tables, Wdl};
use damka_rules::variants::*;
use damka_rules::{AnyPosition, Position, Rules, Setup};

/// The typed position of a FEN.
pub(crate) fn position<R: Rules>(fen: &str) -> Position<R> {
    let setup: Setup = AnyPosition::from_fen(R::VARIANT, fen).unwrap().to_setup();
    Position::from_setup(&setup).unwrap()
}

fn check<R: Rules>(tables: &Tables<R>, cases: &[(&str, Wdl)]) {
    for &(fen, expected) in cases {
        assert_eq!(tables.probe(&position(fen)), Some(expected), "{} {fen}", R::VARIANT);
    }
}

#[test]
fn russian() {
    let tables = Tables::<Russian>::quick();
    check(
        &tables,
        &[
            ("W:WKa1:BKc1", Wdl::Draw),
            // Two kings cannot catch one, nor does the main road need holding.
            ("W:WKa1,Kc1:BKh4", Wdl::Draw),
            ("B:Wc3:BKe5", Wdl::Win),
            ("W:Wc3:Bd4", Wdl::Win),
            // Blocked.
            ("B:Wa5:Bb6,a7", Wdl::Draw),
        ],
    );
}

#[test]
fn english() {
    let tables = Tables::<English>::quick();
    check(
        &tables,
        &[
            ("W:WK14:BK18", Wdl::Win),
            ("W:WK1:BK32", Wdl::Draw),
            // Two kings against one win, even against the double corner.
            ("W:WK14,K15:BK32", Wdl::Win),
            ("W:WK27,K18:BK32", Wdl::Win),
            ("B:WK14,K15:BK32", Wdl::Loss),
        ],
    );
}

/// Three kings against one in Russian draughts: Petrov's triangle off the main road, a draw on it.
#[test]
fn petrov() {
    let tables = Tables::<Russian>::of_material("KKK-K".parse().unwrap()).unwrap();
    check(
        &tables,
        &[
            // The lone king holds the main road.
            ("B:WKc1,Ke1,Kg1:BKd4", Wdl::Draw),
            ("W:WKc1,Ke1,Kg1:BKa1", Wdl::Draw),
            ("W:WKb8,Kd8,Kf8:BKh8", Wdl::Draw),
            // White holds it.
            ("W:WKa1,Kc1,Ke1:BKh2", Wdl::Win),
            ("W:WKd4,Kc1,Ke1:BKb8", Wdl::Win),
            ("B:WKa1,Kc1,Ke1:BKh2", Wdl::Loss),
        ],
    );
}
