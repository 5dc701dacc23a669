//! A memo with a bounded number of positions in memory, in front of a store that is slower and larger: a file, a server.
//!
//! By hand, with room for 2 positions: the values of positions 1, 2, 3 are found in this order. Each goes to the store at once. In memory are
//! the last two generations of one position each: 2 and 3. When 1 is asked for, it is not in memory, so the store is asked for the text of 1,
//! and the answer becomes the youngest value in memory, which 2 leaves.

use std::cell::RefCell;
use std::mem;
use std::slice;
use std::sync::Arc;
use std::time::Instant;

use crate::components::Components;
use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::search::checkpoint::Checkpoint;
use crate::search::front::{Front, Unread};
use crate::search::memo::Memo;
use crate::search::workers::{News, Workers};

/// A store of Grundy values by the text of a position, such as a file. [`Stored`] makes a memo of it.
///
/// A store may forget, and may be late: a position whose value is not found is solved again. Each value that it gives must be one that was
/// inserted for the same text, by the same version of the same rules.
pub trait Store: Send + Sync {
    /// The value of the position with this text, if the store has it.
    fn get(&self, text: &str) -> Option<Nimber>;

    /// Keeps the value of the position with this text, now or later.
    fn insert(&self, text: String, value: Nimber);

    /// The number of values, if it is known. A memo in front of an empty store asks for nothing that it still has in memory itself.
    fn count(&self) -> Option<u64> {
        None
    }

    /// The number of parts in which the values that it had at first can be read. A memo that has room for all of them reads on while it asks in vain, until it has
    /// them in memory and need not ask any more. The default has no parts, and is asked.
    fn parts(&self) -> u64 {
        0
    }

    /// The values of a part, by its number from 0; `None` if it cannot be read.
    fn part(&self, number: u64) -> Option<Vec<(String, Nimber)>> {
        let _ = number;
        None
    }

    /// The other workers, if several searches share the store while they run. Then [`get`](Self::get) is not asked: values come as
    /// [`News`]. The default says that there are none.
    fn workers(&self) -> Option<&dyn Workers> {
        None
    }

    /// Where a nimber search keeps what it knows of positions without values. The default keeps nothing.
    fn checkpoint(&self) -> Option<&dyn Checkpoint> {
        None
    }
}

/// Implements the trait for pointers to a store.
macro_rules! store_behind_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<S: Store + ?Sized> Store for $pointer {
            fn get(&self, text: &str) -> Option<Nimber> {
                (**self).get(text)
            }

            fn insert(&self, text: String, value: Nimber) {
                (**self).insert(text, value);
            }

            fn count(&self) -> Option<u64> {
                (**self).count()
            }

            fn parts(&self) -> u64 {
                (**self).parts()
            }

            fn part(&self, number: u64) -> Option<Vec<(String, Nimber)>> {
                (**self).part(number)
            }

            fn workers(&self) -> Option<&dyn Workers> {
                (**self).workers()
            }

            fn checkpoint(&self) -> Option<&dyn Checkpoint> {
                (**self).checkpoint()
            }
        }
    )*};
}
store_behind_a_pointer!(&S, Arc<S>);

/// A memo of Grundy values with a bounded number of positions in memory, in front of a [`Store`].
///
/// Every value goes to the store. A position that is not in memory is looked up in the store by its [text](Notation::text), which must be
/// different for different positions, as [`Notation`] says. What was used last is kept in memory: of the bound, at least half.
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::Mutex;
/// use grundy::{Kayles, Nimber, Solver, Store, Stored, Unhinted};
///
/// #[derive(Default)]
/// struct Shelf(Mutex<HashMap<String, Nimber>>);
///
/// impl Store for Shelf {
///     fn get(&self, text: &str) -> Option<Nimber> {
///         self.0.lock().unwrap().get(text).copied()
///     }
///     fn insert(&self, text: String, value: Nimber) {
///         self.0.lock().unwrap().insert(text, value);
///     }
/// }
///
/// let shelf = Shelf::default();
/// Solver::with_memo(Unhinted(Kayles), Stored::new(Kayles, &shelf, 16)).grundy(70)?;
/// assert_eq!(shelf.get("70"), Some(Nimber::new(6)));
///
/// let mut again = Solver::with_memo(Unhinted(Kayles), Stored::new(Kayles, &shelf, 16));
/// assert_eq!((again.grundy(70)?, again.control().done()), (Nimber::new(6), 0));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Debug)]
pub struct Stored<G: Notation, S> {
    game: G,
    store: S,
    front: RefCell<Front<G::Position>>,
}

