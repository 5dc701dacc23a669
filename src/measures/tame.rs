//! Tame games: those that behave as nim-positions do, also in misère play.

use std::ops::{Add, ControlFlow};

use smallvec::{SmallVec, smallvec};

use crate::game::{ImpartialGame, Outcome, Play};
use crate::measure::{Measure, SumRule};
use crate::mex::mex;
use crate::nimber::Nimber;

use super::genus::Genus;

/// What tells nim-positions apart in misère play: the nim-sum, and whether there is a heap of two or more.
///
/// A position without such a heap is *fickle*: it has the other outcome than in normal play. One with such a heap is *firm*: it has
/// the same outcome (Bouton 1901). `+` is the class of a sum: fickle with fickle is fickle, any other sum firm, and the
/// values are nim-added.
///
/// ```
/// use grundy::measures::TameClass;
/// use grundy::{Nimber, Outcome, Play};
///
/// let two = TameClass::nim_heap(Nimber::new(2));
/// assert_eq!(two + two, TameClass::Firm(Nimber::ZERO)); // not nothing at all, which is fickle
/// assert_eq!((two + two).outcome(Play::Misere), Outcome::P);
/// assert_eq!(TameClass::FickleZero.outcome(Play::Misere), Outcome::N);
/// assert_eq!((two + two).genus().to_string(), "0^02");
/// ```
///
/// Reference: Winning Ways, ch. 13 ("fickle" and "firm").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TameClass {
    /// An even number of heaps of one: genus `0^120`.
    FickleZero,
    /// An odd number of heaps of one: genus `1^031`.
    FickleOne,
    /// A heap of two or more among the heaps, and this nim-sum *n*: genus *n* with digits *n*, *n* + 2, *n*, ..
    Firm(Nimber),
}

impl TameClass {
    /// The class of one nim-heap.
    #[must_use]
    pub const fn nim_heap(size: Nimber) -> Self {
        match size.get() {
            0 => Self::FickleZero,
            1 => Self::FickleOne,
            _ => Self::Firm(size),
        }
    }

    /// The Grundy value, of normal play.
    #[must_use]
    pub const fn grundy(self) -> Nimber {
        match self {
            Self::FickleZero => Nimber::ZERO,
            Self::FickleOne => Nimber::new(1),
            Self::Firm(value) => value,
        }
    }

    /// The misère Grundy value: 1 and 0 for the fickle classes 0 and 1, else the Grundy value.
    #[must_use]
    pub const fn misere_grundy(self) -> Nimber {
        match self {
            Self::FickleZero => Nimber::new(1),
            Self::FickleOne => Nimber::ZERO,
            Self::Firm(value) => value,
        }
    }

    /// Who wins.
    #[must_use]
    pub const fn outcome(self, play: Play) -> Outcome {
        let value = match play {
            Play::Normal => self.grundy(),
            Play::Misere => self.misere_grundy(),
        };
        if value.is_zero() { Outcome::P } else { Outcome::N }
    }

    /// The genus.
    #[must_use]
    pub fn genus(self) -> Genus {
        let firm = self.grundy() + Nimber::new(2);
        let digits = match self {
            Self::Firm(value) => smallvec![value, firm],
            fickle => smallvec![fickle.misere_grundy(), firm, fickle.grundy()],
        };
        Genus::new(self.grundy(), digits)
    }

    /// The class with these values of normal and of misère play, if there is one.
    pub(super) fn from_values(grundy: Nimber, misere: Nimber) -> Option<Self> {
        [Self::FickleZero, Self::FickleOne, Self::Firm(grundy)]
            .into_iter()
            .find(|class| class.grundy() == grundy && class.misere_grundy() == misere)
    }
}

impl Add for TameClass {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Firm(_), _) | (_, Self::Firm(_)) => Self::Firm(self.grundy() + other.grundy()),
            (one, other) if one == other => Self::FickleZero,
            _ => Self::FickleOne,
        }
    }
}

