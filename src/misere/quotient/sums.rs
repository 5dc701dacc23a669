//! The proof that a monoid is the quotient: every sum of pieces that should be N has a move to a sum that is P.
//!
//! Input: a monoid, and each piece with its element and its gap, as defined below. Output: the proof, as a finite set of kinds of sums
//! that cover all sums; or a sum that refutes the monoid. Example: in the quotient of Nim with pieces 0 and 1 the elements are 0 and 1, and
//! *P* = {1}. Piece 1 has element 1, and its only move leaves element 0. For *z* = 0 its product is in *P*; for *z* = 1 the product
//! after the move is. So its gap is empty, and the proof is complete.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::control::Stopped;
use crate::misere::quotient::candidate::{Word, as_u32};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::monoid::BipartiteMonoid;
use crate::misere::quotient::watch::Watch;

/// The kinds of sums of some pieces. Sums with the same element and the same gap are of one kind.
///
/// Let *x* be the element of a sum *G* of pieces that have moves. The gap *F*(*G*) is the set of those *z* for which *xz* is not in *P* and
/// no move in *G* leaves an element whose product with *z* is in *P*. If such a *z* is added to *G*, a winning move must be in *z*.
/// For *H* with element *y*, the definition implies
///
/// > *F*(*G* + *H*) = { *z* : *zy* ∈ *F*(*G*) and *zx* ∈ *F*(*H*) }.
///
/// Theorem: let the identity not be in *P*, and let it be the element of each piece without moves. Let no piece have a move from *P* to *P*:
/// Φ(*h*)*z* and Φ(*h*′)*z* are never both in *P*. Then the monoid gives the right outcomes of all sums of the pieces if and only if no sum
/// that has a move has the identity in its gap.
///
/// Proof: by induction on the length of play. A sum without moves is an N-position, and its element is the identity, which is not in *P*.
/// In a sum with moves, no move leads from *P* to *P*, by the condition on pieces. And if its element is not in *P*, some move leads to
/// *P*, since the identity is not in the gap.
///
/// There are finitely many pairs (*x*, *F*). Of two gaps of the same element, the larger one gives the larger gap in any sum, so only
/// the maximal gaps are kept. (The pairs are an image of the *transition algebra* of Plambeck and Siegel.)
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    kinds: Vec<Kind>,
    /// For each element its kinds with maximal gaps.
    of_element: Vec<Vec<u32>>,
    /// The kinds of single pieces, without those whose gap another piece's gap contains.
    pieces: Vec<u32>,
    /// Kinds that wait, by weight: whether they are covered by others is asked once more.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// Kinds with a piece each, the last one first, whose sums are to be looked at before the next kind in the queue.
    pairs: Vec<(u32, u32)>,
}

/// Sums of the same element and gap.
#[derive(Clone, Debug)]
struct Kind {
    element: u16,
    gap: ElementSet,
    /// Weight of the sum by which the kind was found.
    weight: u64,
    /// The last piece of that sum, and the kind of its other pieces.
    piece: u32,
    others: Option<u32>,
}

/// A piece to be added to the proof.
pub(super) struct NewPiece {
    pub(super) piece: u32,
    pub(super) element: u16,
    pub(super) gap: ElementSet,
    pub(super) weight: u64,
}

impl Sums {
    pub(super) fn new(monoid: &BipartiteMonoid) -> Self {
        Self { of_element: vec![Vec::new(); monoid.order()], ..Self::default() }
    }

    /// Adds pieces that have moves. The proof must be complete, and must be [completed](Self::complete) anew.
    ///
    /// A sum with a new piece is met as that piece, to which the others are added one after the other. Where a kind of old pieces contains what was met so far,
    /// the sum has no larger gap than one with fewer new pieces.
    pub(super) fn add(&mut self, pieces: impl IntoIterator<Item = NewPiece>) {
        assert!(self.queue.is_empty() && self.pairs.is_empty(), "the proof of the pieces before is complete");
        for NewPiece { piece, element, gap, weight } in pieces {
            let kind = Kind { element, gap, weight, piece, others: None };
            // By the formula for *F*(*G* + *H*), a sum with a piece whose gap is empty has an empty gap. And if a piece
            // of the same element has a larger gap, the sums with that piece have larger gaps too.
            if !kind.gap.is_empty() && !self.pieces.iter().any(|other| self.contains(*other, &kind)) {
                self.pieces.push(as_u32(self.kinds.len()));
                self.queue.push(Reverse((kind.weight, as_u32(self.kinds.len()))));
                self.kinds.push(kind);
            }
        }
    }

