//! Boards, strips, heaps, graphs and regions of Sprouts as a person would draw them, and as lines of text. `diagram_svg.rs` writes them as SVG.

use std::collections::{BTreeMap, BTreeSet};

use crate::any::{AnyGame, AnyPosition};
use crate::chomp::{Board, Chomp, Corner, QuadrantBoard, Tile};
use crate::compound::{At, Coordinates, SumOf};
use crate::game::ImpartialGame;
use crate::games::{
    Bounded, Chain, Circle, CoinsOnStrip, Crosses, DawsonsKayles, End, EndNim, FreeEnds, GROUND, Grounded, Head, Heaps,
    Kayles, KotzigsNim, Land, NodeKayles, Numbers, Pair, Places, Region, Square, StaircaseNim, Strings, Subgraph,
    Token, Treblecross, Tree,
};
use crate::notation::{Notation, join};
use crate::render::board::Squares;
use crate::render::heaps::{Columns, Ground, Heap};
use crate::render::lands::Disc;
use crate::render::strip::{Mark, Strip, shortened};
use crate::render::vertices::{Look, Vertices};
use crate::subset::Subset;

/// A picture of components of any game of the crate: boards, strips, heaps, graphs or regions. [`Display`](std::fmt::Display) writes it as SVG, one
/// beside the other.
///
/// Boards are drawn square by square: [`Region`]s of Cram, [`Crosses`] of Notakto, the boards of chess pieces, boards of
/// [`Chomp`] with a cross on the poisoned tile, and the quadrants of [`IChomp`](crate::chomp::IChomp). Other graphs are drawn with their vertices on
/// a circle, and what stands on the ground ([`Grounded`], [`Strings`], a [`Tree`] on its root) in layers above it. A graph on paper looks better;
/// this one is right. Of more than 2^13 edges only the number is told.
///
/// Each region of a [`Land`] is drawn by itself, as a disc, and so are [`FreeEnds`]. Its longest boundary is the circle around it, unless it has single
/// spots only. The other boundaries are smaller circles and spots inside. So a line that is drawn within the disc is a move, if it crosses none of the
/// circles. The inside of a smaller circle does not belong to the region. Where two regions meet is told by upper-case letters: a spot with such a letter
/// lies on the boundaries of two regions, and has the same colour in both. Regions need not fit together in one plane drawing, since each is kept up to
/// its mirror image. In a spot stands its name: the number of its ends, or its letter. Beside it stand the number of the boundary and the number of the
/// spot on it, as [moves](crate::games::Line) name them. With the region on the left, the numbers go along the boundary.
///
/// A heap is a column of counters; those that the next move cannot take are grey. The heaps of Staircase Nim stand on steps. Coins and pins stand on
/// a strip of numbered squares, as do the nodes of a [`Chain`], after a cross if it is torn, and the [`Numbers`] that are left. All [`Head`]s of coin
/// turning are coins on one strip or one board, where free squares are tails; a second head at one place is on the next. On the circle of Kotzig's
/// Nim lines lead from the token to where it may step, and the places that it has left are grey. Of a long heap, of a long run of squares that are
/// alike, and of a large board of Chomp or set of numbers only the ends are drawn.
///
/// In the SVG each place where a move may begin or end has the class `spot`, and as its attribute `data-end` the words by which moves name it:
/// `2,3` is the square in row 2 and column 3, `7` a vertex or a square of a strip, `0-1` an edge, `1.3.2` the second spot on the third boundary of
/// region 1, `(-3,+2)` a tile of iChomp. Moves of Kotzig's Nim name steps instead; its places have their numbers. Heaps have no spots.
///
/// Time and memory are those of the text; those of a circle are its number of places, at most 2^12, and those of a board of coins its squares.
///
/// ```
/// use grundy::render::Diagram;
/// use grundy::{AnyGame, Notation};
///
/// let cram: AnyGame = "cram".parse()?;
/// let diagram = Diagram::of(&cram, &cram.parse("xx.x/xxxx")?).unwrap();
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
    Board(Squares),
    Graph(Vertices),
    /// A region of Sprouts.
    Region(Disc),
    Strip(Strip),
    Heaps(Columns),
    /// The name of the component that follows.
    Name(String),
}

