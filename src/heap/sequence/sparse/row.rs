//! Rows of marks: which values the divisions of a sum have.

use crate::heap::sequence::lane::BLOCK;
use crate::heap::sequence::values::Value;

/// The set of values below 64 × `WORDS`, one bit each.
///
/// A set of its own since its size is fixed: it is copied by the million, and united by vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Row<WORDS> {
    pub(super) const WIDTH: usize = 64 * WORDS;
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    #[inline]
    pub(super) fn mark(&mut self, value: usize) {
        debug_assert!(value < Self::WIDTH, "{value} is wider than the row");
        // The remainder changes nothing; with it the compiler leaves out the check of the index, here and in `Bytes`.
        self.0[value / 64 % WORDS] |= 1 << (value % 64);
    }

    /// The set of these values below 64.
    #[inline]
    pub(super) fn of_word(word: u64) -> Self {
        let mut row = Self::EMPTY;
        row.0[0] = word;
        row
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

/// A row with a byte for each value, so that a mark is one store and nothing is read; packed into bits at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<const WORDS: usize>([[u8; 64]; WORDS]);

impl<const WORDS: usize> Bytes<WORDS> {
    pub(super) const EMPTY: Self = Self([[0; 64]; WORDS]);

    #[inline]
    pub(super) fn mark(&mut self, value: usize) {
        debug_assert!(value < 64 * WORDS, "{value} is wider than the row");
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

/// Marks a block of sums by parts, pairs of a heap and its value. The first sum is a heap at the place `first` of `values`, and all
/// partners are there. The bytes of a block take 16 KB while values are below 256, so they stay in the fastest cache.
///
/// For one part and successive sums the partners are successive heaps, so that they are read a word of eight bytes at a time, and a
/// mark is one store which waits for no other. Without the words it takes 1.15 times as long for 0.6, 1.3 times for 0.142.
#[expect(clippy::cast_possible_truncation, reason = "values are below 2^32, and rows have fewer still")]
pub(super) fn mark_tile<V: Value, const WORDS: usize>(
    values: &[V],
    first: usize,
    parts: &[(u32, V)],
    rows: &mut [Row<WORDS>],
) {
    let in_a_word = 64 / V::BITS;
    let value_mask = (1 << V::BITS) - 1;
    let mut bytes = vec![Bytes::<WORDS>::EMPTY; BLOCK];
    for (part, value) in parts {
        let partners: &[V; BLOCK] =
            values[first - *part as usize..].first_chunk().expect("the values of partners are known");
        let value = (0..in_a_word).fold(0, |word, _| word << V::BITS | value.index() as u64);
        for (rows, partners) in bytes.chunks_exact_mut(in_a_word).zip(partners.chunks_exact(in_a_word)) {
            let marks = V::word(partners) ^ value;
            for (place, row) in rows.iter_mut().enumerate() {
                row.mark((marks >> (V::BITS * place) & value_mask) as usize);
            }
        }
    }
    for (row, bytes) in rows.iter_mut().zip(&bytes) {
        row.unite(&bytes.packed());
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Row, mark_tile};
    use crate::heap::sequence::lane::BLOCK;
    use crate::heap::sequence::values::{Value, narrow};

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

    fn marks_are_values_of_pairs<V: Value>() {
        let values: Vec<V> = (0..300_usize).map(|heap| V::of(heap * heap * 7 % 101)).collect();
        let parts = [5, 17, 100].map(|part| (narrow(part), values[part]));
        let mut rows = [Row::<2>::EMPTY; BLOCK];
        mark_tile(&values[50..], 150, &parts, &mut rows);
        for (sum, row) in (200..200 + BLOCK).zip(rows.iter()) {
            let mut expected = Row::EMPTY;
            for (part, value) in parts {
                expected.mark((value ^ values[sum - part as usize]).index());
            }
            assert_eq!(*row, expected, "{sum}");
        }
    }

    #[test]
    fn the_kernel_marks_values_of_each_width() {
        marks_are_values_of_pairs::<u8>();
        marks_are_values_of_pairs::<u16>();
        marks_are_values_of_pairs::<u32>();
    }
}
