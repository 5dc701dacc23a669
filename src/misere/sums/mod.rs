//! Who wins a sum in misère play, by a search on whole positions in which small components stand as their canonical forms.
//!
//! In: a rule book, a sum, a control, what earlier searches found. Out: the outcome; and facts about the whole positions that were met.
//!
//! In misère play a sum must be searched as a whole, and there are exponentially many sums. Few of them differ: near the end of play most components
//! are small, and different small components have the same [canonical form](crate::misere::canonical), so that either may stand for the other in
//! every sum. A *small* component is one whose longest play has at most seven moves. Its form is found by all positions that play from it can
//! reach. The forms of a sum are added, which gives another form. So a whole position is a list of the numbers of its large components, with one form.
//!
//! For a whole position *X* let *g*(*X*) be its misère Grundy value: 1 if *X* has no moves, and else the mex over its options. *X* is lost exactly if
//! *g*(*X*) is 0. Theorem: *g*(*X* + `*1`) = *g*(*X*) ⊕ 1. Proof by induction: let *v* = *g*(*X*). The options of *X* + `*1` are *X* with value *v*, and the
//! *X*' + `*1` with values *g*(*X*') ⊕ 1, which is *v* ⊕ 1 for none of them. If *v* is even, the numbers below *v* are the values of some *X*', so they are also
//! their values ⊕ 1, and the mex is *v* + 1. If *v* is odd, the same holds of the numbers below *v* − 1, and the mex is *v* − 1. So `*1` is taken out of sums, and
//! the [nimber search](crate::search) asks whether *g* is 0 or 1. No other nim-heap can be taken out: `*2` + `*2` is not `*0`.
//!
//! By hand, for Node Kayles on paths, each written as its number of vertices: 1 and 2 have the form `*1`. A move in 4 leaves 2 or 1, so the only option of 4
//! is `*1`, and its form is `*0`. A move in 3 leaves 1 or nothing, so its form is `*2`. For any large graph *X*:
//! - *X*, *X* + 4 and *X* + 1 + 2 are the same position;
//! - *X* + 1, *X* + 2 and *X* + 4 + 1 are this position too, with the question whether *g* is 1 in place of 0;
//! - *X* + 3 is a second position;
//! - *X* + 3 + 3 is a third, in which the forms of 3 and 3 are added to `*[3 2]`.
//!
//! Cost: the options of a large component are listed once, as words of 32 bits, and an option of a whole position is a merge of two short lists and a look-up or two of
//! sums of forms. A small component costs a listing and a form, and counts as a position under the control when the search comes to the next whole
//! position. Two forms are added if they have at most 4096
//! pairs of positions; else both stand in the list. Memory is that of the nimber search, with keys of some words, and 4 bytes for each word of a list.
//!
//! With up to five moves fewer components get forms, and more whole positions differ; with ten, forms of components take longer than the search. Both
//! extremes are sound, and every choice gives the same outcomes.
//!
//! What was found is written as a proof that needs neither the search nor the store of forms (`proof.rs`, `lines.rs`).
//!
//! Reference: ONAG, ch. 12; Lemoine and Viennot, *Analysis of misère Sprouts game with reduced canonical trees*, 2009.

mod lines;
mod parts;
mod proof;
mod rules;
mod sum;

use std::cell::RefCell;
use std::hash::Hash;

use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::measures::TameClass;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, outcome_of};
use crate::search::{Cuts, Facts, Memo, NimberSearch, SolveError};
use lines::Begun;
use parts::Parts;
use rules::Sums;
use sum::{Sum, Words};

/// What searches have found of whole positions in misère play.
#[derive(Clone, Debug)]
pub(crate) struct MisereSums<P> {
    parts: Parts<P>,
    facts: Facts<Sum>,
    /// The proof that was stopped.
    begun: Option<Begun>,
}

/// What is known of components and of sums without a search.
pub(crate) trait Hints<P> {
    /// The class of a component that is tame.
    fn class(&self, component: &P) -> Option<TameClass>;

    /// Whether a sum is known to be lost. A sum that is known to be won is searched: one of its options is known to be lost.
    fn is_lost(&mut self, sum: &Components<P>, control: &mut Control) -> Result<bool, Stopped>;
}

impl<P: Clone + Eq + Hash> MisereSums<P> {
    /// The outcome of a sum.
    pub(crate) fn outcome<G>(
        &mut self,
        game: &G,
        sum: &[P],
        control: &mut Control,
        cuts: Cuts,
        mut hints: impl Hints<P>,
    ) -> Result<Outcome, SolveError<P>>
    where
        G: ImpartialGame<Position = P>,
    {
        let Self { parts, facts, .. } = self;
        let rules = Sums { game, parts: &RefCell::new(parts), cuts };
        let is_lost = rules.is_lost(rules.words(sum), facts, control, &mut hints)?;
        Ok(if is_lost { Outcome::P } else { Outcome::N })
    }

