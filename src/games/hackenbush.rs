//! Green Hackenbush.

use std::fmt;

use super::graph::{End, GROUND, Grounded, Places, grounded_text, parse_grounded};
use crate::components::Components;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece};

/// Green Hackenbush: cut an edge of a picture that stands on the ground; what is no longer joined to the ground falls away.
///
/// Theorems. The colon principle: branches that meet at a vertex may be replaced by one stalk whose length is the nim-sum of their values,
/// and a stalk of *n* edges is worth *n*. The fusion principle: the vertices of a cycle may be made one without a change of value, so that its
/// edges become loops, and a loop is worth 1. Together they give the value of any picture in linear time: every edge that is not a bridge
/// is worth 1 where it stands, and a bridge is worth one more than what it carries.
///
/// A position is a part of a picture that shares only the ground with the other parts. It has as many moves as edges that differ: edges with the same
/// two ends are one move, but each loop at the ground is a part of its own. Edges that are not joined to the ground can't be cut.
///
/// In text the edges are written by their ends, with `g` for the ground: `g-0,0-1,1-2,0-2`; several pictures are joined with ` + `.
///
/// ```
/// use grundy::{Hackenbush, Nimber, Notation, Solver};
///
/// let mut solver = Solver::new(Hackenbush);
/// assert_eq!(solver.grundy(Hackenbush.parse("g-0,0-1,1-2")?)?, Nimber::new(3)); // a stalk
/// let tulip = Hackenbush.parse("g-0,0-1,1-2,2-3,3-4,2-4")?;
/// assert_eq!(solver.grundy(tulip)?, Nimber::new(4)); // the triangle on top is worth 1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 7; ONAG, ch. 13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hackenbush;

/// A move of [`Hackenbush`] and [`Nimstring`](crate::Nimstring): the edge that is cut, by its ends, the lesser first. The ground is less than
/// any vertex.
///
/// ```
/// use grundy::games::{Cut, End};
/// assert_eq!(Cut([End::Ground, End::Vertex(3)]).to_string(), "cut g-3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cut(pub [End; 2]);

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cut {}-{}", self.0[0], self.0[1])
    }
}

/// A walk over what stands on the ground, depth first.
struct Walk {
    places: Places,
    /// The places in the order in which they were reached, the ground first.
    order: Vec<usize>,
    /// For each place, its number in `order`.
    reached: Vec<Option<usize>>,
    /// For each place, the edge by which it was reached, and the place from which.
    came_by: Vec<Option<(usize, usize)>>,
}

impl Walk {
    fn new(picture: &Grounded) -> Self {
        let places = Places::new(picture.edges());
        let mut walk =
            Self { order: vec![GROUND], reached: vec![None; places.count], came_by: vec![None; places.count], places };
        walk.reached[GROUND] = Some(0);
        // The places on the way from the ground, each with the number of its edges that were tried.
        let mut way = vec![(GROUND, 0)];
        while let Some((place, tried)) = way.last_mut() {
            let (from, edge) = (*place, walk.places.edges_at(*place).get(*tried).copied());
            *tried += 1;
            match edge {
                None => {
                    way.pop();
                }
                Some((number, to)) if walk.reached[to].is_none() => {
                    walk.reached[to] = Some(walk.order.len());
                    walk.came_by[to] = Some((number, from));
                    walk.order.push(to);
                    way.push((to, 0));
                }
                Some(_) => {}
            }
        }
        walk
    }

    /// The value, by fusion and the colon principle.
    fn value(&self) -> u64 {
        // For each place, the nim-sum of what stands there, and the earliest place that is reached from there and from above it by an edge that
        // the walk did not take.
        let mut values = vec![0_u64; self.places.count];
        let mut earliest: Vec<usize> = self.reached.iter().map(|number| number.unwrap_or(usize::MAX)).collect();
        // From the last place that was reached to the first: what stands above a place is summed up before it.
        for place in self.order.iter().rev().copied() {
            let number = self.reached[place].expect("the walk has reached this place");
            let came_by = self.came_by[place];
            let mut loops = 0;
            for (edge, other) in self.places.edges_at(place) {
                let others = self.reached[*other].expect("the other end is reached too");
                // The walk took this edge, up to this place or on from it. Edges are compared by number, so that a
                // second edge between the same places counts as not taken.
                let is_taken = |came: Option<(usize, usize)>| came.is_some_and(|(by, _)| by == *edge);
                if is_taken(came_by) || is_taken(self.came_by[*other]) {
                    continue;
                }
                // Each edge is met from its later end, a loop twice.
                match others.cmp(&number) {
                    std::cmp::Ordering::Less => {
                        earliest[place] = earliest[place].min(others);
                        values[place] ^= 1;
                    }
                    std::cmp::Ordering::Equal => loops += 1,
                    std::cmp::Ordering::Greater => {}
                }
            }
            values[place] ^= (loops / 2) & 1;
            if let Some((_, from)) = came_by {
                // Without an edge from here or above to an earlier place, the edge to `from` is a bridge: a stalk one
                // longer than what it carries. Otherwise the edge is on a cycle, whose vertices are one by fusion: it
                // is a loop, worth 1, and what stands here stands at `from` as well.
                let is_bridge = earliest[place] == number;
                values[from] ^= if is_bridge { values[place] + 1 } else { values[place] ^ 1 };
                earliest[from] = earliest[from].min(earliest[place]);
            }
        }
        values[GROUND]
    }
}

/// Only what stands on the ground.
fn standing(picture: &Grounded) -> Grounded {
    let walk = Walk::new(picture);
    let mut stands = vec![false; picture.edges().len()];
    for (edge, _) in walk.order.iter().flat_map(|place| walk.places.edges_at(*place)) {
        stands[*edge] = true;
    }
    picture.edges().iter().zip(stands).filter(|(_, stands)| *stands).map(|(edge, _)| *edge).collect()
}

impl ImpartialGame for Hackenbush {
    type Position = Grounded;
    type Move = Cut;

    fn moves(&self, picture: &Grounded) -> impl Iterator<Item = Cut> {
        standing(picture).into_different_edges().map(Cut)
    }

    fn play(&self, picture: &Grounded, cut: &Cut) -> Components<Grounded> {
        standing(&picture.without(cut.0)).parts()
    }

    fn known_value(&self, picture: &Grounded) -> Option<Nimber> {
        Some(Nimber::new(Walk::new(picture).value()))
    }
}

impl Notation for Hackenbush {
    fn component_name(&self, _: &Grounded) -> &'static str {
        "picture"
    }

    /// Edges that are not joined to the ground are an error.
    fn parse(&self, text: &str) -> Result<Components<Grounded>, NotationError> {
        let pictures = parse_grounded(text)?;
        if pictures.iter().all(|part| !standing(part).edges().is_empty()) {
            return Ok(pictures);
        }
        // Each picture has vertices of its own.
        let fallen = Piece::whole(text).split('+').find_map(|picture| {
            let parts = parse_grounded(picture.text).ok()?;
            let fallen = parts.iter().find(|part| standing(part).edges().is_empty())?;
            let is_fallen = |edge: &Piece<'_>| {
                let edge: Result<Grounded, _> = edge.text.parse();
                edge.is_ok_and(|edge| edge.edges().iter().any(|edge| fallen.edges().contains(edge)))
            };
            picture.split(',').find(is_fallen)
        });
        let edge = fallen.expect("the edges of the picture were read from the text");
        Err(edge.error("nothing joins this edge to the ground, g"))
    }

    fn text(&self, pictures: &[Grounded]) -> String {
        grounded_text(pictures)
    }
}
