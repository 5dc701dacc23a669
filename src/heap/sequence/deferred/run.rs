//! A run: heaps computed in tiles, with proofs that follow.

use std::collections::VecDeque;

use crate::heap::sequence::deferred::plan::Plan;
use crate::heap::sequence::deferred::proofs::{Planes, Proof};
use crate::heap::sequence::pairs::Pairs;
use crate::heap::sequence::recent::{Known, Recent};
use crate::heap::sequence::sparse::{Row, SUMS, Search, Tile, mark_tile};
use crate::heap::sequence::tasks::{Board, Job, with_workers};
use crate::heap::sequence::values::{Value, low_byte};
use crate::heap::sequence::watch::Watch;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::sequence) enum End {
    /// All values that were asked for are there, or less than a tile of them is missing.
    Done,
    /// The next value is not proved, or does not fit: the engine is to compute it heap by heap.
    Unproved,
    /// The callback says so.
    Cancelled,
}

/// Extends the values until there are `heaps`, or less than a tile fewer. All of them are proved when this returns. Adds the number of
/// pairs that were looked at to `tried`.
pub(in crate::heap::sequence) fn extend<V: Value>(
    values: &mut Vec<V>,
    heaps: usize,
    plan: &Plan,
    pairs: &Pairs,
    search: &mut Search<V>,
    tried: &mut u64,
    watch: &mut Watch<'_>,
) -> End {
    let first = values.len() - plan.taken;
    let recent: Recent<u8> = Recent::of(values, plan.window(), |value| low_byte(value.index()));
    // No more workers than tasks.
    let threads = watch.threads().min(plan.tuning.tiles_ahead + plan.tuning.proofs_behind + 1);
    let job = Tasks(plan);
    with_workers(&job, recent.clone(), threads, plan.tuning.wake_tasks, |board| {
        let mut run = Run {
            plan,
            pairs,
            search,
            tried,
            board,
            proved: values.len(),
            end: first + (heaps - values.len()) / SUMS * SUMS,
            values,
            recent,
            planes: job.scratch(),
            marks: VecDeque::new(),
            proofs: VecDeque::new(),
            next_marks: first,
            next_proof: first,
        };
        run.tiles(first, watch)
    })
}

/// A task of a run, by its first sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Marking a tile by the far parts.
    Marks(usize),
    Proof(usize),
}

/// What came of a task.
#[derive(Debug)]
enum Made {
    Marks(Tile<4>),
    Proof(Proof),
}

/// The tasks of a plan.
struct Tasks<'a>(&'a Plan);

impl Job for Tasks<'_> {
    type Value = u8;
    type Task = Task;
    type Made = Made;
    type Scratch = Planes;

    fn scratch(&self) -> Planes {
        Planes::new(&self.0.witnesses)
    }

    fn make(&self, known: Known<'_, u8>, planes: &mut Planes, task: Task) -> Made {
        match task {
            Task::Marks(first) => {
                let mut rows: Tile<4> = Row::tile();
                mark_tile(known, first, self.0.far.iter().copied(), &mut rows);
                Made::Marks(rows)
            }
            Task::Proof(first) => {
                Made::Proof(self.0.witnesses.prove(&self.0.alphabet, known, planes, first, self.0.taken))
            }
        }
    }
}

/// Values that are being extended by the first of the threads.
struct Run<'a, 'b, V> {
    plan: &'a Plan,
    pairs: &'a Pairs,
    search: &'a mut Search<V>,
    tried: &'a mut u64,
    board: &'a Board<'a, Tasks<'b>>,
    values: &'a mut Vec<V>,
    /// Number of values that are proved.
    proved: usize,
    recent: Recent<u8>,
    planes: Planes,
    /// The tasks that are ordered and not yet used, by their first sums, and the first sum of the next one of each kind.
    marks: VecDeque<usize>,
    proofs: VecDeque<usize>,
    next_marks: usize,
    next_proof: usize,
    /// The sum after the last tile.
    end: usize,
}

