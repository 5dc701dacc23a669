//! Rows of marks that a second thread makes while the first finishes the heaps before them.

use std::ops::Range;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use crate::heap::sequence::sparse::row::Row;

/// Sums that the second thread marks at once: long enough that it takes much longer than to wake a thread.
pub(super) const AHEAD: usize = 512;

/// Which parts are in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marked {
    /// All of this range, but of rare heaps so many at most.
    pub(super) parts: Range<u32>,
    pub(super) rare: usize,
}

/// The marks of a run of sums, and those of the next run, which are being made.
///
/// The second thread works on a copy of the values that were known when a run was ordered, so each knows its own alone. It hands
/// over the rows of a run bit by bit: neither waits for the other as long as it is no further behind than a run.
#[derive(Debug)]
pub(super) struct Ahead<const WORDS: usize> {
    current: Option<Run>,
    /// Of the current run, as far as they have come.
    rows: Vec<Row<WORDS>>,
    next: Option<Run>,
    worker: Option<Worker<WORDS>>,
}

/// What the worker was asked for: the marks of [`AHEAD`] sums.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    first: usize,
    marked: Marked,
}

/// The second thread, which ends when no more jobs can come.
#[derive(Debug)]
struct Worker<const WORDS: usize> {
    jobs: Option<Sender<Job<WORDS>>>,
    rows: Receiver<Vec<Row<WORDS>>>,
    thread: Option<JoinHandle<()>>,
}

/// Hands over the rows of a run in order, some at a time.
pub(super) type HandOver<'a, const WORDS: usize> = &'a mut dyn FnMut(Vec<Row<WORDS>>);

type Job<const WORDS: usize> = Box<dyn FnOnce(HandOver<'_, WORDS>) + Send>;

impl<const WORDS: usize> Ahead<WORDS> {
    pub(super) fn none() -> Self {
        Self { current: None, rows: Vec::new(), next: None, worker: None }
    }

    /// Which parts are in the row of a sum, if there is one.
    pub(super) fn marked(&self, sum: usize) -> Option<&Marked> {
        self.current.as_ref().filter(|run| run.has(sum)).map(|run| &run.marked)
    }

    /// Adds the marks of a sum to its row, if it is in the current run; waits until they have been made. False if they never are.
    #[inline]
    pub(super) fn unite(&mut self, sum: usize, row: &mut Row<WORDS>) -> bool {
        let Some(run) = self.current.as_ref().filter(|run| run.has(sum)) else { return true };
        let place = sum - run.first;
        while self.rows.len() <= place {
            if !self.receive() {
                return false;
            }
        }
        if let Some(made) = self.rows.get(place) {
            row.unite(made);
        }
        true
    }

    fn receive(&mut self) -> bool {
        let rows = self.worker.as_ref().and_then(|worker| worker.rows.recv().ok());
        let is_there = rows.is_some();
        self.rows.extend(rows.into_iter().flatten());
        is_there
    }

    /// Whether it is time to go on to the run that begins with this sum.
    pub(super) fn is_due(&self, sum: usize) -> bool {
        !self.current.as_ref().is_some_and(|run| run.has(sum))
            && self.next.as_ref().is_none_or(|next| next.first <= sum)
    }

    /// Goes on to the run that begins with this sum, if it has been ordered, and orders the next one. `task` gives what is to be done
    /// for it from its first sum.
    pub(super) fn advance<T>(&mut self, sum: usize, marked: Marked, task: impl FnOnce(usize) -> T)
    where
        T: FnOnce(HandOver<'_, WORDS>) + Send + 'static,
    {
        // What is left of the run before.
        while self.current.is_some() && self.rows.len() < AHEAD && self.receive() {}
        self.rows.clear();
        self.current = self.next.take();
        let worker = self.worker.take().or_else(Worker::new);
        let first = sum + AHEAD;
        // Where there is no thread to be had the first one does it all.
        self.worker = worker.filter(|worker| worker.begin(Box::new(task(first))));
        self.next = self.worker.is_some().then_some(Run { first, marked });
    }
}

impl Run {
    fn has(&self, sum: usize) -> bool {
        (self.first..self.first + AHEAD).contains(&sum)
    }
}

impl<const WORDS: usize> Worker<WORDS> {
    fn new() -> Option<Self> {
        let (jobs, jobs_to_do) = mpsc::channel::<Job<WORDS>>();
        let (rows_made, rows) = mpsc::channel();
        let work = move || {
            for job in jobs_to_do {
                // Nobody takes them when all is over.
                job(&mut |rows| drop(rows_made.send(rows)));
            }
        };
        let thread = thread::Builder::new().name("grundy marks".to_owned()).spawn(work).ok()?;
        Some(Self { jobs: Some(jobs), rows, thread: Some(thread) })
    }

    fn begin(&self, job: Job<WORDS>) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok())
    }
}

impl<const WORDS: usize> Drop for Worker<WORDS> {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
