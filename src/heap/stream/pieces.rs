//! A stream computed again in pieces: in any order, by any process, from the states that a checkpoint keeps.

use std::ops::Range;

use crate::control::Control;
use crate::heap::lane::BLOCK;
use crate::heap::stream::error::{StreamError, count, demand_room};
use crate::heap::stream::face::Stream;
use crate::heap::stream::lanes::Lanes;
use crate::heap::stream::space::{Space, codes_of, sets_of};
use crate::heap::stream::walker::Walker;

/// A part of a [`Stream`] between two states that it keeps.
///
/// Theorem: if each piece of a stream [holds](Self::check), all its values are those of the code. By induction the values before a piece
/// are. The values of the piece follow from the state at its beginning. The piece proves all of them but the first ones, which
/// stand in the window at its beginning: these were proved by the piece before.
#[derive(Clone, Debug)]
pub struct StreamPiece<'a> {
    stream: &'a Stream,
    /// The codes of the latest heaps before the first heap of the piece; none for the first piece, which begins after the first values.
    before: Option<&'a [u8]>,
    after: Vec<u8>,
    heaps: Range<u64>,
}

impl Stream {
    /// The pieces of the stream, some hundreds for a long one: from the first 2^19 values to each state that is kept, and to the latest values.
    ///
    /// A stream that was resumed from a [checkpoint](Self::checkpoint) takes the states on trust. These are computed again piece by piece, by
    /// as many processes as there are.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::heap::Stream;
    ///
    /// let mut stream = Stream::new("0.356".parse()?)?;
    /// stream.advance_to(600_000)?;
    /// assert_eq!(stream.pieces().next().map(|piece| piece.heaps()), Some(524_288..524_430));
    /// for piece in stream.pieces() {
    ///     piece.check(&mut Control::unlimited())?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = StreamPiece<'_>> {
        let Self { cycle, lanes, space, .. } = self;
        let kept = cycle.states.iter().chain([&cycle.saved]).map(|state| (state.heap, &state.codes[..]));
        // A repeat claims that the saved state stands before this heap again. As the end of a piece, the claim is
        // checked.
        let again = cycle.repeat.map(|repeat| (repeat.heap + repeat.period, &cycle.saved.codes[..]));
        let mut states: Vec<(u64, &[u8])> = kept.chain(again).collect();
        states.sort_by_key(|(heap, _)| *heap);
        // The saved state may be a kept one too. If two states before the same heap differ, both stay, and the piece
        // without heaps between them does not hold.
        states.dedup();
        let last = (lanes.next(), lanes.latest(space.memory));
        // A piece ends where the next begins, and the last one with the latest proved heaps.
        let ends: Vec<(u64, Vec<u8>)> =
            states.iter().map(|(heap, codes)| (*heap, codes.to_vec())).skip(1).chain([last]).collect();
        let mut is_first = true;
        states.into_iter().zip(ends).map(move |((begin, before), (end, after))| {
            // The first piece begins after the first values, which are computed, and not with a state that is taken on
            // trust.
            let before = (!std::mem::take(&mut is_first)).then_some(before);
            StreamPiece { stream: self, before, after, heaps: begin..end }
        })
    }
}

impl StreamPiece<'_> {
    /// The heaps of the piece.
    #[must_use]
    pub const fn heaps(&self) -> Range<u64> {
        self.heaps.start..self.heaps.end
    }

    /// Computes and proves the values of the piece, and of as many heaps after it as the next piece takes as they follow; and compares those at its end
    /// with the state that is kept. Heaps count as positions.
    ///
    /// # Errors
    ///
    /// [`StreamError::Contradicted`] if they differ; others as those of [`Stream::advance_to`].
    pub fn check(&self, control: &mut Control) -> Result<(), StreamError> {
        let Self { stream: Stream { space, first, tuning, .. }, before, after, heaps } = self;
        // A state has the heaps that the next values follow from. Proofs reach further back, so these values are walked first and proved by
        // the piece before.
        let ahead = (space.reach - space.memory).next_multiple_of(BLOCK);
        let lanes = match before {
            None => Lanes::after(space, first, tuning),
            Some(codes) => {
                let mut walker: Walker<u64> = Walker::new(space, &sets_of(codes));
                walker.walk(ahead);
                // What the stream has not proved is no claim of it, and may have no value.
                let proved = usize::try_from(self.stream.heaps() - heaps.start).unwrap_or(usize::MAX).min(ahead);
                let walked = &codes_of(walker.latest(ahead))[..proved];
                // A forged state may lead to a value without a bit. Its empty set reads as code 64, for which there is
                // no machine.
                let codes = [codes, walked].concat();
                Lanes::holding(space, first, &codes, heaps.start + proved as u64)
            }
        };
        let mut lanes = lanes.ok_or(StreamError::TooLarge { heap: heaps.start })?;
        // The heaps that the next piece walks without a proof are proved here. The stream may end before them.
        let end = self.stream.heaps().min(heaps.end.saturating_add(ahead as u64));
        let mut is_compared = false;
        loop {
            // Compared as soon as the end of the piece is known: later its codes may have left the window.
            if !is_compared && lanes.next() >= heaps.end {
                if codes_before(heaps.end, &lanes, space) != *after {
                    return Err(StreamError::Contradicted { heap: heaps.end });
                }
                is_compared = true;
            }
            let next = lanes.next();
            if next >= end {
                return Ok(());
            }
            demand_room(control)?;
            let advanced = lanes.advance(space, control.thread_count().get(), tuning);
            // Heaps before an error are proved, and count.
            count(control, lanes.next() - next)?;
            // A machine that ends where the stream does has proved all before.
            if let Err(ended) = advanced
                && lanes.next() < end
            {
                return Err(ended.at(lanes.next()));
            }
        }
    }
}

