//! The trainer against the tables themselves.
#![allow(clippy::unwrap_used)]

mod petrov;
mod studies;
