//! Boards of few rows, or of few columns, as one integer: the form of such boards beyond 64 rows and columns together.

use crate::chomp::closed_forms::{l_poisoned, two_rows_poisoned};
use crate::chomp::path::Path;
use crate::nimber::Nimber;

/// A board of at most [`MOST_ROWS`] rows with more than 64 rows and columns together, or the mirror image of one.
///
/// The lengths of the rows are fields of an integer, the first row in the highest field. All fields have the same width: the
/// 60 lowest bits divided by the number of rows, so that 3 rows have up to 2^20 − 1 tiles each and 8 rows up to 127. Bits 60
/// to 62 hold the number of rows less one. Bit 63 is set if the board is tall: the fields are then the lengths of its columns.
///
/// In this form an option is made by a multiplication and two masks, the mirror image by changing one bit, and a board is compared
/// and hashed without following a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thin(u64);

/// Maximum number of rows of a wide board, and of columns of a tall one: three bits hold it.
pub(crate) const MOST_ROWS: u32 = 8;

/// The number of bits for all fields: it can be divided by 1 to 6 without rest, and leaves 4 bits for the number of fields and the side.
const FIELD_BITS: u32 = 60;
/// The bits of all fields.
const FIELDS: u64 = (1 << FIELD_BITS) - 1;
/// The bit of a tall board, whose fields are columns.
const TALL: u64 = 1 << 63;

/// A board of at most [`MOST_ROWS`] rows or columns, in the form for its size.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ThinOrPath {
    Thin(Thin),
    Path(Path),
}

impl ThinOrPath {
    #[inline]
    fn mirrored_if(self, mirrored: bool) -> Self {
        match self {
            same if !mirrored => same,
            Self::Thin(thin) => Self::Thin(thin.mirrored()),
            Self::Path(path) => Self::Path(path.mirrored()),
        }
    }
}

impl Thin {
    /// The wide board with rows of these lengths, which are positive and do not grow. `None` if there are too many rows, or if a row is
    /// too long for a field. Rows and columns together number more than 64.
    pub(crate) fn wide(rows: impl IntoIterator<Item = u32>, row_count: u32) -> Option<Self> {
        if row_count == 0 || row_count > MOST_ROWS {
            return None;
        }
        // A field of `width` bits holds a length if no bit is left above it: 20 bits for 3 rows.
        let width = width(row_count);
        let mut fields = 0;
        for length in rows {
            if u64::from(length) >> width > 0 {
                return None;
            }
            fields = fields << width | u64::from(length);
        }
        Some(Self::of(row_count, fields))
    }

    const fn of(row_count: u32, fields: u64) -> Self {
        Self((row_count as u64 - 1) << FIELD_BITS | fields)
    }

    pub(crate) const fn row_count(self) -> u32 {
        if self.is_tall() { self.long_side() } else { self.short_side() }
    }

    pub(crate) const fn columns(self) -> u32 {
        if self.is_tall() { self.short_side() } else { self.long_side() }
    }

    pub(crate) fn tiles(self) -> u64 {
        (0..self.short_side()).map(|place| u64::from(self.field(place))).sum()
    }

    #[inline]
    pub(crate) const fn mirrored(self) -> Self {
        Self(self.0 ^ TALL)
    }

    /// The wide one of the board and its mirror image.
    #[inline]
    pub(crate) const fn up_to_mirror(self) -> Self {
        Self(self.0 & !TALL)
    }

    /// The integer. No two boards have the same.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The length of a row, where rows are counted from 0. 0 if there is no such row.
    pub(crate) fn length(self, row: u32) -> u32 {
        // Fields of a tall board are columns: a row has a tile in each column that is longer than the row's number.
        if !self.is_tall() {
            return if row < self.short_side() { self.field(row) } else { 0 };
        }
        (0..self.short_side()).take_while(|column| self.field(*column) > row).map(|_| 1).sum()
    }

    pub(crate) fn rows(self) -> ThinRows {
        ThinRows { board: self, row: 0, end: self.row_count() }
    }

    /// The board in which all rows but the first `whole` ones are cut to at most `length` tiles. At least one tile is cut off.
    pub(crate) fn cut(self, whole: u32, length: u32) -> ThinOrPath {
        // In the mirror image rows and columns are exchanged.
        let (place, kept) = if self.is_tall() { (length, whole) } else { (whole, length) };
        let wide = self.up_to_mirror();
        let width = width(wide.short_side());
        let mut fields = 0;
        for row in 0..wide.short_side() {
            let tiles = if row < place { wide.field(row) } else { wide.field(row).min(kept) };
            fields = fields << width | u64::from(tiles);
        }
        // Rows of no tiles are no rows: fewer fields, each of them wider.
        let rows = if kept == 0 { place } else { wide.short_side() };
        // If no row is left, nothing is shifted, and `width` is not asked for a board of 0 rows.
        let fields = if kept == 0 { wide.first_fields(place) } else { fields };
        in_its_form(rows, fields).mirrored_if(self.is_tall())
    }

