//! Take-and-break games by their codes.

use crate::heap::Digit;

/// A take-and-break game: its code says, for each number of counters that a move takes, into how many heaps the rest may be
/// left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeAndBreak {
    /// What may be left when 0, 1, 2.. counters are taken.
    digits: Vec<Digit>,
    /// What may be left when more are taken than there are digits, over and over; empty if that is no move.
    tail: Vec<Digit>,
}

impl TakeAndBreak {
    /// The code with these digits, from that for taking nothing, and these that repeat after them.
    #[cfg(test)]
    pub(crate) fn from_parts(digits: Vec<Digit>, tail: Vec<Digit>) -> Self {
        Self { digits, tail }
    }

    /// The digits before those that repeat, from that for taking nothing.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat for ever after [`Self::digits`]; empty if the code is finite.
    #[must_use]
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }
}
