//! The facts from which an outcome follows by the rules alone: the forms of small components, sums of forms, and lost sums.
//!
//! In: what a search has found. Out: the lines of a [certificate](crate::certificate). A sum is lost if each option has an option that is lost. So the
//! proof begins with the sum in question, or with a lost option of that sum. For each option of each lost sum it takes one lost option: one that
//! is among the lost sums already, if there is one. Lost sums for which others turn out to be enough are left out. Then come the forms of all small
//! components that these moves leave, and the sums of forms that were added on the way. `*1` is not taken out of these sums: it is a form like all others.

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
use crate::components::Components;
use crate::control::{Control, Stopped, Unit};
use crate::game::{ImpartialGame, has_ended};
use crate::misere::canonical::CanonicalForm;
use crate::search::{Cuts, Facts, SolveError, list_bytes, map_bytes, set_bytes};

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
        let mut proof = Proof {
            rules: &rules,
            lost: List::default(),
            answers: HashMap::default(),
            pairs: List::default(),
            moved: List::default(),
        };
        let contradicted = || SolveError::Contradicted { position: sum.to_vec().into() };
        let mut start = rules.words(sum);
        rules.parts.borrow_mut().combine(&mut start);
        // A sum that is one form needs no lost sum: the facts about forms tell who wins.
        let is_open = !is_decided(&start);
        let is_won = is_open && !rules.is_lost(start.clone(), facts, control, &mut hints)?;
        if is_won && !proof.answer(&start, facts, control, &mut hints)? {
            return Err(contradicted());
        }
        if is_open && !is_won {
            // The proof begins with the sum itself. If the sum is won, the proof begins with a lost option, which
            // `answer` has found.
            proof.lost.add(start.clone());
        }
        let mut done = 0;
        // The list grows while it is gone through: each option of a lost sum gets a lost option, which is added. Moves
        // make play shorter, so this ends.
        while let Some(lost) = proof.lost.items.get(done).cloned() {
            done += 1;
            proof.look(control)?;
            // Options are gathered before they are answered, since the answers need the store and the search.
            for option in proof.open_options(&lost) {
                proof.look(control)?;
                // Different lost sums have common options, and one answer is enough.
                if !proof.answers.contains_key(&option) && !proof.answer(&option, facts, control, &mut hints)? {
                    return Err(contradicted());
                }
            }
        }
        proof.leave_out(control)?;
        proof.tell(is_won.then_some(&start), control)?;
        Ok(proof.lines(sum, text, control)?)
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

impl List<[CanonicalForm; 2]> {
    /// Adds a pair of forms, unless the sum of both is one of them: `*0` is nothing in a sum.
    fn add_pair(&mut self, mut pair: [CanonicalForm; 2]) {
        if !pair.contains(&CanonicalForm::ZERO) {
            pair.sort_unstable();
            self.add(pair);
        }
    }
}

/// Maximum number of options for which other answers are looked for, so that a lost sum can be left out. A guard, not tuned: to look for
/// an answer takes a step for each option of an option.
const FEW: usize = 8;

struct Proof<'r, 'a, 'b, G: ImpartialGame> {
    rules: &'r Sums<'a, 'b, G>,
    /// The lost sums.
    lost: List<Words>,
    /// The answers to their options, and to the sum in question if that is won.
    answers: HashMap<Words, Reply, FxBuildHasher>,
    /// The pairs of forms that are added.
    pairs: List<[CanonicalForm; 2]>,
    /// The components and forms in which the proof moves.
    moved: List<u32>,
}

/// A lost option: the component or form that is moved in, and the option before its forms are added.
#[derive(Clone)]
struct Reply {
    moved: u32,
    words: Words,
}

/// Whether a sum is at most one form, whose options tell who wins.
fn is_decided(words: &[u32]) -> bool {
    words.len() <= 1 && Sum::first_form(words) == 0
}

