//! Lines from a terminal or a pipe.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Read};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::interrupt;

/// The source of lines.
pub(crate) enum Input {
    /// A terminal, with a line editor and a history. Boxed, since it is much larger.
    Terminal(Box<DefaultEditor>),
    Pipe(io::BufReader<io::Stdin>),
}

/// Bytes of the longest line from a pipe. A longer line counts as several.
const MOST_BYTES: u64 = 1 << 16;

impl Input {
    pub(crate) fn new() -> io::Result<Self> {
        if io::stdin().is_terminal() {
            let editor = DefaultEditor::new().map_err(io::Error::other)?;
            return Ok(Self::Terminal(Box::new(editor)));
        }
        Ok(Self::Pipe(io::BufReader::new(io::stdin())))
    }

    /// The next line, without its end; `None` at the end of the input, and after Ctrl-D or Ctrl-C. Ctrl-C is recorded.
    pub(crate) fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line).map_err(io::Error::other)?;
                    Ok(Some(line.trim().to_owned()))
                }
                Err(ReadlineError::Eof) => Ok(None),
                Err(ReadlineError::Interrupted) => {
                    // While lines are edited, a terminal sends Ctrl-C as a character and not as a signal.
                    interrupt::note();
                    Ok(None)
                }
                // A byte that is no part of UTF-8: no move, as in a line from a pipe.
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    Ok(Some(char::REPLACEMENT_CHARACTER.to_string()))
                }
                Err(error) => Err(io::Error::other(error)),
            },
            Self::Pipe(lines) => {
                let mut bytes = Vec::new();
                // What is left of a long line is the next line.
                if lines.take(MOST_BYTES).read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(None);
                }
                Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
            }
        }
    }

    /// Whether the terminal shows what is typed.
    pub(crate) fn echoes(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }
}
