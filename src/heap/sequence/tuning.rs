//! The numbers that the engine can be tuned by.

use crate::heap::stream;
use crate::heap::values::Value;
use crate::heap::with_defaults::with_defaults;

with_defaults! {
    /// Every threshold of the engine for codes that leave at most two heaps. No field changes a value of a sequence: each only moves
    /// work from one part of the engine to another.
    ///
    /// The defaults are those of every [`Sequence`](crate::heap::Sequence). Tests set small ones, so that each part of the engine works
    /// within a few hundred heaps. The tile of 64 sums is no field: arrays and words have that length.
    ///
    /// Where a field names codes, the bench of that name in `benches/sequences.rs` covers it; for 0.064 and 0.07 there is only the row in `benches/peers`, and
    /// for 0.143 neither, but the row of 0.142, a code of its kind. A *guard* bounds work or memory and was not tuned: no bench depends on it.
    Tuning {
        /// Heaps computed by trying every option, before there are enough for statistics. A guard: the value costs microseconds.
        first_heaps: usize = 512,
        /// Values at or above which one byte a heap is not enough; never more than 256. Nothing to choose: smaller in tests only, as the next two.
        byte_values: usize = 1 << 8,
        /// Values at or above which two bytes a heap are not enough; never more than 65 536.
        short_values: usize = 1 << 16,
        /// Least number of values that a row of marks has room for; rows are at least as wide as the values need.
        row_width: usize = 0,
        /// Heaps at each end of the sequence whose values decide on the mask. A guard.
        mask_sample: usize = 1 << 16,
        /// Cost of marking the pairs of one rare heap, in pairs compared by the search: a mask is used if its rare heaps cost less than
        /// comparing every pair (0.07 against 0.77).
        mark_cost: usize = 12,
        /// A mask is used only if there are more than this number of heaps for each rare one. Codes with five sums or fewer need more by the
        /// cost of marks (0.7.. with 20 digits: 20 times faster at 8000 heaps by a search of pairs).
        heaps_a_rare: usize = 4,
        /// Sets take over from pairs if pairs took more than this number of times the steps of sets, a margin since there is no way back (0.7.. with
        /// 300 digits: 9 times faster at 4000 heaps; 0.7.. with 12 digits stays with pairs, which take a quarter of the time).
        sets_gain: u64 = 2,
        /// Number of values kept in reverse: pairs whose smaller heap is among them are compared at vector speed. 2^15 bytes fit in the fastest
        /// cache (0.16).
        reversed: usize = 1 << 15,
        /// Pairs a heap compared one by one at which every value is kept in reverse (0.143: 12 times faster at 900 000 heaps).
        slow_pairs: u64 = 64,
        /// Pairs of each sum that a search compares before it looks at the rest of any sum (0.77: without it 120 times the time at 3 million
        /// heaps).
        first_pairs: usize = 1024,
        /// Heaps whose values are kept as one-bit sets for values below 64; larger parts are marked one by one (0.16).
        lane_window: usize = 1 << 15,
        /// Cost of one search, in marked pairs: this constant, and one pair for each `values_a_pair` values (0.354).
        search_cost: usize = 100,
        /// Number of values of the width of a row that make a search as much dearer as one marked pair (0.354).
        values_a_pair: usize = 2,
        /// Factor on that cost where worker threads may mark the parts (0.6).
        far_search_cost: usize = 3,
        /// Most likely parts that are chosen. A guard.
        most_likely: usize = 1 << 14,
        /// Likely parts are chosen among the heaps below this. A guard.
        likely_below: usize = 1 << 15,
        /// Latest heaps whose values count for frequencies. A guard.
        recent: usize = 1 << 16,
        /// Pairs marked at first for each sum without a mask, on each of two sides: pairs of a small heap, and of nearly equal heaps (0.007, 0.07).
        tries: usize = 64,
        /// Minimum to which the number of these pairs may fall as it is adapted (0.007, 0.07).
        fewest_tries: usize = 32,
        /// Heaps after which the number of tries is adapted. A guard.
        tries_interval: u64 = 128,
        /// Least number of heaps to compute for which threads are started. A guard.
        thread_heaps: usize = 2048,
        /// Least number of parts, or of tries on both sides, for which threads are started (0.064, 0.007).
        thread_parts: usize = 600,
        /// Sums that a worker thread marks at a time, a chunk; a multiple of 64 (0.6).
        far_chunk: usize = 1 << 8,
        /// Chunks that are queued beyond the one in use. Parts have at least the size of all these chunks together (0.6).
        far_queue: usize = 3,
        /// Such parts are below this, which is also the number of latest values that are copied for another thread with every chunk (0.6).
        far_window: usize = 1 << 17,
        /// Heaps between two calls of the callback for the fast algorithms: so far apart, calls take no time (`callbacks`). With 2^14 heaps, 80 ms of 0.6,
        /// Ctrl-C took up to 0.26 s on a machine with other work.
        heaps_a_call: usize = 1 << 12,
        /// Heaps between two calls of the callback for the other algorithms (`callbacks`).
        slow_heaps_a_call: usize = 1 << 6,
        /// Those of the algorithm `Stream`.
        stream: stream::Tuning = stream::Tuning::default(),
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
