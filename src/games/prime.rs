//! Primes.

/// The test of Miller and Rabin. Theorem (Sorenson and Webster 2015): for numbers below 2^64 the first twelve primes as bases decide.
pub(super) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return BASES.contains(&number);
    }
    let product = |one: u64, other: u64| {
        u64::try_from(u128::from(one) * u128::from(other) % u128::from(number))
            .expect("a remainder is below the number")
    };
    // Binary powers from the highest bit of the exponent on.
    let power = |base: u64, exponent: u64| {
        let bits = (0..64 - exponent.leading_zeros()).rev();
        bits.fold(1, |power, bit| {
            let square = product(power, power);
            if exponent >> bit & 1 == 1 { product(square, base) } else { square }
        })
    };
    // number − 1 = odd · 2^twos. For a prime, base^odd is 1, or one of its first `twos` squares in a row, itself
    // included, is −1.
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let first = power(*base, (number - 1) >> twos);
        let mut squares = std::iter::successors(Some(first), |last| Some(product(*last, *last))).take(twos as usize);
        first == 1 || squares.any(|square| square == number - 1)
    })
}
