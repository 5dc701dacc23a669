//! The facts from which an outcome follows by the rules alone: the forms of small components, sums of forms, and lost sums.
//!
//! In: what a search has found. Out: the lines of a [certificate](crate::certificate). A sum is lost if each option has an option that is lost. So the
//! proof begins with the sum in question, or with a lost option of that sum. For each option of each lost sum it takes one lost option: one that
//! is among the lost sums already, if there is one. Then come the forms of all small components that these moves leave, and the sums of forms that were
//! added on the way. `*1` is not taken out of these sums: it is a form like all others.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::parts::Parts;
use super::rules::{Sums, places};
use super::sum::{Sum, Words};
use super::{Hints, MisereSums};
use crate::control::Control;
use crate::game::{ImpartialGame, has_ended};
use crate::misere::canonical::CanonicalForm;
use crate::search::{Cuts, Facts, SolveError};

type Set<T> = HashSet<T, FxBuildHasher>;

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
        let Self { parts, facts } = self;
        let rules = Sums { game, parts: &RefCell::new(parts), cuts };
        let mut proof = Proof { rules: &rules, lost: List::default(), pairs: List::default(), moved: List::default() };
        let contradicted = || SolveError::Contradicted { position: sum.to_vec().into() };
        let mut start = rules.words(sum);
        proof.combine(&mut start);
        // A sum that is one form needs no lost sum: the facts about forms tell who wins.
        if !is_decided(&start) {
            if rules.is_lost(start.clone(), facts, control, &mut hints)? {
                // The proof begins with the sum itself. If the sum is won, the proof begins with a lost option, which
                // `answer` finds.
                proof.lost.add(start);
            } else if !proof.answer(&start, facts, control, &mut hints)? {
                return Err(contradicted());
            }
        }
        let (mut answered, mut done) = (Set::default(), 0);
        // The list grows while it is gone through: each option of a lost sum gets a lost option, which is added. Moves
        // make play shorter, so this ends.
        while let Some(lost) = proof.lost.items.get(done).cloned() {
            done += 1;
            let mut options: Vec<Words> = Vec::new();
            // Options are gathered before they are answered, since the answers need the store and the search.
            for place in places(&lost) {
                proof.moved.add(lost[place]);
                let _ = rules.each_option_at(&lost, place, |words| {
                    if let Some(words) = words {
                        proof.combine(words);
                        options.push(words.clone());
                    }
                    ControlFlow::Continue(())
                });
            }
            for option in options {
                // Different lost sums have common options, and one answer is enough.
                let is_new = !is_decided(&option) && answered.insert(option.clone());
                if is_new && !proof.answer(&option, facts, control, &mut hints)? {
                    return Err(contradicted());
                }
            }
        }
        Ok(proof.lines(sum, text))
    }
}

/// Items in the order in which they were added, each once.
struct List<T> {
    items: Vec<T>,
    set: Set<T>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { items: Vec::new(), set: Set::default() }
    }
}

impl<T: Clone + Eq + Hash> List<T> {
    fn add(&mut self, item: T) {
        if self.set.insert(item.clone()) {
            self.items.push(item);
        }
    }
}

struct Proof<'r, 'a, 'b, G: ImpartialGame> {
    rules: &'r Sums<'a, 'b, G>,
    /// The lost sums.
    lost: List<Words>,
    /// The pairs of forms that are added.
    pairs: List<[CanonicalForm; 2]>,
    /// The components and forms in which the proof moves.
    moved: List<u32>,
}

/// A lost option: the component or form that is moved in, and the option before its forms are added.
struct Reply {
    moved: u32,
    words: Words,
}

/// Whether a sum is at most one form, whose options tell who wins.
fn is_decided(words: &[u32]) -> bool {
    words.len() <= 1 && Sum::first_form(words) == 0
}

