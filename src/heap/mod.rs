//! Heaps of counters and rows of pins: take-and-break games by their codes, and what the rule books of both kinds share.

mod break_move;
mod code;
mod code_text;
mod cousins;
mod digit;
mod heap_move;
mod named_codes;
mod partitions;
mod row;
mod sequence;

pub use break_move::BreakMove;
pub use code::{CodeError, TakeAndBreak};
pub use cousins::{CousinError, StandardForm};
pub use digit::{Digit, Parts};
pub use heap_move::HeapMove;
pub use row::{Row, RowMove};
pub use sequence::{Method, Progress, Report, Sequence, SequenceError, SparseSpace, Values};
