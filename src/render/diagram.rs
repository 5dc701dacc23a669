//! Boards, strips, heaps, graphs and lands of Sprouts as a person would draw them, and as lines of text. `diagram_svg.rs` writes them as SVG.

use std::f64::consts::TAU;

use rustc_hash::FxHashMap;

use crate::any::{AnyGame, AnyPosition};
use crate::game::ImpartialGame;
use crate::games::{
    Bounded, Circle, CoinsOnStrip, Crosses, DawsonsKayles, End, EndNim, GROUND, Grounded, Heaps, Kayles, KotzigsNim,
    Land, Pair, Places, Region, Square, StaircaseNim, Strings, Subgraph, Token, Treblecross,
};
use crate::render::heaps::{Columns, Ground, Heap};
use crate::render::lands::{Disc, float};
use crate::render::strip::{Mark, Strip};
use crate::subset::Subset;

/// A picture of components that are boards, strips, heaps, graphs or lands. [`Display`](std::fmt::Display) writes it as SVG, one beside the other.
///
/// Boards are drawn square by square: [`Region`]s of Cram, [`Crosses`] of Notakto, and [`Subgraph`]s that are boards of chess pieces or grids. Other
/// graphs are drawn with their vertices on a circle, and what stands on the ground ([`Grounded`], [`Strings`]) in layers above it. A graph on paper looks better;
/// this one is right. Of [`Land`]s each region is drawn by itself.
///
/// A heap is a column of counters; those that the next move cannot take are grey. The heaps of Staircase Nim stand on steps. Coins and pins stand on a
/// strip of numbered squares. On the circle of Kotzig's Nim lines lead from the token to where it may step, and the places that it has left are
/// grey. Of a long heap, and of a long run of squares that are alike, only the ends are drawn.
///
/// In the SVG each place where a move may begin or end has the class `spot`, and as its attribute `data-end` the words by which moves name it:
/// `2,3` is the square in row 2 and column 3, `7` a vertex or a square of a strip, `0-1` an edge, `1.3.2` the second spot on the third boundary of
/// region 1. Moves of Kotzig's Nim name steps instead; its places have their numbers. Heaps have no spots.
///
/// Time and memory are those of the text; those of a circle are its number of places, at most 2^12.
///
/// ```
/// use grundy::render::Diagram;
/// use grundy::{Cram, Notation};
///
/// let board = Cram.parse("xx.x/xxxx")?;
/// let diagram = Diagram::from(&board[0]);
/// assert_eq!(diagram.lines(), [
///     "    1 2 3 4",
///     " 1  □ □   □",
///     " 2  □ □ □ □",
/// ]);
/// assert_eq!(diagram.to_string().matches(r#"class="spot""#).count(), 7);
/// # Ok::<(), grundy::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram(pub(super) Vec<Shape>);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Board(Vec<Vec<Mark>>),
    Graph {
        dots: Vec<Dot>,
        edges: Vec<Link>,
    },
    /// A region of a land.
    Region(Disc),
    Strip(Strip),
    Heaps(Columns),
}

/// A vertex, at a place in units of the distance between neighbours.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dot {
    pub(super) name: String,
    pub(super) at: (f64, f64),
    pub(super) look: Look,
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
pub(super) struct Link {
    pub(super) ends: [usize; 2],
    pub(super) number: usize,
}

impl Diagram {
    /// The diagram of some components of a game at run time; `None` if there is no picture of one of them.
    ///
    /// ```
    /// use grundy::render::Diagram;
    /// use grundy::{AnyGame, Notation};
    ///
    /// let lines = |game: &str, position: &str| -> Option<Vec<String>> {
    ///     let game: AnyGame = game.parse().ok()?;
    ///     Some(Diagram::of(&game, &game.parse(position).ok()?)?.lines())
    /// };
    /// assert_eq!(lines("notakto", "x../.x./...").unwrap()[1], " 1  ✕ □ □");
    /// assert_eq!(lines("welter", "{1,3}").unwrap(), [" 0 1 2 3", " □ ● □ ●"]);
    /// assert_eq!(lines("end-nim", "3,1,2").unwrap(), [" 1  ● ● ●  3", " 2  ○  1", " 3  ● ●  2"]);
    /// assert!(lines("chain", "5").is_none());
    /// ```
    #[must_use]
    pub fn of(game: &AnyGame, components: &[AnyPosition]) -> Option<Self> {
        let of_one = |component: &AnyPosition| {
            let kinds = [
                component.downcast_ref::<Region>().map(Self::from),
                component.downcast_ref::<Crosses>().map(Self::from),
                component.downcast_ref::<Subgraph>().map(Self::from),
                component.downcast_ref::<Token>().map(Self::from),
                component.downcast_ref::<Grounded>().map(Self::from),
                component.downcast_ref::<Strings>().map(Self::from),
                component.downcast_ref::<Land>().map(Self::from),
                Self::of_circle(game, component),
                strip(game, component).map(|strip| Self(vec![Shape::Strip(strip)])),
                heaps(game, component).map(|columns| Self(vec![Shape::Heaps(columns)])),
            ];
            kinds.into_iter().flatten().next().map(|diagram| diagram.0)
        };
        let mut shapes = Vec::new();
        for (number, component) in (1..).zip(components) {
            for mut shape in of_one(component)? {
                if let (Shape::Region(disc), 2..) = (&mut shape, components.len()) {
                    disc.of_land(number);
                }
                shapes.push(shape);
            }
        }
        Some(Self(shapes))
    }

