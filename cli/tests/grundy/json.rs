//! `--json` and the bounds, for all commands alike.

use crate::programs::{Folder, Tool};

#[test]
fn json_of_a_solved_position_has_the_numbers_of_the_text() {
    let json = Tool("solve").json(&["kayles", "xxxxx.xxxxxx.xxx.xx", "--all"]);
    assert_eq!((&json["game"], &json["position"]), (&"kayles".into(), &"xxxxx.xxxxxx.xxx.xx".into()));
    assert_eq!((&json["grundy"], &json["outcome"], &json["misere"]), (&6.into(), &"N".into(), &false.into()));
    assert_eq!((&json["winning_moves"], &json["winning_moves_at_least"]), (&2.into(), &2.into()));
    let values: Vec<_> = json["components"].as_array().unwrap().iter().map(|part| part["value"].as_u64()).collect();
    assert_eq!(values, [4, 3, 3, 2].map(Some));
    let moves = json["play"].as_array().unwrap();
    assert_eq!(moves[0]["text"], "row 1: pin 2");
    assert_eq!(
        moves[1],
        serde_json::json!({ "component": 1, "text": "row 1: pin 4", "leaves": "xxx.x.xxxxxx.xxx.xx" })
    );
    assert!(json["best"].is_null() && moves.len() == 2);
    let lost = Tool("solve").json(&["nim", "3,3", "--misere"]);
    assert_eq!((&lost["outcome"], &lost["winning_moves"], &lost["misere"]), (&"P".into(), &0.into(), &true.into()));
    assert_eq!(lost["best"], serde_json::json!({ "component": 1, "text": "heap 1: take 1", "leaves": "2,3" }));
    let working = Tool("solve").printed(&["nim", "3,3", "--misere"]);
    assert!(working.starts_with(lost["working"].as_str().unwrap()), "{working}");
}

#[test]
fn a_position_without_moves_has_no_winning_move() {
    for more in [&[][..], &["--outcome"], &["--misere"], &["--misere", "--outcome"]] {
        let json = Tool("solve").json(&[&["nim", "0"], more].concat());
        assert_eq!(json["winning_moves_at_least"], 0, "{more:?}");
    }
}

/// Whatever a bound cuts: no move of a lost position wins.
#[test]
fn a_lost_position_has_no_winning_move_under_a_bound() {
    for time in ["0", "0.0001", "0.0003", "0.001", "0.01"] {
        let position = "2-0,3-4,1-0,3-2,3-1,2-1,4-1@1";
        let run = Tool("solve").run(&["geography", position, "--json", "--time", time]);
        let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap_or_default();
        if json["outcome"] == "P" {
            assert_eq!((&json["winning_moves"], &json["winning_moves_at_least"]), (&0.into(), &0.into()), "{time}");
        }
    }
}

/// The exit status stays where standard error cannot be written.
#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_error_is_no_panic() {
    for (arguments, status) in [
        (&["solve", "nimx", "3"][..], 2),
        (&["--badopt"], 2),
        (&["solve", "cram", "7x7", "--limit", "10^1"], 1),
        (&["sequence", "0.77", "--heaps", "1000"], 0),
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended =
            crate::programs::GRUNDY.command(arguments).stderr(full).stdout(std::process::Stdio::null()).status();
        assert_eq!(ended.unwrap().code(), Some(status), "{arguments:?}");
    }
}

/// Help that cannot be written is no success.
#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_no_success() {
    for arguments in [&["--help"][..], &["--version"], &["solve", "--help"], &["solve", "nim", "3"], &["games"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended = crate::programs::GRUNDY.command(arguments).stdout(full).output().unwrap();
        let error = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}");
        assert!(error.starts_with("error: the answer cannot be written: "), "{arguments:?}: {error}");
    }
}

