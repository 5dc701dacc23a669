//! The nim-product: its definition on small nimbers, and the laws of a field on all.

use crate::support::naive_products::recursive_product;
use grundy::{DivisionByZeroError, Nimber};
use proptest::prelude::*;

/// The table of products below `size`, by definition: the least number that is no *a*′*b* + *ab*′ + *a*′*b*′.
fn table(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0_u64; size]; size];
    for a in 0..size {
        for b in 0..size {
            let smaller = (0..a).flat_map(|less| (0..b).map(move |fewer| (less, fewer)));
            let taken: Vec<u64> =
                smaller.map(|(less, fewer)| table[less][b] ^ table[a][fewer] ^ table[less][fewer]).collect();
            table[a][b] = (0..=taken.len() as u64).find(|value| !taken.contains(value)).unwrap();
        }
    }
    table
}

#[test]
fn products_are_the_definition() {
    let table = table(40);
    for (a, row) in (0..).zip(&table) {
        for (b, product) in (0..).zip(row) {
            assert_eq!((Nimber::new(a) * Nimber::new(b)).get(), *product, "{a} {b}");
        }
    }
}

#[test]
fn fermat_powers_multiply_as_numbers_and_square_to_three_halves() {
    for power in [1_u64 << 1, 1 << 2, 1 << 4, 1 << 8, 1 << 16, 1 << 32] {
        let nimber = Nimber::new(power);
        assert_eq!(nimber * nimber, Nimber::new(power / 2 * 3));
        for smaller in [0, 1, power / 2, power - 1] {
            assert_eq!(nimber * Nimber::new(smaller), Nimber::new(power * smaller), "{power} {smaller}");
        }
    }
}

#[test]
fn zero_has_no_inverse() {
    assert_eq!(Nimber::ZERO.inverse(), Err(DivisionByZeroError));
    assert_eq!(Nimber::new(5).divided_by(Nimber::ZERO), Err(DivisionByZeroError));
    assert_eq!(Nimber::ZERO.pow(0), Nimber::new(1));
    assert_eq!(Nimber::ZERO.square_root(), Nimber::ZERO);
}

/// Both products are linear in each factor, so the products of single bits decide.
#[test]
fn products_of_powers_of_two_are_those_of_the_recursion() {
    for one in 0..64 {
        for other in 0..=one {
            let (x, y) = (1 << one, 1 << other);
            assert_eq!((Nimber::new(x) * Nimber::new(y)).get(), recursive_product(x, y, 64), "{one} {other}");
        }
    }
}

fn nimbers() -> impl Strategy<Value = Nimber> {
    (any::<u64>(), 0..64_u32).prop_map(|(bits, shift)| Nimber::new(bits >> shift))
}

proptest! {
    #[test]
    fn nimbers_are_a_field(a in nimbers(), b in nimbers(), c in nimbers()) {
        prop_assert_eq!(a * b, b * a);
        prop_assert_eq!(a * (b * c), a * b * c);
        prop_assert_eq!(a * (b + c), a * b + a * c);
        prop_assert_eq!(a * Nimber::new(1), a);
        if !a.is_zero() {
            prop_assert_eq!(a * a.inverse().unwrap(), Nimber::new(1));
            prop_assert_eq!((b * a).divided_by(a), Ok(b));
        }
        prop_assert_eq!([a, b, c].into_iter().product::<Nimber>(), a * b * c);
    }

    #[test]
    fn products_are_those_of_the_recursion(a in nimbers(), b in nimbers()) {
        prop_assert_eq!((a * b).get(), recursive_product(a.get(), b.get(), 64));
    }

    #[test]
    fn roots_solve_their_equations(c in nimbers()) {
        let root = c.square_root();
        prop_assert_eq!(root * root, c);
        prop_assert_eq!(c.pow(5), c * c * c * c * c);
        match c.root_of_square_plus_itself() {
            Some(x) => {
                prop_assert_eq!(x * x + x, c);
                prop_assert_eq!(x.get() % 2, 0);
            }
            None => prop_assert!(c.get() >= 1 << 63),
        }
        let squares_plus = c * c + c;
        prop_assert!(squares_plus.root_of_square_plus_itself().is_some());
    }
}
