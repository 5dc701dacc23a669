//! The atlas: a row for each code in a file, and a page that shows them. What was computed is kept when the program is stopped.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use grundy::Control;
use grundy::heap::{Digit, Parts, TakeAndBreak};
use serde::Serialize;
use serde_json::{Map, Value};

use super::codes::{codes, limits, sample};
use super::page;
use super::row::{COLUMNS, MASK, line, row};
use crate::bounds::Bounds;
use crate::failure::{Failure, all_done};
use crate::file::{Target, make_folder};
use crate::output::Output;
use crate::progress::Bar;
use crate::sequence::find::Limits;

/// What is computed.
pub(super) struct Atlas<'a> {
    pub(super) digits: u32,
    pub(super) sample: Option<NonZeroUsize>,
    pub(super) heaps: Option<usize>,
    pub(super) misere: bool,
    pub(super) bounds: &'a Bounds,
}

/// What is in the folder in the end.
#[derive(Serialize)]
struct Written {
    rows: usize,
    codes: usize,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rows: {} of {}", self.rows, self.codes)
    }
}

impl Atlas<'_> {
    /// The command that makes the row of a code, without the code.
    fn command_of_row(&self) -> String {
        let heaps = self.heaps.map(|heaps| format!(" --heaps {heaps}")).unwrap_or_default();
        let misere = if self.misere { " --misere" } else { "" };
        format!("grundy table --digits {}{heaps}{misere}", self.digits)
    }

    /// The command that makes these rows.
    fn command(&self) -> String {
        let sample = self.sample.map(|number| format!(" --sample {number}")).unwrap_or_default();
        self.command_of_row() + &sample
    }

    fn limits(&self) -> Limits {
        let Limits { fast, pairs, sets } = limits(self.digits);
        let most = self.heaps.unwrap_or(fast);
        Limits { fast: most, pairs: pairs.min(most), sets: sets.min(most) }
    }

    /// The octal codes of the table, and the hexadecimal ones of up to two digits that are not octal.
    fn codes(&self) -> Result<Vec<TakeAndBreak>, Failure> {
        let mut all = codes(self.digits)?;
        let digits = self.digits.min(2);
        for number in 0..1_u32 << (4 * digits) {
            let places: Vec<u32> = (0..digits).rev().map(|place| number >> (4 * place) & 15).collect();
            // Codes without a digit above 7 are octal, and in the list already.
            if places.iter().any(|digit| *digit > 7) {
                // The digit before the point is 0.
                let digits = [0].iter().chain(&places).map(|digit| Digit::new((*digit).into(), Parts::Any));
                let code = TakeAndBreak::from_digits(digits.collect::<Vec<_>>(), []);
                all.push(code.map_err(|error| Failure::Bound(error.to_string()))?);
            }
        }
        Ok(sample(all.into_iter().filter(TakeAndBreak::is_standard_form).collect(), self.sample))
    }

    /// Prints the header and the row of one code, or an object whose fields are the columns.
    pub(super) fn print_one(&self, code: &TakeAndBreak, output: Output) -> Result<(), Failure> {
        let bar = Bar::new();
        let control = self.bounds.control(Control::unlimited(), &bar);
        let row = row(code, self.limits(), self.misere, &control)?;
        bar.clear();
        if output.json {
            let field = |name: &str, text: &str| match u64::from_str_radix(text, if name == MASK { 16 } else { 10 }) {
                _ if text.is_empty() => Value::Null,
                Ok(number) => number.into(),
                Err(_) => text.into(),
            };
            let fields = COLUMNS.into_iter().zip(&row);
            let fields = fields.map(|(name, text)| (name.to_owned(), field(name, text)));
            return Ok(Output::print_json(&fields.collect::<Map<_, _>>())?);
        }
        Ok(output.print_early(&format_args!("{}\n{}\n", COLUMNS.join(","), line(&row)))?)
    }

    /// Computes the rows that are missing in the folder, and writes the file and the page. Prints how many rows there are, also if some are
    /// missing.
    pub(super) fn write(&self, folder: &Path, output: Output) -> Result<(), Failure> {
        let no = |error: &dyn std::fmt::Display| {
            Failure::input(format!("the folder {:?} cannot be used: {error}", folder.to_string_lossy()))
        };
        make_folder(folder)?;
        let path = folder.join("atlas.csv");
        let (file, page) = (Target::to_be_read(&path)?, Target::new(&folder.join("index.html"))?);
        // The command is the first line of the file: rows that another command made are not kept.
        let head = format!("# {}\n{}", self.command(), COLUMNS.join(","));
        let known = || -> Result<BTreeMap<String, String>, Failure> {
            let known = match fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
                Err(error) => return Err(no(&error)),
            };
            let rows = known.strip_prefix(&head).and_then(|rows| rows.strip_prefix('\n'));
            let rows = rows.ok_or_else(|| no(&"its atlas.csv was made by another command"))?;
            // The codes of the atlas have no commas.
            let code_of = |row: &str| row.split(',').next().unwrap_or_default().to_owned();
            Ok(rows.lines().map(|row| (code_of(row), row.to_owned())).collect())
        };
        let rows = Mutex::new(known()?);
        let codes = self.codes()?;
        // The page is drawn also if some rows are missing, and the failure is told at the end.
        let failure = self.compute(&codes, &rows, |rows| {
            // Another program may have added rows since the file was read.
            for (code, row) in known()? {
                rows.entry(code).or_insert(row);
            }
            file.write(|out| {
                writeln!(out, "{head}")?;
                let of_codes = codes.iter().filter_map(|code| rows.get(&code.to_string()));
                of_codes.into_iter().try_for_each(|row| writeln!(out, "{row}"))
            })
        });
        let rows = rows.into_inner().expect("no thread panicked");
        let html = page::html(
            &self.command(),
            &self.command_of_row(),
            codes.iter().filter_map(|code| rows.get(&code.to_string())),
        );
        let drawn = page.write(|out| out.write_all(html.as_bytes()));
        let made = codes.iter().filter(|code| rows.contains_key(&code.to_string())).count();
        all_done([output.print(&Written { rows: made, codes: codes.len() }), failure, drawn])
    }

    /// Computes the missing rows by several threads. The file is written after every 16 rows, and at the end.
    fn compute(
        &self,
        codes: &[TakeAndBreak],
        rows: &Mutex<BTreeMap<String, String>>,
        save: impl Fn(&mut BTreeMap<String, String>) -> Result<(), Failure> + Sync,
    ) -> Result<(), Failure> {
        let bar = Bar::new();
        let control = self.bounds.control(Control::unlimited(), &bar);
        // Threads share the codes, and each code is computed by one thread.
        let threads = control.thread_count().get();
        let alone = control.threads(NonZeroUsize::MIN);
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let work = || {
            while let Some(code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
                let name = code.to_string();
                if rows.lock().expect("no thread panicked").contains_key(&name) {
                    continue;
                }
                // Without the lock: this is the work.
                let made = row(code, self.limits(), self.misere, &alone);
                let mut rows = rows.lock().expect("no thread panicked");
                let saved = made.and_then(|row| {
                    rows.insert(name, line(&row));
                    bar.tell(format!("{} of {} codes ", rows.len(), codes.len()));
                    if rows.len().is_multiple_of(16) { save(&mut rows) } else { Ok(()) }
                });
                if let Err(failure) = saved {
                    // The other threads find no code, and end after the one that they have.
                    next.store(codes.len(), Ordering::Relaxed);
                    failed.lock().expect("no thread panicked").get_or_insert(failure);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        bar.clear();
        // Also after a failure: the rows that are complete are kept.
        save(&mut rows.lock().expect("no thread panicked"))?;
        failed.into_inner().expect("no thread panicked").map_or(Ok(()), Err)
    }
}
