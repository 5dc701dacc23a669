//! Regions of cells: the positions of Cram.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::str::FromStr;

use either::Either::{Left, Right};

use crate::components::Components;
use crate::games::bits::Bits;
use crate::games::cram::packed::{MOST_CELLS, Packed};
use crate::games::cram::wide::Wide;
use crate::games::images::row;
use crate::notation::{NotationError, Piece};
use crate::serial::serde_as_text;

/// A position of [`Cram`](crate::Cram): a connected region of cells, up to translation.
///
/// A region in a box of at most 120 cells is one integer of 128 bits, without an allocation. A region in a larger box, of up to 65 536 cells,
/// is a list of its cells.
///
/// Its text is `5x7` for a rectangle of 5 rows and 7 columns, and rows of cells such as `xx.x/xxxx` for any other region. With the feature
/// `serde` it is its text.
///
/// ```
/// use grundy::games::Region;
///
/// assert_eq!(Region::rectangle(5, 7)?.cells().count(), 35);
/// assert_eq!("xx/xx".parse::<Region>()?, Region::rectangle(2, 2)?);
/// assert_eq!("..xx/.xx".parse::<Region>()?.to_string(), ".xx/xx.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Region(Shape);

/// The cells. Boxes of at most 120 cells are always packed.
#[derive(Clone, PartialEq, Eq)]
enum Shape {
    /// [`Packed::number`] in two halves. The upper one has the number of columns in it, which is not 0: so a region takes 16 bytes.
    Packed(u64, NonZeroU64),
    Wide(Box<Wide>),
}

const _: () = assert!(size_of::<Region>() == 16, "a memo has millions of regions");

/// The cells of a region in the form in which it is stored.
pub(super) enum Cells<'a> {
    /// A box of at most 64 cells, in fewer than 64 rows and columns.
    Small(Packed<u64>),
    Large(Packed<u128>),
    Wide(&'a Wide),
}

serde_as_text!(Region);

impl Region {
    /// The number of cells of the largest box: 65 536.
    pub const LIMIT: u64 = 1 << 16;

    /// A rectangle.
    ///
    /// # Errors
    ///
    /// [`RegionError`] if there are no cells, or more than [`LIMIT`](Self::LIMIT).
    ///
    /// ```
    /// use grundy::games::Region;
    /// assert_eq!(Region::rectangle(3, 4)?.to_string(), "3x4");
    /// assert_eq!(Region::rectangle(3, 0).unwrap_err().to_string(), "there are no cells");
    /// # Ok::<(), grundy::games::RegionError>(())
    /// ```
    pub fn rectangle(rows: u32, columns: u32) -> Result<Self, RegionError> {
        check_box(rows.into(), columns.into())?;
        if rows == 0 || columns == 0 {
            return Err(RegionError::Empty);
        }
        Ok(Self::connected((0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()))
    }

    /// The connected regions of a set of cells, each given by its row and its column. Single cells are left out, since no domino fits on
    /// them.
    ///
    /// # Errors
    ///
    /// [`RegionError::TooLarge`] if the smallest box around the cells has more than [`LIMIT`](Self::LIMIT).
    ///
    /// ```
    /// use grundy::games::Region;
    /// let regions = Region::of_cells([(0, 0), (0, 1), (1, 2), (2, 2), (5, 5)])?;
    /// assert_eq!(regions.to_string(), "1x2 + 2x1");
    /// # Ok::<(), grundy::games::RegionError>(())
    /// ```
    pub fn of_cells(cells: impl IntoIterator<Item = (u32, u32)>) -> Result<Components<Self>, RegionError> {
        let cells: Vec<(u32, u32)> = cells.into_iter().collect();
        // Without any cells `least` is above `greatest`: both sides count as 1, and the list of parts is empty.
        let side = |numbers: &mut dyn Iterator<Item = u32>| {
            let (least, greatest) = numbers.fold((u32::MAX, 0), |(least, most), n| (least.min(n), most.max(n)));
            u64::from(greatest.saturating_sub(least)) + 1
        };
        let (rows, columns) =
            (side(&mut cells.iter().map(|(row, _)| *row)), side(&mut cells.iter().map(|(_, column)| *column)));
        check_box(rows, columns)?;
        Ok(Wide::parts(cells).into_iter().filter(|part| part.len() > 1).map(Self::connected).collect())
    }

    /// The cells, by row and column from 0, in reading order.
    ///
    /// ```
    /// use grundy::games::Region;
    /// assert_eq!("x/xx".parse::<Region>()?.cells().collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        match self.shape() {
            Cells::Small(packed) => Left(Left(packed.listed())),
            Cells::Large(packed) => Left(Right(packed.listed())),
            Cells::Wide(wide) => Right(wide.cells().iter().copied()),
        }
    }

    /// The region of cells that are connected; there is at least one.
    pub(super) fn connected(cells: Vec<(u32, u32)>) -> Self {
        let wide = Wide::new(cells);
        let (rows, columns) = wide.sides();
        // Regions are compared as they are stored, so a region that can be packed must be.
        if rows.saturating_mul(columns) > MOST_CELLS {
            return Self::wide(wide);
        }
        let cells = wide.cells().iter().fold(0_u128, |cells, (row, column)| cells | 1 << (row * columns + column));
        Self::packed(Packed { cells, width: columns })
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the integer is cut in two halves")]
    pub(super) fn packed<B: Bits>(packed: Packed<B>) -> Self {
        let number = packed.number();
        let high = NonZeroU64::new((number >> 64) as u64).expect("a region has columns");
        Self(Shape::Packed(number as u64, high))
    }

    pub(super) fn wide(wide: Wide) -> Self {
        Self(Shape::Wide(Box::new(wide)))
    }

    #[inline]
    pub(super) fn shape(&self) -> Cells<'_> {
        match &self.0 {
            Shape::Packed(low, high) => {
                let high = high.get();
                // The 8 bits above the 120 bits of the cells are the width.
                let width = (high >> (MOST_CELLS - 64)) as u32;
                let high = high & ((1 << (MOST_CELLS - 64)) - 1);
                // `low` is not 0 if `high` is, since a region has a cell.
                if high == 0 && is_small(row(low.ilog2(), width) + 1, width) {
                    return Cells::Small(Packed { cells: *low, width });
                }
                Cells::Large(Packed { cells: u128::from(*low) | u128::from(high) << 64, width })
            }
            Shape::Wide(wide) => Cells::Wide(wide),
        }
    }

    /// The numbers of rows and columns.
    fn sides(&self) -> (u32, u32) {
        match self.shape() {
            Cells::Small(packed) => (packed.height(), packed.width),
            Cells::Large(packed) => (packed.height(), packed.width),
            Cells::Wide(wide) => wide.sides(),
        }
    }
}

