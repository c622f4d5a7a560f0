//! What an engine says of itself and of its search.

use crate::line::Line;
use crate::moves::Move;

/// The answer to `hub`: who the engine is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// Where it comes from.
    pub country: String,
}

/// One report of a running search; every field may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Nominal depth.
    pub depth: Option<u32>,
    /// Average depth of the leaves.
    pub mean_depth: Option<f64>,
    /// Greatest depth reached.
    pub max_depth: Option<u32>,
    /// Which of several best lines this is, from 1; only sent when more than one is searched.
    pub multi_pv: Option<u32>,
    /// For the side to move.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Seconds since the search began.
    pub time: Option<f64>,
    /// Millions of positions per second.
    pub nps: Option<f64>,
    /// The best line.
    pub pv: Vec<Move>,
}

/// A score in men, or the distance to the end of the game in plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Men; 89.xx is a table win by custom.
    Men(f64),
    /// The side to move wins in so many plies.
    Win(u16),
    /// The side to move loses in so many plies.
    Loss(u16),
}

impl Identity {
    /// A name and a version.
    pub fn new(name: &str, version: &str) -> Self {
        Identity { name: name.into(), version: version.into(), ..Identity::default() }
    }

    pub(crate) fn to_line(&self) -> Line {
        let mut line = Line::new("id").with("name", &self.name).with("version", &self.version);
        if !self.author.is_empty() {
            line = line.with("author", &self.author);
        }
        if self.country.is_empty() { line } else { line.with("country", &self.country) }
    }

    pub(crate) fn from_line(line: &Line) -> Identity {
        let text = |name| line.get(name).unwrap_or_default().to_string();
        Identity {
            name: text("name"),
            version: text("version"),
            author: text("author"),
            country: text("country"),
        }
    }
}

impl Score {
    /// Above this a score tells the distance to the end.
    const DECIDED: f64 = 90.0;
    /// The longest distance that can be told.
    const FARTHEST: u16 = 999;

    /// The number that stands in the line: 99.xx for a win soon, 90.xx for a distant one.
    pub fn number(self) -> f64 {
        let near = |plies: u16| 100.0 - f64::from(plies.min(Self::FARTHEST)) / 100.0;
        match self {
            Score::Men(men) if men.is_nan() => 0.0,
            // The sum turns a negative zero into a plain one.
            Score::Men(men) => men.clamp(-Self::DECIDED, Self::DECIDED) + 0.0,
            Score::Win(plies) => near(plies),
            Score::Loss(plies) => -near(plies),
        }
    }

    /// The score a number stands for.
    pub fn from_number(number: f64) -> Score {
        // The value lies in 0..=999 by the guards.
        let plies = ((100.0 - number.abs()) * 100.0).round().clamp(0.0, f64::from(Self::FARTHEST)) as u16;
        match number {
            number if number > Self::DECIDED => Score::Win(plies),
            number if number < -Self::DECIDED => Score::Loss(plies),
            number => Score::Men(number),
        }
    }
}

impl Info {
    /// The line; pydraughts wants one `=` in every argument, so there are no flags.
    pub(crate) fn to_line(&self) -> Line {
        let mut line = Line::new("info");
        let mut put = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                line.args.push(crate::line::Arg { name: name.into(), value: Some(value) });
            }
        };
        put("multi-pv", self.multi_pv.map(|n| n.to_string()));
        put("depth", self.depth.map(|n| n.to_string()));
        put("mean-depth", self.mean_depth.map(|x| format!("{x:.1}")));
        put("max-depth", self.max_depth.map(|n| n.to_string()));
        put("score", self.score.map(|score| two_places(score.number())));
        put("nodes", self.nodes.map(|n| n.to_string()));
        put("time", self.time.map(|x| format!("{x:.3}")));
        put("nps", self.nps.map(|x| format!("{x:.3}")));
        let pv: Vec<String> = self.pv.iter().map(ToString::to_string).collect();
        put("pv", (!pv.is_empty()).then(|| pv.join(" ")));
        line
    }

    /// Reads what can be read: a field that makes no sense is left out, and a line ends at its first strange move.
    pub(crate) fn from_line(line: &Line) -> Info {
        let real = |name| line.get(name).and_then(|text| text.parse().ok()).filter(|x: &f64| x.is_finite());
        let moves = line.get("pv").unwrap_or_default().split_whitespace();
        Info {
            depth: line.get("depth").and_then(|text| text.parse().ok()),
            mean_depth: real("mean-depth"),
            max_depth: line.get("max-depth").and_then(|text| text.parse().ok()),
            multi_pv: line.get("multi-pv").and_then(|text| text.parse().ok()),
            score: real("score").map(Score::from_number),
            nodes: line.get("nodes").and_then(|text| text.parse().ok()),
            time: real("time"),
            nps: real("nps"),
            pv: moves.map_while(|text| text.parse().ok()).collect(),
        }
    }
}

/// Two decimals without a minus sign in front of zero.
fn two_places(number: f64) -> String {
    let text = format!("{number:.2}");
    if text == "-0.00" { "0.00".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(score: Score, text: &str) {
        assert_eq!(two_places(score.number()), text);
        let back = Score::from_number(text.parse().unwrap());
        assert_eq!(two_places(back.number()), text);
        assert_eq!(std::mem::discriminant(&back), std::mem::discriminant(&score));
    }

    #[test]
    fn scores() {
        check(Score::Men(0.12), "0.12");
        check(Score::Men(-0.001), "0.00");
        check(Score::Men(89.5), "89.50");
        check(Score::Men(1e9), "90.00");
        check(Score::Men(f64::NAN), "0.00");
        check(Score::Win(3), "99.97");
        check(Score::Loss(40), "-99.60");
        check(Score::Win(5000), "90.01");
    }
}
