//! How each game is laid out: what stands where, where a move is clicked, and what it removes.

use std::fmt::{Debug, Display};

use grundy::chomp::{Board, CentredTile, Chomp, IChomp, Quadrant, QuadrantBoard, Tile};
use grundy::heap::{HeapMove, RowMove};
use grundy::{Components, ImpartialGame, Kayles, LaskersNim, Memo, Nim, Nimber, Notation, Table};
use serde::Serialize;

use crate::answers::{Place, Wish};
use crate::fresh::{self, MOST_IN_A_ROW, MOST_IN_ALL};
use crate::tables::Boards;

/// What the page is told of a game before it begins.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct GameKind {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Around a centre, from a corner, or in rows.
    pub(crate) layout: &'static str,
    pub(crate) rule: &'static str,
    /// Width and height of a new game for which none are wished.
    pub(crate) sides: [u32; 2],
}

/// The games, in the order in which they are offered.
pub(crate) const GAMES: [GameKind; 5] = [
    GameKind {
        name: "ichomp",
        title: "iChomp",
        layout: "centre",
        rule: "Take a tile, and with it every tile of its quadrant that is as far out or farther in both directions. The last tile wins.",
        sides: fresh::SIDES_AROUND,
    },
    GameKind {
        name: "chomp",
        title: "Chomp",
        layout: "corner",
        rule: "Take a tile, and with it everything below it and to its right. The corner is poisoned: who is left with it has lost.",
        sides: fresh::SIDES_FROM_CORNER,
    },
    GameKind {
        name: "kayles",
        title: "Kayles",
        layout: "rows",
        rule: "Knock down one pin, or two that stand next to each other: click between them. The last pin wins.",
        sides: fresh::SIDES_IN_ROWS,
    },
    GameKind {
        name: "lasker",
        title: "Lasker’s Nim",
        layout: "rows",
        rule: "Take as many counters of one heap as you like, or split a heap in two: click where it is to part. The last counter wins.",
        sides: fresh::SIDES_IN_ROWS,
    },
    GameKind {
        name: "nim",
        title: "Nim",
        layout: "rows",
        rule: "Take as many counters of one heap as you like: all from the one you click to the end. The last counter wins.",
        sides: fresh::SIDES_IN_ROWS,
    },
];

/// A component as it is drawn, or a place that has become empty.
pub(crate) struct Outline {
    /// Which component it is.
    pub(crate) component: Option<usize>,
    pub(crate) name: String,
    /// The same where there is little room.
    pub(crate) short: String,
    pub(crate) class: &'static str,
    pub(crate) cells: Vec<Place>,
    /// The cell that nobody may take.
    pub(crate) poison: Option<usize>,
}

/// Where a move is clicked.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) at: Place,
    /// Between this place and the next to the right.
    pub(crate) between: bool,
}

impl Target {
    const fn on(x: i32, y: i32) -> Self {
        Self { at: Place { x, y }, between: false }
    }

    const fn after(x: i32, y: i32) -> Self {
        Self { at: Place { x, y }, between: true }
    }
}

