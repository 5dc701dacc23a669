//! The ordinals α_*p*: the *p*-th powers of ω^ω^*k*, where *p* is the odd prime with the index *k*.
//!
//! Theorem (Lenstra): let *h* be the order of 2 modulo *p*. Then α_*p* = κ_*h* + *m*, where *m* is finite, the excess of *p*. Here κ_*q* of a prime power *q*
//! is 2^2^(*n* − 1) for *q* = 2^*n*, and ω^(ω^*k* *p*^(*n* − 1)) for *q* = *p*^*n* with the odd prime *p* of index *k*. For any other *h*, let *q* be the
//! power of its smallest prime that divides it exactly, and *g* = *h*/*q*: then κ_*h* is κ_*g* if *q* divides the degree of κ_*g*, else κ_*g* + κ_*q*. The degree of a
//! number is that of the smallest field with it: 2 to this power is the number of elements of that field.
//!
//! By hand, for *p* = 13: 2 has the order 12 = 4 · 3. The degree of κ₃ = ω is 6, since ω³ = 2 lies in the field of 4 elements. 4 does not divide 6,
//! so κ₁₂ = κ₃ + κ₄ = ω + 4. The excess of 13 is 0, so α₁₃ = ω + 4.

use std::sync::LazyLock;

use super::{Exponent, OrdinalNimber};
use crate::nimber::Nimber;

/// The number of odd primes from 3 to 281.
pub(super) const COUNT: usize = 59;

/// The excesses of the odd primes from 3 to 281. Source: OEIS A380496, which has them by Conway, Lenstra, Le Bruyn and Siegel.
const EXCESSES: [u64; COUNT] = [
    0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 4, 1,
    0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0,
];

/// A prime, and α of it.
struct Root {
    prime: u64,
    /// The largest power of the prime below 2^64.
    limit: u64,
    alpha: OrdinalNimber,
    /// The degree of α.
    degree: u64,
}

static ROOTS: LazyLock<Vec<Root>> = LazyLock::new(|| {
    // Trial division is enough for 59 primes. `zip` with the excesses ends the list.
    let primes = (3_u64..).filter(|number| (2..*number).all(|divisor| !number.is_multiple_of(divisor)));
    let mut roots: Vec<Root> = Vec::with_capacity(COUNT);
    for (prime, excess) in primes.zip(EXCESSES) {
        // The order of 2 divides *p* − 1, so all its odd primes are smaller, and their roots are in the list.
        let (kappa, degree) = kappa(order_of_two(prime), &roots);
        // A sum, as everywhere while the list is made: a product would ask for the list itself.
        let alpha = &kappa + &OrdinalNimber::from(excess);
        let limit = prime.pow(u64::MAX.ilog(prime));
        roots.push(Root { prime, limit, alpha, degree: common_multiple(degree, degree_of_finite(excess)) });
    }
    roots
});

/// The odd prime with this index: 3, 5, 7, ...
pub(super) fn prime(index: usize) -> u64 {
    ROOTS[index].prime
}

/// The largest power of that prime which is below 2^64.
pub(super) fn limit(index: usize) -> u64 {
    ROOTS[index].limit
}

/// The *p*-th power of ω^ω^`index`, where *p* is the prime with this index.
pub(super) fn alpha(index: usize) -> &'static OrdinalNimber {
    &ROOTS[index].alpha
}

/// κ of a number, and its degree, given the roots of all smaller odd primes.
fn kappa(number: u64, roots: &[Root]) -> (OrdinalNimber, u64) {
    let (mut kappa, mut degree) = (OrdinalNimber::ZERO, 1_u64);
    let mut take_in = |power: u64, of_power: OrdinalNimber, its_degree: u64| {
        // If *q* divides the degree of what is there already, κ stays the same.
        if !degree.is_multiple_of(power) {
            kappa = &kappa + &of_power;
            degree = common_multiple(degree, its_degree);
        }
    };
    // From the largest prime to the smallest.
    // The theorem takes off the power of the smallest prime: κ of the rest is needed first. So 2 comes last.
    for (index, root) in roots.iter().enumerate().rev() {
        let power = power_in(number, root.prime);
        if power > 1 {
            let mut exponent = vec![0; index];
            // For *q* = *p*^*n*, the number at the prime's index is *p*^(*n* − 1).
            exponent.push(power / root.prime);
            take_in(power, OrdinalNimber::term(Exponent(exponent), Nimber::new(1)), power * root.degree);
        }
    }
    let power = power_in(number, 2);
    if power > 1 {
        // κ of 2^*n* is 2^2^(*n* − 1), and `power` is 2^*n*.
        take_in(power, OrdinalNimber::from(1 << (power / 2)), power);
    }
    (kappa, degree)
}

