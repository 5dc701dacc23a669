//! Sparse spaces with many rare heaps: values first, the proofs that nothing smaller is left later.
//!
//! Where the last rare heap lies far behind, a new heap is nearly always common. So its value is taken to be the least common one
//! that no rare part excludes, and the next heap is begun at once. A proof follows for 1024 heaps together: that the rare values below
//! the value of each heap are excluded as well. If a proof fails, the values from that heap on are dropped, and the engine goes on
//! heap by heap.
//!
//! Invariant: the values that are proved are those of the game. The others are an assumption of the tiles that come after them, and
//! none of them stays when a run ends.
//!
//! What is gained:
//! - All partners are common heaps, so a byte tells their values apart (`alphabet`) and rows of marks are short.
//! - Marks by large rare parts can be made before their heaps are computed, and proofs after it. Both are tasks for worker threads
//!   (`crate::heap::sequence::tasks`).
//! - A proof needs the rare values below the value of the heap only, and takes one instruction for 128 heaps (`proofs`).

mod alphabet;
mod plan;
mod proofs;
mod run;

pub(super) use plan::Plan;
pub(super) use run::{End, extend};
