//! Regions in a box of more than 120 cells, as lists of their cells.

use smallvec::SmallVec;

use crate::games::straight::path_or_cycle;
use crate::nimber::Nimber;

/// A list of cells in reading order, by row and column from 0. Its box has at most 65 536 cells and is tight: some cell is in row 0, and some in column 0.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Wide(Box<[(u32, u32)]>);

impl Wide {
    /// The list of some cells, moved to the first row and the first column. There is at least one cell.
    pub(super) fn new(mut cells: Vec<(u32, u32)>) -> Self {
        let top = cells.iter().map(|(row, _)| *row).min().unwrap_or(0);
        let left = cells.iter().map(|(_, column)| *column).min().unwrap_or(0);
        for (row, column) in &mut cells {
            (*row, *column) = (*row - top, *column - left);
        }
        cells.sort_unstable();
        cells.dedup();
        Self(cells.into())
    }

    /// The connected parts of a set of cells, at their places in its box.
    pub(super) fn parts(cells: Vec<(u32, u32)>) -> Vec<Vec<(u32, u32)>> {
        let cells = Self::new(cells);
        let neighbours = cells.neighbours();
        let mut is_found = vec![false; cells.0.len()];
        let mut parts = Vec::new();
        for start in 0..cells.0.len() {
            if is_found[start] {
                continue;
            }
            is_found[start] = true;
            // `part` is the list of the cells found and the queue at the same time: cells from `next` on have not been
            // looked at.
            let mut part = vec![start];
            let mut next = 0;
            while let Some(place) = part.get(next).copied() {
                next += 1;
                for neighbour in &neighbours[place] {
                    if !std::mem::replace(&mut is_found[*neighbour], true) {
                        part.push(*neighbour);
                    }
                }
            }
            parts.push(part.into_iter().map(|place| cells.0[place]).collect());
        }
        parts
    }

    pub(super) fn cells(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// The numbers of rows and columns.
    pub(super) fn sides(&self) -> (u32, u32) {
        let rows = self.0.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
        let columns = self.0.iter().map(|(_, column)| column + 1).max().unwrap_or(0);
        (rows, columns)
    }

    pub(super) fn contains(&self, cell: (u32, u32)) -> bool {
        self.place(cell).is_some()
    }

    fn place(&self, cell: (u32, u32)) -> Option<usize> {
        self.0.binary_search(&cell).ok()
    }

    /// The pairs of neighbours, by their places. O(n) for n cells: the cells below those of a list in reading order are in reading order.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = &*self.0;
        let mut lower = 0;
        cells.iter().enumerate().flat_map(move |(place, &(row, column))| {
            // `lower` only moves on: it is the first cell that does not come before the place below the current one.
            while cells.get(lower).is_some_and(|cell| *cell < (row + 1, column)) {
                lower += 1;
            }
            let is_at = |next: usize, cell| cells.get(next) == Some(&cell);
            let right = is_at(place + 1, (row, column + 1)).then_some((place, place + 1));
            let below = is_at(lower, (row + 1, column)).then_some((place, lower));
            right.into_iter().chain(below)
        })
    }

    /// The places of the neighbours of each cell.
    fn neighbours(&self) -> Vec<SmallVec<[usize; 4]>> {
        let mut neighbours = vec![SmallVec::new(); self.0.len()];
        for (one, other) in self.pairs() {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        neighbours
    }

    /// The number of dominoes that fit.
    pub(super) fn domino_count(&self) -> usize {
        self.pairs().count()
    }

    /// The value, if a theorem gives it: see [`Cram`](crate::Cram).
    pub(super) fn known_value(&self) -> Option<Nimber> {
        let neighbours = self.neighbours();
        if neighbours.iter().all(|around| around.len() <= 2) {
            // The box has more than 120 cells, so a connected region in it is no single cell.
            let is_cycle = neighbours.iter().all(|around| around.len() == 2);
            return Some(path_or_cycle(self.0.len() as u64, is_cycle));
        }
        let (rows, columns) = self.sides();
        let half_turned = |(row, column): (u32, u32)| (rows - 1 - row, columns - 1 - column);
        // Half a turn maps the list to itself in reverse order.
        let is_symmetric = self.0.iter().zip(self.0.iter().rev()).all(|(one, other)| half_turned(*one) == *other);
        // Of the two cells that meet in the middle of an odd and an even side, one is enough: half a turn exchanges
        // them.
        let has_middle = self.contains(((rows - 1) / 2, (columns - 1) / 2));
        let is_even = rows.is_multiple_of(2) && columns.is_multiple_of(2);
        (is_symmetric && (is_even || !has_middle)).then_some(Nimber::ZERO)
    }

    /// The least of the images under the symmetries of the square, wide ones first.
    pub(super) fn canonical(self) -> Self {
        let (rows, columns) = self.sides();
        let mut images = Vec::with_capacity(8);
        for turned in [false, true] {
            // Images that are taller than wide are left out; of a square both kinds count.
            if if turned { rows < columns } else { rows > columns } {
                continue;
            }
            let (row_count, column_count) = if turned { (columns, rows) } else { (rows, columns) };
            for (down, across) in [(false, false), (false, true), (true, false), (true, true)] {
                let image = self.0.iter().map(|(row, column)| {
                    let (row, column) = if turned { (*column, *row) } else { (*row, *column) };
                    let row = if down { row_count - 1 - row } else { row };
                    (row, if across { column_count - 1 - column } else { column })
                });
                images.push(Self::new(image.collect()));
            }
        }
        images.into_iter().min_by(|one, other| one.0.cmp(&other.0)).unwrap_or(self)
    }
}