impl Diagram {
    /// The diagram of some components of a game at run time; `None` if there is no picture of one of them.
    ///
    /// ```
    /// use grundy::render::Diagram;
    /// use grundy::any::AnyPosition;
    /// use grundy::{AnyGame, Notation};
    ///
    /// let lines = |game: &str, position: &str| -> Option<Vec<String>> {
    ///     let game: AnyGame = game.parse().ok()?;
    ///     Some(Diagram::of(&game, &game.parse(position).ok()?)?.lines())
    /// };
    /// assert_eq!(lines("notakto", "x../.x./...").unwrap()[1], " 1  ✕ □ □");
    /// assert_eq!(lines("welter", "{1,3}").unwrap(), [" 0 1 2 3", " □ ● □ ●"]);
    /// assert_eq!(lines("end-nim", "3,1,2").unwrap(), [" 1  ● ● ●  3", " 2  ○  1", " 3  ● ●  2"]);
    /// assert_eq!(lines("chomp", "3,1").unwrap(), ["    1 2 3", " 1  ✕ □ □", " 2  □"]);
    /// assert_eq!(lines("turning:1-3", "THTTH").unwrap(), [" 1 2 3 4 5", " □ ● □ □ ●"]);
    /// assert_eq!(lines("sprouts", "0*2.AB|AB").unwrap(), ["region 1   1: 0  2: 0  3: A B", "region 2   1: A B"]);
    /// assert!(Diagram::of(&"nim".parse()?, &[AnyPosition::new("no heap")]).is_none());
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn of(game: &AnyGame, components: &[AnyPosition]) -> Option<Self> {
        // Coins of all components lie on one strip or board, so they are not drawn one by one.
        if let Some(shapes) = coins(components) {
            return Some(Self(shapes));
        }
        let of_one = |(number, component): (usize, &AnyPosition)| {
            let kinds = [
                component.downcast_ref().map(Self::of_region),
                component.downcast_ref().map(Self::of_crosses),
                component.downcast_ref::<Subgraph>().map(|part| Self::of_part(game, part)),
                component.downcast_ref().map(|token: &Token| Self::around(token.left(), Some(token.at()))),
                component.downcast_ref().map(|picture: &Grounded| Self::on_ground(picture.edges())),
                component.downcast_ref().map(|strings: &Strings| Self::on_ground(strings.strings())),
                component.downcast_ref().map(Self::of_tree),
                component.downcast_ref().map(|land| Self::of_land(land, (components.len() > 1).then_some(number))),
                component.downcast_ref::<FreeEnds>().map(|region| {
                    let title = if components.len() > 1 { format!("region {number}") } else { "region".to_owned() };
                    let boundaries = region.boundaries().map(|ends| vec![FREE_END.to_owned(); ends]).collect();
                    Self(vec![Shape::Region(Disc::new(title, number, boundaries))])
                }),
                Self::of_circle(game, component),
                tiles(game, component).map(|board| Self(vec![Shape::Board(board)])),
                strip(game, component).map(|strip| Self(vec![Shape::Strip(strip)])),
                heaps(game, component).map(|columns| Self(vec![Shape::Heaps(columns)])),
            ];
            // The first picture counts: a `u64` is a strip in some games, and a heap in all others.
            kinds.into_iter().flatten().next().map(|diagram| diagram.0)
        };
        let shapes: Option<Vec<_>> = (1..).zip(components).map(of_one).collect();
        Some(Self(shapes?.concat()))
    }

