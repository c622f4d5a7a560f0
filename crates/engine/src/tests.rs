//! What every variant's engine must do.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use damka_rules::variants::{Antidraughts, English, Russian};
use damka_rules::{Bits, Game, MoveList, Position, Rules, Variant, dispatch};

use crate::search::order::Tag;
use crate::{Engine, Limits, Meaning, Options, Root, Stop, testing};

fn engine() -> Engine {
    Engine::new(Options { hash_mb: 1, threads: 1 })
}

#[test]
fn finds_short_wins() {
    let check = |variant: &str, fen: &str, best: &str| {
        let game = Game::from_fen(variant.parse().unwrap(), fen).unwrap();
        let report = engine().search(&game, &Limits::depth(9), &Stop::new(), &mut |_| ());
        let text = game.position().write(report.best().unwrap());
        assert_eq!(text, best, "{variant} {fen}: {report:?}");
        assert!(matches!(report.score.meaning(), Meaning::Win(_)), "{variant} {fen}: {}", report.score);
    };
    // The last man is taken, or shut in.
    for (variant, best) in
        [("russian", "c3:e5"), ("shashki", "c3:e5"), ("brazilian", "c3xe5"), ("czech", "c3xe5")]
    {
        check(variant, "W:Wc3:Bd4", best);
    }
    check("pool", "W:W22:B18", "22x15");
    check("english", "W:W22:B18", "22x15");
    check("international", "W:W32:B28", "32x23");
    check("frisian", "W:W32:B28", "32x23");
    check("turkish", "W:Wc3,h1:Bc4", "c3xc5");
    check("armenian", "W:Wc3,h1:Bc4", "c3xc5");
    // The first king wins.
    check("breakthrough", "W:W6,40:B39,20", "6-1");
    // Everything must go: the last man is given away.
    check("antidraughts", "W:W33:B24,3", "33-29");
}

#[test]
fn plays_legal_moves_in_every_variant() {
    for &variant in Variant::EVERY {
        let mut engine = engine();
        dispatch!(variant, R => for pos in testing::positions::<R>(2).into_iter().step_by(3) {
            let game = Game::from_position(pos.into());
            let report = engine.search(&game, &Limits::nodes(300), &Stop::new(), &mut |_| ());
            match report.best() {
                Some(route) => assert!(game.position().routes().contains(route), "{variant}"),
                None => assert_eq!(game.position().count_moves(), 0, "{variant}"),
            }
        });
    }
}

#[test]
fn one_thread_with_a_node_limit_is_deterministic() {
    for variant in [Variant::Russian, Variant::Armenian, Variant::International, Variant::Canadian] {
        let run = || {
            let game = Game::new(variant);
            let report = engine().search(&game, &Limits::nodes(50_000), &Stop::new(), &mut |_| ());
            (report.nodes, report.depth, report.score, report.pv)
        };
        let first = run();
        assert!((50_000..50_100).contains(&first.0), "{variant}: {}", first.0);
        assert_eq!(first, run(), "{variant}");
    }
}

#[test]
fn several_threads_agree_to_stop() {
    let mut engine = Engine::new(Options { hash_mb: 4, threads: 3 });
    let game = Game::new(Variant::Russian);
    let report = engine.search(&game, &Limits::depth(10), &Stop::new(), &mut |_| ());
    assert_eq!(report.depth, 10);
    assert!(!report.pv.is_empty());
}

#[test]
fn stops_when_told() {
    for variant in [Variant::Russian, Variant::Armenian, Variant::International] {
        let game = Game::new(variant);
        let mut engine = engine();
        engine.search(&game, &Limits::depth(1), &Stop::new(), &mut |_| ());
        let stop = Stop::new();
        let handle = stop.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(60));
            handle.stop();
        });
        let report = engine.search(&game, &Limits::infinite(), &stop, &mut |_| ());
        stopper.join().unwrap();
        assert!(report.best().is_some(), "{variant}");
        // Who is told before it begins looks up after a thousand positions: the measure of "soon" that is
        // the same on a busy machine.
        let report = engine.search(&game, &Limits::infinite(), &stop, &mut |_| ());
        assert!(report.nodes <= 2_000, "{variant}: {} positions after the stop", report.nodes);
    }
}

#[test]
fn keeps_to_its_time() {
    // A clock that goes on by a millisecond each time somebody looks at it.
    fn now() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
    }
    let game = Game::new(Variant::International);
    let limits = Limits::move_time(Duration::from_millis(100));
    let report = engine().with_clock(now).search(&game, &limits, &Stop::new(), &mut |_| ());
    assert!((50_000..200_000).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn ponders_until_told() {
    let game = Game::new(Variant::English);
    let limits = Limits { ponder: true, ..Limits::move_time(Duration::from_millis(20)) };
    let stop = Stop::new();
    let handle = stop.clone();
    let start = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        handle.ponder_hit();
    });
    engine().search(&game, &limits, &stop, &mut |_| ());
    assert!(start.elapsed() >= Duration::from_millis(100));
}

