//! The components of whole positions: small ones by their canonical forms, large ones by numbers, with their options listed.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::sum::{Sum, Words};
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::measures::TameClass;
use crate::misere::canonical::{CanonicalForm, CanonicalForms};
use crate::nimber::Nimber;
use crate::search::{Cuts, list_bytes, map_bytes, weight};

/// A component, as it stands in whole positions.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A form, and the number of moves in the longest play of the component.
    Small(CanonicalForm, u32),
    /// The number of a component without a form.
    Large(u32),
}

/// A component without a form.
#[derive(Clone, Debug)]
struct Large<P> {
    key: P,
    /// A lower bound on the number of options.
    weight: u32,
    /// Where the options stand among all lists, once they are listed.
    list: Option<Range<usize>>,
}

/// An unfinished list of the options of a large component. Its words are the last ones of [`Parts::lists`].
#[derive(Clone, Debug)]
pub(super) struct NewList {
    number: u32,
    start: usize,
    met: HashSet<Words, FxBuildHasher>,
    /// The number of options that were listed, repeated ones included.
    pub(super) listed: usize,
}

/// All components that were met.
#[derive(Clone, Debug)]
pub(super) struct Parts<P> {
    by_key: HashMap<P, Part, FxBuildHasher>,
    large: Vec<Large<P>>,
    /// The options of large components, each as the number of its words and the words.
    lists: Vec<u32>,
    /// The unfinished list that was put off.
    begun: Option<NewList>,
    forms: CanonicalForms,
    /// The form `*1`.
    one: CanonicalForm,
    /// The number of forms that play from a form can reach, at most [`MOST_PAIRS`].
    sizes: HashMap<CanonicalForm, u64, FxBuildHasher>,
    /// Components that got forms and have not been [counted](Self::take_made) yet.
    made: u64,
}

/// Maximum number of options of a position on the way to a form. A guard: what is small has few options.
const MOST_OPTIONS: usize = 1 << 7;

/// Maximum number of new forms that are made to find the form of one component: some milliseconds. A guard.
const MOST_FORMS: u64 = 1 << 10;

/// Two forms are added if they have at most this number of pairs of positions, which bounds the entries of the store for their sum.
const MOST_PAIRS: u64 = 1 << 12;

/// An upper bound on the words of most lists.
const USUAL_WORDS: usize = 1 << 6;

impl<P> Default for Parts<P> {
    fn default() -> Self {
        let mut forms = CanonicalForms::new();
        let one = forms.form_of(&[CanonicalForm::ZERO], &mut Control::unlimited()).expect(UNBOUNDED);
        Self {
            by_key: HashMap::default(),
            large: Vec::new(),
            lists: Vec::new(),
            begun: None,
            forms,
            one,
            sizes: HashMap::default(),
            made: 0,
        }
    }
}

/// Sorts forms by the number of positions that they can reach, the largest first.
fn order(forms: &mut [(u64, CanonicalForm)]) {
    forms.sort_unstable_by(|one, other| other.cmp(one));
}

const UNBOUNDED: &str = "the control has no bounds";

impl<P> Parts<P> {
    /// The key of a large component.
    pub(super) fn key(&self, number: u32) -> &P {
        &self.large[number as usize].key
    }

    /// A lower bound on the number of options of a component.
    pub(super) fn weight(&self, word: u32) -> usize {
        match Sum::as_form(word) {
            Some(form) => self.forms.options(form).len(),
            None => self.large[word as usize].weight as usize,
        }
    }

    /// The options of a form.
    pub(super) fn options_of_form(&self, form: CanonicalForm) -> &[CanonicalForm] {
        self.forms.options(form)
    }

    /// The pairs to which the moves in a pair of forms lead.
    pub(super) fn options_of_pair(&self, [one, other]: [CanonicalForm; 2]) -> impl Iterator<Item = [CanonicalForm; 2]> {
        let options = |form| self.options_of_form(form).iter().copied();
        options(one).map(move |option| [option, other]).chain(options(other).map(move |option| [one, option]))
    }

    /// The words of the option at a place of the lists. The next option begins after them.
    pub(super) fn option(&self, place: usize) -> &[u32] {
        &self.lists[place + 1..][..self.lists[place] as usize]
    }

    /// Whether the options of a component are listed, or it is a form.
    pub(super) fn is_listed(&self, word: u32) -> bool {
        Sum::as_form(word).is_some() || self.large[word as usize].list.is_some()
    }

    /// The place of the options of a large component among all lists, if they are listed.
    pub(super) fn list(&self, number: u32) -> Option<Range<usize>> {
        self.large[number as usize].list.clone()
    }

