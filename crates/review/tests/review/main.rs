//! Whole games judged, with made-up answers and with a real engine.

#[cfg(feature = "engine")]
mod engine;
mod judging;
#[cfg(feature = "engine")]
mod playing;
#[cfg(feature = "engine")]
mod reasons;
