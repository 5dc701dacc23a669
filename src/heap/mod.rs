//! Heaps of counters and rows of pins: what the rule books of both kinds share.

mod code;
mod digit;
mod finite;
mod heap_move;
mod periodicity;
#[cfg(test)]
mod periodicity_tests;
mod repeat;
mod row;
mod tail;
mod theorem;

pub use code::TakeAndBreak;
pub use digit::{Digit, Parts};
pub use heap_move::HeapMove;
pub use periodicity::{ObservedPeriod, Periodicity, ProvedPeriod};
pub use row::{Row, RowMove};
pub use theorem::Theorem;
