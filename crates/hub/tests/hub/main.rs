//! Whole conversations from files, and properties that hold for any input.

mod client;
mod properties;
mod transcripts;
