//! What can go wrong with tables.

use std::io;
use std::path::PathBuf;

/// Why tables could not be built, written or read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A file or directory could not be used.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is not a table, or is damaged.
    #[error("{}: {reason}", path.display())]
    Format {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A table leads to one that is not there.
    #[error("table {wanted} leads to {missing}, which is not there")]
    Missing {
        /// What was to be built or verified.
        wanted: String,
        /// What it needs.
        missing: String,
    },
    /// More pieces than a table can have.
    #[error("tables have 2 to {most} pieces, not {asked}")]
    Pieces {
        /// What was asked for.
        asked: u8,
        /// The most there can be.
        most: u8,
    },
    /// A position contradicts its successors.
    #[error("table {material} is wrong: {fen} is stored as {stored}, its successors say {expected}")]
    Wrong {
        /// Which table.
        material: String,
        /// The position.
        fen: String,
        /// What the table says.
        stored: String,
        /// What follows from its moves.
        expected: String,
    },
}
