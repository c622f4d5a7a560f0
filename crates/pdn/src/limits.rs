//! How much of a game is kept, so that no file can exhaust the memory.

/// Bounds for one game. What goes beyond is left out and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Variations within variations.
    pub depth: usize,
    /// Moves, those of variations included.
    pub steps: usize,
    /// Tags.
    pub tags: usize,
    /// Bytes of one comment.
    pub comment: usize,
    /// Bytes of all tags and comments together.
    pub text: usize,
    /// Reports of what was skipped.
    pub reports: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 64, steps: 100_000, tags: 1_000, comment: 1 << 20, text: 16 << 20, reports: 100 }
    }
}
