//! How the program ends.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use grundy::{Bound, NotationError, SolveError, Stopped};

/// Why there is no answer.
pub(crate) enum Failure {
    /// Bad input: status 2.
    Input(String),
    /// A bound was met: status 1.
    Bound(String),
    /// Ctrl-C: status 130, as a shell has it.
    Interrupted(String),
    /// The answer cannot be written: status 1, or 0 if whoever reads has seen enough.
    Output(io::Error),
}

impl Failure {
    /// Bad input, with any error as the reason.
    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::Input(one_line(&reason.to_string()))
    }

    /// The same failure with more to say.
    pub(crate) fn with(self, more: &str) -> Self {
        match self {
            Self::Input(message) => Self::Input(message + more),
            Self::Bound(message) => Self::Bound(message + more),
            Self::Interrupted(message) => Self::Interrupted(message + more),
            Self::Output(error) => Self::Output(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Self::input(error)
    }
}

/// Says which bound was met and which option sets another. What the library keeps is gone with the program.
impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        let Stopped { bound, unit, done, .. } = stopped;
        match bound {
            Bound::Positions(limit) => Self::Bound(format!("limit of {limit} {unit} reached; --limit sets another")),
            Bound::Bytes(limit) => {
                Self::Bound(format!("limit of {limit} bytes reached after {done} {unit}; --memory sets another"))
            }
            Bound::Deadline => Self::Bound(format!("time is over after {done} {unit}; --time sets another")),
            Bound::Cancelled => Self::Interrupted(format!("interrupted after {done} {unit}")),
            _ => Self::Bound(stopped.to_string()),
        }
    }
}

impl<P: std::fmt::Debug> From<SolveError<P>> for Failure {
    fn from(error: SolveError<P>) -> Self {
        match error {
            SolveError::Stopped(stopped) => stopped.into(),
            error => Self::Bound(error.to_string()),
        }
    }
}

/// Says in one line what was wrong, if anything was.
pub(crate) fn end(result: Result<(), Failure>) -> ExitCode {
    let (message, status) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        // Whoever reads has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (message, 2),
        Err(Failure::Bound(message)) => (message, 1),
        Err(Failure::Interrupted(message)) => (message, crate::interrupt::STATUS),
        Err(Failure::Output(error)) => (format!("the answer cannot be written: {error}"), 1),
    };
    eprintln!("error: {message}");
    ExitCode::from(status)
}

/// Help goes out as it is; anything wrong is said in one line.
pub(crate) fn exit_with(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let text = error.render().to_string();
    let what = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect::<Vec<_>>().join(" ");
    eprintln!("{what}");
    std::process::exit(2);
}

/// A message on one line, whatever text stands in it.
fn one_line(message: &str) -> String {
    message.split(char::is_control).collect::<Vec<_>>().join(" ")
}
