//! The choice in misère play: which method goes first, and how the methods take turns.
//!
//! Four methods decide who wins a sum, and any of them may take more time than there is: tame components and canonical forms walk over all
//! components that play can reach, a quotient does so and then compares sums, and a search meets whole positions. So one method is the *favourite*,
//! and the others get a small share of each turn, until one of them decides. Each turn has twice the room of the turn before, and every
//! method keeps what it found, so that a turn goes on where the last one stopped. If a question is stopped and asked again, the turns begin anew, and
//! what a method [took](Taken) before counts in them. Options that were counted or looked at to choose a method are passed over then.
//!
//! | question | favourite |
//! |---|---|
//! | the same solver has answered a question before | the method that decided it, with four times the room it took then; then as below |
//! | at most two components of a rule book that [asks for the nimber search](crate::ImpartialGame::SEARCHES_FORMS) | search |
//! | else a *probe* walks over components that play can reach, until it meets a wild one: up to 16, 128 where a search comes next, or 256 where there are more than 16 components | |
//! | all components are tame | none is needed |
//! | there are more than 16 components, and play can reach at most 256 | a quotient, then as below |
//! | all so far are tame, and some have values of 8 and more, as heaps of Nim have | tame components, until a wild one is met |
//! | the question is about one component, of which fewer than a quarter of the moves leave several components | search |
//! | the probe has finished none, since play takes more moves | tame components, until a wild one is met |
//! | other sums | forms, and a quotient where forms seem to take long and play can reach at most 256 components |
//!
//! Why: where moves leave one component, a search meets no more positions than the walk over all components, and often a tenth. Where there are
//! several components, or they fall apart, whole positions are many. Forms of components with small values are few, and then forms cost
//! no more than tame components. They also decide sums with wild components, of which most games have one among the first that are met. A nim-heap of *n*
//! has *n* options, so forms of components with large values are large.
//!
//! For example, two rows of Kayles, 9 and 12: the probe meets the row of 5 pins, which is wild, and forms decide.
//!
//! Cost: the favourite, and besides it the probe, the walk over 256 components before a quotient, at most an eighth of the favourite for the others, and three milliseconds
//! where a quotient is looked for in vain.
//! `docs/measured.md` has a table of what was chosen, beside each method alone; the bench `misere`, choice measures some of its rows.

use std::mem;

use crate::components::Components;
use crate::control::Stopped;
use crate::game::ImpartialGame;
use crate::measures::TameClass;
use crate::method::Method;
use crate::misere::quotient::QuotientSoon;
use crate::nimber::Nimber;
use crate::outcome::Play;
use crate::search::{Memo, SolveError};
use crate::solver::option_count::pass;
use crate::solver::taken::Taken;
use crate::solver::winning::is_of_a_part;
use crate::solver::{Decided, Memos, Solver};

/// Maximum number of components that the probe looks at: up to a millisecond (bench `misere`, choice, `nimstring`). A whole position of a search takes as
/// long as four heaps of Nim.
const PROBE: u64 = 1 << 4;
const PROBE_BEFORE_SEARCH: u64 = 1 << 7;

/// Maximum number of components that play can reach for which a quotient is looked for. No component of the question may have more than twice this
/// number of options.
const MOST_COMPONENTS: u64 = 1 << 8;

/// Room of the first turn, by the favourite: whole positions of a search, components of the walk for tame ones, entries of the store of forms
/// (bench `misere`, choice).
const FIRST_SEARCH: u64 = 1 << 12;
const FIRST_TAME: u64 = 1 << 9;
const FIRST_FORMS: u64 = 1 << 9;

/// A quotient is looked for if the sum is expected to take this number of turns of forms after the second one (bench `misere`, choice: long rows
/// of Kayles take 5 and more, and have a quotient; Grundy's game and Dawson's Kayles take 4 at most, and have none).
const LEFT_TURNS: usize = 5;

/// Minimum room of a turn of forms in which a quotient of at most [`MOST_COMPONENTS`] components is looked for in any case. To look for one in vain takes
/// about a quarter of the time of such a turn.
const LONG_TURN: u64 = 1 << 16;

