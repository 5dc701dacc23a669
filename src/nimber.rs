//! Nimbers: the values of impartial games.

use std::fmt;
use std::iter::Sum;
use std::num::ParseIntError;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

/// The value `*n` of an impartial game: the size of the nim-heap that it behaves as in every sum.
///
/// Theorem (Sprague 1935, Grundy 1939): every finite impartial game under normal play equals exactly one nimber,
/// the [`mex`](crate::mex()) of the values of its options. A position of value `*0` is lost for the player to move.
///
/// `+` is the nim-sum, which is binary addition without carrying (xor): nimbers are a field of characteristic 2, and
/// this is its addition. Every nimber is its own negative. Sums, comparisons and formatting take constant time.
///
/// Nimbers are ordered by size. That order is a convenience: in the theory `*1` and `*2` are confused with each other.
///
/// ```
/// use grundy::Nimber;
///
/// assert_eq!(Nimber::new(2) + Nimber::new(1), Nimber::new(3)); // *2 + *1 behaves as *3 in every sum
/// assert_eq!((Nimber::new(5) + Nimber::new(5)).get(), 0);
/// assert_eq!([4, 3, 3, 2].map(Nimber::new).into_iter().sum::<Nimber>().to_string(), "*6");
/// assert_eq!(format!("{:05b}", Nimber::new(19)), "10011");
/// assert_eq!("*256".parse::<Nimber>()?, Nimber::new(256)); // 64 bits: nothing wraps at a byte
/// # Ok::<(), grundy::ParseNimberError>(())
/// ```
///
/// Reference: Winning Ways, ch. 3; ONAG, ch. 6 and 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Nimber(u64);

impl Nimber {
    /// The value of a game that has ended: `*0`.
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

    /// Whether this is `*0`, the value of the positions that the player to move loses.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The leftmost column, counted from 0 at the right, that has a one when the size is written in binary.
    ///
    /// Of a nim-sum it is the leftmost column with an odd number of ones, the one that a winning move starts from.
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

/// Formats the size in a base, with the flags of the format string.
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

/// A text that is no nimber: anything but `*` (which may be left out) and a decimal number below 2^64.
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
