//! The tasks of a run, which either of two threads takes.
//!
//! The first thread goes through the tiles. Before a tile it needs the marks of far parts, which may be made as soon as the tiles
//! that are a window's length before are done; after some tiles they are to be proved. The second thread does such tasks and
//! nothing else. When the first has to wait for one it does the next task itself, so both are busy whatever costs more.
//!
//! Each thread has its own copy of the values that tasks read; the second learns those of a tile when it is done.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::heap::sequence::sparse::deferred::bytes::{Marks, Recent, Rows, TILE, mark_tile};
use crate::heap::sequence::sparse::deferred::proofs::{PROOF, Planes, Proof, prove};
use crate::heap::sequence::sparse::deferred::{AHEAD, Plan};

/// So many proofs are put off at most.
pub(super) const BEHIND: usize = 4;
/// So many tasks are worth waking a thread.
const WORTH_WAKING: usize = 4;

#[derive(Debug)]
pub(super) struct Board {
    tasks: Mutex<Tasks>,
    /// There are tasks for the second thread, or none will come.
    for_second: Condvar,
    /// One has been done, or the second thread has ended.
    for_first: Condvar,
}

/// What is to be done, is being done, and has been done. Tasks that could not be done have no result.
#[derive(Debug)]
struct Tasks {
    /// The values of tiles that the second thread does not yet know.
    fresh: Vec<u8>,
    marks: VecDeque<(usize, Task<Option<Box<Rows>>>)>,
    proofs: VecDeque<(usize, Task<Option<Proof>>)>,
    /// The first sum of the next task of each kind that is to be added, and where tiles end.
    next_marks: usize,
    next_proof: usize,
    end: usize,
    /// No more tasks will come.
    closed: bool,
    first_waits: bool,
    second: Second,
}

/// What the second thread does. It may not exist; then it seems to work, but nothing is taken by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    Works,
    Waits,
    HasEnded,
}

#[derive(Debug)]
enum Task<T> {
    Open,
    Taken,
    Done(T),
}

/// A task that has been taken, by its first sum.
#[derive(Clone, Copy, Debug)]
enum Taken {
    Marks(usize),
    Proof(usize),
}

