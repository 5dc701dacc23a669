//! The store of canonical forms.

use std::collections::HashMap;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::simplify::simplified;
use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::game::{Outcome, Play};
use crate::measures::GenusValue;
use crate::mex::mex;
use crate::nimber::Nimber;
use crate::search::{list_bytes, map_bytes};

/// A game in its simplest form: a number in the [store](CanonicalForms) that made it. Forms of one store are equal exactly if they
/// stand for equal games.
///
/// They are ordered as they were found; options come before what they are options of. About a form of another store, a store
/// answers as about that of its own with this number, or as about `*0` if it has none; it never panics.
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
pub struct CanonicalForm(pub(super) u32);

impl CanonicalForm {
    /// The game that has ended, `*0`, in every store.
    pub const ZERO: Self = Self(0);

    /// The number of the form in its store, counted from 0 in the order in which they were found.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// A store of games in their simplest forms, each kept once as the set of its options.
///
/// What may find new forms or sums takes a [`Control`], under which each new entry counts as one position: a form, an option of a
/// form, a sum or the outcome of a sum that is remembered, a mate. A form takes about 60 bytes and 4 for each option, a remembered sum
/// about 20. After [`Stopped`], the store keeps all that was found, and the same question goes on from there.
///
/// ```
/// use grundy::misere::canonical::CanonicalForms;
/// use grundy::{Control, Nimber, Outcome};
///
/// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
/// let two = forms.nim_heap(2, &mut control)?;
/// let two_twos = forms.sum(two, two, &mut control)?;
/// assert_eq!(forms.text(two_twos), "*[3 2]");
/// assert_eq!(forms.grundy(two_twos), Nimber::ZERO);
/// assert_eq!(forms.outcome(two_twos), Outcome::P);
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
    /// The options of all forms, each list in ascending order.
    options: Vec<CanonicalForm>,
    /// The last form found of those whose options have this hash.
    by_hash: HashMap<u64, CanonicalForm, FxBuildHasher>,
    pub(super) sums: HashMap<(CanonicalForm, CanonicalForm), CanonicalForm, FxBuildHasher>,
    pub(super) outcomes: HashMap<(CanonicalForm, CanonicalForm), Outcome, FxBuildHasher>,
    pub(super) mates: HashMap<CanonicalForm, CanonicalForm, FxBuildHasher>,
    pub(super) genera: HashMap<CanonicalForm, GenusValue, FxBuildHasher>,
}

/// What is known of a form.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Where its options begin; they end where those of the next form begin.
    options: usize,
    /// The form found before it whose options have the same hash, or itself.
    same_hash: CanonicalForm,
    birthday: u32,
    values: Values,
    is_nim_heap: bool,
}

/// The Grundy value of a form, and the misère Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Values {
    grundy: u32,
    misere: u32,
}

/// The most forms of a store, whose numbers have 32 bits.
const MOST_FORMS: usize = u32::MAX as usize;

/// Steps under the control for an option of a sum, so that looks are about 2^12 of them apart. Each takes some look-ups in hash tables
/// and its share in simplifying the sum.
const STEPS_AN_OPTION: u64 = 1 << 4;

/// Entries that are new between two looks at most, for the memory that they may take.
const ENTRIES_A_LOOK: usize = 1 << 12;

