//! Tables on disk: one file for each pair of materials, written whole or not at all.
//!
//! ```text
//! magic       8 bytes  DAMKAET1
//! laws        8 bytes  fingerprint of the laws the table was built under
//! name        1 byte length, then the leading material, such as KKm-K
//! tables      1 byte: 1 or 2, the leading material first
//! per table   8 bytes how many numbers, all layers (see road.rs), 4 x 8 bytes census (won, drawn, lost, longest way),
//!             then twice (outcomes, distances): a 4-byte length for each packed block
//! blocks      in the same order, each a zlib stream of 16 KiB
//! ```
//! All numbers are little-endian.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use damka_rules::{Rules, Variant};

use crate::blocks::{Blocks, Source};
use crate::error::TableError;
use crate::index::Index;
use crate::material::Material;
use crate::slice::{Census, Slice};

const MAGIC: &[u8; 8] = b"DAMKAET1";
const EXTENSION: &str = "tables";

/// The directory of a variant's tables inside `dir`.
pub fn directory(dir: &Path, variant: Variant) -> PathBuf {
    dir.join(variant.to_string())
}

/// The file of a pair inside a variant's directory.
pub(crate) fn path(dir: &Path, pair: Material) -> PathBuf {
    dir.join(format!("{pair}.{EXTENSION}"))
}

/// Writes a pair: first beside its place, then moved into it.
pub(crate) fn write<R: Rules>(
    dir: &Path,
    solved: &[(Slice<R>, Census)],
    threads: usize,
) -> Result<u64, TableError> {
    let target = path(dir, solved[0].1.material);
    // Several programs may build the same table at the same time: each beside its own name.
    let beside = target.with_extension(format!("{}.part", std::process::id()));
    let failed = |source| TableError::Io { path: beside.clone(), source };
    let mut head = Vec::new();
    head.extend_from_slice(MAGIC);
    head.extend_from_slice(&fingerprint::<R>().to_le_bytes());
    let name = solved[0].1.material.to_string();
    head.push(name.len() as u8);
    head.extend_from_slice(name.as_bytes());
    head.push(solved.len() as u8);
    let mut body = Vec::new();
    for (slice, census) in solved {
        head.extend_from_slice(&((slice.index.len() * slice.index.layers()) as u64).to_le_bytes());
        for n in [census.wins, census.draws, census.losses, census.longest as u64] {
            head.extend_from_slice(&n.to_le_bytes());
        }
        for blocks in [&slice.outcomes, &slice.plies] {
            for block in blocks.pack(threads) {
                head.extend_from_slice(&(block.len() as u32).to_le_bytes());
                body.extend_from_slice(&block);
            }
        }
    }
    let mut file = fs::File::create(&beside).map_err(failed)?;
    file.write_all(&head).and_then(|()| file.write_all(&body)).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    fs::rename(&beside, &target).map_err(failed)?;
    Ok((head.len() + body.len()) as u64)
}

/// What a file holds.
pub(crate) type Contents<R> = Vec<(Slice<R>, Census)>;

/// Opens a pair; `None` if there is no such file.
pub(crate) fn open<R: Rules>(dir: &Path, pair: Material) -> Result<Option<Contents<R>>, TableError> {
    let path = path(dir, pair);
    let source = match map(&path) {
        Ok(source) => source,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(TableError::Io { path, source }),
    };
    read(source, pair).map(Some).map_err(|reason| TableError::Format { path, reason })
}

/// Reads a pair from bytes, such as a file shipped inside a program.
pub(crate) fn read<R: Rules>(source: Source, pair: Material) -> Result<Contents<R>, String> {
    let bytes = (*source).as_ref();
    let mut cursor = Cursor { bytes, at: 0 };
    if cursor.take(8)? != MAGIC {
        return Err("this is no table of ours".into());
    }
    if cursor.number()? != fingerprint::<R>() {
        return Err("built for other laws; build it again".into());
    }
    let len = cursor.take(1)?[0] as usize;
    if cursor.take(len)? != pair.to_string().as_bytes() {
        return Err(format!("does not hold {pair}"));
    }
    let materials = if pair == pair.swapped() { vec![pair] } else { vec![pair, pair.swapped()] };
    if cursor.take(1)?[0] as usize != materials.len() {
        return Err("holds another number of tables".into());
    }
    let mut tables = Vec::new();
    for material in materials {
        let index = Index::<R>::new(material);
        let numbers = index.len() * index.layers();
        if cursor.number()? != numbers as u64 {
            return Err("is numbered differently; build it again".into());
        }
        let [wins, draws, losses, longest] =
            [cursor.number()?, cursor.number()?, cursor.number()?, cursor.number()?];
        let census = Census { material, wins, draws, losses, longest: longest.min(u8::MAX as u64) as u8 };
        let sizes = [Slice::<R>::outcome_bytes(numbers), numbers];
        let lengths = [cursor.lengths(Blocks::count(sizes[0]))?, cursor.lengths(Blocks::count(sizes[1]))?];
        tables.push((index, census, sizes, lengths));
    }
    let mut at = cursor.at;
    let mut blocks = |size: usize, lengths: Vec<usize>| {
        let places = lengths.into_iter().map(|len| {
            at += len;
            at - len..at
        });
        Blocks::packed(size, source.clone(), places.collect())
    };
    let mut contents = Vec::new();
    for (index, census, sizes, [outcomes, plies]) in tables {
        let (outcomes, plies) = (blocks(sizes[0], outcomes), blocks(sizes[1], plies));
        contents.push((Slice { index, outcomes, plies }, census));
    }
    if at != bytes.len() {
        return Err(format!("has {} bytes instead of {at}", bytes.len()));
    }
    Ok(contents)
}

/// A number that changes with the laws: a table must not outlive the laws it was built under.
fn fingerprint<R: Rules>() -> u64 {
    let laws = format!("{} {:?} {:?}", R::VARIANT, R::VARIANT.grid(), R::LAWS);
    laws.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ b as u64).wrapping_mul(0x0100_0000_01b3))
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], String> {
        let taken = self.bytes.get(self.at..self.at.saturating_add(n)).ok_or("is cut short")?;
        self.at += n;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes were taken")))
    }

    fn lengths(&mut self, count: usize) -> Result<Vec<usize>, String> {
        let bytes = self.take(count * 4)?;
        let length = |four: &[u8]| u32::from_le_bytes(four.try_into().expect("chunks of four")) as usize;
        Ok(bytes.chunks_exact(4).map(length).collect())
    }
}

#[cfg(not(target_family = "wasm"))]
fn map(path: &Path) -> std::io::Result<Source> {
    let file = fs::File::open(path)?;
    if file.metadata()?.len() == 0 {
        return Ok(Arc::new(Vec::new()));
    }
    // SAFETY: the map is only read. Tables are written beside their place and moved into it, never changed
    // in place; should another program cut one short, we might be killed, but we never see torn types:
    // bytes are bytes, and each block carries a checksum.
    #[allow(unsafe_code)]
    let map = unsafe { memmap2::Mmap::map(&file)? };
    Ok(Arc::new(map))
}

#[cfg(target_family = "wasm")]
fn map(path: &Path) -> std::io::Result<Source> {
    Ok(Arc::new(fs::read(path)?))
}
