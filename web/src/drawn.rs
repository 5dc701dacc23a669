//! Games with a picture: where everything is drawn, where a move is clicked, and what a move removes.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::time::Duration;

use grundy::chomp::{Board, CentredTile, Chomp, IChomp, Quadrant, QuadrantBoard, Tile};
use grundy::heap::{HeapMove, RowMove};
use grundy::{Components, ImpartialGame, Kayles, LaskersNim, Memo, Nim, Nimber, Notation, Table};

use crate::answers::{GameKind, Layout, Place, Wish};
use crate::fresh::{self, MOST_IN_A_ROW, MOST_IN_ALL};
use crate::tables::Boards;

/// The games with a picture, in the order in which they are offered.
pub(crate) const GAMES: [GameKind; 5] = [
    GameKind {
        name: Cow::Borrowed("ichomp"),
        title: Cow::Borrowed("iChomp"),
        layout: Layout::Centre,
        rule: Cow::Borrowed(
            "Take a tile, and with it every tile of its quadrant that is as far out or farther in both directions. The last tile wins.",
        ),
        sides: Some(fresh::SIDES_AROUND),
        example: None,
    },
    GameKind {
        name: Cow::Borrowed("chomp"),
        title: Cow::Borrowed("Chomp"),
        layout: Layout::Corner,
        rule: Cow::Borrowed(
            "Take a tile, and with it everything below it and to its right. The corner is poisoned: who is left with it has lost.",
        ),
        sides: Some(fresh::SIDES_FROM_CORNER),
        example: None,
    },
    GameKind {
        name: Cow::Borrowed("kayles"),
        title: Cow::Borrowed("Kayles"),
        layout: Layout::Rows,
        rule: Cow::Borrowed(
            "Knock down one pin, or two that stand next to each other: click between them. The last pin wins.",
        ),
        sides: Some(fresh::SIDES_IN_ROWS),
        example: None,
    },
    GameKind {
        name: Cow::Borrowed("lasker"),
        title: Cow::Borrowed("Lasker’s Nim"),
        layout: Layout::Rows,
        rule: Cow::Borrowed(
            "Take as many counters of one heap as you like, or split a heap in two: click where it is to part. The last counter wins.",
        ),
        sides: Some(fresh::SIDES_IN_ROWS),
        example: None,
    },
    GameKind {
        name: Cow::Borrowed("nim"),
        title: Cow::Borrowed("Nim"),
        layout: Layout::Rows,
        rule: Cow::Borrowed(
            "Take as many counters of one heap as you like: all from the one you click to the end. The last counter wins.",
        ),
        sides: Some(fresh::SIDES_IN_ROWS),
        example: None,
    },
];

/// A component as it is drawn, or an empty place, such as a quadrant without tiles.
pub(crate) struct Outline {
    /// The index of the component; `None` for an empty place.
    pub(crate) component: Option<usize>,
    pub(crate) name: String,
    /// A short name, for narrow screens.
    pub(crate) short: String,
    pub(crate) class: &'static str,
    pub(crate) cells: Vec<Place>,
    /// The component as text, of a game without a board.
    pub(crate) text: Option<String>,
    /// A picture beside the text, as SVG.
    pub(crate) picture: Option<String>,
    /// The index of the cell that cannot be taken.
    pub(crate) poison: Option<usize>,
}

/// The place where a move is clicked.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) at: Place,
    /// Whether it is between this place and the next to the right.
    pub(crate) between: bool,
}

impl Target {
    pub(crate) const fn on(x: i32, y: i32) -> Self {
        Self { at: Place { x, y }, between: false }
    }

    const fn after(x: i32, y: i32) -> Self {
        Self { at: Place { x, y }, between: true }
    }
}

