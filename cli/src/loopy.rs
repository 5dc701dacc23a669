//! `grundy loopy`: the values of a game that need not end, written as a graph, and who wins a sum of its positions.

use std::fmt::{self, Display};

use clap::Args;
use grundy::certificate::Certificate;
use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues, NoVertexError, ToVertex};
use grundy::{Components, Control, ExplicitGame, Notation, SumMove};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::certificate::{self, Certify};
use crate::failure::{Failure, all_done};
use crate::input;
use crate::output::Output;
use crate::progress::Bar;

/// Finds the values of a game that need not end, written as a graph, and who wins a sum of its positions.
///
/// A token lies on a vertex, and a move pushes it along an edge; who cannot move loses, and play that never ends is a draw. Without tokens the
/// value of each vertex is printed. The limit of --limit counts vertices.
#[derive(Args)]
#[command(after_help = "Examples: grundy loopy '0>1,1>0,1>2'\n          grundy loopy '1>0,2>2,2>0' 2,1")]
pub(crate) struct Loopy {
    /// The edges, as in '0>1,1>0,1>2' (with quotes, since > writes to a file in a shell); - for standard input, with commas or lines.
    #[arg(value_name = "EDGES")]
    graph: String,

    /// The vertices on which tokens lie, as in 2,1.
    tokens: Option<String>,

    /// List all moves that win, or that hold the draw.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    certify: Certify,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// The most options that a working lists. A guard: each may have a set of numbers beside it.
const MOST_EXPLAINED: usize = 1 << 14;

/// The answer that is printed.
#[derive(Serialize)]
struct Answer {
    vertices: usize,
    edges: usize,
    /// Of each vertex, if there are no tokens.
    values: Vec<Labelled>,
    sum: Option<Sum>,
}

#[derive(Serialize)]
struct Labelled {
    vertex: usize,
    value: String,
    outcome: String,
}

/// The sum of the tokens.
#[derive(Serialize)]
struct Sum {
    tokens: Vec<usize>,
    value: String,
    outcome: String,
    winning_moves: usize,
    drawing_moves: usize,
    /// In an N-position a winning move that makes progress, or all winning moves; in a draw the best move, or all that hold it.
    play: Vec<Move>,
    /// In a P-position the move after which the smallest share of the replies wins.
    best: Option<Move>,
    working: String,
}

#[derive(Serialize)]
struct Move {
    /// The number of the token, from 1.
    component: usize,
    to: usize,
}

impl From<SumMove<ToVertex>> for Move {
    fn from(mv: SumMove<ToVertex>) -> Self {
        Self { component: mv.component + 1, to: mv.mv.0 }
    }
}

impl Loopy {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let target = self.certify.target(self.output)?;
        let bar = Bar::new();
        // Read before the control is made, which Ctrl-C would ask to stop in place of the program.
        let graph: Digraph = self.edges()?.parse()?;
        let mut control = self.bounds.control(Control::unlimited(), &bar);
        // Tokens are written as those of a game that is given by a table of as many positions.
        let positions = ExplicitGame::new(vec![Vec::new(); graph.vertices()]).map_err(Failure::input)?;
        let tokens = self.tokens.as_ref().map(|tokens| positions.parse(tokens)).transpose()?;
        let values = LoopyValues::new(graph, &mut control)?;
        bar.clear();
        let sum = tokens.map(|tokens| self.of_sum(&values, &tokens)).transpose()?;
        let (vertices, edges) = (values.graph().vertices(), values.graph().edges());
        let shown = if sum.is_some() { 0..0 } else { 0..vertices };
        let labelled = |vertex| {
            let value = values.value(vertex)?;
            Ok(Labelled { vertex, value: value.to_string(), outcome: value.outcome().to_string() })
        };
        let each = shown.map(labelled).collect::<Result<_, NoVertexError>>()?;
        let printed = self.output.print(&Answer { vertices, edges, values: each, sum });
        let of_graph =
            || Certificate::of_graph(&values).expect("a graph that was read from a text is small enough for a checker");
        let certified = target.map_or(Ok(()), |target| certificate::write(&target, of_graph()));
        all_done([printed, certified])
    }

    /// The edges, with commas between them.
    fn edges(&self) -> Result<String, Failure> {
        let text = input::text(&self.graph, self.bounds.time)?;
        let lines = text.lines().map(|line| line.trim().trim_end_matches(',')).filter(|line| !line.is_empty());
        Ok(lines.collect::<Vec<_>>().join(","))
    }

    fn of_sum(&self, values: &LoopyValues, tokens: &Components<usize>) -> Result<Sum, NoVertexError> {
        let value = values.value(tokens)?;
        let outcome = value.outcome();
        let (wins, draws) = (values.winning_moves(tokens)?, values.drawing_moves(tokens)?);
        let options = tokens.iter().map(|vertex| values.graph().options(*vertex).map(|options| options.len()));
        let options: usize = options.sum::<Result<_, _>>()?;
        let (working, best) = if options <= MOST_EXPLAINED {
            let explained = values.explain(tokens)?;
            (explained.to_string(), explained.best)
        } else {
            let left_out =
                format!("The working is left out: it would list {options} options, and {MOST_EXPLAINED} are the most.");
            (left_out, values.best_move(tokens)?)
        };
        let listed = if outcome == LoopyOutcome::N { &wins } else { &draws };
        let (play, best) = match (outcome, self.all) {
            (LoopyOutcome::P, _) => (Vec::new(), best),
            (_, true) => (listed.to_vec(), None),
            (_, false) => (Vec::from_iter(best), None),
        };
        Ok(Sum {
            tokens: tokens.to_vec(),
            value: value.to_string(),
            outcome: outcome.to_string(),
            winning_moves: wins.len(),
            drawing_moves: draws.len(),
            play: play.into_iter().map(Move::from).collect(),
            best: best.map(Move::from),
            working,
        })
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sum) = &self.sum {
            return sum.fmt(f);
        }
        let width = self.values.iter().map(|labelled| labelled.value.chars().count()).fold("value".len(), usize::max);
        writeln!(f, "vertex  {:width$}  outcome", "value")?;
        for Labelled { vertex, value, outcome } in &self.values {
            writeln!(f, "{vertex:<6}  {value:width$}  {outcome}")?;
        }
        writeln!(f, "\nvertices: {}\nedges: {}", self.vertices, self.edges)
    }
}

/// The working, and the lines for programs.
impl Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n\nvalue: {}\noutcome: {}", self.working, self.value, self.outcome)?;
        writeln!(f, "winning moves: {}\ndrawing moves: {}", self.winning_moves, self.drawing_moves)?;
        for mv in &self.play {
            writeln!(f, "play: {mv}")?;
        }
        match &self.best {
            Some(mv) => writeln!(f, "best: {mv}"),
            None if self.play.is_empty() => writeln!(f, "best: none, the game is over"),
            None => Ok(()),
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component {}: to {}", self.component, self.to)
    }
}
