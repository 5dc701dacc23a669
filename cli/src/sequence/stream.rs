//! `grundy sequence --stream`: values in constant memory, with a checkpoint from which the next run goes on.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy::Control;
use grundy::heap::{CheckpointError, ProvedPeriod, Stream, StreamError, TakeAndBreak};

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::progress::Bar;

/// Time between two checkpoints.
const INTERVAL: Duration = Duration::from_secs(60);
/// Heaps between two looks at the clock.
const STEP: u64 = 1 << 22;

/// A stream as far as it went.
pub(super) struct Streamed {
    pub(super) stream: Stream,
    pub(super) proved: Option<ProvedPeriod>,
    /// What ended it before a period was proved.
    pub(super) failure: Option<Failure>,
}

/// Streams the values of a code until their period is proved, or up to a number of heaps.
pub(super) fn run(
    code: TakeAndBreak,
    heaps: Option<u64>,
    checkpoint: Option<&Path>,
    bounds: &Bounds,
    bar: &Bar,
) -> Result<Streamed, Failure> {
    let control = bounds.control(Control::unlimited(), bar);
    let saved = checkpoint.filter(|path| path.exists());
    let mut stream = match saved {
        Some(path) => Stream::load(code, path, control).map_err(|error| unreadable(path, error))?,
        None => Stream::under(code, control).map_err(failure)?,
    };
    let mut log = Log { checkpoint: checkpoint.map(Path::to_owned), time: Instant::now(), heaps: stream.heaps() };
    if saved.is_some() {
        eprintln!("goes on from heap {}", stream.heaps());
    }
    bar.tell(format!("from heap {}: ", stream.heaps()));
    let most = heaps.unwrap_or(u64::MAX);
    let ended = loop {
        if stream.repeat().is_some() || stream.heaps() >= most {
            break Ok(());
        }
        if let Err(error) = stream.advance_to(most.min(stream.heaps() + STEP)) {
            break Err(error);
        }
        if log.time.elapsed() >= INTERVAL {
            log.save(&stream)?;
        }
    };
    log.save(&stream)?;
    if let Some((from, period)) = stream.repeat() {
        eprintln!("period {period}, from heap {from} at the latest; now the preperiod");
    }
    let ended = match ended {
        Ok(()) if stream.repeat().is_some() => stream.prove_period().map(Some),
        Ok(()) => Ok(None),
        Err(error) => Err(error),
    };
    bar.clear();
    let go_on = || log.checkpoint.as_ref().map(|path| format!("; --checkpoint {} goes on", path.display()));
    Ok(match ended {
        Ok(proved) => Streamed { stream, proved, failure: None },
        Err(error) => {
            let is_stopped = matches!(error, StreamError::Stopped(_));
            let more = go_on().filter(|_| is_stopped).unwrap_or_default();
            Streamed { stream, proved: None, failure: Some(failure(error).with(&more)) }
        }
    })
}

/// The last checkpoint.
struct Log {
    checkpoint: Option<PathBuf>,
    time: Instant,
    heaps: u64,
}

impl Log {
    /// Writes a checkpoint, if there is a file for it, and prints heap number and rate on standard error.
    fn save(&mut self, stream: &Stream) -> Result<(), Failure> {
        if let Some(path) = &self.checkpoint {
            stream.save(path).map_err(Failure::input)?;
        }
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let rate = (stream.heaps() - self.heaps) as f64 / self.time.elapsed().as_secs_f64().max(1e-9);
        eprintln!("heap {}, {:.1} million heaps per second", stream.heaps(), rate / 1e6);
        (self.time, self.heaps) = (Instant::now(), stream.heaps());
        Ok(())
    }
}

fn failure(error: StreamError) -> Failure {
    match error {
        StreamError::Stopped(stopped) => stopped.into(),
        error => Failure::Bound(error.to_string()),
    }
}

/// An error of a checkpoint, with the name of the file.
fn unreadable(path: &Path, error: CheckpointError) -> Failure {
    match error {
        CheckpointError::Stream(error) => failure(error),
        error @ CheckpointError::File { .. } => Failure::input(error),
        error => Failure::input(format!("the checkpoint {}: {error}", path.display())),
    }
}
