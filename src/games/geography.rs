//! Undirected vertex Geography.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use super::graph::Subgraph;
use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::loopy::ToVertex;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::serial::serde_as_text;
use crate::subset::Subset;

/// Undirected vertex Geography: move a token along an edge to a vertex where it has not been.
///
/// Theorem (Fraenkel, Scheinerman and Ullman 1993): the player to move wins exactly if every maximum matching of the graph covers the vertex of
/// the token. For then that player moves along the edge of a maximum matching each time: if the opponent could answer by a step to a vertex
/// without an edge of the matching, exchanging the edges along the way would give a maximum matching that leaves the first vertex out.
///
/// A position is the token and the vertices where it may still go. It has as many moves as the token has neighbours. The theorem
/// gives the outcome of one token in time *n*·*m* for *n* vertices and *m* edges, and *n* steps more for each odd cycle that is contracted. After a stop the matching begins anew. Values are found by the nimber search, on exponentially many positions.
///
/// In text the vertex of the token stands after the graph, `cycle:5@0`; the graph is written as [`Graph`](crate::games::Graph) tells, with the
/// vertices that are left in braces if some are missing. Several tokens, each on a graph of its own, are joined with ` + `.
///
/// ```
/// use grundy::{Geography, Nimber, Notation, Outcome, Solver};
///
/// let mut solver = Solver::new(Geography);
/// assert_eq!(solver.outcome(Geography.parse("path:7@0")?)?, Outcome::P); // six moves
/// assert_eq!(solver.outcome(Geography.parse("path:7@1")?)?, Outcome::N);
/// assert_eq!(solver.outcome(Geography.parse("grid:30x30@17")?)?, Outcome::N); // dominoes cover the board
/// assert_eq!(solver.grundy(Geography.parse("path:7@1")?)?, Nimber::new(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Fraenkel, Scheinerman and Ullman, *Undirected edge geography*, 1993; Edmonds, *Paths, trees, and flowers*, 1965.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Geography;

/// A position of [`Geography`]: a token on a vertex, and the vertices where it may still go.
///
/// With the feature `serde` it is its text, `cycle:5@0`.
///
/// ```
/// use grundy::games::Token;
/// let token: Token = "path:5{1,2,3}@2".parse()?;
/// assert_eq!((token.at(), token.to_string()), (2, "path:5{1,2,3}@2".to_owned()));
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The vertices that are left, with that of the token.
    left: Subgraph,
    at: usize,
}

serde_as_text!(Token);

impl Token {
    /// A token on a vertex; `None` if the vertex is not among those that are left.
    #[must_use]
    pub fn new(left: Subgraph, at: usize) -> Option<Self> {
        left.vertices().contains(at).then_some(Self { left, at })
    }

    /// The vertex of the token.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The vertices that are left, with that of the token.
    #[must_use]
    pub const fn left(&self) -> &Subgraph {
        &self.left
    }

    /// The same token, without the vertices that it can't reach.
    fn reachable(self) -> Self {
        let parts = self.left.parts();
        let part = parts.into_iter().find(|part| part.vertices().contains(self.at));
        Self { left: part.expect("the vertex of the token is in some part"), at: self.at }
    }

    /// Whether every maximum matching covers the vertex of the token: a maximum matching of the other vertices can be made larger from there.
    fn is_always_matched(&self, control: &mut Control) -> Result<bool, Stopped> {
        let mut matching = Matching::new(&self.left);
        let token = matching.vertices.binary_search(&self.at).expect("the vertex of the token is left");
        let others: Vec<usize> = (0..matching.vertices.len()).filter(|vertex| *vertex != token).collect();
        // First a greatest matching that leaves the token out. The token is matched in every greatest one exactly if it adds to this one.
        for vertex in others {
            // How many vertices there are does not matter: a search may take milliseconds.
            control.count_options(1, u64::MAX, || 0)?;
            matching.augment(vertex, Some(token));
        }
        Ok(matching.augment(token, None))
    }
}

impl ImpartialGame for Geography {
    type Position = Token;
    type Move = ToVertex;

    const SEARCHES_NIMBERS: bool = true;
    const SEARCHES_FORMS: bool = false; // each move leaves one component

    fn moves(&self, token: &Token) -> impl Iterator<Item = ToVertex> {
        let neighbours: Vec<usize> = token.left.neighbours(token.at).iter().collect();
        neighbours.into_iter().map(ToVertex)
    }

    fn play(&self, token: &Token, mv: &ToVertex) -> Components<Token> {
        if !self.allows(token, mv) {
            return token.clone().into();
        }
        let left = token.left.without(&Subset::from_iter([token.at]));
        Token { left, at: mv.0 }.reachable().into()
    }

    fn allows(&self, token: &Token, mv: &ToVertex) -> bool {
        token.left.neighbours(token.at).contains(mv.0)
    }

    fn memo_key(&self, token: Token) -> Token {
        token.reachable()
    }

    /// The theorem, for one token in normal play.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Token>,
        _: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, ToVertex> {
        let Question::Outcome { sum: [token], play: Play::Normal } = question else { return Answer::Unknown };
        let is_won = token.is_always_matched(control);
        is_won.map_or_else(Answer::Stopped, |is_won| Answer::Outcome(if is_won { Outcome::N } else { Outcome::P }))
    }
}

/// A matching of the vertices of a graph, numbered without gaps: edges without common ends.
struct Matching {
    /// The vertices by their numbers.
    vertices: Vec<usize>,
    neighbours: Vec<Vec<usize>>,
    partner: Vec<Option<usize>>,
}

