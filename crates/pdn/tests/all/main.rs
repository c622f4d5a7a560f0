//! Tests of the crate from outside.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod corpus;
mod damage;
mod grammar;
mod reading;
mod round_trip;
mod show;
mod writing;
