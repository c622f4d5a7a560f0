//! Positions in few letters: two squares each, in reading order, behind the side to move.

use damka_rules::{AnyPosition, Grid, Piece, Playable, PositionError, Setup, Side, Square, Variant};

/// Why letters are not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackedError {
    /// Neither `W` nor `B` at the beginning.
    #[error("a position begins with W or B")]
    Side,
    /// A letter outside a to y, or too many of them.
    #[error("'{0}' does not stand for two squares")]
    Letter(char),
    /// The pieces make no position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// What can stand on a square, by its digit.
const PIECES: [Option<Piece>; 5] = [
    None,
    Some(Piece::man(Side::White)),
    Some(Piece::king(Side::White)),
    Some(Piece::man(Side::Black)),
    Some(Piece::king(Side::Black)),
];

fn digit(piece: Option<Piece>) -> u8 {
    PIECES.iter().position(|&p| p == piece).unwrap_or_default() as u8
}

/// The letters of a position; empty squares at the end are left out.
pub(crate) fn pack(pos: &AnyPosition) -> String {
    let side = if pos.turn() == Side::White { 'W' } else { 'B' };
    letters(side, &digits(pos))
}

fn digits(pos: &AnyPosition) -> Vec<u8> {
    pos.grid().all().map(|square| digit(pos.piece_at(square))).collect()
}

fn letters(side: char, digits: &[u8]) -> String {
    let pair = |two: &[u8]| (b'a' + two[0] * 5 + two.get(1).copied().unwrap_or_default()) as char;
    let mut text = String::from(side);
    text.extend(digits.chunks(2).map(pair));
    text.truncate(text.trim_end_matches('a').len());
    text
}

/// The position of letters.
pub(crate) fn unpack(variant: Variant, text: &str) -> Result<AnyPosition, PackedError> {
    let grid = variant.grid();
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        _ => return Err(PackedError::Side),
    };
    let mut setup = Setup::empty(turn);
    let mut index = 0;
    for letter in letters {
        let value = (letter as u32).wrapping_sub('a' as u32);
        for digit in [value / 5, value % 5] {
            let piece = PIECES.get(digit as usize).ok_or(PackedError::Letter(letter))?;
            if let Some(piece) = piece {
                if index >= grid.squares() {
                    return Err(PackedError::Letter(letter));
                }
                setup.pieces.push((Square::new(index as u8 + 1), *piece));
            }
            index += 1;
        }
        if index > grid.squares() + 1 {
            return Err(PackedError::Letter(letter));
        }
    }
    Ok(AnyPosition::from_setup(variant, &setup)?)
}

/// A position seen by the side to move, and on boards without colours from the better side of the mirror: positions
/// that are the same to a solver have the same normal form.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Normal(String);

impl Normal {
    /// The normal form of a position.
    pub fn of(pos: &AnyPosition) -> Normal {
        let white = if pos.turn() == Side::White { *pos } else { pos.mirrored() };
        let digits = digits(&white);
        let plain = letters('W', &digits);
        let grid = pos.grid();
        Normal(match grid.playable {
            Playable::All => plain.min(letters('W', &reflected(&digits, grid))),
            Playable::Checkered { .. } => plain,
        })
    }

    /// A number that stands for the form: the same wherever and whenever it is computed.
    pub fn number(&self) -> u32 {
        self.0.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }
}

/// Left and right exchanged.
fn reflected(digits: &[u8], grid: Grid) -> Vec<u8> {
    digits.chunks(grid.width).flat_map(|row| row.iter().rev().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn every_start_survives_the_journey() {
        for &variant in Variant::EVERY {
            let start = AnyPosition::start(variant);
            let text = pack(&start);
            assert!(text.len() <= 1 + variant.grid().squares().div_ceil(2), "{variant}: {text}");
            assert_eq!(unpack(variant, &text).unwrap(), start, "{variant}");
        }
        let kings = position(Variant::Russian, "B:WKa1,c3:BKh8");
        assert_eq!(unpack(Variant::Russian, &pack(&kings)).unwrap(), kings);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "X", "W", "Wz", "W!", "Wé", "Waaaaaaaaaaaaaaaaab", "Wf", "Wb\u{10ffff}"] {
            assert!(unpack(Variant::Russian, text).is_err(), "{text}");
        }
    }

    #[test]
    fn sides_and_mirrors_are_the_same_to_a_solver() {
        let normal = |variant, fen: &str| Normal::of(&position(variant, fen));
        assert_eq!(normal(Variant::Russian, "W:Wc3:Bf6"), normal(Variant::Russian, "B:Wc3:Bf6"));
        assert_ne!(normal(Variant::Russian, "W:Wc3:Bf6"), normal(Variant::Russian, "W:Wc3:Bd6"));
        assert_eq!(normal(Variant::Armenian, "W:Wc3:Ba6"), normal(Variant::Armenian, "W:Wf3:Bh6"));
        assert_ne!(normal(Variant::Armenian, "W:Wc3:Ba6"), normal(Variant::Armenian, "W:Wf3:Ba6"));
    }
}
