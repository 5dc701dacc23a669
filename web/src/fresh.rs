//! New games and random ones, and the bounds on their size.

use grundy::Components;
use grundy::chomp::{Board, IChomp, Quadrant, QuadrantBoard};

use crate::answers::Wish;

/// The longest side of a board.
pub(crate) const MOST_SIDE: u32 = 20;

/// Pins or counters in a row, at most.
pub(crate) const MOST_IN_A_ROW: u64 = 20;

/// Pins or counters in all rows, at most.
pub(crate) const MOST_IN_ALL: u64 = 200;

/// Width and height of new games for which none are wished: around a centre, from a corner, in rows (the longest row, the number of rows).
pub(crate) const SIDES_AROUND: [u32; 2] = [9, 9];
pub(crate) const SIDES_FROM_CORNER: [u32; 2] = [7, 5];
pub(crate) const SIDES_IN_ROWS: [u32; 2] = [9, 4];

/// Refuses a board that is too wide or too high.
pub(crate) fn check_sides(width: u32, height: u32) -> Result<(), String> {
    if width.max(height) > MOST_SIDE {
        return Err(format!(
            "{height} rows of {width} tiles are too many: the page draws up to {MOST_SIDE} × {MOST_SIDE}"
        ));
    }
    Ok(())
}

/// The sides that are wished for, or the default; an error if they are out of range.
fn sides(wish: &Wish, default: [u32; 2]) -> Result<(u32, u32), String> {
    let (width, height) = (wish.width.unwrap_or(default[0].into()), wish.height.unwrap_or(default[1].into()));
    if width < 1 || height < 1 {
        return Err(format!("{width} × {height} are too few: there must be at least 1 × 1"));
    }
    // A side beyond 32 bits becomes the largest number, which `check_sides` refuses.
    let side = |side: i64| u32::try_from(side).unwrap_or(u32::MAX);
    check_sides(side(width), side(height))?;
    Ok((side(width), side(height)))
}

/// iChomp: full quadrants, or random parts of them.
pub(crate) fn around_a_centre(wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<QuadrantBoard>, String> {
    let (width, height) = sides(wish, SIDES_AROUND)?;
    let mut before = |given: Option<i64>, side: u32, what: &str| match given.map(u32::try_from) {
        Some(Ok(given)) if given <= side => Ok(given),
        Some(_) => Err(format!("of {side} {what} at least 0 and at most {side} can lie before the centre")),
        // A random centre within an eighth of the side from the middle, so that no quadrant is much larger than the others.
        None if wish.random && side > 3 => Ok(random.u32(side / 2 - side / 8..=side / 2 + side / 8)),
        None => Ok(side / 2),
    };
    let left = before(wish.left, width, "columns")?;
    let above = before(wish.above, height, "rows")?;
    let (right, below) = (width - left, height - above);
    if !wish.random {
        return IChomp::around(left, right, above, below).map_err(|error| error.to_string());
    }
    let quadrants = Quadrant::ALL.map(|quadrant| {
        let (x, y) = quadrant.signs();
        staircase(if x < 0 { left } else { right }, if y > 0 { above } else { below }, random)
    });
    Ok(IChomp::board(quadrants))
}

/// Chomp: a full rectangle, or a random part of it.
pub(crate) fn from_a_corner(wish: &Wish, random: &mut fastrand::Rng) -> Result<Components<Board>, String> {
    let (width, height) = sides(wish, SIDES_FROM_CORNER)?;
    if wish.random {
        return Ok(staircase(width, height, random).into());
    }
    Board::rectangle(height, width).map(Components::from).map_err(|error| error.to_string())
}

/// Rows of pins or heaps of counters: `height` random rows of at most `width` each, or the rows `start` if nothing is wished for.
pub(crate) fn rows(wish: &Wish, start: &[u64], random: &mut fastrand::Rng) -> Result<Components<u64>, String> {
    if !wish.random && wish.width.is_none() && wish.height.is_none() {
        return Ok(start.into());
    }
    let (longest, count) = sides(wish, SIDES_IN_ROWS)?;
    // Ten rows of twenty are as many as the page draws in all.
    Ok((0..count.min(10)).map(|_| random.u64(1..=longest.into())).collect())
}

/// A random board of at least one tile.
fn staircase(width: u32, height: u32, random: &mut fastrand::Rng) -> Board {
    let mut length = width;
    let mut rows = Vec::new();
    for _ in 0..height {
        // Half of the rows are as long as the row above, the others up to a quarter of the width shorter.
        length = length.saturating_sub(if random.bool() { random.u32(0..=width.div_ceil(4)) } else { 0 });
        // The first row has at least one tile, so that the board is not empty.
        rows.push(if rows.is_empty() { length.max(1).min(width) } else { length });
    }
    Board::from_rows(rows).expect("rows that do not grow, on a small board")
}