/// The other methods in a turn of a search, each with the binary logarithm of its part of the room. A position takes about as long by each method.
const BESIDE_SEARCH: [(Method, u32); 2] = [(Method::Forms, 4), (Method::Tame, 5)];

/// The other methods in a turn of tame components, as in [`BESIDE_SEARCH`].
const BESIDE_TAME: [(Method, u32); 2] = [(Method::Forms, 4), (Method::Search, 9)];

/// The other methods in a turn of forms, as in [`BESIDE_SEARCH`]. An entry of the store takes about 0.2 microseconds, and a whole position of small
/// components six (bench `misere`, choice for Grundy's game; with 7 in place of 9 the search took a seventh of the forms).
const BESIDE_FORMS: [(Method, u32); 3] = [(Method::Quotient, 0), (Method::Tame, 5), (Method::Search, 9)];

/// Twelfths of the limit on positions that tameness and canonical forms may take in all; the rest is left to the search. The forms get the
/// largest part: an entry of their store takes about a microsecond, so that the default limit is some seconds of work. As whole positions
/// it is minutes.
const TWELFTHS: [u64; 2] = [1, 8];

/// Number of components of a question above which a quotient is looked for first. The components of fifty boards of Notakto have few
/// forms, but their sum has forms of a million entries. The quotient has 18 elements. (For ten boards, forms take half the time of the quotient.)
const MANY_COMPONENTS: usize = 16;

/// Maximum number of components that play can reach for which a quotient is looked for after the first turn of forms; twice this number for a question
/// about three components or more (bench `misere`, choice, Kayles 12,11,10,9).
const FEW_COMPONENTS: usize = 16;

/// Number of sums that a quotient of these components gets. It has few elements, or none is found (the same bench).
const FEW_SUMS: u64 = 1 << 10;

/// A question about two components or more gives a quotient [`FEW_SUMS`] sums after the second turn as well, if forms are expected to take at least this
/// number of further turns. It goes on if it is then found [for most of the components](QuotientSoon::is_near): Kayles 28,27 would take twelve times
/// the work by its forms.
const SOME_TURNS: usize = 2;

/// Minimum Grundy value of a component for which the forms are expected to be large.
const LARGE_VALUE: u64 = 1 << 3;

/// Factor on the work of the last question: the method that decided it goes first in the next one, with this room.
const AGAIN: u64 = 4;

/// Positions that tame components and canonical forms may still take. 0 if the method cannot decide.
struct Shares {
    tame: u64,
    forms: u64,
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The outcome in misère play, by the method that is expected to be the fastest, and the others in turns.
    pub(super) fn by_turns(&mut self, sum: &Components<G::Position>) -> Result<Decided, SolveError<G::Position>> {
        if let Some(outcome) = self.by_known_quotient(sum) {
            return Ok(Decided { outcome, method: Method::Quotient });
        }
        if G::SEARCHES_FORMS
            && let Some(decided) = self.known_in_misere(sum)
        {
            return Ok(decided);
        }
        self.memos.taken.is_about(sum);
        // Positions that were taken before the stop are taken off the room of the turns: the memos hold what they found.
        self.memos.taken.before = self.memos.taken.all;
        let decided = match self.by_last_method(sum)? {
            Some(decided) => decided,
            None => self.by_all_methods(sum)?,
        };
        // The question is answered. What it took is the measure for the next question: the most of all that this method
        // has decided without another one in between.
        let Taken { by, all, .. } = mem::take(&mut self.memos.taken);
        let (by, spent) = (by.expect("some method has decided"), all.iter().sum());
        let before = self.memos.decided_by.filter(|(method, _)| *method == by);
        self.memos.decided_by = Some((by, before.map_or(spent, |(_, most)| most.max(spent))));
        Ok(decided)
    }

