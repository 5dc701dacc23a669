//! The stream itself: values in constant memory, and the proof of a period.

use std::mem;

use crate::control::{Control, methods_of_control};
use crate::heap::pairs::Pairs;
use crate::heap::sequence::Algorithm;
use crate::heap::sequence::Sequence;
use crate::heap::sequence::{Report, SparseSpace};
use crate::heap::stream::comparison::Comparisons;
use crate::heap::stream::cycle::{Cycle, Repeat, State};
use crate::heap::stream::error::{StreamError, count, demand_room};
use crate::heap::stream::filler::first_heaps;
use crate::heap::stream::lanes::{Lanes, MOST_CODES};
use crate::heap::stream::reader::Reader;
use crate::heap::stream::space::Space;
use crate::heap::stream::tuning::Tuning;
use crate::heap::values::Values;
use crate::heap::{ProvedPeriod, TakeAndBreak};
use crate::nimber::Nimber;

/// The values of a code with few rare heaps, one after the other, in constant memory: the first 2^19 and the latest are kept
/// (more first ones if a move takes more than 131 008 counters).
///
/// Theorem: see [`Theorem::FiniteState`](crate::heap::Theorem::FiniteState), by which a stream proves periods. A value follows from the
/// values of the first 2^17 heaps, the *prefix*, and from as many of the latest, the *window*. Where it does not, the stream ends with
/// [`StreamError::Unresolved`]; no value is guessed.
///
/// It works for finite codes that can leave two heaps and never more, all of whose rare heaps are in the prefix, with values below 128:
/// 0.106, 0.16, 0.354, 0.45, 0.454, Kayles. A [`Sequence`] works for all codes, and keeps all values.
///
/// Time: for each heap one mark for each rare heap and for about 30 others, made for 8 to 32 heaps by one instruction; see
/// `docs/measured.md`. Two threads share the work. Memory: 1 to 6 MB.
///
/// ```
/// use grundy::heap::{Stream, TakeAndBreak};
///
/// let code: TakeAndBreak = "0.45".parse()?;
/// let mut stream = Stream::new(code)?;
/// stream.advance_to(600_000)?;
/// assert_eq!(stream.value(599_999).map(|value| value.get()), Some(7));
/// assert_eq!(stream.largest(), (8, 37));
///
/// let proved = stream.prove_period()?;
/// assert_eq!((proved.preperiod(), proved.period()), (498, 20));
/// assert!(proved.to_string().ends_with("proved by the finite-state machine from heaps 0..=655445"), "{proved}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Berlekamp, Conway and Guy, *Winning Ways*, ch. 4 (sparse spaces); Brent, *An improved Monte Carlo factorization
/// algorithm*, 1980 (the search for a state that comes again).
#[derive(Clone, Debug)]
pub struct Stream {
    pub(super) code: TakeAndBreak,
    pub(super) space: Space,
    /// The values of the first heaps.
    pub(super) first: Vec<u8>,
    pub(super) lanes: Lanes,
    pub(super) cycle: Cycle,
    /// The largest value so far, and the first heap that has it.
    pub(super) largest: (u8, u64),
    pub(super) tuning: Tuning,
    pub(super) control: Control,
    /// What the proof of a period has compared so far.
    pub(super) comparisons: Comparisons,
}

impl Stream {
    /// The stream of a code, with the values of its first 2^19 heaps.
    ///
    /// # Errors
    ///
    /// [`StreamError`] if the algorithm does not work for the code.
    pub fn new(code: TakeAndBreak) -> Result<Self, StreamError> {
        Self::under(code, Control::unlimited())
    }

    /// The same under a control. Heaps count as positions. The clock is read and the callback called every 2^17 heaps. A bound that is met before the first
    /// 2^19 heaps are there leaves none of them.
    ///
    /// # Errors
    ///
    /// [`StreamError`] if the algorithm does not work for the code, or a bound of the control is met.
    pub fn under(code: TakeAndBreak, control: Control) -> Result<Self, StreamError> {
        Self::tuned(code, control, &Tuning::default())
    }

