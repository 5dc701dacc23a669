//! `grundy`: solves, plays, tabulates and draws impartial games in the terminal.

mod bounds;
mod chomp;
mod chosen;
mod draw;
mod failure;
mod file;
mod games;
mod interrupt;
mod output;
mod play;
mod progress;
mod quotient;
mod sequence;
mod solve;
mod svg;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use failure::{Failure, end, exit_with};

/// Solves, plays, tabulates and draws impartial games.
#[derive(Parser)]
#[command(name = "grundy", version, about, after_help = "Example: grundy solve kayles 5,6,3,2")]
#[command(arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    Sequence(sequence::SequenceOf),
    Table(table::Table),
    Quotient(quotient::Quotient),
    Chomp(chomp::ChompTable),
    Play(play::Play),
    Draw(draw::Draw),
    Games(games::Games),
    /// Prints completions for a shell.
    #[command(after_help = "Example: grundy completions bash > ~/.local/share/bash-completion/completions/grundy")]
    Completions {
        /// The shell.
        shell: Shell,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    interrupt::install();
    let Some(command) = arguments.command else {
        return end(Arguments::command().print_help().map_err(Failure::from));
    };
    end(match command {
        Command::Solve(solve) => solve.run(),
        Command::Sequence(sequence) => sequence.run(),
        Command::Table(table) => table.run(),
        Command::Quotient(quotient) => quotient.run(),
        Command::Chomp(chomp) => chomp.run(),
        Command::Play(play) => play.run(),
        Command::Draw(draw) => draw.run(),
        Command::Games(games) => games.run(),
        Command::Completions { shell } => complete(shell),
    })
}

fn complete(shell: Shell) -> Result<(), Failure> {
    // Into memory first, since the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "grundy", &mut script);
    Ok(io::stdout().write_all(&script)?)
}
