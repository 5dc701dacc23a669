//! Bytes that stand for values, and their marks.

use crate::heap::sequence::sparse::Mask;
use crate::heap::sequence::sparse::row::{Bytes, Row};
use crate::heap::sequence::values::{Value, low_byte};

/// Sums that are marked at once: their bytes take 16 KB.
pub(super) const TILE: usize = 64;

/// A set of bytes.
pub(super) type Marks = Row<4>;

/// The marks of the sums of a tile.
pub(super) type Rows = [Marks; TILE];

/// A part, and the byte of its value.
pub(super) type Part = (usize, u8);

/// The values that bytes stand for: each for a common or a rare one, or for one of each.
///
/// If all values are below 256 each is its own byte. If they are below 512 and the ninth bit counts in the mask, the lower byte
/// determines it, in one way for common values and in the other for rare ones. Then the byte of a nim-sum of two values is the
/// nim-sum of their bytes, and whether it is common follows from whether they are.
#[derive(Clone, Debug)]
pub(super) struct Alphabet {
    /// The bytes of common values below 256, and those of larger ones, if there are any.
    small: Marks,
    large: Marks,
}

impl Alphabet {
    /// For values below `width`; `None` if bytes are not enough.
    pub(super) fn new(mask: Mask, width: usize) -> Option<Self> {
        let small = Marks::of(|value| !mask.is_rare(0, value));
        match width {
            0..=256 => Some(Self { small, large: Marks::EMPTY }),
            257..=512 if mask.tells_ninth_bit() => Some(Self { small, large: Marks::of(|byte| !small.has(byte)) }),
            _ => None,
        }
    }

    /// One more than the largest value that a byte stands for.
    pub(super) fn width(&self) -> usize {
        if self.large == Marks::EMPTY { 256 } else { 512 }
    }

    pub(super) fn is_rare(&self, value: usize) -> bool {
        value < self.width() && self.small.has(value % 256) == (value > 255)
    }

    /// The rare value that a byte stands for, if it does so for one.
    #[inline]
    pub(super) fn rare(&self, byte: u8) -> usize {
        let value = usize::from(byte);
        if self.small.has(value) { 256 + value } else { value }
    }

    /// The least common value whose byte is not marked.
    #[inline]
    pub(super) fn first_common(&self, marks: &Marks) -> Option<usize> {
        let small = marks.first_unmarked_among(&self.small);
        small.or_else(|| marks.first_unmarked_among(&self.large).map(|byte| 256 + byte))
    }
}

/// The bytes of the last values.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    /// The heap of the first.
    first: usize,
    bytes: Vec<u8>,
    /// So many at least are kept.
    window: usize,
}

impl Recent {
    pub(super) fn new<V: Value>(values: &[V], window: usize) -> Self {
        let first = values.len().saturating_sub(window);
        let last = values.get(first..).unwrap_or(&[]);
        Self { first, bytes: last.iter().map(|value| low_byte(value.index())).collect(), window }
    }

    #[inline]
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn append(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The last tile.
    pub(super) fn last_tile(&self) -> &[u8] {
        self.bytes.last_chunk::<TILE>().map_or(&[], |tile| tile)
    }

    /// Forgets the oldest now and then.
    pub(super) fn trim(&mut self) {
        if self.bytes.len() > 4 * self.window {
            let old = self.bytes.len() - self.window;
            self.bytes.drain(..old);
            self.first += old;
        }
    }

    #[inline]
    pub(super) fn get(&self, heap: usize) -> Option<u8> {
        self.bytes.get(heap.wrapping_sub(self.first)).copied()
    }

    /// The bytes from a heap on.
    #[inline]
    pub(super) fn from(&self, heap: usize) -> Option<&[u8]> {
        self.bytes.get(heap.wrapping_sub(self.first)..)
    }
}

/// Marks the sums of a tile by parts. Nothing if a partner is not known.
///
/// For one part and successive sums the partners are read in a row, eight at once, and a mark is one store.
pub(super) fn mark_tile(recent: &Recent, first: usize, rows: &mut Rows, parts: &[Part]) -> Option<()> {
    let mut bytes = [Bytes::<4>::EMPTY; TILE];
    for (part, byte) in parts {
        let partners: &[u8; TILE] = recent.from(first.wrapping_sub(*part))?.first_chunk()?;
        let eight_times = u64::from(*byte) * 0x0101_0101_0101_0101;
        for (rows, eight) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(partners.as_chunks::<8>().0) {
            let marks = (u64::from_le_bytes(*eight) ^ eight_times).to_le_bytes();
            for (row, mark) in rows.iter_mut().zip(marks) {
                row.mark(usize::from(mark));
            }
        }
    }
    for (row, bytes) in rows.iter_mut().zip(&bytes) {
        row.unite(&bytes.packed());
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{Alphabet, Marks};
    use crate::heap::sequence::sparse::Mask;
    use crate::heap::sequence::values::low_byte;

    #[test]
    fn a_byte_stands_for_one_common_and_one_rare_value() {
        for (ones, width) in [(494, 320), (30, 64), (255, 256), (256, 512)] {
            let mask = Mask { ones, parity: false, taken_odd: true };
            let alphabet = Alphabet::new(mask, width).unwrap();
            let mut marks = Marks::EMPTY;
            let common = (0..alphabet.width()).filter(|value| !mask.is_rare(0, *value));
            for value in common {
                assert_eq!(alphabet.first_common(&marks), Some(value), "{ones}");
                marks.mark(value % 256);
            }
            assert_eq!(alphabet.first_common(&marks), None);
            for value in (0..alphabet.width()).filter(|value| mask.is_rare(0, *value)) {
                assert!(alphabet.is_rare(value));
                assert_eq!(alphabet.rare(low_byte(value)), value);
            }
        }
        let without_ninth = Mask { ones: 30, parity: false, taken_odd: true };
        assert!(Alphabet::new(without_ninth, 257).is_none());
        assert!(Alphabet::new(Mask { ones: 1 << 8, ..without_ninth }, 513).is_none());
    }
}
