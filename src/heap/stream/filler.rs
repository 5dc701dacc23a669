//! A stream whose values are all kept: the algorithm [`Stream`](crate::heap::Algorithm::Stream) of a sequence.

use std::ops::ControlFlow;

use crate::heap::lane::BLOCK;
use crate::heap::pairs::Pairs;
use crate::heap::sequence::Watch;
use crate::heap::stream::lanes::Lanes;
use crate::heap::stream::space::Space;
use crate::heap::stream::tuning::Tuning;
use crate::heap::values::Value;

/// Number of heaps after which a stream begins, large enough that the partner of a part in the prefix is a common heap.
pub(in crate::heap) fn first_heaps(pairs: &Pairs, tuning: &Tuning) -> usize {
    (2 * (tuning.prefix + pairs.most_taken() + BLOCK)).next_power_of_two()
}

/// What extends a list of values, the first [`first_heaps`] of which are known.
#[derive(Clone, Debug)]
pub(in crate::heap) struct Filler {
    space: Space,
    lanes: Lanes,
}

impl Filler {
    /// `None` if the values cannot be streamed.
    pub(in crate::heap) fn new<V: Value>(pairs: &Pairs, values: &[V], tuning: &Tuning) -> Option<Self> {
        let bytes: Option<Vec<u8>> = values.iter().map(|value| u8::try_from(value.index()).ok()).collect();
        let bytes = bytes?;
        let space = Space::new(pairs, &bytes, tuning.prefix).ok()?;
        let lanes = Lanes::after(&space, &bytes, tuning)?;
        Some(Self { space, lanes })
    }

    /// Extends the values to this number of heaps. Says whether the stream can go on, and whether the watch does.
    pub(in crate::heap) fn extend<V: Value>(
        &mut self,
        values: &mut Vec<V>,
        heaps: usize,
        tuning: &Tuning,
        watch: &mut Watch<'_>,
    ) -> (bool, ControlFlow<()>) {
        let Self { space, lanes } = self;
        loop {
            // What was proved before and not asked for comes first.
            let known = heaps.min(usize::try_from(lanes.next()).expect("the values have places"));
            for heap in values.len() as u64..known as u64 {
                let code = lanes.code(heap).expect("the latest values are in the window");
                values.push(V::of(space.value(code, heap.is_multiple_of(2))));
            }
            let told = watch.tell(values.len());
            if told.is_break() || values.len() == heaps {
                return (true, told);
            }
            // A chunk that ends the stream may have proved heaps before its end. These are handed out first; the end is
            // kept, and comes again with the next call.
            if lanes.advance(space, watch.threads, tuning).is_err() && lanes.next() == values.len() as u64 {
                return (false, told);
            }
        }
    }
}
