//! A position as text: one row a line, with the names of the squares around it.

use damka_rules::{AnyPosition, Notation, Piece, Role, Side};

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

/// The board with White at the bottom and a dot on every empty playable square.
pub(crate) fn draw(pos: &AnyPosition) -> String {
    let grid = pos.grid();
    let algebraic = pos.notation() == Notation::Algebraic;
    let mut text = String::new();
    for row in 0..grid.height {
        let squares: Vec<_> = (0..grid.width).filter_map(|col| grid.square_at(row, col)).collect();
        let (first, last) = (squares.first(), squares.last());
        match (algebraic, first) {
            (true, _) => text.push_str(&format!("{:>3}", grid.height - row)),
            (false, Some(first)) => text.push_str(&format!("{first:>3}")),
            (false, None) => text.push_str("   "),
        }
        for col in 0..grid.width {
            text.push(' ');
            text.push(match grid.square_at(row, col) {
                None => ' ',
                Some(square) => pos.piece_at(square).map_or('·', sign),
            });
        }
        if let (false, Some(last)) = (algebraic, last) {
            text.push_str(&format!("  {last}"));
        }
        text.push('\n');
    }
    if algebraic {
        text.push_str("   ");
        for col in 0..grid.width {
            text.push(' ');
            text.push((b'a' + col as u8) as char);
        }
        text.push('\n');
    }
    text.push_str(&format!("{} to move\n", side_name(pos.turn())));
    text
}
