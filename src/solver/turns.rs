//! The choice in misère play: which method goes first, and how the methods take turns.
//!
//! Four methods decide who wins a sum, and any of them may take more time than there is: tame components and canonical forms walk over all
//! components that play can reach, a quotient does so and then compares sums, and a search meets whole positions. So one method is the *favourite*,
//! and the others get a small share of each turn, until one of them decides. Each turn has twice the room of the turn before, and every
//! method keeps what it found, so that a turn goes on where the last one stopped. If a question is stopped and asked again, the turns begin anew, and
//! what a method [took](Taken) before counts in them.
//!
//! | question | favourite |
//! |---|---|
//! | the same solver has answered a question before | the method that decided it, with four times the room it took then; then as below |
//! | at most two components of a rule book that [asks for the nimber search](crate::ImpartialGame::SEARCHES_NIMBERS) | search |
//! | else a *probe* looks for tame components among the first 256 that play can reach: | |
//! | all components are tame | none is needed |
//! | there are no more than 256, and some are wild | forms, and a quotient where forms seem to take long |
//! | there are more, and the question is about one component, of which fewer than a quarter of the moves leave several components | search |
//! | there are more, all so far are tame, and some have values of 32 and more, as heaps of Nim have, or play takes more than 256 moves | tame components |
//! | other sums | forms |
//!
//! Why: where moves leave one component, a search meets no more positions than the walk over all components, and often a tenth. Where there are
//! several components, or they fall apart, whole positions are many. Forms of components with small values are few, and then forms cost
//! no more than tame components. They also decide sums with wild components. A nim-heap of *n* has *n* options, so forms of components with large
//! values are large.
//!
//! For example, two rows of Kayles, 9 and 12: the probe finds all 12 rows, of which that of 5 pins is wild, and forms decide.
//!
//! Cost: the favourite, and besides it the probe, and at most an eighth of the favourite for the others.
//! `docs/measured.md` has a table of what was chosen, beside each method alone; the bench `misere`, choice measures some of its rows.

use std::mem;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::Play;
use crate::search::{Memo, SolveError};
use crate::solver::winning::is_of_a_part;
use crate::solver::{Decided, Solver};

/// Maximum number of components that the probe looks at: up to some milliseconds (bench `misere`, choice, `nimstring`).
const PROBE: u64 = 1 << 8;

/// Room of the first turn of a favourite: whole positions of a search, entries of the store of forms (bench `misere`, choice).
const FIRST_SEARCH: u64 = 1 << 12;
const FIRST_FORMS: u64 = 1 << 10;

/// A quotient is looked for if the forms of all components are expected to take more than this number of further turns (bench `misere`, choice: long rows
/// of Kayles take 4 and more after the second turn, and have a quotient; Grundy's game and Dawson's Kayles take 2 at most, and have none).
const MOST_TURNS: usize = 3;

/// Room of a turn of forms from which a quotient is looked for in any case: to look for one in vain takes about half as long as such a turn.
const LONG_TURN: u64 = 1 << 16;

/// The other methods in a turn of a search, each with the binary logarithm of its part of the room. A position takes about as long by each method.
const BESIDE_SEARCH: [(Method, u32); 2] = [(Method::Forms, 4), (Method::Tame, 5)];

/// The same in a turn of forms. An entry of the store takes about 0.2 microseconds, and a whole position of small components six (bench
/// `misere`, choice for Grundy's game; with 7 in place of 9 the search took a seventh of the forms).
const BESIDE_FORMS: [(Method, u32); 3] = [(Method::Quotient, 0), (Method::Tame, 5), (Method::Search, 9)];

/// Twelfths of the limit on positions that tameness and canonical forms may take in all; the rest is left to the search. The forms get the
/// largest part: an entry of their store takes about a microsecond, so that the default limit is some seconds of work. As whole positions
/// it is minutes.
const TWELFTHS: [u64; 2] = [1, 8];

/// Minimum Grundy value of a component for which the forms are expected to be large.
const LARGE_VALUE: u64 = 1 << 5;

