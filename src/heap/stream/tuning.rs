//! The numbers that streaming can be tuned by.

use crate::heap::with_defaults::with_defaults;

with_defaults! {
    /// Every threshold of the walker and the prover. No field changes a value: a small one may end a stream sooner.
    Tuning {
        /// Heaps of the prefix, whose common heaps may be parts of witnesses; all rare heaps must be among them.
        prefix: usize = 1 << 17,
        /// Heaps by which it is decided whether there is a sparse space, before more are computed: milliseconds for every code.
        trial: usize = 1 << 14,
        /// Sets of the latest heaps in memory before old ones are dropped; more if the prefix needs them.
        window: usize = 1 << 19,
        /// Heaps that are proved before the next are asked for, and those that one thread proves at a time; multiples of 64.
        chunk: usize = 1 << 17,
        piece: usize = 1 << 13,
        /// Heaps of the sample that likely witnesses are chosen by, searches after which they are chosen anew, and the smallest
        /// common heaps among which they are. A choice takes as long as some 10^5 searches (0.106 from heap 2.35 · 10^11 on: a choice after 2^16 or
        /// 2^18 searches takes 1.5 or 1.2 times as long, one by 2^17 heaps four times).
        sample: usize = 1 << 14,
        searches: usize = 1 << 20,
        candidates: usize = 1 << 10,
        /// Cost of a search for one witness, in marks (0.106).
        search_cost: usize = 6000,
        /// Bytes of the states that are kept to find the preperiod.
        states: usize = 1 << 19,
    }
}
