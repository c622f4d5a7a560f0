//! The engine's findings as messages say them.

use damka_engine::Report;
use damka_rules::AnyPosition;

use crate::Score;
use crate::brain::Line;

/// The lines of the present iteration of a search, which the engine tells one by one.
#[derive(Debug, Clone)]
pub struct Gathered {
    start: AnyPosition,
    lines: Vec<Line>,
}

impl Gathered {
    /// Nothing known yet about this position.
    pub fn at(start: AnyPosition) -> Gathered {
        Gathered { start, lines: Vec::new() }
    }

    /// Adds a line; how many there are now.
    pub fn add(&mut self, report: &Report) -> usize {
        if report.multi_pv <= 1 {
            self.lines.clear();
        }
        self.lines.push(self.worded(report));
        self.lines.len()
    }

    /// What a search says at its end: the iteration that was cut off may have changed its mind about the best line.
    pub fn correct(&mut self, last: &Report) {
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
        // What is known of the others may be older and look better than it is.
        let most = best.score;
        self.lines
            .iter_mut()
            .filter(|line| line.score.value() > most.value())
            .for_each(|line| line.score = most);
        self.lines.insert(0, best);
    }

    /// The tables say that it is a draw: a search only says that a draw is worth nothing.
    pub fn know_draw(&mut self) {
        if let Some(best) = self.lines.first_mut() {
            best.score = Score::TableDraw;
        }
    }

    /// Best first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    fn worded(&self, report: &Report) -> Line {
        Line { score: report.score.into(), moves: self.start.write_line(&report.pv) }
    }
}