    /// Lines of text for each component: the rows of a board with the numbers of rows and columns, the squares of a strip below their numbers, the counters
    /// of each heap, each vertex of a graph with its neighbours, or each region of a land with its boundaries.
    ///
    /// A free square is `□`, a cross or a place that the token has left `✕`, a coin, the token, or a counter that may be taken `●`, any other counter `○`, and
    /// what is no square of the board a space. A neighbour to which several edges lead is told with their number,
    /// `3×2`.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let of_one = |shape: &Shape| match shape {
            Shape::Board(rows) => lines_of_board(rows),
            Shape::Graph { dots, edges } => lines_of_graph(dots, edges),
            Shape::Region(disc) => disc.lines(),
            Shape::Strip(strip) => strip.lines(),
            Shape::Heaps(columns) => columns.lines(),
        };
        self.0.iter().flat_map(of_one).collect()
    }

    /// A board whose squares have these marks.
    fn board(rows: usize, columns: usize, mark: impl Fn(usize, usize) -> Mark) -> Self {
        let row = |row| (0..columns).map(|column| mark(row, column)).collect();
        Self(vec![Shape::Board((0..rows).map(row).collect())])
    }

    /// A picture on the ground: vertices stand as high above it as the edges from it are many.
    fn on_ground(edges: &[[End; 2]]) -> Self {
        let places = Places::new(edges);
        let mut heights = vec![None; places.count];
        heights[GROUND] = Some(0);
        let mut reached = vec![GROUND];
        let mut next = 0;
        while let Some(place) = reached.get(next).copied() {
            let above = heights[place].map(|height| height + 1);
            for (_, other) in &places.edges_at[place] {
                if heights[*other].is_none() {
                    heights[*other] = above;
                    reached.push(*other);
                }
            }
            next += 1;
        }
        // What nothing joins to the ground stands on it.
        let heights: Vec<usize> = heights.into_iter().map(|height| height.unwrap_or(1)).collect();
        let top = heights.iter().copied().max().unwrap_or(0);
        let mut in_layer = vec![0; top + 1];
        let dots = places.ends().zip(heights).map(|(end, height)| {
            let place = in_layer[height];
            in_layer[height] += 1;
            let look = if end == End::Ground { Look::Ground } else { Look::Plain };
            Dot { name: end.to_string(), at: (float(place), float(top - height)), look }
        });
        let dots: Vec<Dot> = dots.collect();
        let links = links(edges.iter().map(|[one, other]| [places.of(*one), places.of(*other)]));
        Self(vec![Shape::Graph { dots, edges: links }])
    }

    /// A graph whose vertices are on a circle, in ascending order.
    fn around(part: &Subgraph, token: Option<usize>) -> Self {
        let vertices: Vec<usize> = part.vertices().iter().collect();
        let place = |vertex: usize| vertices.binary_search(&vertex).expect("the end of an edge is a vertex");
        let edges = links(part.edges().map(|(one, other)| [place(one), place(other)]));
        let look = |vertex| if token == Some(vertex) { Look::Token } else { Look::Plain };
        Self(vec![Shape::Graph { dots: on_circle(&vertices, look), edges }])
    }

    /// The circle of Kotzig's Nim, with the legal steps as edges.
    fn of_circle(game: &AnyGame, component: &AnyPosition) -> Option<Self> {
        let (game, circle) = (game.downcast_ref::<KotzigsNim>()?, component.downcast_ref::<Circle>()?);
        let places: Vec<usize> = (0..circle.places()).collect();
        let look = |place| match place {
            _ if place == circle.at() => Look::Token,
            _ if circle.has_been(place) => Look::Left,
            _ => Look::Plain,
        };
        let steps = game.moves(circle).filter_map(|step| Some([circle.at(), circle.after(step.0)?]));
        Some(Self(vec![Shape::Graph { dots: on_circle(&places, look), edges: links(steps) }]))
    }
}

