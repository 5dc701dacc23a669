//! Tame games: games that can be treated as nim-positions in misère play too.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::measure::{Measure, SumRule};
use crate::measures::tame_class::TameClass;
use crate::mex::mex;
use crate::nimber::Nimber;
use crate::subset::ones;

/// Whether a game is tame. Sums of tame games are decided in misère play without a search.
///
/// A game without options is tame. Any other game is tame if some options are tame; there is a class whose Grundy value and misère Grundy
/// value are the mexes of those of the tame options; and each other option is *reverting*: it has a tame option of that class, to
/// which the opponent answers at once.
///
/// Theorem (Conway): a sum of tame games has the outcome and the genus of the sum of nim-positions of their classes.
///
/// So this measure has a rule for sums and is solved component by component, like the Grundy value. It is sound but incomplete: a sum
/// with a component that is not tame may be tame, but finding that out would take a search of the sum.
///
/// ```
/// use grundy::measures::{TameClass, Tameness};
/// use grundy::{Control, Kayles, Nimber, Table, evaluate};
///
/// let (mut memo, mut budget) = (Table::new(), Control::new());
/// let class = |row: u64, memo: &mut _, budget: &mut _| {
///     evaluate(&Kayles, &Tameness, memo, budget, row).map(|tame| tame.class())
/// };
/// assert_eq!(class(4, &mut memo, &mut budget)?, Some(TameClass::FickleOne)); // as one pin alone
/// assert_eq!(class(5, &mut memo, &mut budget)?, None); // the least wild row
/// assert_eq!(class(7, &mut memo, &mut budget)?, Some(TameClass::Firm(Nimber::new(2))));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: ONAG, ch. 12; Winning Ways, ch. 13 ("tame" and "reverting").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tameness;

/// The value that [`Tameness`] computes: the class of the game, or that none was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FoundTame(Found);

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Found {
    Tame(TameClass),
    /// Not shown to be tame; with the classes of its tame options, which make it reverting as an option of another game.
    Unknown(Classes),
}

type Classes = SmallVec<[TameClass; 2]>;

impl FoundTame {
    /// The class, if the game is shown to be tame.
    #[must_use]
    pub fn class(&self) -> Option<TameClass> {
        match self.0 {
            Found::Tame(class) => Some(class),
            Found::Unknown(_) => None,
        }
    }
}

/// The accumulator of [`Tameness`].
#[derive(Clone, Debug, Default)]
pub struct TameFold {
    /// The classes of tame options: bit [`place`] of a class, and those whose place is too large for a bit.
    low: [u64; LOW_WORDS],
    high: FxHashSet<TameClass>,
    /// For each option that is not tame the classes of its own tame options.
    others: FxHashSet<Classes>,
}

impl TameFold {
    /// Adds a tame option.
    pub(super) fn add_tame(&mut self, class: TameClass) {
        let place = place(class);
        match self.low.get_mut(place / 64) {
            Some(word) => *word |= 1 << (place % 64),
            None => drop(self.high.insert(class)),
        }
    }

    /// Adds an option that is not tame, by the classes of its tame options.
    pub(super) fn add_other(&mut self, tame_options: &[TameClass]) {
        // Looked up first: a position of a million options has few different ones, and most are not copied.
        if !self.others.contains(tame_options) {
            self.others.insert(tame_options.into());
        }
    }

    /// The class of the game, if its options show that it is tame.
    pub(super) fn class(&self) -> Option<TameClass> {
        if self.classes().next().is_none() {
            // Without options it is the empty nim-position. With options none of which is tame, it is not shown to be tame.
            return self.others.is_empty().then_some(TameClass::FickleZero);
        }
        // Options that are not tame do not count in the mex: if they are reverting, a move to one of them is answered
        // at once.
        let grundy = mex(self.classes().map(TameClass::grundy));
        // The values differ for the fickle classes only, which exchange 0 and 1.
        let has_both_or_none = matches!(self.low[0] & 0b11, 0 | 0b11);
        let misere = if has_both_or_none { grundy } else { mex(self.classes().map(TameClass::misere_grundy)) };
        let class = TameClass::from_values(grundy, misere)?;
        // Every other option must be reverting, to this class.
        self.others.iter().all(|options| options.contains(&class)).then_some(class)
    }

    /// The classes of the tame options, each once, in ascending order.
    pub(super) fn tame_options(&self) -> Classes {
        let mut classes: Classes = self.classes().collect();
        classes.sort_unstable();
        classes
    }

    /// The classes of the tame options, each once.
    fn classes(&self) -> impl Iterator<Item = TameClass> {
        let low = ones(&self.low).map(|place| match place {
            0 => TameClass::FickleZero,
            1 => TameClass::FickleOne,
            place => TameClass::Firm(Nimber::new(place as u64 - 2)),
        });
        low.chain(self.high.iter().copied())
    }

    /// Whether every option is tame.
    pub(super) fn all_tame(&self) -> bool {
        self.others.is_empty()
    }
}

/// The place of a class in ascending order, from 0.
fn place(class: TameClass) -> usize {
    match class {
        TameClass::FickleZero => 0,
        TameClass::FickleOne => 1,
        TameClass::Firm(value) => usize::try_from(value.get()).unwrap_or(usize::MAX).saturating_add(2),
    }
}

/// Number of words of a bit for each class. With a sorted list in their place Lasker's Nim 600 by tame components (bench `misère choice`) takes 1.5 times the
/// instructions, though most of its classes are larger.
const LOW_WORDS: usize = 2;

impl Measure for Tameness {
    type Value = FoundTame;
    type Fold = TameFold;

    fn fold(&self) -> TameFold {
        TameFold::default()
    }

    fn absorb(&self, seen: &mut TameFold, option: &FoundTame) -> ControlFlow<()> {
        match &option.0 {
            Found::Tame(class) => seen.add_tame(*class),
            Found::Unknown(tame_options) => seen.add_other(tame_options),
        }
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: TameFold) -> FoundTame {
        FoundTame(seen.class().map_or_else(|| Found::Unknown(seen.tame_options()), Found::Tame))
    }
}

impl SumRule for Tameness {
    fn sum(&self, one: FoundTame, other: FoundTame) -> FoundTame {
        FoundTame(match (one.0, other.0) {
            (Found::Tame(class), Found::Tame(other)) => Found::Tame(class + other),
            // A move in the game that is not tame to a tame option leaves two tame games.
            (Found::Unknown(options), Found::Tame(class)) | (Found::Tame(class), Found::Unknown(options)) => {
                Found::Unknown(options.into_iter().map(|option| option + class).collect())
            }
            // No single move leaves two tame games.
            (Found::Unknown(_), Found::Unknown(_)) => Found::Unknown(Classes::new()),
        })
    }
}
