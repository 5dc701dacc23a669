//! Heaps of counters and rows of pins: what the rule books of both kinds share.

mod heap_move;
mod row;

pub use heap_move::HeapMove;
pub use row::{Row, RowMove};