    /// The diagram of components of several games, each below its name with its number; `None` if there is no picture of one of them. The coins
    /// of one game are drawn together.
    ///
    /// ```
    /// use grundy::AnyGame;
    /// use grundy::render::Diagram;
    ///
    /// let (table, position) = AnyGame::parse_sum("kayles:3+turning:2:THTH+nim:2")?;
    /// let lines = Diagram::of_sum(&table, &position).unwrap().lines();
    /// assert_eq!(lines[..3], ["kayles row 1", " 1 2 3", " ● ● ●"]);
    /// assert_eq!(lines[3..6], ["turning:2 heads 2, 3", " 1 2 3 4", " □ ● □ ●"]);
    /// assert_eq!(lines[6..], ["nim heap 4", " ● ●  2"]);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn of_sum(table: &SumOf<AnyGame>, components: &[At<AnyPosition>]) -> Option<Self> {
        let mut shapes = Vec::new();
        let mut is_drawn = vec![false; components.len()];
        for (place, at) in components.iter().enumerate() {
            if is_drawn[place] {
                continue;
            }
            let game = table.0.get(at.game)?;
            let is_coin = |at: &At<AnyPosition>| coin(&at.position).is_some();
            let together = |other: &usize| components[*other].game == at.game && is_coin(&components[*other]);
            let group: Vec<usize> =
                if is_coin(at) { (place..components.len()).filter(together).collect() } else { vec![place] };
            for other in &group {
                is_drawn[*other] = true;
            }
            let numbers: Vec<usize> = group.iter().map(|other| other + 1).collect();
            let (name, plural) = (table.component_name(at), if group.len() > 1 { "s" } else { "" });
            shapes.push(Shape::Name(format!("{game} {name}{plural} {}", join(&numbers, ", "))));
            let own: Vec<AnyPosition> = group.into_iter().map(|other| components[other].position.clone()).collect();
            shapes.extend(Self::of(game, &own)?.0);
        }
        Some(Self(shapes))
    }

    /// Lines of text for each component: the rows of a board with the numbers of rows and columns, the squares of a strip below their numbers, the
    /// counters of each heap, each vertex of a graph with its neighbours, or each region with its boundaries and the spots or free ends on them.
    ///
    /// A free square is `□`, a cross, a poisoned tile, a torn end or a place that the token has left `✕`, a coin, the token, or a counter that may be
    /// taken `●`, any other counter `○`, and what is no square of the board a space. A free end of Brussels Sprouts is `|`. A neighbour to which
    /// several edges lead is told with their number, `3×2`.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let of_one = |shape: &Shape| match shape {
            Shape::Board(board) => board.lines(),
            Shape::Graph(vertices) => vertices.lines(),
            Shape::Region(disc) => disc.lines(),
            Shape::Strip(strip) => strip.lines(),
            Shape::Heaps(columns) => columns.lines(),
            Shape::Name(name) => vec![name.clone()],
        };
        self.0.iter().flat_map(of_one).collect()
    }

    /// A board whose squares have these marks, by row and column from 1.
    fn board(rows: usize, columns: usize, mark: impl Fn(usize, usize) -> Mark) -> Self {
        let numbers = |count: usize| (1..=count as u128).map(Some).collect();
        let index = |number: u128| usize::try_from(number).expect("a row or column of a board that is in memory");
        let mark = |row, column| mark(index(row), index(column));
        Self(vec![Shape::Board(Squares::new(numbers(rows), numbers(columns), mark))])
    }

    fn of_region(region: &Region) -> Self {
        let cells: BTreeSet<(usize, usize)> =
            region.cells().map(|(row, column)| (row as usize + 1, column as usize + 1)).collect();
        let rows = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let mark = |row, column| if cells.contains(&(row, column)) { Mark::Free } else { Mark::Gone };
        Self::board(rows, columns, mark)
    }

    fn of_crosses(board: &Crosses) -> Self {
        let mark = |row, column| if board.has_cross(Square { row, column }) { Mark::Crossed } else { Mark::Free };
        Self::board(board.rows(), board.columns(), mark)
    }

    /// The regions of a land, whose number is told beside others.
    fn of_land(land: &Land, among: Option<usize>) -> Self {
        let regions = (1..).zip(land.regions());
        let disc = |(number, region)| {
            let mut disc = Disc::new(format!("region {number}"), number, region);
            if let Some(land) = among {
                disc.of_land(land);
            }
            Shape::Region(disc)
        };
        Self(regions.map(disc).collect())
    }

    /// A picture on the ground.
    fn on_ground(edges: &[[End; 2]]) -> Self {
        let places = Places::new(edges);
        let look = |end| if end == End::Ground { Look::Ground } else { Look::Plain };
        let names = places.ends().map(|end| (end.to_string(), look(end))).collect();
        let edges: Vec<_> = edges.iter().map(|edge| edge.map(|end| places.of(end))).collect();
        Self(vec![Shape::Graph(Vertices::in_layers(names, &edges))])
    }

    /// A tree, whose root is the ground.
    fn of_tree(tree: &Tree) -> Self {
        let look = |node| if node == GROUND { Look::Ground } else { Look::Plain };
        let names = (0..tree.nodes()).map(|node| (node.to_string(), look(node))).collect();
        let edges: Vec<_> = (1..).map_while(|node| Some([tree.parent(node)? as usize, node as usize])).collect();
        Self(vec![Shape::Graph(Vertices::in_layers(names, &edges))])
    }

    /// A graph whose vertices are on a circle, in ascending order.
    fn around(part: &Subgraph, token: Option<usize>) -> Self {
        let vertices: Vec<usize> = part.vertices().iter().collect();
        let place = |vertex: usize| vertices.binary_search(&vertex).expect("the end of an edge is a vertex");
        let edges = part.edges().map(|(one, other)| [place(one), place(other)]);
        let look = |vertex| if token == Some(vertex) { Look::Token } else { Look::Plain };
        Self(vec![Shape::Graph(Vertices::on_circle(&vertices, look, edges))])
    }

    /// The squares of a chess piece's board that are left, or the graph of a game whose moves name vertices. A grid has squares too, but no game names
    /// them.
    fn of_part(game: &AnyGame, part: &Subgraph) -> Self {
        let board = game.downcast_ref::<NodeKayles>().and_then(|game| game.board(part));
        let Some((rows, columns)) = board else { return Self::around(part, None) };
        let is_left = |row, column| part.vertices().contains((row - 1) * columns + column - 1);
        Self::board(rows, columns, |row, column| if is_left(row, column) { Mark::Free } else { Mark::Gone })
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
        Some(Self(vec![Shape::Graph(Vertices::on_circle(&places, look, steps))]))
    }
}

