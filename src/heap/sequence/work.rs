//! Values of one width and the engine that extends them.

use std::collections::TryReserveError;

use crate::heap::TakeAndBreak;
use crate::heap::sequence::Method;
use crate::heap::sequence::folded::Folded;
use crate::heap::sequence::naive;
use crate::heap::sequence::plan::Pairs;
use crate::heap::sequence::sparse::{self, Sparse, Stop, Told, Wish};
use crate::heap::sequence::values::{Value, Values};
use crate::heap::sequence::watch::Watch;

/// Values as narrow as they fit, and the engine that extends them.
#[derive(Clone, Debug)]
pub(super) enum Work {
    Bytes(Extending<u8>),
    Shorts(Extending<u16>),
    Words(Extending<u32>),
}

/// The values of heaps 0, 1, 2.., and the engine that extends them.
#[derive(Clone, Debug)]
pub(super) struct Extending<V> {
    values: Vec<V>,
    engine: Engine<V>,
    /// Pairs tried, and the heaps for which they were.
    tried: u64,
    tried_for: usize,
}

#[derive(Clone, Debug)]
enum Engine<V> {
    EveryOption,
    Sets(Box<Folded>),
    /// For codes that leave at most two heaps; nothing before there are enough heaps, or when it is to be made anew.
    Pairs(Box<Pairs>, Wish, Option<Box<Sparse<V>>>),
}

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

/// The same for values of each width.
macro_rules! each_width {
    ($work:expr, $extending:ident => $body:expr) => {
        match $work {
            Work::Bytes($extending) => $body,
            Work::Shorts($extending) => $body,
            Work::Words($extending) => $body,
        }
    };
}

impl Work {
    /// Nothing yet, to be extended by the method that suits the code.
    pub(super) fn new(code: &TakeAndBreak) -> Self {
        Self::by(match divisions(code) {
            Some(pairs) => Engine::Pairs(Box::new(pairs), Wish::Choose, None),
            None => Engine::Sets(Box::new(Folded::new(code.clone()))),
        })
    }

    /// Nothing yet, to be extended by this method; `None` if it does not work for the code.
    pub(super) fn with_method(code: &TakeAndBreak, method: Method) -> Option<Self> {
        let of_pairs = |wish| Some(Engine::Pairs(Box::new(divisions(code)?), wish, None));
        Some(Self::by(match method {
            Method::EveryOption => Engine::EveryOption,
            Method::Sets => Engine::Sets(Box::new(Folded::new(code.clone()))),
            Method::SparseSpace => of_pairs(Wish::Mask)?,
            Method::Search => of_pairs(Wish::NoMask)?,
        }))
    }

    fn by(engine: Engine<u8>) -> Self {
        Self::Bytes(Extending { values: Vec::new(), engine, tried: 0, tried_for: 0 })
    }

    pub(super) fn values(&self) -> Values<'_> {
        match self {
            Self::Bytes(extending) => Values::Bytes(&extending.values),
            Self::Shorts(extending) => Values::Shorts(&extending.values),
            Self::Words(extending) => Values::Words(&extending.values),
        }
    }

    /// Bytes that the values of so many heaps take, if none of them is wider than those that there are.
    pub(super) const fn bytes_of(&self, heaps: usize) -> u64 {
        let width = match self {
            Self::Bytes(_) => size_of::<u8>(),
            Self::Shorts(_) => size_of::<u16>(),
            Self::Words(_) => size_of::<u32>(),
        };
        (heaps as u64).saturating_mul(width as u64)
    }

    pub(super) fn reserve(&mut self, heaps: usize) -> Result<(), TryReserveError> {
        each_width!(self, extending => extending.values.try_reserve_exact(heaps.saturating_sub(extending.values.len())))
    }

    /// Computes values until there are so many. Values that have been computed stay in any case.
    pub(super) fn extend(&mut self, code: &TakeAndBreak, heaps: usize, watch: &mut Watch<'_>) -> Result<(), Halt> {
        while self.values().len() < heaps {
            watch.set_method(self.method());
            watch.set_width(self.bytes_of(1));
            match each_width!(self, extending => extending.extend(code, heaps, watch)) {
                Stop::Done => {}
                Stop::Cancelled => return Err(Halt::Cancelled),
                Stop::TooWide => {
                    *self = match self {
                        Self::Bytes(narrow) => Self::Shorts(narrow.widened(heaps)?),
                        Self::Shorts(narrow) => Self::Words(narrow.widened(heaps)?),
                        // There are fewer heaps than values that fit.
                        Self::Words(_) => break,
                    }
                }
                Stop::TooMany => {
                    each_width!(self, extending => extending.engine = Engine::Sets(Box::new(Folded::new(code.clone()))));
                }
            }
        }
        watch.set_method(self.method());
        if watch.finish(self.values().len()).is_break() { Err(Halt::Cancelled) } else { Ok(()) }
    }

    pub(super) fn method(&self) -> Method {
        each_width!(self, extending => extending.method())
    }

    pub(super) fn told(&self) -> Option<Told> {
        each_width!(self, extending => match &extending.engine {
            Engine::Pairs(_, _, sparse) => sparse.as_ref().map(|sparse| sparse.told()),
            _ => None,
        })
    }

    /// Pairs tried for each heap, by the engines that count them.
    pub(super) fn pairs_per_heap(&self) -> Option<f64> {
        let (tried, heaps) = each_width!(self, extending => (extending.tried, extending.tried_for));
        #[expect(clippy::cast_precision_loss, reason = "it is a mean")]
        let mean = tried as f64 / heaps as f64;
        (heaps > 0).then_some(mean)
    }
}