    pub(in crate::heap) fn tuned(code: TakeAndBreak, control: Control, tuning: &Tuning) -> Result<Self, StreamError> {
        let (space, first, control) = beginning(&code, control, tuning)?;
        let lanes = Lanes::after(&space, &first, tuning);
        let lanes = lanes.ok_or_else(|| too_large(&space, &first))?;
        let cycle = Cycle::new(State::of(&space, &lanes.latest(space.memory), lanes.next()));
        let largest = largest_of(&first, 0);
        Ok(Self::at(code, (space, first, control), lanes, cycle, largest, tuning))
    }

    /// A stream that has come to a heap, in which nothing is compared yet.
    pub(super) fn at(
        code: TakeAndBreak,
        (space, first, control): Beginning,
        lanes: Lanes,
        cycle: Cycle,
        largest: (u8, u64),
        tuning: &Tuning,
    ) -> Self {
        let (tuning, comparisons) = (*tuning, Comparisons::default());
        Self { code, space, first, lanes, cycle, largest, tuning, control, comparisons }
    }

    /// The code of the game.
    #[must_use]
    pub const fn code(&self) -> &TakeAndBreak {
        &self.code
    }

    /// Number of heaps whose values are proved.
    #[must_use]
    pub fn heaps(&self) -> u64 {
        self.lanes.next()
    }

