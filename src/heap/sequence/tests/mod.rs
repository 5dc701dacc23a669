//! Tests of the engine's parts: each is driven from few heaps on by small tunings, and held against a naive oracle.

mod reads;
mod tunings;
mod watch;
mod work;

use std::ops::ControlFlow;

use crate::heap::sequence::tuning::Tuning;
use crate::heap::{Parts, TakeAndBreak};

/// The values of a finite code that leaves at most two heaps, by a loop over all pairs. Shares nothing with the engine.
pub(in crate::heap) fn by_pairs(code: &TakeAndBreak, heaps: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..heaps {
        let mut options = vec![false; 2 * heaps + 2];
        for (taken, digit) in code.digits().iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            options[0] |= digit.allows(0) && left == 0;
            if digit.allows(1) && left > 0 {
                options[usize::try_from(values[left]).unwrap()] = true;
            }
            if digit.allows(2) {
                for (part, rest) in (1..=left / 2).map(|part| (part, left - part)) {
                    let is_allowed = match digit.parts() {
                        Parts::Any => true,
                        Parts::Equal => part == rest,
                        Parts::Unequal | Parts::NotAllEqual => part != rest,
                    };
                    if is_allowed {
                        options[usize::try_from(values[part] ^ values[rest]).unwrap()] = true;
                    }
                }
            }
        }
        values.push(options.iter().position(|is_option| !is_option).unwrap() as u64);
    }
    values
}

/// Every part of the engine begins as early as it can.
fn small() -> Tuning {
    Tuning {
        first_heaps: 0,
        mask_sample: 64,
        mark_cost: 1,
        heaps_a_rare: 0,
        reversed: 16,
        slow_pairs: 4,
        first_pairs: 8,
        lane_window: 100,
        search_cost: 8,
        values_a_pair: 8,
        far_search_cost: 1,
        likely_below: 512,
        recent: 64,
        tries: 3,
        fewest_tries: 1,
        tries_interval: 8,
        thread_heaps: 0,
        thread_parts: 0,
        far_chunk: 64,
        far_queue: 1,
        heaps_a_call: 7,
        slow_heaps_a_call: 3,
        far_window: 600,
        ..Tuning::default()
    }
}

/// A callback that never stops a computation.
pub(in crate::heap) fn go_on(_: usize, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