/// A rule book that the page can show.
pub(crate) trait Drawn:
    Notation<Position: Clone + Debug + Send, Move: Display + Send> + Send + Sized + 'static
{
    /// The memo of its values.
    type Known: Memo<Self::Position, Nimber> + Default + Send;

    /// The time that a solver has for one question, besides its bound on positions.
    const TIME: Option<Duration> = None;

    /// Refuses a position that is too large to be drawn, or has too many moves to be listed.
    fn check_size(&self, position: &[Self::Position]) -> Result<(), String>;

    /// Whether a component is empty, so that it is not drawn.
    fn is_gone(component: &Self::Position) -> bool;

    /// Computes the table of a component, if it needs one. An error says why the component is too large.
    fn prepare(known: &mut Self::Known, component: &Self::Position) -> Result<(), String>;

    /// A new position.
    fn fresh(&self, wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<Self::Position>, String>;

    /// The components as they are drawn.
    fn outlines(&self, position: &[Self::Position]) -> Vec<Outline>;

    /// A move in words; `removed` is the number of cells that it removes.
    fn said(mv: &Self::Move, removed: usize) -> String;

    /// The places where a move is clicked. `place` is the index of the component.
    fn targets(component: &Self::Position, place: usize, mv: &Self::Move) -> Vec<Target>;

    /// The cells that a move removes. `place` is the index of the component.
    fn removed(component: &Self::Position, place: usize, mv: &Self::Move) -> Vec<Place>;
}

impl Drawn for IChomp {
    type Known = Boards;

    fn check_size(&self, position: &[QuadrantBoard]) -> Result<(), String> {
        // The sides of the first board of a quadrant, and whether the quadrant has a second one.
        let sides = Quadrant::ALL.map(|quadrant| {
            let mut own = position.iter().filter(|part| part.quadrant == quadrant);
            let sides = own.next().map_or((0, 0), |part| (part.board.columns(), part.board.row_count()));
            (sides, own.next().is_some())
        });
        if sides.iter().any(|(_, has_second)| *has_second) {
            return Err("one board at a time, please".to_owned());
        }
        let [nw, ne, sw, se] = sides.map(|(sides, _)| sides);
        // The width is that of the wider quadrant on the left and of the wider one on the right, and the height
        // likewise.
        fresh::check_sides(nw.0.max(sw.0).saturating_add(ne.0.max(se.0)), nw.1.max(ne.1).saturating_add(sw.1.max(se.1)))
    }

    fn is_gone(component: &QuadrantBoard) -> bool {
        component.board.is_empty()
    }

    fn prepare(known: &mut Boards, component: &QuadrantBoard) -> Result<(), String> {
        known.prepare(&component.board)
    }

    fn fresh(&self, wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<QuadrantBoard>, String> {
        fresh::around_a_centre(wish, random)
    }

    /// All four quadrants, also the empty ones.
    fn outlines(&self, position: &[QuadrantBoard]) -> Vec<Outline> {
        let outline = |quadrant: Quadrant| {
            let component = position.iter().position(|part| part.quadrant == quadrant);
            let class = match quadrant {
                Quadrant::NorthWest => "nw",
                Quadrant::NorthEast => "ne",
                Quadrant::SouthWest => "sw",
                Quadrant::SouthEast => "se",
            };
            let short = quadrant.to_string();
            let part = component.and_then(|place| position.get(place));
            let cells = part.map_or_else(Vec::new, places);
            Outline {
                component,
                name: format!("{short} quadrant"),
                short,
                class,
                cells,
                text: None,
                picture: None,
                poison: None,
            }
        };
        Quadrant::ALL.map(outline).into()
    }

    fn said(tile: &CentredTile, removed: usize) -> String {
        let (columns, rows) = (tile.x.unsigned_abs(), tile.y.unsigned_abs());
        format!("column {columns}, row {rows} from the centre takes {}", tiles(removed))
    }

    fn targets(_: &QuadrantBoard, _: usize, tile: &CentredTile) -> Vec<Target> {
        vec![Target::on(tile.x, tile.y)]
    }

    fn removed(component: &QuadrantBoard, _: usize, tile: &CentredTile) -> Vec<Place> {
        component.removed_by(*tile).map(|tile| Place { x: tile.x, y: tile.y }).collect()
    }
}

fn tiles(count: usize) -> String {
    if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") }
}

/// The places of the tiles of a quadrant, each of which is a move.
fn places(part: &QuadrantBoard) -> Vec<Place> {
    IChomp.moves(part).map(|tile| Place { x: tile.x, y: tile.y }).collect()
}

/// The place of a tile of a board, which is drawn down from its corner.
fn below(tile: Tile) -> Place {
    let place = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    Place { x: place(tile.column), y: -place(tile.row) }
}

impl Drawn for Chomp {
    type Known = Boards;

    fn check_size(&self, position: &[Board]) -> Result<(), String> {
        match position {
            [] => Ok(()),
            [board] => fresh::check_sides(board.columns(), board.row_count()),
            _ => Err("one board at a time, please".to_owned()),
        }
    }

    fn is_gone(board: &Board) -> bool {
        board.is_empty()
    }

    fn prepare(known: &mut Boards, board: &Board) -> Result<(), String> {
        known.prepare(board)
    }

    fn fresh(&self, wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<Board>, String> {
        fresh::from_a_corner(wish, random)
    }

    fn outlines(&self, position: &[Board]) -> Vec<Outline> {
        let outline = |(place, board): (usize, &Board)| Outline {
            component: Some(place),
            name: "board".to_owned(),
            short: "board".to_owned(),
            class: "board",
            cells: board.each_tile().map(below).collect(),
            text: None,
            picture: None,
            poison: board.each_tile().position(|tile| tile == Tile { row: 1, column: 1 }),
        };
        position.iter().enumerate().map(outline).collect()
    }

    fn said(tile: &Tile, removed: usize) -> String {
        format!("column {}, row {} takes {}", tile.column, tile.row, tiles(removed))
    }

    fn targets(_: &Board, _: usize, tile: &Tile) -> Vec<Target> {
        let Place { x, y } = below(*tile);
        vec![Target::on(x, y)]
    }

    fn removed(board: &Board, _: usize, tile: &Tile) -> Vec<Place> {
        board.removed_by(*tile).map(below).collect()
    }
}

/// Refuses rows that are too long or too many.
fn rows_are_small(rows: &[u64]) -> Result<(), String> {
    if let Some(row) = rows.iter().find(|row| **row > MOST_IN_A_ROW) {
        return Err(format!("{row} in a row are too many: the page draws up to {MOST_IN_A_ROW}"));
    }
    let in_all = rows.iter().sum::<u64>();
    if in_all > MOST_IN_ALL {
        return Err(format!("{in_all} in all are too many: the page draws up to {MOST_IN_ALL}"));
    }
    Ok(())
}

/// The places from column `from` to column `to` of the row of a component.
fn stretch(place: usize, from: u64, to: u64) -> Vec<Place> {
    let y = below_all(place);
    (from..=to).map(|x| Place { x: column(x), y }).collect()
}

/// The height of the row of a component: each row is below the one before it.
fn below_all(place: usize) -> i32 {
    -i32::try_from(place).unwrap_or(i32::MAX).saturating_add(1)
}

fn column(x: u64) -> i32 {
    i32::try_from(x).unwrap_or(i32::MAX)
}

fn row_outlines(rows: &[u64], name: &str) -> Vec<Outline> {
    let outline = |(place, row): (usize, &u64)| Outline {
        component: Some(place),
        name: format!("{name} {}", place + 1),
        short: format!("{name} {}", place + 1),
        class: "row",
        cells: stretch(place, 1, *row),
        text: None,
        picture: None,
        poison: None,
    };
    rows.iter().enumerate().map(outline).collect()
}

/// The methods that are the same for all games on rows.
macro_rules! drawn_in_rows {
    ($name:literal, $start:expr) => {
        type Known = Table<u64, Nimber>;

        fn check_size(&self, position: &[u64]) -> Result<(), String> {
            rows_are_small(position)
        }

        fn is_gone(row: &u64) -> bool {
            *row == 0
        }

        fn prepare(_: &mut Self::Known, _: &u64) -> Result<(), String> {
            Ok(())
        }

        fn fresh(&self, wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<u64>, String> {
            fresh::rows(wish, &$start, random)
        }

        fn said(mv: &Self::Move, _: usize) -> String {
            mv.to_string()
        }

        fn outlines(&self, position: &[u64]) -> Vec<Outline> {
            row_outlines(position, $name)
        }
    };
}

impl Drawn for Kayles {
    drawn_in_rows!("row", [5, 6, 3, 2]);

    fn targets(_: &u64, place: usize, mv: &RowMove) -> Vec<Target> {
        let (x, y) = (column(mv.place), below_all(place));
        vec![if mv.pins == 1 { Target::on(x, y) } else { Target::after(x, y) }]
    }

    fn removed(_: &u64, place: usize, mv: &RowMove) -> Vec<Place> {
        stretch(place, mv.place, mv.place + mv.pins - 1)
    }
}

/// A move takes the last counters of a heap: it is clicked at the first of these. A split is clicked at its gap, from either side.
fn heap_targets(place: usize, heap: u64, mv: HeapMove) -> Vec<Target> {
    let y = below_all(place);
    match mv {
        // Of 7 counters, taking 3 is a click on the 5th.
        HeapMove::Take(count) => vec![Target::on(column(heap.saturating_sub(count) + 1), y)],
        HeapMove::Split(one, other) if one == other => vec![Target::after(column(one), y)],
        // Both gaps mean the same move, which has its parts in one order only.
        HeapMove::Split(one, other) => vec![Target::after(column(one), y), Target::after(column(other), y)],
    }
}

/// The counters that a move takes from the end of a heap; a split takes none.
fn heap_removed(place: usize, heap: u64, mv: HeapMove) -> Vec<Place> {
    match mv {
        HeapMove::Take(count) => stretch(place, heap.saturating_sub(count) + 1, heap),
        HeapMove::Split(..) => Vec::new(),
    }
}

macro_rules! drawn_in_heaps {
    ($game:ty, $start:expr) => {
        impl Drawn for $game {
            drawn_in_rows!("heap", $start);

            fn targets(heap: &u64, place: usize, mv: &HeapMove) -> Vec<Target> {
                heap_targets(place, *heap, *mv)
            }

            fn removed(heap: &u64, place: usize, mv: &HeapMove) -> Vec<Place> {
                heap_removed(place, *heap, *mv)
            }
        }
    };
}
drawn_in_heaps!(LaskersNim, [2, 5, 7]);
drawn_in_heaps!(Nim, [3, 4, 5]);
