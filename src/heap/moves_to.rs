//! The moves in a heap that leave a given value, found by the period of the values and not by trying them all.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::heap::{BreakMove, PeriodicValues};
use crate::nimber::Nimber;

/// All moves in a heap that leave value `target`: fewer counters taken first, then by the heaps left, in lexicographic order.
///
/// `None` if telling them could take more than [`MOST_STEPS`] steps.
pub(super) fn moves_to(
    values: &PeriodicValues,
    heap: u128,
    target: Nimber,
) -> Option<Box<dyn Iterator<Item = BreakMove> + '_>> {
    let code = values.code();
    if !code.tail().is_empty() {
        // A theorem covers these only if they do not split.
        return Some(if values.saltus() > 0 {
            Box::new(takes_of_growing(values, heap, target))
        } else {
            Box::new(takes_of_repeating(values, heap, target))
        });
    }
    let most = code.digits().iter().filter_map(|digit| digit.most()).max().unwrap_or(0);
    let steps = regular(values).saturating_add(values.period().into()).checked_pow(most.saturating_sub(1));
    if most > 2 && steps.is_none_or(|steps| steps > MOST_STEPS) {
        return None;
    }
    let digits = (0..=heap).zip(code.digits());
    Some(Box::new(digits.flat_map(move |(taken, digit)| {
        let left = heap - taken;
        let nothing = (left == 0 && digit.allows(0) && target.is_zero()).then(Heaps::new);
        let some = (left > 0).then(|| Ways::new(values, digit.counts(), 1, left, target));
        let all = nothing.into_iter().chain(some.into_iter().flatten());
        all.map(move |heaps| BreakMove { taken, left: heaps.into_iter().collect() })
    })))
}

/// More steps than these are not taken where a code leaves three heaps or more.
const MOST_STEPS: u128 = 1 << 26;

type Heaps = SmallVec<[u128; 2]>;

/// From where on a heap that is a part may have one period more or less: from the preperiod on, but heap 0 is no part.
pub(super) fn regular(values: &PeriodicValues) -> u128 {
    values.preperiod().max(1).into()
}

/// Numbers in ascending order, of which those that are a hit are to be found, where a hit from `regular` on is one a period
/// before too.
///
/// So once a period has been tried, only what was a hit there is tried a period later; without hits there are none later.
pub(crate) struct Scan {
    /// What is tried anyway: up to one period past `regular`.
    fresh: RangeInclusive<u128>,
    regular: u128,
    period: u128,
    last: u128,
    /// The hits of the last period that are not yet tried a period later.
    hits: VecDeque<u128>,
}

impl Scan {
    pub(crate) fn new(range: RangeInclusive<u128>, regular: u128, period: u128) -> Self {
        let (first, last) = range.into_inner();
        let regular = regular.max(first);
        let fresh = first..=last.min(regular.saturating_add(period - 1));
        Self { fresh, regular, period, last, hits: VecDeque::new() }
    }

    /// The next number that may be a hit.
    pub(crate) fn next(&mut self) -> Option<u128> {
        self.fresh.next().or_else(|| {
            let earlier = self.hits.pop_front()?;
            earlier.checked_add(self.period).filter(|next| *next <= self.last)
        })
    }

    /// Says that the number asked for last is a hit.
    pub(crate) fn hit(&mut self, number: u128) {
        if number >= self.regular {
            self.hits.push_back(number);
        }
    }
}

/// The ways to leave a number of counters as heaps with a given nim-sum, each ascending, in lexicographic order.
///
/// If the first heap is one from [`regular`] on and has a period more than another such one, then what may follow it may also
/// follow the other, with a period more in the last heap, which is the largest.
struct Ways<'a> {
    values: &'a PeriodicValues,
    /// Bit *i* says that *i* heaps may be left.
    counts: u64,
    left: u128,
    target: Nimber,
    /// The sizes of the first heap if others follow.
    first: Option<Scan>,
    /// A first heap, and what may follow it.
    open: Option<(u128, Box<Self>)>,
    /// Whether all that is left may be one heap: that comes last.
    whole: bool,
}

impl<'a> Ways<'a> {
    fn new(values: &'a PeriodicValues, counts: u64, least: u128, left: u128, target: Nimber) -> Self {
        let several = counts & !0b11;
        let first = (several != 0).then(|| {
            let most = left / u128::from(several.trailing_zeros());
            Scan::new(least..=most, regular(values), values.period().into())
        });
        Self { values, counts, left, target, first, open: None, whole: counts & 0b10 != 0 && left >= least }
    }

