//! Three unlike games on one table: a board of Chomp, two rows of Kayles and a heap of Nim. A move is made in one of them.
//!
//! `cargo run --example sums`

use std::error::Error;

use grundy::chomp::{Board, Chomp};
use grundy::{AnyGame, Either, ImpartialGame, Kayles, Nim, Nimber, Notation, Outcome, Solver, play_in_sum};

fn main() -> Result<(), Box<dyn Error>> {
    // Each game by itself: its Grundy value is the size of the heap of Nim that can stand in its place.
    let board = Board::rectangle(3, 4)?;
    let chomp = Solver::new(Chomp::poisoned()).grundy(board.clone())?;
    let kayles = Solver::new(Kayles).grundy([5, 2])?;
    let nim = Solver::new(Nim).grundy(7)?;
    println!("a 3 x 4 board of Chomp: {chomp}");
    println!("rows of 5 and 2 pins:   {kayles}");
    println!("a heap of 7 counters:   {nim}\n");

    // On one table they are worth the nim-sum: write the values in binary and add without carrying.
    let sum = chomp + kayles + nim;
    for value in [chomp, kayles, nim] {
        println!("  {:04b}  {value}", value.get());
    }
    println!("  ----\n  {:04b}  {sum}\n", sum.get());

    // The theorem needs the values only. A solver of all three games at once finds the same, and it knows how to move. `plus` makes
    // one game of two: what belongs to the left one is `Left`, what belongs to the right one `Right`.
    let table = Chomp::poisoned().plus(Kayles).plus(Nim);
    let position = [
        Either::Left(Either::Left(board)),
        Either::Left(Either::Right(5)),
        Either::Left(Either::Right(2)),
        Either::Right(7),
    ];
    let mut solver = Solver::new(&table);
    assert_eq!(solver.grundy(position.clone())?, sum);
    println!("{}\n", solver.explain(position.clone())?);

    // Every winning move leaves nim-sum 0. In which game it is made makes no difference.
    for mv in solver.winning_moves(position.clone())? {
        let left = play_in_sum(&table, position.clone().into(), mv)?;
        assert_eq!(solver.grundy(left.clone())?, Nimber::ZERO);
        assert_eq!(solver.outcome(left)?, Outcome::P);
        println!("winning move: {mv}");
    }

    // Games that are chosen when the program runs, by name: their sum is written in one line.
    let (table, position) = AnyGame::parse_sum("chomp:3x4+kayles:5,2+nim:7")?;
    let mut solver = Solver::new(&table);
    assert_eq!(solver.grundy(position.clone())?, sum);
    let mv = solver.winning_move(position.clone())?.ok_or("the position is won")?;
    println!("\nby name: {} is worth {sum}: {}", table.text(&position), table.move_text(&position, &mv));
    Ok(())
}
