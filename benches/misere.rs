//! Misère play: canonical forms, genera and outcomes, each by two roads in the same run. Every answer is asserted.

#[path = "../tests/library/support/naive_forms.rs"]
mod naive_forms;

use std::hint::black_box;

use grundy::measures::GenusValue;
use grundy::misere::canonical::CanonicalForms;
use grundy::{GrundysGame, ImpartialGame, Kayles, Method, Outcome, Play, SolveError, Solver};

/// The genus by the canonical form.
fn genus<G: ImpartialGame>(
    solver: &mut Solver<G>,
    position: G::Position,
) -> Result<GenusValue, SolveError<G::Position>> {
    let form = solver.form(position)?;
    Ok(solver.memos_mut().forms.genus(form))
}

fn main() {
    let mut criterion = grundy_benches::criterion(2, 10);

    let mut group = criterion.benchmark_group("misère canonical forms");
    group.bench_function("Grundy's game, heaps 0 to 22", |bencher| {
        bencher.iter(|| {
            let mut heaps = Solver::new(GrundysGame);
            let options =
                (0..=black_box(22)).map(|heap| heaps.form(heap).map(|form| heaps.memos().forms.options(form).len()));
            assert_eq!(options.last(), Some(Ok(5)));
        });
    });
    group.bench_function("Grundy's game, heap 22, naive", |bencher| {
        bencher.iter(|| assert_eq!(naive_forms::form(&GrundysGame, &[black_box(22)]).0.len(), 5));
    });
    group.bench_function("Grundy's game, heaps 0 to 80", |bencher| {
        bencher.iter(|| {
            let mut heaps = Solver::new(GrundysGame);
            assert_eq!(genus(&mut heaps, black_box(80)).map(|genus| genus.to_string()), Ok("5^64746".to_owned()));
        });
    });
    group.bench_function("born by day 5", |bencher| {
        bencher.iter(|| assert_eq!(CanonicalForms::count_born_by(black_box(5)), Some(4_171_780)));
    });
    group.finish();

    let mut group = criterion.benchmark_group("genera of Kayles, rows 0 to 20");
    group.bench_function("by canonical forms", |bencher| {
        bencher.iter(|| {
            let mut rows = Solver::new(Kayles);
            let genera = (0..=black_box(20)).map(|row| genus(&mut rows, row).map(|genus| genus.to_string()));
            assert_eq!(genera.last(), Some(Ok("1^031".to_owned())));
        });
    });
    group.bench_function("on whole positions", |bencher| {
        bencher.iter(|| {
            let mut rows = Solver::new(Kayles);
            let genera = (0..=black_box(20)).map(|row| rows.genus(row).map(|genus| genus.to_string()));
            assert_eq!(genera.last(), Some(Ok("1^031".to_owned())));
        });
    });
    group.finish();

    let rows = [12, 11, 10, 9];
    let mut group = criterion.benchmark_group("misère Kayles 12,11,10,9");
    for (name, method) in [("by canonical forms", Method::Forms), ("by search", Method::Search)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut solver = Solver::new(Kayles).by(method);
                assert_eq!(solver.outcome_in(Play::Misere, black_box(rows)), Ok(Outcome::N));
            });
        });
    }
    group.bench_function("by all methods in turns", |bencher| {
        bencher.iter(|| assert_eq!(Solver::new(Kayles).outcome_in(Play::Misere, black_box(rows)), Ok(Outcome::N)));
    });
    group.finish();
}
