//! Colours, which the output stream takes out again where they are not wanted.

use anstyle::{AnsiColor, Style};

pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const QUIET: Style = Style::new().dimmed();
pub(crate) const WRONG: Style = AnsiColor::Red.on_default();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const PIECE: Style = AnsiColor::Cyan.on_default();
pub(crate) const POISON: Style = AnsiColor::Magenta.on_default().bold();

/// One for each quadrant around a centre, in reading order.
pub(crate) const QUADRANTS: [Style; 4] = [
    AnsiColor::Cyan.on_default(),
    AnsiColor::Yellow.on_default(),
    AnsiColor::Green.on_default(),
    AnsiColor::Magenta.on_default(),
];
