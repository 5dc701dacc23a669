//! The format of checkpoints, and what contradicts itself in them.

use crate::control::Control;
use crate::heap::Stream;
use crate::heap::stream::cycle::{Repeat, State};
use crate::heap::stream::lanes::Lanes;
use crate::heap::stream::tests::{checkpointed, tiny};
use crate::heap::stream::{CheckpointError, checksum};

/// The numbers and codes of a checkpoint, read by the table at the top of `checkpoint`.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn number(&mut self) -> u64 {
        self.take(8).iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    fn codes(&mut self, count: usize, bits: u8) -> Vec<u8> {
        let bytes = self.take((count * usize::from(bits)).div_ceil(8));
        let code = |place: usize| match bits {
            4 => bytes[place / 2] >> (4 * (place % 2)) & 15,
            _ => bytes[place],
        };
        (0..count).map(code).collect()
    }
}

#[test]
fn a_checkpoint_has_the_fields_of_the_table_and_four_bits_for_codes_that_fit() {
    for (text, prefix, heaps, bits) in [("0.45", 256, 3000, 4), ("0.77", 128, 1000, 4), ("0.454", 256, 3000, 8)] {
        let (_, stream, bytes) = checkpointed(text, heaps, &tiny(prefix));
        let (all, sum) = bytes.split_at(bytes.len() - 8);
        assert_eq!(Reader(sum).number(), checksum(all));
        let mut fields = Reader(all);
        assert_eq!(fields.take(16), b"grundy stream\r\n\0");
        assert_eq!((fields.take(4), fields.number()), (&[1, 0, 0, 0][..], bytes.len() as u64));
        let length = fields.number();
        assert_eq!(fields.take(usize::try_from(length).unwrap()), text.as_bytes());
        assert_eq!((fields.number(), fields.number()), (prefix as u64, checksum(&stream.first)));
        assert_eq!((fields.number(), fields.take(1)), (stream.heaps(), &[bits][..]), "{text}");
        let window = usize::try_from(fields.number()).unwrap();
        assert_eq!((window, fields.codes(window, bits)), (stream.space.reach, stream.lanes.latest(window)));
        let memory = stream.space.memory;
        let state = |fields: &mut Reader<'_>| State { heap: fields.number(), codes: fields.codes(memory, bits) };
        assert_eq!(state(&mut fields), stream.cycle.saved);
        assert_eq!((fields.number(), fields.number()), (stream.cycle.distance, stream.cycle.states.len() as u64));
        assert!(stream.cycle.states.iter().all(|kept| state(&mut fields) == *kept), "{text}");
        let repeat = Repeat { heap: fields.number(), period: fields.number() };
        assert_eq!(repeat, stream.cycle.repeat.unwrap_or(Repeat { heap: 0, period: 0 }));
        assert_eq!((fields.number(), fields.number()), stream.largest());
        assert_eq!(fields.0, b"", "{text}");
    }
}

#[test]
fn fields_that_do_not_fit_together_are_refused_with_the_reason() {
    const ORDER: &str = "the order of states";
    const UNPROVED: &str = "a state of heaps that are not proved";
    const PERIOD: &str = "the period";
    const WINDOW: &str = "the window is too small";
    const LARGE: &str = "a code is too large";
    /// What is changed, and the reason that is told for it.
    type Forgery = (fn(&mut Stream), Option<&'static str>);
    fn period(stream: &mut Stream, heap: u64, period: u64) {
        stream.cycle.repeat = Some(Repeat { heap: stream.cycle.saved.heap + heap, period });
    }
    fn window(stream: &mut Stream, shorter: usize, next: u64) {
        let window = stream.lanes.latest(stream.space.reach - shorter);
        stream.lanes = Lanes::holding(&stream.space, &stream.first, &window, next).unwrap();
    }
    fn altered(stream: &mut Stream) {
        let mut window = stream.lanes.latest(stream.space.reach);
        *window.last_mut().unwrap() ^= 1;
        stream.lanes = Lanes::holding(&stream.space, &stream.first, &window, stream.heaps()).unwrap();
    }
    let forgeries: [Forgery; 23] = [
        (|_| (), None),
        (|stream| stream.largest.1 = stream.heaps() - 1, None),
        (|stream| stream.largest.1 = stream.heaps(), Some("the largest value")),
        (|stream| stream.cycle.states.swap(1, 2), Some(ORDER)),
        (|stream| stream.cycle.states[2] = stream.cycle.states[1].clone(), Some(ORDER)),
        (|stream| drop(stream.cycle.states.remove(0)), Some(ORDER)),
        (|stream| stream.cycle.states.clear(), Some(ORDER)),
        (|stream| stream.cycle.states[0].heap -= 1, Some(UNPROVED)),
        (|stream| stream.cycle.states.last_mut().unwrap().heap = stream.heaps(), None),
        (|stream| stream.cycle.states.last_mut().unwrap().heap = stream.heaps() + 1, Some(UNPROVED)),
        (|stream| stream.cycle.saved.heap = stream.heaps() + 1, Some(UNPROVED)),
        (|stream| period(stream, 0, 1), None),
        (|stream| period(stream, 0, 0), Some(PERIOD)),
        (|stream| period(stream, 1, 1), Some(PERIOD)),
        (|stream| period(stream, 0, stream.heaps() - stream.cycle.saved.heap), None),
        (|stream| period(stream, 0, stream.heaps() - stream.cycle.saved.heap + 1), Some(PERIOD)),
        (|stream| stream.cycle.states[1].codes[0] = 63, None),
        (|stream| stream.cycle.states[1].codes[0] = 64, Some(LARGE)),
        (|stream| stream.cycle.saved.codes[0] = 64, Some(LARGE)),
        (altered, Some("the values of the window do not follow from one another")),
        (|stream| window(stream, 1, stream.heaps()), Some(WINDOW)),
        (|stream| window(stream, 0, stream.first.len() as u64 - 1), Some(WINDOW)),
        (|stream| window(stream, 0, (1 << 62) + 1), Some("a heap that no stream has come to")),
    ];
    let tuning = tiny(256);
    let (code, stream, _) = checkpointed("0.45", 3000, &tuning);
    for (number, (forge, expected)) in forgeries.into_iter().enumerate() {
        let mut forged = stream.clone();
        forge(&mut forged);
        let found = match Stream::resumed(code.clone(), &forged.checkpoint(), Control::unlimited(), &tuning) {
            Ok(_) => None,
            Err(CheckpointError::Contradiction { what }) => Some(what),
            Err(error) => panic!("{number}: {error}"),
        };
        assert_eq!(found, expected, "{number}");
    }
}
