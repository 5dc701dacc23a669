//! A table on disk, computed column by column.
//!
//! In: a column whose earlier layers are in memory, and the earlier columns as files. Out: the blocks of one layer of the column. A tail with
//! rows below its first depends on two kinds of blocks. A cut below the first row leaves a tail of the same column: its bytes are read from memory, as in
//! a table that is in memory as a whole. A cut of the first row to *c* tiles leaves a tail of column *c*: its bytes are collected from a
//! window on a file. While the rows below run through their ranks, such tails follow each other there too, in runs that end only where a row
//! that is longer than *c* changes, so that a window of a few pages for each column is read in order.
//!
//! By hand, for losing boards and the tail 2,1: cuts of its first row leave the empty tail and 1,1, of columns 0 and 1; the cut below leaves
//! the tail 2 of its own column.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::chomp::marks::{LANES, Set, Singles, least_outside};
use crate::chomp::pages::{Cursor, Pages};
use crate::chomp::piece_file::Fault;
use crate::chomp::pieces::Piece;
use crate::chomp::table_file::TableKind;
use crate::chomp::tails::{Tails, Walker};
use crate::control::{Control, Stopped};

/// Minimum number of bytes of blocks that a thread takes at a time.
const CHUNK: usize = 1 << 14;
/// Maximum number of threads: a guard against a control that asks for millions.
const MOST_THREADS: usize = 1 << 10;

/// What the blocks of one layer of a column are computed from.
pub(super) struct Sources<'a> {
    pub(super) kind: TableKind,
    pub(super) tails: &'a Tails,
    /// The earlier layers of the column.
    pub(super) own: &'a [u8],
    /// The earlier columns.
    pub(super) pages: &'a Pages<'a>,
}

/// Adjacent blocks for a thread.
struct Chunk<'a> {
    /// The rank of the first tail.
    rank: u64,
    blocks: &'a mut [u8],
}

impl Sources<'_> {
    /// Computes pieces of one layer, given with their bytes, which are 0, by the threads of the control. Returns how many of the bytes are computed,
    /// which are the first ones, and the bound that stopped it.
    /// `look` is called by one thread now and then, with the number of bytes computed since the last call.
    pub(super) fn compute(
        &self,
        pieces: Vec<(&Piece, &mut [u8])>,
        control: &mut Control,
        look: impl FnMut(&mut Control, u64) -> Result<(), Stopped>,
    ) -> Result<(u64, Result<(), Stopped>), Fault> {
        // Two words of 64 bits hold all bytes below 128, which halves the work of a union.
        let small = self.tails.tiles() < 128;
        if small { self.by_threads::<2>(pieces, control, look) } else { self.by_threads::<4>(pieces, control, look) }
    }

    fn by_threads<const W: usize>(
        &self,
        pieces: Vec<(&Piece, &mut [u8])>,
        control: &mut Control,
        mut look: impl FnMut(&mut Control, u64) -> Result<(), Stopped>,
    ) -> Result<(u64, Result<(), Stopped>), Fault> {
        // All pieces are of one layer and column, so the first tells the size, first row and block of all.
        let Some(&(&Piece { size, first_row, block, .. }, _)) = pieces.first() else { return Ok((0, Ok(()))) };
        let all: usize = pieces.iter().map(|(_, bytes)| bytes.len()).sum();
        let threads = control.thread_count().get().min(MOST_THREADS).min(all / (4 * CHUNK) + 1);
        // Some 32 chunks for each thread, so that the threads end at about the same time.
        let step = (CHUNK.max(all / (32 * threads)) / block).max(1);
        let chunks = pieces.into_iter().flat_map(|(piece, bytes)| {
            let ranks = (piece.rank..).step_by(step);
            bytes.chunks_mut(step * block).zip(ranks).map(|(blocks, rank)| Chunk { rank, blocks })
        });
        let chunks = Mutex::new(chunks);
        let singles = Singles::<W>::new();
        let (finished, stop, fault) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(None));
        let next = |worker: &mut Worker<'_, W>| {
            if stop.load(Relaxed) {
                return false;
            }
            // A panic in a thread leaves the iterator of chunks as it was, so the lock may be taken in spite of it.
            let Some(chunk) = chunks.lock().unwrap_or_else(PoisonError::into_inner).next() else { return false };
            // To find a tail by its rank takes much longer than the next one from the last, so it is done once a chunk.
            let mut walker = Walker::new(self.tails, size, first_row, chunk.rank);
            for entries in chunk.blocks.chunks_exact_mut(block) {
                let computed = match self.kind {
                    TableKind::Losing => worker.losing(&mut walker, entries),
                    _ => worker.values(&mut walker, entries),
                };
                if let Err(found) = computed {
                    // One fault is enough: the caller mends its file and computes the pieces again.
                    fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                    stop.store(true, Relaxed);
                    return false;
                }
                walker.advance();
            }
            finished.fetch_add(chunk.blocks.len() as u64, Relaxed);
            true
        };
        let (mut computed, mut looked) = (0, Ok(()));
        thread::scope(|scope| {
            for _ in 1..threads {
                // If the system starts no thread, the others do its work.
                let work = || {
                    let mut worker = Worker::new(self, &singles, first_row, block);
                    while next(&mut worker) {}
                };
                thread::Builder::new().spawn_scoped(scope, work).ok();
            }
            let mut worker = Worker::new(self, &singles, first_row, block);
            while looked.is_ok() && next(&mut worker) {
                // Counts of finished bytes are handed to `look` once: a swap leaves 0.
                let new = finished.swap(0, Relaxed);
                computed += new;
                looked = look(control, new);
            }
            if looked.is_err() {
                stop.store(true, Relaxed);
            }
        });
        let new = finished.into_inner();
        let last = look(control, new);
        match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(fault) => Err(fault),
            // Chunks are taken in order, and what is taken is computed to its end.
            None => Ok((computed + new, looked.and(last))),
        }
    }
}

