//! The picture of a game: pure, so that it can be looked at without a terminal.

use crossterm::style::Color;
use damka_rules::{AnyPosition, Notation, Piece, Role, Side, Square, file_letter};

use crate::board::Signs;

/// A character with its colours.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Cell {
    pub(super) sign: char,
    pub(super) ink: Color,
    pub(super) paper: Color,
}

const BLANK: Cell = Cell { sign: ' ', ink: Color::Reset, paper: Color::Reset };

/// A screen of cells.
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) cells: Vec<Cell>,
}

/// What is to be seen.
pub(super) struct View<'a> {
    pub(super) pos: &'a AnyPosition,
    pub(super) flipped: bool,
    /// Without colours everything is said by signs.
    pub(super) colourless: bool,
    pub(super) cursor: Square,
    /// Squares entered so far.
    pub(super) selected: &'a [Square],
    /// Where the piece can go.
    pub(super) targets: &'a [Square],
    /// Pieces that must capture.
    pub(super) must: &'a [Square],
    /// Squares of the last move.
    pub(super) last: &'a [Square],
    /// The squares of a hint.
    pub(super) hint: &'a [Square],
    /// Beside the board.
    pub(super) panel: &'a [String],
    /// Below everything.
    pub(super) message: &'a str,
    pub(super) prompt: &'a str,
}

/// Where the board lies on the screen, for drawing and for the mouse.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Frame {
    left: usize,
    top: usize,
    /// Width and height of a square.
    size: (usize, usize),
    grid: damka_rules::Grid,
    flipped: bool,
}

const LIGHT: Color = Color::AnsiValue(223);
const DARK: Color = Color::AnsiValue(137);
const CURSOR: Color = Color::AnsiValue(220);
const SELECTED: Color = Color::AnsiValue(107);
const LAST: Color = Color::AnsiValue(143);
const MUST: Color = Color::AnsiValue(173);
const HINT: Color = Color::AnsiValue(109);
const WHITE: Color = Color::AnsiValue(231);
const BLACK: Color = Color::AnsiValue(16);
const DOT: Color = Color::AnsiValue(58);

/// Room for the panel.
const PANEL: usize = 34;
/// Rows and columns for the names of the squares, and the lines below.
const MARGIN: usize = 4;
const BELOW: usize = 4;

impl Frame {
    /// The largest board that fits.
    pub(super) fn fit(pos: &AnyPosition, flipped: bool, width: usize, height: usize) -> Frame {
        let grid = pos.grid();
        let fits = |&(w, h): &(usize, usize)| {
            MARGIN + grid.width * w + PANEL <= width && 1 + grid.height * h + BELOW <= height
        };
        let size = [(6, 3), (4, 2)].into_iter().find(fits).unwrap_or((2, 1));
        Frame { left: MARGIN, top: 1, size, grid, flipped }
    }

    /// The square under a place of the screen.
    pub(super) fn square_at(&self, column: usize, row: usize) -> Option<Square> {
        let col = column.checked_sub(self.left)? / self.size.0;
        let row = row.checked_sub(self.top)? / self.size.1;
        if col >= self.grid.width || row >= self.grid.height {
            return None;
        }
        let (row, col) = self.turned(row, col);
        self.grid.square_at(row, col)
    }

    fn turned(&self, row: usize, col: usize) -> (usize, usize) {
        match self.flipped {
            true => (self.grid.height - 1 - row, self.grid.width - 1 - col),
            false => (row, col),
        }
    }

    fn bottom(&self) -> usize {
        self.top + self.grid.height * self.size.1
    }

    fn right(&self) -> usize {
        self.left + self.grid.width * self.size.0
    }
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, cells: vec![BLANK; width * height] }
    }

    fn put(&mut self, column: usize, row: usize, cell: Cell) {
        if column < self.width && row < self.height {
            self.cells[row * self.width + column] = cell;
        }
    }

    fn write(&mut self, column: usize, row: usize, text: &str, ink: Color) {
        for (index, sign) in text.chars().enumerate() {
            self.put(column + index, row, Cell { sign, ink, ..BLANK });
        }
    }
}

