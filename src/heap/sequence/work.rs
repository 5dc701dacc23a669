//! The values of a sequence in integers of one width, and the engine that extends them.

use std::collections::TryReserveError;
use std::ops::ControlFlow;

use crate::heap::TakeAndBreak;
use crate::heap::pairs::Pairs;
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::folded::Folded;
use crate::heap::sequence::naive;
use crate::heap::sequence::report::SparseSpace;
use crate::heap::sequence::sets::ValueSet;
use crate::heap::sequence::sparse::{Sparse, Stop, start};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;
use crate::heap::stream::{Filler, first_heaps};
use crate::heap::values::{Value, Values, each_width};

/// Values in the narrowest integers that hold them, and the engine that extends them.
#[derive(Clone, Debug)]
pub(super) enum Work {
    Bytes(Extending<u8>),
    Shorts(Extending<u16>),
    Words(Extending<u32>),
}

/// The values of heaps 0, 1, 2.., and the engine that extends them.
#[derive(Clone, Debug)]
pub(super) struct Extending<V> {
    pub(super) values: Vec<V>,
    engine: Engine<V>,
    tuning: Tuning,
    /// Number of tried pairs, and of the heaps for which they were tried.
    pub(super) tried: u64,
    tried_for: usize,
}

#[derive(Clone, Debug)]
enum Engine<V> {
    EveryOption,
    Sets(Box<Folded>),
    /// For codes that leave at most two heaps, by the algorithm of the caller's choice, if there is one. No engine before there are enough
    /// heaps, or when it is to be made anew. Without a choice of the caller's, sets take over where they cost less.
    Pairs(Box<Pairs>, Option<Algorithm>, Option<Box<Sparse<V>>>),
    /// The same once the values are streamed.
    Stream(Box<Pairs>, Box<Filler>),
}

/// The value of the next heap after those that are given; a break is that of the watch.
type NextValue<'a, V> = dyn FnMut(&[V], &mut Watch<'_>) -> ControlFlow<(), usize> + 'a;

/// Why there are fewer values than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Memory,
    /// The watch says so.
    Cancelled,
}

impl From<TryReserveError> for Halt {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

impl Work {
    /// No values yet, to be computed by the algorithm of the caller's choice, if there is one; `None` if it does not work for the code.
    pub(super) fn new(code: &TakeAndBreak, wanted: Option<Algorithm>, tuning: &Tuning) -> Option<Self> {
        Some(Self::Bytes(Extending::new(code, wanted, tuning)?))
    }

    pub(super) fn values(&self) -> Values<'_> {
        match self {
            Self::Bytes(extending) => Values::Bytes(&extending.values),
            Self::Shorts(extending) => Values::Shorts(&extending.values),
            Self::Words(extending) => Values::Words(&extending.values),
        }
    }

    /// Bytes that the values of this number of heaps take, if they stay as narrow as they are.
    pub(super) const fn bytes_of(&self, heaps: usize) -> u64 {
        const fn width_of<V>(_: &Extending<V>) -> u64 {
            size_of::<V>() as u64
        }
        (heaps as u64).saturating_mul(each_width!(Self, self, extending => width_of(extending)))
    }

    /// Bytes that the engine keeps beside the values.
    pub(super) fn kept(&self) -> u64 {
        each_width!(Self, self, extending => match &extending.engine {
            Engine::Sets(folded) => folded.bytes,
            _ => 0,
        })
    }

    pub(super) fn reserve(&mut self, heaps: usize) -> Result<(), TryReserveError> {
        each_width!(Self, self, extending => extending.values.try_reserve_exact(heaps.saturating_sub(extending.values.len())))
    }

