//! The server as a store of values: what the search puts into lists, and takes from them. A [thread](crate::exchange) does the rest.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use grundy::{News, Nimber, Store, Workers};

use crate::address::{Address, ServerError};
use crate::chunk::Found;
use crate::exchange::{END, Exchange, PATIENCE};
use crate::shared::{Counts, Event, MOST_WAITING, Shared};

/// Values that workers share, on a server that speaks the Redis protocol. It is the [`Store`] of a [`SharedMemo`](crate::SharedMemo).
///
/// Whatever happens to the server, the search goes on with what it has, and the worker joins again when the server answers. An
/// [`Event`] tells when it leaves and when it joins.
pub struct Server {
    shared: Arc<Shared>,
    /// Disconnected when the thread has ended. `None` once it was waited for.
    ended: Mutex<Option<Receiver<()>>>,
}

impl Server {
    /// Joins the workers of a game. The server need not be there yet.
    ///
    /// The name tells games apart, so parameters belong to it: `subtract:1,3,4`; workers of `grundy` have that of
    /// [`name_by_rules`](crate::name_by_rules). `tell` is called by another thread.
    ///
    /// # Errors
    ///
    /// [`ServerError::Address`] if the address has a user and no password, [`ServerError::Thread`] if the system starts no thread.
    pub fn join(address: Address, game: &str, tell: impl FnMut(Event) + Send + 'static) -> Result<Self, ServerError> {
        address.check()?;
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            wake: Condvar::new(),
            has_news: AtomicBool::new(false),
            least_work: AtomicU64::new(1),
            solved: AtomicU64::new(0),
            sharing_nanos: AtomicU64::new(0),
            // A random number from the standard library: the keys of its hash maps.
            seed: RandomState::new().build_hasher().finish(),
            name: address.to_string(),
        });
        // Nothing is sent. The receiver learns of the end when `end` is dropped.
        let (end, ended) = mpsc::channel::<()>();
        let exchange = Exchange::new(Arc::clone(&shared), address, game, tell);
        let spawned = thread::Builder::new().name("store".to_owned()).spawn(move || {
            // A panic of the client must not take the search with it: the worker goes on alone.
            let ran = catch_unwind(AssertUnwindSafe(|| exchange.run()));
            // `close` waits until `end` is dropped, which happens after a panic too.
            drop((ran, end));
        });
        spawned.map_err(ServerError::Thread)?;
        Ok(Self { shared, ended: Mutex::new(Some(ended)) })
    }

    /// What was exchanged until now.
    #[must_use]
    pub fn counts(&self) -> Counts {
        // These three are atomic, so that the search needs no lock for them.
        let solved = self.shared.solved.load(Relaxed);
        let sharing = Duration::from_nanos(self.shared.sharing_nanos.load(Relaxed));
        let least_work = self.shared.least_work.load(Relaxed);
        Counts { solved, sharing, least_work, ..self.shared.state().counts }
    }

    /// Whether a value of another worker contradicts one that was found here. [`close`](Self::close) says which.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.shared.state().has_failed
    }

    /// Sends what was not sent yet, and leaves. It takes five seconds at most. What is inserted later is dropped.
    ///
    /// # Errors
    ///
    /// [`ServerError::Contradiction`]; it is given once. That the server is away is no error.
    pub fn close(&self) -> Result<(), ServerError> {
        self.shared.state().ends = true;
        self.shared.wake.notify_all();
        // The thread sends nothing through the channel, and drops it at its end. Should a connection hang for longer, it is left behind: who closes
        // again does not wait again.
        if let Some(ended) = self.ended.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = ended.recv_timeout(END + 2 * PATIENCE);
        }
        // The thread has ended, or hangs. What is left was never sent.
        let mut state = self.shared.state();
        let left = mem::take(&mut state.outgoing);
        state.counts.dropped += left.len() as u64;
        state.error.take().map_or(Ok(()), Err)
    }
}

/// Leaves the workers. An error is dropped, so that [`close`](Self::close) should be called first.
impl Drop for Server {
    fn drop(&mut self) {
        drop(self.close());
    }
}

/// Without the password.
impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("address", &self.shared.name)
            .field("counts", &self.counts())
            .finish_non_exhaustive()
    }
}

impl Store for Server {
    /// Values come as news.
    fn get(&self, _: &str) -> Option<Nimber> {
        None
    }

    fn insert(&self, text: String, value: Nimber) {
        self.tell(text, Found::Value(value.get()));
    }

    fn workers(&self) -> Option<&dyn Workers> {
        Some(self)
    }
}

impl Workers for Server {
    fn least_work(&self) -> u64 {
        self.shared.least_work.load(Relaxed)
    }

    fn seed(&self) -> u64 {
        self.shared.seed
    }

    fn has_news(&self) -> bool {
        self.shared.has_news.load(Relaxed)
    }

    fn news(&self) -> Vec<News> {
        // The flag is cleared under the lock of the list, under which the thread sets it.
        let mut state = self.shared.state();
        self.shared.has_news.store(false, Relaxed);
        mem::take(&mut state.news)
    }

    fn send(&self, news: News) {
        match news {
            News::Value(text, value) => self.insert(text, value),
            News::Found(text, numbers) => self.tell(text, Found::Facts(numbers)),
            // Replaced, not queued: only where the worker is at the end counts.
            News::UnderWay(seed, texts) => self.shared.state().under_way = Some((seed, texts)),
            _ => {} // of a later version of the library
        }
    }

    fn solved(&self, positions: u64, sharing: Duration) {
        self.shared.solved.fetch_add(positions, Relaxed);
        self.shared.sharing_nanos.fetch_add(u64::try_from(sharing.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    }

    fn reject(&self, position: String, sent: String, found: Option<String>) {
        let mut state = self.shared.state();
        let server = self.shared.name.clone();
        let error = match found {
            Some(found) => ServerError::Contradiction { server, position, sent, found },
            None => ServerError::NoPosition { server, text: position },
        };
        // The first contradiction is the one to report. Later ones may follow from it.
        state.error.get_or_insert(error);
        state.has_failed = true;
    }
}

impl Server {
    /// Puts something on the list, unless the server was away for too long.
    fn tell(&self, text: String, found: Found) {
        let mut state = self.shared.state();
        // The bound protects the memory of a worker whose server is away.
        if state.ends || state.outgoing.len() >= MOST_WAITING {
            state.counts.dropped += 1;
        } else {
            state.outgoing.push((text, found));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The thread that hangs is this one. What it sends ends the first wait.
    #[test]
    fn a_thread_that_hangs_is_waited_for_once() {
        let mut server = Server::join("redis://127.0.0.1:1".parse().unwrap(), "chomp", |_| {}).unwrap();
        server.close().unwrap();
        let (hangs, ended) = mpsc::channel();
        server.ended = Mutex::new(Some(ended));
        hangs.send(()).unwrap();
        server.close().unwrap();
        assert!(hangs.send(()).is_err(), "nobody waits any more");
    }
}
