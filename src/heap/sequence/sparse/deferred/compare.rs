//! Rare parts that are compared with the likely values of a heap, and not marked.

use std::array;

use crate::heap::sequence::sparse::deferred::bytes::{Alphabet, Part, Recent, Rows, TILE};
use crate::heap::sequence::values::low_byte;

/// Sums that are compared at once.
const LANES: usize = 16;
/// How many values are looked at for each sum.
const CANDIDATES: usize = 4;

/// The parts that are compared.
///
/// When most parts have been marked, few common values below a heap's own are left. Whether the rest of the parts exclude them is
/// found by comparing bytes, those of 16 sums by one instruction: for four values that takes a quarter of the time of the marks.
/// Seldom a larger value is wanted; then the parts are gone through for it alone.
#[derive(Debug)]
pub(super) struct Compared {
    /// Each with its byte many times.
    parts: Vec<(usize, [u8; LANES])>,
}

/// For each of some sums, which candidates are excluded: not 0 where one is.
type Found = [[u8; LANES]; CANDIDATES];

impl Compared {
    pub(super) fn new(parts: &[Part]) -> Self {
        Self { parts: parts.iter().map(|(part, byte)| (*part, [*byte; LANES])).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Marks the values that parts exclude among the first common ones of each sum that are not marked. Gives, for each sum, up to
    /// which common value its marks are complete then. Nothing if a partner is not known.
    pub(super) fn mark(
        &self,
        recent: &Recent,
        first: usize,
        rows: &mut Rows,
        alphabet: &Alphabet,
    ) -> Option<[usize; TILE]> {
        let mut all = [usize::MAX; TILE];
        if self.parts.is_empty() {
            return Some(all);
        }
        let starts = (first..).step_by(LANES);
        for ((start, rows), bounds) in starts.zip(rows.chunks_mut(LANES)).zip(all.chunks_mut(LANES)) {
            let mut candidates = Found::default();
            let mut counts = [0; LANES];
            for (lane, (row, bound)) in rows.iter().zip(bounds).enumerate() {
                let mut left = *row;
                for candidates in &mut candidates {
                    let Some(value) = alphabet.first_common(&left) else { break };
                    left.mark(value % 256);
                    candidates[lane] = low_byte(value);
                    counts[lane] += 1;
                    *bound = value;
                }
                if counts[lane] < CANDIDATES {
                    *bound = usize::MAX;
                }
            }
            let found = self.found(recent, start, &candidates)?;
            for (lane, row) in rows.iter_mut().enumerate() {
                for (candidates, found) in candidates.iter().zip(&found).take(counts[lane]) {
                    if found[lane] != 0 {
                        row.mark(usize::from(candidates[lane]));
                    }
                }
            }
        }
        Some(all)
    }

    fn found(&self, recent: &Recent, first: usize, candidates: &Found) -> Option<Found> {
        let mut found = Found::default();
        for (part, bytes) in &self.parts {
            let partners: &[u8; LANES] = recent.from(first.wrapping_sub(*part))?.first_chunk()?;
            let values: [u8; LANES] = array::from_fn(|lane| partners[lane] ^ bytes[lane]);
            for (found, candidates) in found.iter_mut().zip(candidates) {
                for (lane, found) in found.iter_mut().enumerate() {
                    *found |= if values[lane] == candidates[lane] { u8::MAX } else { 0 };
                }
            }
        }
        Some(found)
    }

    /// Whether a part excludes the common value of a byte.
    #[cold]
    pub(super) fn excludes(&self, recent: &Recent, sum: usize, wanted: u8) -> bool {
        let partner = |part: usize| recent.get(sum.wrapping_sub(part));
        self.parts.iter().any(|(part, bytes)| partner(*part).is_some_and(|partner| partner ^ bytes[0] == wanted))
    }
}
