//! The values of all vertices of a graph, and the outcomes and moves of sums of tokens.

use std::collections::BTreeSet;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped, Unit};
use crate::found_moves::FoundMoves;
use crate::game::SumMove;
use crate::loopy::digraph::{Digraph, NoVertexError, ToVertex};
use crate::loopy::extend::Extension;
use crate::loopy::label::Labels;
use crate::loopy::value::{LoopyOutcome, LoopyValue};
use crate::nimber::Nimber;

/// A graph with the values of all its vertices. It answers who wins a sum of tokens on the graph, and by which moves.
///
/// A token lies on a vertex and is pushed along edges. A sum has several tokens, and a move pushes one of them. A player who cannot move
/// loses; a game that goes on for ever is a draw.
///
/// Theorem: let nimbers be assigned to vertices one after the other. A vertex may get `*m` if the mex of its options that *already* have a
/// nimber is m, and each other option, and each with a nimber larger than m, has an option that *already* is `*m`: the opponent
/// can go back to it. When no further vertex may get a nimber, those without a nimber are [∞](LoopyValue::Infinite). The values do not
/// depend on the order, and without cycles they are the Grundy values.
///
/// Time of the labelling is at most Σ d (1 + m) steps, over vertices with *d* options whose mex is *m*, so O(E √E). In practice it is about one
/// step for each vertex and edge; the bench `loopy` measures random graphs. Memory is 48 bytes for each vertex and 12 for each edge
/// during the labelling, 12 and 4 afterwards.
///
/// With the feature `serde` only the graph is written; reading finds the values anew, without a limit.
///
/// ```
/// use grundy::Control;
/// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
///
/// // A token goes to and fro between 0 and 1, and from 1 to the end at 2. From 3 it goes to 0, 1 or 2.
/// let values = LoopyValues::new("0>1,1>0,1>2,3>0,3>1,3>2".parse::<Digraph>()?, &mut Control::new())?;
/// let text = |vertex| values.value(vertex).map(|value| value.to_string());
/// assert_eq!([text(0)?, text(1)?, text(2)?, text(3)?], ["*0", "*1", "*0", "*2"]);
///
/// // With a loop at 2 the game never ends.
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
    /// Finds the values of all vertices. A [`LoopySolver`](crate::loopy::LoopySolver) finds only the values of positions that play can
    /// reach.
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
        // All vertices get their values together, so limits are checked before the work.
        if vertices > control.room() {
            return Err(control.out_of_positions(Unit::Vertices, vertices));
        }
        let bytes = Self::bytes_while_labelled(vertices, edges);
        control.look(vertices, &|control| {
            Progress::new(Unit::Vertices, control.done(), control.done().checked_add(vertices), bytes)
        })?;
        let mut values = Self { graph, labels: Labels::default() };
        let mut labelling = values.begin();
        labelling.run(control, Unit::Vertices, bytes)?;
        values.finish(labelling);
        Ok(values)
    }

    /// The graph.
    #[must_use]
    pub const fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// The value of a sum of vertices, by the theorem for sums. Time is one step for each vertex, and one for each option of a vertex
    /// that is ∞.
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

    /// The value of a vertex if it is a nimber, in constant time.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if there is no such vertex.
    pub fn nimber(&self, vertex: usize) -> Result<Option<Nimber>, NoVertexError> {
        self.graph.place(vertex).map(|vertex| self.labels.nimber(vertex))
    }

    /// The number of a vertex, and how many vertices got theirs before it. `None` for an infinite vertex. The vertex is one of the graph.
    pub(crate) fn number_and_rank(&self, vertex: usize) -> Option<(u32, u32)> {
        let vertex = self.graph.place(vertex).expect("a vertex of the graph");
        self.labels.number(vertex).map(|number| (number, self.labels.time(vertex)))
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

    /// Every winning move, in the order of tokens and edges: the moves that leave a P-position.
    ///
    /// Playing any of them at every turn may not win, since play may go round for ever. [`winning_move`](Self::winning_move) avoids
    /// this. Time is one step for each token and each move, and one for each option of a token that is the only ∞ after a move.
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
    /// assert_eq!(moves, ["component 1: to 0", "component 1: to 2"]); // but always to 0 never ends
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(&self, tokens: impl Into<Components<usize>>) -> Result<FoundMoves<ToVertex>, NoVertexError> {
        let tokens = self.places(tokens)?;
        self.moves_leaving(&tokens, LoopyOutcome::P, self.pushes(&tokens))
    }

    /// Every move that leaves a draw, in the order of tokens and edges. In a draw these are the moves that do not lose. In an N-position
    /// they give up the win. In a P-position there are none.
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
    pub fn drawing_moves(&self, tokens: impl Into<Components<usize>>) -> Result<FoundMoves<ToVertex>, NoVertexError> {
        let tokens = self.places(tokens)?;
        self.moves_leaving(&tokens, LoopyOutcome::Draw, self.pushes(&tokens))
    }

    /// A winning move that makes progress: a player who plays it at every turn wins after finitely many moves, whatever the opponent does.
    ///
    /// Let *t*(*v*) be the number of vertices that got their nimber before vertex *v*, and the same large number for every ∞. Of the
    /// winning moves, from *v* to *w*, it is the first with the least *t*(*w*) − *t*(*v*).
    ///
    /// Theorem: let *T* be the sum of *t* over all tokens after a move of the player. *T* is smaller after the player's next move. So the
    /// player makes at most *T* more moves, and after the last of them the opponent has no move. (*t* is a *counter function* in the sense
    /// of Fraenkel and Yesha.)
    ///
    /// Proof: since the position is P, all tokens are nimbers, and their nim-sum is 0. The opponent moves one of them from *u*, which is
    /// `*m`, to *w*. It is enough to find one winning reply that makes *T* smaller: the move that is played has the least *t*(*w*) −
    /// *t*(*v*), so it makes *T* at least as small.
    ///
    /// - Let *w* be a nimber less than m. Nimbers are assigned in ascending order, so *t*(*w*) < *t*(*u*). As in Nim, some token has an
    ///   option with a smaller nimber that makes the nim-sum 0. This option too got its nimber earlier. So both moves make *T* smaller.
    /// - Let *w* be ∞, or a nimber larger than m. When *u* became `*m`, *w* already had an option *x* that was `*m`. The reply from *w* to
    ///   *x* makes the nim-sum 0 again, and *t*(*x*) < *t*(*u*). So both moves together make *T* smaller.
    ///
    /// Choosing the least *t*(*w*) is not enough: with three or more tokens, play may go round for ever. This choice may prefer a move of
    /// another token, to an earlier vertex, that makes *T* smaller by less than the opponent's move made it larger.
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
        self.progressing_move(&tokens, self.pushes(&tokens))
    }

    /// The best move; `None` only if there is no move. In an N-position it is the [winning move](Self::winning_move). In a draw it is, of
    /// the moves that leave a draw, the one after which the smallest share of the opponent's replies holds the draw. In a P-position it
    /// is the move after which the smallest share of the opponent's replies wins.
    ///
    /// If there are more than 2^22 pairs of a move and a reply, it is the first move that leaves the draw, or the first move.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyOutcome, LoopyValues};
    ///
    /// // From 0 both moves, to 1 and to 2, leave a draw. At 1 only one of two replies holds the draw, at 2 the only reply does.
    /// let values = LoopyValues::new("0>2,0>1,1>0,1>3,2>0,3>4".parse::<Digraph>()?, &mut Control::new())?;
    /// assert_eq!(values.outcome(0)?, LoopyOutcome::Draw);
    /// let best = values.best_move(0)?;
    /// assert_eq!(best.map(|mv| mv.to_string()).as_deref(), Some("component 1: to 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_move(&self, tokens: impl Into<Components<usize>>) -> Result<Option<SumMove<ToVertex>>, NoVertexError> {
        let tokens = self.places(tokens)?;
        self.most_testing_move(&tokens, self.pushes(&tokens))
    }

    /// The graph without vertices.
    pub(super) fn empty() -> Self {
        Self { graph: Digraph::empty(), labels: Labels::default() }
    }

    /// Adds a vertex with these edges. Targets may be vertices that are added later. The vertex has no value yet.
    pub(super) fn push(&mut self, targets: &[u32]) {
        self.graph.push(targets);
    }

    /// Forgets the vertices without a value, to which no other vertex leads.
    pub(super) fn forget_unlabelled(&mut self) {
        self.graph.truncate(self.labels.len());
    }

    /// Starts the labelling of the vertices without a value. All targets must have been added.
    pub(super) fn begin(&self) -> Extension {
        Extension::new(&self.graph, &self.labels)
    }

    /// Adds the values of a complete labelling.
    pub(super) fn finish(&mut self, found: Extension) {
        found.finish(&mut self.labels);
    }

    /// The number of vertices with a value.
    pub(super) fn labelled(&self) -> usize {
        self.labels.len()
    }

    pub(super) const fn labels(&self) -> &Labels {
        &self.labels
    }

    pub(super) fn value_at(&self, vertex: u32) -> LoopyValue {
        if let Some(nimber) = self.labels.nimber(vertex) {
            return LoopyValue::Nimber(nimber);
        }
        let mut options = BTreeSet::new();
        for option in self.nimbers_among_options(vertex) {
            options.insert(option);
        }
        LoopyValue::Infinite(options)
    }

    /// The tally of a sum of vertices.
    pub(super) fn tally(&self, tokens: &[u32]) -> Tally {
        tokens.iter().fold(Tally::default(), |tally, vertex| tally.with(*vertex, &self.labels))
    }

    /// The outcome of a sum.
    pub(super) fn decide(&self, sum: Tally) -> LoopyOutcome {
        match sum.infinite {
            0 if sum.nim_sum.is_zero() => LoopyOutcome::P,
            0 => LoopyOutcome::N,
            // With one ∞, the move that wins is from there to the nimber that makes the nim-sum 0. With two or more, one move leaves an ∞.
            1 if self.nimbers_among_options(sum.xor_of_infinite).any(|option| option == sum.nim_sum) => LoopyOutcome::N,
            _ => LoopyOutcome::Draw,
        }
    }

    /// The outcome of a sum after one of its tokens has been pushed.
    pub(super) fn leaves(&self, sum: Tally, from: u32, to: u32) -> LoopyOutcome {
        self.decide(sum.without(from, &self.labels).with(to, &self.labels))
    }

    /// *t*(`to`) − *t*(`from`), in the notation of [`winning_move`](Self::winning_move).
    pub(super) fn progress(&self, from: u32, to: u32) -> i64 {
        i64::from(self.labels.time(to)) - i64::from(self.labels.time(from))
    }

    pub(super) fn places(&self, tokens: impl Into<Components<usize>>) -> Result<Components<u32>, NoVertexError> {
        tokens.into().into_iter().map(|vertex| self.graph.place(vertex)).collect()
    }

    /// The nimbers among the values of the options, with repeats.
    fn nimbers_among_options(&self, vertex: u32) -> impl Iterator<Item = Nimber> {
        self.graph.targets(vertex).iter().filter_map(|option| self.labels.nimber(*option))
    }

    /// Bytes of the graph, the labels and the labelling, during the labelling of all vertices.
    pub(super) const fn bytes_while_labelled(vertices: u64, edges: u64) -> u64 {
        (12 + 48) * vertices + (4 + 12) * edges
    }
}

