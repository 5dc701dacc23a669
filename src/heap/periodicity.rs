//! Periods of nim-sequences: observed or proved.

use std::fmt;
use std::ops::RangeInclusive;

use crate::heap::finite::FiniteCode;
use crate::heap::repeat::repeat_of_end;
use crate::heap::tail::EndlessCode;
use crate::heap::{TakeAndBreak, Theorem};

/// Whether the values of a take-and-break game repeat, and how that is known.
///
/// Theorem: see [`Theorem`] for what proves which codes. No theorem is known that proves a period of a code that compares parts
/// (`!`, `=`, `?`, as in Grundy's game) or that has a repeating tail and splits (Lasker's Nim), and none is used that proves growth of
/// a finite code (hexadecimal codes). Periods of these are [`Self::Observed`] only.
///
/// ```
/// use grundy::heap::{Sequence, SequenceError, TakeAndBreak};
///
/// // What is known of a code from the values of its first heaps.
/// let known = |code: TakeAndBreak, heaps: usize| {
///     let mut sequence = Sequence::new(code);
///     sequence.extend_to(heaps)?;
///     Ok::<_, SequenceError>(sequence.periodicity().to_string())
/// };
/// assert_eq!(known(TakeAndBreak::kayles(), 166)?, "preperiod 71, period 12, seen in the first 166 heaps, not proved");
/// assert_eq!(known(TakeAndBreak::kayles(), 200)?, "preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166");
/// assert_eq!(known(TakeAndBreak::nim(), 9)?, "preperiod 0, period 1, saltus 1, proved by the tail from heaps 0..=5");
/// let lasker = known(TakeAndBreak::laskers_nim(), 40)?;
/// assert_eq!(lasker, "preperiod 1, period 4, saltus 4, seen in the first 40 heaps, not proved");
/// # Ok::<(), SequenceError>(())
/// ```
///
/// [`Sequence::periodicity`](crate::heap::Sequence::periodicity) makes it, of values that the sequence has computed itself.
///
/// Reference: Winning Ways, ch. 4.
/// The feature `serde` writes it and does not read it, as a [`ProvedPeriod`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Periodicity {
    /// *g*(*n* + *p*) = *g*(*n*) for all *n* from the preperiod on: proved.
    Periodic(ProvedPeriod),
    /// *g*(*n* + *p*) = *g*(*n*) + *s* for all *n* from the preperiod on, with a saltus *s* > 0: proved.
    ArithmeticPeriodic(ProvedPeriod),
    /// A period of the heaps that were looked at. Nothing is known of larger heaps.
    ///
    /// Finite codes whose moves leave three heaps or more may grow, as 0.1A does with *p* = 2 and *s* = 1, and their growth is never more than
    /// observed here, but for the codes with a closed form. The proof of [Guy and Smith](Theorem::GuySmith) does not carry over: with
    /// *p* counters more in one part, the nim-sum of the parts is not *s* larger. If *s* is a power of two, the values are *sq* + *r* with *r* < *s*,
    /// and nim-sums act on *q* and on *r* apart; but which *q* three parts can have together depends on the parity of their sum, and
    /// parts before the preperiod have values of no such form. A proof has to follow all of this class by class; Howse and Nowakowski
    /// (*Periodicity and arithmetic-periodicity in hexadecimal games*, 2004) do so for some codes. It is not done here.
    Observed(ObservedPeriod),
    /// No period was found.
    NoneSeen {
        /// The number of heaps that were looked at, from heap 0 on.
        heaps: u64,
    },
}

/// A period that is proved.
///
/// It cannot be made by hand: a [`Sequence`](crate::heap::Sequence) makes it, of values that it has computed itself. For the same
/// reason the feature `serde` writes it and does not read it; [`PeriodicValues`](crate::heap::PeriodicValues) are read, and proved anew.
///
/// ```
/// use grundy::heap::{Sequence, TakeAndBreak, Theorem};
///
/// let mut sequence = Sequence::new("0.33".parse::<TakeAndBreak>()?); // take one or two
/// sequence.extend_to(8)?;
/// let found = sequence.periodicity();
/// let proved = found.proved().unwrap();
/// assert_eq!((proved.preperiod(), proved.period(), proved.saltus()), (0, 3, 0));
/// assert_eq!((proved.theorem(), proved.heaps()), (Theorem::Pigeonhole, 0..=5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProvedPeriod {
    code: TakeAndBreak,
    period: Period,
    theorem: Theorem,
    /// The largest heap that the proof needs.
    last: usize,
}

