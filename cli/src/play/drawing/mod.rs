//! Pictures of positions.

mod block;
mod boards;
mod heaps;
mod trees;

use grundy::any::AnyPosition;
use grundy::chomp::{Corner, QuadrantBoard, Tile};
use grundy::compound::Coordinates;
use grundy::games::{Chain, Head};
use grundy::{AnyGame, At};

use crate::play::kind::Kind;
use crate::play::rules::{Position, Rules, counted};
use block::{Block, arranged};
use boards::Part;

pub(crate) use boards::{Told, is_drawn};

/// Components that are drawn at most; the rest is written as text.
const MOST_DRAWN: usize = 24;

/// The value on a tile, by the index of the component and the tile.
type Tiles<'a> = &'a dyn Fn(usize, Tile) -> Option<Told>;

/// The lines of a picture, which fit on a terminal of 80 columns.
pub(crate) fn lines(rules: &Rules, position: &Position) -> Vec<String> {
    with_values(rules, position, &|_, _| None)
}

/// The same with values on the tiles of boards.
pub(crate) fn with_values(rules: &Rules, position: &Position, told: Tiles<'_>) -> Vec<String> {
    if position.is_empty() {
        return vec!["  (nothing is left)".to_owned()];
    }
    let shown = &position[..position.len().min(MOST_DRAWN)];
    let mut blocks = Vec::new();
    let mut drawn = vec![false; shown.len()];
    for place in 0..shown.len() {
        // Drawn with an earlier component: a quadrant of its board, or a coin of its row.
        if drawn[place] {
            continue;
        }
        drawn[place] = true;
        if shown[place].position.downcast_ref::<QuadrantBoard>().is_some() {
            blocks.push(quadrants(shown, place, &mut drawn, told));
        } else if let Some(game) = rules.game(&shown[place]) {
            blocks.push(coins(game, shown, place, &mut drawn, rules).unwrap_or_else(|| {
                component(game, &shown[place], rules.label(position, &[place]), rules, &|tile| told(place, tile))
            }));
        }
    }
    let mut lines = arranged(blocks);
    if position.len() > shown.len() {
        let rest = &position[shown.len()..];
        lines.push(format!("  … and {} more: {}", counted(rest.len(), "component"), rules.text(rest)));
    }
    lines
}

fn component(
    game: &AnyGame,
    at: &At<AnyPosition>,
    label: String,
    rules: &Rules,
    told: &dyn Fn(Tile) -> Option<Told>,
) -> Block {
    match Kind::of(game, &at.position) {
        Kind::Pins(pins) => heaps::pins(label, pins),
        Kind::Cells(cells) => heaps::cells(label, cells),
        Kind::Heap(heap) => heaps::counters(label, &[heap.into()]),
        Kind::CodeHeap(heap) => heaps::counters(label, &[heap]),
        Kind::Pair(pair) => heaps::counters(label, &[pair.0.into(), pair.1.into()]),
        Kind::Heaps(heaps) => {
            heaps::counters(label, &heaps.sizes().iter().map(|size| (*size).into()).collect::<Vec<_>>())
        }
        Kind::Chain(Chain::Fresh(nodes)) => heaps::chain(label, *nodes, ""),
        Kind::Chain(Chain::Open(nodes)) => heaps::chain(label, *nodes, "╌"),
        Kind::Numbers(numbers) => boards::numbers(label, numbers),
        Kind::Tree(tree) => trees::tree(label, tree),
        Kind::Chomp(board, corner) => boards::chomp(label, board, corner == Corner::Poisoned, told),
        Kind::Quadrant(_) | Kind::Other => match boards::diagram(game, std::slice::from_ref(&at.position)) {
            Some(lines) => Block::beside(label, lines),
            None => Block::line(label, rules.component_text(at)),
        },
    }
}

/// The coin at `place` with all other coins of its game, on one row or board; `None` if there are no others, or no room for their picture.
fn coins(game: &AnyGame, shown: &[At<AnyPosition>], place: usize, drawn: &mut [bool], rules: &Rules) -> Option<Block> {
    let is_coin = |at: &At<AnyPosition>| {
        let coin = &at.position;
        coin.downcast_ref::<Head>().is_some() || coin.downcast_ref::<Coordinates<Head, Head>>().is_some()
    };
    let is_other = |other: &usize| is_coin(&shown[*other]) && shown[*other].game == shown[place].game;
    let places: Vec<usize> = (place..shown.len()).filter(is_other).collect();
    // There is no other coin, or the component at `place` is no coin itself.
    if places.len() < 2 || places[0] != place {
        return None;
    }
    let coins: Vec<AnyPosition> = places.iter().map(|other| shown[*other].position.clone()).collect();
    let lines = boards::diagram(game, &coins)?;
    for other in &places {
        drawn[*other] = true;
    }
    Some(Block::beside(rules.label(shown, &places), lines))
}

/// A board around a centre: the quadrant at `place`, and the next one of each other quadrant.
fn quadrants(shown: &[At<AnyPosition>], place: usize, drawn: &mut [bool], told: Tiles<'_>) -> Block {
    let mut board: Vec<Part<'_>> = Vec::new();
    for (other, at) in shown.iter().enumerate().skip(place) {
        let Some(quadrant) = at.position.downcast_ref::<QuadrantBoard>() else { continue };
        // A second quadrant of the same name belongs to another board, which is drawn later.
        let is_free = other == place || !drawn[other];
        if is_free && board.iter().all(|known| known.at.quadrant != quadrant.quadrant) {
            drawn[other] = true;
            board.push(Part { place: other, at: quadrant });
        }
    }
    boards::centred(&board, told)
}
