//! Answers on standard output: text for people, or one JSON object for programs.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt::while_printing;

/// The format of answers.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Print one JSON object instead of text. The README of grundy-cli lists its fields.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

impl Output {
    /// Prints the answer: its fields as JSON, or its text.
    pub(crate) fn print(self, answer: &(impl Serialize + Display)) -> Result<(), Failure> {
        if self.json {
            return Ok(Self::print_json(answer)?);
        }
        while_printing(|| {
            let mut out = BufWriter::new(io::stdout().lock());
            write!(out, "{answer}")?;
            Ok(out.flush()?)
        })
    }

    /// Prints a part of the text before the whole answer is known. One JSON object has no such part.
    pub(crate) fn print_early(self, part: &impl Display) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        while_printing(|| {
            let mut out = io::stdout().lock();
            write!(out, "{part}")?;
            out.flush()
        })
    }

    /// Prints the fields of the answer as one line of JSON.
    pub(crate) fn print_json(answer: &impl Serialize) -> io::Result<()> {
        // All or nothing: half an object could not be read.
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        while_printing(|| {
            let mut out = io::stdout().lock();
            out.write_all(&line)?;
            out.flush()
        })
    }
}
