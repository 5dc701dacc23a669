//! Checkpoints: a stream in a small file, from which another process goes on.
//!
//! | bytes | content |
//! |---|---|
//! | 0..16 | [`MAGIC`] |
//! | 16..20 | version |
//! | 20..28 | number of bytes in all |
//! | 28.. | code: number of bytes, text |
//! | then | heaps of the prefix; checksum of the first values, which are computed anew from the code |
//! | then | next heap; bits of a code (4 or 8); number of heaps in the window; their codes |
//! | then | saved state: heap, codes |
//! | then | distance of states; number of states; for each its heap and codes |
//! | then | heap and period of the repeat, or 0 and 0; the largest value and the first heap that has it |
//! | the last 8 | checksum of all before |
//!
//! All numbers are little-endian and have 8 bytes where nothing else is said. Codes are those of [`Space`], in the order of heaps; two
//! of 4 bits share a byte, the first in the lower half.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::control::Control;
use crate::file;
use crate::heap::TakeAndBreak;
use crate::heap::stream::cycle::{Cycle, Repeat, State};
use crate::heap::stream::error::StreamError;
use crate::heap::stream::face::{Stream, beginning};
use crate::heap::stream::lanes::Lanes;
use crate::heap::stream::space::Space;
use crate::heap::stream::tuning::Tuning;
use crate::heap::stream::walker::is_consistent;

/// The first bytes of a file. The end of a line among them shows a transfer that has changed line ends.
const MAGIC: &[u8; 16] = b"grundy stream\r\n\0";
/// Version of the format, which changes with any change of what the bytes mean.
const VERSION: u32 = 1;
/// Bytes before the code.
const HEADER: usize = 28;
/// The largest prefix that a file may ask for: a guard.
const MOST_PREFIX: usize = 1 << 20;
/// The largest heap that a file may tell to be the next: a guard, so that sums of heaps have places.
const MOST_HEAPS: u64 = 1 << 62;
/// The most bytes of a file that are read: a guard. Checkpoints take less than 2^20 by default.
const MOST_BYTES: u64 = 1 << 26;