    /// Computes values until there are `heaps` of them. Whatever stops it, values that have been computed stay.
    pub(super) fn extend(&mut self, code: &TakeAndBreak, heaps: usize, watch: &mut Watch<'_>) -> Result<(), Halt> {
        // Each turn continues with the engine that fits: engines also stop with `Done` where another one takes over,
        // or where they are to be made anew.
        while self.values().len() < heaps {
            watch.algorithm = self.algorithm();
            watch.width = self.bytes_of(1);
            watch.kept = self.kept();
            match each_width!(Self, self, extending => extending.extend(code, heaps, watch)) {
                Stop::Done => {}
                Stop::Cancelled => return Err(Halt::Cancelled),
                Stop::TooWide => {
                    *self = match self {
                        Self::Bytes(narrow) => Self::Shorts(narrow.widened(code, heaps)?),
                        Self::Shorts(narrow) => Self::Words(narrow.widened(code, heaps)?),
                        // The length of a sequence is at most `MOST_HEAPS`.
                        Self::Words(_) => unreachable!("the values of so few heaps fit 32 bits"),
                    }
                }
            }
        }
        watch.algorithm = self.algorithm();
        if watch.finish(self.values().len()).is_break() { Err(Halt::Cancelled) } else { Ok(()) }
    }

    pub(super) fn algorithm(&self) -> Algorithm {
        each_width!(Self, self, extending => extending.algorithm())
    }

    /// The sparse space, if there is one.
    pub(super) fn sparse_space(&self) -> Option<SparseSpace> {
        each_width!(Self, self, extending => {
            let Engine::Pairs(_, _, Some(sparse)) = &extending.engine else { return None };
            Some(SparseSpace::new(sparse.mask?, sparse.rare.len(), sparse.rare.last().map_or(0, |part| part.heap)))
        })
    }

    /// Mean number of pairs tried for a heap, by the engines that count them.
    pub(super) fn pairs_per_heap(&self) -> Option<f64> {
        let (tried, heaps) = each_width!(Self, self, extending => (extending.tried, extending.tried_for));
        #[expect(clippy::cast_precision_loss, reason = "it is a mean")]
        let mean = tried as f64 / heaps as f64;
        (heaps > 0).then_some(mean)
    }
}

impl<V: Value> Extending<V> {
    pub(super) fn new(code: &TakeAndBreak, wanted: Option<Algorithm>, tuning: &Tuning) -> Option<Self> {
        let engine = match (wanted, Pairs::of(code)) {
            (Some(Algorithm::EveryOption), _) => Engine::EveryOption,
            // Where nothing is wanted and the code has no `Pairs`, sets are the fastest algorithm that works.
            (Some(Algorithm::Sets), _) | (None, None) => Engine::Sets(Box::new(Folded::new(code.clone()))),
            // Without pairs the wanted algorithm does not work for the code, and the answer is `None`.
            (wanted, pairs) => Engine::Pairs(Box::new(pairs?), wanted, None),
        };
        Some(Self { values: Vec::new(), engine, tuning: *tuning, tried: 0, tried_for: 0 })
    }

