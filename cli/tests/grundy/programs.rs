//! Commands of the program, and what they print.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs};

/// A command of the program, such as `solve`.
#[derive(Clone, Copy)]
pub(crate) struct Tool(pub(crate) &'static str);

/// The program itself, with all arguments.
pub(crate) const GRUNDY: Tool = Tool("");

impl Tool {
    pub(crate) fn command(self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(Some(self.0).filter(|name| !name.is_empty())).args(arguments);
        command
    }

    pub(crate) fn run(self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The same where no file can have more than this number of blocks of 512 bytes, as if the disk were full.
    #[cfg(unix)]
    pub(crate) fn with_room(self, blocks: u64, arguments: &[&str]) -> Output {
        // The shell leaves the signal ignored, so that writing fails with an error.
        self.limited(&format!("trap '' XFSZ; ulimit -f {blocks}"), arguments)
    }

    /// The same where its memory, without the program itself, has at most this number of kilobytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn with_memory(self, kilobytes: u64, arguments: &[&str]) -> Output {
        self.limited(&format!("ulimit -d {kilobytes}"), arguments)
    }

    /// The same after a command of the shell.
    #[cfg(unix)]
    fn limited(self, limit: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limit}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_grundy")]);
        command.args(Some(self.0).filter(|name| !name.is_empty())).args(arguments).output().unwrap()
    }

    /// What it prints, with nothing but a time, and what happens to a store, on standard error, and status 0.
    #[track_caller]
    pub(crate) fn printed(self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = text(&output.stderr);
        let is_told = |line: &&str| !line.starts_with("time: ") && !line.starts_with("store ");
        let told: Vec<&str> = error.lines().filter(is_told).collect();
        assert_eq!((output.status.code(), &told[..]), (Some(0), &[""; 0][..]), "{arguments:?}");
        text(&output.stdout)
    }

    /// What it prints as JSON, with status 0.
    #[track_caller]
    pub(crate) fn json(self, arguments: &[&str]) -> serde_json::Value {
        let printed = self.printed(&[arguments, &["--json"]].concat());
        assert_eq!(printed.lines().count(), 1, "{printed}");
        serde_json::from_str(&printed).unwrap()
    }

    /// Bad input: exit status 2, one line on standard error, nothing on standard output.
    #[track_caller]
    pub(crate) fn is_refused(self, arguments: &[&str]) -> String {
        is_refusal(arguments, &self.run(arguments))
    }

    /// A bound that is met: exit status 1, one line on standard error. Tells both outputs.
    #[track_caller]
    pub(crate) fn is_stopped(self, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments);
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        let lines = error.lines().filter(|line| !line.starts_with("time: ")).count();
        assert_eq!((output.status.code(), lines), (Some(1), 1), "{arguments:?}: {error}");
        (out, error)
    }
}

/// The program of the example with a game of its own, as `cargo test` has built it. A test by itself does not build it:
/// `cargo build -p grundy-cli --examples` does.
pub(crate) fn own_games(arguments: &[&str]) -> Output {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_grundy"));
    let program = program.with_file_name("examples").join(format!("own_games{}", env::consts::EXE_SUFFIX));
    let output = Command::new(&program).args(arguments).output();
    output.unwrap_or_else(|error| panic!("{}: {error}; `cargo build --examples` builds it", program.display()))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[track_caller]
pub(crate) fn is_refusal(arguments: &[&str], output: &Output) -> String {
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert_eq!((out.as_str(), error.lines().count()), ("", 1), "{arguments:?}: {error}");
    assert!(error.starts_with("error: ") && error.ends_with('\n') && error.len() > 20, "{arguments:?}: {error}");
    error
}

/// A new folder for the files of a test, removed with all that is in it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// The names of the files in it, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
