//! Self-play, training and matches: how the weights are made and how engines are compared.
//!
//! One pipeline for every variant: [`selfplay`] writes quiet positions with results, [`train`] fits the
//! weights to them by logistic regression and [`net`] a network, [`contest`] plays the new weights against the old ones and says
//! whether they are better; [`rounds`] does all three again and again. [`spsa`] fits margins of the search. [`book`] grows
//! opening books, [`puzzles`] makes puzzles, [`curve`] says what a score is worth.

pub mod book;
pub mod contest;
pub mod curve;
pub mod endings;
pub mod net;
pub mod puzzles;
pub mod record;
pub mod rounds;
pub mod selfplay;
pub mod spsa;
pub mod tactics;
pub mod train;
