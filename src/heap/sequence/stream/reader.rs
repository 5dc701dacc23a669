//! Values of heaps that were proved before, computed once more from a saved state.

use crate::heap::sequence::lane::Lane;
use crate::heap::sequence::stream::cycle::{Cycle, State};
use crate::heap::sequence::stream::space::Space;
use crate::heap::sequence::stream::walker::Walker;

/// The values from some heap on.
pub(super) struct Reader<'a, L> {
    space: &'a Space,
    walker: Walker<L>,
    /// The values of some heaps, and the first of these heaps.
    values: Vec<u8>,
    first: u64,
    chunk: usize,
}

impl<'a, L: Lane> Reader<'a, L> {
    /// A reader that can go to a heap. `first` are the values before the first state of the cycle.
    pub(super) fn before(space: &'a Space, cycle: &Cycle, first: &[u8], heap: u64, chunk: usize) -> Self {
        let memory = space.memory as u64;
        let later = cycle.states.partition_point(|state| state.heap - memory <= heap);
        let State { heap, codes } = &cycle.states[later.saturating_sub(1)];
        let sets: Vec<L> = codes.iter().map(|code| L::single((*code).into())).collect();
        let walker = Walker::new(space, &sets);
        if later == 0 {
            return Self { space, walker, values: first.to_vec(), first: 0, chunk };
        }
        let mut reader = Self { space, walker, values: Vec::new(), first: heap - memory, chunk };
        reader.set(&sets);
        reader
    }

    fn set(&mut self, sets: &[L]) {
        let is_even = |place: usize| (self.first + place as u64).is_multiple_of(2);
        let value = |(place, set): (usize, &L)| self.space.value(set.least(), is_even(place));
        let values = sets.iter().enumerate().map(value);
        self.values = values.map(|value| u8::try_from(value).expect("values are below 128")).collect();
    }

    /// The values that are known from a heap on, if it is among them.
    pub(super) fn from(&self, heap: u64) -> Option<&[u8]> {
        let place = usize::try_from(heap.checked_sub(self.first)?).ok()?;
        self.values.get(place..).filter(|values| !values.is_empty())
    }

    /// Goes on to the next values.
    pub(super) fn go_on(&mut self) {
        self.first += self.values.len() as u64;
        let sets = self.walker.walk(self.chunk).to_vec();
        self.set(&sets);
    }
}