/// Why a checkpoint was not written or read. The file is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The name of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The bytes are not a checkpoint.
    #[error("it does not begin as a checkpoint of a stream does")]
    Foreign,
    /// The checkpoint is of another version.
    #[error("it has version {version}: this is version {VERSION}")]
    Version {
        /// The version of the checkpoint.
        version: u32,
    },
    /// There are fewer or more bytes than the checkpoint says.
    #[error("it has {found} bytes, not {expected}: it has been cut or added to")]
    Length {
        /// The number of bytes.
        found: u64,
        /// The number of bytes that it says.
        expected: u64,
    },
    /// The checksum is wrong.
    #[error("it has been altered: its checksum is wrong")]
    Altered,
    /// The checkpoint is of another code.
    #[error("it is of the code {found}: one of {expected} was asked for")]
    Code {
        /// The code of the checkpoint.
        found: String,
        /// The code that was asked for.
        expected: String,
    },
    /// The checksum is right, but what is written cannot be.
    #[error("it contradicts itself: {what}")]
    Contradiction {
        /// What cannot be.
        what: &'static str,
    },
    /// The first values of the code were not computed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl Stream {
    /// The stream as the bytes of a checkpoint: less than 2^20 for most codes, 220 kB for 0.106.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::heap::{CheckpointError, Stream, TakeAndBreak};
    ///
    /// let code: TakeAndBreak = "0.45".parse()?;
    /// let mut stream = Stream::new(code.clone())?;
    /// stream.advance_to(150_000)?;
    /// let mut bytes = stream.checkpoint();
    /// let resumed = Stream::resume(code.clone(), &bytes, Control::unlimited())?;
    /// assert_eq!((resumed.heaps(), resumed.value(149_999)), (stream.heaps(), stream.value(149_999)));
    ///
    /// bytes[5000] ^= 1;
    /// let error = Stream::resume(code, &bytes, Control::unlimited()).unwrap_err();
    /// assert!(matches!(error, CheckpointError::Altered));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let window = &self.lanes.latest(self.space.reach)[..];
        let states = &self.cycle.states;
        let all = states.iter().chain([&self.cycle.saved]).flat_map(|state| &state.codes).chain(window);
        // Codes below 16 are the usual case, and halve the file.
        let bits = if all.into_iter().all(|code| *code < 16) { 4 } else { 8 };

        // The length is known at the end, and is then written over the eight zeros.
        let mut out = [&MAGIC[..], &VERSION.to_le_bytes(), &[0; 8]].concat();
        let number = |out: &mut Vec<u8>, number: u64| out.extend(number.to_le_bytes());
        let put_state = |out: &mut Vec<u8>, state: &State| {
            number(out, state.heap);
            out.extend(packed(&state.codes, bits));
        };
        let text = self.code.to_string();
        number(&mut out, text.len() as u64);
        out.extend(text.as_bytes());
        number(&mut out, self.tuning.prefix as u64);
        number(&mut out, checksum(&self.first));
        number(&mut out, self.lanes.next());
        out.push(bits);
        number(&mut out, window.len() as u64);
        out.extend(packed(window, bits));
        put_state(&mut out, &self.cycle.saved);
        number(&mut out, self.cycle.distance);
        number(&mut out, states.len() as u64);
        for state in states {
            put_state(&mut out, state);
        }
        let repeat = self.cycle.repeat.unwrap_or(Repeat { heap: 0, period: 0 });
        number(&mut out, repeat.heap);
        number(&mut out, repeat.period);
        number(&mut out, self.largest.0.into());
        number(&mut out, self.largest.1);
        let length = out.len() as u64 + 8;
        out[20..HEADER].copy_from_slice(&length.to_le_bytes());
        // Of all bytes before it, the length among them.
        let sum = checksum(&out);
        number(&mut out, sum);
        out
    }

    /// The stream of a checkpoint, under a control. The first 2^19 values are computed anew and compared, and so are those of the window,
    /// each from the ones before it.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if the bytes are cut, altered, of another version or code, or cannot be. A checksum finds accidents. Forged
    /// numbers of heaps and states that are kept are found by the computation of all [`pieces`](Self::pieces) alone, so that a period
    /// that [`prove_period`](Self::prove_period) finds after that rests on them; it checks that the state came again by itself.
    pub fn resume(code: TakeAndBreak, bytes: &[u8], control: Control) -> Result<Self, CheckpointError> {
        Self::resumed(code, bytes, control, &Tuning::default())
    }

    /// The same with any tuning, but for the size of the prefix, which the checkpoint has.
    pub(in crate::heap) fn resumed(
        code: TakeAndBreak,
        bytes: &[u8],
        control: Control,
        tuning: &Tuning,
    ) -> Result<Self, CheckpointError> {
        let fields = checked(bytes)?;
        let mut fields = Fields(fields);
        // The name first: a checkpoint of another code is told as that, and not as one that contradicts itself.
        let length = fields.number()?;
        let found = String::from_utf8_lossy(fields.take(length)?).into_owned();
        let expected = code.to_string();
        if found != expected {
            return Err(CheckpointError::Code { found, expected });
        }
        let prefix = fields.number()?;
        // Checked before anything is computed: the first values are more than twice as many as the heaps of the prefix.
        let prefix = usize::try_from(prefix).ok().filter(|prefix| (1..=MOST_PREFIX).contains(prefix));
        let prefix = prefix.ok_or(contradiction("the size of the prefix"))?;
        let tuning = Tuning { prefix, ..*tuning };
        let sum = fields.number()?;
        let (space, first, control) = beginning(&code, control, &tuning)?;
        demand(checksum(&first) == sum, "the first values are not those of the code")?;
        Self::rest(&mut fields, code, space, first, &tuning, control)
    }

    /// What comes after the checksum of the first values.
    fn rest(
        fields: &mut Fields<'_>,
        code: TakeAndBreak,
        space: Space,
        first: Vec<u8>,
        tuning: &Tuning,
        control: Control,
    ) -> Result<Self, CheckpointError> {
        let next = fields.number()?;
        demand(next <= MOST_HEAPS, "a heap that no stream has come to")?;
        let bits = fields.take(1)?[0];
        demand(bits == 4 || bits == 8, "the number of bits of a code")?;
        let heaps = fields.number()?;
        demand(heaps >= space.reach as u64 && next >= first.len() as u64, "the window is too small")?;
        let window = fields.codes(heaps, bits)?;
        let memory = space.memory as u64;
        let state = |fields: &mut Fields<'_>| {
            let heap = fields.number()?;
            let codes = fields.codes(memory, bits)?;
            // The first values are no states: they are computed anew. Heaps from `next` on are not proved.
            let is_proved = (first.len() as u64..=next).contains(&heap);
            demand(is_proved, "a state of heaps that are not proved").map(|()| State { heap, codes })
        };
        let saved = state(fields)?;
        let distance = fields.number()?;
        let count = fields.number()?;
        // A forged count asks for no memory: reading ends with the first state that is not there.
        let states = (0..count).map(|_| state(fields)).collect::<Result<Vec<_>, _>>()?;
        let repeat = Repeat { heap: fields.number()?, period: fields.number()? };
        let (value, heap) = (fields.number()?, fields.number()?);
        let value = u8::try_from(value).ok().filter(|_| heap < next).ok_or(contradiction("the largest value"))?;
        let is_ascending = states.is_sorted_by(|one, other| one.heap < other.heap);
        // `Reader` and `pieces` go on from the first state after the first values.
        let begins = states.first().is_some_and(|state| state.heap == first.len() as u64);
        demand(is_ascending && begins, "the order of states")?;
        let repeat = Some(repeat).filter(|repeat| *repeat != Repeat { heap: 0, period: 0 });
        // The proof of a period begins with the saved state, so the repeat must be of that one.
        let is_seen = |Repeat { heap, period }: Repeat| {
            period > 0 && heap == saved.heap && heap.checked_add(period).is_some_and(|end| end <= next)
        };
        demand(repeat.is_none_or(is_seen), "the period")?;
        demand(fields.0.is_empty(), "there is more than it needs")?;
        // Sets have at most 64 codes. `holding` looks at the codes of the window, and this line at those of the states.
        let all_fit = states.iter().chain([&saved]).flat_map(|state| &state.codes).all(|code| *code < 64);
        let lanes = Lanes::holding(&space, &first, &window, next).filter(|_| all_fit);
        let lanes = lanes.ok_or(contradiction("a code is too large"))?;
        demand(is_consistent(&space, &window), "the values of the window do not follow from one another")?;
        let cycle = Cycle { states, distance, saved, repeat };
        Ok(Self::at(code, (space, first, control), lanes, cycle, (value, heap), tuning))
    }

    /// Writes a [checkpoint](Self::checkpoint) to a file, which is [replaced](file::replace) as a whole, or is unchanged if writing fails.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::File`]; the temporary file is removed.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        let path = path.as_ref();
        let written = file::replace(path, |file| file.write_all(&self.checkpoint()));
        written.map_err(|error| CheckpointError::File { path: path.to_owned(), error })
    }

    /// Reads a checkpoint from a file, see [`Self::resume`].
    ///
    /// # Errors
    ///
    /// [`CheckpointError`]; the file is not touched.
    pub fn load(code: TakeAndBreak, path: impl AsRef<Path>, control: Control) -> Result<Self, CheckpointError> {
        let path = path.as_ref();
        let mut bytes = Vec::new();
        // A longer file is read as a cut one, whose length is then wrong.
        let read = File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
        read.map_err(|error| CheckpointError::File { path: path.to_owned(), error })?;
        Self::resume(code, &bytes, control)
    }
}

