//! The laws that every game must pass.

use grundy::Control;
use grundy::laws::check_under;
use pyo3::prelude::*;

use crate::errors;
use crate::limits::Limits;
use crate::position::Position;

/// Holds a position against all laws, by brute force.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, position: &Position, limits: &Limits) -> PyResult<()> {
    position.roots.prepare(py, limits)?;
    let (rules, parts) = (&position.game.rules, &position.parts);
    // The limit of a check on positions is that of its walk.
    let checked =
        limits.run(py, |control| check_under(rules, parts, &control.positions(Control::new().position_limit())))?;
    position.roots.raised()?;
    checked.map_err(|error| errors::violation(py, &error))
}
