//! Values of one width and the engine that extends them.

use std::collections::TryReserveError;

use crate::heap::TakeAndBreak;
use crate::heap::sequence::Method;
use crate::heap::sequence::folded::Folded;
use crate::heap::sequence::naive;
use crate::heap::sequence::plan::Pairs;
use crate::heap::sequence::sparse::{self, Sparse, Stop, Told, Wish};
use crate::heap::sequence::values::{Value, Values};

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

    pub(super) fn reserve(&mut self, heaps: usize) -> Result<(), TryReserveError> {
        each_width!(self, extending => extending.values.try_reserve_exact(heaps.saturating_sub(extending.values.len())))
    }

    /// Computes values until there are so many. Values that have been computed stay in any case.
    pub(super) fn extend(&mut self, code: &TakeAndBreak, heaps: usize) -> Result<(), TryReserveError> {
        while self.values().len() < heaps {
            match each_width!(self, extending => extending.extend(code, heaps)) {
                Stop::Done => {}
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
        Ok(())
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

/// The moves of a code that leaves two heaps somewhere and more nowhere.
fn divisions(code: &TakeAndBreak) -> Option<Pairs> {
    Pairs::of(code).filter(|pairs| pairs.breaks().next().is_some())
}

impl<V: Value> Extending<V> {
    fn extend(&mut self, code: &TakeAndBreak, heaps: usize) -> Stop {
        let Self { values, engine, tried, tried_for } = self;
        let before = values.len();
        let one_by_one = |values: &mut Vec<V>, heaps: usize, next_value: &mut dyn FnMut(&[V]) -> usize| {
            while values.len() < heaps {
                let value = next_value(values);
                if value >= V::LIMIT {
                    return Stop::TooWide;
                }
                values.push(V::of(value));
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
                if sparse.as_ref().is_some_and(|sparse| sparse.is_stale(values)) {
                    *sparse = sparse.take().map(|sparse| Box::new(sparse.renewed(values, *wish)));
                }
                let sparse = sparse.get_or_insert_with(|| Box::new(Sparse::new(pairs, values, *wish)));
                let stop = sparse.extend(values, heaps);
                *tried += sparse.take_tried();
                *tried_for += values.len() - before;
                stop
            }
        }
    }

    fn method(&self) -> Method {
        match &self.engine {
            Engine::EveryOption | Engine::Pairs(_, _, None) => Method::EveryOption,
            Engine::Sets(_) => Method::Sets,
            Engine::Pairs(_, _, Some(sparse)) if sparse.told().mask.is_some() => Method::SparseSpace,
            Engine::Pairs(..) => Method::Search,
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
