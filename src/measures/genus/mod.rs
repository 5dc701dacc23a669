//! The genus as a measure, and how far a game is from a nim-heap.

mod symbol;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

pub use symbol::Genus;
use symbol::with_digits;

use crate::measure::Measure;
use crate::measures::tame::TameFold;
use crate::measures::tame_class::TameClass;
use crate::mex::mex;
use crate::nimber::Nimber;

/// The genus, and how far a game is from a nim-heap.
///
/// There is no rule for sums: the genera of two components do not determine that of their sum, so sums are searched on whole positions.
/// For sums of tame games there is a theorem: see [`Tameness`](super::Tameness).
///
/// ```
/// use grundy::measures::{GenusOf, Temper};
/// use grundy::{Control, Kayles, Table, evaluate_whole};
///
/// let (mut memo, mut control) = (Table::new(), Control::new());
/// let mut row = |pins: u64| evaluate_whole(&Kayles, &GenusOf, &mut memo, &mut control, pins);
/// assert_eq!(row(4)?.to_string(), "1"); // equals one pin, in any sum and both kinds of play
/// assert_eq!(row(5)?.to_string(), "4^146");
/// assert_eq!(row(5)?.temper(), Temper::Restless);
/// assert_eq!(row(7)?.to_string(), "2^2"); // tame, but no nim-heap
/// assert_eq!(row(16)?.to_string(), "1^13"); // the same genus as a tame game
/// assert_eq!(row(16)?.temper(), Temper::Wild);
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
///
/// Reference: Winning Ways, ch. 13; ONAG, ch. 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GenusOf;

/// How far a game is from a nim-heap in misère play.
///
/// Reference: Winning Ways, ch. 13; ONAG, ch. 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Temper {
    /// The game equals a nim-heap, in every sum and in both kinds of play. Its options are all smaller nim-heaps, and games that have
    /// that heap as an option. If the heap is `*0` and the game has options, the game is N (the proviso).
    NimHeap,
    /// The game can be replaced by a nim-position in any sum of tame games: see [`Tameness`](super::Tameness).
    Tame,
    /// The game is not tame, all its options are tame, and its Grundy value is 0 or 1.
    Restive,
    /// The game is not tame, all its options are tame, and its misère Grundy value is 0 or 1.
    Restless,
    /// Any other game: neither the game nor some option is tame.
    Wild,
}

/// A genus with its [temper](Temper): the value that [`GenusOf`] computes. A clone is a shared pointer.
///
/// Written as in the tables of *Winning Ways*: a nim-heap as its size alone, `2`; another tame game with one digit, `2^2`, in parentheses
/// if it has two figures, `13^(13)` (if it is fickle, with all digits: `0^120`); any other game with all digits up to the alternation,
/// `2^20`. So `2`, `2^2` and `2^20` are the same genus with three tempers. Each of these texts can be read as a [`Genus`].
///
/// With the feature `serde`, reading checks that the genus, the temper and the values of the options fit together.
///
/// ```
/// use grundy::{Nim, Nimber, Solver, measures::Temper};
///
/// let value = Solver::new(Nim).genus([2, 4])?; // equal to *6 in any sum of tame games, but no move leads to *0
/// assert_eq!((value.temper(), value.to_string().as_str()), (Temper::Tame, "6^6"));
/// assert_eq!(value.genus().to_string(), "6^64");
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Found", try_from = "Found"))]
pub struct GenusValue(Arc<Found>);

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Found {
    genus: Genus,
    temper: Temper,
    /// The sizes of the options that equal nim-heaps, in ascending order. Empty for a nim-heap: there they are all smaller sizes.
    nim_options: Vec<Nimber>,
    /// The classes of the tame options, in ascending order. Empty for a tame game, where they are not needed.
    tame_options: Vec<TameClass>,
}

impl GenusValue {
    /// The genus.
    #[must_use]
    pub fn genus(&self) -> &Genus {
        &self.0.genus
    }

    /// How far the game is from a nim-heap.
    #[must_use]
    pub fn temper(&self) -> Temper {
        self.0.temper
    }

    /// The class, if the game is tame.
    #[must_use]
    pub fn tame_class(&self) -> Option<TameClass> {
        if self.0.temper <= Temper::Tame { self.0.genus.tame_class() } else { None }
    }

    /// The nim-heap that the game equals, if it does.
    #[must_use]
    pub fn as_nim_heap(&self) -> Option<Nimber> {
        (self.0.temper == Temper::NimHeap).then(|| self.0.genus.grundy())
    }

    /// The value of a game from those of its options.
    ///
    /// ```
    /// use grundy::measures::GenusValue;
    /// let zero = GenusValue::of_options(&[]);
    /// let one = GenusValue::of_options(&[zero.clone()]);
    /// assert_eq!(GenusValue::of_options(&[zero, one]).to_string(), "2");
    /// ```
    #[must_use]
    pub fn of_options(options: &[Self]) -> Self {
        let genus = Genus::of_options(options.iter().map(Self::genus));
        // Tameness is found as by the measure of that name, from the classes that the options' values hold.
        let mut seen = TameFold::default();
        for option in options {
            match option.tame_class() {
                Some(class) => seen.add_tame(class),
                None => seen.add_other(&option.0.tame_options),
            }
        }
        let mut sizes: Vec<u64> = options.iter().filter_map(Self::as_nim_heap).map(Nimber::get).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut nim_options: Vec<Nimber> = sizes.into_iter().map(Nimber::new).collect();
        let temper = temper(options, &genus, &nim_options, &seen);
        if temper == Temper::NimHeap {
            // They are all sizes below the heap's own, so `has_option` needs no list.
            nim_options.clear();
        }
        // The tame options of a game that is not tame decide whether it is reverting as an option of another game.
        let tame_options = if temper <= Temper::Tame { Vec::new() } else { seen.tame_options().into_vec() };
        Self(Arc::new(Found { genus, temper, nim_options, tame_options }))
    }