    /// A new list, or the one of this component that was put off. It must be [kept](Self::keep_list) or [put off](Self::put_off) before another one begins. A
    /// list of another component that was put off is dropped.
    pub(super) fn begin_list(&mut self, number: u32) -> NewList {
        let begun = self.begun.take();
        if let Some(other) = begun.as_ref().filter(|begun| begun.number != number) {
            self.lists.truncate(other.start);
        }
        let begun = begun.filter(|begun| begun.number == number);
        begun.unwrap_or_else(|| NewList { number, start: self.lists.len(), met: HashSet::default(), listed: 0 })
    }

    /// Adds an option to a list, unless it is there.
    pub(super) fn add_to_list(&mut self, list: &mut NewList, mut words: Words) {
        list.listed += 1;
        self.combine(&mut words);
        if !list.met.contains(&words) {
            self.lists.push(u32::try_from(words.len()).expect("memory has no room for 2^32 components"));
            self.lists.extend(&words);
            list.met.insert(words);
        }
    }

    /// Takes a list as that of the options of a large component. Returns its place.
    pub(super) fn keep_list(&mut self, list: &NewList) -> Range<usize> {
        let place = list.start..self.lists.len();
        self.large[list.number as usize].list = Some(place.clone());
        place
    }

    /// Puts off an unfinished list, which goes on later.
    pub(super) fn put_off(&mut self, list: NewList) {
        self.begun = Some(list);
    }

    /// The number of components that got forms since the last call.
    pub(super) fn take_made(&mut self) -> u64 {
        std::mem::take(&mut self.made)
    }

    /// The bytes after `more` further components.
    pub(super) fn bytes_with(&self, more: usize) -> u64 {
        let of_keys = map_bytes(&self.by_key, more) + list_bytes(&self.large, more);
        let of_lists = list_bytes(&self.lists, more.saturating_mul(USUAL_WORDS)) + map_bytes(&self.sizes, more);
        (of_keys + of_lists) as u64 + self.forms.bytes()
    }

    /// The class of a form that is tame.
    pub(super) fn tame_class(&mut self, form: CanonicalForm) -> Option<TameClass> {
        self.forms.genus(form).tame_class()
    }

    /// Whether a word is a form that is lost for whoever is to move.
    pub(super) fn is_lost(&self, word: u32) -> bool {
        Sum::as_form(word).is_some_and(|form| self.forms.misere_grundy(form) == Nimber::ZERO)
    }

    /// The number of forms that play from a form can reach, at most [`MOST_PAIRS`].
    pub(super) fn size(&mut self, form: CanonicalForm) -> u64 {
        if let Some(size) = self.sizes.get(&form) {
            return *size;
        }
        let (mut met, mut open) = (HashSet::<_, FxBuildHasher>::from_iter([form]), vec![form]);
        while let Some(form) = open.pop() {
            // Beyond the maximum the number does not matter: `combine` adds such a form to no other.
            if met.len() as u64 >= MOST_PAIRS {
                break;
            }
            open.extend(self.forms.options(form).iter().copied().filter(|option| met.insert(*option)));
        }
        let size = (met.len() as u64).min(MOST_PAIRS);
        self.sizes.insert(form, size);
        size
    }

    pub(super) fn add(&mut self, one: CanonicalForm, other: CanonicalForm) -> CanonicalForm {
        self.forms.sum(one, other, &mut Control::unlimited()).expect(UNBOUNDED)
    }

    /// A pair whose sum is lost, to which a move in one of two forms leads.
    pub(super) fn lost_option(&mut self, pair: [CanonicalForm; 2]) -> Option<[CanonicalForm; 2]> {
        // A copy, since sums are added to the store of forms.
        let left: Vec<[CanonicalForm; 2]> = self.options_of_pair(pair).collect();
        left.into_iter().find(|[one, other]| {
            let sum = self.add(*one, *other);
            self.forms.misere_grundy(sum) == Nimber::ZERO
        })
    }

    /// Sorts the words of a sum. Forms are added, those with the fewest positions first, up to [`MOST_PAIRS`].
    pub(super) fn combine(&mut self, words: &mut Words) {
        self.combine_and_tell(words, &mut |_| ());
    }

    /// As [`combine`](Self::combine), and tells each pair of forms that is added.
    pub(super) fn combine_and_tell(&mut self, words: &mut Words, tell: &mut dyn FnMut([CanonicalForm; 2])) {
        words.sort_unstable();
        let first = Sum::first_form(words);
        let mut forms: SmallVec<[(u64, CanonicalForm); 4]> = SmallVec::new();
        for word in words.drain(first..) {
            // The numbers of large components stay in place; only the forms behind them are taken out.
            let form = Sum::as_form(word).expect("forms come after numbers");
            forms.push((self.size(form), form));
        }
        order(&mut forms);
        while forms.len() > 1 {
            let [(larger, other), (smaller, one)] = [forms[forms.len() - 2], forms[forms.len() - 1]];
            // No other two forms have fewer pairs.
            if smaller * larger > MOST_PAIRS {
                break;
            }
            tell([one.min(other), one.max(other)]);
            let sum = self.add(one, other);
            forms.truncate(forms.len() - 2);
            // The sum takes the place of the two forms, and may be added further. The largest come first.
            let sum = (self.size(sum), sum);
            forms.insert(forms.partition_point(|form| *form > sum), sum);
        }
        words.extend(forms.iter().filter_map(|(_, form)| Sum::word(*form)));
        words[first..].sort_unstable();
    }

