//! Tables that are computed layer by layer: the tails of one size at a time, shared among threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::chomp::table::{TableError, TableLimits, TableProgress};
use crate::chomp::tails::{Tails, Walker};

/// A byte for each tail and row above it, as far as layers have been computed.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    pub(crate) tails: Tails,
    /// How many layers are computed.
    pub(crate) done: usize,
    /// The bytes of all layers.
    pub(crate) bytes: Vec<u8>,
    threads: usize,
}

/// The blocks of the tails of one size and one first row.
pub(crate) struct Group<'a> {
    /// How many tiles a tail has.
    pub(crate) size: usize,
    /// How many its first row has, and so the row above it at least.
    pub(crate) first: usize,
    /// How many bytes there are for each tail.
    pub(crate) block: usize,
    pub(crate) bytes: &'a [u8],
}

/// Neighbours in a layer: blocks of tails with one first row.
struct Chunk<'a> {
    first_row: usize,
    /// The rank of the first of them.
    rank: u64,
    blocks: &'a mut [u8],
}

/// Chunks are at least so long, so that threads do not wait for each other.
const CHUNK: usize = 1 << 14;

impl Layers {
    /// Nothing computed yet, and the memory taken.
    pub(crate) fn new(tiles: usize, front: usize, limits: TableLimits) -> Result<Self, TableError> {
        let too_much = TableError::MemoryLimit { needed: u64::MAX, limit: limits.memory };
        let tails = Tails::new(tiles, front).ok_or(too_much)?;
        let needed = tails.bytes();
        Ok(Self { bytes: zeros(needed, limits)?, tails, done: 0, threads: limits.threads() })
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
        usize::try_from(self.tails.layer_start(self.done)).unwrap_or(usize::MAX).min(self.bytes.len())
    }

    /// The byte of a board: the row above the tail, and the tail. `None` if it is not computed.
    pub(crate) fn get(&self, above: usize, tail: impl DoubleEndedIterator<Item = usize>) -> Option<u8> {
        let place = self.tails.place(above, tail)?;
        let known = (place as u64) < self.tails.layer_start(self.done);
        self.bytes.get(place).copied().filter(|_| known)
    }

    /// The blocks that are computed, in the order of the table: those of the tails of one size and one first row at once.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        let tails = &self.tails;
        let groups = (0..self.done).flat_map(|m| tails.first_rows(m).map(move |first| (m, first)));
        groups.map(move |(size, first)| {
            let start = usize::try_from(tails.start(size, first)).unwrap_or(usize::MAX);
            let (count, block) = (tails.count(size, first), tails.block(size, first));
            let bytes = usize::try_from(count).unwrap_or(usize::MAX) * block;
            Group { size, first, block, bytes: &self.bytes[start..][..bytes] }
        })
    }

    /// The rows of which each byte that is computed tells, and the byte, in the order of the table.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Vec<u32>, u8)> {
        self.groups().flat_map(move |Group { size, first, block, bytes }| {
            let mut walker = Some(Walker::new(&self.tails, size, first, 0));
            let mut blocks = bytes.chunks_exact(block);
            let next_block = move || {
                let here = walker.as_mut()?;
                let rows = |above: usize| {
                    let rows = [above].into_iter().chain(here.rows().iter().copied());
                    rows.filter_map(|row| u32::try_from(row).ok()).collect()
                };
                let bytes = blocks.next()?.iter().copied();
                let entries: Vec<(Vec<u32>, u8)> = (first..).map(rows).zip(bytes).collect();
                if !here.advance() {
                    walker = None;
                }
                Some(entries)
            };
            std::iter::from_fn(next_block).flatten()
        })
    }

    /// Computes the layers that are left. Each thread makes a kernel of its own, which is given all layers before, a tail and its
    /// block.
    pub(crate) fn complete<K: FnMut(&[u8], &mut Walker<'_>, &mut [u8])>(
        &mut self,
        kernel: impl Fn() -> K + Sync,
        mut callback: impl FnMut(TableProgress) -> ControlFlow<()>,
    ) -> Result<(), TableError> {
        while !self.is_complete() {
            self.next_layer(&kernel);
            let progress = TableProgress {
                layers: self.done,
                of_layers: self.tails.layers(),
                bytes: self.tails.layer_start(self.done),
                of_bytes: self.tails.bytes(),
            };
            if callback(progress).is_break() {
                return Err(TableError::Cancelled { layers: progress.layers, of_layers: progress.of_layers });
            }
        }
        Ok(())
    }

    fn next_layer<K: FnMut(&[u8], &mut Walker<'_>, &mut [u8])>(&mut self, kernel: &(impl Fn() -> K + Sync)) {
        let (tails, m) = (&self.tails, self.done);
        let [start, end] = [m, m + 1].map(|layer| usize::try_from(tails.layer_start(layer)).unwrap_or(usize::MAX));
        let (done, rest) = self.bytes.split_at_mut(start);
        let layer = &mut rest[..end - start];
        let threads = self.threads.min(layer.len() / (4 * CHUNK) + 1);
        let chunk = CHUNK.max(layer.len() / (32 * threads));
        let chunks = Mutex::new(chunks(tails, m, layer, chunk).into_iter());
        let done = &*done;
        let work = || {
            let mut kernel = kernel();
            loop {
                // A thread that panicked has left nothing behind that the others could not go on with.
                let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(chunk) = next else { break };
                let mut walker = Walker::new(tails, m, chunk.first_row, chunk.rank);
                for block in chunk.blocks.chunks_exact_mut(tails.block(m, chunk.first_row)) {
                    kernel(done, &mut walker, block);
                    walker.advance();
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // Where no thread can be had, the others do its work.
                thread::Builder::new().spawn_scoped(scope, work).ok();
            }
            work();
        });
        self.done += 1;
    }
}

/// The chunks of a layer, in order.
fn chunks<'a>(tails: &Tails, m: usize, mut layer: &'a mut [u8], bytes: usize) -> Vec<Chunk<'a>> {
    let mut chunks = Vec::new();
    for first_row in tails.first_rows(m) {
        let (count, block) = (tails.count(m, first_row), tails.block(m, first_row));
        let step = (bytes / block).max(1) as u64;
        let mut rank = 0;
        while rank < count {
            let blocks = usize::try_from(step.min(count - rank)).unwrap_or(usize::MAX);
            let (chunk, rest) = layer.split_at_mut(blocks * block);
            chunks.push(Chunk { first_row, rank, blocks: chunk });
            layer = rest;
            rank += step;
        }
    }
    chunks
}

/// So many zeros, if that many are allowed and there is memory for them.
pub(crate) fn zeros(needed: u64, limits: TableLimits) -> Result<Vec<u8>, TableError> {
    if needed > limits.memory {
        return Err(TableError::MemoryLimit { needed, limit: limits.memory });
    }
    let mut bytes = Vec::new();
    let length = usize::try_from(needed).map_err(|_| TableError::Memory { needed })?;
    bytes.try_reserve_exact(length).map_err(|_| TableError::Memory { needed })?;
    bytes.resize(length, 0);
    Ok(bytes)
}

impl TableLimits {
    /// As many threads as asked for, or as the machine runs at once.
    pub(crate) fn threads(self) -> usize {
        self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get).min(1 << 10)
    }
}
