//! The nimber search by several threads, which work on one graph of facts.
//!
//! In: a nimber search, a question about a position, a number of threads. Out: the answer, which does not depend on the number of threads.
//!
//! Each thread has a path of its own: a stack of positions under way, from the position of the question down to one whose options must be
//! listed. A thread takes its steps under one lock, since a step reads facts of many positions and is short. It makes options without the lock.
//!
//! A position that is under way for another thread is dearer by half a question where the next one is chosen. So a second thread leaves the
//! first one where another option is about as cheap, as it is where all options must be looked at, and goes with it
//! where one option is by far the cheapest. The costs that are kept are those of one thread. A thread that comes to a position whose options
//! another one is making waits until some thread has listed options, and then chooses again. When a thread answers the question of a position on the path of
//! another one, that one gives up all of its path from this position on.
//!
//! By hand, with two threads and the question whether *a* is `*0`: the first one lists the options *b* and *c*, which are as dear as each
//! other, and goes to *b*, which is now dearer by half a question for the second one. So that one goes to *c*, while the first one makes the options of *b*. If
//! it finds that *b* is `*0`, *a* is not, and the second one gives up *c*.
//!
//! Cost: listings for Sprouts of 10 to 17 spots, of those of one thread (geometric means): 1.06 with two threads, 1.10 with four, 1.16 with eight, 1.23
//! with sixteen. The time is at least that of all steps under the lock: a twentieth of the
//! search of Sprouts, whose options are dear to make, and half of that of Cram, where two threads take as long as one. So the first thread takes
//! 64 turns alone, each of which ends with the options of one position. Others start if at least seven eighths of the time of these turns went into
//! making options, which is done without the lock; else the first thread goes on alone.
//!
//! Of a [worker](super::nimber_workers), the first thread exchanges news with others, for all threads.
//!
//! Where the limit on bytes is met, the threads stop, and one goes on alone: to forget positions changes the numbers of all others.
//!
//! Reference: Kaneko, *Parallel depth first proof number search*, 2010; Čížek, Balko and Schmid, *Massively parallel proof-number search for
//! impartial games*, 2025.

use std::hash::Hash;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{hint, thread};

use crate::components::Components;
use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::search::company::MOST_THREADS as MOST_OF_A_WORKER;
use crate::search::engine::most_options;
use crate::search::error::SolveError;
use crate::search::facts::Facts;
use crate::search::listing::make;
use crate::search::lists::Number;
use crate::search::made_options::Listing;
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Found, Frame, Question};
use crate::search::nimbers::{AskValue, Cuts, NimberSearch, Step};
use crate::search::slots::hash;
use crate::search::threads::{beside, own_value};

/// Positions whose options are listed by one thread first: threads take longer to start than a short search takes.
pub(crate) const ALONE: u64 = 1 << 8;

/// Turns of one thread before others start.
const SAMPLE: u64 = 64;

/// Looks at a lock that another thread has, before the system is asked to wait: a step takes some microseconds, and to be woken takes tens.
const SPINS: u32 = 300;

/// The largest number of threads: each has a bit in what is known of a position.
const MOST_THREADS: usize = 16;