/// Number of components above which a quotient is looked for after two turns of forms. The components of fifty boards of Notakto have few forms, but
/// their sum has forms of a million entries. The quotient has 18 elements.
const MANY_COMPONENTS: usize = 8;

/// How much more room than its last question took a method gets that decided before.
const AGAIN: u64 = 4;

/// What is left for tameness and for forms, in positions. Nothing if the method cannot decide.
struct Shares {
    tame: u64,
    forms: u64,
}

/// What the methods have taken for the question asked last, in positions by [`Method`]. A question that is stopped and asked again
/// goes on from there: no method gets the same room once more.
#[derive(Clone, Debug)]
pub(crate) struct Taken<P> {
    /// `None` if the last question was answered.
    sum: Option<Components<P>>,
    /// Since the question was asked for the first time.
    all: [u64; Method::ALL.len()],
    /// Before the question was asked again, as far as no turn has counted it yet.
    before: [u64; Method::ALL.len()],
}

impl<P> Default for Taken<P> {
    fn default() -> Self {
        Self { sum: None, all: [0; Method::ALL.len()], before: [0; Method::ALL.len()] }
    }
}

/// How often all the room of a quotient may be taken in vain. A quotient that is stopped is looked for from the beginning.
const QUOTIENTS: u64 = 4;

impl<P> Taken<P> {
    /// The room in a turn of this room that a method has not taken yet.
    fn left(&mut self, method: Method, room: u64) -> u64 {
        let before = &mut self.before[method as usize];
        if method == Method::Quotient {
            return if *before < room.saturating_mul(QUOTIENTS) { room } else { 0 };
        }
        let taken = room.min(*before);
        *before -= taken;
        room - taken
    }
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The outcome in misère play, by the method that is expected to be the fastest, and the others in turns.
    pub(super) fn by_turns(&mut self, sum: &Components<G::Position>) -> Result<Decided, SolveError<G::Position>> {
        if let Some(outcome) = self.by_known_quotient(sum) {
            return Ok(Decided { outcome, method: Method::Quotient });
        }
        if G::SEARCHES_NIMBERS
            && let Some(decided) = self.known_in_misere(sum)
        {
            return Ok(decided);
        }
        // Another question than the one that was stopped: what that one took does not count here.
        if self.memos.taken.sum.as_ref() != Some(sum) {
            self.memos.taken = Taken { sum: Some(sum.clone()), ..Taken::default() };
        }
        // Room that was taken before the stop is not given once more: the memos hold what was found in it.
        self.memos.taken.before = self.memos.taken.all;
        let decided = match self.by_last_method(sum)? {
            Some(decided) => decided,
            None => self.by_all_methods(sum)?,
        };
        // The question is answered. What it took is the measure for the next question: the most of all that this method
        // has decided without another one in between.
        let spent = mem::take(&mut self.memos.taken).all.iter().sum();
        let before = self.memos.decided_by.filter(|(method, _)| *method == decided.method);
        self.memos.decided_by = Some((decided.method, before.map_or(spent, |(_, most)| most.max(spent))));
        Ok(decided)
    }

    /// The outcome by the method that decided the question before, with more room than it took then.
    fn by_last_method(&mut self, sum: &Components<G::Position>) -> Result<Option<Decided>, SolveError<G::Position>> {
        let Some((method, most)) = self.memos.decided_by else { return Ok(None) };
        let room = most.saturating_mul(AGAIN).max(FIRST_SEARCH);
        Ok(match self.attempt(method, room, sum)? {
            Attempt::Decided(decided) => Some(decided),
            Attempt::OutOfRoom | Attempt::Never => None,
        })
    }