    /// The outcome by the method that decided the question before, with more room than it took then.
    fn by_last_method(&mut self, sum: &Components<G::Position>) -> Result<Option<Decided>, SolveError<G::Position>> {
        let Some((method, most)) = self.memos.decided_by else { return Ok(None) };
        // At most half of what is left, so that the other methods have a turn where this one does not decide.
        let room = most.saturating_mul(AGAIN).max(FIRST_SEARCH).min(self.control.room() / 2);
        Ok(match self.attempt(method, room, false, sum)? {
            Attempt::Decided(decided) => Some(decided),
            Attempt::OutOfRoom | Attempt::Never => None,
        })
    }

    /// The outcome by the favourite and the others in turns.
    fn by_all_methods(&mut self, sum: &Components<G::Position>) -> Result<Decided, SolveError<G::Position>> {
        // Shares of the work of the whole question, before the stop and after it. Shares of the room that is left might be smaller than what a
        // method has taken already, so that it would get nothing more.
        let all = self.control.room().saturating_add(self.memos.taken.all.iter().sum());
        let [tame, forms] = TWELFTHS.map(|share| all / 12 * share);
        let mut shares = Shares { tame, forms };
        if self.are_too_many(sum) {
            // No method can list the options of a component, and the search reports the error.
            shares = Shares { tame: 0, forms: 0 };
        }
        // Components without a move change nothing, and are no reason to expect many whole positions.
        let large = sum.iter().filter(|part| self.game.moves(part).next().is_some()).count();
        // Where other methods have no room, nothing is listed to choose one.
        let is_for_search = shares.forms == 0 || self.is_for_search(sum, large)?;
        let is_probed = !(G::SEARCHES_FORMS && is_for_search);
        let are_many = large > MANY_COMPONENTS;
        let probe = match (are_many, is_for_search) {
            (true, _) => MOST_COMPONENTS,
            (false, true) => PROBE_BEFORE_SEARCH,
            (false, false) => PROBE,
        };
        if is_probed && let Some(decided) = self.in_turn(Method::Tame, probe, sum, &mut shares)? {
            return Ok(decided);
        }
        if are_many
            && self.components(sum)?.is_some()
            && let Some(decided) = self.in_turn(Method::Quotient, u64::MAX, sum, &mut shares)?
        {
            return Ok(decided);
        }
        let by_wild = if is_for_search {
            (Method::Search, FIRST_SEARCH, &BESIDE_SEARCH[..])
        } else {
            (Method::Forms, FIRST_FORMS, &BESIDE_FORMS[..])
        };
        let by_tame = (Method::Tame, FIRST_TAME, &BESIDE_TAME[..]);
        let is_tame = is_probed && !self.memos.taken.has_met_wild && self.has_large_values(!is_for_search);
        let (mut favourite, mut room, mut others) = if is_tame { by_tame } else { by_wild };
        // Number of components with forms before the first turn, and after the turn before.
        let first = self.memos.form_of.len();
        let mut formed = first;
        loop {
            if favourite == Method::Tame && (self.memos.taken.has_met_wild || shares.tame == 0) {
                (favourite, room, others) = by_wild;
            }
            // A turn: the favourite gets all the room, and each other method the room divided by 2^`shift`.
            for (method, shift) in std::iter::once(&(favourite, 0)).chain(others) {
                let part = match method {
                    Method::Quotient => {
                        let before = mem::replace(&mut formed, self.memos.form_of.len());
                        self.sums_of_quotient(room, sum, large, [first, before, formed])?
                    }
                    // A whole position has the options of all its components, and each option is a sum of as many components: so the cost grows
                    // with the square of their number.
                    Method::Search if favourite != Method::Search => {
                        (room >> shift) / (sum.len() * sum.len()).max(1) as u64
                    }
                    _ => room >> shift,
                };
                if let Some(decided) = self.in_turn(*method, part, sum, &mut shares)? {
                    return Ok(decided);
                }
                // A quotient that is found for most of the components goes on without a bound on its sums.
                if *method == Method::Quotient
                    && self.memos.taken.quotient.as_ref().is_some_and(QuotientSoon::is_near)
                    && let Some(decided) = self.in_turn(Method::Quotient, u64::MAX, sum, &mut shares)?
                {
                    return Ok(decided);
                }
            }
            // Twice as much each time, so that the turns before the last one cost no more than the last one.
            room = room.saturating_mul(2);
        }
    }

