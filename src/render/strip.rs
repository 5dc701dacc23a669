//! Squares of boards, and strips of numbered squares.

use std::fmt::{self, Display};
use std::ops::Range;

use crate::render::lands::float;

/// The side of a square, in pixels.
pub(super) const SQUARE: f64 = 34.0;
/// Height of the numbers above a row of squares, in pixels.
const NUMBERS: f64 = 18.0;
/// Width of a digit.
const DIGIT: f64 = 7.5;
/// Squares in a row of the SVG, which fill its width, and characters in a line of text.
const ACROSS: usize = 24;
const LINE: usize = 68;
/// The longest run of squares or counters that is drawn without a gap, and the length of what is drawn on either side of the gap.
const RUN: u128 = 24;
const ENDS: u128 = 8;
/// What stands for squares, rows and columns that are left out.
pub(super) const GAP: &str = "…";

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Free,
    Coin,
    Crossed,
    Gone,
}

impl Mark {
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Free => "□",
            Self::Coin => "●",
            Self::Crossed => "✕",
            Self::Gone => "",
        }
    }
}

/// A strip: squares with their numbers. `None` is a gap, where squares are left out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strip(Vec<Option<(u128, Mark)>>);

impl Strip {
    /// A strip of runs of squares with the same mark.
    pub(super) fn new(runs: impl IntoIterator<Item = (Range<u128>, Mark)>) -> Self {
        let squares = |(run, mark)| shortened(run).into_iter().map(move |number| Some((number?, mark)));
        Self(runs.into_iter().flat_map(squares).collect())
    }

    /// Width and height.
    pub(super) fn size(&self) -> (f64, f64) {
        let rows = self.0.len().div_ceil(ACROSS);
        // The numbers of the first row stand in the room above the picture, and take no height.
        (SQUARE * float(self.0.len().min(ACROSS)), (SQUARE + NUMBERS) * float(rows.max(1)) - NUMBERS)
    }

    /// The numbers and below them the squares, in as many lines as they need.
    pub(super) fn lines(&self) -> Vec<String> {
        let number =
            |square: &Option<(u128, Mark)>| square.map_or_else(|| GAP.to_owned(), |(number, _)| number.to_string());
        let wide = self.0.iter().map(|square| number(square).chars().count()).max().unwrap_or(1);
        let line = |texts: Vec<String>| {
            let texts: Vec<String> = texts.into_iter().map(|text| format!("{text:>wide$}")).collect();
            format!(" {}", texts.join(" "))
        };
        let of_row = |row: &[Option<(u128, Mark)>]| {
            let marks = row.iter().map(|square| square.map_or(GAP, |(_, mark)| mark.sign()).to_owned());
            [line(row.iter().map(number).collect()), line(marks.collect())]
        };
        // A square takes `wide` characters and a blank. A number has at most 39 digits, so a line has room for one
        // square.
        self.0.chunks(LINE / (wide + 1)).flat_map(of_row).collect()
    }

    /// Writes the strip with the upper left corner of its first square at this point.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, left: f64, top: f64) -> fmt::Result {
        for (row, squares) in self.0.chunks(ACROSS).enumerate() {
            let y = top + (SQUARE + NUMBERS) * float(row) + SQUARE / 2.0;
            for (column, square) in squares.iter().enumerate() {
                let x = left + SQUARE * (float(column) + 0.5);
                let Some((number, mark)) = square else {
                    write_number(f, GAP, SQUARE, (x, y + 4.0))?;
                    continue;
                };
                let above = y - SQUARE / 2.0 - 6.0;
                write_number(f, &number.to_string(), SQUARE, (x, above))?;
                write_square(f, number, *mark, (x, y))?;
            }
        }
        Ok(())
    }
}

/// Writes the number of a square, a row or a column around a point. A number that is wider than its room is squeezed.
pub(super) fn write_number(f: &mut fmt::Formatter<'_>, number: &str, room: f64, (x, y): (f64, f64)) -> fmt::Result {
    write!(f, r##"<text x="{x:.0}" y="{y:.0}" fill="#777""##)?;
    if DIGIT * float(number.len()) > room {
        write!(f, r#" textLength="{room:.0}" lengthAdjust="spacingAndGlyphs""#)?;
    }
    writeln!(f, ">{number}</text>")
}

/// Writes the square around a point, which moves name by these words.
pub(super) fn write_square(
    f: &mut fmt::Formatter<'_>,
    end: impl Display,
    mark: Mark,
    (x, y): (f64, f64),
) -> fmt::Result {
    let (left, top, side) = (x - SQUARE / 2.0, y - SQUARE / 2.0, SQUARE);
    let class = if mark == Mark::Crossed { "taken" } else { "spot" };
    writeln!(
        f,
        r##"<rect class="{class}" data-end="{end}" x="{left:.0}" y="{top:.0}" width="{side:.0}" height="{side:.0}" fill="#f4f1e8" stroke="#8a8172"/>"##
    )?;
    let far = SQUARE / 4.0;
    match mark {
        Mark::Crossed => {
            let [x1, x2, y1, y2] = [x - far, x + far, y - far, y + far];
            writeln!(
                f,
                r##"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}M{x2:.1} {y1:.1}L{x1:.1} {y2:.1}" stroke="#c2410c" stroke-width="4" stroke-linecap="round"/>"##
            )
        }
        Mark::Coin => {
            writeln!(f, r##"<circle cx="{x:.1}" cy="{y:.1}" r="{far:.1}" fill="#1f77b4" pointer-events="none"/>"##)
        }
        Mark::Free | Mark::Gone => Ok(()),
    }
}

/// The numbers of a run; of a long one the first and the last, with a gap between them.
pub(super) fn shortened(run: Range<u128>) -> Vec<Option<u128>> {
    if run.end.saturating_sub(run.start) <= RUN {
        return run.map(Some).collect();
    }
    let (first, last) = (run.start..run.start + ENDS, run.end - ENDS..run.end);
    first.map(Some).chain([None]).chain(last.map(Some)).collect()
}
