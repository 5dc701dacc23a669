//! Positions as SVG.

use clap::Args;
use grundy::games::Land;
use grundy::render::{Diagram, LandPicture};
use grundy::{AnyGame, Registry};

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
        let lands: Option<Vec<Land>> = position.iter().map(|land| land.downcast_ref().cloned()).collect();
        if let Some(lands) = lands.filter(|_| is_sprouts(&game)) {
            return Ok(LandPicture(&lands).to_string());
        }
        Diagram::of(&position).map(|diagram| diagram.to_string()).ok_or_else(|| no(game.to_string()))
    }
}

/// Whether positions are lands also where nothing is left.
fn is_sprouts(game: &AnyGame) -> bool {
    game.downcast_ref::<grundy::games::Sprouts>().is_some()
}
