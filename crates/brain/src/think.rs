//! A question about a game, turned into a search and its findings into words.

use std::time::Duration;

use damka_engine::{Engine, Level, Limits, Report, Stop};
use damka_rules::{AnyPosition, Game, Variant};
use damka_wire::brain::{self, AskId, Line, MOST_LINES, Tell, Think};

/// The variant a question is about, house rules included.
pub(crate) fn variant(ask: &Think) -> Result<Variant, String> {
    ask.variant.parse().map_err(|e| format!("{:?}: {e}", ask.variant))
}

/// Searches, telling every iteration.
pub(crate) fn think(
    engine: &mut Engine,
    ask: &Think,
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
    if ask.fresh {
        engine.new_game();
    }
    let mut gathered =
        Gathered { id: ask.id, fill: engine.fill(), start: *game.position(), lines: Vec::new() };
    let complete = wanted.min(game.position().count_moves());
    let mut progress = |report: &Report| {
        if gathered.add(report) == complete {
            tell(Tell::Progress(gathered.told(report)));
        }
    };
    let found = match ask.level {
        Some(number) => {
            let level = Level::new(number).ok_or_else(|| format!("there is no level {number}"))?;
            engine.play(&game, level, ask.seed, &limits, stop, &mut progress)
        }
        None => engine.search(&game, &limits, stop, &mut progress),
    };
    gathered.fill = engine.fill();
    gathered.correct(&found);
    Ok(gathered.told(&found))
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

/// The lines of the present iteration, which the engine tells one by one.
struct Gathered {
    id: AskId,
    fill: u16,
    start: AnyPosition,
    lines: Vec<Line>,
}

impl Gathered {
    /// Adds a line; how many there are now.
    fn add(&mut self, report: &Report) -> usize {
        if report.multi_pv <= 1 {
            self.lines.clear();
        }
        self.lines.push(self.worded(report));
        self.lines.len()
    }

    /// An iteration that was cut off may have changed its mind about the best line.
    fn correct(&mut self, last: &Report) {
        let best = self.worded(last);
        if best.moves.is_empty() {
            return;
        }
        let known = self.lines.iter().position(|line| line.moves.first() == best.moves.first());
        // Nobody has asked for more lines than there are: the least one leaves.
        let place = known.unwrap_or(self.lines.len().saturating_sub(1));
        if place < self.lines.len() {
            self.lines.remove(place);
        }
        self.lines.insert(0, best);
        // What is known of the others may be older and look better than it is.
        let most = self.lines[0].score;
        self.lines
            .iter_mut()
            .filter(|line| line.score.value() > most.value())
            .for_each(|line| line.score = most);
    }

    fn worded(&self, report: &Report) -> Line {
        let mut position = self.start;
        let mut moves = Vec::with_capacity(report.pv.len());
        for route in &report.pv {
            moves.push(position.write(route));
            match position.play_route(route) {
                Some(next) => position = next,
                None => break,
            }
        }
        Line { score: report.score.into(), moves }
    }

    fn told(&self, report: &Report) -> brain::Report {
        brain::Report {
            id: self.id,
            depth: report.depth,
            nodes: report.nodes,
            millis: report.time.as_millis().try_into().unwrap_or(u32::MAX),
            fill: self.fill,
            lines: self.lines.clone(),
        }
    }
}
