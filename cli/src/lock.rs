//! The right to replace a file, which one process has at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long another process is waited for, which only reads and writes the file meanwhile.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// The lock of the system on a file beside the other one, whose name ends with `.lock`. It ends with the value, or with the process. The other file has no lock itself, since another one takes its place.
pub(crate) struct Lock {
    path: PathBuf,
    _locked: File,
}

impl Lock {
    /// Waits for the right to replace the file of this path, without links.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let path = path.with_file_name(name);
        let begin = Instant::now();
        loop {
            // It may be there from a process that was killed.
            let file = File::options().write(true).create(true).truncate(false).open(&path)?;
            match file.try_lock() {
                // Who had it before may have removed it since it was opened: then others do not find it.
                Ok(()) if is_there(&file, &path) => return Ok(Self { path, _locked: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    return Err(io::Error::new(ErrorKind::WouldBlock, "another process is writing it"));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Before the lock ends, so that it is the file that was locked.
        if cfg!(unix) {
            fs::remove_file(&self.path).ok();
        }
    }
}

/// Whether an open file is the one of this path.
#[cfg(unix)]
fn is_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let (Ok(file), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (file.dev(), file.ino()) == (named.dev(), named.ino())
}

/// Elsewhere nothing tells two files apart, and the file stays.
#[cfg(not(unix))]
fn is_there(_: &File, _: &Path) -> bool {
    true
}
