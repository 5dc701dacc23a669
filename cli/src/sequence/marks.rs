//! The marks of a plot: heaps that fall on the same pixels share a mark, so that a picture of any sequence has a bounded number of marks.

use std::collections::BTreeSet;
use std::ops::Range;

use grundy::heap::{Sequence, SparseSpace, Values};

/// Thresholds of the shades: a mark has the first shade *n* for which it stands for at least one in *n* of the heaps of its column.
pub(crate) const SHADES: [usize; 4] = [4, 16, 64, usize::MAX];
/// Marks of a picture, at most; cells grow until there are no more. A guard of the size of the file.
const MOST_MARKS: usize = 20_000;
/// The side of the marks of rare heaps, in pixels.
const DOT: usize = 4;

/// The heaps of a plot.
pub(crate) struct Window<'a> {
    sequence: Values<'a>,
    space: Option<SparseSpace>,
    heaps: usize,
    /// One more than the largest value.
    pub(crate) values: usize,
}

impl<'a> Window<'a> {
    /// The first heaps of a sequence.
    pub(crate) fn new(sequence: &'a Sequence, heaps: usize) -> Self {
        let mut window = Self { sequence: sequence.values(), space: sequence.report().sparse_space, heaps, values: 1 };
        window.values = window.heaps().map(|(_, value)| value + 1).max().unwrap_or(1);
        window
    }

    fn heaps(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.heaps).filter_map(|heap| Some((heap, usize::try_from(self.sequence.get(heap)?).ok()?)))
    }

    fn is_rare(&self, heap: usize, value: usize) -> bool {
        self.space.is_some_and(|space| space.is_rare(heap, value as u64))
    }
}

/// Neighbouring cells of one shade, in pixels from the left and from below.
pub(crate) struct Run {
    pub(crate) columns: Range<usize>,
    pub(crate) rows: Range<usize>,
    pub(crate) shade: usize,
}

/// The occupied cells of a plot.
pub(crate) struct Grid {
    runs: Vec<Run>,
    rare: BTreeSet<(usize, usize)>,
    cell: usize,
}

impl Grid {
    /// The cells of a plot of this size.
    pub(crate) fn new(window: &Window, width: usize, height: usize) -> Self {
        let mut cell = 1;
        let mut runs = cells(window, width, height, cell);
        // The loop ends: a cell as large as the picture is one run.
        while runs.len() > MOST_MARKS {
            cell += 1;
            runs = cells(window, width, height, cell);
        }
        let middle = |place: usize, of: usize, size: usize| (2 * place + 1) * size / (2 * of);
        let rare = window.heaps().filter(|(heap, value)| window.is_rare(*heap, *value)).map(|(heap, value)| {
            let (x, y) = (middle(heap, window.heaps, width), middle(value, window.values, height));
            // Rounded to the width of a dot, so that dots that would overlap become one.
            (x - x % DOT, y)
        });
        Self { runs, rare: rare.collect(), cell }
    }

    pub(crate) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The middles of the marks of rare heaps.
    pub(crate) fn rare(&self) -> impl Iterator<Item = (usize, usize)> {
        self.rare.iter().copied()
    }

    /// The side of a cell in pixels.
    pub(crate) fn cell(&self) -> usize {
        self.cell
    }
}

/// The runs of common heaps, with cells of this side. If there are few heaps or values, cells are larger.
fn cells(window: &Window, width: usize, height: usize, cell: usize) -> Vec<Run> {
    let columns = (width / cell).clamp(1, window.heaps.max(1));
    let rows = (height / cell).clamp(1, window.values);
    let mut heaps_of = vec![0_usize; columns];
    let mut counts = vec![0_usize; columns * rows];
    for (heap, value) in window.heaps() {
        let column = heap * columns / window.heaps;
        // Rare heaps count for the column, but have marks of their own.
        heaps_of[column] += 1;
        if !window.is_rare(heap, value) {
            counts[value * rows / window.values * columns + column] += 1;
        }
    }
    let edge = |place: usize, of: usize, size: usize| place * size / of;
    let mut runs: Vec<Run> = Vec::new();
    for (row, counts) in counts.chunks(columns).enumerate() {
        let (low, high) = (edge(row, rows, height), edge(row + 1, rows, height));
        // A gap between values, if there is room.
        let gap = (high - low) / 5;
        let rows = low + gap..high - gap;
        for (column, (count, heaps)) in counts.iter().zip(&heaps_of).enumerate() {
            let Some(shade) = SHADES.iter().position(|most| count.saturating_mul(*most) >= *heaps && *count > 0) else {
                continue;
            };
            let place = edge(column, columns, width)..edge(column + 1, columns, width);
            // A run grows to the right only, along cells of one row with the same shade.
            match runs.last_mut() {
                Some(last) if last.columns.end == place.start && last.rows == rows && last.shade == shade => {
                    last.columns.end = place.end;
                }
                _ => runs.push(Run { columns: place, rows: rows.clone(), shade }),
            }
        }
    }
    runs
}
