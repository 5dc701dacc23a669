//! The nimber search: it computes the value of one position, or whether the value is in a set, and looks at few positions.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::search::candidates::Candidates;
use crate::search::engine::most_options;
use crate::search::error::SolveError;
use crate::search::memo::{Memo, map_bytes};

/// What is known of positions whose values are not.
pub(crate) type Facts<P> = HashMap<P, Candidates, FxBuildHasher>;

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
    pub(crate) keep: bool,
    pub(crate) order: bool,
    pub(crate) pairs: bool,
    pub(crate) strategy: u8,
    pub(crate) small: usize,
    pub(crate) slope: usize,
}

impl Default for Cuts {
    fn default() -> Self {
        Self { keep: true, order: true, pairs: true, strategy: std::env::var("STRATEGY").ok().and_then(|s| s.parse().ok()).unwrap_or(0), small: std::env::var("SMALL").ok().and_then(|s| s.parse().ok()).unwrap_or(0), slope: std::env::var("SLOPE").ok().and_then(|s| s.parse().ok()).unwrap_or(0) }
    }
}

/// A question about the value of a position.
#[derive(Clone, Copy, Debug)]
enum Want {
    Value,
    /// Whether the value is among these nimbers, which have bits of their own.
    Whether(Candidates),
}

/// What is found.
#[derive(Clone, Copy, Debug)]
enum Found {
    Value(Nimber),
    Among(Candidates),
}

/// An option whose value is not known.
struct Open<P> {
    /// The nim-sum of the components that have values.
    known: Nimber,
    /// The keys of the others, the heaviest first.
    missing: Components<P>,
    /// What the value may be; none after the value is known.
    may: Candidates,
    weight: usize,
}

/// A position under way.
struct Frame<P> {
    key: P,
    want: Want,
    /// What the memo knew.
    facts: Candidates,
    attained: MexSet,
    attained_small: Candidates,
    options: Vec<Open<P>>,
    /// The number of options whose values are not known.
    live: usize,
    /// All that some option may be, and perhaps more: options were told apart since.
    union: Candidates,
    /// Answers since the union was made.
    age: usize,
    target: Candidates,
    /// The first option that may be asked about the target.
    next: usize,
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
    Ask(P, Want),
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
            match self.solve(key, Want::Value)? {
                Found::Value(value) => known += value,
                Found::Among(_) => unreachable!("the value was asked for"),
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
            let want = if missing.is_empty() && want.are_small() { Want::Whether(want) } else { Want::Value };
            match self.solve(key, want)? {
                Found::Value(value) => known += value,
                Found::Among(candidates) => return Ok(candidates.meets(Candidates::of(known))),
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

    fn weight(&self, key: &G::Position) -> usize {
        self.game.options(key).size_hint().0
    }

    fn facts_about(&self, key: &G::Position) -> Candidates {
        HashMap::get(self.facts, key).copied().unwrap_or(Candidates::ALL)
    }

    /// Answers a question about one position, with an explicit stack.
    fn solve(&mut self, start: G::Position, want: Want) -> Result<Found, SolveError<G::Position>> {
        if let Some(value) = self.values.get(&start) {
            return Ok(Found::Value(value));
        }
        let mut stack: Vec<Frame<G::Position>> = Vec::new();
        let mut on_stack: HashSet<G::Position, FxBuildHasher> = HashSet::default();
        let mut question = (start, want);
        loop {
            let (key, want) = question;
            // The position is new on the stack, or play came back to it.
            if !on_stack.insert(key.clone()) {
                return Err(SolveError::Loopy { position: key.into() });
            }
            let entered = self.enter(key, want, stack.len() as u64);
            let mut found = match entered {
                Ok(Ok(frame)) => {
                    stack.push(frame);
                    None
                }
                Ok(Err((key, found))) => {
                    on_stack.remove(&key);
                    Some(found)
                }
                Err(error) => {
                    self.keep(stack);
                    return Err(error);
                }
            };
            question = loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(found.expect("the last position was answered"));
                };
                if let Some(found) = found.take() {
                    self.take_in(frame, found);
                }
                match self.advance(frame) {
                    Step::Ask(key, want) => break (key, want),
                    Step::Done(answer) => {
                        let frame = stack.pop().expect("it was the last");
                        on_stack.remove(&frame.key);
                        self.control.count(1);
                        self.note(frame.key, answer);
                        found = Some(answer);
                    }
                }
            };
        }
    }

    /// Remembers what was found.
    fn note(&mut self, key: G::Position, found: Found) {
        match found {
            Found::Value(value) => {
                self.facts.remove(&key);
                self.values.insert(key, value);
            }
            Found::Among(candidates) => {
                if self.cuts.keep && candidates != Candidates::ALL {
                    self.facts.insert(key, candidates);
                }
            }
        }
    }

    /// Remembers what was found of the positions under way.
    fn keep(&mut self, stack: Vec<Frame<G::Position>>) {
        for mut frame in stack {
            let possible = frame.possible();
            self.note(frame.key, possible.only().map_or(Found::Among(possible), Found::Value));
        }
    }

