//! Every study can be begun, done by its own hints, and failed.

use damka_endgame::Tables;
use damka_rules::{Rules, Variant, dispatch};
use damka_trainer::{Duty, Effect, STUDIES, Session, Study};

fn play_out<R: Rules>(study: &Study, starts: u64) {
    let name = format!("{} {}", study.variant, study.key);
    let tables = Tables::<R>::of_material(study.material().parse().unwrap()).unwrap();
    for seed in 0..starts {
        let start = study.start(&tables, seed).unwrap_or_else(|| panic!("{name}: no start"));
        let fen = start.to_fen();
        assert_eq!(study.start(&tables, seed).unwrap().to_fen(), fen, "{name}: repeatable");
        let mut session = Session::new(study, start, &tables);
        while !session.is_over() {
            let hint = session.hint(&tables).unwrap_or_else(|| panic!("{name} {fen}: no hint"));
            let effects = session.play(&hint.route, &tables);
            assert!(!effects.contains(&Effect::Failed), "{name} {fen}: hints fail");
            assert!(session.used() < 200, "{name} {fen}: no end");
        }
        if study.duty == Duty::Win {
            assert!(session.game().outcome().is_some(), "{name} {fen}");
        }
    }
}

#[test]
fn hints_do_every_study() {
    for study in STUDIES {
        let starts = if study.variant == Variant::Armenian { 20 } else { 50 };
        dispatch!(study.variant, R => play_out::<R>(study, starts));
    }
}

#[test]
fn keys_are_unique_in_a_game() {
    for study in STUDIES {
        assert_eq!(
            Study::of(study.variant).filter(|other| other.key == study.key).count(),
            1,
            "{}",
            study.key
        );
        assert_eq!(Study::find(study.variant, study.key), Some(study));
    }
}
