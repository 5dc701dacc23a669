//! What a nimber search keeps for other workers, and knows of them.

use crate::search::workers::News;

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
    /// The positions under way for others, by worker.
    pub(super) paths: Vec<(u64, Vec<P>)>,
}
