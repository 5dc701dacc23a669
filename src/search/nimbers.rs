//! The nimber search: it computes the value of one position, or whether the value is some nimber, and looks at few positions.
//!
//! In: a rule book, memos of values and of facts, a control, a sum. Out: the value, or whether it is 0; and in the memos the values of some
//! of the positions that play can reach, and for others the nimbers that their values may be ([`Candidates`]).
//!
//! Where the engine needs the value of each option, this search asks questions with two answers: is the value of this position *n*? It is if
//! no option has value *n* and each smaller nimber is the value of some option. One option with value *n* says no, and the others are never
//! looked at. The value is the first of 0, 1, 2, .. for which no option says no.
//!
//! - Options whose values are in the memo are looked at first, before any other position is searched.
//! - Of an option with several components without values, all but the dearest are solved, the cheapest first, and the last is asked about the
//!   nimber that is then in question. Two equal components cancel. A component is solved by asking whether its value is the nimber that is
//!   the cheapest to prove at that time.
//! - An answer no is a fact, such as "not `*2`". Facts are kept in the memo and combine: a position that is neither `*0` nor `*2` and has two
//!   options at most is `*1`.
//! - Proof numbers choose what is asked (depth first, with limits: df-pn). A question is a *couple* of a position and a nimber *n*. It helps to
//!   ask an option whether it has *n*, or the position whether it has a smaller nimber: yes to one of these says no to the couple. The costs of
//!   both answers are estimated. When a cost reaches its limit, which is the cost of the next best question, the question is given up for
//!   now. Its costs are kept for each couple, so that the search goes on there when no other question is cheaper. After each answer the
//!   costs of all options are looked up again, since positions are shared.
//!
//! By hand, is a row of 4 pins of Kayles `*0`, with an empty memo? Its moves leave 3, 2, 2 + 1 and 1 + 1. The pair 1 + 1 cancels: an option with
//! value 0, so no. Is it `*1`? Say 3 is asked first whether it is `*1`: its moves leave 2, 1 and 1 + 1, none of them known but the last,
//! which is `*0`. 1 has the option 0 alone, so it is `*1`, and 3 is not. 2 leaves 1, which is `*1`, so it is not `*1` either. 2 + 1 would be
//! `*1` if 2 were `*0`, but 2 has a move to 0. So no option is `*1`, the value `*0` is that of some option, and the value is `*1`.
//!
//! A position counts under the control each time that its options are listed. The cost of that is one option made, its key, and one or two
//! look-ups for each of its components. Lists are kept ([`lists`](crate::search::lists)), so that each further step at a position costs a look at
//! the [facts](crate::search::facts) about each option. A position with more than 1024 options without values asks one after the other, without
//! limits. Memory is that of the values, 8 bytes and the key for each position that was met, 24 bytes for each that was asked and 32 for each with a
//! question that was given up, and the lists, about 5 bytes for an option. Where the limit on bytes is met, the search [forgets](crate::search::forget) what took the
//! least work and goes on: it takes longer, and finds the same. After a stop the memos hold all that was found, also of positions under way.
//!
//! Where the memo is shared, workers tell each other what they find ([`nimber_workers`](crate::search::nimber_workers)).
//!
//! Outcomes in misère play are found by the same search: misère Grundy values follow the rule of the mex on whole positions
//! ([`misere::sums`](crate::misere::sums)).
//!
//! A loopy game is an error only if the search comes back to a position. Where it does not, its answer is that of a game that ends, and may be wrong: equal
//! components cancel, and a position with one option is worth 0 or 1.
//!
//! Reference: Lemoine and Viennot, *Nimbers are inevitable*, 2012; Beling and Rogalski, *On pruning search trees of impartial games*, 2020;
//! Nagai, *Df-pn algorithm*, 2002; Čížek, Balko and Schmid, *Massively parallel proof-number search for impartial games*, 2025.

use crate::control::{Bound, Control, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::couples::{Costs, Open};
use crate::search::error::SolveError;
use crate::search::facts::{Facts, MOST_POSITIONS};
use crate::search::lists::Number;
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Cheapest, Choice, Found, Frame, Question};
use crate::search::slots::hash;

