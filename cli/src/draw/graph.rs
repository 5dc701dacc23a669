//! Graphs of positions as DOT, and as text for Lean.

use std::fmt::Display;

use clap::Args;
use grundy::render::{LeanError, PositionGraph};
use grundy::{Components, Control, ImpartialGame, Notation, Registry, Solver, Whole};

use crate::bounds::Bounds;
use crate::chosen::{Chosen, Words};
use crate::failure::Failure;
use crate::interrupt;
use crate::number::between;

/// The graph of the positions that play can reach, as DOT.
#[derive(Args)]
#[command(after_help = "Example: grundy draw dot kayles 5 | dot -Tsvg > kayles.svg")]
pub(crate) struct Graph {
    #[command(flatten)]
    words: Words,

    /// Draw whole positions as vertices, not components.
    #[arg(long)]
    whole: bool,

    /// Draw one vertex for positions that are mirror images of each other.
    #[arg(long)]
    merge: bool,

    /// Draw arrows without labels.
    #[arg(long)]
    plain: bool,

    /// The most positions that are drawn.
    #[arg(long, value_name = "POSITIONS", default_value_t = 200, value_parser = between::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    pub(super) vertices: usize,
}

/// The graph of whole positions, as a game graph for Lean 4 and its library of combinatorial games.
#[derive(Args)]
#[command(after_help = "Example: grundy draw lean sprouts 2 > Sprouts2.lean")]
pub(crate) struct LeanGraph {
    #[command(flatten)]
    words: Words,

    /// The most positions that are written.
    #[arg(long, value_name = "POSITIONS", default_value_t = 10_000, value_parser = between::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    pub(super) vertices: usize,
}

/// A graph whose positions and moves are written.
type Texts = PositionGraph<String, String>;

/// Maximum number of vertices that are written in no time to speak of.
const MANY: usize = 1 << 16;
/// Share of the time in which more vertices are found. To write them takes more than as long (10^8 counters of Nim).
const FOR_THE_WALK: f64 = 0.4;
/// Divisor of the memory, of which their texts take the most.
const OF_THE_MEMORY: u64 = 4;

/// The bounds of the search for vertices, at most this number: with many of them, shares of the time and of the memory are left for writing.
pub(super) fn for_the_walk(bounds: &Bounds, vertices: usize) -> Bounds {
    if vertices <= MANY {
        return bounds.clone();
    }
    Bounds {
        memory: bounds.memory.map(|bytes| bytes / OF_THE_MEMORY),
        time: bounds.time.map(|time| time.mul_f64(FOR_THE_WALK)),
        ..bounds.clone()
    }
}

/// The graph of whole positions. Sums that differ only in the order of components, or by a symmetry, are one position.
fn of_wholes<G: Notation<Move: Display>>(
    game: &G,
    position: Components<G::Position>,
    text: &str,
    control: Control,
    vertices: usize,
) -> Result<Texts, Failure> {
    let position = Components::from_iter([position]);
    let graph = walked(Solver::new(Whole(game)).with_control(control), |solver| {
        PositionGraph::up_to_symmetry(solver, position, vertices)
    })?;
    Ok(graph.map(|whole| game.text_like(text, whole), |mv| format!("{}: {}", mv.component + 1, mv.mv)))
}

/// The result of a walk with a solver, unless Ctrl-C was pressed meanwhile. After it the solver is dropped: nothing listens to Ctrl-C any more, which
/// then ends the writing at once.
fn walked<G: ImpartialGame, T>(mut solver: Solver<G>, walk: impl FnOnce(&mut Solver<G>) -> T) -> Result<T, Failure> {
    let found = walk(&mut solver);
    drop(solver);
    if interrupt::was_pressed() { Err(Failure::Interrupted("interrupted".to_owned())) } else { Ok(found) }
}

impl LeanGraph {
    /// The text for Lean. Positions that are too large for the control have no value beside them.
    pub(crate) fn lean(&self, registry: &Registry, control: Control) -> Result<String, Failure> {
        let (graph, name) = match self.words.read(registry)? {
            Chosen::Game(game, position, text) => {
                (of_wholes(&game, position, text, control, self.vertices)?, format!("{game} {text}"))
            }
            Chosen::Sum(table, position, text) => {
                (of_wholes(&table, position, text, control, self.vertices)?, format!("sum {text}"))
            }
        };
        graph.lean(&name).map_err(|error| match error {
            LeanError::Cut { .. } => {
                Failure::Bound(format!("{error}; --vertices, --time and --memory set other bounds"))
            }
            error => Failure::input(error),
        })
    }
}

impl Graph {
    /// The graph. Positions that are too large for the control have no value.
    pub(crate) fn dot(&self, registry: &Registry, control: Control) -> Result<String, Failure> {
        match self.words.read(registry)? {
            Chosen::Game(game, position, text) => self.drawn(&game, position, text, control),
            Chosen::Sum(table, position, text) => self.drawn(&table, position, text, control),
        }
    }

    fn drawn<G>(
        &self,
        game: &G,
        position: Components<G::Position>,
        text: &str,
        control: Control,
    ) -> Result<String, Failure>
    where
        G: Notation<Move: Display>,
    {
        let graph = if self.whole {
            of_wholes(game, position, text, control, self.vertices)?
        } else {
            let walk = if self.merge { PositionGraph::up_to_symmetry } else { PositionGraph::new };
            let solver = Solver::new(game).with_control(control);
            let graph = walked(solver, |solver| walk(solver, position, self.vertices))?;
            graph.map(|component| game.component_text_like(text, component), ToString::to_string)
        };
        Ok(if self.plain { graph.dot().plain_arrows().to_string() } else { graph.dot().to_string() })
    }
}