/// A search for a path on which edges outside and inside of the matching alternate, from one vertex without a partner to another.
///
/// A vertex is *outer* if such a path leads to it by an even number of edges. Two outer vertices that are joined close an odd cycle, a blossom;
/// it is treated as one outer vertex, its base.
struct Search {
    base: Vec<usize>,
    /// For a vertex that is reached by an odd number of edges, the outer vertex before it.
    before: Vec<Option<usize>>,
    is_outer: Vec<bool>,
    open: VecDeque<usize>,
}

impl Matching {
    fn new(graph: &Subgraph) -> Self {
        let vertices: Vec<usize> = graph.vertices().iter().collect();
        let number = |vertex: usize| vertices.binary_search(&vertex).expect("a neighbour is a vertex that is left");
        let neighbours = vertices.iter().map(|vertex| graph.neighbours(*vertex).iter().map(number).collect());
        Self { neighbours: neighbours.collect(), partner: vec![None; vertices.len()], vertices }
    }

    /// Makes the matching larger by one edge and covers a vertex, if a path from there does so; vertex `without` counts as absent.
    fn augment(&mut self, root: usize, without: Option<usize>) -> bool {
        // An augmenting path begins at a vertex without a partner.
        if self.partner[root].is_some() {
            return false;
        }
        let count = self.vertices.len();
        let mut search = Search {
            base: (0..count).collect(),
            before: vec![None; count],
            is_outer: vec![false; count],
            open: VecDeque::from([root]),
        };
        search.is_outer[root] = true;
        while let Some(vertex) = search.open.pop_front() {
            for place in 0..self.neighbours[vertex].len() {
                let other = self.neighbours[vertex][place];
                // Vertices of one blossom are one vertex already, and an edge of the matching leads back to where the
                // path came from.
                if Some(other) == without
                    || search.base[vertex] == search.base[other]
                    || self.partner[vertex] == Some(other)
                {
                    continue;
                }
                if search.is_outer[other] {
                    self.contract(&mut search, vertex, other);
                } else if search.before[other].is_none() {
                    // An inner vertex: the way goes on from its partner, by the edge of the matching.
                    search.before[other] = Some(vertex);
                    let Some(partner) = self.partner[other] else {
                        self.exchange(&search, other);
                        return true;
                    };
                    search.is_outer[partner] = true;
                    search.open.push_back(partner);
                }
            }
        }
        false
    }

    /// Exchanges the edges of the path that ends at a vertex without a partner.
    fn exchange(&mut self, search: &Search, end: usize) {
        let mut next = Some(end);
        while let Some(vertex) = next {
            // The edge to `before` comes into the matching. The partner that `before` had goes on to the vertex before
            // itself. Only the root had no partner, which is the end.
            let before = search.before[vertex].expect("an outer vertex comes before");
            next = self.partner[before];
            (self.partner[vertex], self.partner[before]) = (Some(before), Some(vertex));
        }
    }

    /// Makes one vertex of the blossom that an edge between two outer vertices closes.
    fn contract(&self, search: &mut Search, one: usize, other: usize) {
        // From each end of the edge back to the common base. Inner vertices become outer ones by the way round the
        // other side of the cycle: `before` then leads across the edge.
        let base = self.common_base(search, one, other);
        let mut in_blossom = vec![false; self.vertices.len()];
        for (start, across) in [(one, other), (other, one)] {
            let (mut vertex, mut across) = (start, across);
            while search.base[vertex] != base {
                let partner = self.partner[vertex].expect("only the root has no partner, and it is a base");
                in_blossom[search.base[vertex]] = true;
                in_blossom[search.base[partner]] = true;
                search.before[vertex] = Some(across);
                across = partner;
                vertex = search.before[partner].expect("an outer vertex comes before the partner");
            }
        }
        for vertex in 0..self.vertices.len() {
            if in_blossom[search.base[vertex]] {
                search.base[vertex] = base;
                if !search.is_outer[vertex] {
                    // Round the other side of the odd cycle, each of its inner vertices is an outer one too.
                    search.is_outer[vertex] = true;
                    search.open.push_back(vertex);
                }
            }
        }
    }

    /// The first base that the ways from two outer vertices back to the root have in common.
    fn common_base(&self, search: &Search, one: usize, other: usize) -> usize {
        // From the base of a blossom back: over its edge of the matching to an inner vertex, and on to the outer vertex
        // before.
        let back = |vertex: &usize| {
            let partner = self.partner[*vertex]?;
            search.before[partner].map(|outer| search.base[outer])
        };
        let mut is_on_way = vec![false; self.vertices.len()];
        for base in std::iter::successors(Some(search.base[one]), back) {
            is_on_way[base] = true;
        }
        let mut way = std::iter::successors(Some(search.base[other]), back);
        way.find(|base| is_on_way[*base]).expect("both ways end at the root")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.left, self.at)
    }
}

impl FromStr for Token {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let whole = Piece::whole(text);
        let Some(sign) = text.rfind('@') else {
            return Err(NotationError::new(text, text.len(), "the vertex of the token is missing, as in path:5@0"));
        };
        let left: Subgraph = text[..sign].parse().map_err(|error: NotationError| error.within(text, 0))?;
        let at = whole.part(sign + 1, text.len());
        let vertex = at.number("the vertex of the token")?;
        Self::new(left, vertex).ok_or_else(|| at.error(format!("vertex {vertex} is not left")))
    }
}

impl Notation for Geography {
    fn component_name(&self, _: &Token) -> &'static str {
        "token"
    }

    fn parse(&self, text: &str) -> Result<Components<Token>, NotationError> {
        super::text::parse_components(text, '+')
    }

    fn text(&self, tokens: &[Token]) -> String {
        if tokens.is_empty() { "path:1@0".to_owned() } else { join(tokens, " + ") }
    }
}
