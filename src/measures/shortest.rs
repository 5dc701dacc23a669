//! The length of the shortest game.

use std::ops::ControlFlow;

use crate::measure::{Measure, SumRule};

/// The number of moves in the shortest game from a position to its end. The number for a sum is the sum of the numbers.
///
/// ```
/// use grundy::{Kayles, Solver};
/// assert_eq!(Solver::new(Kayles).shortest([5, 6])?, 6); // two pins each move, as long as two are adjacent
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortest;

impl Measure for Shortest {
    type Value = u64;
    type Fold = Option<u64>;

    const SETTLES_EARLY: bool = true;

    fn fold(&self) -> Option<u64> {
        None
    }

    fn absorb(&self, shortest: &mut Option<u64>, option: &u64) -> ControlFlow<()> {
        *shortest = Some(shortest.map_or(*option, |shortest| shortest.min(*option)));
        // The option has ended, and no game is shorter.
        if *option == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn finish(&self, shortest: Option<u64>) -> u64 {
        shortest.map_or(0, |shortest| shortest.saturating_add(1))
    }
}

impl SumRule for Shortest {
    fn sum(&self, one: u64, other: u64) -> u64 {
        one.saturating_add(other)
    }
}
