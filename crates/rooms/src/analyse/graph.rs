//! The graph of a game: White's chance over its plies, as paths of an SVG picture.

/// Width and height of the picture.
pub(crate) const SIZE: (f64, f64) = (300.0, 84.0);

/// Where a position stands in the picture.
pub(crate) fn point(plies: usize, chance: f64, positions: usize) -> (f64, f64) {
    let x = plies as f64 / (positions.max(2) - 1) as f64 * SIZE.0;
    (round(x), round((1.0 - chance) * SIZE.1))
}

/// The area below White's chance; positions that are not known yet are left out.
pub(crate) fn area(chances: &[Option<f64>]) -> String {
    let known: Vec<(f64, f64)> = chances
        .iter()
        .enumerate()
        .filter_map(|(ply, chance)| Some(point(ply, (*chance)?, chances.len())))
        .collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return String::new() };
    let line: Vec<String> = known.iter().map(|(x, y)| format!("L{x} {y}")).collect();
    format!("M{} {}{}L{} {}z", first.0, SIZE.1, line.concat(), last.0, SIZE.1)
}

/// After how many plies the position is that stands nearest to a place, a part of the width from the left.
pub(crate) fn nearest(part: f64, positions: usize) -> usize {
    let last = positions.saturating_sub(1);
    ((part.clamp(0.0, 1.0) * last as f64).round() as usize).min(last)
}

fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_drawn() {
        assert_eq!(area(&[None, None]), "");
        assert_eq!(area(&[Some(0.5), Some(1.0), Some(0.0)]), "M0 84L0 42L150 0L300 84L300 84z");
        assert_eq!(area(&[None, Some(0.5), Some(0.5)]), "M150 84L150 42L300 42L300 84z");
        assert_eq!(area(&[Some(0.5)]), "M0 84L0 42L0 84z");
    }

    #[test]
    fn a_click_means_the_nearest_position() {
        for (part, positions, expected) in
            [(0.0, 5, 0), (0.3, 5, 1), (0.99, 5, 4), (7.0, 5, 4), (-1.0, 5, 0), (0.5, 1, 0)]
        {
            assert_eq!(nearest(part, positions), expected);
        }
    }
}
