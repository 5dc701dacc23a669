//! The Grundy value of a game whose end has a given value.

use std::ops::ControlFlow;

use crate::measure::Measure;
use crate::mex::MexSet;
use crate::nimber::Nimber;

/// The Grundy value of a game whose end has a given value: the mex of the options' values, and the given value where there is no option.
///
/// Theorem: if the end has the Grundy value of *H*, this is the Grundy value of the sequential compound *G*→*H*. If the end has the value
/// `*0` it is the [`Grundy`](crate::measures::Grundy) value. If it has the value `*1` then exactly the P-positions of misère play have the
/// value `*0`. There is no rule for sums.
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
    /// The value of the end.
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
        // `None` means that no option was seen, where an empty set would have the mex `*0`.
        seen.map_or(self.0, |seen| seen.mex())
    }
}
