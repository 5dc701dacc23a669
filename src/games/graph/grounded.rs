//! Graphs that stand on the ground.

use std::fmt;
use std::str::FromStr;

use crate::components::Components;
use crate::notation::{NotationError, Piece, join};
use crate::serial::serde_as_text;

/// A graph with a ground, given by its edges: the picture of [`Hackenbush`](crate::Hackenbush).
///
/// Vertices are numbered from 0, and the ground is `g`. Edges may be repeated, and both ends of an edge may be the same.
/// The text is a list of the edges by their ends, `g-0,0-1,1-1`; `-` for no edges. With the feature `serde` it is that text.
///
/// ```
/// use grundy::games::Grounded;
/// let flower: Grounded = "1-0,1-1,g-0".parse()?;
/// assert_eq!(flower.to_string(), "g-0,0-1,1-1");
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grounded {
    /// In ascending order, each with its lesser end first.
    edges: Vec<[End; 2]>,
}

/// An end of an edge: the ground, or a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum End {
    /// The ground.
    Ground,
    /// A vertex, counted from 0.
    Vertex(u32),
}

impl End {
    /// Numbers of ends, ordered like the ends.
    const fn number(self) -> u64 {
        match self {
            Self::Ground => 0,
            Self::Vertex(vertex) => vertex as u64 + 1,
        }
    }

    /// The end of a number.
    fn of_number(number: u128) -> Self {
        match number.checked_sub(1) {
            None => Self::Ground,
            Some(vertex) => Self::Vertex(u32::try_from(vertex).expect("a vertex has 32 bits")),
        }
    }
}

serde_as_text!(Grounded);

impl Grounded {
    /// The most edges that a text may have: 2^14.
    pub const LIMIT: usize = 1 << 14;

    /// The edges, in ascending order.
    #[must_use]
    pub fn edges(&self) -> &[[End; 2]] {
        &self.edges
    }

    /// Each edge once. Equal edges stand together, and cutting any of them is the same move.
    pub(in crate::games) fn into_different_edges(self) -> impl Iterator<Item = [End; 2]> {
        let mut edges = self.edges;
        edges.dedup();
        edges.into_iter()
    }

    /// The picture without one of its edges; the same picture if there is no such edge.
    #[must_use]
    pub(in crate::games) fn without(&self, edge: [End; 2]) -> Self {
        let mut edges = self.edges.clone();
        if let Ok(place) = edges.binary_search(&edge) {
            edges.remove(place);
        }
        Self { edges }
    }

    /// The parts that have only the ground in common: edges are in one part if a path leads from one to the other above the ground.
    pub(in crate::games) fn parts(&self) -> Components<Self> {
        let places = Places::new(&self.edges);
        let mut part_of = vec![usize::MAX; places.count];
        let mut parts: Vec<Self> = Vec::new();
        for edge in &self.edges {
            // An edge from the ground to the ground is a part of its own.
            let Some(start) = edge.iter().map(|end| places.of(*end)).find(|place| *place != GROUND) else {
                parts.push(Self { edges: vec![*edge] });
                continue;
            };
            if part_of[start] == usize::MAX {
                let mut open = vec![start];
                part_of[start] = parts.len();
                while let Some(place) = open.pop() {
                    for (_, other) in places.edges_at(place) {
                        // The walk does not go through the ground, which joins nothing.
                        if *other != GROUND && part_of[*other] == usize::MAX {
                            part_of[*other] = parts.len();
                            open.push(*other);
                        }
                    }
                }
                parts.push(Self::default());
            }
            parts[part_of[start]].edges.push(*edge);
        }
        parts.into_iter().collect()
    }
}

/// The place of the ground in [`Places`].
pub(crate) const GROUND: usize = 0;

/// The ground and the vertices of a picture, numbered without gaps.
pub(crate) struct Places {
    /// The number of each end, in ascending order.
    ends: Vec<u64>,
    pub(crate) count: usize,
    /// The edges that end at place 0, then those at place 1, and so on.
    edges: Vec<(usize, usize)>,
    /// Where the edges of each place begin, and the number of all.
    begins: Vec<usize>,
}

