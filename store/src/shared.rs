//! What a search and the thread that [exchanges](crate::exchange) its values share, and what users are told of it.

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use grundy::News;

use crate::address::ServerError;
use crate::chunk::Found;

/// Values that wait to be sent, at most: what a worker alone finds beyond them is kept in its own memory only.
pub(crate) const MOST_WAITING: usize = 1 << 18;

/// What the search and the thread have in common.
pub(crate) struct Shared {
    pub(crate) state: Mutex<State>,
    /// The thread waits for values or for the end.
    pub(crate) wake: Condvar,
    pub(crate) has_news: AtomicBool,
    pub(crate) least_work: AtomicU64,
    pub(crate) solved: AtomicU64,
    pub(crate) sharing_nanos: AtomicU64,
    pub(crate) seed: u64,
    /// The address of the server, for errors.
    pub(crate) name: String,
}

/// What waits to be sent, what has come, and what was counted, under one lock.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) outgoing: Vec<(String, Found)>,
    pub(crate) under_way: Option<(u64, Vec<String>)>,
    pub(crate) news: Vec<News>,
    pub(crate) error: Option<ServerError>,
    pub(crate) has_failed: bool,
    pub(crate) ends: bool,
    pub(crate) counts: Counts,
}

/// What a worker and its server have exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Positions that this worker has solved.
    pub solved: u64,
    /// Values that were written to the server.
    pub sent: u64,
    /// Values of others that were read.
    pub received: u64,
    /// Facts of others about positions without values that were read.
    pub facts: u64,
    /// Positions on which others were that were read.
    pub claims: u64,
    /// Chunks that were damaged. What is in them counts as unknown.
    pub damaged: u64,
    /// Chunks that were counted and not there.
    pub missing: u64,
    /// Values that were not sent, since the server was away for too long.
    pub dropped: u64,
    /// Commands to the server.
    pub commands: u64,
    /// Bytes of the chunks that were written.
    pub bytes_sent: u64,
    /// Bytes of the chunks that were read.
    pub bytes_received: u64,
    /// The time that news and sending took of the search.
    pub sharing: Duration,
    /// The least work of a position whose value is sent now.
    pub least_work: u64,
}

/// What happens between a worker and its server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The server does not answer, or not as it should. The worker goes on alone. It is told again where the reason becomes another one.
    Alone(String),
    /// The worker has joined, or joined again.
    Joined,
    /// The server answers, but takes no values.
    Refused(String),
    /// The server takes values again.
    Accepted,
    /// The server has lost its data. The worker writes again what it has written, the last 64 MB.
    Emptied,
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alone(reason) => write!(f, "no answer, going on alone: {reason}"),
            Self::Joined => f.write_str("joined"),
            Self::Refused(reason) => write!(f, "takes no values: {reason}"),
            Self::Accepted => f.write_str("takes values again"),
            Self::Emptied => f.write_str("has lost its data"),
        }
    }
}

impl Shared {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics with the lock")
    }
}
