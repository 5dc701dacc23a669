//! `--nimbers FILE`: values in a text file of lines `POSITION NIMBER`, as the programs GLOP and SPOTS keep them for Sprouts.
//!
//! A file that is there is read before the search. Its lines stay as they are, and lines with the values that are new are added when the search
//! ends: first to a copy, which then takes the place of the file. Values are believed: a wrong one makes answers wrong, or the search long. A
//! certificate that is made with them is checked by the rules alone.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
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
        let values = values(game, &path.to_string_lossy(), &read(path)?)?;
        let known = Mutex::new(Known { values, new: Vec::new() });
        Ok(Self { game: game.clone(), target, known })
    }

    /// Adds what is new to the file.
    pub(crate) fn close(&self) -> Result<(), Failure> {
        let mut known = self.lock();
        let new = std::mem::take(&mut known.new);
        if new.is_empty() {
            if !self.target.name().exists() {
                let name = self.target.name().to_string_lossy();
                report!(
                    "note: the file {name:?} is not made: no value was found by a search, as where a theorem tells the values"
                );
            }
            return Ok(());
        }
        // Another program may have added lines since the file was read.
        let (file, read) = (self.target.name().to_string_lossy(), read(self.target.name())?);
        let there = values(&self.game, &file, &read)?;
        let mut lines: Vec<String> = Vec::with_capacity(new.len());
        for text in new {
            let (name, value) = (name(&self.game, &text).map_err(Failure::file)?, known.values[&text]);
            match there.get(&text) {
                None => lines.push(format!("{name} {}\n", value.get())),
                Some(other) if *other == value => {}
                Some(other) => {
                    let reason =
                        format!("the nimber of {name} is {}, and the file {file:?} has {}", value.get(), other.get());
                    return Err(Failure::file(reason));
                }
            }
        }
        // The order of the lines must not depend on the order of the search.
        lines.sort_unstable();
        self.target.write(|out| {
            if read.is_empty() {
                writeln!(out, "{HEAD}")?;
            }
            // The lines that are there stay as they are, and new ones follow.
            out.write_all(read.as_bytes())?;
            // The last line may lack its line break.
            if !read.is_empty() && !read.ends_with('\n') {
                writeln!(out)?;
            }
            lines.iter().try_for_each(|line| out.write_all(line.as_bytes()))
        })
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

    fn is_empty(&self) -> bool {
        self.lock().values.is_empty()
    }
}

/// The lines of the file; none if it is not there.
fn read(path: &Path) -> Result<String, Failure> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read
            .map_err(|error| Failure::input(format!("the file {:?} cannot be read: {error}", path.to_string_lossy()))),
    }
}

/// The values of the lines, by the texts of positions. An error names the line and the place.
fn values(game: &AnyGame, file: &str, lines: &str) -> Result<HashMap<String, Nimber>, Failure> {
    let mut values = HashMap::new();
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line == HEAD {
            continue;
        }
        let wrong = |error: NotationError| Failure::input(format!("the file {file:?}, line {number}: {error}"));
        // The value is the last word, since a position may have spaces in it. Without a space the value is empty, and
        // refused.
        let at = line.rfind(char::is_whitespace).map_or(line.len(), |space| space + 1);
        let value = line[at..].parse().map_err(|_| {
            wrong(NotationError::new(line, at, "a line is a position, a space, and its nimber, a whole number"))
        })?;
        let position = parse(game, line[..at].trim_end()).map_err(|error| wrong(error.within(line, 0)))?;
        let value = Nimber::new(value);
        if position.is_empty() && !value.is_zero() {
            return Err(wrong(NotationError::new(line, at, "a position without moves has the nimber 0")));
        }
        // The search asks for keys.
        let keys: Vec<AnyPosition> = position.into_iter().map(|component| game.memo_key(component)).collect();
        let other = *values.entry(game.text(&keys)).or_insert(value);
        if other != value {
            let reason = format!("an earlier line has the nimber {} for this position", other.get());
            return Err(wrong(NotationError::new(line, at, reason)));
        }
    }
    Ok(values)
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
