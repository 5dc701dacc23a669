//! The search for a misère quotient, heap by heap.

use std::ops::ControlFlow;

use crate::heap::TakeAndBreak;
use crate::misere::quotient::candidate::{Apart, Candidate};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::found::{Found, gap};
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::options::Options;
use crate::misere::quotient::stop::Stop;
use crate::misere::quotient::sums::{NewHeap, Sums};
use crate::misere::quotient::watch::{Limits, Progress, Watch};

/// The search for the misère quotient of a take-and-break game: that of heaps 0, 1, 2.., as far as it has been found.
///
/// A heap more is tried with the monoid that is there: its outcomes in the company of each element say which element it is, if any,
/// and the proof of [`MisereQuotient::verify`] is continued with it. If that fails, a larger monoid is guessed from all heaps so far:
///
/// 1. Sums of heaps are met by weight. A sum is a new element if its sums with the elements that are there have other outcomes than
///    those of each of these; by the table of outcomes for two elements, that takes a look at what the moves leave. Else it is taken to
///    be equal to one of them.
/// 2. Where the table contradicts itself, or the proof fails, the lightest sum with a wrong outcome is reduced to its element step by
///    step. All lighter sums have right outcomes, so those of the sums on the way follow by the rules. Where they change, two sums are
///    not equal; this is remembered, and the guess made anew.
///
/// Whatever two sums are told apart are different in every larger quotient too. So the search ends if the quotient is finite. Its cost
/// depends on the game: 40 elements for all heaps of Kayles take two milliseconds and ten guesses, 638 for Dawson's Kayles below 34
/// a quarter of a minute. Quotients may be infinite: see [`Limits`]. Then the guesses grow until a limit stops them.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::misere::quotient::{Limits, QuotientError, QuotientSearch};
///
/// let mut search = QuotientSearch::new("0.07".parse()?); // Dawson's Kayles: no quotient of all heaps is known
/// search.set_limits(Limits { elements: 40, ..Limits::default() });
/// assert_eq!(search.extend_to(40), Err(QuotientError::Elements { limit: 40, computed: 25 }));
/// assert_eq!(search.quotient().monoid().order(), 24); // of heaps 0 to 24: kept
///
/// let mut kayles = QuotientSearch::new("0.77".parse()?);
/// let stop = |elements| move |progress: grundy::misere::quotient::Progress| {
///     if progress.elements < elements { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// assert_eq!(kayles.certify_with(400, stop(18)), Err(QuotientError::Cancelled { heaps: 400, computed: 10 }));
/// kayles.certify(400)?; // goes on where it was
/// assert_eq!(kayles.quotient().monoid().order(), 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: the candidates and their proof are as in Plambeck and Siegel, *Misère quotients for impartial games*, 2008; to learn
/// a congruence from wrong guesses is from Angluin, *Learning regular sets from queries and counterexamples*, 1987.
#[derive(Clone, Debug)]
pub struct QuotientSearch {
    limits: Limits,
    quotient: MisereQuotient,
    /// What the moves leave, kept as long as the monoid stays the same.
    options: Options,
    /// The proof for the present monoid; `None` if a larger heap has already refuted it, or was not finished with.
    sums: Option<Sums>,
    /// Sums that are known not to be equal: this stays true however many heaps there are.
    apart: Apart,
    guesses: u64,
}

impl QuotientSearch {
    /// The quotient of heap 0 alone, to be extended.
    #[must_use]
    pub fn new(code: TakeAndBreak) -> Self {
        let quotient = MisereQuotient::trivial(code);
        let sums = Some(Sums::new(quotient.monoid()));
        let limits = Limits::default();
        Self { limits, quotient, options: Options::default(), sums, apart: Apart::default(), guesses: 0 }
    }

    /// Sets what each call may take.
    pub const fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The quotient of the heaps that have been finished with.
    #[must_use]
    pub const fn quotient(&self) -> &MisereQuotient {
        &self.quotient
    }

    /// The same, without the search.
    #[must_use]
    pub fn into_quotient(self) -> MisereQuotient {
        self.quotient
    }

    /// Goes on until the quotient of heaps 0 to `heaps` − 1 is found and verified; does nothing if it is.
    ///
    /// # Errors
    ///
    /// [`QuotientError`] if a limit is reached; what has been found is kept.
    pub fn extend_to(&mut self, heaps: usize) -> Result<(), QuotientError> {
        self.extend_with(heaps, |_| ControlFlow::Continue(()))
    }