/// Summary of a sum of tokens that determines its outcome. Tokens can be added and removed in constant time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// The nim-sum of the nimbers.
    nim_sum: Nimber,
    /// The number of infinite vertices.
    infinite: usize,
    /// The xor of the infinite vertices. If there is one, it is that vertex.
    xor_of_infinite: u32,
}

impl Tally {
    pub(super) fn with(self, vertex: u32, labels: &Labels) -> Self {
        match labels.nimber(vertex) {
            Some(nimber) => Self { nim_sum: self.nim_sum + nimber, ..self },
            None => Self { infinite: self.infinite + 1, xor_of_infinite: self.xor_of_infinite ^ vertex, ..self },
        }
    }

    /// The tally without a vertex that was added before.
    pub(super) fn without(self, vertex: u32, labels: &Labels) -> Self {
        match labels.nimber(vertex) {
            // Nim-sum and xor undo themselves, so that adding a token again removes it.
            Some(nimber) => Self { nim_sum: self.nim_sum + nimber, ..self },
            None => Self { infinite: self.infinite - 1, xor_of_infinite: self.xor_of_infinite ^ vertex, ..self },
        }
    }
}

crate::serial::serde_through!(LoopyValues, |values| values.graph, |graph: Digraph| LoopyValues::new(
    graph,
    &mut Control::unlimited()
));

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{Control, Digraph, LoopyOutcome, LoopyValues};

    /// Graphs of 9 vertices with any edges.
    fn graphs() -> impl Strategy<Value = Digraph> {
        let options = prop::collection::vec(prop::collection::btree_set(0..9_usize, 0..=4), 9);
        options.prop_map(|options| Digraph::new(options).unwrap())
    }

    /// Every position of three tokens on 9 vertices.
    fn three_tokens() -> impl Iterator<Item = [u32; 3]> {
        (0..9).flat_map(|one| (0..9).flat_map(move |two| (0..9).map(move |three| [one, two, three])))
    }

    /// The positions after each move, with the vertices that the token came from and went to.
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

    /// The position after the recommended move.
    fn recommended(values: &LoopyValues, mut tokens: [u32; 3]) -> Option<[u32; 3]> {
        let mv = values.winning_move(tokens.map(|token| token as usize)).unwrap()?;
        tokens[mv.component] = u32::try_from(mv.mv.0).unwrap();
        Some(tokens)
    }

    /// The position after the winning move to the vertex that was labelled first: a rule by which play may go round for ever.
    fn to_the_first_labelled(values: &LoopyValues, tokens: [u32; 3]) -> Option<[u32; 3]> {
        let wins = moves(values, tokens).filter(|(left, ..)| outcome(values, *left) == LoopyOutcome::P);
        wins.min_by_key(|(.., to)| values.labels.time(*to)).map(|(left, ..)| left)
    }

    /// Whether an opponent can make play go on for ever against a first player who moves by `rule`.
    fn goes_round(
        values: &LoopyValues,
        start: [u32; 3],
        rule: impl Fn(&LoopyValues, [u32; 3]) -> Option<[u32; 3]>,
    ) -> bool {
        // The positions that the player may have to move in after each turn. There are 9^3 positions, so longer play repeats one.
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
        assert!(goes_round(&values, start, to_the_first_labelled));
        assert!(!goes_round(&values, start, recommended));
        // The opponent takes this move back, again and again.
        assert_eq!(to_the_first_labelled(&values, start), Some([5, 3, 7]));
        assert!(moves(&values, [5, 3, 7]).any(|(next, ..)| next == start));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        /// The theorem: after any move of the opponent in a P-position, the recommended move makes the sum of times smaller.
        #[test]
        fn each_turn_makes_the_sum_of_times_smaller(graph in graphs()) {
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
