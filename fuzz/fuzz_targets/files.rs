//! `cargo fuzz run --features fuzzer files`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::files(bytes));
