//! Checks misère quotients by the rules alone: those of the heaps of a code, and of the positions that play can reach.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::BufRead;

use rustc_hash::FxBuildHasher;

use super::facts::{Steps, component};
use super::heaps::{Repeats, heaps_of};
use super::text::{CertificateError, Reader, number, refused};
use crate::components::Components;
use crate::control::Stopped;
use crate::game::ImpartialGame;
use crate::heap::TakeAndBreak;
use crate::notation::Notation;
use crate::search::{list_bytes, map_bytes, set_bytes};
use crate::subset::Subset;

/// What a certificate tells of the monoid of a quotient.
pub(super) struct Monoid {
    pub(super) order: usize,
    /// The P-portion.
    pub(super) lost: Subset,
    /// For each element its products with all elements.
    pub(super) products: Vec<Vec<usize>>,
}

/// A piece, which is a heap or a position, that has moves: its element and its gap.
type Piece = (usize, Subset);

impl Monoid {
    /// Reads the fields of the monoid.
    pub(super) fn read(reader: &mut Reader<impl BufRead>) -> Result<Self, CertificateError> {
        let order = reader.number("order")?;
        if order == 0 {
            return Err(reader.refused("a quotient has an element, that of the empty sum"));
        }
        let lost = reader.field("p-portion")?;
        let lost: Option<Vec<usize>> = lost.split(' ').filter(|text| !text.is_empty()).map(number).collect();
        let lost = lost.filter(|lost| lost.iter().all(|element| *element < order));
        let lost = lost.ok_or_else(|| reader.refused("the P-portion is a list of elements"))?;
        Ok(Self { order, lost: lost.into_iter().collect(), products: Vec::new() })
    }

    fn element(&self, text: &str, line: u64) -> Result<usize, CertificateError> {
        let element = number(text).filter(|element| *element < self.order);
        element.ok_or_else(|| refused(line, format!("elements are numbers below {}", self.order)))
    }

    /// Takes a fact that is a row of products. False if there is a row for each element already.
    pub(super) fn takes(&mut self, text: &str, line: u64) -> Result<bool, CertificateError> {
        if self.products.len() == self.order {
            return Ok(false);
        }
        let row: Vec<usize> = text.split(' ').map(|word| self.element(word, line)).collect::<Result<_, _>>()?;
        if row.len() != self.order {
            return Err(refused(line, format!("a row has the products with {} elements", self.order)));
        }
        self.products.push(row);
        Ok(true)
    }

    /// The bytes of the products that have been read.
    fn bytes(&self) -> usize {
        self.products.len() * self.order * size_of::<usize>()
    }

    fn times(&self, one: usize, other: usize) -> usize {
        self.products[one][other]
    }

    fn is_lost(&self, element: usize) -> bool {
        self.lost.contains(element)
    }