/// The most numbers of a set that are all drawn; of a larger set runs of consecutive numbers have gaps. A bound on the size of the picture.
const MOST_NUMBERS: usize = 200;

/// How a free end of Brussels Sprouts is written.
const FREE_END: &str = "|";

/// Row and column of a head of coin turning; a row of coins has no row. `None` for what is no coin.
fn coin(component: &AnyPosition) -> Option<(Option<u32>, u32)> {
    let on_board = |head: &Coordinates<Head, Head>| (Some(head.row.place()), head.column.place());
    let in_row = component.downcast_ref::<Head>().map(|head| (None, head.place()));
    in_row.or_else(|| component.downcast_ref().map(on_board))
}

/// Rows or boards of coins, all heads on one, but for those whose place is taken: they are on the next. `None` for what is no coin.
fn coins(components: &[AnyPosition]) -> Option<Vec<Shape>> {
    let mut counts: BTreeMap<(Option<u32>, u32), usize> = BTreeMap::new();
    for component in components {
        *counts.entry(coin(component)?).or_insert(0) += 1;
    }
    let most = counts.values().copied().max()?;
    let shape = |copy: usize| {
        // Picture 1 has all places, picture 2 those with a second head, and so on.
        let heads: BTreeSet<(Option<u128>, u128)> = counts
            .iter()
            .filter(|(_, count)| **count >= copy)
            .map(|(head, _)| (head.0.map(u128::from), head.1.into()))
            .collect();
        // `None` if a head has no row: then all of them lie on a strip.
        let rows: Option<BTreeSet<u128>> = heads.iter().map(|head| head.0).collect();
        let columns: BTreeSet<u128> = heads.iter().map(|head| head.1).collect();
        let Some(rows) = rows else { return Shape::Strip(strip_with_coins(1, columns)) };
        let mark = |row, column| if heads.contains(&(Some(row), column)) { Mark::Coin } else { Mark::Free };
        Shape::Board(Squares::new(numbers_up_to(&rows), numbers_up_to(&columns), mark))
    };
    Some((1..=most).map(shape).collect())
}

