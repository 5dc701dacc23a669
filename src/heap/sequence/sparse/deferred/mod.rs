//! Sparse spaces with many rare heaps: values first, the proofs that nothing smaller is left later.
//!
//! Where the rare heaps lie far behind, a new heap is common. So its value is taken to be the least common one that no rare part
//! excludes, and the next heap is begun at once. That the rare values below it are excluded as well is proved afterwards, for a
//! thousand heaps together. Should that fail once, the values from there on are dropped and computed in the other way.
//!
//! What is gained:
//! - All partners are common heaps, so a byte tells their values apart, and those of all marks: see [`bytes`].
//! - The marks of large rare parts can be made before a tile of heaps is begun, and proofs after it is done. Both are tasks that
//!   either of two threads takes when it has time: see [`board`].
//! - The last rare parts are not marked but compared with the few values that the others have left: see [`compare`].
//! - A proof asks for the rare values below the value that was found, not for all, and about a thousand heaps at once, which takes
//!   an instruction for 128 of them: see [`proofs`].
//!
//! The values are the same whatever threads do: each task is a function of values that are known.

mod board;
mod bytes;
mod compare;
mod proofs;

use std::thread;

use crate::heap::sequence::plan::Pairs;
use crate::heap::sequence::sparse::Mask;
use crate::heap::sequence::sparse::witness::Search;
use crate::heap::sequence::values::{Value, low_byte};
use crate::heap::sequence::watch::Watch;
use board::Board;
use bytes::{Alphabet, Part, Recent, TILE, mark_tile};
use compare::Compared;
use proofs::{PROOF, Planes, Witnesses};

/// Fewer rare heaps are not worth it.
const MANY: usize = 400;
/// Fewer heaps are not worth it.
const FEWEST: usize = 2 * PROOF;
/// A rare heap that is larger makes the windows of values too large.
const LARGEST: usize = 1 << 18;
/// So many tiles are marked, at most, before the one that is worked at.
const AHEAD: usize = 15;
/// So many of a hundred rare parts that could be marked ahead are compared, the smallest.
const COMPARED: usize = 30;

/// The parts of sums and what is known of them, made anew whenever the sequence has doubled.
#[derive(Debug)]
pub(super) struct Plan {
    alphabet: Alphabet,
    /// The rare parts: those that are marked for each sum, for a tile when it is begun, compared, and marked before.
    small: Vec<Part>,
    near: Vec<Part>,
    compared: Compared,
    far: Vec<Part>,
    witnesses: Witnesses,
    /// How many counters are taken when a heap is divided, and when one is left.
    taken: usize,
    ones: Vec<usize>,
    last_rare: usize,
    /// No part is larger than this.
    largest: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// There are as many values as were asked for, but for less than a tile.
    Done,
    /// The next value is to be computed in another way.
    Other,
    /// The callback says so.
    Cancelled,
}

impl Plan {
    /// For codes whose moves divide in one way, with many rare heaps and values that a byte tells apart; else `None`.
    pub(super) fn new<V: Value>(
        values: &[V],
        pairs: &Pairs,
        mask: Mask,
        width: usize,
        rare: &[(u32, V)],
    ) -> Option<Self> {
        let [taken] = pairs.splits[..] else { return None };
        let is_plain = pairs.unequal.is_empty() && pairs.halves.is_empty() && !mask.parity;
        let last_rare = rare.last().map_or(0, |(heap, _)| *heap as usize);
        if !is_plain || rare.len() < MANY || last_rare > LARGEST {
            return None;
        }
        let alphabet = Alphabet::new(mask, width)?;
        let witnesses = Witnesses::new(values, &alphabet, last_rare)?;
        let parts: Vec<Part> = rare.iter().map(|(part, value)| (*part as usize, low_byte(value.index()))).collect();
        let place = |bound: usize| parts.partition_point(|(part, _)| *part < bound);
        // Whose partners are known, for all sums of a tile, when it is begun, and when one is begun that comes so long before.
        let (near, far) = (place(TILE.saturating_sub(taken)), place((AHEAD + 1) * TILE));
        let marked = far + parts.len().saturating_sub(far) * COMPARED / 100;
        let some = |from: usize, to: usize| parts.get(from..to).unwrap_or(&[]).to_vec();
        Some(Self {
            alphabet,
            small: some(0, near),
            near: some(near, far),
            compared: Compared::new(&some(far, marked)),
            far: some(marked, parts.len()),
            taken,
            ones: pairs.ones.clone(),
            last_rare,
            largest: witnesses.largest().max(last_rare),
            witnesses,
        })
    }

    /// How many of the last values a run reads.
    fn window(&self) -> usize {
        self.largest + AHEAD * TILE + (board::BEHIND + 3) * PROOF
    }

    /// Whether a run can begin after so many values, and is worth it up to so many.
    pub(super) fn suits(&self, values: usize, heaps: usize) -> bool {
        heaps >= values.saturating_add(FEWEST) && values >= self.begins()
    }

