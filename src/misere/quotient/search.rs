//! The search for a misère quotient, piece by piece.

use crate::control::{Control, methods_of_control};
use crate::heap::TakeAndBreak;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::learner::Learner;
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::pieces::Pieces;
use crate::misere::quotient::watch::{Watch, default_control};

/// The search for a misère quotient, piece by piece. It holds the quotient of the pieces so far: of the heaps of a take-and-break game, or
/// of finitely many [`Positions`](super::Positions) of any rule book.
///
/// The next piece is first tried with the present monoid: its outcomes in sums with each element determine which element it is, if any,
/// and the proof of [`MisereQuotient::verify`] is extended by it. If that fails, a larger monoid is guessed from all pieces so far:
///
/// 1. Sums of pieces are processed in ascending order of weight. A sum becomes a new element if its sums with the elements so far have
///    other outcomes than those of every element. These outcomes follow from a table of the outcomes for two elements, and the options of
///    the sum. Otherwise the sum is assumed to be equal to an element.
/// 2. If the table contradicts itself, or the proof fails, the lightest sum with a wrong outcome is reduced to its element step by step.
///    All lighter sums have right outcomes, so the rules give the right outcomes of the sums on the way. Two successive sums with
///    different outcomes are not equal. They are recorded as different, and the next guess is made.
///
/// Sums that were once distinguished stay distinguished in every larger quotient. So the search ends if the quotient is finite. The cost
/// depends on the game: the 40 elements for all heaps of Kayles take two milliseconds and ten guesses, the 638 elements of Dawson's
/// Kayles below 34 a quarter of a minute.
///
/// Quotients may be infinite, so a search has limits of its own unless it is given another [`Control`]. The sums that are
/// examined, for guesses and proofs, count as positions: 2^21 by default. So do products, to find what the moves in a piece leave, 64 of them as one sum. Elements take up to 8 bytes for each pair of them: 2^25 bytes
/// by default, which is 2^11 elements, and never more than 2^33. A callback is told the number of finished pieces. A stop
/// loses next to nothing: the next call goes on with the piece, the guess and the proof that are under way.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::misere::quotient::{QuotientError, QuotientSearch};
/// use grundy::{Bound, Control, Unit};
///
/// // Dawson's Kayles: no quotient of all heaps is known.
/// let mut search = QuotientSearch::new("0.07".parse()?).with_control(Control::new().bytes(8 * 40 * 40));
/// let Err(QuotientError::Stopped(stopped)) = search.extend_to(40) else { panic!() };
/// assert_eq!((stopped.bound, stopped.unit, stopped.done), (Bound::Bytes(12_800), Unit::Elements, 24));
/// assert_eq!(search.quotient().monoid().order(), 24); // of heaps 0 to 24: kept
///
/// let stop = |progress: grundy::Progress| {
///     if progress.done < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// let mut kayles = QuotientSearch::new("0.77".parse()?).with_control(Control::new().watched(stop));
/// let Err(QuotientError::Stopped(stopped)) = kayles.certify(400) else { panic!() };
/// assert_eq!((stopped.bound, stopped.unit, stopped.done), (Bound::Cancelled, Unit::Heaps, 10));
/// kayles.set_control(Control::new());
/// kayles.certify(400)?; // continues
/// assert_eq!(kayles.quotient().monoid().order(), 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: the candidates and their proof are as in Plambeck and Siegel, *Misère quotients for impartial games*, 2008; to learn
/// a congruence from wrong guesses is from Angluin, *Learning regular sets from queries and counterexamples*, 1987.
#[derive(Clone, Debug)]
pub struct QuotientSearch<T = TakeAndBreak> {
    control: Control,
    quotient: MisereQuotient<T>,
    learner: Learner,
}

impl<T: Pieces> QuotientSearch<T> {
    /// A search for the quotient of these pieces, which starts with the quotient of the empty sum.
    #[must_use]
    pub fn of(pieces: T) -> Self {
        Self { control: default_control(), quotient: MisereQuotient::trivial(pieces), learner: Learner::new() }
    }

    /// Continues until the quotient of pieces 0 to `pieces` − 1 is found, or until it is enough.
    pub(super) fn run(
        &mut self,
        pieces: usize,
        asked: Option<usize>,
        is_enough: impl Fn(&mut MisereQuotient<T>) -> bool,
    ) -> Result<(), QuotientError> {
        let Self { control, quotient, learner } = self;
        let mut watch = Watch::new(control, quotient.pieces.unit(), quotient.known.map.len(), quotient.order(), asked);
        // After the last piece `is_enough` is not asked: the caller looks at the quotient itself.
        while quotient.known.map.len() < pieces && !is_enough(quotient) {
            watch.look()?;
            learner.next_piece(&quotient.pieces, &mut quotient.known, &mut watch)?;
            (watch.pieces, watch.elements) = (quotient.known.map.len(), quotient.order());
        }
        Ok(())
    }
}

impl<T> QuotientSearch<T> {
    methods_of_control! {
        /// The same search under another control.
        made with, counts "sums that have been examined", stops with "QuotientError::Stopped"
    }

    /// The quotient of the finished pieces.
    #[must_use]
    pub const fn quotient(&self) -> &MisereQuotient<T> {
        &self.quotient
    }

    /// The quotient of the finished pieces, without the search.
    #[must_use]
    pub fn into_quotient(self) -> MisereQuotient<T> {
        self.quotient
    }
}

impl QuotientSearch {
    /// A search that starts with the quotient of heap 0.
    #[must_use]
    pub fn new(code: TakeAndBreak) -> Self {
        Self::of(code)
    }

    /// Continues until the quotient of heaps 0 to `heaps` − 1 is found and verified. Does nothing if it is already.
    ///
    /// # Errors
    ///
    /// [`QuotientError`] if a bound is met. The quotient so far is kept, and so is what is under way for the next heap: after
    /// [`QuotientError::Stopped`] the next call goes on there.
    pub fn extend_to(&mut self, heaps: usize) -> Result<(), QuotientError> {
        let result = self.run(heaps, Some(heaps), |_| false);
        // Also after an error: the pieces before it may prove a period.
        self.quotient.look_for_period();
        result
    }

    /// Continues until the quotient is proved to be that of all heaps, but not past heap `heaps` − 1.
    ///
    /// # Errors
    ///
    /// [`QuotientError::NotCertified`] if these heaps do not prove it; otherwise the errors of [`Self::extend_to`].
    pub fn certify(&mut self, heaps: usize) -> Result<(), QuotientError> {
        self.run(heaps, None, MisereQuotient::look_for_period)?;
        // The loop of `run` may have ended with the number of heaps, before it asked about the last one.
        if self.quotient.look_for_period() {
            Ok(())
        } else {
            Err(QuotientError::NotCertified { computed: self.quotient.map().len() })
        }
    }
}
