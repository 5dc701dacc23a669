//! The facts from which an outcome follows by the rules alone: the forms of small components, sums of forms, and lost sums.
//!
//! In: what a search has found. Out: the lines of a [certificate](crate::certificate). A sum is lost if each option has an option that is lost. So the
//! proof begins with the sum in question, or with a lost option of that sum. For each option of each lost sum it takes one lost option: one that
//! is among the lost sums already, if there is one. Lost sums for which others turn out to be enough are left out. Then come the forms of all small
//! components that these moves leave, and the sums of forms that were added on the way (`lines.rs`).

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::lines::{Begun, List, Reply, Set, Told, is_decided};
use super::rules::{Sums, places};
use super::sum::{Sum, Words};
use super::{Hints, MisereSums};
use crate::control::{Control, Unit};
use crate::game::ImpartialGame;
use crate::search::{Cuts, Facts, SolveError, list_bytes, map_bytes, most_options, set_bytes};

impl<P: Clone + Eq + Hash> MisereSums<P> {
    /// The facts from which the outcome of a sum follows, each a line of a certificate. What is not known is searched.
    pub(crate) fn proof<G>(
        &mut self,
        game: &G,
        sum: &[P],
        control: &mut Control,
        cuts: Cuts,
        mut hints: impl Hints<P>,
        text: impl Fn(&P) -> String,
    ) -> Result<Vec<String>, SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
    {
        let Self { parts, facts, begun } = self;
        let rules = Sums { game, parts: &RefCell::new(parts), cuts };
        let mut start = rules.words(sum);
        rules.parts.borrow_mut().combine(&mut start);
        let kept = begun.take().filter(|begun| begun.start == start);
        let kept = kept.unwrap_or_else(|| Begun { start, ..Begun::default() });
        let mut proof = Proof { rules: &rules, begun: kept, listed: 0 };
        let is_won = proof.complete(sum, facts, control, &mut hints);
        let lines = is_won.and_then(|is_won| Ok(proof.tell(is_won, control)?.lines(sum, text, control)?));
        if matches!(lines, Err(SolveError::Stopped(_))) {
            *begun = Some(proof.begun);
        }
        lines
    }
}

/// Maximum number of options for which other answers are looked for, so that a lost sum can be left out. A guard, not tuned: to look for
/// an answer takes a step for each option of an option.
const FEW: usize = 8;

struct Proof<'r, 'a, 'b, G: ImpartialGame> {
    rules: &'r Sums<'a, 'b, G>,
    begun: Begun,
    /// The number of options that this call has added to the lists of components.
    listed: u64,
}

/// What comes of a look at options: nothing, a break since what was looked for is found, or an error.
type Seen<P> = Result<ControlFlow<()>, SolveError<P>>;

/// The options that each lost sum answers.
type Uses = HashMap<Words, Vec<Words>, FxBuildHasher>;

