//! A club behind a real port on this machine, with real sockets.

mod bots;
mod club;
mod faults;
mod games;
mod lobby;
mod people;
mod security;