fn method_of<V: Value>(sparse: &Sparse<V>) -> Method {
    if sparse.told().mask.is_some() { Method::SparseSpace } else { Method::Search }
}

/// The moves of a code that leaves two heaps somewhere and more nowhere.
fn divisions(code: &TakeAndBreak) -> Option<Pairs> {
    Pairs::of(code).filter(|pairs| pairs.breaks().next().is_some())
}

impl<V: Value> Extending<V> {
    fn extend(&mut self, code: &TakeAndBreak, heaps: usize, watch: &mut Watch<'_>) -> Stop {
        let Self { values, engine, tried, tried_for } = self;
        let before = values.len();
        let mut one_by_one = |values: &mut Vec<V>, heaps: usize, next_value: &mut dyn FnMut(&[V]) -> usize| {
            while values.len() < heaps {
                let value = next_value(values);
                if value >= V::LIMIT {
                    return Stop::TooWide;
                }
                values.push(V::of(value));
                if watch.tell(values.len()).is_break() {
                    return Stop::Cancelled;
                }
            }
            Stop::Done
        };
        match engine {
            Engine::EveryOption => one_by_one(values, heaps, &mut |values| naive::next_value(code, values)),
            Engine::Sets(folded) => one_by_one(values, heaps, &mut |values| folded.next_value(values)),
            Engine::Pairs(pairs, ..) if before < sparse::start(pairs) => {
                let heaps = heaps.min(sparse::start(pairs));
                one_by_one(values, heaps, &mut |values| naive::next_value(code, values))
            }
            Engine::Pairs(pairs, wish, sparse) => {
                // Taken out: if the callback panics, the engine is made anew from the values.
                let mut now = match sparse.take() {
                    Some(old) if old.is_stale(values) => Box::new(old.renewed(values, *wish)),
                    Some(old) => old,
                    None => Box::new(Sparse::new(pairs, values, *wish)),
                };
                watch.set_method(method_of(&now));
                let stop = now.extend(values, heaps, watch);
                *tried += now.take_tried();
                *tried_for += values.len() - before;
                *sparse = Some(now);
                stop
            }
        }
    }

    fn method(&self) -> Method {
        match &self.engine {
            Engine::EveryOption | Engine::Pairs(_, _, None) => Method::EveryOption,
            Engine::Sets(_) => Method::Sets,
            Engine::Pairs(_, _, Some(sparse)) => method_of(sparse),
        }
    }

    /// The same with room for larger values, and for this many heaps.
    fn widened<W: Value + From<V>>(&mut self, heaps: usize) -> Result<Extending<W>, TryReserveError> {
        let mut values = Vec::new();
        values.try_reserve_exact(heaps.max(self.values.len()))?;
        values.extend(self.values.iter().map(|value| W::from(*value)));
        let engine = match std::mem::replace(&mut self.engine, Engine::EveryOption) {
            Engine::EveryOption => Engine::EveryOption,
            Engine::Sets(folded) => Engine::Sets(folded),
            Engine::Pairs(pairs, wish, _) => Engine::Pairs(pairs, wish, None),
        };
        Ok(Extending { values, engine, tried: self.tried, tried_for: self.tried_for })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::{BitXor, ControlFlow};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Mutex, PoisonError};

