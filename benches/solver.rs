//! The generic solver, against loops written for one game and against itself without hints. Every answer is asserted.

use std::fmt::Display;
use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};
use grundy::chomp::{Board, Chomp, ChompValues, LosingBoards};
use grundy::games::Numbers;
use grundy::{
    AnyGame, Components, Control, DivisorGame, ImpartialGame, Kayles, Nimber, Notation, Solver, Unhinted, Whole,
};

fn main() {
    let mut criterion = grundy_benches::criterion(2, 10);
    kayles(&mut criterion);
    at_run_time(&mut criterion);
    sums(&mut criterion);
    chomp(&mut criterion);
    chomp_tables(&mut criterion);
    divisors(&mut criterion);
    criterion.final_summary();
}

/// The value of one position, with an empty memo.
fn grundy<G: ImpartialGame>(game: &G, position: impl Into<Components<G::Position>>) -> u64 {
    let value = Solver::new(game).grundy(position);
    value.unwrap_or_else(|_| unreachable!("the games end, and the positions are within the limit")).get()
}

/// Rows of 0 to 5000 pins: 12.5 million options.
fn kayles(criterion: &mut Criterion) {
    const PINS: u64 = 5000;
    const VALUE: u64 = 1;
    let mut group = criterion.benchmark_group("kayles 5000");
    group.bench_function("loop written by hand", |bencher| {
        bencher.iter(|| assert_eq!(kayles_by_hand(black_box(PINS)).last(), Some(&VALUE)));
    });
    group.bench_function("solver, rows in turn", |bencher| {
        bencher.iter(|| {
            let mut solver = Solver::new(Kayles);
            let last = (0..=black_box(PINS)).map(|pins| solver.grundy(pins)).last();
            assert_eq!(last, Some(Ok(Nimber::new(VALUE))));
        });
    });
    group.bench_function("solver, one question", |bencher| {
        bencher.iter(|| assert_eq!(grundy(&Kayles, black_box(PINS)), VALUE));
    });
    group.bench_function("solver, without hints", |bencher| {
        bencher.iter(|| assert_eq!(grundy(&Unhinted(Kayles), black_box(PINS)), VALUE));
    });
    group.finish();
}

/// A rule book by itself, under a control with a callback, and behind the pointer of an [`AnyGame`]: the first two must take the same time within three
/// percent, and the last within five.
fn at_run_time(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("at run time");
    side_by_side(&mut group, "kayles 0..=5000", Unhinted(Kayles), (0..=5000).map(|pins: u64| pins.to_string()), 1);
    side_by_side(&mut group, "chomp 10x10", Chomp::poisoned(), ["10x10".to_owned()], 19);
    group.finish();
}

/// The values of some positions by one solver; the last is `value`.
fn side_by_side<G>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: G,
    texts: impl IntoIterator<Item = String>,
    value: u64,
) where
    G: Notation<Position: Display, Move: Display> + Clone + Send + Sync + 'static,
{
    let texts: Vec<String> = texts.into_iter().collect();
    let watched = || Control::new().watched(|_| ControlFlow::Continue(()));
    bench_values(group, format!("{name}: rule book"), &game, &texts, value, Control::new);
    bench_values(group, format!("{name}: with a callback"), &game, &texts, value, watched);
    bench_values(group, format!("{name}: AnyGame"), &AnyGame::new(name, game.clone()), &texts, value, Control::new);
}

fn bench_values<G: Notation>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: String,
    game: &G,
    texts: &[String],
    value: u64,
    control: impl Fn() -> Control,
) {
    let positions: Vec<Components<G::Position>> = texts.iter().filter_map(|text| game.parse(text).ok()).collect();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut solver = Solver::new(game).with_control(control());
            let last = black_box(&positions).iter().map(|position| solver.grundy(position)).last();
            assert_eq!(last, Some(Ok(Nimber::new(value))));
        });
    });
}

