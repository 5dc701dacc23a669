//! Boards: squares in rows and columns, each with its number.

use std::fmt;

use crate::chomp::Quadrant;
use crate::render::lands::float;
use crate::render::strip::{GAP, Mark, SQUARE, write_number, write_square};

/// Width of the room for the number of a row.
const ROW_NUMBER: f64 = 24.0;

/// Rows and columns by their numbers, `None` where some are left out, and what is on each square. A square of such a gap has the mark of
/// the first square that is left out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Squares {
    rows: Vec<Option<u128>>,
    columns: Vec<Option<u128>>,
    marks: Vec<Vec<Mark>>,
    /// Where the board lies around a centre, from which its rows and columns are numbered.
    quadrant: Option<Quadrant>,
}

impl Squares {
    /// The board with these numbers of rows and columns.
    pub(super) fn new(rows: Vec<Option<u128>>, columns: Vec<Option<u128>>, mark: impl Fn(u128, u128) -> Mark) -> Self {
        let of_row = |row| first_numbers(&columns).map(|column| mark(row, column)).collect();
        let marks = first_numbers(&rows).map(of_row).collect();
        Self { rows, columns, marks, quadrant: None }
    }

    /// The same board as a quadrant: its first row and column are next to the centre.
    pub(super) fn around_centre(mut self, quadrant: Quadrant) -> Self {
        let (right, up) = quadrant.signs();
        // Rows are drawn from above, so in an upper quadrant the row next to the centre is the last, and in a left
        // quadrant so is the column.
        if up > 0 {
            self.rows.reverse();
            self.marks.reverse();
        }
        if right < 0 {
            self.columns.reverse();
            self.marks.iter_mut().for_each(|row| row.reverse());
        }
        self.quadrant = Some(quadrant);
        self
    }

    /// Width and height.
    pub(super) fn size(&self) -> (f64, f64) {
        (SQUARE * float(self.columns.len()), SQUARE * float(self.rows.len()))
    }

    /// The numbers of the columns, and each row with its number.
    pub(super) fn lines(&self) -> Vec<String> {
        let [rows, columns] = self.labels();
        let longest = |labels: &[String]| labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
        let (high, wide) = (longest(&rows), longest(&columns));
        let line = |label: &str, squares: Vec<&str>| {
            let squares: Vec<String> = squares.into_iter().map(|square| format!("{square:>wide$}")).collect();
            format!(" {label:>high$}  {}", squares.join(" ")).trim_end().to_owned()
        };
        let of_row = |(row, label): (usize, &String)| {
            let signs = self.marks[row].iter().zip(&self.columns).map(|(mark, column)| match mark {
                Mark::Gone => "",
                _ if self.rows[row].is_none() || column.is_none() => GAP,
                _ => mark.sign(),
            });
            line(label, signs.collect())
        };
        let head = line("", columns.iter().map(String::as_str).collect());
        std::iter::once(head).chain(rows.iter().enumerate().map(of_row)).collect()
    }

    /// Writes the board with the upper left corner of its first square at this point, and the numbers in the room before it.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, left: f64, top: f64) -> fmt::Result {
        let [rows, columns] = self.labels();
        let middle = |start: f64, place: usize| start + SQUARE * (float(place) + 0.5);
        for (column, label) in columns.iter().enumerate() {
            write_number(f, label, SQUARE, (middle(left, column), top - 8.0))?;
        }
        for (row, label) in rows.iter().enumerate() {
            let y = middle(top, row);
            write_number(f, label, ROW_NUMBER, (left - 12.0, y + 4.0))?;
            for (column, mark) in self.marks[row].iter().enumerate().filter(|(_, mark)| **mark != Mark::Gone) {
                let x = middle(left, column);
                if self.rows[row].is_none() || self.columns[column].is_none() {
                    write_number(f, GAP, SQUARE, (x, y + 4.0))?;
                    continue;
                }
                let across = &columns[column];
                let end = match self.quadrant {
                    None => format!("{label},{across}"),
                    Some(_) => format!("({across},{label})"),
                };
                write_square(f, end, *mark, (x, y))?;
            }
        }
        Ok(())
    }

    /// The numbers of the rows and of the columns, with signs around a centre.
    fn labels(&self) -> [Vec<String>; 2] {
        let (right, up) = self.quadrant.map_or(("", ""), |quadrant| {
            let (right, up) = quadrant.signs();
            let sign = |direction: i32| if direction < 0 { "-" } else { "+" };
            (sign(right), sign(up))
        });
        let labels = |numbers: &[Option<u128>], sign| {
            let label =
                |number: &Option<u128>| number.map_or_else(|| GAP.to_owned(), |number| format!("{sign}{number}"));
            numbers.iter().map(label).collect()
        };
        [labels(&self.rows, up), labels(&self.columns, right)]
    }
}

/// The numbers of rows or columns; of a gap the first number that is left out.
fn first_numbers(numbers: &[Option<u128>]) -> impl Iterator<Item = u128> {
    numbers.iter().scan(0, |last, number| {
        *last = number.unwrap_or(*last + 1);
        Some(*last)
    })
}