    /// Whether some option equals the nim-heap of this size.
    fn has_option(&self, size: Nimber) -> bool {
        match self.as_nim_heap() {
            Some(own) => size < own,
            None => self.0.nim_options.binary_search(&size).is_ok(),
        }
    }
}

#[cfg(feature = "serde")]
impl From<GenusValue> for Found {
    fn from(value: GenusValue) -> Self {
        Arc::unwrap_or_clone(value.0)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Found> for GenusValue {
    type Error = &'static str;

    fn try_from(found: Found) -> Result<Self, Self::Error> {
        let Found { genus, temper, nim_options, tame_options } = &found;
        let ascend =
            nim_options.is_sorted_by(|one, other| one < other) && tame_options.is_sorted_by(|one, other| one < other);
        // A value is the mex of the options' values, so no option has the value of the game, in either kind of play.
        let mut classes = nim_options.iter().copied().map(TameClass::nim_heap).chain(tame_options.iter().copied());
        let differ = classes.all(|class| class.grundy() != genus.grundy() && class.misere_grundy() != genus.misere(0));
        // Conditions that follow from the definitions of the tempers. Nearly any values are possible for a wild game.
        let fickle = [genus.grundy(), genus.misere(0)].map(is_fickle);
        let of_tame = || {
            let genera: Vec<Genus> = tame_options.iter().map(|class| class.genus()).collect();
            Genus::of_options(&genera) == *genus
        };
        let heaps_are_tame =
            || nim_options.iter().all(|size| tame_options.binary_search(&TameClass::nim_heap(*size)).is_ok());
        let fits = match temper {
            Temper::NimHeap => nim_options.is_empty() && *genus == Genus::nim_heap(genus.grundy()),
            Temper::Tame => genus.tame_class().is_some(),
            // All options are tame.
            Temper::Restive => fickle[0] && heaps_are_tame() && of_tame(),
            Temper::Restless => !fickle[0] && fickle[1] && heaps_are_tame() && of_tame(),
            Temper::Wild => heaps_are_tame(),
        };
        match () {
            () if !ascend => Err("the options of a genus value must be in ascending order"),
            () if !differ => Err("an option has the Grundy value or the misère Grundy value of the game"),
            () if !fits || (*temper <= Temper::Tame && !tame_options.is_empty()) => {
                Err("the temper does not fit the genus")
            }
            () => Ok(Self(Arc::new(found))),
        }
    }
}

fn temper(options: &[GenusValue], genus: &Genus, nim_options: &[Nimber], seen: &TameFold) -> Temper {
    // If the game equals a nim-heap, this is the size: the smaller heaps are its options, and this heap is not.
    let size = mex(nim_options.iter().copied());
    let smaller = |option: &GenusValue| option.as_nim_heap().is_some_and(|heap| heap < size);
    // The proviso is about size 0 only. A game with options that is P does not equal `*0`, which is N.
    let proviso = !size.is_zero() || options.is_empty() || !genus.misere(0).is_zero();
    // An option that is not a smaller heap is reversible: it has the heap itself as an option.
    if proviso && options.iter().all(|option| smaller(option) || option.has_option(size)) {
        return Temper::NimHeap;
    }
    if seen.class().is_some() {
        return Temper::Tame;
    }
    // *Winning Ways* names only games with tame options restive or restless.
    if !seen.all_tame() {
        return Temper::Wild;
    }
    if is_fickle(genus.grundy()) {
        return Temper::Restive;
    }
    // If all options are tame, the values from 2 on are the same in both kinds of play. So were both mexes 2 or more, they would be
    // equal, and the game would be tame.
    assert!(is_fickle(genus.misere(0)), "one of the values is 0 or 1 if the game is not tame and its options are");
    Temper::Restless
}

/// Whether a value of normal or misère play can be that of a fickle position.
fn is_fickle(value: Nimber) -> bool {
    value <= Nimber::new(1)
}

impl fmt::Display for GenusValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let genus = self.genus();
        match (self.temper(), genus.digits()) {
            (Temper::NimHeap, _) => f.pad(&genus.grundy().get().to_string()),
            // A firm class has two digits, of which the first implies the second. A fickle class has three, which are
            // all written.
            (Temper::Tame, [firm, _]) => f.pad(&with_digits(genus.grundy(), &[*firm])),
            _ => genus.fmt(f),
        }
    }
}

/// The accumulator of [`GenusOf`]: the values of the options.
#[derive(Clone, Debug, Default)]
pub struct GenusFold(Vec<GenusValue>);

impl Measure for GenusOf {
    type Value = GenusValue;
    type Fold = GenusFold;

    fn fold(&self) -> GenusFold {
        GenusFold::default()
    }

    fn absorb(&self, seen: &mut GenusFold, option: &GenusValue) -> ControlFlow<()> {
        seen.0.push(option.clone());
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: GenusFold) -> GenusValue {
        GenusValue::of_options(&seen.0)
    }
}
