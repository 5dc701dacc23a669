//! Nim-products as a textbook defines them.

/// The product of numbers of `bits` bits, by four products of halves and one with half the Fermat power.
pub(crate) fn recursive_product(x: u64, y: u64, bits: u32) -> u64 {
    if bits == 1 || x < 2 || y < 2 {
        return x * y;
    }
    let half = bits / 2;
    let low = (1 << half) - 1;
    let (a, b, c, d) = (x >> half, x & low, y >> half, y & low);
    let ac = recursive_product(a, c, half);
    let cross = recursive_product(a, d, half) ^ recursive_product(b, c, half) ^ ac;
    cross << half | recursive_product(b, d, half) ^ recursive_product(ac, 1 << (half - 1), half)
}
