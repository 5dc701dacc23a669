//! Why a memo on disk cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use grundy::Nimber;

use crate::fingerprint::told_apart;

/// Why a memo on disk cannot be opened or written. Every message names the file, and no file is changed by the attempt to open it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// The file holds the values of another game, or of the same game with other parameters.
    #[error("the memo {file:?} is of the game {}", told_apart(found, wanted))]
    OtherGame {
        /// The file.
        file: PathBuf,
        /// The game in the file.
        found: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The file was written by another version of the rule books or of the format.
    #[error("the memo {file:?} was written by version {found}, and this is version {wanted}")]
    OtherVersion {
        /// The file.
        file: PathBuf,
        /// The version that wrote the file.
        found: String,
        /// The version that reads it.
        wanted: String,
    },
    /// The file is no memo, or it was altered or cut.
    #[error("the file {file:?} is no memo, or it is damaged: {reason}")]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Another process, or another [`Disk`](crate::Disk) of this one, has the file open.
    #[error("the memo {file:?} is in use by another process")]
    InUse {
        /// The file.
        file: PathBuf,
    },
    /// The file has another value than the search. One of them is wrong.
    #[error("the memo {file:?} says that {position} has the value {stored}, and the search says {found}")]
    Contradiction {
        /// The file.
        file: PathBuf,
        /// The position, in text.
        position: String,
        /// The value in the file.
        stored: Nimber,
        /// The value that was to be inserted.
        found: Nimber,
    },
    /// The system refuses to read or to write. What was durable before is kept.
    #[error("the memo {file:?} cannot be read or written: {error}")]
    Io {
        /// The file.
        file: PathBuf,
        /// The answer of the system.
        error: io::Error,
    },
}

impl DiskError {
    /// The answer of the system.
    pub(crate) fn io(file: &Path, error: io::Error) -> Self {
        match error.kind() {
            // A page lies behind the end of the file, or the file does not begin like one of redb.
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => Self::damaged(file, &error),
            _ => Self::Io { file: file.to_owned(), error },
        }
    }

    pub(crate) fn damaged(file: &Path, reason: &(impl ToString + ?Sized)) -> Self {
        Self::Damaged { file: file.to_owned(), reason: reason.to_string() }
    }

    /// The answer of the database.
    pub(crate) fn database(file: &Path, error: impl Into<redb::Error>) -> Self {
        match error.into() {
            redb::Error::Io(error) => Self::io(file, error),
            redb::Error::DatabaseAlreadyOpen => Self::InUse { file: file.to_owned() },
            error => Self::damaged(file, &error),
        }
    }
}
