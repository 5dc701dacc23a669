//! The engine by several threads, which fill one memo: a first part of the search is that of one thread, and then all work on the same position.
//!
//! In: a rule book, a theory, a table of values, a control, a position. Out: in the table what any thread has found, so that one thread that
//! asks again finds the value there. Answers do not depend on the number of threads.
//!
//! In place of the table there may be a store, with a bounded number of its values in memory. A file is asked by each thread for what is not in memory, and
//! told what is found; other workers are told and heard by each thread.

use std::borrow::BorrowMut;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, panic, thread};

use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::measure::SumRule;
use crate::measures::Grundy;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::Question;
use crate::search::backing::{Backed, BackingOfThread};
use crate::search::engine::Engine;
use crate::search::error::SolveError;
use crate::search::found::{Found, MOST_THREADS, OneWord, full_at, most_room};
use crate::search::memo::Table;
use crate::search::stored::Front;
use crate::search::theory::{ByMeasure, Theory};

/// Positions that are solved by one thread first, beside a memo with a number of them. To start and end threads, and to move what is in the memo to where
/// threads share it and back, takes longer than to search them. A memo that has many is that of a search which goes on, so that less is left to one thread.
pub(crate) fn first_part(in_memo: usize) -> u64 {
    let in_memo = in_memo as u64;
    (in_memo / 8).max(ALONE.saturating_sub(in_memo))
}

/// Positions that are solved by one thread beside an empty memo.
const ALONE: u64 = 1 << 14;

/// Threads whose memo was emptied go on as long as they solve a sixteenth of its room before it is full again. A guard, not tuned.
const NEW_OF_ROOM: usize = 16;

/// Values of a full memo that are looked up in the store before the memo is emptied.
const LOOKED_UP: usize = 64;

/// The least room before other workers: at 2^20 cells, the cells that stay free when a memo is full are as many as the values that the server hands out at a
/// time (2^18).
const NEWS: usize = 1 << 19;

/// The answer of one thread that solves `most` positions at most. `None` if there is more to do, and the control allows more.
pub(crate) fn alone_first<V, P>(
    control: &mut Control,
    most: u64,
    solve: impl FnOnce(&mut Control) -> Result<V, SolveError<P>>,
) -> Option<Result<V, SolveError<P>>> {
    // A part of the same control, so that the work counts, and another question under it does not start from 0.
    let mut part = control.part(most);
    let is_all = part.position_limit() == control.position_limit();
    let alone = solve(&mut part);
    control.spent(&part);
    match alone {
        _ if is_all => Some(alone),
        Err(SolveError::Stopped(stopped)) if stopped.is_positions() => None,
        // The number of moves that is allowed grows with the limit on positions.
        Err(SolveError::TooManyMoves { .. }) => None,
        found => Some(found),
    }
}

/// Runs `own` on this thread, and beside it `others` on as many more as make up the number, with their places from 1. A panic of one is handed
/// on. It is compiled once for all games, since what starts a thread is long.
pub(crate) fn beside(threads: usize, own: &mut dyn FnMut(), others: &(dyn Fn(usize) + Sync)) {
    thread::scope(|scope| {
        // Where the system starts no more threads, those that are there do the work.
        let started: Vec<_> = (1..threads)
            .map_while(|place| thread::Builder::new().spawn_scoped(scope, move || others(place)).ok())
            .collect();
        own();
        for other in started {
            other.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
        }
    });
}

/// The rule book's own oracle, asked for values with these notes; without `asks` it is not asked, and no value is known.
pub(crate) fn own_value<G: ImpartialGame>(
    game: &G,
    mut notes: impl BorrowMut<Notes>,
    asks: bool,
) -> impl FnMut(&G::Position, &mut Control) -> Result<Option<Nimber>, Stopped> {
    move |position, control| {
        if !asks {
            return Ok(None);
        }
        game.oracle(Question::Value(position), notes.borrow_mut(), control).into_value()
    }
}

