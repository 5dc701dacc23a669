//! Who may import whom, file by file, in the library and in the tools, and how long a file of the library may be.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rows of modules. A file imports from its own row and from rows above it.
const ROWS: &[&[&str]] = &[
    &[
        "nimber",
        "nim_product",
        "ugly_product",
        "ordinal_nimber",
        "mex",
        "at_least",
        "made",
        "permuted",
        "sorted",
        "serial",
        "outcome",
        "method",
        "unit",
        "pace",
        "control",
        "file",
        "notes",
        "combinators",
    ],
    &[
        "components",
        "question",
        "game",
        "found_moves",
        "oracle",
        "notation",
        "subset",
        "connected",
        "pairs",
        "unhinted",
        "whole",
    ],
    &["measure", "measures"],
    &["search"],
    &["heap", "chomp"],
    &["misere", "loopy", "pattern"],
    &["solver"],
    &["compound"],
    &["games"],
    &["any"],
    &["laws", "render", "certificate"],
    &["lib"],
];

/// The longest that a source file may be.
const MOST_LINES: usize = 500;

/// A module by its path in the crate; the root is empty.
type Module = Vec<String>;

/// The source files of a package by module, without comments and tests.
struct House {
    files: BTreeMap<Module, String>,
    /// What `pub use` makes of a name in a module.
    names: BTreeMap<(Module, String), Module>,
}

impl House {
    fn read(package: &str) -> Self {
        let files = crate::sources_of(package).into_iter().map(|(path, text)| (module_of(&path), code(&text)));
        Self::of(files.filter(|(module, _)| module.last().is_none_or(|last| last != "tests")).collect())
    }

    fn of(files: BTreeMap<Module, String>) -> Self {
        let mut house = Self { files, names: BTreeMap::new() };
        let mut names = BTreeMap::new();
        for (module, text) in &house.files {
            for (is_public, path) in uses(text) {
                if is_public && let (Some(target), Some(name)) = (house.absolute(&path, module), path.last()) {
                    names.insert((module.clone(), name.clone()), target);
                }
            }
        }
        house.names = names;
        house
    }

    /// A path from the root of the crate; `None` for a path into another crate.
    fn absolute(&self, path: &[String], module: &Module) -> Option<Module> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let above = module.len().checked_sub(ups)?;
                Some([&module[..above], &path[ups..]].concat())
            }
            first => {
                let child = [&module[..], &[first.to_owned()]].concat();
                self.files.contains_key(&child).then(|| [&module[..], path].concat())
            }
        }
    }

    /// The file that defines what a path names.
    fn file_of(&self, path: &Module) -> Option<Module> {
        let mut path = path.clone();
        for _ in 0..10 {
            let known = (0..=path.len()).rev().find(|end| self.files.contains_key(&path[..*end]))?;
            let module = path[..known].to_vec();
            let Some(name) = path.get(known) else { return Some(module) };
            match self.names.get(&(module.clone(), name.clone())) {
                Some(target) if *target != path => path = [&target[..], &path[known + 1..]].concat(),
                _ => return Some(module),
            }
        }
        None
    }

    /// The files that each file imports from. A list of the modules below it is no import.
    fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut all = BTreeMap::new();
        for (module, text) in &self.files {
            let mut imported = BTreeSet::new();
            let paths = uses(text).into_iter().chain(inline_paths(text).into_iter().map(|path| (false, path)));
            for (is_public, path) in paths {
                let Some(file) = self.absolute(&path, module).and_then(|path| self.file_of(&path)) else { continue };
                if file != *module && !(is_public && file.starts_with(module)) {
                    imported.insert(file);
                }
            }
            all.insert(module.clone(), imported);
        }
        all
    }
}

