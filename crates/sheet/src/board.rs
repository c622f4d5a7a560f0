//! A diagram: board, pieces, names of squares, whose turn it is. Black and white, so that any copier keeps it.

use damka_rules::{AnyPosition, Notation, Piece, Playable, Role, Side, file_letter};

use crate::paper::Paper;

/// How dark the dark squares are: light enough for black pieces to stand out.
const SHADE: f32 = 0.80;

impl Paper {
    /// Draws a position with its lower left corner at a place; `size` is the side of the board.
    pub(crate) fn board(&mut self, pos: &AnyPosition, left: f32, low: f32, size: f32) {
        let grid = pos.grid();
        let cell = size / grid.width as f32;
        let corner =
            |row: usize, col: usize| (left + col as f32 * cell, low + (grid.height - 1 - row) as f32 * cell);
        self.ink.save_state().set_fill_gray(SHADE);
        for (row, col) in (0..grid.height).flat_map(|row| (0..grid.width).map(move |col| (row, col))) {
            let dark = match grid.playable {
                // Every square is used: the lines between are enough.
                Playable::All => false,
                Playable::Checkered { .. } => grid.square_at(row, col).is_some(),
            };
            if dark {
                let (x, y) = corner(row, col);
                self.ink.rect(x, y, cell, cell).fill_nonzero();
            }
        }
        if grid.playable == Playable::All {
            self.ink.set_stroke_gray(0.4).set_line_width(0.4);
            for n in 1..grid.width {
                let at = n as f32 * cell;
                self.ink.move_to(left + at, low).line_to(left + at, low + size).stroke();
                self.ink.move_to(left, low + at).line_to(left + size, low + at).stroke();
            }
        }
        self.ink.set_stroke_gray(0.0).set_line_width(1.0).rect(left, low, size, size).stroke();
        self.ink.restore_state();
        self.names(pos, left, low, cell);
        for square in grid.all() {
            if let Some(piece) = pos.piece_at(square) {
                let (row, col) = grid.place(square);
                let (x, y) = corner(row, col);
                self.piece(piece, x + cell / 2.0, y + cell / 2.0, cell);
            }
        }
        // Whose turn it is: a small piece beside the edge where that side sits.
        let y = if pos.turn() == Side::White { low + cell / 4.0 } else { low + size - cell / 4.0 };
        self.piece(Piece::man(pos.turn()), left + size + cell * 0.45, y, cell * 0.5);
    }

    /// Letters and numbers at the edge, or the numbers of the squares in their corners.
    fn names(&mut self, pos: &AnyPosition, left: f32, low: f32, cell: f32) {
        let grid = pos.grid();
        if pos.notation() == Notation::Numeric {
            let size = (cell * 0.24).max(3.6);
            for square in grid.all() {
                let (row, col) = grid.place(square);
                let (x, y) = (left + col as f32 * cell, low + (grid.height - row) as f32 * cell);
                self.text(x + cell * 0.06, y - size * 0.9, size, &square.number().to_string());
            }
            return;
        }
        let size = (cell * 0.32).clamp(5.0, 8.0);
        for col in 0..grid.width {
            let x = left + (col as f32 + 0.5) * cell;
            self.centred(x, low - size * 1.15, size, &file_letter(col).to_string());
        }
        for row in 0..grid.height {
            let y = low + (row as f32 + 0.5) * cell - size * 0.35;
            self.centred(left - size * 0.75, y, size, &(row + 1).to_string());
        }
    }

    /// A man is a disc with a ring; a king wears a crown.
    fn piece(&mut self, piece: Piece, x: f32, y: f32, cell: f32) {
        let (fill, line) = if piece.side == Side::White { (1.0, 0.0) } else { (0.08, 1.0) };
        let radius = cell * 0.39;
        self.ink.save_state().set_fill_gray(fill).set_stroke_gray(0.0).set_line_width(cell * 0.035);
        self.circle(x, y, radius).fill_nonzero_and_stroke();
        self.ink.set_stroke_gray(line).set_line_width(cell * 0.025);
        if piece.role == Role::King {
            self.ink.set_fill_gray(line);
            self.crown(x, y, radius * 0.62);
        } else {
            self.circle(x, y, radius * 0.66).stroke();
        }
        self.ink.restore_state();
    }

    /// Three points over a band.
    fn crown(&mut self, x: f32, y: f32, half: f32) {
        let at = |dx: f32, dy: f32| (x + dx * half, y + dy * half);
        let points = [
            (-0.85, -0.55),
            (-1.0, 0.55),
            (-0.45, 0.05),
            (0.0, 0.8),
            (0.45, 0.05),
            (1.0, 0.55),
            (0.85, -0.55),
        ];
        for (n, (dx, dy)) in points.into_iter().enumerate() {
            let (x, y) = at(dx, dy);
            if n == 0 {
                self.ink.move_to(x, y)
            } else {
                self.ink.line_to(x, y)
            };
        }
        self.ink.close_path().fill_nonzero();
        let ((left, low), (right, high)) = (at(-0.85, -0.95), at(0.85, -0.72));
        self.ink.rect(left, low, right - left, high - low).fill_nonzero();
    }
}
