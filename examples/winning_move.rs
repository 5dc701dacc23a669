//! Finds the winning moves of a position and shows the working.
//!
//! `cargo run --release --example winning_move -- kayles xxxxx.xxxxxx.xxx.xx`

mod support;

use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use grundy::games::GameVisitor;
use grundy::{AnyGame, Components, Notation, Outcome, Play, Solver, SumMove};
use support::{Failure, end, exit_with};

/// Finds the winning moves of a position and shows the working.
///
/// Games: nim 3,4,5 | subtract 1,3,4 20,21 | kayles 5,6,3,2 (or pins and gaps: xxxxx.xx) | dawsons-kayles 5,2 |
/// treblecross 9 | lasker 2,5,7 | grundys-game 11,7 | 0.77 5,6 (any take-and-break code: 4.[3], 4!.0, 0.137; heaps of up
/// to 2^128 - 1, at once where a period is soon proved) | wythoff 3,5 | moore 2 3,4,5 | divisor 28 | tree 0,0,1,1 (the parents
/// of nodes 1, 2, ..; node 0 is the root) | chain 6 | turning 1-3 THTTH (coins, by a
/// code or a name: 1-C or ruler, 1-2x1-2 on a board) | chomp 8x10 or 3,2,1 (with --edible: the corner may be taken) |
/// ichomp 3,2,1/4,4/2/- (NW/NE/SW/SE) | sum kayles:5,6+nim:9.
#[derive(Parser)]
#[command(version, about, verbatim_doc_comment)]
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
    let input = |error: grundy::NotationError| Failure::Input(error.to_string());
    let (parameter, text) = match &arguments.position[..] {
        [text] => (None, text),
        [parameter, text] => (Some(parameter), text),
        _ => return Err(Failure::Input("a position is missing".to_owned())),
    };
    if arguments.game == "sum" {
        if parameter.is_some() || arguments.edible {
            let hint = "a sum is one word, as in kayles:5,6+nim:9+chomp-edible:3,2,1";
            return Err(Failure::Input(hint.to_owned()));
        }
        let (table, position) = AnyGame::parse_sum(text).map_err(input)?;
        return show(&table, &position, text, arguments);
    }
    let mut name = arguments.game.clone();
    if arguments.edible {
        if name != "chomp" {
            return Err(Failure::Input(format!("--edible is for chomp, not for {name}")));
        }
        name += "-edible";
    }
    if let Some(parameter) = parameter {
        name = format!("{name}:{parameter}");
    }
    let game: AnyGame = name.parse().map_err(input)?;
    game.visit(Question { text, arguments })
}

/// A position, as text, that the program was called with.
struct Question<'a> {
    text: &'a str,
    arguments: &'a Arguments,
}

impl GameVisitor for Question<'_> {
    type Output = Result<(), Failure>;

    fn visit<G>(self, game: &G) -> Self::Output
    where
        G: Notation<Position: Debug + Display, Move: Debug + Display>,
    {
        let position = game.parse(self.text).map_err(|error| Failure::Input(error.to_string()))?;
        show(game, &position, self.text, self.arguments)
    }
}

/// Prints the working and then the lines for programs.
fn show<G: Notation>(
    game: &G,
    position: &Components<G::Position>,
    text: &str,
    arguments: &Arguments,
) -> Result<(), Failure>
where
    G::Position: Debug + Display,
    G::Move: Display,
{
    let limit = |error: grundy::SolveError<G::Position>| Failure::Limit(format!("{error}; --limit sets another"));
    let play = if arguments.misere { Play::Misere } else { Play::Normal };
    let mut solver = Solver::new(game);
    solver.set_limit(arguments.limit);

    let working = solver.explain_in(play, position.clone()).map_err(limit)?;
    let written = working.map(|component| game.component_text_like(text, component), ToString::to_string);
    let mut out = io::stdout().lock();
    writeln!(out, "{written}\n")?;

    let line = |name: &str, mv: &SumMove<G::Move>| {
        let left = position.get(mv.component).map_or_else(Components::new, |from| game.play(from, &mv.mv));
        let left = position.replaced(mv.component, left);
        format!("{name}: {} -> {}", game.move_text(position, mv), game.text_like(text, &left))
    };
    match solver.grundy(position.clone()) {
        Ok(value) => writeln!(out, "grundy: {}", value.get())?,
        // The outcome may be known by a theorem all the same.
        Err(error) => writeln!(out, "grundy: not computed ({error})")?,
    }
    writeln!(out, "outcome: {}", working.outcome)?;
    let wins = solver.winning_moves_in(play, position.clone()).map_err(limit)?;
    let (known, least) = (wins.known_count(), wins.least_count());
    let too_many = |wins| Failure::Limit(format!("limit of {} reached: {wins} moves win", arguments.limit));
    match known {
        Some(wins) if arguments.all && wins > arguments.limit => return Err(too_many(wins.to_string())),
        None if arguments.all && least > arguments.limit => return Err(too_many(format!("at least {least}"))),
        Some(wins) => writeln!(out, "winning moves: {wins}")?,
        None if least > arguments.limit => writeln!(out, "winning moves: at least {least}")?,
        None => match count(wins) {
            Ok(wins) => writeln!(out, "winning moves: {wins}")?,
            Err(error) if arguments.all => return Err(limit(error)),
            Err(error) => writeln!(out, "winning moves: not counted ({error})")?,
        },
    }
    match (&working.turn, working.outcome) {
        (Some(turn), Outcome::N) if !arguments.all => writeln!(out, "{}", line("play", &turn.mv))?,
        (None, Outcome::N) => writeln!(out, "play: none, the game is over")?,
        (_, Outcome::N) => {
            for win in solver.winning_moves_in(play, position.clone()).map_err(limit)? {
                writeln!(out, "{}", line("play", &win.map_err(limit)?))?;
            }
        }
        (Some(turn), Outcome::P) => writeln!(out, "{}", line("best", &turn.mv))?,
        (None, Outcome::P) => writeln!(out, "best: none, the game is over")?,
    }
    Ok(())
}

/// The number of items, or the first error among them.
fn count<T, E>(items: impl IntoIterator<Item = Result<T, E>>) -> Result<u64, E> {
    items.into_iter().try_fold(0, |count, item| item.map(|_| count + 1))
}
