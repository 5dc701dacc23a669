//! Makes certificates of what solvers, sequences and tables have found.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};

use rustc_hash::FxBuildHasher;

use super::text::{write_end, write_head, write_line};
use crate::chomp::LosingBoards;
use crate::components::Components;
use crate::control::{Stopped, Unit};
use crate::game::{ImpartialGame, has_ended};
use crate::heap::{PeriodicValues, Theorem};
use crate::loopy::LoopyValues;
use crate::misere::quotient::{BipartiteMonoid, Element, MisereQuotient, Positions, Reach};
use crate::nimber::Nimber;
use crate::notation::{Notation, join};
use crate::outcome::{Outcome, Play};
use crate::pairs::unpaired;
use crate::search::{Memo, SolveError, list_bytes, map_bytes, most_options};
use crate::solver::Solver;
use crate::whole::Whole;

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
    /// The solver's limit on positions bounds the number of facts as well.
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
            lost = lost.replaced(mv.component, solver.game().play(&lost[mv.component], &mv.mv));
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
        let facts = Proof::of(solver, needed)?;
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

    /// The values of all vertices of a graph, by the order in which they are found.
    pub fn of_graph(values: &'a LoopyValues) -> Self {
        let graph = values.graph();
        let fact = |vertex| match values.number_and_rank(vertex) {
            Some((number, rank)) => format!("{vertex} {number} {rank}"),
            None => format!("{vertex} inf"),
        };
        Self {
            kind: "loopy",
            fields: vec![("graph", graph.to_string())],
            facts: Box::new((0..graph.vertices()).map(fact)),
        }
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

/// Options of a component that are listed before the control is asked for the first time.
const COUNTED: usize = 1 << 10;

/// The facts of a proof, in the order in which they are found to be needed. `of` proves them in this order.
struct Proof<P> {
    facts: Vec<(P, Nimber)>,
    values: HashMap<P, Nimber, FxBuildHasher>,
}

impl<P: Clone + Eq + std::hash::Hash> Proof<P> {
    /// The values of the components of a position, and all values that prove them.
    fn of<G, T>(solver: &mut Solver<G, T>, position: &Components<P>) -> Result<Vec<(P, Nimber)>, SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        let mut proof = Self { facts: Vec::new(), values: HashMap::default() };
        proof.need(solver, position)?;
        let mut done = 0;
        while let Some((component, value)) = proof.facts.get(done).cloned() {
            done += 1;
            proof.prove(solver, &component, value)?;
        }
        Ok(proof.facts)
    }

    /// Puts the components of a sum among the facts, unless they have ended.
    fn need<G, T>(&mut self, solver: &mut Solver<G, T>, sum: &Components<P>) -> Result<(), SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        for (_, key) in unpaired(solver.game(), sum) {
            if self.values.contains_key(&key) || has_ended(solver.game(), &key) {
                continue;
            }
            let value = solver.grundy(Components::from_iter([key.clone()]))?;
            // Where theorems tell the values, nothing else counts positions.
            if self.facts.len() as u64 >= solver.control().position_limit() {
                return Err(solver.control().out_of_positions(Unit::Facts, 0).into());
            }
            self.values.insert(key.clone(), value);
            self.facts.push((key, value));
            look(solver, 1, 1, self.bytes())?;
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        (list_bytes(&self.facts, 1) + map_bytes(&self.values, 1)) as u64
    }

    /// The value of a sum, if all its components are among the facts.
    fn value<G: ImpartialGame<Position = P>>(&self, game: &G, sum: &Components<P>) -> Option<Nimber> {
        unpaired(game, sum).iter().map(|(_, key)| self.values.get(key).copied()).sum()
    }

    /// How many facts a sum would add.
    fn price<G: ImpartialGame<Position = P>>(&self, game: &G, sum: &Components<P>) -> usize {
        let is_new = |(_, key): &&(usize, P)| !self.values.contains_key(key) && !has_ended(game, key);
        unpaired(game, sum).iter().filter(is_new).count()
    }

    /// The options of a component, listed under the solver's control.
    fn options<G, T>(&self, solver: &mut Solver<G, T>, component: &P) -> Result<Vec<Components<P>>, SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        let limit = most_options(solver.control().position_limit());
        let least = solver.game().options(component).size_hint().0;
        let mut listed = Vec::new();
        loop {
            let at_least = least.max(listed.len()) as u64;
            if at_least > limit {
                return Err(SolveError::TooManyMoves { position: component.clone().into(), at_least, limit });
            }
            // A batch at a time, since the iterator borrows the solver, whose control is needed. To make the options before it again costs a logarithmic number
            // of passes.
            let most = listed.len().max(COUNTED);
            let before = listed.len();
            listed.extend(solver.game().options(component).skip(before).take(most));
            let more = listed.len() - before;
            let bytes = self.bytes() + list_bytes(&listed, most) as u64;
            look(solver, more as u64, listed.len(), bytes)?;
            if more < most {
                return Ok(listed);
            }
        }
    }

    /// Adds the facts that show that a component has its value.
    fn prove<G, T>(&mut self, solver: &mut Solver<G, T>, component: &P, value: Nimber) -> Result<(), SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        let options = self.options(solver, component)?;
        let listed = self.bytes() + list_bytes(&options, 0) as u64;
        // First what the solver knows already. Other options are solved only where a smaller value needs one.
        let mut found = Vec::with_capacity(options.len());
        let mut with: HashMap<Nimber, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (place, option) in options.iter().enumerate() {
            look(solver, 1, options.len(), listed)?;
            let told = told(solver, option)?;
            found.push(told);
            if let Some(smaller) = told.filter(|told| *told < value) {
                with.entry(smaller).or_default().push(place);
            }
        }
        // Each smaller value by the cheapest option that has it, the first of them. No option before `unknown` lacks a value.
        let mut unknown = 0;
        for smaller in (0..value.get()).map(Nimber::new) {
            // Options are solved one after the other until one has the smaller value.
            while !with.contains_key(&smaller) {
                // The mex has an option of each smaller value, unless an oracle told a wrong value.
                let Some(place) = found[unknown..].iter().position(Option::is_none) else {
                    return Err(SolveError::Contradicted { position: component.clone().into() });
                };
                unknown += place;
                let solved = solver.grundy(options[unknown].clone())?;
                found[unknown] = Some(solved);
                with.entry(solved).or_default().push(unknown);
            }
            let price = |place: &&usize| (self.price(solver.game(), &options[**place]), **place);
            let cheapest = with[&smaller].iter().min_by_key(price).expect("some option was found to have the value");
            self.need(solver, &options[*cheapest])?;
        }
        // Every other option by its own value, or by an option of it that has this value, whichever is cheaper.
        for (option, found) in options.iter().zip(found) {
            look(solver, 1, options.len(), listed)?;
            let price = self.price(solver.game(), option);
            // All its components are among the facts, so the checker knows its value.
            if price == 0 {
                continue;
            }
            let mut best = found.map(|_| (price, option.clone()));
            // A checker plays components as their memo keys.
            let keys: Components<P> = option.iter().map(|part| solver.game().memo_key(part.clone())).collect();
            let answers: Vec<Components<P>> = Whole(solver.game()).options(&keys).flatten().collect();
            // To ask the solver and to list the options of an answer takes most of the time: an answer by facts alone needs neither.
            if answers.iter().any(|answer| self.value(solver.game(), answer) == Some(value)) {
                continue;
            }
            let count = answers.len();
            for answer in answers {
                look(solver, 1, count, listed)?;
                if told(solver, &answer)? != Some(value) {
                    continue;
                }
                let price = self.price(solver.game(), &answer);
                if best.as_ref().is_none_or(|(least, _)| price < *least) {
                    best = Some((price, answer));
                }
            }
            // An option that is known by neither is solved.
            self.need(solver, best.as_ref().map_or(option, |(_, sum)| sum))?;
        }
        Ok(())
    }
}