/// A period of the first heaps of a code: *g*(*n* + *p*) = *g*(*n*) + *s* for all *n* from the preperiod on such that *n* + *p* is one of
/// these heaps. Preperiod and period together are at most half of the heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObservedPeriod {
    /// The least heap from which on the values repeat.
    pub preperiod: u64,
    /// The least period *p*.
    pub period: u64,
    /// The saltus *s*: 0 if the values are periodic and do not grow.
    pub saltus: u64,
    /// The number of heaps that were looked at, from heap 0 on.
    pub heaps: u64,
}

/// The heap from which on values repeat, the number of heaps after which they do, and their growth by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Period {
    preperiod: usize,
    length: usize,
    saltus: u64,
}

impl Periodicity {
    /// The period of a code, from the values of its heaps 0, 1, 2, .. in `values`.
    ///
    /// If the values prove a period, the least such period is found, with the least preperiod. A period that they do not prove is
    /// observed if preperiod and period together are less than about half of the heaps, without heap 0. A proof is as true as the values, which must be those
    /// of the code. So only [`Sequence`](crate::heap::Sequence) calls this.
    ///
    /// Takes time proportional to the number of values, times the length of the tail if there is one. Reason: a proof needs the last
    /// *z* values to repeat, where *z* depends on the code and the number of heaps only, and two-way matching finds the last but one
    /// occurrence of these values in linear time and without memory. A proof for a tail takes two bits a heap.
    pub(super) fn of<V: Copy + Eq + Into<u64>>(code: &TakeAndBreak, values: &[V]) -> Self {
        let finite = FiniteCode::of(code);
        if let Some(proved) = finite.as_ref().and_then(|finite| proved_of_finite(code, finite, values)) {
            return Self::Periodic(proved);
        }
        let may_grow = finite.is_none_or(|finite| finite.may_grow());
        // What no theorem proves is told as seen only, and then only if it repeats over half of the heaps.
        let heaps = values.len();
        let half = heaps.div_ceil(2);
        // A saltus is looked for only if there is no plain period.
        let growing = || may_grow.then(|| growing_period(values, half))?;
        let Some(period) = plain_period(values, half).or_else(growing) else {
            return Self::NoneSeen { heaps: as_u64(heaps) };
        };
        match proved_of_endless(code, values, period) {
            Some(proved) if period.saltus == 0 => Self::Periodic(proved),
            Some(proved) => Self::ArithmeticPeriodic(proved),
            None => Self::Observed(ObservedPeriod {
                preperiod: as_u64(period.preperiod),
                period: as_u64(period.length),
                saltus: period.saltus,
                heaps: as_u64(heaps),
            }),
        }
    }

    /// The period, if it is proved.
    #[must_use]
    pub fn proved(&self) -> Option<&ProvedPeriod> {
        match self {
            Self::Periodic(proved) | Self::ArithmeticPeriodic(proved) => Some(proved),
            Self::Observed(_) | Self::NoneSeen { .. } => None,
        }
    }
}

impl ProvedPeriod {
    /// The code whose values repeat.
    #[must_use]
    pub fn code(&self) -> &TakeAndBreak {
        &self.code
    }

    /// The least heap from which on the values repeat.
    #[must_use]
    pub fn preperiod(&self) -> u64 {
        as_u64(self.period.preperiod)
    }

    /// The least number of heaps after which they repeat.
    #[must_use]
    pub fn period(&self) -> u64 {
        as_u64(self.period.length)
    }

    /// How much larger a value is one period later: 0 if the values are periodic.
    #[must_use]
    pub fn saltus(&self) -> u64 {
        self.period.saltus
    }

    /// The preperiod as a place in a list.
    pub(super) fn first(&self) -> usize {
        self.period.preperiod
    }

    /// The period as a number of places.
    pub(super) fn step(&self) -> usize {
        self.period.length
    }

    /// The theorem that proves the period.
    #[must_use]
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// The heaps whose values prove the period: as few as the theorem and the search for a period need.
    #[must_use]
    pub fn heaps(&self) -> RangeInclusive<u64> {
        0..=as_u64(self.last)
    }
}

impl fmt::Display for Periodicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Periodic(proved) | Self::ArithmeticPeriodic(proved) => proved.fmt(f),
            Self::Observed(observed) => observed.fmt(f),
            Self::NoneSeen { heaps } => write!(f, "no period in the first {heaps} heaps"),
        }
    }
}

/// Written as in `preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166`.
impl fmt::Display for ProvedPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_period(f, self.preperiod(), self.period(), self.saltus())?;
        write!(f, ", proved by {} from heaps 0..={}", self.theorem, self.last)
    }
}

