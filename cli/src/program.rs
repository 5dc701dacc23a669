//! What the program is called where it is used: an own program has the commands of `grundy` under its own name.

use std::env;
use std::path::Path;

/// The name by which the program was called.
pub(crate) fn program() -> String {
    let called = env::args_os().next().unwrap_or_default();
    let name = Path::new(&called).file_stem().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "grundy".to_owned())
}
