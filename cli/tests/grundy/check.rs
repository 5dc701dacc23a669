//! `grundy check`, and certificates of the other commands.

use std::fs;
use std::process::{Command, Output};

use crate::programs::{Folder, GRUNDY, Tool, text};

const PROGRAM: Tool = Tool("check");

/// The commands that write certificates, with the claim of each.
const WRITERS: [(&str, &[&str], &str); 13] = [
    ("solve", &["kayles", "5,6,3,2"], "the Grundy value of kayles 5,6,3,2 is *6"),
    ("solve", &["chomp", "4x5", "--misere"], "chomp 5,5,5,5 is N in misère play"),
    ("solve", &["sum", "kayles:5,6+nim:9"], "the Grundy value of kayles:5,6+nim:9 is *14"),
    ("solve", &["sprouts", "5", "--outcome"], "sprouts 0*5 is N in normal play"),
    ("solve", &["sprouts", "6", "--misere", "--outcome"], "sprouts 0*6 is N in misère play"),
    // In these sums forms are added in an order that matters.
    ("solve", &["grundys-game", "14,13,9", "--misere"], "grundys-game 14,13,9 is N in misère play"),
    ("solve", &["0.35F", "4,10", "--misere"], "0.35F 4,10 is P in misère play"),
    ("sequence", &["0.77"], "the values of 0.77 have preperiod 71 and period 12"),
    ("quotient", &["0.77"], "the misère quotient of all heaps of 0.77 has order 40"),
    ("quotient", &["notakto", "3x3"], "the misère quotient of all positions from notakto 3x3 has order 18"),
    ("quotient", &["sum", "nim:3+cram:2x3"], "the misère quotient of all positions from nim:3+cram:2x3 has order 6"),
    ("loopy", &["1>0,2>2,2>0"], "these are the values of all vertices of the graph 1>0,2>2,2>0"),
    ("chomp", &["losing", "18"], "beside the empty board, 103 boards of Chomp with at most 18 tiles are losing"),
];

#[test]
fn what_the_commands_write_holds() {
    let folder = Folder::new("certificates");
    for (place, (command, arguments, claim)) in WRITERS.into_iter().enumerate() {
        let file = folder.path(&place.to_string());
        let arguments = [arguments, &["--certificate", &file]].concat();
        let written = Tool(command).run(&arguments);
        assert!(written.status.success(), "{command} {arguments:?}");
        let out = PROGRAM.printed(&[&file]);
        assert!(
            out.starts_with(&format!("claim: {claim}\nfacts: ")) && out.ends_with("\ncertificate: holds\n"),
            "{out}"
        );
        let json = PROGRAM.json(&[&file]);
        assert_eq!((json["claim"].as_str(), json["holds"].as_bool()), (Some(claim), Some(true)));
    }
}

#[test]
fn a_certificate_that_does_not_hold_is_refused_in_one_line() {
    let folder = Folder::new("refused");
    let file = folder.path("certificate");
    Tool("solve").run(&["kayles", "5,6", "--certificate", &file]);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\n4 5\n", "\n5 5\n")).unwrap();
    let error = PROGRAM.is_refused(&[&file]);
    assert!(error.contains("certificate: line 6: "), "{error}");
    fs::write(&file, &text[..text.len() / 2]).unwrap();
    PROGRAM.is_refused(&[&file]);
    PROGRAM.is_refused(&[&folder.path("missing")]);
    PROGRAM.is_refused(&[]);
}

/// The checker that knows no rules.
fn python(arguments: &[&str]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/check_certificate.py");
    Command::new("python3").arg(script).args(arguments).output().unwrap()
}

/// It refuses a certificate in one line.
#[track_caller]
fn python_refuses(arguments: &[&str]) {
    let output = python(arguments);
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{arguments:?}: {error}");
    assert!(error.starts_with("refused: "), "{error}");
}

