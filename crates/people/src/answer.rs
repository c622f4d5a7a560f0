//! Answers to requests: JSON, or trouble in words with its status.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damka_store::StoreError;
use damka_wire::people::Trouble;

use crate::club::NoEntry;

/// Why a request was not granted.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) StatusCode, pub(crate) String);

/// What a request gets.
pub(crate) type Answer<T> = Result<T, Refusal>;

impl Refusal {
    /// The request itself is wrong.
    pub(crate) fn bad(reason: impl std::fmt::Display) -> Refusal {
        Refusal(StatusCode::BAD_REQUEST, reason.to_string())
    }

    /// Who asks is not known.
    pub(crate) fn unknown() -> Refusal {
        Refusal(StatusCode::UNAUTHORIZED, "log in first".into())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        let status = match error {
            StoreError::Taken(_) => StatusCode::CONFLICT,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Refusal(status, error.to_string())
    }
}

impl From<NoEntry> for Refusal {
    fn from(error: NoEntry) -> Refusal {
        let status = match error {
            NoEntry::Unknown => StatusCode::NOT_FOUND,
            NoEntry::Elsewhere(_) => StatusCode::MISDIRECTED_REQUEST,
            NoEntry::Corrupt(_) => StatusCode::INTERNAL_SERVER_ERROR,
            NoEntry::Store(error) => return error.into(),
        };
        Refusal(status, error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(Trouble { error: self.1 })).into_response()
    }
}
