//! How long to search: the `level` command as written, and what it comes to when the search begins.

use std::time::Duration;

use crate::line::Line;
use crate::message::MessageError;

/// More seconds than any game lasts; larger numbers from outside are cut to it.
const LONGEST: f64 = 1e8;

/// The fields of one or several `level` commands; a later command overrides field by field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// `depth=`.
    pub depth: Option<u32>,
    /// `nodes=`.
    pub nodes: Option<u64>,
    /// The clock of the game.
    pub control: Control,
    /// `move-time=` in seconds.
    pub move_time: Option<f64>,
    /// `infinite`.
    pub infinite: bool,
}

/// The limits of a search in plain durations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Search no deeper than this.
    pub depth: Option<u32>,
    /// Search no more nodes than this.
    pub nodes: Option<u64>,
    /// Use this time for the move.
    pub move_time: Option<Duration>,
    /// Divide this clock over the moves to come.
    pub clock: Option<Clock>,
    /// The GUI said `infinite`: it will send `stop`.
    pub infinite: bool,
}

/// A game clock at the moment the move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What may be used for this move at most; the increment is in it already.
    pub remaining: Duration,
    /// What every later move adds.
    pub increment: Duration,
    /// Moves until the next time control, if there is one.
    pub moves: Option<u32>,
}

/// The part of a `level` command that tells of a game's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Control {
    /// `moves=`, until the next time control.
    pub moves: Option<u32>,
    /// `time=`, seconds on the clock *before* the increment of this move is added, so it may be negative.
    pub time: Option<f64>,
    /// `inc=` in seconds.
    pub inc: Option<f64>,
}

impl Level {
    /// Reads the arguments of a `level` line.
    ///
    /// # Errors
    /// [`MessageError`] if a number is malformed or no limit is given at all.
    pub(crate) fn from_line(line: &Line) -> Result<Level, MessageError> {
        let level = Level {
            depth: count(line, "depth")?.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            nodes: count(line, "nodes")?,
            move_time: seconds(line, "move-time")?,
            control: Control {
                moves: count(line, "moves")?.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
                time: seconds(line, "time")?,
                inc: seconds(line, "inc")?,
            },
            infinite: line.get("infinite").is_some(),
        };
        if level == Level::default() {
            return Err(MessageError::Missing {
                command: "level",
                argument: "depth, nodes, move-time, time or infinite",
            });
        }
        Ok(level)
    }

    /// This level overridden by a later one.
    pub fn then(self, later: Level) -> Level {
        Level {
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
            move_time: later.move_time.or(self.move_time),
            control: Control {
                moves: later.control.moves.or(self.control.moves),
                time: later.control.time.or(self.control.time),
                inc: later.control.inc.or(self.control.inc),
            },
            infinite: later.infinite || self.infinite,
        }
    }

    /// What the fields come to. Hub adds the increment before the move, and clients that know it (pydraughts)
    /// subtract it first: the sum is what the clock really shows, even where `time` alone is below zero.
    pub fn limits(&self) -> Limits {
        let Control { moves, time, inc } = self.control;
        let inc = inc.unwrap_or(0.0);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time.map(duration),
            clock: time.map(|time| Clock {
                remaining: duration(time + inc.max(0.0)),
                increment: duration(inc),
                moves: moves.filter(|&moves| moves > 0),
            }),
            infinite: self.infinite,
        }
    }

    /// The `level` line that says this.
    pub(crate) fn to_line(self) -> Line {
        let mut line = Line::new("level");
        let seconds = |line: Line, name, value: Option<f64>| match value {
            Some(value) => line.with(name, value),
            None => line,
        };
        if let Some(depth) = self.depth {
            line = line.with("depth", depth);
        }
        if let Some(nodes) = self.nodes {
            line = line.with("nodes", nodes);
        }
        line = seconds(line, "move-time", self.move_time);
        if let Some(moves) = self.control.moves {
            line = line.with("moves", moves);
        }
        line = seconds(line, "time", self.control.time);
        line = seconds(line, "inc", self.control.inc);
        if self.infinite { line.flag("infinite") } else { line }
    }
}

