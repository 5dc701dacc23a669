//! The engine by several threads, which fill one memo: a first part of the search is that of one thread, and then all work on the same position.
//!
//! In: a rule book, a theory, a table of values, a control, a position. Out: in the table what any thread has found, so that one thread that
//! asks again finds the value there. Answers do not depend on the number of threads.

use std::borrow::BorrowMut;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, panic, thread};

use either::Either;

use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::measure::SumRule;
use crate::measures::Grundy;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::Question;
use crate::search::engine::Engine;
use crate::search::error::SolveError;
use crate::search::found::{Found, OneWord};
use crate::search::memo::Table;
use crate::search::theory::{ByMeasure, Theory};

/// Positions that are solved by one thread first, beside a memo with a number of them. To start and end threads, and to move what is in the memo to where
/// threads share it and back, takes longer than to search them. A memo that has many is that of a search which goes on, so that less is left to one thread.
pub(crate) fn first_part(in_memo: usize) -> u64 {
    let in_memo = in_memo as u64;
    (in_memo / 8).max(ALONE.saturating_sub(in_memo))
}

/// Positions that are solved by one thread beside an empty memo.
const ALONE: u64 = 1 << 14;

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

/// Solves one component by several threads, so that its value is in the table. With `asks`, each thread asks the rule book's own oracle.
pub(crate) fn value_by_threads<G: ImpartialGame + Sync>(
    game: &G,
    component: &G::Position,
    values: &mut Table<G::Position, Nimber>,
    control: &mut Control,
    asks: bool,
    threads: usize,
) -> Result<(), SolveError<G::Position>> {
    let theory = ByMeasure { measure: &Grundy, rule: Grundy::sum };
    let known = |position: &G::Position| game.known_value(position);
    let ask = |position: &_, notes: &mut _, control: &mut _| own_value(game, notes, asks)(position, control);
    ByThreads { game, theory, values, control, known, ask, threads }.solve(component)
}

/// A search by several threads.
pub(crate) struct ByThreads<'a, G: ImpartialGame, Y: Theory, K, A> {
    pub(crate) game: &'a G,
    /// Each thread has a copy.
    pub(crate) theory: Y,
    pub(crate) values: &'a mut Table<G::Position, Y::Value>,
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
    /// Solves one position, so that its value is in the table. Where the limit on bytes allows no memo that threads share, or no
    /// larger one, the search is left to one thread, with what was found so far.
    pub(crate) fn solve(&mut self, position: &G::Position) -> Result<(), SolveError<G::Position>> {
        let mut positions = self.values.len();
        let mut values = Either::Left(mem::take(self.values).into_iter());
        loop {
            // Twice the positions in twice as many cells: four times the cells that are full now.
            let room = positions.saturating_mul(2);
            if Found::<G::Position>::bytes(room) > self.control.byte_limit() {
                // The limit allows no larger memo. What was found so far goes back into the table, for the one thread
                // that goes on.
                self.values.extend(values);
                return Ok(());
            }
            let larger = Found::with_room(room);
            let mut view = larger.view();
            values.for_each(|(key, value)| view.insert(key, value));
            drop(view);
            match self.search(position, &larger) {
                // The values of the full memo fill the larger one. Claims of positions under way are dropped.
                Next::Larger => (positions, values) = (larger.used(), Either::Right(larger.into_values())),
                Next::Answer(answer) => {
                    let count = larger.used();
                    self.values.extend_by(count, larger.into_values());
                    return answer;
                }
            }
        }
    }

    /// Searches until there is an answer or the memo should be larger.
    fn search(&mut self, position: &G::Position, found: &Found<G::Position>) -> Next<G::Position> {
        let team = Arc::new(Team { done: AtomicU64::new(self.control.done()), ..Team::default() });
        let Self { game, theory, known, ask, .. } = self;
        let search = Search { game: *game, theory: *theory, known: &*known, ask: &*ask, found, position };
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
            memo: &mut self.found.view(),
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
