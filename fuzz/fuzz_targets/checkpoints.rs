//! `cargo +nightly fuzz run checkpoints` fuzzes. Compiled without a fuzzer, the program runs the checkpoints that it is given.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::checkpoints(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    grundy_fuzz::run_files(grundy_fuzz::checkpoints)
}
