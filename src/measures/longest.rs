//! The length of the longest game.

use std::ops::ControlFlow;

use crate::measure::{Measure, SumRule};

/// The number of moves in the longest game from a position. The number for a sum is the sum of the numbers.
///
/// ```
/// use grundy::{Kayles, Solver};
/// assert_eq!(Solver::new(Kayles).longest([5, 6])?, 11); // one pin each move
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Longest;

impl Measure for Longest {
    type Value = u64;
    type Fold = u64;

    fn fold(&self) -> u64 {
        0
    }

    fn absorb(&self, longest: &mut u64, option: &u64) -> ControlFlow<()> {
        *longest = (*longest).max(option.saturating_add(1));
        ControlFlow::Continue(())
    }

    fn finish(&self, longest: u64) -> u64 {
        longest
    }
}

impl SumRule for Longest {
    fn sum(&self, one: u64, other: u64) -> u64 {
        one.saturating_add(other)
    }
}
