//! A pass that can be used once.

use std::fmt;

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::whole::{Whole, moves_of, played};

/// A game with one pass: once in the game, one of the players may pass instead of moving, but not when the game has ended.
///
/// No theorem is known. If the pass could also be used at the end, the game would be the sum with a heap of one counter. As it cannot, even
/// Nim with three heaps is unsolved. It is searched, on twice as many positions.
///
/// ```
/// use grundy::compound::{PassOnce, WithPass};
/// use grundy::{Nim, Outcome, Solver};
///
/// let mut solver = Solver::new(PassOnce(Nim));
/// assert_eq!(solver.outcome(WithPass::unused([1, 1]))?, Outcome::N); // pass
/// assert_eq!(solver.outcome(WithPass::unused([1, 2]))?, Outcome::P);
/// assert_eq!(WithPass::<u64>::unused([1, 2]).to_string(), "1 + 2 with the pass");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Morrison, Friedman and Landsberg, *Combinatorial games with a pass: a dynamical systems approach*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PassOnce<G>(pub G);

/// A position of [`PassOnce`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WithPass<P> {
    /// The whole position.
    pub position: Components<P>,
    /// Whether the pass can still be used.
    pub pass: Pass,
}

/// Writes the position, and after it whether the pass is still there.
impl<P: fmt::Display> fmt::Display for WithPass<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pass = match self.pass {
            Pass::Unused => "with the pass",
            Pass::Used => "without the pass",
        };
        write!(f, "{} {pass}", self.position)
    }
}

/// The state of the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Pass {
    /// The pass can be used.
    Unused,
    /// The pass has been used.
    Used,
}

impl<P> WithPass<P> {
    /// The position with the pass unused.
    pub fn unused(position: impl Into<Components<P>>) -> Self {
        Self { position: position.into(), pass: Pass::Unused }
    }

    /// The position with the pass used.
    pub fn used(position: impl Into<Components<P>>) -> Self {
        Self { position: position.into(), pass: Pass::Used }
    }
}

/// A move of [`PassOnce`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveOrPass<M> {
    /// A move of the game.
    Move(SumMove<M>),
    /// The pass.
    Pass,
}

impl<M: fmt::Display> fmt::Display for MoveOrPass<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => mv.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl<G: ImpartialGame> PassOnce<G> {
    fn can_pass(&self, position: &WithPass<G::Position>) -> bool {
        position.pass == Pass::Unused && moves_of(&self.0, &position.position).next().is_some()
    }
}

impl<G: ImpartialGame> ImpartialGame for PassOnce<G> {
    type Position = WithPass<G::Position>;
    type Move = MoveOrPass<G::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let pass = self.can_pass(position).then_some(MoveOrPass::Pass);
        moves_of(&self.0, &position.position).map(MoveOrPass::Move).chain(pass)
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        Components::from(match mv {
            MoveOrPass::Move(mv) => WithPass { position: played(&self.0, &position.position, mv), pass: position.pass },
            MoveOrPass::Pass => WithPass::used(position.position.clone()),
        })
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        match mv {
            MoveOrPass::Move(mv) => Whole(&self.0).allows(&position.position, mv),
            MoveOrPass::Pass => self.can_pass(position),
        }
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        WithPass { position: Whole(&self.0).memo_key(position.position), pass: position.pass }
    }
}