impl Places {
    pub(crate) fn new(edges: &[[End; 2]]) -> Self {
        let mut ends = vec![End::Ground.number()];
        ends.extend(edges.iter().flatten().map(|end| end.number()));
        ends.sort_unstable();
        ends.dedup();
        let count = ends.len();
        let mut places = Self { ends, count, edges: vec![(0, 0); 2 * edges.len()], begins: vec![0; count + 1] };
        let ends: Vec<[usize; 2]> = edges.iter().map(|ends| ends.map(|end| places.of(end))).collect();
        for place in ends.as_flattened() {
            places.begins[*place] += 1;
        }
        let mut end = 0;
        for begin in &mut places.begins {
            end += *begin;
            *begin = end;
        }
        // Each edge from the end of its place down, the last edge first.
        for (number, [one, other]) in ends.into_iter().enumerate().rev() {
            for (place, far) in [(other, one), (one, other)] {
                places.begins[place] -= 1;
                places.edges[places.begins[place]] = (number, far);
            }
        }
        places
    }

    /// The edges that end at a place: the number of the edge and the place of its other end. An edge with two equal ends is listed twice.
    pub(crate) fn edges_at(&self, place: usize) -> &[(usize, usize)] {
        &self.edges[self.begins[place]..self.begins[place + 1]]
    }

    /// The place of an end of an edge.
    pub(crate) fn of(&self, end: End) -> usize {
        self.ends.binary_search(&end.number()).expect("the end of an edge was numbered")
    }

    /// The ends by their places.
    #[cfg(feature = "render")]
    pub(crate) fn ends(&self) -> impl Iterator<Item = End> {
        self.ends.iter().map(|number| End::of_number(u128::from(*number)))
    }
}

impl FromIterator<[End; 2]> for Grounded {
    fn from_iter<I: IntoIterator<Item = [End; 2]>>(edges: I) -> Self {
        // Both numbers in one, the lesser in the upper half: integers are sorted for many other lists as well.
        let in_one = |[one, other]: [End; 2]| {
            let (one, other) = (one.number(), other.number());
            u128::from(one.min(other)) << 64 | u128::from(one.max(other))
        };
        let mut edges: Vec<u128> = edges.into_iter().map(in_one).collect();
        edges.sort_unstable();
        Self {
            edges: edges
                .into_iter()
                .map(|edge| [edge >> 64, edge & u128::from(u64::MAX)].map(End::of_number))
                .collect(),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ground => f.write_str("g"),
            Self::Vertex(number) => write!(f, "{number}"),
        }
    }
}

impl fmt::Display for Grounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edges: Vec<String> = self.edges.iter().map(|[one, other]| format!("{one}-{other}")).collect();
        let text = edges.join(",");
        f.pad(if edges.is_empty() { "-" } else { &text })
    }
}

impl FromStr for Grounded {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let end = |piece: Piece<'_>| match piece.text {
            "g" => Ok(End::Ground),
            _ => piece.number("a vertex").map(End::Vertex),
        };
        if text.trim() == "-" {
            return Ok(Self::default());
        }
        let mut edges = Vec::new();
        for piece in Piece::whole(text).split(',') {
            match piece.read_each('-', end)?[..] {
                [one, other] => edges.push([one, other]),
                _ => return Err(piece.error("an edge is written by its two ends, as in g-0 or 0-1")),
            }
            if edges.len() > Self::LIMIT {
                return Err(piece.error(format!("there are too many edges: the limit is {}", Self::LIMIT)));
            }
        }
        Ok(edges.into_iter().collect())
    }
}

/// Reads pictures, joined with `+`, and tells their parts.
pub(in crate::games) fn parse_grounded(text: &str) -> Result<Components<Grounded>, NotationError> {
    let read = |piece: Piece<'_>| piece.text.parse().map_err(|error: NotationError| error.within(text, piece.at));
    let pictures = Piece::whole(text).read_each('+', read)?;
    Ok(pictures.iter().flat_map(Grounded::parts).collect())
}

/// Writes parts, joined with ` + `.
pub(in crate::games) fn grounded_text(parts: &[Grounded]) -> String {
    if parts.is_empty() { Grounded::default().to_string() } else { join(parts, " + ") }
}
