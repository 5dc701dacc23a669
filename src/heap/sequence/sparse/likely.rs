//! Likely parts: common heaps that exclude many rare values.

use crate::heap::lane::BLOCK;
use crate::heap::marks::Part;
use crate::heap::mask::Mask;
use crate::heap::sequence::sparse::far::Far;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::values::Value;

/// The common heaps that are marked for every heap because they exclude the most rare values, ascending. Values are below `width`, and
/// heaps have this number of `sums`; where worker threads may mark the parts, only those are chosen that are large enough for these.
///
/// A greedy choice: each next part is the one that is expected to exclude most of what the ones before have left, as long as that
/// spares more searches than its marks cost. Expectations come from the frequency of values among the latest heaps.
pub(super) fn likely_parts<V: Value>(
    values: &[V],
    width: usize,
    mask: Mask,
    sums: usize,
    by_threads: bool,
    tuning: &Tuning,
) -> Vec<Part> {
    // A power of two, so that the nim-sum of two values is a place of the lists. At least 8, so that `expected` has a
    // whole block.
    let width = width.next_power_of_two().max(8);
    let recent = &values[(values.len() / 2).max(values.len().saturating_sub(tuning.recent))..];
    let mut frequency = vec![0.0; width];
    let one = 1.0 / to_float(recent.len().max(1));
    for value in recent {
        frequency[value.index()] += one;
    }
    let mut candidates: Vec<Vec<u32>> = vec![Vec::new(); width];
    // Smaller parts may have partners that are not known when a block, or a worker thread's chunk, is marked.
    let first = if by_threads { Far::least_part(tuning) } else { BLOCK };
    for (heap, value) in (0..).zip(values).take(tuning.likely_below).skip(first) {
        if !mask.is_rare(heap as usize, value.index()) {
            candidates[value.index()].push(heap);
        }
    }
    let factor = if by_threads { tuning.far_search_cost } else { 1 };
    let search = factor * (tuning.search_cost + width / tuning.values_a_pair);
    chosen(&frequency, candidates, mask, sums, to_float(search), tuning.most_likely)
}

/// Chosen among the candidates of each value, where a search costs as much as this number of marks.
fn chosen(frequency: &[f64], mut parts: Vec<Vec<u32>>, mask: Mask, sums: usize, search: f64, most: usize) -> Vec<Part> {
    // The probability that a value must be excluded and is not yet: at first, that the value of the heap is larger.
    let mut open = frequency.to_vec();
    let mut above = 0.0;
    // From large values to small ones, so that `above` is the share of heaps with a larger value. Common values count
    // as 0: rare parts decide them. With a parity each value is rare for the heaps of one parity.
    for (value, share) in open.iter_mut().enumerate().rev() {
        let larger = above;
        above += *share;
        *share = if mask.parity || mask.is_rare(0, value) { larger } else { 0.0 };
    }
    // In an order without a pattern, but the same in each run: neighbours often have the same partners.
    for list in &mut parts {
        list.sort_unstable_by_key(|heap| heap.wrapping_mul(0x9e37_79b9));
    }
    let mut queue: Vec<(f64, usize)> = (0..parts.len())
        .filter(|value| !parts[*value].is_empty())
        .map(|value| (expected(frequency, &open, value), value))
        .collect();
    // Ascending, so that the value with the best expectation is the last.
    queue.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut chosen = Vec::new();
    while chosen.len() < most
        && let Some((_, value)) = queue.pop()
    {
        // Expectations only fall, so the best is known when its new expectation is above the old one of the next.
        let gain = expected(frequency, &open, value);
        // The expectation was that of an earlier round. With its new one the value goes back to its place.
        if queue.last().is_some_and(|next| next.0 > gain) {
            insert(&mut queue, (gain, value));
            continue;
        }
        // A part costs one mark in a sum and is expected to spare `gain` searches. No other part is expected to
        // spare more, so the choice ends.
        if gain * search < 1.0 {
            break;
        }
        // A value without further parts leaves the queue.
        let Some(part) = parts[value].pop() else { continue };
        chosen.push(Part { heap: part as usize, code: value });
        for (wanted, open) in open.iter_mut().enumerate() {
            // A part is marked in each sum that a move leaves, so it has this number of chances to exclude a value.
            for _ in 0..sums {
                *open *= 1.0 - frequency[wanted ^ value];
            }
        }
        // The old expectation is an upper bound on the new one.
        insert(&mut queue, (gain, value));
    }
    chosen.sort_unstable_by_key(|part: &Part| part.heap);
    chosen
}

/// How many open values a part of this value is expected to exclude.
fn expected(frequency: &[f64], open: &[f64], value: usize) -> f64 {
    // Eight sums, so that no addition waits for the one before.
    let mut sums = [0.0; 8];
    let frequency = frequency.as_chunks::<8>().0;
    for (block, open) in open.as_chunks::<8>().0.iter().enumerate() {
        // The high bits of `value` exchange blocks of eight places, the lowest three exchange places in a block.
        let shares = &frequency[block ^ (value / 8)];
        for (lane, (sum, open)) in sums.iter_mut().zip(open).enumerate() {
            *sum += open * shares[(lane ^ value) % 8];
        }
    }
    sums.iter().sum()
}

