//! What a winning move must leave, and how far winning moves are listed.

use crate::components::Components;
use crate::found_moves::FoundMoves;
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play, outcome_of};

/// An outcome with the method that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decided {
    /// The outcome.
    pub outcome: Outcome,
    /// The method that decided it.
    pub method: Method,
}

/// The goal of a winning move: what it must leave.
pub(super) enum Goal {
    /// Nim-sum 0. The values of the components, and the nim-sum before the move.
    Values { values: Vec<Nimber>, nim_sum: Nimber },
    /// A P-position. The outcome before the move, and the method that decided it.
    Outcome(Decided),
}

impl Goal {
    pub(super) const fn outcome(&self) -> Outcome {
        match self {
            Self::Outcome(decided) => decided.outcome,
            Self::Values { nim_sum, .. } => outcome_of(*nim_sum),
        }
    }

    /// The value that a winning move must leave of a component, if values decide.
    pub(super) fn target(&self, play: Play, components: usize, component: usize) -> Option<Nimber> {
        match self {
            Self::Values { values, nim_sum } => Some(values[component] + *nim_sum),
            // Of a single component, a winning move leaves value 0.
            Self::Outcome(_) if play == Play::Normal && components == 1 => Some(Nimber::ZERO),
            Self::Outcome(_) => None,
        }
    }
}

/// How far the moves of a position have been tried: all of the components before this one, and some of its own.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) component: usize,
    pub(super) moves: usize,
}

/// A list of winning moves that was stopped.
pub(super) struct WinsUnderWay<P, M> {
    pub(super) play: Play,
    pub(super) position: Components<P>,
    pub(super) goal: Goal,
    pub(super) tried: Tried,
    pub(super) wins: FoundMoves<M>,
}
