//! An argument that may be long: `-` in its place is standard input. Pipes, which may have nothing to read for long.

use std::fmt;
use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::interrupt;

/// The argument, or what standard input holds, which is waited for this time at most.
pub(crate) fn text(argument: &str, time: Option<Duration>) -> Result<String, Failure> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let mut text = String::new();
    let unreadable = |error| Failure::input(format!("standard input cannot be read: {error}"));
    match Piped::new(io::stdin(), time).read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(GivenUp::of(&error).map_or_else(|| unreadable(error), Failure::from)),
    }
}

/// Bytes that are read at a time.
const CHUNK: usize = 1 << 16;
/// Chunks that are read ahead.
const AHEAD: usize = 4;
/// How often whoever waits for input looks at Ctrl-C and at the time.
const PAUSE: Duration = Duration::from_millis(50);

/// What comes through a pipe. To wait for it ends with [`GivenUp`] at Ctrl-C and when time is over: a thread of its own reads, since nothing ends a
/// read that waits. The thread ends with the program.
pub(crate) struct Piped {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// What has come and is not read yet.
    chunk: Cursor<Vec<u8>>,
    until: Option<Instant>,
}

/// Why nobody waits for input any more.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GivenUp {
    Interrupted,
    TimeIsOver,
}

impl Piped {
    /// What `input` has, for at most this time from now on.
    pub(crate) fn new(mut input: impl Read + Send + 'static, time: Option<Duration>) -> Self {
        let (sender, chunks) = mpsc::sync_channel(AHEAD);
        thread::spawn(move || {
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = match input.read(&mut chunk) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    // The end of the input, which the end of the channel tells.
                    Ok(0) => return,
                    Ok(read) => {
                        chunk.truncate(read);
                        Ok(chunk)
                    }
                    Err(error) => Err(error),
                };
                let is_last = read.is_err();
                // Nobody may read on.
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        let until = time.and_then(|time| Instant::now().checked_add(time));
        Self { chunks, chunk: Cursor::default(), until }
    }

    /// Waits for the next chunk; `None` at the end of the input.
    fn next(&self) -> io::Result<Option<Vec<u8>>> {
        loop {
            match self.chunks.recv_timeout(PAUSE) {
                Ok(chunk) => return chunk.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if interrupt::was_pressed() => {
                    return Err(io::Error::other(GivenUp::Interrupted));
                }
                Err(RecvTimeoutError::Timeout) if self.until.is_some_and(|until| Instant::now() >= until) => {
                    return Err(io::Error::other(GivenUp::TimeIsOver));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Read for Piped {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.chunk.read(to)?;
        if read > 0 || to.is_empty() {
            return Ok(read);
        }
        match self.next()? {
            Some(chunk) => {
                self.chunk = Cursor::new(chunk);
                self.chunk.read(to)
            }
            None => Ok(0),
        }
    }
}

impl GivenUp {
    /// Why an input was not read to its end, if it is that nobody waits any more.
    pub(crate) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl fmt::Display for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interrupted => "interrupted while waiting for input",
            Self::TimeIsOver => "time is over while waiting for input; --time sets another",
        })
    }
}

impl std::error::Error for GivenUp {}

impl From<GivenUp> for Failure {
    fn from(reason: GivenUp) -> Self {
        match reason {
            GivenUp::Interrupted => Self::Interrupted(reason.to_string()),
            GivenUp::TimeIsOver => Self::Bound(reason.to_string()),
        }
    }
}
