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
        // Whole blocks, with `reach` heaps before the first one: so far back may its witnesses lie.
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
            // One search for each open code. `Machine` chooses likely parts anew after a number of searches.
            searches += codes.count_ones() as usize;
            let mut all = (0..L::CODES).filter(|code| codes >> code & 1 == 1);
            // Heaps come in ascending order, so the first one with a code that has no witness is the place to return.
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
        // For breaks that take 1 and 2 counters, `before` is 64: heap *n* reads the sum *n* − 2, one before the first
        // block.
        let first_sum = start - space.fewest - before;
        let Self { likely, rows, .. } = self;
        rows.clear();
        // In `rows` the marks of each sum stand at its place less `first_sum`. Each sum is marked once, and read for
        // every number of counters that a move may have taken from a heap to leave it.
        for sum in (first_sum..first_sum + before).step_by(BLOCK) {
            rows.extend_from_slice(&likely.of(sets, sum));
        }
        for block in (0..heaps).step_by(BLOCK) {
            // The newest sums that this block reads: its heaps less the fewest counters.
            rows.extend_from_slice(&likely.of(sets, first_sum + before + block));
            let values: &[L; BLOCK] = sets[start + block..].first_chunk().expect("the heaps have places");
            let mut open = *values;
            // Between a rare and a common value whose codes differ below the lowest bit of the mask only, that bit decides, as it does
            // between those of the same code. So each set gets all these codes.
            for bit in 0..space.low() {
                for set in &mut open {
                    *set |= set.swapped(bit);
                }
            }
            for (place, set) in open.iter_mut().enumerate() {
                // The smaller rare values: those of all codes below the code of the value. Those of its own codes are
                // smaller if the common value has the lowest bit of the mask. For the mask 7 and the value 4 of code 2:
                // the codes 0 and 1.
                *set = set.below() & !*set | *set & larger[place % 2];
            }
            let mut exclude = |marks: &[L]| {
                for (open, marks) in open.iter_mut().zip(marks) {
                    *open = *open & !*marks;
                }
            };
            // Pairs of a likely part and its partner exclude codes.
            for taken in &space.breaks {
                exclude(&rows[before + block - (taken - space.fewest)..][..BLOCK]);
            }
            // So does a heap left whole, if its value is a rare one for this heap.
            for taken in &space.rare_ones {
                exclude(&sets[start + block - taken..][..BLOCK]);
            }
            let mut any = L::EMPTY;
            for codes in &open {
                any |= *codes;
            }
            // Early exit for the usual block, which the likely parts settle as a whole.
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
    // A pair has a rare value only if both parts are common or both are rare. The partner is in the window, so it is
    // common, and so must the part be.
    space.common.iter().any(|part| {
        // The only code that the partner may have. The sets have a bit for the codes of all parts (`Lanes::holding`).
        let wanted = L::single(part.code ^ code);
        space.breaks.iter().any(|taken| sets[heap - taken - part.heap] == wanted)
    })
}