    /// The sums that a quotient gets in a turn of forms with this room, by the numbers of components with forms before all turns, before this one and now.
    /// The question is about `large` components.
    fn sums_of_quotient(
        &mut self,
        room: u64,
        sum: &Components<G::Position>,
        large: usize,
        [first, before, formed]: [usize; 3],
    ) -> Result<u64, SolveError<G::Position>> {
        let few = if large > 2 { 2 * FEW_COMPONENTS } else { FEW_COMPONENTS };
        let (got, new) = (formed - first, formed - before);
        let (is_first, is_second) = (room == FIRST_FORMS, room == 2 * FIRST_FORMS);
        // No walk in turns in which no quotient is looked for, nor if more components have got forms than a quotient may have: the answer is 0.
        let is_open = is_first && got <= few || is_second && new > 0 || room >= LONG_TURN || self.memos.taken.is_long;
        if !is_open || got as u64 > MOST_COMPONENTS {
            return Ok(0);
        }
        let Some([all, left]) = self.components(sum)? else { return Ok(0) };
        // About as many components get forms in each turn after the first one, and a sum takes one turn more.
        let turns = if is_second && new > 0 { left / new + usize::from(large > 1) } else { 0 };
        self.memos.taken.is_long |= room >= LONG_TURN || turns >= LEFT_TURNS;
        Ok(if self.memos.taken.is_long {
            u64::MAX
        } else if is_first && all <= few || large >= 2 && turns >= SOME_TURNS {
            FEW_SUMS
        } else {
            0
        })
    }

    /// The number of components that play can reach, and of those without a form, if they are fewer than [`MOST_COMPONENTS`] and may have a
    /// quotient.
    fn components(&mut self, sum: &Components<G::Position>) -> Result<Option<[usize; 2]>, SolveError<G::Position>> {
        let room = MOST_COMPONENTS.min(self.control.room() / 12);
        // The walk is repeated if the limit was raised since the question was stopped.
        let is_walked = self.memos.taken.quotient.is_some() || self.memos.taken.walked >= room;
        if !is_walked && self.may_have_quotient() && self.have_few_options(sum, 2 * room)? {
            let before = self.control.done();
            let search = self.within(room, |solver| solver.new_quotient(sum));
            self.memos.taken.all[Method::Quotient as usize] += self.control.done().saturating_sub(before);
            match search {
                Ok(search) => self.memos.taken.quotient = Some(search),
                Err(SolveError::Stopped(stopped)) if !stopped.is_positions() => return Err(stopped.into()),
                // Too many components, or an error that the other methods report if they meet it.
                Err(_) => {}
            }
        }
        self.memos.taken.walked = room;
        let Memos { taken, form_of, .. } = &self.memos;
        let Some(search) = &taken.quotient else { return Ok(None) };
        let positions = search.positions();
        let all = positions.len();
        let left = positions.filter(|key| form_of.get(key).is_none()).count();
        Ok((all as u64 <= MOST_COMPONENTS).then_some([all, left]))
    }

    /// Whether a search is expected to be the fastest for some components, `large` of which have a move.
    fn is_for_search(&mut self, sum: &[G::Position], large: usize) -> Result<bool, Stopped> {
        Ok(if G::SEARCHES_FORMS { large <= 2 } else { large <= 1 && !self.falls_apart(sum)? })
    }

    /// Whether a quarter of the options of the components or more are sums. At most one component has options.
    fn falls_apart(&mut self, sum: &[G::Position]) -> Result<bool, Stopped> {
        let Self { game, control, memos, .. } = self;
        let [listed, sums] = &mut memos.taken.looked_at;
        let before = *listed;
        for part in sum {
            let mut options = game.options(part).take(MOST_LISTED);
            // After a stop it goes on behind what was looked at.
            if !pass(&mut options, before) {
                continue;
            }
            for option in options {
                *listed += 1;
                *sums += u64::from(option.len() > 1);
                control.count_options(1, *listed, || 0)?;
            }
        }
        Ok(*sums * 4 >= *listed)
    }

