//! Answers on standard output: text for people, or one JSON object for programs.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

/// How an answer is written.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Print one JSON object instead of text. Its names are in cli/README.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Output {
    /// Prints the answer: its fields as JSON, or its text.
    pub(crate) fn print(self, answer: &(impl Serialize + Display)) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, answer)?;
            writeln!(out)?;
        } else {
            write!(out, "{answer}")?;
        }
        out.flush()
    }
}
