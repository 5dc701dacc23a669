//! Makes certificates of what solvers, sequences and tables have found.

use std::fmt::Display;
use std::io::{self, Write};

use super::text::{write_end, write_head, write_line};
use crate::chomp::LosingBoards;
use crate::components::Components;
use crate::heap::{PeriodicValues, Theorem};
use crate::loopy::{LoopyValues, MOST_IN_TEXT};
use crate::misere::quotient::{BipartiteMonoid, Element, MisereQuotient, Positions, Reach};
use crate::nimber::Nimber;
use crate::notation::{Notation, join};
use crate::outcome::{Outcome, Play};
use crate::search::{Memo, SolveError};
use crate::solver::{Solver, ValueProof};

/// A certificate that is ready to be written. Facts are written one after the other, as they are asked for.
#[must_use = "a certificate is made when it is written"]
pub struct Certificate<'a> {
    kind: &'static str,
    fields: Vec<(&'static str, String)>,
    facts: Box<dyn Iterator<Item = String> + 'a>,
}

impl<'a> Certificate<'a> {
    /// The Grundy value of a position, by the values of some components that play can reach. The name is that of the game in a
    /// [`Registry`](crate::Registry); for several games on one table it is `sum`.
    ///
    /// Facts are only those that the proof needs: see [`certificate`](crate::certificate). The solver is asked for the values of options,
    /// which it knows if it has found the value of the position by the method [`Values`](crate::Method::Values); what it does not know it finds.
    /// The solver's limit on positions bounds the number of facts as well. After a stop the same question goes on with the facts that were found.
    ///
    /// # Errors
    ///
    /// As for [`Solver::grundy`].
    pub fn of_value<G, T>(
        solver: &'a mut Solver<G, T>,
        name: &impl Display,
        position: &Components<G::Position>,
    ) -> Result<Self, SolveError<G::Position>>
    where
        G: Notation,
        T: Memo<G::Position, Nimber>,
    {
        let value = solver.grundy(position.clone())?;
        Self::of_values(solver, "value", name, position, value.get().to_string(), position)
    }

    /// The outcome of a position. See [`of_value`](Self::of_value).
    ///
    /// In misère play facts are forms of small components, and sums of components and forms that are lost. What the solver does not know of these is searched.
    /// The limit on positions bounds the number of lost sums, and that of their options that are not decided by forms. After a stop the same question
    /// goes on with the lost sums that were found.
    ///
    /// Where a game [refuses](Notation::refuses) misère play, as rows of coins do, [`check`](super::check()) refuses such a certificate with the same words: ask
    /// the game first.
    ///
    /// # Errors
    ///
    /// As for [`Solver::outcome_in`].
    pub fn of_outcome<G, T>(
        solver: &'a mut Solver<G, T>,
        name: &impl Display,
        play: Play,
        position: &Components<G::Position>,
    ) -> Result<Self, SolveError<G::Position>>
    where
        G: Notation,
        T: Memo<G::Position, Nimber>,
    {
        let outcome = solver.outcome_in(play, position.clone())?;
        if play == Play::Misere {
            let facts = solver.misere_proof(position, |game, component| game.text(std::slice::from_ref(component)))?;
            let fields = position_fields(solver.game(), name, position, outcome.to_string());
            return Ok(Self { kind: "misere", fields, facts: Box::new(facts.into_iter()) });
        }
        // A P-position is proved by its own value 0, an N-position by one option of value 0: the value of the
        // component that is moved in is not needed.
        // The checker makes the moves in the keys of components.
        let mut lost = position.clone().map(|component| solver.game().memo_key(component));
        if outcome == Outcome::N {
            let mv = solver.winning_move(lost.clone())?;
            let mv = mv.ok_or_else(|| SolveError::Contradicted { position: position.clone() })?;
            let left = solver.game().play(&lost[mv.component], &mv.mv);
            let option = ValueProof::new(lost.clone()).option_of_value(solver, &lost[mv.component], &left)?;
            lost = lost.replaced(mv.component, option);
        }
        Self::of_values(solver, "outcome", name, position, outcome.to_string(), &lost)
    }

    /// A certificate by the values that the value of `needed` needs.
    fn of_values<G, T>(
        solver: &'a mut Solver<G, T>,
        kind: &'static str,
        name: &impl Display,
        position: &Components<G::Position>,
        answer: String,
        needed: &Components<G::Position>,
    ) -> Result<Self, SolveError<G::Position>>
    where
        G: Notation,
        T: Memo<G::Position, Nimber>,
    {
        let facts = ValueProof::of(solver, needed)?;
        let game = solver.game();
        let fields = position_fields(game, name, position, answer);
        let facts = facts.into_iter().map(|(component, value)| format!("{} {}", value.get(), game.text(&[component])));
        Ok(Self { kind, fields, facts: Box::new(facts) })
    }

