//! Games in the terminal: a program that solves, plays, tabulates and draws them.
//!
//! The program `grundy` offers the games of the library. A program of your own has the same commands for your own games:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use grundy::{Registry, Subtraction};
//!
//! fn main() -> ExitCode {
//!     let mut registry = Registry::standard();
//!     let squares = Subtraction::new([1, 4, 9, 16, 25]).expect("a set of numbers above 0");
//!     registry.add("squares", "50,51", squares).about("take a square number of counters from one heap");
//!     grundy_cli::run(registry)
//! }
//! ```

/// Writes a line to standard error, at once, so that lines of several programs do not mix. Where that cannot be written there is nobody to tell, and
/// the exit status stays: `eprintln` would panic.
macro_rules! report {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let line = format!($($text)*) + "\n";
        std::io::stderr().write_all(line.as_bytes()).ok();
    }};
}

mod bounds;
mod certificate;
mod chomp;
mod chosen;
mod draw;
mod failure;
mod file;
mod games;
mod guess;
mod input;
mod interrupt;
mod lock;
mod loopy;
mod meant;
mod memo;
mod nimbers;
mod number;
mod output;
mod play;
mod program;
mod progress;
mod quotient;
mod refusal;
mod sequence;
mod solve;
mod store;
mod svg;
mod table;
mod work;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use grundy::Registry;

use chosen::GameNames;
use failure::{Failure, end};
use program::program;
use refusal::refuse;

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
    Work(work::Work),
    Sequence(sequence::SequenceOf),
    Table(table::Table),
    Quotient(quotient::Quotient),
    Loopy(loopy::Loopy),
    Guess(guess::Guess),
    Chomp(chomp::ChompTable),
    Play(play::Play),
    Check(certificate::Check),
    Draw(draw::Draw),
    Games(games::Games),
    /// Prints completions for a shell.
    #[command(
        after_help = "Example: grundy completions bash > ~/.local/share/bash-completion/completions/grundy\nThe folder must be there: mkdir -p ~/.local/share/bash-completion/completions"
    )]
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// Reads the arguments of the program, and runs the command that they name on the games of a registry: the whole of a `main`.
///
/// The status is 0 for an answer, 1 if a bound was met or the answer cannot be written, 2 for bad input, and 130 after Ctrl-C.
#[must_use]
pub fn run(registry: Registry) -> ExitCode {
    let registry = Arc::new(registry);
    let given = command_line(&registry).try_get_matches().and_then(|given| Arguments::from_arg_matches(&given));
    let arguments = match given {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error, &registry),
    };
    interrupt::install();
    let Some(command) = arguments.command else {
        return end(command_line(&registry).print_help().map_err(Failure::from));
    };
    let done = match command {
        Command::Solve(solve) => solve.run(&registry),
        Command::Work(work) => work.run(&registry),
        Command::Sequence(sequence) => sequence.run(&registry),
        Command::Table(table) => table.run(),
        Command::Quotient(quotient) => quotient.run(&registry),
        Command::Loopy(loopy) => loopy.run(),
        Command::Guess(guess) => guess.run(),
        Command::Chomp(chomp) => chomp.run(),
        Command::Play(play) => play.run(&registry),
        Command::Check(check) => check.run(&registry),
        Command::Draw(draw) => draw.run(&registry),
        Command::Games(games) => games.run(&registry),
        Command::Completions { shell } => complete(shell, &registry),
    };
    // An explanation is shorter where time runs out, and then it may be printed whole.
    end(done.and_then(|()| {
        if interrupt::was_pressed() {
            Err(Failure::Interrupted("interrupted after this answer".to_owned()))
        } else {
            Ok(())
        }
    }))
}

/// The arguments, with the names of the registry's games for shells to complete.
fn command_line(registry: &Arc<Registry>) -> clap::Command {
    let with_names =
        |command: clap::Command| command.mut_arg("game", |game| game.value_parser(GameNames(Arc::clone(registry))));
    Arguments::command()
        .mut_subcommand("solve", with_names)
        .mut_subcommand("work", with_names)
        .mut_subcommand("play", with_names)
        .mut_subcommand("draw", |draw| {
            ["dot", "lean", "position"].into_iter().fold(draw, |draw, picture| draw.mut_subcommand(picture, with_names))
        })
}

fn complete(shell: Shell, registry: &Arc<Registry>) -> Result<(), Failure> {
    // Into memory first, since the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line(registry), program(), &mut script);
    Ok(io::stdout().write_all(&script)?)
}
