//! Theories as folds over the options.

use std::ops::ControlFlow;

use crate::game::ImpartialGame;

/// A theory: how the value of a position follows from the values of its options.
///
/// A measure is an accumulator. For each position the engine makes a new [`Fold`](Self::Fold), lets it absorb the values
/// of the options one by one, and finishes it. The value must depend on the *set* of the options' values only: the engine
/// may present them in any order and may present one again.
///
/// A measure that also knows the value of a sum implements [`SumRule`] and is solved component by component, with a memo
/// of single components; one that has no such rule is solved on whole positions.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::{Control, Kayles, Measure, Table, evaluate_whole};
///
/// /// Whether the player who begins can be forced to make the last move, or can force it: the parity of the longest game.
/// struct ParityOfLongest;
///
/// impl Measure for ParityOfLongest {
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
/// assert_eq!(evaluate_whole(&Kayles, &ParityOfLongest, &mut memo, &mut Control::new(), 5)?, 5);
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
pub trait Measure {
    /// What is computed for each position. Cloned when it is read from the memo, so it should be small.
    type Value: Clone;

    /// The state of one position whose options are being absorbed.
    type Fold;

    /// Whether [`absorb`](Self::absorb) ever breaks. The engine then looks at the options that it knows before it searches
    /// those that it does not.
    const SETTLES_EARLY: bool = false;

    /// The fold that has absorbed nothing.
    fn fold(&self) -> Self::Fold;

    /// Takes in the value of one option. A break says that the value is settled, whatever the other options are.
    fn absorb(&self, fold: &mut Self::Fold, option: &Self::Value) -> ControlFlow<()>;

    /// The value of the position. Of a fold that has absorbed nothing, it is the value of a position without options.
    fn finish(&self, fold: Self::Fold) -> Self::Value;

    /// The value of a position for which the game has a hint. The default uses no hints.
    fn known<G: ImpartialGame>(&self, game: &G, position: &G::Position) -> Option<Self::Value> {
        let _ = (game, position);
        None
    }
}

/// A measure whose value of a sum follows from the values of the components.
///
/// The value of nothing at all, which is that of a position without options, must be the neutral element.
pub trait SumRule: Measure {
    /// The value of the sum of two games.
    fn sum(&self, one: Self::Value, other: Self::Value) -> Self::Value;
}
