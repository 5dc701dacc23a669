//! Questions.

use std::sync::{Arc, Mutex};

use grundy::any::{AnyMove, AnyPosition};
use grundy::render::PositionGraph;
use grundy::{AnyGame, Components, Notation, Play, SolveError, SumMove};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answers::{Drawing, Explained, drawing, explained};
use crate::book::{Book, Game};
use crate::errors;
use crate::limits::{Limits, wait_for};
use crate::position::{Move, Position, Roots};

/// A solver: see `grundy.Solver`. Threads wait for each other; the GIL is free while it works.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Solver {
    game: Arc<Book>,
    solver: Mutex<grundy::Solver<AnyGame>>,
}

type Answer<T> = Result<T, SolveError<AnyPosition>>;

impl Solver {
    /// Asks the solver about a position, with the GIL released.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        position: &Position,
        limits: &Limits,
        question: impl FnOnce(&mut grundy::Solver<AnyGame>, Components<AnyPosition>) -> Answer<T> + Send,
    ) -> PyResult<T> {
        position.roots.prepare(py, limits)?;
        let mut guard = wait_for(py, &self.solver)?;
        let solver = &mut *guard;
        let parts = position.parts.clone();
        let answer = limits.run(py, move |control| {
            solver.set_control(limits.of_search(control));
            question(solver, parts)
        })?;
        drop(guard);
        self.told(py, &position.roots, answer)
    }

    /// The answer, or its error as an exception. An exception of the game itself comes first: the text of a position may raise one, too.
    fn told<T>(&self, py: Python<'_>, roots: &Roots, answer: Answer<T>) -> PyResult<T> {
        let write = |part| self.game.rules.component_text_like("", &part);
        roots.written(|| answer.map_err(|error| errors::solve(py, error, write)))?
    }

    fn read(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Arc<Position>> {
        Position::read(py, &self.game, position).map(Arc::new)
    }
}

fn moves(position: &Arc<Position>, moves: impl IntoIterator<Item = SumMove<AnyMove>>) -> Vec<Move> {
    moves.into_iter().map(|mv| Move::new(position, mv)).collect()
}

#[pymethods]
impl Solver {
    #[new]
    fn new(game: &Game) -> Self {
        let game = Arc::clone(&game.0);
        Self { solver: Mutex::new(grundy::Solver::new(game.rules.clone()).by_threads()), game }
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// Positions that were solved for the last question.
    fn solved(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(wait_for(py, &self.solver)?.control().done())
    }

    fn value(&self, py: Python<'_>, position: &Bound<'_, PyAny>, limits: &Limits) -> PyResult<u64> {
        let position = self.read(py, position)?;
        self.ask(py, &position, limits, grundy::Solver::grundy).map(grundy::Nimber::get)
    }

    fn outcome(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        limits: &Limits,
    ) -> PyResult<(String, String)> {
        let play = self.game.play(misere)?;
        let position = self.read(py, position)?;
        let decided = self.ask(py, &position, limits, |solver, parts| solver.decide(play, parts))?;
        Ok((decided.outcome.to_string(), decided.method.to_string()))
    }

    /// The listed winning moves, a lower bound on their number, and whether all are listed.
    fn winning_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        limits: &Limits,
    ) -> PyResult<(Vec<Move>, u64, bool)> {
        let play = self.game.play(misere)?;
        let position = self.read(py, position)?;
        let wins = self.ask(py, &position, limits, |solver, parts| solver.winning_moves_in(play, parts))?;
        let (least, is_complete) = (wins.least_count(), wins.is_complete());
        Ok((moves(&position, wins), least, is_complete))
    }

    fn winning_move(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        limits: &Limits,
    ) -> PyResult<Option<Move>> {
        let play = self.game.play(misere)?;
        let position = self.read(py, position)?;
        let win = self.ask(py, &position, limits, |solver, parts| solver.winning_move_in(play, parts))?;
        Ok(win.map(|mv| Move::new(&position, mv)))
    }

