//! The game on whole positions.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::parts::{NewList, Parts};
use super::sum::{Sum, Words};
use crate::at_least::AtLeast;
use crate::components::Components;
use crate::game::{ImpartialGame, Keyed};
use crate::made::pass_over;
use crate::misere::canonical::CanonicalForm;
use crate::nimber::Nimber;
use crate::search::Cuts;

/// The game on whole positions. Under the rule of the mex the value of a sum is its misère Grundy value, as the empty sum has the known value 1.
pub(super) struct Sums<'a, 'b, G: ImpartialGame> {
    pub(super) game: &'a G,
    pub(super) parts: &'a RefCell<&'b mut Parts<G::Position>>,
    pub(super) cuts: Cuts,
}

impl<G: ImpartialGame> Sums<'_, '_, G> {
    /// A sum of components without `*1`, as in [`Parts::reduced`].
    pub(super) fn reduced(&self, sum: &[G::Position]) -> (Nimber, Option<Sum>) {
        let mut words = self.words(sum);
        self.parts.borrow_mut().reduced(&mut words)
    }

    /// The words of a sum of components.
    pub(super) fn words(&self, sum: &[G::Position]) -> Words {
        let mut parts = self.parts.borrow_mut();
        sum.iter().filter_map(|component| parts.word(self.game, component.clone(), self.cuts)).collect()
    }

    /// Visits the words of each option of a sum that a move in the component at a place leaves, until the visitor breaks. While a component is
    /// listed for the first time, the visitor gets `None` for each of its options: if it breaks then, the list goes on the next time.
    pub(super) fn each_option_at<B>(
        &self,
        words: &[u32],
        place: usize,
        mut visit: impl FnMut(Option<&mut Words>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // The words of the sum without the component that is moved in, and with those that the move leaves.
        let with = |left: &[u32]| words[..place].iter().chain(&words[place + 1..]).chain(left).copied().collect();
        if let Some(form) = Sum::as_form(words[place]) {
            // A copy, since the visitor changes the store of forms.
            let options: SmallVec<[CanonicalForm; 16]> = self.parts.borrow().options_of_form(form).into();
            for option in options {
                visit(Some(&mut with(Sum::word(option).as_slice())))?;
            }
            return ControlFlow::Continue(());
        }
        // Each option in the list is the number of its words, and then the words.
        let list = self.listed(words[place], || visit(None))?;
        let mut next = list.start;
        while next < list.end {
            // The borrow ends with the block: the visitor needs the components too.
            let mut option: Words = {
                let parts = self.parts.borrow();
                let left = parts.option(next);
                next += 1 + left.len();
                with(left)
            };
            visit(Some(&mut option))?;
        }
        ControlFlow::Continue(())
    }

    /// The place of the options of a large component among all lists. They are listed at the first call, each once, unless `pause` breaks; then the next call goes on.
    fn listed<B>(&self, number: u32, pause: impl FnMut() -> ControlFlow<B>) -> ControlFlow<B, Range<usize>> {
        if let Some(list) = self.parts.borrow().list(number) {
            return ControlFlow::Continue(list);
        }
        let key = self.parts.borrow().key(number).clone();
        let mut list = self.parts.borrow_mut().begin_list(number);
        if let ControlFlow::Break(broken) = self.list_on(&key, &mut list, pause) {
            self.parts.borrow_mut().put_off(list);
            return ControlFlow::Break(broken);
        }
        ControlFlow::Continue(self.parts.borrow_mut().keep_list(&list))
    }

    /// Adds the options that are not in a list yet; those before are passed over.
    fn list_on<B>(
        &self,
        key: &G::Position,
        list: &mut NewList,
        mut pause: impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut options = self.game.options(key);
        pass_over(&mut options, list.listed, &mut pause)?;
        for option in options {
            // Before the option is added, so that a list is whole where it is read.
            pause()?;
            let words = self.words(&option);
            self.parts.borrow_mut().add_to_list(list, words);
        }
        ControlFlow::Continue(())
    }

    /// Visits the words of each option of a sum, until the visitor breaks. Equal components are moved in once.
    fn each_option(&self, sum: &Sum, mut visit: impl FnMut(Option<&mut Words>) -> ControlFlow<()>) -> ControlFlow<()> {
        places(sum.words()).try_for_each(|place| self.each_option_at(sum.words(), place, &mut visit))
    }
}

/// The places of the components of a sum, of equal ones the first.
pub(super) fn places(words: &[u32]) -> impl Iterator<Item = usize> + use<'_> {
    (0..words.len()).filter(|place| *place == 0 || words[place - 1] != words[*place])
}

impl<G: ImpartialGame> ImpartialGame for Sums<'_, '_, G> {
    type Position = Sum;
    /// The number of an option.
    type Move = usize;

    fn moves(&self, sum: &Sum) -> impl Iterator<Item = usize> {
        0..self.options(sum).count()
    }

    fn play(&self, sum: &Sum, mv: &usize) -> Components<Sum> {
        self.options(sum).nth(*mv).expect("moves are numbers of options")
    }

    fn options(&self, sum: &Sum) -> impl Iterator<Item = Components<Sum>> {
        let parts = self.parts.borrow();
        let words = sum.words();
        // A lower bound on the options, without listing them, so that a list that is too long is refused before it is
        // made.
        let least = places(words).map(|place| parts.weight(words[place])).fold(0, usize::saturating_add);
        let sum = sum.clone();
        let listed = std::iter::once_with(move || {
            let mut listed = Vec::new();
            let _ = self.each_option(&sum, |words| {
                let Some(words) = words else { return ControlFlow::Continue(()) };
                // Here `*1` stays a form of the option: a plain position has no place for a nimber beside it.
                self.parts.borrow_mut().combine(words);
                listed.push(Components::from(Sum::of(words)));
                ControlFlow::Continue(())
            });
            listed
        });
        AtLeast::new(least, listed.flatten())
    }

    fn known_value(&self, sum: &Sum) -> Option<Nimber> {
        sum.words().is_empty().then_some(Nimber::new(1))
    }

    /// Takes `*1` out of the options, and tells the values of those that are one form.
    fn keyed_options(
        &self,
        sum: &Sum,
        _: impl Iterator<Item = Components<Sum>>,
        mut visit: impl FnMut(Keyed<Sum>) -> ControlFlow<()>,
    ) {
        let mut met: HashSet<(Nimber, Option<Sum>), FxBuildHasher> = HashSet::default();
        let _ = self.each_option(sum, |words| {
            let Some(words) = words else { return visit(Keyed::Pause) };
            // Options that are alike once `*1` is taken out are told once.
            let option = self.parts.borrow_mut().reduced(words);
            if !met.insert(option.clone()) {
                return ControlFlow::Continue(());
            }
            let (known, left) = option;
            // A break is seen at the end of the option.
            let _ = visit(Keyed::Known(known));
            if let Some(left) = left {
                let _ = visit(Keyed::Key(left));
            }
            visit(Keyed::End)
        });
    }
}
