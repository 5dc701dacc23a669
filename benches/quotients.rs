//! Misère quotients: finding, verifying and playing them, beside brute force. Every answer is asserted.

use std::hint::black_box;

use criterion::Criterion;
use grundy::heap::TakeAndBreak;
use grundy::misere::quotient::{MisereQuotient, QuotientSearch};
use grundy::{Control, Method, Outcome, Play, Solver};

fn main() {
    let mut criterion = grundy_benches::criterion(2, 10);
    finding(&mut criterion);
    verifying(&mut criterion);
    playing(&mut criterion);
    criterion.final_summary();
}

fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap_or_else(|error| unreachable!("{error}"))
}

fn of_all(text: &str) -> MisereQuotient {
    let mut search = QuotientSearch::new(code(text));
    search.certify(400).unwrap_or_else(|error| unreachable!("{error}"));
    search.into_quotient()
}

fn of_heaps_below(text: &str, heaps: usize) -> MisereQuotient {
    let mut search = QuotientSearch::new(code(text));
    search.extend_to(heaps).unwrap_or_else(|error| unreachable!("{error}"));
    search.into_quotient()
}

/// The quotients of all heaps, with the proof; and of Dawson's Kayles below 30.
fn finding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("find");
    for (text, order) in [("0.77", 40), ("0.15", 42), ("0.72", 24), ("0.53", 16), ("0.75", 8)] {
        group.bench_function(text, |bencher| {
            bencher.iter(|| assert_eq!(of_all(black_box(text)).monoid().order(), order));
        });
    }
    group.bench_function("0.07 below 30", |bencher| {
        bencher.iter(|| assert_eq!(of_heaps_below("0.07", black_box(30)).monoid().order(), 176));
    });
    group.finish();
}

fn verifying(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("verify");
    let kayles = of_all("0.77");
    group.bench_function("0.77", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&kayles).verify(&mut Control::new()), Ok(47)));
    });
    group.finish();
}

/// Who wins six rows of Kayles in misère play, and how: by the quotient, and by a search on whole positions.
fn playing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play");
    let kayles = of_all("0.77");
    let rows = [9_u128, 8, 7, 6, 5, 4];
    group.bench_function("outcome by quotient", |bencher| {
        bencher.iter(|| assert_eq!(kayles.misere_outcome(black_box(rows)), Some(Outcome::N)));
    });
    group.bench_function("winning moves by quotient", |bencher| {
        let mut solver = Solver::new(kayles.code()).with(kayles.clone());
        bencher.iter(|| {
            let wins = solver.winning_moves_in(Play::Misere, black_box(rows));
            assert_eq!(wins.map(|wins| wins.len()), Ok(5));
        });
    });
    let large = [u128::MAX, 10_u128.pow(30), 77];
    group.bench_function("large heaps by quotient", |bencher| {
        let mut solver = Solver::new(kayles.code()).with(kayles.clone());
        bencher.iter(|| assert!(solver.winning_move_in(Play::Misere, black_box(large)).is_ok_and(|win| win.is_some())));
    });
    let brute = code("0.77");
    group.bench_function("outcome by search", |bencher| {
        bencher.iter(|| {
            assert_eq!(
                Solver::new(&brute).by(Method::Search).outcome_in(Play::Misere, black_box(rows)),
                Ok(Outcome::N)
            );
        });
    });
    group.finish();
}
