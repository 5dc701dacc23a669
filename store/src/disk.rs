//! The file: values by the text of positions, written behind the search by a thread of its own.
//!
//! | where | what is there |
//! |---|---|
//! | `fresh` | values that came since the last batch was taken |
//! | `batch` | values that are being written |
//! | `file` | values of the last durable transaction |
//!
//! A look-up asks them in this order. The writing thread takes `fresh` as its batch when it is full or when [`PERIOD`] has passed, sorts
//! the batch by hashes, writes it as one durable transaction, and then opens the file anew for readers.

use std::fs::{self, File, TryLockError};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy::{Checkpoint, Nimber, Store, file};
use redb::Database;

use crate::batch::Batch;
use crate::checkpoint::{self, Pace};
use crate::error::DiskError;
use crate::opening::{check_words, database, make, overlay};
use crate::runs::{FULL, Listed, Runs, Unwritten};

/// The time after which a value is durable, if the disk keeps up. It is what a crash costs.
const PERIOD: Duration = Duration::from_millis(500);
/// Number of values that are written before the period has passed: eight batches are several full runs, so that each value is written twice. At
/// twice this number, about 30 MB, the search waits for the disk.
const BATCH: usize = 1 << 18;
/// How long a file in use is waited for: a process that was killed while it wrote holds its lock until the system has ended the write.
const PATIENCE: Duration = Duration::from_secs(2);
/// Size in bytes up to which a file is checked before it is read: half a second of processor time.
const CHECKED_AT_ONCE: u64 = 256 << 20;

/// A file of Grundy values of one game, by the text of positions. It is the [`Store`] of a [`DiskMemo`](crate::DiskMemo).
///
/// A value is durable about half a second after it was inserted, or some seconds where many values are written anew, and after
/// [`close`](Self::close). A process that is killed loses nothing else.
/// If the file cannot be written, nothing more is written, and [`close`](Self::close) says why.
#[derive(Debug)]
pub struct Disk {
    path: PathBuf,
    shared: Arc<Shared>,
    writer: Mutex<Option<JoinHandle<()>>>,
    pace: Mutex<Pace>,
    /// What was in a file of moderate size when it was opened, to be read in parts.
    at_first: Option<Listed>,
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
    fresh: Batch,
    batch: Arc<Batch>,
    /// What a nimber search knows of positions without values, in chunks that wait to be written.
    facts: Option<Vec<Vec<u8>>>,
    file: Arc<Runs>,
    error: Option<DiskError>,
    has_failed: bool,
    ends: bool,
}

impl Disk {
    /// Opens the file of a game, and makes it if there is none, also where a link points to it. What is no regular file is refused.
    ///
    /// The name tells games apart, so parameters belong to it: `subtract:1,3,4`. [`name_by_rules`](crate::name_by_rules) adds a
    /// number for what the rules do; a file that `grundy` has written has such a name. The whole file is read and checked, which takes one or
    /// two seconds of processor time for each gigabyte. A file of more than 256 MB is checked by the writing thread, while values are
    /// read already: each value has a checksum of its own. Nothing is written before the check has ended well. Until then new values are in
    /// memory, and after 2^19 of them the search waits.
    ///
    /// # Errors
    ///
    /// [`DiskError`] with the name of the file if it is of another game or version, altered, cut, in use, or cannot be read and written.
    /// Then the file is as it was. What is found wrong with a large file later, [`has_failed`](Self::has_failed) and
    /// [`close`](Self::close) tell, and that file is as it was, too.
    pub fn open(path: impl AsRef<Path>, game: &str) -> Result<Self, DiskError> {
        Self::open_in_runs(path.as_ref(), game, FULL, CHECKED_AT_ONCE)
    }

