//! Tails: boards without their first one or two rows, and their places in a table.

use crate::chomp::table::index;

/// The tails of the boards of at most `tiles` tiles. Each tail has a block of bytes, one for each length of the row just above it;
/// a length is possible if `front` rows of it and the tail have at most `tiles` tiles together.
///
/// The tails with the same number of tiles are a layer. In a layer they are ordered by the first row, then by the second, and so on.
/// So the rank of a tail is a sum over its rows: a row of *t* tiles, with *m* tiles from this row to the end, adds the number of
/// partitions of *m* into parts below *t*. The tail 2,1,1 has rank 1: before it in its layer comes 1,1,1,1.
///
/// Blocks of a layer with the same first row are equally long. So tables of (`tiles` + 1)² numbers are enough to find a block.
#[derive(Clone, Debug)]
pub(crate) struct Tails {
    tiles: usize,
    front: usize,
    /// `tiles` + 1.
    stride: usize,
    /// For each `t` and `m`, at `t * stride + m`: the number of partitions of `m` into parts of less than `t`.
    below: Vec<u64>,
    /// For each `t` and `m`: the sum of `below` for `t` and `m`, `m - t`, `m - 2 * t`..; 0 for `t` = 0.
    cumulated: Vec<u64>,
    /// For each first row `t` and number of tiles `m`, at `t * stride + m`: the length of a block.
    blocks: Vec<u64>,
    /// For each `t` and `m`: where the blocks of these tails start.
    starts: Vec<u64>,
    /// Where each layer starts, and where the last one ends.
    layers: Vec<u64>,
}

impl Tails {
    /// The tails of the boards of at most `tiles` tiles without their first `front` rows. `None` if the blocks have more than 2^64
    /// bytes.
    pub(crate) fn new(tiles: usize, front: usize) -> Option<Self> {
        let stride = tiles + 1;
        // One more *t* than *m*: `count` asks for partitions into parts below `tiles` + 1.
        let mut below = vec![0; (stride + 1) * stride];
        for t in 1..=stride {
            // The only partition of 0 is the empty one.
            below[t * stride] = 1;
            for m in 1..stride {
                // Partitions with a part of *t* − 1: the rest is a partition of what is left, into parts below *t* again.
                let with_largest = if t > 1 && m >= t - 1 { below[t * stride + m - (t - 1)] } else { 0_u64 };
                below[t * stride + m] = below[(t - 1) * stride + m].checked_add(with_largest)?;
            }
        }
        let (mut cumulated, mut blocks) = (vec![0_u64; stride * stride], vec![0; stride * stride]);
        for t in 1..stride {
            for m in 0..stride {
                let before = if m >= t { cumulated[t * stride + m - t] } else { 0 };
                // It wraps only for places that lie beyond any table in memory.
                cumulated[t * stride + m] = below[t * stride + m].wrapping_add(before);
            }
        }
        for (place, length) in blocks.iter_mut().enumerate() {
            // The `front` rows above have at most (`tiles` − *m*) / `front` tiles each if they are equal, and at least *t*.
            *length = ((tiles - place % stride) / front + 1).saturating_sub(place / stride) as u64;
        }
        let (starts, layers) = (vec![0; stride * stride], vec![0]);
        let mut tails = Self { tiles, front, stride, below, cumulated, blocks, starts, layers };
        let mut end = 0_u64;
        // A tail that is not empty has at least one tile in each of the `front` rows above it, so it has at most
        // `tiles` − `front` tiles. Order of the table: layers, in a layer first rows, then ranks.
        for m in 0..=tiles.saturating_sub(front) {
            for t in tails.first_rows(m) {
                tails.starts[t * stride + m] = end;
                let bytes = tails.count(m, t).checked_mul(tails.block(m, t) as u64)?;
                end = end.checked_add(bytes)?;
            }
            tails.layers.push(end);
        }
        Some(tails)
    }

    /// The same tails in columns: a column is all tails with the same first row, and each column begins at place 0. In a column the tails
    /// are ordered by their number of tiles, and then as in a layer.
    ///
    /// A cut below the first row of a tail stays in its column, and leads to fewer tiles; a cut of the first row leads to an earlier column.
    pub(crate) fn by_column(tiles: usize, front: usize) -> Option<Self> {
        let mut tails = Self::new(tiles, front)?;
        for t in 0..tails.stride {
            let mut end = 0;
            for m in 0..tails.layers() {
                if tails.first_rows(m).contains(&t) {
                    // Only the starts change: ranks and lengths of blocks are the same in both orders.
                    tails.starts[t * tails.stride + m] = end;
                    end += tails.count(m, t) * tails.block(m, t) as u64;
                }
            }
        }
        Some(tails)
    }

