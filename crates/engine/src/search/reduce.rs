//! How much less deeply a late move is searched.

const DEPTHS: usize = 64;
const MOVES: usize = 32;

/// Reductions by depth and by how late a move comes, in plies.
pub(crate) struct Reductions(Box<[[u8; MOVES]; DEPTHS]>);

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let mut table = Box::new([[0; MOVES]; DEPTHS]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (late, cell) in row.iter_mut().enumerate().skip(1) {
                let plies = 0.6 + (depth as f64).ln() * (late as f64 + 1.0).ln() / 2.2;
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
