//! Finds the winning moves of a position and shows the working.
//!
//! `cargo run --release --example winning_move -- kayles xxxxx.xxxxxx.xxx.xx`

#[path = "support/chosen.rs"]
mod chosen;
mod support;

use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::process::ExitCode;

use chosen::{Chosen, bad_notation, choose, games};
use clap::Parser;
use grundy::{AnyGame, Components, Control, Notation, Outcome, Play, SolveError, Solver, SumMove};
use support::{Failure, end, exit_with};

/// Finds the winning moves of a position and shows the working.
#[derive(Parser)]
#[command(version, about, after_help = games())]
struct Arguments {
    /// The game.
    game: String,

    /// The position; before it the parameter of the game, if it has one: a set of numbers, a number of heaps, a
    /// code.
    #[arg(required = true, num_args = 1..=2, value_name = "POSITION")]
    position: Vec<String>,

    /// Print every winning move.
    #[arg(long)]
    all: bool,

    /// Misère play: who makes the last move loses.
    #[arg(long)]
    misere: bool,

    /// Chomp whose corner tile may be taken.
    #[arg(long)]
    edible: bool,

    /// The most positions to solve.
    #[arg(long, value_name = "POSITIONS", default_value_t = 1 << 24)]
    limit: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    end(run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    match choose(&arguments.game, &arguments.position, arguments.edible)? {
        Chosen::Game(game, text) => show(&game, &game.parse(text).map_err(bad_notation)?, text, arguments),
        Chosen::Sum(text) => {
            let (table, position) = AnyGame::parse_sum(text).map_err(bad_notation)?;
            show(&table, &position, text, arguments)
        }
    }
}

/// Prints the working and then the lines for programs.
fn show<G>(game: &G, position: &Components<G::Position>, text: &str, arguments: &Arguments) -> Result<(), Failure>
where
    G: Notation<Position: Display, Move: Display>,
{
    let stopped = |error| Failure::Limit(format!("{}; --limit sets another", told(error, arguments.limit)));
    let play = if arguments.misere { Play::Misere } else { Play::Normal };
    let mut solver = Solver::new(game).with_control(Control::new().positions(arguments.limit));

    let working = solver.explain_in(play, position).map_err(stopped)?;
    let written = working.map(|component| game.component_text_like(text, component), ToString::to_string);
    let mut out = io::stdout().lock();
    writeln!(out, "{written}\n")?;

    let line = |name: &str, mv: &SumMove<G::Move>| {
        let left = position.get(mv.component).map_or_else(Components::new, |from| game.play(from, &mv.mv));
        let left = position.replaced(mv.component, left);
        format!("{name}: {} -> {}", game.move_text(position, mv), game.text_like(text, &left))
    };
    match solver.grundy(position) {
        Ok(value) => writeln!(out, "grundy: {}", value.get())?,
        // The outcome may be known by a theorem all the same.
        Err(error) => writeln!(out, "grundy: not computed ({})", told(error, arguments.limit))?,
    }
    writeln!(out, "outcome: {}", working.outcome)?;
    let wins = match solver.winning_moves_in(play, position) {
        Ok(wins) => Some(wins),
        Err(error) if arguments.all => return Err(stopped(error)),
        Err(error) => {
            writeln!(out, "winning moves: not counted ({})", told(error, arguments.limit))?;
            None
        }
    };
    if let Some(wins) = &wins {
        let count =
            wins.known_count().map_or_else(|| format!("at least {}", wins.least_count()), |wins| wins.to_string());
        if arguments.all && wins.least_count() > arguments.limit {
            return Err(Failure::Limit(format!("limit of {} reached: {count} moves win", arguments.limit)));
        }
        if arguments.all && !wins.is_complete() {
            return Err(Failure::Limit(format!("{count} moves win, and only {} of them are listed", wins.len())));
        }
        writeln!(out, "winning moves: {count}")?;
    }
    match (&working.turn, working.outcome) {
        (Some(turn), Outcome::N) if !arguments.all => writeln!(out, "{}", line("play", &turn.mv))?,
        (None, Outcome::N) => writeln!(out, "play: none, the game is over")?,
        (_, Outcome::N) => wins.iter().flatten().try_for_each(|win| writeln!(out, "{}", line("play", win)))?,
        (Some(turn), Outcome::P) => writeln!(out, "{}", line("best", &turn.mv))?,
        (None, Outcome::P) => writeln!(out, "best: none, the game is over")?,
    }
    Ok(())
}

/// Why there is no answer. A position of too many moves is beyond the limit too, which bounds the moves that are looked at.
fn told<P: Debug>(error: SolveError<P>, limit: u64) -> String {
    match error {
        SolveError::TooManyMoves { .. } => format!("limit of {limit} positions reached: {error}"),
        error => error.to_string(),
    }
}
