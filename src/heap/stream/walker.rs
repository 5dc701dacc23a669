//! The recurrence: the next value from the latest ones, as long as no further heap is rare.

use crate::heap::lane::{BLOCK, Lane, STEP};
use crate::heap::marks::{Marks, Part};
use crate::heap::stream::space::{Space, sets_of};

/// Computes, for each heap, the least common value that no division with a rare part and no whole heap has.
///
/// This is the value of the heap if every smaller rare value is excluded, which is left to the [prover](super::prover).
#[derive(Clone, Debug)]
pub(super) struct Walker<L> {
    /// The sets of the latest heaps, each as the set of its code alone.
    sets: Vec<L>,
    /// The marks of sums, as a ring by blocks: at place *i* those of the sum that is *i* more than the next heap minus the most
    /// counters taken.
    rows: Vec<L>,
    far: Marks<L, BLOCK>,
    middle: Marks<L, STEP>,
    /// Parts whose partners may be in the same small block, which are marked heap by heap; the first number is how many heaps before
    /// the next the partner is.
    near: Vec<(usize, usize)>,
    breaks: Vec<usize>,
    ones: Vec<usize>,
    fewest: usize,
    most: usize,
    memory: usize,
}

impl<L: Lane> Walker<L> {
    /// After heaps whose latest sets are these, at least as many as the space remembers.
    pub(super) fn new(space: &Space, latest: &[L]) -> Self {
        let &Space { fewest, most, memory, .. } = space;
        let sets = latest[latest.len() - memory..].to_vec();
        // A part is marked for a whole block only if its partners are all known before the block begins.
        // The last heap of a block at *n* is *n* + 63. Its latest partner, *n* + 63 − `fewest` − part, is before *n* if
        // part + `fewest` is 64 or more. The same holds for a step of 16 heaps.
        let (near, known) = space.rare.iter().copied().partition::<Vec<_>, _>(|part| part.heap + fewest < STEP);
        let (middle, far): (Vec<_>, Vec<_>) = known.into_iter().partition(|part| part.heap + fewest < BLOCK);
        let row = |sum: usize| {
            let marks = space.rare.iter().map(|part| sets[sum - part.heap].moved(part.code));
            marks.fold(L::EMPTY, |row, mark| row | mark)
        };
        // The next heap is at place `memory`. These older sums are read when more than the fewest counters are taken.
        // Their partners have places, since `memory` is the last rare heap and the most counters together, at least.
        let mut rows: Vec<L> = (memory - most..memory - fewest).map(row).collect();
        rows.resize(rows.len() + BLOCK, L::EMPTY);
        // `block` begins by moving all rows one block down.
        rows.rotate_right(BLOCK);
        Self {
            far: Marks::new(&far),
            middle: Marks::new(&middle),
            near: near.into_iter().map(|Part { heap, code }| (heap + fewest, code)).collect(),
            breaks: space.breaks.clone(),
            ones: space.common_ones.clone(),
            fewest,
            most,
            memory,
            sets,
            rows,
        }
    }

    /// Computes this number of heaps, a multiple of [`BLOCK`]. A set is empty if the value has no bit; so are those after it, or they are
    /// wrong.
    pub(super) fn walk(&mut self, heaps: usize) {
        let old = self.sets.len() - self.memory;
        self.sets.drain(..old);
        let end = self.memory + heaps;
        self.sets.resize(end, L::EMPTY);
        for next in (self.memory..end).step_by(BLOCK) {
            self.block(next);
        }
    }

    /// The sets of the last heaps, at most as many as were computed at once.
    pub(super) fn latest(&self, heaps: usize) -> &[L] {
        &self.sets[self.sets.len() - heaps..]
    }

    /// The heaps from place `next` on.
    fn block(&mut self, next: usize) {
        let Self { sets, rows, far, middle, near, breaks, ones, fewest, most, .. } = self;
        let span = *most - *fewest;
        // Then the marks of the newest sum are all there are.
        let is_single = breaks.len() == 1 && ones.is_empty();
        // The marks of the last sums of the block before stay, at the first `span` places. From place `span` on come
        // the 64 new sums.
        rows.copy_within(BLOCK.., 0);
        rows[span..].copy_from_slice(&far.of(sets, next - *fewest));
        // Far parts are marked for the whole block; middle parts follow here, step by step, since their partners may be
        // heaps of an earlier step of this block.
        for step in (0..BLOCK).step_by(STEP) {
            let first = next + step;
            let newest = &mut rows[span + step..][..STEP];
            for (row, marks) in newest.iter_mut().zip(middle.of(sets, first - *fewest)) {
                *row |= marks;
            }
            for place in step..step + STEP {
                let heap = next + place;
                // The sum that taking the fewest counters leaves. It lacks the marks of near parts, whose partners are
                // the heaps just before.
                let mut row = rows[span + place];
                for (back, code) in &*near {
                    // If the partner is empty, its value has no bit, and this mark is wrong: see `walk`.
                    row |= L::single(sets[heap - back].least() ^ code);
                }
                if is_single {
                    sets[heap] = row.least_missing();
                    continue;
                }
                // This heap reads the row below. Later heaps read it again, with more counters taken.
                rows[span + place] = row;
                let mut marked = L::EMPTY;
                for taken in &*breaks {
                    marked |= rows[*most - taken + place];
                }
                for taken in &*ones {
                    marked |= sets[heap - taken];
                }
                sets[heap] = marked.least_missing();
            }
        }
    }
}

/// Whether each of these successive codes follows from those before it, as far as these are known.
pub(super) fn is_consistent(space: &Space, codes: &[u8]) -> bool {
    let sets: Vec<u64> = sets_of(codes);
    let (known, rest) = sets.split_at(space.memory);
    // Whole blocks are walked. What the last one has beyond the known codes is not compared.
    let heaps = rest.len().next_multiple_of(BLOCK);
    let mut walker = Walker::new(space, known);
    walker.walk(heaps);
    walker.latest(heaps).starts_with(rest)
}