    /// The same with runs of another length, and another size up to which files are checked first.
    fn open_in_runs(path: &Path, game: &str, full: u64, checked_at_once: u64) -> Result<Self, DiskError> {
        let io = |error| DiskError::io(path, error);
        let begin = Instant::now();
        // A new file takes the place of an empty one: that must be no device.
        let target = &file::target(path).map_err(io)?;
        let was_there = target.exists();
        // Ends with the lock on a file that has content, or with an error. An empty file is locked before `make`
        // replaces it.
        let locked = loop {
            let file = File::options().read(true).write(true).create(true).truncate(false).open(target).map_err(io)?;
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
            if fs::metadata(target).map_err(io)?.len() == 0 {
                make(target, game).map_err(|error| {
                    // A file that was made above is empty, and says nothing. The first error is reported.
                    if !was_there {
                        let _ = fs::remove_file(target);
                    }
                    DiskError::database(path, error)
                })?;
            }
        };
        // The size decides which of the two comes first: the check of all pages, or the first look-up.
        let size = locked.metadata().map_err(io)?.len();
        let is_checked = size <= checked_at_once;
        // Small file: the check runs on an overlay, which is dropped again. So a damaged file is refused before a
        // write reaches it.
        let (file, db) = if is_checked {
            check_words(path, &overlay(path, &locked, true)?, game)?;
            let (file, db) = database(path, &locked, Runs::open)?;
            (file, Some(db))
        } else {
            // Large file: the pages are not checked yet, and redb may panic on a damaged page. Nothing that the
            // closure changes is used after a panic.
            let early = catch_unwind(AssertUnwindSafe(|| {
                let overlay = overlay(path, &locked, false)?;
                check_words(path, &overlay, game)?;
                Runs::open_alone(overlay).map_err(|error| DiskError::database(path, error))
            }));
            let panicked = |_| Err(DiskError::damaged(path, "the database stopped in the middle of opening"));
            // `None` in place of the database tells the writing thread to check the file first.
            (early.unwrap_or_else(panicked)?, None)
        };
        let at_first = db.is_some().then(|| file.listed());
        let state = State {
            fresh: Batch::default(),
            batch: Arc::default(),
            facts: None,
            file: Arc::new(file),
            error: None,
            has_failed: false,
            ends: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), wake: Condvar::new(), room: Condvar::new() });
        let writer = thread::Builder::new().name("memo".to_owned()).spawn({
            let (shared, path, locked) = (Arc::clone(&shared), path.to_owned(), locked.try_clone().map_err(io)?);
            move || {
                // A panic of the writing thread must become an error, since `insert` waits for this thread.
                let written = catch_unwind(AssertUnwindSafe(|| -> Result<(), DiskError> {
                    let db = db.map_or_else(|| shared.check(&path, &locked), Ok)?;
                    shared.write_behind(&db, &path, full);
                    Ok(())
                }));
                let written = written.unwrap_or_else(|_| {
                    Err(DiskError::damaged(&path, "the database stopped in the middle of checking or writing"))
                });
                if let Err(error) = written {
                    // Without the error and the signal, a search that waits for room in `fresh` would wait for ever.
                    shared.state().fail(error);
                    shared.room.notify_all();
                }
            }
        });
        let writer = Mutex::new(Some(writer.map_err(io)?));
        Ok(Self { path: path.to_owned(), shared, writer, pace: Mutex::new(Pace::new()), at_first, _locked: locked })
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
        // The writer sees `ends` before it waits again, so the signal is not lost if the writer is busy.
        self.shared.state().ends = true;
        self.shared.wake.notify_all();
        // A second call finds no handle, and does not join again.
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

