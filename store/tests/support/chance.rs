//! Random numbers for tests: other ones in each run, and the same again with the seed that a run prints.

use std::env;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;
use std::time::Duration;

/// The environment variable with the seed of a run that is to be repeated.
const SEED: &str = "GRUNDY_TEST_SEED";

pub(crate) struct Chance(u64);

impl Chance {
    /// Prints the seed, which is shown if the test fails.
    pub(crate) fn new() -> Self {
        // A random number from the standard library: the keys of its hash maps.
        let seed =
            env::var(SEED).map_or_else(|_| RandomState::new().build_hasher().finish(), |seed| seed.parse().unwrap());
        println!("{SEED}={seed}");
        Self(seed)
    }

    /// A number of the range (splitmix64).
    pub(crate) fn number(&mut self, range: Range<u64>) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        range.start + (mixed ^ mixed >> 31) % (range.end - range.start)
    }

    pub(crate) fn millis(&mut self, range: Range<u64>) -> Duration {
        Duration::from_millis(self.number(range))
    }
}
