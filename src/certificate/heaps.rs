//! Checks periods of take-and-break games by the rules of the code alone.

use std::io::BufRead;

use super::facts::Steps;
use super::text::{CertificateError, Reader, number, refused};
use crate::game::ImpartialGame;
use crate::heap::{Parts, TakeAndBreak};
use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::search::list_bytes;

/// Whether the worths of heaps repeat for ever from a heap on. The worth may be a value or an element of a quotient.
pub(super) struct Repeats {
    preperiod: usize,
    period: usize,
    /// The number of heaps whose worths prove it.
    pub(super) heaps: usize,
}

impl Repeats {
    /// Theorem (Guy, Smith): see [`Theorem`](crate::heap::Theorem). Let *m* be the larger of *n*₀ and 1. Worths that repeat with period *p* from heap
    /// *n*₀ on, *n* and *n* + *p* alike for all *n* < *m* and, for each kind of move that takes *t* counters and leaves *h* heaps, for all
    /// *n* ≤ *h* (*m* − 1) + (*h* − 1) *p* + *t* (*n* ≤ *t* where *h* = 0), repeat for ever.
    pub(super) fn new(code: &TakeAndBreak, preperiod: usize, period: usize) -> Result<Self, String> {
        if code.tail().iter().any(|digit| digit.counts() != 0)
            || code.digits().iter().any(|digit| digit.parts() != Parts::Any)
        {
            return Err("no theorem proves periods of a code with a tail, or one that compares parts".to_owned());
        }
        if period == 0 {
            return Err("a period is at least 1".to_owned());
        }
        let too_large = || "the period is too large to check".to_owned();
        let mut last = preperiod.max(1);
        for (taken, digit) in code.digits().iter().enumerate() {
            // The bound of the theorem for each kind of move; `last` becomes the largest. A digit has 64 bits, one
            // for each number of heaps that it may leave.
            for heaps in (0..64).filter(|heaps| digit.allows(*heaps)).map(|heaps| heaps as usize) {
                // h (m − 1), then (h − 1) p, and t, and 1 more since `last` itself is not among the heaps.
                let parts = heaps.checked_mul(preperiod.max(1) - 1);
                let bound = parts.and_then(|parts| {
                    parts.checked_add(heaps.saturating_sub(1).checked_mul(period)?)?.checked_add(taken + 1)
                });
                last = last.max(bound.ok_or_else(too_large)?);
            }
        }
        // Heaps up to one period beyond the last bound, since *n* is compared with *n* + *p*.
        let heaps = last.checked_add(period).ok_or_else(too_large)?;
        Ok(Self { preperiod, period, heaps })
    }

    /// The first heap with the same worth.
    pub(super) fn place(&self, heap: usize) -> usize {
        if heap < self.preperiod { heap } else { self.preperiod + (heap - self.preperiod) % self.period }
    }
}

pub(super) fn heaps_of(option: &[u128]) -> impl Iterator<Item = usize> + '_ {
    option
        .iter()
        .map(|heap| usize::try_from(*heap).expect("an option has fewer counters than a heap that is counted in memory"))
}

/// Why preperiod and period are not the least ones of values that repeat by them; `None` if they are. The values are those of the preperiod and
/// of the period after it.
///
/// Where values repeat after *p* heaps and after fewer, they do so after a divisor of *p*, and thus after *p* divided by some prime.
fn refute_least(values: &[Nimber], preperiod: usize) -> Option<String> {
    let (before, cycle) = values.split_at(preperiod);
    if before.last().is_some_and(|last| cycle.last() == Some(last)) {
        return Some(format!("the preperiod is not the least: the values repeat from heap {} on", preperiod - 1));
    }
    let period = cycle.len();
    let mut rest = period;
    for prime in 2..=period {
        if !rest.is_multiple_of(prime) {
            continue;
        }
        let smaller = period / prime;
        if cycle[smaller..] == cycle[..period - smaller] {
            return Some(format!("the period is not the least: the values repeat after {smaller} heaps"));
        }
        // So whatever divides the rest later on is a prime too.
        while rest.is_multiple_of(prime) {
            rest /= prime;
        }
        if rest == 1 {
            break;
        }
    }
    None
}

/// A period: each value of a heap is the mex of its options, up to the last heap that the theorem needs, and no smaller preperiod or period does.
/// Returns the number of values told.
///
/// Time is that of all options of these heaps.
pub(super) fn check_period(
    code: &TakeAndBreak,
    [preperiod, period]: [usize; 2],
    reader: &mut Reader<impl BufRead>,
    steps: &mut Steps<'_>,
) -> Result<u64, CertificateError> {
    let repeats = Repeats::new(code, preperiod, period).map_err(|reason| reader.refused(reason))?;
    let mut values: Vec<Nimber> = Vec::new();
    let first = reader.facts(|text, line| {
        let told = text.split_once(' ').filter(|(heap, _)| number(heap) == Some(values.len()));
        let value = told.and_then(|(_, value)| number(value));
        values.push(Nimber::new(
            value.ok_or_else(|| refused(line, format!("a fact is heap {} and its value", values.len())))?,
        ));
        Ok(steps.add_fact(list_bytes(&values, 0))?)
    })?;
    if preperiod.checked_add(period) != Some(values.len()) {
        return Err(reader.refused("values of all heaps below preperiod + period are told, and no others"));
    }
    // Heaps from `values.len()` on get their values by the period, which must be the mex of their options all the
    // same.
    for heap in 0..repeats.heaps {
        let mut options = MexSet::new();
        // Also where a heap has no option: all digits of a long code are gone through for it.
        steps.tick()?;
        for option in code.options(&(heap as u128)) {
            steps.tick()?;
            options.insert(heaps_of(&option).map(|heap| values[repeats.place(heap)]).sum());
        }
        let place = repeats.place(heap);
        if options.mex() != values[place] {
            let reason = format!("heap {heap} has value {}, not {}", options.mex(), values[place]);
            return Err(refused(first + place as u64, reason));
        }
    }
    refute_least(&values, preperiod).map_or(Ok(values.len() as u64), |reason| Err(reader.refused(reason)))
}
