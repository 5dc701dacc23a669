//! Files that are written as a whole or not at all, and that are tried before the work begins.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundy::file;

use crate::failure::Failure;
use crate::interrupt::while_printing;
use crate::lock::Lock;
use crate::output::Output;

/// A file that is to be written: a regular one is replaced.
pub(crate) struct Target {
    /// The name as it was given, for messages.
    name: PathBuf,
    /// The path, without links.
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is replaced.
    File,
    /// A device or a pipe, which is written to.
    Device,
    /// Standard output, of the name `-`.
    Output,
}

impl Target {
    /// The file of this name, which may be a device or a pipe; `-` is standard output. Fails if it cannot be written.
    pub(crate) fn new(name: &Path) -> Result<Self, Failure> {
        let (path, name) = (name.to_owned(), name.to_owned());
        // Also by another name: a file in its place would take what is printed after it.
        if path == Path::new("-") || is_standard_output(&name) {
            return Ok(Self { name, path, kind: Kind::Output });
        }
        // A device or a pipe is written to. A regular file would take its place otherwise.
        if is_device(&name) {
            return Ok(Self { name, path, kind: Kind::Device });
        }
        Self::to_be_read(&name)
    }

    /// A file that is written beside the answer. One JSON object for programs has standard output for itself.
    pub(crate) fn beside(name: Option<&Path>, answer: Output) -> Result<Option<Self>, Failure> {
        let target = name.map(Self::new).transpose()?;
        if let Some(target) = target.as_ref().filter(|target| answer.json && target.is_output()) {
            let name = target.name.display();
            return Err(Failure::input(format!(
                "{name}: with --json nothing else goes to standard output: name another file"
            )));
        }
        Ok(target)
    }

    /// The same for a file that is read again, which must be a regular one.
    pub(crate) fn to_be_read(name: &Path) -> Result<Self, Failure> {
        check_kept(name)?;
        let path = file::check(name).and_then(|()| file::target(name));
        let path = path.map_err(|error| Failure::input(unwritable(name, &error)))?;
        Ok(Self { name: name.to_owned(), path, kind: Kind::File })
    }

    /// The name as it was given.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// The right to replace the file, after a short wait for another process, or the reason why it is not had.
    pub(crate) fn lock(&self) -> Result<Lock, String> {
        Lock::of(&self.path).map_err(|error| unwritable(&self.name, &error))
    }

    /// Whether it is standard output.
    pub(crate) fn is_output(&self) -> bool {
        self.kind == Kind::Output
    }

    /// Writes the whole file.
    pub(crate) fn write(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let written = match self.kind {
            Kind::File => file::replace(&self.path, |file| fill(file, content)),
            // To open a pipe waits for its reader.
            Kind::Device => while_printing(|| {
                File::options().write(true).open(&self.path).and_then(|mut file| fill(&mut file, content))
            }),
            Kind::Output => while_printing(|| fill(&mut io::stdout().lock(), content)),
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

/// Whether this is the file or the pipe to which standard output goes, such as `/dev/stdout`. A device takes what is written to it by any name.
#[cfg(unix)]
fn is_standard_output(name: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};

    let output = io::stdout().as_fd().try_clone_to_owned().and_then(|output| File::from(output).metadata());
    let (Ok(output), Ok(named)) = (output, fs::metadata(name)) else { return false };
    !named.file_type().is_char_device() && (output.dev(), output.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn is_standard_output(_: &Path) -> bool {
    false
}

/// Fails if two of these options name the same file, which the one would take from the other.
pub(crate) fn apart(options: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let mut named: Vec<(&str, PathBuf)> = Vec::new();
    for (option, name) in options {
        // Of a file that cannot be written, it is said elsewhere.
        let Some(path) = name.and_then(|name| file::target(name).ok()) else { continue };
        if let Some((before, _)) = named.iter().find(|(_, other)| *other == path) {
            return Err(Failure::input(format!("{before} and {option} name the same file")));
        }
        named.push((option, path));
    }
    Ok(())
}

/// Fails for standard output, by any name: it cannot be read again, and a file in its place would take what is printed.
pub(crate) fn check_kept(name: &Path) -> Result<(), Failure> {
    if name == Path::new("-") || is_standard_output(name) {
        return Err(Failure::input(format!("{} is standard output, and this file is read again", name.display())));
    }
    Ok(())
}

/// Whether a device or a pipe is there, which is read once, and whose reader may wait for ever.
pub(crate) fn is_device(name: &Path) -> bool {
    fs::metadata(name).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Makes a folder in one that is there, and tries whether it takes files. A folder whose name was misspelt in the middle is not made.
pub(crate) fn make_folder(name: &Path) -> Result<(), Failure> {
    let no = |reason: &dyn std::fmt::Display| {
        Failure::input(format!("the folder {:?} cannot be used: {reason}", name.to_string_lossy()))
    };
    match fs::metadata(name) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(no(&"it is a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // The parent of `a` is the empty name, which means this folder.
            let parent = name.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
            let parent_name = parent.to_string_lossy();
            if parent.is_dir() { Ok(()) } else { Err(no(&format_args!("the folder {parent_name:?} is not there"))) }
        }
        Err(error) => Err(no(&error)),
    }?;
    fs::create_dir_all(name).and_then(|()| file::check(name.join("file"))).map_err(|error| no(&error))
}

fn fill(file: &mut impl Write, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
}

fn unwritable(name: &Path, reason: &io::Error) -> String {
    // The quoted form has no line breaks.
    format!("the file {:?} cannot be written: {reason}", name.to_string_lossy())
}
