//! Tasks that worker threads do while the first thread computes values.
//!
//! The first thread adds tasks in the order in which it will need them, and publishes values as it finds them. A worker takes the
//! oldest open task. When the first thread needs a task that is not done, it does that task itself, or another one while a worker
//! is at it: so any number of workers is right, none too, and all threads are busy whatever costs more.
//!
//! Each worker reads its own copy of the latest values, which it brings up to date under the lock before each task. What a task makes
//! depends on published values only, so values do not depend on the number of threads.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::heap::sequence::recent::{Known, Recent};

/// What tasks are and how one is done.
pub(super) trait Job: Sync {
    type Value: Copy + Send + Sync;
    type Task: Copy + PartialEq + Send;
    type Made: Send;

    fn make(&self, known: Known<'_, Self::Value>, task: Self::Task) -> Self::Made;
}

/// Tasks and published values, shared by the threads.
pub(super) struct Board<'a, J: Job> {
    job: &'a J,
    shared: Mutex<Shared<J>>,
    /// Number of open tasks for which an idle worker is woken.
    wake_tasks: usize,
    has_workers: bool,
    /// Tells workers that there are tasks, or that there will be none.
    for_workers: Condvar,
    /// Tells the first thread that a task has been done.
    for_first: Condvar,
}

struct Shared<J: Job> {
    latest: Recent<J::Value>,
    tasks: VecDeque<(J::Task, State<J::Made>)>,
    idle_workers: usize,
    first_waits: bool,
    closed: bool,
    /// A worker has panicked, so its task will never be done.
    broken: bool,
}

enum State<T> {
    Open,
    Taken,
    Done(T),
}

/// Calls `first` with a board, beside `threads - 1` workers that end when it returns. Where the system refuses a thread, there are
/// fewer workers.
pub(super) fn with_workers<J: Job, R>(
    job: &J,
    latest: Recent<J::Value>,
    threads: usize,
    wake_tasks: usize,
    first: impl FnOnce(&Board<'_, J>) -> R,
) -> R {
    let shared =
        Shared { latest, tasks: VecDeque::new(), idle_workers: 0, first_waits: false, closed: false, broken: false };
    let board = Board {
        job,
        shared: Mutex::new(shared),
        wake_tasks,
        has_workers: threads > 1,
        for_workers: Condvar::new(),
        for_first: Condvar::new(),
    };
    thread::scope(|scope| {
        // Dropped before the scope waits for the workers, also if `first` panics in a callback.
        let _closing = Closing(&board);
        for _ in 1..threads {
            let worker = thread::Builder::new().name("grundy marks".to_owned());
            if worker.spawn_scoped(scope, || board.work()).is_err() {
                break;
            }
        }
        first(&board)
    })
}

impl<J: Job> Board<'_, J> {
    /// Publishes the values of the next heaps, then adds tasks that read no later ones.
    pub(super) fn add(&self, news: &[J::Value], tasks: impl IntoIterator<Item = J::Task>) {
        let mut shared = self.lock();
        if self.has_workers {
            shared.latest.extend(news);
        }
        shared.tasks.extend(tasks.into_iter().map(|task| (task, State::Open)));
        let open = shared.tasks.iter().filter(|(_, state)| matches!(state, State::Open)).count();
        if shared.idle_workers > 0 && open >= self.wake_tasks {
            self.for_workers.notify_one();
        }
    }

    /// What came of an added task, which is then forgotten. This thread does tasks until the wanted one is done.
    pub(super) fn take(&self, known: Known<'_, J::Value>, wanted: J::Task) -> J::Made {
        let mut shared = self.lock();
        loop {
            let place = shared.tasks.iter().position(|(task, _)| *task == wanted);
            let place = place.expect("a task is added once before it is taken once");
            if let Some((_, State::Done(_))) = shared.tasks.get(place)
                && let Some((_, State::Done(made))) = shared.tasks.remove(place)
            {
                return made;
            }
            let open = if matches!(shared.tasks[place].1, State::Open) { Some(place) } else { shared.oldest_open() };
            if let Some(place) = open {
                let task = shared.start(place);
                drop(shared);
                let made = self.job.make(known, task);
                shared = self.lock();
                shared.finish(task, made);
            } else {
                assert!(!shared.broken, "a worker thread has panicked");
                shared.first_waits = true;
                shared = self.for_first.wait(shared).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// What a worker does until the board is closed.
    fn work(&self) {
        let _breaking = Breaking(self);
        let mut shared = self.lock();
        let mut known = Recent::empty(shared.latest.window());
        while !shared.closed {
            let Some(place) = shared.oldest_open() else {
                shared.idle_workers += 1;
                shared = self.for_workers.wait(shared).unwrap_or_else(PoisonError::into_inner);
                shared.idle_workers -= 1;
                continue;
            };
            let task = shared.start(place);
            known.follow(&shared.latest);
            drop(shared);
            let made = self.job.make(known.known(), task);
            shared = self.lock();
            shared.finish(task, made);
            if std::mem::take(&mut shared.first_waits) {
                self.for_first.notify_one();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared<J>> {
        // Nothing is done under the lock that could panic halfway.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J: Job> Shared<J> {
    fn oldest_open(&self) -> Option<usize> {
        self.tasks.iter().position(|(_, state)| matches!(state, State::Open))
    }

    fn start(&mut self, place: usize) -> J::Task {
        let (task, state) = &mut self.tasks[place];
        *state = State::Taken;
        *task
    }

    fn finish(&mut self, task: J::Task, made: J::Made) {
        let entry = self.tasks.iter_mut().find(|(other, _)| *other == task);
        entry.expect("a task that is being done is not removed").1 = State::Done(made);
    }
}

/// Ends the workers when it is dropped.
struct Closing<'a, 'b, J: Job>(&'a Board<'b, J>);

impl<J: Job> Drop for Closing<'_, '_, J> {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.for_workers.notify_all();
    }
}

/// Tells the first thread when a worker panics, which is a bug; else the first thread would wait for ever.
struct Breaking<'a, 'b, J: Job>(&'a Board<'b, J>);

impl<J: Job> Drop for Breaking<'_, '_, J> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().broken = true;
            self.0.for_first.notify_one();
        }
    }
}
