//! Sequences of the values of heaps: the engine.
//!
//! In goes the code of a take-and-break game, out come the values of heaps 0, 1, 2, .. The invariant of every part: the values that are
//! stored are the values of the game, whatever algorithm, tuning, number of threads or interruption made them. `tests` holds each part
//! against a loop over all pairs.
//!
//! # How it works
//!
//! `nim_sequence` is the public face, `work` stores values in one, two or four bytes and widens them, `choice` says what a
//! mask and threads cost, and `tuning` has every threshold. Three engines compute values:
//!
//! - `naive` tries every option, by the definition.
//! - `folded` keeps sets of values, for codes that leave three heaps and more or never end, and where `choice` finds pairs dearer.
//! - `sparse` is for codes that leave at most two heaps, which nearly all known codes do. Its `engine` goes on heap by heap, over the rows of
//!   marks of its `window`, which are made for 64 or 16 sums at once.
//!
//! The fourth engine is the module `stream` beside this one, for codes with few rare heaps and small values, in constant memory; a
//! sequence uses it if it is asked to. In the folder above are the files that both share: `pairs` (the moves of a code), `mask`, `values` (in one, two or four
//! bytes), and `lane` and `marks`, the kernel for sets of small values.
//!
//! The sparse engine rests on one theorem (`mask` has the general form, where the parity of the heap may count too). Call a value *rare* if its binary form has an even number of ones at certain places, the
//! *mask*, and *common* otherwise; a heap is as its value. The nim-sum of two rare or of two common values is rare. So a common value is
//! excluded only by a pair of one rare and one common heap. With a good mask very few heaps are rare, so very few pairs decide which
//! common values are excluded. The rare values below have to be excluded too; for these any pair will do, and one is found soon.
//!
//! # One code by hand
//!
//! In 0.171 a move takes 2 counters from a heap and may divide the rest in two, or removes a heap of 1 or 3. Its first values are
//! `0 1 1 2 2 1 1 0 2 1 4 0 1 1 2 2 1 1 2 2 1 4 2 1 1 2 2 1 1 2 2 1`. With the mask 7 (all three bits) 1, 2, 4 are common and 0, 3 rare, so
//! the only rare heaps are 7 and 11, both of value 0. What is the value of the next heap, 32?
//!
//! 1. The *sum* that is left is 30. Rare parts: 7 + 23 has the value 0 ⊕ 1 = 1, and 11 + 19 has 0 ⊕ 2 = 2. The heap of 30, left whole, has
//!    2. So 1 and 2 are *marked*, and no other common value can be.
//! 2. The least value that is not marked is 0, a rare one. A *search* for a pair of value 0 finds 2 + 28, since both have the value 1:
//!    0 is excluded. A pair that excludes a value is its *witness*.
//! 3. The next one is 3, rare too: 1 + 29 has 1 ⊕ 2 = 3.
//! 4. The next one is 4, which is common and not marked. It is the value of the heap, without any search.
//!
//! If a search had found no pair, the rare value would have been that of the heap, and 32 a new rare heap.
//!
//! # What makes it fast
//!
//! | part | what it does | what it wins, and where | bench |
//! |---|---|---|---|
//! | `mask` | finds the best mask, by counting for all masks at once | everything | `0.77 to 3000` |
//! | `lane`, `marks` | sets of values below 64 as bits: 16 sums are marked at once by vector instructions | 2 times for 0.106, 1.6 for 0.16, 1.4 for 0.45, 1.1 for 0.454 | `0.16 to 1000000` |
//! | the same with sets of 32 | for values below 32 | 1.24 times for 0.106, 1.12 for 0.16, 1.09 for 0.45 | `0.16 to 1000000` |
//! | `sparse::row` | larger values: 64 sums at once, one byte a mark | 3 times for 0.354, 1.4 for 0.6 | `0.354 to 1000000` |
//! | `sparse::likely` | marks some common parts as well, which spares searches | 3 times for 0.454, 2 for 0.354 and 0.106, 1.4 for 0.16 and 0.6 | `0.454 to 1000000` |
//! | `sparse::search` | compares 16 pairs by four instructions | without it 0.07 takes 13 times as long | `0.007 to 20000` |
//! | the first 1024 pairs of every sum first | before the rest of any sum | 120 times for 0.77 at 3 million heaps, 1.15 for 0.354 and 0.376 | row 0.77 of the peers |
//! | all heaps in reverse | where witnesses lie deep | 12 times for 0.143 | row 0.142 of the peers |
//! | `sparse::tries` | without a mask: marks pairs of a small heap, and pairs of nearly equal size | 1.6 times for 0.07 and 0.007, 2.6 for 0.142 | `0.007 to 20000` |
//! | their number is adapted | follows the cost of searches | 3 times for 0.04, 0.06 and 0.007, 2 for 0.064 | row 0.04 of the peers |
//! | `sparse::far` | worker threads mark later sums by large parts | the first of two threads has 0.53 of the instructions for 0.6, 0.71 for 0.007, 0.64 for 0.064 | rows of the peers |
//! | `stream` | values and proofs apart, in constant memory | 2 times for 0.106 and 1.4 for 0.454 beside the algorithm that keeps all values | `docs/measured.md` |
//!
//! The factors are processor times (for sets of 32 and threads instructions counted by callgrind) of one thread with and without the part,
//! at 30 000 to 4 million heaps.

mod algorithm;
mod choice;
mod error;
mod folded;
mod naive;
mod nim_sequence;
mod report;
mod sets;
mod sparse;
#[cfg(test)]
pub(super) mod tests;
mod tuning;
mod watch;
mod work;

pub use algorithm::Algorithm;
pub use error::SequenceError;
pub use nim_sequence::Sequence;
pub use report::{Report, SparseSpace};
#[cfg(test)]
pub(super) use tuning::Tuning;
pub(super) use watch::Watch;
