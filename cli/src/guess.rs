//! `grundy guess`: rules that fit a list or a table of values.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write};

use clap::{Args, ValueEnum};
use grundy::pattern::{self, Conjecture, Language};
use serde::Serialize;

use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// Finds rules that fit a list of values of heaps 0, 1, 2, .., or a table of values of pairs.
///
/// Prints each rule with the range that it fits, the shortest first, and the next values by it. A rule that fits is a conjecture: the next
/// heap may refute it.
#[derive(Args)]
#[command(after_help = "Example: grundy guess 0,1,2,3,1,4,3,2,1,4,2,6")]
pub(crate) struct Guess {
    /// The values, with commas or spaces between them; rows of a table with semicolons or line breaks; - for standard input.
    #[arg(allow_hyphen_values = true)]
    values: String,

    /// Print the first rule as a function in a programming language.
    #[arg(long, value_name = "LANGUAGE", conflicts_with = "json")]
    code: Option<Code>,

    /// Print the list as an OEIS b-file, and nothing else.
    #[arg(long, conflicts_with_all = ["json", "code"])]
    b_file: bool,

    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, ValueEnum)]
enum Code {
    Rust,
    Cpp,
    Python,
}

/// Heaps after the list whose values are told.
const NEXT: u64 = 5;

/// The answer that is printed.
#[derive(Serialize)]
struct Answer {
    /// The number of values in the list, or of rows.
    seen: usize,
    rules: Vec<Rule>,
}

/// A rule that fits.
#[derive(Serialize)]
struct Rule {
    fits: String,
    /// The number of bits that it takes to write it down; `None` for a rule of a table.
    bits: Option<u64>,
    /// The first heap that could refute it, and the values that it predicts from there on. For a rule about lost heaps, `None` if not 0.
    untested: Option<u64>,
    next: Vec<Option<u64>>,
}

impl Rule {
    fn of(one: &Conjecture) -> Self {
        let next = (one.untested()..).take_while(|heap| *heap < one.untested() + NEXT).map(|heap| one.predict(heap));
        Self { fits: one.to_string(), bits: Some(one.bits()), untested: Some(one.untested()), next: next.collect() }
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, rule) in self.rules.iter().enumerate() {
            writeln!(f, "{}. {}", place + 1, rule.fits)?;
            let next: Vec<String> =
                rule.next.iter().map(|value| value.map_or("?".to_owned(), |v| v.to_string())).collect();
            if let (Some(heap), true) = (rule.untested, rule.next.iter().any(Option::is_some)) {
                writeln!(f, "   next, from heap {heap} on: {}", next.join(" "))?;
            }
        }
        if self.rules.is_empty() {
            writeln!(f, "no rule was found that is shorter than the list itself")?;
        }
        writeln!(f, "rules: {}", self.rules.len())
    }
}

impl Guess {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut rows = rows(&input::text(&self.values, None)?)?;
        // A list may stand in a column.
        if rows.iter().all(|row| row.len() == 1) {
            rows = vec![rows.concat()];
        }
        let [list] = &rows[..] else { return self.of_table(&rows) };
        if self.b_file {
            let mut out = BufWriter::new(io::stdout().lock());
            for (heap, value) in list.iter().enumerate() {
                writeln!(out, "{heap} {value}")?;
            }
            return Ok(out.flush()?);
        }
        let found = pattern::guess(list);
        if let Some(code) = self.code {
            let Some(first) = found.first() else { return Err(Failure::input("no rule was found")) };
            let language = match code {
                Code::Rust => Language::Rust,
                Code::Cpp => Language::Cpp,
                Code::Python => Language::Python,
            };
            return Ok(write!(io::stdout().lock(), "{}", first.snippet(language))?);
        }
        self.output.print(&Answer { seen: list.len(), rules: found.iter().map(Rule::of).collect() })
    }

    fn of_table(&self, rows: &[Vec<u64>]) -> Result<(), Failure> {
        if self.b_file || self.code.is_some() {
            return Err(Failure::input("--b-file and --code are of a list, not of a table"));
        }
        if let Some(row) = rows.iter().position(|row| row.len() != rows[0].len()) {
            let (own, first) = (rows[row].len(), rows[0].len());
            return Err(Failure::input(format!("row {row} has {own} values, and row 0 has {first}")));
        }
        let rules = pattern::guess_table(rows).into_iter().map(|one| Rule {
            fits: one.to_string(),
            bits: None,
            untested: None,
            next: Vec::new(),
        });
        self.output.print(&Answer { seen: rows.len(), rules: rules.collect() })
    }
}

/// The rows of a table, one for a list.
fn rows(text: &str) -> Result<Vec<Vec<u64>>, Failure> {
    let mut rows = Vec::new();
    if text.chars().all(|part| matches!(part, ',' | ';') || part.is_whitespace()) {
        return Err(Failure::input("there are no values"));
    }
    // Blank lines are no rows.
    for row in text.lines().filter(|line| !line.trim().is_empty()).flat_map(|line| line.split(';')) {
        let no =
            |word| Failure::input(format!("{word:?} is no value: values are whole numbers from 0 to {}", u64::MAX));
        let mut values = Vec::new();
        for part in row.split(',') {
            // Left out, it would give all values after it another place.
            if part.trim().is_empty() {
                let after = values.last().map_or_else(|| "at the beginning".to_owned(), |last| format!("after {last}"));
                return Err(Failure::input(format!("a value is missing in row {} {after}", rows.len())));
            }
            for word in part.split_whitespace() {
                values.push(word.parse::<u64>().map_err(|_| no(word))?);
            }
        }
        rows.push(values);
    }
    Ok(rows)
}
