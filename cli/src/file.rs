//! Files that are written as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file that is to be written. The content goes to a temporary file first, unless the target is a device or a pipe.
#[derive(PartialEq, Eq)]
pub(crate) struct Target {
    /// The name as it was given, for messages.
    name: PathBuf,
    /// The path, with links resolved.
    path: PathBuf,
    /// The temporary file beside it.
    temporary: Option<PathBuf>,
}

impl Target {
    /// The file of this name. Fails if the file cannot be written.
    pub(crate) fn new(name: &Path) -> Result<Self, Failure> {
        let no = |reason: &dyn std::fmt::Display| Failure::Input(unwritable(name, reason));
        // A link stays a link: the file that it points to is replaced.
        let path = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
        let found = fs::metadata(&path).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(no(&"it is a directory"));
        }
        if found.as_ref().is_some_and(|found| found.permissions().readonly()) {
            return Err(no(&"it is read-only"));
        }
        let file = path.file_name().ok_or_else(|| no(&"it is no name of a file"))?;
        if found.is_some_and(|found| !found.is_file()) {
            return Ok(Self { name: name.to_owned(), path, temporary: None });
        }
        let mut hidden = OsString::from(".");
        hidden.push(file);
        hidden.push(format!(".{}", std::process::id()));
        let temporary = path.with_file_name(hidden);
        File::create_new(&temporary).and_then(|_| fs::remove_file(&temporary)).map_err(|error| no(&error))?;
        Ok(Self { name: name.to_owned(), path, temporary: Some(temporary) })
    }

    /// Writes the whole file.
    pub(crate) fn write(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let written = match &self.temporary {
            None => File::options().write(true).open(&self.path).and_then(|file| fill(file, content)),
            Some(temporary) => {
                let written = File::create_new(temporary).and_then(|file| fill(file, content));
                let written = written.and_then(|()| fs::rename(temporary, &self.path));
                if written.is_err() {
                    // The first error is reported.
                    let _ = fs::remove_file(temporary);
                }
                written
            }
        };
        written.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Output(error),
            _ => Failure::Input(unwritable(&self.name, &error)),
        })
    }
}

fn fill(file: File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
}

fn unwritable(name: &Path, reason: &dyn std::fmt::Display) -> String {
    // The quoted form has no line breaks.
    format!("the file {:?} cannot be written: {reason}", name.to_string_lossy())
}
