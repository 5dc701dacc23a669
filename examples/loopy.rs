//! A game that need not end: the values of a small graph with cycles, why they are so, and who wins sums on it.
//!
//! `cargo run --example loopy [EDGES [TOKENS]]`, with EDGES as in `0>1,1>2,2>0` and TOKENS as in `0,2`
//!
//! A token lies on each vertex of TOKENS, and a move pushes one of them along an edge; who cannot move loses.

use std::error::Error;
use std::process::ExitCode;

use grundy::loopy::{Digraph, LoopyValues};
use grundy::{Components, Control, ExplicitGame, Notation};

/// What is shown if nothing is asked for: 2 and 3 go round and are nimbers; 4 has a loop and is drawn.
const EDGES: &str = "1>0,2>1,2>3,3>2,3>0,4>4,4>1,5>0,5>1,5>4";
const TOKENS: &str = "4,1";

/// In a larger graph only the vertices of the sum are explained.
const MOST_EXPLAINED: usize = 12;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let told = match words[..] {
        [] => tell(EDGES, Some(TOKENS)),
        [edges] => tell(edges, None),
        [edges, tokens] => tell(edges, Some(tokens)),
        [..] => Err("usage: loopy [EDGES [TOKENS]], as in: loopy '0>1,1>2,2>0' 0,2".into()),
    };
    match told {
        Ok(told) => {
            print!("{told}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn tell(edges: &str, tokens: Option<&str>) -> Result<String, Box<dyn Error>> {
    let graph: Digraph = edges.parse()?;
    // Tokens are written as those of a game of as many vertices.
    let vertices = ExplicitGame::new(vec![Vec::new(); graph.vertices()])?;
    let tokens = tokens.map(|tokens| vertices.parse(tokens)).transpose()?;
    let values = LoopyValues::new(graph, &mut Control::new())?;
    let mut lines = told_values(&values, tokens.as_deref().unwrap_or(&[]))?;
    if let Some(tokens) = tokens {
        lines.extend(told_sum(&values, &tokens)?);
    }
    Ok(lines.join("\n") + "\n")
}

/// Each vertex with its value and outcome, and the working.
fn told_values(values: &LoopyValues, tokens: &[usize]) -> Result<Vec<String>, Box<dyn Error>> {
    let vertices = 0..values.graph().vertices();
    let mut lines = vec![format!("graph: {}\n\nvertex  value     won", values.graph())];
    for vertex in vertices.clone() {
        let value = values.value(vertex)?;
        lines.push(format!("{vertex:<6}  {:<8}  {}", value.to_string(), value.outcome()));
    }
    let explain_all = vertices.len() <= MOST_EXPLAINED;
    for vertex in vertices.filter(|vertex| explain_all || tokens.contains(vertex)) {
        lines.push(format!("\nVertex {vertex}\n{}", values.explain(vertex)?.components[0]));
    }
    Ok(lines)
}

/// The value of the sum, who wins it, and by which moves.
fn told_sum(values: &LoopyValues, tokens: &Components<usize>) -> Result<Vec<String>, Box<dyn Error>> {
    let each = tokens.iter().map(|vertex| values.value(*vertex).map(|value| value.to_string()));
    let each = each.collect::<Result<Components<_>, _>>()?;
    let value = values.value(tokens)?;
    let mut lines = vec![format!("\nTokens on {tokens}: {each} = {value}"), format!("outcome: {}", value.outcome())];
    lines.extend(values.winning_moves(tokens)?.iter().map(|mv| format!("wins: {mv}")));
    lines.extend(values.drawing_moves(tokens)?.iter().map(|mv| format!("draws: {mv}")));
    lines.extend(values.winning_move(tokens)?.map(|mv| format!("play: {mv}")));
    Ok(lines)
}
