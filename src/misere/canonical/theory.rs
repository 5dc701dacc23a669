//! The forms of the positions of a game, as a theory that the search engine evaluates.

use std::ops::ControlFlow;

use super::store::{CanonicalForm, CanonicalForms};
use crate::control::{Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::search::{Engine, SolveError, Table, Theory, UnderWay};

/// What was under way when a search for a form was stopped, if one was. Its forms are those of one store.
pub(crate) type FormsUnderWay<P> = Option<UnderWay<P, Vec<CanonicalForm>, CanonicalForm>>;

/// The form of a component. The forms of all components that play can reach are kept in the memo.
///
/// Time is one sum of forms for each option of each component.
pub(crate) fn form<G: ImpartialGame>(
    game: &G,
    forms: &mut CanonicalForms,
    memo: &mut Table<G::Position, CanonicalForm>,
    control: &mut Control,
    kept: &mut FormsUnderWay<G::Position>,
    component: G::Position,
) -> Result<CanonicalForm, SolveError<G::Position>> {
    let (known, ask) = (|_: &G::Position| None, |_: &G::Position, _: &mut Control| Ok(None));
    Engine { game, theory: forms, memo, control, known, ask, sums: None, kept: Some(kept) }.solve(component)
}

impl Theory for &mut CanonicalForms {
    type Value = CanonicalForm;
    type Fold = Vec<CanonicalForm>;

    const MAY_STOP: bool = true;
    const UNIT: Unit = Unit::Forms;

    fn fold(&self) -> Vec<CanonicalForm> {
        Vec::new()
    }

    fn absorb(&self, options: &mut Vec<CanonicalForm>, option: &CanonicalForm) -> ControlFlow<()> {
        options.push(*option);
        ControlFlow::Continue(())
    }

    fn finish(&mut self, options: &mut Vec<CanonicalForm>, control: &mut Control) -> Result<CanonicalForm, Stopped> {
        self.form_of(options, control)
    }

    fn sum(
        &mut self,
        one: CanonicalForm,
        other: CanonicalForm,
        control: &mut Control,
    ) -> Result<CanonicalForm, Stopped> {
        CanonicalForms::sum(self, one, other, control)
    }

    fn bytes(&self) -> u64 {
        CanonicalForms::bytes(self)
    }
}
