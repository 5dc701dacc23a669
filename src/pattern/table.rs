//! Rules in two dimensions.

use std::fmt;

use crate::pattern::bits::listed_bits;
use crate::pattern::guess::{Conjecture, guess, guess_below};
use crate::pattern::rule::Rule;

/// A rule for the values of pairs (*m*, *n*), *m* the row and *n* the column.
///
/// `Display` states it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableRule {
    /// The nim-sum of two lists, one for the rows and one for the columns: a sum of two games.
    NimSum {
        /// What is known of the first column.
        rows: Vec<Conjecture>,
        /// What is known of the first row.
        columns: Vec<Conjecture>,
    },
    /// The value depends on *m* + *n*.
    OfSum(Vec<Conjecture>),
    /// The value depends on the distance of *m* and *n*.
    OfDistance(Vec<Conjecture>),
    /// The value of (*m*, *n*) is that of (*n*, *m*).
    Symmetric,
    /// The value is 0 exactly for the pairs (*a*, *b*) and (*b*, *a*), where the pair number *k* = 0, 1, 2, .. has as *a* the least number that no
    /// earlier pair has, and *b* = *a* + *sk*. For *s* = 1 these are the lost pairs of Wythoff's game. They are complementary Beatty
    /// sequences: *a* is the integer part of *k*(2 − *s* + √(*s*² + 4)) / 2 (Holladay, *Some generalizations of Wythoff's game and other related games*,
    /// 1968).
    BeattyPairs {
        /// The step *s*, at least 1.
        step: usize,
    },
    /// Every row has a rule of its own: the best of each, by row.
    Rows(Vec<Conjecture>),
}

/// A rule that fits every value of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableConjecture {
    rule: TableRule,
    rows: usize,
    columns: usize,
}

impl TableConjecture {
    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &TableRule {
        &self.rule
    }

    /// The numbers of rows and of columns that it fits: the first pairs that could refute it are just outside.
    #[must_use]
    pub const fn seen(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }
}

impl fmt::Display for TableConjecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fits rows 0 to {} and columns 0 to {}: ", self.rows - 1, self.columns - 1)?;
        let best =
            |found: &[Conjecture]| found.first().map_or("no short rule".to_owned(), |one| one.rule().to_string());
        match &self.rule {
            TableRule::NimSum { rows, columns } => {
                write!(f, "f(m) xor g(n) with f(n) = {}, g(n) = {}", best(rows), best(columns))
            }
            TableRule::OfSum(rule) => write!(f, "f(m + n) with f(n) = {}", best(rule)),
            TableRule::OfDistance(rule) => write!(f, "f(|m - n|) with f(n) = {}", best(rule)),
            TableRule::Symmetric => write!(f, "the value of (m, n) is that of (n, m)"),
            TableRule::BeattyPairs { step } => {
                let pairs: Vec<String> = beatty_pairs(*step).skip(1).take(3).map(|pair| format!("{pair:?}")).collect();
                let by = if *step == 1 { String::new() } else { step.to_string() };
                write!(
                    f,
                    "value 0 exactly for (0, 0), {}, .. either way round: the k-th pair has the least number that no earlier one has, and that plus {by}k",
                    pairs.join(", ")
                )
            }
            TableRule::Rows(rows) => {
                write!(f, "a rule for each row")?;
                rows.iter().enumerate().try_for_each(|(m, row)| write!(f, "; row {m}: {}", row.rule()))
            }
        }
    }
}

