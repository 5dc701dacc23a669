//! Misère play: canonical forms, genera and outcomes, each by two roads in the same run. Every answer is asserted.

#[path = "../tests/library/support/naive_forms.rs"]
mod naive_forms;

use std::hint::black_box;

use criterion::Criterion;
use grundy::chomp::Chomp;
use grundy::games::Sprouts;
use grundy::measures::GenusValue;
use grundy::misere::canonical::CanonicalForms;
use grundy::{
    Components, Cram, DawsonsKayles, GrundysGame, ImpartialGame, Kayles, LaskersNim, Method, Nimstring, Notakto,
    Notation, Outcome, Play, SolveError, Solver, Unhinted,
};

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

    choice(&mut criterion);
}

/// What the solver chooses, beside each method that answers within a second: the choice is to cost at most 1.25 times the least of them. `docs/measured.md` has
/// more rows, in instructions.
fn choice(criterion: &mut Criterion) {
    use Method::{Forms, Quotient, Search, Tame};
    beside(criterion, "Dawson's Kayles 50,49", &Unhinted(DawsonsKayles), [50, 49], &[Forms]);
    beside(criterion, "Grundy's game 70", &Unhinted(GrundysGame), 70, &[Forms]);
    beside(criterion, "Kayles 60", &Unhinted(Kayles), 60, &[Quotient]);
    beside(criterion, "Kayles 200", &Unhinted(Kayles), 200, &[Quotient]);
    beside(criterion, "Kayles 20,19,18", &Unhinted(Kayles), [20, 19, 18], &[Quotient]);
    beside(criterion, "Kayles 28,27", &Unhinted(Kayles), [28, 27], &[Quotient]);
    beside(criterion, "Kayles 12,11,10,9", &Unhinted(Kayles), [12, 11, 10, 9], &[Forms, Quotient]);
    beside(criterion, "Lasker's Nim 600", &Unhinted(LaskersNim), 600, &[Tame, Search]);
    // Without its last tile: strategy stealing tells who wins a rectangle.
    let board = parsed(&Chomp::poisoned(), "9,9,9,9,9,9,9,9,8");
    beside(criterion, "Chomp 9x9 without its last tile", &Chomp::poisoned(), board, &[Forms, Search]);
    let notakto = Notakto::new();
    beside(criterion, "Notakto 4x4", &notakto, parsed(&notakto, "4x4"), &[Forms, Search]);
    beside(criterion, "Notakto 4x4 and 4x4", &notakto, parsed(&notakto, "4x4,4x4"), &[Forms]);
    beside(criterion, "Notakto 3x3, ten", &notakto, parsed(&notakto, &["3x3"; 10].join(",")), &[Forms, Quotient]);
    beside(criterion, "Nimstring 1x6", &Nimstring, parsed(&Nimstring, "1x6"), &[Tame, Forms, Search]);
    beside(criterion, "Cram 5x6", &Cram, parsed(&Cram, "5x6"), &[Search]);
    beside(criterion, "Cram 3x7, three", &Cram, parsed(&Cram, "3x7+3x7+3x7"), &[Forms, Search]);
    beside(criterion, "Sprouts 4+4", &Sprouts, parsed(&Sprouts, "0*4+0*4"), &[Forms, Search]);
}

fn parsed<G: Notation>(game: &G, text: &str) -> Components<G::Position> {
    game.parse(text).unwrap_or_else(|error| unreachable!("{error}"))
}

/// A question by the chosen method and by each of these.
fn beside<G: ImpartialGame>(
    criterion: &mut Criterion,
    name: &str,
    game: &G,
    sum: impl Into<Components<G::Position>>,
    methods: &[Method],
) {
    let sum = sum.into();
    // The method that the solver has chosen is printed, so that a wrong choice is seen beside the times.
    let chosen = Solver::new(game).decide(Play::Misere, &sum).unwrap_or_else(|error| unreachable!("{error}"));
    println!("misère choice of {name}: {}", chosen.method);
    let mut group = criterion.benchmark_group(format!("misère choice, {name}"));
    group.bench_function("chosen", |bencher| {
        bencher.iter(|| assert_eq!(Solver::new(game).outcome_in(Play::Misere, &sum), Ok(chosen.outcome)));
    });
    for method in methods {
        group.bench_function(method.to_string(), |bencher| {
            bencher
                .iter(|| assert_eq!(Solver::new(game).by(*method).outcome_in(Play::Misere, &sum), Ok(chosen.outcome)));
        });
    }
    group.finish();
}
