//! Misère quotients.

use grundy::any::AnyPosition;
use grundy::heap::TakeAndBreak;
use grundy::misere::quotient::{
    BipartiteMonoid, Element, MisereQuotient, Positions, Presentation, QuotientSearch, Reach,
};
use grundy::{Components, Notation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::book::{Book, Game};
use crate::errors;
use crate::limits::Limits;
use crate::position::{Position, Roots};
use std::sync::Arc;

/// A misère quotient: see `grundy.Quotient`.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Quotient {
    found: Found,
    presentation: Presentation,
}

enum Found {
    Heaps(Box<MisereQuotient>),
    Positions {
        game: Arc<Book>,
        /// The positions in Python, whose methods write examples.
        roots: Roots,
        quotient: Box<MisereQuotient<Positions<AnyPosition>>>,
    },
}

/// An element: its name, whether it is a P-position, and its place.
type Told = (String, bool);

#[pymethods]
impl Quotient {
    /// The quotient of the heaps of a code below a number. If `certify`, it must be that of all heaps.
    #[staticmethod]
    fn of_code(py: Python<'_>, code: &str, heaps: usize, certify: bool, limits: &Limits) -> PyResult<Self> {
        let code: TakeAndBreak = code.parse().map_err(|error| errors::notation(py, &error))?;
        let found = limits.run(py, |control| {
            let mut search = QuotientSearch::new(code).with_control(control);
            let found = if certify { search.certify(heaps) } else { search.extend_to(heaps) };
            found.map(|()| search.into_quotient())
        })?;
        let quotient = found.map_err(|error| errors::quotient(py, error))?;
        let presentation = quotient.presentation();
        Ok(Self { found: Found::Heaps(Box::new(quotient)), presentation })
    }

    /// The quotient of all positions that play can reach from a position.
    #[staticmethod]
    fn of_position(py: Python<'_>, position: &Position, limits: &Limits) -> PyResult<Self> {
        let game = Arc::clone(&position.game);
        game.play(true)?;
        position.roots.prepare(py, limits)?;
        let (rules, parts) = (&game.rules, position.parts.clone());
        let found = limits.run(py, move |mut control| {
            let reached = Positions::reached(rules, parts, &mut control).map_err(Err)?;
            let mut search = QuotientSearch::of(reached).with_control(control);
            search.finish().map_err(Ok)?;
            Ok(search.into_quotient())
        })?;
        let quotient = position.roots.written(|| {
            found.map_err(|error| match error {
                Ok(error) => errors::quotient(py, error),
                Err(error) => errors::solve(py, error, |part| rules.component_text_like("", &part)),
            })
        })??;
        let presentation = quotient.presentation();
        let roots = position.roots.clone();
        Ok(Self { found: Found::Positions { game, roots, quotient: Box::new(quotient) }, presentation })
    }

    /// Number of elements.
    fn __len__(&self) -> usize {
        self.monoid().order()
    }

    /// Generators and relations.
    #[getter]
    fn presentation(&self) -> String {
        self.presentation.to_string()
    }

    /// The relations, each as two products.
    #[getter]
    fn relations(&self) -> Vec<(String, String)> {
        self.presentation.relations().map(|(left, right)| (left.to_string(), right.to_string())).collect()
    }

    /// The elements by their places.
    #[getter]
    fn elements(&self) -> Vec<Told> {
        let monoid = self.monoid();
        monoid.elements().map(|element| (self.name(element), monoid.outcome(element) == grundy::Outcome::P)).collect()
    }

    /// The product of each two elements, by places.
    #[getter]
    fn products(&self) -> Vec<Vec<usize>> {
        let monoid = self.monoid();
        let product = |one, other| monoid.product(one, other).map_or(0, Element::index);
        monoid.elements().map(|one| monoid.elements().map(|other| product(one, other)).collect()).collect()
    }

    /// The place of the element of each heap 0, 1, 2, ..; of the quotient of positions, of each position by number.
    #[getter]
    fn map(&self) -> Vec<usize> {
        match &self.found {
            Found::Heaps(quotient) => quotient.map().map(Element::index).collect(),
            Found::Positions { quotient, .. } => quotient.elements().map(Element::index).collect(),
        }
    }

    /// The heaps of which it is the quotient, in words; and whether these are all.
    #[getter]
    fn reach(&self) -> (String, bool) {
        match &self.found {
            Found::Heaps(quotient) => {
                let reach = quotient.reach();
                (reach.to_string(), matches!(reach, Reach::AllHeaps(_)))
            }
            Found::Positions { quotient, .. } => {
                (format!("the {} positions that play can reach", quotient.positions().examples().len()), true)
            }
        }
    }

    /// An example of a position with each of the numbers 1, 2, ..
    #[getter]
    fn examples(&self) -> PyResult<Vec<String>> {
        match &self.found {
            Found::Heaps(_) => Ok(Vec::new()),
            Found::Positions { game, roots, quotient } => {
                let examples = quotient.positions().examples().iter();
                roots.written(|| examples.map(|part| game.rules.component_text_like("", part)).collect())
            }
        }
    }

    /// The place of the element of a sum; `None` if the quotient does not reach it.
    fn element(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let element = match &self.found {
            Found::Heaps(quotient) => {
                let heaps: Vec<u128> = position
                    .extract()
                    .map_err(|_| PyValueError::new_err("heaps are a list of numbers that are not negative"))?;
                quotient.element_of(Components::from(heaps))
            }
            Found::Positions { game, quotient, .. } => {
                let (parts, _) = game.read(py, position)?;
                quotient.element_of(&game.rules, &parts)
            }
        };
        Ok(element.map(Element::index))
    }

    /// The game, of a quotient of positions.
    #[getter]
    fn game(&self) -> Option<Game> {
        match &self.found {
            Found::Heaps(_) => None,
            Found::Positions { game, .. } => Some(Game(Arc::clone(game))),
        }
    }
}

impl Quotient {
    fn monoid(&self) -> &BipartiteMonoid {
        match &self.found {
            Found::Heaps(quotient) => quotient.monoid(),
            Found::Positions { quotient, .. } => quotient.monoid(),
        }
    }

    fn name(&self, element: Element) -> String {
        self.presentation.name(element).map_or_else(|| element.to_string(), ToString::to_string)
    }
}
