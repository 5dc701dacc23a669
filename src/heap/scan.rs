//! Numbers that pass a test which repeats, found and counted by trying one period.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

/// How parts of a heap repeat: a part of `regular` counters or more is worth the same with `period` counters more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeats {
    /// The least regular part: at least 1, since heap 0 is no part.
    pub(crate) regular: u128,
    /// The number of counters.
    pub(crate) period: u128,
}

/// A search for hits among numbers in ascending order. Two numbers in the regular range that differ by the period are both hits, or
/// neither is.
///
/// So all numbers of the first period of the regular range are tried, and after that only numbers a period after a hit. With range
/// 1..=20, regular range 5..=15, period 3 and hits at 6 and 16: tried are 1 to 7, then 9, 12 and 15, then 16 to 20.
pub(crate) struct Scan {
    /// The numbers that are all tried: up to the end of the first period of the regular range.
    fresh: RangeInclusive<u128>,
    regular: RangeInclusive<u128>,
    period: u128,
    /// Hits in the regular range for which the number a period later is not yet tried.
    hits: VecDeque<u128>,
    /// The numbers after the regular range, which are all tried.
    rest: RangeInclusive<u128>,
}

/// Maximum number of numbers that are tried for a count: 30 ms, as measured for heaps of 2^22 counters whose values do not repeat.
pub(super) const MOST_STEPS: u128 = 1 << 22;

/// The empty range.
const NONE: RangeInclusive<u128> = RangeInclusive::new(1, 0);

impl Scan {
    pub(crate) fn new(all: RangeInclusive<u128>, regular: RangeInclusive<u128>, period: u128) -> Self {
        let (first, last) = all.into_inner();
        let (low, high) = ((*regular.start()).max(first), (*regular.end()).min(last));
        // Without a regular range all numbers are tried. Else one period of it is tried, then what follows hits, then
        // the rest.
        let (fresh, rest) = if low > high {
            (first..=last, NONE)
        } else {
            let rest = if high < last { high + 1..=last } else { NONE };
            (first..=high.min(low.saturating_add(period - 1)), rest)
        };
        Self { fresh, regular: low..=high, period, hits: VecDeque::new(), rest }
    }

    /// A search that tries all numbers.
    pub(crate) fn of_all(all: RangeInclusive<u128>) -> Self {
        Self::new(all, NONE, 1)
    }

    /// The next number that may be a hit.
    pub(crate) fn next(&mut self) -> Option<u128> {
        let regular = || {
            // Hits are queued in ascending order, so the numbers after them come in ascending order too. Where the
            // number after one hit is beyond the range, so are those after all other hits.
            let later = self.hits.pop_front()?.checked_add(self.period);
            later.filter(|number| self.regular.contains(number))
        };
        self.fresh.next().or_else(regular).or_else(|| self.rest.next())
    }

    /// Records that `number`, the last one that [`Self::next`] returned, is a hit.
    pub(crate) fn hit(&mut self, number: u128) {
        if self.regular.contains(&number) {
            self.hits.push_back(number);
        }
    }

    /// The items of all hits. `at` gives the items of a number; a number without items is no hit.
    pub(crate) fn items<T>(mut self, mut at: impl FnMut(u128) -> Vec<T>) -> impl Iterator<Item = T> {
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

    /// The number of items of all hits, before the first call of [`Self::next`]. `None` if that takes more than [`MOST_STEPS`] steps,
    /// together with the `steps` that were taken before.
    pub(crate) fn count(&self, steps: &mut u128, at: impl Fn(u128) -> usize) -> Option<u128> {
        for range in [&self.fresh, &self.rest].into_iter().filter(|range| !range.is_empty()) {
            *steps = steps.saturating_add(range.end() - range.start()).saturating_add(1);
        }
        if *steps > MOST_STEPS {
            return None;
        }
        // A hit in the first period stands for all numbers of the range that are whole periods later.
        let times = |first: u128| {
            if self.regular.contains(&first) { (self.regular.end() - first) / self.period + 1 } else { 1 }
        };
        let fresh = self.fresh.clone().map(|number| (at(number) as u128).saturating_mul(times(number)));
        let rest = self.rest.clone().map(|number| at(number) as u128);
        Some(fresh.chain(rest).fold(0, u128::saturating_add))
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_STEPS, Scan};

    /// The numbers that are tried are those of the range outside the regular one, and those of one period.
    #[test]
    fn counting_takes_a_step_for_each_number_that_is_tried() {
        let all = || Scan::of_all(5..=14);
        let regular = || Scan::new(5..=104, 8..=100, 10);
        for (scan, tried, hits) in [(all as fn() -> Scan, 10, 10), (regular, 17, 100)] {
            let count = |before: u128| {
                let mut steps = before;
                let count = scan().count(&mut steps, |_| 1);
                (count, steps - before)
            };
            assert_eq!(count(0), (Some(hits), tried));
            assert_eq!(count(MOST_STEPS - tried), (Some(hits), tried));
            assert_eq!(count(MOST_STEPS - tried + 1), (None, tried));
        }
    }
}
