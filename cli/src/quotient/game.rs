//! The quotient of the positions that play can reach from a position of any game.

use std::fmt::{self, Display};
use std::time::Instant;

use grundy::certificate::Certificate;
use grundy::misere::quotient::{Positions, QuotientSearch};
use grundy::{Components, Control, Notation, Play, Registry, SolveError, Solver};
use serde::Serialize;

use super::{Monoid, Quotient, name};
use crate::certificate;
use crate::chosen::{Chosen, Words, names};
use crate::failure::{Failure, all_done};
use crate::meant::SUM;
use crate::progress::Bar;

/// The answer that is printed.
#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    #[serde(flatten)]
    monoid: Monoid,
    /// The number of positions that differ in what their moves leave, without those that have ended.
    positions: usize,
    /// These positions, as far as their elements are found.
    map: Vec<Place>,
    /// The reason why the quotient of all positions is not found.
    stopped: Option<String>,
    played: Option<Played>,
}

/// A position and its element.
#[derive(Serialize)]
struct Place {
    number: u32,
    position: String,
    element: String,
}

#[derive(Serialize)]
struct Played {
    position: String,
    outcome: String,
    working: String,
}

impl Quotient {
    pub(super) fn of_game(&self, registry: &Registry) -> Result<(), Failure> {
        let words = Words::new(&self.game, &self.position);
        match words.read(registry)?.for_play(Play::Misere)? {
            Chosen::Game(game, position, text) => {
                let name = game.to_string();
                self.of_positions(&game, [&name, &name], &position, text)
            }
            Chosen::Sum(table, position, text) => self.of_positions(&table, [&names(&table.0), SUM], &position, text),
        }
    }

    fn of_positions<G: Notation<Position: Display, Move: Display>>(
        &self,
        game: &G,
        [name_of_game, certified]: [&str; 2],
        position: &Components<G::Position>,
        text: &str,
    ) -> Result<(), Failure> {
        let failed =
            |error: SolveError<G::Position>| Failure::from(error.map(|part| game.component_text_like(text, &part)));
        let played = self.played(game)?;
        let target = self.certify.target(self.output)?;
        let model = self.play.as_deref().unwrap_or(text);
        let played = played.unwrap_or_else(|| position.clone());
        let bar = Bar::new();
        let start = Instant::now();
        let mut control = self.bounds.control(Control::new(), &bar);
        let positions = Positions::reached(game, position.clone(), &mut control).map_err(failed)?;
        let count = positions.examples().len();
        let mut search = QuotientSearch::of(positions).with_control(self.search_control(&bar));
        let found = search.finish();
        let took = start.elapsed();
        let quotient = search.into_quotient();
        let certified = target.map_or(Ok(()), |target| {
            // Without all elements there is nothing to certify, and the bound that was met is told below.
            let certificate = Certificate::of_positions(&quotient, game, &certified, position);
            certificate.map_or(Ok(()), |certificate| certificate::write(&target, certificate))
        });
        let presentation = quotient.presentation();
        // Number 0 is the position without moves, which has no example.
        let places = (1..).zip(quotient.positions().examples()).zip(quotient.elements().skip(1));
        let mut answer = Answer {
            game: name_of_game.to_owned(),
            position: text.to_owned(),
            monoid: Monoid::new(quotient.monoid(), &presentation, 'p'),
            positions: count,
            map: places
                .map(|((number, position), element)| Place {
                    number,
                    position: game.component_text_like(text, position),
                    element: name(&presentation, element),
                })
                .collect(),
            stopped: found.err().map(|error| self.told(error)),
            played: None,
        };
        // The control of the search is used up, so the solver gets one of its own.
        if quotient.misere_outcome(game, &played).is_some() {
            let control = self.bounds.control(Control::new(), &bar);
            let mut solver = Solver::new(game).with(quotient).with_control(control);
            let working = solver.explain_in(Play::Misere, played.clone()).map_err(failed)?;
            answer.played = Some(Played {
                position: game.text_like(model, &played),
                outcome: working.outcome.to_string(),
                working: working.map(|part| game.component_text_like(model, part)).to_string(),
            });
        }
        bar.clear();
        all_done([self.print(&answer, took), certified, Self::ended(found, answer.stopped)])
    }
}

/// The lines for programs, and then the position.
impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let monoid = &self.monoid;
        writeln!(f, "game: {}\nposition: {}\norder: {}", self.game, self.position, monoid.order)?;
        writeln!(f, "p-portion: {} ({})", monoid.p_portion.len(), monoid.p_portion.join(", "))?;
        writeln!(f, "positions: {} that differ in their moves, {} with an element", self.positions, self.map.len())?;
        writeln!(f, "generators: {}", monoid.names.join(", "))?;
        writeln!(f, "relations: {}", monoid.relations())?;
        writeln!(f, "map:")?;
        let width = |text: fn(&Place) -> String| self.map.iter().map(|place| text(place).len()).max().unwrap_or(0);
        let (number, position) = (width(|place| place.number.to_string()), width(|place| place.position.clone()));
        for place in &self.map {
            let (at, text, element) = (format!("p{}", place.number), &place.position, &place.element);
            writeln!(f, "  {at:<0$} {text:<position$} {element}", number + 1)?;
        }
        write!(f, "{}", monoid.table.as_deref().unwrap_or_default())?;
        if let Some(stopped) = &self.stopped {
            writeln!(f, "stopped: {stopped}")?;
        }
        match &self.played {
            Some(Played { position, working, .. }) => writeln!(f, "\n{position}\n{working}"),
            None => writeln!(f, "\nThe position to be played is none of those that the quotient covers."),
        }
    }
}