    pub(crate) const fn tiles(&self) -> usize {
        self.tiles
    }

    /// The number of bytes of all blocks.
    pub(crate) fn bytes(&self) -> u64 {
        *self.layers.last().expect("the list ends with the end of the last layer")
    }

    /// The number of layers.
    pub(crate) fn layers(&self) -> usize {
        self.layers.len() - 1
    }

    /// Where a layer starts; for the number of layers, where the last one ends.
    pub(crate) fn layer_start(&self, layer: usize) -> u64 {
        self.layers[layer]
    }

    /// The lengths that the first row of a tail of `m` tiles can have.
    pub(crate) fn first_rows(&self, m: usize) -> std::ops::RangeInclusive<usize> {
        // No row above is shorter than *t*, so `front` · *t* + *m* is at most `tiles`.
        if m == 0 { 0..=0 } else { 1..=m.min((self.tiles - m) / self.front) }
    }

    /// The number of tails of `m` tiles whose first row is `t`.
    pub(crate) fn count(&self, m: usize, t: usize) -> u64 {
        // What is left of *m* is a partition into parts of at most *t*.
        self.below[(t + 1) * self.stride + m - t]
    }

    /// The length of the block of a tail of `m` tiles whose first row is `t`: one byte for each row above it, from `t` tiles on.
    pub(crate) fn block(&self, m: usize, t: usize) -> usize {
        ((self.tiles - m) / self.front + 1).saturating_sub(t)
    }

    /// Where the blocks of the tails of `m` tiles with a first row of `t` start.
    pub(crate) fn start(&self, m: usize, t: usize) -> u64 {
        self.starts[t * self.stride + m]
    }

    /// The place of the byte of a tail below a row of `above` tiles. `None` if the table has no such board.
    pub(crate) fn place(&self, above: usize, tail: impl DoubleEndedIterator<Item = usize>) -> Option<usize> {
        let (mut m, mut rank, mut first, mut before) = (0, 0, 0, 0);
        // From the lowest row up, since the term of a row counts the tiles in it and below it.
        for t in tail.rev() {
            // The first row adds nothing: it is the same for all tails of a block. So each term is added one row late.
            rank += before;
            m += t;
            if m > self.tiles {
                return None;
            }
            before = self.below[t * self.stride + m];
            first = t;
        }
        // The place in the block: 0 for a row above that is as long as the first row of the tail.
        let lane = above.checked_sub(first)?;
        if !self.first_rows(m).contains(&first) || lane >= self.block(m, first) {
            return None;
        }
        usize::try_from(self.start(m, first) + rank * self.block(m, first) as u64 + lane as u64).ok()
    }
}

/// Visits the tails with one number of tiles and one first row in the order of their ranks, and tells where the blocks of their
/// options are. It keeps sums over rows, so that the place of an option takes a few additions.
pub(crate) struct Walker<'a> {
    tails: &'a Tails,
    /// The rows of the tail. The first is the same for all.
    rows: Vec<usize>,
    /// For each row, the number of tiles in it and below it; at the end, 0.
    sizes: Vec<usize>,
    /// For each row but the first: what the rows between it and the first add to the rank, by the number of tiles that a move leaves
    /// in the row and below it. Rows of one tile add nothing, so the list ends one row after the last row of two tiles or more.
    above: Vec<Vec<u64>>,
    /// For each row, what this row and those below it add to the rank.
    ranks: Vec<u64>,
    /// The first row whose change is not yet in `above` of the next row.
    fresh: usize,
    /// The result of [`Self::cuts`]: for each length, the place of the block.
    cut: Vec<usize>,
    /// For each length, the rows that a cut to this length leaves whole.
    steps: Vec<Step>,
    image_ranks: Vec<u64>,
}

impl<'a> Walker<'a> {
    /// Starts at the tail of the given rank among those of `m` tiles whose first row is `t`.
    pub(crate) fn new(tails: &'a Tails, m: usize, t: usize, mut rank: u64) -> Self {
        let mut rows = vec![t];
        let mut left = m - t;
        let mut most = t;
        while left > 0 {
            // The largest row that at most `rank` tails come before. No tail comes before a row of one tile.
            let fits = |row: &usize| tails.below[row * tails.stride + left] <= rank;
            let row = (1..=most.min(left)).rev().find(fits).expect("a row of one tile fits");
            rank -= tails.below[row * tails.stride + left];
            rows.push(row);
            left -= row;
            most = row;
        }
        // Between the first row and row 1 there is no row, so nothing is added, however many tiles are left. Row 0 has
        // no list.
        let above = vec![Vec::new(), vec![0; m - t + 1]];
        let mut walker = Self {
            tails,
            rows,
            sizes: Vec::new(),
            above,
            ranks: Vec::new(),
            fresh: 1,
            cut: Vec::new(),
            steps: Vec::new(),
            image_ranks: Vec::new(),
        };
        walker.update(1);
        walker
    }

