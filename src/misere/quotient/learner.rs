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
use crate::misere::quotient::options::Options;
use crate::misere::quotient::pieces::Pieces;
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
    /// The proof for the present monoid; `None` if the next piece refutes it, or was interrupted.
    sums: Option<Sums>,
    /// Sums that are known to differ, also in the quotient of more pieces.
    different: KnownDifferent,
}

impl Learner {
    /// The learner that knows the quotient of piece 0.
    pub(super) fn new() -> Self {
        Self {
            element_options: vec![ElementSet::default()],
            options: Options::default(),
            sums: Some(Sums::new(&BipartiteMonoid::trivial())),
            different: KnownDifferent::default(),
        }
    }

    /// Finishes the next piece, with the present monoid or a larger one.
    pub(super) fn next_piece(
        &mut self,
        rules: &dyn Pieces,
        known: &mut Known,
        watch: &mut Watch<'_>,
    ) -> Result<(), QuotientError> {
        let piece = known.map.len();
        // Taken out, and put back only if the monoid stays: after an error the proof is made anew with the next guess.
        if let Some(mut sums) = self.sums.take() {
            let monoid = &known.monoid;
            // The piece after those of the map. Its options have smaller numbers, so the map has their elements.
            let left = rules.left_by_next(&known.map, &mut self.options, &mut |one, other| monoid.times(one, other));
            let left = left.map_err(|_| QuotientError::TooManyMoves { heap: piece })?;
            if let Some(element) = self.element_of_next(rules, known, &left, &mut sums, watch)? {
                known.map.push(element);
                known.piece_options.push(left);
                self.sums = Some(sums);
                return Ok(());
            }
        }
        self.guess(rules, known, piece + 1, watch)
    }

    /// The element of the next piece, if the monoid stays the same.
    fn element_of_next(
        &self,
        rules: &dyn Pieces,
        known: &Known,
        left: &ElementSet,
        sums: &mut Sums,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u16>, Stopped> {
        if left.is_empty() {
            return Ok(Some(0));
        }
        let monoid = &known.monoid;
        // No element has the outcomes of this piece: a larger monoid is needed.
        let Some(element) = self.element_leaving(monoid, left) else { return Ok(None) };
        let piece = as_u32(known.map.len());
        // The companions of the element are disjoint from those of the options, by `element_leaving`. So no move leads
        // from P to P, and only the gaps are left to be checked.
        let new = NewPiece { piece, element, gap: gap(monoid, element, left), weight: rules.weight(piece) };
        Ok(sums.add(monoid, [new], watch)?.is_ok().then_some(element))
    }

    /// The element with the outcomes of a piece or a sum whose moves leave these elements; `None` if there is no such element.
    fn element_leaving(&self, monoid: &BipartiteMonoid, left: &ElementSet) -> Option<u16> {
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
            // A guess is wrong if its table contradicts itself, or if the proof of its monoid fails. Both give two sums
            // that are not equal.
            let mut guess = Candidate::new(rules, pieces, &self.different, watch)?;
            let wrong = if let Some(wrong) = guess.contradiction(watch)? {
                wrong
            } else {
                let found = Found::new(&mut guess).ok_or(unsettled)?;
                match found.verify(rules, watch)? {
                    Ok(sums) => {
                        let Found { known: larger, options, .. } = found;
                        *known = larger;
                        self.element_options = options;
                        // The cache holds elements of the monoid before.
                        self.options = Options::default();
                        self.sums = Some(sums);
                        return Ok(());
                    }
                    // The sum holds its company already, so there is nothing to add to it.
                    Err(sum) => guess.false_claim(&[&sum], &[]).ok_or(unsettled)?,
                }
            };
            // The same two sums again: the next guess would be the same, for ever.
            if !self.different.insert(wrong) {
                return Err(unsettled);
            }
        }
    }
}
