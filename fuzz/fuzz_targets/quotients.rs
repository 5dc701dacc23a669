//! `cargo fuzz run --features fuzzer quotients`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::quotients(bytes));
