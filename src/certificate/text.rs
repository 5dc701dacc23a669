//! The text of a certificate: a head of named fields, a blank line, one fact a line, and the number of facts.

use std::io::{self, BufRead, Read, Write};

use crate::control::{Bound, Control, Stopped, Unit};

/// The first words of every certificate, with the version of the format.
const MAGIC: &str = "grundy certificate 1";

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The certificate is wrong: a fact does not follow from the rules, or the text breaks the format.
    #[error("line {line}: {reason}")]
    Refused {
        /// The line of the text, counted from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A bound of the control was met before the check was complete.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The text cannot be read.
    #[error("the certificate cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// The most bytes of a line. A guard.
const LONGEST: u64 = 1 << 30;

/// The most letters of a reason, which may repeat what a line says.
const LONGEST_REASON: usize = 1000;

/// An error at a line.
pub(super) fn refused(line: u64, reason: impl Into<String>) -> CertificateError {
    let mut reason = reason.into();
    if let Some((end, _)) = reason.char_indices().nth(LONGEST_REASON) {
        reason.truncate(end);
        reason.push_str(" ..");
    }
    CertificateError::Refused { line, reason }
}

/// A number without a sign.
pub(super) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Reads a certificate line by line.
pub(super) struct Reader<R> {
    input: R,
    line: u64,
    text: Vec<u8>,
    /// The limit on bytes, which a line may not exceed either.
    limit: u64,
}

impl<R: BufRead> Reader<R> {
    /// Reads the first line. Returns the kind of the claim, too.
    pub(super) fn new(input: R, control: &Control) -> Result<(Self, String), CertificateError> {
        let mut reader = Self { input, line: 0, text: Vec::new(), limit: control.byte_limit() };
        let first = reader.next()?.strip_prefix(MAGIC).and_then(|kind| kind.strip_prefix(' ')).map(str::to_owned);
        let kind = first.ok_or_else(|| reader.refused(format!("a certificate begins with `{MAGIC}`")))?;
        Ok((reader, kind))
    }

    /// An error at the line that was read last.
    pub(super) fn refused(&self, reason: impl Into<String>) -> CertificateError {
        refused(self.line, reason)
    }

    fn next(&mut self) -> Result<&str, CertificateError> {
        self.text.clear();
        self.line += 1;
        let longest = self.limit.min(LONGEST);
        let read = (&mut self.input).take(longest).read_until(b'\n', &mut self.text)? as u64;
        if read == 0 && longest > 0 {
            return Err(self.refused("the text ends too soon"));
        }
        if read == longest && self.text.last() != Some(&b'\n') {
            return Err(match self.limit {
                LONGEST.. => self.refused(format!("a line has at most {LONGEST} bytes")),
                limit => Stopped::new(Bound::Bytes(limit), Unit::Facts, 0, 0).into(),
            });
        }
        let text = std::str::from_utf8(&self.text).map_err(|error| refused(self.line, error.to_string()))?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        // `write_line` writes none.
        if text.contains('\r') {
            return Err(refused(self.line, "a line has a line break within"));
        }
        Ok(text)
    }

    /// The field of this name, which must stand in the next line.
    pub(super) fn field(&mut self, name: &str) -> Result<String, CertificateError> {
        let line = self.next()?;
        let field = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).map(str::to_owned);
        field.ok_or_else(|| self.refused(format!("here stands the field `{name}: ..`")))
    }

    /// A field that is a number.
    pub(super) fn number<N: std::str::FromStr>(&mut self, name: &str) -> Result<N, CertificateError> {
        let field = self.field(name)?;
        number(&field).ok_or_else(|| self.refused(format!("`{field}` is not a number, or too large")))
    }

    /// Hands all facts to `fact`, each with its line, and returns the line of the first. The head ends with a blank line, the facts with
    /// their number, and after it there is nothing.
    pub(super) fn facts(
        &mut self,
        mut fact: impl FnMut(&str, u64) -> Result<(), CertificateError>,
    ) -> Result<u64, CertificateError> {
        if !self.next()?.is_empty() {
            return Err(self.refused("a blank line ends the head"));
        }
        let first = self.line + 1;
        for facts in 0_u64.. {
            let line = self.line + 1;
            let text = self.next()?;
            let Some(told) = text.strip_prefix("facts: ") else {
                fact(text, line)?;
                continue;
            };
            if number(told) != Some(facts) {
                let reason = format!("there are {facts} facts, not {told}");
                return Err(self.refused(reason));
            }
            // Whatever follows stands in the next line, which the error names.
            self.line += 1;
            let is_over = self.input.fill_buf()?.is_empty();
            return if is_over { Ok(first) } else { Err(self.refused("here the text should end")) };
        }
        unreachable!("the loop over all numbers returns at the end of the text");
    }
}

/// Writes the head of a certificate.
pub(super) fn write_head(out: &mut impl Write, kind: &str, fields: &[(&str, String)]) -> io::Result<()> {
    writeln!(out, "{MAGIC} {kind}")?;
    for (name, value) in fields {
        write_line(out, &format!("{name}: {value}"))?;
    }
    writeln!(out)
}

/// Writes a field or a fact. An error if it has several lines.
pub(super) fn write_line(out: &mut impl Write, line: &str) -> io::Result<()> {
    if line.contains(['\n', '\r']) {
        let reason = format!("a line of a certificate has a line break within: {line:?}");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    writeln!(out, "{line}")
}

/// Writes the end of a certificate.
pub(super) fn write_end(out: &mut impl Write, facts: u64) -> io::Result<()> {
    writeln!(out, "facts: {facts}")
}
