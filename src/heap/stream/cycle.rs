//! The search for a state that comes again, in constant memory.

use crate::heap::lane::BLOCK;
use crate::heap::stream::space::{NEEDLE, Space};
use crate::heap::stream::tuning::Tuning;

/// What all later values follow from: the codes of the latest [`memory`](Space::memory) heaps before `heap`, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) heap: u64,
    pub(super) codes: Vec<u8>,
}

/// A state that came again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    pub(super) heap: u64,
    pub(super) period: u64,
}

/// Brent's search: the current state is compared with one saved state, which is replaced whenever the number of heaps has doubled.
///
/// Other states are kept at equal distances, so that the preperiod can be found without beginning at heap 0. When there are too many,
/// every other one is dropped.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    /// Ascending. The first is that of the first heap of the stream.
    pub(super) states: Vec<State>,
    /// The least distance of states.
    pub(super) distance: u64,
    /// The saved state.
    pub(super) saved: State,
    pub(super) repeat: Option<Repeat>,
}

impl State {
    /// The state after heaps whose latest codes are these.
    pub(super) fn of(space: &Space, latest: &[u8], heap: u64) -> Self {
        Self { heap, codes: latest[latest.len() - space.memory..].to_vec() }
    }
}

impl Cycle {
    pub(super) fn new(first: State) -> Self {
        Self { states: vec![first.clone()], distance: 1, saved: first, repeat: None }
    }

    /// Takes note of more proved heaps by the codes of the latest ones, of which those of the last state are known already; `next` is the heap
    /// after them.
    pub(super) fn follow(&mut self, space: &Space, latest: &[u8], next: u64, tuning: &Tuning) {
        if self.repeat.is_none() {
            self.repeat = self.find(space, latest, next);
        }
        // After a repeat the saved state must stay: the proof of the period begins there.
        if self.repeat.is_none() && next >= 2 * self.saved.heap {
            self.saved = State::of(space, latest, next);
        }
        let last = self.states.last().expect("the first state stays").heap;
        // The distance is 1 at first, so the state after each call is kept until there are too many.
        if next - last >= self.distance {
            self.states.push(State::of(space, latest, next));
            // A state has one byte for each of its `memory` codes. At least 16 states are kept, however long they are.
            if self.states.len() > (tuning.states / space.memory).max(16) {
                let mut kept = 0..;
                self.states.retain(|_| kept.next().is_some_and(|place: usize| place.is_multiple_of(2)));
                // Every other state is gone, so the distance is twice what it was.
                self.distance = self.states[1].heap - self.states[0].heap;
            }
        }
    }

    /// The first of the new heaps at which the saved state comes again.
    fn find(&self, space: &Space, latest: &[u8], next: u64) -> Option<Repeat> {
        let saved = &self.saved.codes[..];
        // The last codes of the state are looked for in each block, and then all of them.
        let needle: [u8; NEEDLE] = *saved.last_chunk().expect("a state has as many heaps");
        // The first `memory` codes belong to the last state of the call before. Each later place is looked at once, so
        // the first hit gives the least period.
        for block in (space.memory..latest.len()).step_by(BLOCK) {
            let end = latest.len().min(block + BLOCK);
            // The places before which a state may end are block + 1 to end.
            if !has_needle(&latest[block + 1 - NEEDLE..end], needle) {
                continue;
            }
            for place in block + 1..=end {
                // The heap after the codes before `place`; `next` is the one after all of `latest`.
                let heap = next - (latest.len() - place) as u64;
                let period = heap - self.saved.heap;
                let has_parity = !space.parity_counts() || period.is_multiple_of(2);
                if has_parity && latest[..place].ends_with(saved) {
                    return Some(Repeat { heap: self.saved.heap, period });
                }
            }
        }
        None
    }
}