/// Paints everything.
pub(super) fn paint(view: &View<'_>, width: usize, height: usize) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let frame = Frame::fit(view.pos, view.flipped, width, height);
    for row in 0..frame.grid.height {
        for col in 0..frame.grid.width {
            square(&mut canvas, view, &frame, row, col);
        }
    }
    names(&mut canvas, view, &frame);
    let beside = frame.right() + 4;
    for (row, line) in view.panel.iter().enumerate().take(frame.bottom().max(height.saturating_sub(BELOW))) {
        let ink = if row == 0 { Color::AnsiValue(179) } else { Color::Reset };
        canvas.write(beside, frame.top + row, line, ink);
    }
    let last = height.saturating_sub(1);
    canvas.write(1, last.saturating_sub(1), view.message, Color::AnsiValue(179));
    canvas.write(1, last, &format!("> {}", view.prompt), Color::Reset);
    canvas.put(3 + view.prompt.chars().count(), last, Cell { sign: '▏', ..BLANK });
    canvas
}

/// The names of rows and columns; numbers stand at both ends of a row.
fn names(canvas: &mut Canvas, view: &View<'_>, frame: &Frame) {
    let algebraic = view.pos.notation() == Notation::Algebraic;
    for row in 0..frame.grid.height {
        let at = frame.top + row * frame.size.1 + frame.size.1 / 2;
        let squares = (0..frame.grid.width).filter_map(|col| {
            let (row, col) = frame.turned(row, col);
            frame.grid.square_at(row, col)
        });
        let squares: Vec<Square> = squares.collect();
        let (board_row, _) = frame.turned(row, 0);
        if algebraic {
            canvas.write(1, at, &format!("{:>2}", frame.grid.height - board_row), Color::AnsiValue(245));
        } else if let (Some(first), Some(last)) = (squares.first(), squares.last()) {
            canvas.write(1, at, &format!("{:>2}", first.number()), Color::AnsiValue(245));
            canvas.write(frame.right() + 1, at, &last.to_string(), Color::AnsiValue(245));
        }
    }
    if algebraic {
        for col in 0..frame.grid.width {
            let at = frame.left + col * frame.size.0 + (frame.size.0 - 1) / 2;
            let (_, board_col) = frame.turned(0, col);
            let name = file_letter(board_col).to_string();
            canvas.write(at, frame.bottom(), &name, Color::AnsiValue(245));
        }
    }
}

fn square(canvas: &mut Canvas, view: &View<'_>, frame: &Frame, row: usize, col: usize) {
    let (width, height) = frame.size;
    let (left, top) = (frame.left + col * width, frame.top + row * height);
    let (board_row, board_col) = frame.turned(row, col);
    let square = frame.grid.square_at(board_row, board_col);
    if view.colourless {
        square.into_iter().for_each(|square| signs(canvas, view, frame, (left, top), square));
        return;
    }
    let full = frame.grid.squares() == frame.grid.width * frame.grid.height;
    let plain = match square {
        // On a board played on every square the two shades only guide the eye.
        Some(_) if full && (board_row + board_col) % 2 == 0 => Color::AnsiValue(180),
        Some(_) => DARK,
        None => LIGHT,
    };
    let paper = match square {
        Some(square) if square == view.cursor => CURSOR,
        Some(square) if view.selected.contains(&square) => SELECTED,
        Some(square) if view.hint.contains(&square) => HINT,
        Some(square) if view.must.contains(&square) => MUST,
        Some(square) if view.last.contains(&square) => LAST,
        _ => plain,
    };
    for y in 0..height {
        for x in 0..width {
            canvas.put(left + x, top + y, Cell { sign: ' ', ink: DOT, paper });
        }
    }
    let Some(square) = square else { return };
    if let Some(piece) = view.pos.piece_at(square) {
        art(canvas, (left, top), frame.size, piece, paper);
    } else if view.targets.contains(&square) {
        let (x, y) = (left + (width - 1) / 2, top + height / 2);
        canvas.put(x, y, Cell { sign: '●', ink: DOT, paper });
    }
}

/// A square without colours: its piece, and what else there is to say of it on both sides.
fn signs(canvas: &mut Canvas, view: &View<'_>, frame: &Frame, (left, top): (usize, usize), square: Square) {
    let sign = match view.pos.piece_at(square) {
        Some(piece) => Signs::Pieces.piece(piece),
        None if view.targets.contains(&square) => '+',
        None => Signs::Pieces.empty(),
    };
    let (before, behind) = match square {
        square if square == view.cursor => ('[', ']'),
        square if view.selected.contains(&square) => ('<', '>'),
        square if view.hint.contains(&square) => ('?', '?'),
        square if view.must.contains(&square) => ('!', '!'),
        square if view.last.contains(&square) => ('\'', '\''),
        _ => (' ', ' '),
    };
    let (width, height) = frame.size;
    // The narrowest squares have room for one sign behind the piece.
    let narrow = usize::from(width < 3);
    let around = [before, sign, behind].into_iter().skip(narrow);
    let (left, top) = (left + width.saturating_sub(3) / 2, top + height / 2);
    for (index, sign) in around.enumerate() {
        canvas.put(left + index, top, Cell { sign, ..BLANK });
    }
}

