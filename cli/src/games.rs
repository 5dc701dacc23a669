//! `grundy games`: all games with their notation.

use std::fmt::{self, Display};

use clap::Args;
use grundy::Registry;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::program::program;

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
    /// The name without parameters.
    name: String,
    /// The name, with an example of parameters if the game has some.
    #[serde(rename = "game")]
    sample: String,
    /// An example of a position.
    position: String,
    description: String,
}

impl Games {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let games = registry.iter().map(|entry| Game {
            name: entry.name().to_owned(),
            sample: entry.sample().to_owned(),
            position: entry.example().to_owned(),
            description: entry.description().to_owned(),
        });
        self.output.print(&Answer { games: games.collect() })
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |text: fn(&Game) -> &str| self.games.iter().map(|game| text(game).len()).max().unwrap_or(0);
        let (games, positions) = (width(|game| &game.sample).max("game".len()), width(|game| &game.position));
        writeln!(f, "{:games$}  {:positions$}  a move", "game", "a position")?;
        for Game { sample: game, position, description, .. } in &self.games {
            writeln!(f, "{game:games$}  {position:positions$}  {description}")?;
        }
        writeln!(f, "\nSeveral on one table: {} solve sum kayles:5,6+nim:9", program())?;
        writeln!(f, "Words with {{ }} * ! or | need quotes in a shell: {} solve welter '{{2,3,5,7,11}}'", program())
    }
}
