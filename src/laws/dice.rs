//! Pseudo-random choices, the same in every run.

/// A linear congruential generator (Knuth's MMIX).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `count`; 0 if that is 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The low bits of such a generator have short periods.
        usize::try_from((self.0 >> 33) % (count.max(1) as u64)).expect("less than a `usize`")
    }
}
