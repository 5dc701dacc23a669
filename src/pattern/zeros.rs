//! Rules for the heaps of value 0, the lost ones.

use std::fmt;

use crate::pattern::bits::{bits_of, listed_bits};

/// Which heaps have value 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Zeros {
    /// Those with one of these remainders.
    #[non_exhaustive]
    Remainders {
        /// The modulus, at least 2.
        modulus: u64,
        /// The remainders in ascending order.
        remainders: Vec<u64>,
    },
    /// The members of a sequence that begins with `first`. Each later one is `coefficients[0]` times the one before, plus
    /// `coefficients[1]` times the one before that, plus a number. It grows at least as the Fibonacci numbers do.
    #[non_exhaustive]
    Recurrence {
        /// The first two members.
        first: [u64; 2],
        /// The coefficients.
        coefficients: [u64; 2],
        /// The number that is added.
        plus: i64,
        /// Whether heap 0 has value 0 too, where the sequence begins after it.
        and_zero: bool,
    },
    /// ⌊*i* (*p* + √*d*) / *q*⌋ for *i* = 0, 1, 2, ..: a Beatty sequence with a quadratic slope above 1.
    #[non_exhaustive]
    Beatty {
        /// *p*.
        p: u64,
        /// *d*.
        d: u64,
        /// *q*.
        q: u64,
    },
}

impl Zeros {
    /// Whether a heap has value 0 by the rule; `None` for a Beatty sequence and a heap of 2^62 or more, where the products get too large.
    #[must_use]
    pub fn contains(&self, heap: u64) -> Option<bool> {
        Some(match self {
            Self::Remainders { modulus, remainders } => remainders.contains(&(heap % modulus)),
            Self::Recurrence { and_zero: true, .. } if heap == 0 => true,
            Self::Recurrence { .. } => self.members().take_while(|member| *member <= heap).any(|member| member == heap),
            Self::Beatty { .. } if heap >> 62 > 0 => return None,
            // The slope is above 1, so that the index is at most the heap.
            Self::Beatty { p, d, q } => beatty(*p, *d, *q, first_index(*p, *d, *q, heap)) == u128::from(heap),
        })
    }

    /// The members of a sequence that grows, up to 2^64; for others none.
    fn members(&self) -> impl Iterator<Item = u64> {
        let (mut next, coefficients, plus) = match self {
            Self::Recurrence { first, coefficients, plus, .. } => (Some(*first), *coefficients, *plus),
            _ => (None, [0; 2], 0),
        };
        std::iter::from_fn(move || {
            let [one, other] = next?;
            let member = i128::from(coefficients[0]) * i128::from(other)
                + i128::from(coefficients[1]).checked_mul(one.into())?
                + i128::from(plus);
            // The last two members are given before the sequence leaves the range or stops growing.
            next = u64::try_from(member)
                .ok()
                .filter(|member| *member > other || one == other)
                .map(|member| [other, member]);
            Some(one)
        })
    }

    pub(super) fn bits(&self) -> u64 {
        2 + match self {
            Self::Remainders { modulus, remainders } => bits_of(*modulus) + listed_bits(&gaps(remainders)),
            Self::Recurrence { first, coefficients, plus, and_zero: _ } => {
                // One bit for the sign, and one for heap 0.
                listed_bits(first) + listed_bits(coefficients) + 2 + bits_of(plus.unsigned_abs())
            }
            Self::Beatty { p, d, q } => listed_bits(&[*p, *d, *q]),
        }
    }
}

impl fmt::Display for Zeros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value 0 exactly if n ")?;
        match self {
            Self::Remainders { modulus, remainders } => {
                let texts: Vec<String> = remainders.iter().map(ToString::to_string).collect();
                write!(f, "mod {modulus} is {}", texts.join(" or "))
            }
            Self::Recurrence { coefficients: [one, other], plus, and_zero, .. } => {
                let heap_0 = if *and_zero { "0 or " } else { "" };
                let members: Vec<String> = self.members().take(6).map(|member| member.to_string()).collect();
                write!(f, "is {heap_0}one of {}, ..: a(i) = {one} a(i-1)", members.join(", "))?;
                if *other > 0 {
                    write!(f, " + {other} a(i-2)")?;
                }
                match plus {
                    0 => Ok(()),
                    plus if *plus > 0 => write!(f, " + {plus}"),
                    plus => write!(f, " - {}", plus.unsigned_abs()),
                }
            }
            Self::Beatty { p, d, q } => write!(f, "is floor(i ({p} + sqrt {d}) / {q}) for some i"),
        }
    }
}

/// The distances between neighbours in an ascending list, with the first member itself.
pub(super) fn gaps(ascending: &[u64]) -> Vec<u64> {
    let before = std::iter::once(0).chain(ascending.iter().copied());
    ascending.iter().zip(before).map(|(member, before)| member - before).collect()
}

/// ⌊*i* (*p* + √*d*) / *q*⌋ for *i* below 2^62 and terms up to 7.
pub(super) fn beatty(p: u64, d: u64, q: u64, i: u64) -> u128 {
    let [p, d, q, i] = [p, d, q, i].map(u128::from);
    (i * p + (i * i * d).isqrt()) / q
}

/// The least index whose member is at least `heap`.
fn first_index(p: u64, d: u64, q: u64, heap: u64) -> u64 {
    // A binary search, since no member is smaller than the one before.
    let (mut low, mut high) = (0, heap);
    while low < high {
        let middle = low + (high - low) / 2;
        if beatty(p, d, q, middle) < u128::from(heap) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
