//! Positions as SVG.

use clap::Args;
use grundy::Registry;
use grundy::render::Diagram;

use crate::bounds::Bounds;
use crate::chosen::{Chosen, Words, names};
use crate::failure::Failure;

/// A position of any game: heaps, strips, boards, coins, graphs and trees, or the regions of Sprouts, each by itself. Numbers and letters are those by which moves name places. Of a `sum` each game has its name above it.
#[derive(Args)]
#[command(
    mut_args(|argument| { let is_bound = argument.get_help_heading() == Some("Bounds"); argument.hide(is_bound) }),
    after_help = "Examples:\n  grundy draw position node-kayles cycle:7 --out graph.svg\n  grundy draw position welter '{2,3,5}' --out strip.svg\n  grundy draw position sprouts '0*2.AB|AB' --out land.svg\n  grundy draw position sum kayles:5,6+nim:9 --out sum.svg"
)]
pub(crate) struct Position {
    #[command(flatten)]
    words: Words,

    /// Refused: nothing is searched.
    #[command(flatten)]
    bounds: Bounds,
}

impl Position {
    pub(crate) fn svg(&self, registry: &Registry) -> Result<String, Failure> {
        self.bounds.check_unused("a position")?;
        let no = |name: String| {
            Failure::input(format!("there is no picture of {name}: `draw dot` draws the graph of its positions"))
        };
        let (diagram, name) = match self.words.read(registry)? {
            Chosen::Game(game, position, _) => (Diagram::of(&game, &position), game.to_string()),
            Chosen::Sum(table, position, _) => (Diagram::of_sum(&table, &position), names(&table.0)),
        };
        diagram.map(|diagram| diagram.to_string()).ok_or_else(|| no(name))
    }
}
