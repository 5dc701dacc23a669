//! Questions to a rule book behind a pointer: its own oracle answers them, and a search on its own types finds values.

use std::cell::RefCell;
use std::fmt::Display;
use std::sync::Arc;

use super::data::{AnyMove, AnyPosition};
use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::method::Method;
use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::search;
use crate::search::{
    ALONE_NIMBERS, Cuts, Facts, Front, Home, NimberSearch, OutcomesUnderWay, Place, SolveError, Store, StoreOfThreads,
    Stored, Table, ValuesUnderWay, alone_first, first_part, is_for_values, own_value, value_by_threads, value_of,
    who_wins_by_threads,
};
use crate::solver::{Decided, Inner, have_theorems, room_on_boards};

/// The notes of an [`AnyGame`](crate::AnyGame) between questions, which the solver that asks owns.
struct Kept<P> {
    /// Grundy values of components.
    values: Table<P, Nimber>,
    /// Outcomes of components in normal play, where nothing needed a value.
    alone: Table<P, Outcome>,
    /// What was under way when a search for a value was stopped, and when one for who wins was, with a value that it asked for.
    values_under_way: ValuesUnderWay<P>,
    who_wins_under_way: (OutcomesUnderWay<P>, ValuesUnderWay<P>),
    /// What is in memory of a store, in place of the table.
    front: Option<Front<P>>,
    /// What a nimber search knows of others.
    facts: Facts<P>,
    /// What a solver of the rule book knows of misère play.
    misere: Inner<P>,
    /// The sum of the last question, which its answer may borrow.
    sum: Vec<P>,
    /// Whether the search has found a cycle of play. An [`Answer`] cannot tell of one, so from then on no value is searched, and the solver
    /// that asks finds the cycle itself. Without this flag each position on the path to the cycle would be searched again, in quadratic
    /// time.
    is_loopy: bool,
}

impl<P> Default for Kept<P> {
    fn default() -> Self {
        Self {
            values: Table::new(),
            values_under_way: None,
            who_wins_under_way: (None, None),
            alone: Table::new(),
            front: None,
            facts: Facts::default(),
            misere: Inner::default(),
            sum: Vec::new(),
            is_loopy: false,
        }
    }
}

/// A store of values, with the number of positions in memory in front of it.
#[derive(Clone)]
pub(super) struct Shelf {
    pub(super) store: Arc<dyn Store>,
    pub(super) positions: usize,
}

/// A nimber search whose values are anywhere.
type Nimbers<'a, 'v, G> = NimberSearch<'a, G, Place<'v, <G as ImpartialGame>::Position, Nimber>>;

/// The answer of the rule book's own oracle. A value that it does not know is searched, under the control.
///
/// Each such game is compiled with these searches: of values, by one thread and by several, and of who wins. All other methods are
/// compiled once, for positions behind pointers: the solver that asks uses them when it gets no answer here.
pub(super) fn answer<'a, G>(
    game: &'a G,
    question: Question<'a, AnyPosition>,
    shelf: Option<&Shelf>,
    notes: &'a mut Notes,
    control: &mut Control,
) -> Answer<'a, AnyMove>
where
    G: Notation<Move: Display> + Sync,
{
    // Part 0 has the notes of the rule book's own oracle.
    let (kept, notes) = notes.own_and_part::<Kept<G::Position>>(0);
    if let Some(component) = question.component() {
        let Some(component) = component.downcast_ref() else { return Answer::Unknown };
        return match question.of_component(component) {
            Some(Question::Value(component)) => Search { game, shelf, kept, notes }.value(component, control),
            Some(Question::WhoWins(component)) => Search { game, shelf, kept, notes }.who_wins(component, control),
            question => own(game, question, notes, control),
        };
    }
    if !collect(question, &mut kept.sum) {
        return Answer::Unknown;
    }
    if G::SEARCHES_NIMBERS && matches!(question, Question::Outcome { play: Play::Normal, .. }) {
        let theorem = Question::Outcome { sum: &kept.sum, play: Play::Normal };
        let told = game.oracle(theorem, notes, control).without_moves();
        if !matches!(told, Answer::Unknown) {
            return told;
        }
        let is_valued = kept.sum.len() > 1 || have_theorems(game, &kept.sum);
        let mut search = Search { game, shelf, kept, notes };
        // The search asks for the values that the oracle knows.
        if is_valued {
            match search.has_values_soon(control) {
                // The solver that asks gets the values, and shows who wins by them.
                Ok(true) => return Answer::Unknown,
                Ok(false) => {}
                Err(cancelled) => return Answer::Stopped(cancelled),
            }
        }
        return search.outcome(control);
    }
    match question {
        Question::Outcome { play: Play::Misere, .. } if G::SEARCHES_FORMS => return misere(game, kept, control),
        Question::Proof { .. } if G::SEARCHES_FORMS && !kept.is_loopy => {
            let Kept { misere, sum, is_loopy, .. } = kept;
            let text = |game: &&G, component: &G::Position| game.text(std::slice::from_ref(component));
            let proof = misere.ask(game, control, |solver| solver.misere_proof(sum, text));
            return answered(proof, |lines| Answer::Text(lines.join("\n")), is_loopy);
        }
        _ => {}
    }
    own(game, question.of_sum(&kept.sum), notes, control)
}

