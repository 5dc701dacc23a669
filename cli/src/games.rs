//! `grundy games`: all games with their notation.

use std::fmt::{self, Display};
use std::slice;

use clap::Args;
use grundy::any::Entry;
use grundy::{Notation, Registry};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::program::program;

/// Lists all games, with an example of a position of each, and what joins several components.
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
    /// What stands between two components in the text of a position; nothing for coins, which are all in one row.
    between: String,
    description: String,
}

impl Games {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let games = registry.iter().map(|entry| Game {
            name: entry.name().to_owned(),
            sample: entry.sample().to_owned(),
            position: entry.example().to_owned(),
            between: between(registry, entry).unwrap_or_default(),
            description: entry.description().to_owned(),
        });
        self.output.print(&Answer { games: games.collect() })
    }
}

/// What stands between two components that are alike, if positions are written one after the other.
fn between(registry: &Registry, entry: &Entry) -> Option<String> {
    let game = registry.parse(entry.sample()).ok()?;
    let example = game.parse(entry.example()).ok()?;
    let one = example.first()?;
    let [alone, twice] = [game.text(slice::from_ref(one)), game.text(&[one.clone(), one.clone()])];
    let between = twice.strip_prefix(&alone)?.strip_suffix(&alone)?.to_owned();
    let read = game.parse(&[entry.example(); 2].join(&between)).ok()?;
    (read.len() == 2 * example.len()).then_some(between)
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |text: fn(&Game) -> &str| self.games.iter().map(|game| text(game).len()).max().unwrap_or(0);
        let (games, positions) = (width(|game| &game.sample).max("game".len()), width(|game| &game.position));
        writeln!(f, "{:games$}  {:positions$}  joined by  a move", "game", "a position")?;
        for Game { sample: game, position, between, description, .. } in &self.games {
            writeln!(f, "{game:games$}  {position:positions$}  {:9}  {description}", between.trim())?;
        }
        writeln!(f, "\nSeveral on one table: {} solve sum kayles:5,6+nim:9", program())?;
        writeln!(f, "Words with {{ }} * ! or | need quotes in a shell: {} solve welter '{{2,3,5,7,11}}'", program())
    }
}
