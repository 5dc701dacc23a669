//! Winning moves by a quotient.

use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::misere_quotient::MisereQuotient;

/// What a move in one heap of a sum must leave to win in misère play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wins<'a> {
    quotient: &'a MisereQuotient,
    /// The elements whose product with the other heaps of the sum is in *P*.
    wanted: &'a ElementSet,
}

impl MisereQuotient {
    /// What a move in a heap of a sum must leave to win; an inner `None` if no move in it wins. `None` if the quotient does not
    /// reach as far.
    #[expect(clippy::option_option, reason = "not known, and none")]
    pub(crate) fn wins_in(&self, heaps: &[u128], component: usize) -> Option<Option<Wins<'_>>> {
        let (before, after) = (heaps.get(..component)?, heaps.get(component + 1..)?);
        let others = self.monoid().times(self.product_of(before)?, self.product_of(after)?);
        let wanted = &self.monoid().companions()[usize::from(others)];
        let may_win = self.heap_options(heaps[component])?.meets(wanted);
        Some(may_win.then_some(Wins { quotient: self, wanted }))
    }
}

impl Wins<'_> {
    /// Whether the move wins that leaves these heaps of its own.
    pub(crate) fn by_leaving(&self, left: &[u128]) -> bool {
        self.quotient.product_of(left).is_some_and(|element| self.wanted.contains(element))
    }
}
