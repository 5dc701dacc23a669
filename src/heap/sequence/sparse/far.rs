//! Rows that worker threads mark before their heaps are computed.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::heap::lane::BLOCK;
use crate::heap::marks::Part;
use crate::heap::sequence::sparse::row::Bytes;
use crate::heap::sequence::sparse::tries::halves;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::threads::share;
use crate::heap::values::Value;

/// The marks of sums by large parts, whose partners are known early.
///
/// While the first thread computes heaps, the others mark sums of later heaps, a chunk at a time. A job has a copy of the values that it
/// needs. Its rows depend on these only, so no value depends on the number of threads. Where the first thread would wait, it does a job.
pub(super) struct Ahead<'a> {
    queue: &'a Queue,
    /// The chunk in use.
    current: Marked,
    /// The first sum of the next job, and the sum that is no longer needed.
    next: usize,
    end: usize,
    words: usize,
    /// Sums in a chunk, and the number of jobs that are queued beyond the chunk in use.
    chunk: usize,
    queued: usize,
    far: Arc<Far>,
}

/// The parts that rows are marked by: those of a range, among the first of the rare and of the likely ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Far {
    range: Range<usize>,
    counts: [usize; 2],
    parts: Vec<Part>,
}

/// Marks a chunk of sums.
type Job = Box<dyn FnOnce(&mut Bytes) -> Marked + Send>;

/// A chunk of sums that has been marked.
struct Marked {
    first: usize,
    rows: Vec<u64>,
    far: Arc<Far>,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    marked: Vec<Marked>,
    /// The first thread makes no more jobs, or a thread has panicked.
    is_closed: bool,
}

impl Far {
    /// The smallest part whose partner is known when a sum is marked ahead.
    pub(super) const fn least_part(tuning: &Tuning) -> usize {
        (tuning.far_queue + 1) * tuning.far_chunk
    }

