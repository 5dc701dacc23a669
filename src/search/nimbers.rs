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
//! - Of an option with several components without values, all but the one with the most moves are solved, and the last is asked about the
//!   nimber that is then in question. Two equal components cancel. A value may take long where another option is refuted soon, so each
//!   value has a budget of listings. When the budget is used up, the question is given up for now, the option costs more, and the
//!   next budget for the same component is twice as large. A budget within another one ends no later than that one.
//! - An answer no is a fact, such as "not `*2`". Facts are kept in the memo and combine: a position that is neither `*0` nor `*2` and has two
//!   options at most is `*1`.
//! - Proof numbers choose the option to be asked (depth first, with limits: df-pn). The cost of proving that an option has
//!   value *n* is a lower bound on the number of positions to be answered for that. When it reaches its limit, which is the cost of the next
//!   option, the question is given up for now, and its cost is kept in the memo.
//!
//! By hand, is a row of 4 pins of Kayles `*0`, with an empty memo? Its moves leave 3, 2, 2 + 1 and 1 + 1. The pair 1 + 1 cancels: an option with
//! value 0, so no. Is it `*1`? Say 3 is asked first whether it is `*1`: its moves leave 2, 1 and 1 + 1, none of them known but the last,
//! which is `*0`. 1 has the option 0 alone, so it is `*1`, and 3 is not. 2 leaves 1, which is `*1`, so it is not `*1` either. 2 + 1 would be
//! `*1` if 2 were `*0`, but 2 has a move to 0. So no option is `*1`, the value `*0` is that of some option, and the value is `*1`.
//!
//! A position counts under the control each time that its options are listed. The cost of that is one option made, its key, and one or two
//! look-ups for each of its components. Lists are kept ([`lists`](crate::search::lists)), so that a position that is asked again costs a look at
//! the [facts](crate::search::facts) about each option. Memory is that of the values, 32 bytes and the key for each position that was met, and
//! the lists, about 5 bytes for an option. Where the limit on bytes is met, all lists are dropped but those of positions under way, as
//! long as lists are a sixteenth of the memory. After a stop the memos hold all that was found, also of positions under way.
//!
//! Outcomes in misère play are found by the same search, which is asked whether a value is 0, on whole positions of another game
//! ([`MiserePlay`](crate::misere_play::MiserePlay)).
//!
//! A loopy game is an error only if the search comes back to a position; where an answer does not depend on the cycle, it is found.
//!
//! Reference: Lemoine and Viennot, *Nimbers are inevitable*, 2012; Beling and Rogalski, *On pruning search trees of impartial games*, 2020;
//! Nagai, *Df-pn algorithm*, 2002.

use crate::components::Components;
use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::error::SolveError;
use crate::search::facts::{Costs, Facts, MOST_POSITIONS, Open, hash};
use crate::search::lists::{Number, Parts};
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Found, Frame, Question};

/// Number of options up to which their costs are compared at each step. More options are asked one after the other.
const MOST_COMPARED: usize = 1 << 10;

/// Listings that the first question for the value of a component of an option may take. (Sprouts, outcomes of 9 to 13 spots and values of 8
/// and 9, three orders of options: 4 and 64 take a twentieth more listings.)
const FIRST_BUDGET: u64 = 16;
/// Listings for a value that was given up, for each position that the option then costs more. (The same runs: 4 and 64 take a fifth to a
/// third more.)
const LISTINGS_TO_ONE: u32 = 16;

/// One nimber search.
pub(crate) struct NimberSearch<'a, G: ImpartialGame, T, A> {
    pub(crate) game: &'a G,
    pub(crate) values: &'a mut T,
    pub(crate) facts: &'a mut Facts<G::Position>,
    pub(crate) control: &'a mut Control,
    /// The oracle, which is asked for each position before its options are listed.
    pub(crate) ask: A,
    pub(crate) cuts: Cuts,
}

/// Parts of the search that can be switched off. No answer depends on them.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each part is switched on and off by itself")]
pub(crate) struct Cuts {
    /// Facts that are not values are kept.
    pub(crate) facts: bool,
    /// Options are asked by their costs.
    pub(crate) order: bool,
    /// Equal components cancel in pairs.
    pub(crate) pairs: bool,
    /// Lists of options are kept.
    pub(crate) lists: bool,
    /// One position stands for all of its class.
    pub(crate) classes: bool,
}

impl Cuts {
    pub(crate) const ALL: Self = Self { facts: true, order: true, pairs: true, lists: true, classes: true };
}

enum Step {
    Ask(Number, Question),
    Done(Found),
}

