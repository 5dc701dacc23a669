//! Calls of the caller's callback while values are computed.

use std::ops::ControlFlow;

use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::tuning::Tuning;

/// Calls a callback now and then, from inside an engine's loop, to ask whether to go on.
///
/// An engine sets up its marks, windows and threads when its loop is entered. Leaving the loop for each call would set them up
/// again.
pub(in crate::heap) struct Watch<'a> {
    callback: Callback<'a>,
    /// The algorithm of the engine that goes on, which decides how often the callback is called.
    pub(in crate::heap) algorithm: Algorithm,
    /// Bytes that a value takes.
    pub(in crate::heap) width: u64,
    /// How many threads an engine may use, this one included.
    pub(in crate::heap) threads: usize,
    /// Number of heaps at the last call, or at the beginning.
    told: usize,
    /// Number of heaps at which the next call is due.
    due: usize,
    /// Bytes of what an engine keeps beside the values.
    pub(in crate::heap) kept: u64,
    /// Steps since the last call, and the number of heaps as the last look has it.
    steps: u64,
    now: usize,
    /// Heaps between two calls, for the fast algorithms and for the others.
    fast: usize,
    slow: usize,
}

/// Steps between two calls, where one heap takes many: divisions, or words of sets. A guard, some milliseconds.
const STEPS_A_CALL: u64 = 1 << 20;

/// Takes the number of computed heaps and the bytes of their values.
type Callback<'a> = &'a mut dyn FnMut(usize, u64) -> ControlFlow<()>;

impl<'a> Watch<'a> {
    /// A callback, the number of computed heaps, and the number of threads that an engine may use.
    pub(in crate::heap) fn new(callback: Callback<'a>, computed: usize, threads: usize, tuning: &Tuning) -> Self {
        // The algorithm is not known yet, so the first call is due as early as for a slow one.
        let [fast, slow] = [tuning.heaps_a_call, tuning.slow_heaps_a_call];
        let due = computed.saturating_add(slow);
        let algorithm = Algorithm::EveryOption;
        Self {
            callback,
            algorithm,
            width: 1,
            threads,
            told: computed,
            due,
            kept: 0,
            steps: 0,
            now: computed,
            fast,
            slow,
        }
    }

    /// To be called whenever heaps have been computed. After a break the engine returns at once.
    #[inline]
    pub(in crate::heap) fn tell(&mut self, computed: usize) -> ControlFlow<()> {
        self.now = computed;
        if computed < self.due { ControlFlow::Continue(()) } else { self.call(computed) }
    }

    /// To be called inside of a heap that may take long, with the number of steps since the last call.
    #[inline]
    pub(in crate::heap) fn step(&mut self, steps: usize) -> ControlFlow<()> {
        self.steps += steps as u64;
        if self.steps < STEPS_A_CALL { ControlFlow::Continue(()) } else { self.call(self.now) }
    }

    /// To be called when all heaps are computed: calls the callback unless the last call told this number.
    pub(in crate::heap) fn finish(&mut self, computed: usize) -> ControlFlow<()> {
        if computed > self.told { self.call(computed) } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn call(&mut self, computed: usize) -> ControlFlow<()> {
        let heaps = match self.algorithm {
            Algorithm::SparseSpace | Algorithm::Search | Algorithm::Stream => self.fast,
            Algorithm::Sets | Algorithm::EveryOption => self.slow,
        };
        self.told = computed;
        self.due = computed.saturating_add(heaps);
        self.steps = 0;
        (self.callback)(computed, (computed as u64).saturating_mul(self.width).saturating_add(self.kept))
    }
}