impl<G: ImpartialGame> Proof<'_, '_, '_, G> {
    /// Adds the forms of a sum. The pairs become facts.
    fn combine(&mut self, words: &mut Words) {
        self.rules.parts.borrow_mut().combine_and_tell(words, &mut |pair| self.pairs.add(pair));
    }

    /// Puts a lost option of a sum that is won among the facts. `false` if there is none.
    fn answer(
        &mut self,
        sum: &Words,
        facts: &mut Facts<Sum>,
        control: &mut Control,
        hints: &mut impl Hints<G::Position>,
    ) -> Result<bool, SolveError<G::Position>> {
        let mut found = self.known_answer(sum, facts, &*hints);
        if found.is_none() {
            // Wrong hints may have told that a sum is lost which is won.
            if self.rules.is_lost(sum.clone(), facts, control, hints)? {
                return Ok(false);
            }
            found = self.known_answer(sum, facts, &*hints);
        }
        // What the search has forgotten is searched again.
        let mut open = if found.is_none() { self.options(sum) } else { Vec::new() };
        // Each option is asked until a lost one is found. There is one, as the sum is won, unless hints were wrong.
        while let Some(reply) = open.pop() {
            if self.rules.is_lost(reply.words.clone(), facts, control, hints)? {
                found = Some(reply);
                break;
            }
        }
        let Some(mut reply) = found else { return Ok(false) };
        self.moved.add(reply.moved);
        // Only the pairs of the chosen option become facts: `known_answer` adds the forms of all options without
        // telling.
        self.combine(&mut reply.words);
        if !is_decided(&reply.words) {
            self.lost.add(reply.words);
        }
        Ok(true)
    }

    fn options(&self, sum: &Words) -> Vec<Reply> {
        let mut options = Vec::new();
        for place in places(sum) {
            let _ = self.rules.each_option_at(sum, place, |words| {
                options.extend(words.map(|words| Reply { moved: sum[place], words: words.clone() }));
                ControlFlow::Continue(())
            });
        }
        options
    }

    /// An option that is known to be lost, if there is one: a fact, or else the one whose components have the fewest options in all. Components whose options are
    /// listed come first, and the others only if there is no answer in these.
    fn known_answer(&self, sum: &Words, facts: &Facts<Sum>, hints: &impl Hints<G::Position>) -> Option<Reply> {
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
            let visited = rules.each_option_at(sum, place, |words| {
                let Some(words) = words else { return ControlFlow::Continue(()) };
                // The option before its forms are added: `answer` adds them again, to tell the pairs.
                let left = words.clone();
                rules.parts.borrow_mut().combine(words);
                let is_fact = self.lost.set.contains(words);
                if !is_fact && rules.is_known_lost(words, facts, hints) != Some(true) {
                    return ControlFlow::Continue(());
                }
                let weight = |word: &u32| rules.parts.borrow().weight(*word);
                // An answer that is a fact already, or is one form, adds no lost sum to the proof. Any other one costs
                // about as many lines as it has options, for each of which an answer is needed.
                let price = if is_fact || is_decided(words) { 0 } else { 1 + words.iter().map(weight).sum::<usize>() };
                if best.as_ref().is_none_or(|(least, _)| price < *least) {
                    best = Some((price, Reply { moved: sum[place], words: left }));
                }
                if price == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if visited.is_break() {
                break;
            }
        }
        best.map(|(_, reply)| reply)
    }

    /// The facts as text.
    fn lines(mut self, sum: &[G::Position], text: impl Fn(&G::Position) -> String) -> Vec<String> {
        // First, since it adds forms and so may tell further pairs.
        let small = self.small(sum);
        let parts = &mut **self.rules.parts.borrow_mut();
        let sums = closed_sums(parts, self.pairs);
        let mut forms: List<CanonicalForm> = List::default();
        let in_lost = self.lost.items.iter().flatten().filter_map(|word| Sum::as_form(*word));
        let in_small = small.iter().map(|(_, form)| *form);
        sums.iter().flatten().copied().chain(in_lost).chain(in_small).for_each(|form| forms.add(form));
        // The options of each form too, so that the list is closed under moves.
        let mut next = 0;
        while let Some(form) = forms.items.get(next).copied() {
            next += 1;
            parts.options_of_form(form).iter().for_each(|option| forms.add(*option));
        }
        // A checker adds the forms with the smallest numbers first, as the search does.
        let mut forms: Vec<(u64, CanonicalForm)> = forms
            .items
            .into_iter()
            .filter(|form| *form != CanonicalForm::ZERO)
            .map(|form| (parts.size(form), form))
            .collect();
        // By size, which puts options before the form: an option reaches fewer forms, and where both have the maximum
        // size, the option has the smaller number.
        forms.sort_unstable();
        let mut numbers: HashMap<CanonicalForm, usize, FxBuildHasher> = HashMap::default();
        // `*0` has no line of its own. All other forms are numbered from 1 on, in the order of their lines.
        numbers.insert(CanonicalForm::ZERO, 0);
        numbers.extend(forms.iter().enumerate().map(|(place, (_, form))| (*form, place + 1)));

        let mut lines = Vec::new();
        let sorted = |forms: &[CanonicalForm]| {
            let mut sorted: Vec<usize> = forms.iter().map(|form| numbers[form]).collect();
            sorted.sort_unstable();
            sorted
        };
        lines.extend(forms.iter().map(|(_, form)| line("form", &sorted(parts.options_of_form(*form)))));
        let mut told: Vec<[usize; 3]> = Vec::with_capacity(sums.len());
        for [one, other, sum] in sums {
            let pair = sorted(&[one, other]);
            told.push([pair[0], pair[1], numbers[&sum]]);
        }
        told.sort_unstable();
        lines.extend(told.iter().map(|sum| line("sum", sum)));
        // Large components are numbered in the order in which they occur in the lost sums.
        let mut large: List<u32> = List::default();
        let words = || self.lost.items.iter().flatten();
        words().filter(|word| Sum::as_form(**word).is_none()).for_each(|word| large.add(*word));
        lines.extend(large.items.iter().map(|word| format!("component {}", text(parts.key(*word)))));
        lines.extend(small.iter().map(|(key, form)| format!("equal {} {}", numbers[form], text(key))));
        let place: HashMap<u32, usize, FxBuildHasher> = large.items.iter().copied().zip(0..).collect();
        let word = |word: &u32| match Sum::as_form(*word) {
            Some(form) => format!("*{}", numbers[&form]),
            None => place[word].to_string(),
        };
        lines.extend(self.lost.items.iter().map(|lost| line("lost", &lost.iter().map(word).collect::<Vec<_>>())));
        lines
    }

    /// All components with forms that the moves of the proof leave, and that play from these can reach, unless they have ended.
    fn small(&mut self, sum: &[G::Position]) -> Vec<(G::Position, CanonicalForm)> {
        let Sums { game, parts, cuts } = *self.rules;
        let mut small: Vec<(G::Position, CanonicalForm)> = Vec::new();
        let mut met: Set<G::Position> = Set::default();
        let moved = std::mem::take(&mut self.moved).items;
        // The checker lists the options of these components, so the small components among them need lines.
        let large = moved.into_iter().filter(|word| Sum::as_form(*word).is_none());
        let mut open: Vec<G::Position> = large.map(|word| parts.borrow().key(word).clone()).collect();
        // The sum itself is treated like an option, so that its small components get lines.
        let mut left: Vec<_> = vec![sum.iter().cloned().collect()];
        loop {
            for option in left.drain(..) {
                let mut words = Words::new();
                for component in option {
                    let key = game.memo_key(component);
                    let word = parts.borrow_mut().word(game, key.clone(), cuts);
                    words.extend(word);
                    // No word means that the component is equal to `*0`.
                    let form = word.map_or(Some(CanonicalForm::ZERO), Sum::as_form);
                    if let Some(form) = form
                        && met.insert(key.clone())
                        && !has_ended(game, &key)
                    {
                        open.push(key.clone());
                        small.push((key, form));
                    }
                }
                // The checker adds the forms of this option too, so the pairs must be facts.
                self.combine(&mut words);
            }
            let Some(key) = open.pop() else { return small };
            left.extend(game.options(&key));
        }
    }
}

/// The pairs of forms, and those whose sums these need, each with its sum.
fn closed_sums<P: Clone + Eq + Hash>(
    parts: &mut Parts<P>,
    mut pairs: List<[CanonicalForm; 2]>,
) -> Vec<[CanonicalForm; 3]> {
    let mut sums = Vec::new();
    for place in 0.. {
        let Some([one, other]) = pairs.items.get(place).copied() else { break };
        let options = |form| parts.options_of_form(form).iter().copied();
        // The options of the sum are sums themselves, and so facts that this one needs. A sum with `*0` needs none.
        let left = options(one).map(|option| [option, other]).chain(options(other).map(|option| [one, option]));
        for mut pair in left.filter(|pair| !pair.contains(&CanonicalForm::ZERO)) {
            pair.sort_unstable();
            pairs.add(pair);
        }
        sums.push([one, other, parts.add(one, other)]);
    }
    sums
}

fn line<T: Display>(kind: &str, words: &[T]) -> String {
    words.iter().fold(kind.to_owned(), |line, word| format!("{line} {word}"))
}
