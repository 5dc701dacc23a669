//! Chomp, poisoned and edible; iChomp; and tables of their values and of their losing boards.
//!
//! A [`Board`] is a position. [`Chomp`] and [`IChomp`] are rule books, which a [`Solver`](crate::Solver) searches. For many questions
//! about boards of up to 80 tiles or so, [`ChompValues`] computes all values at once, and [`LosingBoards`] who wins on larger ones.
//!
//! ```
//! use grundy::chomp::{Board, Chomp, ChompValues, Tile};
//! use grundy::{Control, Solver};
//!
//! let opening = Solver::new(Chomp::poisoned()).winning_move(Board::rectangle(4, 5)?)?.unwrap();
//! assert_eq!(opening.mv, Tile { row: 3, column: 3 });
//!
//! let values = ChompValues::in_box(4, 5, &mut Control::new())?;
//! assert_eq!(values.value(Chomp::poisoned(), &"4,2,2".parse()?).map(|value| value.get()), Some(0)); // a loss
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod boxed;
mod closed_forms;
mod columns;
mod ichomp;
mod layer_files;
mod layers;
mod losing;
mod maker;
mod marks;
mod oracle;
mod pages;
mod part;
mod path;
mod piece_file;
mod pieces;
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
pub use layer_files::LayerFiles;
pub use losing::LosingBoards;
pub use part::Part;
pub use rules::{Chomp, Corner};
pub use table::TableError;
pub use table_file::{FilePart, TableFileError, TableKind};
pub use values::ChompValues;