/// Number of options up to which their costs are compared at each step. More options are asked one after the other.
const MOST_COMPARED: usize = 1 << 10;

/// Asks an oracle for the value of a position.
pub(crate) type AskValue<'a, P> = &'a mut (dyn FnMut(&P, &mut Control) -> Result<Option<Nimber>, Stopped> + 'a);

/// One nimber search.
pub(crate) struct NimberSearch<'a, G: ImpartialGame, T> {
    pub(crate) game: &'a G,
    pub(crate) values: &'a mut T,
    pub(crate) facts: &'a mut Facts<G::Position>,
    pub(crate) control: &'a mut Control,
    /// The oracle, which is asked for each position before its options are listed.
    pub(crate) ask: AskValue<'a, G::Position>,
    pub(crate) cuts: Cuts,
}

/// Parts of the search that can be switched off. No answer depends on them.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each part is switched on and off by itself")]
pub(crate) struct Cuts {
    /// Options are asked by their costs.
    pub(crate) order: bool,
    /// Equal components cancel in pairs.
    pub(crate) pairs: bool,
    /// Lists of options are kept.
    pub(crate) lists: bool,
    /// One position stands for all of its class.
    pub(crate) classes: bool,
    /// Threads start only after one has worked for a while, and where they help.
    pub(crate) waits: bool,
    /// In misère play, the largest number of moves of a component that is replaced by its canonical form.
    pub(crate) form_moves: u32,
}

impl Cuts {
    pub(crate) const ALL: Self =
        Self { order: true, pairs: true, lists: true, classes: true, waits: true, form_moves: 7 };

    /// The code of the class of a position, by its memo key.
    #[inline]
    pub(super) fn class<G: ImpartialGame>(self, game: &G, key: &G::Position) -> Option<u128> {
        if self.classes { game.class_code(key) } else { None }
    }

    /// The work that the value of a position is expected to take: what the rule book [expects](ImpartialGame::expected_work), or else one
    /// question for each option.
    #[inline]
    pub(super) fn work<G: ImpartialGame>(self, game: &G, key: &G::Position) -> u32 {
        if !self.order {
            return 0;
        }
        let moves = || weight(game, key, game.options(key).size_hint());
        game.expected_work(key).unwrap_or_else(|| moves().saturating_mul(Costs::ONE))
    }

    /// Each choice of parts.
    #[cfg(test)]
    pub(crate) fn each() -> impl Iterator<Item = Self> {
        let is_on = |bits: u32, bit: u32| bits >> bit & 1 > 0;
        (0..16).map(move |bits| Self {
            order: is_on(bits, 0),
            pairs: is_on(bits, 1),
            lists: is_on(bits, 2),
            classes: is_on(bits, 3),
            ..Self::ALL
        })
    }
}

/// A lower bound on the number of moves of a position: the lower size hint of its options, or if that is 0, up to [`MOST_COMPARED`] counted moves.
pub(crate) fn weight<G: ImpartialGame>(game: &G, position: &G::Position, options: (usize, Option<usize>)) -> u32 {
    let moves = match options {
        (0, most) if most != Some(0) => game.moves(position).take(MOST_COMPARED).count(),
        (least, _) => least,
    };
    u32::try_from(moves).unwrap_or(u32::MAX)
}

pub(super) enum Step {
    Ask(Number, Question),
    Done(Found),
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// A lower bound on the number of moves of a position.
    pub(super) fn moves_of(&self, number: Number) -> u32 {
        let key = self.facts.key(number);
        weight(self.game, key, self.game.options(key).size_hint())
    }

    /// Answers a question about one position.
    pub(super) fn solve(&mut self, key: G::Position, question: Question) -> Result<Found, SolveError<G::Position>> {
        let hash = hash(&key);
        let start = self.number(key, hash, None);
        if let Some(found) = self.found(start, question) {
            return Ok(found);
        }
        if let Err(stopped) = self.begin() {
            self.end();
            return Err(stopped.into());
        }
        let mut stack = Vec::new();
        let path = self.path_from(start, question);
        let answer = self.run(path, &mut stack);
        let has_stopped = matches!(answer, Err(SolveError::Stopped(_)));
        if has_stopped {
            self.keep_path(&stack);
        }
        self.give_up(&mut stack, 0);
        if has_stopped {
            self.keep_checkpoint(true);
        }
        self.end();
        answer
    }