    /// Whether rows are marked by the part at a place of one of the two lists.
    pub(super) fn has(&self, list: usize, place: usize, part: Part) -> bool {
        place < self.counts[list] && self.range.contains(&part.heap)
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic under the lock leaves a whole state: each change of it is one push, one removal or one flag.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does jobs, and waits where there is none, until `is_so` returns a result.
    fn work<T>(&self, bytes: &mut Bytes, is_so: impl Fn(&mut State) -> Option<T>) -> T {
        // Before `state`, so that it is dropped after the lock: in a panic `Closing` takes the lock itself.
        let _closing = Closing { queue: self, always: false };
        let mut state = self.lock();
        loop {
            if let Some(found) = is_so(&mut state) {
                return found;
            }
            state = if let Some(job) = state.jobs.pop_front() {
                // Marking takes long, so other threads have the lock meanwhile.
                drop(state);
                let marked = job(bytes);
                let mut state = self.lock();
                state.marked.push(marked);
                // All, since the first thread waits for one certain chunk: a single notice could wake a worker thread
                // only.
                self.changed.notify_all();
                state
            } else {
                self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    /// The chunk of sums that begins with this one.
    fn chunk(&self, first: usize, bytes: &mut Bytes) -> Marked {
        self.work(bytes, |state| {
            // Threads finish chunks in any order, so that this one need not be the first.
            let place = state.marked.iter().position(|marked| marked.first == first);
            assert!(place.is_some() || !state.is_closed, "a worker thread has panicked");
            Some(state.marked.swap_remove(place?))
        })
    }
}

/// Closes a queue in the end, or if the thread panics: nobody waits for ever.
struct Closing<'a> {
    queue: &'a Queue,
    always: bool,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if self.always || thread::panicking() {
            self.queue.lock().is_closed = true;
            self.queue.changed.notify_all();
        }
    }
}

impl Ahead<'_> {
    /// Does `work` with this number of threads, which mark rows of this number of words for the sums from `first` to `end`.
    pub(super) fn with_threads(
        threads: usize,
        words: usize,
        [first, end]: [usize; 2],
        tuning: &Tuning,
        work: &mut dyn FnMut(&mut Ahead<'_>),
    ) {
        let queue = &Queue::default();
        // A worker thread ends when the queue is closed, and leaves the remaining jobs undone.
        let serve = || queue.work(&mut Bytes::new(words), |state| state.is_closed.then_some(()));
        share(threads, &serve, &mut || {
            let _closing = Closing { queue, always: true };
            // Each part is smaller than every sum that is marked ahead, so each sum has a partner for it.
            let range = Far::least_part(tuning)..first.min(tuning.far_window);
            let far = Arc::new(Far { range, ..Far::default() });
            let (chunk, queued) = (tuning.far_chunk, tuning.far_queue);
            // No chunk at all: the first that is asked for is another one.
            let current = Marked { first: usize::MAX, rows: Vec::new(), far: Arc::clone(&far) };
            work(&mut Ahead { queue, current, next: first, end, words, chunk, queued, far });
        });
    }

    /// Copies the rows of a block of sums, and tells what they are marked by. Makes jobs for later sums by the rare and the likely parts,
    /// and this number of halves.
    pub(super) fn copy<V: Value>(
        &mut self,
        rows: &mut [u64],
        first: usize,
        values: &[V],
        lists: [&[Part]; 2],
        halves: usize,
        bytes: &mut Bytes,
    ) -> Arc<Far> {
        // The condition is the one that `least_part` relies on: all sums of a job are below `first` + `least_part`,
        // so the partners of all parts in the range are below `first` and known.
        while self.next < self.end && self.next <= first + self.queued * self.chunk {
            let job = self.job(values, lists, halves);
            self.queue.lock().jobs.push_back(job);
            // One thread is enough for one job. The first thread does not wait here.
            self.queue.changed.notify_one();
            self.next += self.chunk;
        }
        // A chunk is a whole number of blocks, so the block's first sum is in the current chunk or the first sum of
        // another one.
        if !(self.current.first..self.current.first.saturating_add(self.chunk)).contains(&first) {
            self.current = self.queue.chunk(first, bytes);
        }
        let place = (first - self.current.first) * self.words;
        rows.copy_from_slice(&self.current.rows[place..][..rows.len()]);
        Arc::clone(&self.current.far)
    }

    /// The next job.
    fn job<V: Value>(&mut self, values: &[V], lists: [&[Part]; 2], pairs: usize) -> Job {
        let &mut Self { next: first, words, chunk, .. } = self;
        let counts = lists.map(<[Part]>::len);
        // A new rare heap, or other likely parts: chunks that are queued already keep the parts that they were made with.
        if self.far.counts != counts {
            let mut far = Far { range: self.far.range.clone(), counts, parts: Vec::new() };
            far.parts.extend(lists.into_iter().flatten().filter(|part| far.range.contains(&part.heap)));
            self.far = Arc::new(far);
        }
        let far = Arc::clone(&self.far);
        // Halves lie anywhere among the values, so with halves all values are copied.
        // Partners of a part of *a* counters begin *a* heaps before the sum, so the copy begins there for the largest part.
        let oldest = if pairs > 0 { 0 } else { first - far.parts.iter().map(|part| part.heap).max().unwrap_or(0) };
        // Without parts `oldest` is the first sum of the job, which may lie beyond the values: then nothing is
        // copied.
        let known = values.get(oldest..).map_or_else(Vec::new, <[V]>::to_vec);
        Box::new(move |bytes| {
            let mut rows = vec![0; chunk * words];
            for (first, rows) in (first..).step_by(BLOCK).zip(rows.chunks_exact_mut(BLOCK * words)) {
                // Heap `oldest` is at place 0 of the copy.
                bytes.mark_block(&known, first - oldest, &far.parts, rows);
                if pairs > 0 {
                    bytes.mark_block(&known, first, &halves(&known, first, pairs, far.range.start), rows);
                }
            }
            Marked { first, rows, far }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Ahead, Far};
    use crate::heap::lane::BLOCK;
    use crate::heap::marks::Part;
    use crate::heap::sequence::sparse::row::{Bytes, mark};
    use crate::heap::sequence::tuning::Tuning;

    #[test]
    fn a_part_that_came_later_is_not_marked_ahead() {
        let far = Far { range: 64..100, counts: [2, 3], parts: Vec::new() };
        for (list, count) in [(0, 2), (1, 3)] {
            for place in 0..5 {
                for heap in [0, 63, 64, 99, 100] {
                    let has = far.has(list, place, Part { heap, code: 1 });
                    assert_eq!(has, place < count && (64..100).contains(&heap), "list {list}, {place}, heap {heap}");
                }
            }
        }
    }

    /// No other thread: this one does each job when its rows are asked for.
    #[test]
    fn rows_that_are_marked_ahead_have_the_marks_of_far_parts_and_of_halves() {
        let values: Vec<u8> = (0..1400).map(|heap: u32| u8::try_from(heap * heap % 113).unwrap()).collect();
        let part = |heap: usize| Part { heap, code: values[heap].into() };
        let rare = [1, 127, 128, 300, 599, 600].map(part);
        let likely = [129, 200, 400, 700].map(part);
        for (far_chunk, far_queue, halves, [first, end]) in
            [(64, 1, 0, [1000, 1320]), (64, 1, 3, [1001, 1321]), (128, 0, 500, [1000, 1100]), (64, 1, 500, [640, 900])]
        {
            let tuning = Tuning { far_chunk, far_queue, far_window: 600, ..Tuning::default() };
            let what = format!("{far_queue} chunks of {far_chunk} before {end}, {halves} halves");
            assert_eq!(Far::least_part(&tuning), 128);
            let mut bytes = Bytes::new(2);
            Ahead::with_threads(1, 2, [first, end], &tuning, &mut |ahead| {
                for sum in (first..end).step_by(BLOCK) {
                    // One more rare heap and one more likely part after a while.
                    let known = if sum < first + 100 { [5, 3] } else { [6, 4] };
                    let lists = [&rare[..known[0]], &likely[..known[1]]];
                    let half = sum / 2;
                    let mut rows = vec![0; 2 * BLOCK];
                    let far = ahead.copy(&mut rows, sum, &values[..sum], lists, halves, &mut bytes);
                    let chunk = first + (sum - first) / far_chunk * far_chunk;
                    let made = chunk.saturating_sub(far_queue * far_chunk).max(first);
                    let counts = if made < first + 100 { [5, 3] } else { [6, 4] };
                    let parts = [&rare[..counts[0]], &likely[..counts[1]]].concat();
                    let parts: Vec<Part> = parts.into_iter().filter(|part| (128..600).contains(&part.heap)).collect();
                    assert_eq!(*far, Far { range: 128..600, counts, parts: parts.clone() }, "{what}");
                    for (sum, row) in (sum..).zip(rows.chunks(2)) {
                        let halves = ((half + 1 - halves.min(half)).max(128)..=half).map(part);
                        let mut expected = [0; 2];
                        for part in parts.iter().copied().chain(halves) {
                            mark(&mut expected, part.code ^ usize::from(values[sum - part.heap]));
                        }
                        assert_eq!(row, expected, "{what}: sum {sum}");
                    }
                    let last = (chunk + far_queue * far_chunk).min(first + (end - 1 - first) / far_chunk * far_chunk);
                    assert_eq!(ahead.next, last + far_chunk, "{what}: sum {sum}");
                }
            });
        }
    }
}
