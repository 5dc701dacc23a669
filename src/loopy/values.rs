//! The values of all vertices of a graph, and what follows for sums of vertices.

use std::collections::BTreeSet;

use crate::components::Components;
use crate::control::{Control, Stopped, Unit};
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
/// Theorem: nimbers are given to vertices one after the other. A vertex may get `*m` if, of its options, those that have a nimber *by
/// then* have the mex m, and each of those that have none or a larger one has an option that is `*m` *by then*: whoever moves there is
/// brought back. When no vertex may get a nimber any more, those that have none are [∞](LoopyValue::Infinite). The values do not depend
/// on the order, and without cycles they are the Grundy values.
///
/// Labelling takes one step a vertex and edge on graphs met in practice: at most Σ d (1 + m) steps, over vertices with *d* options of
/// which *m* is the mex, so never more than O(E √E). Memory is 48 bytes a vertex and 12 an edge while it runs, 12 and 4 after.
///
/// ```
/// use grundy::Control;
/// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
///
/// // 0 and 1 push to and fro, and 1 may end the game at 2. From 3 one may go to 0, 1 and 2.
/// let values = LoopyValues::new("0>1,1>0,1>2,3>0,3>1,3>2".parse::<Digraph>()?, &mut Control::new())?;
/// let text = |vertex| values.value(vertex).map(|value| value.to_string());
/// assert_eq!([text(0)?, text(1)?, text(2)?, text(3)?], ["*0", "*1", "*0", "*2"]);
///
/// // With a loop at 2 nobody can end the game.
/// let values = LoopyValues::new("0>1,1>0,1>2,2>2".parse::<Digraph>()?, &mut Control::new())?;
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
    /// Finds the values of all vertices. A [`LoopySolver`](crate::loopy::LoopySolver) finds only those that play can reach.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met, which counts [vertices](Unit::Vertices); the graph is dropped.
    ///
    /// ```
    /// use grundy::loopy::{Digraph, LoopyValues};
    /// use grundy::{Bound, Control};
    ///
    /// let cycle = Digraph::new((0..1000).map(|vertex| [(vertex + 1) % 1000]))?;
    /// let stopped = LoopyValues::new(cycle, &mut Control::new().positions(999)).unwrap_err();
    /// assert_eq!((stopped.bound, stopped.unfinished), (Bound::Positions(999), 1000));
    /// # Ok::<(), grundy::loopy::DigraphError>(())
    /// ```
    pub fn new(graph: Digraph, control: &mut Control) -> Result<Self, Stopped> {
        let (vertices, edges) = (graph.vertices() as u64, graph.edges() as u64);
        if vertices > control.room() {
            return Err(control.out_of_positions(Unit::Vertices, vertices));
        }
        let mut values = Self { graph, labels: Labels::default() };
        let mut labelling = values.begin();
        labelling.run(control, Unit::Vertices, Self::bytes_while_labelled(vertices, edges))?;
        values.finish(labelling);
        Ok(values)
    }

    /// The graph.
    #[must_use]
    pub const fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// The value of a sum of vertices, by the theorem for sums. For one that is ∞ it takes a step for each option.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if one of them is not in the graph.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// // Every vertex from 0 to 2 satisfies the equation of the mex with 3, 2, 1, and still none of them is a nimber.
    /// let values = LoopyValues::new("0>1,0>2,0>3,1>2,1>3,2>0,2>3".parse::<Digraph>()?, &mut Control::new())?;
    /// assert_eq!(values.value(0)?.to_string(), "∞_{0}");
    /// assert_eq!(values.value([0, 3])?.to_string(), "∞_{0}"); // vertex 3 is *0
    /// assert!(values.value(4).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, tokens: impl Into<Components<usize>>) -> Result<LoopyValue, NoVertexError> {
        let tokens = self.places(tokens)?;
        Ok(tokens.iter().map(|vertex| self.value_at(*vertex)).sum())
    }

    /// The value of a vertex if it is a nimber, at once.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if there is no such vertex.
    pub fn nimber(&self, vertex: usize) -> Result<Option<Nimber>, NoVertexError> {
        self.graph.place(vertex).map(|vertex| self.labels.nimber(vertex))
    }

    /// Who wins a sum of vertices.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if one of them is not in the graph.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
    ///
    /// let values = LoopyValues::new("1>0,2>2,2>0".parse::<Digraph>()?, &mut Control::new())?; // *0, *1 and ∞_{0}
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
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?, &mut Control::new())?; // *0, *1, *0
    /// let moves: Vec<_> = values.winning_moves(1)?.iter().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["component 1: to 0", "component 1: to 2"]); // to 0 wins, but not if it is all that one ever does
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(&self, tokens: impl Into<Components<usize>>) -> Result<Vec<SumMove<ToVertex>>, NoVertexError> {
        let tokens = self.places(tokens)?;
        Ok(self.moves_leaving(&tokens, LoopyOutcome::P, self.pushes(&tokens)))
    }

    /// Every move that leaves a draw, in the order of tokens and edges. In a drawn position these are the moves that do not lose; in
    /// one that is N they give the win away; in one that is P there is none.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>0,0>1,1>2".parse::<Digraph>()?, &mut Control::new())?; // ∞_{1}, *1, *0
    /// let moves: Vec<_> = values.drawing_moves(0)?.iter().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["component 1: to 0"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawing_moves(&self, tokens: impl Into<Components<usize>>) -> Result<Vec<SumMove<ToVertex>>, NoVertexError> {
        let tokens = self.places(tokens)?;
        Ok(self.moves_leaving(&tokens, LoopyOutcome::Draw, self.pushes(&tokens)))
    }

    /// A winning move that makes progress: who plays it at every turn wins after finitely many moves, whatever the opponent does.
    ///
    /// Let *t*(*v*) be the number of vertices that got their nimber before vertex *v*, and the same large number for every ∞. Of the
    /// winning moves, from *v* to *w*, it is the first with the least *t*(*w*) − *t*(*v*).
    ///
    /// Theorem: let *T* be the sum of *t* over all tokens after a move of the player. It is less after the player's next move. So the
    /// player makes at most *T* moves more, and after the last of them the opponent has none. (*t* is a *counter function* in the sense
    /// of Fraenkel and Yesha.)
    ///
    /// Proof: the tokens are nimbers of nim-sum 0, since the position is P. The opponent moves one of them from *u*, which is `*m`, to
    /// *w*. It is enough to show one reply that makes *T* less: the move that is made has the least *t*(*w*) − *t*(*v*), so with it *T* is
    /// no more than with that reply.
    ///
    /// - *w* is a nimber less than m, the value of *u*. Nimbers are given in ascending order, so *t*(*w*) < *t*(*u*). As in Nim, a token
    ///   has an option, with a nimber less than its own, that makes the nim-sum 0; this option too got its nimber earlier. Both
    ///   moves make *T* less.
    /// - *w* is ∞, or a nimber larger than m. When *u* became `*m`, *w* had an option *x* that was `*m` already. The reply from *w* to
    ///   *x* makes the nim-sum 0 again, and *t*(*x*) < *t*(*u*): both moves together make *T* less.
    ///
    /// To choose by the least *t*(*w*) alone is not enough: where there are three tokens or more, play may come round. The reply that
    /// shows the way may then be passed over for a move of another token, to an earlier vertex, that goes back in *t* by less.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?, &mut Control::new())?;
    /// let mv = values.winning_move(1)?;
    /// assert_eq!(mv.map(|mv| mv.to_string()).as_deref(), Some("component 1: to 2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_move(
        &self,
        tokens: impl Into<Components<usize>>,
    ) -> Result<Option<SumMove<ToVertex>>, NoVertexError> {
        let tokens = self.places(tokens)?;
        Ok(self.progressing_move(&tokens, self.pushes(&tokens)))
    }

    /// The [winning move](Self::winning_move). If there is none, the most testing of the moves that leave a draw, or of all moves where
    /// the position is lost: the one after which the smallest share of the opponent's replies holds the draw, or wins. `None` only if
    /// there is no move.
    ///
    /// If there are more than 2^22 pairs of a move and a reply, it is the first of these moves instead.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
    ///
    /// // From 0 one may go round, by 1 or by 2; from 1 the only good reply is to go back, from 2 there is no other.
    /// let values = LoopyValues::new("0>2,0>1,1>0,1>3,2>0,3>4".parse::<Digraph>()?, &mut Control::new())?;
    /// assert_eq!(values.outcome(0)?, LoopyOutcome::Draw);
    /// let best = values.best_move(0)?;
    /// assert_eq!(best.map(|mv| mv.to_string()).as_deref(), Some("component 1: to 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_move(&self, tokens: impl Into<Components<usize>>) -> Result<Option<SumMove<ToVertex>>, NoVertexError> {
        let tokens = self.places(tokens)?;
        Ok(self.most_testing_move(&tokens, || self.pushes(&tokens)))
    }

    /// The working of one value: its options, and how each of those without a smaller nimber is answered, or is not.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if there is no such vertex.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?, &mut Control::new())?;
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

    pub(super) const fn labels(&self) -> &Labels {
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

    /// *t*(`to`) − *t*(`from`), with the names of [`winning_move`](Self::winning_move): the winning move with the least makes progress.
    pub(super) fn progress(&self, from: u32, to: u32) -> i64 {
        i64::from(self.labels.time(to)) - i64::from(self.labels.time(from))
    }

    fn places(&self, tokens: impl Into<Components<usize>>) -> Result<Components<u32>, NoVertexError> {
        tokens.into().into_iter().map(|vertex| self.graph.place(vertex)).collect()
    }

    fn nimbers_among_options(&self, vertex: u32) -> impl Iterator<Item = Nimber> {
        self.graph.targets(vertex).iter().filter_map(|option| self.labels.nimber(*option))
    }

    /// Bytes of graph and labels while all vertices are labelled.
    pub(super) const fn bytes_while_labelled(vertices: u64, edges: u64) -> u64 {
        (12 + 48) * vertices + (4 + 12) * edges
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
    pub(super) fn with(self, vertex: u32, labels: &Labels) -> Self {
        match labels.nimber(vertex) {
            Some(nimber) => Self { nim_sum: self.nim_sum + nimber, ..self },
            None => Self { infinite: self.infinite + 1, xor_of_infinite: self.xor_of_infinite ^ vertex, ..self },
        }
    }

    /// The tally without a vertex that it has counted.
    pub(super) fn without(self, vertex: u32, labels: &Labels) -> Self {
        match labels.nimber(vertex) {
            Some(nimber) => Self { nim_sum: self.nim_sum + nimber, ..self },
            None => Self { infinite: self.infinite - 1, xor_of_infinite: self.xor_of_infinite ^ vertex, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{Control, Digraph, LoopyOutcome, LoopyValues};

    /// Vertices of 9, any edges.
    fn graphs() -> impl Strategy<Value = Digraph> {
        let options = prop::collection::vec(prop::collection::btree_set(0..9_usize, 0..=4), 9);
        options.prop_map(|options| Digraph::new(options).unwrap())
    }

    /// Every position of three tokens on 9 vertices.
    fn three_tokens() -> impl Iterator<Item = [u32; 3]> {
        (0..9).flat_map(|one| (0..9).flat_map(move |two| (0..9).map(move |three| [one, two, three])))
    }

    /// What moves leave, with where the token came from and where it went.
    fn moves(values: &LoopyValues, tokens: [u32; 3]) -> impl Iterator<Item = ([u32; 3], u32, u32)> {
        tokens.into_iter().enumerate().flat_map(move |(place, from)| {
            values.graph().targets(from).iter().map(move |to| {
                let mut left = tokens;
                left[place] = *to;
                (left, from, *to)
            })
        })
    }

    fn outcome(values: &LoopyValues, tokens: [u32; 3]) -> LoopyOutcome {
        values.decide(values.tally(&tokens))
    }

    /// What the recommended move leaves.
    fn recommended(values: &LoopyValues, mut tokens: [u32; 3]) -> Option<[u32; 3]> {
        let mv = values.winning_move(tokens.map(|token| token as usize)).unwrap()?;
        tokens[mv.component] = u32::try_from(mv.mv.0).unwrap();
        Some(tokens)
    }

    /// What a winning move to the vertex that was labelled first leaves: another rule, by which play may come round.
    fn to_the_first_labelled(values: &LoopyValues, tokens: [u32; 3]) -> Option<[u32; 3]> {
        let wins = moves(values, tokens).filter(|(left, ..)| outcome(values, *left) == LoopyOutcome::P);
        wins.min_by_key(|(.., to)| values.labels.time(*to)).map(|(left, ..)| left)
    }

    /// Whether an opponent can keep play going for ever against a player who moves by `rule` and begins.
    fn comes_round(
        values: &LoopyValues,
        start: [u32; 3],
        rule: impl Fn(&LoopyValues, [u32; 3]) -> Option<[u32; 3]>,
    ) -> bool {
        // The positions that the player may have to move in after as many turns as were taken. There are 9^3 positions, so longer play
        // meets one of them twice.
        let mut positions = BTreeSet::from([start]);
        for _ in 0..=9 * 9 * 9 {
            let left: Vec<_> = positions.iter().map(|tokens| rule(values, *tokens).unwrap()).collect();
            positions = left.into_iter().flat_map(|left| moves(values, left).map(|(next, ..)| next)).collect();
        }
        !positions.is_empty()
    }

    #[test]
    fn the_vertex_labelled_first_is_not_always_progress() {
        let text = "0>4,1>1,1>4,1>7,2>7,3>2,3>8,4>6,4>7,5>2,5>3,5>7,7>0,7>3,7>8,8>3";
        let values = LoopyValues::new(text.parse().unwrap(), &mut Control::new()).unwrap();
        let start = [5, 8, 7];
        assert_eq!(outcome(&values, start), LoopyOutcome::N);
        assert!(comes_round(&values, start, to_the_first_labelled));
        assert!(!comes_round(&values, start, recommended));
        // The move by which play comes round: the opponent takes it back, again and again.
        assert_eq!(to_the_first_labelled(&values, start), Some([5, 3, 7]));
        assert!(moves(&values, [5, 3, 7]).any(|(next, ..)| next == start));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        /// The theorem: whatever the opponent does in a position that is P, the recommended move makes the sum of times less.
        #[test]
        fn each_turn_makes_the_sum_of_times_less(graph in graphs()) {
            let values = LoopyValues::new(graph, &mut Control::new()).unwrap();
            let sum_of_times = |tokens: [u32; 3]| tokens.map(|token| u64::from(values.labels.time(token))).iter().sum::<u64>();
            for tokens in three_tokens().filter(|tokens| outcome(&values, *tokens) == LoopyOutcome::P) {
                for (next, ..) in moves(&values, tokens) {
                    let reply = recommended(&values, next).expect("a move from P leaves N");
                    prop_assert_eq!(outcome(&values, reply), LoopyOutcome::P);
                    prop_assert!(sum_of_times(reply) < sum_of_times(tokens), "{:?} to {:?} to {:?}", tokens, next, reply);
                }
            }
        }
    }
}
