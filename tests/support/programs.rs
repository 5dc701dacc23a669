//! The examples as programs.

use std::path::PathBuf;
use std::process::{Command, Output};

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
