//! Winning moves by a quotient.

use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::misere_quotient::MisereQuotient;

/// A test for winning moves in one heap of a sum: a move wins in misère play if the heaps that it leaves pass the test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wins<'a> {
    quotient: &'a MisereQuotient,
    /// The elements whose product with the other heaps of the sum is in *P*.
    wanted: &'a ElementSet,
}

impl MisereQuotient {
    /// The test for winning moves in a heap of a sum. The inner option is `None` if no move in the heap wins, the outer one if the
    /// quotient does not reach the heaps.
    #[expect(clippy::option_option, reason = "not known, and no winning move")]
    pub(crate) fn wins_in(&self, heaps: &[u128], component: usize) -> Option<Option<Wins<'_>>> {
        let (before, after) = (heaps.get(..component)?, heaps.get(component + 1..)?);
        let others = self.monoid().times(self.product_of(before)?, self.product_of(after)?);
        let wanted = self.monoid().companions(others);
        // One look at all options of the heap first: if none of them is wanted, no move needs to be listed.
        let may_win = self.heap_options(heaps[component])?.meets(wanted);
        Some(may_win.then_some(Wins { quotient: self, wanted }))
    }
}

impl Wins<'_> {
    /// Whether a move wins that replaces the heap by these heaps.
    pub(crate) fn by_leaving(&self, left: &[u128]) -> bool {
        self.quotient.product_of(left).is_some_and(|element| self.wanted.contains(element))
    }
}
