//! `grundy guess`: rules that fit, as text, as JSON and as programs that give the values again.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::programs::{Folder, Tool, text};

const PROGRAM: Tool = Tool("guess");

/// Kayles, rows of 0 to 20 pins: Winning Ways, ch. 4.
const KAYLES: &str = "0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1";

#[test]
fn rules_are_told_with_what_they_predict() {
    let printed = PROGRAM.printed(&["0,1,2,0,1,2,0,1,2,0"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[..2], ["1. fits heaps 0 to 9: n mod 3", "   next, from heap 10 on: 1 2 0 1 2"]);
    assert_eq!(*lines.last().unwrap(), format!("rules: {}", (lines.len() - 1) / 2));
    let answer = PROGRAM.json(&[KAYLES]);
    assert_eq!(answer["rules"][0]["next"], serde_json::json!([4, 6, 7, 4, 1]));
    assert_eq!(answer["rules"][0]["untested"], 21);
    assert_eq!(PROGRAM.printed(&["3 1 4 1 5 9 2 6"]).lines().last(), Some("rules: 0"));
    assert_eq!(PROGRAM.printed(&["0 1 2", "--b-file"]), "0 0\n1 1\n2 2\n");
}

#[test]
fn tables_come_from_rows_and_from_standard_input() {
    let nim = "0 1 2 3\n1 0 3 2\n2 3 0 1\n3 2 1 0\n";
    let mut child =
        PROGRAM.command(&["-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(nim.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = text(&output.stdout);
    assert!(
        printed.starts_with("1. fits rows 0 to 3 and columns 0 to 3: f(m) xor g(n) with f(n) = n, g(n) = n\n"),
        "{printed}"
    );
    assert_eq!(printed, PROGRAM.printed(&[&nim.trim().replace('\n', ";")]));
    // One value a line is a list.
    let column = PROGRAM.printed(&["0\n1\n2\n0\n1\n2\n0\n1\n2\n0\n1\n2\n"]);
    assert!(column.contains(": n mod 3\n"), "{column}");
    assert_eq!(column, PROGRAM.printed(&["0 1 2 0 1 2 0 1 2 0 1 2"]));
}

#[test]
fn bad_values_are_refused() {
    for (values, part) in [
        ("", "no values"),
        ("1,x", "\"x\" is no value: values are whole numbers from 0 to 18446744073709551615"),
        ("1,-2", "\"-2\""),
        ("1 2;3", "row 1 has 1 values"),
        (",", "there are no values"),
        (",;,", "there are no values"),
        // What is left out would move the values after it.
        ("0,1,,2", "a value is missing in row 0 after 1"),
        ("0,1;,2", "a value is missing in row 1 at the beginning"),
        ("0,1;;1,0", "a value is missing in row 1 at the beginning"),
        ("0,1\n1,0,", "a value is missing in row 1 after 0"),
    ] {
        assert!(PROGRAM.is_refused(&[values]).contains(part), "{values}");
    }
    assert!(PROGRAM.is_refused(&["1,2;2,1", "--b-file"]).contains("of a list"));
}

/// The functions in Python give the values again.
#[test]
fn functions_give_the_values_again() {
    let folder = Folder::new("guess");
    let lists = [
        KAYLES,
        "0,1,2,0,1,2,0,1,2,0",
        "7,0,3,1,1,4,0,3,1,1,4,0,3,1,1,4,0",
        "2,0,3,6,4,7,10,8,11,14,12,15",
        "1,2,1,4,1,2,1,8,1,2,1,4,1,2,1,16",
        "0,1,1,2,1,2,2,3,1,2,2,3,2,3,3,4,1",
    ];
    for list in lists {
        let program = PROGRAM.printed(&[list, "--code", "python"]);
        let file = folder.path("value.py");
        let count = list.split(',').count();
        fs::write(&file, format!("{program}\nprint(*[value(n) for n in range({count})], sep=',')\n")).unwrap();
        let output = Command::new("python3").arg(&file).output().unwrap();
        assert_eq!(text(&output.stdout).trim(), list, "{program}{}", text(&output.stderr));
    }
}
