//! How much less deeply a late move is searched.

use super::params::Margins;

const DEPTHS: usize = 64;
const MOVES: usize = 32;

/// Reductions by depth and by how late a move comes, in plies.
pub(crate) struct Reductions(Box<[[u8; MOVES]; DEPTHS]>);

impl Reductions {
    pub(crate) fn new(margins: &Margins) -> Reductions {
        let mut table = Box::new([[0; MOVES]; DEPTHS]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (late, cell) in row.iter_mut().enumerate().skip(1) {
                let growth = (depth as f64).ln() * (late as f64 + 1.0).ln() / margins.reduce_slope as f64;
                let plies = margins.reduce_least as f64 / 100.0 + 100.0 * growth;
                *cell = plies as u8;
            }
        }
        Reductions(table)
    }

    #[inline(always)]
    pub(crate) fn plies(&self, depth: i32, late: usize) -> i32 {
        self.0[(depth as usize).min(DEPTHS - 1)][late.min(MOVES - 1)] as i32
    }
}
