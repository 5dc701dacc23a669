//! Tables that are computed layer by layer, each layer by several threads.

use std::slice::ChunksExact;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{iter, thread, vec};

use crate::chomp::table::{TableError, index, zeros};
use crate::chomp::tails::{Tails, Walker};
use crate::control::{Control, Progress, Stopped, Unit};

/// A function that fills the block of a tail, and reads all earlier layers. It is called through a pointer once a block, so that the code of
/// threads and chunks is compiled once for all tables.
pub(crate) type Kernel = Box<dyn FnMut(&[u8], &mut Walker<'_>, &mut [u8])>;

/// A table with one byte for each tail (a board without its first one or two rows) and each length of the row above the tail.
///
/// A layer is all tails with the same number of tiles. The boards of a layer depend on earlier layers only, so its blocks may be
/// computed in any order.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    pub(crate) tails: Tails,
    /// The number of layers that are computed.
    pub(crate) done: usize,
    /// The number of bytes of the next layer that were computed before a bound stopped it.
    begun: usize,
    /// The bytes of all layers, 0 where they are not computed.
    bytes: Vec<u8>,
}

/// The blocks of all tails with one number of tiles and one first row.
pub(crate) struct Group<'a> {
    /// The number of tiles of a tail.
    pub(crate) size: usize,
    /// The length of its first row, which is the minimum length of the row above.
    pub(crate) first: usize,
    /// The number of bytes for each tail.
    pub(crate) block: usize,
    pub(crate) bytes: &'a [u8],
}

/// A unit of work for a thread: adjacent blocks of tails with one first row.
struct Chunk<'a> {
    first_row: usize,
    /// The rank of the first tail.
    rank: u64,
    blocks: &'a mut [u8],
}

/// Minimum number of bytes in a chunk, so that taking the lock is rare beside the work (bench `chomp tables`).
const CHUNK: usize = 1 << 14;
/// Maximum number of threads: a guard against a control that asks for millions.
const MOST_THREADS: usize = 1 << 10;

impl Layers {
    /// A table of which nothing is computed yet, with its memory allocated.
    pub(crate) fn new(tiles: usize, front: usize, control: &Control) -> Result<Self, TableError> {
        let tails = Tails::new(tiles, front);
        let bytes = zeros(tails.as_ref().map(Tails::bytes), control)?;
        let tails = tails.expect("no table has memory for more bytes than 64 bits can count");
        Ok(Self { tails, done: 0, begun: 0, bytes })
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.done == self.tails.layers()
    }

    /// The bytes of the layers that are computed.
    pub(crate) fn computed(&self) -> &[u8] {
        &self.bytes[..self.computed_end()]
    }

    pub(crate) fn computed_mut(&mut self) -> &mut [u8] {
        let end = self.computed_end();
        &mut self.bytes[..end]
    }

    fn computed_end(&self) -> usize {
        index(self.tails.layer_start(self.done))
    }

    /// The byte of a board, given as the row above the tail and the tail. `None` if it is not computed.
    pub(crate) fn get(&self, above: usize, tail: impl DoubleEndedIterator<Item = usize>) -> Option<u8> {
        let place = self.tails.place(above, tail)?;
        let known = (place as u64) < self.tails.layer_start(self.done);
        self.bytes.get(place).copied().filter(|_| known)
    }