/// Whether a game is tame, which decides sums of tame games in misère play without a search.
///
/// A game is tame if it has ended, or if some of its options are tame, a class has the Grundy value and the misère Grundy value that
/// are the mexes of theirs, and each other option can be *reverted*: it has a tame option of that class, to which the opponent
/// moves on at once.
///
/// Theorem (Conway): a sum of tame games has the outcome, and the genus, of the sum of nim-positions of their classes.
///
/// So this measure has a rule for sums and is solved component by component, as a Grundy value is. It finds the tame games that
/// this rule shows to be tame: a sum with a component that is not tame may have a class all the same, and it is not looked for.
/// A reason to be tame that needs the sum searched is missed, and then nothing wrong is said but that nothing is known.
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

/// What [`Tameness`] finds: a class, or that none was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTame {
    class: Option<TameClass>,
    /// Classes of tame options, by which the game can be reverted if it is itself an option. Of a tame game they are not needed.
    options: Classes,
}

type Classes = SmallVec<[TameClass; 2]>;

impl FoundTame {
    /// The class, if the game is shown to be tame.
    #[must_use]
    pub fn class(&self) -> Option<TameClass> {
        self.class
    }

    fn tame(class: TameClass) -> Self {
        Self { class: Some(class), options: Classes::new() }
    }
}

/// What has been seen of the options.
#[derive(Clone, Debug, Default)]
pub struct TameFold {
    tame: Vec<TameClass>,
    others: Vec<Classes>,
}

impl TameFold {
    /// Notes the class of an option, or of one that is not tame those of its tame options.
    pub(super) fn note(&mut self, class: Option<TameClass>, options: &[TameClass]) {
        match class {
            Some(class) => self.tame.push(class),
            None => self.others.push(options.into()),
        }
    }

    /// The class of the game, if its options show one.
    pub(super) fn class(&self) -> Option<TameClass> {
        if self.tame.is_empty() {
            return self.others.is_empty().then_some(TameClass::FickleZero);
        }
        let grundy = mex(self.tame.iter().map(|class| class.grundy()));
        let misere = mex(self.tame.iter().map(|class| class.misere_grundy()));
        let class = TameClass::from_values(grundy, misere)?;
        self.others.iter().all(|options| options.contains(&class)).then_some(class)
    }

    /// The classes of the tame options, each once.
    pub(super) fn tame_options(self) -> Classes {
        let mut classes = self.tame;
        classes.sort_unstable();
        classes.dedup();
        classes.into()
    }

    /// Whether every option is tame.
    pub(super) fn all_tame(&self) -> bool {
        self.others.is_empty()
    }
}

impl Measure for Tameness {
    type Value = FoundTame;
    type Fold = TameFold;

    fn fold(&self) -> TameFold {
        TameFold::default()
    }

    fn absorb(&self, seen: &mut TameFold, option: &FoundTame) -> ControlFlow<()> {
        seen.note(option.class, &option.options);
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: TameFold) -> FoundTame {
        match seen.class() {
            Some(class) => FoundTame::tame(class),
            None => FoundTame { class: None, options: seen.tame_options() },
        }
    }

    fn known<G: ImpartialGame>(&self, _: &G, _: &G::Position) -> Option<FoundTame> {
        None
    }
}

impl SumRule for Tameness {
    fn sum(&self, one: FoundTame, other: FoundTame) -> FoundTame {
        match (one.class, other.class) {
            (Some(class), Some(beside)) => FoundTame::tame(class + beside),
            // A move in the game that is not tame may leave two that are.
            (None, Some(beside)) => beside_tame(&one.options, beside),
            (Some(beside), None) => beside_tame(&other.options, beside),
            (None, None) => FoundTame { class: None, options: Classes::new() },
        }
    }
}

fn beside_tame(options: &[TameClass], beside: TameClass) -> FoundTame {
    FoundTame { class: None, options: options.iter().map(|class| *class + beside).collect() }
}
