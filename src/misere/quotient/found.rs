//! From a guess to a monoid, and the proof that the monoid is right.

use crate::control::Stopped;
use crate::misere::quotient::candidate::{Candidate, Word};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::fault::Fault;
use crate::misere::quotient::monoid::BipartiteMonoid;
use crate::misere::quotient::options::{Options, Products};
use crate::misere::quotient::pieces::{Pieces, weight};
use crate::misere::quotient::sums::{NewPiece, Sums};
use crate::misere::quotient::watch::Watch;

/// A monoid with the elements of the first pieces.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) monoid: BipartiteMonoid,
    /// The elements of pieces 0, 1, ..
    pub(super) map: Vec<u16>,
    /// For each of these pieces the elements that its moves leave.
    pub(super) piece_options: Vec<ElementSet>,
}

impl Known {
    /// The monoid of piece 0, which has ended.
    pub(super) fn trivial() -> Self {
        let monoid = BipartiteMonoid::trivial();
        Self { monoid, map: vec![0], piece_options: vec![ElementSet::default()] }
    }
}

/// A monoid for the first pieces, made from a guess.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) known: Known,
    /// For each element a lightest sum of pieces with this element. The elements are in ascending order of these weights.
    words: Vec<Word>,
    /// For each of these sums the elements that its moves leave.
    pub(super) options: Vec<ElementSet>,
}

impl Found {
    /// Identifies the elements of a guess that have equal rows. `None` if the result is not a monoid, or cannot be a quotient. After a stop it begins anew.
    pub(super) fn new(guess: &mut Candidate, watch: &mut Watch<'_>) -> Result<Option<Self>, Stopped> {
        // Elements with equal rows have the same outcomes in all company: the quotient has one element for them.
        let mut classes: Vec<u16> = Vec::new();
        let mut first: Vec<u16> = Vec::new();
        for (element, row) in (0_u16..).zip(&guess.rows) {
            watch.again()?;
            // `first` holds the lightest element of each class, since elements are in ascending order of weight.
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
            watch.again()?;
            // The products of the lightest elements only. Whether other elements of the classes would give other
            // products is not asked: `verify` checks the monoid as it is.
            products.extend(first.iter().map(|other| class_of(guess.product(*one, *other))));
        }
        let companions = first.iter().map(|element| classes_of(&guess.rows[usize::from(*element)])).collect();
        let map: Vec<u16> = guess.elements.iter().copied().map(class_of).collect();
        let monoid = BipartiteMonoid::new(products, companions);
        // The products of a wrong guess may break any law, commutativity and associativity too.
        if monoid.fault(&map, || watch.again())?.is_some() {
            return Ok(None);
        }
        let piece_options = guess.piece_options.iter().map(classes_of).collect();
        Ok(Some(Self {
            known: Known { monoid, map, piece_options },
            options: first.iter().map(|element| classes_of(&guess.options[usize::from(*element)])).collect(),
            words: first.iter().map(|element| guess.words[usize::from(*element)].clone()).collect(),
        }))
    }

    /// The proof that the monoid is right, as it begins.
    pub(super) fn proof(&self, rules: &dyn Pieces) -> Sums {
        let Known { monoid, map, piece_options } = &self.known;
        let mut sums = Sums::new(monoid);
        sums.add(new_pieces(rules, monoid, map, piece_options));
        sums
    }

    /// Completes the proof, or finds the lightest sum of pieces for which the monoid contradicts the rules. After a stop the proof goes on.
    pub(super) fn verify(
        &self,
        proof: &mut Sums,
        rules: &dyn Pieces,
        watch: &mut Watch<'_>,
    ) -> Result<Result<(), Word>, Stopped> {
        // One kind of contradiction: a sum that is not in *P*, with no move to *P*.
        let stuck = proof.complete(&self.known.monoid, watch)?.err();
        let Known { monoid, map, piece_options } = &self.known;
        let from_p_to_p = (0..).zip(map.iter().zip(piece_options)).filter_map(|(piece, (element, left))| {
            // The other kind: the piece with this company is in *P*, and so is a sum that a move in the piece leaves. One of the two
            // has a wrong outcome.
            let company = from_p_to_p(monoid, *element, left)?;
            let mut word = self.words[usize::from(company)].clone();
            word.push(piece);
            Some(word)
        });
        let from_p_to_p = from_p_to_p.min_by_key(|word| weight(rules, word));
        // The lightest one: for lighter sums the guess is right, which is what the search for the false equality builds on.
        let wrong = from_p_to_p.into_iter().chain(stuck).min_by_key(|word| weight(rules, word));
        Ok(wrong.map_or(Ok(()), Err))
    }
}

/// The proof that a monoid, with a map from pieces, is the quotient of these pieces.
pub(super) struct Verified {
    /// For each piece the elements that its moves leave.
    pub(super) piece_options: Vec<ElementSet>,
    /// Number of kinds of sums in the proof.
    pub(super) kinds: usize,
}