    /// Checks the bounds, asks the oracle and lists the options, which may answer the question.
    #[expect(clippy::type_complexity, reason = "a type of its own would be used once, in `solve`")]
    fn enter(
        &mut self,
        key: G::Position,
        want: Want,
        unfinished: u64,
    ) -> Result<Result<Frame<G::Position>, (G::Position, Found)>, SolveError<G::Position>> {
        if !self.control.has_room(unfinished) {
            return Err(self.control.out_of_positions(Unit::Positions, unfinished).into());
        }
        if self.control.is_due() {
            self.look(unfinished)?;
        }
        if let Some(value) = (self.ask)(&key, self.control)? {
            self.values.insert(key.clone(), value);
            return Ok(Err((key, Found::Value(value))));
        }
        let mut frame = Frame {
            facts: self.facts_about(&key),
            key,
            want,
            attained: MexSet::new(),
            attained_small: Candidates::NONE,
            options: Vec::new(),
            live: 0,
            union: Candidates::ALL,
            age: 0,
            target: Candidates::NONE,
            next: 0,
        };
        let limit = most_options(self.control.position_limit());
        match self.list(&mut frame, limit) {
            Listed::All => Ok(Ok(frame)),
            Listed::Enough => {
                let found = Found::Among(frame.facts.without(frame.attained_small));
                self.control.count(1);
                self.note(frame.key.clone(), found);
                Ok(Err((frame.key, found)))
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
                if let Want::Whether(set) = frame.want
                    && set.meets(Candidates::of(known))
                    && !frame.facts.without(frame.attained_small).meets(set)
                {
                    self.control.step(listed);
                    return Listed::Enough;
                }
                continue;
            }
            let mut weight = 0;
            if self.cuts.order {
                missing.as_mut_slice().sort_by_cached_key(|key| {
                    let one = self.weight(key);
                    weight += one;
                    std::cmp::Reverse(one)
                });
                if missing.len() == 1 {
                    weight = self.weight(&missing[0]);
                }
            }
            let may = match &missing[..] {
                [one] => self.facts_about(one).plus(known),
                _ => Candidates::ALL,
            };
            frame.options.push(Open { known, missing, may, weight });
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
        let looked =
            self.control.look(&|control| Progress::new(Unit::Positions, control.done(), None, bytes()));
        looked.map_err(|bound| Stopped::new(bound, Unit::Positions, self.control.done(), unfinished))
    }

    /// Takes in what was found of the last component of the option that was asked.
    fn take_in(&mut self, frame: &mut Frame<G::Position>, found: Found) {
        let option = &mut frame.options[frame.next];
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
                    [one] => option.may = HashMap::get(self.facts, one).copied().unwrap_or(Candidates::ALL).plus(option.known),
                    _ => {}
                }
            }
            Found::Among(candidates) => option.may = option.may.and(candidates.plus(option.known)),
        }
    }

    /// The next question that helps to answer that of the frame, or the answer.
    fn advance(&mut self, frame: &mut Frame<G::Position>) -> Step<G::Position> {
        loop {
            let mut possible = frame.possible();
            if let Some(value) = possible.only() {
                return Step::Done(Found::Value(value));
            }
            if let Want::Whether(set) = frame.want
                && (!possible.meets(set) || self.cuts.strategy != 1 && !possible.meets(Candidates::ALL.without(set)))
            {
                return Step::Done(Found::Among(possible));
            }
            let target = frame.choose_target(possible, self.cuts.strategy);
            if target.without(frame.target) != Candidates::NONE {
                frame.next = 0;
            }
            frame.target = target;
            while frame.next < frame.options.len() && !frame.options[frame.next].may.meets(target) {
                frame.next += 1;
            }
            let Some(option) = frame.options.get_mut(frame.next) else {
                frame.unite();
                possible = frame.possible();
                if !possible.are_small() && possible.len() == 1 {
                    // All options have values.
                    return Step::Done(Found::Value(frame.attained.mex()));
                }
                debug_assert!(possible.len() == 1 || !possible.meets(target) || self.cuts.strategy > 0);
                continue;
            };
            // Another position may have answered since the options were listed.
            let last = option.missing.last().expect("an option without a value misses a component");
            if let Some(value) = self.values.get(last) {
                self.take_in(frame, Found::Value(value));
                continue;
            }
            let alone = option.missing.len() == 1;
            if alone {
                let may = self.facts_about(last).plus(option.known);
                option.may = option.may.and(may);
                if !option.may.meets(target) {
                    continue;
                }
            }
            let wanted = target.plus(option.known);
            let small = option.weight < self.cuts.small;
            let want = if alone && wanted.are_small() && !small { Want::Whether(wanted) } else { Want::Value };
            return Step::Ask(last.clone(), want);
        }
    }
}

impl<P> Frame<P> {
    fn attain(&mut self, value: Nimber) {
        self.attained.insert(value);
        if value.get() < Candidates::SMALL {
            self.attained_small = self.attained_small.or(Candidates::of(value));
        }
    }

    fn unite(&mut self) {
        self.union = self.options.iter().fold(Candidates::NONE, |all, option| all.or(option.may));
        self.age = 0;
    }

    /// What the value may be: a nimber that no option has, if each smaller one is the value of some option or may be.
    fn possible(&mut self) -> Candidates {
        if self.age > self.options.len() / 32 {
            self.unite();
        }
        let mut possible = Candidates::NONE;
        let mut rest = Candidates::ALL.without(self.attained_small);
        let mut missing = 0;
        loop {
            let least = Candidates::of(rest.least());
            possible = possible.or(least);
            rest = rest.without(least);
            if rest.is_empty() || !self.union.meets(least) || missing == self.live {
                break;
            }
            missing += 1;
        }
        possible.and(self.facts)
    }

    fn choose_target(&self, possible: Candidates, strategy: u8) -> Candidates {
        let least = Candidates::of(possible.least());
        match (self.want, strategy) {
            (Want::Whether(set), 1) => possible.and(Candidates::up_to(possible.and(set).greatest().get())),
            (Want::Whether(set), 2) if self.union.meets(possible.and(set)) => possible.and(set),
            _ => least,
        }
    }
}
