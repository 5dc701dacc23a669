//! Products of games by the Tartan theorem.

use crate::components::Components;
use crate::compound::Coordinates;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::solver::{Memo, SolveError, Solver};

/// Why a product was not solved. Components are counted from 1 in the message, from 0 in the field.
///
/// ```
/// use grundy::compound::Coordinates;
/// use grundy::{ExplicitGame, Nim, Solver, strategy::solve_tartan};
///
/// let mut loops = Solver::new(ExplicitGame::new(vec![vec![0]])?);
/// let error = solve_tartan(&mut Solver::new(Nim), &mut loops, Coordinates { row: 2, column: 0 }).unwrap_err();
/// assert_eq!(error.to_string(), "component 1, column: the game is loopy: play can come back to [0]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TartanError<P, Q> {
    /// The row of a component was not solved.
    #[error("component {}, row: {error}", .component.saturating_add(1))]
    Row {
        /// The place of the component, from 0.
        component: usize,
        /// Why not.
        error: SolveError<P>,
    },
    /// The column of a component was not solved.
    #[error("component {}, column: {error}", .component.saturating_add(1))]
    Column {
        /// The place of the component, from 0.
        component: usize,
        /// Why not.
        error: SolveError<Q>,
    },
}

/// The value of a position of a [`Tartan`](crate::compound::Tartan) product: the nim-sum, over its components, of the nim-products of the values of row and
/// column.
///
/// The cost is that of the rows and the columns, each solved once.
///
/// ```
/// use grundy::compound::Coordinates;
/// use grundy::{Kayles, Nim, Nimber, Solver, strategy::solve_tartan};
///
/// let board = [Coordinates { row: 5, column: 1 << 40 }, Coordinates { row: 2, column: 2 }];
/// let value = solve_tartan(&mut Solver::new(Kayles), &mut Solver::new(Nim), board)?;
/// assert_eq!(value, Nimber::new(4) * Nimber::new(1 << 40) + Nimber::new(3)); // *2 times *2 is *3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TartanError`] if a row or a column is loopy or too large for its solver's limit.
pub fn solve_tartan<A: ImpartialGame, B: ImpartialGame, S: Memo<A::Position, Nimber>, T: Memo<B::Position, Nimber>>(
    rows: &mut Solver<A, S>,
    columns: &mut Solver<B, T>,
    position: impl Into<Components<Coordinates<A::Position, B::Position>>>,
) -> Result<Nimber, TartanError<A::Position, B::Position>> {
    let mut sum = Nimber::ZERO;
    for (component, Coordinates { row, column }) in position.into().into_iter().enumerate() {
        let row = rows.grundy(row).map_err(|error| TartanError::Row { component, error })?;
        let column = columns.grundy(column).map_err(|error| TartanError::Column { component, error })?;
        sum += row * column;
    }
    Ok(sum)
}
