//! A game that need not end: the values of a small graph with cycles, why they are so, and who wins sums on it.
//!
//! `cargo run --release --example loopy [EDGES [TOKENS]]`, with EDGES as in `0>1,1>2,2>0` and TOKENS as in `0,2`
//!
//! A token lies on each vertex of TOKENS, and a move pushes one of them along an edge; who cannot move loses.

mod support;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use grundy::loopy::{Digraph, LoopyValues};
use grundy::{Components, Control, ExplicitGame, Notation};
use support::{Failure, end, exit_with};

/// What is shown if nothing is asked for: 2 and 3 go round and are nimbers; 4 has a loop and is drawn.
const EDGES: &str = "1>0,2>1,2>3,3>2,3>0,4>4,4>1,5>0,5>1,5>4";
const TOKENS: &str = "4,1";

/// In a larger graph only the vertices of the sum are explained.
const MOST_EXPLAINED: usize = 12;

/// The values of a graph that may have cycles, why they are so, and who wins a sum of tokens on it.
///
/// Who cannot move loses; a game that goes on for ever is a draw.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The edges, as in 0>1,1>2,2>0; a number by itself is a vertex.
    edges: Option<String>,

    /// The vertices on which tokens lie, as in 0,2.
    tokens: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    end(run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (edges, tokens) = match &arguments.edges {
        Some(edges) => (edges.as_str(), arguments.tokens.as_deref()),
        None => (EDGES, Some(TOKENS)),
    };
    let graph: Digraph = edges.parse().map_err(bad)?;
    let tokens = tokens.map(|tokens| read_tokens(&graph, tokens)).transpose()?;
    let stopped = |stopped: grundy::Stopped| Failure::Limit(stopped.to_string());
    let values = LoopyValues::new(graph, &mut Control::new()).map_err(stopped)?;
    let mut out = io::stdout().lock();
    write_values(&mut out, &values, tokens.as_deref().unwrap_or(&[]))?;
    match tokens {
        Some(tokens) => write_sum(&mut out, &values, &tokens),
        None => Ok(()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn bad(error: impl ToString) -> Failure {
    Failure::Input(error.to_string())
}

/// Tokens are written as those of an explicit game.
fn read_tokens(graph: &Digraph, text: &str) -> Result<Components<usize>, Failure> {
    let without_edges = ExplicitGame::new(vec![Vec::new(); graph.vertices()]).map_err(bad)?;
    without_edges.parse(text).map_err(bad)
}

/// Each vertex with its value and outcome, and the working.
fn write_values(out: &mut impl Write, values: &LoopyValues, tokens: &[usize]) -> Result<(), Failure> {
    let vertices = 0..values.graph().vertices();
    writeln!(out, "graph: {}\n\nvertex  value     won", values.graph())?;
    for vertex in vertices.clone() {
        let value = values.value(vertex).map_err(bad)?;
        writeln!(out, "{vertex:<6}  {:<8}  {}", value.to_string(), value.outcome())?;
    }
    let explain_all = vertices.len() <= MOST_EXPLAINED;
    for vertex in vertices.filter(|vertex| explain_all || tokens.contains(vertex)) {
        writeln!(out, "\nVertex {vertex}\n{}", values.explain(vertex).map_err(bad)?)?;
    }
    Ok(())
}

/// The value of the sum, who wins it, and by which moves.
fn write_sum(out: &mut impl Write, values: &LoopyValues, tokens: &Components<usize>) -> Result<(), Failure> {
    let each = tokens.iter().map(|vertex| values.value(*vertex).map(|value| value.to_string()));
    let each = each.collect::<Result<Components<_>, _>>().map_err(bad)?;
    let value = values.value(tokens).map_err(bad)?;
    writeln!(out, "\nTokens on {tokens}: {each} = {value}")?;
    writeln!(out, "outcome: {}", value.outcome())?;
    for (how, moves) in [("wins", values.winning_moves(tokens)), ("draws", values.drawing_moves(tokens))] {
        for mv in moves.map_err(bad)? {
            writeln!(out, "{how}: {mv}")?;
        }
    }
    if let Some(mv) = values.winning_move(tokens).map_err(bad)? {
        writeln!(out, "play: {mv}")?;
    }
    Ok(())
}
