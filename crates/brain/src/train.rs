//! An endgame study against the tables: the player's moves go in, the answers and how it stands come out.

use damka_rules::{Game, MoveText, Variant};
use damka_trainer::{Effect, Medal, Session, Standing, Study, Wdl};
use damka_wire::brain::{self, Ends, StudyEnd, StudyHint, Train, Trained};

use crate::tables::Endings;

/// Plays an attempt through; the answers are always the same.
pub(crate) fn train(endings: &mut Endings, ask: &Train) -> Result<Trained, String> {
    let variant: Variant = ask.variant.parse().map_err(|e| format!("{:?}: {e}", ask.variant))?;
    let study = Study::find(variant, &ask.study);
    let study = study.ok_or_else(|| format!("{variant} has no study {:?}", ask.study))?;
    let material = study.material().parse().map_err(|e| format!("{}: {e}", study.key))?;
    let tables = endings.of_material(variant, material)?;
    let start = match &ask.start {
        Some(fen) => Game::from_fen(variant, fen).map_err(|e| format!("start {fen:?}: {e}"))?,
        None => study.start(tables, ask.seed).ok_or("no beginning was found")?,
    };
    let fen = start.to_fen();
    let mut session = Session::new(study, start, tables);
    let mut last = Vec::new();
    for (number, text) in ask.moves.iter().enumerate() {
        let wrong = |why: String| format!("move {} {text:?}: {why}", number + 1);
        let pos = session.game().position();
        let parsed = MoveText::parse(text, pos.grid()).map_err(|e| wrong(e.to_string()))?;
        let route = pos.resolve(&parsed).map_err(|e| wrong(e.to_string()))?;
        last = session.play(&route, tables);
        if last.contains(&Effect::Refused) {
            return Err(wrong("it is over".into()));
        }
    }
    let told = last.iter().find_map(|effect| match effect {
        Effect::Told { before, after } => Some((standing(*before), standing(*after))),
        _ => None,
    });
    let end = last.iter().find_map(|effect| match effect {
        Effect::Done(Medal::Gold) => Some(StudyEnd::Done(3)),
        Effect::Done(Medal::Silver) => Some(StudyEnd::Done(2)),
        Effect::Done(Medal::Bronze) => Some(StudyEnd::Done(1)),
        Effect::Failed => Some(StudyEnd::Failed),
        _ => None,
    });
    let hint = session.hint(tables).map(|hint| StudyHint {
        stage: hint.stage.map(|stage| stage.key().to_owned()),
        text: hint.route.text(session.game().position().script()),
    });
    Ok(Trained {
        id: ask.id,
        start: fen,
        moves: session.game().moves().iter().map(|played| played.text.clone()).collect(),
        needed: session.needed(),
        told,
        now: session.standing(tables).map(standing),
        hint,
        end,
    })
}

fn standing(standing: Standing) -> brain::Standing {
    let ends = match standing.wdl {
        Wdl::Loss => Ends::Loss,
        Wdl::Draw => Ends::Draw,
        Wdl::Win => Ends::Win,
    };
    brain::Standing { ends, distance: standing.distance, slack: standing.slack }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(start: Option<String>, moves: &[String]) -> Train {
        Train {
            id: 4,
            variant: "russian".into(),
            study: "petrov".into(),
            start,
            seed: 11,
            moves: moves.to_vec(),
        }
    }

    /// Following the hints wins Petrov's triangle with the best medal, and the slack is never spent.
    #[test]
    fn hints_lead_to_the_end() {
        let mut endings = Endings::default();
        let mut trained = train(&mut endings, &ask(None, &[])).expect("a beginning");
        let (start, needed) = (trained.start.clone(), trained.needed);
        assert!((5..=15).contains(&needed), "{trained:?}");
        let slack = trained.now.and_then(|now| now.slack);
        assert_eq!(slack, Some(15 - i32::from(needed)));
        let mut moves = Vec::new();
        while trained.end.is_none() {
            let hint = trained.hint.clone().expect("a hint");
            assert!(hint.stage.is_some());
            moves.push(hint.text);
            trained = train(&mut endings, &ask(Some(start.clone()), &moves)).expect("legal moves");
            let (before, after) = trained.told.expect("the tables know");
            assert_eq!(after.slack.or(slack), before.slack, "{trained:?}");
            assert!(moves.len() <= 15);
        }
        assert_eq!(trained.end, Some(StudyEnd::Done(3)));
        assert_eq!(moves.len(), usize::from(needed));
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let check = |ask: Train, expected: &str| {
            let reason = train(&mut Endings::default(), &ask).expect_err("nonsense");
            assert!(reason.contains(expected), "{reason}");
        };
        check(Train { variant: "chess".into(), ..ask(None, &[]) }, "chess");
        check(Train { study: "tennis".into(), ..ask(None, &[]) }, "tennis");
        check(ask(Some("W:Wz9".into()), &[]), "z9");
        check(ask(None, &["a1-a2".into()]), "move 1");
    }
}