impl<G: Notation, S: Store> Stored<G, S> {
    /// A memo of the game whose notation names positions, with at most `positions` values in memory.
    pub fn new(game: G, store: S, positions: usize) -> Self {
        let count = store.count();
        let mut front = Front::new(positions);
        match count {
            Some(0) => front.unread = Unread::nothing(),
            Some(count) if count <= positions as u64 / 2 => front.unread = Unread::parts(store.parts()),
            _ => {}
        }
        Self { game, store, front: RefCell::new(front) }
    }

    /// A memo that goes on with what another one had in memory.
    pub(crate) const fn with_front(game: G, store: S, front: Front<G::Position>) -> Self {
        Self { game, store, front: RefCell::new(front) }
    }

    /// What is in memory.
    pub(crate) fn into_front(self) -> Front<G::Position> {
        let mut front = self.front.into_inner();
        front.shared.clear();
        front
    }

    /// The store.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// The value of a position that is not among the youngest in memory. Apart from [`recall`](Memo::recall), which most look-ups end in.
    #[inline(never)]
    fn look_further(&self, key: &G::Position) -> Option<Nimber> {
        let mut front = self.front.borrow_mut();
        // `recall` has looked among the young values.
        if let Some(value) = front.values.get_old(key) {
            return Some(value);
        }
        if let Some(workers) = self.store.workers() {
            if workers.has_news() {
                let began = Instant::now();
                self.take_in(&mut front, workers);
                front.shared.share(began.elapsed());
                if let Some(value) = front.values.get(key) {
                    return Some(value);
                }
            }
            // The search solves the position next, or asks again before it does.
            let solved = front.shared.solved();
            front.absent.insert(key.clone(), solved);
            return None;
        }
        // The store is slow, so it is not asked for what it did not have before, and for nothing if all that it has is
        // in memory.
        if front.is_whole() || front.absent.get(key).is_some() {
            return None;
        }
        let found = self.store.get(&text(&self.game, key));
        if let Some(value) = found {
            front.remember(key.clone(), value);
        } else {
            front.absent.insert(key.clone(), 0);
            self.read_on(&mut front);
        }
        found
    }

    /// Reads the next part of the store, where memory has room for all of it, every few times that a value is not there.
    fn read_on(&self, front: &mut Front<G::Position>) {
        let Some(number) = front.next_part() else { return };
        front.take_in(part(&self.game, &self.store, number));
    }

    /// Takes in what other workers have sent.
    fn take_in(&self, front: &mut Front<G::Position>, workers: &dyn Workers) {
        let (parse, listens) = (|text: &str| self.game.parse(text).ok(), front.shared.listens());
        read(&parse, workers, listens, &mut |news| match news {
            News::Value(key, sent) => {
                let found = front.values.get(&key);
                if found.is_none() {
                    front.remember(key.clone(), sent);
                    front.shared.hear(News::Value(key, sent));
                }
                found
            }
            News::Found(..) => {
                front.shared.hear(news);
                None
            }
            News::UnderWay(worker, keys) => {
                front.shared.is_at(worker, workers.seed(), keys);
                None
            }
        });
    }
}

