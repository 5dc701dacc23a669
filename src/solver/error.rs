//! Why a position was not solved.

use crate::components::Components;

/// Why a position was not solved. The memo keeps all that was solved on the way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError<P> {
    /// The game can go on for ever: a line of play comes back to a position. A [`LoopySolver`](crate::loopy::LoopySolver) answers
    /// for such games, draws included.
    #[error("the game is loopy: play can come back to {position:?}")]
    Loopy {
        /// A position on the cycle: one component, or a whole position where whole positions were searched.
        position: Components<P>,
    },
    /// The limit on the number of positions was reached. A larger limit resumes where this one stopped.
    #[error("limit of {limit} positions reached: {solved} are solved and kept, {unfinished} were under way")]
    Limit {
        /// The limit.
        limit: u64,
        /// Positions solved so far under this limit.
        solved: u64,
        /// Positions whose options were being solved, one for each move of the line of play looked at.
        unfinished: u64,
    },
}

impl<P> SolveError<Components<P>> {
    /// The same error about the components of the whole position.
    pub(crate) fn flatten(self) -> SolveError<P> {
        match self {
            Self::Loopy { position } => SolveError::Loopy { position: position.into_iter().flatten().collect() },
            Self::Limit { limit, solved, unfinished } => SolveError::Limit { limit, solved, unfinished },
        }
    }
}
