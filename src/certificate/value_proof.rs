//! The values that prove a value: for each component one option of each smaller value, and an answer to each other option.
//!
//! In: a solver and a position. Out: components with their values, from which the value of the position follows by the rules alone. What the solver does
//! not know of these is searched, and what was found before a stop is kept in its memos.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Stopped, Unit};
use crate::game::{ImpartialGame, has_ended};
use crate::nimber::Nimber;
use crate::pairs::unpaired;
use crate::search::{Memo, SolveError, list_bytes, map_bytes, most_options};
use crate::solver::{Solver, ValueProof};

impl<P: Clone + Eq + std::hash::Hash> ValueProof<P> {
    /// No facts yet.
    pub(super) fn new(position: Components<P>) -> Self {
        Self { position, facts: Vec::new(), values: HashMap::default(), proved: 0 }
    }

    /// The values of the components of a position, and all values that prove them. After a stop the same question goes on with the facts that there are.
    pub(super) fn of<G, T>(
        solver: &mut Solver<G, T>,
        position: &Components<P>,
    ) -> Result<Vec<(P, Nimber)>, SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        let kept = solver.value_proof_mut().take().filter(|kept| kept.position == *position);
        let mut proof = kept.unwrap_or_else(|| Self::new(position.clone()));
        match proof.finish(solver) {
            Ok(()) => Ok(proof.facts),
            Err(error) => {
                if matches!(error, SolveError::Stopped(_)) {
                    *solver.value_proof_mut() = Some(proof);
                }
                Err(error)
            }
        }
    }

    /// Proves one fact after the other. One that was begun before a stop begins anew, with the facts that were found for it.
    fn finish<G, T>(&mut self, solver: &mut Solver<G, T>) -> Result<(), SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        self.need(solver, &self.position.clone())?;
        while let Some((component, value)) = self.facts.get(self.proved).cloned() {
            self.prove(solver, &component, value)?;
            self.proved += 1;
        }
        Ok(())
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
        let bytes = self.bytes();
        // Not `look`, since the iterator borrows the solver.
        let (game, memo, control) = solver.game_memo_and_control();
        let limit = most_options(control.position_limit());
        let options = game.options(component);
        let least = options.size_hint().0;
        let too_many = |at_least| SolveError::TooManyMoves {
            position: component.clone().into(),
            at_least: at_least as u64,
            limit,
        };
        if least as u64 > limit {
            return Err(too_many(least));
        }
        let mut listed = Vec::new();
        for option in options {
            listed.push(option);
            if listed.len() as u64 > limit {
                return Err(too_many(listed.len()));
            }
            let bytes = || bytes.saturating_add(list_bytes(&listed, 1) as u64).saturating_add(memo.bytes_with(0));
            control.count_options(1, least.max(listed.len()) as u64, bytes)?;
        }
        Ok(listed)
    }

    /// The options of a sum, in the order of its components; none of a component that has too many.
    fn answers<G, T>(&self, solver: &mut Solver<G, T>, sum: &Components<P>) -> Result<Vec<Components<P>>, SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        let mut answers = Vec::new();
        for (place, part) in sum.iter().enumerate() {
            match self.options(solver, part) {
                Ok(options) => {
                    let count = options.len();
                    for left in options {
                        look(solver, 1, count, self.bytes() + list_bytes(&answers, 1) as u64)?;
                        answers.push(sum.replaced(place, left));
                    }
                }
                // This component answers nothing.
                Err(SolveError::TooManyMoves { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(answers)
    }

    /// An option of a component with the value of what a move leaves. A checker lists options, which may stand for what the move leaves up to symmetry only.
    pub(super) fn option_of_value<G, T>(
        &self,
        solver: &mut Solver<G, T>,
        component: &P,
        left: &Components<P>,
    ) -> Result<Components<P>, SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
        T: Memo<P, Nimber>,
    {
        let value = solver.grundy(left.clone())?;
        let options = self.options(solver, component)?;
        // What the solver knows already, before another option is solved.
        for option in &options {
            if told(solver, option)? == Some(value) {
                return Ok(option.clone());
            }
        }
        for option in options {
            if solver.grundy(option.clone())? == value {
                return Ok(option);
            }
        }
        Err(SolveError::Contradicted { position: component.clone().into() })
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
            let mut cheapest = (usize::MAX, 0);
            for place in &with[&smaller] {
                look(solver, 1, options.len(), listed)?;
                cheapest = cheapest.min((self.price(solver.game(), &options[*place]), *place));
            }
            self.need(solver, &options[cheapest.1])?;
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
            let answers = self.answers(solver, &keys)?;
            // To ask the solver and to list the options of an answer takes most of the time: an answer by facts alone needs neither.
            let count = answers.len();
            let listed = listed + list_bytes(&answers, 0) as u64;
            let mut has_value = false;
            for answer in &answers {
                look(solver, 1, count, listed)?;
                has_value = self.value(solver.game(), answer) == Some(value);
                if has_value {
                    break;
                }
            }
            if has_value {
                continue;
            }
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
