//! Help and documentation: every command has an example, and every example that is shown runs.

use std::fs;
use std::path::Path;

use crate::console::console;
use crate::programs::{Folder, GRUNDY, Tool, text};

const README: &str = include_str!("../../README.md");
const ROOT_README: &str = include_str!("../../../README.md");

/// The commands of the program, as its help lists them.
fn commands() -> Vec<String> {
    let help = GRUNDY.printed(&["--help"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    list.map(|line| line.split_whitespace().next().unwrap().to_owned()).filter(|name| name != "help").collect()
}

/// The examples at the end of a help text.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
    lines.filter_map(|line| Some(line[line.find("grundy ")?..].to_owned())).collect()
}

/// Runs a command of one line. What would be written to files goes to a folder of the test, and pipes are left out.
#[track_caller]
fn runs(command: &str, folder: &Folder) {
    // Edges of a graph, as in '0>1', have no spaces around the arrow.
    let command = command.split(" | ").next().unwrap().split(" > ").next().unwrap();
    let words: Vec<String> = command
        .split_whitespace()
        .skip(1)
        .map(|word| word.trim_matches('\''))
        .map(|word| {
            let is_file = Path::new(word)
                .extension()
                .is_some_and(|end| ["svg", "chomp", "cert", "memo"].iter().any(|own| end == *own));
            // The examples write one folder too.
            if is_file || word == "atlas" { folder.path(word) } else { word.to_owned() }
        })
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // A game of two players ends with its input.
    let output = GRUNDY.command(&words).stdin(std::process::Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{command}: {}", text(&output.stderr));
    assert!(!output.stdout.is_empty() || command.contains("--out"), "{command}");
}

/// A folder with a certificate, which `grundy check` reads.
fn with_certificate(name: &str) -> Folder {
    let folder = Folder::new(name);
    GRUNDY.printed(&["solve", "kayles", "5,6", "--certificate", &folder.path("rows.cert")]);
    folder
}

/// Examples that take too long without optimization. The program is told to take less.
fn shortened(example: &str) -> String {
    let example = example.replace("chomp losing 93", "chomp losing 30").replace("chomp values 40", "chomp values 20");
    let example = example.replace("--digits 3 --heaps 2^20", "--digits 1 --heaps 100");
    let is_long = example.starts_with("grundy table") && !example.contains("--heaps");
    if is_long { example + " --heaps 100" } else { example }
}

#[test]
fn every_command_has_help_with_an_example_that_runs() {
    let folder = with_certificate("help");
    assert!(commands().len() >= 9, "{:?}", commands());
    for command in commands().iter().map(String::as_str).chain([""]) {
        let help = if command.is_empty() { GRUNDY.printed(&["--help"]) } else { GRUNDY.printed(&[command, "--help"]) };
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{command}: {help}");
        for example in &examples {
            runs(&shortened(example), &folder);
        }
    }
    for picture in ["dot", "wythoff", "chomp-rows", "chomp-moves"] {
        let help = GRUNDY.printed(&["draw", picture, "--help"]);
        assert!(help.lines().last().unwrap().starts_with(&format!("Example: grundy draw {picture} ")), "{help}");
    }
    // A position is drawn without a search, and refuses what would bound one.
    let help = GRUNDY.printed(&["draw", "position", "--help"]);
    for bound in ["--limit", "--memory", "--time", "--threads"] {
        assert!(!help.contains(bound), "{help}");
        GRUNDY.is_refused(&["draw", "position", "nim", "3", bound, "1"]);
        GRUNDY.is_refused(&["draw", bound, "1", "position", "nim", "3"]);
    }
    assert_eq!(GRUNDY.printed(&[]), GRUNDY.printed(&["-h"]));
    GRUNDY.is_refused(&["sing"]);
}

#[test]
fn every_command_of_the_readme_runs() {
    let folder = with_certificate("readme");
    let rows: Vec<&str> =
        ROOT_README.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|row| row.0).collect();
    let rows: Vec<&str> = rows.into_iter().filter(|row| row.starts_with("grundy ")).collect();
    let shown: Vec<&str> = rows.iter().map(|row| row.split(' ').nth(1).unwrap()).collect();
    for command in commands().iter().filter(|name| *name != "completions") {
        assert!(shown.contains(&command.as_str()), "the README does not show `grundy {command}`");
    }
    for row in &rows {
        runs(&shortened(row), &folder);
    }
}

/// A console block of the README of this package: commands, each with what it prints.
#[test]
fn console_blocks_show_what_the_commands_print() {
    let mut shown = 0;
    for (command, expected) in console(README).into_iter().filter(|(_, expected)| !expected.is_empty()) {
        let arguments = command.strip_prefix("grundy ").unwrap_or_else(|| panic!("no test runs `{command}`"));
        let output = GRUNDY.run(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(text(&output.stdout), expected, "{command}");
        shown += 1;
    }
    assert!(shown >= 5);
}

/// The first commands of the README on a fresh account, whose folders are not there.
#[cfg(unix)]
#[test]
fn completions_go_to_a_fresh_account() {
    let home = Folder::new("help-home");
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let commands: Vec<_> = console(README).into_iter().map(|(command, _)| command).collect();
    let last = commands.iter().position(|command| command.starts_with("grundy completions ")).unwrap();
    // The command before them compiles the program.
    for command in &commands[1..=last] {
        let mut shell = std::process::Command::new("sh");
        let done = shell.args(["-c", command]).env("HOME", home.path("")).env("PATH", &path).output().unwrap();
        assert!(done.status.success(), "{command}: {}", text(&done.stderr));
    }
    let made = fs::read_to_string(home.path(".local/share/bash-completion/completions/grundy")).unwrap();
    assert_eq!(made, GRUNDY.printed(&["completions", "bash"]));
    assert!(GRUNDY.printed(&["completions", "--help"]).contains(commands[last - 1]));
}

/// The console blocks of the guide, chapter by chapter in a folder of their own: each command runs, and prints what is shown below it, if anything is.
#[test]
fn console_blocks_of_the_guide_show_what_the_commands_print() {
    let chapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide");
    let mut shown = 0;
    for chapter in fs::read_dir(chapters).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()) {
        let folder = Folder::new("guide");
        for (command, expected) in console(&chapter) {
            // Quotes are for the shell.
            let words: Vec<&str> = command.split(' ').map(|word| word.trim_matches('\'')).collect();
            let printed = match &words[..] {
                ["cat", file] => fs::read_to_string(folder.path(file)).unwrap(),
                ["grundy", arguments @ ..] => {
                    let output = GRUNDY.command(arguments).current_dir(folder.path("")).output().unwrap();
                    assert!(output.status.success(), "{command}: {}", text(&output.stderr));
                    text(&output.stdout)
                }
                // The tests of the library run examples.
                ["cargo", "run", "--example", ..] => continue,
                _ => panic!("no test runs `{command}`"),
            };
            if !expected.is_empty() {
                assert_eq!(printed.trim_end(), expected.trim_end(), "{command}");
                shown += 1;
            }
        }
    }
    assert!(shown >= 5, "{shown} outputs");
}

/// The tables of the README name every field that is printed, and no other.
#[test]
fn every_field_of_json_is_documented() {
    let cases: [(&str, &[&str]); 10] = [
        ("solve", &["kayles", "5,6"]),
        ("work", &["kayles", "5,6", "--store", "redis://127.0.0.1:1"]),
        ("sequence", &["0.77", "--heaps", "200", "--values"]),
        ("quotient", &["0.77"]),
        ("loopy", &["0>1,1>0,1>2", "0"]),
        ("table", &["--digits", "1"]),
        ("chomp", &["values", "10"]),
        ("play", &["nim", "3,4,5", "--auto"]),
        ("draw", &["wythoff", "3"]),
        ("games", &[]),
    ];
    for (command, arguments) in cases {
        let section =
            README.split(&format!("\n### {command}\n")).nth(1).unwrap_or_else(|| panic!("no section {command}"));
        let section = section.split("\n#").next().unwrap();
        // The first column names one field or several.
        let rows = section.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
        let mut documented: Vec<&str> = rows.flat_map(|names| names.split('`').skip(1).step_by(2)).collect();
        let json = Tool(command).json(arguments);
        let mut printed: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        if command == "chomp" {
            printed.push("openings"); // in a table of openings
        }
        documented.sort_unstable();
        printed.sort_unstable();
        assert_eq!(documented, printed, "{command}");
    }
}
