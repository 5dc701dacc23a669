//! The values of all boards inside a rectangle.

use crate::chomp::marks::{Singles, values_of_block};
use crate::chomp::table::{TableError, index, zeros};
use crate::control::{Control, Progress, Stopped, Unit};

/// One byte, the value, for each board inside a rectangle. Boards are ordered by the rows below the first, in dictionary order, and
/// then by the first row; the boards with the same rows below the first are a block.
///
/// Blocks with the same second row are equally long. Among them, the rank of a block is a sum over the rows below the second: a row
/// of *t* tiles, with *r* rows from there to the end, adds the number of ways to fill *r* rows with fewer than *t* tiles each. In a
/// rectangle of 4 rows, the rows 2,1 have rank 3 + 1 = 4: before them come 0,0; 1,0; 1,1; 2,0.
#[derive(Clone, Debug)]
pub(crate) struct Boxed {
    rows: usize,
    columns: usize,
    /// For each `t` and each row, at `t * rows + row`: the number of ways to fill this row and those below it with fewer than `t`
    /// tiles each. 0 for the first row.
    ways: Vec<u64>,
    /// Sums of `ways` over the rows up to this one.
    cumulated: Vec<u64>,
    /// Where the blocks whose second row has 0, 1, 2.. tiles start.
    starts: Vec<u64>,
    bytes: Vec<u8>,
}

impl Boxed {
    /// Computes all values. The rectangle has at least one row, and at most 256 tiles, so that a byte holds each value.
    pub(crate) fn new(rows: usize, columns: usize, control: &mut Control) -> Result<Self, TableError> {
        let mut table = Self::planned(rows, columns, control)?;
        table.fill(control)?;
        Ok(table)
    }

    /// A table whose bytes are all 0. The rectangle has at least one row and at most 256 tiles, so it holds at most as many boards as
    /// 16 × 16 does: 601 080 390.
    pub(crate) fn planned(rows: usize, columns: usize, control: &Control) -> Result<Self, TableError> {
        // The number of ways to fill `r` rows with fewer than `t` tiles each, at `t * (rows + 1) + r`.
        let stride = rows + 1;
        let mut fill = vec![0_u64; (columns + 2) * stride];
        for t in 1..columns + 2 {
            fill[t * stride] = 1;
            // Either the first of *r* rows has fewer than *t* − 1 tiles, and so have all others; or it has *t* − 1, and
            // the *r* − 1 rows below it have fewer than *t* each.
            for r in 1..=rows {
                fill[t * stride + r] = fill[(t - 1) * stride + r] + fill[t * stride + r - 1];
            }
        }
        let (mut ways, mut cumulated) = (vec![0; (columns + 1) * rows], vec![0; (columns + 1) * rows]);
        for t in 0..=columns {
            for row in 1..rows {
                ways[t * rows + row] = fill[t * stride + rows - row];
                cumulated[t * rows + row] = cumulated[t * rows + row - 1] + ways[t * rows + row];
            }
        }
        let mut starts = Vec::new();
        let mut end = 0_u64;
        // The blocks whose second row has *t* tiles: the first row has *t* to `columns` tiles, and each row below the
        // second has at most *t*. A rectangle of one row has one block.
        for t in 0..=if rows > 1 { columns } else { 0 } {
            starts.push(end);
            let tails = fill[(t + 1) * stride + rows.saturating_sub(2)];
            end += tails * (columns + 1 - t) as u64;
        }
        Ok(Self { rows, columns, ways, cumulated, starts, bytes: zeros(Some(end), control)? })
    }

    /// The number of rows.
    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub(crate) const fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The byte of the board with these rows, none of which is empty. `None` if the board does not fit in the rectangle.
    pub(crate) fn get(&self, rows: &[usize]) -> Option<u8> {
        let first = rows.first().copied().unwrap_or(0);
        if rows.len() > self.rows || first > self.columns {
            return None;
        }
        // Rows that the board lacks have no tiles, and `ways` is 0 for no tiles.
        let second = rows.get(1).copied().unwrap_or(0);
        let rank: u64 = (2..).zip(rows.iter().skip(2)).map(|(row, t)| self.ways[t * self.rows + row]).sum();
        let place = self.starts[second] + rank * (self.columns + 1 - second) as u64 + (first - second) as u64;
        Some(self.bytes[index(place)])
    }

