//! The README cannot rot: what its console blocks show is what the commands print. (Its Rust blocks are doctests.)

use std::env;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");

/// A command of a console block, with what is shown below it.
struct Shown {
    command: &'static str,
    output: String,
}

/// The commands of the console blocks, each on a line that begins with `$ `.
fn shown() -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut in_block = false;
    for line in README.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if let (true, Some(command)) = (in_block, line.strip_prefix("$ ")) {
            shown.push(Shown { command, output: String::new() });
        } else if let (true, Some(last)) = (in_block, shown.last_mut()) {
            last.output += line;
            last.output += "\n";
        }
    }
    shown
}

/// What an example prints, on both outputs: run by cargo, which builds it if that has not been done. It is not built for
/// release, so that the test does not compile everything once more.
fn run(example: &str) -> String {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into()))
        .args(["run", "--quiet", "--offline", "--manifest-path"])
        .arg(manifest)
        .args(["--example"])
        .args(example.split(' '))
        .output()
        .unwrap();
    let [printed, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    printed + &errors
}

/// All lines but those about time, which is not the same twice; and whether there are any of those.
fn without_time(output: &str) -> (Vec<&str>, bool) {
    let (times, lines): (Vec<&str>, Vec<&str>) = output.lines().partition(|line| line.starts_with("time: "));
    (lines, !times.is_empty())
}

#[test]
fn console_blocks_show_what_the_commands_print() {
    let mut examples = 0;
    for Shown { command, output } in shown() {
        match command.strip_prefix("cargo run --release --example ") {
            Some(example) => {
                examples += 1;
                let printed = run(example);
                assert_eq!(
                    without_time(&printed),
                    without_time(&output),
                    "what `{command}` prints is not what the README shows"
                );
            }
            None => assert_eq!(output, "", "no test knows how to check `{command}`"),
        }
    }
    assert!(examples > 0, "the README shows no example");
}
