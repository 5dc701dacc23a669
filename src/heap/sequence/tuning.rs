//! The numbers that the engine can be tuned by.

use crate::heap::sequence::values::Value;

/// Every threshold of the engine for codes that leave at most two heaps. No field changes a value of a sequence: each only moves
/// work from one part of the engine to another.
///
/// The defaults are those of every [`Sequence`](crate::heap::Sequence). Tests set small ones, so that each part of the engine works
/// within a few hundred heaps. Where a field names codes, the bench of that name in `benches/sequences.rs` (or, for 0.064, 0.142 and
/// 0.143, the row in `benches/peers`) covers it. The tile of 64 sums is no field: arrays and words have that length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tuning {
    /// Heaps computed by trying every option, before there are enough for statistics. A guard: the value costs microseconds.
    pub(super) first_heaps: usize,
    /// Values at or above which one byte a heap is not enough; never more than 256.
    pub(super) byte_values: usize,
    /// Values at or above which two bytes a heap are not enough; never more than 65 536.
    pub(super) short_values: usize,
    /// Least number of values that a row of marks has room for; rows are at least as wide as the values need.
    pub(super) row_width: usize,
    /// Heaps at each end of the sequence whose values decide on the mask.
    pub(super) mask_sample: usize,
    /// Cost of marking the pairs of one rare heap, in pairs compared by the search: a mask is used if its rare heaps cost less than
    /// comparing every pair (0.07 against 0.77).
    pub(super) mark_cost: usize,
    /// Smaller heaps of pairs that are compared at vector speed: as many values are kept in reverse. 2^15 bytes fit in the fastest
    /// cache (0.16).
    pub(super) reversed: usize,
    /// Pairs a heap compared one by one at which every value is kept in reverse (0.143: 12 times faster at 900 000 heaps).
    pub(super) slow_pairs: u64,
    /// Pairs of each sum that a search compares before it looks at the rest of any sum (0.354: without it 1.13 times the instructions at
    /// 300 000 heaps).
    pub(super) first_pairs: usize,
    /// Least number of parts for which 64 sums are marked at once, for values below 64 (0.454) and for larger ones (0.354).
    pub(super) lane_parts: usize,
    pub(super) block_parts: usize,
    /// Heaps whose values are kept as one-bit sets for values below 64; larger parts are marked one by one (0.16).
    pub(super) lane_window: usize,
    /// Cost of one search, in marked pairs: a constant, and one for each `values_a_pair` values (0.354).
    pub(super) search_cost: usize,
    pub(super) values_a_pair: usize,
    /// Factor on that cost where worker threads may mark the parts (0.6).
    pub(super) far_search_cost: usize,
    /// Most likely parts that are chosen. A guard.
    pub(super) most_likely: usize,
    /// Likely parts are chosen among the heaps below this.
    pub(super) likely_below: usize,
    /// Latest heaps whose values count for frequencies.
    pub(super) recent: usize,
    /// Pairs marked for each sum without a mask, on each side: at first, and at least (0.007, 0.07).
    pub(super) tries: usize,
    pub(super) fewest_tries: usize,
    /// Heaps after which the number of tries is adapted.
    pub(super) tries_interval: u64,
    /// Least number of heaps to compute for which threads are started.
    pub(super) thread_heaps: usize,
    /// Least number of parts, or of tries on both sides, for which threads are started (0.064, 0.007).
    pub(super) thread_parts: usize,
    /// Least number of known heaps for which threads are started without a mask: workers mark no pair with a small heap, and before
    /// that such pairs exclude more than the others (0.142).
    pub(super) thread_known: usize,
    /// Heaps that the first thread computes while the others mark as many sums by far parts; a multiple of 64 (0.6).
    pub(super) far_chunk: usize,
    /// Far parts are below this: with every chunk, so many of the latest values are copied for the other threads.
    pub(super) far_window: usize,
    /// Streaming: heaps of the prefix, whose common heaps may be parts of witnesses; all rare heaps must be among them.
    pub(super) stream_prefix: usize,
    /// Streaming: sets of the latest heaps in memory before old ones are dropped; more if the prefix needs them.
    pub(super) stream_window: usize,
    /// Streaming: heaps that are proved before the next are asked for, and those that one thread proves at a time; multiples of 64.
    pub(super) stream_chunk: usize,
    pub(super) stream_piece: usize,
    /// Streaming: heaps of the sample that likely witnesses are chosen by, heaps after which they are chosen anew, and the smallest
    /// common heaps among which they are.
    pub(super) stream_sample: usize,
    pub(super) stream_renew: u64,
    pub(super) stream_candidates: usize,
    /// Streaming: cost of a search for one witness, in marks (0.106).
    pub(super) stream_search_cost: usize,
    /// Streaming: bytes of the states that are kept to find the preperiod.
    pub(super) stream_states: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            first_heaps: 512,
            byte_values: 1 << 8,
            short_values: 1 << 16,
            row_width: 0,
            mask_sample: 1 << 16,
            mark_cost: 12,
            reversed: 1 << 15,
            slow_pairs: 64,
            first_pairs: 1024,
            lane_parts: 8,
            block_parts: 48,
            lane_window: 1 << 15,
            search_cost: 100,
            values_a_pair: 2,
            far_search_cost: 3,
            most_likely: 1 << 14,
            likely_below: 1 << 15,
            recent: 1 << 16,
            tries: 64,
            fewest_tries: 32,
            tries_interval: 128,
            thread_heaps: 2048,
            thread_parts: 600,
            thread_known: 1 << 14,
            far_chunk: 1 << 10,
            far_window: 1 << 17,
            stream_prefix: 1 << 17,
            stream_window: 1 << 19,
            stream_chunk: 1 << 17,
            stream_piece: 1 << 13,
            stream_sample: 1 << 13,
            stream_renew: 1 << 30,
            stream_candidates: 1 << 10,
            stream_search_cost: 3000,
            stream_states: 1 << 19,
        }
    }
}

impl Tuning {
    /// Values at or above this one are not stored as a `V`.
    pub(super) fn limit<V: Value>(&self) -> usize {
        V::LIMIT.min(match size_of::<V>() {
            1 => self.byte_values,
            2 => self.short_values,
            _ => usize::MAX,
        })
    }
}
