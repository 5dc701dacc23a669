//! The largest value.

use crate::heap::sequence::stream::lane::Lane;
use crate::heap::sequence::stream::space::Space;

/// The largest value so far, and the first heap that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Largest {
    pub(super) value: u8,
    pub(super) heap: u64,
}

impl Largest {
    /// Of the first values.
    pub(super) fn of(values: &[u8]) -> Self {
        let value = *values.iter().max().expect("there are values");
        let heap = values.iter().position(|other| *other == value).expect("it is one of them");
        Self { value, heap: heap as u64 }
    }

    /// Takes note of the sets from a heap on.
    pub(super) fn follow<L: Lane>(&mut self, space: &Space, sets: &[L], first: u64) {
        // For even places and for odd ones: all codes there are.
        let codes = sets.as_chunks::<2>().0.iter().fold([L::EMPTY; 2], |[one, two], set| [one | set[0], two | set[1]]);
        for (place, codes) in codes.into_iter().enumerate() {
            let is_even = (first + place as u64).is_multiple_of(2);
            for code in (0..L::CODES).filter(|code| codes & L::single(*code) != L::EMPTY) {
                let value = u8::try_from(space.value(code, is_even)).expect("values are below 128");
                if value > self.value {
                    let places = sets.iter().skip(place).step_by(2);
                    let found = places.into_iter().position(|set| *set == L::single(code));
                    let found = found.expect("the code is that of one of them");
                    *self = Self { value, heap: first + (place + 2 * found) as u64 };
                }
            }
        }
    }
}
