//! The laws that every game must pass, to be used in your own tests (feature `proptest`).
//!
//! One line in a test module checks a rule book and all of its hints, law by law, on random positions:
//!
//! ```
//! # mod tests {
//! use grundy::Kayles;
//!
//! grundy::laws!(kayles_obeys, Kayles, 0..12_u64);
//! # }
//! ```
//!
//! Each law is a test of its own (`kayles_obeys::sum_is_xor`), so a failure names the law, and proptest shrinks the position that
//! breaks it. [`assert_law`] checks one law in a test of yours; [`random_check`] returns its result instead of failing.
//! [`check_position`] and [`check_sum`] check one position, [`check_under`] under a control, [`check_notation`] one text. [`assert_oracle`] and
//! [`check_oracle`] hold an [oracle](crate::Oracle) that is handed to a solver against the game without it:
//!
//! ```
//! use grundy::Kayles;
//! use grundy::laws::{Law, assert_law, check_sum};
//!
//! assert_eq!(check_sum(&Kayles, &[5, 6, 3]), Ok(()));
//! let tally = assert_law(Law::SumIsXor, &Kayles, 1..9_u64);
//! assert_eq!(tally.left_out, 0);
//! ```
//!
//! A law compares a game with brute force: every whole position that play can reach gets a number, and its value and outcomes are
//! computed from the definitions, without any code of the solvers. That needs small positions, so checks have limits. All limits count
//! steps and none reads the clock, so a check does the same on every machine:
//! - A check of one position reports [`Violation::TooLarge`] if there are more than [`MAX_POSITIONS`] whole positions, if one position
//!   has more than [`MAX_MOVES`] moves, or if the check takes more than [`MAX_WORK`] steps.
//! - A check of random positions leaves out what is too large. A law may take 32 000 steps for each input drawn, 8 million for
//!   256 inputs, which takes seconds without optimisation. Steps that small inputs do not need are left for large ones. An input
//!   that has passed is not checked again where it is drawn again, except that its moves repeat. If an input is too large, smaller
//!   positions that play reaches from it are checked instead. If these are too large as well, the input is left out. The [`Tally`]
//!   counts both.
//! - A test passes if the law was checked on one input that has a move, or if no input has one. If less than an eighth of the inputs with a
//!   move could be checked, a note on standard error says so; `cargo test` shows it for tests that pass too. If none could, the test fails:
//!   the positions are too large, or play from them never ends and never comes back. Draw smaller positions then. [`random_check`] returns
//!   the tally in each case.
//!
//! Reference: Winning Ways, ch. 3 and 4.

mod assert;
mod brute_force;
mod catalogue;
mod check;
mod compounds;
mod dice;
mod effort;
mod erased;
mod hints;
mod law;
mod loopy;
mod macros;
mod moves;
mod notation;
mod oracle;
mod products;
mod random;
mod run;
mod strategy;
mod tally;
mod values;
mod violation;

pub use ::proptest;

pub use assert::{assert_law, assert_notation};
pub use check::{check_law, check_position, check_sum, check_under};
pub use effort::{MAX_MOVES, MAX_POSITIONS, MAX_WORK};
pub use law::Law;
pub use notation::check_notation;
pub use oracle::{assert_oracle, check_oracle};
pub use random::{GameTable, compounds, explicit_games, game_tables, heaps, posets, sums};
pub use run::random_check;
pub use tally::Tally;
pub use violation::Violation;