    pub(crate) fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The number of tiles of the tail.
    pub(crate) fn size(&self) -> usize {
        self.sizes[0]
    }

    /// Advances to the next tail; `false` if there is none.
    pub(crate) fn advance(&mut self) -> bool {
        let mut below = 0;
        for row in (1..self.rows.len()).rev() {
            // The last row that can grow: it needs a tile from below it, and a longer row above it. After 3,1,1,1 comes
            // 3,2,1.
            if below > 0 && self.rows[row] < self.rows[row - 1] {
                self.rows[row] += 1;
                self.rows.truncate(row + 1);
                // The least ending in the order of ranks: one tile a row. A tile of the rows below went to the row that grew.
                self.rows.resize(row + below, 1);
                self.update(row);
                return true;
            }
            below += self.rows[row];
        }
        false
    }

    /// Updates the sums after a change of the rows from `row` on, where `row` is not the first.
    fn update(&mut self, row: usize) {
        let (stride, table) = (self.tails.stride, &self.tails.below);
        let count = self.rows.len();
        self.sizes.resize(count + 1, 0);
        self.ranks.resize(count + 1, 0);
        (self.sizes[count], self.ranks[count]) = (0, 0);
        for row in (0..count).rev() {
            let (t, size) = (self.rows[row], self.sizes[row + 1] + self.rows[row]);
            self.sizes[row] = size;
            // The first row adds nothing, as in `place`.
            self.ranks[row] = self.ranks[row + 1] + if row > 0 { table[t * stride + size] } else { 0 };
        }
        self.fresh = self.fresh.min(row);
    }

    /// Updates `above`, which only [`Self::runs`] needs.
    fn update_above(&mut self) {
        let (stride, table) = (self.tails.stride, &self.tails.below);
        for row in self.fresh..self.rows.len() {
            let t = self.rows[row];
            // Rows of one tile add nothing: no partition has parts below 1. `runs` reads the last list for them.
            if t == 1 {
                break;
            }
            if self.above.len() == row + 1 {
                self.above.push(Vec::new());
            }
            let (done, rest) = self.above.split_at_mut(row + 1);
            let (own, next) = (&done[row], &mut rest[0]);
            let size = self.sizes[row + 1];
            // If *x* tiles are left below this row, it has *t* + *x* tiles to its end. So entry *x* of the next list is
            // entry *t* + *x* of its own list and the term of this row for *t* + *x* tiles.
            let entries = &table[t * stride + t..][..=size];
            next.clear();
            next.extend(own[t..][..=size].iter().zip(entries).map(|(own, entry)| own + entry));
        }
        self.fresh = self.rows.len();
    }

    /// Lists the places of mirror images, for the shortest rows above the tail: those that make a board with more rows than columns. The
    /// mirror image has fewer tiles below its first row, so it is in an earlier layer.
    pub(crate) fn mirror_images(&mut self, block: usize, places: &mut Vec<usize>) {
        places.clear();
        let tails = self.tails;
        let (stride, rows) = (tails.stride, self.rows.len());
        let first = self.rows[0];
        // The board has `rows` + 1 rows, and as many columns as the row above has tiles: `first` for lane 0, one more
        // for each lane after it. So there are `rows` + 1 − `first` lanes with more rows than columns.
        let count = (rows + 1).saturating_sub(first).min(block);
        if first == 0 || count == 0 {
            return;
        }
        // What the columns after the second add to the rank. Columns that only the row above reaches have one tile and add nothing
        // themselves, but they add to the number of tiles from the other columns on.
        self.image_ranks.clear();
        self.image_ranks.resize(count, 0);
        let (mut longer, mut size) = (0, 0);
        for column in (2..=first).rev() {
            // Rows of the tail that reach this column; with the row above, the column has `longer` + 1 tiles.
            while longer < rows && self.rows[longer] >= column {
                longer += 1;
            }
            size += longer + 1;
            // The second column is the first row of the image's tail, which adds nothing to the rank.
            if column > 2 {
                let entries = &tails.below[(longer + 1) * stride + size..][..count];
                for (rank, entry) in self.image_ranks.iter_mut().zip(entries) {
                    *rank += entry;
                }
            }
        }
        for (lane, rank) in self.image_ranks.iter().enumerate() {
            // The second column is the first row of the image's tail.
            let second = if first > 1 { longer + 1 } else { lane.min(1) };
            // Lane *i* has *i* columns of one tile beyond the tail. If the tail is a column (`first` is 1), the second
            // column is the first of these, if there is one.
            let below = size + lane;
            let block = tails.blocks[second * stride + below];
            // The first row of the image has `rows` + 1 tiles: its place in the block is that less the row below it.
            places.push(index(tails.start(below, second) + rank * block) + rows + 1 - second);
        }
    }