    /// Checks that it is a commutative monoid with identity 0 that the pieces generate, that all elements are told apart, and that the identity
    /// is not in P. The rows begin at line `first`.
    fn check(&self, pieces: &[usize], first: u64, steps: &mut Steps<'_>) -> Result<(), CertificateError> {
        let mut generators = pieces.to_vec();
        generators.sort_unstable();
        generators.dedup();
        // The elements of all sums of pieces, beginning with the empty sum.
        let mut generated = Subset::from_iter([0]);
        let mut queue = VecDeque::from([0]);
        while let Some(one) = queue.pop_front() {
            for next in generators.iter().map(|piece| self.times(one, *piece)) {
                steps.tick()?;
                if generated.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        for one in 0..self.order {
            let line = first + one as u64;
            let fault = if self.times(0, one) != one {
                Some("element 0 is not the identity")
            } else if (0..self.order).any(|other| self.times(one, other) != self.times(other, one)) {
                Some("the products are not commutative")
            } else if !generated.contains(one) {
                Some("no sum is this element")
            } else {
                None
            };
            fault.map_or(Ok(()), |fault| Err(refused(line, fault)))?;
            // Products with a piece in the middle are enough (Light's test), since pieces generate all elements.
            for middle in &generators {
                for other in 0..self.order {
                    steps.tick()?;
                    if self.times(self.times(one, *middle), other) != self.times(one, self.times(*middle, other)) {
                        return Err(refused(line, "the products are not associative"));
                    }
                }
            }
            // Two elements are told apart if their products with some test are not both in P, or both outside of P.
            let told = |element: usize, test: usize| self.is_lost(self.times(element, test));
            for other in 0..one {
                steps.tick()?;
                if (0..self.order).all(|test| told(one, test) == told(other, test)) {
                    return Err(refused(line, "no sum tells this element from an earlier one"));
                }
            }
        }
        if self.is_lost(0) {
            return Err(refused(first, "the empty sum is won in misère play, so element 0 is not in the P-portion"));
        }
        Ok(())
    }

    /// Checks one piece by the elements that its moves leave. Puts it among the pieces that have moves.
    fn check_piece(
        &self,
        name: &str,
        element: usize,
        left: &Subset,
        pieces: &mut Vec<Piece>,
        steps: &mut Steps<'_>,
    ) -> Result<Result<(), String>, Stopped> {
        if left.is_empty() {
            let is_right = element == 0;
            return Ok(if is_right { Ok(()) } else { Err(format!("{name} has no moves, so that it is element 0")) });
        }
        // The gap: companies in which the piece is not in P, although no move in the piece leads to P. Some move in
        // the company must.
        let mut gap = Subset::new();
        for rest in 0..self.order {
            steps.tick()?;
            let is_lost = self.is_lost(self.times(element, rest));
            let reaches_lost = left.iter().any(|left| self.is_lost(self.times(left, rest)));
            // The condition of the theorem on each move: in the same company, the piece and what the move leaves are
            // never both in P.
            if is_lost && reaches_lost {
                return Ok(Err(format!("{name} with element {rest} is in P, and has a move to P")));
            }
            if !is_lost && !reaches_lost {
                gap.insert(rest);
            }
        }
        // Pieces with the same element and gap make the same sums.
        if !pieces.contains(&(element, gap.clone())) {
            pieces.push((element, gap));
        }
        Ok(Ok(()))
    }

    /// Whether every sum with an element that is not in P has a move to P: no sum that has moves has the identity in its gap.
    fn check_sums(&self, pieces: &[Piece], steps: &mut Steps<'_>) -> Result<Result<(), String>, Stopped> {
        let mut sums: Vec<Vec<Subset>> = vec![Vec::new(); self.order];
        let mut queue: VecDeque<Piece> = pieces.iter().cloned().collect();
        let (held, mut kept) = (steps.held(), pieces.len());
        while let Some((element, gap)) = queue.pop_front() {
            // The identity is the element of the empty company, in which no other move can lead to P.
            if gap.contains(0) {
                return Ok(Err(format!("a sum with element {element} is not in P, and has no move to P")));
            }
            // A larger gap of the same element gives larger gaps in all sums, so a gap within a known one adds
            // nothing. An element has finitely many gaps, so the queue gets empty.
            if sums[element].iter().any(|known| gap.difference(known).is_empty()) {
                continue;
            }
            for (piece, own) in pieces {
                steps.tick()?;
                // The gap of the sum with one more piece: no move in the sum helps, with the piece as company, and no
                // move in the piece, with the sum as company.
                let both =
                    |rest: &usize| gap.contains(self.times(*rest, *piece)) && own.contains(self.times(*rest, element));
                queue.push_back((self.times(element, *piece), (0..self.order).filter(both).collect()));
            }
            sums[element].push(gap);
            // A gap has a bit for each element.
            kept += 1;
            steps.hold(held + (queue.len() + kept) * (size_of::<Piece>() + self.order / 8))?;
        }
        Ok(Ok(()))
    }
}

/// The quotient of the heaps of a code: see [`MisereQuotient::verify`](crate::misere::quotient::MisereQuotient::verify) for the theorem.
/// `heaps` is the number of heaps of which elements are told; `period` is preperiod and period of the map, if the quotient is that of all
/// heaps. Returns the number of facts.
pub(super) fn check_quotient(
    code: &TakeAndBreak,
    heaps: usize,
    mut monoid: Monoid,
    period: Option<[usize; 2]>,
    reader: &mut Reader<impl BufRead>,
    steps: &mut Steps<'_>,
) -> Result<u64, CertificateError> {
    let mut map: Vec<usize> = Vec::new();
    let first = reader.facts(|text, line| {
        if !monoid.takes(text, line)? {
            map.push(monoid.element(text, line)?);
        }
        Ok(steps.add_fact(monoid.bytes() + list_bytes(&map, 0))?)
    })?;
    if monoid.products.len() < monoid.order || map.len() != heaps || map.is_empty() {
        return Err(
            reader.refused("a row of products for each element, and an element for each heap from 0 on are told")
        );
    }
    monoid.check(&map, first, steps)?;
    // The rows of products take a line each, then the heaps.
    let line = |heap: usize| first + (monoid.order + heap) as u64;
    let mut pieces: Vec<Piece> = Vec::new();
    for (heap, element) in map.iter().enumerate() {
        let mut left = Subset::new();
        steps.tick()?;
        for option in code.options(&(heap as u128)) {
            steps.tick()?;
            // All parts are smaller than the heap, so their elements are told.
            left.insert(heaps_of(&option).fold(0, |all, part| monoid.times(all, map[part])));
        }
        let checked = monoid.check_piece(&format!("heap {heap}"), *element, &left, &mut pieces, steps)?;
        checked.map_err(|reason| refused(line(heap), reason))?;
    }
    monoid.check_sums(&pieces, steps)?.map_err(|reason| reader.refused(reason))?;

    if let Some([preperiod, period]) = period {
        let repeats = Repeats::new(code, preperiod, period).map_err(|reason| reader.refused(reason))?;
        if map.len() < repeats.heaps {
            return Err(reader.refused(format!("the period needs the elements of {} heaps", repeats.heaps)));
        }
        if let Some(heap) = (0..repeats.heaps).find(|heap| map[*heap] != map[repeats.place(*heap)]) {
            return Err(refused(line(heap), format!("heap {heap} breaks the period")));
        }
    }
    Ok((monoid.order + map.len()) as u64)
}

/// The monoid of a quotient and the elements of positions, with the lines that tell them.
pub(super) struct OfPositions<P> {
    pub(super) monoid: Monoid,
    pub(super) elements: HashMap<P, (usize, u64), FxBuildHasher>,
    /// The line of the first row of products.
    first: u64,
}

impl<P: Clone + Eq + std::hash::Hash> OfPositions<P> {
    /// Reads the facts: rows of products, and then elements of positions, as `3 x../.../...`.
    pub(super) fn read<G: Notation<Position = P>>(
        game: &G,
        mut monoid: Monoid,
        reader: &mut Reader<impl BufRead>,
        steps: &mut Steps<'_>,
    ) -> Result<Self, CertificateError> {
        let mut elements: HashMap<P, (usize, u64), FxBuildHasher> = HashMap::default();
        let first = reader.facts(|text, line| {
            if !monoid.takes(text, line)? {
                let wrong = |reason: String| refused(line, reason);
                let (element, text) = text
                    .split_once(' ')
                    .ok_or_else(|| wrong("a fact is an element, a blank, and a component".into()))?;
                let element = monoid.element(element, line)?;
                let key = component(game, text).map_err(wrong)?;
                if let Some((_, before)) = elements.insert(key, (element, line)) {
                    return Err(wrong(format!("line {before} tells of the same position")));
                }
            }
            Ok(steps.add_fact(monoid.bytes() + map_bytes(&elements, 0))?)
        })?;
        if monoid.products.len() < monoid.order {
            return Err(reader.refused("a row of products for each element is told"));
        }
        Ok(Self { monoid, elements, first })
    }

    /// The positions of which elements are told, in the order of their lines.
    pub(super) fn keys(&self) -> impl Iterator<Item = P> {
        let mut keys: Vec<(u64, P)> = self.elements.iter().map(|(key, (_, line))| (*line, key.clone())).collect();
        keys.sort_unstable_by_key(|(line, _)| *line);
        keys.into_iter().map(|(_, key)| key)
    }

    /// The number of facts.
    pub(super) fn len(&self) -> u64 {
        (self.monoid.order + self.elements.len()) as u64
    }

    /// Checks that it is the quotient of all positions that play can reach from the components of a position.
    ///
    /// Moves are played, since the hint `options` may leave out equal ones. A position without moves has element 0, and need not be told. The walk is written
    /// here, since [`reachable`](crate::reachable) gives out positions alone, and the gap of a position needs what each of its moves leaves; and since an
    /// error in the code that finds answers should not be in the checker too.
    pub(super) fn check<G: Notation<Position = P>>(
        &self,
        game: &G,
        start: &Components<P>,
        reader: &Reader<impl BufRead>,
        steps: &mut Steps<'_>,
    ) -> Result<(), CertificateError> {
        let monoid = &self.monoid;
        let elements: Vec<usize> = self.elements.values().map(|(element, _)| *element).collect();
        monoid.check(&elements, self.first, steps)?;
        let mut met: HashSet<P, FxBuildHasher> = HashSet::default();
        let mut queue: Vec<P> = start.iter().map(|part| game.memo_key(part.clone())).collect();
        let mut pieces: Vec<Piece> = Vec::new();
        let held = steps.held() + list_bytes(&elements, 0);
        while let Some(position) = queue.pop() {
            if !met.insert(position.clone()) {
                continue;
            }
            let mut left = Subset::new();
            for mv in game.moves(&position) {
                steps.tick()?;
                let mut product = 0;
                for part in game.play(&position, &mv) {
                    let key = game.memo_key(part);
                    // A position without an element counts as 0 here. If it has moves, it is refused when the walk
                    // comes to it.
                    product = monoid.times(product, self.elements.get(&key).map_or(0, |(element, _)| *element));
                    queue.push(key);
                }
                left.insert(product);
                steps.hold(held + set_bytes(&met, 0) + list_bytes(&queue, 0))?;
            }
            let name = || game.text(std::slice::from_ref(&position));
            match self.elements.get(&position) {
                Some((element, line)) => {
                    let checked = monoid.check_piece(&name(), *element, &left, &mut pieces, steps)?;
                    checked.map_err(|reason| refused(*line, reason))?;
                }
                None if left.is_empty() => {}
                None => return Err(reader.refused(format!("{} can be reached, and its element is not told", name()))),
            }
        }
        // `check` of the monoid took all told elements as generators. One of a position out of reach might make the
        // monoid larger than the quotient.
        if let Some((_, (_, line))) = self.elements.iter().find(|(key, _)| !met.contains(*key)) {
            return Err(refused(*line, "no play comes to this position"));
        }
        monoid.check_sums(&pieces, steps)?.map_err(|reason| reader.refused(reason))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;
    use crate::control::Control;

    type Kind = (usize, BTreeSet<usize>);

    /// The element and the gap of a sum: the companies in which no move in the one part helps, and none in the other part.
    fn sum((x, gap): &Kind, (y, other): &Kind) -> Kind {
        (x ^ y, (0..4).filter(|z| gap.contains(&(z ^ y)) && other.contains(&(z ^ x))).collect())
    }

    proptest! {
        /// The elements and gaps of all sums, of which none is left out.
        #[test]
        fn a_sum_with_the_identity_in_its_gap_is_found(pieces in vec((0..4_usize, btree_set(0..4_usize, 0..4)), 1..5)) {
            let (mut met, mut open) = (BTreeSet::new(), pieces.clone());
            while let Some(kind) = open.pop() {
                if met.insert(kind.clone()) {
                    open.extend(pieces.iter().map(|piece| sum(&kind, piece)));
                }
            }
            let has_identity = met.iter().any(|(_, gap)| gap.contains(&0));
            let products = (0..4).map(|one| (0..4).map(|other| one ^ other).collect()).collect();
            let monoid = Monoid { order: 4, lost: Subset::from_iter([1]), products };
            let pieces: Vec<Piece> =
                pieces.iter().map(|(element, gap)| (*element, gap.iter().copied().collect())).collect();
            let checked = monoid.check_sums(&pieces, &mut Steps::new(&mut Control::unlimited())).unwrap();
            prop_assert_eq!(checked.is_err(), has_identity);
        }
    }
}