/// Proves that a monoid, with this map from pieces, is the quotient of the pieces. Elements of the map must be elements of the monoid.
pub(super) fn verified(
    rules: &dyn Pieces,
    monoid: &BipartiteMonoid,
    map: &[u16],
    watch: &mut Watch<'_>,
) -> Result<Verified, QuotientError> {
    let refuted = |fault| QuotientError::Refuted { fault, computed: map.len() };
    // First the conditions on the monoid, then those on single pieces, last those on all sums, by their gaps. Nothing
    // is taken from the search.
    if let Some(fault) = monoid.fault(map, || watch.again())? {
        return Err(refuted(fault));
    }
    let mut options = Options::default();
    let mut piece_options: Vec<ElementSet> = Vec::new();
    for piece in 0..map.len() {
        watch.look()?;
        // Moves leave smaller pieces only, so the elements of the pieces before this one are enough.
        let times = &mut |one, other| monoid.times(one, other);
        let left = rules.left_by_next(&mut options, &mut Products { elements: &map[..piece], times, watch })?;
        // A piece without moves has no gap below, so its element is checked here.
        if left.is_empty() && map[piece] != 0 {
            return Err(refuted(Fault::NothingIsSomething { heap: piece }));
        }
        if from_p_to_p(monoid, map[piece], &left).is_some() {
            return Err(refuted(Fault::WrongOutcome));
        }
        piece_options.push(left);
    }
    let mut sums = Sums::new(monoid);
    sums.add(new_pieces(rules, monoid, map, &piece_options));
    let stuck = sums.complete(monoid, watch)?;
    stuck.map(|()| Verified { piece_options, kinds: sums.len() }).map_err(|_| refuted(Fault::WrongOutcome))
}

/// The pieces that have moves, with their gaps.
fn new_pieces(
    rules: &dyn Pieces,
    monoid: &BipartiteMonoid,
    map: &[u16],
    piece_options: &[ElementSet],
) -> impl Iterator<Item = NewPiece> {
    let all = (0..).zip(map.iter().zip(piece_options)).filter(|(_, (_, left))| !left.is_empty());
    all.map(|(piece, (element, left))| NewPiece {
        piece,
        element: *element,
        gap: gap(monoid, *element, left),
        weight: rules.weight(piece),
    })
}

/// An element whose product with a piece is in *P*, and whose product with an option of the piece is in *P* too: a move from P to P.
fn from_p_to_p(monoid: &BipartiteMonoid, element: u16, left: &ElementSet) -> Option<u16> {
    let won = won(monoid, left);
    monoid.companions(element).iter().find(|company| won.contains(*company))
}

/// The gap of a piece: the elements whose product with the piece is not in *P*, and with none of its options is in *P*.
pub(super) fn gap(monoid: &BipartiteMonoid, element: u16, left: &ElementSet) -> ElementSet {
    let mut covered = won(monoid, left);
    covered.unite(monoid.companions(element));
    (0_u16..).take(monoid.order()).filter(|company| !covered.contains(*company)).collect()
}

/// The elements whose product with one of these options is in *P*.
fn won(monoid: &BipartiteMonoid, left: &ElementSet) -> ElementSet {
    let mut won = ElementSet::default();
    for option in left.iter() {
        won.unite(monoid.companions(option));
    }
    won
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::control::{Control, Unit};
    use crate::heap::TakeAndBreak;

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
        let mut watch = Watch::new(&mut control, Unit::Heaps, heaps.len(), monoid.order(), Some(heaps.len()));
        let found = verified(&code.parse::<TakeAndBreak>().unwrap(), &monoid, heaps, &mut watch);
        found.map(|proof| proof.kinds).map_err(|stop| match stop {
            QuotientError::Refuted { fault, .. } => fault,
            other => panic!("{other:?} stops the check"),
        })
    }

    /// The callback is asked while the laws of a monoid are checked, for rows that are compared a thousand at a time.
    #[test]
    fn the_control_is_asked_while_a_monoid_is_checked() {
        let order = 1 << 9;
        let products = (0..order).flat_map(|one| (0..order).map(move |other| one ^ other)).collect();
        // In *P* is the identity alone, which is found last.
        let monoid = BipartiteMonoid::new(products, (0..order).map(|one| [one].into_iter().collect()).collect());
        let (looks, generators) = (Arc::new(AtomicU64::new(0)), (0..9).map(|bit| 1 << bit).collect::<Vec<_>>());
        let counted = Arc::clone(&looks);
        let mut control = Control::unlimited().watched(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        let mut watch = Watch::new(&mut control, Unit::Heaps, generators.len(), monoid.order(), None);
        let found = verified(&"0.0".parse::<TakeAndBreak>().unwrap(), &monoid, &generators, &mut watch).map(drop);
        assert!(matches!(found, Err(QuotientError::Refuted { fault: Fault::IdentityInP, .. })));
        assert!(looks.load(Ordering::Relaxed) >= 4, "{looks:?}");
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