/// The power of a prime that divides the number exactly.
fn power_in(number: u64, prime: u64) -> u64 {
    let mut power = 1;
    while number.is_multiple_of(power * prime) {
        power *= prime;
    }
    power
}

/// The least *h* for which 2^*h* is 1 modulo an odd prime.
fn order_of_two(prime: u64) -> u64 {
    // `power` is 2^`order` modulo the prime. The prime is odd, so 1 comes.
    let (mut power, mut order) = (2, 1);
    while power > 1 {
        power = power * 2 % prime;
        order += 1;
    }
    order
}

/// The degree of a finite nimber: those below 2^2^*n* are a field.
fn degree_of_finite(nimber: u64) -> u64 {
    let mut degree = 1;
    while nimber >> degree > 0 {
        // The fields of finite nimbers have degrees 1, 2, 4, 8, ..
        degree *= 2;
    }
    degree
}

fn common_multiple(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    one / a * other
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index_of(prime: u64) -> usize {
        ROOTS.iter().position(|root| root.prime == prime).unwrap()
    }

    /// The degree by its definition: how often a number must be squared to come back.
    fn degree(number: &OrdinalNimber) -> u64 {
        let mut power = number * number;
        let mut degree = 1;
        while power != *number {
            power = &power * &power;
            degree += 1;
        }
        degree
    }

    /// Whether a number of the field with 2^`degree` elements has a root there whose exponent is the prime: its power with the exponent
    /// (2^`degree` − 1) / `prime` is 1. The bits of that exponent come from a long division.
    fn has_root(number: &OrdinalNimber, degree: u64, prime: u64) -> bool {
        let (mut power, mut rest) = (OrdinalNimber::from(1), 0);
        for _ in 0..degree {
            power = &power * &power;
            rest = 2 * rest + 1;
            if rest >= prime {
                rest -= prime;
                power = &power * number;
            }
        }
        assert_eq!(rest, 0, "the order of the field's units is a multiple of {prime}");
        power == OrdinalNimber::from(1)
    }

    #[test]
    fn the_last_prime_is_281() {
        assert_eq!((ROOTS.len(), ROOTS.last().unwrap().prime), (COUNT, 281));
    }

    /// Lenstra's table of 1977, after Conway's first three rows.
    #[test]
    fn first_roots_are_the_published_ones() {
        let published = [
            (3, "2"),
            (5, "4"),
            (7, "ω + 1"),
            (11, "ω^ω + 1"),
            (13, "ω + 4"),
            (17, "16"),
            (19, "ω^3 + 4"),
            (23, "ω^ω^3 + 1"),
            (29, "ω^ω^2 + 4"),
            (31, "ω^ω + 1"),
            (37, "ω^3 + 4"),
            (41, "ω^ω + 1"),
            (43, "ω^ω^2 + 1"),
        ];
        for ((prime, alpha), root) in published.into_iter().zip(ROOTS.iter()) {
            assert_eq!((root.prime, root.alpha.to_string()), (prime, alpha.to_owned()));
        }
    }

    /// The degrees of α of the primes 263 and 283 are named in the comment of OEIS A380496.
    #[test]
    fn degrees_are_the_published_ones() {
        assert_eq!(ROOTS[index_of(263)].degree, 102_180);
        assert_eq!(kappa(order_of_two(283), &ROOTS).1, 237_820);
    }

    /// The definition of α, wherever its field is small: it has no root, and no smaller number with the same κ is without one.
    #[test]
    fn alpha_is_the_least_number_without_a_root() {
        let mut checked = 0;
        for (root, excess) in ROOTS.iter().zip(EXCESSES).filter(|(root, _)| root.degree <= 60) {
            assert_eq!(degree(&root.alpha), root.degree, "{}", root.prime);
            assert!(!has_root(&root.alpha, root.degree, root.prime), "{}", root.prime);
            for smaller in 1..=excess {
                let smaller = &root.alpha + &OrdinalNimber::from(excess ^ (excess - smaller));
                // The field that has all roots of unity of this exponent.
                let field = common_multiple(degree(&smaller), order_of_two(root.prime));
                assert!(has_root(&smaller, field, root.prime), "{}: {smaller}", root.prime);
            }
            checked += 1;
        }
        assert!(checked >= 10, "{checked}");
    }
}