impl<G, T, A> NimberSearch<'_, G, T, A>
where
    G: ImpartialGame,
    T: Memo<G::Position, Nimber>,
    A: FnMut(&G::Position, &mut Control) -> Result<Option<Nimber>, Stopped>,
{
    /// The value of a sum.
    pub(crate) fn value(&mut self, sum: Components<G::Position>) -> Result<Nimber, SolveError<G::Position>> {
        let (mut known, missing) = self.split(sum);
        for number in missing {
            match self.solve(number, Question::UNLIMITED)? {
                Found::Value(value) => known += value,
                found => unreachable!("the value was asked for: {found:?}"),
            }
        }
        Ok(known)
    }

    /// Whether the value of a sum is 0.
    pub(crate) fn is_zero(&mut self, sum: Components<G::Position>) -> Result<bool, SolveError<G::Position>> {
        self.is_worth(sum, Nimber::ZERO)
    }

    /// Whether a sum has that value, which takes less than the value itself: the component that is left last is only asked whether it equals
    /// one nimber.
    pub(crate) fn is_worth(
        &mut self,
        sum: Components<G::Position>,
        value: Nimber,
    ) -> Result<bool, SolveError<G::Position>> {
        let (mut known, mut missing) = self.split(sum);
        known += value;
        while let Some(number) = missing.pop() {
            let want = Candidates::of(known);
            let want = if missing.is_empty() && want.are_small() {
                Question::Is(want, Costs::UNLIMITED)
            } else {
                Question::UNLIMITED
            };
            match self.solve(number, want)? {
                Found::Value(value) => known += value,
                Found::Among(candidates) => return Ok(candidates.meets(Candidates::of(known))),
                Found::GivenUp(..) => unreachable!("the question has no limits"),
            }
        }
        Ok(known.is_zero())
    }

    /// The nim-sum of the components that have values, and the numbers of the others, as in a list.
    fn split(&mut self, sum: Components<G::Position>) -> (Nimber, Parts) {
        let (mut known, mut parts) = (Nimber::ZERO, Parts::new());
        for component in sum {
            match self.look_up(component) {
                Ok(value) => known += value,
                Err(number) => self.add_part(&mut parts, number),
            }
        }
        self.order_parts(&mut parts);
        (known, parts)
    }

    /// Adds a component. Two equal ones cancel.
    pub(super) fn add_part(&self, parts: &mut Parts, number: Number) {
        match parts.iter().position(|other| *other == number) {
            Some(place) if self.cuts.pairs => _ = parts.swap_remove(place),
            _ => parts.push(number),
        }
    }

    /// The component with the most moves comes first.
    pub(super) fn order_parts(&self, parts: &mut Parts) {
        if parts.len() > 1 {
            parts.sort_unstable_by_key(|number| (std::cmp::Reverse(self.facts.fact(*number).weight), *number));
        }
    }

    /// The value of a position, or its number.
    fn look_up(&mut self, position: G::Position) -> Result<Nimber, Number> {
        if let Some(value) = self.game.known_value(&position) {
            return Ok(value);
        }
        let key = self.game.memo_key(position);
        let hash = hash(&key);
        let number = self.number(key, hash);
        self.facts.value(number).ok_or(number)
    }

    /// The number of a position by its memo key and the hash of that.
    #[inline]
    pub(super) fn number(&mut self, key: G::Position, hash: u32) -> Number {
        let (number, is_new) = self.facts.number(key, hash);
        if is_new {
            if let Some(first) = self.first_of_class(number) {
                return first;
            }
            let key = self.facts.key(number);
            match self.values.get(key) {
                Some(value) => self.facts.set_value(number, value),
                None if self.cuts.order => {
                    let moves = match self.game.options(key).size_hint() {
                        (0, most) if most != Some(0) => self.game.moves(key).take(MOST_COMPARED).count(),
                        (least, _) => least,
                    };
                    self.facts.fact_mut(number).weight = u32::try_from(moves).unwrap_or(u32::MAX);
                }
                None => {}
            }
        }
        number
    }

    /// Answers a question about one position.
    fn solve(&mut self, start: Number, question: Question) -> Result<Found, SolveError<G::Position>> {
        if let Some(value) = self.facts.value(start) {
            return Ok(Found::Value(value));
        }
        let (mut stack, mut opens) = (Vec::new(), Vec::new());
        let answer = self.run(start, question, &mut stack, &mut opens);
        // After an error: what was found of the positions under way is kept.
        while let Some(mut frame) = stack.pop() {
            let may = frame.possible(&opens[frame.first..]);
            opens.truncate(frame.first);
            self.leave(frame.number, may.only().map_or(Found::Among(may), Found::Value));
        }
        answer
    }

    /// Works on the positions of a stack, until the first one is answered. `opens` holds their options, those of the last position last.
    fn run(
        &mut self,
        start: Number,
        question: Question,
        stack: &mut Vec<Frame>,
        opens: &mut Vec<Open>,
    ) -> Result<Found, SolveError<G::Position>> {
        let mut next = (start, question);
        loop {
            let (number, question) = next;
            let mut found = match self.enter(number, question, stack, opens)? {
                Ok(frame) => {
                    stack.push(frame);
                    None
                }
                Err(found) => Some(found),
            };
            next = loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(found.expect("the last position was answered"));
                };
                let options = &mut opens[frame.first..];
                if let Some(found) = found.take() {
                    self.take_in(frame, options, found);
                }
                match self.advance(frame, options) {
                    Step::Ask(number, question) => break (number, question),
                    Step::Done(answer) => {
                        let frame = stack.pop().expect("it was the last");
                        opens.truncate(frame.first);
                        self.leave(frame.number, answer);
                        found = Some(answer);
                    }
                }
            };
        }
    }

    /// Remembers what was found of a position, which is no longer under way.
    fn leave(&mut self, number: Number, found: Found) {
        let fact = self.facts.fact_mut(number);
        fact.is_open = false;
        match found {
            Found::Value(value) => {
                self.facts.set_value(number, value);
                self.values.insert(self.facts.key(number).clone(), value);
                self.facts.others(number).for_each(|other| self.values.insert(other.clone(), value));
            }
            _ if !self.cuts.facts => {}
            Found::Among(may) => fact.may = may,
            Found::GivenUp(may, about, costs) => {
                (fact.may, fact.about, fact.costs) = (may, about.place(), costs);
            }
        }
        if !self.cuts.lists {
            self.facts.drop_list(number);
        }
    }

    /// Checks the bounds, asks the oracle and lists the options, which may answer the question.
    fn enter(
        &mut self,
        number: Number,
        question: Question,
        stack: &[Frame],
        opens: &mut Vec<Open>,
    ) -> Result<Result<Frame, Found>, SolveError<G::Position>> {
        if self.facts.fact(number).is_open {
            return Err(SolveError::Loopy { position: self.facts.key(number).clone().into() });
        }
        let unfinished = stack.len() as u64;
        if self.control.is_due() {
            self.look(unfinished)?;
        }
        if !self.facts.is_listed(number) {
            if !self.control.has_room(0) {
                return Err(self.control.out_of_positions(Unit::Positions, unfinished).into());
            }
            if self.facts.len() >= MOST_POSITIONS {
                let bound = Bound::Positions(MOST_POSITIONS as u64);
                return Err(Stopped::new(bound, Unit::Positions, self.control.done(), unfinished).into());
            }
            // Another worker may have answered since the position was met.
            let key = self.facts.key(number);
            let known = match self.values.get(key) {
                None => (self.ask)(key, self.control)?,
                value => value,
            };
            if let Some(value) = known {
                self.leave(number, Found::Value(value));
                return Ok(Err(Found::Value(value)));
            }
            self.control.count(1);
            if let Some(found) = self.list(number, question)? {
                self.leave(number, found);
                return Ok(Err(found));
            }
        }
        let first = opens.len();
        let attained = self.facts.open(number, opens);
        let fact = self.facts.fact_mut(number);
        fact.is_open = true;
        let (may, live) = (fact.may, opens.len() - first);
        self.control.step(live as u64);
        let outer = stack.last().map_or(u64::MAX, |frame| frame.until);
        let mut frame = Frame {
            number,
            question,
            until: if let Question::Value { until } = question { until.min(outer) } else { outer },
            may,
            attained,
            first,
            live,
            union: Candidates::ALL,
            age: 0,
            target: Candidates::NONE,
            asked: 0,
            asked_at: 0,
        };
        frame.unite(&opens[first..]);
        Ok(Ok(frame))
    }

    #[cold]
    fn look(&mut self, unfinished: u64) -> Result<(), Stopped> {
        let of_values = self.values.bytes_with(1 << 12);
        let (mut of_facts, of_lists) = self.facts.bytes_with(1 << 12);
        // Lists can be made again. Where they are few, memory is too small.
        if of_values.saturating_add(of_facts as u64) > self.control.byte_limit() && of_lists > of_facts / 16 {
            self.facts.drop_lists();
            of_facts = self.facts.bytes_with(1 << 12).0;
        }
        let bytes = of_values.saturating_add(of_facts as u64);
        let looked = self.control.look(&|control| Progress::new(Unit::Positions, control.done(), None, bytes));
        looked.map_err(|bound| Stopped::new(bound, Unit::Positions, self.control.done(), unfinished))
    }

    /// Takes in what was found of the component of the option that was asked.
    fn take_in(&mut self, frame: &mut Frame, options: &mut [Open], found: Found) {
        let option = &mut options[frame.asked];
        frame.age += 1;
        match found {
            Found::Value(_) => {
                let costs = option.costs;
                *option = self.facts.option(frame.number, option.place);
                if option.may.is_empty() {
                    frame.live -= 1;
                    frame.attain(option.known);
                } else if !option.is_alone {
                    option.costs = costs;
                }
            }
            Found::Among(may) => option.may = option.may.and(may.plus(option.known)),
            Found::GivenUp(may, _, costs) if option.is_alone => {
                option.may = option.may.and(may.plus(option.known));
                option.costs = costs;
            }
            Found::GivenUp(..) => {
                let listings = u32::try_from(self.control.done() - frame.asked_at).unwrap_or(u32::MAX);
                let spent = &mut self.facts.fact_mut(option.next).spent;
                *spent = spent.saturating_add(listings);
                option.costs = self.costs_of_parts(option);
            }
        }
    }

    /// The next question that helps to answer that of the frame, or the answer.
    fn advance(&mut self, frame: &mut Frame, options: &mut [Open]) -> Step {
        loop {
            let possible = frame.possible(options);
            if let Some(value) = possible.only() {
                return Step::Done(Found::Value(value));
            }
            let limits = match frame.question {
                Question::Is(nimber, _) if !possible.meets(nimber) => return Step::Done(Found::Among(possible)),
                Question::Is(_, limits) => limits,
                Question::Value { .. } => Costs::UNLIMITED,
            };
            let target = match frame.question {
                Question::Is(nimber, _) if frame.union.meets(nimber) => nimber,
                _ => Candidates::of(possible.least()),
            };
            if target != frame.target {
                frame.target = target;
                frame.asked = 0;
                self.estimate(target, options);
            }
            let by_cost = self.cuts.order && options.len() <= MOST_COMPARED;
            let Some((place, costs, rivals)) = frame.cheapest(options, by_cost) else {
                frame.unite(options);
                if possible.len() == 1 && frame.live == 0 {
                    // The value has no bit of its own, and all options have values.
                    return Step::Done(Found::Value(self.facts.mex(frame.number)));
                }
                continue;
            };
            // Where the options are asked about the nimber in question, an option with it says no.
            let is_asked_of_options = matches!(frame.question, Question::Is(nimber, _) if nimber == target);
            let turned =
                |costs: Costs| if is_asked_of_options { Costs { yes: costs.no, no: costs.yes } } else { costs };
            let own = turned(costs);
            let is_out_of_budget = self.control.done() >= frame.until;
            if is_out_of_budget || own.yes >= limits.yes || own.no >= limits.no {
                let about = match frame.question {
                    Question::Is(nimber, _) => nimber,
                    Question::Value { .. } => Candidates::NONE,
                };
                return Step::Done(Found::GivenUp(possible, about, own));
            }
            frame.asked = place;
            let option = &mut options[place];
            // Another position may have answered since the options were looked up.
            if let Some(value) = self.facts.value(option.next) {
                self.take_in(frame, options, Found::Value(value));
                continue;
            }
            if option.is_alone {
                let may = option.may.and(self.facts.fact(option.next).may.plus(option.known));
                if may != option.may {
                    option.may = may;
                    frame.age += 1;
                    continue;
                }
            }
            let wanted = target.plus(option.known);
            if !option.is_alone || !wanted.are_small() {
                let budget = FIRST_BUDGET.max(u64::from(self.facts.fact(option.next).spent));
                frame.asked_at = self.control.done();
                let until = if option.is_alone { u64::MAX } else { frame.asked_at.saturating_add(budget) };
                return Step::Ask(option.next, Question::Value { until });
            }
            // What the frame may spend less what the other options cost, but no more than makes another option the cheapest.
            let limits = turned(limits);
            let limits = match limits {
                _ if !by_cost => Costs::UNLIMITED,
                Costs { yes, no: u32::MAX } => Costs { yes: yes.min(rivals.cheapest.saturating_add(1)), no: u32::MAX },
                Costs { yes, no } => Costs {
                    yes: yes.min(rivals.cheapest.saturating_add(1)),
                    no: no.saturating_sub(rivals.share).max(option.costs.no.saturating_add(1)),
                },
            };
            return Step::Ask(option.next, Question::Is(wanted, limits));
        }
    }

    /// The costs of asking each option about a new target.
    fn estimate(&self, target: Candidates, options: &mut [Open]) {
        for option in options {
            option.costs = if option.is_alone {
                let fact = self.facts.fact(option.next);
                let given_up = fact.about == target.plus(option.known).place();
                if given_up { fact.costs } else { fact.first_costs() }
            } else {
                self.costs_of_parts(option)
            };
        }
    }

    /// The costs of asking an option with several components without values: the next one is asked for its value.
    fn costs_of_parts(&self, option: &Open) -> Costs {
        let spent = self.facts.fact(option.next).spent;
        let cost = (option.weight / 4 + 1).saturating_add(spent / LISTINGS_TO_ONE);
        Costs { yes: cost, no: cost }
    }
}