/// The fields of a checkpoint whose frame is right.
fn checked(bytes: &[u8]) -> Result<&[u8], CheckpointError> {
    if !bytes.starts_with(MAGIC) {
        // A file may be cut within these bytes.
        return Err(match bytes.len() {
            found if MAGIC.starts_with(bytes) => {
                CheckpointError::Length { found: found as u64, expected: HEADER as u64 }
            }
            _ => CheckpointError::Foreign,
        });
    }
    let (Some(version), Some(length)) = (bytes.get(16..20), bytes.get(20..HEADER)) else {
        return Err(CheckpointError::Length { found: bytes.len() as u64, expected: HEADER as u64 });
    };
    let version = u32::from_le_bytes(version.try_into().expect("four bytes"));
    if version != VERSION {
        return Err(CheckpointError::Version { version });
    }
    let (found, expected) = (bytes.len() as u64, u64::from_le_bytes(length.try_into().expect("eight bytes")));
    if found != expected {
        return Err(CheckpointError::Length { found, expected });
    }
    let (rest, sum) = bytes.split_last_chunk().ok_or(CheckpointError::Altered)?;
    let fields = rest.get(HEADER..).filter(|_| checksum(rest) == u64::from_le_bytes(*sum));
    fields.ok_or(CheckpointError::Altered)
}

/// What is left to read.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, count: u64) -> Result<&'a [u8], CheckpointError> {
        let count = usize::try_from(count).ok();
        let (taken, rest) =
            count.and_then(|count| self.0.split_at_checked(count)).ok_or(contradiction("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, CheckpointError> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    fn codes(&mut self, count: u64, bits: u8) -> Result<Vec<u8>, CheckpointError> {
        if bits == 8 {
            return Ok(self.take(count)?.to_vec());
        }
        let bytes = self.take(count.div_ceil(2))?;
        let mut codes: Vec<u8> = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect();
        // The last byte of an odd number of codes has half a byte to spare.
        codes.truncate(usize::try_from(count).expect("there are half as many bytes"));
        Ok(codes)
    }
}