    /// The value of a heap that is one of the first 2^19, or of the latest (2^17 at least); else `None`.
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        let early = usize::try_from(heap).ok().and_then(|heap| self.first.get(heap));
        let late = || Some(self.space.value(self.lanes.code(heap)?, heap.is_multiple_of(2)) as u64);
        early.map(|value| u64::from(*value)).or_else(late).map(Nimber::new)
    }

    /// The largest value so far, and the first heap that has it.
    #[must_use]
    pub fn largest(&self) -> (u64, u64) {
        (self.largest.0.into(), self.largest.1)
    }

    /// What the engine reports about its work.
    #[must_use]
    pub fn report(&self) -> Report {
        let Space { rare, .. } = &self.space;
        let last = rare.last().map_or(0, |part| part.heap);
        let sparse_space = Some(SparseSpace::new(self.space.mask(), rare.len(), last));
        Report { algorithm: Algorithm::Stream, sparse_space, pairs_per_heap: None }
    }

    methods_of_control! { counts "heaps that have been computed", stops with "StreamError::Stopped" }

    /// A heap from which on values repeat at the latest, and the least period, once [`advance_to`](Self::advance_to) has come so far that
    /// they are proved. [`Self::prove_period`] finds the least such heap.
    #[must_use]
    pub fn repeat(&self) -> Option<(u64, u64)> {
        let Repeat { heap, period } = self.cycle.repeat?;
        (self.heaps() >= self.proof_of(heap, period)).then_some((heap, period))
    }

    /// The heap before which all must be proved if the state before a heap comes again after a period.
    fn proof_of(&self, heap: u64, period: u64) -> u64 {
        heap + period + self.space.reach as u64
    }

    /// Computes values until this number of heaps is proved, or up to 2^17 more.
    ///
    /// # Errors
    ///
    /// [`StreamError`] at the first heap that does not follow from prefix and window, or if a bound of the control is met. What has been
    /// computed is kept; after a bound, the same question goes on.
    pub fn advance_to(&mut self, heaps: u64) -> Result<(), StreamError> {
        while self.heaps() < heaps {
            self.advance()?;
        }
        Ok(())
    }

    /// The least period with the least preperiod. Goes on until the values are proved to repeat, then finds the preperiod.
    ///
    /// A state is saved whenever the number of heaps has doubled, so that with preperiod *n* and period *p* at most
    /// 2 max(*n*, *p*) + *p* heaps are computed, less than 2^20 more, and some hundredths of that for the preperiod. It does not end if the values never
    /// repeat: set a bound, or use [`Self::advance_to`] and [`Self::repeat`].
    ///
    /// # Errors
    ///
    /// As [`Self::advance_to`].
    pub fn prove_period(&mut self) -> Result<ProvedPeriod, StreamError> {
        let (heap, period) = loop {
            match self.repeat() {
                Some(repeat) => break repeat,
                None => self.advance()?,
            }
        };
        self.check_repeat(heap, period)?;
        let preperiod = self.preperiod(heap, period)?;
        let place = |heap: u64| usize::try_from(heap).map_err(|_| StreamError::TooLong { heap });
        let last = place(self.proof_of(heap, period) - 1)?;
        Ok(ProvedPeriod::of_states(&self.code, place(preperiod)?, place(period)?, last))
    }

    /// The values from a heap on, without end; `None` if the value of that heap, or of one between it and the latest, is no longer known.
    ///
    /// After an error there is nothing more; the next call of this function goes on if the error was a bound.
    ///
    /// ```
    /// use grundy::heap::{Stream, TakeAndBreak};
    ///
    /// let mut stream = Stream::new("0.356".parse::<TakeAndBreak>()?)?;
    /// let values = stream.values_from(0).expect("the first values are kept");
    /// let ones = values.take(150_000).filter(|value| value.as_ref().is_ok_and(|value| value.get() == 1));
    /// assert_eq!(ones.count(), 23_373);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values_from(&mut self, heap: u64) -> Option<impl Iterator<Item = Result<Nimber, StreamError>> + use<'_>> {
        // The first values are all known, and the latest ones, and there may be a gap between them.
        let later = heap.max(self.first.len() as u64).min(self.heaps());
        let is_known = heap <= self.heaps() && (later == self.heaps() || self.lanes.code(later).is_some());
        let (mut next, mut advanced, mut has_ended) = (heap, Ok(()), false);
        let value = move || {
            if has_ended {
                return None;
            }
            if next == self.heaps() && advanced.is_ok() {
                advanced = self.advance();
            }
            // A chunk that ends the stream, or at which a bound was met, has values before the error.
            let value = match self.value(next) {
                Some(value) => Ok(value),
                None => Err(mem::replace(&mut advanced, Ok(())).expect_err("the latest values are known")),
            };
            has_ended = value.is_err();
            next += 1;
            Some(value)
        };
        is_known.then(|| std::iter::from_fn(value))
    }

    /// One chunk more.
    fn advance(&mut self) -> Result<(), StreamError> {
        let Self { space, lanes, cycle, largest, tuning, control, .. } = self;
        demand_room(control)?;
        let before = lanes.next();
        // An end is returned last: the heaps that were proved before it are followed and counted first.
        let end = lanes.advance(space, control.thread_count().get(), tuning);
        let heap = lanes.next();
        let fresh = usize::try_from(heap - before).expect("a chunk has places");
        // The fresh heaps, and before them the state that the first of them follows from.
        let latest = lanes.latest(space.memory + fresh);
        cycle.follow(space, &latest, heap, tuning);
        let codes = &latest[space.memory..];
        // Values are decoded only if the largest code of the chunk may stand for a value above the largest so far.
        let most = codes.iter().copied().max().unwrap_or(0);
        // Of two values of the same class, the larger one has the larger code.
        if [true, false].into_iter().any(|is_even| space.value(most.into(), is_even) > largest.0.into()) {
            let later = largest_of(&space.values(codes, before), before);
            if later.0 > largest.0 {
                *largest = later;
            }
        }
        count(control, heap - before)?;
        end.map_err(|end| end.at(heap))
    }

    /// Whether the state before a heap comes again after a period, and after no part of it: a checkpoint may say so falsely.
    fn check_repeat(&mut self, saved: u64, period: u64) -> Result<(), StreamError> {
        if !self.comes_again(saved, period)? {
            return Err(StreamError::Contradicted { heap: saved + period });
        }
        // If a smaller period held, so would the period divided by one of its primes.
        for prime in prime_divisors(period) {
            let part = period / prime;
            if self.comes_again(saved, part)? {
                return Err(StreamError::Contradicted { heap: saved + part });
            }
        }
        Ok(())
    }

    /// Whether the saved state comes again after this number of heaps: if all values of its heaps do.
    fn comes_again(&mut self, saved: u64, after: u64) -> Result<bool, StreamError> {
        // Where parity counts, a state after an odd number of heaps is another one.
        let has_parity = !self.space.parity_counts() || after.is_multiple_of(2);
        let heaps = saved - self.space.memory as u64..saved;
        Ok(has_parity && self.last_difference(heaps, after)?.is_none())
    }

    /// The least heap from which on values repeat, given that they do from the saved state on.
    fn preperiod(&mut self, saved: u64, period: u64) -> Result<u64, StreamError> {
        let memory = self.space.memory as u64;
        // States before `low` do not come again after a period, those from `high` on do.
        let (mut low, mut high) = (0, self.cycle.states.partition_point(|state| state.heap < saved));
        while low < high {
            let middle = low.midpoint(high);
            let end = self.cycle.states[middle].heap;
            let last = self.last_difference(end - memory..end, period)?;
            if last.is_none() { high = middle } else { low = middle + 1 }
        }
        let states = &self.cycle.states;
        // The state before `low` does not come again, so the last difference is among its heaps or after them. It is
        // before the state `high`, which does come again; so does the saved one, if there is no state `high`.
        let begin = low.checked_sub(1).map_or(0, |before| states[before].heap - memory);
        let end = states.get(high).map_or(saved, |state| state.heap.min(saved));
        // The preperiod ends with the last heap whose value does not come a period later.
        Ok(self.last_difference(begin..end, period)?.map_or(0, |heap| heap + 1))
    }

    /// The last of these heaps whose value is not that of a period later.
    fn last_difference(&mut self, heaps: std::ops::Range<u64>, period: u64) -> Result<Option<u64>, StreamError> {
        let Self { space, cycle, first, tuning, control, comparisons, .. } = self;
        let reader = |heap| Reader::before(space, cycle, first, heap, tuning.chunk);
        comparisons.last_difference(heaps, period, space, reader, control)
    }
}