    /// The period of a take-and-break game, by the values of heaps up to the end of the first period. `None` if the period is not proved by
    /// [`Theorem::GuySmith`] or [`Theorem::Pigeonhole`].
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "periodic values are known for all heaps")]
    pub fn of_period(values: &'a PeriodicValues) -> Option<Self> {
        let (preperiod, period) = (values.preperiod(), values.period());
        let fields =
            [("code", values.code().to_string()), ("preperiod", preperiod.to_string()), ("period", period.to_string())];
        let value = |heap: u64| values.value(heap.into()).expect("periodic values are known for all heaps");
        let facts = (0..preperiod + period).map(move |heap| format!("{heap} {}", value(heap).get()));
        let is_finite = matches!(values.proof().theorem(), Theorem::GuySmith | Theorem::Pigeonhole);
        is_finite.then(|| Self { kind: "period", fields: fields.into(), facts: Box::new(facts) })
    }

    /// A misère quotient, by its products and the elements of its heaps.
    pub fn of_quotient(quotient: &'a MisereQuotient) -> Self {
        let period = match quotient.reach() {
            Reach::AllHeaps(period) => format!("{} {}", period.preperiod(), period.period()),
            Reach::HeapsBelow(_) => "none".to_owned(),
        };
        let [order, p_portion] = monoid_fields(quotient.monoid());
        let fields = vec![
            ("code", quotient.code().to_string()),
            ("heaps", quotient.map().len().to_string()),
            order,
            p_portion,
            ("period", period),
        ];
        let facts = rows(quotient.monoid()).chain(quotient.map().map(|element| element.to_string()));
        Self { kind: "quotient", fields, facts: Box::new(facts) }
    }

    /// The misère quotient of all positions that play can reach from a position, by its products and the elements of these positions. `None` if
    /// the elements of some are not found. The name is that of the game, as for [`of_value`](Self::of_value); the quotient must be that of
    /// [`Positions::reached`] from the same position.
    ///
    /// [`read_quotient`](super::read_quotient) reads it back.
    ///
    /// ```
    /// use grundy::certificate::{self, Certificate};
    /// use grundy::misere::quotient::{Positions, QuotientSearch};
    /// use grundy::{Control, Notakto, Notation, Registry};
    ///
    /// let game = Notakto::new();
    /// let board = game.parse("3x3")?;
    /// let mut search = QuotientSearch::of(Positions::reached(&game, board.clone(), &mut Control::new())?);
    /// search.finish()?;
    /// let mut text = Vec::new();
    /// let certificate = Certificate::of_positions(search.quotient(), &game, &"notakto", &board);
    /// certificate.ok_or("not all elements are found")?.write(&mut text)?;
    ///
    /// let claim = certificate::check(&Registry::standard(), &text[..], &mut Control::new())?;
    /// assert_eq!(claim.text, "the misère quotient of all positions from notakto 3x3 has order 18");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_positions<G>(
        quotient: &'a MisereQuotient<Positions<G::Position>>,
        game: &'a G,
        name: &impl Display,
        position: &Components<G::Position>,
    ) -> Option<Self>
    where
        G: Notation,
    {
        let elements: Vec<Element> = quotient.elements().collect();
        let mut told: Vec<(usize, String)> = Vec::new();
        for (key, number) in quotient.positions().numbered() {
            // Positions without moves have number 0, and element 0.
            if number > 0 {
                told.push((elements.get(number)?.index(), game.text(std::slice::from_ref(key))));
            }
        }
        // The same text from run to run.
        told.sort_unstable();
        let [order, p_portion] = monoid_fields(quotient.monoid());
        let fields = vec![("game", name.to_string()), ("position", game.text(position)), order, p_portion];
        let facts = rows(quotient.monoid()).chain(told.into_iter().map(|(element, text)| format!("{element} {text}")));
        Some(Self { kind: "positions", fields, facts: Box::new(facts) })
    }

    /// The values of all vertices of a graph, by the order in which they are found. `None` for more than 2^20 vertices, which no checker reads.
    #[must_use]
    pub fn of_graph(values: &'a LoopyValues) -> Option<Self> {
        let graph = values.graph();
        let fact = |vertex| match values.number_and_rank(vertex) {
            Some((number, rank)) => format!("{vertex} {number} {rank}"),
            None => format!("{vertex} inf"),
        };
        (graph.vertices() <= MOST_IN_TEXT).then(|| Self {
            kind: "loopy",
            fields: vec![("graph", graph.to_string())],
            facts: Box::new((0..graph.vertices()).map(fact)),
        })
    }

    /// All losing boards of Chomp in a table, which must be complete: `None` if it is not.
    #[must_use]
    pub fn of_losing_boards(table: &'a LosingBoards) -> Option<Self> {
        let boards = table.iter().filter(|board| !board.is_empty()).map(|board| board.to_string());
        let fields = vec![("tiles", table.tiles().to_string())];
        table.is_complete().then(|| Self { kind: "chomp-losing", fields, facts: Box::new(boards) })
    }

    /// Writes the certificate, and flushes the writer. Returns the number of facts.
    ///
    /// # Errors
    ///
    /// Those of the writer; and [`InvalidData`](io::ErrorKind::InvalidData) where the game writes its name or a position in several lines,
    /// which no checker could read.
    pub fn write(self, mut out: impl Write) -> io::Result<u64> {
        write_head(&mut out, self.kind, &self.fields)?;
        let mut facts = 0;
        for fact in self.facts {
            write_line(&mut out, &fact)?;
            facts += 1;
        }
        write_end(&mut out, facts)?;
        // A buffer that is dropped tells no error.
        out.flush()?;
        Ok(facts)
    }
}

/// The fields that tell of a monoid.
fn monoid_fields(monoid: &BipartiteMonoid) -> [(&'static str, String); 2] {
    let p_portion: Vec<String> = monoid.p_portion().map(|element| element.to_string()).collect();
    [("order", monoid.order().to_string()), ("p-portion", join(&p_portion, " "))]
}

/// The products of each element with all elements, as facts.
fn rows(monoid: &BipartiteMonoid) -> impl Iterator<Item = String> + '_ {
    let product = move |one, other| monoid.product(one, other).expect("both are elements of the monoid").to_string();
    monoid.elements().map(move |one| join(&monoid.elements().map(|other| product(one, other)).collect::<Vec<_>>(), " "))
}

fn position_fields<G: Notation>(
    game: &G,
    name: &impl Display,
    position: &Components<G::Position>,
    answer: String,
) -> Vec<(&'static str, String)> {
    vec![("game", name.to_string()), ("position", game.text(position)), ("answer", answer)]
}