    fn best_move(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        limits: &Limits,
    ) -> PyResult<Option<Move>> {
        let play = self.game.play(misere)?;
        let position = self.read(py, position)?;
        let best = self.ask(py, &position, limits, |solver, parts| solver.best_move_in(play, parts))?;
        Ok(best.map(|mv| Move::new(&position, mv)))
    }

    /// Every move with the value that it leaves of its component and of the whole position.
    fn move_values(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        limits: &Limits,
    ) -> PyResult<Vec<(Move, u64, u64)>> {
        let position = self.read(py, position)?;
        let values = self.ask(py, &position, limits, grundy::Solver::move_values)?;
        let told =
            values.into_iter().map(|value| (Move::new(&position, value.mv), value.component.get(), value.whole.get()));
        Ok(told.collect())
    }

    /// The working, with values or only of who wins.
    fn explain(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        values: bool,
        limits: &Limits,
    ) -> PyResult<Explained> {
        let play = self.game.play(misere)?;
        let position = self.read(py, position)?;
        let explain = if values { grundy::Solver::explain_in } else { grundy::Solver::explain_outcome };
        let working = self.ask(py, &position, limits, |solver, parts| explain(solver, play, parts))?;
        position.roots.written(|| explained(&position, working))
    }

    /// The genus, as the literature writes it.
    fn genus(&self, py: Python<'_>, position: &Bound<'_, PyAny>, limits: &Limits) -> PyResult<String> {
        self.game.play(true)?;
        let position = self.read(py, position)?;
        self.ask(py, &position, limits, grundy::Solver::genus).map(|genus| genus.to_string())
    }

    /// The numbers of moves of the longest and of the shortest game, unless another game stands for this one in normal play.
    fn lengths(&self, py: Python<'_>, position: &Bound<'_, PyAny>, limits: &Limits) -> PyResult<(u64, u64)> {
        let game = &self.game.rules;
        if let Some(reason) = game.refuses(Play::Misere) {
            return Err(PyValueError::new_err(format!("{game} is solved by moves of another length ({reason})")));
        }
        let position = self.read(py, position)?;
        self.ask(py, &position, limits, |solver, parts| Ok((solver.longest(&parts)?, solver.shortest(parts)?)))
    }

    /// The number of components that play can reach.
    fn reachable(&self, py: Python<'_>, position: &Bound<'_, PyAny>, limits: &Limits) -> PyResult<u64> {
        let position = self.read(py, position)?;
        self.ask(py, &position, limits, |solver, parts| solver.positions(parts))
    }

    /// The graph of positions.
    fn graph(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        most: usize,
        symmetric: bool,
        limits: &Limits,
    ) -> PyResult<Drawing> {
        let position = self.read(py, position)?;
        let graph = self.ask(py, &position, limits, |solver, parts| {
            Ok(if symmetric {
                PositionGraph::up_to_symmetry(solver, parts, most)
            } else {
                PositionGraph::new(solver, parts, most)
            })
        })?;
        position.roots.written(|| drawing(&position, &graph))
    }

    /// The values of many positions, in one question.
    fn values(&self, py: Python<'_>, positions: &Bound<'_, PyAny>, limits: &Limits) -> PyResult<Vec<u64>> {
        let (mut all, mut roots) = (Vec::new(), Roots::default());
        for position in positions.try_iter()? {
            let (parts, own) = self.game.read(py, &position?)?;
            all.push(parts);
            roots.extend(own);
        }
        roots.prepare(py, limits)?;
        let mut guard = wait_for(py, &self.solver)?;
        let solver = &mut *guard;
        let found: Answer<Vec<u64>> = limits.run(py, move |control| {
            solver.set_control(limits.of_search(control));
            all.into_iter().map(|parts| solver.grundy(parts).map(grundy::Nimber::get)).collect()
        })?;
        drop(guard);
        self.told(py, &roots, found)
    }
}
