//! Values of heaps, as narrow as they fit.

use std::ops::BitXor;

/// An integer that a value is stored as.
pub(super) trait Value: Copy + Eq + BitXor<Output = Self> + Send + Sync + 'static {
    /// One more than the largest value that can be stored, or that and a bit less.
    const LIMIT: usize;

    fn index(self) -> usize;

    /// A value below [`Self::LIMIT`].
    fn of(index: usize) -> Self;
}

/// The lower byte of a value.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it is the lower byte that is asked for")]
pub(super) fn low_byte(index: usize) -> u8 {
    index as u8
}

macro_rules! value {
    ($($integer:ty),*) => {$(
        impl Value for $integer {
            const LIMIT: usize = if size_of::<$integer>() < 4 { 1 << <$integer>::BITS } else { u32::MAX as usize };

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "values at or above the limit are widened before")]
            fn of(index: usize) -> Self {
                index as Self
            }
        }
    )*};
}
value!(u8, u16, u32);

/// The values of heaps 0, 1, 2.. as a list of integers that are as narrow as the largest of them allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values<'a> {
    /// No value is larger than 255.
    Bytes(&'a [u8]),
    /// No value is larger than 65 535.
    Shorts(&'a [u16]),
    /// Some value is.
    Words(&'a [u32]),
}

impl Values<'_> {
    /// How many heaps there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Bytes(values) => values.len(),
            Self::Shorts(values) => values.len(),
            Self::Words(values) => values.len(),
        }
    }

    /// The value of a heap, if it has been computed.
    #[must_use]
    pub fn get(&self, heap: usize) -> Option<u64> {
        match self {
            Self::Bytes(values) => values.get(heap).copied().map(u64::from),
            Self::Shorts(values) => values.get(heap).copied().map(u64::from),
            Self::Words(values) => values.get(heap).copied().map(u64::from),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory that the values take.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        match self {
            Self::Bytes(values) => size_of_val(*values),
            Self::Shorts(values) => size_of_val(*values),
            Self::Words(values) => size_of_val(*values),
        }
    }

    /// The largest value, and the first heap that has it; `None` if there are none.
    #[must_use]
    pub fn largest(&self) -> Option<(u64, usize)> {
        fn of<V: Copy + Ord + Into<u64>>(values: &[V]) -> Option<(u64, usize)> {
            let largest = *values.iter().max()?;
            Some((largest.into(), values.iter().position(|value| *value == largest)?))
        }
        match self {
            Self::Bytes(values) => of(values),
            Self::Shorts(values) => of(values),
            Self::Words(values) => of(values),
        }
    }
}
