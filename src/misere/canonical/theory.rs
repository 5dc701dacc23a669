//! The forms of the positions of a game, as a theory that the search engine evaluates.

use std::ops::ControlFlow;

use super::store::{CanonicalForm, CanonicalForms};
use crate::control::{Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::search::{Engine, SolveError, Table, Theory};

/// The form of a component. The forms of all components that play can reach are kept in the memo.
///
/// Time is one sum of forms for each option of each component.
pub(crate) fn form<G: ImpartialGame>(
    game: &G,
    forms: &mut CanonicalForms,
    memo: &mut Table<G::Position, CanonicalForm>,
    control: &mut Control,
    component: G::Position,
) -> Result<CanonicalForm, SolveError<G::Position>> {
    let (known, ask) = (|_: &G::Position| None, |_: &G::Position, _: &mut Control| Ok(None));
    Engine { game, theory: forms, memo, control, known, ask, sums: None, kept: None }.solve(component)
}

impl Theory for &mut CanonicalForms {
    type Value = CanonicalForm;
    type Fold = Vec<CanonicalForm>;

    const UNIT: Unit = Unit::Forms;

    fn fold(&self) -> Vec<CanonicalForm> {
        Vec::new()
    }

    fn absorb(&self, options: &mut Vec<CanonicalForm>, option: &CanonicalForm) -> ControlFlow<()> {
        options.push(*option);
        ControlFlow::Continue(())
    }

    fn finish(&mut self, options: Vec<CanonicalForm>, control: &mut Control) -> Result<CanonicalForm, Stopped> {
        self.form_of(&options, control)
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
