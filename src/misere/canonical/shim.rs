//! Forms for the solver.

use super::{CanonicalError, CanonicalForm, CanonicalForms, CanonicalSolver, FormsFull};
use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::{ImpartialGame, Outcome};
use crate::search::{SolveError, Table};

fn full(full: FormsFull) -> Stopped {
    Stopped::new(Bound::Positions(full.limit), Unit::Forms, full.limit, 0)
}

pub(crate) fn form<G: ImpartialGame>(
    game: &G,
    forms: &mut CanonicalForms,
    memo: &mut Table<G::Position, CanonicalForm>,
    _control: &mut Control,
    component: G::Position,
) -> Result<CanonicalForm, SolveError<G::Position>> {
    let mut solver = CanonicalSolver::resume(game, std::mem::take(forms), std::mem::take(memo));
    let result = solver.form(component);
    (*forms, *memo) = solver.into_parts();
    result.map_err(|error| match error {
        CanonicalError::Loopy { position } => SolveError::Loopy { position },
        CanonicalError::Full { full: reason, .. } => full(reason).into(),
        CanonicalError::Limit { limit, solved, unfinished } => {
            Stopped::new(Bound::Positions(limit), Unit::Forms, solved, unfinished).into()
        }
        CanonicalError::Cancelled { .. } => unreachable!("there is no callback"),
    })
}

pub(crate) fn outcome_of_sum(
    forms: &mut CanonicalForms,
    mut sum: Vec<CanonicalForm>,
    _: &mut Control,
) -> Result<Outcome, Stopped> {
    sum.sort_unstable_by_key(|form| std::cmp::Reverse(forms.birthday(*form)));
    loop {
        let (last, before) = (sum.pop().unwrap_or_default(), sum.pop().unwrap_or_default());
        if sum.is_empty() {
            return forms.outcome_of_sum(last, before).map_err(full);
        }
        let both = forms.sum(last, before).map_err(full)?;
        let place = sum.partition_point(|form| forms.birthday(*form) > forms.birthday(both));
        sum.insert(place, both);
    }
}

pub(crate) fn sum_of(
    forms: &mut CanonicalForms,
    sum: Vec<CanonicalForm>,
    _: &mut Control,
) -> Result<CanonicalForm, Stopped> {
    forms.sum_of(sum).map_err(full)
}
