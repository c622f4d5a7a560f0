//! A club behind a real port on this machine, with real sockets.

mod club;
mod games;
mod people;
mod security;
