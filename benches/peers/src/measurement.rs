//! One method on one question, in a process of its own.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::contest::{Contest, Found};

/// What one run took and found.
pub(crate) struct Measurement {
    pub(crate) time: Duration,
    /// The most memory that the process held.
    pub(crate) megabytes: f64,
    /// The number of positions whose values were kept, by a search; else 0.
    pub(crate) positions: u64,
    /// A fingerprint of each part of the values, in order.
    parts: Vec<u64>,
    /// The same of the values' last bytes.
    bytes: Vec<u64>,
    last: u64,
}

/// How many parts the values are compared in, so that it can be told where they part.
const PARTS: usize = 64;

impl Measurement {
    /// Says whether the values are the same, or where they begin to differ.
    pub(crate) fn compared(&self, peer: &Self, size: usize) -> Result<String, String> {
        let first_difference =
            |ours: &[u64], theirs: &[u64]| ours.iter().zip(theirs).position(|(one, other)| one != other);
        let Some(part) = first_difference(&self.parts, &peer.parts) else {
            return Ok(if size == 1 { format!("agree: {}", self.last) } else { "agree".to_owned() });
        };
        let (from, to) = (start(part, size), start(part + 1, size));
        Err(match first_difference(&self.bytes, &peer.bytes) {
            None => format!("the peer's wrap at a byte between {from} and {to}"),
            Some(_) if size == 1 => format!("DIFFER: {} and {}", self.last, peer.last),
            Some(_) => format!("DIFFER between {from} and {to}"),
        })
    }
}

fn start(part: usize, size: usize) -> usize {
    part * size / PARTS
}

/// Runs what is to be measured in this process, and writes what it took and found; nothing if there is no answer.
pub(crate) fn measured(size: usize, solve: impl FnOnce() -> Option<Found>) -> Option<String> {
    let begun = Instant::now();
    let Found { value, positions } = solve()?;
    let time = begun.elapsed();
    let memory = peak_kilobytes();
    let fingerprint = |part: usize, mask: u64| {
        let values = (start(part, size)..start(part + 1, size)).map(|heap| value(heap) & mask);
        // Fowler, Noll and Vo, on whole words.
        values.fold(0xcbf2_9ce4_8422_2325, |hash: u64, value| (hash ^ value).wrapping_mul(0x0100_0000_01b3))
    };
    let line = |mask| (0..PARTS).map(|part| fingerprint(part, mask).to_string()).collect::<Vec<_>>().join(" ");
    let last = size.checked_sub(1).map_or(0, &value);
    Some(format!("{} {memory} {positions} {last}\n{}\n{}", time.as_nanos(), line(u64::MAX), line(0xff)))
}

/// The most memory that this process has held, where the system tells.
fn peak_kilobytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or(0)
}

/// Measures a method, or says why it gave no answer.
pub(crate) fn measure(contest: &Contest, method: &str, patience: Duration) -> Result<Measurement, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["--run", &contest.name(), &contest.size.to_string(), method]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
    let output = finished(child, patience)?;
    read(&output).ok_or_else(|| "writes nothing that can be read".to_owned())
}

/// What a process has written, if it ends well and in time.
fn finished(mut child: Child, patience: Duration) -> Result<String, String> {
    let begun = Instant::now();
    // It writes a few kilobytes, which fit into the pipe.
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => {
                let output = child.wait_with_output().map_err(|error| error.to_string())?;
                return String::from_utf8(output.stdout).map_err(|error| error.to_string());
            }
            Ok(Some(_)) => return Err("failed".to_owned()),
            Ok(None) if begun.elapsed() < patience => thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
                return Err(format!("given up after {:.0} s", patience.as_secs_f64()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Reads what [`measured`] writes.
fn read(output: &str) -> Option<Measurement> {
    let mut lines = output.lines();
    let numbers = |line: &str| line.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>();
    let head = numbers(lines.next()?)?;
    let [nanoseconds, kilobytes, positions, last] = head[..] else { return None };
    let (parts, bytes) = (numbers(lines.next()?)?, numbers(lines.next()?)?);
    let megabytes = f64::from(u32::try_from(kilobytes).ok()?) / 1024.0;
    Some(Measurement { time: Duration::from_nanos(nanoseconds), megabytes, positions, parts, bytes, last })
}
