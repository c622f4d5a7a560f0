//! A question about a game, turned into a search and its findings into words.

use std::time::Duration;

use damka_engine::{Engine, Level, Limits, Report, Stop};
use damka_rules::{AnyPosition, Game, HouseRule, Variant};
use damka_wire::brain::{self, Tell, Think};

/// The variant a question is about, house rules included.
pub(crate) fn variant(ask: &Think) -> Result<Variant, String> {
    let variant: Variant = ask.variant.parse().map_err(|e| format!("{:?}: {e}", ask.variant))?;
    ask.options.iter().try_fold(variant, |variant, name| {
        let rule = HouseRule::ALL.into_iter().find(|rule| rule.name() == name);
        rule.and_then(|rule| variant.with(rule))
            .ok_or_else(|| format!("{variant} has no house rule {name:?}"))
    })
}

/// Searches, telling every iteration.
pub(crate) fn think(
    engine: &mut Engine,
    ask: &Think,
    tell: &mut dyn FnMut(Tell),
) -> Result<brain::Report, String> {
    let game = game(ask)?;
    let limits = Limits {
        depth: ask.limits.depth,
        nodes: ask.limits.nodes,
        move_time: ask.limits.millis.map(|millis| Duration::from_millis(millis.into())),
        ..Limits::default()
    };
    let mut progress = |report: &Report| tell(Tell::Progress(worded(ask, game.position(), report)));
    let found = match ask.level {
        Some(number) => {
            let level = Level::new(number).ok_or_else(|| format!("there is no level {number}"))?;
            engine.play(&game, level, ask.seed, &limits, &Stop::new(), &mut progress)
        }
        None => engine.search(&game, &limits, &Stop::new(), &mut progress),
    };
    Ok(worded(ask, game.position(), &found))
}

fn game(ask: &Think) -> Result<Game, String> {
    let variant = variant(ask)?;
    let mut game = match &ask.start {
        Some(fen) => Game::from_fen(variant, fen).map_err(|e| format!("start {fen:?}: {e}"))?,
        None => Game::new(variant),
    };
    for (number, text) in ask.moves.iter().enumerate() {
        game.play_text(text).map_err(|e| format!("move {} {text:?}: {e}", number + 1))?;
    }
    Ok(game)
}

fn worded(ask: &Think, start: &AnyPosition, report: &Report) -> brain::Report {
    let mut position = *start;
    let mut line = Vec::with_capacity(report.pv.len());
    for route in &report.pv {
        line.push(position.write(route));
        match position.play_route(route) {
            Some(next) => position = next,
            None => break,
        }
    }
    brain::Report {
        id: ask.id,
        depth: report.depth,
        score: report.score.value(),
        nodes: report.nodes,
        millis: report.time.as_millis().try_into().unwrap_or(u32::MAX),
        line,
    }
}