    /// Takes `*1` out of a sum. The misère Grundy value of the sum is the nim-sum of the nimber and the value of what is left. The nimber is the
    /// value if nothing is left, or what was left is one form.
    pub(super) fn reduced(&mut self, words: &mut Words) -> (Nimber, Option<Sum>) {
        self.combine(words);
        let first = Sum::first_form(words);
        let mut known = Nimber::ZERO;
        for place in first..words.len() {
            let form = Sum::as_form(words[place]).expect("forms come after numbers");
            // `*1` has two positions, itself and `*0`.
            if self.size(form) * 2 <= MOST_PAIRS {
                // Of two forms that differ by `*1`, the older one stands for both.
                let beside = self.add(form, self.one);
                if beside < form {
                    // If the form was `*1`, `*0` is left, which is taken out below.
                    words[place] = Sum::word(beside).unwrap_or(Sum::ZERO);
                    known += Nimber::new(1);
                }
            }
        }
        words.retain(|word| *word != Sum::ZERO);
        words.sort_unstable();
        // One form or none: the store has its value, so nothing is left to search.
        let form = match words[..] {
            [] => Some(CanonicalForm::ZERO),
            [word] => Sum::as_form(word),
            _ => None,
        };
        match form {
            Some(form) => (known + self.forms.misere_grundy(form), None),
            None => (known, Some(Sum::of(words))),
        }
    }
}

impl<P: Clone + Eq + Hash> Parts<P> {
    /// A component as a word of a sum; none if it is equal to `*0`.
    pub(super) fn word<G>(&mut self, game: &G, component: P, cuts: Cuts) -> Option<u32>
    where
        G: ImpartialGame<Position = P>,
    {
        match self.part(game, component, cuts) {
            Part::Small(form, _) => Sum::word(form),
            Part::Large(number) => Some(number),
        }
    }

    fn part<G>(&mut self, game: &G, component: P, cuts: Cuts) -> Part
    where
        G: ImpartialGame<Position = P>,
    {
        let key = game.memo_key(component);
        if let Some(part) = self.by_key.get(&key) {
            return *part;
        }
        let most_made = self.made.saturating_add(MOST_FORMS);
        let options = game.options(&key);
        let hint = options.size_hint();
        // A component stays small or large for good, since words of sums, and the facts about them, refer to it.
        let part = if let Some((form, moves)) = self.form_of(game, options, cuts.form_moves, most_made) {
            Part::Small(form, moves)
        } else {
            let number = u32::try_from(self.large.len()).expect("memory has no room for 2^31 components");
            self.large.push(Large { key: key.clone(), weight: weight(game, &key, hint), list: None });
            Part::Large(number)
        };
        self.by_key.insert(key, part);
        part
    }

    /// The form of a component with these options, and the number of moves in its longest play. `None` if that is more than `most`, which bounds
    /// the depth of the recursion, or if a guard is met.
    fn form_of<G>(
        &mut self,
        game: &G,
        options: impl Iterator<Item = Components<P>>,
        most: u32,
        most_made: u64,
    ) -> Option<(CanonicalForm, u32)>
    where
        G: ImpartialGame<Position = P>,
    {
        if options.size_hint().0 > MOST_OPTIONS {
            return None;
        }
        let mut forms: SmallVec<[CanonicalForm; 16]> = SmallVec::new();
        let mut longest = 0;
        for option in options {
            if forms.len() == MOST_OPTIONS || self.made == most_made {
                return None;
            }
            // `moves` is the length of the longest play that begins with this option.
            let (mut sum, mut moves) = (CanonicalForm::ZERO, 1);
            for component in option {
                // The longest plays of components add up, and the move to this option is one more.
                let left = most.checked_sub(moves)?;
                let key = game.memo_key(component);
                let (form, more) = match self.by_key.get(&key) {
                    // A component with a large one below it is large too: its longest play is longer, or the guard was
                    // met before.
                    Some(Part::Large(_)) => return None,
                    Some(Part::Small(form, more)) => (*form, *more),
                    None => {
                        // Fewer moves are left than for this component, so the recursion ends.
                        let (form, more) = self.form_of(game, game.options(&key), left, most_made)?;
                        self.by_key.insert(key, Part::Small(form, more));
                        (form, more)
                    }
                };
                moves += more;
                sum = self.add(sum, form);
            }
            // A component that was met before may last longer than `left`.
            if moves > most {
                return None;
            }
            longest = longest.max(moves);
            forms.push(sum);
        }
        self.made += 1;
        let form = self.forms.form_of(&forms, &mut Control::unlimited()).expect(UNBOUNDED);
        Some((form, longest))
    }
}
