//! Theories as folds over the options of a position.

use std::ops::ControlFlow;

use crate::game::ImpartialGame;

/// A theory: how the value of a position follows from the values of its options.
///
/// For each position the engine makes a new accumulator, the [`Fold`](Self::Fold), adds the values of the options one by one, and
/// finishes it. The value must depend on the *set* of the options' values only: the engine adds them in any order and may add a value
/// twice.
///
/// A measure that can compute the value of a sum from those of its components implements [`SumRule`]. It is solved component by
/// component, with a memo of single components. A measure without this rule is solved on whole positions.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::{Control, Kayles, Measure, Table, evaluate_whole};
///
/// /// The number of moves in the longest game.
/// struct LongestGame;
///
/// impl Measure for LongestGame {
///     type Value = u32;
///     type Fold = u32;
///     fn fold(&self) -> u32 { 0 }
///     fn absorb(&self, longest: &mut u32, option: &u32) -> ControlFlow<()> {
///         *longest = (*longest).max(option + 1);
///         ControlFlow::Continue(())
///     }
///     fn finish(&self, longest: u32) -> u32 { longest }
/// }
///
/// let mut memo = Table::new();
/// assert_eq!(evaluate_whole(&Kayles, &LongestGame, &mut memo, &mut Control::new(), 5)?, 5);
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
pub trait Measure {
    /// The value of a position. It is cloned when it is read from the memo, so it should be small.
    type Value: Clone;

    /// The accumulator for one position.
    type Fold;

    /// Whether [`absorb`](Self::absorb) may return a break (early exit). If so, the engine adds the options whose values are known
    /// before it searches the others.
    const SETTLES_EARLY: bool = false;

    /// A new accumulator, without options.
    fn fold(&self) -> Self::Fold;

    /// Adds the value of one option. A break means that the value no longer depends on the other options.
    fn absorb(&self, fold: &mut Self::Fold, option: &Self::Value) -> ControlFlow<()>;

    /// The value of the position, from its accumulator. A new accumulator gives the value of a position without options.
    fn finish(&self, fold: Self::Fold) -> Self::Value;

    /// The value of a position if a hint of the game gives it. By default no hint is used.
    fn known<G: ImpartialGame>(&self, game: &G, position: &G::Position) -> Option<Self::Value> {
        let _ = (game, position);
        None
    }
}

/// A measure for which the value of a sum follows from the values of the components.
///
/// The value of a position without options must be the neutral element: adding it changes no value.
pub trait SumRule: Measure {
    /// The value of the sum of two games.
    fn sum(&self, one: Self::Value, other: Self::Value) -> Self::Value;
}
