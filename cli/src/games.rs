//! `grundy games`: all games with their notation.

use std::fmt::{self, Display};

use clap::Args;
use grundy::AnyGame;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;

/// Lists all games, with an example of a position of each.
#[derive(Args)]
#[command(after_help = "Example: grundy games")]
pub(crate) struct Games {
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Answer {
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    name: String,
    example: String,
    description: String,
}

impl Games {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let games = AnyGame::NAMES.iter().map(|(name, example)| Game {
            name: (*name).to_owned(),
            example: (*example).to_owned(),
            description: String::new(),
        });
        Ok(self.output.print(&Answer { games: games.collect() })?)
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |text: fn(&Game) -> &str| self.games.iter().map(|game| text(game).len()).max().unwrap_or(0);
        let (names, examples) = (width(|game| &game.name), width(|game| &game.example));
        for Game { name, example, description } in &self.games {
            writeln!(f, "{name:names$}  {example:examples$}  {description}")?;
        }
        Ok(())
    }
}
