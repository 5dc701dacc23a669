//! The pieces of a table on disk: which boards each file holds, and which files a part of the work consists of.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::chomp::table::index;
use crate::chomp::table_file::TableKind;
use crate::chomp::tails::Tails;

/// Maximum number of bytes of a piece, unless a block is longer. Smaller pieces divide a layer more evenly among processes; larger ones
/// make fewer files: 131 tiles have 4 000 of them. Not tuned.
const MOST_BYTES: usize = 1 << 22;

/// Maximum number of bytes of a table: the list of its pieces takes up to 300 MB then. A guard; a table of this size would take years.
const MOST_BYTES_OF_TABLE: u64 = 1 << 44;

/// Number of bytes of a page, less what is left of the last block. Tails with the same first row read another column in long runs, so that larger
/// pages are read in vain only at the ends of runs. Not tuned.
pub(super) const PAGE: usize = 1 << 16;

/// The files of a table in a folder, in the order in which one process computes them: column by column (tails with the same first row), in a
/// column layer by layer (tails with the same number of tiles), in a layer by rank.
///
/// A piece is read by pieces of later layers only, from its own column and from later ones.
#[derive(Debug)]
pub(super) struct Pieces {
    pub(super) kind: TableKind,
    pub(super) tails: Tails,
    folder: PathBuf,
    list: Vec<Piece>,
    /// For each column, the numbers of its pieces.
    columns: Vec<Range<usize>>,
}

/// Adjacent blocks of tails with the same number of tiles and the same first row.
#[derive(Debug)]
pub(super) struct Piece {
    /// The number of tiles of a tail, which is the number of the layer.
    pub(super) size: usize,
    /// The first row of a tail, which is the number of the column.
    pub(super) first_row: usize,
    /// The number of the piece among those of the same layer and column.
    pub(super) number: usize,
    /// The number of bytes of each tail.
    pub(super) block: usize,
    /// The rank of the first tail.
    pub(super) rank: u64,
    /// Where the piece begins in its column.
    pub(super) start: u64,
    pub(super) bytes: usize,
}

impl Piece {
    /// The number of bytes of a page of the piece, whole blocks, so that nobody needs two pages for one. Pages are counted from the beginning of the piece. The
    /// last one may be shorter.
    pub(super) fn page(&self) -> usize {
        (PAGE / self.block).max(1) * self.block
    }
}

impl Pieces {
    /// The pieces of a table. `None` if it has more than 2^44 bytes.
    pub(super) fn new(kind: TableKind, folder: PathBuf, tiles: usize) -> Option<Self> {
        Self::of_bytes(MOST_BYTES, kind, folder, tiles)
    }

    /// The same in pieces of another size.
    pub(super) fn of_bytes(most_bytes: usize, kind: TableKind, folder: PathBuf, tiles: usize) -> Option<Self> {
        let tails = Self::tails(kind, tiles)?;
        let (mut list, mut columns) = (Vec::new(), Vec::new());
        for first_row in 0..=tiles {
            let begin = list.len();
            // In ascending order of `start`, as `holding` needs: a column has its layers one after the other.
            for size in (0..tails.layers()).filter(|size| tails.first_rows(*size).contains(&first_row)) {
                let (count, block) = (index(tails.count(size, first_row)), tails.block(size, first_row));
                // Whole blocks, at least one.
                let step = (most_bytes / block).max(1);
                for (number, rank) in (0..count).step_by(step).enumerate() {
                    let start = tails.start(size, first_row) + (rank * block) as u64;
                    let bytes = step.min(count - rank) * block;
                    list.push(Piece { size, first_row, number, block, rank: rank as u64, start, bytes });
                }
            }
            // A longer first row has no tails either.
            if list.len() == begin {
                break;
            }
            columns.push(begin..list.len());
        }
        Some(Self { kind, tails, folder, list, columns })
    }

