//! `--memo FILE`: a search that is killed goes on, and what can go wrong with the file is told in one line.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use grundy::chomp::{Board, Chomp, ChompValues};
use grundy::games::Region;
use grundy::{Control, Cram, Nimber, NodeKayles, Notation, Store};
use grundy_store::{Disk, name_by_rules};

use crate::programs::{Folder, Tool, text};

const SOLVE: Tool = Tool("solve");

/// The value of a rectangle of Chomp, from the table of all boards, which is made without any search.
fn chomp(rows: u32, columns: u32) -> String {
    let table = ChompValues::in_box(rows, columns, &mut Control::unlimited()).unwrap();
    let value = table.value(Chomp::poisoned(), &Board::rectangle(rows, columns).unwrap()).unwrap();
    format!("grundy: {}", value.get())
}

fn start(arguments: &[&str]) -> Child {
    SOLVE.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Killed by a signal that no process can catch, again and again, and then left to end.
#[test]
fn a_killed_search_goes_on_where_it_was() {
    let folder = Folder::new("memo-killed");
    let file = folder.path("memo");
    // A search of some seconds, with optimisation and without.
    let (rows, columns, positions) = if cfg!(debug_assertions) { (8, 10, "20000") } else { (12, 12, "200000") };
    let board = format!("{rows}x{columns}");
    let arguments = ["chomp", &board, "--memo", &file, "--memo-positions", positions];
    let begin = Instant::now();
    let (mut kills, mut patience) = (0, Duration::from_millis(30));
    let output = loop {
        let mut child = start(&arguments);
        let born = Instant::now();
        while born.elapsed() < patience && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(10));
        }
        if child.try_wait().unwrap().is_some() {
            break child.wait_with_output().unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // First too early for anything to be durable, then after some seconds of work, and later on a busy machine.
        patience = (patience * 2).min(Duration::from_millis(2500) * (1 + kills / 10));
        assert!(begin.elapsed() < Duration::from_mins(10), "{kills} kills and no end");
    };
    let answer = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(answer.contains(&chomp(rows, columns)), "{answer}");
    assert!(kills >= 4, "{kills}");
    // All values are in the file now: hardly anything is left to be solved.
    let again = SOLVE.printed(&[&arguments[..], &["--limit", "1000"]].concat());
    // The working is by values where these are known at once, and by a theorem where the last run had many to find: that hangs on the machine.
    let closing = |answer: &str| answer.split_once("\ngrundy: ").map(|(_, closing)| closing.to_owned());
    assert_eq!(closing(&again), closing(&answer));
    assert!(again.contains("\nnim-sum ") && closing(&again).is_some(), "{again}");
    assert_eq!(folder.files(), ["memo"]);
}

#[test]
fn an_interrupted_search_is_saved() {
    let folder = Folder::new("memo-bounds");
    let file = folder.path("memo");
    let arguments = ["chomp", "6x7", "--memo", &file];
    let mut runs = 0;
    let answer = loop {
        let output = SOLVE.run(&[&arguments[..], &["--limit", "200"]].concat());
        runs += 1;
        match output.status.code() {
            Some(0) => break text(&output.stdout),
            status => assert_eq!(status, Some(1), "{}", text(&output.stderr)),
        }
    };
    assert_eq!(answer, SOLVE.printed(&["chomp", "6x7"]));
    assert!((3..40).contains(&runs), "{runs} runs for 1716 boards at 200 a run");
}

/// Values of another game under the same name, as after a change of the rules; and a false value by the same rules, to see that it would be taken.
#[test]
fn a_file_by_other_rules_is_refused() {
    let folder = Folder::new("memo-rules");
    let file = folder.path("memo");
    let keep = |name: &str| {
        let _ = fs::remove_file(&file);
        let store = Disk::open(Path::new(&file), name).unwrap();
        store.insert("3x4".to_owned(), Nimber::new(9));
        store.close().unwrap();
    };
    let arguments = ["cram", "3x4", "--memo", &file];
    let example = Region::rectangle(3, 6).unwrap();
    keep(&name_by_rules("cram", &Cram, example.clone()));
    assert!(SOLVE.printed(&arguments).contains("grundy: 9\n"));
    let kayles = NodeKayles::new();
    keep(&name_by_rules("cram", &kayles, kayles.parse("grid:3x6").unwrap()));
    let error = SOLVE.is_refused(&arguments);
    assert!(error.contains("is of the game cram by other rules, not of cram by those of this program"), "{error}");
    keep("cram");
    let error = SOLVE.is_refused(&arguments);
    assert!(error.contains("is of the game cram by rules that it does not tell, not of cram by"), "{error}");
}

/// What a game that is played has solved, `solve` finds in the file: of its first position who wins.
#[test]
fn games_that_are_played_keep_values_too() {
    let folder = Folder::new("memo-played");
    let play = Tool("play");
    for [game, position] in [["chomp", "7x8"], ["sum", "chomp:6x7+cram:3x5"]] {
        let file = folder.path(game);
        let (alone, kept) = ([game, position], [game, position, "--memo", &file]);
        let in_turn = |arguments: &[&str]| play.printed(&[arguments, &["--auto"]].concat());
        assert_eq!(in_turn(&kept), in_turn(&alone));
        let outcome = |arguments: &[&str]| SOLVE.printed(&[arguments, &["--outcome"]].concat());
        assert_eq!(outcome(&[&kept[..], &["--limit", "200"]].concat()), outcome(&alone));
        let error = play.is_refused(&["cram", "3x4", "--auto", "--memo", &file]);
        assert!(error.contains("is of the game"), "{error}");
    }
}

