//! A short run of each target: its corpus, and random bytes. `GRUNDY_FUZZ_SECONDS=600` makes the random part of each target as long.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use grundy_fuzz::TARGETS;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

#[test]
fn the_corpus_passes() {
    let mut inputs = 0;
    for (name, body) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        for file in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            body(&fs::read(file.unwrap().path()).unwrap());
            inputs += 1;
        }
    }
    assert!(inputs >= TARGETS.len(), "every target has a corpus");
}

#[test]
fn random_bytes_pass() {
    let seconds = env::var("GRUNDY_FUZZ_SECONDS").map_or(0, |seconds| seconds.parse().expect("a number of seconds"));
    for (name, body) in TARGETS {
        let (begun, mut runs) = (Instant::now(), 0);
        while runs == 0 || begun.elapsed() < Duration::from_secs(seconds) {
            let mut runner = TestRunner::new(Config::with_cases(200));
            let run = runner.run(&prop::collection::vec(any::<u8>(), 0..120), |bytes| {
                body(&bytes);
                Ok(())
            });
            run.unwrap_or_else(|error| panic!("{name}: {error}"));
            runs += 1;
        }
        println!("{name}: {} inputs", 200 * runs);
    }
}
