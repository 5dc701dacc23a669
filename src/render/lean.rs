//! Graphs of positions as text for the proof assistant Lean.

use std::fmt::Display;
use std::fmt::Write as _;

use thiserror::Error;

use crate::render::graph::PositionGraph;

/// The reason why a graph cannot be written for Lean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LeanError {
    /// The graph lacks moves because of its limit.
    #[error("the graph is cut at {positions} positions")]
    Cut {
        /// The number of positions that it has.
        positions: usize,
    },
    /// A move does not leave exactly one position. The graph of [`Whole`](crate::Whole) positions has no such moves.
    #[error("a move leaves {left} positions, and must leave one: draw whole positions")]
    NotOne {
        /// The number of positions that it leaves.
        left: usize,
    },
    /// A move or the start has the number of a position that is not in the graph, which was made by hand.
    #[error("there is no position {place} in the graph")]
    Missing {
        /// That number.
        place: usize,
    },
    /// Play can come back to a position.
    #[error("play can come back to a position")]
    Loopy,
}

impl<P: Display, M> PositionGraph<P, M> {
    /// The graph as a `GameGraph (Fin n)` for Lean 4 and its library of combinatorial games, in the namespace `game_` followed by `name`.
    ///
    /// The text defines `options`, the table of moves, where each position comes after all that play can reach from it; `graph`, in which both
    /// players have these moves; the proof that play ends; and `start`, the number of the first position. The value that the solver found is a comment
    /// beside each position: Lean is to prove it, not to believe it. Characters of the name other than letters and digits of ASCII
    /// become `_`.
    ///
    /// Time and memory are those of the text. Lean looks at each move once, which takes it seconds for a thousand positions.
    ///
    /// ```
    /// use grundy::render::PositionGraph;
    /// use grundy::{Components, Kayles, Notation, Solver, Whole};
    ///
    /// let row = Components::from_iter([Components::from([2_u64])]);
    /// let graph = PositionGraph::new(&mut Solver::new(Whole(Kayles)), row, 100);
    /// let lean = graph.map(|whole| Kayles.text_like("1", whole), |_| ()).lean("kayles 2")?;
    /// assert!(lean.contains("namespace game_kayles_2"));
    /// assert!(lean.contains("    [0, 1] -- 2: 2, *2")); // nothing is 0, one pin is 1
    /// # Ok::<(), grundy::render::LeanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LeanError`] if the graph lacks moves, if a move does not leave exactly one position, if play can come back to one, or if a number is that of no position.
    ///
    /// Reference: `CombinatorialGames.Game.Graph` of <https://github.com/vihdzp/combinatorial-games>, as of August 2026. No test here runs Lean.
    pub fn lean(&self, name: &str) -> Result<String, LeanError> {
        let count = self.positions.len();
        if !self.is_complete() {
            return Err(LeanError::Cut { positions: count });
        }
        if let Some(place) = self.missing() {
            return Err(LeanError::Missing { place });
        }
        let mut options = vec![Vec::new(); count];
        for arrow in &self.moves {
            let [option] = arrow.left[..] else { return Err(LeanError::NotOne { left: arrow.left.len() }) };
            options[arrow.from].push(option);
        }
        let order = in_order(&options).ok_or(LeanError::Loopy)?;
        let mut numbers = vec![0; count];
        for (number, place) in order.iter().enumerate() {
            numbers[*place] = number;
        }
        let rows = order.iter().enumerate().map(|(number, place)| {
            let mut left: Vec<usize> = options[*place].iter().map(|option| numbers[*option]).collect();
            left.sort_unstable();
            let vertex = &self.positions[*place];
            let value = vertex.value.map(|value| format!(", {value}")).unwrap_or_default();
            let comma = if number + 1 < count { "," } else { "" };
            let text = vertex.position.to_string().replace(char::is_control, " ");
            format!("    {left:?}{comma} -- {number}: {text}{value}\n")
        });
        let rows: String = rows.collect();
        let name = name.replace(|one: char| !one.is_ascii_alphanumeric(), "_");
        let mut text = format!(
            "import CombinatorialGames.Game.Graph\n\n\
             namespace game_{name}\n\n\
             /-- The positions that one move leaves, for each of {count} positions. -/\n\
             def options (x : Fin {count}) : List (Fin {count}) :=\n  ([\n{rows}  ] : List (List (Fin {count}))).getD x.val []\n\n\
             /-- A move leaves a position with a smaller number. -/\n\
             theorem options_lt : ∀ x, ∀ y ∈ options x, y < x := by decide +kernel\n\n\
             /-- The game: both players have the same moves. -/\n\
             def graph : GameGraph (Fin {count}) where\n  moves _ x := {{y | y ∈ options x}}\n\n\
             instance : graph.IsWellFounded :=\n  .of_subrelation (· < ·) fun y x _ h => options_lt x y h\n\n"
        );
        if let Some(start) = self.start.first() {
            let number = numbers[*start];
            let _ = write!(text, "/-- The position at the start. -/\ndef start : Fin {count} := {number}\n\n");
        }
        let _ = writeln!(text, "end game_{name}");
        Ok(text)
    }
}

/// The vertices in an order in which each comes after its options; `None` if there is a cycle.
fn in_order(options: &[Vec<usize>]) -> Option<Vec<usize>> {
    // For each vertex the number of its moves whose options have no place in the order yet. Two moves to one option
    // count twice, here and in `left_by`.
    let mut waits: Vec<usize> = options.iter().map(Vec::len).collect();
    let mut left_by = vec![Vec::new(); options.len()];
    for (place, options) in options.iter().enumerate() {
        for option in options {
            left_by[*option].push(place);
        }
    }
    let mut order: Vec<usize> = (0..options.len()).filter(|place| waits[*place] == 0).collect();
    // The order is the queue. Vertices on a cycle, and those that lead to one, never stop waiting.
    let mut next = 0;
    while let Some(place) = order.get(next) {
        for before in &left_by[*place] {
            waits[*before] -= 1;
            if waits[*before] == 0 {
                order.push(*before);
            }
        }
        next += 1;
    }
    (order.len() == options.len()).then_some(order)
}
