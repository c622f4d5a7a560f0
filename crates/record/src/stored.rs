//! The stored form: JSON with a version number.

use damka_rules::UnknownName;
use serde::{Deserialize, Serialize};

use crate::record::{Ply, Record, Spent, Tag};

/// The version written. It grows when an older reader would misunderstand what is written.
pub const VERSION: u32 = 1;

/// Why a text is not a stored game.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// It is not JSON, or a field is missing or of another kind.
    #[error("stored game: {0}")]
    Syntax(#[from] serde_json::Error),
}

/// Why what was stored is no record.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoredError {
    #[error("version {0} is newer than this program, which reads up to version {VERSION}")]
    Newer(u32),
    #[error(transparent)]
    Name(#[from] UnknownName),
}

/// The fields as they are stored: names and numbers. What is usual is left out.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Stored {
    version: u32,
    variant: String,
    #[serde(default, skip_serializing_if = "is_false")]
    touch_move: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// Milliseconds used for each move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    used: Vec<Option<u32>>,
    /// Milliseconds left after each move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left: Vec<Option<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Tag>,
}

impl Record {
    /// As JSON, in one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record holds nothing JSON cannot say")
    }

    /// Reads JSON; moves and start are checked only by [`Record::replay`].
    pub fn from_json(text: &str) -> Result<Record, JsonError> {
        Ok(serde_json::from_str(text)?)
    }
}

impl From<Record> for Stored {
    fn from(record: Record) -> Stored {
        let times = |of: fn(&Ply) -> Option<u32>| {
            let times: Vec<_> = record.moves.iter().map(of).collect();
            if times.iter().any(Option::is_some) { times } else { Vec::new() }
        };
        Stored {
            version: VERSION,
            variant: record.variant.to_string(),
            touch_move: record.touch_move,
            used: times(|ply| ply.spent.used),
            left: times(|ply| ply.spent.left),
            ending: record.ending.map(|ending| ending.key()),
            outcome: record.outcome.map(|outcome| outcome.to_string()),
            start: record.start,
            moves: record.moves.into_iter().map(|ply| ply.text).collect(),
            tags: record.tags,
        }
    }
}

impl TryFrom<Stored> for Record {
    type Error = StoredError;

    fn try_from(stored: Stored) -> Result<Record, StoredError> {
        if stored.version > VERSION {
            return Err(StoredError::Newer(stored.version));
        }
        let time = |times: &[Option<u32>], index: usize| times.get(index).copied().flatten();
        let spent = |index| Spent { used: time(&stored.used, index), left: time(&stored.left, index) };
        let ply = |(index, text)| Ply { text, spent: spent(index) };
        Ok(Record {
            variant: stored.variant.parse()?,
            touch_move: stored.touch_move,
            moves: stored.moves.into_iter().enumerate().map(ply).collect(),
            ending: stored.ending.as_deref().map(str::parse).transpose()?,
            outcome: stored.outcome.as_deref().map(str::parse).transpose()?,
            start: stored.start,
            tags: stored.tags,
        })
    }
}

fn is_false(value: &bool) -> bool {
    !value
}
