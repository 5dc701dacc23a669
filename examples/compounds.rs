//! Three rows of Kayles under all twelve rules: who wins, and why they differ.
//!
//! `cargo run --example compounds [ROWS]`, with ROWS as in `4,3,1`
//!
//! Each outcome comes from the theorem, and a search on the compound, with nothing taken from the theory, must find the same.

use std::error::Error;
use std::process::ExitCode;

use grundy::compound::Way;
use grundy::solver::Reason;
use grundy::{Components, Kayles, Method, Notation, Outcome, Solver, Unhinted};

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
    let mut won = 0;
    for way in Way::ALL {
        let compound = way.of(Kayles);
        let position = compound.position(rows.iter().copied());
        let working = Solver::new(compound).explain_in(way.play, position.clone())?;
        // The same question by a search alone. `Unhinted` hides what Kayles knows of itself.
        let by_force = Solver::new(way.of(Unhinted(Kayles))).by(Method::Search).outcome_in(way.play, position)?;
        if by_force != working.outcome {
            return Err(format!("{way}: by theorem {}, by search {by_force}", working.outcome).into());
        }
        let Way { kind, ends, play } = way;
        let Reason::Method { argument: Some(argument), .. } = &working.reason else {
            return Err(format!("{way}: decided without its theorem").into());
        };
        println!("{kind:<12} {ends:<6} {play:<7} {:<3} {argument}", working.outcome);
        if working.outcome == Outcome::N {
            won += 1;
            working.turn.iter().for_each(|turn| println!("{:<31} wins: {}", "", turn.mv.mv));
        }
    }
    println!("\nwon: {won} of 12; a search through each compound agrees");
    Ok(())
}