impl<G: ImpartialGame> Proof<'_, '_, '_, G> {
    /// Looks at one sum or component under the control. The limit on positions bounds the number of lost sums.
    fn look(&self, control: &mut Control) -> Result<(), Stopped> {
        if self.lost.items.len() as u64 > control.position_limit() {
            return Err(control.out_of_positions(Unit::Facts, 0));
        }
        let listed = list_bytes(&self.lost.items, 1) + set_bytes(&self.lost.set, 1) + map_bytes(&self.answers, 1);
        // How wide a sum is does not matter: a look may take long.
        control.count_options(1, u64::MAX, || self.rules.parts.borrow().bytes_with(0).saturating_add(listed as u64))
    }

    /// Adds the forms of a sum. The pairs become facts.
    fn combine(&mut self, words: &mut Words) {
        self.rules.parts.borrow_mut().combine_and_tell(words, &mut |pair| self.pairs.add_pair(pair));
    }

    /// As [`combine`](Self::combine), for the sum in question. If that is one form and won, the last pair is left out: two forms and a lost option
    /// of these need fewer facts than the form of their sum.
    fn combine_start(&mut self, mut words: Words) {
        let mut pairs = Vec::new();
        let parts = &mut **self.rules.parts.borrow_mut();
        parts.combine_and_tell(&mut words, &mut |pair| pairs.push(pair));
        if is_decided(&words)
            && let Some(last) = pairs.pop()
        {
            pairs.push(parts.lost_option(last).unwrap_or(last));
        }
        for pair in pairs {
            self.pairs.add_pair(pair);
        }
    }

    /// The undecided options of a sum, with their forms added.
    fn open_options(&self, sum: &Words) -> Vec<Words> {
        let mut options = Vec::new();
        self.rules.all_options(sum, |_, words| {
            self.rules.parts.borrow_mut().combine(words);
            if !is_decided(words) {
                options.push(words.clone());
            }
        });
        options
    }

    /// The lost sum of an answer, unless it is one form.
    fn lost_sum(&self, reply: &Reply) -> Option<Words> {
        let mut words = reply.words.clone();
        self.rules.parts.borrow_mut().combine(&mut words);
        (!is_decided(&words)).then_some(words)
    }

    /// Leaves out lost sums that the proof does not need: an option may have got its answer before another lost sum was found that is an
    /// answer too.
    fn leave_out(&mut self, control: &mut Control) -> Result<(), Stopped> {
        while !self.lost.items.is_empty() {
            let mut uses = self.needed(control)?;
            let before = self.lost.set.len();
            // The first lost sum is what is to be proved.
            for lost in self.lost.items.iter().skip(1).rev() {
                self.look(control)?;
                if uses[lost].len() > FEW {
                    continue;
                }
                self.lost.set.remove(lost);
                let answers: Option<Vec<Reply>> = uses[lost].iter().map(|option| self.answer_among(option)).collect();
                let Some(answers) = answers else {
                    self.lost.set.insert(lost.clone());
                    continue;
                };
                for (option, reply) in uses.remove(lost).unwrap_or_default().into_iter().zip(answers) {
                    if let Some(other) = self.lost_sum(&reply) {
                        uses.entry(other).or_default().push(option.clone());
                    }
                    self.answers.insert(option, reply);
                }
            }
            if self.lost.set.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// Keeps the first lost sum and all that are answers to options of what is kept. Returns the options that each of them answers.
    fn needed(&mut self, control: &mut Control) -> Result<HashMap<Words, Vec<Words>, FxBuildHasher>, Stopped> {
        let mut uses: HashMap<Words, Vec<Words>, FxBuildHasher> = HashMap::default();
        let (mut needed, mut met, mut done) = (List::default(), Set::default(), 0);
        needed.add(self.lost.items[0].clone());
        while let Some(lost) = needed.items.get(done) {
            done += 1;
            self.look(control)?;
            let options = self.open_options(lost).into_iter().filter(|option| met.insert(option.clone()));
            for option in options.collect::<Vec<_>>() {
                if let Some(answer) = self.lost_sum(&self.answers[&option]) {
                    uses.entry(answer.clone()).or_default().push(option);
                    needed.add(answer);
                }
            }
        }
        self.lost = needed;
        Ok(uses)
    }

    /// An answer that is one of the lost sums, or one form. Components whose options are not listed are passed over.
    fn answer_among(&self, option: &Words) -> Option<Reply> {
        let parts = self.rules.parts;
        let mut found = None;
        for place in places(option).filter(|place| parts.borrow().is_listed(option[*place])) {
            let visited = self.rules.each_option_at(option, place, |words| {
                let Some(words) = words else { return ControlFlow::Continue(()) };
                let left = words.clone();
                parts.borrow_mut().combine(words);
                let is_lost = match words[..] {
                    [word] if is_decided(words) => parts.borrow().is_lost(word),
                    _ => self.lost.set.contains(words),
                };
                if !is_lost {
                    return ControlFlow::Continue(());
                }
                found = Some(Reply { moved: option[place], words: left });
                ControlFlow::Break(())
            });
            if visited.is_break() {
                break;
            }
        }
        found
    }

    /// Notes the components and forms in which the proof moves, and the pairs that are added on the way. `won` is the sum in question, if
    /// that is won and needs an answer.
    fn tell(&mut self, won: Option<&Words>, control: &mut Control) -> Result<(), Stopped> {
        let mut answered: Set<Words> = Set::default();
        let mut options: Vec<Words> = won.into_iter().cloned().collect();
        for lost in self.lost.items.clone() {
            self.look(control)?;
            places(&lost).for_each(|place| self.moved.add(lost[place]));
            self.rules.all_options(&lost, |_, words| {
                self.combine(words);
                if !is_decided(words) && answered.insert(words.clone()) {
                    options.push(words.clone());
                }
            });
        }
        for option in options {
            let mut reply = self.answers[&option].clone();
            self.moved.add(reply.moved);
            self.combine(&mut reply.words);
        }
        Ok(())
    }

    /// Finds an answer to a sum that is won: a lost option, which becomes one of the lost sums. `false` if there is none.
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
        let Some(reply) = found else { return Ok(false) };
        if let Some(lost) = self.lost_sum(&reply) {
            self.lost.add(lost);
        }
        self.answers.insert(sum.clone(), reply);
        Ok(true)
    }

    fn options(&self, sum: &Words) -> Vec<Reply> {
        let mut options = Vec::new();
        self.rules.all_options(sum, |moved, words| options.push(Reply { moved, words: words.clone() }));
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
    fn lines(
        mut self,
        sum: &[G::Position],
        text: impl Fn(&G::Position) -> String,
        control: &mut Control,
    ) -> Result<Vec<String>, Stopped> {
        // First, since it adds forms and so may tell further pairs.
        let small = self.small(sum, control)?;
        let parts = &mut **self.rules.parts.borrow_mut();
        let sums = closed_sums(parts, self.pairs, control)?;
        let mut forms: List<CanonicalForm> = List::default();
        let in_lost = self.lost.items.iter().flatten().filter_map(|word| Sum::as_form(*word));
        let in_small = small.iter().map(|(_, form)| *form);
        sums.iter().flatten().copied().chain(in_lost).chain(in_small).for_each(|form| forms.add(form));
        // The options of each form too, so that the list is closed under moves.
        for next in 0.. {
            let Some(form) = forms.items.get(next).copied() else { break };
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
        Ok(lines)
    }

    /// All components with forms that the moves of the proof leave, and that play from these can reach, unless they have ended.
    fn small(
        &mut self,
        sum: &[G::Position],
        control: &mut Control,
    ) -> Result<Vec<(G::Position, CanonicalForm)>, Stopped> {
        let Sums { game, parts, cuts } = *self.rules;
        let mut small: Vec<(G::Position, CanonicalForm)> = Vec::new();
        let mut met: Set<G::Position> = Set::default();
        let moved = std::mem::take(&mut self.moved).items;
        // The checker lists the options of these components, so the small components among them need lines.
        let large = moved.into_iter().filter(|word| Sum::as_form(*word).is_none());
        let mut open: Vec<G::Position> = large.map(|word| parts.borrow().key(word).clone()).collect();
        // The words of a sum, whose small components get lines.
        let mut words_of = |sum: Components<G::Position>, open: &mut Vec<G::Position>| {
            let mut words = Words::new();
            for component in sum {
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
            words
        };
        self.combine_start(words_of(sum.iter().cloned().collect(), &mut open));
        while let Some(key) = open.pop() {
            for option in game.options(&key) {
                self.look(control)?;
                // The checker adds the forms of this option too, so the pairs must be facts.
                self.combine(&mut words_of(option, &mut open));
            }
        }
        Ok(small)
    }
}

/// The pairs of forms, and those whose sums these need, each with its sum.
fn closed_sums<P: Clone + Eq + Hash>(
    parts: &mut Parts<P>,
    mut pairs: List<[CanonicalForm; 2]>,
    control: &mut Control,
) -> Result<Vec<[CanonicalForm; 3]>, Stopped> {
    let mut sums = Vec::new();
    while let Some([one, other]) = pairs.items.get(sums.len()).copied() {
        control.count_options(1, u64::MAX, || parts.bytes_with(pairs.items.len()))?;
        // The options of the sum are sums themselves, and so facts that this one needs.
        parts.options_of_pair([one, other]).for_each(|pair| pairs.add_pair(pair));
        sums.push([one, other, parts.add(one, other)]);
    }
    Ok(sums)
}

fn line<T: Display>(kind: &str, words: &[T]) -> String {
    words.iter().fold(kind.to_owned(), |line, word| format!("{line} {word}"))
}
