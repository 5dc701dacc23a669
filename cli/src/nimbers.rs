//! `--nimbers FILE`: values in a text file of lines `POSITION NIMBER`, as the programs GLOP and SPOTS keep them for Sprouts.
//!
//! A file that is there is read before the search. Its lines stay as they are, and lines with the values that are new are added when the search
//! ends: first to a copy, which then takes the place of the file. From the read to that moment, the process has a lock, so that the lines of
//! programs that end at the same time are all there. A line of another program that is wrong or contradicts a new value stays too: it is told, and
//! only that value is left out. Values are believed: a wrong one makes answers wrong, or the search long. A
//! certificate that is made with them is checked by the rules alone.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy::any::AnyPosition;
use grundy::games::{Land, Sprouts};
use grundy::{AnyGame, Components, ImpartialGame, Nimber, Notation, NotationError, Store};

use crate::failure::Failure;
use crate::file::Target;

/// The first line of such a file.
const HEAD: &str = "[Positions+Nimber]";

/// A file of values in use.
pub(crate) struct Nimbers {
    game: AnyGame,
    target: Target,
    known: Mutex<Known>,
}

/// Values by the text of the position.
#[derive(Default)]
struct Known {
    values: HashMap<String, Nimber>,
    /// The texts that are not in the file.
    new: Vec<String>,
}

impl Nimbers {
    /// Reads the file, if it is there.
    pub(crate) fn open(path: &Path, game: &AnyGame) -> Result<Self, Failure> {
        // First, since to read a pipe may take for ever.
        let target = Target::to_be_read(path)?;
        let file = path.to_string_lossy();
        let lines = {
            // Not for the read: a search whose values cannot be written is not begun.
            let _lock = target.lock().map_err(Failure::input)?;
            read(path).map_err(|error| Failure::input(unreadable(&file, &error)))?
        };
        let lines = String::from_utf8(lines).map_err(|error| Failure::input(unreadable(&file, &error)))?;
        let values = values(game, &file, &lines, |wrong| Err(Failure::input(wrong)))?;
        let known = Mutex::new(Known { values, new: Vec::new() });
        Ok(Self { game: game.clone(), target, known })
    }

