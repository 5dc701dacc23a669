//! What is printed where the arguments are not read: help, or what is wrong with them in one line.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use grundy::Registry;

use crate::failure::{Failure, end};
use crate::meant::is_game;
use crate::program::program;

/// Prints help as it is, and any other error of the arguments in one line. The exit status.
pub(crate) fn refuse(error: &clap::Error, registry: &Registry) -> ExitCode {
    if !error.use_stderr() {
        return end(error.print().and_then(|()| io::stdout().flush()).map_err(Failure::from));
    }
    let text = error.render().to_string();
    // The first paragraph says what is wrong. The usage, which follows after an empty line, is left out.
    let what = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect::<Vec<_>>().join(" ");
    // Names that are like the one that was given; the name of a game is none of a command.
    let mut tips: Vec<String> =
        text.lines().filter_map(|line| line.trim().strip_prefix("tip: ")).map(str::to_owned).collect();
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && is_game(name, registry)
    {
        tips = vec![format!("`{} solve {name} POSITION` solves a position of this game", program())];
    }
    // An empty quadrant of iChomp is a hyphen.
    let mut given = env::args_os().map(|given| given.to_string_lossy().into_owned());
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(given) = given.find(|given| given.starts_with("-/"))
    {
        tips = vec![format!("a position that begins with a hyphen comes after two of them, as in `-- {given}`")];
    }
    report!("{}", [vec![what], tips].concat().join("; "));
    ExitCode::from(2)
}
