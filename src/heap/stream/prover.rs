//! Proofs: witnesses for all rare values below the values that the walker found.

use std::collections::BinaryHeap;

use crate::heap::lane::{BLOCK, Lane};
use crate::heap::marks::{Marks, Part};
use crate::heap::stream::space::{Space, codes_of};
use crate::heap::stream::tuning::Tuning;

/// Finds a witness for each rare value below the value of each heap.
///
/// A list of likely common parts is marked for 64 sums at once. The few values that are left are searched for with all common parts of
/// the prefix.
#[derive(Clone, Debug)]
pub(super) struct Prover<L> {
    likely: Marks<L, BLOCK>,
    /// For even heaps and for odd ones: the codes of the common values that are larger than the rare values of the same codes.
    larger: [L; 2],
    /// Marks of the sums that a proof is about.
    rows: Vec<L>,
    /// Number of searches so far.
    pub(super) searches: usize,
}

impl<L: Lane> Prover<L> {
    /// Without likely witnesses.
    pub(super) fn new(space: &Space) -> Self {
        let mut larger = [L::EMPTY; 2];
        for (larger, is_even) in larger.iter_mut().zip([true, false]) {
            for code in 0..L::CODES {
                if space.is_larger(code, is_even) {
                    *larger |= L::single(code);
                }
            }
        }
        Self { likely: Marks::new(&[]), larger, rows: Vec::new(), searches: 0 }
    }

    /// Chooses likely witnesses for heaps such as the last of these; `next` is the heap after them.
    pub(super) fn choose(&mut self, space: &Space, latest: &[L], next: u64, tuning: &Tuning) {
        // Without likely parts, so that the sample has all values that any part might exclude.
        self.likely = Marks::new(&[]);
        let heaps = tuning.sample.min(latest.len().saturating_sub(space.reach)) / BLOCK * BLOCK;
        let mut open = Vec::new();
        self.open(space, latest, latest.len() - heaps, heaps, next, &mut |heap, codes| {
            open.push((heap, codes));
            true
        });
        self.likely = Marks::new(&likely_parts(space, &codes_of(latest), open, heaps, tuning));
    }

    /// Proves `heaps` values, a multiple of [`BLOCK`], from place `start` of `sets` on; `end` is the heap after them. If a value cannot be
    /// proved, returns the place of the first one.
    pub(super) fn prove(&mut self, space: &Space, sets: &[L], start: usize, heaps: usize, end: u64) -> Option<usize> {
        let (mut unproved, mut searches) = (None, 0);
        self.open(space, sets, start, heaps, end, &mut |heap, codes| {
            searches += codes.count_ones() as usize;
            let mut all = (0..L::CODES).filter(|code| codes >> code & 1 == 1);
            let is_proved = all.all(|code| has_witness(space, sets, heap, code));
            if !is_proved {
                unproved = Some(heap);
            }
            is_proved
        });
        self.searches += searches;
        unproved
    }

    /// Calls `found` with the set of the codes of the rare values of each heap that the likely parts do not exclude, until it says `false`.
    fn open(
        &mut self,
        space: &Space,
        sets: &[L],
        start: usize,
        heaps: usize,
        end: u64,
        found: &mut dyn FnMut(usize, u64) -> bool,
    ) {
        // The first heap of each block has the parity of `end`, since blocks are even.
        let mut larger = self.larger;
        if !end.is_multiple_of(2) {
            larger.reverse();
        }
        // The sums before those of the first block, as whole blocks.
        let before = (space.most - space.fewest).next_multiple_of(BLOCK);
        let first_sum = start - space.fewest - before;
        let Self { likely, rows, .. } = self;
        rows.clear();
        for sum in (first_sum..first_sum + before).step_by(BLOCK) {
            rows.extend_from_slice(&likely.of(sets, sum));
        }
        for block in (0..heaps).step_by(BLOCK) {
            rows.extend_from_slice(&likely.of(sets, first_sum + before + block));
            let values: &[L; BLOCK] = sets[start + block..].first_chunk().expect("the heaps have places");
            let mut open = *values;
            for (place, set) in open.iter_mut().enumerate() {
                *set = set.below() | *set & larger[place % 2];
            }
            let mut exclude = |marks: &[L]| {
                for (open, marks) in open.iter_mut().zip(marks) {
                    *open = *open & !*marks;
                }
            };
            for taken in &space.breaks {
                exclude(&rows[before + block - (taken - space.fewest)..][..BLOCK]);
            }
            for taken in &space.rare_ones {
                exclude(&sets[start + block - taken..][..BLOCK]);
            }
            let mut any = L::EMPTY;
            for codes in &open {
                any |= *codes;
            }
            if any == L::EMPTY {
                continue;
            }
            for (heap, codes) in (start + block..).zip(open) {
                if codes != L::EMPTY && !found(heap, codes.into()) {
                    return;
                }
            }
        }
    }
}

/// Whether the rare value of this code is excluded by a common part of the prefix.
#[cold]
fn has_witness<L: Lane>(space: &Space, sets: &[L], heap: usize, code: usize) -> bool {
    space.common.iter().any(|part| {
        let wanted = L::single(part.code ^ code);
        space.breaks.iter().any(|taken| sets[heap - taken - part.heap] == wanted)
    })
}

/// The common parts that exclude the most of what is open in a sample of `heaps` heaps, as long as they are worth their marks.
///
/// A greedy choice: each next part is the one that excludes the most of what the ones before have left.
fn likely_parts(space: &Space, codes: &[u8], mut open: Vec<(usize, u64)>, heaps: usize, tuning: &Tuning) -> Vec<Part> {
    let excluded = |part: Part, heap: usize| {
        let partner = |taken: &usize| 1_u64 << (usize::from(codes[heap - taken - part.heap]) ^ part.code);
        space.breaks.iter().map(partner).fold(0, |codes, code| codes | code)
    };
    let gain = |part: Part, open: &[(usize, u64)]| -> u32 {
        open.iter().map(|(heap, codes)| (codes & excluded(part, *heap)).count_ones()).sum()
    };
    let candidates = &space.common[..space.common.len().min(tuning.candidates)];
    let mut queue: BinaryHeap<_> =
        candidates.iter().enumerate().map(|(place, part)| (gain(*part, &open), place)).collect();
    let mut chosen = Vec::new();
    while let Some((_, place)) = queue.pop() {
        // What a part gains only falls, so the best is known when its new gain is above the old one of the next.
        let part = candidates[place];
        let now = gain(part, &open);
        if queue.peek().is_some_and(|(next, _)| *next > now) {
            queue.push((now, place));
            continue;
        }
        if now as usize * tuning.search_cost <= heaps {
            break;
        }
        chosen.push(part);
        for (heap, codes) in &mut open {
            *codes &= !excluded(part, *heap);
        }
        open.retain(|(_, codes)| *codes != 0);
    }
    chosen
}
