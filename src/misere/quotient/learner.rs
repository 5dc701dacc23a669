//! The step of a search: the next piece is tried with the present monoid, and else a larger monoid is guessed.
//!
//! Input: the rules of the pieces, and the quotient of the pieces so far. Output: the quotient of one piece more. See
//! [`QuotientSearch`](super::QuotientSearch) for the steps and an example.

use crate::control::Stopped;
use crate::misere::quotient::candidate::{Candidate, KnownDifferent, as_u32};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::found::{Found, Known, gap};
use crate::misere::quotient::monoid::BipartiteMonoid;
use crate::misere::quotient::options::{Options, Products};
use crate::misere::quotient::pieces::Pieces;
use crate::misere::quotient::refute::Scan;
use crate::misere::quotient::sums::{NewPiece, Sums};
use crate::misere::quotient::watch::Watch;

/// What a search keeps beside the quotient so far. It is compiled once, for all kinds of pieces.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    /// For each element of the quotient the elements that the moves in its lightest sum leave. Elements are in ascending order of the
    /// weights of these sums, so options come first.
    element_options: Vec<ElementSet>,
    /// Cache for the options of heaps, valid as long as the monoid stays the same.
    options: Options,
    /// The proof for the present monoid; `None` if the next piece refutes it.
    sums: Option<Sums>,
    /// The element of the next piece, and the elements that its moves leave, while it is added to the proof.
    next: Option<(u16, ElementSet)>,
    /// The guess under way, if the next piece refutes the present monoid.
    guess: Option<Guess>,
    /// Sums that are known to differ, also in the quotient of more pieces.
    different: KnownDifferent,
}

/// A guess at a larger monoid, as far as it is made and looked at. A stop keeps all of it.
#[derive(Clone, Debug)]
struct Guess {
    candidate: Candidate,
    /// The search for contradictions in its table.
    scan: Scan,
    /// The monoid and its proof, if the table has no contradiction.
    found: Option<(Found, Sums)>,
}

impl Learner {
    /// The learner that knows the quotient of piece 0.
    pub(super) fn new() -> Self {
        Self {
            element_options: vec![ElementSet::default()],
            options: Options::default(),
            sums: Some(Sums::new(&BipartiteMonoid::trivial())),
            next: None,
            guess: None,
            different: KnownDifferent::default(),
        }
    }

    /// Finishes the next piece, with the present monoid or a larger one. After a stop the next call goes on.
    pub(super) fn next_piece(
        &mut self,
        rules: &dyn Pieces,
        known: &mut Known,
        watch: &mut Watch<'_>,
    ) -> Result<(), QuotientError> {
        if let Some(mut sums) = self.sums.take() {
            let fits = self.fits(rules, known, &mut sums, watch);
            // The proof is put back after a stop too. Not if the piece refutes it: then a larger monoid has a proof of its own.
            self.sums = Some(sums).filter(|_| !matches!(fits, Ok(false)));
            if fits? {
                return Ok(());
            }
        }
        self.guess(rules, known, known.map.len() + 1, watch)
    }

    /// Adds the next piece to the quotient and to its proof, if the monoid stays the same.
    fn fits(
        &mut self,
        rules: &dyn Pieces,
        known: &mut Known,
        sums: &mut Sums,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Stopped> {
        let monoid = &known.monoid;
        if self.next.is_none() {
            // The piece after those of the map. Its options have smaller numbers, so the map has their elements.
            let times = &mut |one, other| monoid.times(one, other);
            let left = rules.left_by_next(&mut self.options, &mut Products { elements: &known.map, times, watch })?;
            // No element has the outcomes of this piece: a larger monoid is needed.
            let Some(element) = self.element_leaving(monoid, &left) else { return Ok(false) };
            if !left.is_empty() {
                let piece = as_u32(known.map.len());
                // The companions of the element are disjoint from those of the options, by `element_leaving`. So no
                // move leads from P to P, and only the gaps are left to be checked.
                sums.add([NewPiece { piece, element, gap: gap(monoid, element, &left), weight: rules.weight(piece) }]);
            }
            self.next = Some((element, left));
        }
        let is_proved = sums.complete(monoid, watch)?.is_ok();
        let (element, left) = self.next.take().expect("the next piece has an element");
        if is_proved {
            known.map.push(element);
            known.piece_options.push(left);
        }
        Ok(is_proved)
    }

    /// The element of a piece whose moves leave these elements, by its outcomes; `None` if there is no such element.
    fn element_leaving(&self, monoid: &BipartiteMonoid, left: &ElementSet) -> Option<u16> {
        // A piece without moves is equal to the empty sum. Its outcomes below would be those of a sum that is P alone.
        if left.is_empty() {
            return Some(0);
        }
        // Sums with an element that have a winning move in the piece.
        let mut won = ElementSet::default();
        for option in left.iter() {
            won.unite(monoid.companions(option));
        }
        // The options of an element come before it, so their outcomes are known.
        let mut lost = ElementSet::default();
        for (element, options) in (0_u16..).zip(&self.element_options) {
            if !won.contains(element) && !options.meets(&lost) {
                lost.insert(element);
            }
        }
        // `lost` is the row of the piece: the elements whose sum with it is P. Different elements have different rows.
        monoid.with_companions(&lost)
    }

    /// Guesses the quotient of the first pieces until a guess is right. Each wrong guess gives two sums that differ.
    fn guess(
        &mut self,
        rules: &dyn Pieces,
        known: &mut Known,
        pieces: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), QuotientError> {
        let unsettled = QuotientError::Unsettled { computed: known.map.len() };
        loop {
            watch.look()?;
            let Guess { candidate, scan, found } = self.guess.get_or_insert_with(|| Guess {
                candidate: Candidate::new(rules, pieces),
                scan: Scan::default(),
                found: None,
            });
            // A guess is wrong if its table contradicts itself, or if the proof of its monoid fails. Both give two sums
            // that are not equal.
            if found.is_none() {
                candidate.complete(rules, &self.different, watch)?;
            }
            let wrong = if let Some(wrong) = candidate.contradiction(scan, rules, watch)? {
                wrong
            } else {
                if found.is_none() {
                    let made = Found::new(candidate, watch)?.ok_or(unsettled)?;
                    let proof = made.proof(rules);
                    *found = Some((made, proof));
                }
                let (made, proof) = found.as_mut().expect("it has just been made");
                match made.verify(proof, rules, watch)? {
                    Ok(()) => {
                        let (Found { known: larger, options, .. }, proof) = found.take().expect("it is there");
                        *known = larger;
                        self.element_options = options;
                        // The cache holds elements of the monoid before.
                        self.options = Options::default();
                        (self.sums, self.guess) = (Some(proof), None);
                        return Ok(());
                    }
                    // The sum holds its company already, so there is nothing to add to it.
                    Err(sum) => candidate.false_claim(&[&sum], &[]).ok_or(unsettled)?,
                }
            };
            self.guess = None;
            // The same two sums again: the next guess would be the same, for ever.
            if !self.different.insert(wrong) {
                return Err(unsettled);
            }
        }
    }
}
