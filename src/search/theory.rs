//! What the engine runs: folds over the options that may be stopped and may change what they know.

use std::ops::ControlFlow;

use crate::control::{Control, Stopped, Unit};
use crate::measure::Measure;

/// A theory: how the value of a position follows from those of its options, and the value of a sum from those of its components.
///
/// Unlike a [`Measure`], a theory may have a state that a value needs (canonical forms have their store) and may take long over one
/// value, so it is given the control. After a stop the engine forgets the positions under way; what the theory has found is kept in
/// its state.
pub(crate) trait Theory {
    /// What is computed for each position.
    type Value: Clone;
    /// The state of one position whose options are being absorbed.
    type Fold;

    /// Whether [`absorb`](Self::absorb) ever breaks.
    const SETTLES_EARLY: bool = false;
    /// What is counted under the control.
    const UNIT: Unit = Unit::Positions;

    /// The fold that has absorbed nothing.
    fn fold(&self) -> Self::Fold;

    /// Takes in the value of one option. A break says that the value is settled.
    fn absorb(&self, fold: &mut Self::Fold, option: &Self::Value) -> ControlFlow<()>;

    /// The value of the position.
    fn finish(&mut self, fold: Self::Fold, control: &mut Control) -> Result<Self::Value, Stopped>;

    /// The value of the sum of two games.
    fn sum(&mut self, one: Self::Value, other: Self::Value, control: &mut Control) -> Result<Self::Value, Stopped>;

    /// The bytes of the state once a few thousand more positions are solved.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A measure as a theory, which nothing stops, with its rule for sums.
pub(crate) struct ByMeasure<'a, M, R> {
    pub(crate) measure: &'a M,
    pub(crate) rule: R,
}

impl<M: Measure, R: Fn(&M, M::Value, M::Value) -> M::Value> Theory for ByMeasure<'_, M, R> {
    type Value = M::Value;
    type Fold = M::Fold;

    const SETTLES_EARLY: bool = M::SETTLES_EARLY;

    #[inline]
    fn fold(&self) -> M::Fold {
        self.measure.fold()
    }

    #[inline]
    fn absorb(&self, fold: &mut M::Fold, option: &M::Value) -> ControlFlow<()> {
        self.measure.absorb(fold, option)
    }

    #[inline]
    fn finish(&mut self, fold: M::Fold, _: &mut Control) -> Result<M::Value, Stopped> {
        Ok(self.measure.finish(fold))
    }

    #[inline]
    fn sum(&mut self, one: M::Value, other: M::Value, _: &mut Control) -> Result<M::Value, Stopped> {
        Ok((self.rule)(self.measure, one, other))
    }
}