impl From<&Region> for Diagram {
    fn from(region: &Region) -> Self {
        let cells: Vec<(usize, usize)> = region.cells().map(|(row, column)| (row as usize, column as usize)).collect();
        let side = |most: Option<usize>| most.map_or(0, |most| most + 1);
        let rows = side(cells.iter().map(|cell| cell.0).max());
        let columns = side(cells.iter().map(|cell| cell.1).max());
        let mut board = vec![vec![Mark::Gone; columns]; rows];
        for (row, column) in cells {
            board[row][column] = Mark::Free;
        }
        Self(vec![Shape::Board(board)])
    }
}

impl From<&Crosses> for Diagram {
    fn from(board: &Crosses) -> Self {
        let square = |row, column| Square { row: row + 1, column: column + 1 };
        let mark = |row, column| if board.has_cross(square(row, column)) { Mark::Crossed } else { Mark::Free };
        Self::board(board.rows(), board.columns(), mark)
    }
}

/// A board of chess pieces is drawn by its squares, any other graph on a circle.
impl From<&Subgraph> for Diagram {
    fn from(part: &Subgraph) -> Self {
        let Some((rows, columns)) = part.graph().board() else { return Self::around(part, None) };
        let is_left = |row, column| part.vertices().contains(row * columns + column);
        Self::board(rows, columns, |row, column| if is_left(row, column) { Mark::Free } else { Mark::Gone })
    }
}

impl From<&Token> for Diagram {
    fn from(token: &Token) -> Self {
        Self::around(token.left(), Some(token.at()))
    }
}

impl From<&Grounded> for Diagram {
    fn from(picture: &Grounded) -> Self {
        Self::on_ground(picture.edges())
    }
}

impl From<&Strings> for Diagram {
    fn from(strings: &Strings) -> Self {
        Self::on_ground(strings.strings())
    }
}

/// Each region is drawn by itself, as a disc. Its longest boundary is the circle around it, unless it has single spots only. The other boundaries are
/// smaller circles and spots inside. So a line that is drawn within the disc is a move, if it crosses none of the circles. The inside of a
/// smaller circle does not belong to the region. Where two regions meet is told by great letters: a spot with such a letter lies
/// on the boundaries of two regions, and has the same colour in both. Regions need not fit together in one plane drawing, since each is kept
/// up to its mirror image.
///
/// In a spot stands its name: the number of its ends, or its letter. Beside it stand the number of the boundary and the number of the spot on it, as
/// [moves](crate::games::Line) name them. With the region on the left, the numbers go along the boundary.
///
/// ```
/// use grundy::render::Diagram;
/// use grundy::Notation;
/// use grundy::games::Sprouts;
///
/// let lands = Sprouts.parse("0*2.AB|AB")?;
/// let picture = Diagram::from(&lands[0]);
/// assert_eq!(picture.lines(), ["region 1   1: 0  2: 0  3: A B", "region 2   1: A B"]);
/// assert_eq!(picture.to_string().matches(r#"class="spot""#).count(), 6);
/// # Ok::<(), grundy::NotationError>(())
/// ```
impl From<&Land> for Diagram {
    fn from(land: &Land) -> Self {
        Self((1..).zip(land.regions()).map(|(number, region)| Shape::Region(Disc::new(number, region))).collect())
    }
}

/// A strip of pins, cells or coins; `None` for what is no strip.
fn strip(game: &AnyGame, component: &AnyPosition) -> Option<Strip> {
    if let Some(count) = component.downcast_ref::<u64>() {
        let are_pins = game.downcast_ref::<Kayles>().is_some() || game.downcast_ref::<DawsonsKayles>().is_some();
        let are_cells = game.downcast_ref::<Treblecross>().is_some();
        let mark = if are_cells { Mark::Free } else { Mark::Coin };
        return (are_pins || are_cells).then(|| Strip::new([(1..u128::from(*count) + 1, mark)]));
    }
    game.downcast_ref::<CoinsOnStrip>()?;
    let mut next = 0;
    let runs = component.downcast_ref::<Subset>()?.iter().flat_map(|coin| {
        let free = next..coin as u128;
        next = free.end + 1;
        [(free.clone(), Mark::Free), (free.end..next, Mark::Coin)]
    });
    Some(Strip::new(runs))
}

