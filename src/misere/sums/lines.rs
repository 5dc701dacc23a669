//! The lines of a certificate, from the lost sums of a proof and the moves of it.
//!
//! In: what a proof has found. Out: text. The forms of all small components that the moves leave are told, and the sums of forms that were added on
//! the way, with those that these need. `*1` is not taken out of these sums: it is a form like all others.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use super::parts::Parts;
use super::rules::Sums;
use super::sum::{Sum, Words};
use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::{ImpartialGame, has_ended};
use crate::misere::canonical::CanonicalForm;
use crate::search::{list_bytes, set_bytes};

pub(super) type Set<T> = HashSet<T, FxBuildHasher>;

/// Items in the order in which they were added, each once.
#[derive(Clone, Debug)]
pub(super) struct List<T> {
    pub(super) items: Vec<T>,
    pub(super) set: Set<T>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { items: Vec::new(), set: Set::default() }
    }
}

impl<T: Clone + Eq + Hash> List<T> {
    pub(super) fn add(&mut self, item: T) {
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

/// A proof as far as it is found. What is done with the answers once all are found begins anew after a stop.
#[derive(Clone, Debug, Default)]
pub(super) struct Begun {
    /// The sum in question.
    pub(super) start: Words,
    /// The lost sums.
    pub(super) lost: List<Words>,
    /// The answers to their options, and to the sum in question if that is won.
    pub(super) answers: HashMap<Words, Reply, FxBuildHasher>,
    /// The number of lost sums whose options all have answers.
    pub(super) done: usize,
}

/// A lost option: the component or form that is moved in, and the option before its forms are added.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) moved: u32,
    pub(super) words: Words,
}

/// Whether a sum is at most one form, whose options tell who wins.
pub(super) fn is_decided(words: &[u32]) -> bool {
    words.len() <= 1 && Sum::first_form(words) == 0
}

/// What is told.
pub(super) struct Told<'r, 'a, 'b, G: ImpartialGame> {
    pub(super) rules: &'r Sums<'a, 'b, G>,
    /// The lost sums.
    pub(super) lost: Vec<Words>,
    /// The pairs of forms that are added.
    pub(super) pairs: List<[CanonicalForm; 2]>,
    /// The components and forms in which the proof moves.
    pub(super) moved: List<u32>,
}

impl<G: ImpartialGame> Told<'_, '_, '_, G> {
    /// Adds the forms of a sum. The pairs become facts.
    pub(super) fn combine(&mut self, words: &mut Words) {
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

    /// The facts as text.
    pub(super) fn lines(
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
        let in_lost = self.lost.iter().flatten().filter_map(|word| Sum::as_form(*word));
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
        let words = || self.lost.iter().flatten();
        words().filter(|word| Sum::as_form(**word).is_none()).for_each(|word| large.add(*word));
        lines.extend(large.items.iter().map(|word| format!("component {}", text(parts.key(*word)))));
        lines.extend(small.iter().map(|(key, form)| format!("equal {} {}", numbers[form], text(key))));
        let place: HashMap<u32, usize, FxBuildHasher> = large.items.iter().copied().zip(0..).collect();
        let word = |word: &u32| match Sum::as_form(*word) {
            Some(form) => format!("*{}", numbers[&form]),
            None => place[word].to_string(),
        };
        lines.extend(self.lost.iter().map(|lost| line("lost", &lost.iter().map(word).collect::<Vec<_>>())));
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
                control.count_options(1, u64::MAX, || self.bytes())?;
                // The checker adds the forms of this option too, so the pairs must be facts.
                self.combine(&mut words_of(option, &mut open));
            }
        }
        Ok(small)
    }

    fn bytes(&self) -> u64 {
        let own = list_bytes(&self.lost, 0) + list_bytes(&self.pairs.items, 1) + set_bytes(&self.pairs.set, 1);
        self.rules.parts.borrow().bytes_with(0).saturating_add(own as u64)
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