/// No value stays that is not proved, also where the callback panics.
impl<V> Drop for Run<'_, '_, V> {
    fn drop(&mut self) {
        self.values.truncate(self.proved);
    }
}

impl<V: Value> Run<'_, '_, V> {
    fn tiles(&mut self, first: usize, watch: &mut Watch<'_>) -> End {
        self.order(first, 0);
        while let Some(first) = self.marks.pop_front() {
            let Made::Marks(rows) = self.made(Task::Marks(first)) else { unreachable!("marks are made for marks") };
            if !self.tile(first, rows) {
                // The part of the tile that there is cannot be proved.
                return End::Unproved;
            }
            self.order(first + SUMS, SUMS);
            if !self.take_proofs(self.plan.tuning.proofs_behind) {
                return End::Unproved;
            }
            if watch.tell(self.proved).is_break() {
                return End::Cancelled;
            }
            self.recent.trim();
        }
        if self.take_proofs(0) { End::Done } else { End::Unproved }
    }

    /// Publishes the latest `news` values and orders the tasks that they make possible. The heaps of the sums before `done` are
    /// computed.
    fn order(&mut self, done: usize, news: usize) {
        let mut tasks = Vec::new();
        while self.next_marks < self.end && self.marks.len() <= self.plan.tuning.tiles_ahead {
            tasks.push(Task::Marks(self.next_marks));
            self.marks.push_back(self.next_marks);
            self.next_marks += SUMS;
        }
        // The last proof may begin with sums that are proved already.
        let sums = self.plan.tuning.proof.sums();
        let first = if done == self.end { self.next_proof.min(done - sums) } else { self.next_proof };
        if first + sums <= done && self.next_proof < done {
            tasks.push(Task::Proof(first));
            self.proofs.push_back(first);
            self.next_proof = first + sums;
        }
        let known = self.recent.known().values;
        self.board.add(&known[known.len() - news..], tasks);
    }

    fn made(&mut self, task: Task) -> Made {
        self.board.take(self.recent.known(), &mut self.planes, task)
    }

    /// Computes the heaps that have the sums of a tile, from the marks of far parts. False if a value does not fit.
    fn tile(&mut self, first: usize, mut rows: Tile<4>) -> bool {
        let Self { plan, recent, .. } = self;
        mark_tile(recent.known(), first, plan.near.iter().copied(), &mut rows);
        for (sum, row) in (first..).zip(rows.iter_mut()) {
            let (heap, known) = (sum + plan.taken, recent.known());
            for (part, byte) in &plan.small {
                row.mark(usize::from(known.get(sum - part) ^ byte));
            }
            for taken in &plan.ones {
                row.mark(usize::from(known.get(heap - taken)));
            }
            let value = plan.alphabet.first_common(row);
            let Some(value) = value.filter(|value| *value < plan.tuning.limit::<V>()) else { return false };
            self.values.push(V::of(value));
            recent.push(low_byte(value));
        }
        *self.tried += (SUMS * plan.parts()) as u64;
        true
    }

    /// Takes the proofs that are done, and waits for others while more than `outstanding` are not. The values that a proof leaves are
    /// searched for among all pairs. False if a proof fails; then the values before that heap are proved.
    fn take_proofs(&mut self, outstanding: usize) -> bool {
        while let Some(first) = self.proofs.front().copied() {
            if self.proofs.len() <= outstanding && !self.board.is_done(Task::Proof(first)) {
                break;
            }
            self.proofs.pop_front();
            let Made::Proof(proof) = self.made(Task::Proof(first)) else { unreachable!("proofs are made for proofs") };
            *self.tried += proof.tried;
            for (place, byte) in proof.left {
                let heap = first + place + self.plan.taken;
                let rare = self.plan.alphabet.rare(byte);
                let mut compared = 0;
                if !self.search.finds(&self.values[..heap], self.pairs, rare, 1, &mut compared) {
                    self.proved = heap.max(self.proved);
                    return false;
                }
                *self.tried += compared;
            }
            self.proved = first + self.plan.tuning.proof.sums() + self.plan.taken;
        }
        true
    }
}
