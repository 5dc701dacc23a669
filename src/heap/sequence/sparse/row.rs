//! Rows of marks: the values that are excluded.

/// The set of values below 64 × `WORDS`, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Row<WORDS> {
    pub(super) const WIDTH: usize = 64 * WORDS;
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    #[inline]
    pub(super) fn mark(&mut self, value: usize) {
        self.0[value / 64 % WORDS] |= 1 << (value % 64);
    }

    #[inline]
    pub(super) fn set_first_word(&mut self, word: u64) {
        self.0[0] = word;
    }

    #[inline]
    pub(super) fn unmark_zero(mut self) -> Self {
        self.0[0] &= !1;
        self
    }

    #[inline]
    pub(super) fn unite(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    #[inline]
    pub(super) fn has(&self, value: usize) -> bool {
        self.0[value / 64 % WORDS] >> (value % 64) & 1 == 1
    }

    /// The values of a predicate.
    pub(super) fn of(is_in: impl Fn(usize) -> bool) -> Self {
        let mut row = Self::EMPTY;
        (0..Self::WIDTH).filter(|value| is_in(*value)).for_each(|value| row.mark(value));
        row
    }

    /// The least value of another row that is not marked here.
    #[inline]
    pub(super) fn first_unmarked_among(&self, other: &Self) -> Option<usize> {
        let mut words = (0..).step_by(64).zip(self.0.iter().zip(&other.0).map(|(word, other)| !word & other));
        words.find(|(_, word)| *word != 0).map(|(start, word)| start + word.trailing_zeros() as usize)
    }

    /// The least value that is not marked; [`Self::WIDTH`] if all are.
    #[inline]
    pub(super) fn first_unmarked(&self) -> usize {
        for (place, word) in self.0.iter().enumerate() {
            if *word != u64::MAX {
                return 64 * place + word.trailing_ones() as usize;
            }
        }
        Self::WIDTH
    }
}

/// A row that is written a byte a value, which needs no reading; packed in the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<const WORDS: usize>([[u8; 64]; WORDS]);

impl<const WORDS: usize> Bytes<WORDS> {
    pub(super) const EMPTY: Self = Self([[0; 64]; WORDS]);

    #[inline]
    pub(super) fn mark(&mut self, value: usize) {
        self.0.as_flattened_mut()[value % (64 * WORDS)] = 1;
    }

    #[inline]
    pub(super) fn packed(&self) -> Row<WORDS> {
        Row(self.0.map(|bytes| {
            let eights = bytes.as_chunks::<8>().0;
            (0..).step_by(8).zip(eights).fold(0, |word, (shift, eight)| {
                // The lowest bits of eight bytes, side by side in the highest byte of the product.
                let packed = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                word | packed << shift
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Row};

    #[test]
    fn packing_keeps_each_mark_in_its_place() {
        for value in 0..128 {
            let (mut bytes, mut row) = (Bytes::<2>::EMPTY, Row::<2>::EMPTY);
            for value in [value, 3, 77] {
                bytes.mark(value);
                row.mark(value);
            }
            assert_eq!(bytes.packed(), row);
        }
    }
}
