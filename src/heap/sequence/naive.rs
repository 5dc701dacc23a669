//! The algorithm that tries every option of every heap. The others are checked against it.

use std::ops::ControlFlow;

use crate::heap::sequence::sets::ValueSet;
use crate::heap::sequence::watch::Watch;
use crate::heap::values::Value;
use crate::heap::{Digit, Parts, TakeAndBreak};

/// The value of the next heap, by the definition: the mex over everything that a move may leave. `seen` is memory that the next heap uses again.
/// A break is that of the watch.
pub(super) fn next_value<V: Value>(
    code: &TakeAndBreak,
    values: &[V],
    seen: &mut ValueSet,
    watch: &mut Watch<'_>,
) -> ControlFlow<(), usize> {
    let heap = values.len();
    seen.clear();
    for (taken, digit) in each_digit(code).take(heap + 1).enumerate() {
        let left = heap - taken;
        for heaps in heaps_left(digit) {
            each_partition(values, left, heaps, digit, watch, &mut |value| seen.insert(value))?;
        }
    }
    ControlFlow::Continue(seen.full_below())
}

/// The digits for taking 0, 1, 2.. counters.
fn each_digit(code: &TakeAndBreak) -> impl Iterator<Item = Digit> {
    code.digits().iter().chain(code.tail().iter().cycle()).copied()
}

/// The numbers of heaps that a move of this digit may leave.
pub(super) fn heaps_left(digit: Digit) -> impl Iterator<Item = u32> {
    (0..digit.most().map_or(0, |most| most + 1)).filter(move |heaps| digit.allows(*heaps))
}

/// Calls `found` with the value of each way to divide `left` counters into this number of heaps. Takes time in proportion to the number
/// of ways, which are counted as steps of the watch.
pub(super) fn each_partition<V: Value>(
    values: &[V],
    left: usize,
    heaps: u32,
    digit: Digit,
    watch: &mut Watch<'_>,
    found: &mut impl FnMut(usize),
) -> ControlFlow<()> {
    match (heaps as usize, digit.parts()) {
        (0, _) if left == 0 => found(0),
        (0, _) => {}
        (heaps, _) if left < heaps => {}
        (heaps, Parts::Equal) => {
            // There is one way at most, and equal heaps cancel in pairs.
            if left.is_multiple_of(heaps) {
                found(if heaps.is_multiple_of(2) { 0 } else { values[left / heaps].index() });
            }
        }
        // The usual case, without recursion (bench `sequences`, 0.77 by every option and by sets).
        (2, Parts::Any) => {
            (1..=left / 2).for_each(|part| found(values[part].index() ^ values[left - part].index()));
            watch.step(left / 2)?;
        }
        (heaps, parts) => {
            partitions(values, &mut Partition { left, heaps, parts, value: 0, least: 1, first: 0 }, watch, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// A partition that is half made, its parts in ascending order.
#[derive(Clone, Copy)]
struct Partition {
    left: usize,
    heaps: usize,
    parts: Parts,
    value: usize,
    /// Smallest size of the next part.
    least: usize,
    /// The first part, once there is one.
    first: usize,
}

/// Completes a partition in every way. The recursion is as deep as there are heaps, which are at most 63.
fn partitions<V: Value>(
    values: &[V],
    made: &mut Partition,
    watch: &mut Watch<'_>,
    found: &mut impl FnMut(usize),
) -> ControlFlow<()> {
    let value_of = |heap: usize| values[heap].index();
    if made.heaps == 1 {
        // The last part takes what is left. It is the largest, so all parts are equal if it is as large as the first.
        if made.left >= made.least && !(made.parts == Parts::NotAllEqual && made.first == made.left) {
            found(made.value ^ value_of(made.left));
        }
        return watch.step(1);
    }
    // In ascending order no part is larger than the mean of what is left. If all are unequal, the later ones are larger by 1, 2, 3, ..
    let more = if made.parts == Parts::Unequal { made.heaps * (made.heaps - 1) / 2 } else { 0 };
    for part in made.least..=made.left.saturating_sub(more) / made.heaps {
        let mut next = Partition {
            left: made.left - part,
            heaps: made.heaps - 1,
            value: made.value ^ value_of(part),
            least: if made.parts == Parts::Unequal { part + 1 } else { part },
            first: if made.first == 0 { part } else { made.first },
            ..*made
        };
        partitions(values, &mut next, watch, found)?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{each_partition, heaps_left};
    use crate::heap::sequence::tuning::Tuning;
    use crate::heap::sequence::watch::Watch;
    use crate::heap::{Digit, Parts};

    #[test]
    fn each_division_is_found_once() {
        let values: Vec<u8> = (0..12).map(|heap| heap * heap % 13).collect();
        for parts in [Parts::Any, Parts::Unequal, Parts::Equal, Parts::NotAllEqual] {
            for heaps in 0..=4_u32 {
                let digit = Digit::new(1 << heaps, parts);
                assert!(heaps_left(digit).eq([heaps]));
                for left in 0..12_usize {
                    // All lists of parts, the ascending ones with the right sum among them.
                    let lists = (0..left.pow(heaps)).map(|number| {
                        (0..heaps).map(move |place| number / left.pow(place) % left + 1).collect::<Vec<usize>>()
                    });
                    let are_equal = |list: &[usize]| list.iter().all(|part| *part == list[0]);
                    let mut expected: Vec<usize> = lists
                        .filter(|list| list.iter().sum::<usize>() == left && list.is_sorted())
                        .filter(|list| match parts {
                            Parts::Any => true,
                            Parts::Unequal => list.is_sorted_by(|one, other| one < other),
                            Parts::Equal => are_equal(list),
                            Parts::NotAllEqual => list.len() < 2 || !are_equal(list),
                        })
                        .map(|list| list.iter().fold(0, |sum, part| sum ^ usize::from(values[*part])))
                        .collect();
                    let mut found = Vec::new();
                    let mut unwatched = |_, _| ControlFlow::Continue(());
                    let mut watch = Watch::new(&mut unwatched, 0, 1, &Tuning::default());
                    let all = each_partition(&values, left, heaps, digit, &mut watch, &mut |value| found.push(value));
                    assert!(all.is_continue());
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{left} counters in {heaps} heaps, {parts:?}");
                }
            }
        }
    }
}
