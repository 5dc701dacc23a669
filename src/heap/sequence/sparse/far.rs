//! Rows that are marked before their heaps are computed, by worker threads.

use std::collections::VecDeque;
use std::ops::Range;

use crate::heap::sequence::recent::Known;
use crate::heap::sequence::sparse::row::{Row, SUMS, Tile, mark_tile};
use crate::heap::sequence::sparse::tries::mark_pairs;
use crate::heap::sequence::tasks::{Board, Job};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::values::Value;

/// The marks of tiles by large parts, or without a mask by pairs of which both heaps are large: their partners are known early.
#[derive(Debug)]
pub(super) struct FarMarks<V, const WORDS: usize> {
    /// The parts, if there is a mask.
    pub(super) parts: Vec<(u32, V)>,
    /// Heaps below this are no part of any mark made here.
    pub(super) least: usize,
}

/// A tile, by its first sum, with the number of pairs that are marked for each sum where there is no mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FarTile {
    first: usize,
    pub(super) pairs: usize,
}

impl<V: Value, const WORDS: usize> FarMarks<V, WORDS> {
    /// For the sums from `first` on: those of the parts whose partners are known early.
    pub(super) fn new(parts: impl Iterator<Item = (u32, V)>, first: usize, tuning: &Tuning) -> Self {
        let least = Self::least_part(tuning);
        let mut parts: Vec<(u32, V)> = parts.filter(|(part, _)| (least..first).contains(&(*part as usize))).collect();
        parts.sort_unstable_by_key(|(part, _)| *part);
        Self { parts, least }
    }

    /// The smallest part whose partner is known when a tile is marked ahead.
    pub(super) const fn least_part(tuning: &Tuning) -> usize {
        (tuning.tiles_ahead + 1) * SUMS
    }

    /// How many of the latest values the marks read, if the newest sum is `fewest` counters smaller than its heap: with a mask back to
    /// the partner of the largest part, else all.
    pub(super) fn window(&self, fewest: usize, has_mask: bool) -> usize {
        let largest = self.parts.last().map_or(0, |(part, _)| *part as usize);
        if has_mask { largest + fewest + SUMS } else { usize::MAX }
    }
}

impl<V: Value, const WORDS: usize> Job for FarMarks<V, WORDS> {
    type Value = V;
    type Task = FarTile;
    type Made = Tile<WORDS>;

    fn make(&self, known: Known<'_, V>, task: FarTile) -> Tile<WORDS> {
        let mut rows = Row::tile();
        if task.pairs == 0 {
            mark_tile(known, task.first, self.parts.iter().map(|(part, value)| (*part as usize, *value)), &mut rows);
        } else {
            // All values are kept for this, so the first is that of heap 0.
            for (sum, row) in (task.first..).zip(rows.iter_mut()) {
                *row = mark_pairs(known.values, sum, self.least - 1, task.pairs);
            }
        }
        rows
    }
}

/// The first thread's end of the board: tiles that were ordered and are not yet used.
pub(super) struct Ahead<'a, V: Value, const WORDS: usize> {
    board: &'a Board<'a, FarMarks<V, WORDS>>,
    pub(super) job: &'a FarMarks<V, WORDS>,
    ordered: VecDeque<FarTile>,
    tiles: usize,
    /// The first sum of the next tile to order; none begins at `end` or later.
    next: usize,
    end: usize,
    /// Number of values that the workers know.
    published: usize,
}

impl<'a, V: Value, const WORDS: usize> Ahead<'a, V, WORDS> {
    /// Tiles of these sums, while `known` values are known.
    pub(super) fn new(
        board: &'a Board<'a, FarMarks<V, WORDS>>,
        job: &'a FarMarks<V, WORDS>,
        tiles: usize,
        sums: Range<usize>,
        known: usize,
    ) -> Self {
        Self { board, job, ordered: VecDeque::new(), tiles, next: sums.start, end: sums.end, published: known }
    }

    /// The marks of the next tile, and what was ordered for it. First orders the tiles that are due, with this number of pairs.
    pub(super) fn take(&mut self, values: &[V], pairs: usize) -> (FarTile, Tile<WORDS>) {
        let new = (self.ordered.len()..=self.tiles).filter_map(|_| {
            let tile = (self.next < self.end).then_some(FarTile { first: self.next, pairs })?;
            self.next += SUMS;
            Some(tile)
        });
        let new: Vec<FarTile> = new.collect();
        self.board.add(&values[self.published..], new.iter().copied());
        self.published = values.len();
        self.ordered.extend(new);
        let tile = self.ordered.pop_front().expect("a sum before the end is asked for");
        (tile, self.board.take(Known { first: 0, values }, tile))
    }
}
