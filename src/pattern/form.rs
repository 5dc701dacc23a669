//! Closed forms.

use std::fmt;

use crate::pattern::bits::bits_of;

/// A closed form in *n*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// *n*.
    Same,
    /// *n* mod *k*, for *k* of at least 2.
    Remainder(u64),
    /// ⌊*n* / *k*⌋, for *k* of at least 2.
    Quotient(u64),
    /// ⌊*n* / *k*⌋ mod *m*, both at least 2.
    QuotientRemainder(u64, u64),
    /// The exponent of the largest power of 2 that divides *n*: A007814. Not of 0.
    Twos,
    /// The largest power of 2 that divides *n*, its lowest bit: A006519. Not of 0.
    LowestBit,
    /// The largest power of 2 that is at most *n*: A053644. Not of 0.
    HighestBit,
    /// The number of binary digits: A029837 of *n* + 1.
    Length,
    /// The number of ones among the binary digits: A000120.
    Ones,
    /// The parity of the number of ones: A010060, the sequence of Thue and Morse.
    OddOnes,
    /// *n* xor ⌊*n* / 2^*s*⌋: for *s* = 1 the Gray code A003188.
    ShiftXor(u32),
}

impl Form {
    /// The value for a number; `None` if there is none.
    #[must_use]
    pub fn value(self, n: u64) -> Option<u64> {
        Some(match self {
            Self::Same => n,
            Self::Remainder(modulus) => n.checked_rem(modulus)?,
            Self::Quotient(divisor) => n.checked_div(divisor)?,
            Self::QuotientRemainder(divisor, modulus) => n.checked_div(divisor)?.checked_rem(modulus)?,
            Self::Twos => (n > 0).then(|| n.trailing_zeros().into())?,
            Self::LowestBit => (n > 0).then(|| n & n.wrapping_neg())?,
            Self::HighestBit => 1 << n.checked_ilog2()?,
            Self::Length => n.checked_ilog2().map_or(0, |log| u64::from(log) + 1),
            Self::Ones => n.count_ones().into(),
            Self::OddOnes => u64::from(n.count_ones() % 2),
            Self::ShiftXor(shift) => n ^ n.checked_shr(shift).unwrap_or(0),
        })
    }

    pub(super) fn bits(self) -> u64 {
        4 + match self {
            Self::Remainder(k) | Self::Quotient(k) => bits_of(k),
            Self::QuotientRemainder(k, m) => bits_of(k) + bits_of(m),
            Self::ShiftXor(shift) => bits_of(shift.into()),
            _ => 0,
        }
    }

    /// The form of a number that is given as text.
    pub(super) fn text(self, n: &str) -> String {
        match self {
            Self::Same => n.to_owned(),
            Self::Remainder(k) => format!("{n} mod {k}"),
            Self::Quotient(k) => format!("floor({n} / {k})"),
            Self::QuotientRemainder(k, m) => format!("floor({n} / {k}) mod {m}"),
            Self::Twos => format!("the exponent of 2 in {n}"),
            Self::LowestBit => format!("the lowest bit of {n}"),
            Self::HighestBit => format!("the highest bit of {n}"),
            Self::Length => format!("the number of binary digits of {n}"),
            Self::Ones => format!("the number of ones of {n} in binary"),
            Self::OddOnes => format!("the parity of the number of ones of {n} in binary"),
            Self::ShiftXor(shift) => format!("{n} xor floor({n} / {})", 1_u128 << shift.min(64)),
        }
    }
}

/// What is done to a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// Nothing.
    None,
    /// A number is added.
    Plus(u64),
    /// A number is subtracted.
    Minus(u64),
    /// It is multiplied by a number.
    Times(u64),
    /// The nim-sum with a number.
    Xor(u64),
}

impl Change {
    /// The changed number; `None` if it is negative, or 2^64 or more.
    #[must_use]
    pub fn of(self, value: u64) -> Option<u64> {
        match self {
            Self::None => Some(value),
            Self::Plus(number) => value.checked_add(number),
            Self::Minus(number) => value.checked_sub(number),
            Self::Times(number) => value.checked_mul(number),
            Self::Xor(number) => Some(value ^ number),
        }
    }

    pub(super) fn bits(self) -> u64 {
        match self {
            Self::None => 1,
            Self::Plus(number) | Self::Minus(number) | Self::Times(number) | Self::Xor(number) => 3 + bits_of(number),
        }
    }

    /// The formula of a form that is changed.
    pub(super) fn write(self, f: &mut fmt::Formatter<'_>, form: Form, n: &str) -> fmt::Result {
        let text = form.text(n);
        let form = if matches!((self, form), (Self::None, _) | (_, Form::Same)) { text } else { format!("({text})") };
        match self {
            Self::None => write!(f, "{form}"),
            Self::Plus(number) => write!(f, "{form} + {number}"),
            Self::Minus(number) => write!(f, "{form} - {number}"),
            Self::Times(number) => write!(f, "{number} * {form}"),
            Self::Xor(number) => write!(f, "{form} xor {number}"),
        }
    }
}