/// A rule book that can be drawn.
pub(crate) trait Drawn:
    Notation<Position: Clone + Debug + Send, Move: Display + Send> + Send + Sized + 'static
{
    /// Where its values are remembered.
    type Known: Memo<Self::Position, Nimber> + Default + Send;

    /// Refuses what is too large to be drawn or to be looked at move by move.
    fn check_size(position: &[Self::Position]) -> Result<(), String>;

    /// Whether nothing is left of a component.
    fn is_gone(component: &Self::Position) -> bool;

    /// Makes sure that a component is solved soon, or says why it is not.
    fn prepare(known: &mut Self::Known, component: &Self::Position) -> Result<(), String>;

    /// A new position.
    fn fresh(wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<Self::Position>, String>;

    fn outlines(&self, position: &[Self::Position]) -> Vec<Outline>;

    /// A move in words, of which so many cells go.
    fn said(mv: &Self::Move, removed: usize) -> String;

    /// Where a move in the component at a place of the list is clicked.
    fn targets(component: &Self::Position, place: usize, mv: &Self::Move) -> Vec<Target>;

    /// What a move in the component at a place of the list takes away.
    fn removed(component: &Self::Position, place: usize, mv: &Self::Move) -> Vec<Place>;
}

impl Drawn for IChomp {
    type Known = Boards;

    fn check_size(position: &[QuadrantBoard]) -> Result<(), String> {
        let sides = Quadrant::ALL.map(|quadrant| {
            let mut own = position.iter().filter(|part| part.quadrant == quadrant);
            let sides = own.next().map_or((0, 0), |part| (part.board.columns(), part.board.row_count()));
            (sides, own.next().is_some())
        });
        if sides.iter().any(|(_, has_second)| *has_second) {
            return Err("one board at a time, please".to_owned());
        }
        let [nw, ne, sw, se] = sides.map(|(sides, _)| sides);
        fresh::check_sides(nw.0.max(sw.0).saturating_add(ne.0.max(se.0)), nw.1.max(ne.1).saturating_add(sw.1.max(se.1)))
    }

    fn is_gone(component: &QuadrantBoard) -> bool {
        component.board.is_empty()
    }

    fn prepare(known: &mut Boards, component: &QuadrantBoard) -> Result<(), String> {
        known.prepare(&component.board)
    }

    fn fresh(wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<QuadrantBoard>, String> {
        fresh::around_a_centre(wish, random)
    }

    /// All four quadrants, the empty ones too.
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
            Outline { component, name: format!("{short} quadrant"), short, class, cells, poison: None }
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

/// Every tile of a quadrant is a move.
fn places(part: &QuadrantBoard) -> Vec<Place> {
    IChomp.moves(part).map(|tile| Place { x: tile.x, y: tile.y }).collect()
}

/// A tile of a board that hangs from its corner.
fn below(tile: Tile) -> Place {
    let place = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    Place { x: place(tile.column), y: -place(tile.row) }
}

impl Drawn for Chomp {
    type Known = Boards;

    fn check_size(position: &[Board]) -> Result<(), String> {
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

    fn fresh(wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<Board>, String> {
        fresh::from_a_corner(wish, random)
    }

    fn outlines(&self, position: &[Board]) -> Vec<Outline> {
        let outline = |(place, board): (usize, &Board)| Outline {
            component: Some(place),
            name: "board".to_owned(),
            short: "board".to_owned(),
            class: "board",
            cells: board.each_tile().map(below).collect(),
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

/// What games on rows share; a row is drawn below the one before it.
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

/// The places from one to another of a row.
fn stretch(place: usize, from: u64, to: u64) -> Vec<Place> {
    let y = below_all(place);
    (from..=to).map(|x| Place { x: column(x), y }).collect()
}

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
        poison: None,
    };
    rows.iter().enumerate().map(outline).collect()
}

/// What is the same for all games on rows.
macro_rules! drawn_in_rows {
    ($name:literal, $start:expr) => {
        type Known = Table<u64, Nimber>;

        fn check_size(position: &[u64]) -> Result<(), String> {
            rows_are_small(position)
        }

        fn is_gone(row: &u64) -> bool {
            *row == 0
        }

        fn prepare(_: &mut Self::Known, _: &u64) -> Result<(), String> {
            Ok(())
        }

        fn fresh(wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<u64>, String> {
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

/// Whoever takes from a heap takes its last counters.
fn heap_targets(place: usize, heap: u64, mv: HeapMove) -> Vec<Target> {
    let y = below_all(place);
    match mv {
        HeapMove::Take(count) => vec![Target::on(column(heap.saturating_sub(count) + 1), y)],
        HeapMove::Split(one, other) if one == other => vec![Target::after(column(one), y)],
        HeapMove::Split(one, other) => vec![Target::after(column(one), y), Target::after(column(other), y)],
    }
}

/// What a move takes from the end of a heap: nothing if it only splits it.
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