/// Rules that fit a table of values of pairs (*m*, *n*), simplest first. Every row must be as long as the first; otherwise, and for a table
/// with less than two rows or columns, there are none.
///
/// ```
/// use grundy::pattern::guess_table;
///
/// let nim: Vec<Vec<u64>> = (0..8).map(|m| (0..8).map(|n| m ^ n).collect()).collect();
/// let text = guess_table(&nim)[0].to_string();
/// assert_eq!(text, "fits rows 0 to 7 and columns 0 to 7: f(m) xor g(n) with f(n) = n, g(n) = n");
/// ```
#[must_use]
pub fn guess_table(values: &[Vec<u64>]) -> Vec<TableConjecture> {
    let (rows, columns) = (values.len(), values.first().map_or(0, Vec::len));
    if rows < 2 || columns < 2 || values.iter().any(|row| row.len() != columns) {
        return Vec::new();
    }
    let pairs = || (0..rows).flat_map(|m| (0..columns).map(move |n| (m, n)));
    let all = |holds: &dyn Fn(usize, usize) -> bool| pairs().all(|(m, n)| holds(m, n));
    let corner = values[0][0];
    // A rule for a row explains the whole table, if the table follows from that row.
    let limit = values.iter().map(|row| listed_bits(row)).sum();
    // Rules that tell zeros only are left out, since a formula needs every value.
    let guess_one = |list: &[u64]| {
        let mut found = guess_below(list, limit);
        found.retain(|one| !matches!(one.rule(), Rule::Zeros(_)));
        found
    };
    let mut rules = Vec::new();
    let column: Vec<u64> = values.iter().map(|row| row[0]).collect();
    // The corner is in the first column and in the first row. A nim-sum with it takes it out of the row, so g(0) is
    // 0.
    if all(&|m, n| values[m][n] == column[m] ^ corner ^ values[0][n]) {
        let row = values[0].iter().map(|value| value ^ corner).collect::<Vec<_>>();
        rules.push(TableRule::NimSum { rows: guess_one(&column), columns: guess_one(&row) });
    }
    // The first row, then the last column: the values by m + n.
    let by_sum: Vec<u64> = values[0].iter().copied().chain(values.iter().skip(1).map(|row| row[columns - 1])).collect();
    if all(&|m, n| values[m][n] == by_sum[m + n]) {
        rules.push(TableRule::OfSum(guess_one(&by_sum)));
    }
    // The longer side of the table has every distance.
    let by_distance: Vec<u64> = if rows > columns { column } else { values[0].clone() };
    if all(&|m, n| values[m][n] == by_distance[m.abs_diff(n)]) {
        rules.push(TableRule::OfDistance(guess_one(&by_distance)));
    } else if rows == columns && all(&|m, n| values[m][n] == values[n][m]) {
        rules.push(TableRule::Symmetric);
    }
    // The pair after (0, 0) is (1, 1 + s), so the first 0 in row 1 tells the step.
    let step = (2..columns).find(|n| values[1][*n] == 0).map(|n| n - 1);
    if let Some(step) = step.filter(|step| beatty_pairs(*step).take(PAIRS).all(|(a, b)| a < rows && b < columns)) {
        // Each pair is marked both ways round, so the least number of a pair may be a row or a column.
        let within = beatty_pairs(step).take_while(|(a, _)| *a < rows.max(columns));
        let mut lost = vec![vec![false; columns]; rows];
        for (row, column) in within.flat_map(|(a, b)| [(a, b), (b, a)]) {
            if row < rows && column < columns {
                lost[row][column] = true;
            }
        }
        if all(&|m, n| (values[m][n] == 0) == lost[m][n]) {
            rules.push(TableRule::BeattyPairs { step });
        }
    }
    if rules.is_empty() {
        let each: Option<Vec<Conjecture>> = values.iter().map(|row| guess(row).into_iter().next()).collect();
        rules.extend(each.map(TableRule::Rows));
    }
    rules.into_iter().map(|rule| TableConjecture { rule, rows, columns }).collect()
}

/// Pairs that must be in a table to support the rule about lost pairs, with (0, 0).
const PAIRS: usize = 4;

/// The pairs of [`TableRule::BeattyPairs`], without end.
fn beatty_pairs(step: usize) -> impl Iterator<Item = (usize, usize)> {
    // The greater numbers of the pairs, which ascend, and how many of them are less than `least`.
    let (mut greater, mut passed) = (Vec::new(), 0);
    let mut least = 0;
    (0..).map(move |number| {
        while greater.get(passed) == Some(&least) {
            passed += 1;
            least += 1;
        }
        let pair = (least, least + step * number);
        // The first pair is (0, 0).
        if pair.0 < pair.1 {
            greater.push(pair.1);
        }
        least += 1;
        pair
    })
}
