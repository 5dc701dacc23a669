//! The store of canonical forms.

use std::collections::HashMap;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::measures::GenusValue;
use crate::mex::mex;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play, outcome_of};
use crate::search::{list_bytes, map_bytes};

/// A game in its simplest form: a number in the [store](CanonicalForms) that made it. Two forms of one store are equal exactly if the
/// games are equal.
///
/// Forms are numbered in the order in which they were added to the store, so the options of a form have smaller numbers. A store treats
/// a form of another store as its own form with the same number, or as `*0` if it has no such number; it never panics.
///
/// ```
/// use grundy::Control;
/// use grundy::misere::canonical::{CanonicalForm, CanonicalForms};
///
/// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
/// let one = forms.nim_heap(1, &mut control)?;
/// assert_eq!(forms.sum(one, one, &mut control)?, CanonicalForm::ZERO); // *1 + *1 = *0 in misère play, too
/// # Ok::<(), grundy::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CanonicalForm(pub(super) u32);

impl CanonicalForm {
    /// The game that has ended, `*0`, in every store.
    pub const ZERO: Self = Self(0);

    /// The number of the form in its store, counted from 0 in the order in which forms were added.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The form with this number.
    pub(crate) const fn of_number(number: u32) -> Self {
        Self(number)
    }
}

/// A store of games in their simplest forms. Each form is stored once, as the set of its options.
///
/// Methods that may add entries take a [`Control`]. Each new entry counts as one position: a form, an option of a form, a cached sum,
/// a cached outcome of a sum, a cached mate. A form takes about 60 bytes and 4 bytes for each option, a cached sum about 20 bytes. After
/// [`Stopped`] the store keeps all entries, and the same question continues from them.
///
/// With the feature `serde` a store is written as the list of the options of each form. Reading checks that each form is in its
/// simplest form and occurs once. The caches of sums, outcomes and mates are not written.
///
/// ```
/// use grundy::misere::canonical::CanonicalForms;
/// use grundy::{Control, Nimber, Outcome, Play};
///
/// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
/// let two = forms.nim_heap(2, &mut control)?;
/// let two_twos = forms.sum(two, two, &mut control)?;
/// assert_eq!(forms.text(two_twos), "*[3 2]");
/// assert_eq!(forms.grundy(two_twos), Nimber::ZERO);
/// assert_eq!(forms.outcome_in(Play::Misere, two_twos), Outcome::P);
/// assert_eq!(forms.form_of(&[two_twos], &mut control)?, forms.parse("*[[3 2]]", &mut control)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```
/// use grundy::misere::canonical::CanonicalForms;
/// use grundy::{Bound, Control, Unit};
///
/// let mut forms = CanonicalForms::new();
/// let stopped = forms.nim_heap(50, &mut Control::new().positions(1000)).unwrap_err();
/// assert_eq!((stopped.bound, stopped.unit), (Bound::Positions(1000), Unit::Forms));
/// assert_eq!((stopped.done, forms.len()), (989, 44)); // *1 to *43, new in the store, have 946 options
/// assert!(forms.nim_heap(50, &mut Control::new()).is_ok());
/// ```
///
/// Reference: ONAG, ch. 12; Siegel, *Combinatorial Game Theory*, ch. V.3.
#[derive(Clone, Debug)]
pub struct CanonicalForms {
    facts: Vec<Facts>,
    /// The options of all forms, form after form, each list in ascending order.
    options: Vec<CanonicalForm>,
    /// The newest form whose options have this hash; [`Facts::same_hash`] links it to the older ones.
    by_hash: HashMap<u64, CanonicalForm, FxBuildHasher>,
    /// Caches, by the pair of the two forms or by the form.
    pub(super) sums: HashMap<(CanonicalForm, CanonicalForm), CanonicalForm, FxBuildHasher>,
    pub(super) outcomes: HashMap<(CanonicalForm, CanonicalForm), Outcome, FxBuildHasher>,
    pub(super) mates: HashMap<CanonicalForm, CanonicalForm, FxBuildHasher>,
    pub(super) genera: HashMap<CanonicalForm, GenusValue, FxBuildHasher>,
}

