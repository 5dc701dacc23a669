//! Primes.

use std::sync::LazyLock;

/// Numbers below this one are looked up in a list, which takes some 13 KB. A guard: the list is made in less than a millisecond.
const LISTED: u64 = 1 << 16;

/// The primes below [`LISTED`] in ascending order, by the sieve of Eratosthenes.
static SMALL: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let numbers = 0..=u16::MAX;
    let mut is_left: Vec<bool> = numbers.clone().map(|number| number > 1).collect();
    for number in 2..usize::from(u8::MAX) {
        if is_left[number] {
            // Smaller multiples have a smaller prime factor.
            (number * number..is_left.len()).step_by(number).for_each(|multiple| is_left[multiple] = false);
        }
    }
    numbers.filter(|number| is_left[usize::from(*number)]).collect()
});

/// The primes up to a number, in ascending order.
pub(super) fn primes_to(most: u64) -> impl Iterator<Item = u64> {
    let small = SMALL.iter().map(|prime| u64::from(*prime)).take_while(move |prime| *prime <= most);
    small.chain((LISTED..=most).filter(|number| is_prime(*number)))
}

/// Whether a number is a prime: by the list of small ones, or by the test of Miller and Rabin.
///
/// Theorem (Sorenson and Webster 2015): for numbers below 2^64 the first twelve primes as bases decide; below 3 215 031 751 the first four do
/// (Pomerance, Selfridge and Wagstaff 1980).
pub(super) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Ok(small) = u16::try_from(number) {
        return SMALL.binary_search(&small).is_ok();
    }
    if BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return false;
    }
    let product = |one: u64, other: u64| match one.checked_mul(other) {
        Some(product) => product % number,
        None => u64::try_from(u128::from(one) * u128::from(other) % u128::from(number))
            .expect("a remainder is below the number"),
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
    let bases = if number < 3_215_031_751 { &BASES[..4] } else { &BASES };
    bases.iter().all(|base| {
        let first = power(*base, (number - 1) >> twos);
        let mut squares = std::iter::successors(Some(first), |last| Some(product(*last, *last))).take(twos as usize);
        first == 1 || squares.any(|square| square == number - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::{is_prime, primes_to};

    /// By division, across the end of the list and the number from which on there are more bases.
    #[test]
    fn primes_have_no_divisors() {
        let has_none = |number: u64| number > 1 && !(2..=number.isqrt()).any(|divisor| number.is_multiple_of(divisor));
        let near = (3_215_031_751 - 20..3_215_031_751 + 20).chain((1 << 32) - 20..(1 << 32) + 20);
        for number in (0..70_000).chain(near) {
            assert_eq!(is_prime(number), has_none(number), "{number}");
        }
        for most in (0..300).chain((1 << 16) - 20..(1 << 16) + 40) {
            assert!(primes_to(most).eq((0..=most).filter(|number| is_prime(*number))), "up to {most}");
        }
        // π(10^5).
        assert_eq!(primes_to(100_000).count(), 9592);
    }
}