    /// Keeps what was found of the positions of a stack from a place on, and takes them away.
    pub(super) fn give_up(&mut self, stack: &mut Vec<Frame>, place: usize) {
        for Frame { number, began, queue, .. } in stack.drain(place..).rev() {
            self.facts.queued -= queue.len();
            let fact = self.facts.fact(number);
            let (may, is_listed) = (fact.may, self.facts.is_listed(number));
            let possible = if is_listed { self.facts.open(number, Candidates::NONE, |_| {}).possible() } else { may };
            // What the options have told so far goes into `may`, since the list may be dropped once the position is not
            // under way. One candidate alone is the value.
            let may = may.and(possible);
            self.leave(number, may.only().map_or(Found::Among(may), Found::Value));
            self.count_work(number, began);
        }
        self.mark_last(stack);
    }

    /// Works on the positions of a stack, until the first one is answered. The last one of the path is entered, and those before it wait for it.
    fn run(
        &mut self,
        mut path: Vec<(Number, Question)>,
        stack: &mut Vec<Frame>,
    ) -> Result<Found, SolveError<G::Position>> {
        let mut next = path.pop().expect("a path begins with a position");
        for (number, question) in path {
            self.facts.set_open(number, true);
            stack.push(Frame { number, question, queue: Vec::new(), began: self.control.done() });
        }
        loop {
            let mut found;
            if self.has_news(stack)? {
                found = self.drop_answered(stack); // and the next question is chosen again
            } else {
                let (mut number, question) = next;
                if self.control.is_due() || self.is_full(number) {
                    self.look(&mut number, stack)?;
                    self.look_for_cycle(stack)?;
                }
                let began = self.control.done();
                found = self.enter(number, question, stack)?;
                if found.is_some() {
                    self.count_work(number, began);
                } else {
                    stack.push(Frame { number, question, queue: Vec::new(), began });
                }
            }
            next = loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(found.expect("the last position was answered"));
                };
                match self.advance(frame) {
                    Step::Ask(number, question) => break (number, question),
                    Step::Done(answer) => {
                        let number = self.pop(stack, answer);
                        // The position below may be the same one with another question, which still needs the list.
                        if !self.cuts.lists && stack.last().is_some_and(|below| below.number != number) {
                            self.facts.drop_list(number);
                        }
                        found = Some(answer);
                    }
                }
            };
        }
    }

    /// The answer to a question, if it is known.
    pub(super) fn found(&self, number: Number, question: Question) -> Option<Found> {
        let may = self.facts.fact(number).may;
        match (self.facts.value(number), question) {
            (Some(value), _) => Some(Found::Value(value)),
            (None, Question::Is(nimber, _)) if !may.meets(nimber) => Some(Found::Among(may)),
            _ => None,
        }
    }

    /// Gives up the path from the first position on whose question another thread or worker has answered. Returns that answer.
    pub(super) fn drop_answered(&mut self, path: &mut Vec<Frame>) -> Option<Found> {
        let answer = |(place, frame): (usize, &Frame)| Some((place, self.found(frame.number, frame.question)?));
        let (place, found) = path.iter().enumerate().find_map(answer)?;
        self.give_up(path, place);
        Some(found)
    }

    /// Takes the last position off a stack.
    pub(super) fn pop(&mut self, stack: &mut Vec<Frame>, answer: Found) -> Number {
        let Frame { number, began, queue, .. } = stack.pop().expect("there is a position under way");
        self.facts.queued -= queue.len();
        self.leave(number, answer);
        self.count_work(number, began);
        self.mark_last(stack);
        number
    }

    /// Marks the last position of a stack as being under way. Above it may have been another question about the same position, which took the
    /// mark away.
    fn mark_last(&mut self, stack: &[Frame]) {
        if let Some(last) = stack.last() {
            self.facts.set_open(last.number, true);
        }
    }

    /// Remembers what was found of a position, which is no longer under way.
    pub(super) fn leave(&mut self, number: Number, found: Found) {
        self.facts.set_open(number, false);
        // The own bit is gone, so another thread has the position on its path. The new count makes that thread look
        // whether a question on the path is answered.
        if self.facts.fact(number).open > 0 {
            self.facts.answers = self.facts.answers.wrapping_add(1);
        }
        let fact = self.facts.fact_mut(number);
        match found {
            Found::Value(value) => {
                self.facts.set_value(number, value);
                self.values.insert(self.facts.key(number).clone(), value);
                self.facts.others(number).for_each(|other| self.values.insert(other.clone(), value));
            }
            Found::Among(may) => {
                let is_news = fact.may != may;
                fact.may = may;
                if let Some(company) = &mut self.facts.company {
                    company.is_news |= is_news;
                }
            }
            Found::GivenUp(may, about, costs) => {
                fact.may = may;
                self.facts.set_costs(number, about, costs);
            }
        }
    }

    /// Checks the bounds, asks the oracle and lists the options, which may answer the question.
    fn enter(
        &mut self,
        number: Number,
        question: Question,
        stack: &[Frame],
    ) -> Result<Option<Found>, SolveError<G::Position>> {
        self.check_loop(number, question, stack)?;
        if !self.facts.is_listed(number) {
            // `before_list` has counted the position. If its options cannot be listed, the count is taken back, so that
            // the same question may count it again.
            let found = match self.before_list(number, stack.len() as u64)? {
                None => self.list(number, question, stack.len() as u64).inspect_err(|_| self.control.take_back())?,
                found => found,
            };
            if let Some(found) = found {
                self.leave(number, found);
                return Ok(Some(found));
            }
        }
        self.facts.set_open(number, true);
        Ok(None)
    }

    /// Whether play has come back to a position under way.
    pub(super) fn check_loop(
        &self,
        number: Number,
        question: Question,
        stack: &[Frame],
    ) -> Result<(), SolveError<G::Position>> {
        // Any other question about a position under way closes a cycle.
        let closes = |last: &Frame| last.number != number || !last.may_ask_itself(question);
        if self.facts.is_open(number) && stack.last().is_some_and(closes) {
            return Err(SolveError::Loopy { position: self.facts.key(number).clone().into() });
        }
        Ok(())
    }

    /// Checks the bounds, and asks the oracle. The position counts as listed, unless the oracle knows it.
    pub(super) fn before_list(&mut self, number: Number, unfinished: u64) -> Result<Option<Found>, Stopped> {
        if !self.control.has_room(0) {
            return Err(self.control.out_of_positions(Unit::Positions, unfinished));
        }
        // A number is 31 bits: the highest bit of a word marks other things in lists and in classes.
        if self.facts.len() >= MOST_POSITIONS {
            let bound = Bound::Positions(MOST_POSITIONS as u64);
            return Err(Stopped::new(bound, Unit::Positions, self.control.done(), unfinished));
        }
        // Another worker may have answered since the position was met.
        let key = self.facts.key(number);
        let known = match self.values.recall(key) {
            None => (self.ask)(key, self.control)?,
            value => value,
        };
        if known.is_none() {
            self.control.count(1);
        }
        Ok(known.map(Found::Value))
    }

    /// Counts the listings since `began` as work on a position.
    pub(super) fn count_work(&mut self, number: Number, began: u64) {
        let work = u32::try_from(self.control.done().saturating_sub(began)).unwrap_or(u32::MAX);
        let fact = self.facts.fact_mut(number);
        let before = fact.work;
        fact.work = before.saturating_add(work);
        self.tell(number, before);
    }

    /// The next question that helps to answer that of the frame, or the answer.
    pub(super) fn advance(&mut self, frame: &mut Frame) -> Step {
        let (target, limits) = match frame.question {
            Question::Is(nimber, limits) => (nimber, limits),
            Question::Value => (Candidates::NONE, Costs::UNLIMITED),
        };
        let number = frame.number;
        if let Some(value) = self.facts.value(number) {
            return Step::Done(Found::Value(value)); // it was asked about a smaller nimber
        }
        if let Some(step) = self.next_of_queue(frame, target) {
            return step;
        }
        let mut choice = Choice::among(self.others());
        let seen = self.facts.open(number, target, |open| choice.add(open));
        self.control.step(seen.live as u64);
        let possible = seen.possible().and(self.facts.fact(number).may);
        if let Some(value) = possible.only() {
            return Step::Done(Found::Value(value));
        }
        if target.is_empty() {
            // The value is asked for nimber by nimber: is it the least candidate? Yes is the value. No takes that
            // candidate away, and the next visit asks about the next one.
            let least = Candidates::of(possible.least());
            return if least.are_small() {
                Step::Ask(number, Question::Is(least, Costs::UNLIMITED))
            } else if let Some(part) = self.facts.first_unknown(number) {
                Step::Ask(part, Question::Value)
            } else {
                // The value has no bit of its own, and all options have values.
                Step::Done(Found::Value(self.facts.mex(number)))
            };
        }
        if !possible.meets(target) {
            return Step::Done(Found::Among(possible));
        }
        let smaller = || possible.iter().take_while(|nimber| *nimber < target.least());
        smaller().for_each(|nimber| choice.add(self.facts.own(number, nimber)));
        // To compare costs takes one look at every option after every answer. Of very many options each is asked once
        // instead, in the order of the list. The queue is taken from its end, so it is filled backwards.
        if !self.cuts.order || choice.count > MOST_COMPARED {
            // A second look, since lists are seldom so long.
            self.facts.open(number, target, |open| frame.queue.push(open));
            frame.queue.extend(smaller().map(|nimber| self.facts.own(number, nimber)));
            frame.queue.reverse();
            self.facts.queued += frame.queue.len();
            return self.next_of_queue(frame, target).expect("a question is open");
        }
        // Some question is open. There are candidates beside the target, and if no option may have the target, all
        // others are smaller than the target.
        let Cheapest { open, costs, second, others } = choice.cheapest().expect("a question is open");
        if costs.yes >= limits.yes || costs.no >= limits.no {
            return Step::Done(Found::GivenUp(possible, target, costs));
        }
        // There is no nimber to ask about: the one in question has no bit of its own, or the component of a sum may
        // have none of the likely nimbers.
        if open.asked.is_empty() {
            return Step::Ask(open.next, Question::Value);
        }
        // Limit for the option: the limit of the frame less the cost of the other options, but not beyond the cost at which another option is the cheapest.
        let mut yes = limits.no.min(second.saturating_add(Costs::ONE));
        if open.costs.yes > costs.no {
            yes = yes.max(open.costs.yes.saturating_add(Costs::ONE)); // another thread is at the cheapest
        }
        let no = match limits.yes {
            u32::MAX => u32::MAX,
            most => most.saturating_sub(others).max(open.costs.no.saturating_add(Costs::ONE)),
        };
        // An option with one component has the costs of this component. Of a sum, the costs are an estimate for all
        // components, and the component that is asked gets the room that is left for the sum beyond its own cost.
        let limits = if open.is_alone {
            Costs { yes, no }
        } else {
            let more = (yes - open.costs.yes).min(no - open.costs.no).max(Costs::ONE);
            Costs { yes: open.part.saturating_add(more), no: u32::MAX }
        };
        Step::Ask(open.next, Question::Is(open.asked, limits))
    }

    /// The next question of a queue that is still open.
    fn next_of_queue(&mut self, frame: &mut Frame, target: Candidates) -> Option<Step> {
        while let Some(Open { next, is_alone, known, asked, .. }) = frame.queue.last() {
            let is_answered = match self.facts.value(*next) {
                Some(value) if *is_alone && Candidates::of(value + *known) == target => {
                    self.facts.queued -= frame.queue.len();
                    frame.queue.clear();
                    return None;
                }
                Some(_) => true,
                // The position itself is asked about a smaller nimber than the target.
                None => *is_alone && !asked.is_empty() && !self.facts.fact(*next).may.meets(*asked),
            };
            if !is_answered {
                self.control.step(1);
                let is_asked = *is_alone && !asked.is_empty();
                let question = if is_asked { Question::Is(*asked, Costs::UNLIMITED) } else { Question::Value };
                return Some(Step::Ask(*next, question));
            }
            frame.queue.pop();
            self.facts.queued -= 1;
        }
        None
    }
}
