//! `grundy`: solves, plays, tabulates and draws the games of the library in the terminal.

use std::process::ExitCode;

use grundy::Registry;

fn main() -> ExitCode {
    grundy_cli::run(Registry::standard())
}