    /// Calls `go_on` for each length, from 0 on, to which the first row of the tail can be cut, with the place of the block of the tail
    /// that is left. Stops early and returns `false` if `go_on` does.
    pub(crate) fn cuts(&mut self, mut go_on: impl FnMut(usize, usize) -> bool) -> bool {
        let tails = self.tails;
        let first = self.rows[0];
        let mut longer = self.rows.len();
        self.cut.clear();
        self.steps.clear();
        // A cut to *c* leaves *c* tiles of each of the first `longer` rows, and the rows below them as they are. For
        // the tail 3,2,1 and *c* = 1: two rows are longer, and 1,1,1 is left.
        for c in 0..first {
            while longer > 0 && self.rows[longer - 1] <= c {
                longer -= 1;
            }
            let cumulated = &tails.cumulated[c * tails.stride..][..tails.stride];
            let size = self.sizes[longer];
            // The rank that the cut rows would start from; adding `cumulated` at their sizes gives the rank of the tail that is left.
            let rank = self.ranks[longer].wrapping_sub(cumulated[size]);
            // The tiles below the first row of the tail that is left. The cut rows below the first add the terms for
            // `size` + *c*, `size` + 2*c*, .., `last`: a difference of two entries of `cumulated`.
            let last = size + c * (longer - 1);
            let block = tails.block(last + c, c);
            // The difference may wrap, and the sum wraps back: the rank itself fits in 64 bits.
            let start = tails.starts[c * tails.stride + last + c] + rank.wrapping_add(cumulated[last]) * block as u64;
            if !go_on(c, index(start)) {
                return false;
            }
            self.cut.push(index(start));
            self.steps.push(Step { longer, size, rank });
        }
        true
    }

    /// Lists, for each option of the tail, the place of its byte below a row as long as the tail's first row. The bytes below longer rows
    /// follow. [`Self::cuts`] must have been called.
    pub(crate) fn runs(&mut self, runs: &mut Vec<usize>) {
        self.update_above();
        let tails = self.tails;
        let stride = tails.stride;
        let first = self.rows[0];
        runs.clear();
        // Cuts of the first row of the tail. The block of what is left begins at a row above of *c* tiles, and the run
        // at one of `first` tiles.
        runs.extend(self.cut.iter().enumerate().map(|(c, start)| start + first - c));
        // Rows of one tile use the list of the first row of one tile, shifted by one for each row between.
        let twos = self.rows.iter().skip(1).take_while(|t| **t > 1).count() + 1;
        let starts = &tails.starts[first * stride..][..stride];
        let blocks = &tails.blocks[first * stride..][..stride];
        // Cuts from a later row on, to each length below that row's. The first row stays, so the run begins where the
        // block of what is left begins.
        for row in 1..self.rows.len() {
            let (above, shift) = if row <= twos { (&self.above[row], 0) } else { (&self.above[twos], row - twos) };
            let (above, kept) = (&above[shift..], self.sizes[0] - self.sizes[row]);
            for (c, step) in self.steps[..self.rows[row]].iter().enumerate() {
                // Tiles from `row` on after the cut, and `kept` tiles above it. The rank is that of the rows not
                // reached by the cut, of the cut rows, and of the rows between the first and `row`.
                let size = step.size + c * (step.longer - row);
                let rank = step.rank.wrapping_add(tails.cumulated[c * stride + size]).wrapping_add(above[size]);
                runs.push(index(starts[kept + size] + rank * blocks[kept + size]));
            }
        }
    }
}

/// The rows that are longer than a given length.
#[derive(Clone, Copy)]
struct Step {
    /// The number of these rows.
    longer: usize,
    /// The number of tiles below them.
    size: usize,
    /// The rank that the rows below add, less `cumulated` at their size.
    rank: u64,
}
