//! What the programs share: how they end.

use std::io;
use std::process::ExitCode;

/// Bad input, a limit that was reached, or an answer that cannot be written.
pub(crate) enum Failure {
    Input(String),
    Limit(String),
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Says in one line what was wrong, if anything was.
pub(crate) fn end(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        Err(Failure::Limit(message)) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
        // Whoever reads has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            eprintln!("error: the answer cannot be written: {error}");
            ExitCode::FAILURE
        }
    }
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