impl Disk {
    /// What is read from the file; an error ends the use of it.
    fn guarded<V>(&self, read: impl FnOnce() -> Result<V, redb::Error>) -> Option<V> {
        // A database that is not checked yet may be damaged in ways that its reader does not expect.
        let found = match catch_unwind(AssertUnwindSafe(read)) {
            Ok(found) => found.map_err(|error| DiskError::database(&self.path, error)),
            Err(_) => Err(DiskError::damaged(&self.path, "the database stopped in the middle of reading")),
        };
        found.map_err(|error| self.shared.state().fail(error)).ok()
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one nimber search at a time knows of positions without values.
impl Checkpoint for Disk {
    fn read(&self) -> Vec<(String, Vec<u64>)> {
        let state = self.shared.state();
        if !state.takes() {
            return Vec::new();
        }
        let file = Arc::clone(&state.file);
        drop(state);
        let Some(chunk) = self.pace().next_chunk(file.facts.count()) else { return Vec::new() };
        self.guarded(|| file.facts.chunk(chunk)).unwrap_or_default()
    }

    fn is_due(&self, has_stopped: bool) -> bool {
        let state = self.shared.state();
        state.takes() && state.facts.is_none() && self.pace().is_due(state.file.facts.count(), has_stopped)
    }

    fn write(&self, facts: &mut dyn Iterator<Item = (String, Vec<u64>)>) {
        let began = Instant::now();
        let chunks = checkpoint::encode(facts);
        let mut state = self.shared.state();
        state.facts = state.takes().then_some(chunks);
        self.pace().written(began);
        drop(state);
        self.shared.wake.notify_all();
    }

    fn reject(&self, text: &String, read: String, found: Option<String>) {
        let known = found.map_or_else(|| "which is none".to_owned(), |found| format!("and its value is {found}"));
        let reason = format!("it tells {read} of the position {text:?}, {known}");
        self.shared.state().fail(DiskError::damaged(&self.path, &reason));
    }
}

impl Store for Disk {
    fn get(&self, text: &str) -> Option<Nimber> {
        // `fresh`, `batch` and `file` are read under one lock: a value that leaves `batch` at this moment is already
        // in `file`.
        let state = self.shared.state();
        if let Some(value) = state.fresh.get(text).or_else(|| state.batch.get(text)) {
            return Some(Nimber::new(value));
        }
        // After an error or `close` the file is not asked any more. The search finds the value again.
        if !state.takes() {
            return None;
        }
        // Reading from disk happens without the lock, so other threads insert in the meantime. The old runs stay
        // readable: they hold a read transaction.
        let file = Arc::clone(&state.file);
        drop(state);
        self.guarded(|| file.get(text)).flatten().map(Nimber::new)
    }

    fn insert(&self, text: String, value: Nimber) {
        let mut state = self.shared.state();
        // Back pressure: up to 2^19 values wait here, beside the batch that the writer has in hand. `fail` and
        // `close` end the wait by `takes`.
        while state.fresh.len() >= 2 * BATCH && state.takes() {
            state = self.shared.room.wait(state).expect("no thread panics with the lock");
        }
        if !state.takes() {
            return;
        }
        state.fresh.insert(&text, value.get());
        // Equal, and not larger: one signal for each batch. A writer that is busy at this moment compares the length
        // before it waits.
        if state.fresh.len() == BATCH {
            self.shared.wake.notify_all();
        }
    }

    fn checkpoint(&self) -> Option<&dyn Checkpoint> {
        Some(self)
    }

    fn count(&self) -> Option<u64> {
        let state = self.shared.state();
        Some((state.fresh.len() + state.batch.len()) as u64 + state.file.len())
    }

    fn parts(&self) -> u64 {
        self.at_first.as_ref().map_or(0, Listed::blocks)
    }

    fn part(&self, number: u64) -> Option<Vec<(String, Nimber)>> {
        let (at_first, state) = (self.at_first.as_ref()?, self.shared.state());
        let file = state.takes().then(|| Arc::clone(&state.file))?;
        drop(state);
        self.guarded(|| file.part(at_first, number))
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics with the lock")
    }

    /// Checks a file that was opened without a check, and opens it for writing.
    fn check(&self, path: &Path, locked: &File) -> Result<Database, DiskError> {
        // The check of all pages repairs what a crash has left, so it runs on an overlay too, and the file is opened
        // for writing only after it.
        drop(overlay(path, locked, true)?);
        // The list of runs and the filters are kept: their pages have just been checked.
        let before = Arc::clone(&self.state().file);
        let (file, db) = database(path, locked, |db| before.again(db))?;
        self.state().file = Arc::new(file);
        Ok(db)
    }

    /// Writes batches until the end.
    fn write_behind(&self, db: &Database, path: &Path, full: u64) {
        loop {
            // The wait ends with a full batch, with facts, at the end of `PERIOD`, or with `close`. A batch may be smaller or
            // larger than `BATCH`.
            let waits = |state: &mut State| state.fresh.len() < BATCH && state.facts.is_none() && state.takes();
            let waited = self.wake.wait_timeout_while(self.state(), PERIOD, waits);
            let (mut state, _) = waited.expect("no thread panics with the lock");
            // An error ends the writing, also one of a look-up or of the check of a large file: the file may be damaged.
            if state.has_failed {
                break;
            }
            // As many values will probably come again, so the new batch does not grow step by step while the search holds the lock.
            let next = state.fresh.with_same_room();
            // `ends` is read with the batch: `insert` takes nothing after `ends`, so a batch that was taken with `ends` is the last one.
            let (batch, ends) = (Arc::new(mem::replace(&mut state.fresh, next)), state.ends);
            let facts = state.facts.take();
            // Look-ups find the values here until the new runs take the place of the old ones.
            state.batch = Arc::clone(&batch);
            let file = Arc::clone(&state.file);
            drop(state);
            // `fresh` is empty: waiting searches may insert while this batch is written.
            self.room.notify_all();
            // The transaction takes place without the lock. Only this thread replaces `file`, so `file` is still the
            // newest.
            if !batch.is_empty() {
                let written = file.write(db, &batch, full);
                drop(file);
                let mut state = self.state();
                match written {
                    Ok(file) => {
                        // Both under one lock: no look-up misses a value between them.
                        state.file = Arc::new(file);
                        state.batch = Arc::default();
                    }
                    // After an error `batch` stays, so its values are still found.
                    Err(Unwritten::Contradiction { position, stored, found }) => {
                        state.fail(DiskError::Contradiction { file: path.to_owned(), position, stored, found });
                    }
                    Err(Unwritten::Database(error)) => state.fail(DiskError::database(path, error)),
                }
            }
            // Facts of a search that contradicts the file would be taken for true by the next one.
            let facts = facts.filter(|_| !self.state().has_failed);
            if let Some(chunks) = facts {
                // Readers of an earlier time would keep the pages of the facts that are replaced.
                let file = Arc::clone(&self.state().file);
                match checkpoint::write(db, &chunks).and_then(|()| file.again(db)) {
                    Ok(file) => self.state().file = Arc::new(file),
                    Err(error) => self.state().fail(DiskError::database(path, error)),
                }
            }
            // The last batch has been written above.
            if ends {
                break;
            }
        }
        // Searches that wait for room see `ends` or `has_failed`, and drop their values.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of 100 values.
    fn open(path: &Path, checked_at_once: u64) -> Result<Disk, DiskError> {
        Disk::open_in_runs(path, "numbers", 100, checked_at_once)
    }

    fn text(number: u64) -> String {
        format!("{:x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A file that is closed and opened between batches, and checked before it is read or after that.
    #[test]
    fn values_are_found_in_every_run() {
        for checked_at_once in [u64::MAX, 0] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("memo");
            for round in 0..5 {
                let disk = open(&path, checked_at_once).unwrap();
                assert_eq!(disk.durable(), round * 60);
                (0..round * 60 + 60).for_each(|number| disk.insert(text(number), Nimber::new(number)));
                disk.close().unwrap();
                assert_eq!(disk.durable(), round * 60 + 60, "what was there is not written again");
                let disk = open(&path, checked_at_once).unwrap();
                for number in 0..1000 {
                    let there = (number < round * 60 + 60).then(|| Nimber::new(number));
                    assert_eq!(disk.get(&text(number)), there, "round {round}: {number}");
                }
            }
            let disk = open(&path, checked_at_once).unwrap();
            assert_eq!(disk.shared.state().file.counts(), [60; 5]);
            disk.insert(text(3), Nimber::new(4));
            let error = disk.close().unwrap_err();
            assert!(matches!(error, DiskError::Contradiction { .. }), "of the first run: {error}");
        }
    }

    /// The values of the beginning are read in parts while others come, so that most runs are merged meanwhile.
    #[test]
    fn what_was_there_at_first_is_read_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memo");
        for round in 0..6 {
            let disk = open(&path, u64::MAX).unwrap();
            (round * 20..round * 20 + 20).for_each(|number| disk.insert(text(number), Nimber::new(number)));
            disk.close().unwrap();
        }
        let mut merged = 0;
        for after in 0..6 {
            let disk = open(&path, u64::MAX).unwrap();
            let (there, parts, counts) = (disk.durable(), disk.parts(), disk.shared.state().file.counts());
            let mut found = Vec::new();
            for part in 0..parts {
                found.extend(disk.part(part).unwrap());
                if part == after.min(parts - 1) {
                    let more = there..there + 25;
                    more.clone().for_each(|number| disk.insert(text(number), Nimber::new(number)));
                    let begin = Instant::now();
                    while disk.durable() < more.end {
                        assert!(begin.elapsed() < Duration::from_secs(60), "they are not written");
                        thread::sleep(Duration::from_millis(5));
                    }
                }
            }
            merged += usize::from(!disk.shared.state().file.counts().starts_with(&counts));
            assert_eq!(disk.part(parts), Some(Vec::new()));
            assert!(found.iter().all(|(position, value)| *position == text(value.get())));
            let mut numbers: Vec<u64> = found.iter().map(|(_, value)| value.get()).collect();
            numbers.retain(|number| *number < there);
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..there), "after {after} of {parts}");
        }
        assert!(merged > 0, "no run was merged");
    }

    /// What is replaced makes room for what comes, also where nothing is read.
    #[test]
    fn a_file_that_was_opened_again_does_not_grow_by_what_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memo");
        let size = || fs::metadata(&path).unwrap().len();
        let facts = |round: u64| {
            (0..20_000_u64)
                .map(move |number| (format!("{number:x}"), vec![round, number.wrapping_mul(number << 50), 7]))
        };
        let write = |disk: &Disk, round: u64| {
            disk.insert(text(round), Nimber::new(round));
            disk.write(&mut facts(round));
            let begin = Instant::now();
            while disk.shared.state().facts.is_some() {
                assert!(begin.elapsed() < Duration::from_secs(60), "they are not taken");
                thread::sleep(Duration::from_millis(5));
            }
        };
        for first in [0, 100] {
            let disk = open(&path, u64::MAX).unwrap();
            (first..first + 4).for_each(|round| write(&disk, round));
            let before = size();
            (first + 4..first + 24).for_each(|round| write(&disk, round));
            assert!(size() <= before * 2, "{before} bytes, and {} later", size());
            disk.close().unwrap();
        }
    }