impl<G, T> NimberSearch<'_, G, T>
where
    G: ImpartialGame + Sync,
    T: Memo<G::Position, Nimber> + Send,
{
    /// The value of a sum, by several threads. Threads beside the first one ask the oracle of the rule book, or none.
    pub(crate) fn value_by_threads(
        &mut self,
        sum: Components<G::Position>,
        threads: usize,
        asks: bool,
    ) -> Result<Nimber, SolveError<G::Position>> {
        self.value_by(sum, |search, key, question| search.solve_by_threads(key, question, threads, asks))
    }

    /// Whether a sum has that value, by several threads.
    pub(crate) fn is_worth_by_threads(
        &mut self,
        sum: Components<G::Position>,
        value: Nimber,
        threads: usize,
        asks: bool,
    ) -> Result<bool, SolveError<G::Position>> {
        self.is_worth_by(sum, value, |search, key, question| search.solve_by_threads(key, question, threads, asks))
    }

    /// Answers a question about one position.
    fn solve_by_threads(
        &mut self,
        key: G::Position,
        question: Question,
        threads: usize,
        asks: bool,
    ) -> Result<Found, SolveError<G::Position>> {
        let hash = hash(&key);
        let start = self.number(key.clone(), hash, None);
        if let Some(found) = self.found(start, question) {
            return Ok(found);
        }
        if let Err(stopped) = self.begin() {
            self.end();
            return Err(stopped.into());
        }
        let threads = threads.min(if self.facts.company.is_some() { MOST_OF_A_WORKER } else { MOST_THREADS });
        let Self { game, values, facts, control, ask, cuts } = self;
        let (game, cuts) = (*game, *cuts);
        let shared = Shared { values: &mut **values, facts: &mut **facts, control, end: None };
        let team = Team { game, cuts, start, question, shared: Mutex::new(shared), has_listed: Condvar::new() };
        let mut path = Vec::new();
        // A sample by the first thread, which keeps its path. Then the same thread goes on, alone or with others.
        let helps = !cuts.waits || team.work(0, *ask, &mut path, SAMPLE);
        let threads = if helps { threads } else { 1 };
        let mut own = || _ = team.work(0, *ask, &mut path, u64::MAX);
        beside(threads, &mut own, &|place| {
            team.work(place, &mut own_value(game, Notes::default(), asks), &mut Vec::new(), u64::MAX);
        });
        let end = team.shared.into_inner().unwrap_or_else(PoisonError::into_inner).end;
        // A search by one thread has the first bit. The last thread that took a step has left its own.
        self.facts.own = 1;
        if let Some(End::Failed(SolveError::Stopped(_))) = end {
            self.keep_checkpoint(true);
        }
        self.end();
        match end.expect("threads stop when there is an end") {
            End::Found(found) => Ok(found),
            End::Failed(error) => Err(error),
            // All threads have given up their paths, so that nothing is under way, and one thread may forget positions.
            End::Full => self.solve(key, question),
            End::Panicked => unreachable!("the panic goes on when threads are joined"),
        }
    }

    /// Works on the positions of a path, until the options of one must be made. The first thread looks at the clock and calls the callback.
    fn go_on(
        &mut self,
        start: (Number, Question),
        path: &mut Vec<Frame>,
        is_first: bool,
    ) -> Result<Next, End<G::Position>> {
        if is_first && self.is_time_to_exchange() && self.exchange_from(path) {
            self.take_news(path);
        }
        let mut steps = 0_u32;
        loop {
            steps += 1;
            if is_first && self.control.is_due() {
                if self.is_beyond() {
                    return Err(End::Full);
                }
                if self.look_at_checkpoint(path.len() as u64).map_err(End::stopped)? {
                    self.take_news(path);
                }
                self.look_at_bounds(path.len() as u64).map_err(End::stopped)?;
                self.look_for_cycle(path).map_err(End::Failed)?;
            } else if steps > STEPS {
                return Ok(Next::Pause);
            }
            let (number, question) = match path.last_mut() {
                // The path is empty at the beginning, and when the question itself was answered or given up with its
                // path.
                None => match self.found(start.0, start.1) {
                    Some(found) => return Err(End::Found(found)),
                    None => start,
                },
                Some(frame) => match self.advance(frame) {
                    Step::Ask(number, question) => (number, question),
                    Step::Done(answer) => {
                        self.pop(path, answer);
                        continue;
                    }
                },
            };
            if self.facts.is_listed(number) {
                // Any thread may have made the list: a listed position goes on the path at once.
                self.check_loop(number, question, path).map_err(End::Failed)?;
                self.facts.set_open(number, true);
                path.push(Frame { number, question, queue: Vec::new(), began: self.control.done() });
            // Not listed and yet under way: another thread is making its options.
            } else if self.facts.is_open_here(number) {
                return Ok(Next::Wait);
            } else if self.is_full(number) {
                return Err(End::Full);
            } else if let Some(found) = self.before_list(number, path.len() as u64).map_err(End::stopped)? {
                self.leave(number, found);
            } else {
                self.facts.set_open(number, true);
                return Ok(Next::Make(number, question));
            }
        }
    }

    /// Gives up the path from where news have answered a question. They may have answered questions on the paths of all threads.
    fn take_news(&mut self, path: &mut Vec<Frame>) {
        _ = self.drop_answered(path);
        self.facts.answers = self.facts.answers.wrapping_add(1);
    }

    /// Goes on when the options of a position have been made.
    fn take_made(
        &mut self,
        (number, question): (Number, Question),
        made: Result<Listing<G::Position>, SolveError<G::Position>>,
        path: &mut Vec<Frame>,
    ) -> Result<(), End<G::Position>> {
        // This listing was counted before the options were made.
        let began = self.control.done().saturating_sub(1);
        let taken = made.and_then(|made| Ok(self.take(number, &made, path.len() as u64)?));
        let taken = taken.map_err(|error| {
            self.facts.set_open(number, false);
            self.control.take_back();
            End::Failed(error)
        })?;
        if let Some(found) = taken {
            self.leave(number, found);
            self.count_work(number, began);
        } else {
            path.push(Frame { number, question, queue: Vec::new(), began });
        }
        Ok(())
    }
}

/// Steps of a thread under the lock after which others get it, so that the first thread can check the control. A guard, not tuned: nearly always a list is
/// made after some tens.
const STEPS: u32 = 1 << 12;

/// What a thread does next.
enum Next {
    /// The options of a position are made.
    Make(Number, Question),
    /// Another thread is making the options of the position to be asked.
    Wait,
    /// Others get the lock.
    Pause,
}

/// What threads work on.
struct Team<'a, G: ImpartialGame, T> {
    game: &'a G,
    cuts: Cuts,
    start: Number,
    question: Question,
    shared: Mutex<Shared<'a, G::Position, T>>,
    /// A thread has listed options, or has come to the end.
    has_listed: Condvar,
}

struct Shared<'a, P, T> {
    values: &'a mut T,
    facts: &'a mut Facts<P>,
    control: &'a mut Control,
    end: Option<End<P>>,
}