/// The codes before a heap that is the next or one of the latest chunk.
fn codes_before(heap: u64, lanes: &Lanes, space: &Space) -> Vec<u8> {
    let since = usize::try_from(lanes.next() - heap).expect("a chunk has places");
    let mut codes = lanes.latest(space.memory + since);
    codes.truncate(space.memory);
    codes
}

#[cfg(test)]
mod tests {
    use crate::control::Control;
    use crate::heap::stream::cycle::Repeat;
    use crate::heap::stream::lanes::Lanes;
    use crate::heap::stream::tests::{checkpointed, tiny};
    use crate::heap::stream::tuning::Tuning;
    use crate::heap::{Stream, StreamError};

    /// The pieces of a resumed stream hold, and together are all its heaps. With another state at its end none does.
    #[test]
    fn each_piece_of_a_stream_is_computed_again() {
        let unlimited = &mut Control::unlimited();
        let streams =
            [("0.45", 2000), ("0.45", 5000), ("0.77", 1100), ("0.454", 5000), ("4.344", 5000), ("0.106", 9000)];
        for (text, heaps) in streams {
            let tuning = tiny(match text {
                "0.106" => 1 << 11,
                "4.344" => 512,
                _ => 256,
            });
            let (code, stream, bytes) = checkpointed(text, heaps, &tuning);
            let mut resumed = Stream::resumed(code, &bytes, Control::unlimited(), &tuning).unwrap();
            let mut next = stream.first.len() as u64;
            for piece in resumed.pieces() {
                assert_eq!(piece.heaps().start, next, "{text}");
                let control = &mut Control::unlimited();
                assert_eq!(piece.check(control), Ok(()), "{text}, {:?}", piece.heaps());
                // No more is computed than the piece, a window and a chunk.
                let (heaps, window) = (piece.heaps().end - next, resumed.space.reach as u64);
                let is_first = next == stream.first.len() as u64;
                let least = if is_first { heaps } else { heaps.saturating_sub(window) };
                assert!((least..=heaps + window + 64).contains(&control.done()), "{text}");
                next = piece.heaps().end;
            }
            assert_eq!(next, stream.heaps());
            let count = resumed.pieces().count();
            assert!(count > 2, "{text}: {count} pieces");
            assert!(count > 8 || resumed.repeat().is_none(), "{text}: {count} pieces");

            let mut control = Control::new().positions(1);
            let stopped = resumed.pieces().find_map(|piece| piece.check(&mut control).err());
            assert!(matches!(stopped, Some(StreamError::Stopped(_))), "{text}: {stopped:?}");

            let middle = resumed.cycle.states.len() / 2;
            for place in [0, resumed.space.memory / 2, resumed.space.memory - 1] {
                let state = &mut resumed.cycle.states[middle];
                let (heap, right) = (state.heap, state.codes[place]);
                state.codes[place] = right ^ 1;
                for piece in resumed.pieces() {
                    let (heaps, found) = (piece.heaps(), piece.check(unlimited));
                    // One that begins with it may hold: not every value that is kept has to do with the next.
                    if heaps.end == heap {
                        assert!(found.is_err(), "{text}, heap {heap}, {heaps:?}");
                    } else if heaps.start != heap {
                        assert_eq!(found, Ok(()), "{text}, heap {heap}, {heaps:?}");
                    }
                }
                resumed.cycle.states[middle].codes[place] = right;
            }
        }
    }

    /// Its last pieces hold too, although what follows them is not known.
    #[test]
    fn pieces_of_a_stream_that_ended_hold() {
        for (text, prefix) in [("0.356", 64), ("0.454", 128)] {
            for chunk in [64, 512] {
                let tuning = Tuning { chunk, ..tiny(prefix) };
                let mut stream = Stream::tuned(text.parse().unwrap(), Control::unlimited(), &tuning).unwrap();
                assert!(stream.advance_to(4000).is_err(), "{text}");
                for piece in stream.pieces() {
                    assert_eq!(piece.check(&mut Control::unlimited()), Ok(()), "{text}, {:?}", piece.heaps());
                }
            }
        }
    }

    /// The heap at which a state is said to come again is the end of a piece.
    #[test]
    fn a_forged_period_is_noticed_by_a_piece() {
        let tuning = tiny(256);
        let (code, mut stream, _) = checkpointed("0.77", 3000, &tuning);
        let Some(Repeat { heap, period }) = stream.cycle.repeat else { panic!("0.77 repeats") };
        for forged in [1, period - 1, period, period + 1, 2 * period, 3 * period - 1] {
            stream.cycle.repeat = Some(Repeat { heap, period: forged });
            let bytes = stream.checkpoint();
            let resumed = Stream::resumed(code.clone(), &bytes, Control::unlimited(), &tuning).unwrap();
            let hold = resumed.pieces().all(|piece| piece.check(&mut Control::unlimited()).is_ok());
            assert_eq!(hold, forged.is_multiple_of(period), "{forged}");
        }
    }

    /// A part with a code that a set has no bit for would seem to exclude another code.
    #[test]
    fn sets_have_a_bit_for_each_code_of_the_first_values() {
        // Its first values have codes to 17, later ones codes below 8.
        let mut stream = Stream::tuned("4.344".parse().unwrap(), Control::unlimited(), &tiny(512)).unwrap();
        stream.advance_to(5000).unwrap();
        let Stream { space, first, .. } = &stream;
        assert_eq!(first.iter().map(|value| space.code((*value).into())).max(), Some(17));
        let latest = stream.lanes.latest(space.memory);
        assert!(latest.iter().all(|code| *code < 8));
        let lanes = Lanes::holding(space, first, &latest, stream.heaps()).unwrap();
        assert!(matches!(lanes, Lanes::Middle(_)));
    }
}
