//! `grundy check`, and certificates of the other commands.

use std::fs;

use crate::programs::{Folder, Tool};

const PROGRAM: Tool = Tool("check");

/// The commands that write certificates, with the claim of each.
const WRITERS: [(&str, &[&str], &str); 10] = [
    ("solve", &["kayles", "5,6,3,2"], "the Grundy value of kayles 5,6,3,2 is *6"),
    ("solve", &["chomp", "4x5", "--misere"], "chomp 5,5,5,5 is N in misère play"),
    ("solve", &["sum", "kayles:5,6+nim:9"], "the Grundy value of kayles:5,6+nim:9 is *14"),
    ("solve", &["sprouts", "5", "--outcome"], "sprouts 0*5 is N in normal play"),
    ("solve", &["sprouts", "6", "--misere", "--outcome"], "sprouts 0*6 is N in misère play"),
    ("sequence", &["0.77"], "the values of 0.77 have preperiod 71 and period 12"),
    ("quotient", &["0.77"], "the misère quotient of all heaps of 0.77 has order 40"),
    ("quotient", &["notakto", "3x3"], "the misère quotient of all positions from notakto 3x3 has order 18"),
    ("quotient", &["sum", "nim:3+cram:2x3"], "the misère quotient of all positions from nim:3+cram:2x3 has order 6"),
    ("chomp", &["losing", "18"], "103 boards of Chomp with at most 18 tiles are losing"),
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
