//! Streaming: values of codes with few rare heaps in constant memory, and the proof of their period.
//!
//! In goes a code, out come the values of heaps 0, 1, 2, .. without end, or an error that says at which heap the algorithm ends. The
//! invariant: every value is proved before it is given out. What is known is the *prefix*, the first 2^17 of the first 2^19 values, which are kept, all rare heaps among
//! them, and the *window*, the latest values. A value that does not follow from prefix and window ends the stream; it is never guessed.
//!
//! # How it works
//!
//! `space` is what the first values say about all others: the mask, the rare heaps, the common heaps of the prefix. Two parts compute:
//!
//! - The `walker` finds, heap by heap, the least common value that no pair with a rare part has. It needs the latest *r* + *k* values, where
//!   *r* is the last rare heap and *k* the most counters that are taken: 1106 for 0.106.
//! - The `prover` finds a *witness* for each smaller rare value: a part of the prefix and its rest in the window. Nothing that the walker
//!   does depends on this, so that other threads prove a chunk while the next one is walked (`machine`).
//!
//! Both work with sets of *codes*: a code is a value without the lowest bit of the mask, which the class of the value tells. Sets of 16,
//! 32 or 64 codes are integers (`lane`, in the folder above), and `marks` beside it makes those of 64 successive sums by vector instructions. `lanes` chooses the width. All that comes
//! after reads the codes of proved heaps, one byte each.
//!
//! `cycle` compares the current state with a saved one by Brent's algorithm. When it comes again,
//! [`Theorem::FiniteState`](crate::heap::Theorem::FiniteState) proves the period, after one window more. The least preperiod is then found
//! exactly: states that were kept at equal distances tell by halving between which two of them it lies, and two walkers (`reader`), one of
//! them a period ahead, compare the values between these (`comparison`). `checkpoint` writes all of it to a small file; `face` is what users see, and
//! `filler` the algorithm of a sequence that keeps all values.
//!
//! # One code by hand
//!
//! The page of `sequence` has the first 32 values of 0.171. With the mask 7 (all three bits) 1, 2, 4 and 7 are common and 0, 3, 5 and
//! 6 rare. Without the lowest bit the common ones have the codes 0, 1, 2, 3, and so have the rare ones. Let the prefix be the first 16
//! heaps: of these 7 and 11, both of value 0, are rare. What is the value of the next heap, 32?
//!
//! 1. The sum that is left is 30. The walker marks 7 + 23 with the code 0 ⊕ 0 = 0, and 11 + 19 with 0 ⊕ 1 = 1. The heap of 30, left
//!    whole, has the code 1 too. In bits, the marks are 0011.
//! 2. The least code that is not marked is 2. The common value of code 2 is 4.
//! 3. The rare values of the codes 0 and 1 are 0 and 3, below 4; that of the code 2 is 5, above it. So the prover has to exclude the
//!    codes 0 and 1. The common part 1 has the code 0, its partner 29 the code 1: with 1 + 29 the code 1, so the value 3, is excluded. The
//!    common part 2 has the code 0, and so has its partner 28: 2 + 28 excludes the value 0.
//! 4. Heap 32 is resolved: its value is 4. If no part below 16 had excluded 0, the stream would have ended with an error for heap 32.
//!
//! # What it costs
//!
//! Memory for 2^19 first values and up to 2^19 sets, whatever the number of heaps. Time for a heap: a vector instruction for some
//! heaps together for each rare part and each of 20 to 60 likely witnesses, and a few instructions for the heap alone. `docs/measured.md`
//! has figures.

mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
mod comparison;
mod cycle;
mod error;
mod face;
mod filler;
mod lanes;
mod machine;
mod pieces;
mod prover;
mod reader;
mod space;
#[cfg(test)]
pub(super) mod tests;
mod tuning;
mod walker;

pub use checkpoint::CheckpointError;
#[cfg(test)]
use checkpoint::checksum;
pub use error::StreamError;
pub use face::Stream;
pub(super) use filler::{Filler, first_heaps};
pub use pieces::StreamPiece;
pub(super) use tuning::Tuning;
