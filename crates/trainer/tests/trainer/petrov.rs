//! Petrov's triangle: the trainer's own hints win every start within the fifteen moves of the law.

use damka_endgame::Tables;
use damka_rules::variants::Russian;
use damka_rules::{AnyPosition, Game, Variant};
use damka_trainer::{Effect, Medal, Session, Stage, Study};

const STARTS: u64 = 1_000;

fn tables() -> Tables<Russian> {
    Tables::of_material("KKK-K".parse().unwrap()).unwrap()
}

/// The slack by the table alone: fifteen, less the moves used, less those of its best line. Nothing of the trainer's.
fn slack_of(tables: &Tables<Russian>, game: &Game, used: u16) -> i32 {
    let mut game = game.clone();
    let (player, mut left, mut to_capture) = (game.turn(), 0, None);
    while game.outcome().is_none() {
        let AnyPosition::Russian(pos) = *game.position() else { panic!("Russian") };
        let verdict = tables.probe_clocked(&pos, &game.clock()).unwrap();
        assert_ne!(verdict.wdl, damka_endgame::Wdl::Draw);
        to_capture.get_or_insert(i32::from(verdict.plies));
        left += i32::from(game.turn() == player);
        let best = tables.best_moves(&pos, &game.clock())[0].0;
        game.play_route(&pos.route(best)).unwrap();
    }
    // The distance of the table is to the first capture; one or two moves later all is over.
    let first = to_capture.unwrap() / 2 + 1;
    assert!((first..=first + 2).contains(&left), "{left} moves, {first} to the first capture");
    15 - i32::from(used) - left
}

#[test]
fn hints_win_a_thousand_starts_in_fifteen_moves() {
    let tables = tables();
    let study = Study::find(Variant::Russian, "petrov").unwrap();
    let (mut longest, mut stages) = (0, [0; 5]);
    for seed in 0..STARTS {
        let start = study.start(&tables, seed).unwrap();
        let fen = start.to_fen();
        let mut session = Session::new(study, start, &tables);
        let needed = session.standing(&tables).unwrap().distance.unwrap();
        let end = loop {
            let standing = session.standing(&tables).unwrap();
            if session.game().position().to_setup().pieces.len() == 4 {
                let slack = slack_of(&tables, session.game(), session.used());
                assert_eq!(standing.slack, Some(slack), "{fen}");
                assert_eq!(slack, 15 - i32::from(needed), "{fen}: hints waste nothing");
            }
            let hint = session.hint(&tables).unwrap();
            if let Some(stage) = hint.stage {
                stages[Stage::ALL.iter().position(|&s| s == stage).unwrap()] += 1;
            }
            let effects = session.play(&hint.route, &tables);
            match effects.last() {
                Some(Effect::Done(medal)) => break *medal,
                Some(Effect::Answer(_)) => {}
                other => panic!("{fen}: {other:?} after {} moves", session.used()),
            }
        };
        assert!(session.used() <= 15, "{fen}: {} moves", session.used());
        assert_eq!(end, Medal::Gold, "{fen}: {} moves", session.used());
        assert_eq!(session.used(), needed, "{fen}: the distance told at the beginning is true");
        longest = longest.max(session.used());
    }
    assert!(longest >= 11, "some starts are hard: {longest}");
    assert!(stages.iter().all(|&seen| seen > 0), "every stage is met: {stages:?}");
}

#[test]
fn a_wasted_move_costs_slack_and_a_given_win_fails() {
    let tables = tables();
    let study = Study::find(Variant::Russian, "petrov").unwrap();
    let start = study.start(&tables, 7).unwrap();
    let (mut wasted, mut failed) = (false, false);
    for route in start.position().moves() {
        let mut session = Session::new(study, start.clone(), &tables);
        let effects = session.play(&route, &tables);
        let Effect::Told { before, after } = effects[0] else { panic!("{effects:?}") };
        match after.slack {
            Some(slack) => wasted |= slack < before.slack.unwrap(),
            None => {
                failed = true;
                assert_eq!(effects.last(), Some(&Effect::Failed));
                assert!(session.is_over() && session.hint(&tables).is_none());
                assert_eq!(session.play(&route, &tables), [Effect::Refused]);
            }
        }
    }
    assert!(wasted && failed, "the start has moves of both kinds");
}
