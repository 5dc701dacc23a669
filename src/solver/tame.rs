//! The method of tame components in misère play.

use std::mem;
use std::ops::ControlFlow;

use crate::control::{Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::measure::{Measure, SumRule};
use crate::measures::{FoundTame, TameClass, TameFold, Tameness};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::search::{Engine, Memo, SolveError, Theory, UnderWay};
use crate::solver::Solver;

/// What was under way when a walk was stopped, if one was.
pub(super) type TameUnderWay<P> = Option<UnderWay<P, TameFold, FoundTame>>;

/// The measure of tame components as a theory, which may stop soon after the first component that is wild.
struct TameWalk {
    stops_at_wild: bool,
    has_met_wild: bool,
}

impl Theory for &mut TameWalk {
    type Value = FoundTame;
    type Fold = TameFold;

    fn fold(&self) -> TameFold {
        Tameness.fold()
    }

    fn absorb(&self, fold: &mut TameFold, option: &FoundTame) -> ControlFlow<()> {
        Tameness.absorb(fold, option)
    }

    fn finish(&mut self, fold: &mut TameFold, control: &mut Control) -> Result<FoundTame, Stopped> {
        // One component later, so that the wild one goes into the memo.
        if self.stops_at_wild && self.has_met_wild {
            return Err(control.out_of_positions(Unit::Positions, 1));
        }
        let found = Tameness.finish(mem::replace(fold, Tameness.fold()));
        self.has_met_wild |= found.class().is_none();
        Ok(found)
    }

    fn sum(&mut self, one: FoundTame, other: FoundTame, _: &mut Control) -> Result<FoundTame, Stopped> {
        Ok(Tameness.sum(one, other))
    }
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The outcome in misère play, if every component is tame.
    pub(super) fn by_tameness(&mut self, sum: &[G::Position]) -> Result<Option<Outcome>, SolveError<G::Position>> {
        self.by_tame_walk(sum, &mut TameWalk { stops_at_wild: false, has_met_wild: false })
    }

    /// The same in a turn of this method. Until a component is met that is not shown to be tame, the walk stops at the first one, since the components of
    /// the sum are seldom tame then. Later turns go on.
    pub(super) fn by_tameness_soon(&mut self, sum: &[G::Position]) -> Result<Option<Outcome>, SolveError<G::Position>> {
        let mut walk = TameWalk { stops_at_wild: !self.memos.taken.has_met_wild, has_met_wild: false };
        let found = self.by_tame_walk(sum, &mut walk);
        self.memos.taken.has_met_wild |= walk.has_met_wild || matches!(found, Ok(None));
        found
    }

    fn by_tame_walk(
        &mut self,
        sum: &[G::Position],
        walk: &mut TameWalk,
    ) -> Result<Option<Outcome>, SolveError<G::Position>> {
        let Self { game, control, memos, .. } = self;
        let (known, ask) = (|_: &G::Position| None, |_: &G::Position, _: &mut Control| Ok(None));
        let mut total = TameClass::FickleZero;
        for component in sum {
            let (theory, memo, control) = (&mut *walk, &mut memos.tame, &mut *control);
            let kept = Some(&mut memos.tame_under_way);
            let found =
                Engine { game: &*game, theory, memo, control, known, ask, sums: None, kept }.solve(component.clone());
            let Some(class) = found?.class() else { return Ok(None) };
            total = total + class;
        }
        Ok(Some(total.outcome_in(Play::Misere)))
    }
}
