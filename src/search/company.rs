//! What a nimber search keeps for other workers, and knows of them.

use crate::search::lists::Number;
use crate::search::workers::News;

/// The most threads of a worker: each has one of the lower bits of what is [open](super::records::Fact::open). Other workers share the upper bits.
pub(super) const MOST_THREADS: usize = 8;

/// The bits of the threads of a worker.
pub(super) const OWN: u16 = (1 << MOST_THREADS) - 1;

/// What a nimber search whose memo is shared keeps beside its facts.
#[derive(Clone, Debug)]
pub(super) struct Company<P> {
    /// A number for the order of options of this worker.
    pub(super) seed: u32,
    /// What is to be told.
    pub(super) told: Vec<News<P>>,
    /// Whether what a position may be has changed since something was told.
    pub(super) is_news: bool,
    /// Listings at the last exchange.
    pub(super) listed: u64,
    /// The positions under way here, by thread.
    pub(super) own: Vec<Vec<Number>>,
    /// The positions under way for others, by worker.
    pub(super) paths: Vec<(u64, Vec<P>)>,
}
