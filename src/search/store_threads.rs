//! The store behind a memo that several threads share, as each thread sees it: a file, or other workers.
//!
//! A file is asked for the text of a position that is not in memory, and is told every value. While it is asked in vain, it is read part by part, as by one thread,
//! until all that it has is in memory. Other workers are told values that took much work, and
//! positions under way for long, as by a [`Stored`](super::stored::Stored) of one thread. Whichever thread sees that there are news reads them: it puts
//! values where all threads find them, and positions that others are at into a list that each thread reads.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::search::backing::{Backed, BackingOfThread};
use crate::search::found::{Found, View};
use crate::search::front::{ASKED_BEFORE_A_PART, Unread};
use crate::search::home::Backing;
use crate::search::stored::{Store, insert, part, read, text};
use crate::search::workers::{LAPSES, News, RENEWED, Shared, Workers};

/// A store behind a memo that threads share.
pub(crate) struct StoreOfThreads<'a, G: Notation> {
    game: &'a G,
    store: &'a dyn Store,
    threads: usize,
    /// What of a file is still to be read.
    unread: Mutex<Unread>,
    /// How often threads have asked the file for a value that it does not have.
    asked_in_vain: AtomicU32,
    /// The positions that threads here have claimed in the last second.
    own: Mutex<Vec<(Instant, String)>>,
    claims: Mutex<Claims<G::Position>>,
    /// The [count](Claims::count), so that the list is locked only where there is something new.
    claimed: AtomicUsize,
}

/// What other workers have claimed.
struct Claims<P> {
    /// Positions of one piece of news each, which have not lapsed.
    last: VecDeque<(Instant, Vec<P>)>,
    /// The number of pieces since the threads started.
    count: usize,
}

impl<'a, G: Notation> StoreOfThreads<'a, G> {
    /// The store of a game, for a number of threads, and what of it is still to be read.
    pub(crate) fn new(game: &'a G, store: &'a dyn Store, threads: usize, unread: Unread) -> Self {
        let claims = Mutex::new(Claims { last: VecDeque::new(), count: 0 });
        let (unread, own) = (Mutex::new(unread), Mutex::default());
        Self {
            game,
            store,
            threads,
            unread,
            asked_in_vain: AtomicU32::new(0),
            own,
            claims,
            claimed: AtomicUsize::new(0),
        }
    }

    /// What the threads have left unread.
    pub(crate) fn into_unread(self) -> Unread {
        self.unread.into_inner().unwrap_or_default()
    }

    /// Tells others what a thread has claimed. A worker has one message of this kind on its way, so that it says what all threads have claimed.
    #[cold]
    fn claim(&self, workers: &dyn Workers, keys: Vec<&G::Position>) {
        let texts = keys.into_iter().map(|key| text(self.game, key)).collect();
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        workers.send(News::UnderWay(workers.seed(), renewed(&mut own, texts)));
    }

    fn claims(&self) -> MutexGuard<'_, Claims<G::Position>> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of what another worker has claimed.
    fn add_claims(&self, keys: Vec<G::Position>) {
        let mut claims = self.claims();
        while claims.last.front().is_some_and(|(sent, _)| sent.elapsed() >= LAPSES) {
            claims.last.pop_front();
        }
        claims.last.push_back((Instant::now(), keys));
        claims.count += 1;
        self.claimed.store(claims.count, Relaxed);
    }
}

/// Adds claims to those of the last second. Returns all of them.
fn renewed(own: &mut Vec<(Instant, String)>, claimed: Vec<String>) -> Vec<String> {
    own.retain(|(sent, _)| sent.elapsed() < RENEWED);
    own.extend(claimed.into_iter().map(|text| (Instant::now(), text)));
    // All threads claim the position of the question.
    own.sort_by(|(_, one), (_, other)| one.cmp(other));
    own.dedup_by(|(_, one), (_, other)| one == other);
    own.iter().map(|(_, text)| text.clone()).collect()
}

