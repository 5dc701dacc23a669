//! Why a position was not solved.

use crate::components::Components;
use crate::control::Stopped;
use crate::method::Method;

/// Why a position was not solved. The memo keeps all that was solved on the way.
///
/// The error is `Send`, `Sync` and `'static`, as positions are. [`map`](Self::map) turns positions into text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SolveError<P> {
    /// The game can go on for ever: a line of play comes back to a position. A [`LoopySolver`](crate::loopy::LoopySolver) solves such
    /// games, with draws.
    #[error("the game is loopy: play can come back to {position:?}; `LoopySolver` answers such games")]
    Loopy {
        /// A position on the cycle: one component, or a whole position where whole positions were searched.
        position: Components<P>,
    },
    /// A position has more moves than may be looked at: for a search, four times the limit on positions or 2^22, whichever is more; for a list of
    /// moves and the best move, four times the limit. A larger limit rarely helps; a theorem or an [oracle](crate::Oracle) does.
    #[error("{position:?} has at least {at_least} moves, and no more than {limit} may be looked at")]
    TooManyMoves {
        /// The position: one component, or a whole position where whole positions were searched.
        position: Components<P>,
        /// A lower bound on the number of its moves.
        at_least: u64,
        /// The number of moves that the limit allows.
        limit: u64,
    },
    /// To find the [best move](crate::Solver::best_move), more moves and replies would be looked at than four times the limit on positions.
    #[error("{position:?} has too many moves and replies for the best move: no more than {limit} may be looked at")]
    TooManyReplies {
        /// The whole position.
        position: Components<P>,
        /// The number of moves and replies that the limit allows.
        limit: u64,
    },
    /// Play from a position can last more moves than those by which the search for a misère quotient can put sums in order.
    #[error("play from {position:?} can last more than {limit} moves, too many for a misère quotient")]
    TooLong {
        /// The position: one component.
        position: Components<P>,
        /// The number of moves that a quotient allows.
        limit: u64,
    },
    /// What an [oracle](crate::Oracle) or a hint of the rule book told of a position contradicts what was found: a winning position without a
    /// winning move, say. The library's own are true; one of yours is wrong.
    #[error("an oracle or a hint contradicts itself about {position:?}")]
    Contradicted {
        /// The whole position.
        position: Components<P>,
    },
    /// A bound of the control was met. The same question goes on from there.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The method that was forced on the solver does not answer the question.
    #[error("the question is not answered by {method}")]
    NotByMethod {
        /// The method.
        method: Method,
    },
}

impl<P> SolveError<P> {
    /// The same error with each position converted, such as to text.
    ///
    /// ```
    /// use grundy::{ExplicitGame, Solver};
    ///
    /// let mut solver = Solver::new(ExplicitGame::new(vec![vec![1], vec![0]])?);
    /// let error = solver.grundy(0).unwrap_err().map(|vertex| format!("vertex {vertex}"));
    /// let text = "the game is loopy: play can come back to [\"vertex 0\"]; `LoopySolver` answers such games";
    /// assert_eq!(error.to_string(), text);
    /// # Ok::<(), grundy::games::ExplicitGameError>(())
    /// ```
    pub fn map<Q>(self, mut convert: impl FnMut(P) -> Q) -> SolveError<Q> {
        self.map_sums(|position| position.map(&mut convert))
    }

    /// The same error with each sum of positions converted.
    fn map_sums<Q>(self, convert: impl FnOnce(Components<P>) -> Components<Q>) -> SolveError<Q> {
        match self {
            Self::Loopy { position } => SolveError::Loopy { position: convert(position) },
            Self::TooManyMoves { position, at_least, limit } => {
                SolveError::TooManyMoves { position: convert(position), at_least, limit }
            }
            Self::TooManyReplies { position, limit } => {
                SolveError::TooManyReplies { position: convert(position), limit }
            }
            Self::TooLong { position, limit } => SolveError::TooLong { position: convert(position), limit },
            Self::Contradicted { position } => SolveError::Contradicted { position: convert(position) },
            Self::Stopped(stopped) => SolveError::Stopped(stopped),
            Self::NotByMethod { method } => SolveError::NotByMethod { method },
        }
    }
}

impl<P> SolveError<Components<P>> {
    /// The error of a search on whole positions, as an error about their components.
    pub(crate) fn flatten(self) -> SolveError<P> {
        self.map_sums(|position| position.into_iter().flatten().collect())
    }
}
