//! Every margin of the search by name. Values are hundredths of a man and plies.

/// No line is longer.
pub(crate) const MOST_PLIES: usize = 250;
/// Positions between two looks at the clock and the stop handle.
pub(crate) const LOOK_EVERY: u64 = 1024;

/// A root whose end the tables know is looked at for shorter wins to this depth, then played.
pub(crate) const LOOKED_UP_DEPTH: u32 = 6;

/// Half the first window around the score of the last iteration, and from which depth it is used.
pub(crate) const ASPIRATION: i32 = 12;
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// A position this much above beta per ply of depth left is not worth searching.
pub(crate) const FUTILE_ABOVE: i32 = 55;
pub(crate) const FUTILE_ABOVE_DEPTH: i32 = 4;

/// A quiet move that leaves us this much below alpha per ply of depth left is skipped.
pub(crate) const FUTILE_BELOW: i32 = 70;
pub(crate) const FUTILE_BELOW_DEPTH: i32 = 3;

/// Below alpha by this much at depth one, two: look at captures and threats only.
pub(crate) const RAZOR: i32 = 110;
pub(crate) const RAZOR_DEPTH: i32 = 2;

/// A shallow search this far above beta stands for the deep one (as in ProbCut).
pub(crate) const PROBABLE: i32 = 30;
pub(crate) const PROBABLE_PER_PLY: i32 = 2;
pub(crate) const PROBABLE_DEPTH: i32 = 5;
/// Its depth is this many tenths of the full depth.
pub(crate) const PROBABLE_TENTHS: i32 = 4;

/// A table move this much better than all others is searched one ply deeper.
pub(crate) const SINGULAR: i32 = 20;
pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// Without a table move a deep search first makes one by a search this much shallower.
pub(crate) const INTERNAL_DEPTH: i32 = 5;

/// Near the horizon calm moves later than `LATE_BASE + depth * LATE_PER_PLY` are skipped. Measured at equal
/// nodes: Armenian +63 +-61, Russian +7 +-34.
pub(crate) const LATE_DEPTH: i32 = 3;
pub(crate) const LATE_BASE: i32 = 4;
pub(crate) const LATE_PER_PLY: i32 = 4;

/// Late moves lose this many hundredths of a ply, plus logarithms of depth and lateness over the second.
pub(crate) const REDUCE_LEAST: i32 = 60;
pub(crate) const REDUCE_SLOPE: i32 = 220;
/// So many plies less where the move offers something: combinations begin like this.
pub(crate) const REDUCE_OFFER: i32 = 0;

/// Moves from this one on are searched less deeply.
pub(crate) const REDUCE_FROM: usize = 1;
pub(crate) const REDUCE_DEPTH: i32 = 3;

/// How often quiescence plays all moves because the opponent threatens to capture: on large boards once,
/// elsewhere it costs more depth than it brings. Once against never at equal nodes: International +33 +-37,
/// Russian -11 +-34, Armenian -38 +-62.
pub(crate) const fn threats(height: usize) -> i32 {
    if height > 8 { 1 } else { 0 }
}
