//! Rows that worker threads mark before their heaps are computed.

use std::ops::Range;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::heap::lane::BLOCK;
use crate::heap::marks::Part;
use crate::heap::sequence::sparse::row::Bytes;
use crate::heap::sequence::sparse::tries::halves;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// Jobs that are queued beyond the sums that are in use.
const QUEUED: usize = 3;

/// The marks of sums by large parts, whose partners are known early.
///
/// While the first thread computes heaps, the others mark sums of later heaps, a chunk at a time. A job has a copy of the values that it
/// needs. Its rows depend on these only, so no value depends on the number of threads. Where the first thread would wait, it does a job.
pub(super) struct Ahead<'a, V> {
    jobs: Sender<Job<V>>,
    queue: &'a Mutex<Receiver<Job<V>>>,
    marked: Receiver<Marked>,
    /// What was marked and not used yet, and what is in use.
    ready: Vec<Marked>,
    current: Option<Marked>,
    /// The first sum of the next job, and the sum that is no longer needed.
    next: usize,
    end: usize,
    words: usize,
    parts: Arc<Vec<Part>>,
    far: Far,
    tuning: &'a Tuning,
}

/// The parts that rows are marked by: those of a range, among the first of the rare and of the likely ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Far {
    range: Range<usize>,
    counts: [usize; 2],
}

/// A chunk of sums that is to be marked, and the values from heap `oldest` on.
struct Job<V> {
    first: usize,
    oldest: usize,
    known: Vec<V>,
    parts: Arc<Vec<Part>>,
    far: Far,
    /// Number of heaps of nearly half a sum that are parts as well.
    halves: usize,
    words: usize,
    sums: usize,
}

/// A chunk of sums that has been marked.
struct Marked {
    first: usize,
    rows: Vec<u64>,
    far: Far,
}

impl Far {
    /// The smallest part whose partner is known when a sum is marked ahead.
    pub(super) const fn least_part(tuning: &Tuning) -> usize {
        (QUEUED + 1) * tuning.far_chunk
    }

    /// Those of two lists that are marked ahead, or those that are not.
    pub(super) fn select(&self, lists: [&[Part]; 2], is_far: bool) -> impl Iterator<Item = Part> {
        lists.into_iter().zip(self.counts).flat_map(move |(list, count)| {
            let is_marked = move |place: usize, part: &Part| place < count && self.range.contains(&part.heap);
            list.iter()
                .enumerate()
                .filter(move |(place, part)| is_marked(*place, part) == is_far)
                .map(|(_, part)| *part)
        })
    }
}

impl<V: Value> Job<V> {
    fn mark(self, bytes: &mut Bytes) -> Marked {
        let Self { first, oldest, known, parts, far, halves: pairs, words, sums } = self;
        let mut rows = vec![0; sums * words];
        for (first, rows) in (first..).step_by(BLOCK).zip(rows.chunks_exact_mut(BLOCK * words)) {
            bytes.mark_block(&known, first - oldest, &parts, rows);
            if pairs > 0 {
                bytes.mark_block(&known, first, &halves(&known, first, pairs, far.range.start), rows);
            }
        }
        Marked { first, rows, far }
    }
}

impl<V: Value> Ahead<'_, V> {
    /// Does `work` with this number of threads, which mark rows of this number of words for the sums from `first` to `end`.
    pub(super) fn with_threads<T>(
        threads: usize,
        words: usize,
        [first, end]: [usize; 2],
        tuning: &Tuning,
        work: impl FnOnce(&mut Ahead<'_, V>) -> T,
    ) -> T {
        let ((jobs, queue), (done, marked)) = (mpsc::channel::<Job<V>>(), mpsc::channel());
        let queue = Mutex::new(queue);
        // Ends when the sender of jobs is dropped.
        let serve = |done: Sender<Marked>| {
            let mut bytes = Bytes::new(words);
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            while let Ok(job) = next()
                && done.send(job.mark(&mut bytes)).is_ok()
            {}
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                let (serve, done) = (&serve, done.clone());
                // Where the system refuses a thread, the others do its work.
                let thread = thread::Builder::new().name("grundy marks".to_owned());
                if thread.spawn_scoped(scope, move || serve(done)).is_err() {
                    break;
                }
            }
            drop(done);
            work(&mut Ahead {
                jobs,
                queue: &queue,
                marked,
                ready: Vec::new(),
                current: None,
                next: first,
                end,
                words,
                parts: Arc::default(),
                far: Far { range: Far::least_part(tuning)..first.min(tuning.far_window), counts: [0; 2] },
                tuning,
            })
        })
    }

    /// Copies the rows of a block of sums, and tells what they are marked by. Makes jobs for later sums by the rare and the likely parts,
    /// and this number of halves.
    pub(super) fn copy(
        &mut self,
        rows: &mut [u64],
        first: usize,
        values: &[V],
        lists: [&[Part]; 2],
        halves: usize,
        bytes: &mut Bytes,
    ) -> &Far {
        let chunk = self.tuning.far_chunk;
        while self.next < self.end && self.next <= first + QUEUED * chunk {
            self.queue(values, lists, halves);
        }
        if self.current.as_ref().is_none_or(|marked| marked.first + chunk <= first) {
            self.current = Some(self.wait(first, bytes));
        }
        let current = self.current.as_ref().expect("it has just been marked");
        rows.copy_from_slice(&current.rows[(first - current.first) * self.words..][..rows.len()]);
        &current.far
    }

    /// Makes the next job.
    fn queue(&mut self, values: &[V], lists: [&[Part]; 2], halves: usize) {
        let Self { next: first, words, tuning, .. } = *self;
        let far = Far { range: self.far.range.clone(), counts: lists.map(<[Part]>::len) };
        if self.far != far {
            let mut parts: Vec<Part> = far.select(lists, true).collect();
            parts.sort_unstable_by_key(|part| part.heap);
            (self.parts, self.far) = (Arc::new(parts), far.clone());
        }
        // Halves are somewhere among all values.
        let most = self.parts.last().map_or(0, |part| part.heap);
        let oldest = if halves > 0 { 0 } else { first - most };
        let known = values.get(oldest..).map_or_else(Vec::new, <[V]>::to_vec);
        let (parts, sums) = (Arc::clone(&self.parts), tuning.far_chunk);
        let job = Job { first, oldest, known, parts, far, halves, words, sums };
        self.jobs.send(job).expect("the queue is dropped after its sender");
        self.next += sums;
    }

    /// The chunk of sums that begins with this one.
    fn wait(&mut self, first: usize, bytes: &mut Bytes) -> Marked {
        loop {
            self.ready.extend(self.marked.try_iter());
            if let Some(place) = self.ready.iter().position(|marked| marked.first == first) {
                return self.ready.swap_remove(place);
            }
            // A worker that waits for a job has the lock, and then there is none.
            let job = self.queue.try_lock().ok().and_then(|queue| queue.try_recv().ok());
            let marked = match job {
                Some(job) => job.mark(bytes),
                None => self.marked.recv().expect("a worker thread marks these sums"),
            };
            self.ready.push(marked);
        }
    }
}
