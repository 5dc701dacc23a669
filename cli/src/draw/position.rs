//! Positions as SVG.

use clap::Args;
use grundy::Registry;
use grundy::render::Diagram;

use crate::chosen::{Chosen, Words};
use crate::failure::Failure;

/// A position of a game with heaps, on a strip, a board or a graph, or of Sprouts, each region by itself. Numbers and letters are those by which moves name places.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  grundy draw position node-kayles cycle:7 --out graph.svg\n  grundy draw position welter '{2,3,5}' --out strip.svg\n  grundy draw position sprouts '0*2.AB|AB' --out land.svg"
)]
pub(crate) struct Position {
    #[command(flatten)]
    words: Words,
}

impl Position {
    pub(crate) fn svg(&self, registry: &Registry) -> Result<String, Failure> {
        let no = |name: String| {
            Failure::input(format!("there is no picture of {name}: `draw dot` draws the graph of its positions"))
        };
        let (game, position) = match self.words.read(registry)? {
            Chosen::Game(game, position, _) => (game, position),
            Chosen::Sum(..) => return Err(no("a sum of games".to_owned())),
        };
        Diagram::of(&game, &position).map(|diagram| diagram.to_string()).ok_or_else(|| no(game.to_string()))
    }
}