/// The prime divisors of a number that is not 0.
fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    // A division, since the square of the divisor might overflow. What is left above 1 is the largest prime.
    while divisor <= number / divisor {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    primes.extend(Some(number).filter(|prime| *prime > 1));
    primes
}

/// The space, the values of the first heaps, and the control that has counted them.
pub(super) type Beginning = (Space, Vec<u8>, Control);

/// What a stream begins with.
pub(super) fn beginning(code: &TakeAndBreak, control: Control, tuning: &Tuning) -> Result<Beginning, StreamError> {
    let pairs = Pairs::of(code).ok_or(StreamError::Code)?;
    let heaps = first_heaps(&pairs, tuning);
    let mut sequence = Sequence::new(code.clone()).with_control(control);
    // First a few, since a code without a sparse space is refused after milliseconds.
    sequence.extend_to(heaps.min(tuning.trial))?;
    if sequence.algorithm() == Algorithm::Search {
        return Err(StreamError::NoSparseSpace);
    }
    sequence.extend_to(heaps)?;
    let Values::Bytes(values) = sequence.values() else {
        let values = sequence.values();
        let is_wide = |heap: &usize| values.get(*heap).is_some_and(|value| value > u8::MAX.into());
        let heap = (0..values.len()).find(is_wide).expect("values are wider than bytes if one is");
        return Err(StreamError::TooLarge { heap: heap as u64 });
    };
    Ok((Space::new(&pairs, values, tuning.prefix)?, values.to_vec(), sequence.control().clone()))
}

/// The error of first values for which there is no machine.
pub(super) fn too_large(space: &Space, first: &[u8]) -> StreamError {
    let heap = first.iter().position(|value| space.code((*value).into()) >= MOST_CODES);
    StreamError::TooLarge { heap: heap.expect("there is a machine for codes below 64") as u64 }
}

/// The largest of the values from a heap on, and the first heap that has it.
fn largest_of(values: &[u8], first: u64) -> (u8, u64) {
    let largest = values.iter().copied().max().unwrap_or(0);
    (largest, (first..).zip(values).find(|(_, value)| **value == largest).map_or(first, |(heap, _)| heap))
}

#[cfg(test)]
mod tests {
    use super::prime_divisors;

    #[test]
    fn prime_divisors_are_the_primes_that_divide() {
        for number in 1..300_u64 {
            let is_prime = |divisor: &u64| !(2..*divisor).any(|smaller| divisor.is_multiple_of(smaller));
            let naive: Vec<u64> =
                (2..=number).filter(|divisor| number.is_multiple_of(*divisor)).filter(is_prime).collect();
            assert_eq!(prime_divisors(number), naive, "{number}");
        }
        assert_eq!(prime_divisors(2 * 65_521 * 65_521), [2, 65_521]);
    }
}
