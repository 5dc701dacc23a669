//! Moves in a heap of which a move takes counters or splits it in two.

use std::fmt;

/// A move in one heap: take some counters, or divide the heap without taking any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HeapMove {
    /// Take a number of counters.
    Take(u64),
    /// Divide the heap in two heaps of these sizes.
    Split(u64, u64),
}

impl HeapMove {
    /// The place among the moves in a heap: what takes counters comes first.
    pub(crate) const fn place(self) -> (bool, u64) {
        match self {
            Self::Take(count) => (false, count),
            Self::Split(one, _) => (true, one),
        }
    }
}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(count) => write!(f, "take {count}"),
            Self::Split(one, other) => write!(f, "split into {one} and {other}"),
        }
    }
}
