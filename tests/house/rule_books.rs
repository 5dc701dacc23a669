//! Every rule book stands everywhere it must: in the README, among the laws, in the registry; and is documented.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const README: &str = include_str!("../../README.md");
const CONFORMANCE_LIST: &str = include_str!("../library/rule_books.rs");

struct Source {
    path: PathBuf,
    /// The module of the first level that the file belongs to.
    module: String,
    text: String,
}

impl Source {
    /// The lines that are code: no comments, so no documentation and no examples either.
    fn code(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| !line.trim_start().starts_with("//"))
    }
}

fn name_at_start(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    Some(name).filter(|name| !name.is_empty())
}

fn sources() -> Vec<Source> {
    let module_of =
        |path: &Path| path.iter().next().and_then(|name| Path::new(name).file_stem()?.to_str()).unwrap().to_owned();
    crate::sources().into_iter().map(|(path, text)| Source { module: module_of(&path), path, text }).collect()
}

/// The types in `games`, `heap` and `chomp` that implement `ImpartialGame`, each with its documentation.
fn rule_books() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let sources = sources();
    for source in sources.iter().filter(|source| ["games", "heap", "chomp"].contains(&source.module.as_str())) {
        let code: Vec<&str> = source.code().map(str::trim_start).collect();
        let implemented = code.iter().filter_map(|line| line.strip_prefix("impl ImpartialGame for "));
        let by_macro = code.iter().filter_map(|line| line.strip_prefix("game_on_rows!("));
        for name in implemented.chain(by_macro).filter_map(name_at_start) {
            // The rules of a code stand beside the oracle, and the code itself in `heap`.
            let own = Some(docs_of(&source.text, &name)).filter(|docs| !docs.is_empty());
            let elsewhere = || sources.iter().map(|source| docs_of(&source.text, &name)).find(|docs| !docs.is_empty());
            found.push((name.clone(), own.or_else(elsewhere).unwrap_or_default()));
        }
    }
    found.sort();
    found
}

/// The documentation of a type, from the lines just above it.
fn docs_of(text: &str, name: &str) -> String {
    let is_definition =
        |line: &str| ["struct", "enum"].iter().any(|kind| line.starts_with(&format!("pub {kind} {name}")));
    let above: Vec<&str> = text.lines().take_while(|line| !is_definition(line)).collect();
    let docs = above.iter().rev().skip_while(|line| line.starts_with("#[")).take_while(|line| line.starts_with("///"));
    let mut docs: Vec<&str> = docs.map(|line| line.trim_start_matches("///").trim()).collect();
    docs.reverse();
    docs.join("\n")
}

#[test]
fn rule_books_are_found() {
    let names: Vec<String> = rule_books().into_iter().map(|(name, _)| name).collect();
    assert!(
        ["Nim", "Kayles", "DawsonsKayles", "TakeAndBreak", "TreeGame", "IChomp"]
            .iter()
            .all(|name| names.contains(&(*name).into()))
    );
    assert!(names.len() >= 17, "{names:?}");
}

#[test]
fn every_rule_book_stands_in_the_readme() {
    for (name, _) in rule_books() {
        let row = format!("| `{name}` |");
        let rows = README.lines().filter(|line| line.starts_with(&row)).count();
        assert_eq!(rows, 1, "the README's table of games has {rows} rows that begin with {row}");
    }
}

#[test]
fn every_rule_book_is_held_to_the_laws() {
    // The game is the second argument of `laws!`, or what a function there returns.
    for (name, _) in rule_books() {
        let as_value = CONFORMANCE_LIST.lines().any(|line| {
            line.strip_prefix("grundy::laws!(")
                .and_then(|arguments| arguments.split_once(", "))
                .is_some_and(|(_, game)| name_at_start(game).as_ref() == Some(&name))
        });
        let made_by = CONFORMANCE_LIST.lines().find_map(|line| {
            let (function, returned) = line.strip_prefix("fn ")?.split_once("() -> ")?;
            (name_at_start(returned).as_ref() == Some(&name)).then_some(function)
        });
        let by_function = made_by.is_some_and(|function| CONFORMANCE_LIST.contains(&format!(", {function}(), ")));
        assert!(as_value || by_function, "tests/library/rule_books.rs has no `laws!` line for `{name}`");
    }
}

#[test]
fn every_rule_book_is_documented() {
    for (name, docs) in rule_books() {
        let definition = docs.lines().next().unwrap_or_default();
        assert!(!definition.is_empty(), "`{name}`: the first line is the definition");
        let theorem = ["Theorem", "not known", "No theorem"].iter().any(|word| docs.contains(word));
        assert!(theorem, "`{name}`: the theorem that solves it, or that none is known");
        assert!(docs.contains("Reference: "), "`{name}`: where it comes from");
        assert!(docs.contains("```") && docs.contains("assert"), "`{name}`: an example with a number to check");
    }
}

#[test]
fn every_rule_book_with_a_notation_has_a_name() {
    // What is given by a list of edges or relations has no name that could choose it.
    let unnamed = ["Poset", "ExplicitGame"];
    let sources = sources();
    let names = sources.iter().find(|source| source.path.ends_with("any/standard.rs")).unwrap();
    let words: BTreeSet<&str> = names.code().flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).collect();
    for (name, _) in rule_books().iter().filter(|(name, _)| !unnamed.contains(&name.as_str())) {
        assert!(words.contains(name.as_str()), "no name of the standard registry stands for `{name}`");
    }
}
