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
//! | `progress.rs` | [`CanonicalProgress`], how far a long search has come |
//! | `text.rs` | how forms are written and read |
//! | `solver.rs` | [`CanonicalSolver`], the forms of the positions of a game |
//!
//! ```
//! use grundy::misere::canonical::CanonicalSolver;
//! use grundy::{Kayles, Outcome};
//!
//! let mut rows = CanonicalSolver::new(Kayles);
//! let (one, four) = (rows.form(1)?, rows.form(4)?);
//! assert_eq!(one, four); // in misère play, too, four pins are as one
//! let (two_twos, nothing) = (rows.form([2, 2])?, rows.form([])?);
//! assert_ne!(two_twos, nothing); // but two equal rows are not nothing
//! assert_eq!(rows.forms().text(two_twos), "*[3 2]");
//! assert_eq!(rows.forms().outcome(two_twos), Outcome::P);
//! # Ok::<(), grundy::misere::canonical::CanonicalError<u64>>(())
//! ```
//!
//! Reference: ONAG, ch. 12; Winning Ways, ch. 13; Siegel, *Combinatorial Game Theory*, ch. V.3; Siegel, *On the structure of
//! misère impartial games*, 2020.

mod days;
mod error;
mod genera;
mod outcome;
mod progress;
mod shim;
mod simplify;
mod solver;
mod store;
mod sum;
mod text;

pub use error::{CanonicalError, FormsError, FormsFull, ParseFormError};
pub use progress::CanonicalProgress;
pub(crate) use shim::{form, outcome_of_sum, sum_of};
pub use solver::CanonicalSolver;
pub use store::{CanonicalForm, CanonicalForms};
