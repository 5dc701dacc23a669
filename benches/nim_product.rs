//! Products of nimbers of 64 bits, beside the textbook recursion. Every answer is asserted.

#[path = "../tests/library/support/naive_products.rs"]
mod naive_products;
use std::hint::black_box;

use grundy::Nimber;
use naive_products::recursive_product;

/// How many products are made in a row, each from the one before.
const PRODUCTS: u64 = 1000;

fn main() {
    let mut criterion = grundy_benches::criterion(1, 50);
    let mut group = criterion.benchmark_group("nim-product");
    let factor = Nimber::new(0x9e37_79b9_7f4a_7c15);
    let expected = factor.pow(PRODUCTS);
    group.bench_function("1000, each from the last", |bencher| {
        bencher.iter(|| {
            let product = (0..PRODUCTS).fold(Nimber::new(1), |power, _| power * black_box(factor));
            assert_eq!(product, expected);
        });
    });
    // The same number of products that do not wait for each other.
    let sum: Nimber = (0..PRODUCTS).map(|number| Nimber::new(number << 40) * factor).sum();
    group.bench_function("1000, independent", |bencher| {
        bencher.iter(|| {
            let found: Nimber = (0..PRODUCTS).map(|number| Nimber::new(number << 40) * black_box(factor)).sum();
            assert_eq!(found, sum);
        });
    });
    group.bench_function("1000, independent, textbook recursion", |bencher| {
        bencher.iter(|| {
            let products = (0..PRODUCTS).map(|number| recursive_product(number << 40, black_box(factor).get(), 64));
            assert_eq!(products.fold(0, |sum, product| sum ^ product), sum.get());
        });
    });
    group.finish();
}