    /// Looks at all sums with the pieces that were added last. If one has the identity in its gap, returns the lightest such sum; then the proof is wrong and
    /// must be dropped. After a stop the next call goes on.
    pub(super) fn complete(
        &mut self,
        monoid: &BipartiteMonoid,
        watch: &mut Watch<'_>,
    ) -> Result<Result<(), Word>, Stopped> {
        // A stop may have left pairs.
        self.enqueue_pairs(monoid, watch)?;
        // Lightest first: so the first sum with the identity in its gap is the lightest of all.
        while let Some(Reverse((_, new))) = self.queue.pop() {
            let kind = &self.kinds[new as usize];
            let same = &self.of_element[usize::from(kind.element)];
            // A kind that was queued earlier may be covered by one that came meanwhile.
            // The kind that covers it passed the test below, so this one has no identity in its gap either.
            if same.iter().any(|other| self.contains(*other, kind)) {
                continue;
            }
            // *z* = 0 adds nothing: the sum itself is not in *P*, and no move leads to *P*.
            if kind.gap.contains(0) {
                return Ok(Err(self.pieces_of(new)));
            }
            let (element, gap) = (usize::from(kind.element), kind.gap.clone());
            let kinds = &self.kinds;
            // Kinds that the new one covers are no longer maximal. They stay in `kinds`, since `others` of later kinds
            // may lead to them.
            self.of_element[element].retain(|other| !kinds[*other as usize].gap.is_subset(&gap));
            self.of_element[element].push(new);
            // Adding one piece at a time is enough: each sum is one with a piece less, plus that piece.
            self.pairs.extend(self.pieces.iter().rev().map(|piece| (new, *piece)));
            self.enqueue_pairs(monoid, watch)?;
        }
        Ok(Ok(()))
    }

    /// Looks at the sums of all `pairs`.
    fn enqueue_pairs(&mut self, monoid: &BipartiteMonoid, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        while let Some((kind, piece)) = self.pairs.last().copied() {
            watch.sum()?;
            self.pairs.pop();
            self.enqueue_sum(monoid, kind, piece);
        }
        Ok(())
    }

    /// Number of kinds with maximal gaps.
    pub(super) fn len(&self) -> usize {
        self.of_element.iter().map(Vec::len).sum()
    }

    /// Whether a kind has the same element as the other and a gap that contains the other's.
    fn contains(&self, kind: u32, other: &Kind) -> bool {
        let kind = &self.kinds[kind as usize];
        kind.element == other.element && other.gap.is_subset(&kind.gap)
    }

    /// Adds the sum of a kind and a piece to the queue, unless a known kind contains it.
    fn enqueue_sum(&mut self, monoid: &BipartiteMonoid, one: u32, piece: u32) {
        let (others, last) = (&self.kinds[one as usize], &self.kinds[piece as usize]);
        // The formula for *F*(*G* + *H*). At place *z* stand the products *zy* and *zx*, where *y* is the element of
        // the last piece and *x* that of the others.
        let products = monoid.row(last.element).iter().zip(monoid.row(others.element));
        let gap: ElementSet = (0..)
            .zip(products)
            .filter(|(_, (with_last, with_others))| {
                others.gap.contains(**with_last) && last.gap.contains(**with_others)
            })
            .map(|(z, _)| z)
            .collect();
        let element = monoid.times(others.element, last.element);
        let sum = Kind { element, gap, weight: others.weight + last.weight, piece: last.piece, others: Some(one) };
        let same = &self.of_element[usize::from(element)];
        // Both tests are repeated for kinds in the queue. Here they keep most sums out of memory.
        if sum.gap.is_empty() || same.iter().any(|other| self.contains(*other, &sum)) {
            return;
        }
        self.queue.push(Reverse((sum.weight, as_u32(self.kinds.len()))));
        self.kinds.push(sum);
    }

