//! Boards of Cram by the nimber search, beside the search of all positions. Every answer is asserted.

use std::hint::black_box;

use grundy::games::Region;
use grundy::{Cram, Method, Nimber, Solver};

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
    group.bench_function("5x5, all positions", |bencher| {
        let board = || Region::rectangle(5, 5).expect("a small board");
        bencher.iter(|| {
            assert_eq!(Solver::new(Cram).by(Method::Values).grundy(black_box(board())), Ok(Nimber::ZERO));
        });
    });
    group.finish();
    criterion.final_summary();
}