    use super::{Engine, Extending, Stop, Value, Watch, Wish, divisions};
    use crate::heap::TakeAndBreak;

    /// A value below 256 that counts how often any of its kind is read, by all threads.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Counted(u8);

    static READS: AtomicU64 = AtomicU64::new(0);
    /// One test at a time counts.
    static COUNTING: Mutex<()> = Mutex::new(());

    impl BitXor for Counted {
        type Output = Self;

        fn bitxor(self, other: Self) -> Self {
            READS.fetch_add(2, Ordering::Relaxed);
            Self(self.0 ^ other.0)
        }
    }

    impl Value for Counted {
        const LIMIT: usize = 256;

        fn index(self) -> usize {
            READS.fetch_add(1, Ordering::Relaxed);
            self.0.into()
        }

        fn of(index: usize) -> Self {
            Self(u8::of(index))
        }
    }

    fn nothing(text: &str) -> (TakeAndBreak, Extending<Counted>) {
        let code: TakeAndBreak = text.parse().unwrap();
        let engine = Engine::Pairs(Box::new(divisions(&code).unwrap()), Wish::Choose, None);
        (code, Extending { values: Vec::new(), engine, tried: 0, tried_for: 0 })
    }

    /// How many values are read to extend to so many heaps.
    fn reads(code: &TakeAndBreak, extending: &mut Extending<Counted>, heaps: usize, watch: &mut Watch<'_>) -> u64 {
        let before = READS.load(Ordering::Relaxed);
        while extending.values.len() < heaps {
            assert_eq!(extending.extend(code, heaps, watch), Stop::Done, "{code}");
        }
        READS.load(Ordering::Relaxed) - before
    }

    fn go_on(_: usize, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Codes of every way of the fast methods with the number of heaps at which it has begun: rows of one word with few parts and many,
    /// wider rows, proofs that are put off, and the search without a sparse space.
    const CODES: [(&str, usize); 7] = [
        ("0.104", 1 << 16),
        ("0.454", 1 << 16),
        ("0.16", 1 << 16),
        ("0.054", 1 << 16),
        ("0.354", 1 << 15),
        ("0.36", 1 << 16),
        ("0.007", 1 << 12),
    ];

    #[test]
    fn a_callback_makes_no_work() {
        let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
        for (text, heaps) in CODES {
            let (code, mut plain) = nothing(text);
            let without = reads(&code, &mut plain, heaps, &mut Watch::new(&mut go_on, 0, true));
            let (code, mut watched) = nothing(text);
            let mut calls = 0;
            let mut callback = |_, _| {
                calls += 1;
                ControlFlow::Continue(())
            };
            let mut watch = Watch::new(&mut callback, 0, true);
            let with = reads(&code, &mut watched, heaps, &mut watch);
            assert_eq!(with, without, "{text}");
            assert_eq!(watched.tried, plain.tried, "{text}");
            assert!(calls >= heaps >> 14, "{text}: {calls} calls");
            assert!(watched.values == plain.values, "{text}");
        }
    }

    /// A step that begins where the one before it ended sets up what it needs, and no more than that.
    #[test]
    fn a_late_step_costs_no_more_than_an_early_one() {
        const STEP: usize = 1 << 11;
        let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
        for text in ["0.104", "0.454", "0.16", "0.106", "0.45", "0.054", "0.354"] {
            let (code, mut extending) = nothing(text);
            let mut step_after = |heaps: usize| {
                reads(&code, &mut extending, heaps, &mut Watch::new(&mut go_on, 0, true));
                reads(&code, &mut extending, heaps + STEP, &mut Watch::new(&mut go_on, 0, true))
            };
            // Neither is where the engine is made anew.
            let (early, late) = (step_after(40_000), step_after(160_000));
            assert!(late <= early + early / 8, "{text}: {early} values are read early, {late} late");
        }
    }
}