    pub(super) fn extend(&mut self, code: &TakeAndBreak, heaps: usize, watch: &mut Watch<'_>) -> Stop {
        let Self { values, engine, tuning, tried, tried_for } = self;
        let before = values.len();
        // The limit is looked at before the value is stored: values stay right, and the wider integers go on with this heap.
        let mut one_by_one = |values: &mut Vec<V>, heaps: usize, next_value: &mut NextValue<'_, V>| {
            while values.len() < heaps {
                let ControlFlow::Continue(value) = next_value(values, watch) else { return Stop::Cancelled };
                if value >= tuning.limit::<V>() {
                    return Stop::TooWide;
                }
                values.push(V::of(value));
                if watch.tell(values.len()).is_break() {
                    return Stop::Cancelled;
                }
            }
            Stop::Done
        };
        let mut seen = ValueSet::default();
        match engine {
            Engine::EveryOption => {
                one_by_one(values, heaps, &mut |values, watch| naive::next_value(code, values, &mut seen, watch))
            }
            Engine::Sets(folded) => one_by_one(values, heaps, &mut |values, watch| folded.next_value(values, watch)),
            Engine::Pairs(..) | Engine::Stream(..) if const { V::BITS > 16 } => {
                // `widened` replaces the engine when values become wide.
                unreachable!("wide values are computed by every option or by sets")
            }
            // Too few values to choose a mask by.
            Engine::Pairs(pairs, ..) if before < start(pairs, tuning) => {
                let heaps = heaps.min(start(pairs, tuning));
                one_by_one(values, heaps, &mut |values, watch| naive::next_value(code, values, &mut seen, watch))
            }
            // A stream begins after exactly this number of heaps. The last arm stops there.
            Engine::Pairs(pairs, Some(Algorithm::Stream), _) if before == first_heaps(pairs, &tuning.stream) => {
                let pairs = std::mem::take(pairs);
                *engine = match Filler::new(&pairs, values, &tuning.stream) {
                    Some(filler) => Engine::Stream(pairs, Box::new(filler)),
                    // The values cannot be streamed, so the fastest other algorithm is chosen.
                    None => Engine::Pairs(pairs, None, None),
                };
                Stop::Done
            }
            Engine::Stream(pairs, filler) => {
                watch.algorithm = Algorithm::Stream;
                let (goes_on, told) = filler.extend(values, heaps, &tuning.stream, watch);
                if !goes_on {
                    // The value may be that of a new rare heap.
                    *engine = Engine::Pairs(std::mem::take(pairs), None, None);
                }
                if told.is_break() { Stop::Cancelled } else { Stop::Done }
            }
            Engine::Pairs(pairs, wanted, sparse) => {
                // The stream begins exactly where it may, so the engine stops there.
                let heaps = match wanted {
                    Some(Algorithm::Stream) if before < first_heaps(pairs, &tuning.stream) => {
                        heaps.min(first_heaps(pairs, &tuning.stream))
                    }
                    _ => heaps,
                };
                // Taken out: if the callback panics, the engine is made anew from the values.
                let mut now = match sparse.take() {
                    Some(old) if before < old.until => old,
                    // The engine has doubled the sequence, at a cost that is known now.
                    Some(old) if wanted.is_none() && old.is_dearer_than_sets() => {
                        *engine = Engine::Sets(Box::new(Folded::after(before, code.clone())));
                        return Stop::Done;
                    }
                    old => Box::new(Sparse::new(old.map(|old| *old), pairs, values, *wanted, tuning)),
                };
                watch.algorithm = algorithm_of(&now);
                let stop = now.extend(values, heaps, watch);
                *tried += std::mem::take(&mut now.tried);
                // Heaps of the beginning, which were tried by every option, are not counted.
                *tried_for += values.len() - before;
                *sparse = Some(now);
                stop
            }
        }
    }

    fn algorithm(&self) -> Algorithm {
        match &self.engine {
            Engine::EveryOption | Engine::Pairs(_, _, None) => Algorithm::EveryOption,
            Engine::Sets(_) => Algorithm::Sets,
            Engine::Stream(..) => Algorithm::Stream,
            Engine::Pairs(_, _, Some(sparse)) => algorithm_of(sparse),
        }
    }

    /// The same in wider integers, with memory for this number of heaps. Values of more than two bytes are wider than the rows of the engine for
    /// pairs, so that sets take over.
    fn widened<W: Value + From<V>>(
        &mut self,
        code: &TakeAndBreak,
        heaps: usize,
    ) -> Result<Extending<W>, TryReserveError> {
        let mut values = Vec::new();
        // Before the engine is taken out: if there is no memory, the narrow sequence stays as it was.
        values.try_reserve_exact(heaps.max(self.values.len()))?;
        values.extend(self.values.iter().map(|value| W::from(*value)));
        let engine = match std::mem::replace(&mut self.engine, Engine::EveryOption) {
            Engine::EveryOption => Engine::EveryOption,
            // Sets have no width. To ask for the same heap again adds nothing new to them.
            Engine::Sets(folded) => Engine::Sets(folded),
            Engine::Pairs(..) | Engine::Stream(..) if const { W::BITS > 16 } => {
                Engine::Sets(Box::new(Folded::after(self.values.len(), code.clone())))
            }
            Engine::Pairs(pairs, wanted, _) => Engine::Pairs(pairs, wanted, None),
            Engine::Stream(pairs, _) => Engine::Pairs(pairs, None, None),
        };
        Ok(Extending { values, engine, tuning: self.tuning, tried: self.tried, tried_for: self.tried_for })
    }
}

fn algorithm_of<V: Value>(sparse: &Sparse<V>) -> Algorithm {
    if sparse.mask.is_some() { Algorithm::SparseSpace } else { Algorithm::Search }
}
