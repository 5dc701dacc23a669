//! Checks periods of take-and-break games, and misère quotients, by the rules of the code alone.

use std::collections::VecDeque;
use std::io::BufRead;

use super::facts::Steps;
use super::text::{CertificateError, Reader, refused};
use crate::control::Stopped;
use crate::game::ImpartialGame;
use crate::heap::{Parts, TakeAndBreak};
use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::subset::Subset;

/// Whether the worths of heaps repeat for ever from a heap on. The worth may be a value or an element of a quotient.
struct Repeats {
    preperiod: usize,
    period: usize,
    /// The number of heaps whose worths prove it.
    heaps: usize,
}

impl Repeats {
    /// Theorem (Guy, Smith): see [`Theorem`](crate::heap::Theorem). Let a move take *t* counters and leave *h* ≥ 1 heaps. Worths that repeat
    /// with period *p* from heap *n*₀ on up to all heaps *n* + *p* with *n* ≤ *h* (*n*₀ − 1) + (*h* − 1) *p* + *t*, for all kinds of moves,
    /// repeat for ever.
    fn new(code: &TakeAndBreak, preperiod: usize, period: usize) -> Result<Self, String> {
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
            for heaps in (0..64).filter(|heaps| digit.allows(*heaps)).map(|heaps| heaps as usize) {
                let parts = heaps.checked_mul(preperiod.max(1) - 1);
                let bound = parts.and_then(|parts| {
                    parts.checked_add(heaps.saturating_sub(1).checked_mul(period)?)?.checked_add(taken + 1)
                });
                last = last.max(bound.ok_or_else(too_large)?);
            }
        }
        let heaps = last.checked_add(period).ok_or_else(too_large)?;
        Ok(Self { preperiod, period, heaps })
    }

    /// The first heap with the same worth.
    fn place(&self, heap: usize) -> usize {
        if heap < self.preperiod { heap } else { self.preperiod + (heap - self.preperiod) % self.period }
    }
}

fn heaps_of(option: &[u128]) -> impl Iterator<Item = usize> + '_ {
    option
        .iter()
        .map(|heap| usize::try_from(*heap).expect("an option has fewer counters than a heap that is counted in memory"))
}

/// A period: each value of a heap is the mex of its options, up to the last heap that the theorem needs. Returns the number of values told.
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
        let told = text.split_once(' ').filter(|(heap, _)| heap.parse() == Ok(values.len()));
        let value = told.and_then(|(_, value)| value.parse().ok());
        values.push(Nimber::new(
            value.ok_or_else(|| refused(line, format!("a fact is heap {} and its value", values.len())))?,
        ));
        Ok(steps.add_fact()?)
    })?;
    if preperiod.checked_add(period) != Some(values.len()) {
        return Err(reader.refused("values of all heaps below preperiod + period are told, and no others"));
    }
    for heap in 0..repeats.heaps {
        let mut options = MexSet::new();
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
    Ok(values.len() as u64)
}

/// What a certificate tells of a misère quotient.
pub(super) struct Quotient<'a> {
    pub(super) code: &'a TakeAndBreak,
    pub(super) order: usize,
    /// The number of heaps of which elements are told.
    pub(super) heaps: usize,
    /// The P-portion.
    pub(super) lost: Vec<usize>,
    /// Preperiod and period of the map, if the quotient is that of all heaps.
    pub(super) period: Option<[usize; 2]>,
}