/// Whether a box fits in 64 bits, where the last row may end before the box does. A side of 64 cells is left out: shifts and masks of a whole row would
/// be as long as the word, and a column is laid on its side where images are compared.
#[inline]
fn is_small(height: u32, width: u32) -> bool {
    height < u64::BITS && width < u64::BITS && height * width <= u64::BITS
}

/// A region that is one integer hashes as this integer.
impl Hash for Region {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Shape::Packed(low, high) => state.write_u128(u128::from(*low) | u128::from(high.get()) << 64),
            Shape::Wide(wide) => wide.hash(state),
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = self.sides();
        let line = columns as usize + 1;
        // Each row but the last ends with a slash, so that the text has one byte less than `rows` lines.
        let mut text = vec![b'.'; line * rows as usize - 1];
        text.iter_mut().skip(line - 1).step_by(line).for_each(|end| *end = b'/');
        let mut count = 0;
        self.cells().for_each(|(row, column)| {
            text[row as usize * line + column as usize] = b'x';
            count += 1;
        });
        if count == u64::from(rows) * u64::from(columns) {
            return write!(f, "{rows}x{columns}");
        }
        f.write_str(std::str::from_utf8(&text).expect("cells, gaps and ends of lines are ASCII"))
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Region {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let piece = Piece::whole(text);
        let cells = parse_cells(piece)?;
        let mut parts = Wide::parts(cells);
        match (parts.pop(), parts.len()) {
            (Some(part), 0) => Ok(Self::connected(part)),
            (None, _) => Err(piece.error("there are no cells")),
            (Some(_), others) => Err(piece.error(format!("the cells are {} regions, not one", others + 1))),
        }
    }
}

/// Reads `5x7`, or rows of `x` for a cell and `.` for a gap with `/` between them.
pub(super) fn parse_cells(piece: Piece<'_>) -> Result<Vec<(u32, u32)>, NotationError> {
    if piece.text.is_empty() {
        return Err(piece.error("a board is missing"));
    }
    // `x` stands between the sides of a rectangle, and for a cell in a drawing. Only a drawing has no digits.
    let is_rectangle = piece.text.contains(|c: char| c.is_ascii_digit());
    if is_rectangle {
        let sides: Vec<Piece<'_>> = piece.split('x').collect();
        let [rows, columns] = sides[..] else {
            return Err(piece.error("a rectangle is written as rows x columns, such as 5x7"));
        };
        let (row_count, column_count) = (rows.number("a side")?, columns.number("a side")?);
        check_box(row_count, column_count).map_err(|error| piece.error(error.to_string()))?;
        let number = |side: u64| u32::try_from(side).unwrap_or(0); // a side above the limit has no cells
        let (rows, columns) = (number(row_count), number(column_count));
        return Ok((0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect());
    }
    let mut cells = Vec::new();
    let (mut rows, mut columns) = (0, 0);
    for line in piece.split('/') {
        for (at, c) in line.text.char_indices() {
            match c {
                // A column beyond `u32` is refused below with its whole line.
                'x' => cells.push((rows, u32::try_from(at).unwrap_or(u32::MAX))),
                '.' => {}
                bad => {
                    let here = line.part(at, at + bad.len_utf8());
                    return Err(here.error(format!("a board is drawn with x for a cell and . for a gap, not `{bad}`")));
                }
            }
        }
        // Checked after each row, so that a drawing that is too large is refused at the first row that is too much.
        rows += 1;
        columns = columns.max(line.text.len() as u64);
        check_box(rows.into(), columns).map_err(|error| line.error(error.to_string()))?;
    }
    Ok(cells)
}

fn check_box(rows: u64, columns: u64) -> Result<(), RegionError> {
    match rows.checked_mul(columns) {
        Some(cells) if cells <= Region::LIMIT => Ok(()),
        _ => Err(RegionError::TooLarge { rows, columns, limit: Region::LIMIT }),
    }
}

/// Why cells are no position of [`Cram`](crate::Cram).
///
/// ```
/// use grundy::games::{Region, RegionError};
/// assert_eq!(Region::rectangle(0, 3), Err(RegionError::Empty));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegionError {
    /// There are no cells.
    #[error("there are no cells")]
    Empty,
    /// The box around the cells is too large.
    #[error("a box of {rows} rows and {columns} columns is too large: it has at most {limit} cells")]
    TooLarge {
        /// The number of rows of the box.
        rows: u64,
        /// The number of columns of the box.
        columns: u64,
        /// The limit on its cells, [`Region::LIMIT`].
        limit: u64,
    },
}