#[test]
fn the_checker_in_python_accepts_what_the_commands_write() {
    let folder = Folder::new("in-python");
    let (file, options) = (folder.path("certificate"), folder.path("options"));
    for (command, arguments, _) in WRITERS {
        Tool(command).run(&[arguments, &["--certificate", &file]].concat());
        let has_positions = fs::read_to_string(&file).unwrap().contains("\nposition: ");
        let output = if has_positions {
            PROGRAM.printed(&[&file, "--export-options", &options]);
            python(&[&file, &options])
        } else {
            python(&[&file])
        };
        assert!(text(&output.stdout).contains("\ncertificate: holds, "), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// Two heaps of 3 in misère play, by hand: facts of all five kinds.
const HEAPS: &str = "grundy certificate 1 misere\ngame: nim\nposition: 3,3\nanswer: P\n\n\
    form 0\nform 0 1\nsum 1 1 0\ncomponent 3\nequal 1 1\nequal 2 2\nlost 0 0\nlost *2 *2\nfacts: 8\n";

/// A graph with a cycle, by hand.
const GRAPH: &str = "grundy certificate 1 loopy\ngraph: 0>1,1>0,1>2\n\n0 0 1\n1 1 2\n2 0 0\nfacts: 3\n";

/// A command that writes a certificate, or its text; facts of it, and what they are changed to.
type Changed = (&'static [&'static str], &'static [[&'static str; 2]]);

/// Certificates of each kind. A change that makes two facts of one is that of their number, too.
const CHANGED: [Changed; 10] = [
    (&["solve", "kayles", "5,6"], &[["4 5", "5 5"]]),
    (&["solve", "chomp", "4x4", "--outcome"], &[["1 4,1,1", "2 4,1,1"], ["1 2", "0 2"]]),
    (
        &[HEAPS],
        &[
            ["form 0 1", "form 1"],
            ["form 0 1", "form 0  1"],
            ["sum 1 1 0", "sum 1 1 2"],
            ["component 3", "equal 2 3"],
            ["equal 2 2", "equal 1 2"],
            ["lost 0 0", "lost 0 *1"],
            ["lost *2 *2", "lost *2 *1"],
            ["facts: 8", "lost 0 0\nfacts: 9"],
            // The same sum, since two forms 1 are nothing.
            ["facts: 8", "lost 0 0 *1 *1\nfacts: 9"],
        ],
    ),
    (&["sequence", "0.77"], &[["5 4", "5 3"], ["5 4", "5 4 1"]]),
    (&["quotient", "0.77"], &[["0", "1"]]),
    (
        &["quotient", "0.[3]", "--heaps", "4"],
        &[["3 2 5 4 3 2", "3 2 5 4 3 3"], ["3 2 5 4 3 2", "3 2 5 4 3 2 "], ["3", "2"]],
    ),
    (&["quotient", "notakto", "2x2"], &[["1 0", "1 1"], ["1 xx/x.", "0 xx/x."]]),
    (&[GRAPH], &[["1 1 2", "1 2 2"], ["1 1 2", "1 inf"], ["0 0 1", "0 0 0"]]),
    // One vertex without a label, beside one that is said to have no number because of it.
    (&["grundy certificate 1 loopy\ngraph: 1>0\n\n0 0 0\n1 1 1\nfacts: 2\n"], &[["0 0 0\n1 1 1", "0\n1 inf"]]),
    (&["chomp", "losing", "18"], &[["2,1", "2,2"]]),
];

#[test]
fn both_checkers_refuse_a_changed_fact() {
    let folder = Folder::new("changed");
    let (file, options) = (folder.path("certificate"), folder.path("options"));
    for (source, changes) in CHANGED {
        match source {
            [text] => fs::write(&file, text).unwrap(),
            _ => drop(GRUNDY.run(&[source, &["--certificate", &file]].concat())),
        }
        let text = fs::read_to_string(&file).unwrap();
        let mut files = vec![file.as_str()];
        if text.contains("\nposition: ") {
            PROGRAM.printed(&[&file, "--export-options", &options]);
            files.push(&options);
        }
        assert!(python(&files).status.success(), "{source:?}");
        for [fact, other] in changes {
            let wrong = text.replacen(&format!("\n{fact}\n"), &format!("\n{other}\n"), 1);
            assert_ne!(wrong, text, "{fact}");
            fs::write(&file, wrong).unwrap();
            PROGRAM.is_refused(&[&file]);
            python_refuses(&files);
        }
    }
}

