//! The minimal excluded value (mex), and the set that computes it.

use crate::nimber::Nimber;

/// The least nimber that is not among `values`.
///
/// It is the value of a position whose options have these values. The position can move to every smaller nim-heap, and the opponent can
/// answer a move to a larger one by going back. Time is linear in the number *n* of values, and *n* log *n* if many different ones are 128 or
/// more. Memory is allocated only for these.
///
/// ```
/// use grundy::{Nimber, mex};
///
/// // The options of five pins of Kayles have the values *1, *2, *0, *3 and *3.
/// assert_eq!(mex([1, 2, 0, 3, 3].map(Nimber::new)), Nimber::new(4));
/// assert_eq!(mex([]), Nimber::ZERO);
/// assert_eq!(mex((0..300).map(Nimber::new)), Nimber::new(300));
/// ```
///
/// Reference: Winning Ways, ch. 4 ("mex" is Conway's word for *minimal excludent*).
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen = MexSet::new();
    for value in values {
        seen.insert(value);
    }
    seen.mex()
}

/// Number of 64-bit words that a [`MexSet`] stores in place. The bench `mex` covers it; most games of the benches have smaller values.
const LOW_WORDS: usize = 2;
/// Values below this bound are single bits of these words. The others are kept in a list.
const LOW: u64 = 64 * LOW_WORDS as u64;

/// A set of nimbers that computes its [`mex`](mex()): the accumulator of every Grundy value.
///
/// `insert` takes constant time for values below 128, and logarithmic time on average for larger ones, and memory that does not depend on the value. `mex` takes time linear in the number of
/// insertions. It is a type of its own among the sets of this crate, since it takes values up to 2^64 and answers nothing else.
///
/// ```
/// use grundy::{MexSet, Nimber};
///
/// let mut seen = MexSet::new();
/// seen.insert(Nimber::new(0));
/// seen.insert(Nimber::new(1 << 60));
/// assert_eq!(seen.mex(), Nimber::new(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    low: [u64; LOW_WORDS],
    high: Vec<u64>,
}

impl MexSet {
    /// The empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self { low: [0; LOW_WORDS], high: Vec::new() }
    }

    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: Nimber) {
        match value.get() {
            value @ 0..64 => self.low[0] |= 1 << value,
            value @ 64..LOW => self.low[1] |= 1 << (value - 64),
            value => self.insert_high(value),
        }
    }

    /// The least nimber that has not been inserted.
    #[must_use]
    #[inline]
    pub fn mex(&self) -> Nimber {
        for (word, base) in self.low.iter().zip((0..).step_by(64)) {
            if *word != u64::MAX {
                return Nimber::new(base + u64::from(word.trailing_ones()));
            }
        }
        self.high_mex()
    }

    #[cold]
    fn insert_high(&mut self, value: u64) {
        if self.high.len() == self.high.capacity() && self.high.len() >= 1024 {
            // A long list consists mostly of repeats, so remove them before it grows. Double the capacity unless that removed half of
            // the list: then each value is sorted a constant number of times on average. 1024 is a guard: short lists just grow.
            self.high.sort_unstable();
            self.high.dedup();
            if self.high.len() > self.high.capacity() / 2 {
                self.high.reserve(self.high.capacity());
            }
        }
        self.high.push(value);
    }

    #[cold]
    fn high_mex(&self) -> Nimber {
        // The mex of k values from LOW on is at most LOW + k, so larger values do not matter.
        let mut seen = vec![false; self.high.len() + 1];
        for value in &self.high {
            if let Some(mark) = usize::try_from(value - LOW).ok().and_then(|index| seen.get_mut(index)) {
                *mark = true;
            }
        }
        let run = seen.iter().take_while(|mark| **mark).count();
        Nimber::new(LOW + run as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::MexSet;
    use crate::nimber::Nimber;

    /// With 600 values the list grows once, since half of its 1024 places are not enough; with 300 it never does.
    #[test]
    fn repeats_of_large_values_take_no_memory() {
        for values in [300, 600] {
            let mut set = MexSet::new();
            for step in 0..100_000 {
                set.insert(Nimber::new(128 + step % values));
            }
            assert!(set.high.capacity() <= 4096, "{} places for {values} values", set.high.capacity());
            (0..128).for_each(|value| set.insert(Nimber::new(value)));
            assert_eq!(set.mex(), Nimber::new(128 + values));
        }
    }
}