/// What is stored for a form besides its options.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Start of its options in the common list; they end where those of the next form begin.
    options: usize,
    /// The previous form whose options have the same hash, or the form itself if there is none.
    same_hash: CanonicalForm,
    birthday: u32,
    values: Values,
    is_nim_heap: bool,
}

/// The Grundy value of a form, and the misère Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) grundy: u32,
    misere: u32,
}

/// Maximum number of forms in a store, since form numbers have 32 bits.
const MOST_FORMS: usize = u32::MAX as usize;

/// Steps of the control for one option of a sum. The control checks its limits every 2^16 steps, so every 2^12 options. An option costs a
/// few hash look-ups and its share of the simplification. A guard for quick cancelling, covered by the bench `misere`.
const STEPS_AN_OPTION: u64 = 1 << 4;

/// Maximum number of entries that are added between two checks of the control, for the estimate of memory.
const ENTRIES_A_LOOK: usize = 1 << 12;

impl CanonicalForms {
    /// A store that contains `*0` only.
    #[must_use]
    pub fn new() -> Self {
        let mut store = Self {
            facts: Vec::new(),
            options: Vec::new(),
            by_hash: HashMap::default(),
            sums: HashMap::default(),
            outcomes: HashMap::default(),
            mates: HashMap::default(),
            genera: HashMap::default(),
        };
        // `*0` is form 0 of each store, so `CanonicalForm::ZERO` is right in all of them.
        store.push(&[], store.values_of(&[]));
        store
    }

