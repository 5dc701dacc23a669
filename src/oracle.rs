//! Oracles: theorems, tables and other knowledge that answer a question about a sum without a search.

use crate::control::Control;
use crate::game::ImpartialGame;
use crate::question::{Answer, Question};

/// Knowledge about a game that is handed to a solver: a table, a misère quotient, a sequence, your own theorem.
///
/// A rule book brings its own oracle as [`ImpartialGame::oracle`]. An oracle answers a [`Question`] or says that it does not know. A
/// true answer never does harm; a false one makes the answers of the solver wrong. `laws::assert_oracle` (feature `proptest`) holds an
/// oracle against brute force.
///
/// ```
/// use grundy::{Answer, Control, Kayles, Nimber, Oracle, Question, Solver, heap::RowMove};
///
/// /// Rows of Kayles up to 11 pins, by a table.
/// struct FirstRows;
///
/// impl Oracle<Kayles> for FirstRows {
///     fn answer<'a>(&'a mut self, _: &'a Kayles, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, RowMove> {
///         const VALUES: [u64; 12] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
///         match question {
///             Question::Value(row) => Answer::value(VALUES.get(*row as usize).copied().map(Nimber::new)),
///             _ => Answer::Unknown,
///         }
///     }
/// }
///
/// let mut solver = Solver::new(Kayles).with(FirstRows);
/// assert_eq!(solver.grundy([11, 3])?, Nimber::new(6 ^ 3));
/// assert_eq!(solver.control().done(), 0); // nothing was searched
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
pub trait Oracle<G: ImpartialGame + ?Sized> {
    /// The answer to a question. The work of the oracle counts under the control.
    fn answer<'a>(
        &'a mut self,
        game: &'a G,
        question: Question<'a, G::Position>,
        control: &mut Control,
    ) -> Answer<'a, G::Move>;
}
