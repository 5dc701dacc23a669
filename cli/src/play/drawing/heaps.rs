//! Heaps, rows, strips and chains.

use crate::play::drawing::block::{Block, Line};
use crate::play::style::{PIECE, QUIET};

/// Counters or pins of the largest heap or row that is drawn without a gap.
const MOST: u64 = 24;
/// Counters or pins on either side of the gap.
const ENDS: u64 = 8;

/// Heaps as rows of counters, with their sizes.
pub(crate) fn counters(label: String, sizes: &[u128]) -> Block {
    const ROWS: usize = 24;
    let line = |size: &u128| {
        let mut line = Line::default();
        let counters = |count: u64| vec!["●"; usize::try_from(count).unwrap_or(0)].join(" ");
        match u64::try_from(*size) {
            Ok(size @ ..=MOST) => line.push(PIECE, &counters(size)),
            _ => line.push(PIECE, &format!("{} … {}", counters(ENDS), counters(ENDS))),
        }
        line.push(QUIET, &format!("{}{size}", if *size == 0 { "" } else { "  " }));
        line
    };
    let mut lines: Vec<Line> = sizes.iter().take(ROWS).map(line).collect();
    if sizes.len() > ROWS {
        lines.push(Line::plain(&format!("… and {} more heaps", sizes.len() - ROWS)));
    }
    Block::alone(label, lines)
}

/// A row of pins with their numbers.
pub(crate) fn pins(label: String, pins: u64) -> Block {
    numbered(label, pins, "┃")
}

/// A strip of cells that may still be marked.
pub(crate) fn cells(label: String, cells: u64) -> Block {
    numbered(label, cells, "☐")
}

/// Things in a row, and below them their numbers, counted from 1 at the left.
fn numbered(label: String, count: u64, thing: &str) -> Block {
    let places: Vec<Option<u64>> = if count <= MOST {
        (1..=count).map(Some).collect()
    } else {
        // Both ends, and one place for what is between.
        (1..=ENDS).map(Some).chain([None]).chain((count - ENDS + 1..=count).map(Some)).collect()
    };
    let width = |place: &Option<u64>| place.map_or(1, |place| place.to_string().len());
    let (mut things, mut numbers) = (Line::default(), Line::default());
    // Of numbers with many digits, only the first and the last are written.
    let are_long = count.to_string().len() > 2 && count > MOST;
    for (order, place) in places.iter().enumerate() {
        let gap = if order == 0 { "" } else { " " };
        let width = if are_long { 1 } else { width(place) };
        things.push(PIECE, &format!("{gap}{:>width$}", if place.is_some() { thing } else { "…" }));
        if !are_long {
            let number = place.map_or_else(|| "…".to_owned(), |place| place.to_string());
            numbers.push(QUIET, &format!("{gap}{number:>width$}"));
        }
    }
    if are_long {
        numbers.push(QUIET, &format!("1 to {count}"));
    }
    Block::beside(label, vec![things, numbers])
}

/// A chain of nodes; `torn` is drawn at its torn end.
pub(crate) fn chain(label: String, nodes: u64, torn: &str) -> Block {
    let link = |count: u64| vec!["●"; usize::try_from(count).unwrap_or(0)].join("─");
    let mut line = Line::default();
    let drawn = if nodes <= MOST { link(nodes) } else { format!("{}─ … ─{}", link(ENDS), link(ENDS)) };
    line.push(PIECE, &format!("{torn}{drawn}"));
    line.push(QUIET, &format!("  {nodes}"));
    Block::alone(label, vec![line])
}
