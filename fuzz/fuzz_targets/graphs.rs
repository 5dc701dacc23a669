//! `cargo fuzz run --features fuzzer graphs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::graphs(bytes));
