//! Bytes in compressed blocks that are unpacked when first looked at.

use std::io::Write;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

use flate2::{Compression, Decompress, FlushDecompress, Status, write::ZlibEncoder};

use crate::parallel;

/// Plain bytes in a block: unpacking one takes some fifty microseconds.
pub(crate) const BLOCK: usize = 1 << 14;

/// Where packed bytes live: a file in memory, mapped or read.
pub(crate) type Source = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A long row of bytes, cut into blocks.
pub(crate) struct Blocks {
    len: usize,
    source: Option<Source>,
    packed: Vec<Range<usize>>,
    /// An empty block is one that could not be unpacked.
    plain: Vec<OnceLock<Box<[u8]>>>,
}

impl Blocks {
    /// Bytes that were never packed.
    pub(crate) fn plain(bytes: &[u8]) -> Blocks {
        let plain = bytes.chunks(BLOCK).map(|block| OnceLock::from(Box::<[u8]>::from(block))).collect();
        Blocks { len: bytes.len(), source: None, packed: Vec::new(), plain }
    }

    /// How many blocks make up so many bytes.
    pub(crate) fn count(len: usize) -> usize {
        len.div_ceil(BLOCK)
    }

    /// Packed blocks at their places in a source.
    pub(crate) fn packed(len: usize, source: Source, packed: Vec<Range<usize>>) -> Blocks {
        debug_assert_eq!(packed.len(), Blocks::count(len));
        let plain = packed.iter().map(|_| OnceLock::new()).collect();
        Blocks { len, source: Some(source), packed, plain }
    }

    /// The byte at `i`; `None` beyond the end or where the source is damaged.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> Option<u8> {
        let block = self.plain.get(i / BLOCK)?;
        let bytes = match block.get() {
            Some(bytes) => bytes,
            None => block.get_or_init(|| self.unpack(i / BLOCK).unwrap_or_default()),
        };
        bytes.get(i % BLOCK).copied()
    }

    /// Would [`Blocks::get`] answer without unpacking anything?
    #[inline(always)]
    pub(crate) fn is_ready(&self, i: usize) -> bool {
        self.plain.get(i / BLOCK).is_none_or(|block| block.get().is_some())
    }

    #[cold]
    fn unpack(&self, n: usize) -> Option<Box<[u8]>> {
        let source = self.source.as_ref()?;
        let packed = (**source).as_ref().get(self.packed.get(n)?.clone())?;
        let mut plain = vec![0; (self.len - n * BLOCK).min(BLOCK)];
        let mut inflate = Decompress::new(true);
        let status = inflate.decompress(packed, &mut plain, FlushDecompress::Finish).ok()?;
        let whole = status == Status::StreamEnd && inflate.total_out() == plain.len() as u64;
        whole.then(|| plain.into_boxed_slice())
    }

    /// The packed form of every block.
    pub(crate) fn pack(&self, threads: usize) -> Vec<Vec<u8>> {
        let slots: Vec<_> = self.plain.iter().map(|_| Mutex::new(Vec::new())).collect();
        let work = |_: &mut (), range: Range<usize>| {
            for n in range {
                let plain = self.plain[n].get().map_or(&[][..], |block| block);
                let mut deflate = ZlibEncoder::new(Vec::new(), Compression::best());
                let written = deflate.write_all(plain).and_then(|()| deflate.finish());
                *slots[n].lock().expect("nobody panics here") = written.expect("writing to memory succeeds");
            }
        };
        parallel::run(threads, slots.len(), 4, || (), work);
        slots.into_iter().map(|slot| slot.into_inner().expect("nobody panics here")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_blocks_are_read_back_and_damage_is_seen() {
        let bytes: Vec<u8> = (0..40_000u32).map(|i| (i * i / 777) as u8).collect();
        let plain = Blocks::plain(&bytes);
        let mut file = Vec::new();
        let mut places = Vec::new();
        for block in plain.pack(2) {
            places.push(file.len()..file.len() + block.len());
            file.extend(block);
        }
        let packed = Blocks::packed(bytes.len(), Arc::new(file.clone()), places.clone());
        assert!(plain.is_ready(BLOCK) && !packed.is_ready(BLOCK));
        packed.get(BLOCK + 1);
        assert!(packed.is_ready(BLOCK) && !packed.is_ready(0));
        for (i, &byte) in bytes.iter().enumerate() {
            assert_eq!((plain.get(i), packed.get(i)), (Some(byte), Some(byte)));
        }
        assert_eq!(packed.get(bytes.len()), None);

        file[places[1].start + 40] ^= 0x55;
        let damaged = Blocks::packed(bytes.len(), Arc::new(file), places);
        assert_eq!(damaged.get(0), Some(bytes[0]));
        assert_eq!(damaged.get(BLOCK), None);
    }
}
