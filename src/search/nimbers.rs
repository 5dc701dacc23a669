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
//!   nimber that is then in question. Two equal components cancel.
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
//! A position counts under the control each time that its options are listed. The cost of that is one option made, its key, and two look-ups
//! for each of its components. Memory is that of the memos, and the options of the positions under way. After a stop the memos hold all that
//! was found, also of positions under way.
//!
//! A loopy game is an error only if the search comes back to a position; where an answer does not depend on the cycle, it is found.
//!
//! Reference: Lemoine and Viennot, *Nimbers are inevitable*, 2012; Beling and Rogalski, *On pruning search trees of impartial games*, 2020;
//! Nagai, *Df-pn algorithm*, 2002.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::engine::most_options;
use crate::search::error::SolveError;
use crate::search::memo::{Memo, map_bytes};
use crate::search::nimber_frame::{Costs, Fact, Found, Frame, Open, Question};

/// What is known of positions whose values are not.
pub(crate) type Facts<P> = HashMap<P, Fact, FxBuildHasher>;

/// Number of options up to which their costs are compared at each step. More options are asked one after the other.
const MOST_COMPARED: usize = 1 << 10;

/// One nimber search.
pub(crate) struct NimberSearch<'a, G: ImpartialGame, T, A> {
    pub(crate) game: &'a G,
    pub(crate) values: &'a mut T,
    pub(crate) facts: &'a mut Facts<G::Position>,
    pub(crate) control: &'a mut Control,
    /// The oracle, which is asked once for each position, before its options are listed.
    pub(crate) ask: A,
    pub(crate) cuts: Cuts,
}

/// Parts of the search that can be switched off. No answer depends on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuts {
    /// Facts that are not values are kept in the memo.
    pub(crate) facts: bool,
    /// Options are asked by their costs.
    pub(crate) order: bool,
    /// Equal components cancel in pairs.
    pub(crate) pairs: bool,
}

impl Cuts {
    pub(crate) const ALL: Self = Self { facts: true, order: true, pairs: true };
}

/// The result of listing options.
enum Listed {
    All,
    /// Those that are listed answer the question.
    Enough,
    /// There are too many: at least this number.
    TooMany(u64),
}

