//! Infinite nimbers: the laws of a field, published roots, and the nimbers among them.

use std::cmp::Ordering;

use grundy::{Nimber, OrdinalNimber};
use proptest::collection::vec;
use proptest::prelude::*;

fn power(exponent: &[u64]) -> OrdinalNimber {
    OrdinalNimber::power_of_omega(exponent.iter().copied()).unwrap()
}

/// Few terms, whose exponents have digits in the bases 3, 5, 7 and 11.
fn ordinals() -> impl Strategy<Value = OrdinalNimber> {
    let exponent = (0..27_u64, 0..25_u64, 0..7_u64, 0..11_u64).prop_map(|(a, b, c, d)| [a, b, c, d]);
    let term = (exponent, any::<u64>()).prop_map(|(exponent, size)| power(&exponent) * OrdinalNimber::from(size));
    vec(term, 0..4).prop_map(|terms| terms.into_iter().fold(OrdinalNimber::ZERO, |sum, term| sum + term))
}

proptest! {
    #[test]
    fn the_ordinals_are_a_field_of_characteristic_two(a in ordinals(), b in ordinals(), c in ordinals()) {
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &(&b + &c), &a * &b + &a * &c);
        prop_assert!((&a + &a).is_zero());
        prop_assert_eq!((&a * &b).is_zero(), a.is_zero() || b.is_zero());
        prop_assert_eq!(&a * &OrdinalNimber::from(1), a);
    }

    #[test]
    fn finite_ordinals_are_nimbers(a: u64, b: u64) {
        let (x, y) = (Nimber::new(a), Nimber::new(b));
        prop_assert_eq!(OrdinalNimber::from(a) + OrdinalNimber::from(b), (x + y).into());
        prop_assert_eq!(OrdinalNimber::from(a) * OrdinalNimber::from(b), (x * y).into());
        prop_assert_eq!((OrdinalNimber::from(x) * OrdinalNimber::from(y)).finite(), Some(x * y));
        prop_assert_eq!(OrdinalNimber::from(a).cmp(&OrdinalNimber::from(b)), a.cmp(&b));
    }
}

/// The sum of the powers of ω with each other number of a range as the exponent, put together from halves.
fn every_other(first: u64, end: u64) -> OrdinalNimber {
    if end - first <= 2 {
        return power(&[first]);
    }
    let middle = first + (end - first) / 4 * 2;
    every_other(first, middle) + every_other(middle, end)
}

/// Each term of a sum is that of one number, or the sum of two with the same exponent.
#[test]
fn sums_merge_the_terms() {
    let sum = |numbers: &[u64]| {
        numbers
            .iter()
            .rev()
            .fold(OrdinalNimber::ZERO, |sum, number| sum + power(&[number / 4]) * OrdinalNimber::from(number % 4))
    };
    for (ours, theirs, expected) in [
        (&[][..], &[][..], &[][..]),
        (&[9, 2], &[], &[9, 2]),
        (&[9, 2], &[13, 6], &[13, 9, 6, 2]),
        (&[13, 9, 6, 2], &[13, 6], &[9, 2]),
        (&[13, 9, 2], &[15, 9, 1], &[14, 3]),
    ] {
        assert_eq!((sum(ours) + sum(theirs), sum(theirs) + sum(ours)), (sum(expected), sum(expected)));
    }
    let (even, odd) = (every_other(2, 2050), every_other(3, 2051));
    let merged = &odd + &even;
    assert!(merged.terms().map(|(exponent, _)| exponent[0]).eq((2..2050).rev()));
    assert!((&merged + &even) == odd && (merged + odd) == even);
}

proptest! {
    // The factors of twelve are dear.
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Squaring is additive in characteristic 2, and a power is a repeated product.
    #[test]
    fn powers_are_products(a in ordinals(), b in ordinals(), exponent in 0..12_u64) {
        prop_assert_eq!((&a + &b).pow(2), a.pow(2) + b.pow(2));
        let product = (0..exponent).fold(OrdinalNimber::from(1), |product, _| &product * &a);
        prop_assert_eq!(a.pow(exponent), product);
    }
}

/// ONAG, ch. 6: ω is a cube root of 2, ω^3 a cube root of ω, ω^ω a fifth root of 4, ω^ω^2 a seventh root of ω + 1. Lenstra, 1977: the others.
#[test]
fn published_roots() {
    let omega = OrdinalNimber::omega;
    let finite = OrdinalNimber::from;
    assert_eq!(omega().pow(3), finite(2));
    assert_eq!(power(&[3]).pow(3), omega());
    assert_eq!(power(&[9]).pow(3), power(&[3]));
    assert_eq!(power(&[0, 1]).pow(5), finite(4));
    assert_eq!(power(&[0, 5]).pow(5), power(&[0, 1]));
    assert_eq!(power(&[0, 0, 1]).pow(7), omega() + finite(1));
    assert_eq!(power(&[0, 0, 0, 1]).pow(11), power(&[0, 1]) + finite(1));
    assert_eq!(power(&[0, 0, 0, 0, 1]).pow(13), omega() + finite(4));
    assert_eq!(power(&[0, 0, 0, 0, 0, 1]).pow(17), finite(16));
    assert_eq!(power(&[0, 0, 0, 0, 0, 0, 1]).pow(19), power(&[3]) + finite(4));
}

/// The definition of a product from below: no *a*′*b* + *ab*′ + *a*′*b*′ with smaller numbers equals *ab*.
#[test]
fn no_smaller_pair_has_the_product() {
    let numbers: Vec<OrdinalNimber> = (0..3_u64)
        .flat_map(|squares| (0..3_u64).flat_map(move |omegas| (0..3_u64).map(move |ones| [squares, omegas, ones])))
        .map(|[squares, omegas, ones]| {
            power(&[2]) * OrdinalNimber::from(squares)
                + OrdinalNimber::omega() * OrdinalNimber::from(omegas)
                + OrdinalNimber::from(ones)
        })
        .collect();
    assert!(numbers.is_sorted_by(|one, other| one.cmp(other) == Ordering::Less));
    let products: Vec<Vec<_>> = numbers.iter().map(|left| numbers.iter().map(|right| left * right).collect()).collect();
    for (a, left) in numbers.iter().enumerate() {
        for (b, right) in numbers.iter().enumerate() {
            for less in 0..a {
                for fewer in 0..b {
                    let smaller = &(&products[less][b] + &products[a][fewer]) + &products[less][fewer];
                    assert_ne!(smaller, products[a][b], "{left} times {right}");
                }
            }
        }
    }
}

#[test]
fn ordinals_are_ordered_by_their_largest_powers() {
    let ascending = [
        OrdinalNimber::ZERO,
        OrdinalNimber::from(u64::MAX),
        OrdinalNimber::omega(),
        OrdinalNimber::omega() + OrdinalNimber::from(7),
        OrdinalNimber::omega() * OrdinalNimber::from(2),
        power(&[3_u64.pow(40) - 1]),
        power(&[0, 1]),
        power(&[1, 1]),
        power(&[0, 2]),
        power(&[0, 0, 1]),
    ];
    assert!(ascending.is_sorted_by(|one, other| one < other));
}

#[test]
fn the_normal_form_is_written() {
    let sum = power(&[1, 2]) * OrdinalNimber::from(4) + OrdinalNimber::omega() * OrdinalNimber::from(2);
    assert_eq!((sum + OrdinalNimber::from(3)).to_string(), "ω^(ω·2+1)·4 + ω·2 + 3");
    assert_eq!(OrdinalNimber::ZERO.to_string(), "0");
}