/// Solves one component by several threads, so that its value is where values are kept. With `asks`, each thread asks the rule book's own oracle.
pub(crate) fn value_by_threads<G: ImpartialGame + Sync>(
    game: &G,
    component: &G::Position,
    values: Home<'_, G::Position, Nimber>,
    control: &mut Control,
    asks: bool,
    threads: usize,
) -> Result<(), SolveError<G::Position>> {
    let theory = ByMeasure { measure: &Grundy, rule: Grundy::sum };
    let known = |position: &G::Position| game.known_value(position);
    let ask = |position: &_, notes: &mut _, control: &mut _| own_value(game, notes, asks)(position, control);
    ByThreads { game, theory, values, control, known, ask, threads }.solve(component)
}

/// What is behind a memo that threads share: a store, which may be other workers.
pub(crate) trait Backing<K>: Sync {
    /// Whether it can be asked for what it was told. Other workers cannot.
    fn is_asked(&self) -> bool;

    /// The same, as a thread sees it.
    fn of_thread<'a>(&'a self, found: &'a Found<K>) -> Box<dyn BackingOfThread<K> + 'a>;
}

/// Where values are kept between searches.
pub(crate) enum Home<'a, P, V> {
    Table(&'a mut Table<P, V>),
    /// What is in memory of a store, the store, and the most positions that there is [room](most_room) for in memory.
    Store(&'a mut Front<P>, &'a dyn Backing<P>, usize),
}

impl<'a, P: Clone + Eq + Hash, V> Home<'a, P, V> {
    /// A store with about that many values in memory at most. `None` where several threads cannot share so few, or where what they cannot ask for again
    /// is more than that.
    pub(crate) fn store(front: &'a mut Front<P>, backing: &'a dyn Backing<P>, positions: usize) -> Option<Self> {
        let most = most_room(positions)?;
        (backing.is_asked() || front.len() <= full_at(most)).then_some(Self::Store(front, backing, most))
    }
}

impl<P: Clone + Eq + Hash, V: OneWord> Home<'_, P, V> {
    /// The number of values in memory.
    fn len(&self) -> usize {
        match self {
            Self::Table(table) => table.len(),
            Self::Store(front, ..) => front.len(),
        }
    }

    /// The positions that there is to be room for, beside a memo with that number: twice the positions in twice as many cells.
    fn room(&self, positions: usize, bytes: u64) -> usize {
        let mut room = positions.saturating_mul(2);
        match self {
            Self::Table(_) => {}
            Self::Store(_, backing, most) if backing.is_asked() => {
                room = room.min(*most);
                // In little memory the file is asked more often.
                while Found::<P>::bytes(room) > bytes && room > 1 {
                    room /= 2;
                }
            }
            Self::Store(_, _, most) => room = room.max(NEWS).min(*most),
        }
        room
    }

    /// The store, and whether it may have values that are not in memory.
    fn backing(&self) -> Option<(&dyn Backing<P>, bool)> {
        match self {
            Self::Table(_) => None,
            Self::Store(front, backing, _) => Some((*backing, !backing.is_asked() || !front.is_whole())),
        }
    }

    /// Moves the values in memory to where threads share them. If they do not fit there, they are asked for again.
    fn take_out(&mut self, found: &Found<P>, room: usize) {
        let view = found.view();
        match self {
            Self::Table(table) => mem::take(*table).into_iter().for_each(|(key, value)| view.insert(key, value)),
            Self::Store(front, backing, _) if backing.is_asked() && front.len() > full_at(room) => front.clear(),
            Self::Store(front, ..) => front.take_values().for_each(|(key, value)| view.insert(key, value)),
        }
    }

    /// Takes them back, with those that were found.
    fn take_back(&mut self, found: Found<P>) {
        match self {
            Self::Table(table) => table.extend_by(found.used(), found.into_values()),
            Self::Store(front, ..) => front.extend(found.into_values::<Nimber>()),
        }
    }

    /// Takes note that values which were told to the store are not in memory.
    fn set_dropped(&mut self) {
        match self {
            Self::Table(_) => {}
            Self::Store(front, ..) => front.set_dropped(),
        }
    }

    /// Whether the store has what was found, so that the threads may go on with an empty memo. Some values are looked up, since a store may forget.
    fn has_all_of(&self, full: &Found<P>) -> bool {
        match self {
            Self::Store(_, backing, _) if backing.is_asked() => {
                let asked = backing.of_thread(full);
                let has = |key, value| matches!(asked.look(key), Backed::Value(found) if found == value);
                full.values::<Nimber>().take(LOOKED_UP).all(|(key, value)| has(key, value))
            }
            _ => false,
        }
    }
}