    /// The same with a callback, which is told how far it has come and may cancel it by a break.
    ///
    /// # Errors
    ///
    /// [`QuotientError::Cancelled`] if the callback says so, else those of [`Self::extend_to`].
    pub fn extend_with(
        &mut self,
        heaps: usize,
        mut callback: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), QuotientError> {
        let result = self.run(heaps, false, &mut callback);
        self.quotient.look_for_period();
        result.map_err(|stop| QuotientError::new(stop, self.limits, heaps, self.heaps()))
    }

    /// Goes on until the quotient is that of all heaps, but not past heap `heaps` − 1.
    ///
    /// # Errors
    ///
    /// [`QuotientError::NotCertified`] if that many heaps do not prove it, else those of [`Self::extend_to`].
    pub fn certify(&mut self, heaps: usize) -> Result<(), QuotientError> {
        self.certify_with(heaps, |_| ControlFlow::Continue(()))
    }

    /// The same with a callback, which is told how far it has come and may cancel it by a break.
    ///
    /// # Errors
    ///
    /// [`QuotientError::Cancelled`] if the callback says so, else those of [`Self::certify`].
    pub fn certify_with(
        &mut self,
        heaps: usize,
        mut callback: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), QuotientError> {
        let result = self.run(heaps, true, &mut callback);
        result.map_err(|stop| QuotientError::new(stop, self.limits, heaps, self.heaps()))?;
        match self.quotient.period() {
            Some(_) => Ok(()),
            None => Err(QuotientError::NotCertified { computed: self.heaps() }),
        }
    }

    fn run(
        &mut self,
        heaps: usize,
        until_certified: bool,
        callback: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let mut watch = Watch::new(self.limits, callback);
        watch.progress = self.progress();
        while self.heaps() < heaps {
            if until_certified && self.quotient.look_for_period() {
                break;
            }
            watch.look()?;
            self.next_heap(&mut watch)?;
            watch.progress = self.progress();
        }
        if until_certified {
            self.quotient.look_for_period();
        }
        Ok(())
    }

    /// Of how many heaps the quotient is found.
    fn heaps(&self) -> usize {
        self.quotient.elements().len()
    }

    fn progress(&self) -> Progress {
        let (computed, elements) = (self.heaps(), self.quotient.monoid().order());
        Progress { computed, elements, guesses: self.guesses }
    }

    fn next_heap(&mut self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        if let Some(mut sums) = self.sums.take() {
            let heap = self.heaps();
            let Self { options, quotient, .. } = self;
            let monoid = quotient.monoid();
            let left =
                options.of_next(quotient.code(), quotient.elements(), &mut |one, other| monoid.times(one, other));
            let left = left.map_err(|_| Stop::TooManyMoves { heap })?;
            if let Some(element) = self.element_of_next(heap, &left, &mut sums, watch)? {
                self.quotient.push(element, left);
                self.sums = Some(sums);
                return Ok(());
            }
        }
        self.guess(self.heaps() + 1, watch)
    }

    /// The element of the next heap, if the monoid stays the same.
    fn element_of_next(
        &self,
        heap: usize,
        left: &ElementSet,
        sums: &mut Sums,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u16>, Stop> {
        if left.is_empty() {
            return Ok(Some(0));
        }
        let Some(element) = self.quotient.element_leaving(left) else { return Ok(None) };
        let monoid = self.quotient.monoid();
        let heap = u32::try_from(heap).map_err(|_| Stop::Sums)?;
        let new = NewHeap { heap, element, gap: gap(monoid, element, left) };
        Ok(sums.add(monoid, [new], watch)?.is_ok().then_some(element))
    }

    /// Guesses the quotient of so many heaps until a guess is right. Each wrong one tells two sums that are not equal.
    fn guess(&mut self, heaps: usize, watch: &mut Watch<'_>) -> Result<(), Stop> {
        for _ in 0..watch.limits.guesses {
            self.guesses += 1;
            watch.progress.guesses = self.guesses;
            watch.look()?;
            let mut guess = Candidate::new(self.quotient.code(), heaps, &self.apart, watch)?;
            let wrong = if let Some(wrong) = guess.contradiction()? {
                wrong
            } else {
                let found = Found::new(&mut guess).ok_or(Stop::Unsettled)?;
                match found.verify(watch)? {
                    Ok(sums) => {
                        self.quotient.replace(found);
                        self.options = Options::default();
                        self.sums = Some(sums);
                        return Ok(());
                    }
                    Err(heaps) => guess.false_claim(&[&heaps], &[]).ok_or(Stop::Unsettled)?,
                }
            };
            if !self.apart.insert(wrong) {
                return Err(Stop::Unsettled);
            }
        }
        Err(Stop::Guesses)
    }
}
