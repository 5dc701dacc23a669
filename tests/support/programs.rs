//! The examples as programs.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// An example as a program, built when it is first asked for.
pub(crate) struct Example {
    name: &'static str,
    built: OnceLock<PathBuf>,
}

impl Example {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, built: OnceLock::new() }
    }

    pub(crate) fn program(&self) -> &PathBuf {
        self.built.get_or_init(|| example(self.name))
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        Command::new(self.program()).args(arguments).output().unwrap()
    }

    /// What it prints, with nothing on standard error and status 0.
    #[track_caller]
    pub(crate) fn printed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{arguments:?}");
        text(&output.stdout)
    }
}

/// The program of an example, which is built if `cargo test` has not built it or has left an old one.
pub(crate) fn example(name: &str) -> PathBuf {
    // A test is <target>/<profile>/deps/cli-..; examples are in <target>/<profile>/examples.
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().unwrap().parent().unwrap();
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--example", name, "--manifest-path"]);
    build.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    build.arg("--target-dir").arg(profile.parent().unwrap());
    if profile.ends_with("release") {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success());
    profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Bad input: exit status 2, one line on standard error, nothing on standard output.
#[track_caller]
pub(crate) fn is_refusal(arguments: &[&str], output: &Output) -> String {
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert_eq!((out.as_str(), error.lines().count()), ("", 1), "{arguments:?}: {error}");
    assert!(error.starts_with("error: ") && error.ends_with('\n') && error.len() > 20, "{arguments:?}: {error}");
    error
}
