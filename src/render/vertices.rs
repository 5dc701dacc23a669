//! Graphs: vertices on a circle, or in layers above the ground.

use std::f64::consts::TAU;
use std::fmt;

use rustc_hash::FxHashMap;

use crate::games::GROUND;
use crate::render::lands::float;

/// The distance of neighbours, in pixels.
const STEP: f64 = 62.0;
/// Radius of a dot.
const DOT: f64 = 13.0;
/// The most edges that are drawn. The complete graph of 4096 vertices has 8 million, and with 128 it is black.
const MOST_EDGES: usize = 1 << 13;

/// Vertices as dots, and edges between them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Vertices {
    dots: Vec<Dot>,
    edges: Edges,
}

#[derive(Clone, Debug, PartialEq)]
enum Edges {
    Drawn(Vec<Link>),
    /// The number of edges at each dot, and of all.
    Counted(Vec<usize>, usize),
}

/// A vertex, at a place in units of the distance between neighbours.
#[derive(Clone, Debug, PartialEq)]
struct Dot {
    name: String,
    at: (f64, f64),
    look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Plain,
    Token,
    Ground,
    /// A place that the token has left.
    Left,
}

/// An edge between two dots, given by their indices. Edges with the same ends differ in their number, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    ends: [usize; 2],
    number: usize,
}

impl Vertices {
    /// Vertices on a circle, in their order, and edges between their places in it.
    pub(super) fn on_circle(
        vertices: &[usize],
        look: impl Fn(usize) -> Look,
        edges: impl Iterator<Item = [usize; 2]>,
    ) -> Self {
        // Neighbours are at least one unit apart along the circle. The first vertex is at the top, and the others
        // follow clockwise.
        let radius = (float(vertices.len()) / TAU).max(1.0);
        let dot = |(place, vertex): (usize, &usize)| {
            let angle = TAU * float(place) / float(vertices.len());
            let at = (radius + radius * angle.sin(), radius - radius * angle.cos());
            Dot { name: vertex.to_string(), at, look: look(*vertex) }
        };
        Self { dots: vertices.iter().enumerate().map(dot).collect(), edges: Edges::of(vertices.len(), edges) }
    }

    /// A graph of vertices with these names: they stand as high above the ground as the edges from it are many.
    pub(super) fn in_layers(names: Vec<(String, Look)>, edges: &[[usize; 2]]) -> Self {
        let mut neighbours = vec![Vec::new(); names.len()];
        for [one, other] in edges {
            neighbours[*one].push(*other);
            neighbours[*other].push(*one);
        }
        let mut heights = vec![None; names.len()];
        heights[GROUND] = Some(0);
        // Breadth first from the ground. `order` is the queue, and keeps the order in which vertices are reached.
        let mut order = vec![GROUND];
        let mut next = 0;
        while let Some(place) = order.get(next).copied() {
            let above = heights[place].map(|height| height + 1);
            for other in &neighbours[place] {
                if heights[*other].is_none() {
                    heights[*other] = above;
                    order.push(*other);
                }
            }
            next += 1;
        }
        // What nothing joins to the ground stands on it.
        order.extend((0..names.len()).filter(|place| heights[*place].is_none()));
        let heights: Vec<usize> = heights.into_iter().map(|height| height.unwrap_or(1)).collect();
        let top = heights.iter().copied().max().unwrap_or(0);
        // In the order in which they are reached, branches of a tree do not cross.
        let mut in_layer = vec![0; top + 1];
        let mut columns = vec![0; names.len()];
        for place in order {
            columns[place] = in_layer[heights[place]];
            in_layer[heights[place]] += 1;
        }
        let dot = |(place, (name, look))| {
            let at = (float(columns[place]), float(top - heights[place]));
            Dot { name, at, look }
        };
        let edges = Edges::of(names.len(), edges.iter().copied());
        Self { dots: names.into_iter().enumerate().map(dot).collect(), edges }
    }

    /// Width and height.
    pub(super) fn size(&self) -> (f64, f64) {
        let most = |side: fn(&Dot) -> f64| STEP * self.dots.iter().map(side).fold(0.0, f64::max);
        (most(|dot| dot.at.0), most(|dot| dot.at.1))
    }

    /// Each vertex with its neighbours, or with their number where there are too many edges.
    pub(super) fn lines(&self) -> Vec<String> {
        let Self { dots, edges } = self;
        let neighbours: Vec<Vec<String>> = match edges {
            Edges::Drawn(links) => self.neighbours(links),
            Edges::Counted(at, _) => at.iter().map(|edges| vec![format!("{edges} edges")]).collect(),
        };
        let wide = dots.iter().map(|dot| dot.name.len()).max().unwrap_or(0);
        let line = |(dot, all): (&Dot, &Vec<String>)| {
            let sign = match dot.look {
                Look::Token => "●",
                Look::Left => "✕",
                Look::Plain | Look::Ground => " ",
            };
            let joined = if all.is_empty() { String::new() } else { format!(" – {}", all.join(" ")) };
            format!("{sign}{:>wide$}{joined}", dot.name)
        };
        dots.iter().zip(&neighbours).map(line).collect()
    }

