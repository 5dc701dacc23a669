//! The value of a game that is followed by another.

use std::ops::ControlFlow;

use crate::measure::Measure;
use crate::mex::MexSet;
use crate::nimber::Nimber;

/// The Grundy value of a game whose end is worth so much: the mex of the options' values, of the end the given value.
///
/// Theorem: with the value of H, it is the value of the sequential compound G→H. With `*0` it is the [`Grundy`](crate::measures::Grundy)
/// value, with `*1` it is `*0` exactly in the positions that are P in misère play. There is no rule for sums.
///
/// ```
/// use grundy::{Control, Nim, Nimber, Table, evaluate_whole, measures::EndsIn};
///
/// let misere = EndsIn(Nimber::new(1));
/// let value = evaluate_whole(&Nim, &misere, &mut Table::new(), &mut Control::new(), [2, 2])?;
/// assert_eq!(value, Nimber::ZERO);
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
///
/// Reference: Stromquist and Ullman, *Sequential compounds of combinatorial games*, 1993; ONAG, ch. 12 (misère values).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EndsIn(
    /// What the end is worth.
    pub Nimber,
);

impl Measure for EndsIn {
    type Value = Nimber;
    type Fold = Option<MexSet>;

    fn fold(&self) -> Option<MexSet> {
        None
    }

    fn absorb(&self, seen: &mut Option<MexSet>, option: &Nimber) -> ControlFlow<()> {
        seen.get_or_insert_default().insert(*option);
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: Option<MexSet>) -> Nimber {
        seen.map_or(self.0, |seen| seen.mex())
    }
}
