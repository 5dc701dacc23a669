//! Plays any game of the library in the terminal, against the computer or between two people.
//!
//! `cargo run --release --example play -- kayles xxxxx.xxxxxx.xxx.xx`

mod advisor;
mod auto;
#[path = "../support/chosen.rs"]
mod chosen;
mod drawing;
mod entry;
mod input;
mod players;
mod rules;
mod session;
mod style;
#[path = "../support/mod.rs"]
mod support;

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Parser, ValueEnum};
use grundy::Play;

use advisor::Advisor;
use input::Input;
use players::{Level, Player, Players};
use rules::Rules;
use session::Session;
use support::{Failure, end, exit_with};

/// Plays any game in the terminal, with the values and the reasons on request.
///
/// Games: nim 3,4,5 | subtract 1,3,4 20,21 | kayles xxxxx.xxxxxx.xxx.xx (or 5,6,3,2) | dawsons-kayles 5,2 | treblecross 9 |
/// lasker 2,5,7 | grundys-game 11,7 | 0.77 5,6 (any take-and-break code) | wythoff 3,5 | moore 2 3,4,5 | divisor 28 |
/// tree 0,0,1,1 | chain 6 | chomp 4x5 (with --edible: the corner may be taken) | ichomp 3,2,1/4,4/2/- |
/// sum kayles:5,6+nim:9. Type `help` in the game.
#[derive(Parser)]
#[command(version, about, verbatim_doc_comment)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct Arguments {
    /// The game.
    game: String,

    /// The position; before it the parameter of the game, if it has one: a set of numbers, a number of heaps.
    #[arg(required = true, num_args = 1..=2, value_name = "POSITION")]
    position: Vec<String>,

    /// How well the computer plays: at random, or as well as can be.
    #[arg(long, value_enum, default_value = "hard")]
    level: Level,

    /// Who makes the first move.
    #[arg(long, value_enum, default_value = "you")]
    begin: Beginner,

    /// Two people play.
    #[arg(long, conflicts_with = "begin", conflicts_with = "level")]
    two: bool,

    /// The computer plays against itself, and the game is printed.
    #[arg(long, conflicts_with = "begin", conflicts_with = "two")]
    auto: bool,

    /// Misère play: who makes the last move loses. Whole positions are searched, so they must be small.
    #[arg(long)]
    misere: bool,

    /// Chomp whose corner tile may be taken.
    #[arg(long)]
    edible: bool,

    /// The most positions that are solved for one answer. Without it an answer takes some seconds at most.
    #[arg(long, value_name = "POSITIONS")]
    limit: Option<u64>,

    /// The most moves that the computer makes against itself.
    #[arg(long, value_name = "MOVES", default_value_t = 1000)]
    turns: usize,

    /// Makes the moves at random the same each time.
    #[arg(long)]
    seed: Option<u64>,
}

/// Who makes the first move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Beginner {
    You,
    Computer,
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    end(run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (rules, position) = Rules::read(&arguments.game, &arguments.position, arguments.edible)?;
    let play = if arguments.misere { Play::Misere } else { Play::Normal };
    let seed = arguments.seed.unwrap_or_else(seed_by_clock);
    let mut advisor = Advisor::new(&rules, play, arguments.limit, seed);
    // Takes colours out where the output is no terminal, or NO_COLOR is set.
    let mut out = anstream::stdout();
    if arguments.auto {
        return auto::play(&rules, position, play, arguments.level, arguments.turns, &mut advisor, &mut out);
    }
    let computer = Player::Computer(arguments.level);
    let players = Players(match (arguments.two, arguments.begin) {
        (true, _) => [Player::Person; 2],
        (false, Beginner::You) => [Player::Person, computer],
        (false, Beginner::Computer) => [computer, Player::Person],
    });
    Ok(Session { rules: &rules, play, players, advisor, input: Input::new()?, out }.run(position)?)
}

fn seed_by_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos())
}