    /// The boards in the order of the table, each as the lengths of all rows of the rectangle.
    pub(crate) fn boards(&self) -> impl Iterator<Item = Vec<usize>> {
        let mut tail = Some(vec![0; self.rows.saturating_sub(1)]);
        let mut first = 0;
        std::iter::from_fn(move || {
            let here = tail.as_mut()?;
            let board = [&[first], &here[..]].concat();
            first += 1;
            if first > self.columns {
                if next(here, self.columns) {
                    first = here.first().copied().unwrap_or(0);
                } else {
                    tail = None;
                }
            }
            Some(board)
        })
    }

    fn fill(&mut self, control: &mut Control) -> Result<(), Stopped> {
        if self.columns == 0 || self.rows == 0 {
            return Ok(());
        }
        let boards = self.bytes.len() as u64;
        let total = control.done().saturating_add(boards);
        let (rows, columns) = (self.rows, self.columns);
        let singles = Singles::<4>::new();
        // The rows below the first, at their own places; place 0 is not used.
        let mut tail = vec![0; rows];
        let mut ranks = vec![0_u64; rows + 1];
        let (mut runs, mut start, mut counted) = (Vec::new(), 0, 0);
        loop {
            // Blocks come in the order of the table. One pass computes a block from the blocks before `start`.
            let second = tail.get(1).copied().unwrap_or(0);
            for row in (2..rows).rev() {
                ranks[row] = ranks[row + 1] + self.ways[tail[row] * rows + row];
            }
            runs.clear();
            let mut used = [0; 4];
            // All options of the rows below the first are in earlier blocks.
            let (done, rest) = self.bytes.split_at_mut(start);
            // The rows from 1 to `longer` − 1 have more than `c` tiles. A move cuts rows to `c` from one of them on.
            let mut longer = rows;
            for c in 0..second {
                while longer > 1 && tail[longer - 1] <= c {
                    longer -= 1;
                }
                let cumulated = &self.cumulated[c * rows..][..rows];
                let stays = if longer < rows { ranks[longer] } else { 0 };
                // Cuts from a row below the second on: the rows above it keep their terms, rows from it to `longer`
                // have *c* tiles, and the rows from `longer` on stay.
                for row in 2..longer {
                    let rank = ranks[2] - ranks[row] + cumulated[longer - 1] - cumulated[row - 1] + stays;
                    runs.push(index(self.starts[second] + rank * (columns + 1 - second) as u64));
                }
                // A cut from the second row on. Its block begins at a first row of *c* tiles, the board in which the
                // first row is cut too; the run begins at a first row as long as the second row.
                let rank = cumulated[longer - 1] - cumulated[1] + stays;
                let block = index(self.starts[c] + rank * (columns + 1 - c) as u64);
                runs.push(block + second - c);
                // A cut of the first row to no tiles would take the poisoned corner.
                if c > 0 {
                    singles.insert(&mut used, done[block]);
                }
            }
            let block = columns + 1 - second;
            // The empty board, the first of the first block, keeps its value 0. It is no option, since the corner is
            // poisoned.
            values_of_block(&singles, used, done, &runs, &mut rest[..block], usize::from(second == 0));
            start += block;
            // A rectangle of one row has a single block, that of the empty tail.
            let is_last = rows < 2 || !next(&mut tail[1..], columns);
            if is_last || start - counted >= BOARDS_A_COUNT {
                control.count((start - counted) as u64);
                counted = start;
                if is_last {
                    return Ok(());
                }
                let progress = |control: &Control| Progress::new(Unit::Boards, control.done(), Some(total), boards);
                control.look_if_due(boards, progress)?;
            }
        }
    }
}

/// Boards between two calls of the control, which would take longer than a block of a few boards. A guard, chosen by no bench.
const BOARDS_A_COUNT: usize = 1 << 10;

/// Advances to the next rows in dictionary order; `false` if there are none.
fn next(tail: &mut [usize], columns: usize) -> bool {
    for row in (0..tail.len()).rev() {
        let most = if row == 0 { columns } else { tail[row - 1] };
        if tail[row] < most {
            tail[row] += 1;
            tail[row + 1..].fill(0);
            return true;
        }
    }
    false
}