    /// The blocks that are computed, in the order of the table, grouped by number of tiles and first row.
    pub(crate) fn groups(&self) -> Vec<Group<'_>> {
        let tails = &self.tails;
        let mut groups = Vec::new();
        for size in 0..self.done {
            for first in tails.first_rows(size) {
                let (start, block) = (index(tails.start(size, first)), tails.block(size, first));
                let bytes = index(tails.count(size, first)) * block;
                groups.push(Group { size, first, block, bytes: &self.bytes[start..][..bytes] });
            }
        }
        groups
    }

    /// Each byte that is computed with its board: the row above the tail, and the rows of the tail. In the order of the table.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Vec<u32>, u8)> {
        let mut groups = self.groups().into_iter();
        // The group at hand: its first row, and the tails and blocks that are left of it.
        let mut open: Option<(usize, Walker<'_>, ChunksExact<'_, u8>)> = None;
        let mut entries: vec::IntoIter<(Vec<u32>, u8)> = Vec::new().into_iter();
        iter::from_fn(move || {
            loop {
                if let Some(entry) = entries.next() {
                    return Some(entry);
                }
                let Some((first, walker, blocks)) = &mut open else {
                    let Group { size, first, block, bytes } = groups.next()?;
                    open = Some((first, Walker::new(&self.tails, size, first, 0), bytes.chunks_exact(block)));
                    continue;
                };
                let mut of_block = Vec::new();
                for (above, byte) in (*first..).zip(blocks.next().expect("each tail has a block")) {
                    let mut rows = Vec::with_capacity(walker.rows().len() + 1);
                    rows.push(length(above));
                    rows.extend(walker.rows().iter().map(|row| length(*row)));
                    of_block.push((rows, *byte));
                }
                // The group ends after its last tail.
                if !walker.advance() {
                    open = None;
                }
                entries = of_block.into_iter();
            }
        })
    }

    /// Computes the layers that are left. Each thread makes a kernel of its own.
    pub(crate) fn complete(
        &mut self,
        kernel: &(dyn Fn() -> Kernel + Sync),
        control: &mut Control,
    ) -> Result<(), Stopped> {
        // A layer that was stopped counts without its beginning, which is computed.
        let left = (self.bytes.len() - self.computed_end() - self.begun) as u64;
        let total = control.done().saturating_add(left);
        while !self.is_complete() {
            self.next_layer(kernel, control, total)?;
        }
        Ok(())
    }

    /// Computes the next layer, to its end unless a bound stops it. `total` is the number of boards that will be done under the control
    /// when the table is complete.
    ///
    /// Chunks are taken in order, and a chunk that was taken is finished. So the computed part of a stopped layer is its beginning.
    fn next_layer(
        &mut self,
        kernel: &(dyn Fn() -> Kernel + Sync),
        control: &mut Control,
        total: u64,
    ) -> Result<(), Stopped> {
        let (tails, m, bytes) = (&self.tails, self.done, self.bytes.len() as u64);
        let [start, end] = [m, m + 1].map(|layer| index(tails.layer_start(layer)));
        let (done, rest) = self.bytes.split_at_mut(start);
        // Kernels read `done`, all earlier layers, while threads write parts of this one: the split keeps both apart.
        let layer = &mut rest[self.begun..end - start];
        let room = usize::try_from(control.room()).unwrap_or(usize::MAX);
        // One thread for four chunks of the minimum size, so that a small layer starts few threads or none.
        let threads = control.thread_count().get().min(MOST_THREADS).min(layer.len() / (4 * CHUNK) + 1);
        // Some 32 chunks for each thread, so that they end at about the same time; and none is larger than what the limit still allows.
        let chunk = CHUNK.max(layer.len() / (32 * threads)).min(room);
        let chunks = chunks(tails, m, self.begun, layer, chunk);
        let ends = chunks.iter().scan(0, |end, chunk| {
            *end += chunk.blocks.len();
            Some(*end)
        });
        // Whole chunks only, since each that is taken is finished: the limit is never passed.
        let fitting = ends.take_while(|end| *end <= room).count();
        if fitting == 0 {
            return Err(control.out_of_positions(Unit::Boards, 0));
        }
        let chunks = Mutex::new(chunks.into_iter().take(fitting));
        // The number of bytes that have been computed, the number that the control has counted, and whether threads must stop.
        let (finished, mut counted, stop) = (AtomicU64::new(0), 0, AtomicBool::new(false));
        let done = &*done;
        let next = |kernel: &mut Kernel| {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            // A panic in a thread leaves the iterator of chunks as it was, so the lock may be taken in spite of it.
            let Some(chunk) = chunks.lock().unwrap_or_else(PoisonError::into_inner).next() else { return false };
            // To find a tail by its rank takes longer than to go to the next one, so it is done once a chunk.
            let mut walker = Walker::new(tails, m, chunk.first_row, chunk.rank);
            for block in chunk.blocks.chunks_exact_mut(tails.block(m, chunk.first_row)) {
                kernel(done, &mut walker, block);
                walker.advance();
            }
            finished.fetch_add(chunk.blocks.len() as u64, Ordering::Relaxed);
            true
        };
        // The control belongs to this thread. It counts what all threads have finished since the last time.
        let mut count = |control: &mut Control| {
            let all = finished.load(Ordering::Relaxed);
            control.count(all - counted);
            counted = all;
        };
        let mut looked = Ok(());
        thread::scope(|scope| {
            for _ in 1..threads {
                // If the system starts no thread, the others do its work.
                let work = || {
                    let mut kernel = kernel();
                    while next(&mut kernel) {}
                };
                thread::Builder::new().spawn_scoped(scope, work).ok();
            }
            let mut kernel = kernel();
            while looked.is_ok() && next(&mut kernel) {
                count(control);
                looked =
                    control.look_if_due(0, |control| Progress::new(Unit::Boards, control.done(), Some(total), bytes));
            }
            // Set at the end of the thread that looks: the others take no further chunk, and finish their own.
            stop.store(looked.is_err(), Ordering::Relaxed);
        });
        count(control);
        // Every chunk that was taken is finished by now.
        self.begun += index(finished.into_inner());
        if self.begun == end - start {
            (self.done, self.begun) = (m + 1, 0);
        }
        match looked {
            // A bound that is met when nothing is left to do is no error.
            Err(stopped) if !self.is_complete() => Err(Stopped { done: control.done(), ..stopped }),
            _ => Ok(()),
        }
    }
}

/// The chunks of a layer after its first `begun` bytes, in order.
fn chunks<'a>(tails: &Tails, m: usize, begun: usize, mut layer: &'a mut [u8], bytes: usize) -> Vec<Chunk<'a>> {
    let mut chunks = Vec::new();
    let mut skipped = begun;
    for first_row in tails.first_rows(m) {
        let (count, block) = (index(tails.count(m, first_row)), tails.block(m, first_row));
        // Whole blocks, at least one: a block is the unit of a kernel.
        let step = (bytes / block).max(1);
        // What was computed before a stop is a beginning of the layer, so whole first rows may be skipped.
        let mut rank = (skipped / block).min(count);
        skipped -= rank * block;
        while rank < count {
            let blocks = step.min(count - rank);
            let (chunk, rest) = layer.split_at_mut(blocks * block);
            chunks.push(Chunk { first_row, rank: rank as u64, blocks: chunk });
            layer = rest;
            rank += blocks;
        }
    }
    chunks
}

/// The length of a row, as an integer of the type that boards use.
pub(crate) fn length(row: usize) -> u32 {
    u32::try_from(row).expect("a row of a table has at most 256 tiles")
}