    /// The number of forms.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "every store contains *0")]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Every form, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = CanonicalForm> + use<> {
        (0..number(self.facts.len())).map(CanonicalForm)
    }

    /// The options, in ascending order.
    #[must_use]
    pub fn options(&self, form: CanonicalForm) -> &[CanonicalForm] {
        let place = self.own(form).0 as usize;
        // The newest form has no next one: its options end with the common list.
        let end = self.facts.get(place + 1).map_or(self.options.len(), |next| next.options);
        &self.options[self.facts[place].options..end]
    }

    /// Who wins. Games that are equal in misère play are equal in normal play too, so the form determines both outcomes.
    #[must_use]
    pub fn outcome_in(&self, play: Play, form: CanonicalForm) -> Outcome {
        let value = match play {
            Play::Normal => self.grundy(form),
            Play::Misere => self.misere_grundy(form),
        };
        outcome_of(value)
    }

    /// The Grundy value, of normal play.
    #[must_use]
    pub fn grundy(&self, form: CanonicalForm) -> Nimber {
        Nimber::new(self.values(form).grundy.into())
    }

    /// The misère Grundy value: the size of the only nim-heap whose sum with the game is P in misère play.
    ///
    /// ```
    /// use grundy::{Nimber, misere::canonical::{CanonicalForm, CanonicalForms}};
    /// assert_eq!(CanonicalForms::new().misere_grundy(CanonicalForm::ZERO), Nimber::new(1));
    /// ```
    #[must_use]
    pub fn misere_grundy(&self, form: CanonicalForm) -> Nimber {
        Nimber::new(self.values(form).misere.into())
    }

    /// The number of moves in the longest play of the form: its *birthday*.
    #[must_use]
    pub fn birthday(&self, form: CanonicalForm) -> u32 {
        self.facts(form).birthday
    }

    /// The size of the nim-heap if the form is a nim-heap.
    #[must_use]
    pub fn as_nim_heap(&self, form: CanonicalForm) -> Option<Nimber> {
        self.facts(form).is_nim_heap.then(|| self.grundy(form))
    }

    /// The form of this store with the number of `form`, or `*0` if there is no such number.
    pub(super) fn own(&self, form: CanonicalForm) -> CanonicalForm {
        if (form.0 as usize) < self.facts.len() { form } else { CanonicalForm::ZERO }
    }

    /// The bytes of the store after [`ENTRIES_A_LOOK`] more entries.
    pub(crate) fn bytes(&self) -> u64 {
        let forms = list_bytes(&self.facts, ENTRIES_A_LOOK) + list_bytes(&self.options, ENTRIES_A_LOOK);
        let found = map_bytes(&self.by_hash, ENTRIES_A_LOOK) + map_bytes(&self.genera, ENTRIES_A_LOOK);
        let sums = map_bytes(&self.sums, ENTRIES_A_LOOK) + map_bytes(&self.outcomes, ENTRIES_A_LOOK);
        (forms + found + sums + map_bytes(&self.mates, ENTRIES_A_LOOK)) as u64
    }

    /// An error if the limit on positions leaves no room for `entries` more entries.
    pub(super) fn check_room(entries: usize, control: &Control) -> Result<(), Stopped> {
        // `has_room` takes the number of entries under way besides the next one.
        if control.has_room((entries as u64).saturating_sub(1)) {
            return Ok(());
        }
        Err(control.out_of_positions(Unit::Forms, entries as u64))
    }

    /// Reports work on this number of options to the control, which checks deadline, bytes and callback when a check is due.
    #[inline]
    pub(super) fn step(&self, options: usize, unfinished: usize, control: &mut Control) -> Result<(), Stopped> {
        control.step(STEPS_AN_OPTION.saturating_mul(options as u64));
        // The bytes are counted only when a check is due.
        let progress = |control: &Control| Progress::new(Unit::Forms, control.done(), None, self.bytes());
        control.look_if_due(unfinished as u64, progress)
    }

    pub(super) fn values(&self, form: CanonicalForm) -> Values {
        self.facts(form).values
    }

    fn facts(&self, form: CanonicalForm) -> Facts {
        self.facts[self.own(form).0 as usize]
    }

    /// The form with exactly these options, if it is in the store.
    pub(super) fn find(&self, options: &[CanonicalForm]) -> Option<CanonicalForm> {
        let mut form = *self.by_hash.get(&FxBuildHasher.hash_one(options))?;
        // Different lists may have the same hash, so the options are compared. The oldest form of the chain is linked
        // to itself.
        while self.options(form) != options {
            let before = self.facts(form).same_hash;
            if before == form {
                return None;
            }
            form = before;
        }
        Some(form)
    }

    /// The values of a game with these options.
    pub(super) fn values_of(&self, options: &[CanonicalForm]) -> Values {
        let small = |value: Nimber| {
            u32::try_from(value.get()).expect("a value is at most the number of options, which are fewer than 2^32")
        };
        let grundy = small(mex(options.iter().map(|option| self.grundy(*option))));
        let misere = small(mex(options.iter().map(|option| self.misere_grundy(*option))));
        Values { grundy, misere: if options.is_empty() { 1 } else { misere } }
    }

    /// Adds a form that is new, if there is room for it. Its options are in ascending order, and none of them is reversible.
    pub(super) fn add(
        &mut self,
        options: &[CanonicalForm],
        values: Values,
        control: &mut Control,
    ) -> Result<CanonicalForm, Stopped> {
        // The form and each of its options count as one entry.
        Self::check_room(options.len() + 1, control)?;
        if self.facts.len() == MOST_FORMS {
            return Err(Stopped::new(Bound::Positions(MOST_FORMS as u64), Unit::Forms, control.done(), 1));
        }
        control.count(options.len() as u64 + 1);
        Ok(self.push(options, values))
    }

    fn push(&mut self, options: &[CanonicalForm], values: Values) -> CanonicalForm {
        assert!(options.is_sorted_by(|one, other| one < other), "options are distinct and in ascending order");
        let form = CanonicalForm(number(self.facts.len()));
        self.facts.push(Facts {
            options: self.options.len(),
            // The new form takes the place of the form that was the newest with this hash, and is linked to it.
            same_hash: self.by_hash.insert(FxBuildHasher.hash_one(options), form).unwrap_or(form),
            birthday: options.iter().map(|option| self.birthday(*option) + 1).max().unwrap_or(0),
            values,
            // The options have to be the nim-heaps 0 to grundy - 1 and nothing else. Distinct heaps of that number and mex are.
            is_nim_heap: options.len() == values.grundy as usize
                && options.iter().all(|option| self.facts(*option).is_nim_heap),
        });
        self.options.extend_from_slice(options);
        form
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).expect("a store has at most MOST_FORMS forms")
}

impl Default for CanonicalForms {
    fn default() -> Self {
        Self::new()
    }
}
