//! `--nimbers FILE`: values in a text file, and what can be wrong with its lines.

#[cfg(unix)]
use std::collections::HashSet;
use std::fs::{self, File};
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use grundy::games::Sprouts;
use grundy::{Method, Nimber, Notation, Solver};

use crate::programs::{Folder, Tool, text};

const SOLVE: Tool = Tool("solve");

/// The positions of the file and their nimbers.
fn lines(file: &str) -> Vec<(String, u64)> {
    let text = fs::read_to_string(file).unwrap();
    let (head, lines) = text.split_once('\n').unwrap();
    assert_eq!(head, "[Positions+Nimber]");
    let split =
        |line: &str| line.rsplit_once(' ').map(|(position, nimber)| (position.to_owned(), nimber.parse().unwrap()));
    lines.lines().map(|line| split(line).unwrap()).collect()
}

#[test]
fn values_are_kept_and_read() {
    let folder = Folder::new("nimbers-kept");
    let file = folder.path("sprouts.spr");
    let arguments = ["sprouts", "4", "--nimbers", &file];
    let answer = SOLVE.printed(&arguments);
    assert_eq!(answer, SOLVE.printed(&arguments[..2]));
    let kept = lines(&file);
    assert!(kept.contains(&("0*4".to_owned(), 1)), "{kept:?}");
    let mut solver = Solver::new(Sprouts).by(Method::Values);
    for (position, nimber) in &kept {
        // A boundary by itself is written without a mark.
        let land = Sprouts.parse(&format!("{position}.")).unwrap();
        assert_eq!(solver.grundy(land), Ok(Nimber::new(*nimber)), "{position}");
    }
    // The lines that are there stay as they are, and other questions add theirs.
    let before = fs::read(&file).unwrap();
    // Another winning move may be found first.
    assert!(SOLVE.printed(&arguments).contains("grundy: 1\noutcome: N\nwinning moves: 2\n"));
    SOLVE.printed(&["sprouts", "5", "--outcome", "--nimbers", &file]);
    assert!(fs::read(&file).unwrap().starts_with(&before));
    assert!(lines(&file).len() > kept.len());
    assert_eq!(folder.files(), ["sprouts.spr"]);
}

#[cfg(unix)]
#[test]
fn an_answer_is_printed_although_its_values_find_no_room() {
    let folder = Folder::new("nimbers-full");
    let file = folder.path("file");
    let arguments = ["cram", "4x5", "--nimbers", &file];
    let output = SOLVE.with_room(1, &arguments);
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
    assert!(error.contains("cannot be written: File too large"), "{error}");
    assert_eq!(text(&output.stdout), SOLVE.printed(&arguments[..2]));
    assert!(!folder.files().contains(&"file".to_owned()), "half a file");
}

/// GLOP 1.0 ends regions with `}`, lands with `]` and the position with `!`. A boundary by itself is no number of spots.
#[test]
fn files_of_other_programs_are_read() {
    let folder = Folder::new("nimbers-others");
    let file = folder.path("glop");
    for text in ["[Positions+Nimber]\n0*3 1\n12 0\n1AB|AB 3\n! 0\n", "0.0.0.}]! 1\r\n12.}]! 0\r\n\r\n1AB.}AB.}]! 3\r\n"]
    {
        for (other_name, nimber) in [("21", 0), ("BA1|AB", 3), ("0*3", 1)] {
            fs::write(&file, format!("{text}{other_name} 5\n")).unwrap();
            let error = SOLVE.is_refused(&["sprouts", "3", "--nimbers", &file]);
            assert!(error.contains(&format!("an earlier line has the nimber {nimber} for this position")), "{error}");
        }
        fs::write(&file, text).unwrap();
        assert!(SOLVE.printed(&["sprouts", "3", "--nimbers", &file]).contains("grundy: 1\noutcome: N\n"));
        assert!(fs::read_to_string(&file).unwrap().starts_with(text));
    }
}