    /// A byte is altered, or the file is cut, and it is read before it is checked.
    #[test]
    fn an_altered_file_gives_no_wrong_value_before_it_is_checked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memo");
        let disk = open(&path, 0).unwrap();
        (0..250).for_each(|number| disk.insert(text(number), Nimber::new(number)));
        disk.close().unwrap();
        drop(disk);
        let whole = fs::read(&path).unwrap();
        let used: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] != 0).collect();
        let altered = used.iter().step_by(used.len() / 40).map(|at| {
            let mut altered = whole.clone();
            altered[*at] ^= 1 << (at % 8);
            altered
        });
        let cut = (1..whole.len()).step_by(whole.len() / 6).map(|at| whole[..at].to_vec());
        let (mut at_once, mut later) = (0, 0);
        for (case, content) in altered.chain(cut).enumerate() {
            fs::write(&path, &content).unwrap();
            // Whether the change is in use.
            let is_refused = open(&path, u64::MAX).is_err();
            fs::write(&path, &content).unwrap();
            let error = match open(&path, 0) {
                Err(error) => {
                    at_once += 1;
                    error
                }
                Ok(disk) => {
                    for number in 0..250 {
                        let found = disk.get(&text(number));
                        assert!(found.is_none_or(|found| found == Nimber::new(number)), "case {case}: {number}");
                    }
                    disk.insert("new".to_owned(), Nimber::new(1));
                    match disk.close() {
                        Ok(()) => {
                            assert!(!is_refused, "case {case}");
                            continue;
                        }
                        Err(error) => {
                            later += 1;
                            error
                        }
                    }
                }
            };
            assert!(is_refused && error.to_string().contains("memo\""), "case {case}: {error}");
            assert!(fs::read(&path).unwrap() == content, "case {case}: the file was changed: {error}");
        }
        assert!(at_once > 2 && later > 0, "{at_once} files were refused at once, {later} later");
    }
}