    /// The options, row by row of the wide board and from the right. The corner tile, if it may be taken, comes last in the first row.
    #[inline]
    pub(crate) fn options(self, corner: bool) -> ThinOptions {
        let board = self.up_to_mirror();
        let mut options =
            ThinOptions { board, tall: self.is_tall(), corner, row: 0, length: 0, ones: 0, rest: 0, next: 0 };
        options.start_row();
        options
    }

    /// The value with a poisoned corner, if the short side is at most two, or if the board is an L.
    #[inline]
    pub(crate) fn known_value(self) -> Option<Nimber> {
        let short = self.short_side();
        let (first, second) = (self.field(0), if short > 1 { self.field(1) } else { 0 });
        if short <= 2 {
            return Some(two_rows_poisoned(first.into(), second.into()));
        }
        // Rows do not grow: if the second has one tile, so has each row below it.
        (second == 1).then(|| l_poisoned(short, first))
    }

    const fn is_tall(self) -> bool {
        self.0 & TALL != 0
    }

    const fn short_side(self) -> u32 {
        (self.0 >> FIELD_BITS & 7) as u32 + 1
    }

    const fn long_side(self) -> u32 {
        self.field(0)
    }

    /// The field of a row of the wide board, counted from 0.
    #[expect(clippy::cast_possible_truncation, reason = "a field holds what was a `u32`")]
    const fn field(self, row: u32) -> u32 {
        let (rows, width) = (self.short_side(), width(self.short_side()));
        ((self.0 & FIELDS) >> (width * (rows - 1 - row)) & ((1 << width) - 1)) as u32
    }

    /// The fields of the first rows of the wide board, in the width of a board of `rows` rows.
    fn first_fields(self, rows: u32) -> u64 {
        (0..rows).fold(0, |fields, row| fields << width(rows) | u64::from(self.field(row)))
    }
}

/// The number of bits of each field.
const fn width(rows: u32) -> u32 {
    FIELD_BITS / rows
}

/// The wide board of `rows` rows with these fields, in the form for its size.
#[inline]
fn in_its_form(rows: u32, fields: u64) -> ThinOrPath {
    if rows == 0 {
        return ThinOrPath::Path(Path::EMPTY);
    }
    let board = Thin::of(rows, fields);
    // Each board has one form only: a path, as soon as its boundary has at most 64 steps.
    if board.long_side() + rows > Path::MOST_STEPS {
        return ThinOrPath::Thin(board);
    }
    let from_below = (0..rows).rev().map(|row| board.field(row));
    ThinOrPath::Path(Path::from_below(from_below))
}

/// The lengths of the rows, from the top.
#[derive(Clone, Debug)]
pub(crate) struct ThinRows {
    board: Thin,
    row: u32,
    end: u32,
}

impl Iterator for ThinRows {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.row == self.end {
            return None;
        }
        self.row += 1;
        Some(self.board.length(self.row - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.row) as usize;
        (left, Some(left))
    }
}

/// The options of a board.
///
/// The tiles of a row are taken from the right. Each step cuts the row to a shorter length, and with it each longer row below. The
/// rows that are cut have a one in the lowest bit of their fields in `ones`, so `ones` times the length is their new fields.
#[derive(Clone, Debug)]
pub(crate) struct ThinOptions {
    /// The wide board.
    board: Thin,
    /// Whether the options are those of the tall board.
    tall: bool,
    corner: bool,
    /// The row whose tiles are being taken, from 0.
    row: u32,
    /// The length that the row has been cut to so far.
    length: u32,
    /// The lowest bits of the fields of the rows that are cut.
    ones: u64,
    /// The fields of all rows that are not cut.
    rest: u64,
    /// The first row below that is not yet cut.
    next: u32,
}

impl ThinOptions {
    #[inline]
    fn start_row(&mut self) {
        self.length = self.board.field(self.row);
        self.ones = 0;
        self.rest = self.board.0 & FIELDS;
        self.next = self.row;
    }
}

impl Iterator for ThinOptions {
    type Item = ThinOrPath;

    #[inline]
    fn next(&mut self) -> Option<ThinOrPath> {
        let rows = self.board.short_side();
        while self.length <= 1 {
            // Taking the first tile of a row removes this row and all below it. `length` is 0 once it has been taken.
            let first_tile = self.length == 1 && (self.row > 0 || self.corner);
            let above = self.row;
            self.length = 0;
            if first_tile {
                return Some(in_its_form(above, self.board.first_fields(above)).mirrored_if(self.tall));
            }
            if above + 1 >= rows {
                return None;
            }
            self.row += 1;
            self.start_row();
        }
        self.length -= 1;
        let width = width(rows);
        // Rows do not grow downwards, so those that are cut are neighbours, and a shorter cut only adds to them.
        while self.next < rows && self.board.field(self.next) > self.length {
            let lowest = 1 << (width * (rows - 1 - self.next));
            self.ones |= lowest;
            // The whole field of the row, all `width` bits, becomes 0.
            self.rest &= !(lowest * ((1 << width) - 1));
            self.next += 1;
        }
        // The length fits in a field, so the product has no carry from one field to the next.
        let fields = self.rest | (self.ones * u64::from(self.length));
        Some(in_its_form(rows, fields).mirrored_if(self.tall))
    }
}
