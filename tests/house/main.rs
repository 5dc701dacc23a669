//! The house keeps its rules: who may import whom, and that every rule book stands everywhere it must.

mod errata;
mod imports;
mod rule_books;

use std::fs;
use std::path::{Path, PathBuf};

/// The source files of the library, by their path in `src`, with their text.
fn sources() -> Vec<(PathBuf, String)> {
    sources_of("")
}

/// The source files of a package of the workspace, by their path in its `src`, with their text.
fn sources_of(package: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(package).join("src");
    let mut files = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(&root).unwrap().to_path_buf(), text));
            }
        }
    }
    files
}