impl<G: Notation + Sync> Backing<G::Position> for StoreOfThreads<'_, G> {
    fn is_asked(&self) -> bool {
        self.store.workers().is_none()
    }

    fn set_dropped(&self) {
        *self.unread.lock().unwrap_or_else(PoisonError::into_inner) = Unread::default();
    }

    fn of_thread<'s>(&'s self, found: &'s Found<G::Position>) -> Box<dyn BackingOfThread<G::Position> + 's> {
        match self.store.workers() {
            None => Box::new(File { team: self, view: found.view() }),
            Some(workers) => {
                let shared = Shared::of_thread(self.threads);
                let state = RefCell::new(State { shared, read: self.claimed.load(Relaxed) });
                Box::new(Worker { team: self, workers, view: found.view(), state })
            }
        }
    }
}

/// A file, as a thread sees it.
struct File<'a, G: Notation> {
    team: &'a StoreOfThreads<'a, G>,
    view: View<'a, G::Position>,
}

impl<G: Notation> File<'_, G> {
    /// Reads the next part, where it is time to and the memo is not nearly full.
    fn read_on(&self) {
        let Self { team, view } = self;
        let asked = team.asked_in_vain.fetch_add(1, Relaxed).wrapping_add(1);
        if !asked.is_multiple_of(ASKED_BEFORE_A_PART) || view.is_high() {
            return;
        }
        let mut unread = team.unread.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(number) = unread.next_part() else { return };
        let part = part(team.game, team.store, number);
        unread.end_part(part.is_some());
        part.into_iter().flatten().for_each(|(key, value)| view.insert(key, value));
    }
}

impl<G: Notation + Sync> BackingOfThread<G::Position> for File<'_, G> {
    /// While another thread reads a part this one asks, and does not wait.
    fn is_read(&self) -> bool {
        !self.view.has_refused() && self.team.unread.try_lock().is_ok_and(|unread| unread.is_read())
    }

    fn look(&self, key: &G::Position) -> Backed {
        let found = self.team.store.get(&text(self.team.game, key));
        if found.is_none() {
            self.read_on();
        }
        found.map_or(Backed::Absent, Backed::Value)
    }

    fn insert(&self, key: &G::Position, value: Nimber, is_new: bool) {
        if is_new {
            insert(self.team.game, self.team.store, key, value);
        }
    }
}

/// Other workers, as a thread of this one sees them.
struct Worker<'a, G: Notation> {
    team: &'a StoreOfThreads<'a, G>,
    workers: &'a dyn Workers,
    view: View<'a, G::Position>,
    state: RefCell<State<G::Position>>,
}

struct State<P> {
    /// The thread's own work, and what others have claimed.
    shared: Shared<P>,
    /// The number of pieces of news with claims that the thread has read.
    read: usize,
}

impl<G: Notation> Worker<'_, G> {
    /// Reads what other workers have sent.
    #[cold]
    fn take_in(&self) {
        let parse = |text: &str| self.team.game.parse(text).ok();
        read(&parse, self.workers, false, &mut |news| match news {
            News::Value(key, sent) => {
                let found = self.view.value(&key);
                if found.is_none() {
                    self.view.insert(key, sent);
                }
                found
            }
            News::UnderWay(_, keys) => {
                self.team.add_claims(keys);
                None
            }
            News::Found(..) => unreachable!("facts are for a nimber search, which does not come here"),
        });
    }

    /// Reads the claims of other workers that this thread has not read.
    #[cold]
    fn read_claims(&self, state: &mut State<G::Position>) {
        let claims = self.team.claims();
        let unread = (claims.count - state.read).min(claims.last.len());
        for (_, keys) in claims.last.range(claims.last.len() - unread..) {
            state.shared.are_claimed(keys.iter().cloned());
        }
        state.read = claims.count;
    }
}