    /// The tails of a table, a column for each first row. `None` if it has more than 2^44 bytes.
    pub(super) fn tails(kind: TableKind, tiles: usize) -> Option<Tails> {
        let front = if kind == TableKind::Losing { 2 } else { 1 };
        Tails::by_column(tiles, front).filter(|tails| tails.bytes() <= MOST_BYTES_OF_TABLE)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn all(&self) -> &[Piece] {
        &self.list
    }

    pub(super) fn columns(&self) -> &[Range<usize>] {
        &self.columns
    }

    /// The number of bytes of a column.
    pub(super) fn column_bytes(&self, column: usize) -> usize {
        let pieces = &self.list[self.columns[column].clone()];
        pieces.last().map_or(0, |last| index(last.start) + last.bytes)
    }

    /// The numbers of the pieces of a column by layers.
    pub(super) fn groups(&self, column: usize) -> impl Iterator<Item = Range<usize>> {
        let mut left = self.columns[column].clone();
        std::iter::from_fn(move || {
            let size = self.list[left.clone()].first()?.size;
            let end = left.start + self.list[left.clone()].iter().take_while(|piece| piece.size == size).count();
            let group = left.start..end;
            left.start = end;
            Some(group)
        })
    }

    /// The number of the piece that holds a place of a column.
    pub(super) fn holding(&self, column: usize, place: u64) -> usize {
        let range = self.columns[column].clone();
        // The last piece that begins at the place or before it. The first piece begins at 0, so there is one.
        range.start + self.list[range].partition_point(|piece| piece.start <= place) - 1
    }

    /// The numbers of the pieces of a layer that belong to one of `parts` parts, counted from 0. Each part is about equally many bytes.
    pub(super) fn part(&self, layer: usize, part: u32, parts: u32) -> Vec<usize> {
        let in_layer = || (0..self.list.len()).filter(|number| self.list[*number].size == layer);
        let all: u128 = in_layer().map(|number| self.list[number].bytes as u128).sum();
        let mut before = 0;
        let belongs = |number: &usize| {
            let bytes = self.list[*number].bytes as u128;
            // Each piece belongs to the part in which its middle byte lies: every process finds the same, without asking the others.
            let middle = before + bytes / 2;
            before += bytes;
            middle * u128::from(parts) / all == u128::from(part)
        };
        in_layer().filter(belongs).collect()
    }

    /// The file of a piece: `losing-131.087.012.003` has part 3 of the tails of 87 tiles whose first row is 12, for boards of up to 131 tiles.
    pub(super) fn path(&self, number: usize) -> PathBuf {
        let (tiles, Piece { size, first_row, number, .. }) = (self.tails.tiles(), &self.list[number]);
        let table = if self.kind == TableKind::Losing { "losing" } else { "values" };
        self.folder.join(format!("{table}-{tiles:03}.{size:03}.{first_row:03}.{number:03}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_divide_a_layer_and_pieces_fill_the_table() {
        let pieces = Pieces::new(TableKind::Losing, PathBuf::new(), 60).unwrap();
        let bytes: usize = pieces.all().iter().map(|piece| piece.bytes).sum();
        assert_eq!((bytes, pieces.tails.bytes()), (966_467, 966_467));
        for layer in 0..pieces.tails.layers() {
            for parts in [1, 2, 7, 1000] {
                let mut all: Vec<usize> = (0..parts).flat_map(|part| pieces.part(layer, part, parts)).collect();
                all.sort_unstable();
                assert_eq!(all, pieces.part(layer, 0, 1));
            }
        }
        for (column, range) in pieces.columns().iter().enumerate() {
            assert!(pieces.groups(column).flatten().eq(range.clone()));
            for number in range.clone() {
                let piece = &pieces.all()[number];
                assert_eq!(pieces.holding(column, piece.start), number);
                assert_eq!(pieces.holding(column, piece.start + piece.bytes as u64 - 1), number);
            }
        }
    }
}