/// Whether these codes are somewhere among the others, in this order.
#[expect(clippy::needless_bitwise_bool, reason = "without a branch, places are compared many at a time")]
fn has_needle(codes: &[u8], [first, second, third, fourth]: [u8; NEEDLE]) -> bool {
    let places = codes.len() + 1 - NEEDLE;
    // The codes four times, each time one place further: at equal places of the four stand four successive codes.
    let from = |place: usize| &codes[place..][..places];
    let pairs = from(0).iter().zip(from(1)).zip(from(2).iter().zip(from(3)));
    pairs.fold(false, |found, ((one, two), (three, four))| {
        found | ((*one == first) & (*two == second) & (*three == third) & (*four == fourth))
    })
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Cycle, Repeat, State};
    use crate::heap::stream::tests::space_and_codes;
    use crate::heap::stream::tuning::Tuning;

    /// Codes that do not repeat.
    fn random(heaps: usize) -> Vec<u8> {
        let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        std::iter::successors(Some(1), next).map(|state| (state >> 28) as u8).take(heaps).collect()
    }

    /// Where parity counts, a heap and the next have different states even if their codes are the same.
    #[test]
    fn where_parity_counts_a_period_is_even() {
        for (text, period) in [("0.106", 2), ("0.45", 1)] {
            let (space, _) = space_and_codes(text, 2048, 5000);
            assert_eq!(space.parity_counts(), period == 2, "{text}");
            let latest = vec![3; space.memory + 1000];
            let mut cycle = Cycle::new(State::of(&space, &latest, 10_000));
            let repeat = Some(Repeat { heap: 10_000, period });
            for next in [11_000, 12_000, 30_000] {
                cycle.follow(&space, &latest, next, &Tuning::default());
                assert_eq!((cycle.repeat, cycle.saved.heap), (repeat, 10_000), "{text}");
            }
        }
    }

    /// Wherever a block ends. A state that differs in one heap is another.
    #[test]
    fn a_state_is_found_where_it_first_comes_again() {
        let (space, _) = space_and_codes("0.45", 2048, 5000);
        let codes = random(space.memory + 300);
        let (saved, others) = codes.split_at(space.memory);
        for heaps in 0..2 * BLOCK {
            for after in [0, 1, 100] {
                let again = [saved, &others[..heaps], saved, &others[200..200 + after]].concat();
                let period = (heaps + space.memory) as u64;
                let found = |latest: &[u8]| {
                    let mut cycle = Cycle::new(State::of(&space, saved, 10_000));
                    cycle.follow(&space, latest, 10_000 + period + after as u64, &Tuning::default());
                    cycle.repeat
                };
                assert_eq!(found(&again), Some(Repeat { heap: 10_000, period }));
                for place in [0, 1, space.memory - 5, space.memory - 4, space.memory - 1] {
                    let mut other = again.clone();
                    other[space.memory + heaps + place] ^= 1;
                    assert_eq!(found(&other), None);
                }
            }
        }
    }

    /// Codes that do not repeat: of the kept states the first is that of the first heap, and the others follow at equal distances.
    #[test]
    fn states_are_kept_at_equal_distances_and_the_saved_one_is_half_as_far_at_least() {
        let (space, _) = space_and_codes("0.45", 2048, 5000);
        let codes = random(100_000);
        for (most, states) in [(16, 0), (40, 40 * space.memory)] {
            let tuning = Tuning { states, ..Tuning::default() };
            let (first, step) = (5000, 320);
            let mut cycle = Cycle::new(State::of(&space, &codes[..first], first as u64));
            let mut longest = 0;
            for next in (first + step..codes.len()).step_by(step) {
                let before = cycle.saved.heap;
                cycle.follow(&space, &codes[next - step - space.memory..next], next as u64, &tuning);
                assert_eq!(cycle.repeat, None);
                assert!(cycle.saved.heap == before || cycle.saved.heap >= 2 * before);
                assert!((cycle.saved.heap..2 * cycle.saved.heap).contains(&(next as u64)));
                let heaps: Vec<u64> = cycle.states.iter().map(|state| state.heap).collect();
                let distance = heaps[1] - heaps[0];
                assert!(heaps[0] == first as u64 && heaps.windows(2).all(|pair| pair[1] - pair[0] == distance));
                assert!(next as u64 - heaps[heaps.len() - 1] < distance);
                assert!(heaps.len() <= most && (distance == step as u64 || heaps.len() >= most / 2));
                longest = longest.max(heaps.len());
                for state in cycle.states.iter().chain([&cycle.saved]) {
                    assert!(codes[..usize::try_from(state.heap).unwrap()].ends_with(&state.codes));
                }
            }
            assert_eq!(longest, most);
        }
    }
}
