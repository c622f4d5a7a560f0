//! Positions of self-play as they lie in a file: fixed-size records, appended, so that a run can go on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use damka_rules::{Bits, Position, Rules, SetOf, Side};

/// Bits beside the result.
const FIRST: u8 = 16;
const STRAYED: u8 = 32;

/// A quiet position with what the search and the rest of the game made of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Record<R: Rules> {
    /// The position.
    pub pos: Position<R>,
    /// The search's score for White, in hundredths of a man.
    pub score: i16,
    /// What White got: 2 a win, 1 a draw, 0 a loss.
    pub result: u8,
    /// The first of a game.
    pub first: bool,
    /// The move played here was left to chance: what comes later says nothing about this position.
    pub strayed: bool,
}

impl<R: Rules> Record<R> {
    const WORD: usize = <SetOf<R> as Bits>::WIDTH as usize / 8;
    /// Bytes of one record.
    pub const BYTES: usize = 3 * Self::WORD + 4;

    /// Writes the record.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for set in [self.pos.pieces(Side::White), self.pos.pieces(Side::Black), self.pos.kings()] {
            out.write_all(&set.widen().to_le_bytes()[..Self::WORD])?;
        }
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        let flags = self.result | flag(self.first, FIRST) | flag(self.strayed, STRAYED);
        out.write_all(&[self.pos.turn() as u8, flags])?;
        out.write_all(&self.score.to_le_bytes())
    }

    /// `None` where the bytes are no position, which only a damaged file has.
    fn read(bytes: &[u8]) -> Option<Self> {
        let set = |n: usize| {
            let mut wide = [0; 16];
            wide[..Self::WORD].copy_from_slice(&bytes[n * Self::WORD..(n + 1) * Self::WORD]);
            SetOf::<R>::narrow(u128::from_le_bytes(wide))
        };
        let tail = &bytes[3 * Self::WORD..];
        let turn = if tail[0] == 0 { Side::White } else { Side::Black };
        let pos = Position::from_sets(set(0), set(1), set(2), turn)?;
        let result = (tail[1] & 3).min(2);
        let score = i16::from_le_bytes([tail[2], tail[3]]);
        let [first, strayed] = [FIRST, STRAYED].map(|bit| tail[1] & bit != 0);
        Some(Record { pos, result, score, first, strayed })
    }
}

/// Appends whole records to a file.
pub fn append(path: &Path, records: &[u8]) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path)?.write_all(records)
}

/// How many records a file has; none if there is no file.
pub fn count<R: Rules>(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |m| m.len() / Record::<R>::BYTES as u64)
}

/// Reads a whole file. A record cut off at the end is left out.
pub fn load<R: Rules>(path: &Path) -> io::Result<Vec<Record<R>>> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut out = Vec::with_capacity(count::<R>(path) as usize);
    let mut bytes = vec![0; Record::<R>::BYTES];
    loop {
        match reader.read_exact(&mut bytes) {
            Ok(()) => out.extend(Record::read(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(out),
            Err(error) => return Err(error),
        }
    }
}
