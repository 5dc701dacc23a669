//! `cargo fuzz run --features fuzzer sequences`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::sequences(bytes));