/// In normal play coins are the sum of their heads, and so their table of options says. In misère play they are not: this row is lost, where the heaps 2 and 3
/// are won.
#[test]
fn options_of_normal_play_prove_nothing_about_misere_play() {
    let folder = Folder::new("other-play");
    let [file, options, forged] = ["certificate", "options", "forged"].map(|name| folder.path(name));
    let coins = ["turning:1-2", "THH"];
    Tool("solve").run(&[&coins[..], &["--certificate", &file]].concat());
    PROGRAM.printed(&[&file, "--export-options", &options]);
    assert!(python(&[&file, &options]).status.success());
    Tool("solve").run(&["nim", "2,3", "--misere", "--certificate", &file]);
    let heaps = fs::read_to_string(&file).unwrap();
    fs::write(&forged, heaps.replace("game: nim", "game: turning:1-2")).unwrap();
    python_refuses(&[&forged, &options]);
    assert!(PROGRAM.is_refused(&[&forged]).contains("misère play"));
}

/// Values that repeat do so with a larger preperiod and with twice the period too: of 0.1 they are 0 1 0 0 .., of 0.33 they are 0 1 2 0 1 2 ..
#[test]
fn both_checkers_refuse_a_period_that_is_not_the_least() {
    let folder = Folder::new("least");
    let file = folder.path("certificate");
    for (code, least, others) in [
        ("0.1", ([2, 1], &[0, 1, 0][..]), [([3, 1], &[0, 1, 0, 0][..]), ([2, 2], &[0, 1, 0, 0])]),
        ("0.33", ([0, 3], &[0, 1, 2]), [([1, 3], &[0, 1, 2, 0]), ([0, 6], &[0, 1, 2, 0, 1, 2])]),
    ] {
        let write = |([preperiod, period], values): ([u32; 2], &[u32])| {
            let head = format!("grundy certificate 1 period\ncode: {code}\npreperiod: {preperiod}\nperiod: {period}\n");
            let facts = values.iter().enumerate().map(|(heap, value)| format!("{heap} {value}\n"));
            let facts = facts.collect::<Vec<_>>().concat();
            fs::write(&file, format!("{head}\n{facts}facts: {}\n", values.len())).unwrap();
        };
        write(least);
        PROGRAM.printed(&[&file]);
        assert!(python(&[&file]).status.success(), "{code}");
        for other in others {
            write(other);
            assert!(PROGRAM.is_refused(&[&file]).contains("is not the least"), "{code}");
            python_refuses(&[&file]);
        }
    }
}

/// Of 2 MB, written as it is made.
#[test]
fn a_table_of_options_may_be_larger_than_the_memory() {
    let folder = Folder::new("bytes");
    let [file, options] = ["certificate", "options"].map(|name| folder.path(name));
    Tool("solve").run(&["nim", "1000", "--certificate", &file]);
    let (out, error) = PROGRAM.is_stopped(&[&file, "--export-options", &options, "--memory", "100K"]);
    assert!(error.contains("limit of 102400 bytes") && folder.files() == ["certificate"], "{out}{error}");
    PROGRAM.printed(&[&file, "--export-options", &options, "--memory", "300K"]);
    assert!(fs::metadata(&options).unwrap().len() > 1 << 20);
}

/// Of heaps of a code, of vertices and of boards.
#[test]
fn options_are_exported_of_positions_only() {
    let folder = Folder::new("positionless");
    let [file, options] = ["certificate", "options"].map(|name| folder.path(name));
    let all = WRITERS.map(|(command, arguments, _)| (command, arguments));
    let of_none =
        all.into_iter().filter(|(command, words)| *command != "solve" && (words.len() == 1 || *command == "chomp"));
    for (command, arguments) in of_none {
        Tool(command).run(&[arguments, &["--certificate", &file]].concat());
        let error = PROGRAM.is_refused(&[&file, "--export-options", &options]);
        assert!(error.contains("is about no position"), "{command} {arguments:?}: {error}");
        assert_eq!(folder.files(), ["certificate"]);
    }
}

