//! Builds tables into a directory, pair by pair; what is finished is kept and never built again.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use damka_rules::Rules;

use crate::choose::MOST;
use crate::error::TableError;
use crate::file;
use crate::index::Index;
use crate::material::Material;
use crate::slice::Census;
use crate::solve::solve;
use crate::tables::{Tables, check_pieces};

/// Something worth showing while tables are built or verified.
#[derive(Clone, Debug)]
pub enum Event {
    /// What lies ahead, finished pairs included.
    Plan {
        /// How many pairs of tables.
        pairs: usize,
        /// How many positions they hold, about.
        positions: u64,
    },
    /// A pair is there from an earlier time.
    Kept {
        /// The pair.
        pair: Material,
        /// How many positions, about.
        positions: u64,
    },
    /// Work on a pair begins.
    Started {
        /// The pair.
        pair: Material,
        /// How many positions, about.
        positions: u64,
    },
    /// A level of a pair is done.
    Level {
        /// Plies from the next capture or promotion.
        level: u8,
        /// Positions decided.
        decided: u64,
    },
    /// A pair is done.
    Finished(Report),
}

/// What came of a pair.
#[derive(Clone, Debug)]
pub struct Report {
    /// The pair.
    pub pair: Material,
    /// What is in its tables.
    pub census: Vec<Census>,
    /// Bytes on disk.
    pub bytes: u64,
    /// How long it took.
    pub took: Duration,
}

/// How many numbers the tables of a pair have.
pub(crate) fn positions<R: Rules>(pair: Material) -> u64 {
    let tables = if pair == pair.swapped() { 1 } else { 2 };
    Index::<R>::new(pair).len() as u64 * tables
}

/// Every pair of at most so many pieces, in the order of building.
pub(crate) fn plan<R: Rules>(pieces: u8, on_event: &mut dyn FnMut(Event)) -> Vec<Material> {
    let pairs: Vec<Material> = (2..=pieces).flat_map(Material::pairs::<R>).collect();
    let positions = pairs.iter().map(|&pair| positions::<R>(pair)).sum();
    on_event(Event::Plan { pairs: pairs.len(), positions });
    pairs
}

fn every_pair<R: Rules>() -> impl Iterator<Item = Material> {
    (2..=MOST as u8).flat_map(Material::pairs::<R>)
}

impl<R: Rules> Tables<R> {
    /// Builds all tables of at most so many pieces into the variant's directory inside `dir`.
    ///
    /// Finished pairs are found again, so an interrupted build goes on where it was. Files that cannot be read, or
    /// that were built for other laws, are built again.
    pub fn build(
        dir: &Path,
        pieces: u8,
        threads: usize,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<Tables<R>, TableError> {
        check_pieces(pieces)?;
        let dir = file::directory(dir, R::VARIANT);
        fs::create_dir_all(&dir).map_err(|source| TableError::Io { path: dir.clone(), source })?;
        let mut tables = Tables::empty();
        for pair in plan::<R>(pieces, on_event) {
            let positions = positions::<R>(pair);
            let kept = match file::open(&dir, pair) {
                Err(TableError::Format { .. }) => None,
                found => found?,
            };
            if let Some(found) = kept {
                tables.add(found.into_iter().map(|(slice, _)| slice));
                on_event(Event::Kept { pair, positions });
                continue;
            }
            on_event(Event::Started { pair, positions });
            let start = Instant::now();
            let mut on_level = |level, decided| on_event(Event::Level { level, decided });
            let solved = solve(&tables, pair, threads, &mut on_level)?;
            let bytes = file::write(&dir, &solved, threads)?;
            let census = solved.iter().map(|(_, census)| *census).collect();
            // Take the packed file instead: distances are not needed again and would fill the memory.
            drop(solved);
            let written = file::open(&dir, pair)?.expect("the file has just been written");
            tables.add(written.into_iter().map(|(slice, _)| slice));
            on_event(Event::Finished(Report { pair, census, bytes, took: start.elapsed() }));
        }
        Ok(tables)
    }

    /// Opens all tables of the variant found in its directory inside `dir`; none is an empty set.
    ///
    /// A table is left out while any that it leads to is missing: nobody could play out the wins it promises.
    pub fn open(dir: &Path) -> Result<Tables<R>, TableError> {
        let dir = file::directory(dir, R::VARIANT);
        let mut tables = Tables::empty();
        for pair in every_pair::<R>() {
            let Some(found) = file::open(&dir, pair)? else { continue };
            if tables.has_all_below(pair) {
                tables.add(found.into_iter().map(|(slice, _)| slice));
            }
        }
        Ok(tables)
    }

    /// What tables of the variant there are inside `dir`.
    pub fn catalogue(dir: &Path) -> Result<Vec<Report>, TableError> {
        let dir = file::directory(dir, R::VARIANT);
        let mut reports = Vec::new();
        for pair in every_pair::<R>() {
            if let Some(found) = file::open::<R>(&dir, pair)? {
                let census = found.iter().map(|(_, census)| *census).collect();
                let bytes = fs::metadata(file::path(&dir, pair)).map_or(0, |m| m.len());
                reports.push(Report { pair, census, bytes, took: Duration::ZERO });
            }
        }
        Ok(reports)
    }
}
