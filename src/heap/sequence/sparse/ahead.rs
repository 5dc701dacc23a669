//! Rows of marks that a second thread makes while the first finishes the heaps before them.

use std::ops::Range;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use crate::heap::sequence::sparse::row::Row;

/// Sums that the second thread marks at once: long enough that it takes much longer than to wake a thread.
pub(super) const AHEAD: usize = 512;

/// Which parts are in a row: the likely ones of this range, and those of the range that are among the first so many rare heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marked {
    pub(super) parts: Range<u32>,
    pub(super) rare: usize,
}

/// The marks of a run of sums, and those of the next run, which are being made.
///
/// The second thread works on a copy of the values that were known when it began, so each knows its own alone.
#[derive(Debug)]
pub(super) struct Ahead<const WORDS: usize> {
    first: usize,
    rows: Vec<Row<WORDS>>,
    marked: Marked,
    pending: Option<Pending>,
    worker: Option<Worker<WORDS>>,
}

/// What the worker is making.
#[derive(Debug)]
struct Pending {
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

type Job<const WORDS: usize> = Box<dyn FnOnce() -> Vec<Row<WORDS>> + Send>;

impl<const WORDS: usize> Ahead<WORDS> {
    pub(super) fn none() -> Self {
        Self { first: 0, rows: Vec::new(), marked: Marked::default(), pending: None, worker: None }
    }

    /// Which parts are in the rows.
    pub(super) fn marked(&self) -> &Marked {
        &self.marked
    }

    /// The marks of a sum, if they have been made.
    #[inline]
    pub(super) fn row(&self, sum: usize) -> Option<&Row<WORDS>> {
        self.rows.get(sum.wrapping_sub(self.first))
    }

    /// Whether it is time to go on to the run that begins with this sum.
    pub(super) fn is_due(&self, sum: usize) -> bool {
        self.row(sum).is_none() && self.pending.as_ref().is_none_or(|pending| pending.first <= sum)
    }

    /// Takes over the run that has been made, if it begins with this sum, and begins with the next one. `task` gives what is to
    /// be done for it from its first sum.
    pub(super) fn advance<T>(&mut self, sum: usize, marked: Marked, task: impl FnOnce(usize) -> T)
    where
        T: FnOnce() -> Vec<Row<WORDS>> + Send + 'static,
    {
        self.rows.clear();
        if let Some(made) = self.pending.take()
            && let Some(rows) = self.worker.as_ref().and_then(|worker| worker.rows.recv().ok())
            && made.first == sum
        {
            (self.first, self.rows, self.marked) = (sum, rows, made.marked);
        }
        if self.worker.is_none() {
            self.worker = Worker::new();
        }
        let first = sum + AHEAD;
        let is_begun = self.worker.as_ref().is_some_and(|worker| worker.begin(Box::new(task(first))));
        // Where there is no thread to be had the first one does it all.
        self.pending = is_begun.then_some(Pending { first, marked });
    }
}

impl<const WORDS: usize> Worker<WORDS> {
    fn new() -> Option<Self> {
        let (jobs, jobs_to_do) = mpsc::channel::<Job<WORDS>>();
        let (rows_made, rows) = mpsc::channel();
        let work = move || {
            for job in jobs_to_do {
                if rows_made.send(job()).is_err() {
                    break;
                }
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

/// Whether there is a second processor.
pub(super) fn two_threads() -> bool {
    thread::available_parallelism().is_ok_and(|threads| threads.get() > 1)
}
