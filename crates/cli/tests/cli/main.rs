//! The command as people run it: small stories with the real binary.

mod bad_input;
mod pdn;
mod positions;
mod run;