/// A search by several threads.
pub(crate) struct ByThreads<'a, G: ImpartialGame, Y: Theory, K, A> {
    pub(crate) game: &'a G,
    /// Each thread has a copy.
    pub(crate) theory: Y,
    pub(crate) values: Home<'a, G::Position, Y::Value>,
    pub(crate) control: &'a mut Control,
    /// See [`Engine`].
    pub(crate) known: K,
    /// See [`Engine`]. Each thread has notes of its own.
    pub(crate) ask: A,
    pub(crate) threads: usize,
}

impl<G, Y, K, A> ByThreads<'_, G, Y, K, A>
where
    G: ImpartialGame + Sync,
    Y: Theory<Value: OneWord + Send> + Copy + Sync,
    K: Fn(&G::Position) -> Option<Y::Value> + Sync,
    A: Fn(&G::Position, &mut Notes, &mut Control) -> Result<Option<Y::Value>, Stopped> + Sync,
{
    /// Solves one position, so that its value is where values are kept. Where limits allow no memo that threads share, or no larger one, and the values
    /// that were found cannot be asked for again, the search is left to one thread, with these values.
    pub(crate) fn solve(&mut self, position: &G::Position) -> Result<(), SolveError<G::Position>> {
        let (mut full, mut has_emptied): (Option<Found<G::Position>>, bool) = (None, false);
        loop {
            let in_memory = full.as_ref().map_or_else(|| self.values.len(), Found::used);
            let bytes = self.control.byte_limit();
            let room = self.values.room(in_memory, bytes);
            // No memo may be larger than the full one.
            if let Some(full) = full.take_if(|full| full.has_cells_for(room)) {
                if !self.values.has_all_of(&full) {
                    self.values.take_back(full);
                    return Ok(());
                }
                self.values.set_dropped();
                has_emptied = true;
            }
            if Found::<G::Position>::bytes(room) > bytes {
                if let Some(full) = full {
                    self.values.take_back(full);
                }
                return Ok(());
            }
            let found = Found::with_room(room);
            match full.take() {
                None => self.values.take_out(&found, room),
                // The values of the full memo fill the larger one. Claims of positions under way are dropped.
                Some(full) => {
                    let view = found.view();
                    full.into_values().for_each(|(key, value): (_, Y::Value)| view.insert(key, value));
                }
            }
            let before = self.control.done();
            let next = self.search(position, &found);
            if found.has_refused() {
                self.values.set_dropped();
            }
            match next {
                // Nearly all that fills the memo comes from the store, and would fill it again. One thread can do with less.
                Next::Larger if has_emptied && self.control.done() - before < (room / NEW_OF_ROOM) as u64 => {
                    self.values.take_back(found);
                    return Ok(());
                }
                Next::Larger => full = Some(found),
                Next::Answer(answer) => {
                    self.values.take_back(found);
                    return answer;
                }
            }
        }
    }

    /// Searches until there is an answer or the memo should be larger.
    fn search(&mut self, position: &G::Position, found: &Found<G::Position>) -> Next<G::Position> {
        let team = Arc::new(Team { done: AtomicU64::new(self.control.done()), ..Team::default() });
        let Self { game, theory, known, ask, .. } = self;
        let backing = self.values.backing();
        let search = Search { game: *game, theory: *theory, known: &*known, ask: &*ask, backing, found, position };
        let (control, answers) = (&*self.control, Mutex::new(Vec::new()));
        let run = |is_first| {
            let answer = search.run(&team, control, is_first);
            answers.lock().unwrap_or_else(PoisonError::into_inner).push(answer);
        };
        // All threads search the same position. They part by themselves: a position that another one has claimed is
        // solved late.
        beside(self.threads.min(MOST_THREADS), &mut || run(true), &|_| run(false));
        let answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        // All threads have ended and told their last counts, so the difference is what they have done together.
        self.control.count(team.done.load(Relaxed) - self.control.done());
        team.answer(answers, self.control)
    }
}