/// The numbers from 1 to the last of these. Of a long run between two of them the ends are left.
fn numbers_up_to(these: &BTreeSet<u128>) -> Vec<Option<u128>> {
    let starts = std::iter::once(1).chain(these.iter().map(|number| number + 1));
    starts.zip(these).flat_map(|(start, number)| shortened(start..*number).into_iter().chain([Some(*number)])).collect()
}

/// A strip from this number to the last coin.
fn strip_with_coins(start: u128, coins: impl IntoIterator<Item = u128>) -> Strip {
    // Coins come in ascending order, so that each run of free squares ends before the next coin.
    let mut next = start;
    Strip::new(coins.into_iter().flat_map(|coin| {
        let free = next..coin;
        next = coin + 1;
        [(free, Mark::Free), (coin..next, Mark::Coin)]
    }))
}

/// A board of Chomp, or a quadrant of one; `None` for what is neither.
fn tiles(game: &AnyGame, component: &AnyPosition) -> Option<Squares> {
    let squares = |board: &Board, is_poisoned: bool| {
        let numbers = |count: u32| shortened(1..u128::from(count) + 1);
        let tile = |row: u128, column: u128| Some(Tile { row: row.try_into().ok()?, column: column.try_into().ok()? });
        Squares::new(numbers(board.row_count()), numbers(board.columns()), |row, column| match (row, column) {
            (1, 1) if is_poisoned => Mark::Crossed,
            _ if tile(row, column).is_some_and(|tile| board.contains(tile)) => Mark::Free,
            _ => Mark::Gone,
        })
    };
    if let Some(QuadrantBoard { quadrant, board }) = component.downcast_ref() {
        return Some(squares(board, false).around_centre(*quadrant));
    }
    let is_poisoned = game.downcast_ref::<Chomp>().is_some_and(|chomp| chomp.corner() == Corner::Poisoned);
    component.downcast_ref().map(|board| squares(board, is_poisoned))
}

/// A strip of pins, cells, coins, nodes of a chain or numbers; `None` for what is no strip.
fn strip(game: &AnyGame, component: &AnyPosition) -> Option<Strip> {
    if let Some(count) = component.downcast_ref::<u64>() {
        let are_pins = game.downcast_ref::<Kayles>().is_some() || game.downcast_ref::<DawsonsKayles>().is_some();
        let are_cells = game.downcast_ref::<Treblecross>().is_some();
        let mark = if are_cells { Mark::Free } else { Mark::Coin };
        return (are_pins || are_cells).then(|| Strip::new([(1..u128::from(*count) + 1, mark)]));
    }
    if let Some(chain) = component.downcast_ref::<Chain>() {
        let nodes = |count: u64| (1..u128::from(count) + 1, Mark::Coin);
        return Some(match *chain {
            Chain::Fresh(count) => Strip::new([nodes(count)]),
            // The node that is gone is before the first one that can be taken.
            Chain::Open(count) => Strip::new([(0..1, Mark::Crossed), nodes(count)]),
        });
    }
    if let Some(numbers) = component.downcast_ref::<Numbers>() {
        let numbers: Vec<u128> = numbers.iter().map(u128::from).collect();
        // Numbers are unlike: those of a small set are all drawn.
        let is_run = |one: &u128, next: &u128| numbers.len() > MOST_NUMBERS && one + 1 == *next;
        let runs = numbers.chunk_by(is_run);
        return Some(Strip::new(runs.map(|run| (run[0]..run[0] + run.len() as u128, Mark::Coin))));
    }
    game.downcast_ref::<CoinsOnStrip>()?;
    Some(strip_with_coins(0, component.downcast_ref::<Subset>()?.iter().map(|coin| coin as u128)))
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
