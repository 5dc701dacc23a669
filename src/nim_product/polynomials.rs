//! Fast nim-products, by multiplication of polynomials.
//!
//! All fields of 2^64 elements are isomorphic. Here the field of nimbers is mapped to polynomials over the field of two elements, modulo
//! *m* = *x*^64 + *x*^4 + *x*^3 + *x* + 1. The inverse map replaces *x* by a nimber that is a root of *m*. Both maps are linear, so each
//! is a table of 256 entries for each of the eight bytes. A product is: map both nimbers, multiply the polynomials, reduce the product
//! modulo *m*, map it back.

/// A linear map. Row *b* has the images of the numbers whose bits are all in byte *b*.
type ByteTables = [[u64; 256]; 8];

/// The nimber for each power of *x*: the powers of a root of the modulus *m*, the least of its 64 roots. Written as numbers, since the compiler
/// would take half a second of each build to compute them from the definition of the nim-product. A test computes them.
#[rustfmt::skip]
const POWERS_OF_ROOT: [u64; 64] = [
    0x0000_0000_0000_0001, 0x4028_84ca_01f7_c6b2, 0x67b6_b273_8ceb_d285, 0x450a_aea4_fb02_6608,
    0x5733_3e32_7abe_c1b2, 0x7add_1bd6_1561_8254, 0x6071_ef5f_02cc_6611, 0x2bcb_6c59_c789_876d,
    0x7b4c_9fe6_5c7e_330a, 0x5940_4d1b_ea4f_bfea, 0x4522_9857_d7ef_fc07, 0x1ab3_375b_cd0a_f1ed,
    0x533e_1b5a_a5dd_f056, 0x7bdc_ca44_3fad_bb21, 0x3b6d_1ced_559c_ac31, 0x58d0_f5c0_b6cf_6189,
    0x4465_899f_cf2f_1126, 0x603b_1f59_c987_8c1d, 0x73d5_05dd_d1ee_e2f4, 0x3914_0f0e_4e46_b813,
    0x6048_dd5e_2d6e_192d, 0x5137_ebb2_5487_822a, 0x160d_35aa_dd75_5121, 0x0ff5_2b20_ad95_a316,
    0x7d36_3e41_1696_aa03, 0x43aa_03fe_d988_78da, 0x44a3_e654_212c_7680, 0x0f59_0799_b41d_d6f6,
    0x23df_5fe4_317c_23b0, 0x3076_8845_d433_7f81, 0x7293_b3a1_9b3d_9965, 0x7ed8_5acc_4447_bd43,
    0x61ab_a5e9_1eb2_264f, 0x29e4_b91f_f4a9_ee3c, 0x5357_a13c_b6be_4e83, 0x6717_df64_a10d_80db,
    0x494f_77aa_daac_7b5c, 0x15e0_1d1e_f73c_7810, 0x20d8_f54f_16c7_3adb, 0x5bd0_5ded_6dd9_fd64,
    0x531e_f2bd_fe33_77fd, 0x0812_e642_a8e2_80f2, 0x7e7a_321b_5fc2_548b, 0x1483_56aa_593f_06ff,
    0x1d67_c92d_58e0_3396, 0x0f77_3c35_7014_afae, 0x09c2_ccdb_6aa4_117e, 0x5f56_e3db_6677_32eb,
    0x4110_900b_6ac1_097a, 0x01bd_2030_3c3d_d7c2, 0x65ab_c5c4_ea76_7c39, 0x08e8_afc3_2fd4_25b6,
    0x6117_0a7b_c5c5_4288, 0x4c60_6104_313c_d779, 0x0923_d24e_116c_2748, 0x240f_69db_d652_00f9,
    0x3693_5ed2_bb5e_7382, 0x371a_9fb6_1e05_8623, 0x2ce8_04a2_183b_084a, 0x23ab_63a7_3787_cfeb,
    0x48ad_61e8_d632_c532, 0xaede_7f7b_ed8d_5e21, 0x4355_8cbc_d7d5_6a92, 0xd155_2b75_292a_6e2e,
];

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
    // Part *i* holds the coefficients of *x*^*i*, *x*^(*i* + 4), *x*^(*i* + 8), .., each at the lowest of four bits.
    let spread = |z: u64| [z & FOURTHS, z >> 1 & FOURTHS, z >> 2 & FOURTHS, z >> 3 & FOURTHS];
    let (highest, x, y) = (x >> 60, spread(x & (u64::MAX >> 4)), spread(y));
    // Karatsuba's rule twice: parts 0 and 1 are the low half, parts 2 and 3 the high half. These are nine
    // multiplications; the four with the highest bits make 13.
    let low = product_of_pairs([x[0], x[1]], [y[0], y[1]]);
    let high = product_of_pairs([x[2], x[3]], [y[2], y[3]]);
    let both = product_of_pairs([x[0] ^ x[2], x[1] ^ x[3]], [y[0] ^ y[2], y[1] ^ y[3]]);
    // What belongs to *x*^2, *x*^3 and *x*^4. The lowest of each four bits is the parity of its column, so xor adds
    // polynomials; the bits between are masked out at the end.
    let [cross_0, cross_1, cross_2] = [0, 1, 2].map(|place| both[place] ^ low[place] ^ high[place]);
    // x^4, x^5 and x^6 are the coefficients of x^0, x^1 and x^2 moved to the left by one group of four bits.
    let coefficients =
        [low[0] ^ (cross_2 ^ high[0]) << 4, low[1] ^ high[1] << 4, low[2] ^ cross_0 ^ high[2] << 4, cross_1];
    let with_highest = y.map(|part| integer_product(part, highest));
    let in_one = |parts: [u128; 4]| parts[0] ^ parts[1] << 1 ^ parts[2] << 2 ^ parts[3] << 3;
    // The four highest bits of the first factor go back to their place: 60 places to the left.
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
    // Loops by `while`, since a constant function has no `for`.
    while place < 8 {
        let mut byte: usize = 1;
        while byte < 256 {
            // The image of a byte is that of the byte without its lowest bit, which is in the table already, plus that
            // of this bit.
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
        // There is a pivot, since the map is a bijection.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The nim-product of two numbers of this number of bits, computed from the definition.
    fn product_by_definition(x: u64, y: u64, bits: u32) -> u64 {
        if x < 2 || y < 2 {
            return x * y;
        }
        let half = bits / 2;
        let low = (1 << half) - 1;
        let (a, b, c, d) = (x >> half, x & low, y >> half, y & low);
        let (ac, bd) = (product_by_definition(a, c, half), product_by_definition(b, d, half));
        let cross = product_by_definition(a ^ b, c ^ d, half) ^ bd;
        cross << half | bd ^ product_by_definition(ac, 1 << (half - 1), half)
    }

    #[test]
    fn powers_of_a_root_of_the_modulus() {
        let root = POWERS_OF_ROOT[1];
        assert_eq!(POWERS_OF_ROOT[0], 1);
        for pair in POWERS_OF_ROOT.windows(2) {
            assert_eq!(pair[1], product_by_definition(pair[0], root, 64));
        }
        // x^64 + x^4 + x^3 + x + 1
        let power_64 = product_by_definition(POWERS_OF_ROOT[63], root, 64);
        assert_eq!(power_64 ^ POWERS_OF_ROOT[4] ^ POWERS_OF_ROOT[3] ^ root ^ 1, 0);
    }
}
