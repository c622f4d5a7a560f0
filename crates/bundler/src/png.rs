//! Writing a PNG: the little of the format that an icon needs.

use std::io::Write as _;

use flate2::{Compression, Crc, write::ZlibEncoder};

/// A square picture of opaque RGB pixels, `size * size * 3` bytes row by row, as a PNG file.
pub(crate) fn encode(size: u32, pixels: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [size.to_be_bytes(), size.to_be_bytes()].concat();
    // 8 bits a channel, RGB, and the only compression, filter and interlace methods we use.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    for row in pixels.chunks(size as usize * 3) {
        // Each row begins with its filter; "none" suits flat colours.
        rows.write_all(&[0]).and_then(|()| rows.write_all(row)).expect("a vector takes every byte");
    }
    chunk(&mut file, b"IDAT", &rows.finish().expect("a vector takes every byte"));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(crc.sum().to_be_bytes());
}
