//! The engine by several threads, which fill one memo: a first part of the search is that of one thread, and then all work on the same position.
//!
//! In: a search of one thread, a table of values, a control. Out: in the table what any thread has found, so that one thread that
//! asks again finds the value there. Answers do not depend on the number of threads.

use std::borrow::BorrowMut;
use std::cell::RefCell;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::{panic, thread};

use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::question::Question;
use crate::search::error::SolveError;
use crate::search::found::{Found, MOST_THREADS, OneWord, View};
use crate::search::home::{Backing, Home};
use crate::search::memo::Table;
use crate::search::one::{value_of, who_wins};
use crate::search::place::Place;

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

/// The answer of one thread that solves `most` positions at most. `None` if there is more to do, and the control allows more.
pub(crate) fn alone_first<V, P>(
    control: &mut Control,
    most: u64,
    solve: impl FnOnce(&mut Control) -> Result<V, SolveError<P>>,
) -> Option<Result<V, SolveError<P>>> {
    // A part of the same control, so that the work counts, and another question under it does not start from 0.
    let mut part = control.part(most);
    let is_all = control.room() <= most;
    let alone = solve(&mut part);
    control.spent(&part);
    enough(alone, is_all)
}

/// What was found with a part of the limit on positions, unless it asks for more; with all that is left, any answer.
pub(crate) fn enough<V, P>(alone: Result<V, SolveError<P>>, is_all: bool) -> Option<Result<V, SolveError<P>>> {
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
///
/// By an engine of its own: as a [`Place`] the values took a tenth more time for Chomp 12 × 12 by two threads.
pub(crate) fn value_by_threads<G: ImpartialGame + Sync>(
    game: &G,
    component: &G::Position,
    values: Home<'_, G::Position, Nimber>,
    control: &mut Control,
    asks: bool,
    threads: usize,
) -> Result<(), SolveError<G::Position>> {
    let search = &|mut view: View<'_, _>, control: &mut Control| {
        let ask = RefCell::new(own_value(game, Notes::default(), asks));
        value_of(game, component.clone(), 0, &mut view, None, control, &ask)
    };
    ByThreads { values, control, threads, search }.solve()
}

/// Finds by several threads who [wins](who_wins) one component in normal play, so that this is in the memo. Each has its own memo for the values of
/// sums.
pub(crate) fn who_wins_by_threads<G: ImpartialGame + Sync>(
    game: &G,
    component: &G::Position,
    alone: &mut Table<G::Position, Outcome>,
    control: &mut Control,
    threads: usize,
) -> Result<(), SolveError<G::Position>> {
    let search = &|mut view: View<'_, _>, control: &mut Control| {
        let (mut notes, mut values) = (Notes::default(), Table::new());
        let (ask, values) = (own_value(game, &mut notes, true), &mut Place::table(&mut values));
        let mut empty = Table::new();
        who_wins(game, component.clone(), values, Place::memo(&mut empty, &mut view), None, control, ask)
    };
    ByThreads { values: Home::Table(alone), control, threads, search }.solve()
}

/// A search by several threads.
pub(crate) struct ByThreads<'a, P, V> {
    pub(crate) values: Home<'a, P, V>,
    pub(crate) control: &'a mut Control,
    pub(crate) threads: usize,
    /// What each thread does: the search of one thread, with its view of what all have found, and a control of its own. It is behind a pointer, so that the same engine serves one thread and several: each is compiled for each game.
    pub(crate) search: &'a SearchOfThread<'a, P, V>,
}

type SearchOfThread<'a, P, V> = dyn Fn(View<'_, P>, &mut Control) -> Result<V, SolveError<P>> + Sync + 'a;

impl<P, V> ByThreads<'_, P, V>
where
    P: Clone + Eq + Hash + Send + Sync,
    V: OneWord + Send,
{
    /// Solves one position, so that its value is where values are kept. Where limits allow no memo that threads share, or no larger one, and the values
    /// that were found cannot be asked for again, the search is left to one thread, with these values.
    pub(crate) fn solve(&mut self) -> Result<(), SolveError<P>> {
        let (mut full, mut has_emptied): (Option<Found<P>>, bool) = (None, false);
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
            // Values are copied, so that for a moment they are in both places.
            let copied = full.as_ref().map_or_else(|| self.values.bytes(), Found::own_bytes);
            if Found::<P>::bytes(room).saturating_add(copied) > bytes {
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
                    full.into_values().for_each(|(key, value): (_, V)| view.insert(key, value));
                }
            }
            let before = self.control.done();
            // After a panic of the rule book, or of the callback, values are where they were, and the panic goes on.
            let next = panic::catch_unwind(AssertUnwindSafe(|| self.search(&found)));
            let next = match next {
                Ok(next) => next,
                Err(panicked) => {
                    self.values.take_back(found);
                    panic::resume_unwind(panicked);
                }
            };
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
                    return match answer {
                        // The lines of all threads take more than the limit; that of one may not.
                        Err(SolveError::Stopped(stopped)) if matches!(stopped.bound, Bound::Bytes(_)) => Ok(()),
                        answer => answer,
                    };
                }
            }
        }
    }

    /// Searches until there is an answer or the memo should be larger.
    fn search(&mut self, found: &Found<P>) -> Next<P> {
        let team = Arc::new(Team { done: AtomicU64::new(self.control.done()), ..Team::default() });
        let search = Search { backing: self.values.backing(), found, of_thread: self.search };
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
        self.control.count(team.done.load(Relaxed).saturating_sub(self.control.done()));
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

/// Ends the work of all threads at the end of one, also after a panic in a rule book. An error ends it too: none of the others could answer
/// without meeting it.
struct Ends<'a>(&'a Team);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.has_ended.store(true, Relaxed);
    }
}

/// What all threads search.
struct Search<'a, P, V> {
    backing: Option<(&'a dyn Backing<P>, bool)>,
    found: &'a Found<P>,
    of_thread: &'a SearchOfThread<'a, P, V>,
}

impl<P: Clone + Eq + Hash + Send + Sync, V: OneWord> Search<'_, P, V> {
    /// The work of one thread. The first one calls the callback of the control.
    fn run(&self, team: &Arc<Team>, whole: &Control, is_first: bool) -> Result<V, SolveError<P>> {
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
        let ends = Ends(team);
        let answer = (self.of_thread)(self.found.view_before(backing), &mut control);
        team.count(&counted, control.done());
        drop(ends);
        answer
    }
}

impl Team {
    /// Counts what one thread has done since it was counted last, and tells what all have done.
    fn count(&self, counted: &AtomicU64, done: u64) -> u64 {
        // For checks at 4000 and 9000 of this thread, 4000 and then 5000 are added to the count of all. An oracle may have put another control in the
        // place of this one, which has counted less.
        let more = done.saturating_sub(counted.swap(done, Relaxed));
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
