//! Likely parts: common heaps that exclude many rare values.

use crate::heap::lane::BLOCK;
use crate::heap::marks::Part;
use crate::heap::mask::Mask;
use crate::heap::sequence::sparse::far::Far;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

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
    let width = width.next_power_of_two().max(8);
    let recent = &values[(values.len() / 2).max(values.len().saturating_sub(tuning.recent))..];
    let mut frequency = vec![0.0; width];
    let one = 1.0 / to_float(recent.len().max(1));
    for value in recent {
        frequency[value.index()] += one;
    }
    let mut candidates: Vec<Vec<u32>> = vec![Vec::new(); width];
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
    queue.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut chosen = Vec::new();
    while chosen.len() < most
        && let Some((_, value)) = queue.pop()
    {
        // Expectations only fall, so the best is known when its new expectation is above the old one of the next.
        let gain = expected(frequency, &open, value);
        if queue.last().is_some_and(|next| next.0 > gain) {
            insert(&mut queue, (gain, value));
            continue;
        }
        if gain * search < 1.0 {
            break;
        }
        let Some(part) = parts[value].pop() else { continue };
        chosen.push(Part { heap: part as usize, code: value });
        for (wanted, open) in open.iter_mut().enumerate() {
            // A part is marked in each sum that a move leaves, so it has this number of chances to exclude a value.
            for _ in 0..sums {
                *open *= 1.0 - frequency[wanted ^ value];
            }
        }
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
