//! The minimal excluded value.

use crate::nimber::Nimber;

/// The least nimber that is not among `values`.
///
/// It is the value of a position whose options have these values: the position can move to every smaller nim-heap, and
/// any move to a larger one can be undone by the opponent. Time is linear in the number of values; nothing is allocated
/// unless a value of 128 or more turns up.
///
/// ```
/// use grundy::{Nimber, mex};
///
/// // Five pins in a row of Kayles leave *1, *2, *0, *3 or *3.
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

/// Words of the part of a [`MexSet`] that is stored in place.
const LOW_WORDS: usize = 2;
/// Values below this one are single bits; the others are kept in a list.
const LOW: u64 = 64 * LOW_WORDS as u64;

/// A set of nimbers that is asked for its [`mex`](mex()): the accumulator behind every Grundy value.
///
/// Inserting takes constant time, whatever the value (a value of 2^60 costs no memory for the gap below it); asking
/// takes time linear in the number of insertions.
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
            // Repeats are what a long list is mostly made of. They are dropped before it grows, and it grows when that
            // did not halve it, so that each value is sorted a constant number of times on average.
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
        // The mex of k values is at most k above the base, so larger values cannot matter.
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
