//! Small dice for lots and for a random opponent; seeded from outside, so tests can repeat a throw.

/// A pseudo-random sequence (splitmix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that begin with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.bits() % n as u64) as usize }
    }

    /// Heads or tails.
    pub fn toss(&mut self) -> bool {
        self.bits() & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_are_spread_and_repeatable() {
        let mut counts = [0; 6];
        let mut dice = Dice::new(1);
        (0..6000).for_each(|_| counts[dice.below(6)] += 1);
        assert!(counts.iter().all(|&n| (800..1200).contains(&n)), "{counts:?}");
        assert_eq!(Dice::new(9).bits(), Dice::new(9).bits());
        assert_eq!(Dice::new(9).below(0), 0);
    }
}
