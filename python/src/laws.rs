//! The laws that every game must pass.

use grundy::laws::{check_position, check_sum};
use pyo3::prelude::*;

use crate::errors;
use crate::limits::Limits;
use crate::position::Position;

/// Holds a position against all laws, by brute force.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, position: &Position, limits: &Limits) -> PyResult<()> {
    position.roots.prepare(py, limits)?;
    let (rules, parts) = (&position.game.rules, &position.parts);
    let checked = limits.run(py, |_| match &parts[..] {
        [one] => check_position(rules, one),
        _ => check_sum(rules, parts),
    })?;
    position.roots.raised()?;
    checked.map_err(|error| errors::violation(py, &error))
}