/// A piece as large as its square allows.
fn art(canvas: &mut Canvas, (left, top): (usize, usize), size: (usize, usize), piece: Piece, paper: Color) {
    let (ink, crown) = match piece.side {
        Side::White => (WHITE, BLACK),
        Side::Black => (BLACK, WHITE),
    };
    let king = piece.role == Role::King;
    let rows: &[&str] = match (size, king) {
        ((6, 3), false) => &[" ▄▄▄▄ ", "▐████▌", " ▀▀▀▀ "],
        ((6, 3), true) => &[" ▄▄▄▄ ", "▐█♛♛█▌", " ▀▀▀▀ "],
        ((4, 2), false) => &["▗▄▄▖", "▝▀▀▘"],
        ((4, 2), true) => &["▗♛♛▖", "▝▀▀▘"],
        (_, false) => &["●"],
        (_, true) => &["♛"],
    };
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.chars().enumerate() {
            let cell = match sign {
                '♛' if size != (2, 1) => Cell { sign, ink: crown, paper: ink },
                _ => Cell { sign, ink, paper },
            };
            canvas.put(left + x, top + y, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    fn text(canvas: &Canvas) -> String {
        let rows = canvas.cells.chunks(canvas.width);
        let row =
            |row: &[Cell]| row.iter().map(|cell| cell.sign).collect::<String>().trim_end().to_owned() + "\n";
        rows.map(row).collect()
    }

    fn view(pos: &AnyPosition) -> View<'_> {
        View {
            pos,
            flipped: false,
            colourless: false,
            cursor: Square::new(22),
            selected: &[],
            targets: &[],
            must: &[],
            last: &[],
            hint: &[],
            panel: &[],
            message: "hello",
            prompt: "c3",
        }
    }

    #[test]
    fn every_board_is_painted_on_every_screen() {
        for &variant in Variant::EVERY {
            let pos = AnyPosition::start(variant);
            for (width, height) in [(0, 0), (1, 1), (20, 10), (80, 24), (100, 40), (200, 60)] {
                for flipped in [false, true] {
                    let canvas = paint(&View { flipped, ..view(&pos) }, width, height);
                    assert_eq!(canvas.cells.len(), width * height);
                }
            }
        }
    }

    #[track_caller]
    fn check(canvas: &Canvas, rows: &[(usize, &str)]) {
        let painted = text(canvas);
        for &(row, expected) in rows {
            assert_eq!(painted.lines().nth(row), Some(expected));
        }
    }

    #[test]
    fn a_small_screen_has_a_small_board() {
        let pos = AnyPosition::from_fen(Variant::Russian, "W:Wc3,Ka1:Bd4,Kh8").unwrap();
        let rows = [(1, "  8               ♛"), (6, "  3     ●"), (9, "    a b c d e f g h"), (13, " > c3▏")];
        check(&paint(&view(&pos), 60, 14), &rows);
    }

    /// Without colours the sides differ by their signs, and the cursor and the moves by what stands around them.
    #[test]
    fn signs_say_what_colours_would() {
        let pos = AnyPosition::from_fen(Variant::Russian, "W:Wc3,Ka1:Bd4,Kh8").unwrap();
        let (c3, e5, d4) = (Square::new(22), Square::new(15), Square::new(18));
        let seen = View { colourless: true, must: &[c3], targets: &[e5], cursor: d4, ..view(&pos) };
        let canvas = paint(&seen, 60, 14);
        assert!(canvas.cells.iter().all(|cell| cell.paper == Color::Reset));
        let rows = [
            (1, "  8   ·   ·   ·   ⛃"),
            (4, "  5 ·   ·   +   ·"),
            (5, "  4   ·   ⛂]  ·   ·"),
            (6, "  3 ·   ⛀!  ·   ·"),
            (8, "  1 ⛁   ·   ·   ·"),
        ];
        check(&canvas, &rows);
    }

    #[test]
    fn the_mouse_finds_the_square_that_is_drawn_there() {
        for &variant in Variant::EVERY {
            let pos = AnyPosition::start(variant);
            for flipped in [false, true] {
                let frame = Frame::fit(&pos, flipped, 120, 50);
                let mut found: Vec<Square> = (0..120)
                    .flat_map(|column| (0..50).filter_map(move |row| frame.square_at(column, row)))
                    .collect();
                found.sort();
                found.dedup();
                assert_eq!(found.len(), pos.grid().squares(), "{variant}");
            }
        }
    }
}
