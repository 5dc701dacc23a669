//! Misère quotients as values.

use crate::heap::{ProvedPeriod, TakeAndBreak};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::found::Found;
use crate::misere::quotient::monoid::BipartiteMonoid;

/// The misère quotient of the heaps of a take-and-break game.
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    code: TakeAndBreak,
    monoid: BipartiteMonoid,
    /// Of heaps 0, 1, ..
    map: Vec<u16>,
    /// What the moves in each of these heaps leave.
    heap_options: Vec<ElementSet>,
    /// What the moves leave in a lightest sum that is the element, for each element. Elements stand in the order of the weights of
    /// these sums, so what is left comes before.
    options: Vec<ElementSet>,
    period: Option<ProvedPeriod>,
}

impl MisereQuotient {
    pub(super) fn trivial(code: TakeAndBreak) -> Self {
        let monoid = BipartiteMonoid::trivial();
        Self {
            code,
            monoid,
            map: vec![0],
            heap_options: vec![ElementSet::default()],
            options: vec![ElementSet::default()],
            period: None,
        }
    }

    /// The code of the game.
    #[must_use]
    pub const fn code(&self) -> &TakeAndBreak {
        &self.code
    }

    /// The monoid.
    #[must_use]
    pub const fn monoid(&self) -> &BipartiteMonoid {
        &self.monoid
    }

    /// For how many heaps it was found.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.map.len()
    }

    /// The proof that it is the quotient of all heaps, if there is one.
    #[must_use]
    pub const fn period(&self) -> Option<&ProvedPeriod> {
        self.period.as_ref()
    }

    pub(super) fn map(&self) -> &[u16] {
        &self.map
    }

    pub(super) fn push(&mut self, element: u16, left: ElementSet) {
        self.map.push(element);
        self.heap_options.push(left);
    }

    pub(super) fn replace(&mut self, found: Found) {
        let Found { monoid, map, heap_options, options, .. } = found;
        self.options = options;
        (self.monoid, self.map, self.heap_options, self.period) = (monoid, map, heap_options, None);
    }

    pub(super) fn look_for_period(&mut self) -> bool {
        if self.period.is_none() {
            self.period = ProvedPeriod::of_finite(&self.code, &self.map);
        }
        self.period.is_some()
    }

    /// The element of something whose moves leave these elements, by its outcomes in company.
    pub(super) fn element_leaving(&self, left: &ElementSet) -> Option<u16> {
        let companions = self.monoid.companions();
        let mut won = ElementSet::default();
        for option in left.iter() {
            won.unite(&companions[usize::from(option)]);
        }
        let mut lost = ElementSet::default();
        for (element, options) in (0_u16..).zip(&self.options) {
            if !won.contains(element) && !options.meets(&lost) {
                lost.insert(element);
            }
        }
        (0_u16..).zip(companions).find(|(_, row)| **row == lost).map(|(element, _)| element)
    }
}
