//! Values of a stream compared with those of a period later. A bound may end a comparison anywhere, and the same one goes on there.

use std::ops::Range;

use crate::control::Control;
use crate::heap::stream::error::{StreamError, count};
use crate::heap::stream::reader::Reader;
use crate::heap::stream::space::Space;

/// The comparisons that were made, and the one under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Comparisons {
    made: Vec<(Question, Option<u64>)>,
    under_way: Option<(Question, Comparison)>,
}

/// Which is the last of these heaps whose value is not that of a period later?
#[derive(Clone, Debug, PartialEq, Eq)]
struct Question {
    heaps: Range<u64>,
    period: u64,
}

/// Two readers, one a period ahead of the other, and how far they were compared.
#[derive(Clone, Debug)]
struct Comparison {
    ours: Reader,
    theirs: Reader,
    heap: u64,
    last: Option<u64>,
}

impl Comparisons {
    /// The last of these heaps whose value is not that of a period later. `reader` gives a reader that can go to a heap.
    pub(super) fn last_difference(
        &mut self,
        heaps: Range<u64>,
        period: u64,
        space: &Space,
        reader: impl Fn(u64) -> Reader,
        control: &mut Control,
    ) -> Result<Option<u64>, StreamError> {
        let question = Question { heaps, period };
        if let Some((_, last)) = self.made.iter().find(|(made, _)| *made == question) {
            return Ok(*last);
        }
        let mut comparison = match self.under_way.take() {
            Some((asked, comparison)) if asked == question => comparison,
            _ => {
                let heap = question.heaps.start;
                Comparison { ours: reader(heap), theirs: reader(heap + period), heap, last: None }
            }
        };
        if let Err(error) = comparison.go_on(&question, space, control) {
            self.under_way = Some((question, comparison));
            return Err(error);
        }
        self.made.push((question, comparison.last));
        Ok(comparison.last)
    }
}

impl Comparison {
    fn go_on(&mut self, question: &Question, space: &Space, control: &mut Control) -> Result<(), StreamError> {
        let Question { heaps, period } = question;
        let Self { ours, theirs, heap, last } = self;
        while *heap < heaps.end {
            // The chunks of the readers end at different heaps, so each step compares what both have.
            let (Some(one), Some(other)) = (ours.from(*heap), theirs.from(*heap + period)) else {
                let lagging = if ours.from(*heap).is_none() { &mut *ours } else { &mut *theirs };
                lagging.go_on(space)?;
                // Heaps that are read again do not count as positions. Only the clock and the callback are asked, after the step: each call goes on.
                count(control, 0)?;
                continue;
            };
            let length = one.len().min(other.len()).min(usize::try_from(heaps.end - *heap).unwrap_or(usize::MAX));
            let (one, other) = (&one[..length], &other[..length]);
            // Equal slices need no look at each heap.
            if one != other {
                *last = one.iter().zip(other).rposition(|(one, other)| one != other).map(|place| *heap + place as u64);
            }
            *heap += length as u64;
        }
        Ok(())
    }
}
