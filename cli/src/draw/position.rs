//! Positions as SVG.

use clap::Args;
use grundy::Registry;
use grundy::render::Diagram;

use crate::chosen::{Chosen, Words};
use crate::failure::Failure;

/// A position of a game on a board or a graph, or of Sprouts, each region by itself. Numbers and letters are those by which moves name places.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  grundy draw position node-kayles cycle:7 --out graph.svg\n  grundy draw position sprouts '0*2.AB|AB' --out land.svg"
)]
pub(crate) struct Position {
    #[command(flatten)]
    words: Words,
}

impl Position {
    pub(crate) fn svg(&self, registry: &Registry) -> Result<String, Failure> {
        let no = |name: String| {
            Failure::input(format!("{name} has neither a board nor a graph: `draw dot` draws its positions"))
        };
        let (game, position) = match self.words.read(registry)? {
            Chosen::Game(game, position, _) => (game, position),
            Chosen::Sum(..) => return Err(no("a sum of games".to_owned())),
        };
        Diagram::of(&position).map(|diagram| diagram.to_string()).ok_or_else(|| no(game.to_string()))
    }
}
