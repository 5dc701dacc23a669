//! The house keeps its rules: who may import whom, and that every rule book stands everywhere it must.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const README: &str = include_str!("../README.md");
const CONFORMANCE_LIST: &str = include_str!("rule_books.rs");

/// The rows of modules. A module imports from rows above its own, and from its own row.
const ROWS: [&[&str]; 11] = [
    &["nimber", "nim_product", "mex", "at_least", "permuted", "outcome", "control", "notes", "combinators"],
    &["components", "question", "game", "oracle", "notation", "subset", "unhinted", "whole"],
    &["measure", "measures"],
    &["search"],
    &["heap", "chomp"],
    &["misere", "loopy"],
    &["solver"],
    &["compound"],
    &["games"],
    &["any", "laws", "render"],
    &["lib"],
];

/// A graph with cycles is played with tokens as one without.
const EXCEPTIONS: [(&str, &str); 1] = [("loopy", "games")];

/// The longest that a source file may be.
const MOST_LINES: usize = 500;

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

    /// How many modules deep the module of the file itself is: 1 for `solver` and 2 for `solver::memo`.
    fn depth(&self) -> usize {
        let folders = self.path.components().count() - 1;
        let is_module_of_folder = ["mod.rs", "lib.rs"].iter().any(|name| self.path.ends_with(name));
        folders + usize::from(!is_module_of_folder)
    }

    /// The modules of the first level that the code names: `crate::solver::..`, `crate::{solver, ..}`, or as many `super`s.
    fn imports(&self) -> BTreeSet<String> {
        let code: String = self.code().collect::<Vec<_>>().join("\n");
        // What a macro names by `$crate::` is used where the macro is.
        let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ").replace("$crate::", "");
        let to_root = vec!["super::"; self.depth()].concat();
        let mut found = BTreeSet::new();
        for start in ["crate::", &to_root] {
            for rest in code.split(start).skip(1).filter(|_| !start.is_empty()) {
                match rest.strip_prefix('{') {
                    Some(list) => found.extend(first_names(list)),
                    None => found.extend(name_at_start(rest)),
                }
            }
        }
        found
    }
}

fn name_at_start(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    Some(name).filter(|name| !name.is_empty())
}

/// The first names of the paths in a braced list, of which the opening brace has been read.
fn first_names(list: &str) -> Vec<String> {
    let (mut depth, mut names, mut at_start) = (1, Vec::new(), true);
    for (place, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => at_start = true,
            ' ' => {}
            _ if at_start => {
                names.extend(name_at_start(&list[place..]));
                at_start = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let path = path.strip_prefix(&root).unwrap().to_path_buf();
                let module = path.iter().next().and_then(|name| Path::new(name).file_stem()?.to_str()).unwrap();
                sources.push(Source { module: module.to_owned(), path, text });
            }
        }
    }
    sources
}

fn row_of(module: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&module))
}

#[test]
fn every_module_has_a_row() {
    for Source { module, path, .. } in sources() {
        assert!(row_of(&module).is_some(), "{}: in which row of the layers is `{module}`?", path.display());
    }
    let modules: BTreeSet<String> = sources().into_iter().map(|source| source.module).collect();
    let rows = ROWS.into_iter().flatten();
    assert!(rows.clone().all(|module| modules.contains(*module)), "the rows name a module that does not exist");
}

#[test]
fn imports_come_from_rows_above() {
    for source in sources().iter().filter(|source| source.module != "lib") {
        let own = row_of(&source.module);
        for import in source.imports() {
            let path = source.path.display();
            assert!(row_of(&import).is_some(), "{path}: `crate::{import}` is no module; name items by their module");
            assert!(
                row_of(&import) <= own || EXCEPTIONS.contains(&(source.module.as_str(), import.as_str())),
                "{path}: `{}` must not import `{import}`, which is below it",
                source.module
            );
        }
    }
}

/// The scan sees each form of import.
#[test]
fn imports_are_found() {
    let source =
        |path: &str, text: &str| Source { path: path.into(), module: "games".to_owned(), text: text.to_owned() };
    let imports = |path, text| source(path, text).imports().into_iter().collect::<Vec<_>>();
    assert_eq!(imports("games/nim.rs", "use crate::solver::Solver;"), ["solver"]);
    assert_eq!(imports("games/nim.rs", "use crate::{game::{Play, Outcome},\n    mex};"), ["game", "mex"]);
    assert_eq!(imports("games/nim.rs", "let x = crate::mex::mex([]);"), ["mex"]);
    assert_eq!(imports("games/nim.rs", "use super::super::solver;"), ["solver"]);
    assert_eq!(imports("games/tree/mod.rs", "use super::super::solver;"), ["solver"]);
    assert_eq!(imports("games/nim.rs", "use super::text;\n/// use crate::solver;"), [""; 0]);
    assert_eq!(imports("nimber.rs", "use super::mex;"), ["mex"]);
}

#[test]
fn no_file_is_longer_than_a_concept() {
    let long: Vec<String> = sources()
        .iter()
        .map(|source| (source.path.display(), source.text.lines().count()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(path, lines)| format!("{path}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "longer than {MOST_LINES} lines, look for the second concept: {long:?}");
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
        assert!(as_value || by_function, "tests/rule_books.rs has no `laws!` line for `{name}`");
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