/// The answer of a rule book whose own oracle knows every value: no search is compiled for it.
#[cfg(feature = "registry")]
pub(super) fn answer_by_theorem<'a, G>(
    game: &'a G,
    question: Question<'a, AnyPosition>,
    notes: &'a mut Notes,
    control: &mut Control,
) -> Answer<'a, AnyMove>
where
    G: ImpartialGame<Position: 'static, Move: Display>,
{
    let (sum, notes) = notes.own_and_part::<Vec<G::Position>>(0);
    let question = match question.component() {
        Some(component) => component.downcast_ref().and_then(|component| question.of_component(component)),
        None => collect(question, sum).then(|| question.of_sum(sum)).flatten(),
    };
    own(game, question, notes, control)
}

/// Puts the components of the question in place of those of the last one. False if one is no position of the rule book.
fn collect<P: Clone + 'static>(question: Question<'_, AnyPosition>, kept: &mut Vec<P>) -> bool {
    kept.clear();
    question.sum().expect("a question is about a component or about a sum").iter().all(|part| {
        let part: Option<&P> = part.downcast_ref();
        kept.extend(part.cloned());
        part.is_some()
    })
}

/// The answer of the rule book's own oracle.
fn own<'a, G: ImpartialGame<Move: Display>>(
    game: &'a G,
    question: Option<Question<'a, G::Position>>,
    notes: &'a mut Notes,
    control: &mut Control,
) -> Answer<'a, AnyMove> {
    question.map_or(Answer::Unknown, |question| game.oracle(question, notes, control).map(AnyMove::new))
}

/// A search with what is kept: everything that it needs but its control, which a part of the control replaces where one thread begins.
struct Search<'s, G: ImpartialGame> {
    game: &'s G,
    shelf: Option<&'s Shelf>,
    kept: &'s mut Kept<G::Position>,
    notes: &'s mut Notes,
}

