//! Sets of codes in one integer, so that vector instructions work on several sets.
//!
//! Bit sets of their own: a row of these sets is an array of integers of 16, 32 or 64 bits, without a length or an allocation for each set.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Heaps, or sums, that are marked together: an even number.
pub(super) const BLOCK: usize = 64;

/// Heaps, or sums, that are marked together by parts below [`BLOCK`], where sets are as cheap as one word: fewer parts are so small
/// that they are marked one by one. With 64 sums 0.454 takes 1.14 times as long.
pub(super) const STEP: usize = 16;

/// A set of numbers below [`Self::CODES`], one bit for each: values, or codes of values.
pub(super) trait Lane:
    Copy
    + Debug
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Into<u64>
    + Send
    + Sync
    + 'static
{
    const EMPTY: Self;
    /// Codes are below 2 to this power.
    const LEVELS: usize;
    const CODES: usize = 1 << Self::LEVELS;

    /// The set of one code; of a larger code only the lowest bits count.
    fn single(code: usize) -> Self;

    /// The least code of the set; [`Self::CODES`] if it is empty.
    fn least(self) -> usize;

    /// The set of the least code that is not in this one; empty if all are.
    fn least_missing(self) -> Self;

    /// All codes below the least one of this set, and the others of the set.
    fn below(self) -> Self;

    /// The set of *x* ⊕ 2^`bit` for each *x* in the set.
    fn swapped(self, bit: usize) -> Self;

    /// The set of *x* ⊕ `code` for each *x* in the set.
    #[inline]
    fn moved(self, code: usize) -> Self {
        (0..Self::LEVELS).fold(self, |set, bit| if code >> bit & 1 == 1 { set.swapped(bit) } else { set })
    }
}

macro_rules! lanes {
    ($($integer:ty, $levels:literal);*) => {$(
        impl Lane for $integer {
            const EMPTY: Self = 0;
            const LEVELS: usize = $levels;

            #[inline]
            fn single(code: usize) -> Self {
                1 << (code % Self::CODES)
            }

            #[inline]
            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn least_missing(self) -> Self {
                !self & self.wrapping_add(1)
            }

            #[inline]
            fn below(self) -> Self {
                self.wrapping_sub(1)
            }

            #[inline]
            fn swapped(self, bit: usize) -> Self {
                // The places whose number has a zero at the bit: 0x5555, 0x3333, 0x0f0f, ..
                const LOW: [$integer; $levels] = {
                    let (mut low, mut bit) = ([0; $levels], 0);
                    while bit < $levels {
                        low[bit] = <$integer>::MAX / ((1 << (1 << bit)) + 1);
                        bit += 1;
                    }
                    low
                };
                // The remainder changes nothing, since `bit` is below the number of levels.
                let low = LOW[bit % $levels];
                (self & low) << (1 << bit) | (self >> (1 << bit)) & low
            }
        }
    )*};
}
lanes!(u16, 4; u32, 5; u64, 6);
