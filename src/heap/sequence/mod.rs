//! Sequences of the values of heaps: the engine.
//!
//! In goes the code of a take-and-break game, out come the values of heaps 0, 1, 2, .. The invariant of every part: the values that are
//! stored are the values of the game, whatever method, tuning, number of threads or interruption made them. `tests` holds each part
//! against a loop over all pairs.
//!
//! # How it works
//!
//! `nim_sequence` is the public face, `work` stores values in one, two or four bytes and widens them, `choice` chooses a method, and
//! `tuning` has every threshold. Three engines compute values:
//!
//! - `naive` tries every option, by the definition.
//! - `folded` keeps sets of values, for codes that leave three heaps and more or never end.
//! - `sparse` is for codes that leave at most two heaps, which nearly all known codes do.
//!
//! `stream` is for codes with few rare heaps and a few small values, in constant memory; a sequence uses it if it is asked to.
//!
//! The sparse engine rests on one theorem (`sparse::mask` has the general form, where the parity of the heap may count too). Call a value *rare* if its binary form has an even number of ones at certain places, the
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
//! | part | what it does | what it wins, and where |
//! |---|---|---|
//! | `sparse::mask` | finds the best mask, by counting for all masks at once | everything |
//! | `sparse::row` | marks 64 sums at once: for one part their partners are successive heaps | 2 times for 0.106 and 0.354, 1.3 for 0.142 |
//! | `sparse::lanes` | the same for values below 64, by sets as bits | 1.4 times for 0.16, 1.7 for 0.106 |
//! | `sparse::likely` | marks some common parts as well, which spares searches | 2 times for 0.354 and 0.106, 3.6 for 0.454 |
//! | `sparse::search` | compares 16 pairs by four instructions | without it 0.07 takes 13 times as long |
//! | `sparse::tries` | without a mask: marks a number of pairs that follows their use | lets searches be few for 0.007 and 0.07 |
//! | `sparse::far`, `tasks` | worker threads mark tiles ahead | the first of two threads has 0.6 of the work for 0.007, 0.6 and 0.064 |
//!
//! The factors are processor times of one thread with and without the part, at 50 000 to 4 million heaps.

mod choice;
mod error;
mod folded;
mod lane;
mod marks;
mod method;
mod naive;
mod nim_sequence;
mod pairs;
mod report;
mod sets;
mod sparse;
mod stream;
#[cfg(test)]
mod tests;
mod tuning;
mod values;
mod watch;
mod work;

pub use error::SequenceError;
pub use method::Method;
pub use nim_sequence::Sequence;
pub use report::{Report, SparseSpace};
pub use stream::{CheckpointError, Stream, StreamError};
pub use values::Values;
