//! Weights made by hand: what any player knows on the first day, and where training starts.

use damka_rules::{Geometry, Goal, KingRange, Rules};

use super::canon::bases;
use super::scalars::Term;
use super::weights::{Numbering, UNIT, Weights};
use super::windows::Shape;

impl<R: Rules> Weights<R> {
    /// A man is worth 100, a king what its range gives it, men are worth more the further they are.
    pub fn hand_made() -> Self {
        Self::hand_made_with(&Numbering::new())
    }

    /// The same with a numbering at hand.
    pub fn hand_made_with(numbering: &Numbering<R>) -> Self {
        let mut stored = vec![0i16; numbering.weights()];
        let mut term = |term: Term, opening: i32, ending: i32| {
            stored[2 * term as usize] = (opening * UNIT) as i16;
            stored[2 * term as usize + 1] = (ending * UNIT) as i16;
        };
        let straight = Shape::of(R::Board::GRID).symmetric;
        match R::LAWS.goal {
            Goal::BeLeftWithoutMove => {
                term(Term::Men, -40, -80);
                term(Term::Kings, 60, -60);
            }
            _ => {
                let (first, more) = match R::LAWS.king_range {
                    KingRange::Short => (10, 130),
                    _ if straight => (150, 350),
                    _ => (120, 200),
                };
                term(Term::Men, 100, 100);
                term(Term::Kings, more, more);
                term(Term::FirstKing, first, first);
                term(Term::KingReach, 1, 1);
                term(Term::Turn, 3, 3);
                term(Term::Balance, 2, 1);
            }
        }
        place_men(numbering, &mut stored);
        Weights::new(numbering, stored).expect("the numbering is of this variant")
    }
}

/// The value of a white man's square, advance counted from its own back row.
fn square_value<R: Rules>(row: usize, col: usize) -> f64 {
    let shape = Shape::of(R::Board::GRID);
    let advance = (shape.height - 1 - row) as f64 / (shape.height - 1) as f64;
    let middle = (shape.cols - 1) as f64 / 2.0;
    let central = 1.0 - (col as f64 - middle).abs() / middle;
    match R::LAWS.goal {
        Goal::BeLeftWithoutMove => -6.0 * advance,
        Goal::FirstKing => 60.0 * advance * advance,
        Goal::LeaveNoMove => {
            // The back row keeps the opponent from crowning.
            let guard = if row == shape.height - 1 { 6.0 } else { 0.0 };
            guard + 24.0 * advance * advance + 5.0 * central
        }
    }
}

/// Spreads the value of each square over the wide windows that see it.
fn place_men<R: Rules>(numbering: &Numbering<R>, stored: &mut [i16]) {
    let shape = Shape::of(R::Board::GRID);
    let windows = shape.windows();
    let wide = shape.wide().0.len() * (shape.height + 1 - shape.wide().1);
    let bases = bases(&windows);
    let mut seen = vec![0.0; shape.height * shape.cols];
    for w in &windows[..wide] {
        for i in 0..w.squares() {
            seen[(w.row + i / w.cols) * shape.cols + w.col + i % w.cols] += 1.0;
        }
    }
    for (w, &base) in windows[..wide].iter().zip(&bases) {
        for number in 0..w.patterns() {
            let n = numbering.patterns[base + number];
            if n <= 0 {
                continue;
            }
            let mut rest = number;
            let mut value = 0.0;
            for i in 0..w.squares() {
                let (row, col) = (w.row + i / w.cols, w.col + i % w.cols);
                let share = seen[row * shape.cols + col];
                value += match rest % 3 {
                    1 => square_value::<R>(row, col) / share,
                    2 => -square_value::<R>(shape.height - 1 - row, shape.cols - 1 - col) / share,
                    _ => 0.0,
                };
                rest /= 3;
            }
            let at = 2 * (Numbering::<R>::FIRST_PATTERN + n as usize - 1);
            stored[at] = (value * UNIT as f64) as i16;
            stored[at + 1] = stored[at];
        }
    }
}