    /// Adds what is new to the file. A wrong line in it is the outer error, a file that cannot be written the inner one.
    pub(crate) fn close(&self) -> Result<Result<(), Failure>, Failure> {
        let mut known = self.lock();
        let new = std::mem::take(&mut known.new);
        if new.is_empty() {
            if !self.target.name().exists() {
                let name = self.target.name().to_string_lossy();
                report!(
                    "note: the file {name:?} is not made: no value was found by a search, as where a theorem tells the values"
                );
            }
            return Ok(Ok(()));
        }
        // Another program may have added lines since the file was read, and adds none before this one has. A wrong one is told, and stays as it is: it
        // must not cost what was found by a long search.
        let _lock = match self.target.lock() {
            Ok(lock) => lock,
            Err(error) => return Ok(Err(Failure::file(error))),
        };
        let file = self.target.name().to_string_lossy();
        let read = read(self.target.name()).map_err(|error| Failure::file(unreadable(&file, &error)))?;
        let mut first_wrong = None;
        let mut told = |wrong: String| {
            first_wrong.get_or_insert(wrong);
        };
        let there = values(&self.game, &file, &String::from_utf8_lossy(&read), |wrong| {
            told(wrong);
            Ok(())
        })?;
        let mut lines: Vec<String> = Vec::with_capacity(new.len());
        for text in new {
            let (name, value) = (name(&self.game, &text).map_err(Failure::file)?, known.values[&text]);
            match there.get(&text) {
                None => lines.push(format!("{name} {}\n", value.get())),
                Some(other) if *other == value => {}
                // One of the two is wrong, and nothing says which: the line that is there stays.
                Some(other) => {
                    told(format!("the nimber of {name} is {}, and the file {file:?} has {}", value.get(), other.get()));
                }
            }
        }
        // The order of the lines must not depend on the order of the search.
        lines.sort_unstable();
        let written = self.target.write(|out| {
            if read.is_empty() {
                writeln!(out, "{HEAD}")?;
            }
            // The lines that are there stay as they are, and new ones follow.
            out.write_all(&read)?;
            // The last line may lack its line break.
            if !read.is_empty() && !read.ends_with(b"\n") {
                writeln!(out)?;
            }
            lines.iter().try_for_each(|line| out.write_all(line.as_bytes()))
        });
        match (written, first_wrong) {
            (Ok(()), Some(wrong)) => Err(Failure::file(format!(
                "{wrong}; the lines of the file stay, and the {} values that contradict none are added",
                lines.len()
            ))),
            (Err(failure), Some(wrong)) => Err(Failure::file(format!("{wrong}; {failure}"))),
            (written, None) => Ok(written),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // A value is inserted as a whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Nimbers {
    fn get(&self, text: &str) -> Option<Nimber> {
        self.lock().values.get(text).copied()
    }

    fn insert(&self, text: String, value: Nimber) {
        let mut known = self.lock();
        if known.values.insert(text.clone(), value).is_none() {
            known.new.push(text);
        }
    }

    fn count(&self) -> Option<u64> {
        Some(self.lock().values.len() as u64)
    }
}

/// The lines of the file; none if it is not there.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

fn unreadable(file: &str, reason: &dyn Display) -> String {
    format!("the file {file:?} cannot be read: {reason}")
}

/// The values of the lines, by the texts of positions. What is wrong with a line, told with its number and the place, goes to `wrong`, which
/// passes over the line or refuses the file.
fn values(
    game: &AnyGame,
    file: &str,
    lines: &str,
    mut wrong: impl FnMut(String) -> Result<(), Failure>,
) -> Result<HashMap<String, Nimber>, Failure> {
    let mut values = HashMap::new();
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line == HEAD {
            continue;
        }
        if let Err(error) = read_line(game, line, &mut values) {
            wrong(format!("the file {file:?}, line {number}: {error}"))?;
        }
    }
    Ok(values)
}

/// Reads the position and the value of a line.
fn read_line(game: &AnyGame, line: &str, values: &mut HashMap<String, Nimber>) -> Result<(), NotationError> {
    // The value is the last word, since a position may have spaces in it. Without a space the value is empty, and
    // refused.
    let at = line.rfind(char::is_whitespace).map_or(line.len(), |space| space + 1);
    let value = line[at..]
        .parse()
        .map_err(|_| NotationError::new(line, at, "a line is a position, a space, and its nimber, a whole number"))?;
    let position = parse(game, line[..at].trim_end()).map_err(|error| error.within(line, 0))?;
    let value = Nimber::new(value);
    if position.is_empty() && !value.is_zero() {
        return Err(NotationError::new(line, at, "a position without moves has the nimber 0"));
    }
    // The search asks for keys.
    let keys: Vec<AnyPosition> = position.into_iter().map(|component| game.memo_key(component)).collect();
    let other = *values.entry(game.text(&keys)).or_insert(value);
    if other != value {
        let reason = format!("an earlier line has the nimber {} for this position", other.get());
        return Err(NotationError::new(line, at, reason));
    }
    Ok(())
}

/// Reads the name of a position.
fn parse(game: &AnyGame, name: &str) -> Result<Components<AnyPosition>, NotationError> {
    // As a position of Sprouts, `12` alone is a number of free spots. Here it is a boundary.
    let is_boundary = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    if is_boundary && game.downcast_ref::<Sprouts>().is_some() {
        return game.parse(&format!("{name}."));
    }
    game.parse(name)
}

/// The name of a position, by its text.
fn name(game: &AnyGame, text: &str) -> Result<String, NotationError> {
    let Some(sprouts) = game.downcast_ref::<Sprouts>() else { return Ok(text.to_owned()) };
    let lands = sprouts.parse(text)?;
    if lands.is_empty() {
        return Ok(text.to_owned());
    }
    Ok(lands.iter().map(Land::pseudo_canonical).collect::<Vec<_>>().join("+"))
}