#[test]
fn sums_are_kept_too() {
    let folder = Folder::new("memo-sum");
    let file = folder.path("memo");
    let words = ["sum", "cram:3x5+chomp:4x5+cram:4x4"];
    let answer = SOLVE.printed(&words);
    for limit in ["100000", "10"] {
        assert_eq!(SOLVE.printed(&[&words[..], &["--memo", &file, "--limit", limit]].concat()), answer);
    }
    let error = SOLVE.is_refused(&["cram", "3x5", "--memo", &file]);
    assert!(error.contains(" is of the game sum cram + chomp, not of cram"), "{error}");
}

#[test]
fn a_file_that_does_not_fit_is_refused_and_untouched() {
    let folder = Folder::new("memo-wrong");
    let file = folder.path("memo");
    SOLVE.printed(&["cram", "3x4", "--memo", &file]);
    let before = fs::read(&file).unwrap();
    let error = SOLVE.is_refused(&["chomp", "3x4", "--memo", &file]);
    assert!(error.contains(&format!("the memo {file:?} is of the game cram, not of chomp")), "{error}");
    assert!(fs::read(&file).unwrap() == before);
    fs::write(&file, &before[..before.len() / 2]).unwrap();
    let error = SOLVE.is_refused(&["cram", "3x4", "--memo", &file]);
    assert!(error.contains(&format!("the file {file:?} is no memo, or it is damaged: ")), "{error}");
    assert!(fs::read(&file).unwrap() == before[..before.len() / 2]);
    let error = SOLVE.is_refused(&["cram", "3x4", "--memo", &folder.path("none/memo")]);
    assert!(error.contains("cannot be read or written: "), "{error}");
    SOLVE.is_refused(&["cram", "3x4", "--memo", &file, "--misere"]);
    SOLVE.is_refused(&["cram", "3x4", "--memo-positions", "5"]);
}

/// A file of more than 256 MB is checked while values are read. The test makes one by a hole at the end.
#[cfg(unix)]
#[test]
fn a_large_file_that_is_damaged_is_an_error_in_place_of_an_answer() {
    let folder = Folder::new("memo-damaged");
    let file = folder.path("memo");
    let arguments = ["chomp", "8x9", "--memo", &file];
    let answer = SOLVE.printed(&arguments);
    let before = fs::read(&file).unwrap();
    let mut damaged = 0;
    for part in 1..6 {
        let mut altered = before.clone();
        altered[before.len() / 6 * part] ^= 1;
        fs::write(&file, &altered).unwrap();
        fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(257 << 20).unwrap();
        let output = SOLVE.run(&arguments);
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        if output.status.success() {
            // Space that is not in use.
            assert_eq!(out, answer);
            continue;
        }
        damaged += 1;
        assert!(output.status.code() == Some(1) && error.contains("damaged"), "{error}");
        // The working may be there: each value in it has a checksum of its own.
        assert!(!["grundy: ", "outcome: ", "winning moves: ", "play: "].iter().any(|line| out.contains(line)), "{out}");
        let json = SOLVE.run(&[&arguments[..], &["--json"]].concat());
        assert_eq!((json.status.code(), text(&json.stdout).as_str()), (Some(1), ""));
    }
    assert!(damaged > 0);
}

/// Memory for a twentieth of the 48 619 positions, which are kept in a file.
#[test]
fn a_search_that_memory_stops_goes_on_with_a_file() {
    let folder = Folder::new("memo-memory");
    let bounded = ["chomp", "9x9", "--memory", "256K"];
    // A theorem tells who wins all the same.
    let stopped = SOLVE.printed(&bounded);
    assert!(stopped.contains("\ngrundy: not computed (limit of 262144 bytes reached after "), "{stopped}");
    assert!(stopped.contains("\noutcome: N\n"), "{stopped}");
    let file = folder.path("memo");
    let answer = SOLVE.printed(&[&bounded[..], &["--memo", &file, "--memo-positions", "2000"]].concat());
    assert!(answer.contains(&chomp(9, 9)), "{answer}");
}

/// No empty file is left. The name is told as it was given.
#[cfg(unix)]
#[test]
fn a_memo_that_cannot_be_made_leaves_no_file() {
    let folder = Folder::new("memo-unmade");
    let file = folder.path("./memo");
    let output = SOLVE.with_room(0, &["chomp", "2x3", "--memo", &file]);
    let error = text(&output.stderr);
    assert!(
        error.starts_with(&format!("error: the memo {file:?} cannot be read or written: File too large")),
        "{error}"
    );
    assert!(folder.files().is_empty());
}

/// A limit on the size of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_nothing_is_lost() {
    let folder = Folder::new("memo-full");
    let file = folder.path("memo");
    let arguments = ["chomp", "9x10", "--memo", &file];
    // A part that fits.
    let (_, error) = SOLVE.is_stopped(&[&arguments[..], &["--limit", "20000"]].concat());
    assert!(error.contains("limit of 20000 positions"), "{error}");
    let output = SOLVE.with_room(fs::metadata(&file).unwrap().len() / 512 + 64, &arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.starts_with(&format!("error: the memo {file:?} cannot be read or written: File too large")),
        "{error}"
    );
    // With room again: what was written before is there, so that the rest fits the limit.
    let answer = SOLVE.printed(&[&arguments[..], &["--limit", "73000"]].concat());
    assert!(answer.contains(&chomp(9, 10)), "{answer}");
}