#[test]
fn respects_draw_laws() {
    let check = |variant: &str, fen: &str| {
        let game = Game::from_fen(variant.parse().unwrap(), fen).unwrap();
        let report = engine().search(&game, &Limits::depth(14), &Stop::new(), &mut |_| ());
        assert!(report.score.value().abs() < 60, "{variant} {fen}: {}", report.score);
    };
    // Two kings against one: drawn after five moves each.
    check("russian", "W:WKa5,Kc7:BKh4");
    check("international", "W:WK47,K2:BK5");
    // A king alone on the main road.
    check("russian", "B:WKc1,Ke1,Kg1:BKh8");
    check("brazilian", "B:WKc1,Ke1,Kg1:BKh8");
    // One piece each.
    check("turkish", "W:WKa1:Bh5");
}

#[test]
fn several_lines_are_different_and_ordered() {
    let game = Game::new(Variant::Russian);
    let limits = Limits { multi_pv: 4, ..Limits::depth(7) };
    let mut last = vec![];
    engine().search(&game, &limits, &Stop::new(), &mut |report| {
        if report.multi_pv == 1 {
            last.clear();
        }
        last.push((report.score, report.pv[0].clone()));
    });
    assert_eq!(last.len(), 4);
    assert!(last.windows(2).all(|w| w[0].0 >= w[1].0 && w[0].1 != w[1].1));
}

/// Captures that end where they began, from any square, are moves like others for the search.
#[test]
fn round_captures_are_moves() {
    let mut rounds = 0;
    for &variant in Variant::EVERY {
        dispatch!(variant, R => {
            let mut moves = MoveList::new();
            for pos in testing::few_kings::<R>(600) {
                pos.legal_moves(&mut moves);
                assert!(moves.iter().all(|&m| Tag::of(m) != Tag::NONE), "{variant} {pos:?}");
                rounds += moves.iter().filter(|m| m.from() == m.to() && m.from().index() == 0).count();
            }
        });
    }
    assert!(rounds > 20, "{rounds} captures round to square 0");
    let game = Game::from_fen(Variant::Armenian, "B:WKa8:Bb8,a7,c4,b3,h2").unwrap();
    let limits = Limits { nodes: Some(20_000), ..Limits::depth(5) };
    let report = engine().search(&game, &limits, &Stop::new(), &mut |_| ());
    assert_eq!(report.depth, 5, "an iteration ends: {report:?}");
}

/// Who is left without a move, by trying everything: +1 the side to move wins, 0 not known within the depth.
fn exhausted<R: Rules>(pos: &Position<R>, wins: i32, depth: u32) -> i32 {
    let mut moves = MoveList::new();
    pos.legal_moves(&mut moves);
    match depth {
        _ if moves.is_empty() => wins,
        0 => 0,
        _ => moves.iter().map(|&m| -exhausted(&pos.play(m), wins, depth - 1)).max().unwrap_or(0),
    }
}

/// Where losing everything wins, proven scores and best moves must say so.
#[test]
fn antidraughts_scores_have_the_right_sign() {
    let (mut won, mut lost) = (0, 0);
    for pos in testing::positions::<Antidraughts>(60).iter().filter(|p| p.occupied().count() <= 6) {
        let truth = exhausted(pos, 1, 3);
        let answer = engine().search_root(&Root::new(*pos), &Limits::depth(5), &Stop::new());
        match truth {
            _ if answer.line.is_empty() => continue,
            1 => assert!(matches!(answer.score.meaning(), Meaning::Win(_)), "{pos:?}: {}", answer.score),
            -1 => assert!(matches!(answer.score.meaning(), Meaning::Loss(_)), "{pos:?}: {}", answer.score),
            _ => continue,
        }
        if truth > 0 { won += 1 } else { lost += 1 }
    }
    assert!(won > 5 && lost > 5, "{won} won, {lost} lost");
}

/// Endings every player knows: with tables of their pieces the search says won or drawn, and moves accordingly.
#[cfg(feature = "tables")]
#[test]
fn classical_endings_are_judged_right() {
    fn check<R: Rules>(material: &str, cases: &[(&str, i32)]) {
        let tables = damka_endgame::Tables::<R>::of_material(material.parse().unwrap()).unwrap();
        let mut engine = engine();
        engine.set_oracle::<R>(Some(std::sync::Arc::new(tables)));
        for &(fen, truth) in cases {
            let game = Game::from_fen(R::VARIANT, fen).unwrap();
            let report = engine.search(&game, &Limits::nodes(20_000), &Stop::new(), &mut |_| ());
            let found = match report.score.meaning() {
                Meaning::Win(_) | Meaning::TableWin => 1,
                Meaning::Loss(_) | Meaning::TableLoss => -1,
                Meaning::Centimen(0) => 0,
                Meaning::Centimen(_) => 2,
            };
            assert_eq!(found, truth, "{} {fen}: {}", R::VARIANT, report.score);
        }
    }
    // Three kings against one: drawn if it holds the main road, won otherwise (Petrov's triangle).
    check::<Russian>(
        "KKK-K",
        &[
            ("B:WKc1,Ke1,Kg1:BKd4", 0),
            ("W:WKc1,Ke1,Kg1:BKa1", 0),
            ("W:WKa1,Kc1,Ke1:BKh2", 1),
            ("B:WKa1,Kc1,Ke1:BKh2", -1),
        ],
    );
    // The first position: who has the move wins, and draws without it.
    check::<English>("Km-Km", &[("W:WK15,20:BK28,12", 1), ("W:WK14,K15:BK32", 1), ("W:WK1:BK32", 0)]);
}
