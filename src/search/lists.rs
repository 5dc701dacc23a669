//! Lists of options, as words of 32 bits in one array.
//!
//! A list begins with the small values of options whose values are known, as a set in two words, and the number of words of the other options.
//! These follow, each in the shortest of three forms:
//! - one component, nothing else: its number, below 2^31;
//! - 2^31 + 2^8 · (the nim-sum of the components with values) + (the number of the others), then their numbers;
//! - [`WIDE`], the nim-sum in two words, the number of the others, then their numbers.

use std::ops::Range;

use smallvec::SmallVec;

use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::growth::{grown_bytes, reserve};

/// The number of a position, below 2^31.
pub(super) type Number = u32;

/// The components of an option that have no values, the one with the most expected work first.
pub(super) type Parts = SmallVec<[Number; 2]>;

/// An option of a position, as it is listed.
#[derive(PartialEq)]
pub(super) struct Listed {
    /// The nim-sum of the components that have values.
    pub(super) known: Nimber,
    pub(super) parts: Parts,
    /// The sum of the work that they are expected to take, in the unit of [`expected_work`](crate::ImpartialGame::expected_work).
    pub(super) weight: u32,
}

/// All lists.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    /// The first word is not used, so that no list begins at 0.
    words: Vec<u32>,
}

/// The highest bit, which no number of a position has.
const MARK: u32 = 1 << 31;
/// The first word of an option that does not fit into one.
const WIDE: u32 = u32::MAX;
/// The number of words before the options of a list.
const HEAD: usize = 3;
/// Maximum number of words: lists are found by 32 bits.
const MOST_WORDS: usize = u32::MAX as usize;

impl Lists {
    pub(super) fn new() -> Self {
        Self { words: vec![0] }
    }

    /// Adds a list, and tells where it begins; nothing if there is no room for it.
    #[expect(clippy::cast_possible_truncation, reason = "large numbers are cut into words, and small ones are checked")]
    pub(super) fn add(&mut self, attained: Candidates, options: &[Listed]) -> Option<u32> {
        let start = self.words.len();
        // An upper bound: the widest form takes four words and the numbers.
        reserve(&mut self.words, HEAD + options.iter().map(|option| 4 + option.parts.len()).sum::<usize>());
        // The place of the head, which is written when the end is known.
        self.words.extend([0; HEAD]);
        for Listed { known, parts, .. } in options {
            let (known, count) = (known.get(), parts.len());
            // One component alone needs no word besides its number.
            if count != 1 || known != 0 {
                // The nim-sum 2^23 - 1 is left out, since with 255 components the word would be `WIDE`.
                if count < 1 << 8 && known < (1 << 23) - 1 {
                    self.words.push(MARK | (known as u32) << 8 | count as u32);
                } else {
                    self.words.extend([WIDE, known as u32, (known >> 32) as u32, count as u32]);
                }
            }
            self.words.extend(parts);
        }
        if self.words.len() > MOST_WORDS {
            self.words.truncate(start);
            return None;
        }
        self.set_head(start, attained, self.words.len());
        Some(start as u32)
    }

    /// Adds the list that begins at `start` among other lists.
    pub(super) fn add_from(&mut self, lists: &Self, start: u32) -> u32 {
        let (_, places) = lists.head(start);
        let added = self.words.len();
        self.words.extend(&lists.words[start as usize..places.end]);
        u32::try_from(added).expect("some lists are no longer than all")
    }

    /// The small values that are known, and the places of the words of the other options.
    #[inline]
    pub(super) fn head(&self, start: u32) -> (Candidates, Range<usize>) {
        let start = start as usize;
        let words = &self.words[start..start + HEAD];
        let first = start + HEAD;
        // The third word counts words and not options, so that a list can be copied without reading it.
        (Candidates::from_halves([words[0], words[1]]), first..first + words[2] as usize)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the array has fewer than 2^32 words")]
    pub(super) fn set_head(&mut self, start: usize, attained: Candidates, end: usize) {
        let [low, high] = attained.halves();
        self.words[start..start + HEAD].copy_from_slice(&[low, high, (end - start - HEAD) as u32]);
    }

    /// The nim-sum of the components of an option that had values when it was listed, and the places of the numbers of the others. The next
    /// option begins after them.
    #[inline]
    pub(super) fn option(&self, place: usize) -> (Nimber, Range<usize>) {
        let word = self.words[place];
        if word & MARK == 0 {
            return (Nimber::ZERO, place..place + 1);
        }
        if word != WIDE {
            let first = place + 1;
            return (Nimber::new(u64::from(word >> 8 & ((1 << 23) - 1))), first..first + (word & 0xff) as usize);
        }
        let words = &self.words[place..place + 4];
        (Nimber::new(u64::from(words[1]) | u64::from(words[2]) << 32), place + 4..place + 4 + words[3] as usize)
    }

    /// The number of the component, if the option at this place is one component alone.
    #[inline]
    pub(super) fn only_number(&self, place: usize) -> Option<Number> {
        let word = self.words[place];
        (word & MARK == 0).then_some(word)
    }

    #[inline]
    pub(super) fn numbers(&self, places: Range<usize>) -> &[Number] {
        &self.words[places]
    }

    /// Moves an option to an earlier place.
    #[inline]
    pub(super) fn shift(&mut self, option: Range<usize>, to: usize) {
        self.words.copy_within(option, to);
    }

    /// Calls `visit` for each number in the list that begins at `start`.
    pub(super) fn visit(&mut self, start: u32, mut visit: impl FnMut(&mut Number)) {
        let mut places = self.head(start).1;
        while places.start < places.end {
            let (_, numbers) = self.option(places.start);
            places.start = numbers.end;
            self.words[numbers].iter_mut().for_each(&mut visit);
        }
    }

    /// The bytes after a further list of `options` options with one component each.
    pub(super) fn bytes_with(&self, options: usize) -> usize {
        grown_bytes(&self.words, HEAD + options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the three forms, also at its limits.
    #[test]
    fn options_are_read_as_they_were_listed() {
        let option =
            |known, count: u32| Listed { known: Nimber::new(known), parts: (7..7 + count).collect(), weight: 0 };
        let limit = (1 << 23) - 1;
        let options: Vec<Listed> = [0, 1, 63, limit - 1, limit, u64::MAX]
            .into_iter()
            .flat_map(|known| [0, 1, 2, 255, 256, 1000].map(|count| option(known, count)))
            .collect();
        let attained = Candidates::of(Nimber::new(3)).or(Candidates::of(Nimber::new(62)));
        let mut lists = Lists::new();
        let first = lists.add(Candidates::NONE, &options[..1]).unwrap();
        let second = lists.add(attained, &options).unwrap();
        let mut copy = Lists::new();
        let copied = copy.add_from(&lists, second);
        assert!(copied < second && first < second);
        for (lists, start) in [(lists, second), (copy, copied)] {
            let (read, places) = lists.head(start);
            assert_eq!(read, attained);
            let mut place = places.start;
            for option in &options {
                let (known, numbers) = lists.option(place);
                place = numbers.end;
                assert_eq!((known, lists.numbers(numbers)), (option.known, &option.parts[..]));
            }
            assert_eq!(place, places.end);
        }
    }
}