    fn is_worth(&self, heap: u128, target: Nimber) -> bool {
        self.values.value(heap) == Some(target)
    }
}

impl Iterator for Ways<'_> {
    type Item = Heaps;

    fn next(&mut self) -> Option<Heaps> {
        loop {
            if let Some((heap, others)) = &mut self.open {
                if let Some(mut heaps) = others.next() {
                    heaps.insert(0, *heap);
                    return Some(heaps);
                }
                self.open = None;
            }
            let Some(heap) = self.first.as_mut().and_then(Scan::next) else { break };
            let Some(value) = self.values.value(heap) else { continue };
            let (left, target, counts) = (self.left - heap, self.target + value, self.counts >> 1 & !1);
            // The usual case without a box: one other heap.
            let (found, open) = if counts == 0b10 {
                (self.is_worth(left, target).then(|| Heaps::from([heap, left])), None)
            } else {
                let mut others = Self::new(self.values, counts, heap, left, target);
                let found = others.next().map(|mut heaps| {
                    heaps.insert(0, heap);
                    heaps
                });
                (found, Some((heap, Box::new(others))))
            };
            if found.is_some() {
                self.first.as_mut()?.hit(heap);
                self.open = open;
                return found;
            }
        }
        let whole = std::mem::take(&mut self.whole);
        (whole && self.is_worth(self.left, self.target)).then(|| Heaps::from_iter([self.left]))
    }
}

/// What is taken from a heap so that one of value `target` is left, if the code has a repeating tail and the values do not grow.
fn takes_of_repeating(values: &PeriodicValues, heap: u128, target: Nimber) -> impl Iterator<Item = BreakMove> {
    let leaves = move |taken: &u128| is_take(values, heap, *taken) && values.value(heap - taken) == Some(target);
    let head = values.code().digits().len() as u128;
    // What leaves a heap from `regular` on, then the rest.
    let irregular = heap.saturating_sub(regular(values)).saturating_add(1).min(heap).max(1);
    let mut scan = Scan::new(1..=irregular - 1, head, common_period(values));
    let to_regular = std::iter::from_fn(move || {
        loop {
            let taken = scan.next()?;
            if leaves(&taken) {
                scan.hit(taken);
                return Some(taken);
            }
        }
    });
    to_regular.chain((irregular..=heap).filter(move |taken| leaves(taken))).map(move |taken| take(heap, taken))
}

/// The least multiple of the period that the digits of the tail have too.
pub(super) fn common_period(values: &PeriodicValues) -> u128 {
    let (period, cycle) = (u128::from(values.period()), values.code().tail().len() as u128);
    let multiples = (1..=cycle).map(|times| times.saturating_mul(period));
    multiples.into_iter().find(|multiple| multiple % cycle == 0).unwrap_or(period)
}

/// The same if the values grow: then each place of the period has at most one heap of that value.
fn takes_of_growing(values: &PeriodicValues, heap: u128, target: Nimber) -> impl Iterator<Item = BreakMove> {
    let (preperiod, period) = (u128::from(values.preperiod()), u128::from(values.period()));
    let heaps = (0..preperiod + period).filter_map(|first| {
        let growth = target.get().checked_sub(values.value(first)?.get())?;
        let times = growth.checked_div(values.saltus()).filter(|_| growth % values.saltus() == 0)?;
        let left = first.checked_add(period.checked_mul(times.into())?)?;
        (times == 0 || first >= preperiod).then_some(left)
    });
    let mut heaps: Vec<u128> =
        heaps.filter(|left| heap.checked_sub(*left).is_some_and(|taken| is_take(values, heap, taken))).collect();
    heaps.sort_unstable();
    heaps.into_iter().rev().map(move |left| take(heap, heap - left))
}

/// Whether so many counters may be taken from a heap and the rest, if any, left as one.
pub(super) fn is_take(values: &PeriodicValues, heap: u128, taken: u128) -> bool {
    taken > 0 && values.code().digit(taken).allows((taken < heap).into())
}

fn take(heap: u128, taken: u128) -> BreakMove {
    BreakMove { taken, left: (heap > taken).then_some(heap - taken).into_iter().collect() }
}