    /// The names of the neighbours of each vertex.
    fn neighbours(&self, links: &[Link]) -> Vec<Vec<String>> {
        let mut neighbours = vec![Vec::new(); self.dots.len()];
        for Link { ends: [one, other], .. } in links {
            neighbours[*one].push(*other);
            if one != other {
                neighbours[*other].push(*one);
            }
        }
        let neighbour = |alike: &[usize]| {
            let name = &self.dots[alike[0]].name;
            if alike.len() > 1 { format!("{name}×{}", alike.len()) } else { name.clone() }
        };
        let names = |mut places: Vec<usize>| {
            places.sort_unstable();
            places.chunk_by(|one, other| one == other).map(neighbour).collect()
        };
        neighbours.into_iter().map(names).collect()
    }

    /// Writes the graph with the upper left corner of its picture at this point.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, left: f64, top: f64) -> fmt::Result {
        let Self { dots, edges } = self;
        let at = |dot: &Dot| (left + STEP * dot.at.0, top + STEP * dot.at.1);
        let links = match edges {
            Edges::Drawn(links) => &links[..],
            Edges::Counted(_, count) => {
                let (x, y) = (left + self.size().0 / 2.0, top + self.size().1 / 2.0);
                writeln!(f, r##"<text x="{x:.1}" y="{y:.1}" font-size="14" fill="#333">{count} edges</text>"##)?;
                &[]
            }
        };
        for Link { ends: [one, other], number } in links {
            let ((x1, y1), (x2, y2)) = (at(&dots[*one]), at(&dots[*other]));
            // Edges between the same dots bend away from each other: numbers 0, 1, 2, 3 by 0, −14, 14, −28. A loop
            // stands beside its dot.
            let bend = 14.0 * float(number.div_ceil(2)) * if number % 2 == 0 { 1.0 } else { -1.0 };
            let (dx, dy) = (x2 - x1, y2 - y1);
            let length = dx.hypot(dy).max(1.0);
            let curve = if one == other {
                let far = 2.4 * DOT + bend.abs();
                format!("C{:.1} {:.1} {:.1} {:.1} {x2:.1} {y2:.1}", x1 - far, y1 - far, x1 + far, y1 - far)
            } else {
                let (x, y) = (x1.midpoint(x2) - dy / length * bend * 2.0, y1.midpoint(y2) + dx / length * bend * 2.0);
                format!("Q{x:.1} {y:.1} {x2:.1} {y2:.1}")
            };
            writeln!(
                f,
                r##"<path class="spot" data-end="{}-{}" d="M{x1:.1} {y1:.1}{curve}" fill="none" stroke="#5b6470" stroke-width="5"/>"##,
                dots[*one].name, dots[*other].name
            )?;
        }
        for dot in dots {
            let ((x, y), name) = (at(dot), &dot.name);
            let (class, colour) = match dot.look {
                Look::Plain => ("spot", "#1f77b4"),
                Look::Token => ("spot", "#c2410c"),
                Look::Ground => ("spot", "#15803d"),
                Look::Left => ("taken", "#bbb"),
            };
            writeln!(
                f,
                r#"<circle class="{class}" data-end="{name}" cx="{x:.1}" cy="{y:.1}" r="{DOT}" fill="{colour}"/>"#
            )?;
            writeln!(f, r##"<text x="{x:.1}" y="{:.1}" fill="#fff" pointer-events="none">{name}</text>"##, y + 4.0)?;
        }
        Ok(())
    }
}

impl Edges {
    /// Edges between places below `dots`, with the numbers of those that have the same ends.
    fn of(dots: usize, mut edges: impl Iterator<Item = [usize; 2]>) -> Self {
        // One edge more than are drawn tells whether there are too many. The others are only counted then.
        let first: Vec<[usize; 2]> = edges.by_ref().take(MOST_EDGES + 1).collect();
        if first.len() > MOST_EDGES {
            let (mut at, mut count) = (vec![0; dots], 0);
            for [one, other] in first.into_iter().chain(edges) {
                count += 1;
                at[one] += 1;
                at[other] += usize::from(one != other);
            }
            return Self::Counted(at, count);
        }
        let mut seen: FxHashMap<[usize; 2], usize> = FxHashMap::default();
        let number = |ends: [usize; 2]| {
            let number = seen.entry(ends).or_insert(0);
            *number += 1;
            Link { ends, number: *number - 1 }
        };
        Self::Drawn(first.into_iter().map(number).collect())
    }
}
