//! `grundy check`: certificates, and the option of other commands that writes one.

use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::certificate::{self, Certificate, CertificateError};
use grundy::{Control, Registry};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::failure::{Failure, all_done};
use crate::file::{Target, is_device};
use crate::input::{GivenUp, Piped};
use crate::output::Output;
use crate::progress::Bar;

/// The option that writes a certificate.
#[derive(Args)]
pub(crate) struct Certify {
    /// Write a certificate of the answer to this file, for `grundy check`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl Certify {
    /// The option and its file.
    pub(crate) fn named(&self) -> (&'static str, Option<&Path>) {
        ("--certificate", self.certificate.as_deref())
    }

    /// The file that is to be written beside the answer. Fails if it cannot be.
    pub(crate) fn target(&self, answer: Output) -> Result<Option<Target>, Failure> {
        Target::beside(self.certificate.as_deref(), answer)
    }
}

/// Writes a certificate.
pub(crate) fn write(target: &Target, certificate: Certificate<'_>) -> Result<(), Failure> {
    target.write(|out| certificate.write(out).map(|_| ()))
}

/// Checks a certificate by the rules of its game alone.
///
/// The status is 0 if the certificate holds, and 2 if it does not, with the line that is wrong. The limit of --limit counts facts.
#[derive(Args)]
#[command(after_help = "Example: grundy check rows.cert")]
pub(crate) struct Check {
    /// The certificate, as --certificate writes it; - for standard input.
    file: PathBuf,

    /// Write the options of its positions to this file, for a checker that does not know the rules.
    #[arg(long, value_name = "FILE")]
    export_options: Option<PathBuf>,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

/// The answer that is printed.
#[derive(Serialize)]
struct Answer {
    claim: String,
    facts: u64,
    holds: bool,
}

impl Check {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        if let Some(options) = &self.export_options
            && fs::canonicalize(options)
                .ok()
                .is_some_and(|options| fs::canonicalize(&self.file).is_ok_and(|file| file == options))
        {
            return Err(Failure::input("--export-options would overwrite the certificate"));
        }
        if self.export_options.is_some() && !self.is_read_twice() {
            return Err(Failure::input(
                "--export-options reads the certificate twice, so it must be a regular file, no pipe and no device",
            ));
        }
        let target = Target::beside(self.export_options.as_deref(), self.output)?;
        if target.is_some() {
            self.check_kind()?;
        }
        let bar = Bar::new();
        // The certificate is read twice with --export-options, and each pass has the bounds for itself.
        let control = || self.bounds.control(Control::unlimited(), &bar);
        let checked = certificate::check(registry, self.open()?, &mut control());
        bar.clear();
        let claim = checked.map_err(|error| self.failure(error))?;
        let printed = self.output.print(&Answer { claim: claim.text, facts: claim.facts, holds: true });
        let Some(target) = target else { return printed };
        // A table may be much longer than its certificate, so it goes to the file as it is made.
        let (input, mut failed) = (self.open()?, None);
        let written = target.write(|out| {
            certificate::export_options(registry, input, out, &mut control()).map_err(|error| match error {
                CertificateError::Io(error) => error,
                error => {
                    failed = Some(self.failure(error));
                    io::Error::other("the table is not complete")
                }
            })
        });
        bar.clear();
        all_done([printed, failed.map_or(written, Err)])
    }

    /// Whether the certificate can be read once more. Of a file that is not there, or is a folder, the error tells that opens it.
    fn is_read_twice(&self) -> bool {
        self.file != Path::new("-") && !is_device(&self.file)
    }

    /// Fails for a certificate that tells of no position, by the kind in its first line.
    fn check_kind(&self) -> Result<(), Failure> {
        let mut start = String::new();
        // What is no text is refused by the check.
        self.open()?.take(100).read_line(&mut start).ok();
        match start.split_whitespace().last() {
            Some(kind @ ("period" | "quotient" | "loopy" | "chomp-losing")) => Err(Failure::input(format!(
                "{}: a certificate of the kind `{kind}` is about no position, so it has no options to export",
                self.file.display()
            ))),
            _ => Ok(()),
        }
    }

    fn open(&self) -> Result<Box<dyn BufRead>, Failure> {
        let piped = |input: Box<dyn Read + Send>| BufReader::new(Piped::new(input, self.bounds.time));
        if self.file == Path::new("-") {
            return Ok(Box::new(piped(Box::new(io::stdin()))));
        }
        let file = File::open(&self.file).map_err(|error| self.failure(error.into()))?;
        Ok(if is_device(&self.file) { Box::new(piped(Box::new(file))) } else { Box::new(BufReader::new(file)) })
    }

    fn unreadable(&self, error: &dyn Display) -> Failure {
        Failure::input(format!("{}: {error}", self.file.display()))
    }

    fn failure(&self, error: CertificateError) -> Failure {
        match error {
            CertificateError::Stopped(stopped) => stopped.into(),
            CertificateError::Io(error) => GivenUp::of(&error).map_or_else(|| self.unreadable(&error), Failure::from),
            error => self.unreadable(&error),
        }
    }
}

/// The lines for programs.
impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "claim: {}\nfacts: {}\ncertificate: holds", self.claim, self.facts)
    }
}