enum Step<P> {
    Ask(P, Question),
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
        for key in missing {
            match self.solve(key, Question::Value)? {
                Found::Value(value) => known += value,
                found => unreachable!("the value was asked for: {found:?}"),
            }
        }
        Ok(known)
    }

    /// Whether the value of a sum is 0.
    pub(crate) fn is_zero(&mut self, sum: Components<G::Position>) -> Result<bool, SolveError<G::Position>> {
        let (mut known, mut missing) = self.split(sum);
        missing.as_mut_slice().sort_by_key(|key| std::cmp::Reverse(self.weight(key)));
        while let Some(key) = missing.pop() {
            let want = Candidates::of(known);
            let want = if missing.is_empty() && want.are_small() {
                Question::Is(want, Costs::UNLIMITED)
            } else {
                Question::Value
            };
            match self.solve(key, want)? {
                Found::Value(value) => known += value,
                Found::Among(candidates) => return Ok(candidates.meets(Candidates::of(known))),
                Found::GivenUp(_) => unreachable!("the question has no limits"),
            }
        }
        Ok(known.is_zero())
    }

    /// The nim-sum of the components that have values, and the keys of the others, without pairs of equal ones.
    fn split(&self, sum: Components<G::Position>) -> (Nimber, Components<G::Position>) {
        let mut known = Nimber::ZERO;
        let mut missing: Components<G::Position> = Components::new();
        for component in sum {
            match self.look_up(component) {
                Ok(value) => known += value,
                Err(key) => match missing.iter().position(|other| *other == key) {
                    Some(place) if self.cuts.pairs => {
                        let last = missing.len() - 1;
                        missing.as_mut_slice().swap(place, last);
                        missing.pop();
                    }
                    _ => missing.push(key),
                },
            }
        }
        (known, missing)
    }

    #[inline]
    fn look_up(&self, position: G::Position) -> Result<Nimber, G::Position> {
        if let Some(value) = self.game.known_value(&position) {
            return Ok(value);
        }
        let key = self.game.memo_key(position);
        self.values.get(&key).ok_or(key)
    }

    fn weight(&self, key: &G::Position) -> u32 {
        u32::try_from(self.game.options(key).size_hint().0).unwrap_or(u32::MAX)
    }

    fn fact_about(&self, key: &G::Position) -> Fact {
        HashMap::get(self.facts, key).copied().unwrap_or(Fact::NONE)
    }

    /// Answers a question about one position, with an explicit stack.
    fn solve(&mut self, start: G::Position, question: Question) -> Result<Found, SolveError<G::Position>> {
        if let Some(value) = self.values.get(&start) {
            return Ok(Found::Value(value));
        }
        let mut stack: Vec<Frame<G::Position>> = Vec::new();
        let mut on_stack: HashSet<G::Position, FxBuildHasher> = HashSet::default();
        let mut next = (start, question);
        loop {
            let (key, question) = next;
            if on_stack.contains(&key) {
                self.keep(stack);
                return Err(SolveError::Loopy { position: key.into() });
            }
            let mut found = match self.enter(key, question, stack.len() as u64) {
                Ok(Ok(frame)) => {
                    on_stack.insert(frame.key.clone());
                    stack.push(frame);
                    None
                }
                Ok(Err(found)) => Some(found),
                Err(error) => {
                    self.keep(stack);
                    return Err(error);
                }
            };
            next = loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(found.expect("the last position was answered"));
                };
                if let Some(found) = found.take() {
                    self.take_in(frame, found);
                }
                match self.advance(frame) {
                    Step::Ask(key, question) => break (key, question),
                    Step::Done(answer) => {
                        let frame = stack.pop().expect("it was the last");
                        on_stack.remove(&frame.key);
                        self.note(frame.key, answer);
                        found = Some(answer);
                    }
                }
            };
        }
    }

    /// Remembers what was found.
    fn note(&mut self, key: G::Position, found: Found) {
        let fact = match found {
            Found::Value(value) => {
                self.facts.remove(&key);
                return self.values.insert(key, value);
            }
            Found::Among(may) => Fact { may, ..Fact::NONE },
            Found::GivenUp(fact) => fact,
        };
        if self.cuts.facts {
            self.facts.insert(key, fact);
        }
    }

    /// Remembers what was found of the positions under way.
    fn keep(&mut self, stack: Vec<Frame<G::Position>>) {
        for mut frame in stack {
            let may = frame.possible();
            let found = may.only().map_or(Found::GivenUp(Fact { may, ..frame.fact }), Found::Value);
            self.note(frame.key, found);
        }
    }

    /// Checks the bounds, asks the oracle and lists the options, which may answer the question.
    #[expect(clippy::type_complexity, reason = "a type of its own would be used once, in `solve`")]
    fn enter(
        &mut self,
        key: G::Position,
        question: Question,
        unfinished: u64,
    ) -> Result<Result<Frame<G::Position>, Found>, SolveError<G::Position>> {
        if !self.control.has_room(unfinished) {
            return Err(self.control.out_of_positions(Unit::Positions, unfinished).into());
        }
        if self.control.is_due() {
            self.look(unfinished)?;
        }
        if let Some(value) = (self.ask)(&key, self.control)? {
            self.values.insert(key, value);
            return Ok(Err(Found::Value(value)));
        }
        let fact = self.fact_about(&key);
        let mut frame = Frame::new(key, question, fact);
        self.control.count(1);
        let limit = most_options(self.control.position_limit());
        match self.list(&mut frame, limit) {
            Listed::All => Ok(Ok(frame)),
            Listed::Enough => {
                let may = frame.fact.may.without(frame.attained_small);
                let found = may.only().map_or(Found::Among(may), Found::Value);
                self.note(frame.key, found);
                Ok(Err(found))
            }
            Listed::TooMany(at_least) => Err(SolveError::TooManyMoves { position: frame.key.into(), at_least, limit }),
        }
    }

    /// Lists the options of a frame.
    fn list(&mut self, frame: &mut Frame<G::Position>, limit: u64) -> Listed {
        let key = frame.key.clone();
        let options = self.game.options(&key);
        let least = options.size_hint().0 as u64;
        if least > limit {
            return Listed::TooMany(least);
        }
        let mut listed = 0;
        for option in options {
            listed += 1;
            let (known, mut missing) = self.split(option);
            if missing.is_empty() {
                frame.attain(known);
                if matches!(frame.question, Question::Is(nimber, _) if nimber == Candidates::of(known)) {
                    self.control.step(listed);
                    return Listed::Enough;
                }
                continue;
            }
            let mut weight = 0;
            if self.cuts.order {
                weight = missing.iter().fold(0_u32, |sum, key| sum.saturating_add(self.weight(key)));
                if missing.len() > 1 {
                    missing.as_mut_slice().sort_by_cached_key(|key| std::cmp::Reverse(self.weight(key)));
                }
            }
            let may = match &missing[..] {
                [one] => self.fact_about(one).may.plus(known),
                _ => Candidates::ALL,
            };
            frame.options.push(Open { known, missing, may, weight, costs: Costs::FIRST });
        }
        self.control.step(listed);
        if self.cuts.order {
            frame.options.sort_by_key(|option| option.weight);
        }
        frame.live = frame.options.len();
        frame.unite();
        Listed::All
    }

    #[cold]
    fn look(&mut self, unfinished: u64) -> Result<(), Stopped> {
        let bytes = || self.values.bytes_with(1 << 12).saturating_add(map_bytes(self.facts, 1 << 12) as u64);
        let looked = self.control.look(&|control| Progress::new(Unit::Positions, control.done(), None, bytes()));
        looked.map_err(|bound| Stopped::new(bound, Unit::Positions, self.control.done(), unfinished))
    }

    /// Takes in what was found of the last component of the option that was asked.
    fn take_in(&mut self, frame: &mut Frame<G::Position>, found: Found) {
        let option = &mut frame.options[frame.asked];
        frame.age += 1;
        match found {
            Found::Value(value) => {
                option.known += value;
                option.missing.pop();
                match &option.missing[..] {
                    [] => {
                        option.may = Candidates::NONE;
                        frame.live -= 1;
                        let known = option.known;
                        frame.attain(known);
                    }
                    [one] => {
                        let fact = HashMap::get(self.facts, one).copied().unwrap_or(Fact::NONE);
                        option.may = fact.may.plus(option.known);
                        option.costs = Costs::FIRST;
                    }
                    _ => {}
                }
            }
            Found::Among(candidates) => option.may = option.may.and(candidates.plus(option.known)),
            Found::GivenUp(fact) => {
                option.may = option.may.and(fact.may.plus(option.known));
                option.costs = fact.costs;
            }
        }
    }

    /// The next question that helps to answer that of the frame, or the answer.
    fn advance(&mut self, frame: &mut Frame<G::Position>) -> Step<G::Position> {
        loop {
            let possible = frame.possible();
            if let Some(value) = possible.only() {
                return Step::Done(Found::Value(value));
            }
            let limits = match frame.question {
                Question::Is(nimber, _) if !possible.meets(nimber) => return Step::Done(Found::Among(possible)),
                Question::Is(_, limits) => limits,
                Question::Value => Costs::UNLIMITED,
            };
            let target = match frame.question {
                Question::Is(nimber, _) if frame.union.meets(nimber) => nimber,
                _ => Candidates::of(possible.least()),
            };
            if target != frame.target {
                frame.target = target;
                frame.asked = 0;
                self.estimate(frame);
            }
            let by_cost = self.cuts.order && frame.options.len() <= MOST_COMPARED;
            let Some((place, costs, rivals)) = frame.cheapest(by_cost) else {
                frame.unite();
                if possible.len() == 1 && frame.live == 0 {
                    // The value has no bit of its own, and all options have values.
                    return Step::Done(Found::Value(frame.attained.mex()));
                }
                continue;
            };
            // Where the options are asked about the nimber in question, an option with it says no.
            let is_asked_of_options = matches!(frame.question, Question::Is(nimber, _) if nimber == target);
            let turned =
                |costs: Costs| if is_asked_of_options { Costs { yes: costs.no, no: costs.yes } } else { costs };
            let own = turned(costs);
            if own.yes >= limits.yes || own.no >= limits.no {
                let Question::Is(about, _) = frame.question else { unreachable!("a value has no limits") };
                return Step::Done(Found::GivenUp(Fact { may: possible, about, costs: own }));
            }
            frame.asked = place;
            let option = &frame.options[place];
            // Another position may have answered since the options were listed.
            let last = option.missing.last().expect("an option without a value misses a component");
            if let Some(value) = self.values.get(last) {
                self.take_in(frame, Found::Value(value));
                continue;
            }
            let alone = option.missing.len() == 1;
            if alone {
                let may = option.may.and(self.fact_about(last).may.plus(option.known));
                if may != option.may {
                    frame.options[place].may = may;
                    frame.age += 1;
                    continue;
                }
            }
            let wanted = target.plus(option.known);
            if !alone || !wanted.are_small() {
                return Step::Ask(last.clone(), Question::Value);
            }
            // What the frame may spend less what the other options cost, but no more than makes another option the cheapest.
            let limits = turned(limits);
            let limits = match limits {
                _ if !by_cost => Costs::UNLIMITED,
                Costs { yes, no: u32::MAX } => Costs { yes: yes.min(rivals.cheapest.saturating_add(1)), no: u32::MAX },
                Costs { yes, no } => Costs {
                    yes: yes.min(rivals.cheapest.saturating_add(1)),
                    no: no.saturating_sub(rivals.count).max(option.costs.no.saturating_add(1)),
                },
            };
            return Step::Ask(last.clone(), Question::Is(wanted, limits));
        }
    }

    /// The costs of asking each option about a new target.
    fn estimate(&self, frame: &mut Frame<G::Position>) {
        for option in &mut frame.options {
            option.costs = match &option.missing[..] {
                [one] => {
                    let fact = self.fact_about(one);
                    if fact.about == frame.target.plus(option.known) { fact.costs } else { Costs::first(option.weight) }
                }
                // The values of all components but one are searched without limits.
                _ => Costs { yes: option.weight / 4 + 1, no: option.weight / 4 + 1 },
            };
        }
    }
}
