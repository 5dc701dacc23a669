//! Grundy values by several threads, which fill one memo.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{mem, panic, thread};

use either::Either;

use crate::components::Components;
use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::measure::SumRule;
use crate::measures::Grundy;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::Question;
use crate::search::{ByMeasure, Engine, Found, Method, SolveError};
use crate::solver::Solver;

/// Positions that are solved by one thread first. Threads take longer to start and to end than the search of so many.
const ALONE: u64 = 1 << 14;

impl<G> Solver<G>
where
    G: ImpartialGame<Position: Send + Sync> + Sync,
{
    /// The Grundy value, searched by the [threads](Control::threads) of the control.
    ///
    /// The value is that of [`grundy`](Self::grundy), and so is the memo afterwards, except that positions may be missing in it which did not
    /// matter. Threads share all values, and each begins with options that no other is at. A few positions are solved by two of them.
    /// While they run, a position takes two to eight times the memory; where a limit on bytes forbids that, one thread goes on. A game that asks for the
    /// [nimber search](ImpartialGame::SEARCHES_NIMBERS) is searched by one thread, and oracles that were handed to the solver are asked by one
    /// thread only, for the position itself.
    ///
    /// # Errors
    ///
    /// Those of [`grundy`](Self::grundy). Bounds are checked by each thread about every 2^12 positions, so that each may solve that number beyond the limit.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use grundy::chomp::{Board, Chomp};
    /// use grundy::{Control, Solver};
    ///
    /// let threads = NonZero::new(2).unwrap();
    /// let mut solver = Solver::new(Chomp::poisoned()).with_control(Control::new().threads(threads));
    /// let value = solver.grundy_by_threads(Board::rectangle(6, 7)?)?;
    /// assert_eq!(value, Solver::new(Chomp::poisoned()).grundy(Board::rectangle(6, 7)?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grundy_by_threads(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Nimber, SolveError<G::Position>> {
        let position = position.into();
        let threads = self.control.thread_count().get();
        if threads > 1 && !G::SEARCHES_NIMBERS && matches!(self.only, None | Some(Method::Values)) {
            for component in &position {
                self.solve_by_threads(component, threads)?;
            }
        }
        self.grundy(position)
    }

    /// Solves one component, so that its value is in the memo or nothing needs to be searched for it.
    fn solve_by_threads(&mut self, component: &G::Position, threads: usize) -> Result<(), SolveError<G::Position>> {
        let whole = self.control.clone();
        self.control = whole.part(ALONE);
        let alone = self.grundy(component.clone());
        let part = mem::replace(&mut self.control, whole);
        self.control.spent(&part);
        match alone {
            Err(SolveError::Stopped(stopped)) if stopped.is_positions() && self.control.has_room(0) => {}
            found => return found.map(drop),
        }
        let mut positions = self.memos.values.len();
        let mut values = Either::Left(mem::take(&mut self.memos.values).into_iter());
        loop {
            let room = positions.saturating_mul(4);
            if Found::<G::Position, Nimber>::bytes(room) > self.control.byte_limit() {
                // The limit allows for no larger memo of this kind: one thread goes on with a table.
                self.memos.values.extend(values);
                return Ok(());
            }
            let larger = Found::with_room(room);
            values.for_each(|(key, value)| larger.insert(key, value));
            match self.search_by_threads(component, threads, &larger) {
                Next::Larger => (positions, values) = (larger.used(), Either::Right(larger.into_values())),
                Next::Answer(answer) => {
                    self.memos.values.extend(larger.into_values());
                    return answer;
                }
            }
        }
    }

    /// Searches until there is an answer or the memo should be larger.
    fn search_by_threads(
        &mut self,
        component: &G::Position,
        threads: usize,
        found: &Found<G::Position, Nimber>,
    ) -> Next<G::Position> {
        let team = Arc::new(Team { done: AtomicU64::new(self.control.done()), ..Team::default() });
        let search = Search { game: &self.game, found, asks: self.asks_oracles(), component };
        let answers = thread::scope(|scope| {
            let (team, search, control) = (&team, &search, &self.control);
            // Where the system starts no more threads, those that are there do the work.
            let others: Vec<_> = (1..threads)
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, || search.run(team, control, false)).ok())
                .collect();
            let mut answers = vec![search.run(team, control, true)];
            let joined = others.into_iter().map(thread::ScopedJoinHandle::join);
            answers.extend(joined.map(|answer| answer.unwrap_or_else(|panicked| panic::resume_unwind(panicked))));
            answers
        });
        self.control.count(team.done.load(Relaxed) - self.control.done());
        team.answer(answers, &self.control)
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
struct Search<'a, G: ImpartialGame> {
    game: &'a G,
    found: &'a Found<G::Position, Nimber>,
    asks: bool,
    component: &'a G::Position,
}

type Answer<G> = Result<Nimber, SolveError<<G as ImpartialGame>::Position>>;

impl<G: ImpartialGame> Search<'_, G> {
    /// The work of one thread. The first one calls the callback of the control.
    fn run(&self, team: &Arc<Team>, whole: &Control, is_first: bool) -> Answer<G> {
        let counted = Arc::new(AtomicU64::new(0));
        let mut control = whole.restarted().watched({
            let (team, whole, counted, fill) =
                (Arc::clone(team), whole.clone(), Arc::clone(&counted), self.found.fill());
            move |mut progress| {
                progress.done = team.count(&counted, progress.done);
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
            theory: ByMeasure { measure: &Grundy, rule: Grundy::sum },
            memo: &mut &*self.found,
            control: &mut control,
            known: |position: &G::Position| self.game.known_value(position),
            ask: |position: &G::Position, control: &mut Control| {
                if !self.asks {
                    return Ok(None);
                }
                self.game.oracle(Question::Value(position), &mut notes, control).into_value()
            },
        };
        let answer = engine.solve(self.component.clone());
        team.count(&counted, control.done());
        team.has_ended.store(true, Relaxed);
        answer
    }
}

impl Team {
    /// Counts what one thread has done since it was counted last, and tells what all have done.
    fn count(&self, counted: &AtomicU64, done: u64) -> u64 {
        let more = done - counted.swap(done, Relaxed);
        self.done.fetch_add(more, Relaxed) + more
    }

    /// The answer of all: a value if one thread has it, else the reason why the first thread stopped that did not stop because of another.
    fn answer<P>(&self, answers: Vec<Result<Nimber, SolveError<P>>>, control: &Control) -> Next<P> {
        if answers.iter().any(Result::is_ok) {
            return Next::Answer(Ok(()));
        }
        let mut stopped = Stopped::new(Bound::Cancelled, Unit::Positions, control.done(), 0);
        for error in answers.into_iter().filter_map(Result::err) {
            let SolveError::Stopped(own) = error else { return Next::Answer(Err(error)) };
            stopped.unfinished += own.unfinished;
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
