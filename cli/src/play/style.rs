//! Colours. The output stream removes them if the output is no terminal.

use anstyle::{AnsiColor, Style};

pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const QUIET: Style = Style::new().dimmed();
pub(crate) const WRONG: Style = AnsiColor::Red.on_default();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const PIECE: Style = AnsiColor::Cyan.on_default();
pub(crate) const POISON: Style = AnsiColor::Magenta.on_default().bold();

/// The colour of each quadrant, in reading order.
pub(crate) const QUADRANTS: [Style; 4] = [
    AnsiColor::Cyan.on_default(),
    AnsiColor::Yellow.on_default(),
    AnsiColor::Green.on_default(),
    AnsiColor::Magenta.on_default(),
];
