//! From a guess to a monoid, and the proof that the monoid is right.

use crate::control::Stopped;
use crate::heap::TakeAndBreak;
use crate::misere::quotient::candidate::{Candidate, Word, weight};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::fault::Fault;
use crate::misere::quotient::monoid::BipartiteMonoid;
use crate::misere::quotient::options::Options;
use crate::misere::quotient::sums::{NewHeap, Sums};
use crate::misere::quotient::watch::Watch;

/// A monoid for the first heaps, made from a guess.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) monoid: BipartiteMonoid,
    /// The elements of heaps 0, 1, ..
    pub(super) map: Vec<u16>,
    /// For each of these heaps the elements that its moves leave.
    pub(super) heap_options: Vec<ElementSet>,
    /// For each element a lightest sum of heaps with this element. The elements are in ascending order of these weights.
    words: Vec<Word>,
    /// For each of these sums the elements that its moves leave.
    pub(super) options: Vec<ElementSet>,
}

impl Found {
    /// Identifies the elements of a guess that have equal rows. `None` if the result is not a monoid, or cannot be a quotient.
    pub(super) fn new(guess: &mut Candidate) -> Option<Self> {
        let mut classes: Vec<u16> = Vec::new();
        let mut first: Vec<u16> = Vec::new();
        for (element, row) in (0_u16..).zip(&guess.rows) {
            let known = (0_u16..).zip(&first).find(|(_, other)| guess.rows[usize::from(**other)] == *row);
            classes.push(if let Some((class, _)) = known {
                class
            } else {
                first.push(element);
                u16::try_from(first.len() - 1).expect("there are at most 2^15 elements")
            });
        }
        let class_of = |element: u16| classes[usize::from(element)];
        let classes_of = |set: &ElementSet| set.iter().map(class_of).collect::<ElementSet>();
        let mut products = Vec::with_capacity(first.len() * first.len());
        for one in &first {
            products.extend(first.iter().map(|other| class_of(guess.product(*one, *other))));
        }
        let companions = first.iter().map(|element| classes_of(&guess.rows[usize::from(*element)])).collect();
        let map: Vec<u16> = guess.elements.iter().copied().map(class_of).collect();
        let monoid = BipartiteMonoid::new(products, companions);
        if monoid.fault(&map).is_some() {
            return None;
        }
        Some(Self {
            monoid,
            heap_options: guess.heap_options.iter().map(classes_of).collect(),
            options: first.iter().map(|element| classes_of(&guess.options[usize::from(*element)])).collect(),
            words: first.iter().map(|element| guess.words[usize::from(*element)].clone()).collect(),
            map,
        })
    }

    /// The proof that the monoid is right, or the lightest sum of heaps found for which it contradicts the rules.
    pub(super) fn verify(&self, watch: &mut Watch<'_>) -> Result<Result<Sums, Word>, Stopped> {
        let from_p_to_p = (0..).zip(self.map.iter().zip(&self.heap_options)).filter_map(|(heap, (element, left))| {
            let company = from_p_to_p(&self.monoid, *element, left)?;
            let mut word = self.words[usize::from(company)].clone();
            word.push(heap);
            Some(word)
        });
        let from_p_to_p = from_p_to_p.min_by_key(|word| weight(word));
        let mut sums = Sums::new(&self.monoid);
        let heaps = new_heaps(&self.monoid, &self.map, &self.heap_options);
        let stuck = sums.add(&self.monoid, heaps, watch)?.err();
        let wrong = from_p_to_p.into_iter().chain(stuck).min_by_key(|word| weight(word));
        Ok(wrong.map_or(Ok(sums), Err))
    }
}

/// The proof that a monoid, with a map from heaps, is the quotient of these heaps.
pub(super) struct Verified {
    /// For each heap the elements that its moves leave.
    pub(super) heap_options: Vec<ElementSet>,
    /// Number of kinds of sums in the proof.
    pub(super) kinds: usize,
}

/// Proves that a monoid, with this map from heaps, is the quotient of the heaps. Elements of the map must be elements of the monoid.
pub(super) fn verified(
    code: &TakeAndBreak,
    monoid: &BipartiteMonoid,
    map: &[u16],
    watch: &mut Watch<'_>,
) -> Result<Verified, QuotientError> {
    let refuted = |fault| QuotientError::Refuted { fault, computed: map.len() };
    if let Some(fault) = monoid.fault(map) {
        return Err(refuted(fault));
    }
    let mut options = Options::default();
    let mut heap_options: Vec<ElementSet> = Vec::new();
    for heap in 0..map.len() {
        watch.look()?;
        let left = options.of_next(code, &map[..heap], &mut |one, other| monoid.times(one, other));
        let left = left.map_err(|_| QuotientError::TooManyMoves { heap })?;
        if left.is_empty() && map[heap] != 0 {
            return Err(refuted(Fault::NothingIsSomething { heap }));
        }
        if from_p_to_p(monoid, map[heap], &left).is_some() {
            return Err(refuted(Fault::WrongOutcome));
        }
        heap_options.push(left);
    }
    let mut sums = Sums::new(monoid);
    let stuck = sums.add(monoid, new_heaps(monoid, map, &heap_options), watch)?;
    stuck.map(|()| Verified { heap_options, kinds: sums.len() }).map_err(|_| refuted(Fault::WrongOutcome))
}

