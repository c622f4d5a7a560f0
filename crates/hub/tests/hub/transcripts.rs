//! Conversations as data: `>` is a line of the GUI, `!` an event of the caller, `<` a reply and `*` another effect.

use damka_hub::{Effect, Identity, Info, Limits, Move, Param, Score, Session, Start};

#[path = "../../../../tests/transcripts.rs"]
mod folder;

#[test]
fn all() {
    folder::each(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hub/transcripts"), 6, check);
}

/// Replays the inputs of a transcript and compares the whole conversation with what is written.
fn check(name: &str, wanted: Vec<&str>) {
    let mut session = Session::new(Identity::new("Damka", "0.1"), params());
    let mut got = String::new();
    for line in &wanted {
        let effects = match line.split_at_checked(2) {
            Some(("> ", text)) => session.handle(text),
            Some(("! ", event)) => event_of(&mut session, event),
            _ => continue,
        };
        got += &format!("{line}\n");
        effects.iter().for_each(|effect| got += &format!("{}\n", show(effect)));
    }
    assert_eq!(got.trim_end(), wanted.join("\n"), "{name}");
}

fn params() -> Vec<Param> {
    vec![
        Param::choice("variant", "normal", &["normal", "russian"], &[("international", "normal")]),
        Param::switch("book", true),
        Param::int("threads", 1, 1, 4),
        Param::text("tables", ""),
    ]
}

fn event_of(session: &mut Session, event: &str) -> Vec<Effect> {
    let (verb, rest) = event.split_once(' ').unwrap_or((event, ""));
    match verb {
        "settled" => session.settle(Ok(())),
        "refused" => session.settle(Err(rest)),
        "info" => {
            let info =
                Info { depth: Some(3), score: Some(Score::Men(0.1)), nodes: Some(77), ..Info::default() };
            session.info(&Info { pv: moves(rest), ..info })
        }
        "done" => {
            let mut played = moves(rest).into_iter();
            session.done(played.next(), played.next())
        }
        other => panic!("no such event: {other}"),
    }
}

fn moves(text: &str) -> Vec<Move> {
    Move::parse_list(text).expect("transcripts hold moves")
}

fn show(effect: &Effect) -> String {
    match effect {
        Effect::Reply(line) => format!("< {line}"),
        Effect::SetPosition { start, moves } => {
            let start = match start {
                Start::Initial => "initial".into(),
                Start::Position(position) => format!("{} squares", position.cells.len()),
            };
            format!("* position {start}, {} moves", moves.len())
        }
        Effect::Go { mode, limits } => format!("* go {mode:?}{}", limits_of(limits)),
        other => format!("* {other:?}"),
    }
}

fn limits_of(limits: &Limits) -> String {
    let clock = limits.clock.map(|clock| {
        format!(" clock {:?}+{:?}/{}", clock.remaining, clock.increment, clock.moves.unwrap_or_default())
    });
    [
        limits.depth.map(|n| format!(" depth {n}")),
        limits.nodes.map(|n| format!(" nodes {n}")),
        limits.move_time.map(|t| format!(" move-time {t:?}")),
        clock,
        limits.infinite.then(|| " infinite".into()),
    ]
    .into_iter()
    .flatten()
    .collect()
}
