//! Heaps of counters and rows of pins: what the rule books of both kinds share.

mod code;
mod digit;
mod heap_move;
mod row;
mod sequence;

pub use code::TakeAndBreak;
pub use digit::{Digit, Parts};
pub use heap_move::HeapMove;
pub use row::{Row, RowMove};
pub use sequence::{Method, Progress, Report, Sequence, SequenceError, SparseSpace, Values};
