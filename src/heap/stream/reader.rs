//! Values of heaps that were proved before, computed once more from a saved state.

use crate::heap::lane::Lane;
use crate::heap::stream::cycle::{Cycle, State};
use crate::heap::stream::error::StreamError;
use crate::heap::stream::space::{Space, codes_of, sets_of};
use crate::heap::stream::walker::Walker;

/// The values from some heap on.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    /// Its sets have room for every code.
    walker: Walker<u64>,
    /// The values of some heaps, and the first of these heaps.
    values: Vec<u8>,
    first: u64,
    chunk: usize,
}

impl Reader {
    /// A reader that can go to a heap. `first` are the values before the first state of the cycle.
    pub(super) fn before(space: &Space, cycle: &Cycle, first: &[u8], heap: u64, chunk: usize) -> Self {
        let memory = space.memory as u64;
        // The latest state whose codes begin at the heap or before it. If there is none, the heap is among the first
        // values, and the walker goes on after them from the first state.
        let later = cycle.states.partition_point(|state| state.heap - memory <= heap);
        let State { heap, codes } = &cycle.states[later.saturating_sub(1)];
        let walker = Walker::new(space, &sets_of(codes));
        let (values, first) = match later {
            0 => (first.to_vec(), 0),
            _ => (space.values(codes, heap - memory), heap - memory),
        };
        Self { walker, values, first, chunk }
    }

    /// The values that are known from a heap on, if it is among them.
    pub(super) fn from(&self, heap: u64) -> Option<&[u8]> {
        let place = usize::try_from(heap.checked_sub(self.first)?).ok()?;
        self.values.get(place..).filter(|values| !values.is_empty())
    }

    /// Goes on to the next values. After a state of the code itself each has a bit.
    pub(super) fn go_on(&mut self, space: &Space) -> Result<(), StreamError> {
        self.first += self.values.len() as u64;
        self.walker.walk(self.chunk);
        let sets = self.walker.latest(self.chunk);
        if let Some(place) = sets.iter().position(|set| *set == u64::EMPTY) {
            return Err(StreamError::Contradicted { heap: self.first + place as u64 });
        }
        self.values = space.values(&codes_of(sets), self.first);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::heap::sequence::tests::by_pairs;
    use crate::heap::stream::tests::{checkpointed, tiny};

    /// From any heap on, in codes in which parity counts and in one in which it does not.
    #[test]
    fn a_reader_has_the_values_of_the_stream() {
        for (text, prefix) in [("0.34", 64), ("0.05", 64), ("0.45", 256)] {
            let (code, stream, _) = checkpointed(text, 3000, &tiny(prefix));
            let values = by_pairs(&code, 2900);
            for heap in 0..2700 {
                let mut reader = Reader::before(&stream.space, &stream.cycle, &stream.first, heap as u64, 64);
                let mut found: Vec<u64> = Vec::new();
                while found.len() < 4 {
                    match reader.from((heap + found.len()) as u64) {
                        Some(more) => found.extend(more.iter().map(|value| u64::from(*value))),
                        None => reader.go_on(&stream.space).unwrap(),
                    }
                }
                assert_eq!(found[..4], values[heap..heap + 4], "{text}, from heap {heap} on");
            }
        }
    }
}
