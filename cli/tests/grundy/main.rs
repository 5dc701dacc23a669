//! The program `grundy`: what its commands print for people and for programs, the files they write, and what bad input gets.

#[path = "../../../store/tests/support/chance.rs"]
mod chance;
mod check;
mod chomp;
#[path = "../../../tests/library/support/console.rs"]
mod console;
mod draw;
mod files;
mod games;
mod guess;
mod help;
mod interrupt;
mod json;
mod loopy;
mod meant;
mod memo;
#[path = "../../../tests/library/support/naive_heaps.rs"]
mod naive_heaps;
mod nimbers;
mod play;
mod programs;
mod quotient;
#[expect(dead_code, reason = "the tests of grundy-store use more of it")]
#[path = "../../../store/tests/support/redis.rs"]
mod redis;
#[cfg(feature = "tls")]
#[path = "../../../store/tests/support/tls.rs"]
mod secure;
mod sequence;
mod solve;
mod table;
mod work;
