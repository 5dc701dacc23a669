//! Solvers inside oracles: the theorem of a combinator asks solvers of the rule books that it is made of.

use std::hash::Hash;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::notes::Notes;
use crate::question::Answer;
use crate::search::SolveError;
use crate::solver::{Memos, Solver};

/// The memos of an inner rule book, which the oracle keeps in its [`Notes`].
pub(crate) struct Inner<P> {
    /// `None` before the first question, since an empty store of forms allocates.
    memos: Option<Memos<P>>,
    /// The notes of the inner rule book's own oracle.
    notes: Notes,
}

impl<P> Default for Inner<P> {
    fn default() -> Self {
        Self { memos: None, notes: Notes::default() }
    }
}

impl<P: Eq + Hash> Inner<P> {
    /// Asks a solver of the inner rule book, which has these memos and works under the control of the outer solver.
    pub(crate) fn ask<G: ImpartialGame<Position = P>, V>(
        &mut self,
        game: &G,
        control: &mut Control,
        question: impl FnOnce(&mut Solver<&G>) -> V,
    ) -> V {
        let mut solver = Solver::with_memos(game, self.memos.take().unwrap_or_default());
        solver.notes = mem::take(&mut self.notes);
        // The control goes in and comes back, also from a panic, so that positions of the inner game count under the limits of the outer one.
        solver.control = mem::take(control);
        let answer = catch_unwind(AssertUnwindSafe(|| question(&mut solver)));
        (self.memos, self.notes, *control) = (Some(solver.memos), solver.notes, solver.control);
        handed_on(answer)
    }
}

/// What was caught, or the panic of the rule book again, once everything is back in its place.
pub(super) fn handed_on<V>(caught: thread::Result<V>) -> V {
    caught.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Why an oracle that asks solvers has no answer.
pub(crate) enum Unanswered {
    /// The theorem does not cover the question, or an inner solver cannot answer: an inner game is loopy, say.
    Unknown,
    /// A bound of the control was met.
    Stopped(Stopped),
}

impl<P> From<SolveError<P>> for Unanswered {
    fn from(error: SolveError<P>) -> Self {
        match error {
            SolveError::Stopped(stopped) => Self::Stopped(stopped),
            SolveError::Loopy { .. }
            | SolveError::TooManyMoves { .. }
            | SolveError::TooManyReplies { .. }
            | SolveError::TooLong { .. }
            | SolveError::Contradicted { .. }
            | SolveError::NotByMethod { .. } => Self::Unknown,
        }
    }
}

impl<M> From<Unanswered> for Answer<'_, M> {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::Unknown => Self::Unknown,
            Unanswered::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}