    /// The outcome of a sum, if it is known without a search.
    pub(crate) fn known<G>(&mut self, game: &G, sum: &[P], cuts: Cuts) -> Option<Known>
    where
        G: ImpartialGame<Position = P>,
    {
        let Self { parts, facts, .. } = self;
        let parts = RefCell::new(parts);
        // The value of the sum is `known`, or the nim-sum of `known` and the value of `left`.
        let (known, left) = Sums { game, parts: &parts, cuts }.reduced(sum);
        let Some(left) = left else { return Some(Known::ByForms(outcome_of(known))) };
        let is_lost = facts.is_worth(&left, known)?;
        Some(Known::BySearch(if is_lost { Outcome::P } else { Outcome::N }))
    }
}

impl<G: ImpartialGame> Sums<'_, '_, G> {
    /// Whether a sum of words is lost.
    fn is_lost(
        &self,
        mut words: Words,
        facts: &mut Facts<Sum>,
        control: &mut Control,
        hints: &mut impl Hints<G::Position>,
    ) -> Result<bool, SolveError<G::Position>> {
        let (known, left) = self.parts.borrow_mut().reduced(&mut words);
        // Nothing is left for a search: the forms alone give the value.
        let Some(left) = left else { return Ok(known.is_zero()) };
        let mut ask = |sum: &Sum, control: &mut Control| {
            let mut parts = self.parts.borrow_mut();
            // Components that got forms since the last question count as positions.
            control.count(parts.take_made());
            if let Some(class) = class_of(&mut parts, sum, &*hints) {
                return Ok(Some(class.misere_grundy()));
            }
            // Hints are about components of the game, and a form stands for no component of its own.
            let is_plain = Sum::first_form(sum.words()) == sum.words().len();
            let is_lost = is_plain && hints.is_lost(&large(&parts, sum), control)?;
            Ok(is_lost.then_some(Nimber::ZERO))
        };
        let mut bytes = BytesOf(self.parts);
        let mut search =
            NimberSearch { game: self, values: &mut bytes, facts, control, ask: &mut ask, cuts: self.cuts };
        // The value of the sum is the nim-sum of `known` and that of `left`, so it is 0 exactly if `left` is worth `known`.
        let found = search.is_worth(left.into(), known);
        found.map_err(|error| error.map(|sum| large(&self.parts.borrow(), &sum)).flatten())
    }

    /// Whether a sum of words is lost, if that is known without a search.
    fn is_known_lost(&self, words: &Words, facts: &Facts<Sum>, hints: &impl Hints<G::Position>) -> Option<bool> {
        let mut parts = self.parts.borrow_mut();
        let (known, left) = parts.reduced(&mut words.clone());
        let Some(left) = left else { return Some(known.is_zero()) };
        let by_class = |parts: &mut _| Some(class_of(parts, &left, hints)?.misere_grundy() == known);
        // The facts first: they are one look-up, and classes need the genus of each form.
        facts.is_worth(&left, known).or_else(|| by_class(&mut parts))
    }
}

/// An outcome that is known.
pub(crate) enum Known {
    /// All components are small.
    ByForms(Outcome),
    /// An earlier search has found it.
    BySearch(Outcome),
}

impl<P> Default for MisereSums<P> {
    fn default() -> Self {
        Self { parts: Parts::default(), facts: Facts::default(), begun: None }
    }
}

/// The class of a sum of tame components.
fn class_of<P>(parts: &mut Parts<P>, sum: &Sum, hints: &impl Hints<P>) -> Option<TameClass> {
    let mut total = TameClass::FickleZero;
    for word in sum.words() {
        // A component without a class ends the loop: then nothing is known of the sum.
        total = total
            + match Sum::as_form(*word) {
                Some(form) => parts.tame_class(form)?,
                None => hints.class(parts.key(*word))?,
            };
    }
    Some(total)
}

/// The large components of a sum.
fn large<P: Clone>(parts: &Parts<P>, sum: &Sum) -> Components<P> {
    let numbers = &sum.words()[..Sum::first_form(sum.words())];
    numbers.iter().map(|number| parts.key(*number).clone()).collect()
}

/// No memo, since the facts hold all that is found. It tells the bytes of the components.
struct BytesOf<'a, 'b, P>(&'a RefCell<&'b mut Parts<P>>);

impl<P> Memo<Sum, Nimber> for BytesOf<'_, '_, P> {
    fn recall(&self, _: &Sum) -> Option<Nimber> {
        None
    }

    fn insert(&mut self, _: Sum, _: Nimber) {}

    fn bytes_with(&self, more: usize) -> u64 {
        self.0.borrow().bytes_with(more)
    }
}
