//! Graphs of positions as DOT.

use std::fmt::{Debug, Display};

use clap::Args;
use grundy::games::GameVisitor;
use grundy::render::PositionGraph;
use grundy::{AnyGame, Components, Notation, Solver, Whole};

use crate::chosen::{Chosen, bad_notation, choose};
use crate::support::Failure;

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Graph {
    /// The game.
    game: String,

    /// The position; before it the parameter of the game, if it has one.
    #[arg(required = true, num_args = 1..=2, value_name = "POSITION")]
    position: Vec<String>,

    /// Whole positions as vertices, not components.
    #[arg(long)]
    whole: bool,

    /// One vertex for mirror images of each other.
    #[arg(long)]
    merge: bool,

    /// Nothing is written on arrows.
    #[arg(long)]
    plain: bool,

    /// Chomp whose corner tile may be taken.
    #[arg(long)]
    edible: bool,

    /// The most positions that are drawn.
    #[arg(long, value_name = "POSITIONS", default_value_t = 200)]
    limit: u32,
}

/// The most positions that are solved, drawn or not.
const LIMIT: u64 = 1 << 20;

impl Graph {
    pub(crate) fn dot(&self) -> Result<String, Failure> {
        match choose(&self.game, &self.position, self.edible)? {
            Chosen::Game(game, text) => game.visit(Question { graph: self, text }),
            Chosen::Sum(text) => {
                let (table, position) = AnyGame::parse_sum(text).map_err(bad_notation)?;
                Ok(self.drawn(&table, position, text))
            }
        }
    }

    fn drawn<G: Notation<Move: Display>>(&self, game: &G, position: Components<G::Position>, text: &str) -> String {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let graph = if self.whole {
            let mut solver = Solver::new(Whole(game));
            solver.set_limit(LIMIT);
            let position = Components::from_iter([position]);
            // Sums that differ in the order of components only are one position in any case.
            let graph = PositionGraph::up_to_symmetry(&mut solver, position, limit);
            graph.map(|whole| game.text_like(text, whole), |mv| format!("{}: {}", mv.component + 1, mv.mv))
        } else {
            let mut solver = Solver::new(game);
            solver.set_limit(LIMIT);
            let graph = if self.merge {
                PositionGraph::up_to_symmetry(&mut solver, position, limit)
            } else {
                PositionGraph::new(&mut solver, position, limit)
            };
            graph.map(|component| game.component_text_like(text, component), ToString::to_string)
        };
        if self.plain { graph.dot().plain_arrows().to_string() } else { graph.dot().to_string() }
    }
}

/// A position, as text, whose graph is asked for.
struct Question<'a> {
    graph: &'a Graph,
    text: &'a str,
}

impl GameVisitor for Question<'_> {
    type Output = Result<String, Failure>;

    fn visit<G>(self, game: &G) -> Self::Output
    where
        G: Notation<Position: Debug + Display, Move: Debug + Display>,
    {
        let position = game.parse(self.text).map_err(bad_notation)?;
        Ok(self.graph.drawn(game, position, self.text))
    }
}
