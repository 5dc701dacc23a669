//! Boards, graphs and lands of Sprouts as a person would draw them, and as lines of text. `diagram_svg.rs` writes them as SVG.

use std::f64::consts::TAU;

use rustc_hash::FxHashMap;

use crate::any::AnyPosition;
use crate::games::{Crosses, End, GROUND, Grounded, Land, Places, Region, Square, Strings, Subgraph, Token};
use crate::render::lands::{Disc, float};

/// A picture of components that are boards, graphs or lands. [`Display`](std::fmt::Display) writes it as SVG, one beside the other.
///
/// Boards are drawn square by square: [`Region`]s of Cram, [`Crosses`] of Notakto, and [`Subgraph`]s that are boards of chess pieces or grids. Other
/// graphs are drawn with their vertices on a circle, and what stands on the ground ([`Grounded`], [`Strings`]) in layers above it. A graph on paper looks better;
/// this one is right. Of [`Land`]s each region is drawn by itself.
///
/// In the SVG each place where a move may begin or end has the class `spot`, and as its attribute `data-end` the words by which moves name it:
/// `2,3` is the square in row 2 and column 3, `7` a vertex, `0-1` an edge, `1.3.2` the second spot on the third boundary of region 1.
///
/// Time and memory are those of the text.
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
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Free,
    Crossed,
    Gone,
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
}

/// An edge between two dots, given by their indices. Edges with the same ends differ in their number, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) ends: [usize; 2],
    pub(super) number: usize,
}

impl Diagram {
    /// The diagram of some components of a game at run time; `None` if one is neither a board nor a graph nor a land.
    ///
    /// ```
    /// use grundy::render::Diagram;
    /// use grundy::{AnyGame, Kayles, Notakto, Notation};
    ///
    /// let game = AnyGame::new("notakto", Notakto::new());
    /// let boards = game.parse("3x3,x../.x./...")?;
    /// assert_eq!(Diagram::of(&boards[1..]).unwrap().lines()[1], " 1  ✕ □ □");
    /// let game = AnyGame::new("kayles", Kayles);
    /// assert!(Diagram::of(&game.parse("5")?).is_none());
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn of(components: &[AnyPosition]) -> Option<Self> {
        let of_one = |component: &AnyPosition| {
            let kinds = [
                component.downcast_ref::<Region>().map(Self::from),
                component.downcast_ref::<Crosses>().map(Self::from),
                component.downcast_ref::<Subgraph>().map(Self::from),
                component.downcast_ref::<Token>().map(Self::from),
                component.downcast_ref::<Grounded>().map(Self::from),
                component.downcast_ref::<Strings>().map(Self::from),
                component.downcast_ref::<Land>().map(Self::from),
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

    /// Lines of text for each component: the rows of a board with the numbers of rows and columns, each vertex of a graph with its neighbours, or
    /// each region of a land with its boundaries.
    ///
    /// A free square is `□`, a cross `✕`, and what is no square of the board a space. A neighbour to which several edges lead is told with their number,
    /// `3×2`.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let of_one = |shape: &Shape| match shape {
            Shape::Board(rows) => lines_of_board(rows),
            Shape::Graph { dots, edges } => lines_of_graph(dots, edges),
            Shape::Region(disc) => disc.lines(),
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
        let radius = (float(vertices.len()) / TAU).max(1.0);
        let dots = vertices.iter().enumerate().map(|(place, vertex)| {
            let angle = TAU * float(place) / float(vertices.len());
            let at = (radius + radius * angle.sin(), radius - radius * angle.cos());
            let look = if token == Some(*vertex) { Look::Token } else { Look::Plain };
            Dot { name: vertex.to_string(), at, look }
        });
        let place = |vertex: usize| vertices.binary_search(&vertex).expect("the end of an edge is a vertex");
        let edges = links(part.edges().map(|(one, other)| [place(one), place(other)]));
        Self(vec![Shape::Graph { dots: dots.collect(), edges }])
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
        let token = if dot.look == Look::Token { "●" } else { " " };
        format!("{token}{:>wide$} – {}", dot.name, all.join(" "))
    };
    dots.iter().zip(&neighbours).map(line).collect()
}

impl Mark {
    const fn sign(self) -> &'static str {
        match self {
            Self::Free => "□",
            Self::Crossed => "✕",
            Self::Gone => "",
        }
    }
}
