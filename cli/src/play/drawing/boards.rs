//! Boards of Chomp, around a corner or a centre, diagrams of other games, and sets of numbers.

use anstyle::Style;
use grundy::any::AnyPosition;
use grundy::chomp::{Board, CentredTile, Quadrant, QuadrantBoard, Tile};
use grundy::games::Numbers;
use grundy::render::Diagram;
use grundy::{AnyGame, Nimber};

use crate::play::drawing::block::{Block, Line};
use crate::play::style::{GOOD, PIECE, POISON, QUADRANTS, QUIET};

/// Rows, columns and numbers that are drawn at most; the rest is described.
const MOST_ROWS: u32 = 20;
const MOST_COLUMNS: u32 = 24;
const MOST_FROM_CENTRE: u32 = 10;
const MOST_NUMBERS: u64 = 200;
/// Lines and columns of a board or a graph that is drawn.
const MOST_LINES: usize = 32;
const MOST_WIDTH: usize = 70;

/// The value on a tile: that of its component after the tile is taken. And whether taking it wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) value: Nimber,
    pub(crate) wins: bool,
}

/// A board from its corner, with the numbers of rows and columns.
pub(crate) fn chomp(label: String, board: &Board, is_poisoned: bool, told: &dyn Fn(Tile) -> Option<Told>) -> Block {
    let columns = board.columns().min(MOST_COLUMNS);
    let mut head = Line::plain("   ");
    (1..=columns).for_each(|column| head.push(QUIET, &format!("{column:>3}")));
    let mut lines = vec![head];
    for (row, length) in (1..=MOST_ROWS).zip(board.rows()) {
        let mut line = Line::default();
        line.push(QUIET, &format!("{row:>3}"));
        for column in 1..=length.min(columns) {
            match (row, column) {
                (1, 1) if is_poisoned => line.push(POISON, "  ✗"),
                _ => tile(&mut line, PIECE, told(Tile { row, column })),
            }
        }
        if length > columns {
            line.push(QUIET, &format!(" … {length}"));
        }
        lines.push(line);
    }
    let rows = board.row_count();
    if rows > MOST_ROWS {
        lines.push(Line::plain(&format!("  … {rows} rows")));
    }
    Block::beside(label, lines)
}

/// A tile, or the value on it.
fn tile(line: &mut Line, style: Style, told: Option<Told>) {
    match told {
        Some(Told { value, wins }) => line.push(if wins { GOOD } else { style }, &format!("{:>3}", value.get())),
        None => line.push(style, "  ■"),
    }
}

/// The [`Diagram`] of components; `None` if there is none, or if it does not fit on a screen.
pub(crate) fn diagram(game: &AnyGame, components: &[AnyPosition]) -> Option<Vec<Line>> {
    let lines = Diagram::of(game, components)?.lines();
    let fits = lines.len() <= MOST_LINES && lines.iter().all(|line| line.chars().count() <= MOST_WIDTH);
    fits.then(|| lines.iter().map(|line| Line::plain(line)).collect())
}

/// Whether a board is small enough that all its tiles are drawn.
pub(crate) fn is_drawn(board: &Board) -> bool {
    board.row_count() <= MOST_FROM_CENTRE && board.columns() <= MOST_FROM_CENTRE
}

/// A quadrant, and the index of its component.
pub(crate) struct Part<'a> {
    pub(crate) place: usize,
    pub(crate) at: &'a QuadrantBoard,
}

/// Quadrants around a centre, with the numbers of rows and columns as moves name them.
pub(crate) fn centred(board: &[Part<'_>], told: &dyn Fn(usize, Tile) -> Option<Told>) -> Block {
    let reach = |right: i32, up: i32| {
        // With `up` at 0, the quadrants on one side; with `right` at 0, those above or below.
        let of = board.iter().filter(|part| {
            let signs = part.at.quadrant.signs();
            (right == 0 || signs.0 == right) && (up == 0 || signs.1 == up)
        });
        let side = |part: &&Part<'_>| if right == 0 { part.at.board.row_count() } else { part.at.board.columns() };
        i32::try_from(of.map(|part| side(&part)).max().unwrap_or(0).min(MOST_FROM_CENTRE)).unwrap_or(0)
    };
    let (left, right, up, down) = (reach(-1, 0), reach(1, 0), reach(0, 1), reach(0, -1));
    let columns = || (-left..=right).filter(|x| *x != 0);
    let mut head = Line::plain("    ");
    for x in columns() {
        head.push(QUIET, &format!("{}{x:>+3}", if x == 1 { " │" } else { "" }));
    }
    let mut lines = vec![head];
    for y in (-down..=up).rev() {
        // There is no tile with y = 0: the line through the centre.
        lines.push(if y == 0 { middle(left, right) } else { row(board, y, columns(), right, told) });
    }
    let sides = board.iter().map(|part| part.at.board.row_count().max(part.at.board.columns())).max().unwrap_or(0);
    let label = if sides > MOST_FROM_CENTRE {
        format!("only the tiles within {MOST_FROM_CENTRE} of the centre are drawn; the longest side has {sides}")
    } else {
        String::new()
    };
    Block::beside(label, lines)
}

fn middle(left: i32, right: i32) -> Line {
    let dashes = |count: i32| "─".repeat(usize::try_from(3 * count).unwrap_or(0));
    let mut line = Line::plain("    ");
    line.push(QUIET, &format!("{}{}{}", dashes(left), if right > 0 { "─┼" } else { "" }, dashes(right)));
    line
}

fn row(
    board: &[Part<'_>],
    y: i32,
    columns: impl Iterator<Item = i32>,
    right: i32,
    told: &dyn Fn(usize, Tile) -> Option<Told>,
) -> Line {
    let mut line = Line::default();
    line.push(QUIET, &format!("{y:>+4}"));
    let mut passed = false;
    for x in columns {
        if x > 0 && !passed {
            line.push(QUIET, " │");
            passed = true;
        }
        let here = CentredTile { x, y }.in_quadrant().and_then(|(quadrant, tile)| {
            let part = board.iter().find(|part| part.at.quadrant == quadrant && part.at.board.contains(tile))?;
            Some((part.place, quadrant, tile))
        });
        match here {
            Some((place, quadrant, here)) => tile(&mut line, colour(quadrant), told(place, here)),
            None => line.push(QUIET, "  ·"),
        }
    }
    if !passed && right > 0 {
        line.push(QUIET, " │");
    }
    line
}

fn colour(quadrant: Quadrant) -> Style {
    let place = Quadrant::ALL.iter().position(|known| *known == quadrant);
    place.and_then(|place| QUADRANTS.get(place)).copied().unwrap_or(PIECE)
}

/// The numbers of a set in lines of twelve.
pub(crate) fn numbers(label: String, numbers: &Numbers) -> Block {
    const ACROSS: usize = 12;
    let shown: Vec<u64> = numbers.iter().take(usize::try_from(MOST_NUMBERS).unwrap_or(0)).collect();
    let width = shown.last().map_or(1, |number| number.to_string().len());
    let mut lines: Vec<Line> = shown
        .chunks(ACROSS)
        .map(|chunk| {
            let mut line = Line::default();
            let row: Vec<String> = chunk.iter().map(|number| format!("{number:>width$}")).collect();
            line.push(PIECE, &row.join("  "));
            line
        })
        .collect();
    if numbers.len() > shown.len() {
        lines.push(Line::plain(&format!("… {} numbers in all", numbers.len())));
    }
    Block::alone(label, lines)
}
