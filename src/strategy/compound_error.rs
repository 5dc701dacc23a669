//! Why a compound was not solved.

use crate::measures::NoNimberError;
use crate::misere::canonical::CanonicalError;
use crate::solver::SolveError;

/// Why a compound was not solved. Components are counted from 1 in the message, from 0 in the field.
///
/// ```
/// use grundy::compound::Way;
/// use grundy::{CompoundError, CompoundSolver, ExplicitGame};
///
/// let loops = ExplicitGame::new(vec![vec![], vec![1]])?;
/// let mut solver = CompoundSolver::new(loops);
/// let error = solver.outcome(Way::default(), [0, 1]).unwrap_err();
/// assert_eq!(error.to_string(), "component 2: the game is loopy: play can come back to [1]");
/// assert_eq!(solver.outcome(Way::default(), [0; 0]), Err(CompoundError::Empty));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompoundError<P> {
    /// There are no components, so there is no first and no last that could end.
    #[error("a compound needs at least one component, and has none")]
    Empty,
    /// A component was not solved.
    #[error("component {}: {error}", .component.saturating_add(1))]
    Component {
        /// Its place, from 0.
        component: usize,
        /// Why not.
        error: SolveError<P>,
    },
    /// A nimber is asked for, and a component has none.
    #[error("component {}: {error}", .component.saturating_add(1))]
    NoNimber {
        /// Its place, from 0.
        component: usize,
        /// Why it has none.
        error: NoNimberError,
    },
    /// A search on all components together did not end.
    #[error("all components together: {0}")]
    Whole(SolveError<P>),
    /// The misère canonical forms that were asked for were not found.
    #[error("all components together: {0}")]
    Forms(CanonicalError<P>),
}
