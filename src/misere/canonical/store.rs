//! The store of canonical forms.

use std::collections::HashMap;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::error::FormsFull;
use super::simplify::simplified;
use crate::game::{Outcome, Play};
use crate::measures::GenusValue;
use crate::mex::mex;
use crate::nimber::Nimber;

/// A game in its simplest form: a number in the [store](CanonicalForms) that made it. Forms of one store are equal exactly if they
/// stand for equal games.
///
/// They are ordered as they were found; options come before what they are options of. About a form of another store, a store
/// answers as about that of its own with this number, or as about `*0` if it has none; it never panics.
///
/// ```
/// use grundy::misere::canonical::{CanonicalForm, CanonicalForms};
///
/// let mut forms = CanonicalForms::new();
/// let one = forms.nim_heap(1)?;
/// assert_eq!(forms.sum(one, one)?, CanonicalForm::ZERO); // *1 + *1 = *0 in misère play, too
/// # Ok::<(), grundy::misere::canonical::FormsFull>(())
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
/// A form takes about 60 bytes and 4 for each option, a remembered sum about 20.
///
/// ```
/// use grundy::misere::canonical::CanonicalForms;
/// use grundy::{Nimber, Outcome};
///
/// let mut forms = CanonicalForms::new();
/// let two = forms.nim_heap(2)?;
/// let two_twos = forms.sum(two, two)?;
/// assert_eq!(forms.text(two_twos), "*[3 2]");
/// assert_eq!(forms.grundy(two_twos), Nimber::ZERO);
/// assert_eq!(forms.outcome(two_twos), Outcome::P);
/// assert_eq!(forms.form_of(&[two_twos])?, forms.parse("*[[3 2]]")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    limit: u64,
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

/// The limit that a new store has: 2^25 entries. Most are options and sums, and all take less than a gigabyte.
const DEFAULT_LIMIT: u64 = 1 << 25;

impl CanonicalForms {
    /// A store that holds `*0` only, with a limit of 2^25 entries.
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
            limit: DEFAULT_LIMIT,
        };
        store.push(&[], store.values_of(&[]));
        store
    }

    /// The most entries that the store may hold: forms, options of forms and remembered sums, outcomes of sums and
    /// mates, all counted together.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Changes the limit. After [`FormsFull`], a larger one resumes where the smaller one stopped.
    ///
    /// ```
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let mut forms = CanonicalForms::new();
    /// forms.set_limit(10);
    /// assert!(forms.nim_heap(9).is_err());
    /// forms.set_limit(100);
    /// assert_eq!(forms.nim_heap(9).map(|nine| forms.text(nine)), Ok("*9".to_owned()));
    /// ```
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// How many forms there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "*0 is always there")]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Every form, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = CanonicalForm> + use<> {
        (0..u32::try_from(self.facts.len()).unwrap_or(u32::MAX)).map(CanonicalForm)
    }

    /// The form of the game that has these options: reversible ones are left out.
    ///
    /// Time is the number of options times the number of those of the last found among them, with a logarithm.
    ///
    /// # Errors
    ///
    /// [`FormsFull`] if the form is new and there is no room for it.
    ///
    /// ```
    /// use grundy::misere::canonical::{CanonicalForm, CanonicalForms};
    ///
    /// let mut forms = CanonicalForms::new();
    /// let (one, two, three) = (forms.nim_heap(1)?, forms.nim_heap(2)?, forms.nim_heap(3)?);
    /// assert_eq!(forms.form_of(&[CanonicalForm::ZERO, two, three])?, one); // from *2 and *3 back to *1
    /// // *2 and *3 both reverse to *0, but then *0 would be left without an option, though the game is P: the proviso.
    /// assert_ne!(forms.form_of(&[two, three])?, CanonicalForm::ZERO);
    /// # Ok::<(), grundy::misere::canonical::FormsFull>(())
    /// ```
    pub fn form_of(&mut self, options: &[CanonicalForm]) -> Result<CanonicalForm, FormsFull> {
        let mut options: Vec<_> = options.iter().map(|option| self.own(*option)).collect();
        options.sort_unstable();
        options.dedup();
        self.form_of_sorted(&options)
    }

    /// The form of the nim-heap `*size`.
    ///
    /// # Errors
    ///
    /// [`FormsFull`] if there is no room: `*size` and the smaller heaps have about *size*²/2 options.
    pub fn nim_heap(&mut self, size: u64) -> Result<CanonicalForm, FormsFull> {
        let mut smaller = vec![];
        for heap in 0..=size {
            let form = self.form_of_sorted(&smaller)?;
            if heap == size {
                return Ok(form);
            }
            smaller.push(form);
            smaller.sort_unstable();
        }
        Ok(CanonicalForm::ZERO)
    }

    /// The options, in the order in which they were found.
    #[must_use]
    pub fn options(&self, form: CanonicalForm) -> &[CanonicalForm] {
        let place = self.own(form).0 as usize;
        let end = self.facts.get(place + 1).map_or(self.options.len(), |next| next.options);
        self.facts.get(place).and_then(|facts| self.options.get(facts.options..end)).unwrap_or_default()
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

    /// Forms, their options, and what is remembered of sums and mates.
    pub(crate) fn entries(&self) -> u64 {
        (self.facts.len() + self.options.len() + self.remembered()) as u64
    }

    fn remembered(&self) -> usize {
        self.sums.len() + self.outcomes.len() + self.mates.len()
    }

    /// An error, unless there is room for so many more entries.
    pub(super) fn check_room(&self, more: usize) -> Result<(), FormsFull> {
        if self.entries().saturating_add(more as u64) <= self.limit && self.facts.len() < u32::MAX as usize {
            return Ok(());
        }
        Err(self.fullness())
    }

    /// What the store holds.
    pub(super) fn fullness(&self) -> FormsFull {
        FormsFull {
            limit: self.limit,
            forms: self.facts.len() as u64,
            options: self.options.len() as u64,
            sums: self.remembered() as u64,
        }
    }

    /// The form of the game with these options, which are in ascending order and of this store.
    pub(super) fn form_of_sorted(&mut self, options: &[CanonicalForm]) -> Result<CanonicalForm, FormsFull> {
        let values = self.values_of(options);
        if let Some(found) = simplified(self, options, values).or_else(|| self.find(options)) {
            return Ok(found);
        }
        self.check_room(options.len() + 1)?;
        Ok(self.push(options, values))
    }

    pub(super) fn values(&self, form: CanonicalForm) -> Values {
        self.facts(form).values
    }

    fn facts(&self, form: CanonicalForm) -> Facts {
        const ENDED: Facts = Facts {
            options: 0,
            same_hash: CanonicalForm::ZERO,
            birthday: 0,
            values: Values { grundy: 0, misere: 1 },
            is_nim_heap: true,
        };
        self.facts.get(form.0 as usize).copied().unwrap_or(ENDED)
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
        // No value is greater than the number of options, of which there are fewer than 2^32.
        let small = |value: Nimber| u32::try_from(value.get()).unwrap_or(u32::MAX);
        let grundy = small(mex(options.iter().map(|option| self.grundy(*option))));
        let misere = small(mex(options.iter().map(|option| self.misere_grundy(*option))));
        Values { grundy, misere: if options.is_empty() { 1 } else { misere } }
    }

    fn push(&mut self, options: &[CanonicalForm], values: Values) -> CanonicalForm {
        let form = CanonicalForm(u32::try_from(self.facts.len()).unwrap_or(u32::MAX));
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

impl Default for CanonicalForms {
    fn default() -> Self {
        Self::new()
    }
}