/// The common parts that exclude the most of what is open in a sample of `heaps` heaps, as long as they are worth their marks.
///
/// A greedy choice: each next part is the one that excludes the most of what the ones before have left.
fn likely_parts(space: &Space, codes: &[u8], mut open: Vec<(usize, u64)>, heaps: usize, tuning: &Tuning) -> Vec<Part> {
    // The codes that a part beside its partners excludes for a heap, one for each number of counters taken.
    let excluded = |part: Part, heap: usize| {
        let partner = |taken: &usize| 1_u64 << (usize::from(codes[heap - taken - part.heap]) ^ part.code);
        space.breaks.iter().map(partner).fold(0, |codes, code| codes | code)
    };
    let gain = |part: Part, open: &[(usize, u64)]| -> u32 {
        open.iter().map(|(heap, codes)| (codes & excluded(part, *heap)).count_ones()).sum()
    };
    let candidates = &space.common[..space.common.len().min(tuning.candidates)];
    // Gains, as they were when they were last counted, and places of candidates.
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
        // The part costs one mark for each heap, and saves `now` searches. All other parts gain at most as much, so the
        // choice ends here.
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

#[cfg(test)]
mod tests {
    use super::{BLOCK, Marks, Part, Prover, Space, Tuning, likely_parts};
    use crate::heap::stream::space::sets_of;
    use crate::heap::stream::tests::space_and_codes;

    /// Whether a part and its partner, or a heap left whole, exclude the rare value of this code.
    fn is_excluded(space: &Space, codes: &[u8], parts: &[Part], heap: usize, code: usize) -> bool {
        let code_of = |heap: usize| usize::from(codes[heap]);
        space.rare_ones.iter().any(|taken| code_of(heap - taken) == code)
            || parts
                .iter()
                .any(|part| space.breaks.iter().any(|taken| code_of(heap - taken - part.heap) ^ part.code == code))
    }

    /// The codes of the rare values below the value of a heap that these parts do not exclude, value by value.
    fn open_codes(space: &Space, codes: &[u8], parts: &[Part], heap: usize) -> u64 {
        let value_of = |code| space.value(code, heap.is_multiple_of(2));
        let value = value_of(codes[heap].into());
        // Common and rare value of a code differ in the lowest bit of the mask.
        let rare_of = |code| value_of(code) ^ 1 << space.mask().ones.trailing_zeros();
        let open = (0..64).filter(|code| rare_of(*code) < value && !is_excluded(space, codes, parts, heap, *code));
        open.fold(0, |all, code| all | 1 << code)
    }

    /// The same for the last heaps, in ascending order; heaps with nothing open are left out.
    fn all_open(space: &Space, codes: &[u8], parts: &[Part], heaps: usize) -> Vec<(usize, u64)> {
        let all = (codes.len() - heaps..codes.len()).map(|heap| (heap, open_codes(space, codes, parts, heap)));
        all.filter(|(_, codes)| *codes != 0).collect()
    }

    #[test]
    fn likely_parts_are_a_greedy_choice_and_what_they_do_not_exclude_is_open() {
        for (text, prefix) in [
            ("0.106", 1200),
            ("0.45", 256),
            ("0.77", 256),
            ("0.356", 512),
            ("0.104", 512),
            ("0.644", 512),
            ("0.3!4", 64),
        ] {
            let (space, codes) = space_and_codes(text, prefix, 4000);
            for (search_cost, length) in [(5, 4000), (40, 3999)] {
                let (codes, heaps) = (&codes[..length], 4 * BLOCK);
                let sets = sets_of(codes);
                let mut prover = Prover::<u64>::new(&space);
                let mut open_by = |parts: &[Part]| {
                    prover.likely = Marks::new(parts);
                    let mut open = Vec::new();
                    prover.open(&space, &sets, length - heaps, heaps, length as u64, &mut |heap, codes| {
                        open.push((heap, codes));
                        true
                    });
                    open
                };
                let open = open_by(&[]);
                assert_eq!(open, all_open(&space, codes, &[], heaps), "{text}");
                let tuning = Tuning { search_cost, candidates: 50, ..Tuning::default() };
                let chosen = likely_parts(&space, codes, open.clone(), heaps, &tuning);
                assert_eq!(open_by(&chosen), all_open(&space, codes, &chosen, heaps), "{text}");

                // Each choice is the best of all candidates, and worth its marks; after the last one no candidate is.
                let each = |(heap, codes): (usize, u64)| {
                    (0..64).filter(move |code| codes >> code & 1 == 1).map(move |code| (heap, code))
                };
                let mut left: Vec<(usize, usize)> = open.into_iter().flat_map(each).collect();
                for choice in chosen.iter().map(Some).chain([None]) {
                    let excluded = |part: &Part, left: &[(usize, usize)]| {
                        let all = left.iter();
                        all.filter(|(heap, code)| is_excluded(&space, codes, &[*part], *heap, *code)).count()
                    };
                    let best = space.common[..50].iter().map(|part| excluded(part, &left)).max().unwrap();
                    assert_eq!(best * search_cost > heaps, choice.is_some(), "{text}: {best} of {heaps}");
                    let Some(part) = choice else { break };
                    assert_eq!(excluded(part, &left), best, "{text}: {part:?}");
                    left.retain(|(heap, code)| !is_excluded(&space, codes, &[*part], *heap, *code));
                }
            }
        }
    }
}
