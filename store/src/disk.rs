//! The file: values by the text of positions, written behind the search by a thread of its own.
//!
//! | where | what is there |
//! |---|---|
//! | `fresh` | values that came since the last batch was taken |
//! | `batch` | values that are being written |
//! | `file` | values of the last durable transaction |
//!
//! A look-up asks them in this order. The writing thread takes `fresh` as its batch when it is full or when [`PERIOD`] has passed, sorts
//! the batch, writes it as one durable transaction, and then opens the file anew for readers.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy::{Nimber, Store};
use redb::backends::FileBackend;
use redb::{Builder, Database, ReadableDatabase, TableDefinition};
use rustc_hash::FxBuildHasher;

use crate::error::DiskError;
use crate::overlay::Overlay;
use crate::runs::{self, FULL, LARGEST_BATCH, Runs, Written};

/// What the file is, in words: `game` and `version`.
const ABOUT: TableDefinition<'static, &str, &str> = TableDefinition::new("about");

/// The version of the rule books and of the format, which is in every file. A file of another version is refused: its values may follow from
/// other rules.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", format 1");

/// The time after which a value is durable, if the disk keeps up. It is what a crash costs.
const PERIOD: Duration = Duration::from_millis(500);
/// Number of values that are written before the period has passed. At twice this number, about 50 MB, the search waits for the disk. Each value of a
/// batch costs a page of its run, unless several fall on one, so that large batches are cheap.
const BATCH: usize = LARGEST_BATCH / 2;
/// How long a file in use is waited for: a process that was killed while it wrote holds its lock until the system has ended the write.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes of the file's pages that are kept in memory.
const CACHE: usize = 256 << 20;

type Entries = HashMap<String, u64, FxBuildHasher>;

/// A file of Grundy values of one game, by the text of positions. It is the [`Store`] of a [`DiskMemo`](crate::DiskMemo).
///
/// A value is durable about half a second after it was inserted, and after [`close`](Self::close). A process that is killed loses nothing else.
/// If the file cannot be written, nothing more is written, and [`close`](Self::close) says why.
#[derive(Debug)]
pub struct Disk {
    path: PathBuf,
    shared: Arc<Shared>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// Holds the lock on the file.
    _locked: File,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// The writer waits for values or for the end.
    wake: Condvar,
    /// The search waits for the writer.
    room: Condvar,
}

struct State {
    fresh: Entries,
    batch: Arc<Entries>,
    file: Arc<Runs>,
    error: Option<DiskError>,
    has_failed: bool,
    ends: bool,
}

impl Disk {
    /// Opens the file of a game, and makes it if there is none.
    ///
    /// The name tells games apart, so parameters belong to it: `subtract:1,3,4`. The whole file is read and checked first, which takes one
    /// or two seconds of processor time for each gigabyte.
    ///
    /// # Errors
    ///
    /// [`DiskError`] with the name of the file if it is of another game or version, altered, cut, in use, or cannot be read and written.
    /// Then the file is as it was.
    pub fn open(path: impl AsRef<Path>, game: &str) -> Result<Self, DiskError> {
        Self::open_in_runs(path.as_ref(), game, FULL)
    }