impl Board {
    /// For so many tiles from a sum on.
    pub(super) fn new(first: usize, tiles: usize) -> Self {
        let mut tasks = Tasks {
            fresh: Vec::new(),
            marks: VecDeque::new(),
            proofs: VecDeque::new(),
            next_marks: first,
            next_proof: first,
            end: first + TILE * tiles,
            closed: false,
            first_waits: false,
            second: Second::Works,
        };
        (0..=AHEAD).for_each(|_| tasks.add_marks());
        Self { tasks: Mutex::new(tasks), for_second: Condvar::new(), for_first: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The second thread: does tasks until the board is closed.
    pub(super) fn work(&self, plan: &Plan, mut recent: Recent, mut planes: Planes) {
        let _at_the_end = Leaving(self);
        let mut fresh = Vec::new();
        let mut tasks = self.lock();
        while !tasks.closed {
            let Some(taken) = tasks.take() else {
                tasks.second = Second::Waits;
                tasks = self.for_second.wait(tasks).unwrap_or_else(PoisonError::into_inner);
                tasks.second = Second::Works;
                continue;
            };
            std::mem::swap(&mut fresh, &mut tasks.fresh);
            drop(tasks);
            recent.append(&fresh);
            recent.trim();
            fresh.clear();
            tasks = self.done(taken, plan, &recent, &mut planes);
            if std::mem::take(&mut tasks.first_waits) {
                self.for_first.notify_one();
            }
        }
    }

    /// Ends the second thread.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.for_second.notify_one();
    }

    /// The first sum of the next tile, and its marks by far parts.
    pub(super) fn next_marks(
        &self,
        plan: &Plan,
        recent: &Recent,
        planes: &mut Planes,
    ) -> Option<(usize, Option<Box<Rows>>)> {
        let mut tasks = self.lock();
        loop {
            match tasks.marks.pop_front()? {
                (first, Task::Done(rows)) => return Some((first, rows)),
                open => tasks.marks.push_front(open),
            }
            tasks = self.help(tasks, plan, recent, planes)?;
        }
    }

    /// The first sum of the next proof and what came of it, if it is done; waits for it if too many have been put off, or if it is
    /// to be one of the last.
    pub(super) fn next_proof(
        &self,
        plan: &Plan,
        recent: &Recent,
        planes: &mut Planes,
        all: bool,
    ) -> Option<(usize, Option<Proof>)> {
        let mut tasks = self.lock();
        loop {
            match tasks.proofs.pop_front()? {
                (first, Task::Done(proof)) => return Some((first, proof)),
                open => tasks.proofs.push_front(open),
            }
            if !all && tasks.proofs.len() <= BEHIND {
                return None;
            }
            tasks = self.help(tasks, plan, recent, planes)?;
        }
    }

    /// The values of the last tile are known.
    pub(super) fn tile_is_done(&self, recent: &Recent) {
        let mut tasks = self.lock();
        tasks.fresh.extend_from_slice(recent.last_tile());
        let done = tasks.marks.front().map_or(tasks.end, |(first, _)| *first);
        tasks.add_marks();
        tasks.add_proof(done);
        if tasks.second == Second::Waits && tasks.open() >= WORTH_WAKING {
            self.for_second.notify_one();
        }
    }

    /// The first thread has to wait: it does a task if there is one. Nothing if it would wait for ever.
    fn help<'a>(
        &'a self,
        mut tasks: MutexGuard<'a, Tasks>,
        plan: &Plan,
        recent: &Recent,
        planes: &mut Planes,
    ) -> Option<MutexGuard<'a, Tasks>> {
        if let Some(taken) = tasks.take() {
            drop(tasks);
            return Some(self.done(taken, plan, recent, planes));
        }
        if tasks.second == Second::HasEnded {
            return None;
        }
        tasks.first_waits = true;
        Some(self.for_first.wait(tasks).unwrap_or_else(PoisonError::into_inner))
    }

    /// Does a task.
    fn done(&self, taken: Taken, plan: &Plan, recent: &Recent, planes: &mut Planes) -> MutexGuard<'_, Tasks> {
        match taken {
            Taken::Marks(first) => {
                let mut rows = Box::new([Marks::EMPTY; TILE]);
                let made = mark_tile(recent, first, &mut rows, &plan.far).map(|()| rows);
                let mut tasks = self.lock();
                put(&mut tasks.marks, first, made);
                tasks
            }
            Taken::Proof(first) => {
                let made = prove(plan, recent, planes, first);
                let mut tasks = self.lock();
                put(&mut tasks.proofs, first, made);
                tasks
            }
        }
    }
}

impl Tasks {
    fn add_marks(&mut self) {
        if self.next_marks < self.end {
            self.marks.push_back((self.next_marks, Task::Open));
            self.next_marks += TILE;
        }
    }

    /// A proof, when the tiles before a sum are enough for one. The last proof may begin with sums that have been proved before.
    fn add_proof(&mut self, done: usize) {
        let first = if done == self.end { self.next_proof.min(done.saturating_sub(PROOF)) } else { self.next_proof };
        if first + PROOF <= done && self.next_proof < done {
            self.proofs.push_back((first, Task::Open));
            self.next_proof = first + PROOF;
        }
    }

    /// The next task that nobody has taken; marks are wanted first.
    fn take(&mut self) -> Option<Taken> {
        take(&mut self.marks).map(Taken::Marks).or_else(|| take(&mut self.proofs).map(Taken::Proof))
    }

    fn open(&self) -> usize {
        open(&self.marks) + open(&self.proofs)
    }
}

fn take<T>(tasks: &mut VecDeque<(usize, Task<T>)>) -> Option<usize> {
    let (first, task) = tasks.iter_mut().find(|(_, task)| matches!(task, Task::Open))?;
    *task = Task::Taken;
    Some(*first)
}

fn open<T>(tasks: &VecDeque<(usize, Task<T>)>) -> usize {
    tasks.iter().filter(|(_, task)| matches!(task, Task::Open)).count()
}

fn put<T>(tasks: &mut VecDeque<(usize, Task<T>)>, first: usize, made: T) {
    if let Some((_, task)) = tasks.iter_mut().find(|(sum, _)| *sum == first) {
        *task = Task::Done(made);
    }
}

/// Says that the second thread has ended, however it did.
struct Leaving<'a>(&'a Board);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.lock().second = Second::HasEnded;
        self.0.for_first.notify_one();
    }
}
