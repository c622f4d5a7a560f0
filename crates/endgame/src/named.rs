//! The tables of a variant that is named at run time: what a command line or a server asks for.
//!
//! Each of these compiles once per variant, here and not in every program that wants them.

use std::path::Path;

use damka_rules::{AnyPosition, DrawClock, MoveList, Position, Rules, Variant, dispatch, with_position};

use crate::{Event, Report, TableError, Tables, Verdict};

/// What the tables say about a position and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How it ends, if they know.
    pub verdict: Option<Verdict>,
    /// What each legal move is worth to the side that makes it, by its text.
    pub moves: Vec<(String, Verdict)>,
    /// The number of pieces up to which every position is known.
    pub most_pieces: u8,
}

/// As [`Tables::build`].
pub fn build(
    variant: Variant,
    dir: &Path,
    pieces: u8,
    threads: usize,
    on_event: &mut dyn FnMut(Event),
) -> Result<(), TableError> {
    dispatch!(variant, R => Tables::<R>::build(dir, pieces, threads, on_event).map(drop))
}

/// As [`Tables::verify`], up to so many pieces or as many as are complete; returns how many. Fewer than two
/// means that there was nothing to verify.
pub fn verify(
    variant: Variant,
    dir: &Path,
    pieces: Option<u8>,
    threads: usize,
    on_event: &mut dyn FnMut(Event),
) -> Result<u8, TableError> {
    dispatch!(variant, R => {
        let tables = Tables::<R>::open(dir)?;
        let pieces = pieces.unwrap_or(tables.most_pieces());
        if pieces >= 2 {
            tables.verify(pieces, threads, on_event)?;
        }
        Ok(pieces)
    })
}

/// As [`Tables::catalogue`], with the number of pieces up to which every position is known.
pub fn catalogue(variant: Variant, dir: &Path) -> Result<(Vec<Report>, u8), TableError> {
    dispatch!(variant, R => {
        let reports = Tables::<R>::catalogue(dir)?;
        let most = if reports.is_empty() { 0 } else { Tables::<R>::open(dir)?.most_pieces() };
        Ok((reports, most))
    })
}

/// What the tables of a directory, and those that can be had at once, say about a position.
pub fn ask(pos: &AnyPosition, dir: &Path) -> Result<Answer, TableError> {
    fn of<R: Rules>(pos: &Position<R>, dir: &Path) -> Result<Answer, TableError> {
        let mut tables = Tables::<R>::open(dir)?;
        tables.extend_in_memory(Tables::<R>::quick_pieces())?;
        let mut moves = MoveList::new();
        pos.legal_moves(&mut moves);
        let worth = |&m| Some((pos.write(m), tables.probe_move(pos, &DrawClock::default(), m)?));
        Ok(Answer {
            verdict: tables.probe_distance(pos),
            moves: moves.iter().filter_map(worth).collect(),
            most_pieces: tables.most_pieces(),
        })
    }
    with_position!(pos, pos => of(pos, dir))
}
