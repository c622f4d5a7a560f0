//! A position as an SVG picture: one text, no style sheet, no script, the same bytes for the same position.

use std::fmt::Write;

use damka_rules::{AnyPosition, Notation, Piece, Role, Route, Side, Square, file_letter};

/// How the picture is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Look<'a> {
    /// Black at the bottom?
    pub flipped: bool,
    /// Width and height in pixels where nothing else decides.
    pub size: u32,
    /// Names of the squares around and on the board?
    pub names: bool,
    /// A move to show: the last one, or the best one.
    pub route: Option<&'a Route>,
}

impl Default for Look<'_> {
    fn default() -> Self {
        Look { flipped: false, size: 360, names: true, route: None }
    }
}

/// One square in units of the picture.
const CELL: usize = 40;
/// Room for letters and numbers beside the board.
const MARGIN: usize = 16;

const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#a9744f";
const MARKED: &str = "#8a9a3b";
const INK: &str = "#4a3425";

/// Fill and edge of the pieces of a side.
const fn colours(side: Side) -> [&'static str; 2] {
    match side {
        Side::White => ["#fdf8ee", "#5b4636"],
        Side::Black => ["#2b2320", "#d8c3a5"],
    }
}

/// The board, White at the bottom unless it is flipped.
pub fn svg(pos: &AnyPosition, look: &Look<'_>) -> String {
    let drawing = Drawing { pos, look, out: String::with_capacity(8_000) };
    drawing.drawn()
}

struct Drawing<'a> {
    pos: &'a AnyPosition,
    look: &'a Look<'a>,
    out: String,
}

impl Drawing<'_> {
    fn drawn(mut self) -> String {
        let grid = self.pos.grid();
        let margin = if self.look.names { MARGIN } else { 0 };
        let (width, height) = (grid.width * CELL + 2 * margin, grid.height * CELL + 2 * margin);
        let size = self.look.size.clamp(40, 4_000) as usize;
        let tall = size * height / width;
        let title = self.pos.to_string();
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{size}\" \
             height=\"{tall}\" role=\"img\"><title>{title}</title><rect width=\"{width}\" height=\"{height}\" \
             fill=\"{LIGHT}\"/><g transform=\"translate({margin} {margin})\" font-family=\"sans-serif\" \
             font-size=\"11\" fill=\"{INK}\" text-anchor=\"middle\">"
        ));
        self.squares();
        if self.look.names {
            self.names();
        }
        self.line();
        for square in grid.all() {
            if let Some(piece) = self.pos.piece_at(square) {
                self.piece(square, piece);
            }
        }
        self.out.push_str("</g></svg>");
        self.out
    }

    fn put(&mut self, what: std::fmt::Arguments<'_>) {
        // Writing to memory does not fail.
        let _ = self.out.write_fmt(what);
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (usize, usize) {
        let grid = self.pos.grid();
        let (row, col) = grid.place(square);
        match self.look.flipped {
            true => ((grid.width - 1 - col) * CELL, (grid.height - 1 - row) * CELL),
            false => (col * CELL, row * CELL),
        }
    }

    fn squares(&mut self) {
        let grid = self.pos.grid();
        // Where every square is used, the colours of a chessboard would say nothing: lines part them instead.
        let edge = if grid.squares() == grid.width * grid.height { LIGHT } else { "none" };
        let on_the_way =
            |square: Square| self.look.route.is_some_and(|route| route.stops().contains(&square));
        let cells: Vec<_> = grid.all().map(|square| (self.corner(square), on_the_way(square))).collect();
        for ((x, y), marked) in cells {
            let fill = if marked { MARKED } else { DARK };
            self.put(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{edge}\"/>"
            ));
        }
    }

    fn names(&mut self) {
        let grid = self.pos.grid();
        if self.pos.notation() == Notation::Numeric {
            for square in grid.all() {
                let (x, y) = self.corner(square);
                self.put(format_args!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"9\" text-anchor=\"start\" fill=\"{LIGHT}\">{square}</text>",
                    x + 2,
                    y + 9
                ));
            }
            return;
        }
        let shown = |index: usize, count: usize| if self.look.flipped { count - 1 - index } else { index };
        let files: Vec<_> = (0..grid.width).map(|col| (shown(col, grid.width), file_letter(col))).collect();
        let rows: Vec<_> = (0..grid.height).map(|row| (shown(row, grid.height), grid.height - row)).collect();
        for (at, letter) in files {
            let (x, y) = (at * CELL + CELL / 2, grid.height * CELL + MARGIN - 4);
            self.put(format_args!("<text x=\"{x}\" y=\"{y}\">{letter}</text>"));
        }
        for (at, number) in rows {
            let y = at * CELL + CELL / 2 + 4;
            self.put(format_args!("<text x=\"-8\" y=\"{y}\">{number}</text>"));
        }
    }

    /// The way of the move that is shown.
    fn line(&mut self) {
        let Some(route) = self.look.route else { return };
        let middles: Vec<_> = route.stops().iter().map(|&square| self.middle(square)).collect();
        let points: Vec<_> = middles.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.put(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{LIGHT}\" stroke-width=\"4\" stroke-opacity=\"0.7\"/>",
            points.join(" ")
        ));
    }

    fn middle(&self, square: Square) -> (usize, usize) {
        let (x, y) = self.corner(square);
        (x + CELL / 2, y + CELL / 2)
    }

    fn piece(&mut self, square: Square, piece: Piece) {
        let (x, y) = self.middle(square);
        let [fill, edge] = colours(piece.side);
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>"
        ));
        match piece.role {
            Role::Man => self.put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"none\" stroke=\"{edge}\" stroke-opacity=\"0.6\"/>"
            )),
            // A crown, told from a man's ring by its shape and not by its colour alone.
            Role::King => self.put(format_args!(
                "<path d=\"M{} {}l2 12h16l2-12-6 6-4-8-4 8z\" fill=\"{edge}\"/>",
                x - 10,
                y - 5
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn every_game_has_its_squares_and_its_pieces() {
        for &variant in Variant::EVERY {
            let pos = AnyPosition::start(variant);
            let drawn = svg(&pos, &Look::default());
            assert_eq!(count(&drawn, "<rect "), pos.grid().squares() + 1, "{variant}");
            assert_eq!(count(&drawn, "r=\"16\""), pos.to_setup().pieces.len(), "{variant}");
        }
    }

    #[test]
    fn kings_wear_crowns_and_a_move_is_shown() {
        let pos = AnyPosition::from_fen(Variant::Russian, "W:WKa1:Bb6,d4").unwrap();
        let route = &pos.routes()[0];
        let drawn = svg(&pos, &Look { route: Some(route), ..Look::default() });
        assert_eq!(count(&drawn, "<path "), 1);
        assert_eq!(count(&drawn, "<polyline "), 1);
        assert_eq!(count(&drawn, MARKED), route.stops().len());
    }

    #[test]
    fn turning_the_board_moves_the_first_square_to_the_last_place() {
        let pos = AnyPosition::from_fen(Variant::International, "W:W50:BK46").unwrap();
        let at = |flipped: bool| svg(&pos, &Look { flipped, names: false, ..Look::default() });
        assert!(at(false).contains("<circle cx=\"340\" cy=\"380\" r=\"16\" fill=\"#fdf8ee\""));
        assert!(at(true).contains("<circle cx=\"60\" cy=\"20\" r=\"16\" fill=\"#fdf8ee\""));
    }
}
