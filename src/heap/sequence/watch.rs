//! Calls of a callback while values are computed.

use std::ops::ControlFlow;

use crate::heap::sequence::Method;

/// Number of heaps between two calls of a callback, for the fast methods and for the others.
const HEAPS_A_CALL: usize = 1 << 14;
const SLOW_HEAPS_A_CALL: usize = 1 << 6;

/// Asks a callback now and then whether to go on, from inside an engine's loop.
///
/// An engine sets up its marks, windows and threads when it is entered. To leave and enter it for each call of the callback would
/// set them up again; therefore the engine calls [`Self::tell`] and stays where it is.
pub(super) struct Watch<'a> {
    callback: Callback<'a>,
    method: Method,
    /// Bytes that the value of a heap takes.
    width: u64,
    two_threads: bool,
    /// Number of computed heaps that the callback was told last, or that there were in the beginning.
    told: usize,
    /// Number of computed heaps at which the callback is called next; nothing else is looked at before.
    due: usize,
}

/// Is told the number of computed heaps and the bytes that their values take.
type Callback<'a> = &'a mut dyn FnMut(usize, u64) -> ControlFlow<()>;

impl<'a> Watch<'a> {
    /// A callback, how many heaps are computed, and whether an engine may use a second thread.
    pub(super) fn new(callback: Callback<'a>, computed: usize, two_threads: bool) -> Self {
        let due = computed.saturating_add(SLOW_HEAPS_A_CALL);
        Self { callback, method: Method::EveryOption, width: 1, two_threads, told: computed, due }
    }

    /// The method of the engine that goes on.
    pub(super) const fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// The bytes that a value takes from now on.
    pub(super) const fn set_width(&mut self, width: u64) {
        self.width = width;
    }

    /// Whether an engine may use a second thread.
    pub(super) const fn two_threads(&self) -> bool {
        self.two_threads
    }

    /// So many heaps are computed. A break means that the engine is to come back at once.
    #[inline]
    pub(super) fn tell(&mut self, computed: usize) -> ControlFlow<()> {
        if computed < self.due { ControlFlow::Continue(()) } else { self.call(computed) }
    }

    /// All heaps are computed: the callback is told unless it has been.
    pub(super) fn finish(&mut self, computed: usize) -> ControlFlow<()> {
        if computed > self.told { self.call(computed) } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn call(&mut self, computed: usize) -> ControlFlow<()> {
        self.told = computed;
        self.due = computed.saturating_add(heaps_a_call(self.method));
        (self.callback)(computed, (computed as u64).saturating_mul(self.width))
    }
}

const fn heaps_a_call(method: Method) -> usize {
    match method {
        Method::SparseSpace | Method::Search => HEAPS_A_CALL,
        Method::Sets | Method::EveryOption => SLOW_HEAPS_A_CALL,
    }
}
