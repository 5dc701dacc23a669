//! `grundy play`: any game in the terminal, against the computer or between two people.

mod advisor;
mod auto;
mod drawing;
mod entry;
mod input;
mod kind;
mod players;
mod rules;
mod session;
mod style;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use grundy::Registry;

use crate::bounds::Bounds;
use crate::chosen::Words;
use crate::failure::{Failure, all_done};
use crate::interrupt;
use crate::number::whole;
use crate::output::Output;
use advisor::Advisor;
use auto::Auto;
use input::Input;
use players::{Level, Player, Players};
use rules::{Position, Rules};
use session::Session;

/// Plays any game, with the values and the reasons on request.
///
/// Type `help` in the game. Bounds are for each answer; without them an answer takes some seconds at most.
#[derive(Args)]
#[command(after_help = "Example: grundy play kayles xxxxx.xxxxxx.xxx.xx")]
pub(crate) struct Play {
    #[command(flatten)]
    words: Words,

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

    /// Misère play: who makes the last move loses.
    #[arg(long)]
    misere: bool,

    /// With --auto, the most moves that the computer makes against itself.
    #[arg(long, requires = "auto", value_name = "MOVES", default_value_t = 1000, value_parser = whole::<usize>, allow_negative_numbers = true)]
    turns: usize,

    /// The seed of random moves, for the same moves each time.
    #[arg(long, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Keep values in this file, and read what is there, as `grundy solve --memo` does for the same game: what was solved once is answered at once.
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    memo: Option<PathBuf>,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// Who makes the first move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Beginner {
    You,
    Computer,
}

impl Play {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        if self.output.json && !self.auto {
            return Err(Failure::input("--json is for games that the computer plays against itself: add --auto"));
        }
        let play = if self.misere { grundy::Play::Misere } else { grundy::Play::Normal };
        let (mut rules, position) = Rules::read(&self.words, registry, play)?;
        let memo = self.memo.as_deref().map(|path| rules.keep_in(path, registry, &self.bounds)).transpose()?;
        let played = self.played(&rules, position, play);
        let kept = memo.map_or(Ok(()), |memo| memo.close()?);
        all_done([played, kept])
    }

    fn played(&self, rules: &Rules, position: Position, play: grundy::Play) -> Result<(), Failure> {
        let advisor = Advisor::new(rules, play, &self.bounds, self.seed.unwrap_or_else(seed_by_clock));
        // Removes colours if the output is no terminal, or if NO_COLOR is set.
        let mut out = anstream::stdout();
        if self.auto {
            let Self { level, turns, output, .. } = *self;
            return Auto { rules, play, level, turns, advisor, output }.run(position, &mut out);
        }
        let computer = Player::Computer(self.level);
        let players = Players(match (self.two, self.begin) {
            (true, _) => [Player::Person; 2],
            (false, Beginner::You) => [Player::Person, computer],
            (false, Beginner::Computer) => [computer, Player::Person],
        });
        Session { rules, play, players, advisor, input: Input::new()?, out }.run(position)?;
        if interrupt::was_pressed() { Err(Failure::Interrupted("interrupted".to_owned())) } else { Ok(()) }
    }
}

fn seed_by_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos())
}
