//! Why a move was bad or good, said without words: reasons and motifs, each proved by the rules alone.
//!
//! [`explain`] is given a position, the move played, the line that answers it and the line that was better. It gives
//! back [`Because`] records. Nothing is taken from the engine on trust: a reason is kept only if the
//! [`Prover`] finds it forced against every defence, and its numbers are counted by playing the line out.
//! [`motifs`] names what a forced line does. A [`Catalogue`] turns both into sentences; its words are data.

mod because;
mod case;
mod line;
mod motif;
mod proof;
mod sentence;
mod tally;
mod tempo;

pub use because::{Because, What};
pub use case::{Case, Proven, explain};
pub use line::Line;
pub use motif::{Motif, motifs};
pub use proof::{BUDGET, Goal, Prover};
#[cfg(feature = "words")]
pub use sentence::catalogue;
pub use sentence::{Catalogue, CatalogueError};
pub use tally::{Haul, Tally};
