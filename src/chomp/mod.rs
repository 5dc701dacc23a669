//! Chomp, poisoned and edible, and iChomp.

mod board;
mod boxed;
mod closed_forms;
mod ichomp;
mod layers;
mod losing;
mod marks;
mod oracle;
mod path;
mod reach;
mod rules;
mod runs;
mod table;
#[cfg(feature = "serde")]
mod table_data;
mod table_file;
mod tails;
mod thin;
mod values;

pub use board::{Board, BoardError, Rows, Tile};
pub use closed_forms::two_rows_poisoned;
pub use ichomp::{CentredTile, IChomp, Quadrant, QuadrantBoard};
pub use losing::LosingBoards;
pub use rules::{Chomp, Corner};
pub use table::TableError;
pub use table_file::{FilePart, TableFileError, TableKind};
pub use values::{ChompValues, IChompSolution, TileValue, winning_openings};
