//! A short run of each target: its corpus, and random bytes. `GRUNDY_FUZZ_SECONDS=600` makes the random part of each target as long.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use grundy_fuzz::TARGETS;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// The inputs of a target that are kept.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort_unstable();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

#[test]
fn the_corpus_passes() {
    for (name, body) in TARGETS {
        let inputs = corpus(name);
        assert!(!inputs.is_empty(), "{name} has a corpus");
        for input in &inputs {
            body(input);
        }
    }
}

/// Random bytes are hardly ever a text, and never a file: most inputs are kept ones, altered.
#[derive(Clone, Debug)]
enum Edit {
    Set(u8),
    Insert(u8),
    Remove(usize),
    /// Repeats some bytes.
    Repeat(usize),
    /// Goes on as another kept input does.
    Join(prop::sample::Index),
}

impl Edit {
    fn apply(&self, at: prop::sample::Index, input: &mut Vec<u8>, corpus: &[Vec<u8>]) {
        let place = at.index(input.len() + 1);
        let rest = input.len() - place;
        match self {
            Self::Set(byte) if rest > 0 => input[place] = *byte,
            Self::Set(byte) | Self::Insert(byte) => input.insert(place, *byte),
            Self::Remove(count) => drop(input.drain(place..place + rest.min(*count))),
            Self::Repeat(count) => input.extend_from_within(place..place + rest.min(*count)),
            Self::Join(other) => {
                let other = other.get(corpus);
                input.truncate(place);
                input.extend(&other[other.len().min(place)..]);
            }
        }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    // Digits, signs of the notations, ends of lines: bytes after which a text is still one.
    let byte = || prop_oneof![any::<u8>(), prop::sample::select(&b"0123456789.,:;x+-/>*^!()[] \n\r\t"[..])];
    prop_oneof![
        3 => byte().prop_map(Edit::Set),
        3 => byte().prop_map(Edit::Insert),
        1 => (1..20_usize).prop_map(Edit::Remove),
        1 => (1..20_usize).prop_map(Edit::Repeat),
        1 => any::<prop::sample::Index>().prop_map(Edit::Join),
    ]
}

fn input(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), edit()), 1..6);
    let altered = (any::<prop::sample::Index>(), edits).prop_map(move |(kept, edits)| {
        let mut input = kept.get(&corpus).clone();
        for (at, edit) in edits {
            edit.apply(at, &mut input, &corpus);
        }
        input
    });
    prop_oneof![1 => prop::collection::vec(any::<u8>(), 0..120), 3 => altered]
}

#[test]
fn altered_inputs_and_random_bytes_pass() {
    let seconds = env::var("GRUNDY_FUZZ_SECONDS").map_or(0, |seconds| seconds.parse().expect("a number of seconds"));
    for (name, body) in TARGETS {
        let (begun, mut runs) = (Instant::now(), 0);
        let inputs = input(corpus(name));
        while runs == 0 || begun.elapsed() < Duration::from_secs(seconds) {
            let mut runner = TestRunner::new(Config::with_cases(200));
            let run = runner.run(&inputs, |bytes| {
                body(&bytes);
                Ok(())
            });
            run.unwrap_or_else(|error| panic!("{name}: {error}"));
            runs += 1;
        }
        println!("{name}: {} inputs", 200 * runs);
    }
}
