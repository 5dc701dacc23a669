//! Misère canonical forms: each game in its simplest form, so that equal games are one.
//!
//! Two games are equal in misère play if each can stand for the other in every sum. *H* simplifies to *G* if the options of
//! *G* are some of those of *H*, and each other option of *H* can be *reversed*: it has *G* as an option. If *G* is `*0`, this needs a
//! *proviso*: *H* must be N. Without it `*[3 2]`, both of whose options have the option `*0`, would be `*0`, and it is P where `*0` is N.
//!
//! Theorem (Grundy and Smith, Conway): simplifying changes no value. Let all positions of two games, they themselves among them, be
//! such as cannot be simplified: then the two are equal only if they are the same game. So equality is identity of these simplest forms,
//! here of their numbers in a store.
//!
//! | file | what it holds |
//! |---|---|
//! | `store.rs` | [`CanonicalForms`], the store, and [`CanonicalForm`], a number in it |
//! | `simplify.rs` | which options are reversible |
//! | `sum.rs` | sums and mates of forms |
//! | `outcome.rs` | who wins a sum of forms |
//! | `days.rs` | how many forms are born by a day |
//! | `genera.rs` | the genus of a form |
//! | `text.rs` | how forms are written and read |
//! | `theory.rs` | the forms of the positions of a game: [`Solver::form`](crate::Solver::form) |
//!
//! ```
//! use grundy::{Kayles, Outcome, Solver};
//!
//! let mut rows = Solver::new(Kayles);
//! let (one, four) = (rows.form(1)?, rows.form(4)?);
//! assert_eq!(one, four); // in misère play, too, four pins are as one
//! let (two_twos, nothing) = (rows.form([2, 2])?, rows.form([])?);
//! assert_ne!(two_twos, nothing); // but two equal rows are not nothing
//! let forms = &rows.memos().forms;
//! assert_eq!(forms.text(two_twos), "*[3 2]");
//! assert_eq!(forms.outcome(two_twos), Outcome::P);
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```
//!
//! A solver may go on with the store of another one, so that positions of two games are compared:
//!
//! ```
//! use grundy::{Kayles, Nim, Solver};
//!
//! let mut rows = Solver::new(Kayles);
//! let row = rows.form(6)?;
//! let mut heaps = Solver::new(Nim);
//! heaps.memos_mut().forms = rows.into_memos().forms;
//! assert_eq!(heaps.form(3)?, row); // six pins equal a heap of three
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```
//!
//! Reference: ONAG, ch. 12; Winning Ways, ch. 13; Siegel, *Combinatorial Game Theory*, ch. V.3; Siegel, *On the structure of
//! misère impartial games*, 2020.

mod days;
mod genera;
mod outcome;
mod simplify;
mod store;
mod sum;
mod text;
mod theory;

pub use store::{CanonicalForm, CanonicalForms};
pub use text::ParseFormError;
pub(crate) use theory::form;
