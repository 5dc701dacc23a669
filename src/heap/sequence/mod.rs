//! Sequences of the values of heaps.

mod folded;
mod naive;
mod plan;
mod sets;
mod sparse;
mod values;
mod work;

use std::fmt;
use std::ops::ControlFlow;

use crate::heap::TakeAndBreak;
use crate::nimber::Nimber;
use work::Work;

pub use values::Values;

/// The values of heaps 0, 1, 2.. of a take-and-break game, as far as they have been computed.
#[derive(Clone, Debug)]
pub struct Sequence {
    code: TakeAndBreak,
    work: Work,
}

/// How values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Every option of every heap is tried: the oracle that the other methods are held against.
    EveryOption,
    /// For each number of counters the set of values into which they may be divided is made once and kept; for repeating tails a
    /// union of such sets. Works for every code.
    Sets,
    /// Heaps are divided into few rare and many common ones, and only the rare ones are tried.
    SparseSpace,
    /// A few pairs exclude most values; of the others each is searched for in all pairs, many at a time.
    Search,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::EveryOption => "every option",
            Self::Sets => "sets of values",
            Self::SparseSpace => "sparse space",
            Self::Search => "search of pairs",
        })
    }
}

/// What was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// The method does not work for the code.
    #[error(
        "the method `{method}` works for finite codes that can leave two heaps and never more, which this one is not"
    )]
    Method {
        /// The method that was asked for.
        method: Method,
    },
    /// More heaps were asked for than a sequence can have.
    #[error("a sequence of {heaps} heaps is too long: the limit is {}", Sequence::MOST_HEAPS)]
    TooLong {
        /// How many heaps were asked for.
        heaps: usize,
    },
    /// There is not enough memory.
    #[error("there is no memory for {heaps} heaps: the first {computed} are computed and kept")]
    Memory {
        /// How many heaps were asked for.
        heaps: usize,
        /// How many are computed.
        computed: usize,
    },
    /// The caller has cancelled it.
    #[error("cancelled: the first {computed} of {heaps} heaps are computed and kept")]
    Cancelled {
        /// How many heaps were asked for.
        heaps: usize,
        /// How many are computed.
        computed: usize,
    },
}

/// How far a sequence has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many heaps are computed.
    pub computed: usize,
    /// How many were asked for.
    pub heaps: usize,
    /// The method in use.
    pub method: Method,
}

/// What the engine tells about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The method in use.
    pub method: Method,
    /// The sparse space, if that is the method.
    pub sparse_space: Option<SparseSpace>,
    /// Pairs of heaps tried for each heap; `None` if the method counts none.
    pub pairs_per_heap: Option<f64>,
}

/// A sparse space: a heap is rare if its value has an even number of ones in the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SparseSpace {
    /// The ones of the value that count.
    pub mask: u32,
    /// Whether the parity of the heap counts like one more bit of the mask.
    pub parity: bool,
    /// How many heaps are rare.
    pub rare: usize,
    /// The largest of them.
    pub last_rare: usize,
}

/// Between two calls of a callback so many heaps are computed by the fast methods, and so many by the others.
const HEAPS_A_CALL: usize = 1 << 14;
const SLOW_HEAPS_A_CALL: usize = 1 << 6;

impl Sequence {
    /// The most heaps that a sequence can have: 2^32 − 2, so that every value fits in 32 bits.
    pub const MOST_HEAPS: usize = (u32::MAX - 1) as usize;

    /// No values yet.
    #[must_use]
    pub fn new(code: TakeAndBreak) -> Self {
        match Work::new(&code, None) {
            Some(work) => Self { code, work },
            None => unreachable!("sets of values work for every code"),
        }
    }

    /// No values yet, to be computed by a method of the caller's choice.
    ///
    /// # Errors
    ///
    /// [`SequenceError::Method`] if the method does not work for the code.
    pub fn with_method(code: TakeAndBreak, method: Method) -> Result<Self, SequenceError> {
        match Work::new(&code, Some(method)) {
            Some(work) => Ok(Self { code, work }),
            None => Err(SequenceError::Method { method }),
        }
    }

    /// Computes values until those of heaps 0 to `heaps` − 1 are there; does nothing if they are.
    ///
    /// # Errors
    ///
    /// [`SequenceError::TooLong`] or [`SequenceError::Memory`]; what has been computed is kept.
    pub fn extend_to(&mut self, heaps: usize) -> Result<(), SequenceError> {
        self.prepare(heaps)?;
        let memory = |sequence: &Self| SequenceError::Memory { heaps, computed: sequence.len() };
        self.work.extend(&self.code, heaps).map_err(|_| memory(self))
    }

    /// The same with a callback, which is told how far it has come and may cancel it by a break.
    ///
    /// # Errors
    ///
    /// [`SequenceError::Cancelled`] if the callback says so, else those of [`Self::extend_to`]; what has been computed is kept.
    pub fn extend_with(
        &mut self,
        heaps: usize,
        mut callback: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), SequenceError> {
        self.prepare(heaps)?;
        while self.len() < heaps {
            let step = match self.method() {
                Method::SparseSpace | Method::Search => HEAPS_A_CALL,
                Method::Sets | Method::EveryOption => SLOW_HEAPS_A_CALL,
            };
            let next = heaps.min(self.len() + step);
            if self.work.extend(&self.code, next).is_err() {
                return Err(SequenceError::Memory { heaps, computed: self.len() });
            }
            if callback(Progress { computed: self.len(), heaps, method: self.method() }).is_break() {
                return Err(SequenceError::Cancelled { heaps, computed: self.len() });
            }
        }
        Ok(())
    }

    fn prepare(&mut self, heaps: usize) -> Result<(), SequenceError> {
        if heaps > Self::MOST_HEAPS {
            return Err(SequenceError::TooLong { heaps });
        }
        self.work.reserve(heaps).map_err(|_| SequenceError::Memory { heaps, computed: self.len() })
    }

    /// The code of the game.
    #[must_use]
    pub const fn code(&self) -> &TakeAndBreak {
        &self.code
    }

    /// How many heaps have been computed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values().len()
    }

    /// Whether none has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap; `None` if it has not been computed.
    #[must_use]
    pub fn value(&self, heap: usize) -> Option<Nimber> {
        self.values().get(heap).map(Nimber::new)
    }

    /// The values of all heaps that have been computed.
    #[must_use]
    pub fn values(&self) -> Values<'_> {
        self.work.values()
    }

    /// The method in use.
    #[must_use]
    pub fn method(&self) -> Method {
        self.work.method()
    }

    /// What the engine tells about its work.
    #[must_use]
    pub fn report(&self) -> Report {
        let told = self.work.told();
        let sparse_space = told.and_then(|told| {
            let (mask, parity) = told.mask?;
            Some(SparseSpace { mask, parity, rare: told.rare, last_rare: told.last_rare })
        });
        Report { method: self.method(), sparse_space, pairs_per_heap: self.work.pairs_per_heap() }
    }
}
