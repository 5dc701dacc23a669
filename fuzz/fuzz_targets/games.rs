//! `cargo fuzz run --features fuzzer games`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::games(bytes));
