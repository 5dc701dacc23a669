//! Rare parts that are compared with the likely values of a heap, and not marked.

use std::array;

use crate::heap::sequence::sparse::block::TILE;
use crate::heap::sequence::sparse::row::Row;
use crate::heap::sequence::sparse::witness::low_byte;
use crate::heap::sequence::values::Value;

/// For each sum of a block, what some of the rare parts say about the least common values that the others have not marked.
///
/// When most parts have been marked, few common values below a heap's own are left. Whether the rest of the parts exclude them is
/// found by comparing bytes, those of 16 sums by one instruction: for four values that takes a fifth of the time of the marks.
/// Seldom a larger value is wanted; then the parts are gone through for it alone.
#[derive(Debug)]
pub(super) struct Checked<V> {
    parts: Vec<(u32, V)>,
    /// The lower bytes of their values.
    bytes: Vec<(usize, u8)>,
    /// For each sum, up to which common value it is known whether the parts exclude it.
    bounds: [usize; TILE],
}

/// The lower bytes of values, the first of which is that of a heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowBytes<'a> {
    pub(super) first: usize,
    pub(super) bytes: &'a [u8],
}

/// What it takes to compare: lower bytes that tell common values apart, and these values for even and for odd sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison<'a, const WORDS: usize> {
    pub(super) low: LowBytes<'a>,
    pub(super) common: &'a [Row<WORDS>; 2],
}

/// How many values are looked at for each sum.
const CANDIDATES: usize = 4;
/// Sums that are compared at once.
const LANES: usize = 16;

impl<V: Value> Checked<V> {
    pub(super) fn none() -> Self {
        Self { parts: Vec::new(), bytes: Vec::new(), bounds: [usize::MAX; TILE] }
    }

    /// Takes other parts.
    pub(super) fn set(&mut self, parts: Vec<(u32, V)>) {
        self.bytes = parts.iter().map(|(part, value)| (*part as usize, low_byte(*value))).collect();
        self.parts = parts;
    }

    /// Marks the values that parts exclude among the first ones of each sum that are common and not marked. No partner of a part may
    /// be rare.
    pub(super) fn mark<const WORDS: usize>(
        &mut self,
        Comparison { low, common }: Comparison<'_, WORDS>,
        first: usize,
        rows: &mut [Row<WORDS>],
    ) {
        self.bounds = [usize::MAX; TILE];
        if self.parts.is_empty() {
            return;
        }
        let starts = (0..).step_by(LANES);
        for ((start, rows), bounds) in starts.zip(rows.chunks_mut(LANES)).zip(self.bounds.chunks_mut(LANES)) {
            let first = first + start;
            let mut values = [[0; LANES]; CANDIDATES];
            let mut counts = [0; LANES];
            for (lane, row) in rows.iter().enumerate() {
                let common = &common[(first + lane) % 2];
                for (value, candidates) in row.unmarked_among(common).zip(&mut values) {
                    candidates[lane] = value;
                    counts[lane] += 1;
                }
            }
            let candidates = values.map(|values| values.map(|value| low_byte(V::of(value))));
            let Some(found) = found(low, first, &self.bytes, &candidates) else {
                bounds.fill(0);
                continue;
            };
            for (lane, (row, bound)) in rows.iter_mut().zip(bounds).enumerate() {
                for place in 0..counts[lane] {
                    if found[place][lane] != 0 {
                        row.mark(values[place][lane]);
                    }
                }
                if counts[lane] == CANDIDATES {
                    *bound = values[CANDIDATES - 1][lane];
                }
            }
        }
    }

    /// Whether a part excludes a common value of a sum of the block that is not marked.
    #[inline]
    pub(super) fn excludes(&self, values: &[V], first: usize, sum: usize, value: usize) -> bool {
        match self.bounds.get(sum - first) {
            Some(bound) if value > *bound => self.excludes_beyond(values, sum, V::of(value)),
            _ => false,
        }
    }

    #[cold]
    fn excludes_beyond(&self, values: &[V], sum: usize, wanted: V) -> bool {
        let partner = |part: u32| sum.checked_sub(part as usize).and_then(|heap| values.get(heap));
        self.parts.iter().any(|(part, value)| partner(*part).is_some_and(|partner| *partner ^ *value == wanted))
    }
}

/// Which candidates are excluded by parts: not 0 where one is. Nothing if the bytes of a partner are missing.
fn found(
    low: LowBytes<'_>,
    first: usize,
    parts: &[(usize, u8)],
    candidates: &[[u8; LANES]; CANDIDATES],
) -> Option<[[u8; LANES]; CANDIDATES]> {
    let mut found = [[0; LANES]; CANDIDATES];
    for (part, byte) in parts {
        let from = first.checked_sub(part + low.first)?;
        let partners: &[u8; LANES] = low.bytes.get(from..)?.first_chunk()?;
        let values: [u8; LANES] = array::from_fn(|lane| partners[lane] ^ byte);
        for (found, candidates) in found.iter_mut().zip(candidates) {
            for (lane, found) in found.iter_mut().enumerate() {
                *found |= if values[lane] == candidates[lane] { u8::MAX } else { 0 };
            }
        }
    }
    Some(found)
}
