//! A position as text: one row a line, with the names of the squares around it.

use std::env;

use damka_rules::{AnyPosition, Notation, Piece, Role, Side, file_letter};

/// The characters a board is drawn with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Signs {
    /// Draughtsmen.
    Pieces,
    /// Letters, as Hub has them: for terminals that know nothing else.
    Ascii,
}

impl Signs {
    /// What the terminal can show.
    pub(crate) fn of_terminal() -> Signs {
        match is_dumb() {
            true => Signs::Ascii,
            false => Signs::Pieces,
        }
    }

    /// What stands for a piece.
    pub(crate) const fn piece(self, piece: Piece) -> char {
        match (self, piece.side, piece.role) {
            (Signs::Ascii, ..) => piece.letter('b'),
            (Signs::Pieces, Side::White, Role::Man) => '⛀',
            (Signs::Pieces, Side::White, Role::King) => '⛁',
            (Signs::Pieces, Side::Black, Role::Man) => '⛂',
            (Signs::Pieces, Side::Black, Role::King) => '⛃',
        }
    }

    /// What stands for an empty square.
    pub(crate) const fn empty(self) -> char {
        match self {
            Signs::Pieces => '·',
            Signs::Ascii => '.',
        }
    }
}

/// A terminal that can only print: no painting, no colours, no signs beyond ASCII.
pub(crate) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// Did the person ask every program to do without colours (<https://no-color.org>)?
pub(crate) fn is_colourless() -> bool {
    env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The name of a side.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The board with a dot on every empty playable square, White at the bottom unless it is flipped.
pub(crate) fn draw(pos: &AnyPosition, flipped: bool, signs: Signs) -> String {
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
