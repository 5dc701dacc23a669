//! Heaps of counters and rows of pins: take-and-break games by their codes, and what the rule books of both kinds share.

mod break_move;
mod code;
mod code_text;
mod counted;
mod cousins;
mod digit;
mod finite;
mod heap_move;
mod heap_values;
mod moves_to;
mod named_codes;
mod oracle;
mod partitions;
mod periodic_values;
mod periodicity;
#[cfg(feature = "serde")]
mod proof_data;
mod proof_search;
mod repeat;
mod row;
mod scan;
mod sequence;
mod tail;
mod theorem;

pub use break_move::BreakMove;
pub(crate) use break_move::Moves;
pub use code::{CodeError, TakeAndBreak};
pub(crate) use counted::Counted;
pub use cousins::{CousinError, StandardForm};
pub use digit::{Digit, Parts};
pub use heap_move::HeapMove;
pub(crate) use heap_values::HeapValues;
pub(crate) use moves_to::{Test, moves_leaving, moves_passing};
pub(crate) use oracle::{MOST_TRIED, leaves, moves_by_trying, moves_of_any};
pub use periodic_values::PeriodicValues;
pub use periodicity::{ObservedPeriod, Periodicity, ProvedPeriod};
pub(crate) use repeat::repeat_of_end;
pub use row::{Row, RowMove};
pub(crate) use scan::Repeats;
pub use sequence::{Method, Report, Sequence, SequenceError, SparseSpace, Values};
pub use theorem::Theorem;