/// A quotient: see [`MisereQuotient::verify`](crate::misere::quotient::MisereQuotient::verify) for the theorem. Returns the number of facts.
pub(super) fn check_quotient(
    told: &Quotient<'_>,
    reader: &mut Reader<impl BufRead>,
    steps: &mut Steps<'_>,
) -> Result<u64, CertificateError> {
    let Quotient { code, order, heaps, ref lost, period } = *told;
    let (mut products, mut map): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
    let first = reader.facts(|text, line| {
        let elements: Option<Vec<usize>> =
            text.split(' ').map(|element| element.parse().ok().filter(|element| *element < order)).collect();
        let elements = elements.ok_or_else(|| refused(line, format!("elements are numbers below {order}")))?;
        match (products.len() < order, elements.len()) {
            (true, length) if length == order => products.push(elements),
            (false, 1) => map.push(elements[0]),
            (true, _) => return Err(refused(line, format!("a row has the products with {order} elements"))),
            (false, _) => return Err(refused(line, "a heap has one element")),
        }
        Ok(steps.add_fact()?)
    })?;
    let row = |row: usize| first + row as u64;
    if products.len() < order || map.len() != heaps || map.is_empty() || lost.iter().any(|element| *element >= order) {
        return Err(reader.refused("a row of products for each element, an element for each heap from 0 on, and a P-portion of elements are told"));
    }
    let times = |one: usize, other: usize| products[one][other];
    let is_lost = |element: usize| lost.contains(&element);

    // A commutative monoid with identity 0, generated by the heaps, in which the identity is not in P.
    let mut generated = Subset::from_iter([0]);
    let mut queue = VecDeque::from([0]);
    while let Some(one) = queue.pop_front() {
        for next in map.iter().map(|heap| times(one, *heap)) {
            if generated.insert(next) {
                queue.push_back(next);
            }
        }
    }
    for one in 0..order {
        let fault = if times(0, one) != one {
            Some("element 0 is not the identity")
        } else if (0..order).any(|other| times(one, other) != times(other, one)) {
            Some("the products are not commutative")
        } else if !generated.contains(one) {
            Some("no sum of heaps is this element")
        } else {
            None
        };
        fault.map_or(Ok(()), |fault| Err(refused(row(one), fault)))?;
        // Products with a heap in the middle are enough (Light's test), since heaps generate all elements.
        for middle in &map {
            for other in 0..order {
                steps.tick()?;
                if times(times(one, *middle), other) != times(one, times(*middle, other)) {
                    return Err(refused(row(one), "the products are not associative"));
                }
            }
        }
        let same = |other: usize| (0..order).all(|test| is_lost(times(one, test)) == is_lost(times(other, test)));
        if (0..one).any(same) {
            return Err(refused(row(one), "no sum tells this element from an earlier one"));
        }
    }
    if is_lost(0) {
        return Err(reader.refused("the empty sum is won in misère play, so element 0 is not in the P-portion"));
    }

    // Heaps that have moves, each with its element and its gap.
    let mut heaps: Vec<(usize, Subset)> = Vec::new();
    for (heap, element) in map.iter().enumerate() {
        let line = row(order + heap);
        let mut left = Subset::new();
        for option in code.options(&(heap as u128)) {
            steps.tick()?;
            left.insert(heaps_of(&option).fold(0, |all, part| times(all, map[part])));
        }
        if left.is_empty() {
            if *element != 0 {
                return Err(refused(line, format!("heap {heap} has no moves, so that it is element 0")));
            }
            continue;
        }
        let reaches_lost = |rest: usize| left.iter().any(|left| is_lost(times(left, rest)));
        if let Some(rest) = (0..order).find(|rest| is_lost(times(*element, *rest)) && reaches_lost(*rest)) {
            return Err(refused(line, format!("heap {heap} with element {rest} is in P, and has a move to P")));
        }
        let gap: Subset = (0..order).filter(|rest| !is_lost(times(*element, *rest)) && !reaches_lost(*rest)).collect();
        if !heaps.contains(&(*element, gap.clone())) {
            heaps.push((*element, gap));
        }
    }
    check_sums(&heaps, order, times, steps)?.map_err(|reason| reader.refused(reason))?;

    if let Some([preperiod, period]) = period {
        let repeats = Repeats::new(code, preperiod, period).map_err(|reason| reader.refused(reason))?;
        if map.len() < repeats.heaps {
            return Err(reader.refused(format!("the period needs the elements of {} heaps", repeats.heaps)));
        }
        if let Some(heap) = (0..repeats.heaps).find(|heap| map[*heap] != map[repeats.place(*heap)]) {
            return Err(refused(row(order + heap), format!("heap {heap} breaks the period")));
        }
    }
    Ok((order + map.len()) as u64)
}

/// Whether every sum of heaps with an element that is not in P has a move to P: no sum that has moves has the identity in its gap.
fn check_sums(
    heaps: &[(usize, Subset)],
    order: usize,
    times: impl Fn(usize, usize) -> usize,
    steps: &mut Steps<'_>,
) -> Result<Result<(), String>, Stopped> {
    let mut sums: Vec<Vec<Subset>> = vec![Vec::new(); order];
    let mut queue: VecDeque<(usize, Subset)> = heaps.iter().cloned().collect();
    while let Some((element, gap)) = queue.pop_front() {
        if gap.contains(0) {
            return Ok(Err(format!("a sum with element {element} is not in P, and has no move to P")));
        }
        // A larger gap of the same element gives larger gaps in all sums.
        if sums[element].iter().any(|known| gap.difference(known).is_empty()) {
            continue;
        }
        for (heap, own) in heaps {
            steps.tick()?;
            let both = |rest: &usize| gap.contains(times(*rest, *heap)) && own.contains(times(*rest, element));
            queue.push_back((times(element, *heap), (0..order).filter(both).collect()));
        }
        sums[element].push(gap);
    }
    Ok(Ok(()))
}
