//! Chomp, poisoned and edible, and iChomp.

mod board;
mod ichomp;
mod path;
mod rules;
mod runs;

pub use board::{Board, BoardError, Rows, Tile};
pub use ichomp::{CentredTile, IChomp, Quadrant, QuadrantBoard};
pub use rules::{Chomp, Corner, two_rows_poisoned};