impl fmt::Display for ObservedPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_period(f, self.preperiod, self.period, self.saltus)?;
        write!(f, ", seen in the first {} heaps, not proved", self.heaps)
    }
}

fn write_period(f: &mut fmt::Formatter<'_>, preperiod: u64, period: u64, saltus: u64) -> fmt::Result {
    write!(f, "preperiod {preperiod}, period {period}")?;
    if saltus > 0 { write!(f, ", saltus {saltus}") } else { Ok(()) }
}

impl ProvedPeriod {
    /// The period of a finite code, if the given worths of its heaps 0, 1, 2, .. prove one. The worth of a heap may be anything that
    /// depends on the set of its options' worths only, where a sum's worth follows from its heaps'.
    ///
    /// Nim-values are such a worth. So are the elements of a misère quotient, if it is the quotient of all these heaps.
    pub(crate) fn of_finite<V: Copy + Eq + Into<u64>>(code: &TakeAndBreak, worth: &[V]) -> Option<Self> {
        proved_of_finite(code, &FiniteCode::of(code)?, worth)
    }
}

impl ProvedPeriod {
    /// The period of a code whose stream came back to a state. Only [`Stream`](crate::heap::Stream) calls this.
    pub(super) fn of_states(code: &TakeAndBreak, preperiod: usize, length: usize, last: usize) -> Self {
        let period = Period { preperiod, length, saltus: 0 };
        Self { code: code.clone(), period, theorem: Theorem::FiniteState, last }
    }
}

/// Whether a theorem can prove a period of the code.
pub(super) fn may_be_proved(code: &TakeAndBreak) -> bool {
    FiniteCode::is(code) || EndlessCode::of(code).is_some()
}

/// The period of a finite code, if the values prove one.
///
/// The period that is found is the least. For a smaller one would hold from this preperiod on too, since there the values repeat for
/// ever; so at least as many of the last values would repeat after fewer heaps.
fn proved_of_finite<V: Copy + Eq + Into<u64>>(
    code: &TakeAndBreak,
    finite: &FiniteCode,
    values: &[V],
) -> Option<ProvedPeriod> {
    // A shorter repeat cannot prove a period for this number of heaps. The bound below is exact, with the period that
    // was found.
    let period = plain_period(values, finite.repeats_needed(values.len())?)?;
    // The bound is on *n*, and the value of heap *n* + *p* must be known too.
    let needed = finite.bound(period.preperiod, period.length)?.checked_add(period.length)?;
    let last = needed.checked_sub(1)?;
    (needed <= values.len()).then(|| ProvedPeriod { code: code.clone(), period, theorem: finite.theorem(), last })
}

/// The period of a code with a repeating tail, if the values prove it.
///
/// The theorem proves the least multiple that is a period of the tail too. If the period itself holds for one such multiple more, it
/// holds for ever.
fn proved_of_endless<V: Copy + Eq + Into<u64>>(
    code: &TakeAndBreak,
    values: &[V],
    period: Period,
) -> Option<ProvedPeriod> {
    let endless = EndlessCode::of(code)?;
    let Period { preperiod, length: least, saltus } = period;
    let common = endless.common_period(least)?;
    let common_saltus = saltus.checked_mul(as_u64(common / least))?;
    let value = |heap: usize| values[heap].into();
    let by_theorem = endless.proved_by(values.len(), &value, preperiod, common, common_saltus)?;
    // For each heap of one common period from the preperiod on, the heap `least` later is known too.
    let once_more = preperiod.checked_add(common)?.checked_add(least)?;
    // The search finds what repeats over half of the heaps, without heap 0; growth is found in differences, of which there is
    // one fewer.
    let found = 2 * (preperiod.max(1) + least + usize::from(saltus > 0));
    let needed = by_theorem.max(once_more).max(found);
    let last = needed.checked_sub(1)?;
    (needed <= values.len()).then(|| ProvedPeriod { code: code.clone(), period, theorem: Theorem::Tail, last })
}

/// The least period that at least the last `least` values have, with the least preperiod.
///
/// Heap 0 is left out of the search, since no move leaves an empty heap.
fn plain_period<V: Copy + Eq + Into<u64>>(values: &[V], least: usize) -> Option<Period> {
    let heaps = values.get(1..)?;
    let found = repeat_of_end(heaps.len(), least, |place| heaps[place].into())?;
    // In places of `values`, heap 0 included.
    let preperiod = values.len() - found.shift - found.length;
    // Heap 0 was left out of the search, but may be where the period begins.
    let goes_on = preperiod == 1 && values[0] == values[found.shift];
    Some(Period { preperiod: if goes_on { 0 } else { preperiod }, length: found.shift, saltus: 0 })
}

