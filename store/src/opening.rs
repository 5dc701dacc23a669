//! The database of the file: made, opened for writing, or opened for reading alone, and what it says it is.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use redb::backends::FileBackend;
use redb::{Builder, Database, ReadableDatabase, TableDefinition};

use crate::error::DiskError;
use crate::overlay::Overlay;
use crate::runs::{self, Runs};

/// What the file is, in words: `game` and `version`.
const ABOUT: TableDefinition<'static, &str, &str> = TableDefinition::new("about");

/// The version of the rule books and of the format, which is in every file. A file of another version is refused: its values may follow from
/// other rules.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", format 4");

/// Bytes of the file's pages that are kept in memory.
const CACHE: usize = 256 << 20;
/// The same while the file is checked, and while it is read before the check has ended.
const SMALL_CACHE: usize = 64 << 20;

fn backend(path: &Path, file: &File) -> Result<FileBackend, DiskError> {
    let file = file.try_clone().map_err(|error| DiskError::io(path, error))?;
    FileBackend::new(file).map_err(|error| DiskError::database(path, error))
}

/// Puts a file without values in place of an empty one, with its permissions. It is made beside it and renamed, so that a crash leaves no half of it. The
/// empty file is locked, so that no other process makes one, and what a crash has left is made anew. The path has no links.
pub(crate) fn make(path: &Path, game: &str) -> Result<(), redb::Error> {
    let temporary = beside(path)?;
    let made = (|| -> Result<(), redb::Error> {
        let db = Database::create(&temporary)?;
        let transaction = db.begin_write()?;
        let mut about = transaction.open_table(ABOUT)?;
        about.insert("game", game)?;
        about.insert("version", VERSION)?;
        drop(about);
        // The table of runs exists from the start, so that `Runs::open` can tell an empty memo from another file.
        runs::begin(&transaction)?;
        transaction.commit()?;
        // The database ends its writes before the file gets its name.
        drop(db);
        fs::set_permissions(&temporary, fs::metadata(path)?.permissions())?;
        Ok(fs::rename(&temporary, path)?)
    })();
    made.inspect_err(|_| {
        // The first error is reported.
        let _ = fs::remove_file(&temporary);
    })
}

/// The first bytes of a database.
const MAGIC: &[u8] = b"redb";

/// A name in the same folder, so that the rename stays on one file system. A file with that name which a crash has left is removed; another one stays, and the next
/// name is taken.
fn beside(path: &Path) -> io::Result<PathBuf> {
    for number in 0_u64.. {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(if number == 0 { ".being-made".to_owned() } else { format!(".being-made-{number}") });
        let temporary = path.with_file_name(name);
        // A link or a pipe is none that was left.
        match fs::symlink_metadata(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(temporary),
            Ok(found) if found.is_file() && is_left(&temporary)? => {
                fs::remove_file(&temporary)?;
                return Ok(temporary);
            }
            Ok(_) => {}
            // Such as that the name is too long: the next one is no better.
            Err(error) => return Err(error),
        }
    }
    unreachable!("a folder has fewer files than there are numbers")
}

/// Whether a file begins as a database does, as far as it goes.
fn is_left(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut begin)?;
    Ok(MAGIC.starts_with(&begin))
}

/// Opens the file for reading and writing.
pub(crate) fn database(
    path: &Path,
    file: &File,
    runs: impl FnOnce(&Database) -> Result<Runs, redb::Error>,
) -> Result<(Runs, Database), DiskError> {
    let refused = |error| DiskError::database(path, error);
    let db = Builder::new().set_cache_size(CACHE).create_with_backend(backend(path, file)?);
    let db = db.map_err(|error| refused(error.into()))?;
    Ok((runs(&db).map_err(refused)?, db))
}

/// Opens the file for reading, and checks all of it if that is wanted. Nothing is written to it.
pub(crate) fn overlay(path: &Path, file: &File, is_checked: bool) -> Result<Database, DiskError> {
    let overlay = file.try_clone().and_then(Overlay::new).map_err(|error| DiskError::io(path, error))?;
    let mut builder = Builder::new();
    let db = builder.set_cache_size(SMALL_CACHE).set_check_integrity_on_open(is_checked).create_with_backend(overlay);
    db.map_err(|error| DiskError::database(path, error))
}

/// Checks that a file is of the game and of this version.
pub(crate) fn check_words(path: &Path, db: &Database, game: &str) -> Result<(), DiskError> {
    let about = (|| -> Result<[String; 2], redb::Error> {
        let transaction = db.begin_read()?;
        let about = transaction.open_table(ABOUT)?;
        // A word that is missing becomes an empty one, which is no version and no game: the file is refused.
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