    /// The same with runs of another length.
    fn open_in_runs(path: &Path, game: &str, full: u64) -> Result<Self, DiskError> {
        let io = |error| DiskError::io(path, error);
        let begin = Instant::now();
        let locked = loop {
            let file = File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(50));
                    continue;
                }
                Err(TryLockError::WouldBlock) => return Err(DiskError::InUse { file: path.to_owned() }),
                Err(TryLockError::Error(error)) => return Err(io(error)),
            }
            // Another process may have put a new file in place of the empty one between the two lines above.
            if file.metadata().map_err(io)?.len() > 0 {
                break file;
            }
            if fs::metadata(path).map_err(io)?.len() == 0 {
                make(path, game)?;
            }
        };
        check(path, &locked, game)?;
        let database = |error| DiskError::database(path, error);
        let db = Builder::new().set_cache_size(CACHE).create_with_backend(backend(path, &locked)?);
        let db = db.map_err(|error| database(error.into()))?;
        let state = State {
            fresh: Entries::default(),
            batch: Arc::default(),
            file: Arc::new(Runs::open(&db, &[], full).map_err(database)?),
            error: None,
            has_failed: false,
            ends: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), wake: Condvar::new(), room: Condvar::new() });
        let writer = thread::Builder::new().name("memo".to_owned()).spawn({
            let (shared, path) = (Arc::clone(&shared), path.to_owned());
            move || {
                let written = catch_unwind(AssertUnwindSafe(|| shared.write_behind(&db, &path, full)));
                if written.is_err() {
                    // Else the search would wait for room for ever.
                    shared.state().fail(DiskError::damaged(&path, "the database stopped in the middle of writing"));
                    shared.room.notify_all();
                }
            }
        });
        let writer = Mutex::new(Some(writer.map_err(io)?));
        Ok(Self { path: path.to_owned(), shared, writer, _locked: locked })
    }

    /// The number of positions in the file, without those that are not durable yet.
    #[must_use]
    pub fn durable(&self) -> u64 {
        self.shared.state().file.len()
    }

    /// Whether the file could not be read or written. Nothing is written any more; [`close`](Self::close) says why.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.shared.state().has_failed
    }

    /// Makes all values durable, and closes the file. What is inserted later is dropped.
    ///
    /// # Errors
    ///
    /// The first [`DiskError`] since the file was opened; it is given once. What was durable before is kept.
    pub fn close(&self) -> Result<(), DiskError> {
        self.shared.state().ends = true;
        self.shared.wake.notify_all();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(_)) = writer.map(JoinHandle::join) {
            unreachable!("the writing thread catches panics");
        }
        self.shared.state().error.take().map_or(Ok(()), Err)
    }
}

/// Closes the file. An error is dropped, so that [`close`](Self::close) should be called first.
impl Drop for Disk {
    fn drop(&mut self) {
        drop(self.close());
    }
}

impl Store for Disk {
    fn get(&self, text: &str) -> Option<Nimber> {
        let state = self.shared.state();
        if let Some(value) = state.fresh.get(text).or_else(|| state.batch.get(text)) {
            return Some(Nimber::new(*value));
        }
        if !state.takes() {
            return None;
        }
        let file = Arc::clone(&state.file);
        drop(state);
        match file.get(text) {
            Ok(found) => found.map(Nimber::new),
            Err(error) => {
                self.shared.state().fail(DiskError::database(&self.path, error));
                None
            }
        }
    }

    fn insert(&self, text: String, value: Nimber) {
        let mut state = self.shared.state();
        while state.fresh.len() >= 2 * BATCH && state.takes() {
            state = self.shared.room.wait(state).expect("no thread panics with the lock");
        }
        if !state.takes() {
            return;
        }
        state.fresh.insert(text, value.get());
        if state.fresh.len() == BATCH {
            self.shared.wake.notify_all();
        }
    }

    fn is_empty(&self) -> bool {
        let state = self.shared.state();
        state.fresh.is_empty() && state.batch.is_empty() && state.file.len() == 0
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics with the lock")
    }

    /// Writes batches until the end.
    fn write_behind(&self, db: &Database, path: &Path, full: u64) {
        loop {
            let waits = |state: &mut State| state.fresh.len() < BATCH && !state.ends;
            let waited = self.wake.wait_timeout_while(self.state(), PERIOD, waits);
            let (mut state, _) = waited.expect("no thread panics with the lock");
            let (batch, ends) = (Arc::new(mem::take(&mut state.fresh)), state.ends);
            state.batch = Arc::clone(&batch);
            let file = Arc::clone(&state.file);
            drop(state);
            self.room.notify_all();
            if !batch.is_empty() {
                let mut sorted: Vec<(&str, u64)> = batch.iter().map(|(text, value)| (text.as_str(), *value)).collect();
                sorted.sort_unstable();
                let written = file.write(db, sorted, full);
                drop(file);
                let mut state = self.state();
                match written {
                    Ok(Written::Runs(file)) => {
                        state.file = Arc::new(file);
                        state.batch = Arc::default();
                    }
                    Ok(Written::Contradiction { position, stored, found }) => {
                        state.fail(DiskError::Contradiction { file: path.to_owned(), position, stored, found });
                    }
                    Err(error) => state.fail(DiskError::database(path, error)),
                }
            }
            let state = self.state();
            if ends || state.has_failed {
                break;
            }
        }
        self.room.notify_all();
    }
}

