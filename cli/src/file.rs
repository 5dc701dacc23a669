//! Files that are written as a whole or not at all, and that are tried before the work begins.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundy::file;

use crate::failure::Failure;

/// A file that is to be written: a regular one is replaced.
#[derive(PartialEq, Eq)]
pub(crate) struct Target {
    /// The name as it was given, for messages.
    name: PathBuf,
    /// The path, without links.
    path: PathBuf,
    /// Whether it is a device or a pipe, which is written to.
    is_device: bool,
}

impl Target {
    /// The file of this name, which may be a device or a pipe. Fails if it cannot be written.
    pub(crate) fn new(name: &Path) -> Result<Self, Failure> {
        if fs::metadata(name).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(Self { name: name.to_owned(), path: name.to_owned(), is_device: true });
        }
        Self::to_be_read(name)
    }

    /// The same for a file that is read again, which must be a regular one.
    pub(crate) fn to_be_read(name: &Path) -> Result<Self, Failure> {
        let path = file::check(name).and_then(|()| file::target(name));
        let path = path.map_err(|error| Failure::input(unwritable(name, &error)))?;
        Ok(Self { name: name.to_owned(), path, is_device: false })
    }

    /// The name as it was given.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Writes the whole file.
    pub(crate) fn write(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let written = if self.is_device {
            File::options().write(true).open(&self.path).and_then(|mut file| fill(&mut file, content))
        } else {
            file::replace(&self.path, |file| fill(file, content))
        };
        written.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Output(error),
            _ => self.unwritten(&error),
        })
    }

    /// The failure that the file was not written, although it could be when the work began.
    pub(crate) fn unwritten(&self, reason: &io::Error) -> Failure {
        Failure::file(unwritable(&self.name, reason))
    }
}

/// Fails if a folder is not there and cannot be made in another one that is. A folder whose name was misspelt in the middle is not made.
pub(crate) fn check_folder(name: &Path) -> Result<(), Failure> {
    let no = |reason: &dyn std::fmt::Display| {
        Failure::input(format!("the folder {:?} cannot be used: {reason}", name.to_string_lossy()))
    };
    match fs::metadata(name) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(no(&"it is a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let parent = name.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
            let parent_name = parent.to_string_lossy();
            if parent.is_dir() { Ok(()) } else { Err(no(&format_args!("the folder {parent_name:?} is not there"))) }
        }
        Err(error) => Err(no(&error)),
    }
}

fn fill(file: &mut File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
}

fn unwritable(name: &Path, reason: &io::Error) -> String {
    // The quoted form has no line breaks.
    format!("the file {:?} cannot be written: {reason}", name.to_string_lossy())
}