/// Reads what other workers have sent, and hands it to `sink` with positions in place of texts: facts only if a nimber search listens. For a value, `sink` returns
/// the value that was known here.
pub(super) fn read<P: Clone>(
    parse: &dyn Fn(&str) -> Option<Components<P>>,
    workers: &dyn Workers,
    listens: bool,
    sink: &mut dyn FnMut(News<P>) -> Option<Nimber>,
) {
    // The position with a text, if it has one component.
    let key = |text: &str| match parse(text).as_deref() {
        Some([key]) => Some(key.clone()),
        _ => None,
    };
    for news in workers.news() {
        match news {
            News::Value(text, sent) => match parse(&text).as_deref() {
                Some([key]) => match sink(News::Value(key.clone(), sent)) {
                    Some(found) if found != sent => {
                        workers.reject(text, sent.to_string(), Some(found.to_string()));
                    }
                    _ => {}
                },
                // A position that has ended is written without components.
                Some([]) if sent.is_zero() => {}
                _ => workers.reject(text, sent.to_string(), None),
            },
            News::Found(text, found) if listens => match key(&text) {
                Some(key) => _ = sink(News::Found(key, found)),
                None => workers.reject(text, format!("{found:?}"), None),
            },
            News::Found(..) => {}
            // What is not understood changes no order.
            News::UnderWay(worker, texts) => {
                sink(News::UnderWay(worker, texts.iter().filter_map(|text| key(text)).collect()));
            }
        }
    }
}

/// The text by which a store knows a position.
pub(super) fn text<G: Notation>(game: &G, key: &G::Position) -> String {
    game.text(slice::from_ref(key))
}

/// A part of a store by positions, or `None` if it cannot be read.
pub(super) fn part<G: Notation>(
    game: &G,
    store: &(impl Store + ?Sized),
    number: u64,
) -> Option<impl Iterator<Item = (G::Position, Nimber)>> {
    let part = store.part(number)?.into_iter();
    Some(part.filter_map(|(text, value)| Some((key(game, &text)?, value))))
}

/// The position with a text, if it has one component.
fn key<G: Notation>(game: &G, text: &str) -> Option<G::Position> {
    match game.parse(text).as_deref() {
        Ok([key]) => Some(key.clone()),
        _ => None,
    }
}

/// Hands a value to a store.
pub(super) fn insert<G: Notation>(game: &G, store: &(impl Store + ?Sized), key: &G::Position, value: Nimber) {
    let text = text(game, key);
    // A text that is read as another position would hand its value to that position. In a user's tests this is looked at; here the laws of notation do.
    debug_assert!(
        game.parse(&text).is_ok_and(|read| match &read[..] {
            [] => value.is_zero(),
            [one] => one == key,
            _ => false,
        }),
        "{key:?} is written {text}, which is read as another position"
    );
    store.insert(text, value);
}

impl<G: Notation, S: Store> Memo<G::Position, Nimber> for Stored<G, S> {
    #[inline]
    fn recall(&self, key: &G::Position) -> Option<Nimber> {
        let youngest = self.front.borrow().values.young.get(key).copied();
        youngest.or_else(|| self.look_further(key))
    }

    fn insert(&mut self, key: G::Position, value: Nimber) {
        // A store without workers gets each value. Workers hear only of values that took much work.
        let mut is_sent = true;
        if let Some(workers) = self.store.workers() {
            let front = self.front.get_mut();
            let texts = |keys: Vec<&_>| keys.into_iter().map(|key| text(&self.game, key)).collect();
            front.shared.end(&key, workers, &|keys| workers.send(News::UnderWay(workers.seed(), texts(keys))));
            // What is no longer remembered as absent began long ago.
            let work = front.absent.get(&key).map_or(u64::MAX, |began| front.shared.solved() - began);
            is_sent = work >= workers.least_work();
            // News may have brought a value since the search began with the position.
            if let Some(sent) = front.values.get(&key).filter(|sent| *sent != value) {
                self.contradict(&key, sent.to_string(), value.to_string());
            }
        }
        if is_sent {
            let began = self.store.workers().map(|_| Instant::now());
            insert(&self.game, &self.store, &key, value);
            if let Some(began) = began {
                self.front.get_mut().shared.share(began.elapsed());
            }
        }
        self.front.get_mut().remember(key, value);
    }

