//! The example `octal`, run as a program: what it prints for other programs to read, the files it writes, and what bad input gets.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use support::naive_heaps::take_and_break_values;
use support::programs::{Example, is_refusal, text};

static PROGRAM: Example = Example::new("octal");

/// The lines on standard output. On standard error is the time, and no progress bar.
#[track_caller]
fn answer(arguments: &[&str]) -> Vec<String> {
    let output = PROGRAM.run(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    assert!(error.starts_with("time: ") && error.lines().count() == 1, "{arguments:?}: {error}");
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[track_caller]
fn is_refused(arguments: &[&str]) -> String {
    is_refusal(arguments, &PROGRAM.run(arguments))
}

/// A new folder for the files of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("octal-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// The names of the files in it, in order.
    fn files(&self) -> Vec<String> {
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

#[test]
fn codes_of_every_kind_print_the_lines_for_programs() {
    let cases: [(&[&str], &str, &str); 9] = [
        (
            &["0.77"],
            "preperiod: 71|period: 12|proof: Guy-Smith, heaps 0..167",
            "largest: 8 at 27|rare: 10, last 70, mask f",
        ),
        (&["0.45"], "preperiod: 498|period: 20", "largest: 8 at 37"),
        (&["0.156"], "preperiod: 3479|period: 349", "largest: 23 at 1032"),
        (&["0.0"], "preperiod: 0|period: 1|proof: pigeonhole, heaps 0..2", "largest: 0 at 0"),
        (&["0.[3]"], "preperiod: 0|period: 1|saltus: 1|proof: the tail", "largest: 1023 at 1023"),
        (&["4.[3]", "--heaps", "40"], "saltus: 4|proof: none; seen in the first 40 heaps", "largest: 40 at 39"),
        (
            &["0.3F", "--heaps", "60"],
            "period: 6|saltus: 3|proof: none; seen in the first 60 heaps",
            "largest: 29 at 56",
        ),
        (&["4!.0", "--heaps", "1000"], "period: none seen in the first 1000 heaps", "largest: "),
        (&["0.16", "--heaps", "1"], "heaps: 1|period: none seen in the first 1 heaps", "largest: 0 at 0"),
    ];
    for (arguments, period, rest) in cases {
        let lines = answer(arguments);
        assert_eq!(lines[0], format!("code: {}", arguments[0]));
        assert!(lines[1].starts_with("method: ") && lines[2].starts_with("heaps: "), "{lines:?}");
        for wanted in period.split('|').chain(rest.split('|')) {
            assert!(lines.iter().any(|line| line.starts_with(wanted)), "{arguments:?}: no {wanted} in {lines:?}");
        }
    }
}

/// The table of published periods, as far as it is quick.
#[test]
fn the_published_period_of_the_readme_is_found() {
    let lines = answer(&["0.16"]);
    let expected =
        ["preperiod: 105351", "period: 149459", "proof: Guy-Smith, heaps 0..509621", "largest: 23 at 229790"];
    assert_eq!(lines[3..7], expected);
    assert_eq!(lines[7..], ["rare: 53, last 13935, mask 1e"]);
}

/// Rows of the table have the numbers of the single codes, and every code in standard form has one.
#[test]
fn the_table_has_a_row_for_each_standard_form() {
    let table = answer(&["--all-octal", "2", "--heaps", "2000"]);
    let rows: Vec<Vec<&str>> = table[1..].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 2 * 4 * 8);
    assert!(rows.iter().take(4 * 8).all(|row| row[0].starts_with("0.")));
    assert!(rows.iter().skip(4 * 8).all(|row| row[0].starts_with("4.")));
    assert!(rows.iter().all(|row| ['1', '3', '5', '7'].contains(&row[0].chars().nth(2).unwrap())));
    let row = |code: &str| rows.iter().find(|row| row[0] == code).unwrap();
    assert_eq!(row("0.77"), &["0.77", "71", "12", "8", "at", "27", "10"]);
    assert_eq!(row("0.37")[1..3], ["-", "-"]);
    assert!(table.iter().any(|line| line.ends_with("no period in the first 2000 heaps")));
    // Those that may take nothing, by the oracle: preperiod, period and largest value.
    for (code, digits) in [("4.13", [4, 1, 3]), ("4.72", [4, 7, 2]), ("4.16", [4, 1, 6])] {
        let values = take_and_break_values(&digits.map(|digit| (digit, ' ')), &[], 60);
        let [preperiod, period, largest] = [1, 2, 3].map(|column| row(code)[column].parse::<usize>().unwrap());
        let repeats = |heap: usize| values[heap] == values[heap + period];
        assert!((preperiod..60 - period).all(repeats) && !repeats(preperiod - 1), "{code}");
        assert_eq!(values.iter().max().copied(), Some(largest as u64), "{code}");
    }
    let splits = row("4.13");
    let alone = answer(&["4.13", "--heaps", "2000"]);
    let largest = format!("largest: {}", splits[3..6].join(" "));
    for line in [format!("preperiod: {}", splits[1]), format!("period: {}", splits[2]), largest] {
        assert!(alone.contains(&line), "4.13: {line} is not in {alone:?}");
    }
    assert_eq!(answer(&["--all-octal", "1"]).len(), 1 + 2 * 4);
}

#[test]
fn the_list_has_a_line_for_each_heap() {
    let folder = Folder::new("list");
    let (csv, again) = (folder.path("out.csv"), folder.path("again.csv"));
    let lines = answer(&["0.77", "--heaps", "1000", "--csv", &csv]);
    let list = fs::read_to_string(&csv).unwrap();
    assert!(list.starts_with("heap,value,rare\n0,0,1\n1,1,0\n2,2,0\n3,3,1\n"), "{list}");
    assert_eq!(list.lines().count(), 1001);
    let rare = list.lines().filter(|line| line.ends_with(",1")).count();
    assert!(lines.contains(&format!("rare: {rare}, last 70, mask f")), "{lines:?}");
    // A file that was there is replaced; without a sparse space nothing is said about rare heaps.
    fs::write(&again, "old").unwrap();
    answer(&["0.3", "--heaps", "3", "--csv", &again]);
    assert_eq!(fs::read_to_string(&again).unwrap(), "heap,value,rare\n0,0,\n1,1,\n2,0,\n");
    assert_eq!(folder.files(), ["again.csv", "out.csv"]);
}

#[test]
fn the_plot_shows_values_rare_heaps_and_periods() {
    let folder = Folder::new("plot");
    let plot = folder.path("out.svg");
    answer(&["0.156", "--heaps", "8000", "--plot", &plot]);
    let svg = fs::read_to_string(&plot).unwrap();
    for wanted in ["<svg", "Values of 0.156", "15 rare heaps", "from 3,479", "value", "heap", "same cell of"] {
        assert!(svg.contains(wanted), "no {wanted}");
    }
    assert!(svg.matches("<circle").count() > 5 && svg.ends_with("</svg>\n"));
    assert_eq!(folder.files(), ["out.svg"]);
}

/// However many heaps and values there are, and however few.
#[test]
fn plots_of_every_size_are_small() {
    let folder = Folder::new("sizes");
    let plot = folder.path("out.svg");
    let cases: [(&str, &str); 7] = [
        ("0.16", "1"),
        ("0.0", "2"),
        ("0.[3]", "3"),
        ("0.[3]", "6000"),
        ("0.007", "5000"),
        ("4!.0", "3000"),
        ("0.77", "300000"),
    ];
    for (code, heaps) in cases {
        answer(&[code, "--heaps", heaps, "--plot", &plot]);
        let length = fs::metadata(&plot).unwrap().len();
        assert!((1000..5_000_000).contains(&length), "{code} {heaps}: {length}");
    }
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [(&[&str], &str); 16] = [
        (&[], "<CODE>"),
        (&["0.8W"], "`0.8W`, character 4: `W` is no digit"),
        (&["77"], "`77`, character 2: the point stands after the first digit"),
        (&["1.7"], "`1.7`, character 1: a move that takes nothing"),
        (&[""], "a code is missing"),
        (&["0.7\n7"], "character 4"),
        (&["0.77", "0.77"], "unexpected argument"),
        (&["0.77", "--heaps", "0"], "0 is not in 1..="),
        (&["0.77", "--heaps", "1000000000000"], "1000000000000 is not in 1..="),
        (&["0.77", "--heaps", "10^12"], "invalid digit"),
        (&["0.77", "--heaps", "-1"], "-1"),
        (&["--all-octal", "9"], "9 is not in 1..=3"),
        (&["--all-octal", "0"], "0 is not in 1..=3"),
        (&["0.77", "--all-octal", "2"], "cannot be used with"),
        (&["--all-octal", "2", "--csv", "x"], "cannot be used with"),
        (&["0.77", "--plot"], "a value is required"),
    ];
    for (arguments, reason) in cases {
        let error = is_refused(arguments);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

/// Before anything is computed: these would take long.
#[test]
fn files_that_cannot_be_written_are_named_at_once() {
    let folder = Folder::new("refused");
    let (here, nowhere) = (folder.path(""), folder.path("no/such.file"));
    let one = folder.path("one");
    let cases: [(&[&str], &str); 5] = [
        (&["--plot", &nowhere], &nowhere),
        (&["--csv", &nowhere], &nowhere),
        (&["--csv", &here], "it is a directory"),
        (&["--plot", ""], "a value is required"),
        (&["--csv", &one, "--plot", &one], "name the same file"),
    ];
    for (arguments, reason) in cases {
        let error = is_refused(&[&["0.007", "--heaps", "100000000"], arguments].concat());
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
    assert!(folder.files().is_empty());
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    for arguments in [&["0.77"][..], &["--all-octal", "3", "--heaps", "200"]] {
        let mut child = Command::new(PROGRAM.program())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    }
}
