//! Rows of marks: which values the divisions of a sum have.
//!
//! A row is a set of values, one bit for each: a slice of words, whose number is a power of two. The width of the rows is known when the
//! program runs, so that there is one engine for all; rows of one word have a copy of their own. Not a `MexSet`, which grows by itself and owns its memory: rows
//! lie one behind the other.

use crate::heap::lane::BLOCK;
use crate::heap::marks::Part;
use crate::heap::values::Value;

#[inline]
pub(super) fn mark(row: &mut [u64], value: usize) {
    #[cfg(test)]
    assert!(value < 64 * row.len(), "{value} is wider than the row");
    // The last bits change nothing; with them the compiler leaves out the check of the index, here and in `Bytes`.
    let last = row.len() - 1;
    row[(value / 64) & last] |= 1 << (value % 64);
}

#[inline]
pub(super) fn unite(row: &mut [u64], other: &[u64]) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}

/// The least value that is not marked; the width of the row if all are.
#[inline]
pub(super) fn first_unmarked(row: &[u64]) -> usize {
    for (place, word) in row.iter().enumerate() {
        if *word != u64::MAX {
            return 64 * place + word.trailing_ones() as usize;
        }
    }
    64 * row.len()
}

/// Adds to the row of a sum the values of its divisions that have one of these parts; `partners` are the values of the heaps from 1 to the
/// sum minus 1. A part as large as the sum is in no division.
#[inline]
pub(super) fn mark_parts<V: Value>(row: &mut [u64], partners: &[V], parts: &[Part]) {
    // Heap *h* stands at place *h* − 1 of `partners`, so the partner of a part stands at place length − part. For a
    // part as large as the sum the subtraction wraps around, to a place that no list has.
    let partner_of = |part: &Part| partners.get(partners.len().wrapping_sub(part.heap));
    let marks = parts.iter().filter_map(|part| Some(partner_of(part)?.index() ^ part.code));
    match row {
        // In a register: in memory each mark would wait for the one before.
        [word] => *word |= marks.fold(0, |word, value| word | 1 << (value % 64)),
        row => marks.for_each(|value| mark(row, value)),
    }
}

/// Rows of one byte for each value, so that a mark is one store and nothing is read. They are empty between two uses.
pub(super) struct Bytes {
    bytes: Vec<u8>,
    width: usize,
}

impl Bytes {
    /// Rows as wide as this number of words.
    pub(super) fn new(words: usize) -> Self {
        Self { bytes: vec![0; BLOCK * 64 * words], width: 64 * words }
    }

    /// Adds to the rows of a block of sums the values of their divisions by these parts. The first sum is a heap at the place `first` of
    /// `values`, and all partners are there. The bytes of a block take 16 KB while values are below 256, so they stay in the fastest cache.
    pub(super) fn mark_block<V: Value>(&mut self, values: &[V], first: usize, parts: &[Part], rows: &mut [u64]) {
        // A width that is known to the compiler takes less work.
        match self.width {
            128 => mark_tile(values, first, parts, &mut self.bytes, 128),
            256 => mark_tile(values, first, parts, &mut self.bytes, 256),
            512 => mark_tile(values, first, parts, &mut self.bytes, 512),
            1024 => mark_tile(values, first, parts, &mut self.bytes, 1024),
            width => mark_tile(values, first, parts, &mut self.bytes, width),
        }
        self.pack(rows);
    }

    /// Adds what is marked to rows of bits, and empties their bytes.
    #[inline]
    pub(super) fn pack(&mut self, rows: &mut [u64]) {
        // Words and groups of 64 bytes are in the same order: sum by sum, and in a sum from small values to large
        // ones.
        for (word, bytes) in rows.iter_mut().zip(self.bytes.as_chunks_mut::<64>().0) {
            let eights = bytes.as_chunks::<8>().0;
            for (shift, eight) in (0..).step_by(8).zip(eights) {
                // The lowest bits of eight bytes, side by side in the highest byte of the product: byte *i*, at bit
                // 8*i*, meets the factor's bit 56 − 7*i* at bit 56 + *i*. No two of the 64 products have the same
                // place, so nothing carries.
                let packed = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= packed << shift;
            }
            // Emptied at once, so that the next block finds empty rows.
            *bytes = [0; 64];
        }
    }
}

/// For one part and successive sums the partners are successive heaps, so that they are read a word of eight bytes at a time, and a
/// mark is one store which waits for no other. Without the words it takes 1.15 times as long for 0.6, 1.3 times for 0.142.
#[expect(clippy::inline_always, reason = "the width becomes a constant")]
#[expect(clippy::cast_possible_truncation, reason = "values are below 2^32, and rows have fewer still")]
#[inline(always)]
fn mark_tile<V: Value>(values: &[V], first: usize, parts: &[Part], bytes: &mut [u8], width: usize) {
    let in_a_word = 64 / V::BITS;
    let value_mask = (1 << V::BITS) - 1;
    for Part { heap, code } in parts {
        let partners: &[V; BLOCK] = values[first - heap..].first_chunk().expect("the values of partners are known");
        // The code once for each value of the word, so that one exclusive or makes all marks of the word.
        let code = (0..in_a_word).fold(0, |word, _| word << V::BITS | *code as u64);
        // One word has the partners of 8 or 4 successive sums, each of which has a row of its own.
        for (rows, partners) in bytes.chunks_exact_mut(in_a_word * width).zip(partners.chunks_exact(in_a_word)) {
            let marks = V::word(partners) ^ code;
            for (place, row) in rows.chunks_exact_mut(width).enumerate() {
                let value = (marks >> (V::BITS * place) & value_mask) as usize;
                #[cfg(test)]
                assert!(value < row.len(), "{value} is wider than the row");
                // The bits taken away are 0, as in `mark`. With a constant width the index needs no check.
                row[value & (width - 1)] = 1;
            }
        }
    }
}
