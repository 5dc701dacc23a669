//! Boards as runs of equal rows: the form of large boards with many rows and columns.

use std::slice;

use smallvec::SmallVec;

/// The rows of a board from the top, adjacent equal rows as one run: a column of 2^24 tiles is one run.
///
/// Each board has exactly one list of runs. From run to run the ends grow and the lengths shrink, and no length is 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Runs(SmallVec<[Run; IN_PLACE]>);

/// Number of runs that are stored in the box of the board itself, without a second allocation. It bounds the size of that box and was
/// chosen by no bench.
const IN_PLACE: usize = 8;

/// Adjacent rows of the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Run {
    /// The number of rows down to the last row of the run.
    pub(crate) end: u32,
    /// The length of each of its rows.
    pub(crate) length: u32,
}

impl Runs {
    /// From runs whose lengths do not grow. Runs without rows or tiles are left out, and runs of equal length are united.
    pub(crate) fn new(runs: impl IntoIterator<Item = Run>) -> Self {
        let mut list: SmallVec<[Run; IN_PLACE]> = SmallVec::new();
        for run in runs.into_iter().filter(|run| run.length > 0) {
            match list.last_mut() {
                // A run that ends no lower than the one before has no rows of its own: `cut` makes such runs.
                Some(last) if run.end <= last.end => {}
                Some(last) if run.length == last.length => last.end = run.end,
                None if run.end == 0 => {}
                _ => list.push(run),
            }
        }
        Self(list)
    }

    pub(crate) fn row_count(&self) -> u32 {
        self.0.last().map_or(0, |run| run.end)
    }

    pub(crate) fn columns(&self) -> u32 {
        self.0.first().map_or(0, |run| run.length)
    }

    pub(crate) fn tiles(&self) -> u64 {
        let starts = [0].into_iter().chain(self.0.iter().map(|run| run.end));
        starts.zip(&self.0).map(|(start, run)| u64::from(run.end - start) * u64::from(run.length)).sum()
    }

    /// The length of a row, where rows are counted from 0. 0 if there is no such row.
    pub(crate) fn length(&self, row: u32) -> u32 {
        self.0.get(self.0.partition_point(|run| run.end <= row)).map_or(0, |run| run.length)
    }

    /// The board in which all rows but the first `whole` ones are cut to at most `length` tiles.
    pub(crate) fn cut(&self, whole: u32, length: u32) -> Self {
        Self::new(self.0.iter().flat_map(|run| {
            [Run { end: run.end.min(whole), ..*run }, Run { end: run.end, length: run.length.min(length) }]
        }))
    }

    /// The mirror image on the diagonal.
    pub(crate) fn mirrored(&self) -> Self {
        // Rows and columns are exchanged: the end of a run is the length of its image, and its length the end.
        Self(self.0.iter().rev().map(|run| Run { end: run.length, length: run.end }).collect())
    }

    /// The lengths of the rows, from the top.
    pub(crate) fn rows(&self) -> RunRows<'_> {
        RunRows { runs: self.0.iter(), run: Run { end: 0, length: 0 }, row: 0, end: self.row_count() }
    }
}

/// The lengths of the rows, from the top.
#[derive(Clone, Debug)]
pub(crate) struct RunRows<'a> {
    runs: slice::Iter<'a, Run>,
    run: Run,
    /// The number of rows that have been returned.
    row: u32,
    /// The number of rows.
    end: u32,
}

impl Iterator for RunRows<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.row == self.run.end {
            self.run = *self.runs.next()?;
        }
        self.row += 1;
        Some(self.run.length)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.row) as usize;
        (left, Some(left))
    }
}