/// They are made in a second reading, for which a pipe is too late by any name.
#[cfg(target_os = "linux")]
#[test]
fn options_are_not_exported_from_a_pipe() {
    use std::io::Write;

    use crate::programs::is_refusal;

    let folder = Folder::new("twice");
    let [file, options] = ["certificate", "options"].map(|name| folder.path(name));
    Tool("solve").run(&["nim", "3,4", "--certificate", &file]);
    for name in ["-", "/dev/stdin", "/dev/null"] {
        let arguments = [name, "--export-options", &options];
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(&fs::read(&file).unwrap()).unwrap();
        drop(writer);
        let output = PROGRAM.command(&arguments).stdin(reader).output().unwrap();
        let error = is_refusal(&arguments, &output);
        assert!(error.contains("a regular file, no pipe and no device"), "{name}: {error}");
    }
    let mut command = PROGRAM.command(&["/dev/stdin", "--export-options", &options]);
    let output = command.stdin(fs::File::open(&file).unwrap()).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert!(fs::metadata(&options).unwrap().len() > 0);
}

/// Each of a few facts about millions of options.
#[cfg(target_os = "linux")]
#[test]
fn a_check_keeps_to_its_memory() {
    let folder = Folder::new("kept");
    let file = folder.path("certificate");
    let [many, most] = [30_000_000, 100_000_000_000_u64];
    let misere = format!("misere\ngame: nim\nposition: {many}\nanswer: N\n\nform 0\nequal 1 {many}\nfacts: 2\n");
    let value = format!("value\ngame: nim\nposition: {most}\nanswer: 0\n\n0 {most}\nfacts: 1\n");
    for (facts, time, bound) in [(misere, "10m", "limit of 52428800 bytes"), (value, "2s", "time is over")] {
        fs::write(&file, format!("grundy certificate 1 {facts}")).unwrap();
        let output = PROGRAM.with_memory(120 << 10, &[&file, "--memory", "50M", "--time", time]);
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains(bound), "{:?}: {error}", output.status);
    }
}

#[test]
fn the_checker_in_python_refuses_what_is_no_certificate() {
    let folder = Folder::new("not-in-python");
    let (file, options) = (folder.path("certificate"), folder.path("options"));
    Tool("solve").run(&["kayles", "5,6", "--certificate", &file]);
    PROGRAM.printed(&[&file, "--export-options", &options]);
    let value = fs::read_to_string(&file).unwrap();
    let changes = [
        ("certificate 1 value", "certificate 1 valu"),
        ("certificate 1 value", "certificate 1value"),
        ("certificate 1 value", "certificate 1 outcome"),
        ("position: 5,6", "position: 5,5"),
        ("game: kayles", "game: nim"),
        ("game: kayles\n", ""),
        ("answer: 7", "answer: +7"),
        ("facts: 6\n", "facts: 6\n\n"),
    ];
    for (before, after) in changes {
        let wrong = value.replace(before, after);
        assert_ne!(wrong, value);
        fs::write(&file, wrong).unwrap();
        python_refuses(&[&file, &options]);
    }
    Tool("quotient").run(&["0.07", "--heaps", "10", "--certificate", &file]);
    let quotient = fs::read_to_string(&file).unwrap();
    let texts = [
        quotient.replace("period: none", "period: 0 0"),
        "grundy certificate 1 period\ncode: 0.3\npreperiod: 2\nperiod: 0\n\n0 0\n1 1\nfacts: 2\n".to_owned(),
        // The code has no moves, so that all heaps are equal; but 2 of them do not prove it.
        "grundy certificate 1 quotient\ncode: 0.0\nheaps: 2\norder: 1\np-portion: \nperiod: 0 2\n\n0\n0\n0\nfacts: 3\n"
            .to_owned(),
        "grundy certificate 1 chomp-losing\ntiles: 200\n\n1\nfacts: 1\n".to_owned(),
        "grundy certificate 1 chomp-losing\ntiles: -5\n\nfacts: 0\n".to_owned(),
        "grundy certificate 1 loopy\ngraph: 0>200000000\n\n0 0 1\nfacts: 1\n".to_owned(),
        "grundy certificate 1 loopy\ngraph: 0>-1,1\n\n0 0 0\n1 0 0\nfacts: 2\n".to_owned(),
    ];
    for wrong in texts {
        assert_ne!(wrong, quotient);
        fs::write(&file, wrong).unwrap();
        python_refuses(&[&file]);
    }
}
