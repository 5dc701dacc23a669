//! The values of all vertices of a graph, and what follows for sums of vertices.

use std::collections::BTreeSet;

use crate::components::Components;
use crate::game::SumMove;
use crate::games::ToVertex;
use crate::loopy::digraph::{Digraph, NoVertexError};
use crate::loopy::extend::Extension;
use crate::loopy::label::Labels;
use crate::loopy::value::{LoopyOutcome, LoopyValue};
use crate::loopy::working::LoopyWorking;
use crate::nimber::Nimber;

/// A graph with the values of all its vertices: who wins any sum of tokens on it, and by which moves.
///
/// A token lies on a vertex and is pushed along edges; a sum has several tokens, and a move pushes one of them. Who cannot move
/// loses; a game that goes on for ever is a draw.
///
/// Theorem: the value of a vertex is m if the mex of the nimbers among its options is m, and each other option has an option *already*
/// found to be `*m`, to which whoever moves there is brought back; every vertex that so gets no nimber is [∞](LoopyValue::Infinite).
/// Without cycles these are the Grundy values.
///
/// Labelling takes one step a vertex and edge on graphs met in practice: at most Σ d (1 + m) steps, over vertices with *d* options of
/// which *m* is the mex, so never more than O(E √E). Memory is 48 bytes a vertex and 12 an edge while it runs, 12 and 4 after.
///
/// ```
/// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
///
/// // 0 and 1 push to and fro, and 1 may end the game at 2. From 3 one may go to 0, 1 and 2.
/// let values = LoopyValues::new("0>1,1>0,1>2,3>0,3>1,3>2".parse::<Digraph>()?);
/// let text = |vertex| values.value(vertex).map(|value| value.to_string());
/// assert_eq!([text(0)?, text(1)?, text(2)?, text(3)?], ["*0", "*1", "*0", "*2"]);
///
/// // With a loop at 2 nobody can end the game.
/// let values = LoopyValues::new("0>1,1>0,1>2,2>2".parse::<Digraph>()?);
/// assert_eq!(values.outcome(1)?, LoopyOutcome::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Smith, "Graphs and composite games" (1966); Fraenkel and Yesha, "The generalized Sprague-Grundy function and its
/// invariance under certain mappings" (1986); Winning Ways, ch. 12.
#[derive(Clone, Debug)]
pub struct LoopyValues {
    graph: Digraph,
    labels: Labels,
}

impl LoopyValues {
    /// Finds the values of all vertices.
    #[must_use]
    pub fn new(graph: Digraph) -> Self {
        let labels = Labels::of(&graph);
        Self { graph, labels }
    }