/// The packages of the workspace whose `src` has several files, by their folder. The library is the first.
fn packages() -> Vec<&'static str> {
    let members = include_str!("../../Cargo.toml").lines().find_map(|line| line.strip_prefix("members = [")).unwrap();
    let members = members.trim_end_matches(']').split(", ").map(|member| member.trim_matches('"'));
    let has_files = |member: &&str| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(member).join("src").is_dir() && crate::sources_of(member).len() > 1
    };
    let found: Vec<&str> = [""].into_iter().chain(members).filter(has_files).collect();
    assert!(found.len() >= 6, "{found:?}");
    found
}

fn module_of(path: &Path) -> Module {
    let path = path.with_extension("");
    let mut module: Module = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

/// The code without its comments, and without what is compiled for tests alone. What a macro names by `$crate` is used where the macro is.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or("").trim_end().replace("$crate::", ""));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut parts = text.split("#[cfg(test)]");
    let first = parts.next().unwrap_or("").to_owned();
    first + &parts.map(after_item).collect::<String>()
}

/// The text after its first item, which ends with a `;`, or with the `}` that stands as far to the right as the item.
fn after_item(text: &str) -> &str {
    let item = text.trim_start_matches('\n');
    let indent = &item[..item.len() - item.trim_start().len()];
    let line = item.lines().next().unwrap_or("");
    let end = if line.ends_with(';') { ";\n".to_owned() } else { format!("\n{indent}}}") };
    item.find(&end).map_or("", |place| &item[place + end.len()..])
}

/// The paths of all `use` items, and whether each is public.
fn uses(text: &str) -> Vec<(bool, Vec<String>)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("use ") {
        let before = rest[..start].rsplit('\n').next().unwrap_or("").trim();
        let Some(end) = rest[start..].find(';') else { break };
        let tree = &rest[start + 4..start + end];
        let is_item = before.is_empty() || before.starts_with("pub");
        if is_item {
            expand(&mut Vec::new(), tree, &mut |path| found.push((before.starts_with("pub"), path)));
        }
        rest = &rest[start + if is_item { end } else { 4 }..];
    }
    found
}

/// Every path of a tree of names in braces.
fn expand(prefix: &mut Vec<String>, tree: &str, found: &mut dyn FnMut(Vec<String>)) {
    let (head, list) = match tree.split_once('{') {
        Some((head, list)) => (head, list.rsplit_once('}').map_or(list, |(list, _)| list)),
        None => (tree, ""),
    };
    let before = prefix.len();
    let parts = head.split("::").map(|part| part.split(" as ").next().unwrap_or("").trim());
    prefix.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
    if list.is_empty() {
        found(prefix.clone());
    } else {
        let (mut depth, mut from) = (0, 0);
        for (place, letter) in list.char_indices().chain([(list.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !list[from..place].trim().is_empty() {
                        expand(prefix, &list[from..place], found);
                    }
                    from = place + 1;
                }
                _ => {}
            }
        }
    }
    prefix.truncate(before);
}

/// Paths that stand in the code itself, from the root of the crate or from the module above.
fn inline_paths(text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let pieces: Vec<&str> = text.split("::{").collect();
    for (number, piece) in pieces.iter().enumerate() {
        let mut words: Vec<&str> =
            piece.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':')).collect();
        // What goes on in braces is the beginning of a `use` item.
        if number + 1 < pieces.len() {
            words.pop();
        }
        let is_path = |word: &&&str| word.starts_with("crate::") || word.starts_with("super::");
        let parts =
            |path: &&str| path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        paths.extend(words.iter().filter(is_path).map(parts).filter(|path| path.len() > 1));
    }
    paths
}

fn shown(module: &Module) -> String {
    module.join("::")
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let circles: Vec<String> = packages().into_iter().flat_map(circles).collect();
    assert!(circles.is_empty(), "on a circle:\n{}", circles.join("\n"));
}

