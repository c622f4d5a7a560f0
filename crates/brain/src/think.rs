//! A question about a game, turned into a search and its findings into words.

use std::time::Duration;

use damka_engine::{Engine, Level, Limits, Meeting, Report, Stop};
use damka_rules::{Game, Variant};
use damka_wire::Gathered;
use damka_wire::brain::{self, MOST_LINES, Tell, Think};

/// The variant a question is about, house rules included.
pub(crate) fn variant(ask: &Think) -> Result<Variant, String> {
    ask.variant.parse().map_err(|e| format!("{:?}: {e}", ask.variant))
}

/// May others help? Not where the same question has to get the same answer: below full strength, where positions or
/// plies are counted, and after everything was forgotten.
pub(crate) fn may_be_helped(ask: &Think) -> bool {
    let full = ask.level.is_none_or(|level| level == Level::FULL.number());
    full && ask.limits.nodes.is_none() && ask.limits.depth.is_none() && !ask.fresh
}

/// The same question without an end of its own.
pub(crate) fn of_a_helper(ask: Think) -> Think {
    Think { limits: brain::Limits::default(), ..ask }
}

/// Searches, telling every iteration.
pub(crate) fn think(
    engine: &mut Engine,
    ask: &Think,
    meeting: Option<&Meeting>,
    stop: &Stop,
    tell: &mut dyn FnMut(Tell),
) -> Result<brain::Report, String> {
    let game = game(ask)?;
    let wanted = usize::from(ask.lines.clamp(1, MOST_LINES));
    let limits = Limits {
        depth: ask.limits.depth,
        nodes: ask.limits.nodes,
        move_time: ask.limits.millis.map(|millis| Duration::from_millis(millis.into())),
        multi_pv: wanted,
        ..Limits::default()
    };
    #[cfg(feature = "endings")]
    if ask.tables {
        engine.use_tables(None);
    }
    if ask.fresh {
        engine.new_game();
    }
    engine.meet(meeting.cloned());
    let before = meeting.map_or(0, Meeting::helped);
    let helped = || meeting.map_or(0, |meeting| meeting.helped().wrapping_sub(before));
    let fill = engine.fill();
    let mut gathered = Gathered::at(*game.position());
    let complete = wanted.min(game.position().count_moves());
    let mut progress = |report: &Report| {
        if gathered.add(report) == complete {
            tell(Tell::Progress(told(ask, fill, helped(), report, &gathered)));
        }
    };
    let found = match ask.level {
        Some(number) => {
            let level = Level::new(number).ok_or_else(|| format!("there is no level {number}"))?;
            engine.play(&game, level, ask.seed, &limits, stop, &mut progress)
        }
        None => engine.search(&game, &limits, stop, &mut progress),
    };
    gathered.correct(&found);
    #[cfg(feature = "endings")]
    if ask.tables && engine.verdict(&game).is_some_and(|verdict| verdict.wdl == damka_engine::Wdl::Draw) {
        gathered.know_draw();
    }
    Ok(told(ask, engine.fill(), helped(), &found, &gathered))
}

fn game(ask: &Think) -> Result<Game, String> {
    let variant = variant(ask)?;
    let mut game = match &ask.start {
        Some(fen) => Game::from_fen(variant, fen).map_err(|e| format!("start {fen:?}: {e}"))?,
        None => Game::new(variant),
    };
    for (number, text) in ask.moves.iter().enumerate() {
        // People go on where a draw law would have ended the game.
        game.play_on();
        game.play_text(text).map_err(|e| format!("move {} {text:?}: {e}", number + 1))?;
    }
    Ok(game)
}

fn told(ask: &Think, fill: u16, helped: u64, report: &Report, gathered: &Gathered) -> brain::Report {
    brain::Report {
        id: ask.id,
        depth: report.depth,
        nodes: report.nodes,
        millis: report.time.as_millis().try_into().unwrap_or(u32::MAX),
        fill,
        helped,
        lines: gathered.lines().to_vec(),
    }
}
