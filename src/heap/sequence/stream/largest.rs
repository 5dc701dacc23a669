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
        // Heaps of both parities apart, since a code may stand for another value there.
        let codes = sets
            .chunks(2)
            .fold([L::EMPTY; 2], |[one, two], pair| [one | pair[0], two | pair.get(1).copied().unwrap_or(L::EMPTY)]);
        for (place, codes) in codes.into_iter().enumerate() {
            let is_even = (first + place as u64).is_multiple_of(2);
            for code in (0..L::CODES).filter(|code| codes & L::single(*code) != L::EMPTY) {
                let value = u8::try_from(space.value(code, is_even)).expect("values are below 128");
                let found = || sets.iter().skip(place).step_by(2).position(|set| *set == L::single(code));
                let heap = || first + (place + 2 * found().expect("the code is that of a heap")) as u64;
                // Of both parities the smaller heap; an earlier chunk has smaller heaps still.
                if value > self.value || value == self.value && self.heap >= first {
                    let heap = heap();
                    if value > self.value || heap < self.heap {
                        *self = Self { value, heap };
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Largest;
    use crate::heap::TakeAndBreak;
    use crate::heap::sequence::pairs::Pairs;
    use crate::heap::sequence::stream::lane::Lane;
    use crate::heap::sequence::stream::space::Space;

    #[test]
    fn the_first_heap_of_the_largest_value_may_have_any_parity() {
        let code: TakeAndBreak = "0.77".parse().unwrap();
        let mut values: Vec<u8> = vec![0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
        values.resize(100, 1);
        let space = Space::new(&Pairs::of(&code).unwrap(), &values, 90).unwrap();
        for first in [1000, 1001] {
            for places in [[3_usize, 4], [4, 3], [2, 5], [8, 7]] {
                let mut sets = vec![u16::single(1); 9];
                for place in places {
                    sets[place] = u16::single(5);
                }
                let mut largest = Largest { value: 3, heap: 7 };
                largest.follow(&space, &sets, first);
                assert_eq!(largest.heap, first + places[0].min(places[1]) as u64);
                assert_eq!(space.code(largest.value.into()), 5);
                let before = largest;
                largest.follow(&space, &sets, first + 9);
                assert_eq!(largest, before, "an earlier heap has it");
            }
        }
    }
}
