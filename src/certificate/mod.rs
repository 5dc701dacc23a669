//! Certificates: results that can be checked by somebody who does not trust this crate.
//!
//! A certificate is a text. It says what is claimed, and lists facts from which the claim follows; each fact follows from others by the rules
//! of the game alone. [`Certificate`] makes one of what a solver has found, and [`check`] checks it, without any solver.
//!
//! ```
//! use grundy::certificate::{self, Certificate};
//! use grundy::{AnyGame, Control, Notation, Registry, Solver};
//!
//! let game: AnyGame = "kayles".parse()?;
//! let rows = game.parse("5,6")?;
//! let mut text = Vec::new();
//! let mut solver = Solver::new(&game);
//! Certificate::of_value(&mut solver, &game, &rows)?.write(&mut text)?;
//!
//! let claim = certificate::check(&Registry::standard(), &text[..], &mut Control::new())?;
//! assert_eq!(claim.text, "the Grundy value of kayles 5,6 is *7");
//!
//! let altered = String::from_utf8(text)?.replace("\n4 5\n", "\n2 5\n"); // says that a row of 5 is worth *2
//! let refused = certificate::check(&Registry::standard(), altered.as_bytes(), &mut Control::new());
//! assert!(refused.is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//!
//! The first line is `grundy certificate 1` and the kind of the claim. Then come fields, each in a line of its own, `name: text`, in this
//! order; a blank line; the facts, one in a line; and `facts: ` with their number. What is called a heap, a vertex or an element is a number
//! from 0 on.
//!
//! | kind | fields | facts | what is checked |
//! |---|---|---|---|
//! | `value` | `game`, `position`, `answer` (a number) | values of components: `4 5,6`, the value first | no option has the value; every smaller number is the value of some option; an option without a told value has an option with the value itself. The answer is the nim-sum |
//! | `outcome` | the same, `answer` is N or P | the same | the same; P if the nim-sum is 0; N if it is not, or if an option has nim-sum 0 |
//! | `misere` | the same | whole positions that are lost | every option of a lost position has ended, or has an option that is lost; a lost position has not ended |
//! | `period` | `code`, `preperiod`, `period` | heaps with values, up to the end of the first period | the mex for every heap that the theorem of Guy and Smith needs |
//! | `quotient` | `code`, `heaps`, `order`, `p-portion`, `period` (two numbers, or `none`) | the products of each element with all elements; then the element of each heap | the monoid, its generators, that elements are told apart, and the theorem of [`MisereQuotient::verify`](crate::misere::quotient::MisereQuotient::verify) |
//! | `positions` | `game`, `position`, `order`, `p-portion` | the products of each element with all elements; then elements of components: `3 5,6`, the element first | the same, without a period, for all positions that play can reach from the position and no others |
//! | `loopy` | `graph` | vertices with number and rank, or `inf` | numbers are assigned by the rule of [`LoopyValues`](crate::loopy::LoopyValues), in the order of ranks, and no further one can be |
//! | `chomp-losing` | `tiles` | all losing boards of at most that many tiles | every board, by its moves |
//!
//! A component without moves has value 0, or element 0, and need not be told, and so has the sum of two equal components. Components are compared by their [memo
//! keys](crate::ImpartialGame::memo_key), which are part of the rules, as are [`options`](crate::ImpartialGame::options); the law suite
//! holds both against the plain moves. The game must end, except for the kind `loopy`.
//!
//! # Cost
//!
//! Memory is one entry for each fact. Time is that of all options of all facts, and for options whose value is not told, of the options of
//! these. So a check is at least as fast as an exhaustive search, and needs no more positions than the proof.

mod boards;
mod check;
mod facts;
mod graphs;
mod heaps;
mod options;
mod positions;
mod quotients;
mod read;
mod text;
mod write;

pub use check::{Claim, check};
pub use options::export_options;
pub use read::read_quotient;
pub use text::CertificateError;
pub use write::Certificate;
