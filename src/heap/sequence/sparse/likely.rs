//! Likely parts: common heaps that exclude many rare values.

use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// What likely parts are chosen for.
pub(super) struct Demand<'a> {
    /// One more than the largest value.
    pub(super) width: usize,
    /// Number of sums of each heap.
    pub(super) sums: usize,
    /// The smallest heap that may be chosen.
    pub(super) first: usize,
    /// Whether worker threads may mark the parts.
    pub(super) far: bool,
    pub(super) tuning: &'a Tuning,
}

/// The common heaps that are marked for every heap because they exclude the most rare values, with their values, ascending.
///
/// A greedy choice: each next part is the one that is expected to exclude most of what the ones before have left, as long as that
/// spares more searches than its marks cost. Expectations come from the frequency of values among the latest heaps.
///
/// `is_candidate` says which heaps may be chosen, by heap and value; `is_wanted` which values need a witness.
pub(super) fn likely_parts<V: Value>(
    values: &[V],
    demand: &Demand<'_>,
    is_candidate: impl Fn(usize, usize) -> bool,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<(u32, V)> {
    let tuning = demand.tuning;
    let width = demand.width.next_power_of_two().max(8);
    let recent = &values[(values.len() / 2).max(values.len().saturating_sub(tuning.recent))..];
    let mut frequency = vec![0.0; width];
    let one = 1.0 / to_float(recent.len().max(1));
    for value in recent {
        frequency[value.index()] += one;
    }
    // The probability that a value must be excluded and is not yet: at first, that the value of the heap is larger.
    let mut open: Vec<f64> = frequency.clone();
    let mut above = 0.0;
    for (value, share) in open.iter_mut().enumerate().rev() {
        let larger = above;
        above += *share;
        *share = if is_wanted(value) { larger } else { 0.0 };
    }
    let mut parts: Vec<Vec<u32>> = vec![Vec::new(); width];
    for (heap, value) in (0..).zip(values).take(tuning.likely_below).skip(demand.first) {
        if is_candidate(heap as usize, value.index()) {
            parts[value.index()].push(heap);
        }
    }
    // In an order without a pattern, but the same in each run: neighbours often have the same partners.
    for list in &mut parts {
        list.sort_unstable_by_key(|heap| heap.wrapping_mul(0x9e37_79b9));
    }
    let factor = if demand.far { tuning.far_search_cost } else { 1 };
    let search = to_float(factor * (tuning.search_cost + width / tuning.values_a_pair));
    let mut queue: Vec<(f64, usize)> = (0..width)
        .filter(|value| !parts[*value].is_empty())
        .map(|value| (expected(&frequency, &open, value), value))
        .collect();
    queue.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut chosen = Vec::new();
    while chosen.len() < tuning.most_likely
        && let Some((_, value)) = queue.pop()
    {
        // Expectations only fall, so the best is known when its new expectation is above the old one of the next.
        let gain = expected(&frequency, &open, value);
        if queue.last().is_some_and(|next| next.0 > gain) {
            insert(&mut queue, (gain, value));
            continue;
        }
        if gain * search < 1.0 {
            break;
        }
        let Some(part) = parts[value].pop() else { continue };
        chosen.push((part, V::of(value)));
        for (wanted, open) in open.iter_mut().enumerate() {
            for _ in 0..demand.sums {
                *open *= 1.0 - frequency[wanted ^ value];
            }
        }
        insert(&mut queue, (gain, value));
    }
    chosen.sort_unstable_by_key(|(part, _)| *part);
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
