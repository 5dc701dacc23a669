//! What a solver asks of several threads.

use crate::components::Components;
use crate::nimber::Nimber;
use crate::outcome::Play;
use crate::search::SolveError;

/// The searches of a solver `S` by several threads. A solver has them behind a pointer: where it asks for one, it does not know whether threads may
/// share its rule book. Where it got the pointer, that was known.
pub(super) trait SearchByThreads<S, P>: Send + Sync {
    /// Searches the value of a component, so that it is in the memo.
    fn value(&self, solver: &mut S, component: &P) -> Result<(), SolveError<P>>;
    /// Searches who wins a component in normal play, so that it is in the memo.
    fn who_wins(&self, solver: &mut S, component: &P) -> Result<(), SolveError<P>>;
    fn value_by_nimbers(&self, solver: &mut S, sum: Components<P>) -> Result<Nimber, SolveError<P>>;
    fn is_worth_by_nimbers(&self, solver: &mut S, sum: Components<P>, value: Nimber) -> Result<bool, SolveError<P>>;
    /// Searches the outcome of a whole position, so that it is in the memo of that play.
    fn outcome(&self, solver: &mut S, play: Play, sum: &Components<P>) -> Result<(), SolveError<P>>;
}
