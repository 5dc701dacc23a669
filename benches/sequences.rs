//! Sequences of values of heaps: the algorithm that the engine chooses against every option tried. Every answer is asserted.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::Criterion;
use grundy::Control;
use grundy::heap::{Algorithm, Sequence, TakeAndBreak};

fn main() {
    let mut criterion = grundy_benches::criterion(2, 10);
    kayles(&mut criterion);
    sparse_spaces(&mut criterion);
    others(&mut criterion);
    callbacks(&mut criterion);
    periods(&mut criterion);
    criterion.final_summary();
}

fn extended(mut sequence: Sequence, heaps: usize) -> Sequence {
    match sequence.extend_to(heaps) {
        Ok(()) => sequence,
        Err(error) => unreachable!("so few heaps are no error: {error}"),
    }
}

fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap_or_else(|error| unreachable!("{error}"))
}

/// The value of the last heap and the largest of all.
fn last_and_largest(sequence: &Sequence) -> (u64, u64) {
    let values = sequence.values();
    let last = values.get(values.len() - 1).unwrap_or_default();
    (last, values.largest().map_or(0, |(largest, _)| largest))
}

/// The same 3000 heaps by each algorithm.
fn kayles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("0.77 to 3000");
    for algorithm in [Algorithm::EveryOption, Algorithm::Sets, Algorithm::Search, Algorithm::SparseSpace] {
        group.bench_function(algorithm.to_string(), |bencher| {
            bencher.iter(|| {
                let sequence = Sequence::with_algorithm(code("0.77"), algorithm);
                let sequence = sequence.unwrap_or_else(|error| unreachable!("{error}"));
                assert_eq!(last_and_largest(&extended(sequence, black_box(3000))), (7, 8));
            });
        });
    }
    group.finish();
}

/// From few rare heaps to many: 9, 16, 52, 131 and 1583.
fn sparse_spaces(criterion: &mut Criterion) {
    for (text, heaps, expected) in [
        ("0.77", 1_000_000, (8, 8)),
        ("0.454", 1_000_000, (4, 39)),
        ("0.16", 1_000_000, (3, 23)),
        ("0.354", 1_000_000, (14, 113)),
        ("0.6", 100_000, (39, 285)),
    ] {
        criterion.bench_function(&format!("{text} to {heaps}"), |bencher| {
            bencher.iter(|| {
                let sequence = extended(Sequence::new(code(text)), black_box(heaps));
                assert_eq!(last_and_largest(&sequence), expected, "{text}");
            });
        });
    }
}

fn others(criterion: &mut Criterion) {
    for (text, heaps, expected) in
        [("0.007", 20_000, (143, 392)), ("4!.0", 65_536, (84, 230)), ("0.[3]", 100_000, (99_999, 99_999))]
    {
        criterion.bench_function(&format!("{text} to {heaps}"), |bencher| {
            bencher.iter(|| {
                let sequence = extended(Sequence::new(code(text)), black_box(heaps));
                assert_eq!(last_and_largest(&sequence), expected, "{text}");
            });
        });
    }
}

/// The same heaps without a callback and with one that does nothing, by each algorithm: the times are to differ by no more than 3 %.
fn callbacks(criterion: &mut Criterion) {
    for (text, heaps, algorithm, expected) in [
        ("0.104", 4_000_000, Algorithm::SparseSpace, (1, 27)),
        ("0.454", 1_000_000, Algorithm::SparseSpace, (4, 39)),
        ("0.354", 1_000_000, Algorithm::SparseSpace, (14, 113)),
        ("0.6", 150_000, Algorithm::SparseSpace, (201, 291)),
        ("0.007", 20_000, Algorithm::Search, (143, 392)),
        ("0.[3]", 100_000, Algorithm::Sets, (99_999, 99_999)),
        ("0.77", 3000, Algorithm::EveryOption, (7, 8)),
    ] {
        let none_yet =
            || Sequence::with_algorithm(code(text), algorithm).unwrap_or_else(|error| unreachable!("{error}"));
        let mut group = criterion.benchmark_group(format!("{text} to {heaps}, {algorithm}"));
        group.bench_function("alone", |bencher| {
            bencher.iter(|| {
                let sequence = extended(none_yet(), black_box(heaps));
                assert_eq!(last_and_largest(&sequence), expected, "{text}");
            });
        });
        group.bench_function("with a callback", |bencher| {
            bencher.iter(|| {
                let control = Control::new().watched(|_| ControlFlow::Continue(()));
                let mut sequence = none_yet().with_control(control);
                let result = sequence.extend_to(black_box(heaps));
                assert!(result.is_ok(), "{text}: {result:?}");
                assert_eq!(last_and_largest(&sequence), expected, "{text}");
            });
        });
        group.finish();
    }
}

/// The search for a period, and its proof, in a sequence that is there.
fn periods(criterion: &mut Criterion) {
    let sequence = extended(Sequence::new(code("0.16")), 509_622);
    criterion.bench_function("period of 0.16", |bencher| {
        bencher.iter(|| {
            let periodicity = black_box(&sequence).periodicity();
            let proved = periodicity.proved().map(|proved| (proved.preperiod(), proved.period()));
            assert_eq!(proved, Some((105_351, 149_459)));
        });
    });
}
