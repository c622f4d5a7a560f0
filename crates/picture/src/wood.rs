//! Turned wood as SVG text: discs, kings, undersides, squares. The board on the page and the picture to take
//! away are drawn by these functions, 100 units a square.

use damka_rules::{Grid, Playable, Role, Side};

use crate::palette::{Disc, KingStyle, Palette, TURNED};

/// What is drawn of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One disc.
    Man,
    /// Two discs and a crown.
    Crowned,
    /// One disc shown from below, with the owner's colour and a golden star.
    TurnedKing,
    /// One disc shown from below: taken, and about to leave.
    Underside,
}

impl Shape {
    /// The shape of a piece.
    pub fn of(role: Role, style: KingStyle) -> Shape {
        match (role, style) {
            (Role::Man, _) => Shape::Man,
            (Role::King, KingStyle::Crown) => Shape::Crowned,
            (Role::King, KingStyle::Turned) => Shape::TurnedKing,
        }
    }
}

/// How high the second disc of a king stands above the first.
const STOREY: i32 = 9;
const CROWN: &str = "M-17 9L-20-9L-9.5-1L0-14L9.5-1L20-9L17 9z";
const STAR: &str =
    "M0-17L4-5.5 16.200-5.300 6.500 2.100 10 13.800 0 6.800-10 13.800-6.500 2.100-16.200-5.300-4-5.500z";

/// The gradients that the pieces refer to; once in a document.
pub fn gradients() -> String {
    let mut out = String::new();
    for Disc { name, face: [a, b, c], rim: [top, bottom], .. } in TURNED {
        out.push_str(&format!(
            "<radialGradient id=\"{name}-face\" cx=\".38\" cy=\".3\" r=\".8\"><stop stop-color=\"{a}\"/>\
             <stop offset=\".55\" stop-color=\"{b}\"/><stop offset=\"1\" stop-color=\"{c}\"/></radialGradient>\
             <linearGradient id=\"{name}-rim\" x2=\"0\" y2=\"1\"><stop stop-color=\"{top}\"/>\
             <stop offset=\"1\" stop-color=\"{bottom}\"/></linearGradient>"
        ));
    }
    out.push_str(
        "<linearGradient id=\"gold\" x2=\"0\" y2=\"1\"><stop stop-color=\"#ffe39a\"/><stop offset=\".5\" \
         stop-color=\"#e9b23c\"/><stop offset=\"1\" stop-color=\"#a8741a\"/></linearGradient>\
         <radialGradient id=\"shade\"><stop offset=\".72\" stop-opacity=\".42\"/><stop offset=\"1\" \
         stop-opacity=\"0\"/></radialGradient>",
    );
    out
}

/// A piece around the origin, with its shadow.
pub fn piece(disc: Disc, shape: Shape) -> String {
    let mut out = String::new();
    if !disc.flat {
        out.push_str(
            "<ellipse class=\"shadow\" cx=\"3\" cy=\"11\" rx=\"46\" ry=\"42\" fill=\"url(#shade)\"/>",
        );
    }
    match shape {
        Shape::Man => {
            body(&mut out, disc);
            grooves(&mut out, disc, &[28, 18]);
        }
        Shape::Crowned => {
            body(&mut out, disc);
            out.push_str(&format!("<g class=\"crowned\"><g transform=\"translate(0 -{STOREY})\">"));
            body(&mut out, disc);
            grooves(&mut out, disc, &[29]);
            out.push_str(&format!(
                "<g class=\"crown\" fill=\"{}\" stroke=\"#6b4a10\" stroke-width=\"1.6\" \
                 stroke-linejoin=\"round\"><path d=\"{CROWN}\"/><path d=\"M-17 11.500h34v4h-34z\"/></g></g></g>",
                gold(disc)
            ));
        }
        Shape::TurnedKing => {
            out.push_str("<g class=\"crowned\">");
            underside(&mut out, disc);
            out.push_str(&format!(
                "<g class=\"star\" stroke=\"#6b4a10\" stroke-width=\"1.2\" stroke-linejoin=\"round\" fill=\"{0}\">\
                 <path d=\"M0-32a32 32 0 1 0 .1 0zM0-26.500a26.500 26.500 0 1 1-.1 0z\"/><path d=\"{STAR}\"/></g></g>",
                gold(disc)
            ));
        }
        Shape::Underside => {
            underside(&mut out, disc);
            grooves(&mut out, disc, &[31, 25, 19, 13, 7]);
        }
    }
    out
}

fn gold(disc: Disc) -> &'static str {
    if disc.flat { "#ffc53d" } else { "url(#gold)" }
}

/// The side wall, the rim and the face of one disc.
fn body(out: &mut String, disc: Disc) {
    let Disc { name, wall, edge, .. } = disc;
    let (rim, face) = match disc.flat {
        true => (disc.rim[0].to_owned(), disc.face[0].to_owned()),
        false => (format!("url(#{name}-rim)"), format!("url(#{name}-face)")),
    };
    out.push_str(&format!(
        "<g stroke=\"{edge}\" stroke-width=\"1.2\"><circle r=\"40\" cy=\"5\" fill=\"{wall}\"/>\
         <circle r=\"40\" fill=\"{rim}\"/></g><circle class=\"face\" r=\"35.5\" fill=\"{face}\"/>"
    ));
}

