//! Petrov's triangle, three kings against one: how far the plan has come.

use damka_rules::{AnyPosition, Grid, Side, Square};

/// The stages of the win, in the order of the plan.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Take the main road, a1-h8, and stay on it.
    HoldTheRoad,
    /// Drive the king off the double lines, g1-a7 and h2-b8.
    OffTheDoubleLines,
    /// Drive it off the triple lines, c1-a3, a3-f8, c1-h6 and h6-f8.
    OffTheTripleLines,
    /// It stands on the oblique square, a5-e1-h4-d8: build the triangle.
    BuildTheTriangle,
    /// Give kings away and take the last one.
    GiveAndTake,
}

impl Stage {
    /// Every stage.
    pub const ALL: [Stage; 5] = [
        Stage::HoldTheRoad,
        Stage::OffTheDoubleLines,
        Stage::OffTheTripleLines,
        Stage::BuildTheTriangle,
        Stage::GiveAndTake,
    ];

    /// Its name in catalogues.
    pub const fn key(self) -> &'static str {
        match self {
            Stage::HoldTheRoad => "hold-the-road",
            Stage::OffTheDoubleLines => "off-the-double-lines",
            Stage::OffTheTripleLines => "off-the-triple-lines",
            Stage::BuildTheTriangle => "build-the-triangle",
            Stage::GiveAndTake => "give-and-take",
        }
    }

    /// What is to be done next, when the win is so many moves away.
    pub(crate) fn of(pos: &AnyPosition, attacker: Side, distance: u16) -> Stage {
        let alone = |line: &[(usize, usize)]| stands_on(pos, attacker.other(), line);
        if distance <= 2 {
            Stage::GiveAndTake
        } else if !is_on_road(pos, attacker) {
            Stage::HoldTheRoad
        } else if alone(&DOUBLE) {
            Stage::OffTheDoubleLines
        } else if alone(&TRIPLE) {
            Stage::OffTheTripleLines
        } else {
            Stage::BuildTheTriangle
        }
    }
}

/// Squares by row from the top and column: g1-a7 and h2-b8.
const DOUBLE: [(usize, usize); 14] = [
    (7, 6),
    (6, 5),
    (5, 4),
    (4, 3),
    (3, 2),
    (2, 1),
    (1, 0),
    (6, 7),
    (5, 6),
    (4, 5),
    (3, 4),
    (2, 3),
    (1, 2),
    (0, 1),
];

/// c1-a3, a3-f8, c1-h6 and h6-f8.
const TRIPLE: [(usize, usize); 16] = [
    (7, 2),
    (6, 1),
    (5, 0),
    (4, 1),
    (3, 2),
    (2, 3),
    (1, 4),
    (0, 5),
    (6, 3),
    (5, 4),
    (4, 5),
    (3, 6),
    (2, 7),
    (1, 6),
    // Corners of the square are named once; these two close it.
    (0, 5),
    (5, 0),
];

/// Does a piece of the side stand on a1-h8?
pub(crate) fn is_on_road(pos: &AnyPosition, side: Side) -> bool {
    let road: Vec<(usize, usize)> = (0..8).map(|n| (7 - n, n)).collect();
    stands_on(pos, side, &road)
}

fn stands_on(pos: &AnyPosition, side: Side, line: &[(usize, usize)]) -> bool {
    let grid: Grid = pos.grid();
    let on = |square: Square| line.contains(&grid.place(square));
    pos.to_setup().pieces.iter().any(|&(square, piece)| piece.side == side && on(square))
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    #[test]
    fn stages_follow_the_lone_king() {
        let check = |fen: &str, distance: u16, expected: Stage| {
            let pos = AnyPosition::from_fen(Variant::Russian, fen).unwrap();
            assert_eq!(Stage::of(&pos, Side::White, distance), expected, "{fen}");
        };
        check("W:WKc1,Ke1,Kg1:BKh2", 12, Stage::HoldTheRoad);
        check("W:WKa1,Kc1,Ke1:BKh2", 11, Stage::OffTheDoubleLines);
        check("W:WKa1,Kc3,Ke1:BKf8", 9, Stage::OffTheTripleLines);
        check("W:WKc3,Ke3,Kd6:BKh4", 4, Stage::BuildTheTriangle);
        check("W:WKc3,Ke3,Kd6:BKh4", 2, Stage::GiveAndTake);
    }

    #[test]
    fn lines_are_what_their_names_say() {
        let name = |line: &[(usize, usize)]| {
            let grid = Variant::Russian.grid();
            let mut names: Vec<String> = line
                .iter()
                .map(|&(row, column)| Variant::Russian.script().square(grid.square_at(row, column).unwrap()))
                .collect();
            names.sort();
            names.dedup();
            names.join(" ")
        };
        assert_eq!(name(&DOUBLE), "a7 b6 b8 c5 c7 d4 d6 e3 e5 f2 f4 g1 g3 h2");
        assert_eq!(name(&TRIPLE), "a3 b2 b4 c1 c5 d2 d6 e3 e7 f4 f8 g5 g7 h6");
    }
}
