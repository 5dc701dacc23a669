//! Digits of take-and-break codes.

/// What a move that takes a given number of counters may leave: the digit of a take-and-break code.
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

/// What is asked of the sizes of the heaps that a move leaves, where it leaves more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parts {
    /// Nothing.
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

    /// The digit that allows *i* heaps to be left for each bit *i* of `counts`, of such sizes.
    #[must_use]
    pub const fn new(counts: u64, parts: Parts) -> Self {
        // Sizes of fewer than two heaps are not compared, so each rule has one digit.
        Self { counts, parts: if counts < 4 { Parts::Any } else { parts } }
    }

    /// Bit *i* says that exactly *i* heaps may be left.
    #[must_use]
    pub const fn counts(self) -> u64 {
        self.counts
    }

    /// What is asked of the sizes of the heaps, where there are more than one.
    #[must_use]
    pub const fn parts(self) -> Parts {
        self.parts
    }

    /// Whether exactly this many heaps may be left.
    #[must_use]
    pub const fn allows(self, heaps: u32) -> bool {
        heaps < 64 && self.counts >> heaps & 1 == 1
    }

    /// The most heaps that may be left; `None` if there is no move.
    #[must_use]
    pub const fn most(self) -> Option<u32> {
        self.counts.checked_ilog2()
    }
}
