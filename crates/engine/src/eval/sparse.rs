//! Numbers stored sparsely: most weights are small, and many patterns never occur.
//!
//! Each number is written as an unsigned one (0, -1, 1, -2, ... become 0, 1, 2, 3, ...) in groups of seven bits,
//! the lowest first, the eighth bit saying that more follows. After a zero comes how many more zeros there are.

/// Appends the numbers.
pub(crate) fn write(numbers: &[i16], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < numbers.len() {
        let number = numbers[at] as i32;
        put((number << 1 ^ number >> 31) as u32, out);
        at += 1;
        if number == 0 {
            let zeros = numbers[at..].iter().take_while(|&&n| n == 0).count();
            put(zeros as u32, out);
            at += zeros;
        }
    }
}

/// Reads exactly so many numbers from exactly these bytes.
pub(crate) fn read(mut bytes: &[u8], count: usize) -> Option<Vec<i16>> {
    let mut numbers = Vec::with_capacity(count);
    while numbers.len() < count {
        let word = take(&mut bytes)?;
        numbers.push(i16::try_from((word >> 1) as i32 ^ -((word & 1) as i32)).ok()?);
        if word == 0 {
            let zeros = take(&mut bytes)? as usize;
            if zeros > count - numbers.len() {
                return None;
            }
            numbers.resize(numbers.len() + zeros, 0);
        }
    }
    bytes.is_empty().then_some(numbers)
}

fn put(mut word: u32, out: &mut Vec<u8>) {
    while word >= 128 {
        out.push(word as u8 | 128);
        word >>= 7;
    }
    out.push(word as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut word = 0u32;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        word |= ((byte & 127) as u32).checked_shl(shift)?;
        if byte < 128 {
            return Some(word);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back() {
        let check = |numbers: &[i16], length: usize| {
            let mut bytes = Vec::new();
            write(numbers, &mut bytes);
            assert_eq!(bytes.len(), length, "{numbers:?}");
            assert_eq!(read(&bytes, numbers.len()).as_deref(), Some(numbers));
            assert_eq!(read(&bytes, numbers.len() + 1), None);
            bytes.push(1);
            assert_eq!(read(&bytes, numbers.len()), None);
        };
        check(&[], 0);
        check(&[0], 2);
        check(&[0; 1000], 3);
        check(&[5, -63, 0, 0, 0, 64], 6);
        check(&[i16::MIN, i16::MAX, -1], 7);
    }

    #[test]
    fn damaged_bytes_are_refused() {
        for bytes in [&[0][..], &[0, 9], &[128], &[255; 9], &[255, 255, 255, 255, 1]] {
            assert_eq!(read(bytes, 4), None, "{bytes:?}");
        }
    }
}
