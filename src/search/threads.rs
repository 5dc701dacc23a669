//! The engine by several threads, which fill one memo: a first part of the search is that of one thread, and then all work on the same position.
//!
//! In: a rule book, a theory, a table of values, a control, a position. Out: in the table what any thread has found, so that one thread that
//! asks again finds the value there. Answers do not depend on the number of threads.
//!
//! In place of the table there may be a store, with a bounded number of its values in memory. Each thread asks it for what is not in memory, and tells
//! it what is found.

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
use crate::search::engine::Engine;
use crate::search::error::SolveError;
use crate::search::found::{Behind, Found, OneWord, most_room};
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

/// Threads whose memo was full and is emptied go on if the part of its positions that they solve until it is full again is at least this one. A guard, not tuned.
const LEAST_NEW: usize = 16;

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

/// Where values are kept between searches.
pub(crate) enum Home<'a, P, V> {
    Table(&'a mut Table<P, V>),
    /// What is in memory of a store, the store, and the most positions that there is [room](most_room) for in memory.
    Store(&'a mut Front<P>, &'a dyn Behind<P>, usize),
}

impl<'a, P, V> Home<'a, P, V> {
    /// A store with at most that many values in memory. `None` where several threads cannot share so few.
    pub(crate) fn store(front: &'a mut Front<P>, behind: &'a dyn Behind<P>, positions: usize) -> Option<Self> {
        Some(Self::Store(front, behind, most_room(positions)?))
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

    /// The store, and whether it may have values that are not in memory.
    fn behind(&self) -> Option<(&dyn Behind<P>, bool)> {
        match self {
            Self::Table(_) => None,
            Self::Store(front, behind, _) => Some((*behind, !front.is_whole())),
        }
    }

    /// Moves the values in memory to where threads share them.
    fn take_out(&mut self, found: &Found<P>) {
        let view = found.view();
        match self {
            Self::Table(table) => mem::take(*table).into_iter().for_each(|(key, value)| view.insert(key, value)),
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

    /// Keeps nothing in memory of what was found, if the store has it all.
    fn drops_all(&mut self) -> bool {
        match self {
            Self::Store(front, behind, _) if behind.keeps_all() => {
                front.has_dropped();
                true
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
    /// Solves one position, so that its value is where values are kept. Where the limit on bytes allows no memo that threads share, or no
    /// larger one, the search is left to one thread, with what was found so far.
    pub(crate) fn solve(&mut self, position: &G::Position) -> Result<(), SolveError<G::Position>> {
        let (mut full, mut has_dropped): (Option<Found<G::Position>>, bool) = (None, false);
        loop {
            // Twice the positions in twice as many cells: four times the cells that are full now.
            let mut room = full.as_ref().map_or_else(|| self.values.len(), Found::used).saturating_mul(2);
            if let Home::Store(_, _, most) = self.values {
                room = room.min(most);
            }
            let is_largest = full.as_ref().is_some_and(|full| full.has_cells_for(room));
            // Under its limits there is no larger memo. Then threads go on with an empty one, if the store has all values, or one thread goes on
            // with those that were found so far.
            if Found::<G::Position>::bytes(room) > self.control.byte_limit() || is_largest && !self.values.drops_all() {
                if let Some(full) = full {
                    self.values.take_back(full);
                }
                return Ok(());
            }
            if is_largest {
                (full, has_dropped) = (None, true);
            }
            let found = Found::with_room(room);
            match full.take() {
                None => self.values.take_out(&found),
                // The values of the full memo fill the larger one. Claims of positions under way are dropped.
                Some(full) => {
                    let view = found.view();
                    full.into_values().for_each(|(key, value): (_, Y::Value)| view.insert(key, value));
                }
            }
            let before = self.control.done();
            match self.search(position, &found) {
                // Nearly all that fills the memo comes from the store, and would fill it again. One thread can do with less.
                Next::Larger if has_dropped && self.control.done() - before < (room / LEAST_NEW) as u64 => {
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
        let behind = self.values.behind();
        let search = Search { game: *game, theory: *theory, known: &*known, ask: &*ask, behind, found, position };
        let (control, answers) = (&*self.control, Mutex::new(Vec::new()));
        let run = |is_first| {
            let answer = search.run(&team, control, is_first);
            answers.lock().unwrap_or_else(PoisonError::into_inner).push(answer);
        };
        // All threads search the same position. They part by themselves: a position that another one has claimed is
        // solved late.
        beside(self.threads, &mut || run(true), &|_| run(false));
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
    behind: Option<(&'a dyn Behind<G::Position>, bool)>,
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
        let mut notes = Notes::default();
        let engine = Engine {
            game: self.game,
            theory: self.theory,
            memo: &mut self.found.view_before(self.behind),
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