impl<G: Notation + Sync> BackingOfThread<G::Position> for Worker<'_, G> {
    fn look(&self, key: &G::Position) -> Backed {
        // News are given once. When the memo is nearly full they wait for the next one.
        if !self.workers.has_news() || self.view.is_high() {
            return Backed::Unknown;
        }
        let began = Instant::now();
        self.take_in();
        self.state.borrow_mut().shared.share(began.elapsed());
        self.view.value(key).map_or(Backed::Unknown, Backed::Value)
    }

    fn insert(&self, key: &G::Position, value: Nimber, is_new: bool) {
        let mut state = self.state.borrow_mut();
        let work = state.shared.end(key, self.workers, &|claims| self.team.claim(self.workers, claims));
        // News may have brought a value since the search began with the position.
        if let Some(sent) = self.view.value::<Nimber>(key).filter(|sent| !is_new && *sent != value) {
            self.workers.reject(text(self.team.game, key), sent.to_string(), Some(value.to_string()));
        }
        // The search did not begin with a position that an oracle told.
        if is_new && work.is_some_and(|work| work >= self.workers.least_work()) {
            let began = Instant::now();
            insert(self.team.game, self.team.store, key, value);
            state.shared.share(began.elapsed());
        }
    }

    fn begin(&self, key: &G::Position) {
        self.state.borrow_mut().shared.begin(key.clone());
    }

    fn give_up(&self, key: &G::Position) {
        self.state.borrow_mut().shared.give_up(key);
    }

    fn reluctance(&self, key: &G::Position) -> u32 {
        let mut state = self.state.borrow_mut();
        if self.team.claimed.load(Relaxed) > state.read {
            self.read_claims(&mut state);
        }
        state.shared.reluctance(key, self.workers.seed())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::components::Components;
    use crate::game::ImpartialGame;
    use crate::notation::NotationError;
    use crate::search::front::Front;
    use crate::search::home::Home;
    use crate::search::memo::Memo;

    /// One heap, of which any number is taken.
    struct Heap;

    impl ImpartialGame for Heap {
        type Position = u64;
        type Move = u64;

        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            0..*heap
        }

        fn play(&self, _: &u64, left: &u64) -> Components<u64> {
            (*left).into()
        }
    }

    impl Notation for Heap {
        fn component_name(&self, _: &u64) -> &'static str {
            "heap"
        }

        fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
            text.parse().map(u64::into).map_err(|_| NotationError::new(text, 0, "a heap is a number"))
        }

        fn text(&self, heaps: &[u64]) -> String {
            heaps.iter().map(u64::to_string).collect()
        }
    }

    /// A store that was empty at first.
    #[derive(Default)]
    struct Shelf(Mutex<HashMap<String, Nimber>>);

    impl Store for Shelf {
        fn get(&self, text: &str) -> Option<Nimber> {
            self.0.lock().unwrap().get(text).copied()
        }

        fn insert(&self, text: String, value: Nimber) {
            self.0.lock().unwrap().insert(text, value);
        }
    }

    /// What a file that is not asked while all that it has is in memory was told, it has when memory is full.
    #[test]
    fn a_full_memo_may_be_emptied_before_a_file_that_was_read() {
        let (shelf, mut front) = (Shelf::default(), Front::new(100_000));
        let store = StoreOfThreads::new(&Heap, &shelf, 2, Unread::nothing());
        let mut home: Home<'_, u64, Nimber> = Home::store(&mut front, &store, 100_000).unwrap();
        let found = Found::with_room(home.room(0, u64::MAX));
        let view = || found.view_before(Some((Backing::of_thread(&store, &found), true)));
        (0..1000).for_each(|heap| Memo::insert(&mut view(), heap, Nimber::new(heap)));
        assert!(home.has_all_of(&found));
        home.set_dropped();
        let emptied = Found::with_room(home.room(0, u64::MAX));
        let view = emptied.view_before(Some((Backing::of_thread(&store, &emptied), true)));
        assert_eq!(view.recall(&7), Some(Nimber::new(7)), "it is asked again");
    }
}
