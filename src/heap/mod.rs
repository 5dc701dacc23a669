//! Heaps of counters and rows of pins: take-and-break games by their codes, and what the rule books of both kinds share.

mod break_move;
mod by_code;
mod code;
mod code_text;
mod count;
mod cousins;
mod digit;
mod finite;
mod heap_move;
mod moves_to;
mod named_codes;
mod partitions;
mod periodic_values;
mod periodicity;
mod proof_search;
mod repeat;
mod row;
mod sequence;
mod tail;
mod theorem;

pub use break_move::BreakMove;
pub(crate) use break_move::Moves;
pub use code::{CodeError, TakeAndBreak};
pub use cousins::{CousinError, StandardForm};
pub use digit::{Digit, Parts};
pub use heap_move::HeapMove;
pub(crate) use moves_to::Scan;
pub use periodic_values::PeriodicValues;
pub use periodicity::{ObservedPeriod, Periodicity, ProvedPeriod};
pub use row::{Row, RowMove};
pub use sequence::{Method, Progress, Report, Sequence, SequenceError, SparseSpace, Values};
pub use theorem::Theorem;