impl From<Limits> for Level {
    fn from(limits: Limits) -> Level {
        let clock = limits.clock;
        let increment = clock.map_or(0.0, |clock| clock.increment.as_secs_f64());
        Level {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time.map(|time| time.as_secs_f64()),
            control: Control {
                moves: clock.and_then(|clock| clock.moves),
                time: clock.map(|clock| clock.remaining.as_secs_f64() - increment),
                inc: (increment > 0.0).then_some(increment),
            },
            infinite: limits.infinite,
        }
    }
}

impl Limits {
    /// Whether nothing but `stop` would ever end this search.
    pub fn is_unbounded(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.move_time.is_none() && self.clock.is_none()
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

fn seconds(line: &Line, name: &'static str) -> Result<Option<f64>, MessageError> {
    let Some(text) = line.get(name) else { return Ok(None) };
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        _ => Err(MessageError::Number { argument: name, found: text.into() }),
    }
}

/// Counts may be written as reals (`nodes=1e6`): some clients compute them.
fn count(line: &Line, name: &'static str) -> Result<Option<u64>, MessageError> {
    let Some(text) = line.get(name) else { return Ok(None) };
    if let Ok(exact) = text.parse::<u64>() {
        return Ok(Some(exact));
    }
    match text.parse::<f64>() {
        // A float turned into an integer is cut at the ends of its range.
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(Some(value as u64)),
        _ => Err(MessageError::Number { argument: name, found: text.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves: Option<u32>) -> Limits {
        let (remaining, increment) = (Duration::from_millis(remaining), Duration::from_millis(increment));
        Limits { clock: Some(Clock { remaining, increment, moves }), ..Limits::default() }
    }

    #[track_caller]
    fn check(text: &str, expect: Result<Limits, &str>) {
        let line = Line::parse(text).unwrap();
        let got = Level::from_line(&line).map(|level| level.limits()).map_err(|error| error.to_string());
        assert_eq!(got.as_ref().map_err(String::as_str), expect.as_ref().map_err(|e| *e), "{text}");
    }

    #[test]
    fn levels() {
        let none = Limits::default();
        check("level depth=9", Ok(Limits { depth: Some(9), ..none }));
        check("level nodes=1e6", Ok(Limits { nodes: Some(1_000_000), ..none }));
        check("level move-time=10.0", Ok(Limits { move_time: Some(Duration::from_secs(10)), ..none }));
        check("level infinite", Ok(Limits { infinite: true, ..none }));
        check("level moves=9 time=291.587", Ok(clock(291_587, 0, Some(9))));
        check("level moves=0 time=1", Ok(clock(1000, 0, None)));
        check("level time=59 inc=1", Ok(clock(60_000, 1000, None)));
        // pydraughts with less on the clock than one increment
        check("level time=-0.5 inc=1.5", Ok(clock(1000, 1500, None)));
        check("level time=-3", Ok(clock(0, 0, None)));
        check("level time=1e300", Ok(clock(100_000_000_000, 0, None)));
        check("level", Err("level needs depth, nodes, move-time, time or infinite"));
        check("level time=soon", Err("time: 'soon' is not a number in range"));
        check("level time=NaN", Err("time: 'NaN' is not a number in range"));
        check("level depth=-1", Err("depth: '-1' is not a number in range"));
    }

    #[test]
    fn later_levels_override_field_by_field() {
        let control = Control { time: Some(1.0), ..Control::default() };
        let first = Level { depth: Some(3), control, ..Level::default() };
        let later = Level { depth: Some(5), infinite: true, ..Level::default() };
        let both = Level { depth: Some(5), control, infinite: true, ..Level::default() };
        assert_eq!(first.then(later), both);
    }
}