impl<'r, 'a, 'b, G: ImpartialGame> Proof<'r, 'a, 'b, G> {
    /// Finds the lost sums that the proof needs. Whether the sum in question is won, and needs an answer.
    fn complete(
        &mut self,
        sum: &[G::Position],
        facts: &mut Facts<Sum>,
        control: &mut Control,
        hints: &mut impl Hints<G::Position>,
    ) -> Result<bool, SolveError<G::Position>> {
        let (rules, start) = (self.rules, self.begun.start.clone());
        let contradicted = || SolveError::Contradicted { position: sum.to_vec().into() };
        // A sum that is one form needs no lost sum: the facts about forms tell who wins.
        let is_open = !is_decided(&start);
        let is_won = is_open && !rules.is_lost(start.clone(), facts, control, hints)?;
        if is_won && !self.begun.answers.contains_key(&start) && !self.answer(&start, facts, control, hints)? {
            return Err(contradicted());
        }
        if is_open && !is_won {
            // The proof begins with the sum itself. If the sum is won, the proof begins with a lost option, which
            // `answer` has found.
            self.begun.lost.add(start);
        }
        // The list grows while it is gone through: each option of a lost sum gets a lost option, which is added. Moves
        // make play shorter, so this ends.
        while let Some(lost) = self.begun.lost.items.get(self.begun.done).cloned() {
            self.look(control)?;
            let is_proved = self.all_options(&lost, control, |proof, option, control| {
                rules.parts.borrow_mut().combine(option);
                // Different lost sums have common options, and one answer is enough.
                let is_open = !is_decided(option) && !proof.begun.answers.contains_key(option);
                let is_lost = is_open && !proof.answer(option, facts, control, hints)?;
                Ok(if is_lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if is_proved.is_break() {
                return Err(contradicted());
            }
            self.begun.done += 1;
        }
        self.leave_out(control)?;
        Ok(is_won)
    }

    /// Looks at one option or sum under the control. The limit on positions bounds the number of lost sums, that of options that have answers, and that
    /// of options that are listed.
    fn look(&self, control: &mut Control) -> Result<(), SolveError<G::Position>> {
        let (limit, facts) = (control.position_limit(), self.begun.lost.items.len().max(self.begun.answers.len()));
        if facts as u64 > limit || self.listed > most_options(limit) {
            return Err(control.out_of_positions(Unit::Facts, 0).into());
        }
        let listed = list_bytes(&self.begun.lost.items, 1)
            + set_bytes(&self.begun.lost.set, 1)
            + map_bytes(&self.begun.answers, 1);
        // How wide a sum is does not matter: a look may take long.
        let bytes = || self.rules.parts.borrow().bytes_with(0).saturating_add(listed as u64);
        Ok(control.count_options(1, u64::MAX, bytes)?)
    }

    /// Visits each option of a sum that a move in the component at a place leaves, until the visitor breaks. The options that are listed for this are looked
    /// at under the control, and so are those that are visited.
    fn options_at(
        &mut self,
        sum: &[u32],
        place: usize,
        control: &mut Control,
        mut visit: impl FnMut(&mut Self, &mut Words, &mut Control) -> Seen<G::Position>,
    ) -> Seen<G::Position> {
        let (rules, word) = (self.rules, sum[place]);
        let limit = most_options(control.position_limit());
        let too_many = |at_least| {
            let position = rules.parts.borrow().key(word).clone().into();
            SolveError::TooManyMoves { position, at_least, limit }
        };
        // A lower bound, so that a heap of 10^18 is refused before its first option is made.
        let least = rules.parts.borrow().weight(word) as u64;
        if least > limit && !rules.parts.borrow().is_listed(word) {
            return Err(too_many(least));
        }
        let mut listed = 0;
        let mut see = |option: Option<&mut Words>| {
            self.look(control)?;
            if let Some(option) = option {
                return visit(self, option, control);
            }
            listed += 1;
            self.listed += 1;
            if listed > limit { Err(too_many(listed)) } else { Ok(ControlFlow::Continue(())) }
        };
        let seen = rules.each_option_at(sum, place, |option| match see(option) {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            end => ControlFlow::Break(end),
        });
        seen.break_value().unwrap_or(Ok(ControlFlow::Continue(())))
    }

    /// As [`options_at`](Self::options_at), for all components. Equal components are moved in once.
    fn all_options(
        &mut self,
        sum: &[u32],
        control: &mut Control,
        mut visit: impl FnMut(&mut Self, &mut Words, &mut Control) -> Seen<G::Position>,
    ) -> Seen<G::Position> {
        for place in places(sum) {
            if self.options_at(sum, place, control, &mut visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The lost sum of an answer, unless it is one form.
    fn lost_sum(&self, reply: &Reply) -> Option<Words> {
        let mut words = reply.words.clone();
        self.rules.parts.borrow_mut().combine(&mut words);
        (!is_decided(&words)).then_some(words)
    }

    /// Leaves out lost sums that the proof does not need: an option may have got its answer before another lost sum was found that is an
    /// answer too.
    fn leave_out(&mut self, control: &mut Control) -> Result<(), SolveError<G::Position>> {
        while !self.begun.lost.items.is_empty() {
            let mut uses = self.needed(control)?;
            let before = self.begun.lost.set.len();
            // The first lost sum is what is to be proved.
            for place in (1..self.begun.lost.items.len()).rev() {
                self.look(control)?;
                let lost = self.begun.lost.items[place].clone();
                if uses[&lost].len() > FEW {
                    continue;
                }
                self.begun.lost.set.remove(&lost);
                let answers = uses[&lost].iter().map(|option| self.answer_among(option, control));
                let Some(answers) = answers.collect::<Result<Option<Vec<Reply>>, _>>()? else {
                    self.begun.lost.set.insert(lost);
                    continue;
                };
                for (option, reply) in uses.remove(&lost).unwrap_or_default().into_iter().zip(answers) {
                    if let Some(other) = self.lost_sum(&reply) {
                        uses.entry(other).or_default().push(option.clone());
                    }
                    self.begun.answers.insert(option, reply);
                }
            }
            if self.begun.lost.set.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// Keeps the first lost sum and all that are answers to options of what is kept. Returns the options that each of them answers.
    fn needed(&mut self, control: &mut Control) -> Result<Uses, SolveError<G::Position>> {
        let mut uses = Uses::default();
        let (mut needed, mut met, mut done) = (List::default(), Set::default(), 0);
        needed.add(self.begun.lost.items[0].clone());
        while let Some(lost) = needed.items.get(done).cloned() {
            done += 1;
            let _ = self.all_options(&lost, control, |proof, option, _| {
                proof.rules.parts.borrow_mut().combine(option);
                if !is_decided(option)
                    && met.insert(option.clone())
                    && let Some(answer) = proof.lost_sum(&proof.begun.answers[option])
                {
                    uses.entry(answer.clone()).or_default().push(option.clone());
                    needed.add(answer);
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        self.begun.lost = needed;
        Ok(uses)
    }

    /// An answer that is one of the lost sums, or one form. Components whose options are not listed are passed over.
    fn answer_among(
        &mut self,
        option: &Words,
        control: &mut Control,
    ) -> Result<Option<Reply>, SolveError<G::Position>> {
        let parts = self.rules.parts;
        let mut found = None;
        for place in places(option).filter(|place| parts.borrow().is_listed(option[*place])) {
            let seen = self.options_at(option, place, control, |proof, words, _| {
                let left = words.clone();
                parts.borrow_mut().combine(words);
                let is_lost = match words[..] {
                    [word] if is_decided(words) => parts.borrow().is_lost(word),
                    _ => proof.begun.lost.set.contains(words),
                };
                if !is_lost {
                    return Ok(ControlFlow::Continue(()));
                }
                found = Some(Reply { moved: option[place], words: left });
                Ok(ControlFlow::Break(()))
            })?;
            if seen.is_break() {
                break;
            }
        }
        Ok(found)
    }

    /// Notes the components and forms in which the proof moves, and the pairs that are added on the way. A sum in question that is won needs an answer.
    fn tell(&mut self, is_won: bool, control: &mut Control) -> Result<Told<'r, 'a, 'b, G>, SolveError<G::Position>> {
        let lost_sums = self.begun.lost.items.clone();
        let (lost, pairs, moved) = (lost_sums.clone(), List::default(), List::default());
        let mut told = Told { rules: self.rules, lost, pairs, moved };
        let mut answered: Set<Words> = Set::default();
        let mut options: Vec<Words> = is_won.then(|| self.begun.start.clone()).into_iter().collect();
        for lost in lost_sums {
            places(&lost).for_each(|place| told.moved.add(lost[place]));
            let _ = self.all_options(&lost, control, |_, words, _| {
                told.combine(words);
                if !is_decided(words) && answered.insert(words.clone()) {
                    options.push(words.clone());
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        for option in options {
            let mut reply = self.begun.answers[&option].clone();
            told.moved.add(reply.moved);
            told.combine(&mut reply.words);
        }
        Ok(told)
    }

    /// Finds an answer to a sum that is won: a lost option, which becomes one of the lost sums. `false` if there is none.
    fn answer(
        &mut self,
        sum: &Words,
        facts: &mut Facts<Sum>,
        control: &mut Control,
        hints: &mut impl Hints<G::Position>,
    ) -> Result<bool, SolveError<G::Position>> {
        let mut found = self.known_answer(sum, facts, control, &*hints)?;
        if found.is_none() {
            // Wrong hints may have told that a sum is lost which is won.
            if self.rules.is_lost(sum.clone(), facts, control, hints)? {
                return Ok(false);
            }
            found = self.known_answer(sum, facts, control, &*hints)?;
        }
        if found.is_none() {
            // What the search has forgotten is searched again. Each option is asked until a lost one is found. There is one, as the sum is won, unless
            // hints were wrong.
            for place in places(sum) {
                let seen = self.options_at(sum, place, control, |proof, words, control| {
                    if !proof.rules.is_lost(words.clone(), facts, control, hints)? {
                        return Ok(ControlFlow::Continue(()));
                    }
                    found = Some(Reply { moved: sum[place], words: words.clone() });
                    Ok(ControlFlow::Break(()))
                })?;
                if seen.is_break() {
                    break;
                }
            }
        }
        let Some(reply) = found else { return Ok(false) };
        if let Some(lost) = self.lost_sum(&reply) {
            self.begun.lost.add(lost);
        }
        self.begun.answers.insert(sum.clone(), reply);
        Ok(true)
    }

    /// An option that is known to be lost, if there is one: a fact, or else the one whose components have the fewest options in all. Components whose options are
    /// listed come first, and the others only if there is no answer in these.
    fn known_answer(
        &mut self,
        sum: &Words,
        facts: &Facts<Sum>,
        control: &mut Control,
        hints: &impl Hints<G::Position>,
    ) -> Result<Option<Reply>, SolveError<G::Position>> {
        let rules = self.rules;
        let mut best: Option<(usize, Reply)> = None;
        // `false` comes first: components whose options are listed.
        let mut order: Vec<(bool, usize)> =
            places(sum).map(|place| (!rules.parts.borrow().is_listed(sum[place]), place)).collect();
        order.sort_unstable();
        for (is_unlisted, place) in order {
            // To list the options of one more component could cost more than a better answer saves.
            if is_unlisted && best.is_some() {
                break;
            }
            let seen = self.options_at(sum, place, control, |proof, words, _| {
                // The option before its forms are added: `answer` adds them again, to tell the pairs.
                let left = words.clone();
                rules.parts.borrow_mut().combine(words);
                let is_fact = proof.begun.lost.set.contains(words);
                if !is_fact && rules.is_known_lost(words, facts, hints) != Some(true) {
                    return Ok(ControlFlow::Continue(()));
                }
                let weight = |word: &u32| rules.parts.borrow().weight(*word);
                // An answer that is a fact already, or is one form, adds no lost sum to the proof. Any other one costs
                // about as many lines as it has options, for each of which an answer is needed.
                let price = if is_fact || is_decided(words) { 0 } else { 1 + words.iter().map(weight).sum::<usize>() };
                if best.as_ref().is_none_or(|(least, _)| price < *least) {
                    best = Some((price, Reply { moved: sum[place], words: left }));
                }
                Ok(if price == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if seen.is_break() {
                break;
            }
        }
        Ok(best.map(|(_, reply)| reply))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::Range;

    use crate::components::Components;
    use crate::control::{Control, Stopped};
    use crate::game::ImpartialGame;
    use crate::measures::TameClass;
    use crate::misere::sums::{Hints, MisereSums};
    use crate::search::Cuts;

    struct Heaps;

    impl ImpartialGame for Heaps {
        type Position = u64;
        type Move = u64;

        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            0..*heap
        }

        fn play(&self, _: &u64, left: &u64) -> Components<u64> {
            (*left).into()
        }
    }

    /// Knows nothing, and counts how often it is asked for a class.
    struct Asked(Cell<u64>);

    impl Hints<u64> for &Asked {
        fn class(&self, _: &u64) -> Option<TameClass> {
            self.0.set(self.0.get() + 1);
            None
        }

        fn is_lost(&mut self, _: &Components<u64>, _: &mut Control) -> Result<bool, Stopped> {
            Ok(false)
        }
    }

    /// Each limit allows a hundred answers more.
    #[test]
    fn a_proof_that_is_stopped_goes_on() {
        let heaps = [30, 30];
        let prove = |mut limits: Range<u64>| {
            let (mut sums, asked) = (MisereSums::default(), Asked(Cell::new(0)));
            sums.outcome(&Heaps, &heaps, &mut Control::new(), Cuts::ALL, &asked).unwrap();
            let (searched, mut calls) = (asked.0.get(), 0);
            let mut proof = |limit| {
                calls += 1;
                let mut control = Control::new().positions(100 * limit);
                sums.proof(&Heaps, &heaps, &mut control, Cuts::ALL, &asked, u64::to_string).ok()
            };
            let lines = limits.find_map(&mut proof).unwrap();
            (lines, asked.0.get() - searched, calls)
        };
        let (at_once, all, _) = prove(1000..1001);
        let (found, asked, calls) = prove(1..1000);
        assert_eq!(found, at_once);
        assert!(calls > 3 && asked <= all * 11 / 10, "{asked} in {calls} calls, {all} at once");
    }
}
