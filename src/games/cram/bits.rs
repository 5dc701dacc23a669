//! The words that hold the cells of a box.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer as a set of places: 64 bits are twice as fast as 128.
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

    /// The lowest bits of an integer.
    fn cut(integer: u128) -> Self;
    /// The lowest 64 bits.
    fn low(self) -> u64;
    /// The pairs of bytes in reverse order.
    fn pairs_reversed(self) -> Self;
    /// The first byte of each pair.
    fn even_bytes(self) -> u64;
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
            fn cut(integer: u128) -> Self {
                integer as Self
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn pairs_reversed(self) -> Self {
                let low_bytes = Self::MAX / 0xffff * 0xff;
                let reversed = self.swap_bytes();
                reversed >> 8 & low_bytes | (reversed & low_bytes) << 8
            }

            #[inline]
            fn even_bytes(self) -> u64 {
                let mut bytes = u128::from(self) & u128::MAX / 0xffff * 0xff;
                bytes = (bytes | bytes >> 8) & u128::MAX / 0xffff_ffff * 0xffff;
                bytes = (bytes | bytes >> 16) & u128::MAX / 0xffff_ffff_ffff_ffff * 0xffff_ffff;
                (bytes | bytes >> 32) as u64
            }
        }
    )*};
}
bits!(u64, u128);