#[test]
fn json_of_a_sequence_has_the_numbers_of_the_text() {
    let json = Tool("sequence").json(&["0.77", "--heaps", "1000", "--values"]);
    assert_eq!((&json["preperiod"], &json["period"], &json["saltus"]), (&71.into(), &12.into(), &0.into()));
    assert_eq!(json["proof"], serde_json::json!({ "theorem": "Guy-Smith", "heaps": 167 }));
    assert_eq!(json["rare"], serde_json::json!({ "count": 10, "last": 70, "mask": 15, "parity": false }));
    let values: Vec<u64> = json["values"].as_array().unwrap().iter().filter_map(serde_json::Value::as_u64).collect();
    assert_eq!((values.len(), &values[..6]), (1000, &[0, 1, 2, 3, 1, 4][..]));
    let text = Tool("sequence").run(&["0.77", "--heaps", "6", "--values"]);
    assert!(crate::programs::text(&text.stdout).ends_with("values: 0,1,2,3,1,4\n"));
}

#[test]
fn what_is_refused_prints_no_json() {
    for (program, arguments) in [
        ("solve", &["nim", "3,x"][..]),
        ("sequence", &["0.8W"]),
        ("quotient", &["0.8W"]),
        ("draw", &["dot", "nim", "x"]),
    ] {
        Tool(program).is_refused(&[arguments, &["--json"]].concat());
    }
}

#[test]
fn every_bound_stops_with_the_option_that_sets_it() {
    // No theorem tells who wins, and no short search.
    let solve = ["chomp", "12,11,11,10,9,9,8,7,7,6"];
    for (bound, told, advice) in [
        (["--limit", "1000"], "limit of 1000 positions reached; --limit sets another", ""),
        (
            ["--memory", "64K"],
            "limit of 65536 bytes reached after ",
            ", and --memo FILE keeps values in a file instead",
        ),
        (["--time", "0.05"], "time is over after ", ""),
    ] {
        let (out, error) = Tool("solve").is_stopped(&[&solve[..], &bound].concat());
        assert!(out.is_empty() && error.starts_with(&format!("error: {told}")), "{error}");
        assert!(error.ends_with(&format!("; {} sets another{advice}\n", bound[0])), "{error}");
    }
}

/// Where theorems tell every value, no search counts anything.
#[test]
fn a_certificate_keeps_within_the_bounds() {
    let folder = Folder::new("bounds-certificate");
    let file = folder.path("certificate");
    for (question, bound, told) in [
        ("nim 100000000000", ["--limit", "1000"], "has at least 100000000000"),
        ("kayles 100000000000", ["--limit", "1000"], "has at least "),
        ("nim 3000", ["--limit", "1000"], "limit of 1000 facts reached"),
        ("subtract:1,2 100000000000", ["--limit", "1000"], "limit of 1000 facts reached"),
        ("nim 1000000", ["--memory", "1M"], "limit of 1048576 bytes reached"),
        ("silver-dollar {50000}", ["--time", "0.2"], "time is over"),
        ("nim 4000000,1", ["--time", "0.2"], "time is over"),
    ] {
        let question: Vec<&str> = question.split(' ').collect();
        let (_, error) = Tool("solve").is_stopped(&[&question[..], &bound, &["--certificate", &file]].concat());
        assert!(error.contains(told), "{question:?} {bound:?}: {error}");
        assert_eq!(folder.files(), [""; 0], "{question:?}");
    }
}

#[test]
fn bounds_are_read_strictly() {
    for bad in [
        ["--memory", "5X"],
        ["--memory", "-1"],
        ["--memory", "M"],
        ["--memory", "99999999999G"],
        ["--time", "soon"],
        ["--time", "-1"],
        ["--time", "1e999"],
        ["--time", "nan"],
        ["--threads", "0"],
        ["--threads", "x"],
        ["--limit", "1e3"],
    ] {
        Tool("solve").is_refused(&[&["nim", "3"], &bad[..]].concat());
    }
    let answer = Tool("solve").printed(&["nim", "3"]);
    for good in [["--memory", "1g"], ["--memory", "5000000"], ["--time", "0.5"], ["--threads", "1"]] {
        assert_eq!(Tool("solve").printed(&[&["nim", "3"], &good[..]].concat()), answer);
    }
}
