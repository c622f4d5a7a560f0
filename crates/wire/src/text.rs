//! Messages to and from JSON text.

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};

/// No message is longer: a game of a thousand moves fits many times.
pub const MOST_BYTES: usize = 1 << 16;

/// Why a message cannot be read.
#[derive(Debug)]
pub enum DecodeError {
    /// It has so many bytes, more than [`MOST_BYTES`].
    Long(usize),
    /// It is not the JSON expected; says where and why.
    Json(serde_json::Error),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Long(bytes) => {
                write!(f, "the message has {bytes} bytes, at most {MOST_BYTES} are allowed")
            }
            DecodeError::Json(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Writes one message.
pub fn encode<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages hold nothing JSON cannot say")
}

/// Reads one message; the error says what is wrong with it and where. Never panics, whatever the text.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<T, DecodeError> {
    if text.len() > MOST_BYTES {
        return Err(DecodeError::Long(text.len()));
    }
    serde_json::from_str(text).map_err(DecodeError::Json)
}
