//! Values of heaps that were proved before, computed once more from a saved state.

use crate::heap::lane::Lane;
use crate::heap::stream::cycle::{Cycle, State};
use crate::heap::stream::error::StreamError;
use crate::heap::stream::space::{Space, codes_of, sets_of};
use crate::heap::stream::walker::Walker;

/// The values from some heap on.
pub(super) struct Reader<'a> {
    space: &'a Space,
    /// Its sets have room for every code.
    walker: Walker<u64>,
    /// The values of some heaps, and the first of these heaps.
    values: Vec<u8>,
    first: u64,
    chunk: usize,
}

impl<'a> Reader<'a> {
    /// A reader that can go to a heap. `first` are the values before the first state of the cycle.
    pub(super) fn before(space: &'a Space, cycle: &Cycle, first: &[u8], heap: u64, chunk: usize) -> Self {
        let memory = space.memory as u64;
        let later = cycle.states.partition_point(|state| state.heap - memory <= heap);
        let State { heap, codes } = &cycle.states[later.saturating_sub(1)];
        let walker = Walker::new(space, &sets_of(codes));
        let (values, first) = match later {
            0 => (first.to_vec(), 0),
            _ => (space.values(codes, heap - memory), heap - memory),
        };
        Self { space, walker, values, first, chunk }
    }

    /// The values that are known from a heap on, if it is among them.
    pub(super) fn from(&self, heap: u64) -> Option<&[u8]> {
        let place = usize::try_from(heap.checked_sub(self.first)?).ok()?;
        self.values.get(place..).filter(|values| !values.is_empty())
    }

    /// Goes on to the next values. After a state of the code itself each has a bit.
    pub(super) fn go_on(&mut self) -> Result<(), StreamError> {
        self.first += self.values.len() as u64;
        self.walker.walk(self.chunk);
        let sets = self.walker.latest(self.chunk);
        if let Some(place) = sets.iter().position(|set| *set == u64::EMPTY) {
            return Err(StreamError::Contradicted { heap: self.first + place as u64 });
        }
        self.values = self.space.values(&codes_of(sets), self.first);
        Ok(())
    }
}
