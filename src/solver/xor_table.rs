//! The table of a nim-sum: values in binary, one below the other.

use std::fmt;

use crate::nimber::Nimber;
use crate::notation::MOST_ALIGNED;

/// A nim-sum as a table: each value in decimal and binary, their sum, and for each column whether the number of ones in it is odd.
/// [`Display`](fmt::Display) prints it, without a line end.
///
/// It is collected from pairs of a name and a value. An [`Explanation`](crate::Explanation) begins with this table. The column of names is as
/// wide as the longest name, up to 256 characters.
///
/// ```
/// use grundy::Nimber;
/// use grundy::solver::XorTable;
///
/// let values = [("first", 27), ("second", 13), ("third", 20), ("fourth", 4)];
/// let table: XorTable = values.into_iter().map(|(name, value)| (name, Nimber::new(value))).collect();
/// assert_eq!(table.nim_sum(), Nimber::new(6));
/// assert_eq!(table.to_string(), "\
/// component  value  binary
/// first         27   11011
/// second        13   01101
/// third         20   10100
/// fourth         4   00100
/// nim-sum        6   00110
/// ones               eeooe  (o: an odd number of ones in the column, e: an even number)");
/// ```
///
/// Reference: Bouton 1901; Winning Ways, ch. 2.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct XorTable {
    rows: Vec<(String, Nimber)>,
}

impl XorTable {
    /// The nim-sum of all values; `*0` if there are none.
    #[must_use]
    pub fn nim_sum(&self) -> Nimber {
        self.rows.iter().map(|(_, value)| *value).sum()
    }
}

impl<N: Into<String>> FromIterator<(N, Nimber)> for XorTable {
    fn from_iter<I: IntoIterator<Item = (N, Nimber)>>(rows: I) -> Self {
        Self { rows: rows.into_iter().map(|(name, value)| (name.into(), value)).collect() }
    }
}

impl fmt::Display for XorTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nim_sum = self.nim_sum();
        // In binary the nim-sum is no wider than the widest value, but it may have more decimal digits: 8 xor 4 is 12.
        let values = || self.rows.iter().map(|(_, value)| *value).chain([nim_sum]);
        let bits = values().filter_map(Nimber::leftmost_bit).max().map_or(1, |bit| bit as usize + 1);
        let digits = values().map(|value| value.get().to_string().len()).max().unwrap_or(1).max("value".len());
        let names = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let names = names.clamp("component".len(), MOST_ALIGNED);
        let binary = bits.max("binary".len());
        let line = |f: &mut fmt::Formatter<'_>, name: &str, value: Nimber| {
            let written = format!("{value:0bits$b}");
            writeln!(f, "{name:<names$}  {:>digits$}  {written:>binary$}", value.get())
        };
        writeln!(f, "{:<names$}  {:>digits$}  {:>binary$}", "component", "value", "binary")?;
        for (name, value) in &self.rows {
            line(f, name, *value)?;
        }
        line(f, "nim-sum", nim_sum)?;
        let parities: String =
            (0..bits).rev().map(|column| if nim_sum.get() >> column & 1 == 1 { 'o' } else { 'e' }).collect();
        let note = "(o: an odd number of ones in the column, e: an even number)";
        write!(f, "{:<names$}  {:>digits$}  {parities:>binary$}  {note}", "ones", "")
    }
}