    /// The outcome by the favourite and the others in turns.
    fn by_all_methods(&mut self, sum: &Components<G::Position>) -> Result<Decided, SolveError<G::Position>> {
        let [tame, forms] = TWELFTHS.map(|share| self.control.room() / 12 * share);
        let mut shares = Shares { tame, forms };
        if self.are_too_many(sum) {
            // No method can list the options of a component, and the search reports the error.
            shares = Shares { tame: 0, forms: 0 };
        }
        // Components without a move change nothing, and are no reason to expect many whole positions.
        let large = sum.iter().filter(|part| self.game.moves(part).next().is_some()).count();
        let is_probed = !(G::SEARCHES_NIMBERS && large <= 2);
        if is_probed && let Some(decided) = self.in_turn(Method::Tame, PROBE, sum, &mut shares)? {
            return Ok(decided);
        }
        // Whether the probe has seen all components, and some are wild.
        let is_small = is_probed && shares.tame == 0;
        let favourite = if !is_probed {
            Method::Search
        } else if is_small {
            Method::Forms
        } else {
            self.favourite(sum, large)?
        };
        if favourite == Method::Tame
            && let Some(decided) = self.in_turn(Method::Tame, u64::MAX, sum, &mut shares)?
        {
            return Ok(decided);
        }
        // Where tame components are the favourite, they have had all their room in the step above, and forms follow.
        let (favourite, mut room, others) = match favourite {
            Method::Search => (Method::Search, FIRST_SEARCH, &BESIDE_SEARCH[..]),
            _ => (Method::Forms, FIRST_FORMS, &BESIDE_FORMS[..]),
        };
        // Number of components with forms after the turn before.
        let mut formed = 0;
        loop {
            // A turn: the favourite gets all the room, and each other method the room divided by 2^`shift`.
            for (method, shift) in std::iter::once(&(favourite, 0)).chain(others) {
                let part = match method {
                    Method::Quotient => {
                        // Each turn has twice the room of the one before, and about as many components get forms in it.
                        let all = self.memos.tame.len();
                        let before = mem::replace(&mut formed, self.memos.form_of.len());
                        let turns = all.saturating_sub(formed) / formed.saturating_sub(before).max(1);
                        let pays = turns > MOST_TURNS || sum.len() > MANY_COMPONENTS || room >= LONG_TURN;
                        // The first turn alone does not tell how many more there will be.
                        if is_small && pays && room > FIRST_FORMS { room } else { 0 }
                    }
                    // A whole position has the options of all components, each of which is a sum of that many.
                    Method::Search if favourite != Method::Search => {
                        (room >> shift) / (sum.len() * sum.len()).max(1) as u64
                    }
                    _ => room >> shift,
                };
                if let Some(decided) = self.in_turn(*method, part, sum, &mut shares)? {
                    return Ok(decided);
                }
            }
            // Twice as much each time, so that the turns before the last one cost no more than the last one.
            room = room.saturating_mul(2);
        }
    }

    /// The method that is expected to be the fastest where the probe has not seen all components, `large` of which have a move.
    fn favourite(&mut self, sum: &[G::Position], large: usize) -> Result<Method, Stopped> {
        Ok(if large <= 1 && !self.falls_apart(sum)? {
            Method::Search
        } else if self.are_tame_with_large_values() {
            Method::Tame
        } else {
            Method::Forms
        })
    }

    /// Whether a quarter of the options of the components or more are sums.
    fn falls_apart(&mut self, sum: &[G::Position]) -> Result<bool, Stopped> {
        let (mut listed, mut sums) = (0, 0);
        for option in sum.iter().flat_map(|part| self.game.options(part).take(MOST_LISTED)) {
            listed += 1;
            sums += u64::from(option.len() > 1);
            self.control.step_options(1, listed);
            let progress = |control: &Control| Progress::new(Unit::Positions, control.done(), None, 0);
            let looked = self.control.look_if_due(progress);
            looked.map_err(|bound| Stopped::new(bound, Unit::Positions, self.control.done(), 0))?;
        }
        Ok(sums * 4 >= listed)
    }

    /// Whether all components that the probe has finished are tame, and some have large values. Where play takes more moves than the probe
    /// has looked at components it has finished none, and large values are expected.
    fn are_tame_with_large_values(&self) -> bool {
        // As many as a probe finishes at most: the memo may be large from earlier questions.
        let mut finished = self.memos.tame.iter().zip(0..PROBE).map(|((_, found), _)| found.class()).peekable();
        let mut largest = finished.peek().is_none().then_some(Nimber::new(LARGE_VALUE));
        for class in finished {
            let Some(class) = class else { return false };
            largest = largest.max(Some(class.grundy()));
        }
        largest >= Some(Nimber::new(LARGE_VALUE))
    }

