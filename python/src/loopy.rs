//! Games that need not end, as graphs.

use grundy::loopy::{Digraph, LoopyValue, LoopyValues};
use grundy::{Components, Nimber};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::errors;
use crate::limits::Limits;

/// The values of the vertices of a graph: see `grundy.LoopyGraph`.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct LoopyGraph(LoopyValues);

/// A value: the nimber, or `None` with the nimbers among the options.
type Value = (Option<u64>, Vec<u64>);

fn told(value: &LoopyValue) -> Value {
    match value {
        LoopyValue::Nimber(nimber) => (Some(nimber.get()), Vec::new()),
        LoopyValue::Infinite(options) => (None, options.iter().copied().map(Nimber::get).collect()),
    }
}

fn no_vertex(error: grundy::loopy::NoVertexError) -> PyErr {
    PyIndexError::new_err(error.to_string())
}

#[pymethods]
impl LoopyGraph {
    /// The graph in which each vertex has these options.
    #[new]
    fn new(py: Python<'_>, options: Vec<Vec<usize>>, limits: &Limits) -> PyResult<Self> {
        let graph = Digraph::new(options).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let values = limits.run(py, |mut control| LoopyValues::new(graph, &mut control))?;
        values.map(Self).map_err(|stopped| errors::stopped(py, stopped))
    }

    fn __len__(&self) -> usize {
        self.0.graph().vertices()
    }

    fn options(&self, vertex: usize) -> PyResult<Vec<usize>> {
        Ok(self.0.graph().options(vertex).map_err(no_vertex)?.collect())
    }

    /// The value of the sum of tokens on these vertices.
    fn value(&self, tokens: Vec<usize>) -> PyResult<Value> {
        self.0.value(Components::from(tokens)).map(|value| told(&value)).map_err(no_vertex)
    }

    fn outcome(&self, tokens: Vec<usize>) -> PyResult<String> {
        self.0.outcome(Components::from(tokens)).map(|outcome| outcome.to_string()).map_err(no_vertex)
    }

    /// The winning moves, or the drawing moves: the index of the token, and the vertex that it goes to.
    fn moves(&self, tokens: Vec<usize>, drawing: bool) -> PyResult<Vec<(usize, usize)>> {
        let tokens = Components::from(tokens);
        let moves = if drawing { self.0.drawing_moves(tokens) } else { self.0.winning_moves(tokens) };
        Ok(moves.map_err(no_vertex)?.iter().map(|mv| (mv.component, mv.mv.0)).collect())
    }

    /// The working of the sum of tokens on these vertices.
    fn explain(&self, tokens: Vec<usize>) -> PyResult<String> {
        self.0.explain(Components::from(tokens)).map(|working| working.to_string()).map_err(no_vertex)
    }
}
