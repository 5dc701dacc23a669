//! Fast nim-products, by multiplication of polynomials.
//!
//! All fields of 2^64 elements are isomorphic. Here the field of nimbers is mapped to polynomials over the field of two elements, modulo
//! *m* = *x*^64 + *x*^4 + *x*^3 + *x* + 1. The inverse map replaces *x* by a nimber that is a root of *m*. Both maps are linear, so each
//! is a table of 256 entries for each of the eight bytes. A product is: map both nimbers, multiply the polynomials, reduce the product
//! modulo *m*, map it back.

use super::product_by_definition;

/// A nimber that is a root of the modulus *m*: the least of its 64 roots.
const ROOT: u64 = 0x4028_84ca_01f7_c6b2;

/// A linear map. Row *b* has the images of the numbers whose bits are all in byte *b*.
type ByteTables = [[u64; 256]; 8];

/// The powers of the root: the nimber for each power of *x*.
const POWERS_OF_ROOT: [u64; 64] = {
    let mut powers = [1; 64];
    let mut exponent = 1;
    while exponent < 64 {
        powers[exponent] = product_by_definition(powers[exponent - 1], ROOT, 64);
        exponent += 1;
    }
    powers
};

static TO_NIMBER: ByteTables = byte_tables(&POWERS_OF_ROOT);
static TO_POLYNOMIAL: ByteTables = byte_tables(&inverted(POWERS_OF_ROOT));

/// The nim-product, by 24 table look-ups and 13 integer multiplications.
#[inline]
pub(super) fn product(x: u64, y: u64) -> u64 {
    let product = carryless_product(image(&TO_POLYNOMIAL, x), image(&TO_POLYNOMIAL, y));
    image(&TO_NIMBER, reduced(product))
}

/// The image of a number under a linear map.
#[inline]
fn image(tables: &ByteTables, x: u64) -> u64 {
    let bytes = tables.iter().zip(x.to_le_bytes());
    bytes.fold(0, |image, (table, byte)| image ^ table[usize::from(byte)])
}

/// Every fourth bit of 64, from the lowest.
const FOURTHS: u64 = 0x1111_1111_1111_1111;
/// Every fourth bit of 128, from the lowest.
const WIDE_FOURTHS: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;

/// The product of two polynomials over the field of two elements.
///
/// It uses integer multiplication of numbers in which only every fourth bit may be set. If one factor has at most 15 bits set, each
/// column sum is less than 16. So carries stay in the three bits between, which are masked out in the end. Therefore each polynomial is
/// split into four coefficients of *x*^0 .. *x*^3, which are polynomials in *x*^4, and these are multiplied by Karatsuba's rule. With
/// 16 bits a coefficient would have one bit too many; so the four highest bits of the first factor are multiplied separately: as they
/// stand, they fill the gaps without any carry into the next one.
#[inline]
fn carryless_product(x: u64, y: u64) -> u128 {
    let spread = |z: u64| [z & FOURTHS, z >> 1 & FOURTHS, z >> 2 & FOURTHS, z >> 3 & FOURTHS];
    let (highest, x, y) = (x >> 60, spread(x & (u64::MAX >> 4)), spread(y));
    let low = product_of_pairs([x[0], x[1]], [y[0], y[1]]);
    let high = product_of_pairs([x[2], x[3]], [y[2], y[3]]);
    let both = product_of_pairs([x[0] ^ x[2], x[1] ^ x[3]], [y[0] ^ y[2], y[1] ^ y[3]]);
    let [cross_0, cross_1, cross_2] = [0, 1, 2].map(|place| both[place] ^ low[place] ^ high[place]);
    // x^4, x^5 and x^6 are the coefficients of x^0, x^1 and x^2 moved to the left by one group of four bits.
    let coefficients =
        [low[0] ^ (cross_2 ^ high[0]) << 4, low[1] ^ high[1] << 4, low[2] ^ cross_0 ^ high[2] << 4, cross_1];
    let with_highest = y.map(|part| integer_product(part, highest));
    let in_one = |parts: [u128; 4]| parts[0] ^ parts[1] << 1 ^ parts[2] << 2 ^ parts[3] << 3;
    in_one(coefficients.map(|part| part & WIDE_FOURTHS)) ^ in_one(with_highest) << 60
}

/// The three coefficients of the product of two polynomials of two coefficients each.
#[inline]
fn product_of_pairs(x: [u64; 2], y: [u64; 2]) -> [u128; 3] {
    let (low, high) = (integer_product(x[0], y[0]), integer_product(x[1], y[1]));
    [low, integer_product(x[0] ^ x[1], y[0] ^ y[1]) ^ low ^ high, high]
}

#[inline]
fn integer_product(x: u64, y: u64) -> u128 {
    u128::from(x) * u128::from(y)
}

/// The remainder modulo *x*^64 + *x*^4 + *x*^3 + *x* + 1.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the halves of a product")]
const fn reduced(product: u128) -> u64 {
    let (high, low) = ((product >> 64) as u64, product as u64);
    // Shifts of the high half by 4, 3 and 1 places push bits past the end once more. Add these to the high half first.
    let high = high ^ high >> 63 ^ high >> 61 ^ high >> 60;
    low ^ high ^ high << 1 ^ high << 3 ^ high << 4
}

/// The tables of the linear map with these images of the 64 single bits.
const fn byte_tables(images_of_bits: &[u64; 64]) -> ByteTables {
    let mut tables = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut byte: usize = 1;
        while byte < 256 {
            let lowest = byte.trailing_zeros() as usize;
            tables[place][byte] = tables[place][byte & (byte - 1)] ^ images_of_bits[8 * place + lowest];
            byte += 1;
        }
        place += 1;
    }
    tables
}

/// The inverse of a linear map. Both maps are given by the images of single bits.
const fn inverted(mut images: [u64; 64]) -> [u64; 64] {
    let mut inverse = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        inverse[bit] = 1 << bit;
        bit += 1;
    }
    // Gauss-Jordan elimination: row operations that turn the images into single bits turn the single bits into the inverse.
    let mut bit = 0;
    while bit < 64 {
        let mut pivot = bit;
        while images[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        images.swap(bit, pivot);
        inverse.swap(bit, pivot);
        let mut other = 0;
        while other < 64 {
            if other != bit && images[other] >> bit & 1 == 1 {
                images[other] ^= images[bit];
                inverse[other] ^= inverse[bit];
            }
            other += 1;
        }
        bit += 1;
    }
    inverse
}