/// The heaps of a component; `None` for what is no heap.
fn heaps(game: &AnyGame, component: &AnyPosition) -> Option<Columns> {
    let row = |heaps: &Heaps| {
        let mut row: Vec<Heap> = heaps.sizes().iter().map(|size| Heap::new(*size)).collect();
        if game.downcast_ref::<EndNim>().is_some() {
            // Empty heaps are not in the row.
            let not_empty = |heap: &Heap| heap.size > 0;
            let ends = [row.iter().position(not_empty), row.iter().rposition(not_empty)];
            for (place, heap) in row.iter_mut().enumerate() {
                if !ends.contains(&Some(place)) {
                    heap.free = 0;
                }
            }
        }
        row
    };
    let bounded = |heap: &Bounded| Heap { size: heap.heap().into(), free: heap.most().into() };
    let kinds = [
        component.downcast_ref::<u64>().map(|size| vec![Heap::new(*size)]),
        component.downcast_ref::<u128>().map(|size| vec![Heap::new(*size)]),
        component.downcast_ref::<Bounded>().map(|heap| vec![bounded(heap)]),
        component.downcast_ref::<Pair>().map(|pair| vec![Heap::new(pair.0), Heap::new(pair.1)]),
        component.downcast_ref::<Heaps>().map(row),
    ];
    let ground = if game.downcast_ref::<StaircaseNim>().is_some() { Ground::Stairs } else { Ground::Flat };
    kinds.into_iter().flatten().next().map(|heaps| Columns { heaps, ground })
}

/// Vertices on a circle, in their order.
fn on_circle(vertices: &[usize], look: impl Fn(usize) -> Look) -> Vec<Dot> {
    let radius = (float(vertices.len()) / TAU).max(1.0);
    let dot = |(place, vertex): (usize, &usize)| {
        let angle = TAU * float(place) / float(vertices.len());
        let at = (radius + radius * angle.sin(), radius - radius * angle.cos());
        Dot { name: vertex.to_string(), at, look: look(*vertex) }
    };
    vertices.iter().enumerate().map(dot).collect()
}

/// Edges with the numbers of those that have the same ends.
fn links(edges: impl Iterator<Item = [usize; 2]>) -> Vec<Link> {
    let mut seen: FxHashMap<[usize; 2], usize> = FxHashMap::default();
    let number = |ends: [usize; 2]| {
        let number = seen.entry(ends).or_insert(0);
        *number += 1;
        Link { ends, number: *number - 1 }
    };
    edges.map(number).collect()
}

/// The number of columns of a board, whose rows are equally long.
pub(super) fn columns_of(rows: &[Vec<Mark>]) -> usize {
    rows.first().map_or(0, Vec::len)
}

fn lines_of_board(rows: &[Vec<Mark>]) -> Vec<String> {
    let columns = columns_of(rows);
    let wide = columns.max(1).ilog10() as usize + 1;
    let high = rows.len().max(1).ilog10() as usize + 1;
    let numbers: Vec<String> = (1..=columns).map(|column| format!("{column:>wide$}")).collect();
    let head = format!(" {:high$}  {}", "", numbers.join(" "));
    let line = |(number, row): (usize, &Vec<Mark>)| {
        let squares: Vec<String> = row.iter().map(|mark| format!("{:>wide$}", mark.sign())).collect();
        format!(" {number:>high$}  {}", squares.join(" ")).trim_end().to_owned()
    };
    std::iter::once(head).chain((1..).zip(rows).map(line)).collect()
}

fn lines_of_graph(dots: &[Dot], edges: &[Link]) -> Vec<String> {
    let mut neighbours = vec![Vec::new(); dots.len()];
    for Link { ends: [one, other], .. } in edges {
        neighbours[*one].push(*other);
        if one != other {
            neighbours[*other].push(*one);
        }
    }
    for places in &mut neighbours {
        places.sort_unstable();
    }
    let wide = dots.iter().map(|dot| dot.name.len()).max().unwrap_or(0);
    let line = |(dot, neighbours): (&Dot, &Vec<usize>)| {
        let neighbour = |alike: &[usize]| {
            let name = &dots[alike[0]].name;
            if alike.len() > 1 { format!("{name}×{}", alike.len()) } else { name.clone() }
        };
        let all: Vec<String> = neighbours.chunk_by(|one, other| one == other).map(neighbour).collect();
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