/// Why all threads stop.
enum End<P> {
    Found(Found),
    Failed(SolveError<P>),
    /// The limit on bytes is met.
    Full,
    Panicked,
}

impl<P> End<P> {
    fn stopped(stopped: Stopped) -> Self {
        Self::Failed(stopped.into())
    }
}

impl<P: Clone + Eq + Hash, T> Shared<'_, P, T> {
    /// The search of one thread.
    fn search<'s, G: ImpartialGame<Position = P>>(
        &'s mut self,
        game: &'s G,
        cuts: Cuts,
        place: usize,
        ask: AskValue<'s, P>,
    ) -> NimberSearch<'s, G, T> {
        let Shared { values, facts, control, .. } = self;
        facts.own = 1 << place;
        NimberSearch { game, values, facts, control, ask, cuts }
    }
}

/// Wakes all threads at the end of one, also after a panic in a rule book.
struct Wakes<'a, 'b, G: ImpartialGame, T>(&'a Team<'b, G, T>);

impl<G: ImpartialGame, T> Drop for Wakes<'_, '_, G, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().end = Some(End::Panicked);
        }
        self.0.has_listed.notify_all();
    }
}

impl<'a, G: ImpartialGame, T> Team<'a, G, T> {
    fn lock(&self) -> MutexGuard<'_, Shared<'a, G::Position, T>> {
        for _ in 0..SPINS {
            if let Ok(shared) = self.shared.try_lock() {
                return shared;
            }
            hint::spin_loop();
        }
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G, T> Team<'_, G, T>
where
    G: ImpartialGame + Sync,
    T: Memo<G::Position, Nimber> + Send,
{
    /// The work of one thread: to the end, or a number of turns. Tells whether most of its time was spent without the lock.
    fn work(&self, place: usize, ask: AskValue<'_, G::Position>, path: &mut Vec<Frame>, turns: u64) -> bool {
        let _wakes = Wakes(self);
        let (begun, mut alone) = (Instant::now(), Duration::ZERO);
        let mut shared = self.lock();
        let mut answers = shared.facts.answers;
        for _ in 0..turns {
            if shared.end.is_some() {
                break;
            }
            let mut search = shared.search(self.game, self.cuts, place, ask);
            // Another thread has answered something that was under way elsewhere, perhaps a question on this path.
            if search.facts.answers != answers {
                _ = search.drop_answered(path);
                answers = search.facts.answers;
            }
            let ended = match search.go_on((self.start, self.question), path, place == 0) {
                Ok(Next::Wait) => {
                    // The lock is free while this thread waits. The thread that makes the options notifies all
                    // when they are made, and at its end, also after a panic.
                    shared = self.has_listed.wait(shared).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
                Ok(Next::Pause) => {
                    // The first thread may be waiting.
                    drop(shared);
                    self.has_listed.notify_all();
                    thread::yield_now();
                    shared = self.lock();
                    continue;
                }
                Ok(Next::Make(number, question)) => {
                    let key = search.facts.key(number).clone();
                    let limit = most_options(search.control.position_limit());
                    // From here to the next lock of this thread, others take their steps. The key is a copy, since
                    // records move when new ones are added.
                    drop(shared);
                    let unlocked = Instant::now();
                    let mut listing = Listing::new();
                    let made = make(self.game, &key, limit, &mut listing, |made| {
                        let shared = &mut *self.lock();
                        // One batch at a time under the lock: an option that answers the question ends the list.
                        made.look_up(shared.facts, question, shared.control);
                        if !shared.control.is_due() {
                            return Ok(());
                        }
                        if shared.end.is_some() {
                            // The search has its reason to end, which stays: this error is only a way out of `make`.
                            return Err(Stopped::new(Bound::Cancelled, Unit::Positions, shared.control.done(), 0));
                        }
                        if place > 0 {
                            // The first thread may be waiting for what this one makes.
                            self.has_listed.notify_all();
                            return Ok(());
                        }
                        let mut search = shared.search(self.game, self.cuts, place, ask);
                        search.look_while_making(made.bytes(), path.len() as u64)
                    });
                    if made.is_ok() {
                        // Still without the lock: the code of a class and the expected work may take long.
                        listing.ask(self.game, self.cuts);
                    }
                    alone += unlocked.elapsed();
                    shared = self.lock();
                    self.has_listed.notify_all();
                    let mut search = shared.search(self.game, self.cuts, place, ask);
                    search
                        .take_made((number, question), made.map(|()| listing), path)
                        .inspect(|()| search.note_path(place, path))
                }
                Err(end) => Err(end),
            };
            if let Err(end) = ended {
                shared.end.get_or_insert(end); // the first end is that of all
            }
        }
        if shared.end.is_some() {
            // No position stays marked for this thread, whether there is an answer or an error.
            shared.search(self.game, self.cuts, place, ask).give_up(path, 0);
        }
        // Seven eighths without the lock: then two threads rarely wait for each other.
        alone * 8 >= begun.elapsed() * 7
    }
}
