//! Digits of take-and-break codes.

/// A digit of a take-and-break code: the heaps that a move which takes a given number of counters may leave.
///
/// ```
/// use grundy::heap::{Digit, Parts};
///
/// let three = Digit::new(0b11, Parts::Any); // nothing, or one heap
/// assert!(three.allows(0) && three.allows(1) && !three.allows(2));
/// assert_eq!(three.most(), Some(1));
/// ```
///
/// Reference: Winning Ways, ch. 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit {
    /// Bit *i* says that exactly *i* heaps, none of them empty, may be left.
    counts: u64,
    parts: Parts,
}

/// The condition on the sizes of the heaps that a move leaves, where it leaves more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Parts {
    /// No condition.
    #[default]
    Any,
    /// No two are equal: written `!`.
    Unequal,
    /// All are equal: written `=`.
    Equal,
    /// Not all are equal: written `?`.
    NotAllEqual,
}

impl Digit {
    /// The digit that allows no move.
    pub const NONE: Self = Self { counts: 0, parts: Parts::Any };

    /// The digit that allows *i* heaps to be left for each bit *i* of `counts`, under a condition on their sizes.
    #[must_use]
    pub const fn new(counts: u64, parts: Parts) -> Self {
        // Each rule is one digit: fewer than two heaps have no sizes to compare, and two heaps that are not all equal are unequal.
        let parts = match parts {
            _ if counts < 4 => Parts::Any,
            Parts::NotAllEqual if counts < 8 => Parts::Unequal,
            parts => parts,
        };
        Self { counts, parts }
    }

    /// Bit *i* says that exactly *i* heaps may be left.
    #[must_use]
    pub const fn counts(self) -> u64 {
        self.counts
    }

    /// The condition on the sizes of the heaps, where there are more than one.
    #[must_use]
    pub const fn parts(self) -> Parts {
        self.parts
    }

    /// Whether exactly `heaps` heaps may be left.
    #[must_use]
    pub const fn allows(self, heaps: u32) -> bool {
        heaps < 64 && self.counts >> heaps & 1 == 1
    }

    /// Maximum number of heaps that may be left; `None` if there is no move.
    #[must_use]
    pub const fn most(self) -> Option<u32> {
        self.counts.checked_ilog2()
    }

    /// Whether these heaps, listed in ascending order, may be left.
    ///
    /// ```
    /// use grundy::heap::{Digit, Parts};
    ///
    /// let two_or_three = Digit::new(0b1100, Parts::Unequal);
    /// assert!(two_or_three.allows_heaps(&[1, 4]) && two_or_three.allows_heaps(&[1, 2, 3]));
    /// assert!(!two_or_three.allows_heaps(&[1, 1, 3])); // two are equal
    /// assert!(!two_or_three.allows_heaps(&[4, 1])); // not in order
    /// ```
    #[must_use]
    pub fn allows_heaps(self, heaps: &[u128]) -> bool {
        let in_order = heaps.is_sorted() && heaps.first().is_none_or(|smallest| *smallest > 0);
        let sizes_fit = heaps.len() < 2
            || match self.parts {
                Parts::Any => true,
                Parts::Unequal => heaps.windows(2).all(|pair| pair[0] != pair[1]),
                Parts::Equal => heaps.first() == heaps.last(),
                Parts::NotAllEqual => heaps.first() != heaps.last(),
            };
        in_order && sizes_fit && u32::try_from(heaps.len()).is_ok_and(|count| self.allows(count))
    }

    /// Whether some move leaves exactly `counters` counters, in all heaps together.
    ///
    /// ```
    /// use grundy::heap::{Digit, Parts};
    ///
    /// let three_unequal = Digit::new(0b1000, Parts::Unequal);
    /// assert!(three_unequal.can_leave(6) && !three_unequal.can_leave(5)); // 1 + 2 + 3
    /// ```
    #[must_use]
    pub fn can_leave(self, counters: u128) -> bool {
        if counters == 0 {
            return self.allows(0);
        }
        if self.parts == Parts::Equal && !self.allows(1) {
            return (2..64).any(|heaps| self.allows(heaps) && counters.is_multiple_of(u128::from(heaps)));
        }
        let nonempty = Self { counts: self.counts & !1, parts: self.parts };
        nonempty.fewest_left().is_some_and(|fewest| fewest <= counters)
    }

    /// Minimum number of counters, in all heaps together, that can be left; `None` if there is no move.
    ///
    /// ```
    /// use grundy::heap::{Digit, Parts};
    ///
    /// assert_eq!(Digit::new(0b1000, Parts::Unequal).fewest_left(), Some(6)); // 1 + 2 + 3
    /// assert_eq!(Digit::NONE.fewest_left(), None);
    /// ```
    #[must_use]
    pub const fn fewest_left(self) -> Option<u128> {
        let heaps = match self.counts {
            0 => return None,
            // The smallest number of heaps needs the fewest counters.
            counts => counts.trailing_zeros() as u128,
        };
        Some(match self.parts {
            Parts::Any | Parts::Equal => heaps,
            _ if heaps < 2 => heaps,
            Parts::Unequal => heaps * (heaps + 1) / 2,
            Parts::NotAllEqual => heaps + 1,
        })
    }
}