    /// The pieces of the sum by which a kind was found.
    fn pieces_of(&self, kind: u32) -> Word {
        let mut pieces = Vec::new();
        let mut next = Some(kind);
        // From the last piece that was added to the first, which has no `others`.
        while let Some(kind) = next {
            let kind = &self.kinds[kind as usize];
            pieces.push(kind.piece);
            next = kind.others;
        }
        pieces.sort_unstable();
        pieces
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{BipartiteMonoid, ElementSet, NewPiece, Sums, Watch};
    use crate::control::{Control, Unit};

    /// The element and the gap of a sum of pieces with these elements and gaps, by the formula for two sums.
    fn element_and_gap(pieces: &[(u16, Vec<u16>)]) -> (u16, Vec<u16>) {
        let add = |(x, gap): (u16, Vec<u16>), (y, other): (u16, Vec<u16>)| {
            (x ^ y, (0..4).filter(|z| gap.contains(&(z ^ y)) && other.contains(&(z ^ x))).collect())
        };
        pieces.iter().cloned().reduce(add).expect("there is a piece")
    }

    proptest! {
        /// Any elements and gaps of up to three pieces, in the group of two bits under xor. There a sum with a third copy of a piece has the element
        /// and the gap of the sum without two of them, so sums of six pieces are all there are.
        #[test]
        fn the_lightest_sum_with_the_identity_in_its_gap_is_found(
            pieces in vec((0..4_u16, prop::collection::btree_set(0..4_u16, 0..4), 1..4_u64), 1..4),
            first in 0..4_usize,
        ) {
            let products = (0..16).map(|pair| (pair / 4) ^ (pair % 4)).collect();
            let monoid = BipartiteMonoid::told(4, products, vec![1]);
            let mut weight = 0;
            let pieces: Vec<(u16, Vec<u16>, u64)> = pieces
                .into_iter()
                .map(|(element, gap, heavier)| {
                    weight += heavier;
                    (element, gap.into_iter().collect(), weight)
                })
                .collect();
            let mut new = (0..).zip(&pieces).map(|(piece, (element, gap, weight))| {
                let gap: ElementSet = gap.iter().copied().collect();
                NewPiece { piece, element: *element, gap, weight: *weight }
            });
            let mut control = Control::unlimited();
            let mut watch = Watch::new(&mut control, Unit::Heaps, 0, 4, None);
            let mut sums = Sums::new(&monoid);
            // The first pieces alone, and then with the others.
            sums.add(new.by_ref().take(first));
            let mut found = sums.complete(&monoid, &mut watch).unwrap().err();
            let known = if found.is_some() { first.min(pieces.len()) } else { pieces.len() };
            if found.is_none() {
                sums.add(new);
                found = sums.complete(&monoid, &mut watch).unwrap().err();
            }

            let of = |sum: &[usize]| -> (bool, u64) {
                let pieces_of_sum: Vec<_> = sum.iter().map(|place| (pieces[*place].0, pieces[*place].1.clone())).collect();
                (element_and_gap(&pieces_of_sum).1.contains(&0), sum.iter().map(|place| pieces[*place].2).sum())
            };
            let (mut sums, mut last): (Vec<Vec<usize>>, Vec<Vec<usize>>) = (Vec::new(), vec![Vec::new()]);
            for _ in 0..6 {
                let longer = |sum: &Vec<usize>| {
                    let least = sum.last().copied().unwrap_or(0);
                    (least..known).map(|place| [&sum[..], &[place]].concat()).collect::<Vec<_>>()
                };
                last = last.iter().flat_map(longer).collect();
                sums.extend(last.iter().cloned());
            }
            let lightest = sums.iter().map(|sum| of(sum)).filter(|(has_identity, _)| *has_identity).map(|(_, weight)| weight).min();
            let found = found.map(|word| of(&word.iter().map(|piece| *piece as usize).collect::<Vec<_>>()));
            prop_assert_eq!(found, lightest.map(|weight| (true, weight)));
        }
    }
}
