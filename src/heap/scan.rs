//! Numbers that pass a test, found and counted by a period of the test.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

/// How parts of a heap repeat: a part of `regular` counters or more is worth the same with `period` counters more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeats {
    /// At least 1: heap 0 is no part.
    pub(crate) regular: u128,
    pub(crate) period: u128,
}

/// Numbers in ascending order, of which those that are a hit are to be found, where two numbers in the regular range that differ by
/// the period are both a hit or neither is.
///
/// So once a period of the regular range has been tried, only what was a hit there is tried a period later; without hits there are
/// none later.
pub(crate) struct Scan {
    /// What is tried anyway: up to the end of the first period of the regular range.
    fresh: RangeInclusive<u128>,
    regular: RangeInclusive<u128>,
    period: u128,
    /// The hits of the last period that are not yet tried a period later.
    hits: VecDeque<u128>,
    /// What is tried anyway after the regular range.
    rest: RangeInclusive<u128>,
}

/// Most numbers that are tried for a count (heaps of 2^22 counters whose values do not repeat: 30 ms).
pub(super) const MOST_STEPS: u128 = 1 << 22;

/// A range without numbers.
const NONE: RangeInclusive<u128> = RangeInclusive::new(1, 0);

impl Scan {
    pub(crate) fn new(all: RangeInclusive<u128>, regular: RangeInclusive<u128>, period: u128) -> Self {
        let (first, last) = all.into_inner();
        let (low, high) = ((*regular.start()).max(first), (*regular.end()).min(last));
        let (fresh, rest) = if low > high {
            (first..=last, NONE)
        } else {
            let rest = if high < last { high + 1..=last } else { NONE };
            (first..=high.min(low.saturating_add(period - 1)), rest)
        };
        Self { fresh, regular: low..=high, period, hits: VecDeque::new(), rest }
    }

    /// All of some numbers, each to be tried.
    pub(crate) fn of_all(all: RangeInclusive<u128>) -> Self {
        Self::new(all, NONE, 1)
    }

    /// The next number that may be a hit.
    pub(crate) fn next(&mut self) -> Option<u128> {
        let regular = || {
            let later = self.hits.pop_front()?.checked_add(self.period);
            later.filter(|number| self.regular.contains(number))
        };
        self.fresh.next().or_else(regular).or_else(|| self.rest.next())
    }

    /// Says that the number asked for last is a hit.
    pub(crate) fn hit(&mut self, number: u128) {
        if self.regular.contains(&number) {
            self.hits.push_back(number);
        }
    }

    /// The items of the hits, where a number without items is none.
    pub(crate) fn items<T>(mut self, mut at: impl FnMut(u128) -> SmallVec<[T; 2]>) -> impl Iterator<Item = T> {
        let hits = std::iter::from_fn(move || {
            loop {
                let number = self.next()?;
                let items = at(number);
                if !items.is_empty() {
                    self.hit(number);
                    return Some(items);
                }
            }
        });
        hits.flatten()
    }

    /// How many items there are, of a scan that nothing has been asked of. `None` if there are too many steps to it; `steps` are
    /// those that have been taken before.
    pub(crate) fn count(&self, steps: &mut u128, at: impl Fn(u128) -> usize) -> Option<u128> {
        for range in [&self.fresh, &self.rest].into_iter().filter(|range| !range.is_empty()) {
            *steps = steps.saturating_add(range.end() - range.start()).saturating_add(1);
        }
        if *steps > MOST_STEPS {
            return None;
        }
        let times = |first: u128| {
            if self.regular.contains(&first) { (self.regular.end() - first) / self.period + 1 } else { 1 }
        };
        let fresh = self.fresh.clone().map(|number| (at(number) as u128).saturating_mul(times(number)));
        let rest = self.rest.clone().map(|number| at(number) as u128);
        Some(fresh.chain(rest).fold(0, u128::saturating_add))
    }
}