impl<G: Notation + Sync> Search<'_, G> {
    /// The value of a component, searched at the speed of the rule book, by as many threads as the control names.
    fn value<'a>(&mut self, component: &G::Position, control: &mut Control) -> Answer<'a, AnyMove> {
        if self.kept.is_loopy {
            return Answer::Unknown;
        }
        let found = if G::SEARCHES_NIMBERS {
            let sum = || Components::from(component.clone());
            let all = |mut search: Nimbers<'_, '_, G>, threads| search.value_by_threads(sum(), threads, true);
            self.by_nimbers(control, |mut search| search.value(sum()), all)
        } else {
            self.by_engine(component, control)
        };
        answered(found, Answer::Value, &mut self.kept.is_loopy)
    }

    /// The value of a component, by a search that solves every position.
    fn by_engine(&mut self, component: &G::Position, control: &mut Control) -> Result<Nimber, SolveError<G::Position>> {
        let (game, threads) = (self.game, control.threads_asked_for());
        if threads > 1 {
            let in_memory = self.kept.front.as_ref().map_or(self.kept.values.len(), Front::len);
            let first = first_part(in_memory);
            if let Some(found) = alone_first(control, first, |part| self.by_engine_alone(component, part)) {
                return found;
            }
            let mut search = |home| value_by_threads(game, component, home, control, true, threads);
            // The threads put the value into memory, where the call below finds it. If the limit on bytes, or on positions in
            // memory, allows them no memo, that call searches.
            match (&mut self.kept.front, self.shelf) {
                (Some(front), Some(Shelf { store, positions })) => {
                    let store = StoreOfThreads::new(game, &**store, threads, front.take_unread());
                    let searched = Home::store(front, &store, *positions).map_or(Ok(()), search);
                    front.unread = store.into_unread();
                    searched?;
                }
                _ => search(Home::Table(&mut self.kept.values))?,
            }
        }
        self.by_engine_alone(component, control)
    }

    fn by_engine_alone(
        &mut self,
        component: &G::Position,
        control: &mut Control,
    ) -> Result<Nimber, SolveError<G::Position>> {
        let Self { game, shelf, ref mut kept, ref mut notes } = *self;
        let Kept { values, front, values_under_way, .. } = &mut **kept;
        let ask = RefCell::new(own_value(game, &mut **notes, true));
        in_place(game, shelf, values, front, |values| {
            value_of(game, component.clone(), 0, values, Some(values_under_way), control, &ask)
        })
    }

    /// Who wins a component in normal play: by a theorem, by its value, or by a search that leaves a position at its first winning move. With a store by the
    /// value, which the store keeps.
    fn who_wins<'a>(&mut self, component: &G::Position, control: &mut Control) -> Answer<'a, AnyMove> {
        let told = self.game.oracle(Question::WhoWins(component), self.notes, control).without_moves();
        if !matches!(told, Answer::Unknown) {
            return told;
        }
        // The constant comes first: a game with the nimber search, which has told the outcome or has values soon, is compiled without this one.
        let by_value = || is_for_values(self.game, component, &self.kept.values, &self.kept.alone);
        if G::SEARCHES_NIMBERS || self.kept.is_loopy || self.shelf.is_some() || by_value() {
            return self.value(component, control);
        }
        let found = self.by_search(component, control);
        answered(found, |outcome| Answer::Searched(outcome, Method::Search), &mut self.kept.is_loopy)
    }

    /// Who wins a component in normal play, by a search that leaves a position at its first winning move.
    fn by_search(
        &mut self,
        component: &G::Position,
        control: &mut Control,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let Self { game, ref mut kept, ref mut notes, .. } = *self;
        let threads = control.threads_asked_for();
        let mut by_one = |Kept { values, alone, who_wins_under_way: (kept, values_kept), .. }: &mut Kept<_>,
                          control: &mut Control| {
            let ask = own_value(game, &mut **notes, true);
            let (values, alone) = (&mut Place::table(values), Place::table(alone));
            search::who_wins(game, component.clone(), values, alone, Some((kept, values_kept)), control, ask)
        };
        if threads > 1 {
            if let Some(found) = alone_first(control, first_part(kept.alone.len()), |part| by_one(kept, part)) {
                return found;
            }
            who_wins_by_threads(game, component, &mut kept.alone, control, threads)?;
        }
        by_one(kept, control)
    }

    /// The outcome of the sum of the question in normal play, by a nimber search at the speed of the rule book.
    fn outcome<'a>(&mut self, control: &mut Control) -> Answer<'a, AnyMove> {
        if self.kept.is_loopy {
            return Answer::Unknown;
        }
        let sum: Components<G::Position> = self.kept.sum.iter().cloned().collect();
        let alone = |mut search: Nimbers<'_, '_, G>| search.is_worth(sum.clone(), Nimber::ZERO);
        let all = |mut search: Nimbers<'_, '_, G>, threads| {
            search.is_worth_by_threads(sum.clone(), Nimber::ZERO, threads, true)
        };
        let is_zero = self.by_nimbers(control, alone, all);
        let told = |is_zero| Answer::Searched(if is_zero { Outcome::P } else { Outcome::N }, Method::Nimbers);
        answered(is_zero, told, &mut self.kept.is_loopy)
    }

    /// Whether the values of the sum of the question are found within few positions. They are kept. An error if the callback of the control cancels.
    fn has_values_soon(&mut self, control: &mut Control) -> Result<bool, Stopped> {
        let sum = self.kept.sum.clone();
        // A part of the same control, so that its positions count.
        let mut part = control.part(room_on_boards(self.game, &sum, control));
        // One by one, since of the whole sum equal components would cancel without values.
        let found = self.nimbers(&mut part, |mut search| {
            sum.into_iter().try_for_each(|component| search.value(component.into()).map(drop))
        });
        control.spent(&part);
        match found {
            Err(SolveError::Stopped(stopped)) if stopped.is_cancelled() => Err(stopped),
            found => Ok(found.is_ok()),
        }
    }

    /// The answer of a nimber search, by one thread and then by all.
    fn by_nimbers<V>(
        &mut self,
        control: &mut Control,
        alone: impl Fn(Nimbers<'_, '_, G>) -> Result<V, SolveError<G::Position>>,
        all: impl FnOnce(Nimbers<'_, '_, G>, usize) -> Result<V, SolveError<G::Position>>,
    ) -> Result<V, SolveError<G::Position>> {
        let threads = control.threads_asked_for();
        if threads == 1 {
            return self.nimbers(control, alone);
        }
        let first = alone_first(control, ALONE_NIMBERS, |part| self.nimbers(part, &alone));
        first.unwrap_or_else(|| self.nimbers(control, |search| all(search, threads)))
    }

    /// Asks a nimber search.
    fn nimbers<V>(&mut self, control: &mut Control, question: impl FnOnce(Nimbers<'_, '_, G>) -> V) -> V {
        let Self { game, shelf, ref mut kept, ref mut notes } = *self;
        let Kept { values, front, facts, .. } = &mut **kept;
        let mut ask = own_value(game, &mut **notes, true);
        in_place(game, shelf, values, front, |values| {
            question(NimberSearch { game, values, facts, control, ask: &mut ask, cuts: Cuts::ALL })
        })
    }
}

