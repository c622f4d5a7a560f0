//! The trainer against the tables themselves.

mod petrov;
mod studies;
