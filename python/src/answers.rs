//! Answers with several parts, as Python takes them.

use std::sync::Arc;

use grundy::any::{AnyMove, AnyPosition};
use grundy::render::PositionGraph;
use grundy::{Explanation, Nimber, Notation};
use pyo3::prelude::*;

use crate::position::{Move, Position};

/// The working of an answer: its text, the outcome, the components with their values, the best move, and whether all moves were compared.
#[derive(IntoPyObject)]
pub(crate) struct Explained {
    text: String,
    outcome: String,
    misere: bool,
    components: Vec<(String, Option<u64>)>,
    turn: Option<Move>,
    compared: bool,
}

pub(crate) fn explained(position: &Arc<Position>, working: Explanation<AnyPosition, AnyMove>) -> Explained {
    let rules = &position.game.rules;
    let write = |part: &AnyPosition| rules.component_text_like("", part);
    Explained {
        outcome: working.outcome.to_string(),
        misere: working.play == grundy::Play::Misere,
        components: working
            .components
            .iter()
            .map(|part| (write(&part.position), part.value.map(Nimber::get)))
            .collect(),
        turn: working.turn.as_ref().map(|turn| Move::new(position, turn.mv.clone())),
        compared: working.compared,
        text: working.map(write).to_string(),
    }
}

/// The graph of positions: each with its text, its value and whether its moves were listed; the arrows, each with its moves in words and
/// the positions that it leads to together; the positions that it starts from.
#[derive(IntoPyObject)]
pub(crate) struct Drawing {
    positions: Vec<(String, Option<u64>, bool)>,
    arrows: Vec<(usize, Vec<String>, Vec<usize>)>,
    start: Vec<usize>,
}

pub(crate) fn drawing(position: &Position, graph: &PositionGraph<AnyPosition, AnyMove>) -> Drawing {
    use grundy::ImpartialGame;
    let rules = &position.game.rules;
    let positions = graph.positions.iter().map(|vertex| {
        (rules.component_text_like("", &vertex.position), vertex.value.map(Nimber::get), vertex.complete)
    });
    let arrows = graph.moves.iter().map(|arrow| {
        let from = &graph.positions[arrow.from].position;
        let name = |mv: &AnyMove| rules.move_name(from, mv).unwrap_or_else(|| mv.to_string());
        (arrow.from, arrow.moves.iter().map(name).collect(), arrow.left.clone())
    });
    Drawing { positions: positions.collect(), arrows: arrows.collect(), start: graph.start.clone() }
}
