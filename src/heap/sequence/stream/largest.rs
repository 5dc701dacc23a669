//! The largest value.

use crate::heap::sequence::lane::Lane;
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
        let mut codes = [L::EMPTY; 2];
        for pair in sets.chunks(2) {
            codes.iter_mut().zip(pair).for_each(|(codes, set)| *codes |= *set);
        }
        let is_even = |place: usize| (first + place as u64).is_multiple_of(2);
        let value_of = |code: usize, place: usize| u8::try_from(space.value(code, is_even(place))).expect("below 128");
        let all = (0..L::CODES).flat_map(|code| [(code, 0), (code, 1)]);
        let present = all.filter(|(code, place)| codes[*place] & L::single(*code) != L::EMPTY);
        let largest = present.map(|(code, place)| value_of(code, place)).max().unwrap_or(0);
        if largest > self.value {
            let is_largest = |(place, set): (usize, &L)| value_of(set.least(), place) == largest;
            let place = sets.iter().enumerate().position(is_largest).expect("a set has the value");
            *self = Self { value: largest, heap: first + place as u64 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Largest;
    use crate::heap::TakeAndBreak;
    use crate::heap::sequence::lane::Lane;
    use crate::heap::sequence::pairs::Pairs;
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
