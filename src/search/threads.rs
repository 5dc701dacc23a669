//! The engine by several threads, which fill one memo: a first part of the search is that of one thread, and then all work on the same position.
//!
//! In: a rule book, a theory, a table of values, a control, a position. Out: in the table what any thread has found, so that one thread that
//! asks again finds the value there. Answers do not depend on the number of threads.

use std::borrow::BorrowMut;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::{panic, thread};

use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::measures::{Grundy, WhoWins};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::Question;
use crate::search::engine::{Engine, Sums};
use crate::search::error::SolveError;
use crate::search::found::{Found, MOST_THREADS, OneWord};
use crate::search::home::{Backing, Home};
use crate::search::memo::Table;
use crate::search::one::{NimSums, outcome_of};
use crate::search::theory::{ByMeasure, Theory, WithoutSums};

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
pub(crate) fn value_by_threads<G: ImpartialGame + Sync>(
    game: &G,
    component: &G::Position,
    values: Home<'_, G::Position, Nimber>,
    control: &mut Control,
    asks: bool,
    threads: usize,
) -> Result<(), SolveError<G::Position>> {
    let theory = ByMeasure(&Grundy);
    let known = |position: &G::Position| game.known_value(position);
    let ask = |position: &_, notes: &mut _, control: &mut _| own_value(game, notes, asks)(position, control);
    ByThreads { game, theory, values, control, known, ask, sums: None, threads }.solve(component)
}

/// Finds by several threads who [wins](super::who_wins) one component in normal play, so that this is in the memo. Each has its own memo for the values of
/// sums.
pub(crate) fn who_wins_by_threads<G: ImpartialGame + Sync>(
    game: &G,
    component: &G::Position,
    alone: &mut Table<G::Position, Outcome>,
    control: &mut Control,
    threads: usize,
) -> Result<(), SolveError<G::Position>> {
    let theory = WithoutSums(&WhoWins(Play::Normal));
    let known = |position: &G::Position| game.known_value(position).map(outcome_of);
    let ask = |position: &_, notes: &mut _, control: &mut _| {
        Ok(own_value(game, notes, true)(position, control)?.map(outcome_of))
    };
    let sums = SumsByThreads(game);
    let values = Home::Table(alone);
    ByThreads { game, theory, values, control, known, ask, sums: Some(&sums), threads }.solve(component)
}

/// What one thread keeps for the values of sums, where outcomes are sought.
pub(crate) struct OfThread<P> {
    values: Table<P, Nimber>,
    notes: Notes,
}

/// See [`Engine::sums`].
pub(crate) trait SumsOfThreads<P, V>: Sync {
    fn of_thread<'a>(&'a self, kept: &'a mut OfThread<P>) -> Box<dyn Sums<P, V> + 'a>;
}

struct SumsByThreads<'g, G>(&'g G);

impl<G: ImpartialGame + Sync> SumsOfThreads<G::Position, Outcome> for SumsByThreads<'_, G> {
    fn of_thread<'a>(&'a self, kept: &'a mut OfThread<G::Position>) -> Box<dyn Sums<G::Position, Outcome> + 'a> {
        let ask = Rc::new(RefCell::new(own_value(self.0, &mut kept.notes, true)));
        Box::new(NimSums { game: self.0, values: &mut kept.values, ask })
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
    /// See [`Engine`].
    pub(crate) sums: Option<&'a dyn SumsOfThreads<G::Position, Y::Value>>,
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
        let Self { game, theory, known, ask, sums, .. } = self;
        let backing = self.values.backing();
        let search =
            Search { game: *game, theory: *theory, known: &*known, ask: &*ask, sums: *sums, backing, found, position };
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
struct Search<'a, G: ImpartialGame, Y: Theory, K, A> {
    game: &'a G,
    theory: Y,
    known: &'a K,
    ask: &'a A,
    sums: Option<&'a dyn SumsOfThreads<G::Position, Y::Value>>,
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
        let mut kept = OfThread { values: Table::new(), notes: Notes::default() };
        let mut sums = self.sums.map(|sums| sums.of_thread(&mut kept));
        let engine = Engine {
            game: self.game,
            theory: self.theory,
            memo: &mut self.found.view_before(backing),
            control: &mut control,
            known: self.known,
            ask: |position: &G::Position, control: &mut Control| (self.ask)(position, &mut notes, control),
            // Not by a method of `Option`: only here the lifetime behind the pointer becomes shorter.
            sums: match &mut sums {
                Some(sums) => Some(&mut **sums),
                None => None,
            },
            kept: None,
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