#[test]
fn any_game_has_such_a_file() {
    let folder = Folder::new("nimbers-cram");
    let file = folder.path("cram");
    // The board lies on its side.
    fs::write(&file, "6x3 4\n").unwrap();
    assert!(SOLVE.printed(&["cram", "3x6", "--nimbers", &file, "--limit", "1", "--outcome"]).contains("outcome: N"));
    let error = SOLVE.is_refused(&["sum", "cram:3x5+chomp:4x5", "--nimbers", &file]);
    assert!(error.contains("--nimbers keeps the values of one game, not of a sum"), "{error}");
    SOLVE.is_refused(&["cram", "3x5", "--nimbers", &file, "--misere"]);
    SOLVE.is_refused(&["cram", "3x5", "--nimbers", &file, "--memo", &file]);
}

/// What the lock is on, as the program makes it.
#[test]
fn a_file_that_another_process_writes_is_waited_for() {
    let folder = Folder::new("nimbers-waits");
    let (file, lock) = (folder.path("cram"), folder.path("cram.lock"));
    let locked = File::create(&lock).unwrap();
    locked.lock().unwrap();
    let mut waits = SOLVE.command(&["cram", "3x4", "--nimbers", &file]).stdout(Stdio::null()).spawn().unwrap();
    // It has nothing else to do meanwhile.
    thread::sleep(Duration::from_millis(300));
    assert!(waits.try_wait().unwrap().is_none());
    fs::write(&file, "3x6 4\n").unwrap();
    drop(locked);
    assert!(waits.wait().unwrap().success());
    // The line is there with those of the program, which has removed the lock that nobody holds.
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept.starts_with("3x6 4\n") && kept.lines().count() > 1, "{kept}");
    assert_eq!(folder.files(), ["cram"]);
}

/// The file is long, so that all of them are still reading it at the end when the first one writes.
#[test]
fn programs_at_once_lose_no_lines() {
    let folder = Folder::new("nimbers-at-once");
    let file = folder.path("sprouts");
    let long = format!("[Positions+Nimber]\n{}", "0*2 0\n".repeat(10_000));
    fs::write(&file, &long).unwrap();
    let started = ["3", "4", "5"]
        .map(|spots| SOLVE.command(&["sprouts", spots, "--nimbers", &file]).stdout(Stdio::null()).spawn().unwrap());
    for mut program in started {
        assert!(program.wait().unwrap().success());
    }
    assert!(fs::read_to_string(&file).unwrap().starts_with(&long));
    let mut added = lines(&file).split_off(10_000);
    let count = added.len();
    // All three have the value 1, as published.
    for spots in ["0*3", "0*4", "0*5"] {
        assert!(added.contains(&(spots.to_owned(), 1)), "{spots}: {added:?}");
    }
    added.sort_unstable();
    added.dedup();
    assert_eq!(added.len(), count, "no line is added twice");
    assert_eq!(folder.files(), ["sprouts"]);
}

/// Nim is solved by its theorem.
#[test]
fn a_file_that_is_not_made_is_told() {
    let folder = Folder::new("nimbers-none");
    let file = folder.path("none");
    for heaps in ["3,4", "5"] {
        let output = SOLVE.run(&["nim", heaps, "--nimbers", &file]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{error}");
        assert!(text(&output.stdout).contains("\noutcome: N\n") && error.lines().count() == 1, "{error}");
        assert!(error.starts_with(&format!("note: the file {file:?} is not made: ")), "{error}");
    }
    assert!(folder.files().is_empty());
}

/// What the file has when a search is stopped, if another program has written these lines to it meanwhile; and what is told.
#[cfg(unix)]
fn written_meanwhile(folder: &Folder, lines: &[u8]) -> (Vec<u8>, String) {
    let file = folder.path("file");
    let mut child = SOLVE.command(&["cram", "3x14+3x7", "--nimbers", &file]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // By then the file was read, and the value of 3x7 is found. That of 3x14 takes many times as long.
    let mut printed = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut printed).unwrap();
    fs::write(&file, lines).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    out.read_to_string(&mut printed).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(1), "{}", text(&ended.stderr));
    let kept = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    (kept, text(&ended.stderr))
}