    /// Whether some tame components have large values; `if_none` where no component is known to be tame or not.
    fn has_large_values(&self, if_none: bool) -> bool {
        // No more than a probe finishes, since the memo may be large from earlier questions.
        let finished = self.memos.tame.iter().zip(0..PROBE_BEFORE_SEARCH);
        let largest = finished.map(|((_, found), _)| found.class().map(TameClass::grundy)).max();
        largest.map_or(if_none, |largest| largest >= Some(Nimber::new(LARGE_VALUE)))
    }

    /// A turn of a method, with at most what is left of its share. A method that cannot decide loses its share. Once no other method has a share, the
    /// search gets all that the limit allows.
    fn in_turn(
        &mut self,
        method: Method,
        room: u64,
        sum: &Components<G::Position>,
        shares: &mut Shares,
    ) -> Result<Option<Decided>, SolveError<G::Position>> {
        // Tame components and forms have used up their shares or cannot decide, so the search need not leave them any room.
        let is_alone = shares.tame == 0 && shares.forms == 0;
        let part = match method {
            Method::Tame => room.min(shares.tame),
            Method::Forms => room.min(shares.forms),
            Method::Quotient if self.may_have_quotient() => room.min(self.control.room() / 12),
            Method::Quotient => 0,
            _ if is_alone => self.control.room(),
            _ => room,
        };
        // A search that is alone is asked also without room: if it does not know, its error is that of the question.
        if part == 0 && !(method == Method::Search && is_alone) {
            return Ok(None);
        }
        // A component with more options than the room would use it up.
        if method == Method::Tame && !self.have_few_options(sum, part)? {
            // With its whole share it is as far as it can come: the others need not leave it any room.
            if part == shares.tame {
                shares.tame = 0;
            }
            return Ok(None);
        }
        let left = match method {
            Method::Tame => &mut shares.tame,
            Method::Forms => &mut shares.forms,
            _ => &mut 0,
        };
        // Before the attempt: its share counts as taken, also if an error ends it.
        *left = left.saturating_sub(part);
        match self.attempt(method, part, method == Method::Search && is_alone, sum)? {
            Attempt::Decided(decided) => return Ok(Some(decided)),
            Attempt::Never => *left = 0,
            Attempt::OutOfRoom => {}
        }
        Ok(None)
    }

    /// Asks one method, with a part of the limit on positions; a search that is alone, with all that is left.
    fn attempt(
        &mut self,
        method: Method,
        part: u64,
        is_alone: bool,
        sum: &Components<G::Position>,
    ) -> Result<Attempt, SolveError<G::Position>> {
        // Whatever the limit of this call is, what was taken counts, so that each method comes on with a question that is asked again and again. Only a search
        // that is alone skips no room, and its error is final.
        let part = if is_alone { part } else { self.memos.taken.left(method, part) };
        // Positions under the control are the measure of work, the same on every machine.
        let before = self.control.done();
        let found = self.within(part, |solver| match method {
            Method::Tame => solver.by_tameness_soon(sum),
            Method::Forms => solver.by_forms(sum).map(Some),
            Method::Quotient => solver.by_quotient(sum),
            _ => solver.by_search(Play::Misere, sum).map(Some),
        });
        self.memos.taken.all[method as usize] += self.control.done().saturating_sub(before);
        match found {
            Ok(Some(outcome)) => {
                self.memos.taken.by = Some(method);
                // Where all forms are tame, the theorem of tame games decides, and the answer names `Method::Tame`.
                let is_tame = method == Method::Forms && self.are_all_tame(sum);
                Ok(Attempt::Decided(Decided { outcome, method: if is_tame { Method::Tame } else { method } }))
            }
            Ok(None) => Ok(Attempt::Never),
            // Other methods walk over all components. A search may decide without the position of the error.
            Err(SolveError::Loopy { .. } | SolveError::TooManyMoves { .. } | SolveError::TooLong { .. })
                if method != Method::Search =>
            {
                Ok(Attempt::Never)
            }
            Err(error) if is_alone || !is_of_a_part(&error) => Err(error),
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