/// Looks at options, of at least `of` of a position, under the solver's control. The proof takes these bytes.
fn look<G, T>(solver: &mut Solver<G, T>, options: u64, of: usize, bytes: u64) -> Result<(), Stopped>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
{
    let bytes = bytes.saturating_add(solver.memo().bytes_with(0));
    solver.control_mut().count_options(options, of as u64, || bytes)
}

/// The value of a sum, if the solver knows it. The nimber search leaves most values out, and what it has not found is not searched.
fn told<G, T>(
    solver: &mut Solver<G, T>,
    sum: &Components<G::Position>,
) -> Result<Option<Nimber>, SolveError<G::Position>>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
{
    if G::SEARCHES_NIMBERS {
        return Ok(remembered(solver, sum));
    }
    // A game behind a pointer has its memo inside, and may be one that is searched so.
    // With no room for new positions, the solver answers by theorems and by its memo only.
    match solver.within(0, |solver| solver.grundy(sum.clone())) {
        Err(SolveError::Stopped(stopped)) if stopped.is_positions() => Ok(None),
        Err(SolveError::TooManyMoves { .. }) => Ok(None),
        value => value.map(Some),
    }
}

/// The value of a sum, if theorems of the rule book and the memo tell it.
fn remembered<G, T>(solver: &Solver<G, T>, sum: &Components<G::Position>) -> Option<Nimber>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
{
    let (game, memo) = (solver.game(), solver.memo());
    let value = |(_, key): &(usize, G::Position)| {
        let known = game.known_value(key).or_else(|| memo.recall(key));
        known.or_else(|| has_ended(game, key).then_some(Nimber::ZERO))
    };
    unpaired(game, sum).iter().map(value).sum()
}
