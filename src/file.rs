//! Files that are replaced as a whole.
//!
//! A file is written under a temporary name beside it, which is then renamed: whatever goes wrong, a file of the name is complete, the old one or
//! the new one. Links stay links, and what they point to is replaced. What is there and is no regular file, such as a device, a pipe or a folder,
//! is refused, since a regular file would take its place. A process that is killed leaves its temporary file, whose name ends with `.part`.
//!
//! ```
//! use std::fs;
//! use std::io::Write;
//!
//! use grundy::file;
//!
//! let path = std::env::temp_dir().join(format!("grundy-file-{}", std::process::id()));
//! file::check(&path)?; // before a computation that takes long
//! file::replace(&path, |out| out.write_all(b"values"))?;
//! assert_eq!(fs::read(&path)?, b"values");
//!
//! let error = file::replace(std::env::temp_dir(), |out| out.write_all(b"values")).unwrap_err();
//! assert_eq!(error.to_string(), "it is a directory");
//! # fs::remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most links that are followed: a guard against links in a circle. It is that of Linux.
const MOST_LINKS: usize = 40;

/// The path of the regular file that a name stands for, without links. The file need not be there, not even where a link points to it; its folder
/// must be.
///
/// # Errors
///
/// What is there is no regular file, the folder is not there, the name has no last part, or the system refuses.
pub fn target(name: impl AsRef<Path>) -> io::Result<PathBuf> {
    let name = name.as_ref();
    match fs::metadata(name) {
        // `metadata` follows links, so a link is what it points to.
        Ok(found) if found.is_file() => fs::canonicalize(name),
        Ok(found) if found.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory")),
        Ok(_) => Err(invalid("it is a device or a pipe, not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound => missing(name),
        Err(error) => Err(error),
    }
}

/// Whether [`replace`] can write a file: a temporary file is made beside it and removed.
///
/// # Errors
///
/// Those of [`target`]; the file is read-only, or the system refuses to make one.
pub fn check(name: impl AsRef<Path>) -> io::Result<()> {
    let path = target(name)?;
    if fs::metadata(&path).is_ok_and(|found| found.permissions().readonly()) {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    let temporary = beside(&path);
    File::create_new(&temporary).and_then(|_| fs::remove_file(&temporary))
}

/// Writes a temporary file beside a file and renames it.
///
/// # Errors
///
/// Those of [`target`], of `write`, and of the system. The file is as it was, and the temporary file is removed.
pub fn replace(name: impl AsRef<Path>, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = target(name)?;
    let temporary = beside(&path);
    // A file or a link that has the name of the temporary file all the same is not written to, and stays.
    let mut file = File::create_new(&temporary)?;
    // On disk before it takes the name, so that after a loss of power the name stands for one of the two files.
    let written = write(&mut file).and_then(|()| file.sync_all());
    drop(file);
    // Who could read the file before can do so after.
    let allowed = || fs::metadata(&path).map_or(Ok(()), |found| fs::set_permissions(&temporary, found.permissions()));
    written.and_then(|()| allowed()).and_then(|()| fs::rename(&temporary, &path)).inspect_err(|_| {
        // The first error is told.
        fs::remove_file(&temporary).ok();
    })
}

/// The path of a file that is not there: a name, or what the last of some links points to.
fn missing(name: &Path) -> io::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = path.parent().unwrap_or(Path::new(""));
        // A relative link counts from the folder of the link. `join` takes an absolute one as it is.
        if let Ok(next) = fs::read_link(&path) {
            path = folder.join(next);
            continue;
        }
        let file = path.file_name().ok_or_else(|| invalid("it is no name of a file"))?;
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        return Ok(fs::canonicalize(folder)?.join(file));
    }
    Err(invalid("its links go round in a circle"))
}

/// The name of a temporary file, which nobody else uses: no other thread by its count, no other process by a random number. Processes of two containers
/// or machines that share a folder may have the same process number.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // A random number from the standard library: the keys of its hash maps.
    let random = RandomState::new().build_hasher().finish() >> 32;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.{random:08x}.part", COUNT.fetch_add(1, Relaxed)));
    path.with_file_name(name)
}

fn invalid(reason: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, reason)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::io::{ErrorKind, Write};
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};
    use std::process;

    use crate::file::{check, replace, target};

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("grundy-file-{name}-{}", process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).ok();
        }
    }

    #[test]
    fn links_stay_links() {
        let folder = Folder::new("links");
        let [file, link, other, dangling] = ["file", "link", "other", "dangling"].map(|name| folder.0.join(name));
        fs::write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        symlink("new", &other).unwrap();
        symlink(&other, &dangling).unwrap();
        for (link, name) in [(&link, "file"), (&dangling, "new")] {
            check(link).unwrap();
            replace(link, |out| out.write_all(b"text")).unwrap();
            assert!(fs::symlink_metadata(link).unwrap().is_symlink(), "{name}");
            assert_eq!(fs::read_to_string(folder.0.join(name)).unwrap(), "text");
            assert_eq!(target(link).unwrap(), fs::canonicalize(folder.0.join(name)).unwrap());
        }
        assert_eq!(folder.names(), ["dangling", "file", "link", "new", "other"]);
    }

    #[test]
    fn what_is_no_regular_file_is_refused() {
        let folder = Folder::new("refused");
        let [circle, round, socket] = ["circle", "round", "socket"].map(|name| folder.0.join(name));
        symlink(&circle, &round).unwrap();
        symlink(&round, &circle).unwrap();
        let _listens = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let missing = folder.0.join("none/file");
        let cases = [
            (socket.as_path(), "it is a device or a pipe"),
            (Path::new("/dev/null"), "it is a device or a pipe"),
            (folder.0.as_path(), "it is a directory"),
            (missing.as_path(), "No such file"),
            (circle.as_path(), ""),
            (Path::new(""), "it is no name of a file"),
            (Path::new("/"), "it is a directory"),
        ];
        for (path, reason) in cases {
            for error in [check(path), replace(path, |out| out.write_all(b"text"))] {
                let error = error.unwrap_err().to_string();
                assert!(error.starts_with(reason), "{path:?}: {error}");
            }
        }
        assert_eq!(folder.names(), ["circle", "round", "socket"]);
    }

    #[test]
    fn threads_that_replace_a_file_do_not_meet() {
        const LENGTH: usize = 1 << 16;
        let folder = Folder::new("threads");
        let file = folder.0.join("file");
        fs::write(&file, vec![0; LENGTH]).unwrap();
        std::thread::scope(|scope| {
            for number in 1..=2 {
                let file = &file;
                scope.spawn(move || {
                    for _ in 0..20 {
                        check(file).unwrap();
                        replace(file, |out| out.write_all(&vec![number; LENGTH])).unwrap();
                        let found = fs::read(file).unwrap();
                        assert!(found.len() == LENGTH && found.iter().all(|byte| *byte == found[0]));
                    }
                });
            }
        });
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn a_file_that_is_not_written_stays_as_it_was() {
        let folder = Folder::new("stays");
        let file = folder.0.join("file");
        fs::write(&file, "old").unwrap();
        let error = replace(&file, |out| out.write_all(b"new").and(Err(ErrorKind::StorageFull.into())));
        assert_eq!(error.unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(folder.names(), ["file"]);
    }
}