/// What follows when all threads have stopped.
enum Next<P> {
    /// The search goes on with a larger memo.
    Larger,
    Answer(Result<(), SolveError<P>>),
}

/// What threads tell each other beside the memo.
#[derive(Default)]
struct Team {
    /// Positions solved by all, as of their last checks.
    done: AtomicU64,
    /// A thread has the answer, or has met a bound.
    has_ended: AtomicBool,
    is_over_limit: AtomicBool,
    is_memo_full: AtomicBool,
    /// The callback of the control has stopped the computation.
    is_cancelled: AtomicBool,
}

/// What all threads search.
struct Search<'a, G: ImpartialGame, Y, K, A> {
    game: &'a G,
    theory: Y,
    known: &'a K,
    ask: &'a A,
    backing: Option<(&'a dyn Backing<G::Position>, bool)>,
    found: &'a Found<G::Position>,
    position: &'a G::Position,
}

impl<G, Y, K, A> Search<'_, G, Y, K, A>
where
    G: ImpartialGame,
    Y: Theory<Value: OneWord> + Copy,
    K: Fn(&G::Position) -> Option<Y::Value>,
    A: Fn(&G::Position, &mut Notes, &mut Control) -> Result<Option<Y::Value>, Stopped>,
{
    /// The work of one thread. The first one calls the callback of the control.
    fn run(&self, team: &Arc<Team>, whole: &Control, is_first: bool) -> Result<Y::Value, SolveError<G::Position>> {
        // Each thread counts from 0 under a control of its own, whose callback adds to the count of all and stops the thread for the team.
        let counted = Arc::new(AtomicU64::new(0));
        let mut control = whole.restarted().watched({
            let (team, whole, counted, fill) =
                (Arc::clone(team), whole.clone(), Arc::clone(&counted), self.found.fill());
            move |mut progress| {
                progress.done = team.count(&counted, progress.done);
                // Limits of the team come before the user's callback, so that it is not asked about a search that stops in any case.
                if progress.done >= whole.position_limit() {
                    team.is_over_limit.store(true, Relaxed);
                    return ControlFlow::Break(());
                }
                if fill.is_high() {
                    team.is_memo_full.store(true, Relaxed);
                    return ControlFlow::Break(());
                }
                if is_first && whole.call(progress).is_break() {
                    team.is_cancelled.store(true, Relaxed);
                    return ControlFlow::Break(());
                }
                if team.has_ended.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        });
        let backing = self.backing.map(|(backing, has_more)| (backing.of_thread(self.found), has_more));
        let mut notes = Notes::default();
        let engine = Engine {
            game: self.game,
            theory: self.theory,
            memo: &mut self.found.view_before(backing),
            control: &mut control,
            known: self.known,
            ask: |position: &G::Position, control: &mut Control| (self.ask)(position, &mut notes, control),
        };
        let answer = engine.solve(self.position.clone());
        team.count(&counted, control.done());
        // An error ends all threads too: none of them could answer without meeting it.
        team.has_ended.store(true, Relaxed);
        answer
    }
}

impl Team {
    /// Counts what one thread has done since it was counted last, and tells what all have done.
    fn count(&self, counted: &AtomicU64, done: u64) -> u64 {
        // For checks at 4000 and 9000 of this thread, 4000 and then 5000 are added to the count of all.
        let more = done - counted.swap(done, Relaxed);
        self.done.fetch_add(more, Relaxed) + more
    }

    /// The answer of all: a value if one thread has it, else the reason why the first thread stopped that did not stop because of another.
    fn answer<V, P>(&self, answers: Vec<Result<V, SolveError<P>>>, control: &Control) -> Next<P> {
        if answers.iter().any(Result::is_ok) {
            return Next::Answer(Ok(()));
        }
        let mut stopped = Stopped::new(Bound::Cancelled, Unit::Positions, control.done(), 0);
        for error in answers.into_iter().filter_map(Result::err) {
            let SolveError::Stopped(own) = error else { return Next::Answer(Err(error)) };
            stopped.unfinished += own.unfinished;
            // A thread that stopped for another one is told as cancelled, by the callback that made it stop: any other bound is the reason.
            if !own.is_cancelled() {
                stopped.bound = own.bound;
            }
        }
        if self.is_over_limit.load(Relaxed) {
            stopped.bound = Bound::Positions(control.position_limit());
        }
        if stopped.is_cancelled() && self.is_memo_full.load(Relaxed) && !self.is_cancelled.load(Relaxed) {
            return Next::Larger;
        }
        Next::Answer(Err(stopped.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store that has the values of the numbers from some number on, which are their squares, or other workers.
    struct Squares {
        from: u64,
        is_asked: bool,
    }

    impl Backing<u64> for Squares {
        fn is_asked(&self) -> bool {
            self.is_asked
        }

        fn of_thread<'a>(&'a self, _: &'a Found<u64>) -> Box<dyn BackingOfThread<u64> + 'a> {
            Box::new(self)
        }
    }

    impl BackingOfThread<u64> for &Squares {
        fn look(&self, key: &u64) -> Backed {
            if *key >= self.from { Backed::Value(Nimber::new(key * key)) } else { Backed::Absent }
        }

        fn insert(&self, key: &u64, _: Nimber, _: bool) {
            panic!("{key} is not told");
        }
    }

    /// A memo is emptied only if the store has what is in it.
    #[test]
    fn a_memo_before_a_store_that_forgets_is_not_emptied() {
        for (from, is_asked, may_empty) in [(0, true, true), (500, true, false), (0, false, false)] {
            let (squares, mut front) = (Squares { from, is_asked }, Front::new(100_000, true));
            front.extend((0..1000).map(|key| (key, Nimber::new(key * key))));
            assert!(Home::<_, Nimber>::store(&mut front, &squares, 90_111).is_none());
            let mut home: Home<'_, u64, Nimber> = Home::store(&mut front, &squares, 100_000).unwrap();
            let room = home.room(home.len(), u64::MAX);
            let found = Found::with_room(room);
            home.take_out(&found, room);
            assert_eq!((home.len(), found.used()), (0, 1000));
            assert_eq!(home.has_all_of(&found), may_empty, "{from} {is_asked}");
            if may_empty {
                home.set_dropped();
            }
            assert_eq!(home.backing().unwrap().1, may_empty || !is_asked, "the store is asked for what is gone");
            home.take_back(found);
            assert_eq!(home.len(), 1000);
        }
    }

    /// In little memory the memo is small, and what does not fit is left to the store. Other workers need room for their news.
    #[test]
    fn a_memo_before_a_store_keeps_its_bounds() {
        let most = full_at(1 << 20);
        for (is_asked, bytes, expected) in
            [(true, u64::MAX, 1_000_000), (true, Found::<u64>::bytes(1 << 18), 250_000), (false, u64::MAX, 1_000_000)]
        {
            let (squares, mut front) = (Squares { from: 0, is_asked }, Front::new(most, false));
            front.extend((0..500_000).map(|key| (key, Nimber::new(key * key))));
            let mut home: Home<'_, u64, Nimber> = Home::store(&mut front, &squares, most).unwrap();
            let room = home.room(home.len(), bytes);
            assert_eq!((room, home.room(0, bytes)), (expected, if is_asked { 0 } else { NEWS }));
            let found = Found::with_room(room);
            home.take_out(&found, room);
            let fits = 500_000 <= full_at(room);
            assert_eq!((found.used(), home.len()), (if fits { 500_000 } else { 0 }, 0), "{is_asked} {bytes}");
        }
        // Of what cannot be asked for again there is too much for the largest memo.
        let (squares, mut front) = (Squares { from: 0, is_asked: false }, Front::new(most, false));
        front.extend((0..200_000).map(|key| (key, Nimber::ZERO)));
        assert!(Home::<_, Nimber>::store(&mut front, &squares, 200_000).is_none());
    }
}
