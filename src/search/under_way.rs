//! What the engine keeps of positions under way: a frame for each, and the options that wait.

use std::collections::HashSet;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::search::error::SolveError;

/// The positions under way when a search was stopped. The same question goes on from them: on a line of play of a million moves nothing has a value before the
/// last of them.
#[derive(Clone, Debug)]
pub(crate) struct UnderWay<K, F, V> {
    /// The positions of one line of play, each waiting for the next.
    pub(super) stack: Vec<Frame<K, F>>,
    /// Their keys.
    pub(super) keys: HashSet<K, FxBuildHasher>,
    /// Their waiting options.
    pub(super) waiting: Vec<Waiting<K, V>>,
}

impl<K: Clone + Eq + Hash, F, V> UnderWay<K, F, V> {
    pub(super) fn new(start: Frame<K, F>) -> Self {
        Self { keys: HashSet::from_iter([start.key.clone()]), stack: vec![start], waiting: Vec::new() }
    }

    /// The position that is asked for.
    pub(crate) fn start(&self) -> &K {
        &self.stack[0].key
    }
}

/// A position under way.
#[derive(Clone, Debug)]
pub(super) struct Frame<K, F> {
    pub(super) key: K,
    pub(super) fold: F,
    /// Number of options from the start of the list that are absorbed or wait: the next pass skips them. Later ones may be absorbed too.
    pub(super) consumed: usize,
    /// Maximum number of options that wait after the next pass.
    pub(super) chunk: usize,
    /// Index of the first waiting option of this frame; the options of frames above it on the stack follow.
    pub(super) waiting_from: usize,
    /// Whether all options have been listed.
    pub(super) listed: bool,
}

/// An option with a component that has no value yet.
#[derive(Clone, Debug)]
pub(super) struct Waiting<K, V> {
    /// The sum of the components that have values, if there are any.
    pub(super) known: Option<V>,
    /// The keys of the components that have none; or all components, where the theory has no rule for their sum.
    pub(super) missing: Components<K>,
}

/// The options that are not absorbed yet.
pub(super) struct Pending<K, V> {
    /// Waiting options of all positions under way; those of the position on top of the stack are last.
    pub(super) waiting: Vec<Waiting<K, V>>,
    /// Maximum length of `waiting` in this pass.
    pub(super) room: usize,
    /// The number of the first option in this pass that did not fit.
    pub(super) left_out: Option<usize>,
    /// Numbers and keys of the options that are looked up next.
    pub(super) batch: Vec<(usize, K)>,
    /// The bytes of the positions under way at the last check.
    pub(super) bytes: u64,
}

impl<K, V> Pending<K, V> {
    pub(super) fn note(&mut self, number: usize, option: Waiting<K, V>) {
        if self.waiting.len() < self.room {
            self.waiting.push(option);
        } else {
            self.left_out.get_or_insert(number);
        }
    }

    /// A component of the last waiting option has not been solved after all.
    pub(super) fn wait_again(&mut self, key: K) {
        self.waiting.last_mut().expect("a position is solved for an option that waits for it").missing.push(key);
    }
}

/// The next step for a position.
pub(super) enum Next<K, V> {
    /// Solve another position first.
    Solve(K),
    /// The position has this value.
    Done(V),
    /// The position has too many options: at least this number.
    TooMuch(u64),
}

/// The next step, or why there is none.
pub(super) type Step<P, V> = Result<Next<P, V>, SolveError<P>>;

/// The result of one pass over the options.
pub(super) enum Listing {
    /// Some options wait, or all are absorbed, or the value is settled.
    Listed,
    /// There are too many options: at least this number.
    TooMany(u64),
}
