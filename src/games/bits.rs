//! The words that hold the cells of a box.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer as a set of places: 64 bits are twice as fast as 128. Not a [`Subset`](crate::subset::Subset), whose places cannot be shifted.
pub(super) trait Bits:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Into<u128>
    + From<u16>
    + 'static
{
    /// The number of bits.
    const SIZE: u32;
    const NONE: Self;
    const ONE: Self;
    /// The places in the first column of boxes of each width.
    const FIRST_COLUMN: &[Self];

    /// The number of places in the set.
    fn count(self) -> u32;
    /// The least place of a set, which is not empty.
    fn least(self) -> u32;
    /// The greatest place of a set, which is not empty.
    fn greatest(self) -> u32;
    /// The set without its least place.
    fn without_least(self) -> Self;
    /// The set with place *p* at place `SIZE` − 1 − *p*.
    fn reversed(self) -> Self;

    /// The places below `end`, which is less than `SIZE`.
    fn below(end: u32) -> Self;

    /// The pairs of bytes in reverse order.
    fn pairs_reversed(self) -> Self;
}

macro_rules! bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const SIZE: u32 = Self::BITS;
            const NONE: Self = 0;
            const ONE: Self = 1;
            const FIRST_COLUMN: &[Self] = &{
                let mut columns = [0; Self::BITS as usize];
                let mut width = 1;
                while width < Self::BITS {
                    let mut place = 0;
                    while place < Self::BITS {
                        columns[width as usize] |= 1 << place;
                        place += width;
                    }
                    width += 1;
                }
                columns
            };

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn least(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn greatest(self) -> u32 {
                self.ilog2()
            }

            #[inline]
            fn without_least(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn below(end: u32) -> Self {
                (1 << end) - 1
            }

            #[inline]
            fn pairs_reversed(self) -> Self {
                // All bytes in reverse order, and then the two bytes of each pair exchanged, which brings them back to
                // their order.
                let low_bytes = Self::MAX / 0xffff * 0xff;
                let reversed = self.swap_bytes();
                reversed >> 8 & low_bytes | (reversed & low_bytes) << 8
            }
        }
    )*};
}
bits!(u64, u128);

/// The lowest 64 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the other bits are left out")]
pub(super) fn low(bits: impl Bits) -> u64 {
    bits.into() as u64
}

/// The first byte of each pair of bytes.
#[inline]
pub(super) fn even_bytes(bits: impl Bits) -> u64 {
    // Drops every second byte and closes the gaps: bytes come together in pairs, the pairs in fours, the fours in eight
    // bytes.
    let mut bytes = bits.into() & (u128::MAX / 0xffff * 0xff);
    bytes = (bytes | bytes >> 8) & (u128::MAX / 0xffff_ffff * 0xffff);
    bytes = (bytes | bytes >> 16) & (u128::MAX / 0xffff_ffff_ffff_ffff * 0xffff_ffff);
    low(bytes | bytes >> 32)
}