    /// The graph.
    #[must_use]
    pub const fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// The value of a vertex. For one that is ∞ it takes a step for each option.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if there is no such vertex.
    ///
    /// ```
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// // Every vertex from 0 to 2 satisfies the equation of the mex with 3, 2, 1, and still none of them is a nimber.
    /// let values = LoopyValues::new("0>1,0>2,0>3,1>2,1>3,2>0,2>3".parse::<Digraph>()?);
    /// assert_eq!(values.value(0)?.to_string(), "∞_{0}");
    /// assert!(values.value(4).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, vertex: usize) -> Result<LoopyValue, NoVertexError> {
        self.graph.place(vertex).map(|vertex| self.value_at(vertex))
    }

    /// The value of a vertex if it is a nimber, at once.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if there is no such vertex.
    pub fn nimber(&self, vertex: usize) -> Result<Option<Nimber>, NoVertexError> {
        self.graph.place(vertex).map(|vertex| self.labels.nimber(vertex))
    }

    /// The value of a sum of vertices, by the theorem for sums.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if one of them is not in the graph.
    pub fn sum_value(&self, tokens: impl Into<Components<usize>>) -> Result<LoopyValue, NoVertexError> {
        let tokens = self.places(tokens)?;
        Ok(tokens.iter().map(|vertex| self.value_at(*vertex)).sum())
    }

    /// Who wins a sum of vertices.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if one of them is not in the graph.
    ///
    /// ```
    /// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
    ///
    /// let values = LoopyValues::new("1>0,2>2,2>0".parse::<Digraph>()?); // *0, *1 and ∞_{0}
    /// assert_eq!(values.outcome(2)?, LoopyOutcome::N); // to 0
    /// assert_eq!(values.outcome([2, 1])?, LoopyOutcome::Draw); // ∞_{0} + *1 = ∞_{1}
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self, tokens: impl Into<Components<usize>>) -> Result<LoopyOutcome, NoVertexError> {
        Ok(self.decide(self.tally(&self.places(tokens)?)))
    }

    /// Every winning move, in the order of tokens and edges: those that leave the opponent a position that is P.
    ///
    /// To make any of them at every turn is not yet to win: play may come round. [`winning_move`](Self::winning_move) makes an end.
    /// Time is one step for each token and each move; where one token is ∞ in what a move leaves, one for each of its options.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?); // *0, *1, *0
    /// let moves: Vec<_> = values.winning_moves(1)?.iter().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["component 1: to 0", "component 1: to 2"]); // to 0 wins, but not if it is all that one ever does
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(&self, tokens: impl Into<Components<usize>>) -> Result<Vec<SumMove<ToVertex>>, NoVertexError> {
        Ok(self.moves_leaving(&self.places(tokens)?, LoopyOutcome::P))
    }

    /// Every move that leaves a draw, in the order of tokens and edges. In a drawn position these are the moves that do not lose; in
    /// one that is N they give the win away; in one that is P there is none.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>0,0>1,1>2".parse::<Digraph>()?); // ∞_{1}, *1, *0
    /// let moves: Vec<_> = values.drawing_moves(0)?.iter().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["component 1: to 0"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawing_moves(&self, tokens: impl Into<Components<usize>>) -> Result<Vec<SumMove<ToVertex>>, NoVertexError> {
        Ok(self.moves_leaving(&self.places(tokens)?, LoopyOutcome::Draw))
    }

    /// A winning move that makes progress: who plays it at every turn wins after finitely many moves, whatever the opponent does.
    ///
    /// Theorem (Fraenkel): of the winning moves it is the one to the vertex that was labelled first. Each time the player has moved, the
    /// sum of the numbers of vertices labelled before each token's is less than the time before.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?);
    /// let mv = values.winning_move(1)?;
    /// assert_eq!(mv.map(|mv| mv.to_string()).as_deref(), Some("component 1: to 2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_move(
        &self,
        tokens: impl Into<Components<usize>>,
    ) -> Result<Option<SumMove<ToVertex>>, NoVertexError> {
        let tokens = self.places(tokens)?;
        let sum = self.tally(&tokens);
        let mut earliest = None;
        for (component, from) in tokens.iter().enumerate() {
            for to in self.graph.targets(*from) {
                if self.leaves(sum, *from, *to) == LoopyOutcome::P {
                    let progress = self.progress(*from, *to);
                    if earliest.is_none_or(|(least, _)| progress < least) {
                        earliest = Some((progress, SumMove { component, mv: ToVertex(*to as usize) }));
                    }
                }
            }
        }
        Ok(earliest.map(|(_, mv)| mv))
    }

    /// The working of one value: its options, and how each of those without a smaller nimber is answered, or is not.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if there is no such vertex.
    ///
    /// ```
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?);
    /// let expected = "option  value  answer\n1       *1     to 2\nNo option is *0, and each is answered by a move to *0: *0.";
    /// assert_eq!(values.explain(0)?.to_string(), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, vertex: usize) -> Result<LoopyWorking, NoVertexError> {
        self.graph.place(vertex).map(|vertex| LoopyWorking::of(self, vertex))
    }

    /// The graph without vertices.
    pub(super) fn empty() -> Self {
        Self { graph: Digraph::empty(), labels: Labels::default() }
    }

    /// Adds a vertex with these edges. Targets may be vertices that are still to come; values are those found last.
    pub(super) fn push(&mut self, targets: &[u32]) {
        self.graph.push(targets);
    }

    /// Begins to find the values of the vertices that have none yet, when none is still to come.
    pub(super) fn begin(&self) -> Extension {
        Extension::new(&self.graph, &self.labels)
    }

    /// Takes over the values that have been found.
    pub(super) fn finish(&mut self, found: Extension) {
        found.finish(&mut self.labels);
    }

    /// How many vertices have a value.
    pub(super) fn labelled(&self) -> usize {
        self.labels.len()
    }

    pub(super) fn labels(&self) -> &Labels {
        &self.labels
    }

    pub(super) fn value_at(&self, vertex: u32) -> LoopyValue {
        match self.labels.nimber(vertex) {
            Some(nimber) => LoopyValue::Nimber(nimber),
            None => LoopyValue::Infinite(self.nimbers_among_options(vertex).collect::<BTreeSet<_>>()),
        }
    }

    /// What decides the sum of these vertices.
    pub(super) fn tally(&self, tokens: &[u32]) -> Tally {
        tokens.iter().fold(Tally::default(), |tally, vertex| tally.with(*vertex, &self.labels))
    }

    /// Who wins a sum.
    pub(super) fn decide(&self, sum: Tally) -> LoopyOutcome {
        match sum.infinite {
            0 if sum.nim_sum.is_zero() => LoopyOutcome::P,
            0 => LoopyOutcome::N,
            1 if self.nimbers_among_options(sum.xor_of_infinite).any(|option| option == sum.nim_sum) => LoopyOutcome::N,
            _ => LoopyOutcome::Draw,
        }
    }

    /// Who wins a sum when one of its tokens has been moved.
    pub(super) fn leaves(&self, sum: Tally, from: u32, to: u32) -> LoopyOutcome {
        self.decide(sum.without(from, &self.labels).with(to, &self.labels))
    }

    /// How far a move goes forward in the order of labelling; of winning moves that which gives least makes progress.
    pub(super) fn progress(&self, from: u32, to: u32) -> i64 {
        i64::from(self.labels.time(to)) - i64::from(self.labels.time(from))
    }

    fn places(&self, tokens: impl Into<Components<usize>>) -> Result<Components<u32>, NoVertexError> {
        tokens.into().into_iter().map(|vertex| self.graph.place(vertex)).collect()
    }

    fn nimbers_among_options(&self, vertex: u32) -> impl Iterator<Item = Nimber> {
        self.graph.targets(vertex).iter().filter_map(|option| self.labels.nimber(*option))
    }

    fn moves_leaving(&self, tokens: &[u32], outcome: LoopyOutcome) -> Vec<SumMove<ToVertex>> {
        let sum = self.tally(tokens);
        let moves = tokens.iter().enumerate().flat_map(|(component, from)| {
            let targets = self.graph.targets(*from).iter();
            targets
                .filter(move |to| self.leaves(sum, *from, **to) == outcome)
                .map(move |to| SumMove { component, mv: ToVertex(*to as usize) })
        });
        moves.collect()
    }
}

/// What decides a sum of tokens. Tokens may be added and taken away.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// The nim-sum of the nimbers.
    nim_sum: Nimber,
    /// How many are infinite.
    infinite: usize,
    /// Their numbers, added without carrying: if there is one, its number.
    xor_of_infinite: u32,
}

impl Tally {
    fn with(self, vertex: u32, labels: &Labels) -> Self {
        match labels.nimber(vertex) {
            Some(nimber) => Self { nim_sum: self.nim_sum + nimber, ..self },
            None => Self { infinite: self.infinite + 1, xor_of_infinite: self.xor_of_infinite ^ vertex, ..self },
        }
    }

    /// The tally without a vertex that it has counted.
    fn without(self, vertex: u32, labels: &Labels) -> Self {
        match labels.nimber(vertex) {
            Some(nimber) => Self { nim_sum: self.nim_sum + nimber, ..self },
            None => Self { infinite: self.infinite - 1, xor_of_infinite: self.xor_of_infinite ^ vertex, ..self },
        }
    }
}
