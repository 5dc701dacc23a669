//! Products of polynomials: the field of 2^64 elements once more, in which they are quick.
//!
//! All fields of 2^64 elements are one. The nimbers are written as polynomials over the field of two elements modulo
//! *x*^64 + *x*^4 + *x*^3 + *x* + 1, by a nimber that is a root of it in the place of *x*. That is a change of basis of a space of 64
//! dimensions, a table of 256 entries for each byte.

use super::product_by_definition;

/// A root of the modulus among the nimbers, the least of its 64.
const ROOT: u64 = 0x4028_84ca_01f7_c6b2;

/// Row *b* has the images of the numbers whose bits are all in byte *b*.
type ByteTables = [[u64; 256]; 8];

/// The powers of the root: a nimber for each power of *x*.
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

/// The nim-product, by 24 reads of tables and 13 multiplications of integers.
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
/// Integers are multiplied, of which only every fourth bit is set. If one of them has 15 bits at most, sums of bits are less than 16,
/// and carries stay in the gaps, of which nothing is kept in the end. So each polynomial is one of four coefficients in *x*, which are
/// polynomials in *x*^4, and they are multiplied by Karatsuba's rule. The four highest bits of the first are left for a
/// product of their own, in which they fill the gaps.
#[inline]
fn carryless_product(x: u64, y: u64) -> u128 {
    let spread = |z: u64| [z & FOURTHS, z >> 1 & FOURTHS, z >> 2 & FOURTHS, z >> 3 & FOURTHS];
    let (highest, x, y) = (x >> 60, spread(x & (u64::MAX >> 4)), spread(y));
    let low = product_of_pairs([x[0], x[1]], [y[0], y[1]]);
    let high = product_of_pairs([x[2], x[3]], [y[2], y[3]]);
    let both = product_of_pairs([x[0] ^ x[2], x[1] ^ x[3]], [y[0] ^ y[2], y[1] ^ y[3]]);
    let [cross_0, cross_1, cross_2] = [0, 1, 2].map(|place| both[place] ^ low[place] ^ high[place]);
    // The coefficients of x^4 and above are those of x^0 and above, one gap to the left.
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
    // What is carried past the end once more has three bits.
    let high = high ^ high >> 63 ^ high >> 61 ^ high >> 60;
    low ^ high ^ high << 1 ^ high << 3 ^ high << 4
}

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

/// The inverse of a linear map, which is given and found by its images of single bits.
const fn inverted(mut images: [u64; 64]) -> [u64; 64] {
    let mut inverse = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        inverse[bit] = 1 << bit;
        bit += 1;
    }
    // Sums of images, until each is a single bit; the same sums of what they are images of are the inverse.
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
