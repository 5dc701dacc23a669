//! Lands of Sprouts.

use grundy::games::Land;

use crate::play::drawing::block::{Block, Line};
use crate::play::style::{PIECE, QUIET};

/// A region in a line: the number of each boundary, and its spots in the order in which moves number them.
pub(crate) fn land(label: String, land: &Land) -> Block {
    let mut lines = Vec::new();
    for (number, region) in (1..).zip(land.regions()) {
        let mut line = Line::default();
        line.push(QUIET, &format!("region {number} "));
        for (number, boundary) in (1..).zip(region) {
            line.push(QUIET, &format!("  {number}: "));
            line.push(PIECE, &boundary.join(" "));
        }
        lines.push(line);
    }
    Block::alone(label, lines)
}
