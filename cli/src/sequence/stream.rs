//! `grundy sequence --stream`: values in constant memory, with a checkpoint from which the next run goes on.

use std::fmt::{self, Display};
use std::path::Path;
use std::time::{Duration, Instant};

use grundy::chomp::Part;
use grundy::heap::{CheckpointError, ProvedPeriod, Stream, StreamError, TakeAndBreak};
use grundy::{Bound, Control};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::file::Target;
use crate::progress::Bar;

/// Time between two checkpoints.
const INTERVAL: Duration = Duration::from_mins(1);
/// Heaps between two looks at the clock.
const STEP: u64 = 1 << 22;

/// A stream as far as it went.
pub(super) struct Streamed {
    pub(super) stream: Stream,
    pub(super) proved: Option<ProvedPeriod>,
    /// What ended it before it came to its end.
    pub(super) failure: Option<Failure>,
    /// Whether the checkpoint was written, if there is a file for it.
    pub(super) saved: Result<(), Failure>,
}

/// Streams the values of a code until their period is proved, or up to a number of heaps.
pub(super) fn run(
    code: TakeAndBreak,
    heaps: Option<u64>,
    checkpoint: Option<&Target>,
    bounds: &Bounds,
    bar: &Bar,
) -> Result<Streamed, Failure> {
    let control = bounds.control(Control::unlimited(), bar);
    let mut stream = match checkpoint.map(Target::name).filter(|path| path.exists()) {
        Some(path) => Stream::load(code, path, control).map_err(|error| unreadable(path, error))?,
        None => Stream::under(code, control).map_err(failure)?,
    };
    bar.tell(format!("from heap {}: ", stream.heaps()));
    let now = Instant::now();
    let mut log = Log { bar, checkpoint, begun: (now, stream.heaps()), told: (now, stream.heaps()) };
    let most = heaps.unwrap_or(u64::MAX);
    let mut ended = Ok(());
    while ended.is_ok() && stream.repeat().is_none() && stream.heaps() < most {
        // A short step, so that the clock is looked at between steps.
        ended = stream.advance_to(most.min(stream.heaps() + STEP));
        if log.told.0.elapsed() >= INTERVAL {
            log.tell(&stream);
        }
    }
    // Saved before the proof, which a bound may stop.
    let saved = log.save(&stream);
    let proved = match ended {
        Ok(()) if stream.repeat().is_some() => stream.prove_period().map(Some),
        ended => ended.map(|()| None),
    };
    bar.clear();
    if proved.is_ok() {
        log.end(&stream);
    }
    let (proved, error) = match proved {
        Ok(proved) => (proved, None),
        Err(error) => (None, Some(error)),
    };
    let failure = error.map(|error| {
        let error = at_heap(stream.heaps(), error);
        // Only a checkpoint that was written lets another run go on.
        match checkpoint.filter(|_| saved.is_ok()) {
            Some(file) => resumable(error, file.name()),
            None => failure(error),
        }
    });
    Ok(Streamed { stream, proved, failure, saved })
}

/// What was computed again.
#[derive(Serialize)]
pub(super) struct Rechecked {
    code: String,
    part: String,
    /// The number of pieces that were computed, and of all.
    pieces: usize,
    of: usize,
    /// The number of heaps in these pieces.
    heaps: u64,
}

/// Computes pieces of a stream again, from the states that its checkpoint keeps.
pub(super) fn recheck(
    code: TakeAndBreak,
    path: &Path,
    part: Part,
    bounds: &Bounds,
    bar: &Bar,
) -> Result<Rechecked, Failure> {
    let stream = Stream::load(code, path, Control::unlimited()).map_err(|error| unreadable(path, error))?;
    let (mut control, begun) = (bounds.control(Control::unlimited(), bar), Instant::now());
    let mut done = Rechecked { code: stream.code().to_string(), part: part.to_string(), pieces: 0, of: 0, heaps: 0 };
    for (place, piece) in stream.pieces().enumerate() {
        done.of += 1;
        if part.has(place) {
            bar.tell(format!("from heap {}: ", piece.heaps().start));
            piece.check(&mut control).map_err(failure)?;
            done.pieces += 1;
            done.heaps += piece.heaps().end - piece.heaps().start;
        }
    }
    bar.clear();
    report!("time: {:.2} s", begun.elapsed().as_secs_f64());
    Ok(done)
}

impl Display for Rechecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, part, pieces, of, heaps } = self;
        writeln!(f, "code: {code}\npart: {part}\npieces: {pieces} of {of}, each as in the checkpoint\nheaps: {heaps}")
    }
}

/// What is told on standard error, and what is saved.
struct Log<'a> {
    bar: &'a Bar,
    checkpoint: Option<&'a Target>,
    /// When the stream began and when the last line was printed, and the number of heaps then.
    begun: (Instant, u64),
    told: (Instant, u64),
}

impl Log<'_> {
    /// Writes a checkpoint, if there is a file for it.
    fn save(&self, stream: &Stream) -> Result<(), Failure> {
        let Some(file) = self.checkpoint else { return Ok(()) };
        stream.save(file.name()).map_err(|error| match error {
            CheckpointError::File { error, .. } => file.unwritten(&error),
            error => Failure::file(error),
        })
    }

    /// Saves, and prints heap number and rate. A checkpoint that cannot be written now is written later, perhaps.
    fn tell(&mut self, stream: &Stream) {
        let saved = self.save(stream);
        let rate = rate(self.told, stream);
        self.bar.aside(|| {
            if let Err(failure) = &saved {
                report!("warning: {failure}");
            }
            report!("heap: {}, {rate}", stream.heaps());
        });
        self.told = (Instant::now(), stream.heaps());
    }

    fn end(&self, stream: &Stream) {
        report!("time: {:.2} s, {}", self.begun.0.elapsed().as_secs_f64(), rate(self.begun, stream));
    }
}

/// Heaps per second since there were fewer.
fn rate((time, heaps): (Instant, u64), stream: &Stream) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a rate")]
    let rate = (stream.heaps() - heaps) as f64 / time.elapsed().as_secs_f64().max(1e-9);
    format!("{rate:.0} heaps per second")
}

/// The error with all heaps of the stream, where the control has counted those of this run.
fn at_heap(heaps: u64, error: StreamError) -> StreamError {
    match error {
        StreamError::Stopped(mut stopped) => {
            stopped.done = heaps;
            StreamError::Stopped(stopped)
        }
        error => error,
    }
}

fn failure(error: StreamError) -> Failure {
    match error {
        StreamError::Stopped(stopped) => stopped.into(),
        // Told from the code, or from its first values: no bound helps.
        error @ (StreamError::Code | StreamError::NoSparseSpace) => Failure::input(error),
        error => Failure::Bound(error.to_string()),
    }
}

/// The same where a checkpoint is there to go on from.
fn resumable(error: StreamError, path: &Path) -> Failure {
    let StreamError::Stopped(stopped) = error else { return failure(error) };
    let failure = match stopped.bound {
        // Several runs may come to more.
        Bound::Positions(limit) => {
            Failure::Bound(format!("limit of {limit} heaps in one run reached; --limit sets another"))
        }
        _ => stopped.into(),
    };
    failure.with(&format!("; --checkpoint {} goes on", path.display()))
}

/// An error of a checkpoint, with the name of the file.
fn unreadable(path: &Path, error: CheckpointError) -> Failure {
    match error {
        CheckpointError::Stream(error) => resumable(error, path),
        error @ CheckpointError::File { .. } => Failure::input(error),
        error => Failure::input(format!("the checkpoint {}: {error}", path.display())),
    }
}