/// Kayles as it is written by someone who needs this game and no other: the values of rows of 0 to `pins` pins.
fn kayles_by_hand(pins: u64) -> Vec<u64> {
    let pins = index(pins);
    let mut values = vec![0_u64; pins + 1];
    // A value is at most the number of pins, so that a nim-sum of two is less than the next power of 2.
    let mut marks = vec![0; (pins + 1).next_power_of_two()];
    for row in 1..=pins {
        for left in row.saturating_sub(2)..row {
            // The smaller part is at most half of what is left: the rest are mirror images.
            for smaller in 0..=left / 2 {
                marks[index(values[smaller] ^ values[left - smaller])] = row;
            }
        }
        let mex = marks.iter().take_while(|mark| **mark == row).count();
        values[row] = mex as u64;
    }
    values
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A sum by the theorem and by brute force: what the theorem of Sprague and Grundy saves.
fn sums(criterion: &mut Criterion) {
    let rows = [5, 6, 3, 2];
    let mut group = criterion.benchmark_group("kayles 5,6,3,2");
    group.bench_function("component by component", |bencher| {
        bencher.iter(|| assert_eq!(grundy(&Kayles, black_box(rows)), 6));
    });
    group.bench_function("as whole positions", |bencher| {
        bencher.iter(|| assert_eq!(grundy(&Whole(Unhinted(Kayles)), Components::<u64>::from(black_box(rows))), 6));
    });
    group.finish();
}

/// Tables: one byte a board, and for losing boards one a board without its first row.
fn chomp_tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chomp tables");
    group.bench_function("values up to 60 tiles", |bencher| {
        bencher.iter(|| {
            let values = ChompValues::up_to(black_box(60), &mut Control::new());
            assert_eq!(values.map(|values| values.boards()), Ok(6_639_349));
        });
    });
    for (side, value) in [(10, 19), (12, 41)] {
        group.bench_function(format!("values inside {side}x{side}"), |bencher| {
            let square = Board::rectangle(side, side).unwrap_or_else(|_| Board::empty());
            bencher.iter(|| {
                let values = ChompValues::in_box(black_box(side), side, &mut Control::new()).ok();
                let found = values.and_then(|values| values.value(Chomp::poisoned(), &square));
                assert_eq!(found, Some(Nimber::new(value)));
            });
        });
    }
    group.bench_function("losing boards up to 70 tiles", |bencher| {
        bencher.iter(|| {
            let losing = LosingBoards::up_to(black_box(70), &mut Control::new());
            assert_eq!(losing.ok().and_then(|all| all.count(70)), Some(76_688));
        });
    });
    group.finish();
}

fn chomp(criterion: &mut Criterion) {
    let square = |side| Board::rectangle(side, side).unwrap_or_else(|_| unreachable!("it is small"));
    let mut group = criterion.benchmark_group("chomp");
    group.bench_function("8x8", |bencher| {
        bencher.iter(|| assert_eq!(grundy(&Chomp::poisoned(), black_box(square(8))), 13));
    });
    group.bench_function("8x8, without hints", |bencher| {
        bencher.iter(|| assert_eq!(grundy(&Unhinted(Chomp::poisoned()), black_box(square(8))), 13));
    });
    for (side, value) in [(10, 19), (12, 41)] {
        let mut told = None;
        group.bench_function(format!("{side}x{side}"), |bencher| {
            bencher.iter(|| {
                let mut solver = Solver::new(Chomp::poisoned());
                assert_eq!(solver.grundy(black_box(square(side))), Ok(Nimber::new(value)));
                told = Some((solver.control().done(), solver.memo().bytes() as u64));
            });
        });
        if let Some((solved, bytes)) = told {
            println!("chomp {side}x{side}: {solved} positions solved, {} bytes each", bytes / solved);
        }
    }
    group.finish();
}

fn divisors(criterion: &mut Criterion) {
    criterion.bench_function("divisor game 40", |bencher| {
        let numbers = Numbers::up_to(40).unwrap_or_else(|_| unreachable!("it is small"));
        bencher.iter(|| assert_eq!(grundy(&DivisorGame, black_box(&numbers).clone()), 16));
    });
}
