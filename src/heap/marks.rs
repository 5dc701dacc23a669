//! The marking kernel: what a list of parts excludes, for successive sums at once.

use crate::heap::lane::Lane;

/// A heap that a move may leave beside another, and its value, or the code of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) heap: usize,
    pub(super) code: usize,
}

/// Parts whose marks are made for `SUMS` successive sums at once.
///
/// For one part and successive sums the partners are successive heaps, so their sets are read in a row. Sets of parts of the same code
/// are united first. Then the exclusive or with the code is applied to the unions: for the highest bit each union whose code has
/// the bit is moved and united with the one whose code lacks it, then for the next bit. In the end the union of code 0 is the result.
#[derive(Clone, Debug)]
pub(super) struct Marks<L, const SUMS: usize> {
    plan: Plan,
    unions: Vec<[L; SUMS]>,
}

/// The steps, which are the same for sets of each width.
#[derive(Clone, Debug)]
struct Plan {
    /// The parts of each code, where there are any, in the order of codes.
    parts: Vec<(usize, Vec<usize>)>,
    /// The moves of the last step: from a code and to one, by the bit; whether there is a union at the second.
    moves: Vec<(usize, usize, usize, bool)>,
}

impl Plan {
    fn new(all: &[Part], levels: usize) -> Self {
        let mut by_code = vec![Vec::new(); 1 << levels];
        for part in all {
            by_code[part.code].push(part.heap);
        }
        let mut used: Vec<bool> = by_code.iter().map(|parts| !parts.is_empty()).collect();
        // For the codes 1 and 3 on two levels: 3 moves to 1 by bit 1 and is united with it, then 1 moves to 0 by bit
        // 0. The union of a code moves once at most: codes that have met move on together.
        let mut moves = Vec::new();
        for bit in (0..levels).rev() {
            for to in 0..1 << bit {
                let from = to | 1 << bit;
                if used[from] {
                    moves.push((from, to, bit, used[to]));
                    // From here on `to` has a union, also if no part has this code.
                    used[to] = true;
                }
            }
        }
        let parts = by_code.into_iter().enumerate().filter(|(_, parts)| !parts.is_empty()).collect();
        Self { parts, moves }
    }
}

impl<L: Lane, const SUMS: usize> Marks<L, SUMS> {
    pub(super) fn new(all: &[Part]) -> Self {
        Self { plan: Plan::new(all, L::LEVELS), unions: vec![[L::EMPTY; SUMS]; L::CODES] }
    }

    /// The marks of `SUMS` sums, the first of which is a heap at the place `first` of `sets`. Every partner has a place there.
    #[inline]
    pub(super) fn of(&mut self, sets: &[L], first: usize) -> [L; SUMS] {
        let Self { plan, unions } = self;
        // No step would write the union of code 0.
        if plan.parts.is_empty() {
            return [L::EMPTY; SUMS];
        }
        for (code, parts) in &plan.parts {
            let mut union = [L::EMPTY; SUMS];
            for part in parts {
                // The partners of one part for the sums `first`, `first` + 1, ..
                unite(&mut union, sets[first - part..].first_chunk().expect("partners have places"));
            }
            unions[*code] = union;
        }
        // A union that no step has written yet still has the sets of the call before. `is_used` is false for these:
        // they are overwritten and not united.
        for &(from, to, bit, is_used) in &plan.moves {
            let mut moved = unions[from];
            for set in &mut moved {
                *set = set.swapped(bit);
            }
            if is_used {
                unite(&mut moved, &unions[to]);
            }
            unions[to] = moved;
        }
        unions[0]
    }
}

#[inline]
fn unite<L: Lane, const SUMS: usize>(union: &mut [L; SUMS], sets: &[L; SUMS]) {
    for (union, set) in union.iter_mut().zip(sets) {
        *union |= *set;
    }
}
