//! A position as text: one row a line, with the names of the squares around it.

use damka_rules::{AnyPosition, Notation, Piece, Role, Side, file_letter};

/// What stands for a piece.
pub(crate) const fn sign(piece: Piece) -> char {
    match (piece.side, piece.role) {
        (Side::White, Role::Man) => '⛀',
        (Side::White, Role::King) => '⛁',
        (Side::Black, Role::Man) => '⛂',
        (Side::Black, Role::King) => '⛃',
    }
}

/// The name of a side.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The board with a dot on every empty playable square, White at the bottom unless it is flipped.
pub(crate) fn draw(pos: &AnyPosition, flipped: bool) -> String {
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
                Some(square) => pos.piece_at(square).map_or('·', sign),
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
