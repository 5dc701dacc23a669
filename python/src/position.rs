//! Positions and moves.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use grundy::any::{AnyMove, AnyPosition};
use grundy::render::Diagram;
use grundy::{Components, ImpartialGame, Notation, SumMove};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::book::{Book, Game};
use crate::limits::Limits;
use crate::own::{Choice, Own, Spot};
use crate::walk::Walked;

/// Positions of games in Python from which a position can be reached.
#[derive(Clone, Default)]
pub(crate) struct Roots(Vec<(Arc<Own>, Vec<Spot>)>);

impl Roots {
    pub(crate) fn of(own: &Arc<Own>, spots: Vec<Spot>) -> Self {
        Self(vec![(Arc::clone(own), spots)])
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = (&Arc<Own>, &[Spot])> {
        self.0.iter().map(|(own, spots)| (own, &spots[..]))
    }

    /// Asks Python for all moves that play can reach from these positions. The limits hold for all of them together.
    pub(crate) fn prepare(&self, py: Python<'_>, limits: &Limits) -> PyResult<()> {
        let mut walked = Walked::begin();
        self.each().try_for_each(|(own, spots)| own.walk(py, spots, limits, &mut walked))
    }

    /// The first exception of a method that writes texts, if there was one. All of them are forgotten: none comes out of a later question.
    pub(crate) fn raised(&self) -> PyResult<()> {
        self.each().map(|(own, _)| own.raised()).fold(Ok(()), Result::and)
    }

    /// What texts of positions are part of, or the exception of a method that writes them.
    pub(crate) fn written<T>(&self, write: impl FnOnce() -> T) -> PyResult<T> {
        let written = write();
        self.raised().map(|()| written)
    }
}

/// Moves that are listed between two looks whether Ctrl-C was pressed.
const BETWEEN_CHECKS: usize = 1 << 14;

/// A position: the sum of zero or more components. See `grundy.Position`.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Position {
    pub(crate) game: Arc<Book>,
    pub(crate) parts: Components<AnyPosition>,
    pub(crate) roots: Roots,
}

impl Position {
    pub(crate) fn text(&self) -> PyResult<String> {
        self.roots.written(|| self.game.rules.text(&self.parts))
    }

    fn with(&self, parts: Components<AnyPosition>) -> Self {
        Self { game: Arc::clone(&self.game), parts, roots: self.roots.clone() }
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The components, each as a position.
    #[getter]
    fn components(&self) -> Vec<Self> {
        self.parts.iter().map(|part| self.with(part.clone().into())).collect()
    }

    /// The Python objects of the components, of a game in Python.
    #[getter]
    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let Some(own) = self.game.own() else {
            return Err(PyTypeError::new_err(format!("positions of {} are no Python objects", self.game.rules)));
        };
        let objects: Vec<_> = self
            .parts
            .iter()
            .filter_map(AnyPosition::downcast_ref)
            .map(|spot: &Spot| own.object(py, *spot))
            .collect::<PyResult<_>>()?;
        PyList::new(py, objects)
    }

    /// The moves, in reading order, at most `most` of them.
    #[pyo3(signature = (most=10_000))]
    fn moves(&self, py: Python<'_>, most: usize) -> PyResult<Vec<Move>> {
        let limits = Limits::default();
        self.roots.prepare(py, &limits)?;
        let (from, mut moves) = (Arc::new(self.with(self.parts.clone())), Vec::new());
        for (component, part) in self.parts.iter().enumerate() {
            for mv in self.game.rules.moves(part).take(most.saturating_sub(moves.len())) {
                moves.push(Move::new(&from, SumMove { component, mv }));
                if moves.len().is_multiple_of(BETWEEN_CHECKS) {
                    py.check_signals()?;
                }
            }
        }
        self.roots.raised()?;
        Ok(moves)
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<position of {}: {}>", self.game.rules, self.__str__()?))
    }

    /// A picture as SVG; `None` for games of the user.
    fn _diagram(&self) -> Option<String> {
        Diagram::of(&self.game.rules, &self.parts).map(|diagram| diagram.to_string())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Ok(slf.py().import("grundy.pictures")?.call_method1("position_html", (slf,))?.unbind())
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Ok(slf.py().import("grundy.pictures")?.call_method1("position_svg", (slf,))?.unbind())
    }

    fn __len__(&self) -> usize {
        self.parts.len()
    }

    #[expect(clippy::unused_self, reason = "a position without components is a position too")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.game.same(&other.game) && self.parts == other.parts
        })
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        self.parts.hash(&mut state);
        state.finish()
    }
}

/// A move in one component of a position. See `grundy.Move`.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Move {
    /// Shared by all moves of one answer, which may be as many as it has components.
    pub(crate) from: Arc<Position>,
    pub(crate) mv: SumMove<AnyMove>,
}

impl Move {
    pub(crate) fn new(from: &Arc<Position>, mv: SumMove<AnyMove>) -> Self {
        Self { from: Arc::clone(from), mv }
    }
}

#[pymethods]
impl Move {
    /// The index of the component, from 0.
    #[getter]
    fn component(&self) -> usize {
        self.mv.component
    }

    /// The position before.
    #[getter]
    fn before(&self) -> Position {
        self.from.with(self.from.parts.clone())
    }

    /// The position after.
    #[getter]
    fn leaves(&self) -> Position {
        let left = match self.from.parts.get(self.mv.component) {
            Some(part) => self.from.game.rules.play(part, &self.mv.mv),
            None => Components::new(),
        };
        self.from.with(self.from.parts.replaced(self.mv.component, left))
    }

    /// The move of a game in Python as its own object; of other games, its text.
    #[getter]
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let spot = self.from.parts.get(self.mv.component).and_then(|part| part.downcast_ref::<Spot>());
        match (self.from.game.own(), spot, self.mv.mv.downcast_ref::<Choice>()) {
            (Some(own), Some(spot), Some(choice)) => own.move_object(py, *spot, *choice),
            _ => Ok(self.__str__()?.into_pyobject(py)?.into_any()),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        self.from.roots.written(|| self.from.game.rules.move_text(&self.from.parts, &self.mv))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<move in {}: {}>", self.from.game.rules, self.__str__()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.mv == other.mv && self.from.game.same(&other.from.game) && self.from.parts == other.from.parts
        })
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        (&self.from.parts, self.mv.component).hash(&mut state);
        state.finish()
    }
}
