//! Which patterns are the same thing seen from another side, and share one weight.
//!
//! Turning the board round and exchanging the colours turns White's gain into Black's: the value changes its
//! sign. On boards that are their own mirror image left and right are alike as well.

use super::windows::{Shape, Window};

/// For every pattern the weight it uses: 0 none (it is its own opposite), otherwise plus or minus 1 + number.
pub(crate) fn canon(shape: Shape) -> (Vec<i32>, usize) {
    canon_of(shape, &shape.windows())
}

/// The same for any list of windows that is closed under the symmetries of the board.
pub(crate) fn canon_of(shape: Shape, windows: &[Window]) -> (Vec<i32>, usize) {
    let bases = bases(windows);
    let index =
        |w: Window| windows.iter().position(|&x| x == w).expect("the windows are closed under symmetry");
    let mut map = vec![0; bases[windows.len()]];
    let mut known = vec![false; map.len()];
    let mut count = 0;
    for (i, &w) in windows.iter().enumerate() {
        let turned = bases[index(turn(shape, w))];
        let flipped = bases[index(flip(shape, w))];
        let both = bases[index(turn(shape, flip(shape, w)))];
        for number in 0..w.patterns() {
            let at = bases[i] + number;
            if known[at] {
                continue;
            }
            let opposite = turned + turn_pattern(w, number);
            let mut same = [at; 2];
            let mut other = [opposite; 2];
            if shape.symmetric {
                let mirror = flip_pattern(w, number);
                same[1] = flipped + mirror;
                other[1] = both + turn_pattern(w, mirror);
            }
            let own_opposite = same.iter().any(|at| other.contains(at)) || is_idle(w, number);
            if !own_opposite {
                count += 1;
            }
            for (ends, sign) in [(same, 1), (other, -1)] {
                for at in ends {
                    known[at] = true;
                    map[at] = if own_opposite { 0 } else { sign * count };
                }
            }
        }
    }
    (map, count as usize)
}

/// Where each window's patterns begin, and the total.
pub(crate) fn bases(windows: &[Window]) -> Vec<usize> {
    let mut at = 0;
    let mut list = vec![0];
    list.extend(windows.iter().map(|w| {
        at += w.patterns();
        at
    }));
    list
}

fn turn(shape: Shape, w: Window) -> Window {
    Window { row: shape.height - w.rows - w.row, col: shape.cols - w.cols - w.col, ..w }
}

fn flip(shape: Shape, w: Window) -> Window {
    if shape.symmetric { Window { col: shape.cols - w.cols - w.col, ..w } } else { w }
}

/// A court without a king: it counts nothing.
fn is_idle(w: Window, mut number: usize) -> bool {
    if w.states == 3 {
        return false;
    }
    while number > 0 {
        if number % w.states >= 3 {
            return false;
        }
        number /= w.states;
    }
    true
}

/// The pattern seen after turning the board round and exchanging the colours.
fn turn_pattern(w: Window, mut number: usize) -> usize {
    const SWAP: [usize; 5] = [0, 2, 1, 4, 3];
    let mut turned = 0;
    for _ in 0..w.squares() {
        turned = turned * w.states + SWAP[number % w.states];
        number /= w.states;
    }
    turned
}

/// The pattern seen in a mirror.
fn flip_pattern(w: Window, mut number: usize) -> usize {
    let (mut flipped, mut power) = (0, 1);
    for _ in 0..w.rows {
        let mut row = 0;
        for _ in 0..w.cols {
            row = row * w.states + number % w.states;
            number /= w.states;
        }
        flipped += row * power;
        power *= w.states.pow(w.cols as u32);
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_and_flipping_twice_changes_nothing() {
        for (rows, cols, states) in [(2, 4, 3), (4, 2, 3), (2, 3, 5)] {
            let w = Window { row: 0, col: 0, rows, cols, states };
            for number in 0..w.patterns() {
                assert_eq!(turn_pattern(w, turn_pattern(w, number)), number);
                assert_eq!(flip_pattern(w, flip_pattern(w, number)), number);
            }
        }
    }
}