/// What a thread needs to compute blocks of one layer of a column.
struct Worker<'a, const W: usize> {
    sources: &'a Sources<'a>,
    singles: &'a Singles<W>,
    /// For each earlier column, the page that was read last.
    cursors: Vec<Cursor>,
    /// For each earlier column, the bytes below the rows above the tail that are computed, then [`LANES`] bytes that are read in vain.
    others: Vec<u8>,
    /// Where the bytes of each earlier column begin.
    other_runs: Vec<usize>,
    runs: Vec<usize>,
}

impl<'a, const W: usize> Worker<'a, W> {
    fn new(sources: &'a Sources<'a>, singles: &'a Singles<W>, column: usize, block: usize) -> Self {
        // [`LANES`] bytes more, since reads and copies are of a constant number of bytes.
        let stride = block + LANES;
        Self {
            sources,
            singles,
            cursors: vec![Cursor::default(); column],
            others: vec![0; column * stride],
            other_runs: (0..column).map(|earlier| earlier * stride).collect(),
            runs: Vec::new(),
        }
    }

    /// Collects the bytes of the tails that cuts of the first row leave. Stops early and returns `false` if `go_on` does, which gets the length
    /// of the cut and the byte of the board in which the row above is cut too.
    fn collect(
        &mut self,
        walker: &mut Walker<'_>,
        block: usize,
        mut go_on: impl FnMut(usize, u8) -> bool,
    ) -> Result<bool, Fault> {
        let Self { sources, cursors, others, other_runs, .. } = self;
        let column = cursors.len();
        let mut fault = None;
        // A cut to `length` leaves a tail of the column of that number, so each column has a cursor of its own.
        let all = walker.cuts(|length, start| match cursors[length].turn_to(sources.pages, length, start) {
            Ok(byte) => go_on(length, byte),
            Err(found) => {
                fault = Some(found);
                false
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        if all {
            for (length, (cursor, run)) in cursors.iter().zip(other_runs).enumerate() {
                // The block of what is left begins at a row above of `length` tiles. Own blocks begin at `column`
                // tiles, which is `column` − `length` bytes further.
                let bytes = &cursor.rest()[column - length..];
                // Most blocks are short, and a copy of a constant number of bytes is no call.
                match bytes.first_chunk::<LANES>() {
                    Some(short) if block <= LANES => others[*run..][..LANES].copy_from_slice(short),
                    _ => others[*run..][..block].copy_from_slice(&bytes[..block]),
                }
            }
        }
        Ok(all)
    }

    /// The sets of the bytes of all options in which neither of the rows above the tail is cut, for several neighbours.
    fn sets(&self, from: usize, wanted: usize) -> ([Set<W>; LANES], usize) {
        let (mut sets, mut own) = ([[0; W]; LANES], [[0; W]; LANES]);
        let lanes = self.singles.union(&mut sets, &self.others, &self.other_runs, from, wanted);
        // The first runs are the cuts of the first row, one for each earlier column: their bytes are in `others`.
        self.singles.union(&mut own, self.sources.own, &self.runs[self.cursors.len()..], from, wanted);
        for (set, own) in sets.iter_mut().zip(&own) {
            for (word, own) in set.iter_mut().zip(own) {
                *word |= own;
            }
        }
        (sets, lanes)
    }

    /// The least first rows that make losing boards, or 0: see [`LosingBoards`](crate::chomp::LosingBoards).
    fn losing(&mut self, walker: &mut Walker<'_>, block: &mut [u8]) -> Result<(), Fault> {
        let singles = self.singles;
        let mut used: Set<W> = [0; W];
        // Where the byte of a cut equals its length, cutting the first three rows to this length leaves a losing board, whatever the second row.
        let any = self.collect(walker, block.len(), |length, byte| {
            singles.insert(&mut used, byte);
            usize::from(byte) != length
        })?;
        if !any {
            return Ok(());
        }
        walker.runs(&mut self.runs);
        let (tiles, below) = (self.sources.tails.tiles(), walker.size());
        let mut second = walker.rows()[0];
        let mut from = 0;
        while from < block.len() {
            let (sets, lanes) = self.sets(from, block.len() - from);
            for (entry, set) in block[from..].iter_mut().zip(&sets[..lanes]) {
                let first = least_outside(set, &used, second.max(1));
                if first + second + below <= tiles {
                    *entry = u8::try_from(first).expect("a table has at most 255 tiles");
                    singles.insert(&mut used, *entry);
                    if first == second {
                        // For every longer second row, the first two rows could be cut to this losing board.
                        return Ok(());
                    }
                }
                second += 1;
            }
            from += lanes;
        }
        Ok(())
    }

    /// The values of boards: see [`ChompValues`](crate::chomp::ChompValues).
    fn values(&mut self, walker: &mut Walker<'_>, block: &mut [u8]) -> Result<(), Fault> {
        let singles = self.singles;
        let mut used: Set<W> = [0; W];
        // Unlike in a table in memory, mirror images are not looked up: they may be in columns that are not known yet.
        // The image of 2,2,2,2 is 4,4. The tail of the board is in column 2, that of the image in column 4.
        self.collect(walker, block.len(), |length, byte| {
            if length > 0 {
                singles.insert(&mut used, byte);
            }
            true
        })?;
        walker.runs(&mut self.runs);
        // The empty board keeps its value 0 and is no option of the others, since the corner is poisoned.
        let mut from = usize::from(walker.size() == 0);
        while from < block.len() {
            let (sets, lanes) = self.sets(from, block.len() - from);
            for (entry, set) in block[from..].iter_mut().zip(&sets[..lanes]) {
                let value = least_outside(set, &used, 0);
                *entry = u8::try_from(value).expect("a value is less than the number of tiles, which is at most 256");
                singles.insert(&mut used, *entry);
            }
            from += lanes;
        }
        Ok(())
    }
}
