//! Misère canonical forms: each game in its simplest form, so that equal games are one.
//!
//! Two games are equal in misère play if replacing one by the other changes the outcome of no sum. *H* simplifies to *G* if all options
//! of *G* are options of *H*, and each other option of *H* is *reversible*: it has *G* as an option. If *G* is `*0` there is a
//! *proviso*: *H* must be N. Without the proviso `*[3 2]` would simplify to `*0`, which is N, while `*[3 2]` is P.
//!
//! Theorem (Grundy and Smith, Conway): a game is equal to what it simplifies to. If no position of two games can be simplified, the
//! two are equal only if they are the same game. So each game has one simplest form, and two games are equal exactly if their
//! simplest forms are. In a store of forms these are compared by their numbers.
//!
//! | file | what it holds |
//! |---|---|
//! | `store.rs` | [`CanonicalForms`], the store, and [`CanonicalForm`], a number in it |
//! | `simplify.rs` | the form of a game with given options: reversible options are left out |
//! | `serial.rs` | a store in the formats of serde |
//! | `sum.rs` | sums and mates of forms |
//! | `outcome.rs` | who wins a sum of forms |
//! | `days.rs` | the forms of games of at most a given length, and their number |
//! | `genera.rs` | the genus of a form |
//! | `text.rs` | how forms are written and read |
//! | `theory.rs` | the forms of the positions of a game: [`Solver::form`](crate::Solver::form) |
//!
//! ```
//! use grundy::{Kayles, Outcome, Play, Solver};
//!
//! let mut rows = Solver::new(Kayles);
//! let (one, four) = (rows.form(1)?, rows.form(4)?);
//! assert_eq!(one, four); // in misère play, too, four pins are as one
//! let (two_twos, nothing) = (rows.form([2, 2])?, rows.form([])?);
//! assert_ne!(two_twos, nothing); // but two equal rows are not nothing
//! let forms = &rows.memos().forms;
//! assert_eq!(forms.text(two_twos), "*[3 2]");
//! assert_eq!(forms.outcome_in(Play::Misere, two_twos), Outcome::P);
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```
//!
//! A solver may take over the store of another solver. Then positions of two games can be compared:
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
#[cfg(feature = "serde")]
mod serial;
mod simplify;
mod store;
mod sum;
mod text;
mod theory;

pub use store::{CanonicalForm, CanonicalForms};
pub use text::ParseFormError;
pub(crate) use theory::{FormsUnderWay, form};
