//! Answers that go on: one JSON object a line, and an empty line now and then so that nobody hangs up.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::Value;
use tokio::sync::mpsc;

/// After so long without news an empty line is sent.
pub(crate) const SILENCE: Duration = Duration::from_secs(6);

/// Where lines go. An error means that nobody reads them any more.
#[derive(Debug, Clone)]
pub(crate) struct Lines(mpsc::Sender<String>);

/// Nobody reads any more.
#[derive(Debug)]
pub(crate) struct Unheard;

impl Lines {
    pub(crate) async fn send(&self, line: &Value) -> Result<(), Unheard> {
        self.0.send(format!("{line}\n")).await.map_err(|_| Unheard)
    }

    pub(crate) async fn breathe(&self) -> Result<(), Unheard> {
        self.0.send("\n".into()).await.map_err(|_| Unheard)
    }

    /// Until nobody reads any more.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// An answer whose lines come later.
pub(crate) fn answer() -> (Lines, Response) {
    let (lines, receiver) = mpsc::channel::<String>(64);
    let body = stream::unfold(receiver, |mut receiver| async {
        let line = receiver.recv().await?;
        Some((Ok::<_, Infallible>(line), receiver))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (Lines(lines), (kind, Body::from_stream(body)).into_response())
}
