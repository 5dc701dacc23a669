//! Theories that the engine runs: measures that may have a state and may be stopped.

use std::mem;
use std::ops::ControlFlow;

use crate::control::{Control, Stopped, Unit};
use crate::measure::{Measure, SumRule};

/// A theory: how the value of a position follows from the values of its options, and the value of a sum from those of its components.
///
/// Unlike a [`Measure`], a theory may have a state, such as the store of canonical forms, and one value may take long, so that methods take
/// the control. After a stop the theory keeps its state, and the engine what it has absorbed.
pub(crate) trait Theory {
    /// The value of a position.
    type Value: Clone;
    /// The accumulator for one position, which absorbs the values of its options.
    type Fold;

    /// Whether [`absorb`](Self::absorb) ever breaks.
    const SETTLES_EARLY: bool = false;
    /// Whether values and sums may meet a bound.
    const MAY_STOP: bool = false;
    /// Whether there is a rule for sums. Only then is [`sum`](Self::sum) called; else [`Engine::sums`](super::Engine) finds the values of sums.
    const ADDS: bool = true;
    /// The unit that is counted under the control.
    const UNIT: Unit = Unit::Positions;

    /// An empty accumulator.
    fn fold(&self) -> Self::Fold;

    /// Absorbs the value of one option. A break says that no other option changes the value of the position.
    fn absorb(&self, fold: &mut Self::Fold, option: &Self::Value) -> ControlFlow<()>;

    /// The value of the position. After a stop the accumulator is as it was.
    fn finish(&mut self, fold: &mut Self::Fold, control: &mut Control) -> Result<Self::Value, Stopped>;

    /// The value of the sum of two games.
    fn sum(&mut self, one: Self::Value, other: Self::Value, control: &mut Control) -> Result<Self::Value, Stopped>;

    /// The bytes of the state after a few thousand further positions.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A measure as a theory without a state.
pub(crate) struct ByMeasure<'a, M>(pub(crate) &'a M);

/// The same for a measure without a rule for sums.
pub(crate) struct WithoutSums<'a, M>(pub(crate) &'a M);

macro_rules! theory_of_measure {
    ($theory:ident, $measure:ident, adds $adds:literal, $sum:expr) => {
        // Not derived: that would want a measure that can be copied, and this is a reference.
        impl<M> Clone for $theory<'_, M> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<M> Copy for $theory<'_, M> {}

        impl<M: $measure> Theory for $theory<'_, M> {
            type Value = M::Value;
            type Fold = M::Fold;

            const SETTLES_EARLY: bool = M::SETTLES_EARLY;
            const ADDS: bool = $adds;

            #[inline]
            fn fold(&self) -> M::Fold {
                self.0.fold()
            }

            #[inline]
            fn absorb(&self, fold: &mut M::Fold, option: &M::Value) -> ControlFlow<()> {
                self.0.absorb(fold, option)
            }

            #[inline]
            fn finish(&mut self, fold: &mut M::Fold, _: &mut Control) -> Result<M::Value, Stopped> {
                Ok(self.0.finish(mem::replace(fold, self.0.fold())))
            }

            #[inline]
            fn sum(&mut self, one: M::Value, other: M::Value, _: &mut Control) -> Result<M::Value, Stopped> {
                Ok($sum(self.0, one, other))
            }
        }
    };
}

theory_of_measure!(ByMeasure, SumRule, adds true, M::sum);
theory_of_measure!(WithoutSums, Measure, adds false, |_, _, _| unreachable!("others find the values of sums"));
