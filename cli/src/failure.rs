//! The ends of the program: messages and exit statuses.

use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

use grundy::loopy::NoVertexError;
use grundy::{Bound, Components, NotationError, SolveError, Stopped};

use crate::interrupt;

/// Why there is no answer.
pub(crate) enum Failure {
    /// Bad input: status 2.
    Input(String),
    /// A bound was met: status 1.
    Bound(String),
    /// Ctrl-C: status 130, by the convention of shells.
    Interrupted(String),
    /// A file that could be written when the work began, or a store, cannot be read or written: status 1.
    File(String),
    /// The answer cannot be written: status 1, or 0 if the reader closed the pipe.
    Output(io::Error),
}

impl Failure {
    /// Bad input, with any error as the reason.
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::Input(one_line(&reason.to_string()))
    }

    /// A file or a store cannot be read or written, after the work began.
    pub(crate) fn file(reason: impl Display) -> Self {
        Self::File(one_line(&reason.to_string()))
    }

    /// Whether the reader of an answer, `head` for example, has seen enough and closed the pipe.
    fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The same failure with a longer message.
    pub(crate) fn with(self, more: &str) -> Self {
        match self {
            Self::Input(message) => Self::Input(message + more),
            Self::Bound(message) => Self::Bound(message + more),
            Self::Interrupted(message) => Self::Interrupted(message + more),
            Self::File(message) => Self::File(message + more),
            Self::Output(error) => Self::Output(error),
        }
    }
}

/// The message.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Bound(message) | Self::Interrupted(message) | Self::File(message) => {
                f.write_str(message)
            }
            Self::Output(error) => write!(f, "the answer cannot be written: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<NoVertexError> for Failure {
    fn from(error: NoVertexError) -> Self {
        Self::input(error)
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Self::input(error)
    }
}

/// The bound that was met, and the option that sets another. The library would resume, but the program ends here.
impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        let Stopped { bound, unit, done, .. } = stopped;
        let when =
            if done == 0 { format!("before any {unit} were done") } else { format!("after {}", unit.counted(done)) };
        match bound {
            Bound::Positions(limit) => {
                Self::Bound(format!("limit of {} reached; --limit sets another", unit.counted(limit)))
            }
            Bound::Bytes(limit) => Self::Bound(format!("limit of {limit} bytes reached {when}; --memory sets another")),
            Bound::Deadline => Self::Bound(format!("time is over {when}; --time sets another")),
            Bound::Cancelled => Self::Interrupted(format!("interrupted {when}")),
            _ => Self::Bound(stopped.to_string()),
        }
    }
}

impl<P: Display> From<SolveError<P>> for Failure {
    fn from(error: SolveError<P>) -> Self {
        let shown = |position: &Components<P>| shortened(&position.to_string());
        match &error {
            SolveError::Stopped(stopped) => (*stopped).into(),
            SolveError::TooManyMoves { position, at_least, limit } => {
                Self::Bound(format!("limit of {limit} moves reached: {} has at least {at_least}", shown(position)))
            }
            SolveError::TooManyReplies { position, limit } => {
                Self::Bound(format!("limit of {limit} moves and replies reached: {} has more", shown(position)))
            }
            SolveError::Contradicted { position } => {
                Self::Bound(format!("an oracle or a hint contradicts itself about {}", shown(position)))
            }
            SolveError::Loopy { position } => {
                Self::Bound(format!("the game is loopy: play can come back to {}", shown(position)))
            }
            _ => Self::Bound(error.map(|position| shortened(&position.to_string())).to_string()),
        }
    }
}

/// The result of several things that were all done, such as an answer that is printed and a file. The first failure counts; that a reader has closed
/// the pipe counts only if nothing else failed, since it is no error.
pub(crate) fn all_done<const N: usize>(done: [Result<(), Failure>; N]) -> Result<(), Failure> {
    let (closed, failed): (Vec<_>, Vec<_>) =
        done.into_iter().filter_map(Result::err).partition(Failure::is_closed_pipe);
    failed.into_iter().chain(closed).next().map_or(Ok(()), Err)
}

/// The exit status. A failure is reported on standard error, in one line.
pub(crate) fn end(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else { return ExitCode::SUCCESS };
    if failure.is_closed_pipe() {
        return ExitCode::SUCCESS;
    }
    let status = match &failure {
        Failure::Input(_) => 2,
        Failure::Interrupted(_) => interrupt::STATUS,
        Failure::Bound(_) | Failure::File(_) | Failure::Output(_) => 1,
    };
    report!("error: {failure}");
    ExitCode::from(status)
}

/// Characters of a position in a message. A board may have millions.
const MOST_SHOWN: usize = 60;

/// The beginning of a long position.
fn shortened(position: &str) -> String {
    match position.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &position[..end]),
        None => position.to_owned(),
    }
}

/// A message in one line: control characters of quoted input become spaces.
fn one_line(message: &str) -> String {
    message.split(char::is_control).collect::<Vec<_>>().join(" ")
}