    /// A turn of a method with a part of what is left to it. What cannot decide is dropped, and the search gets all that the limit allows once it is
    /// alone.
    fn in_turn(
        &mut self,
        method: Method,
        room: u64,
        sum: &Components<G::Position>,
        shares: &mut Shares,
    ) -> Result<Option<Decided>, SolveError<G::Position>> {
        // Tame components and forms cannot decide any more, so that the search need not leave them any room.
        let is_alone = shares.tame == 0 && shares.forms == 0;
        let part = match method {
            Method::Tame => room.min(shares.tame),
            Method::Forms => room.min(shares.forms),
            Method::Quotient if self.may_have_quotient() => room.min(2 * PROBE).min(self.control.room() / 12),
            Method::Quotient => 0,
            _ if is_alone => self.control.room(),
            _ => room,
        };
        // A search that is alone is asked also without room: if it does not know, its error is that of the question.
        if part == 0 && !(method == Method::Search && is_alone) {
            return Ok(None);
        }
        // A component with more options than the room would use it up.
        if method == Method::Tame && !self.have_few_options(sum, part) {
            return Ok(None);
        }
        let left = match method {
            Method::Tame => &mut shares.tame,
            Method::Forms => &mut shares.forms,
            _ => &mut 0,
        };
        // Before the attempt: its share counts as taken, also if an error ends it.
        *left = left.saturating_sub(part);
        match self.attempt(method, part, sum)? {
            Attempt::Decided(decided) => return Ok(Some(decided)),
            Attempt::Never => *left = 0,
            Attempt::OutOfRoom => {}
        }
        Ok(None)
    }

    /// Asks one method, with a part of the limit on positions.
    fn attempt(
        &mut self,
        method: Method,
        part: u64,
        sum: &Components<G::Position>,
    ) -> Result<Attempt, SolveError<G::Position>> {
        // With all the room that there is, no room is skipped, and the error of a search is final.
        let is_all = self.control.room() <= part;
        let part = if is_all { part } else { self.memos.taken.left(method, part) };
        // Positions under the control are the measure of work, the same on every machine.
        let before = self.control.done();
        let found = self.within(part, |solver| match method {
            Method::Tame => solver.by_tameness(sum),
            Method::Forms => solver.by_forms(sum).map(Some),
            Method::Quotient => solver.by_quotient(sum),
            _ => solver.by_search(Play::Misere, sum.clone()).map(Some),
        });
        self.memos.taken.all[method as usize] += self.control.done() - before;
        let is_search = method == Method::Search;
        match found {
            Ok(Some(outcome)) => {
                // Where all forms are tame, it is the theorem of tame games that decides, and the method is told as
                // that.
                let is_tame = method == Method::Forms && self.are_all_tame(sum);
                Ok(Attempt::Decided(Decided { outcome, method: if is_tame { Method::Tame } else { method } }))
            }
            Ok(None) => Ok(Attempt::Never),
            // Other methods walk over all components. A search may decide without the position of the error.
            Err(SolveError::Loopy { .. } | SolveError::TooManyMoves { .. } | SolveError::TooLong { .. })
                if !is_search =>
            {
                Ok(Attempt::Never)
            }
            Err(error) if is_search && is_all || !is_of_a_part(&error) => Err(error),
            Err(_) => Ok(Attempt::OutOfRoom),
        }
    }
}

/// Maximum number of options that are looked at to see whether a component falls apart. A guard.
const MOST_LISTED: usize = 1 << 12;

/// How an attempt of a method ended.
enum Attempt {
    Decided(Decided),
    /// The part of the limit on positions was used up, or was too small for a position with many moves.
    OutOfRoom,
    /// The method cannot decide.
    Never,
}
