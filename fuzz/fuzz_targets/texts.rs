//! `cargo fuzz run --features fuzzer texts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::texts(bytes));