/// Searches with the values where they are: in the store if there is one, with what is in memory of it; else in the table.
fn in_place<G: Notation + Sync, V>(
    game: &G,
    shelf: Option<&Shelf>,
    table: &mut Table<G::Position, Nimber>,
    front: &mut Option<Front<G::Position>>,
    search: impl FnOnce(&mut Place<'_, G::Position, Nimber>) -> V,
) -> V {
    let Some(Shelf { store, positions }) = shelf else { return search(&mut Place::table(table)) };
    let store: &dyn Store = &**store;
    let mut stored = match front.take() {
        Some(front) => Stored::with_front(game, store, front),
        None => Stored::new(game, store, *positions),
    };
    let found = search(&mut Place::memo(&mut Table::new(), &mut stored));
    // What is in memory of the store stays for the next question.
    *front = Some(stored.into_front());
    found
}

/// The outcome of the sum of the question in misère play, by a solver of the rule book. Without room under the control only what is known.
fn misere<'a, G: Notation>(game: &G, kept: &mut Kept<G::Position>, control: &mut Control) -> Answer<'a, AnyMove> {
    if kept.is_loopy {
        return Answer::Unknown;
    }
    let sum: Components<G::Position> = kept.sum.iter().cloned().collect();
    let found = kept.misere.ask(game, control, |solver| match solver.known_in_misere(&sum) {
        None if solver.control().room() > 0 => solver.decide(Play::Misere, sum).map(Some),
        known => Ok(known),
    });
    let told = |Decided { outcome, method }| match method {
        Method::Oracle => Answer::Outcome(outcome),
        method => Answer::Searched(outcome, method),
    };
    answered(found, |found| found.map_or(Answer::Unknown, told), &mut kept.is_loopy)
}

fn answered<'a, P, V>(
    found: Result<V, SolveError<P>>,
    answer: impl FnOnce(V) -> Answer<'a, AnyMove>,
    is_loopy: &mut bool,
) -> Answer<'a, AnyMove> {
    match found {
        Ok(found) => answer(found),
        Err(SolveError::Stopped(stopped)) => Answer::Stopped(stopped),
        // The solver that asks meets the same error, and reports it.
        Err(error) => {
            *is_loopy = matches!(error, SolveError::Loopy { .. });
            Answer::Unknown
        }
    }
}
