//! A short run of each target: its corpus, and random bytes.

use std::fs;
use std::path::Path;

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
    for (name, body) in TARGETS {
        let mut runner = TestRunner::new(Config::with_cases(200));
        let run = runner.run(&prop::collection::vec(any::<u8>(), 0..120), |bytes| {
            body(&bytes);
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