fn packed(codes: &[u8], bits: u8) -> Vec<u8> {
    match bits {
        4 => codes.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |second| second << 4)).collect(),
        _ => codes.to_vec(),
    }
}

fn demand(holds: bool, what: &'static str) -> Result<(), CheckpointError> {
    if holds { Ok(()) } else { Err(contradiction(what)) }
}

const fn contradiction(what: &'static str) -> CheckpointError {
    CheckpointError::Contradiction { what }
}

/// A checksum that detects every change of a single byte, since each byte acts on the state by a bijection (FNV-1a).
pub(in crate::heap) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::{CheckpointError, Repeat};
    use crate::control::Control;
    use crate::heap::stream::tests::{checkpointed, tiny};
    use crate::heap::{Stream, StreamError};

    /// What `prove_period` says after a checkpoint of a forged stream.
    fn proved(text: &str, heaps: u64, forge: impl FnOnce(&mut Stream)) -> Result<u64, StreamError> {
        let tuning = tiny(256);
        let (code, mut stream, _) = checkpointed(text, heaps, &tuning);
        forge(&mut stream);
        let resumed = Stream::resumed(code, &stream.checkpoint(), Control::new().positions(5000), &tuning);
        resumed.unwrap().prove_period().map(|proved| proved.period())
    }

    #[test]
    fn a_checkpoint_is_read_from_the_file_that_it_was_written_to() {
        let (code, stream, bytes) = checkpointed("0.77", 1000, &tiny(128));
        let path = std::env::temp_dir().join(format!("grundy-stream-{}", std::process::id()));
        stream.save(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        assert_eq!(Stream::load(code.clone(), &path, Control::unlimited()).unwrap().checkpoint(), bytes);
        std::fs::remove_file(&path).unwrap();
        let error = Stream::load(code, &path, Control::unlimited()).unwrap_err();
        assert!(matches!(error, CheckpointError::File { .. }), "{error}");
    }

    /// If the forged period is a multiple of the true one, it is divided by its least prime that leaves a multiple. The true period of 0.171
    /// is odd, and parity counts in 0.34.
    #[test]
    fn a_forged_period_is_not_proved() {
        for (text, prefix, heaps, period) in
            [("0.45", 256, 3000, 20), ("0.77", 256, 3000, 12), ("0.171", 64, 1500, 11), ("0.34", 64, 1500, 8)]
        {
            let tuning = tiny(prefix);
            let (code, mut stream, _) = checkpointed(text, heaps, &tuning);
            let Some(Repeat { heap, .. }) = stream.cycle.repeat else { panic!("{text} repeats") };
            let mut proved = |forged| {
                stream.cycle.repeat = Some(Repeat { heap, period: forged });
                let control = Control::new().positions(3 * heaps);
                let resumed = Stream::resumed(code.clone(), &stream.checkpoint(), control, &tuning);
                resumed.unwrap().prove_period().map(|proved| proved.period())
            };
            assert_eq!(proved(period), Ok(period), "{text}");
            for forged in [1, 2, period - 1, period + 1, period / 2, 2 * period, 3 * period, 5 * period, 6 * period] {
                let divides = |prime: &u64| forged.is_multiple_of(prime * period);
                let comes_again = [2, 3, 5].into_iter().find(divides).map_or(forged, |prime| forged / prime);
                let expected = Err(StreamError::Contradicted { heap: heap + comes_again });
                assert_eq!(proved(forged), expected, "{text}, {forged}");
            }
        }
    }

    /// After states that no play leads to, a value may have no bit in the sets.
    #[test]
    fn forged_states_make_no_panic() {
        let mut contradicted = 0;
        for factor in [1, 3, 5, 11, 23, 37] {
            let found = proved("0.45", 3000, |stream| {
                for state in &mut stream.cycle.states {
                    let forged = (state.heap..).map(|place| (place.wrapping_mul(factor) % 64) as u8);
                    state.codes.iter_mut().zip(forged).for_each(|(code, forged)| *code = forged);
                }
            });
            contradicted += u32::from(matches!(found, Err(StreamError::Contradicted { .. })));
        }
        assert!(contradicted > 0);
    }
}