impl CanonicalForms {
    /// A store that holds `*0` only.
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
        store.push(&[], store.values_of(&[]));
        store
    }

    /// How many forms there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "*0 is always there")]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Every form, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = CanonicalForm> + use<> {
        (0..number(self.facts.len())).map(CanonicalForm)
    }

    /// The form of the game that has these options: reversible ones are left out.
    ///
    /// Time is the number of options times the number of those of the last found among them, with a logarithm.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the form is new and there is no room for it.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::misere::canonical::{CanonicalForm, CanonicalForms};
    ///
    /// let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    /// let mut heap = |size| forms.nim_heap(size, &mut control);
    /// let (one, two, three) = (heap(1)?, heap(2)?, heap(3)?);
    /// assert_eq!(forms.form_of(&[CanonicalForm::ZERO, two, three], &mut control)?, one); // from *2 and *3 back to *1
    /// // *2 and *3 both reverse to *0, but then *0 would be left without an option, though the game is P: the proviso.
    /// assert_ne!(forms.form_of(&[two, three], &mut control)?, CanonicalForm::ZERO);
    /// # Ok::<(), grundy::Stopped>(())
    /// ```
    pub fn form_of(&mut self, options: &[CanonicalForm], control: &mut Control) -> Result<CanonicalForm, Stopped> {
        let mut options: Vec<_> = options.iter().map(|option| self.own(*option)).collect();
        options.sort_unstable();
        options.dedup();
        self.form_of_sorted(&options, control)
    }

    /// The form of the nim-heap `*size`.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a bound of the control is met: `*size` and the smaller heaps have about *size*²/2 options.
    pub fn nim_heap(&mut self, size: u64, control: &mut Control) -> Result<CanonicalForm, Stopped> {
        let mut smaller = vec![];
        for _ in 0..size {
            self.step(smaller.len(), 1, control)?;
            smaller.push(self.form_of_sorted(&smaller, control)?);
            smaller.sort_unstable();
        }
        self.form_of_sorted(&smaller, control)
    }

    /// The options, in the order in which they were found.
    #[must_use]
    pub fn options(&self, form: CanonicalForm) -> &[CanonicalForm] {
        let place = self.own(form).0 as usize;
        let end = self.facts.get(place + 1).map_or(self.options.len(), |next| next.options);
        &self.options[self.facts[place].options..end]
    }

    /// Who wins in misère play.
    #[must_use]
    pub fn outcome(&self, form: CanonicalForm) -> Outcome {
        self.outcome_in(Play::Misere, form)
    }

    /// Who wins. Games that are equal in misère play are so in normal play, so the form tells both.
    #[must_use]
    pub fn outcome_in(&self, play: Play, form: CanonicalForm) -> Outcome {
        let value = match play {
            Play::Normal => self.grundy(form),
            Play::Misere => self.misere_grundy(form),
        };
        if value.is_zero() { Outcome::P } else { Outcome::N }
    }

    /// The Grundy value, of normal play.
    #[must_use]
    pub fn grundy(&self, form: CanonicalForm) -> Nimber {
        Nimber::new(self.values(form).grundy.into())
    }

    /// The misère Grundy value: the size of the one nim-heap beside which the game is P in misère play.
    ///
    /// ```
    /// use grundy::{Nimber, misere::canonical::{CanonicalForm, CanonicalForms}};
    /// assert_eq!(CanonicalForms::new().misere_grundy(CanonicalForm::ZERO), Nimber::new(1));
    /// ```
    #[must_use]
    pub fn misere_grundy(&self, form: CanonicalForm) -> Nimber {
        Nimber::new(self.values(form).misere.into())
    }

    /// The number of moves in the longest play, which is the day on which the game is born.
    #[must_use]
    pub fn birthday(&self, form: CanonicalForm) -> u32 {
        self.facts(form).birthday
    }

    /// The size of the nim-heap that the form is, if it is one.
    #[must_use]
    pub fn as_nim_heap(&self, form: CanonicalForm) -> Option<Nimber> {
        self.facts(form).is_nim_heap.then(|| self.grundy(form))
    }

    /// The form of this store with the number of `form`, or `*0` if there is none.
    pub(super) fn own(&self, form: CanonicalForm) -> CanonicalForm {
        if (form.0 as usize) < self.facts.len() { form } else { CanonicalForm::ZERO }
    }

    /// The bytes of the store once [`ENTRIES_A_LOOK`] more entries are in it.
    pub(super) fn bytes(&self) -> u64 {
        let forms = list_bytes(&self.facts, ENTRIES_A_LOOK) + list_bytes(&self.options, ENTRIES_A_LOOK);
        let found = map_bytes(&self.by_hash, ENTRIES_A_LOOK) + map_bytes(&self.genera, ENTRIES_A_LOOK);
        let sums = map_bytes(&self.sums, ENTRIES_A_LOOK) + map_bytes(&self.outcomes, ENTRIES_A_LOOK);
        (forms + found + sums + map_bytes(&self.mates, ENTRIES_A_LOOK)) as u64
    }

    /// An error, unless there is room for so many more entries.
    pub(super) fn check_room(entries: usize, control: &Control) -> Result<(), Stopped> {
        // The control asks for what is under way beside the entry that comes next.
        if control.has_room((entries as u64).saturating_sub(1)) {
            return Ok(());
        }
        Err(control.out_of_positions(Unit::Forms, entries as u64))
    }

    /// Counts options of sums that have been looked at. Every so often this is a look at the clock, the bytes and the callback.
    #[inline]
    pub(super) fn step(&self, options: usize, unfinished: usize, control: &mut Control) -> Result<(), Stopped> {
        control.step(STEPS_AN_OPTION.saturating_mul(options as u64));
        let looked = control.look_if_due(|control| Progress::new(Unit::Forms, control.done(), None, self.bytes()));
        looked.map_err(|bound| Stopped::new(bound, Unit::Forms, control.done(), unfinished as u64))
    }

    /// The form of the game with these options, which are in ascending order and of this store.
    pub(super) fn form_of_sorted(
        &mut self,
        options: &[CanonicalForm],
        control: &mut Control,
    ) -> Result<CanonicalForm, Stopped> {
        let values = self.values_of(options);
        if let Some(found) = simplified(self, options, values).or_else(|| self.find(options)) {
            return Ok(found);
        }
        Self::check_room(options.len() + 1, control)?;
        if self.facts.len() == MOST_FORMS {
            return Err(Stopped::new(Bound::Positions(MOST_FORMS as u64), Unit::Forms, control.done(), 1));
        }
        control.count(options.len() as u64 + 1);
        Ok(self.push(options, values))
    }

    pub(super) fn values(&self, form: CanonicalForm) -> Values {
        self.facts(form).values
    }

    fn facts(&self, form: CanonicalForm) -> Facts {
        self.facts[self.own(form).0 as usize]
    }

    /// The form with exactly these options, if it has been found.
    fn find(&self, options: &[CanonicalForm]) -> Option<CanonicalForm> {
        let mut form = *self.by_hash.get(&FxBuildHasher.hash_one(options))?;
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
    fn values_of(&self, options: &[CanonicalForm]) -> Values {
        let small = |value: Nimber| {
            u32::try_from(value.get()).expect("a value is at most the number of options, which are fewer than 2^32")
        };
        let grundy = small(mex(options.iter().map(|option| self.grundy(*option))));
        let misere = small(mex(options.iter().map(|option| self.misere_grundy(*option))));
        Values { grundy, misere: if options.is_empty() { 1 } else { misere } }
    }

    fn push(&mut self, options: &[CanonicalForm], values: Values) -> CanonicalForm {
        let form = CanonicalForm(number(self.facts.len()));
        self.facts.push(Facts {
            options: self.options.len(),
            same_hash: self.by_hash.insert(FxBuildHasher.hash_one(options), form).unwrap_or(form),
            birthday: options.iter().map(|option| self.birthday(*option) + 1).max().unwrap_or(0),
            values,
            // Nim-heaps with distinct values 0 to grundy - 1, and nothing else.
            is_nim_heap: options.len() == values.grundy as usize
                && options.iter().all(|option| self.facts(*option).is_nim_heap),
        });
        self.options.extend_from_slice(options);
        form
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).expect("a store has fewer than 2^32 forms")
}

impl Default for CanonicalForms {
    fn default() -> Self {
        Self::new()
    }
}
