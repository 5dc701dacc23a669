//! Boards of Cram by the nimber search, beside the search of all positions; and a rule book as one writes it first. Every answer is asserted.

use std::hint::black_box;

use grundy::games::Region;
use grundy::{Components, Cram, ImpartialGame, Method, Nimber, Solver};

/// Cram in thirty lines: the free cells of a board of at most 7 × 7, a byte for each row; the parts that a domino leaves; one of the images of a part.
struct Plain;

impl ImpartialGame for Plain {
    type Position = u64;
    type Move = u64;
    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, cells: &u64) -> impl Iterator<Item = u64> {
        let cells = *cells;
        (0..56).flat_map(|cell| [0b11 << cell, 0x101 << cell]).filter(move |domino| cells & domino == *domino)
    }

    fn play(&self, cells: &u64, domino: &u64) -> Components<u64> {
        let mut rest = cells & !domino;
        let mut parts = Vec::new();
        while rest > 0 {
            let (mut part, mut before) = (rest & rest.wrapping_neg(), 0);
            while part != before {
                before = part;
                part = (part | part << 1 | part >> 1 | part << 8 | part >> 8) & rest;
            }
            rest &= !part;
            parts.extend((part.count_ones() > 1).then_some(part));
        }
        parts.into_iter().collect()
    }

    fn memo_key(&self, cells: u64) -> u64 {
        let turned = (0..64).map(|cell| (cells >> cell & 1) << (cell % 8 * 8 + cell / 8)).sum::<u64>();
        let images = |board: u64| [board, board.swap_bytes(), board.reverse_bits(), board.reverse_bits().swap_bytes()];
        let in_corner = |image: u64| {
            let column = (0..8).position(|column| image >> column & 0x0101_0101_0101_0101 > 0).unwrap_or(0);
            image.checked_shr(image.trailing_zeros() / 8 * 8).unwrap_or(0) >> column
        };
        [cells, turned].into_iter().flat_map(images).map(in_corner).min().unwrap_or(0)
    }
}

/// The free cells of an empty board.
fn plain_board(rows: u32, columns: u32) -> u64 {
    (0..rows).map(|row| ((1 << columns) - 1) << (row * 8)).sum()
}

fn main() {
    let mut criterion = grundy_benches::criterion(2, 10);
    let mut group = criterion.benchmark_group("cram");
    for (rows, columns, value, listings) in
        [(5, 5, 0, 756), (4, 7, 3, 7126), (5, 6, 2, 14_352), (4, 9, 1, 57_840), (5, 7, 1, 52_223)]
    {
        let board = || Region::rectangle(rows, columns).expect("a small board");
        let mut solver = Solver::new(Cram);
        assert_eq!(solver.grundy(board()), Ok(Nimber::new(value)));
        assert_eq!(solver.control().done(), listings, "{rows}x{columns}: the search is deterministic");
        println!("cram {rows}x{columns}: {} values, {} positions listed", solver.memo().len(), solver.control().done());
        group.bench_function(format!("{rows}x{columns}"), |bencher| {
            bencher.iter(|| assert_eq!(Solver::new(Cram).grundy(black_box(board())), Ok(Nimber::new(value))));
        });
    }
    for (rows, columns, value, method, listings) in [
        (5, 5, 0, Method::Values, 16_456),
        (5, 5, 0, Method::Nimbers, 986),
        // Of 356 382 that play can reach.
        (5, 6, 2, Method::Nimbers, 23_440),
    ] {
        let mut solver = Solver::new(Plain).by(method);
        assert_eq!(solver.grundy(plain_board(rows, columns)), Ok(Nimber::new(value)));
        assert_eq!(solver.control().done(), listings, "{rows}x{columns} by {method:?}");
        group.bench_function(format!("thirty lines, {rows}x{columns} by {method}"), |bencher| {
            let solve = || Solver::new(Plain).by(method).grundy(black_box(plain_board(rows, columns)));
            bencher.iter(|| assert_eq!(solve(), Ok(Nimber::new(value))));
        });
    }
    group.bench_function("5x5, all positions", |bencher| {
        let board = || Region::rectangle(5, 5).expect("a small board");
        bencher.iter(|| {
            assert_eq!(Solver::new(Cram).by(Method::Values).grundy(black_box(board())), Ok(Nimber::ZERO));
        });
    });
    group.finish();
    criterion.final_summary();
}