impl State {
    /// Whether values are taken.
    const fn takes(&self) -> bool {
        !self.has_failed && !self.ends
    }

    /// Keeps the first error.
    fn fail(&mut self, error: DiskError) {
        if !self.has_failed {
            self.error = Some(error);
        }
        self.has_failed = true;
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("fresh", &self.fresh.len()).field("error", &self.error).finish_non_exhaustive()
    }
}

fn backend(path: &Path, file: &File) -> Result<FileBackend, DiskError> {
    let file = file.try_clone().map_err(|error| DiskError::io(path, error))?;
    FileBackend::new(file).map_err(|error| DiskError::database(path, error))
}

/// Puts a file without values in place of an empty one. It is made beside it and renamed, so that a crash leaves no half of it. The empty file is
/// locked, so that no other process makes one, and what a crash has left is made anew.
fn make(path: &Path, game: &str) -> Result<(), DiskError> {
    let refused = |error| DiskError::io(path, error);
    // A link stays a link: the file that it points to is replaced.
    let path = &fs::canonicalize(path).map_err(refused)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".being-made");
    let temporary = path.with_file_name(name);
    match fs::remove_file(&temporary) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(refused(error)),
        _ => {}
    }
    let made = (|| -> Result<(), redb::Error> {
        let db = Database::create(&temporary)?;
        let transaction = db.begin_write()?;
        let mut about = transaction.open_table(ABOUT)?;
        about.insert("game", game)?;
        about.insert("version", VERSION)?;
        drop(about);
        runs::begin(&transaction)?;
        transaction.commit()?;
        drop(db);
        Ok(fs::rename(&temporary, path)?)
    })();
    made.map_err(|error| {
        // The first error is reported.
        let _ = fs::remove_file(&temporary);
        DiskError::database(path, error)
    })
}

/// Checks the whole file, and that it is of the game and of this version. Nothing is written to it.
fn check(path: &Path, file: &File, game: &str) -> Result<(), DiskError> {
    let overlay = file.try_clone().and_then(Overlay::new).map_err(|error| DiskError::io(path, error))?;
    let about = (|| -> Result<[String; 2], redb::Error> {
        let db = Builder::new().set_cache_size(CACHE).set_check_integrity_on_open(true).create_with_backend(overlay)?;
        let transaction = db.begin_read()?;
        let about = transaction.open_table(ABOUT)?;
        let word = |name| about.get(name).map(|word| word.map_or_else(String::new, |word| word.value().to_owned()));
        Ok([word("game")?, word("version")?])
    })();
    let [found_game, found_version] = about.map_err(|error| DiskError::database(path, error))?;
    let file = path.to_owned();
    if found_version != VERSION {
        return Err(DiskError::OtherVersion { file, found: found_version, wanted: VERSION.to_owned() });
    }
    if found_game != game {
        return Err(DiskError::OtherGame { file, found: found_game, wanted: game.to_owned() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of 100 values, and a file that is closed and opened between batches.
    #[test]
    fn values_are_found_in_every_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memo");
        let text = |number: u64| format!("{:x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for round in 0..5 {
            let disk = Disk::open_in_runs(&path, "numbers", 100).unwrap();
            assert_eq!(disk.durable(), round * 60);
            (0..round * 60 + 60).for_each(|number| disk.insert(text(number), Nimber::new(number)));
            disk.close().unwrap();
            assert_eq!(disk.durable(), round * 60 + 60, "what was there is not written again");
            let disk = Disk::open_in_runs(&path, "numbers", 100).unwrap();
            for number in 0..1000 {
                let there = (number < round * 60 + 60).then(|| Nimber::new(number));
                assert_eq!(disk.get(&text(number)), there, "round {round}: {number}");
            }
        }
        let disk = Disk::open_in_runs(&path, "numbers", 100).unwrap();
        assert_eq!(disk.shared.state().file.count(), 3, "runs of 120, 120 and 60 values");
        disk.insert(text(3), Nimber::new(4));
        let error = disk.close().unwrap_err();
        assert!(matches!(error, DiskError::Contradiction { .. }), "of the first run: {error}");
    }
}