/// The files of a package that are on a circle of imports, or between two circles, each with what it imports of them.
fn circles(package: &str) -> Vec<String> {
    let imports = House::read(package).imports();
    assert!(imports.values().any(|imported| !imported.is_empty()), "no file of `{package}` imports another");
    // Files that import nothing that is left are taken away, and so are those that nothing left imports: what stays is on a circle, or
    // between two circles.
    let mut left: BTreeSet<&Module> = imports.keys().collect();
    let is_done = |file: &Module, left: &BTreeSet<&Module>| {
        imports[file].iter().all(|other| !left.contains(other))
            || left.iter().all(|other| !imports[*other].contains(file))
    };
    while let Some(done) = left.iter().copied().find(|file| is_done(file, &left)) {
        left.remove(done);
    }
    let show = |file: &&Module| {
        let on = imports[*file].iter().filter(|other| left.contains(other)).map(shown).collect::<Vec<_>>();
        format!("{package}: {} imports {}", shown(file), on.join(", "))
    };
    left.iter().map(show).collect()
}

#[test]
fn imports_point_upwards() {
    let row_of = |module: &Module| {
        let first = module.first().map_or("lib", String::as_str);
        ROWS.iter().position(|row| row.contains(&first)).unwrap_or_else(|| panic!("{first} stands in no row"))
    };
    let mut wrong = Vec::new();
    for (file, imported) in House::read("").imports() {
        for other in imported {
            if file.first() != other.first() && row_of(&other) > row_of(&file) {
                wrong.push(format!("{} imports {}", shown(&file), shown(&other)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_is_too_long() {
    for (path, text) in crate::sources() {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines: look for its second concept", path.display());
    }
}

/// Every line that begins with `use` is seen.
#[test]
fn no_import_is_missed() {
    for (module, text) in packages().into_iter().flat_map(|package| House::read(package).files) {
        let begins = |line: &&str| ["use ", "pub use "].iter().any(|word| line.trim_start().starts_with(word));
        let (lines, found) = (text.lines().filter(begins).count(), uses(&text).len());
        assert!(found >= lines, "{}: {found} imports on {lines} lines", shown(&module));
    }
}

/// The scan sees each form of import.
#[test]
fn imports_are_found() {
    let files = [
        ("", "pub use game::Play;"),
        ("game", "pub(crate) mod play;\npub use play::Play;"),
        ("game::play", ""),
        ("mex", ""),
    ];
    let imports = |module: &str, text: &str| {
        let files = files.into_iter().chain([(module, text)]);
        let split =
            |path: &str| path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect::<Module>();
        let house = House::of(files.map(|(module, text)| (split(module), code(text))).collect());
        house.imports()[&split(module)].iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(imports("nim", "use crate::mex::mex;"), ["mex"]);
    assert_eq!(imports("nim", "use crate::{game::{Play, Outcome},\n    mex};"), ["game", "game::play", "mex"]);
    assert_eq!(imports("nim", "let play = crate::Play::Normal;"), ["game::play"]);
    assert_eq!(imports("nim", "use crate::game::{play};"), ["game::play"]);
    assert_eq!(imports("nim", "let play = crate::game::play::Play::<u64>::new();"), ["game::play"]);
    assert_eq!(imports("games::nim", "use super::super::mex;"), ["mex"]);
    assert_eq!(imports("nim", "use std::fmt;\nuse crate::mex::mex;\nuse crate::game;"), ["game", "mex"]);
    assert_eq!(imports("game::play", "let game = super::GAME;"), ["game"]);
    assert_eq!(imports("nim", "#[cfg(test)]\nuse crate::mex;\nuse crate::game;"), ["game"]);
    assert_eq!(imports("nim", "#[cfg(test)]\nmod tests {\n    use crate::mex;\n}\nuse crate::game;"), ["game"]);
    assert_eq!(imports("nim", "// use crate::mex;\nlet x = $crate::mex::mex();"), [""; 0]);
    assert_eq!(imports("game", "pub use play::Play;"), [""; 0]);
    assert_eq!(imports("game::play", "use super::Game;"), ["game"]);
}
