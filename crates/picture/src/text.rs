//! A position as text: one row a line, with the names of the squares around it.

use damka_rules::{AnyPosition, Notation, Piece, Role, Side, file_letter};

/// The characters a board is drawn with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Signs {
    /// Draughtsmen.
    Pieces,
    /// Letters, as Hub has them: for terminals that know nothing else.
    Ascii,
}

impl Signs {
    /// What stands for a piece.
    pub const fn piece(self, piece: Piece) -> char {
        match (self, piece.side, piece.role) {
            (Signs::Ascii, ..) => piece.letter('b'),
            (Signs::Pieces, Side::White, Role::Man) => '⛀',
            (Signs::Pieces, Side::White, Role::King) => '⛁',
            (Signs::Pieces, Side::Black, Role::Man) => '⛂',
            (Signs::Pieces, Side::Black, Role::King) => '⛃',
        }
    }

    /// What stands for an empty square.
    pub const fn empty(self) -> char {
        match self {
            Signs::Pieces => '·',
            Signs::Ascii => '.',
        }
    }
}

/// The board with a dot on every empty playable square, White at the bottom unless it is flipped.
pub fn text(pos: &AnyPosition, flipped: bool, signs: Signs) -> String {
    let grid = pos.grid();
    let algebraic = pos.notation() == Notation::Algebraic;
    let order = |count: usize| (0..count).map(move |index| if flipped { count - 1 - index } else { index });
    let mut text = String::new();
    for row in order(grid.height) {
        let squares: Vec<_> = order(grid.width).filter_map(|col| grid.square_at(row, col)).collect();
        match (algebraic, squares.first()) {
            (true, _) => text.push_str(&format!("{:>3}", grid.height - row)),
            (false, Some(first)) => text.push_str(&format!("{:>3}", first.number())),
            (false, None) => text.push_str("   "),
        }
        for col in order(grid.width) {
            text.push(' ');
            text.push(match grid.square_at(row, col) {
                None => ' ',
                Some(square) => pos.piece_at(square).map_or(signs.empty(), |piece| signs.piece(piece)),
            });
        }
        if let (false, Some(last)) = (algebraic, squares.last()) {
            text.push_str(&format!("  {last}"));
        }
        text.push('\n');
    }
    if algebraic {
        text.push_str("   ");
        for col in order(grid.width) {
            text.push(' ');
            text.push(file_letter(col));
        }
        text.push('\n');
    }
    text
}
