//! Sets of values that grow, with their least missing value.

use crate::permuted::permuted;

/// A set of values, one bit each.
///
/// A set of its own, since it is shifted by nim-addition as a whole and remembers how far it is full.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSet {
    words: Vec<u64>,
    /// Every value below this one is in the set.
    full_below: usize,
}

impl ValueSet {
    /// Adds a value. The naive algorithm does so for each option.
    #[inline]
    pub(super) fn insert(&mut self, value: usize) {
        if value / 64 >= self.words.len() {
            self.grow_to(value / 64);
        }
        self.words[value / 64] |= 1 << (value % 64);
    }

    /// Makes room for a word at a place. Apart, so that an insertion is a few instructions.
    #[cold]
    fn grow_to(&mut self, place: usize) {
        // At least twice as many words as before, so that growth is rare.
        self.words.resize((place + 1).next_power_of_two(), 0);
    }

    /// Takes a value out. What [`Self::full_below`] has gone through stays in.
    pub(super) fn remove(&mut self, value: usize) {
        #[cfg(test)]
        assert!(value >= self.full_below, "the search for the least missing value never goes back");
        self.words[value / 64] &= !(1 << (value % 64));
    }

    /// The values from 64 times `place` on, one bit each.
    pub(super) fn word(&self, place: usize) -> u64 {
        self.words.get(place).copied().unwrap_or(0)
    }

    fn contains(&self, value: usize) -> bool {
        self.words.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Adds the nim-sum of `value` and each value of another set.
    pub(super) fn extend_shifted(&mut self, other: &Self, value: usize) {
        let far = value / 64;
        // A power of two, so that the xor of two places of words is a place.
        let most = other.words.len().next_power_of_two().max((far + 1).next_power_of_two());
        self.words.resize(most.max(self.words.len()), 0);
        for (place, word) in other.words.iter().enumerate() {
            // The high bits of the value exchange words, the low six exchange bits in a word.
            self.words[place ^ far] |= permuted(*word, value as u64);
        }
    }

    /// The number of words of 64 values.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    pub(super) fn clear(&mut self) {
        // The memory is kept for the next heap. Not filled with zeros, which takes a sixth of the time of the bench `kayles 5,6,3,2`.
        self.words.clear();
        self.full_below = 0;
    }

    /// The least value that is not in the set. The search goes on where the last one ended, so a set that only grows is gone through
    /// once in all.
    pub(super) fn full_below(&mut self) -> usize {
        while self.contains(self.full_below) {
            let place = self.full_below / 64;
            // All places below `full_below` are in the set, so counting may begin at the start of its word.
            self.full_below = match self.words.get(place) {
                Some(&u64::MAX) => 64 * (place + 1),
                Some(word) => 64 * place + word.trailing_ones() as usize,
                None => break,
            };
        }
        self.full_below
    }
}

impl FromIterator<usize> for ValueSet {
    fn from_iter<I: IntoIterator<Item = usize>>(values: I) -> Self {
        let mut set = Self::default();
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::ValueSet;

    /// Whether a set is that of the values which a test holds for.
    fn is_set_of(set: &mut ValueSet, has: impl Fn(usize) -> bool) -> bool {
        let least = (0..2000).find(|value| !has(*value)).expect("sets are finite");
        (0..2000).all(|value| set.contains(value) == has(value)) && set.full_below() == least
    }

    #[test]
    fn shifted_sets_have_the_nim_sums() {
        for (few, many) in [(0, 0), (1, 1), (64, 40), (65, 128), (500, 129), (1000, 1000)] {
            let has_few = |value: usize| value < few;
            let has_many = |value: usize| value < many && value % 70 != 69;
            for shift in [0, 1, 63, 64, 65, 130, 700] {
                let [mut set, mut other] = [ValueSet::default(), ValueSet::default()];
                (0..few).for_each(|value| set.insert(value));
                (0..many).filter(|value| has_many(*value)).for_each(|value| other.insert(value));
                assert!(is_set_of(&mut set, has_few) && is_set_of(&mut other, has_many), "{few}, {many}");
                set.extend_shifted(&other, shift);
                assert!(
                    is_set_of(&mut set, |value| has_few(value) || has_many(value ^ shift)),
                    "{few}, {many}, {shift}"
                );
                // The search for the least missing value goes on where it ended.
                (few..200).for_each(|value| set.insert(value));
                assert!(
                    is_set_of(&mut set, |value| value < few.max(200) || has_many(value ^ shift)),
                    "{few}, {many}, {shift}"
                );
                set.clear();
                assert!(is_set_of(&mut set, |_| false));
            }
        }
    }
}
