//! Nimbers: the values of impartial games.

use std::fmt;
use std::iter::Sum;
use std::num::ParseIntError;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

/// The value `*n` of an impartial game: the size of the nim-heap that it is equal to in every sum.
///
/// Theorem (Sprague 1935, Grundy 1939): every finite impartial game under normal play equals exactly one nimber,
/// the [`mex`](crate::mex()) of the values of its options. A position is P exactly if its value is `*0`.
///
/// `+` is the nim-sum, which is binary addition without carry (xor). `*` is the nim-product. With both, the nimbers of 64 bits are a field
/// of characteristic 2, so every nimber is its own negative. Sums, products, comparisons and formatting take constant time.
///
/// Nimbers are ordered by size, which is convenient for programs. As games, `*1` and `*2` are incomparable.
///
/// ```
/// use grundy::Nimber;
///
/// assert_eq!(Nimber::new(2) + Nimber::new(1), Nimber::new(3)); // *2 + *1 equals *3 in every sum
/// assert_eq!((Nimber::new(5) + Nimber::new(5)).get(), 0);
/// assert_eq!([4, 3, 3, 2].map(Nimber::new).into_iter().sum::<Nimber>().to_string(), "*6");
/// assert_eq!(format!("{:05b}", Nimber::new(19)), "10011");
/// assert_eq!("*256".parse::<Nimber>()?, Nimber::new(256)); // nimbers have 64 bits
/// # Ok::<(), grundy::ParseNimberError>(())
/// ```
///
/// Reference: Winning Ways, ch. 3; ONAG, ch. 6 and 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Nimber(u64);

impl Nimber {
    /// The value `*0` of a game that has ended.
    pub const ZERO: Self = Self(0);

    /// The nimber `*size`.
    #[must_use]
    pub const fn new(size: u64) -> Self {
        Self(size)
    }

    /// The size of the nim-heap.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether this is `*0`, the value of the P-positions.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The place of the highest bit of the size, counted from 0 at the right; `None` for `*0`.
    ///
    /// The highest bit of a nim-sum is the leftmost column with an odd number of ones. A winning move changes a heap with a one there.
    ///
    /// ```
    /// use grundy::Nimber;
    /// assert_eq!(Nimber::new(0b110).leftmost_bit(), Some(2));
    /// assert_eq!(Nimber::ZERO.leftmost_bit(), None);
    /// ```
    #[must_use]
    pub const fn leftmost_bit(self) -> Option<u32> {
        self.0.checked_ilog2()
    }
}

impl Add for Nimber {
    type Output = Self;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "the addition of nimbers is xor")]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Self::add)
    }
}

impl<'a> Sum<&'a Nimber> for Nimber {
    fn sum<I: Iterator<Item = &'a Nimber>>(values: I) -> Self {
        values.copied().sum()
    }
}

impl From<u64> for Nimber {
    fn from(size: u64) -> Self {
        Self(size)
    }
}

impl From<Nimber> for u64 {
    fn from(value: Nimber) -> Self {
        value.0
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("*{}", self.0))
    }
}

/// Formats the size in a base, under the flags of the format string.
macro_rules! format_in_base {
    ($($base:ident)*) => {$(
        impl fmt::$base for Nimber {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$base::fmt(&self.0, f)
            }
        }
    )*};
}
format_in_base!(Binary Octal LowerHex UpperHex);

/// A text that is not a nimber. A nimber is written as a decimal number below 2^64, with or without a `*` before it. The number may have a plus
/// sign, as everywhere in Rust.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a nimber, which is written *5 or 5: {source}")]
pub struct ParseNimberError {
    text: String,
    source: ParseIntError,
}

impl FromStr for Nimber {
    type Err = ParseNimberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix('*').unwrap_or(text).parse() {
            Ok(size) => Ok(Self(size)),
            Err(source) => Err(ParseNimberError { text: text.to_owned(), source }),
        }
    }
}
