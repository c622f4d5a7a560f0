//! The conversation between the page and the engine in its Web Worker.
//!
//! The page asks ([`Ask`]), the worker tells ([`Tell`]); both travel as one JSON text per message.
//! The worker says [`Tell::Ready`] once, before anything else. A running search cannot be
//! interrupted by a message: the page ends the worker and starts another, and has every finding of
//! the search so far from its progress reports.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Which question an answer belongs to; the page counts upwards.
pub type AskId = u32;

/// What the page asks of the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Say the text back, after `steps` progress reports: proves that the line works.
    Echo {
        /// Which question this is.
        id: AskId,
        /// What to say back.
        text: String,
        /// How many progress reports to send first.
        steps: u32,
    },
    /// Look for the best move of a game.
    Think(Think),
    /// Search a fixed set of positions, to measure the speed: answered by [`Tell::Done`] with nodes and time.
    Bench {
        /// Which question this is.
        id: AskId,
        /// The variant by name.
        variant: String,
        /// How many plies.
        depth: u32,
    },
}

/// A position to think about, and for how long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Think {
    /// Which question this is.
    pub id: AskId,
    /// The variant by name.
    pub variant: String,
    /// House rules in force, by name.
    #[serde(default)]
    pub options: Vec<String>,
    /// Where the game began, as FEN; `None` is the variant's own start.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves played since, as text.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How strong to play, by number from 0; `None` is full strength.
    #[serde(default)]
    pub level: Option<u8>,
    /// When to stop.
    pub limits: Limits,
    /// What the level's dice begin with, so that the engine itself draws no random numbers.
    #[serde(default)]
    pub seed: u64,
}

/// When a search ends; whichever limit is reached first. None at all means until it is stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Limits {
    /// Deepest iteration, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Most positions to visit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Longest time, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub millis: Option<u32>,
}

/// What the worker tells the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tell {
    /// The engine is loaded and listens.
    Ready,
    /// One of the progress reports of an echo.
    EchoStep {
        /// The question.
        id: AskId,
        /// Counts from 1.
        step: u32,
    },
    /// The text of an echo, said back.
    Echo {
        /// The question.
        id: AskId,
        /// The text.
        text: String,
    },
    /// What the search knows so far.
    Progress(Report),
    /// What the search found.
    Done(Report),
    /// The question could not be answered.
    Failed {
        /// The question; `None` if it could not even be read.
        id: Option<AskId>,
        /// Why, for a log rather than for a player.
        reason: String,
    },
}

/// The findings of a search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// Which question this answers.
    pub id: AskId,
    /// Depth completed, in plies.
    pub depth: u32,
    /// Score in hundredths of a man, good for the side to move; wins are beyond `±9000`.
    pub score: i32,
    /// Positions visited.
    pub nodes: u64,
    /// Time used, in milliseconds.
    pub millis: u32,
    /// Best line as move texts; its first move is the move to play.
    pub line: Vec<String>,
}

/// Writes one message.
pub fn encode<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages hold nothing JSON cannot say")
}

/// Reads one message; the error says what is wrong with it and where.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_survive_the_journey() {
        let think = Think {
            id: 7,
            variant: "russian".into(),
            options: vec![],
            start: None,
            moves: vec!["c3-d4".into()],
            level: Some(2),
            limits: Limits { millis: Some(500), ..Limits::default() },
            seed: u64::MAX,
        };
        let bench = Ask::Bench { id: 3, variant: "turkish".into(), depth: 9 };
        for ask in [Ask::Echo { id: 1, text: "шашки".into(), steps: 3 }, Ask::Think(think), bench] {
            assert_eq!(decode::<Ask>(&encode(&ask)), Ok(ask));
        }
    }

    #[test]
    fn answers_survive_the_journey() {
        let report = Report { id: 7, depth: 3, score: -12, nodes: 1, millis: 2, line: vec!["b6-c5".into()] };
        for tell in [
            Tell::Ready,
            Tell::EchoStep { id: 1, step: 2 },
            Tell::Echo { id: 1, text: "\u{1F642}\"".into() },
            Tell::Progress(report.clone()),
            Tell::Done(report),
            Tell::Failed { id: None, reason: "no".into() },
        ] {
            assert_eq!(decode::<Tell>(&encode(&tell)), Ok(tell));
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        let reason = decode::<Ask>("{\"think\":{}}").unwrap_err();
        assert!(reason.contains("line 1"), "{reason}");
    }
}
