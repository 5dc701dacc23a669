//! The program `grundy` with a game of its own beside those of the library.
//!
//! `cargo run -p grundy-cli --example own_games -- solve squares 50,51`

use std::process::ExitCode;

use grundy::{Registry, Subtraction};

fn main() -> ExitCode {
    let mut registry = Registry::standard();
    let squares = Subtraction::new([1, 4, 9, 16, 25]).expect("a set of numbers above 0");
    registry.add("squares", "50,51", squares).about("take a square number of counters from one heap");
    grundy_cli::run(registry)
}
