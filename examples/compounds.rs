//! Three rows of Kayles under all twelve rules: who wins, and why they differ.
//!
//! `cargo run --release --example compounds [ROWS]`, with ROWS as in `4,3,1`
//!
//! Each outcome comes from the theorem, and a search on the compound, with nothing taken from the theory, must find the same.

use std::error::Error;
use std::process::ExitCode;

use grundy::compound::Way;
use grundy::{Components, CompoundSolver, Kayles, Notation, Outcome, Solver, Unhinted};

/// What is played if nothing is asked for.
const ROWS: &str = "4,3,3";

fn main() -> ExitCode {
    let rows = std::env::args().nth(1).unwrap_or_else(|| ROWS.to_owned());
    match table(&rows) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table for the rows.
fn table(text: &str) -> Result<(), Box<dyn Error>> {
    let rows: Components<u64> = Kayles.parse(text)?;
    println!("Kayles, rows {}: who moves wins (N) or loses (P)\n", Kayles.text(&rows));
    println!("{:<12} {:<6} {:<7} {:<3} because", "move in", "ends", "play", "won");
    let mut by_theorem = CompoundSolver::new(Kayles);
    let mut won = 0;
    for way in Way::ALL {
        let working = by_theorem.working(way, rows.iter().copied())?;
        let compound = way.of(Unhinted(Kayles));
        let position = compound.position(rows.iter().copied());
        let by_force = Solver::new(compound).search_outcome(way.play, position).map_err(|error| error.to_string())?;
        if by_force != working.outcome {
            return Err(format!("{way}: by theorem {}, by search {by_force}", working.outcome).into());
        }
        let Way { kind, ends, play } = way;
        println!("{kind:<12} {ends:<6} {play:<7} {:<3} {working}", working.outcome);
        won += u32::from(working.outcome == Outcome::N);
        if let Some(mv) = by_theorem.winning_moves(way, rows.iter().copied())?.first() {
            println!("{:<31} wins: {mv}", "");
        }
    }
    println!("\nwon: {won} of 12; a search through each compound agrees");
    Ok(())
}