fn insert(queue: &mut Vec<(f64, usize)>, entry: (f64, usize)) {
    let place = queue.partition_point(|other| other.0 < entry.0);
    queue.insert(place, entry);
}

fn to_float(number: usize) -> f64 {
    f64::from(u32::try_from(number).expect("counts of heaps and costs are below 2^32"))
}

#[cfg(test)]
mod tests {
    use std::array;

    use super::likely_parts;
    use crate::heap::TakeAndBreak;
    use crate::heap::marks::Part;
    use crate::heap::mask::Mask;
    use crate::heap::pairs::Pairs;
    use crate::heap::sequence::tests::by_pairs;
    use crate::heap::sequence::tuning::Tuning;

    /// No value of the test's codes is as large.
    const WIDTH: usize = 256;

    /// Whether these parts are a greedy choice among the candidates, as one that computes every expectation anew could make it too.
    fn is_greedy(chosen: &[Part], recent: &[u16], candidates: &[Part], mask: Mask, sums: usize, search: u32) -> bool {
        let share = |value| recent.iter().map(|recent| f64::from(u8::from(*recent == value))).sum::<f64>();
        let heaps = f64::from(u32::try_from(recent.len()).unwrap());
        let frequency: Vec<f64> = (0..).map(|value| share(value) / heaps).take(WIDTH).collect();
        let larger = |value: usize| frequency[value + 1..].iter().sum();
        let mut open: [f64; WIDTH] =
            array::from_fn(|value| if mask.parity || mask.is_rare(0, value) { larger(value) } else { 0.0 });
        let (mut left, mut wanted) = (counts(candidates), counts(chosen));
        loop {
            let gains: Vec<f64> =
                (0..WIDTH).map(|value| (0..WIDTH).map(|other| open[other] * frequency[other ^ value]).sum()).collect();
            let possible = (0..WIDTH).filter(|value| left[*value] > 0);
            let best = possible.clone().map(|value| gains[value]).fold(0.0, f64::max);
            // Equal but for rounding: any of them may be next.
            let next = possible.filter(|value| gains[*value] > best * (1.0 - 1e-9)).find(|value| wanted[*value] > 0);
            let Some(value) = next else {
                return wanted == [0; WIDTH] && best * f64::from(search) < 1.0;
            };
            if best * f64::from(search) < 1.0 {
                return false;
            }
            left[value] -= 1;
            wanted[value] -= 1;
            for (other, open) in open.iter_mut().enumerate() {
                for _ in 0..sums {
                    *open *= 1.0 - frequency[other ^ value];
                }
            }
        }
    }

    /// Number of parts of each value.
    fn counts(parts: &[Part]) -> [usize; WIDTH] {
        array::from_fn(|value| parts.iter().filter(|part| part.code == value).count())
    }

    #[test]
    fn the_choice_is_the_greedy_one() {
        const HEAPS: usize = 2500;
        let tuning = Tuning::default();
        let tunings = [
            ("as it is", tuning),
            ("few are recent", Tuning { recent: 300, ..tuning }),
            ("few candidates", Tuning { likely_below: 1200, ..tuning }),
            ("cheap searches", Tuning { search_cost: 10, values_a_pair: 1, ..tuning }),
        ];
        let mut chosen = 0;
        for text in ["0.16", "0.106", "0.454", "4.07"] {
            let code: TakeAndBreak = text.parse().unwrap();
            let pairs = Pairs::of(&code).unwrap();
            let sums = pairs.breaks().count();
            let values: Vec<u16> = by_pairs(&code, HEAPS).into_iter().map(|value| value.try_into().unwrap()).collect();
            let mask = Mask::best(&values, WIDTH, &pairs, HEAPS);
            for (name, tuning) in &tunings {
                for (by_threads, first, factor) in
                    [(false, 64, 1), (true, 4 * tuning.far_chunk, tuning.far_search_cost)]
                {
                    let what = format!("{text}: {name}, by threads: {by_threads}");
                    let found = likely_parts(&values, WIDTH - 1, mask, sums, by_threads, tuning);
                    let parts = values.iter().enumerate().map(|(heap, value)| Part { heap, code: usize::from(*value) });
                    let parts = parts.take(tuning.likely_below).skip(first);
                    let candidates: Vec<Part> = parts.filter(|part| !mask.is_rare(part.heap, part.code)).collect();
                    assert!(found.is_sorted_by(|one, other| one.heap < other.heap), "{what}");
                    assert!(found.iter().all(|part| candidates.contains(part)), "{what}");
                    let recent = &values[(HEAPS / 2).max(HEAPS.saturating_sub(tuning.recent))..];
                    let search = u32::try_from(factor * (tuning.search_cost + WIDTH / tuning.values_a_pair)).unwrap();
                    assert!(is_greedy(&found, recent, &candidates, mask, sums, search), "{what}");
                    for most_likely in 0..found.len().min(3) {
                        let few = Tuning { most_likely, ..*tuning };
                        assert_eq!(
                            likely_parts(&values, WIDTH - 1, mask, sums, by_threads, &few).len(),
                            most_likely,
                            "{what}"
                        );
                    }
                    chosen += found.len();
                }
            }
        }
        assert!(chosen > 500, "{chosen} parts are chosen");
    }
}
