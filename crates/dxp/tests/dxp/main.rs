//! Whole conversations from files, and properties that hold for any input.

mod properties;
mod transcripts;
