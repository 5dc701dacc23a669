//! What each of several threads asks and tells of a store behind the memo that they share: a file, or other workers.
//!
//! A file is asked for the text of a position that is not in memory, and gets every value. Other workers hear of values that took much work, and
//! of positions under way for long, as from a [`Stored`](super::stored::Stored) by one thread. Whichever thread sees that there are news takes them
//! in: values go to where all threads find them, and positions of others to a list that each thread reads.

use std::cell::RefCell;
use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::search::found::{Behind, Found, Looked, Thread, View};
use crate::search::stored::{Store, insert};
use crate::search::workers::{News, RENEWED, Shared, Workers};

/// A store behind a memo that threads share.
pub(crate) struct ByText<'a, G: Notation> {
    game: &'a G,
    store: &'a dyn Store,
    threads: u32,
    /// The positions that threads here have claimed in the last second.
    own: Mutex<Vec<(Instant, String)>>,
    /// The positions that other workers have claimed since the threads started: each entry is one piece of news.
    claims: Mutex<Vec<Arc<[G::Position]>>>,
    /// The length of the list, so that it is locked only where there is something new.
    claimed: AtomicUsize,
}

impl<'a, G: Notation> ByText<'a, G> {
    /// The store of a game, for a number of threads.
    pub(crate) fn new(game: &'a G, store: &'a dyn Store, threads: usize) -> Self {
        let threads = u32::try_from(threads).unwrap_or(u32::MAX);
        Self { game, store, threads, own: Mutex::default(), claims: Mutex::default(), claimed: AtomicUsize::new(0) }
    }

    fn text(&self, key: &G::Position) -> String {
        self.game.text(slice::from_ref(key))
    }

    /// Tells others what a thread has claimed. A worker has one message of this kind on its way, so that it says what all threads have claimed.
    #[cold]
    fn claim(&self, workers: &dyn Workers, keys: Vec<&G::Position>) {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        own.retain(|(sent, _)| sent.elapsed() < RENEWED);
        own.extend(keys.into_iter().map(|key| (Instant::now(), self.text(key))));
        // A thread that has just come to the root of the search has claimed what others have.
        own.sort_by(|(_, one), (_, other)| one.cmp(other));
        own.dedup_by(|(_, one), (_, other)| one == other);
        workers.send(News::UnderWay(workers.seed(), own.iter().map(|(_, text)| text.clone()).collect()));
    }

    fn claims(&self) -> MutexGuard<'_, Vec<Arc<[G::Position]>>> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Notation + Sync> Behind<G::Position> for ByText<'_, G> {
    fn keeps_all(&self) -> bool {
        self.store.workers().is_none()
    }

    fn thread<'s>(&'s self, found: &'s Found<G::Position>) -> Box<dyn Thread<G::Position> + 's> {
        match self.store.workers() {
            None => Box::new(InFile(self)),
            Some(workers) => {
                let (view, state) = (found.view(), RefCell::new(State { shared: Shared::default(), read: 0 }));
                Box::new(Worker { team: self, workers, view, state })
            }
        }
    }
}

/// A thread before a file.
struct InFile<'a, G: Notation>(&'a ByText<'a, G>);

impl<G: Notation> Thread<G::Position> for InFile<'_, G> {
    fn look(&self, key: &G::Position) -> Looked {
        let Self(team) = self;
        team.store.get(&team.text(key)).map_or(Looked::Absent, Looked::Value)
    }

    fn insert(&self, key: &G::Position, value: Nimber) {
        let Self(team) = self;
        insert(team.game, team.store, key, value);
    }
}

/// A thread of a worker.
struct Worker<'a, G: Notation> {
    team: &'a ByText<'a, G>,
    workers: &'a dyn Workers,
    view: View<'a, G::Position>,
    state: RefCell<State<G::Position>>,
}

struct State<P> {
    /// The thread's own work, and what others have claimed.
    shared: Shared<P>,
    /// The length of the list of claims when it was read last.
    read: usize,
}

impl<G: Notation> Worker<'_, G> {
    /// Takes in what other workers have sent.
    #[cold]
    fn take_in(&self) {
        for news in self.workers.news() {
            match news {
                News::Value(text, sent) => match self.team.game.parse(&text).as_deref() {
                    Ok([key]) => match self.view.value::<Nimber>(key) {
                        Some(found) if found != sent => {
                            self.workers.reject(text, sent.to_string(), Some(found.to_string()));
                        }
                        Some(_) => {}
                        None => self.view.insert(key.clone(), sent),
                    },
                    // A position that has ended is written without components.
                    Ok([]) if sent.is_zero() => {}
                    _ => self.workers.reject(text, sent.to_string(), None),
                },
                // Facts are for a nimber search.
                News::Found(..) => {}
                News::UnderWay(_, texts) => {
                    let keys = texts.iter().filter_map(|text| match self.team.game.parse(text).as_deref() {
                        Ok([key]) => Some(key.clone()),
                        _ => None, // what is not understood changes no order
                    });
                    let mut claims = self.team.claims();
                    claims.push(keys.collect());
                    self.team.claimed.store(claims.len(), Relaxed);
                }
            }
        }
    }

    /// Reads the claims of other workers that this thread has not read.
    #[cold]
    fn read_claims(&self, state: &mut State<G::Position>) {
        let claims = self.team.claims();
        for keys in &claims[state.read..] {
            state.shared.is_at(0, self.workers.seed(), keys.to_vec());
        }
        state.read = claims.len();
    }
}

impl<G: Notation> Thread<G::Position> for Worker<'_, G> {
    fn look(&self, key: &G::Position) -> Looked {
        if !self.workers.has_news() {
            return Looked::Unknown;
        }
        let began = Instant::now();
        self.take_in();
        self.state.borrow_mut().shared.sharing += began.elapsed() / self.team.threads;
        self.view.value(key).map_or(Looked::Unknown, Looked::Value)
    }

    fn insert(&self, key: &G::Position, value: Nimber) {
        let mut state = self.state.borrow_mut();
        let work = state.shared.end(key, self.workers, |claims| self.team.claim(self.workers, claims));
        // What did not begin here was told by an oracle.
        if work.is_some_and(|work| work >= self.workers.least_work()) {
            let began = Instant::now();
            insert(self.team.game, self.team.store, key, value);
            state.shared.sharing += began.elapsed() / self.team.threads;
        }
    }

    fn begin(&self, key: &G::Position) {
        self.state.borrow_mut().shared.begin(key.clone());
    }

    fn reluctance(&self, key: &G::Position) -> u32 {
        let mut state = self.state.borrow_mut();
        if self.team.claimed.load(Relaxed) > state.read {
            self.read_claims(&mut state);
        }
        state.shared.reluctance(key, self.workers.seed())
    }
}
