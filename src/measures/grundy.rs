//! The Grundy value.

use std::ops::ControlFlow;

use crate::game::ImpartialGame;
use crate::measure::{Measure, SumRule};
use crate::mex::MexSet;
use crate::nimber::Nimber;

/// The Grundy value: the mex of the options' values. The value of a sum is the nim-sum of the values.
///
/// Theorem (Sprague 1935, Grundy 1939): in normal play the position is equal to the nim-heap of that size, and it is P exactly if the
/// value is `*0`.
///
/// ```
/// use grundy::{Control, Kayles, Nimber, Table, evaluate, measures::Grundy};
/// let value = evaluate(&Kayles, &Grundy, &mut Table::new(), &mut Control::new(), 5)?;
/// assert_eq!(value, Nimber::new(4)); // five pins
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 3 and 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grundy;

impl Measure for Grundy {
    type Value = Nimber;
    type Fold = MexSet;

    #[inline]
    fn fold(&self) -> MexSet {
        MexSet::new()
    }

    #[inline]
    fn absorb(&self, seen: &mut MexSet, option: &Nimber) -> ControlFlow<()> {
        seen.insert(*option);
        ControlFlow::Continue(())
    }

    #[inline]
    fn finish(&self, seen: MexSet) -> Nimber {
        seen.mex()
    }

    #[inline]
    fn known<G: ImpartialGame>(&self, game: &G, position: &G::Position) -> Option<Nimber> {
        game.known_value(position)
    }
}

impl SumRule for Grundy {
    #[inline]
    fn sum(&self, one: Nimber, other: Nimber) -> Nimber {
        one + other
    }
}