/// The heaps that have moves, with their gaps.
fn new_heaps(monoid: &BipartiteMonoid, map: &[u16], heap_options: &[ElementSet]) -> impl Iterator<Item = NewHeap> {
    let all = (0..).zip(map.iter().zip(heap_options)).filter(|(_, (_, left))| !left.is_empty());
    all.map(|(heap, (element, left))| NewHeap { heap, element: *element, gap: gap(monoid, *element, left) })
}

/// An element whose product with a heap is in *P*, and whose product with an option of the heap is in *P* too: a move from P to P.
fn from_p_to_p(monoid: &BipartiteMonoid, element: u16, left: &ElementSet) -> Option<u16> {
    (0_u16..).take(monoid.order()).find(|company| {
        let row = monoid.companions(*company);
        row.contains(element) && left.meets(row)
    })
}

/// The gap of a heap: the elements whose product with the heap is not in *P*, and with none of its options is in *P*.
pub(super) fn gap(monoid: &BipartiteMonoid, element: u16, left: &ElementSet) -> ElementSet {
    let mut covered = monoid.companions(element).clone();
    for option in left.iter() {
        covered.unite(monoid.companions(option));
    }
    (0_u16..).take(monoid.order()).filter(|company| !covered.contains(*company)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;

    /// The result of the check for the monoid of this order, product and *P*, and the elements of heaps 0, 1, ..
    fn check(
        code: &str,
        (order, product): (u16, fn(u16, u16) -> u16),
        p: &[u16],
        heaps: &[u16],
    ) -> Result<usize, Fault> {
        let products = (0..order).flat_map(|one| (0..order).map(move |other| product(one, other))).collect();
        let companions = |one| (0..order).filter(|other| p.contains(&product(one, *other))).collect();
        let monoid = BipartiteMonoid::new(products, (0..order).map(companions).collect());
        let mut control = Control::new();
        let mut watch = Watch::new(&mut control, heaps.len(), monoid.order(), Some(heaps.len()));
        let found = verified(&code.parse().unwrap(), &monoid, heaps, &mut watch);
        found.map(|proof| proof.kinds).map_err(|stop| match stop {
            QuotientError::Refuted { fault, .. } => fault,
            other => panic!("{other:?} stops the check"),
        })
    }

    #[test]
    fn each_hypothesis_of_the_theorem_is_checked() {
        const NIM: &str = "0.[3]";
        const NO_MOVES: &str = "0.0";
        let xor: fn(u16, u16) -> u16 = |one, other| one ^ other;
        // Two quotients: Nim with heaps 0 and 1, and a game without moves.
        assert!(check(NIM, (2, xor), &[1], &[0, 1]).is_ok());
        assert_eq!(check(NO_MOVES, (1, xor), &[], &[0, 0, 0]), Ok(0));
        // The monoid of normal play. It meets all conditions but one; in misère play a heap of 1 is a P-position.
        assert_eq!(check(NIM, (4, xor), &[0], &[0, 1, 2, 3]), Err(Fault::IdentityInP));
        // All outcomes are right, but no sum is element 1.
        assert_eq!(check(NO_MOVES, (2, xor), &[1], &[0, 0, 0]), Err(Fault::NotGenerated));
        // All outcomes are right, but two heaps of 1 are not the identity, to which they are equal.
        assert_eq!(check(NIM, (4, |one, other| (one + other) % 4), &[1, 3], &[0, 1]), Err(Fault::NotToldApart));
        assert_eq!(check(NO_MOVES, (2, xor), &[1], &[1, 0]), Err(Fault::NothingIsSomething { heap: 0 }));
        assert_eq!(check(NO_MOVES, (2, xor), &[1], &[0, 1]), Err(Fault::NothingIsSomething { heap: 1 }));
        assert_eq!(check(NIM, (2, xor), &[1], &[0, 1, 1]), Err(Fault::WrongOutcome));
        // The identity is not 0; the product is not commutative; it is not associative: (1 1) 2 = 2, 1 (1 2) = 1.
        assert_eq!(check(NIM, (2, |one, other| 1 ^ one ^ other), &[1], &[0, 1]), Err(Fault::NoMonoid));
        let first = |one, other| if one == 0 { other } else { one };
        assert_eq!(check(NIM, (3, first), &[1], &[0, 1, 2]), Err(Fault::NoMonoid));
        let not_associative = |one, other| match (one, other) {
            (0, _) | (_, 0) => one | other,
            (1, 1) => 0,
            (2, 2) => 2,
            _ => 1,
        };
        assert_eq!(check(NIM, (3, not_associative), &[1], &[0, 1, 2]), Err(Fault::NoMonoid));
    }
}