/// A disc shown from below: flat, without the light on its dome.
fn underside(out: &mut String, disc: Disc) {
    let Disc { wall, edge, .. } = disc;
    out.push_str(&format!(
        "<g stroke=\"{edge}\" stroke-width=\"1.2\"><circle r=\"40\" cy=\"5\" fill=\"{wall}\"/>\
         <circle class=\"face\" r=\"40\" fill=\"{}\"/></g>",
        disc.face[1]
    ));
}

/// Rings cut into the face: a dark line and the lit lip below it.
fn grooves(out: &mut String, disc: Disc, radii: &[i32]) {
    let [dark, lit] = disc.groove;
    let dash = if disc.broken { " stroke-dasharray=\"9 7\"" } else { "" };
    out.push_str("<g fill=\"none\" opacity=\".75\">");
    for r in radii {
        out.push_str(&format!("<circle r=\"{r}\" stroke=\"{dark}\" stroke-width=\"2.2\"{dash}/>"));
        if !disc.flat {
            out.push_str(&format!(
                "<circle r=\"{r}\" cy=\"1.4\" stroke=\"{lit}\" stroke-width=\"1.1\"{dash}/>"
            ));
        }
    }
    out.push_str("</g>");
}

/// Column and row on the screen of a place of the grid.
pub fn seen_from(grid: Grid, bottom: Side, row: usize, col: usize) -> (usize, usize) {
    match bottom {
        Side::White => (col, row),
        Side::Black => (grid.width - 1 - col, grid.height - 1 - row),
    }
}

/// The squares in use as one path; of a board that uses all of them, every other one.
pub fn squares(grid: Grid, bottom: Side) -> String {
    let all = grid.playable == Playable::All;
    let mut path = String::new();
    for square in grid.all() {
        let (row, col) = grid.place(square);
        if all && (row + col) % 2 == 0 {
            continue;
        }
        let (x, y) = seen_from(grid, bottom, row, col);
        path.push_str(&format!("M{}00 {}00h100v100h-100z", x, y));
    }
    path
}

/// Thin lines between the squares of a board that uses all of them.
pub fn lines(grid: Grid) -> String {
    if grid.playable != Playable::All {
        return String::new();
    }
    let (w, h) = (grid.width, grid.height);
    let mut path: String = (1..w).map(|x| format!("M{x}00 0V{h}00")).collect();
    path.extend((1..h).map(|y| format!("M0 {y}00H{w}00")));
    path
}

/// The surface: squares and lines without grain, which the page and the picture lay over it in their own ways.
pub fn surface(grid: Grid, bottom: Side, palette: &Palette) -> String {
    let Palette { used, unused, line, .. } = palette;
    format!(
        "<rect width=\"{}00\" height=\"{}00\" fill=\"{unused}\"/><path d=\"{}\" fill=\"{used}\"/>\
         <path d=\"{}\" stroke=\"{line}\" stroke-width=\"1.500\" fill=\"none\"/>",
        grid.width,
        grid.height,
        squares(grid, bottom),
        lines(grid)
    )
}

/// A position so small that only colours can be told: squares and plain discs.
pub fn small(grid: Grid, pieces: &[(damka_rules::Square, damka_rules::Piece)], palette: &Palette) -> String {
    let mut out = surface(grid, Side::White, palette);
    for side in Side::BOTH {
        let disc = palette.disc(side);
        let mut path = String::new();
        for (square, _) in pieces.iter().filter(|(_, piece)| piece.side == side) {
            let (row, col) = grid.place(*square);
            path.push_str(&format!("M{col}50 {row}10a40 40 0 1 0 .1 0z"));
        }
        out.push_str(&format!(
            "<path d=\"{path}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"5\"/>",
            disc.face[1], disc.edge
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{EBONY, IVORY};

    #[test]
    fn the_owner_of_a_turned_king_is_seen() {
        for disc in TURNED {
            let drawn = piece(disc, Shape::TurnedKing);
            assert!(drawn.contains(&format!("class=\"face\" r=\"40\" fill=\"{}\"", disc.face[1])), "{drawn}");
            assert!(drawn.contains("class=\"star\"") && !drawn.contains("class=\"crown\""));
        }
        assert_ne!(piece(IVORY, Shape::TurnedKing), piece(EBONY, Shape::TurnedKing));
    }

    #[test]
    fn every_shape_is_told_from_the_others() {
        let shapes = [Shape::Man, Shape::Crowned, Shape::TurnedKing, Shape::Underside];
        let drawn = shapes.map(|shape| piece(IVORY, shape));
        for (i, one) in drawn.iter().enumerate() {
            assert!(drawn[i + 1..].iter().all(|other| other != one), "{:?}", shapes[i]);
        }
    }

    #[test]
    fn every_gradient_that_is_used_is_there() {
        let defined = gradients();
        for disc in TURNED {
            let drawn = piece(disc, Shape::Crowned);
            for part in drawn.split("url(#").skip(1) {
                let name = part.split(')').next().unwrap();
                assert!(defined.contains(&format!("id=\"{name}\"")), "{name}");
            }
        }
    }
}
