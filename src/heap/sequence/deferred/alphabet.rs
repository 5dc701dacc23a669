//! Bytes that stand for values.

use crate::heap::sequence::sparse::{Mask, Row};

/// A set of bytes.
pub(super) type Marks = Row<4>;

/// A part, and the byte of its value.
pub(super) type Part = (usize, u8);

/// The values that a byte stands for: a common or a rare one, or one of each.
///
/// If all values are below 256, each is its own byte. If they are below 512 and the mask has the ninth bit, a byte is the lower one of
/// two values, one of them common and one rare. In both cases the byte of a nim-sum of two values is the nim-sum of their bytes.
/// Whether the nim-sum is common follows from whether the two values are.
#[derive(Clone, Debug)]
pub(super) struct Alphabet {
    /// The bytes of common values below 256.
    small: Marks,
    /// The bytes of larger common values, if there are any.
    large: Marks,
}

impl Alphabet {
    /// For values below `width`; `None` if bytes do not tell them apart.
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

    /// The rare value that a byte stands for, which it must do.
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
