//! Arc Kayles.

use std::cell::OnceCell;
use std::fmt;

use super::graph::{Subgraph, parse_subgraphs, subgraphs_text};
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError};
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::{Answer, Question};
use crate::subset::Subset;

/// Arc Kayles: on a graph, take an edge with both of its ends and all edges that touch them.
///
/// Theorems. On a path it is Dawson's Kayles, 0.07, with period 34. On a grid it is Cram, where dominoes are put on two free squares. Where a
/// symmetry of the graph that is its own inverse takes no vertex to itself or to a neighbour, the second player answers with the opposite
/// edge, and the value is 0: a grid of even by even squares. On a complete graph of *n* vertices, and on two sides of *a* ≤ *b* vertices of which any two of
/// different sides are joined, each play takes ⌊*n* / 2⌋ and *a* edges, so that the value is the remainder of that by 2, and sums of such
/// graphs are decided in misère play too. No general rule is known.
///
/// A move takes two joined vertices, so a position is what is left of the vertices, as in [`NodeKayles`](crate::NodeKayles): one connected
/// part of at least two vertices. It has as many moves as edges; play may reach exponentially many parts. On boards the memo key is the
/// least of the shifts and reflections of a set of squares.
///
/// In text a graph is written as [`Graph`](crate::games::Graph) tells, with the vertices that are left in braces if some are missing; several
/// parts are joined with ` + `.
///
/// ```
/// use grundy::{ArcKayles, Nimber, Notation, Solver};
///
/// let mut solver = Solver::new(ArcKayles);
/// assert_eq!(solver.grundy(ArcKayles.parse("grid:3x6")?)?, Nimber::new(4)); // Cram on 3 × 6
/// assert_eq!(solver.grundy(ArcKayles.parse("path:12")?)?, Nimber::new(2));
/// assert_eq!(solver.grundy(ArcKayles.parse("complete:30")?)?, Nimber::new(1)); // fifteen edges are taken
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Schaefer, *On the complexity of some two-person perfect-information games*, 1978; Huggan and Stevens, *Polynomial time graph
/// families for Arc Kayles*, 2016; Winning Ways, ch. 15 (Cram).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ArcKayles;

/// A move of [`ArcKayles`]: the ends of the edge that is taken.
///
/// ```
/// use grundy::games::Edge;
/// assert_eq!(Edge(2, 5).to_string(), "edge 2-5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edge(
    /// The lesser end.
    pub usize,
    /// The greater end.
    pub usize,
);

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edge {}-{}", self.0, self.1)
    }
}

/// What is left when the ends of an edge are taken. Vertices without edges are left out.
#[inline]
fn left(position: &Subgraph, ends: [usize; 2], is_connected: bool) -> Components<Subgraph> {
    position.parts_without(&Subset::from_iter(ends), 2, is_connected)
}

impl ImpartialGame for ArcKayles {
    type Position = Subgraph;
    type Move = Edge;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, position: &Subgraph) -> impl Iterator<Item = Edge> {
        position.edges().map(|(one, other)| Edge(one, other))
    }

    fn play(&self, position: &Subgraph, mv: &Edge) -> Components<Subgraph> {
        if self.allows(position, mv) { left(position, [mv.0, mv.1], false) } else { position.clone().into() }
    }

    fn allows(&self, position: &Subgraph, mv: &Edge) -> bool {
        mv.0 < mv.1 && position.neighbours(mv.0).contains(mv.1)
    }

    /// The edges at one vertex, if all vertices are alike.
    #[inline]
    fn options(&self, position: &Subgraph) -> impl Iterator<Item = Components<Subgraph>> {
        // Found out with the first option, and shared by all options.
        let is_connected = OnceCell::new();
        let vertices = position.representatives();
        // If all vertices are alike, the representative is the least vertex, and so the lesser end of each of its
        // edges.
        let edges = position.edges().filter(move |(one, _)| vertices.contains(*one));
        edges.map(move |(one, other)| {
            left(position, [one, other], *is_connected.get_or_init(|| position.is_connected()))
        })
    }

    #[inline]
    fn memo_key(&self, position: Subgraph) -> Subgraph {
        position.up_to_symmetry()
    }

    fn class_code(&self, part: &Subgraph) -> Option<u128> {
        part.class_code()
    }

    #[inline]
    fn known_value(&self, position: &Subgraph) -> Option<Nimber> {
        if position.has_opposites() {
            return Some(Nimber::ZERO);
        }
        // Each move takes one edge of a matching, to which none can be added in the end.
        position.value_if_straight(0).or_else(|| Some(Nimber::new(position.matched()? % 2)))
    }

    fn oracle<'a>(&'a self, question: Question<'a, Subgraph>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, Edge> {
        match question.play() {
            // Normal play is decided by values.
            Some(Play::Normal) => Answer::Unknown,
            _ => question.by_length(Subgraph::matched, |part| self.moves(part)),
        }
    }
}

impl Notation for ArcKayles {
    fn component_name(&self, _: &Subgraph) -> &'static str {
        "graph"
    }

    fn parse(&self, text: &str) -> Result<Components<Subgraph>, NotationError> {
        parse_subgraphs(text)
    }

    fn text(&self, components: &[Subgraph]) -> String {
        subgraphs_text(components)
    }
}
