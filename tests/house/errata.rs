//! The errata are in one form: each row names a command and a test that is there.

use std::fs;
use std::path::Path;

/// The text of a file of the project.
fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn each_row_has_a_source_a_claim_a_correction_a_command_and_a_test() {
    let errata = text("docs/errata.md");
    let mut rows = 0;
    for row in errata.lines().filter(|line| line.starts_with("| ")).skip(1) {
        rows += 1;
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [source, says, is_true, command, test] = cells[..] else { panic!("five cells: {row}") };
        assert!([source, says, is_true].iter().all(|cell| !cell.is_empty()), "{row}");
        assert!(command.starts_with("`grundy ") || command.starts_with("`cargo "), "{row}");
        let (file, name) = test.trim_matches('`').split_once("::").unwrap_or_else(|| panic!("file::test: {row}"));
        let tests = text(&format!("tests/library/{file}.rs"));
        assert!(tests.contains(&format!("#[test]\nfn {name}() {{")), "there is no test {test}");
    }
    assert!(rows >= 9);
}
