//! The module `grundy._grundy`: what the Python package `grundy` takes from the library.
//!
//! | file | holds |
//! |---|---|
//! | `limits.rs` | limits, Ctrl-C and progress of one question, and the GIL, which is released meanwhile |
//! | `errors.rs` | errors of the library as exceptions of `grundy.errors` |
//! | `own.rs`, `own_rules.rs` | games that are written in Python, and their rule books for the library |
//! | `walk.rs`, `numbers.rs`, `graph.rs` | the walk that asks Python: its objects by number, and the moves between them |
//! | `named.rs` | compounds, with texts |
//! | `game.rs`, `book.rs`, `position.rs` | games; rule books with the ways in which positions are read; positions and moves |
//! | `solver.rs`, `answers.rs` | questions, and their answers |
//! | `reading.rs` | how positions and moves are read from Python |
//! | `laws.rs` | the laws that every game must pass |
//! | `sequence.rs`, `chomp.rs`, `quotient.rs`, `loopy.rs` | sequences of codes, tables of Chomp, misère quotients, games that need not end |

// Signatures are those of Python.
#![expect(clippy::needless_pass_by_value, reason = "arguments come from Python by value")]

mod answers;
mod book;
mod chomp;
mod errors;
mod game;
mod graph;
mod laws;
mod limits;
mod loopy;
mod named;
mod numbers;
mod own;
mod own_rules;
mod position;
mod quotient;
mod reading;
mod sequence;
mod solver;
mod walk;

use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::Nimber;
use pyo3::exceptions::{PyImportError, PyZeroDivisionError};
use pyo3::prelude::*;

/// The library, for the Python package around it.
#[pymodule(gil_used = false)]
mod _grundy {
    #[pymodule_export]
    use super::{
        book::Game,
        chomp::{LosingBoards, ValuesOfBoards},
        game::games,
        laws::check,
        limits::Limits,
        loopy::LoopyGraph,
        nim_inverse, nim_product,
        position::{Move, Position},
        quotient::Quotient,
        sequence::Sequence,
        solver::Solver,
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::refuse_other_interpreters(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Refuses a second interpreter of the process: Python objects that this module keeps belong to one.
fn refuse_other_interpreters(py: Python<'_>) -> PyResult<()> {
    /// The address of the module `sys`, of which each interpreter has its own; 0 before the first import.
    static FIRST: AtomicUsize = AtomicUsize::new(0);
    let own = py.import("sys")?.as_ptr().addr();
    match FIRST.compare_exchange(0, own, Ordering::SeqCst, Ordering::SeqCst) {
        Err(first) if first != own => Err(PyImportError::new_err(
            "grundy works in one interpreter of a process, not in subinterpreters beside it",
        )),
        _ => Ok(()),
    }
}

/// The nimber whose nim-product with this one is 1.
#[pyfunction]
fn nim_inverse(nimber: u64) -> PyResult<u64> {
    let inverse = Nimber::new(nimber).inverse();
    inverse.map(Nimber::get).map_err(|error| PyZeroDivisionError::new_err(error.to_string()))
}

/// The nim-product of two nimbers.
#[pyfunction]
fn nim_product(one: u64, other: u64) -> u64 {
    (Nimber::new(one) * Nimber::new(other)).get()
}
