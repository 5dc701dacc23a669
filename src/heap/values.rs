//! Values of heaps in integers of one, two or four bytes.

use std::ops::BitXor;

/// An integer type that values are stored as.
pub(in crate::heap) trait Value: Copy + Eq + BitXor<Output = Self> + Send + Sync + 'static {
    /// Values at or above this one do not fit.
    const LIMIT: usize;
    /// Width of the type, in bits.
    const BITS: usize = 8 * size_of::<Self>();

    fn index(self) -> usize;

    /// Stores a value below [`Self::LIMIT`].
    fn of(index: usize) -> Self;

    /// As many values as fill eight bytes, side by side in one word, the first in the lowest bits.
    #[inline]
    fn word(values: &[Self]) -> u64 {
        values.iter().rev().fold(0, |word, value| word << Self::BITS | value.index() as u64)
    }
}

macro_rules! value {
    ($($integer:ty { $($word:item)? }),*) => {$(
        impl Value for $integer {
            // For four bytes `1 << 32` would not fit a `usize` of 32 bits.
            const LIMIT: usize = if size_of::<$integer>() < 4 { 1 << <$integer>::BITS } else { u32::MAX as usize };

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "the engine widens its integers before they overflow")]
            fn of(index: usize) -> Self {
                #[cfg(test)]
                assert!(index < Self::LIMIT, "{index} does not fit");
                index as Self
            }

            $($word)?
        }
    )*};
}
value!(
    u8 {
        // One read; the compiler does not make it of eight.
        #[inline]
        fn word(values: &[Self]) -> u64 {
            u64::from_le_bytes(*values.first_chunk().expect("eight bytes fill a word"))
        }
    },
    u16 {},
    u32 {}
);

/// The values of heaps 0, 1, 2.. in the narrowest integers that hold the largest of them.
///
/// With the feature `serde` they can be written, as a list of numbers, but not read: nothing would prove that they are the values of a
/// game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum Values<'a> {
    /// No value is larger than 255.
    Bytes(&'a [u8]),
    /// No value is larger than 65 535.
    Shorts(&'a [u16]),
    /// Some value is larger than 65 535.
    Words(&'a [u32]),
}

/// The same expression for values of each width, of an enum with these three variants.
macro_rules! each_width {
    ($widths:ident, $some:expr, $values:ident => $body:expr) => {
        match $some {
            $widths::Bytes($values) => $body,
            $widths::Shorts($values) => $body,
            $widths::Words($values) => $body,
        }
    };
}
pub(super) use each_width;

impl Values<'_> {
    /// Number of heaps.
    #[must_use]
    pub const fn len(&self) -> usize {
        each_width!(Self, self, values => values.len())
    }

    /// The value of a heap, if it has been computed.
    #[must_use]
    pub fn get(&self, heap: usize) -> Option<u64> {
        each_width!(Self, self, values => values.get(heap).copied().map(u64::from))
    }

    /// Whether there is no heap.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory of the values, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        each_width!(Self, self, values => size_of_val(*values))
    }

    /// The largest value, and the first heap that has it; `None` if there are none.
    #[must_use]
    pub fn largest(&self) -> Option<(u64, usize)> {
        each_width!(Self, self, values => {
            let largest = *values.iter().max()?;
            Some((largest.into(), values.iter().position(|value| *value == largest)?))
        })
    }
}
