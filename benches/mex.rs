//! The mex of few and of many values. Every answer is asserted.

use std::hint::black_box;

use grundy::{Nimber, mex};

fn main() {
    let mut criterion = grundy_benches::criterion(1, 50);
    let mut group = criterion.benchmark_group("mex");
    for (name, values, expected) in [
        ("of 5 values", vec![1, 2, 0, 3, 3], 4),
        ("of 100 values below 16", jumping(100).into_iter().map(|value| value % 16).collect(), 16),
        ("of 100 values", jumping(100), 100),
        ("of 10000 values", jumping(10_000), 10_000),
        ("of 10000 large values", jumping(10_000).into_iter().map(|value| value + (1 << 60)).collect(), 0),
    ] {
        let values: Vec<Nimber> = values.into_iter().map(Nimber::new).collect();
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(mex(black_box(&values).iter().copied()), Nimber::new(expected)));
        });
    }
    group.finish();
}

/// All numbers below `count`, which must not be a multiple of 7, in an order that jumps about.
fn jumping(count: u64) -> Vec<u64> {
    // 7 and `count` have no common factor, so each number below `count` occurs once.
    (0..count).map(|place| place * 7 % count).collect()
}