    /// From how many values on the plan suits: every partner of a part is common.
    pub(super) fn begins(&self) -> usize {
        self.last_rare + self.window() + 1
    }
}

/// Extends the values to so many, or nearly; all of them are proved. Adds how many pairs were looked at.
pub(super) fn extend<V: Value>(
    values: &mut Vec<V>,
    heaps: usize,
    plan: &Plan,
    pairs: &Pairs,
    search: &mut Search<V>,
    tried: &mut u64,
    watch: &mut Watch<'_>,
) -> End {
    let first = values.len().saturating_sub(plan.taken);
    let board = Board::new(first, heaps.saturating_sub(values.len()) / TILE);
    let recent = Recent::new(values, plan.window());
    let planes = Planes::new(first, &plan.witnesses);
    let run = Run { plan, pairs, search, tried, board: &board, proved: values.len(), values, recent, planes };
    thread::scope(|scope| {
        // Dropped in here, since the scope waits for the second thread.
        let mut run = run;
        if watch.two_threads() {
            let (recent, planes) = (run.recent.clone(), run.planes.clone());
            let worker = thread::Builder::new().name("grundy marks".to_owned());
            // Where there is no thread to be had this one does it all.
            drop(worker.spawn_scoped(scope, || board.work(plan, recent, planes)));
        }
        run.tiles(watch).unwrap_or(End::Other)
    })
}

/// Values that are being extended, by the first of the threads.
#[derive(Debug)]
struct Run<'a, V> {
    plan: &'a Plan,
    pairs: &'a Pairs,
    search: &'a mut Search<V>,
    tried: &'a mut u64,
    board: &'a Board,
    values: &'a mut Vec<V>,
    /// How many values are proved.
    proved: usize,
    recent: Recent,
    planes: Planes,
}

/// Also where the callback panics, no value stays that is not proved, and the second thread ends.
impl<V> Drop for Run<'_, V> {
    fn drop(&mut self) {
        self.board.close();
        self.values.truncate(self.proved);
    }
}

impl<V: Value> Run<'_, V> {
    /// Nothing if something is missing that should be there.
    fn tiles(&mut self, watch: &mut Watch<'_>) -> Option<End> {
        while let Some((first, rows)) = self.board.next_marks(self.plan, &self.recent, &mut self.planes) {
            if self.tile(first, rows?)? == End::Other {
                // What there is of the tile is not proved.
                return Some(End::Other);
            }
            self.board.tile_is_done(&self.recent);
            if self.take_proofs(false)? == End::Other {
                return Some(End::Other);
            }
            if watch.tell(self.proved).is_break() {
                return Some(End::Cancelled);
            }
            self.recent.trim();
        }
        self.take_proofs(true)
    }

    /// The values of the heaps that have the sums of a tile, from the marks of far parts.
    fn tile(&mut self, first: usize, mut rows: Box<bytes::Rows>) -> Option<End> {
        let Self { plan, recent, .. } = self;
        mark_tile(recent, first, &mut rows, &plan.near)?;
        let bounds = plan.compared.mark(recent, first, &mut rows, &plan.alphabet)?;
        for ((sum, row), bound) in (first..).zip(rows.iter_mut()).zip(bounds) {
            let heap = sum + plan.taken;
            for (part, byte) in &plan.small {
                row.mark(usize::from(recent.get(sum - part)? ^ byte));
            }
            for taken in &plan.ones {
                row.mark(usize::from(recent.get(heap - taken)?));
            }
            let value = loop {
                let Some(value) = plan.alphabet.first_common(row) else { return Some(End::Other) };
                if value <= bound || !plan.compared.excludes(recent, sum, low_byte(value)) {
                    break value;
                }
                row.mark(usize::from(low_byte(value)));
            };
            if value >= V::LIMIT {
                return Some(End::Other);
            }
            self.values.push(V::of(value));
            recent.push(low_byte(value));
        }
        let parts = plan.small.len() + plan.near.len() + plan.compared.len() + plan.far.len();
        *self.tried += (TILE * parts) as u64;
        Some(End::Done)
    }

    /// Takes the proofs that are done, or all. What they have left is searched for among all pairs.
    fn take_proofs(&mut self, all: bool) -> Option<End> {
        while let Some((first, proof)) = self.board.next_proof(self.plan, &self.recent, &mut self.planes, all) {
            let proof = proof?;
            *self.tried += proof.tried;
            for (place, byte) in proof.left {
                let heap = first + place + self.plan.taken;
                let before = self.values.get(..heap)?;
                let rare = self.plan.alphabet.rare(byte);
                let mut compared = 0;
                if !self.search.finds(before, self.pairs, rare, 1, &mut compared) {
                    self.proved = heap.max(self.proved);
                    return Some(End::Other);
                }
                *self.tried += compared;
            }
            self.proved = first + PROOF + self.plan.taken;
        }
        Some(End::Done)
    }
}
