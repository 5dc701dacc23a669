//! `grundy sequence`: the lines for programs, the files, and what bad input gets.

use std::fs;
use std::process::Stdio;

use crate::programs::{Folder, Tool, text};

const PROGRAM: Tool = Tool("sequence");

/// The lines on standard output. On standard error is the time, and no progress bar.
#[track_caller]
fn answer(arguments: &[&str]) -> Vec<String> {
    lines_of(PROGRAM, arguments)
}

#[track_caller]
pub(crate) fn lines_of(program: Tool, arguments: &[&str]) -> Vec<String> {
    let output = program.run(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    assert!(error.starts_with("time: ") && error.lines().count() == 1, "{arguments:?}: {error}");
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[track_caller]
fn is_refused(arguments: &[&str]) -> String {
    PROGRAM.is_refused(arguments)
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

#[test]
fn a_code_that_cannot_be_streamed_is_bad_input() {
    for (code, told) in [("4.[3]", "streaming works for finite codes"), ("0.06", "no sparse space")] {
        let error = PROGRAM.is_refused(&[code, "--stream"]);
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_stream_proves_the_same_period_and_goes_on_from_its_checkpoint() {
    let folder = Folder::new("sequence-stream");
    let file = folder.path("checkpoint");
    let plain = answer(&["0.45"]);
    let first = answer(&["0.45", "--stream", "--checkpoint", &file, "--heaps", "530000"]);
    assert_eq!(first[1], "method: stream");
    assert_eq!(first[3], format!("period: none seen in the first {} heaps", &first[2]["heaps: ".len()..]));
    assert_eq!(folder.files(), ["checkpoint"]);
    let saved = fs::read(&file).unwrap();
    assert!(saved.len() < 1 << 20);

    // From heap 2^19 on, what is in the file is computed again, by whoever does which part.
    let heaps = |line: &str| line.strip_prefix("heaps: ").unwrap().parse::<u64>().unwrap();
    let again = |part| answer(&["0.45", "--stream", "--checkpoint", &file, "--recheck", part]);
    let [whole, first, second] = ["1/1", "1/2", "2/2"].map(again);
    assert_eq!(whole[..2], ["code: 0.45", "part: 1/1"]);
    assert!(whole[2].ends_with(", each as in the checkpoint"), "{whole:?}");
    assert_eq!(whole[3], "heaps: 131072");
    assert_eq!(heaps(&whole[3]), heaps(&first[3]) + heaps(&second[3]));
    assert_eq!(is_refused(&["0.45", "--recheck", "1/2"]).lines().count(), 1);

    let ended = answer(&["0.45", "--stream", "--checkpoint", &file]);
    assert_eq!(ended[3..5], plain[3..5], "preperiod and period");
    assert!(ended[5].starts_with("proof: the finite-state machine, heaps 0.."), "{ended:?}");
    assert_eq!(ended[6..], plain[6..], "largest value and rare heaps");

    let refused = is_refused(&["0.77", "--stream", "--checkpoint", &file]);
    assert!(refused.contains("it is of the code 0.45: one of 0.77 was asked for"), "{refused}");
    fs::write(&file, &saved[..saved.len() - 1]).unwrap();
    let refused = is_refused(&["0.45", "--stream", "--checkpoint", &file]);
    assert!(refused.contains(&file) && refused.contains("it has been cut"), "{refused}");
    assert_eq!(fs::read(&file).unwrap(), saved[..saved.len() - 1], "the file is untouched");
}

/// The control counts the heaps of one run.
#[test]
fn a_stream_that_goes_on_tells_one_number_of_heaps() {
    let folder = Folder::new("sequence-heaps");
    let file = folder.path("checkpoint");
    let arguments = ["0.106", "--stream", "--checkpoint", &file];
    let (out, error) = PROGRAM.is_stopped(&[&arguments[..], &["--limit", "530000"]].concat());
    let first = heaps_of(&out);
    let told = format!("limit of 530000 heaps in one run reached; --limit sets another; --checkpoint {file} goes on\n");
    assert_eq!(error, format!("error: {told}"));
    for seconds in ["2", "4", "8", "16", "32", "64"] {
        let (out, error) = PROGRAM.is_stopped(&[&arguments[..], &["--time", seconds]].concat());
        // The first values take their time, too.
        if out.is_empty() {
            continue;
        }
        let heaps = heaps_of(&out);
        assert!(heaps > first, "{out}");
        assert!(error.starts_with(&format!("error: time is over after {heaps} heaps; ")), "{heaps}: {error}");
        return;
    }
    panic!("a minute is not enough");
}

/// The number of heaps that an answer tells.
#[track_caller]
fn heaps_of(out: &str) -> u64 {
    out.lines().find_map(|line| line.strip_prefix("heaps: ")).unwrap().parse().unwrap()
}

#[test]
fn the_list_has_a_line_for_each_heap() {
    let folder = Folder::new("sequence-list");
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
    let folder = Folder::new("sequence-plot");
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
    let folder = Folder::new("sequence-sizes");
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
    let cases: [(&[&str], &str); 14] = [
        (&[], "<CODE>"),
        (&["0.8W"], "`0.8W`, character 4: `W` is no digit"),
        (&["77"], "`77`, character 2: the point stands after the first digit"),
        (&["1.7"], "`1.7`, character 1: a move that takes nothing"),
        (&[""], "a code is missing"),
        (&["0.7\n7"], "character 4"),
        (&["0.77", "0.77"], "unexpected argument"),
        (&["0.77", "--heaps", "0"], "0 is not in 1..="),
        (&["0.77", "--heaps", "1000000000000"], "a sequence in memory has at most 4294967294 heaps"),
        (&["0.77", "--heaps", "10^12"], "a sequence in memory has at most"),
        (&["0.77", "--heaps", "2^64"], "2^64 is too large"),
        (&["0.77", "--heaps", "2^2^2"], "a number is written 1000000, 2^20 or 10^6"),
        (&["0.77", "--heaps", "-1"], "-1"),
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
    let folder = Folder::new("sequence-refused");
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
    for (program, arguments) in [(PROGRAM, &["0.77"][..]), (Tool("table"), &["--digits", "3", "--heaps", "200"])] {
        let mut child = program.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    }
}

/// A stream has no more memory for more heaps.
#[test]
fn a_stream_takes_more_heaps_than_memory() {
    let arguments = ["0.106", "--stream", "--heaps", "2^40", "--limit", "1000000"];
    let (_, error) = PROGRAM.is_stopped(&arguments);
    assert!(error.contains("limit of 1000000 heaps reached"), "{error}");
}