/// The least period with a saltus, of values that have no [plain period](plain_period): at least the last `least` differences of adjacent
/// values repeat. The saltus is above 0, since values whose differences repeat without growth have a plain period. Differences are compared mod 2^64, which is
/// enough for values: none exceeds the length of play, and no list has 2^63 heaps.
fn growing_period<V: Copy + Eq + Into<u64>>(values: &[V], least: usize) -> Option<Period> {
    let heaps = values.len().checked_sub(1)?;
    let value = |heap: usize| -> u64 { values[heap].into() };
    // Heap 0 is left out here too: place 0 is the difference of heaps 1 and 2.
    let growth = |place: usize| value(place + 2).wrapping_sub(value(place + 1));
    let found = repeat_of_end(heaps.checked_sub(1)?, least, growth)?;
    let preperiod = heaps - found.shift - found.length;
    // `None` if the values fall.
    let saltus = value(preperiod + found.shift).checked_sub(value(preperiod))?;
    let goes_on = preperiod == 1 && value(0).checked_add(saltus) == Some(value(found.shift));
    Some(Period { preperiod: if goes_on { 0 } else { preperiod }, length: found.shift, saltus })
}

/// A number of heaps in memory.
fn as_u64(heaps: usize) -> u64 {
    heaps as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Periodicity;
    use crate::heap::TakeAndBreak;

    fn code(text: &str) -> TakeAndBreak {
        text.parse().unwrap()
    }

    #[test]
    fn values_of_another_game_make_no_panic() {
        for values in [
            vec![u64::MAX; 40],
            (0..40).map(|place| u64::MAX - place).collect(),
            (0..40).map(|place| place << 58).collect(),
        ] {
            for text in ["0.0", "0.[3]", "0.3[30]", "0.33", "4!.{2,63}", "0.{63}"] {
                let _ = Periodicity::of(&code(text), &values).to_string();
            }
        }
    }

    /// The values 0, 1, .., 5 may go on for ever where three heaps may be left, and nowhere else.
    #[test]
    fn codes_that_leave_at_most_two_heaps_are_not_seen_to_grow() {
        for (text, may_grow) in [("0.3333", false), ("0.7777", false), ("0.FFFF", true)] {
            let found = Periodicity::of(&code(text), &[0_u8, 1, 2, 3, 4, 5]);
            assert_eq!(matches!(found, Periodicity::Observed(_)), may_grow, "{text}: {found}");
        }
    }

    #[test]
    fn a_run_of_zeros_that_ends_has_no_period() {
        let kayles = code("0.77");
        for heaps in 2..200 {
            let mut values = vec![0_u8; heaps];
            values[heaps - 1] = 1;
            assert_eq!(Periodicity::of(&kayles, &values), Periodicity::NoneSeen { heaps: heaps as u64 });
        }
    }

    /// Fibonacci words, of which a prefix repeats at every scale until two letters before the end.
    #[test]
    fn words_that_nearly_repeat_prove_nothing_and_take_linear_time() {
        let (mut before, mut word) = (vec![1_u8], vec![1, 0]);
        while word.len() < 1 << 20 {
            let next = [&word[..], &before].concat();
            before = std::mem::replace(&mut word, next);
        }
        for text in ["0.77", "0.7777", "0.F"] {
            assert_eq!(Periodicity::of(&code(text), &word).proved(), None);
        }
    }

    proptest! {
        /// The bound for codes that leave two heaps, tried for each preperiod and period.
        #[test]
        fn the_bound_is_kept_on_any_values(
            unit in prop::collection::vec(0..3_u8, 1..6),
            before in prop::collection::vec(0..3_u8, 0..8),
            heaps in 0..60_usize,
        ) {
            let values: Vec<u8> = before.into_iter().chain(unit.into_iter().cycle()).take(heaps).collect();
            let expected = (1..heaps).find_map(|period| {
                let repeats = |heap: usize| values[heap] == values[heap + period];
                let first = (0..=heaps - period).find(|first| (*first..heaps - period).all(repeats))?;
                (2 * first.max(1) + 2 * period < heaps).then_some((first as u64, period as u64))
            });
            let found = Periodicity::of(&code("0.77"), &values);
            prop_assert_eq!(found.proved().map(|proved| (proved.preperiod(), proved.period())), expected);
        }
    }
}