    fn is_shared(&self) -> bool {
        self.store.workers().is_some()
    }

    fn reluctance(&self, key: &G::Position) -> u32 {
        self.store.workers().map_or(0, |workers| self.front.borrow().shared.reluctance(key, workers.seed()))
    }

    fn begin(&mut self, key: &G::Position) {
        self.front.get_mut().shared.begin(key.clone());
    }

    fn give_up(&mut self, key: &G::Position) {
        self.front.get_mut().shared.give_up(key);
    }

    fn found_elsewhere(&self, key: &G::Position) -> Option<Nimber> {
        let mut front = self.front.borrow_mut();
        let found = front.values.get(key)?;
        front.shared.give_up(key);
        Some(found)
    }

    fn exchange(&mut self, listed: u64, told: Vec<News<G::Position>>) -> Vec<News<G::Position>> {
        let Some(workers) = self.store.workers() else { return Vec::new() };
        let began = Instant::now();
        let mut front = self.front.borrow_mut();
        // Before news are taken in: without a listener they are not kept for the nimber search.
        front.shared.listen();
        for news in told {
            match news {
                News::Found(key, found) if found.first().is_some_and(|work| *work >= workers.least_work()) => {
                    workers.send(News::Found(text(&self.game, &key), found));
                }
                News::UnderWay(_, path) if front.shared.leads_elsewhere(&path) => {
                    workers
                        .send(News::UnderWay(workers.seed(), path.iter().map(|key| text(&self.game, key)).collect()));
                }
                _ => {} // values are told when they are inserted
            }
        }
        if workers.has_news() {
            self.take_in(&mut front, workers);
        }
        let sharing = mem::take(&mut front.shared.sharing) + began.elapsed();
        workers.solved(listed, sharing);
        front.shared.take_heard()
    }

    fn contradict(&mut self, key: &G::Position, sent: String, found: String) {
        if let Some(workers) = self.store.workers() {
            workers.reject(text(&self.game, key), sent, Some(found));
        }
    }

    fn checkpoint(&self) -> Option<&dyn Checkpoint<G::Position>> {
        self.store.checkpoint().map(|_| self as _)
    }

    fn bytes_with(&self, more: usize) -> u64 {
        let front = self.front.borrow();
        (front.values.bytes(more) + front.absent.bytes(more)) as u64
    }

    /// What is in memory goes. The store has it.
    fn forget(&mut self) {
        self.front.get_mut().clear();
    }
}

/// The checkpoint of the store, by memo keys in place of texts.
impl<G: Notation, S: Store> Checkpoint<G::Position> for Stored<G, S> {
    fn read(&self) -> Vec<(G::Position, Vec<u64>)> {
        let Some(checkpoint) = self.store.checkpoint() else { return Vec::new() };
        let mut facts = Vec::new();
        // Facts are of one component each. If all of a part are refused, the next part is asked for: an empty one would say that there is nothing more.
        while facts.is_empty() {
            let part = checkpoint.read();
            if part.is_empty() {
                break;
            }
            for (text, found) in part {
                match key(&self.game, &text) {
                    Some(key) => facts.push((key, found)),
                    None => checkpoint.reject(&text, format!("{found:?}"), None),
                }
            }
        }
        facts
    }

    fn is_due(&self, has_stopped: bool) -> bool {
        self.store.checkpoint().is_some_and(|checkpoint| checkpoint.is_due(has_stopped))
    }

    fn write(&self, facts: &mut dyn Iterator<Item = (G::Position, Vec<u64>)>) {
        if let Some(checkpoint) = self.store.checkpoint() {
            checkpoint.write(&mut facts.map(|(key, found)| (text(&self.game, &key), found)));
        }
    }

    fn reject(&self, key: &G::Position, read: String, found: Option<String>) {
        if let Some(checkpoint) = self.store.checkpoint() {
            checkpoint.reject(&text(&self.game, key), read, found);
        }
    }
}
