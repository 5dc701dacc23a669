//! Tables of Chomp boards.

use grundy::chomp::{Board, Chomp, ChompValues, LosingBoards as Losing};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;
use crate::limits::Limits;

fn board(rows: Vec<u32>) -> PyResult<Board> {
    Board::from_rows(rows).map_err(|error| PyValueError::new_err(error.to_string()))
}

const fn game(edible: bool) -> Chomp {
    if edible { Chomp::edible() } else { Chomp::poisoned() }
}

/// Rectangles that are listed at most.
const MOST_RECTANGLES: u64 = 1 << 26;

/// The values of all boards: see `grundy.ChompTable`.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct ValuesOfBoards(ChompValues);

#[pymethods]
impl ValuesOfBoards {
    /// All boards of up to this number of tiles.
    #[staticmethod]
    fn up_to(py: Python<'_>, tiles: u32, limits: &Limits) -> PyResult<Self> {
        let table = limits.run(py, |mut control| ChompValues::up_to(tiles, &mut control))?;
        table.map(Self).map_err(|error| errors::table(py, error))
    }

    /// All boards in a rectangle.
    #[staticmethod]
    fn in_box(py: Python<'_>, rows: u32, columns: u32, limits: &Limits) -> PyResult<Self> {
        let table = limits.run(py, |mut control| ChompValues::in_box(rows, columns, &mut control))?;
        table.map(Self).map_err(|error| errors::table(py, error))
    }

    /// Number of boards.
    #[getter]
    fn boards(&self) -> u64 {
        self.0.boards()
    }

    /// The value of a board; `None` if it is not in the table.
    fn value(&self, rows: Vec<u32>, edible: bool) -> PyResult<Option<u64>> {
        Ok(self.0.value(game(edible), &board(rows)?).map(grundy::Nimber::get))
    }

    /// The values of the rectangles of up to these sides, row by row, one byte each; 255 where the table has none.
    fn rectangles<'py>(&self, py: Python<'py>, rows: u32, columns: u32, edible: bool) -> PyResult<Bound<'py, PyBytes>> {
        // A guard of memory: no table has so large rectangles.
        if u64::from(rows) * u64::from(columns) > MOST_RECTANGLES {
            return Err(PyValueError::new_err(format!("more than {MOST_RECTANGLES} rectangles are too many to list")));
        }
        let mut bytes = Vec::new();
        for row in 1..=rows {
            py.check_signals()?;
            for column in 1..=columns {
                let board = Board::rectangle(row, column).map_err(|error| PyValueError::new_err(error.to_string()))?;
                let value = self.0.value(game(edible), &board).and_then(|value| u8::try_from(value.get()).ok());
                bytes.push(value.unwrap_or(u8::MAX));
            }
        }
        Ok(PyBytes::new(py, &bytes))
    }

    /// The boards with this value, each as the lengths of its rows; at most `most` of them.
    fn with_value(&self, value: u64, edible: bool, most: usize) -> Vec<Vec<u32>> {
        let of_value = self.0.iter(game(edible)).filter(|(_, found)| found.get() == value);
        of_value.map(|(board, _)| board.rows().collect()).take(most).collect()
    }

    /// For each number of tiles, the number of boards that the player to move loses.
    fn losing_counts(&self) -> Vec<u64> {
        self.0.losing_counts()
    }
}

/// The boards that the player to move loses: see `grundy.LosingBoards`.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct LosingBoards(Losing);

#[pymethods]
impl LosingBoards {
    /// All of up to this number of tiles.
    #[new]
    fn new(py: Python<'_>, tiles: u32, limits: &Limits) -> PyResult<Self> {
        let table = limits.run(py, |mut control| Losing::up_to(tiles, &mut control))?;
        table.map(Self).map_err(|error| errors::table(py, error))
    }

    /// For each number of tiles, how many there are.
    fn counts(&self) -> Vec<u64> {
        self.0.counts()
    }

    /// Whether a board is one; `None` if it has too many tiles for the table.
    fn is_losing(&self, rows: Vec<u32>) -> PyResult<Option<bool>> {
        Ok(self.0.is_losing(&board(rows)?))
    }

    /// The boards after the first `skip` of them, at most `most`, each as the lengths of its rows.
    fn part(&self, skip: usize, most: usize) -> Vec<Vec<u32>> {
        self.0.iter().skip(skip).take(most).map(|board| board.rows().collect()).collect()
    }
}
