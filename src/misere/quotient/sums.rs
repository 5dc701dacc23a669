//! The proof that a monoid is the quotient: every sum of heaps that should be N has a move to one that is P.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::control::Stopped;
use crate::misere::quotient::candidate::{Word, as_u32, weight};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::monoid::BipartiteMonoid;
use crate::misere::quotient::watch::Watch;

/// The kinds of sums of some heaps.
///
/// Let *x* be the element of a sum *G* of heaps that have moves. Its gap *F*(*G*) is the set of those *z* with *xz* not in *P* for which no move
/// in *G* alone leaves an element whose product with *z* is in *P*: in such company the winning move must be elsewhere. For *H* with
/// element *y* it is plain from the definition that
///
/// > *F*(*G* + *H*) = { *z* : *zy* ∈ *F*(*G*) and *zx* ∈ *F*(*H*) }.
///
/// Theorem: let the identity not be in *P*, and be the element of each heap that has no move. Let no heap have a move from *P* to *P*:
/// Φ(*h*)*z* and Φ(*h*′)*z* are never both in *P*. The monoid tells the outcomes of all sums of the heaps if and only if the identity is in
/// the gap of none of them that has a move.
///
/// Proof: by induction on the moves that are left. The element of a sum that has no move is the identity: it is not in *P*, as the sum is
/// an N-position. In a sum that has one, no move leads from *P* to *P*, which is the condition on heaps; and an element that is not in *P*
/// has a move to *P*, which is what an identity outside of the gap says.
///
/// There are finitely many pairs (*x*, *F*), and the larger of two gaps of the same element gives the larger gap in any company, so
/// that only the largest are kept. (The pairs are an image of the *transition algebra* of Plambeck and Siegel.)
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    kinds: Vec<Kind>,
    /// For each element those of its kinds whose gap no other one contains.
    of_element: Vec<Vec<u32>>,
    /// The kinds of single heaps that no other heap's contains.
    heaps: Vec<u32>,
}

/// Sums of the same element and gap.
#[derive(Clone, Debug)]
struct Kind {
    element: u16,
    gap: ElementSet,
    /// Of one sum of this kind.
    weight: u64,
    /// The last heap of that sum, and the kind of the others.
    heap: u32,
    others: Option<u32>,
}

/// A heap that is to be added.
pub(super) struct NewHeap {
    pub(super) heap: u32,
    pub(super) element: u16,
    pub(super) gap: ElementSet,
}

impl Sums {
    pub(super) fn new(monoid: &BipartiteMonoid) -> Self {
        Self { kinds: Vec::new(), of_element: vec![Vec::new(); monoid.order()], heaps: Vec::new() }
    }

    /// Adds heaps that have moves. If the identity is in the gap of a sum then a lightest such sum is handed back, lightest among
    /// those that have one of these heaps, and all is to be thrown away.
    pub(super) fn add(
        &mut self,
        monoid: &BipartiteMonoid,
        heaps: impl IntoIterator<Item = NewHeap>,
        watch: &mut Watch<'_>,
    ) -> Result<Result<(), Word>, Stopped> {
        let mut open = BinaryHeap::new();
        let first_new = self.heaps.len();
        let old: Vec<u32> = self.of_element.iter().flatten().copied().collect();
        for NewHeap { heap, element, gap } in heaps {
            let kind = Kind { element, gap, weight: weight(&[heap]), heap, others: None };
            if !kind.gap.is_empty() && !self.heaps.iter().any(|other| self.contains(*other, &kind)) {
                self.heaps.push(as_u32(self.kinds.len()));
                open.push(Reverse((kind.weight, as_u32(self.kinds.len()))));
                self.kinds.push(kind);
            }
        }
        for other in old {
            for place in first_new..self.heaps.len() {
                self.open_sum(monoid, other, self.heaps[place], &mut open, watch)?;
            }
        }
        while let Some(Reverse((_, new))) = open.pop() {
            let kind = &self.kinds[new as usize];
            let same = &self.of_element[usize::from(kind.element)];
            if same.iter().any(|other| self.contains(*other, kind)) {
                continue;
            }
            if kind.gap.contains(0) {
                return Ok(Err(self.heaps_of(new)));
            }
            let (element, gap) = (usize::from(kind.element), kind.gap.clone());
            let kinds = &self.kinds;
            self.of_element[element].retain(|other| !kinds[*other as usize].gap.is_subset(&gap));
            self.of_element[element].push(new);
            for place in 0..self.heaps.len() {
                self.open_sum(monoid, new, self.heaps[place], &mut open, watch)?;
            }
        }
        Ok(Ok(()))
    }

    /// How many kinds are kept.
    pub(super) fn len(&self) -> usize {
        self.of_element.iter().map(Vec::len).sum()
    }

    /// Whether the gap of a kind, of the same element, contains another.
    fn contains(&self, kind: u32, other: &Kind) -> bool {
        let kind = &self.kinds[kind as usize];
        kind.element == other.element && other.gap.is_subset(&kind.gap)
    }

    /// The sum of a kind and a heap, to be looked at if it may be of a new kind.
    fn open_sum(
        &mut self,
        monoid: &BipartiteMonoid,
        one: u32,
        heap: u32,
        open: &mut BinaryHeap<Reverse<(u64, u32)>>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stopped> {
        watch.sum()?;
        let (others, last) = (&self.kinds[one as usize], &self.kinds[heap as usize]);
        let gap: ElementSet = (0_u16..)
            .take(monoid.order())
            .filter(|z| {
                others.gap.contains(monoid.times(*z, last.element))
                    && last.gap.contains(monoid.times(*z, others.element))
            })
            .collect();
        let element = monoid.times(others.element, last.element);
        let sum = Kind { element, gap, weight: others.weight + last.weight, heap: last.heap, others: Some(one) };
        let same = &self.of_element[usize::from(element)];
        if sum.gap.is_empty() || same.iter().any(|other| self.contains(*other, &sum)) {
            return Ok(());
        }
        open.push(Reverse((sum.weight, as_u32(self.kinds.len()))));
        self.kinds.push(sum);
        Ok(())
    }

    /// The heaps of the sum that a kind was met as.
    fn heaps_of(&self, kind: u32) -> Word {
        let mut heaps = Vec::new();
        let mut next = Some(kind);
        while let Some(kind) = next {
            let kind = &self.kinds[kind as usize];
            heaps.push(kind.heap);
            next = kind.others;
        }
        heaps.sort_unstable();
        heaps
    }
}