/// What another program has left half written, or other values, must not cost what was found.
#[cfg(unix)]
#[test]
fn values_are_added_to_lines_that_are_wrong() {
    let folder = Folder::new("nimbers-meanwhile");
    let odd = b"[Positions+Nimber]\n1x2 1\n1x\xff 1\n2x1 2\n1x5";
    let (kept, error) = written_meanwhile(&folder, odd);
    let told = format!("error: the file {:?}, line 3: ", folder.path("file"));
    assert!(error.lines().last().unwrap().starts_with(&told), "{error}");
    let found = kept.strip_prefix(odd).unwrap().strip_prefix(b"\n").unwrap();
    let found = String::from_utf8(found.to_vec()).unwrap();
    assert!(
        error.ends_with(&format!(" the {} values that contradict none are added\n", found.lines().count())),
        "{error}"
    );
    let found: Vec<(&str, u64)> = found
        .lines()
        .map(|line| line.rsplit_once(' ').unwrap())
        .map(|(name, nimber)| (name, nimber.parse().unwrap()))
        .collect();
    assert!(found.len() > 20, "{found:?}");
    // Other nimbers for every other value: one of the two is wrong. Of the other values most are found again before the signal stops the search.
    let wrong: Vec<_> = found.iter().step_by(2).collect();
    let lines: Vec<String> = wrong.iter().map(|(name, nimber)| format!("{name} {}\n", nimber + 1)).collect();
    let lines = lines.concat();
    let (kept, error) = written_meanwhile(&folder, lines.as_bytes());
    let is_told = |(name, nimber): &&(&str, u64)| {
        error.contains(&format!("error: the nimber of {name} is {nimber}, and the file "))
    };
    assert!(wrong.iter().any(is_told), "{error}");
    let kept = String::from_utf8(kept).unwrap();
    assert!(kept.strip_prefix(&lines).unwrap().lines().count() > 20, "{kept}");
    let names: HashSet<&str> = kept.lines().map(|line| line.rsplit_once(' ').unwrap().0).collect();
    assert_eq!(names.len(), kept.lines().count());
}

#[test]
fn a_bad_line_is_told_and_nothing_is_lost() {
    let folder = Folder::new("nimbers-bad");
    let file = folder.path("bad");
    for (text, error) in [
        ("0*3 1\n0*2.AB|AC 2\n", "line 2: `0*2.AB|AC 2`, character 6: the letter B must stand twice"),
        ("0*3 1\n\n0*2.x?|AB 2\n", "line 3: `0*2.x?|AB 2`, character 6: a spot is 0, 1, 2 or a letter, not `?`"),
        ("0*3\n", "line 1: `0*3`, character 4: a line is a position, a space, and its nimber"),
        ("0*3 one\n", "line 1: `0*3 one`, character 5: a line is a position, a space, and its nimber"),
        ("0*3 -1\n", "line 1: `0*3 -1`, character 5: "),
        ("! 1\n", "line 1: `! 1`, character 3: a position without moves has the nimber 0"),
        ("2AB|AB 2\n0*3 1\nBA|BA2 1\n", "line 3: `BA|BA2 1`, character 8: an earlier line has the nimber 2"),
        ("1n(27)|n(27 0\n", "line 1: `1n(27)|n(27 0`, character 10: the number of a letter ends with `)`"),
        ("1n(0)|n(0) 0\n", "line 1: `1n(0)|n(0) 0`, character 4: letters are numbered from 1 to 100"),
    ] {
        fs::write(&file, text).unwrap();
        let told = SOLVE.is_refused(&["sprouts", "3", "--nimbers", &file]);
        assert!(told.contains(&format!("the file {file:?}, {error}")), "{told}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fs::write(&file, [b'0', 0xff, b' ', b'1']).unwrap();
    let told = SOLVE.is_refused(&["sprouts", "3", "--nimbers", &file]);
    assert!(told.contains("cannot be read"), "{told}");
    assert_eq!(folder.files(), ["bad"]);
}
