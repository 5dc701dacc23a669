//! Witnesses: divisions that prove a value to be excluded.

use crate::heap::sequence::plan::Pairs;
use crate::heap::sequence::values::Value;

/// How many pairs are compared before the next look at whether there was a hit.
const CHUNK: usize = 64;
const LONG_CHUNK: usize = 2048;

/// The search for two heaps of given sum and given nim-sum of values.
///
/// The first heaps are kept in reverse as well, so that both heaps of successive pairs are read from left to right: 16 pairs of
/// one-byte values are compared by four instructions of the plainest vector unit.
#[derive(Clone, Debug)]
pub(super) struct Search<V> {
    /// The value of heap `reversed.len() − 1 − i` at place *i*.
    reversed: Vec<V>,
}

impl<V: Value> Search<V> {
    /// A search that is fast for pairs whose smaller heap is one of these.
    pub(super) fn new(values: &[V]) -> Self {
        Self { reversed: values.iter().rev().copied().collect() }
    }

    /// Whether a move divides the heap that comes after `values` into heaps of this value, and how many pairs were tried.
    pub(super) fn finds(&self, values: &[V], pairs: &Pairs, value: usize, tried: &mut u64) -> bool {
        let heap = values.len();
        let wanted = V::of(value);
        // Of both kinds the small parts come first.
        let sums = || {
            let any = pairs.splits.iter().map(|taken| (heap.saturating_sub(*taken), 0));
            any.chain(pairs.unequal.iter().map(|taken| (heap.saturating_sub(*taken), 1)))
        };
        let near = sums().any(|(sum, apart)| {
            self.in_range(values, sum, 1..(sum.saturating_sub(apart) / 2 + 1).min(1025), wanted, tried)
        });
        near || sums()
            .any(|(sum, apart)| self.in_range(values, sum, 1025..sum.saturating_sub(apart) / 2 + 1, wanted, tried))
    }

    /// Whether a part in this range and the rest of the sum have the value.
    fn in_range(&self, values: &[V], sum: usize, parts: std::ops::Range<usize>, wanted: V, tried: &mut u64) -> bool {
        let fast = self.reversed.len().min(parts.end);
        let mut from = parts.start;
        let mut chunk = CHUNK;
        while from < fast {
            let to = fast.min(from + chunk);
            let ours = self.reversed.get(self.reversed.len() - to..self.reversed.len() - from);
            let theirs = values.get(sum + 1 - to..sum + 1 - from);
            *tried += (to - from) as u64;
            if ours.zip(theirs).is_some_and(|(ours, theirs)| any_pair(ours, theirs, wanted)) {
                return true;
            }
            from = to;
            chunk = (2 * chunk).min(LONG_CHUNK);
        }
        if from >= parts.end {
            return false;
        }
        *tried += (parts.end - from) as u64;
        let ours = values.get(from..parts.end);
        let theirs = values.get(sum + 1 - parts.end..sum + 1 - from);
        ours.zip(theirs).is_some_and(|(ours, theirs)| {
            ours.iter().zip(theirs.iter().rev()).any(|(ours, theirs)| *ours ^ *theirs == wanted)
        })
    }
}

/// Without a branch for each pair, so that pairs are compared many at a time.
#[expect(clippy::needless_bitwise_bool, reason = "the lazy operator would be a branch")]
#[inline]
fn any_pair<V: Value>(ours: &[V], theirs: &[V], wanted: V) -> bool {
    ours.iter().zip(theirs).fold(false, |hit, (ours, theirs)| hit | (*ours ^ *theirs == wanted))
}

/// What a search costs, in pairs of the kind that are simply tried: so much at least, and one for so many values, since the
/// more values there are the more pairs are compared before one has the value that is wanted.
const SEARCH: usize = 32;
const VALUES_A_PAIR: usize = 2;
/// The most likely parts that are tried for every heap.
const MOST_LIKELY: usize = 1 << 14;
/// Parts are chosen from these heaps.
const SMALL: usize = 1 << 15;

/// The parts that are tried for every heap because they exclude the most: chosen one by one, each as the one that is expected
/// to exclude most of what those before it have left, by the frequency of values among recent heaps, as long as that spares
/// more than it costs.
///
/// `is_wanted` says which values need a witness.
pub(super) fn likely_parts<V: Value>(
    values: &[V],
    sums: usize,
    first: usize,
    is_candidate: impl Fn(usize, usize) -> bool,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<(u32, V)> {
    let recent = values.get(values.len() / 2..).unwrap_or(values);
    let width = values.iter().map(|value| value.index() + 1).max().unwrap_or(1).next_power_of_two();
    let mut frequency = vec![0.0; width];
    let one = 1.0 / f64::from(u32::try_from(recent.len().max(1)).unwrap_or(u32::MAX));
    for value in recent {
        if let Some(share) = frequency.get_mut(value.index()) {
            *share += one;
        }
    }
    // How likely it is that a value is asked for and not yet excluded: at first, that the heap's value is larger.
    let mut open: Vec<f64> = frequency.clone();
    let mut above = 0.0;
    for (value, share) in open.iter_mut().enumerate().rev() {
        let larger = above;
        above += *share;
        *share = if is_wanted(value) { larger } else { 0.0 };
    }
    let mut parts: Vec<Vec<u32>> = vec![Vec::new(); width];
    for (heap, value) in (0..).zip(values).take(SMALL).skip(first) {
        if is_candidate(heap as usize, value.index())
            && let Some(list) = parts.get_mut(value.index())
        {
            list.push(heap);
        }
    }
    for list in &mut parts {
        list.sort_unstable_by_key(|heap| heap.wrapping_mul(0x9e37_79b9));
    }
    let mut chosen = Vec::new();
    let search = f64::from(u32::try_from(SEARCH + width / VALUES_A_PAIR).unwrap_or(u32::MAX));
    // Rough expectations are made once for all values that have parts, and again only for the best, since they only fall.
    let expected = |open: &[f64], value: usize| -> f64 {
        open.iter().enumerate().map(|(wanted, open)| open * frequency.get(wanted ^ value).copied().unwrap_or(0.0)).sum()
    };
    let mut queue: Vec<(f64, usize)> = (0..width)
        .filter(|value| parts.get(*value).is_some_and(|list| !list.is_empty()))
        .map(|value| (expected(&open, value), value))
        .collect();
    queue.sort_by(|one, other| one.0.total_cmp(&other.0));
    while chosen.len() < MOST_LIKELY
        && let Some((_, value)) = queue.pop()
    {
        let gain = expected(&open, value);
        if queue.last().is_some_and(|next| next.0 > gain) {
            insert(&mut queue, (gain, value));
            continue;
        }
        if gain * search < 1.0 {
            break;
        }
        let Some(part) = parts.get_mut(value).and_then(Vec::pop) else { continue };
        chosen.push((part, V::of(value)));
        for (wanted, open) in open.iter_mut().enumerate() {
            let hit = frequency.get(wanted ^ value).copied().unwrap_or(0.0);
            for _ in 0..sums {
                *open *= 1.0 - hit;
            }
        }
        insert(&mut queue, (gain, value));
    }
    chosen.sort_unstable_by_key(|(part, _)| *part);
    chosen
}

fn insert(queue: &mut Vec<(f64, usize)>, entry: (f64, usize)) {
    let place = queue.partition_point(|other| other.0 < entry.0);
    queue.insert(place, entry);
}
