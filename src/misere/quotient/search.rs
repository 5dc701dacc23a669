//! The search for a misère quotient, heap by heap.

use std::mem;

use crate::control::{Control, Stopped};
use crate::heap::TakeAndBreak;
use crate::misere::quotient::candidate::{Candidate, KnownDifferent, as_u32};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::error::QuotientError;
use crate::misere::quotient::found::{Found, gap};
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::options::Options;
use crate::misere::quotient::sums::{NewHeap, Sums};
use crate::misere::quotient::watch::{Watch, default_control};

/// The search for the misère quotient of a take-and-break game, heap by heap. It holds the quotient of the heaps so far.
///
/// The next heap is first tried with the present monoid: its outcomes in sums with each element determine which element it is, if any,
/// and the proof of [`MisereQuotient::verify`] is extended by it. If that fails, a larger monoid is guessed from all heaps so far:
///
/// 1. Sums of heaps are processed in ascending order of weight. A sum becomes a new element if its sums with the elements so far have
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
/// Quotients may be infinite, so a search has limits of its own unless it is given another [`Control`]. The sums of heaps that are
/// examined, for guesses and proofs, count as positions: 2^21 by default. Elements take up to 8 bytes for each pair of them: 2^25 bytes
/// by default, which is 2^11 elements, and never more than 2^33. A callback is told the number of finished heaps. A guess that was
/// stopped starts again, but sums that are known to differ stay recorded.
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
pub struct QuotientSearch {
    control: Control,
    quotient: MisereQuotient,
    /// For each element of the quotient the elements that the moves in its lightest sum leave. Elements are in ascending order of the
    /// weights of these sums, so options come first.
    element_options: Vec<ElementSet>,
    /// Cache for the options of heaps, valid as long as the monoid stays the same.
    options: Options,
    /// The proof for the present monoid; `None` if the next heap refutes it, or was interrupted.
    sums: Option<Sums>,
    /// Sums that are known to differ, also in the quotient of more heaps.
    different: KnownDifferent,
}

impl QuotientSearch {
    /// A search that starts with the quotient of heap 0.
    #[must_use]
    pub fn new(code: TakeAndBreak) -> Self {
        let quotient = MisereQuotient::trivial(code);
        let sums = Some(Sums::new(quotient.monoid()));
        Self {
            control: default_control(),
            quotient,
            element_options: vec![ElementSet::default()],
            options: Options::default(),
            sums,
            different: KnownDifferent::default(),
        }
    }

    /// The same search under another control.
    #[must_use]
    pub fn with_control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// The control, with the number of sums that have been examined under it.
    #[must_use]
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// The control, to change a limit.
    pub const fn control_mut(&mut self) -> &mut Control {
        &mut self.control
    }

    /// Sets another control. After [`QuotientError::Stopped`], the search continues with the quotient so far.
    pub fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    /// The quotient of the finished heaps.
    #[must_use]
    pub const fn quotient(&self) -> &MisereQuotient {
        &self.quotient
    }

    /// The quotient of the finished heaps, without the search.
    #[must_use]
    pub fn into_quotient(self) -> MisereQuotient {
        self.quotient
    }

    /// Continues until the quotient of heaps 0 to `heaps` − 1 is found and verified. Does nothing if it is already.
    ///
    /// # Errors
    ///
    /// [`QuotientError`] if a bound is met. The quotient so far is kept.
    pub fn extend_to(&mut self, heaps: usize) -> Result<(), QuotientError> {
        let result = self.run(heaps, false);
        self.quotient.look_for_period();
        result
    }

    /// Continues until the quotient is proved to be that of all heaps, but not past heap `heaps` − 1.
    ///
    /// # Errors
    ///
    /// [`QuotientError::NotCertified`] if these heaps do not prove it; otherwise the errors of [`Self::extend_to`].
    pub fn certify(&mut self, heaps: usize) -> Result<(), QuotientError> {
        self.run(heaps, true)?;
        match self.quotient.period() {
            Some(_) => Ok(()),
            None => Err(QuotientError::NotCertified { computed: self.heaps() }),
        }
    }

    fn run(&mut self, heaps: usize, until_certified: bool) -> Result<(), QuotientError> {
        // Taken out, since the watch borrows it while the rest of the search is changed.
        let mut control = mem::take(&mut self.control);
        let result = self.run_under(&mut control, heaps, until_certified);
        self.control = control;
        result
    }

    fn run_under(&mut self, control: &mut Control, heaps: usize, until_certified: bool) -> Result<(), QuotientError> {
        let elements = self.quotient.monoid().order();
        let mut watch = Watch::new(control, self.heaps(), elements, (!until_certified).then_some(heaps));
        while self.heaps() < heaps {
            if until_certified && self.quotient.look_for_period() {
                break;
            }
            watch.look()?;
            self.next_heap(&mut watch)?;
            (watch.heaps, watch.elements) = (self.heaps(), self.quotient.monoid().order());
        }
        if until_certified {
            self.quotient.look_for_period();
        }
        Ok(())
    }

    /// The number of finished heaps.
    fn heaps(&self) -> usize {
        self.quotient.elements().len()
    }

    /// Finishes the next heap, with the present monoid or a larger one.
    fn next_heap(&mut self, watch: &mut Watch<'_>) -> Result<(), QuotientError> {
        if let Some(mut sums) = self.sums.take() {
            let heap = self.heaps();
            let Self { options, quotient, .. } = self;
            let monoid = quotient.monoid();
            let left =
                options.of_next(quotient.code(), quotient.elements(), &mut |one, other| monoid.times(one, other));
            let left = left.map_err(|_| QuotientError::TooManyMoves { heap })?;
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
    ) -> Result<Option<u16>, Stopped> {
        if left.is_empty() {
            return Ok(Some(0));
        }
        let Some(element) = self.element_leaving(left) else { return Ok(None) };
        let monoid = self.quotient.monoid();
        let new = NewHeap { heap: as_u32(heap), element, gap: gap(monoid, element, left) };
        Ok(sums.add(monoid, [new], watch)?.is_ok().then_some(element))
    }

    /// The element with the outcomes of a heap or a sum whose moves leave these elements; `None` if there is no such element.
    fn element_leaving(&self, left: &ElementSet) -> Option<u16> {
        let monoid = self.quotient.monoid();
        // Sums with an element that have a winning move in the heap.
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
        monoid.with_companions(&lost)
    }

    /// Guesses the quotient of the first `heaps` heaps until a guess is right. Each wrong guess gives two sums that differ.
    fn guess(&mut self, heaps: usize, watch: &mut Watch<'_>) -> Result<(), QuotientError> {
        let unsettled = QuotientError::Unsettled { computed: self.heaps() };
        loop {
            watch.look()?;
            let mut guess = Candidate::new(self.quotient.code(), heaps, &self.different, watch)?;
            let wrong = if let Some(wrong) = guess.contradiction(watch)? {
                wrong
            } else {
                let found = Found::new(&mut guess).ok_or(unsettled)?;
                match found.verify(watch)? {
                    Ok(sums) => {
                        let Found { monoid, map, heap_options, options, .. } = found;
                        self.quotient.replace(monoid, map, heap_options);
                        self.element_options = options;
                        self.options = Options::default();
                        self.sums = Some(sums);
                        return Ok(());
                    }
                    Err(heaps) => guess.false_claim(&[&heaps], &[]).ok_or(unsettled)?,
                }
            };
            if !self.different.insert(wrong) {
                return Err(unsettled);
            }
        }
    }
}
