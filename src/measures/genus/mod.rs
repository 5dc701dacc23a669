//! The genus.

mod symbol;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use symbol::with_digits;
pub use symbol::{Genus, ParseGenusError};

use super::tame::{TameClass, TameFold};
use crate::measure::Measure;
use crate::mex::mex;
use crate::nimber::Nimber;

/// The genus, and how far a game is from a nim-heap.
///
/// There is no rule for sums: the genera of two components do not tell that of their sum, so it is searched on whole positions. For
/// sums of tame games there is a theorem: see [`Tameness`](super::Tameness).
///
/// ```
/// use grundy::measures::{GenusOf, Temper};
/// use grundy::{Control, Kayles, Table, evaluate_whole};
///
/// let (mut memo, mut control) = (Table::new(), Control::new());
/// let mut row = |pins: u64| evaluate_whole(&Kayles, &GenusOf, &mut memo, &mut control, pins);
/// assert_eq!(row(4)?.to_string(), "1"); // as one pin, in any sum and either kind of play
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

/// How far a game is from a nim-heap, in misère play.
///
/// Reference: Winning Ways, ch. 13; ONAG, ch. 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Temper {
    /// It equals a nim-heap, in every sum and in both kinds of play: its options are all smaller nim-heaps, and games that have an
    /// option to it; if it is `*0` and has options, it is N (the proviso).
    NimHeap,
    /// It behaves as a nim-position does, in any sum of tame games: see [`Tameness`](super::Tameness).
    Tame,
    /// It is not tame, all its options are, and its Grundy value is 0 or 1.
    Restive,
    /// It is not tame, all its options are, and its misère Grundy value is 0 or 1.
    Restless,
    /// An option of it is not tame, and neither is it.
    Wild,
}

/// A genus with its [temper](Temper): what [`GenusOf`] finds. A clone is a shared pointer.
///
/// Written as the tables of *Winning Ways* have it: a nim-heap is its size alone, `2`; another tame game has one digit, `2^2`
/// (or all of them, if it is fickle: `0^120`), in parentheses if it has two figures, `13^(13)`; any other has all digits up to the
/// alternation, `2^20`, even if its genus is a tame one. In `2`, `2^2` and `2^20` the genus is the same. As a [`Genus`] every such text
/// is read back.
///
/// ```
/// use grundy::{Nim, Nimber, Solver, measures::Temper};
///
/// let value = Solver::new(Nim).genus([2, 4])?; // 6 in any sum of tame games, but it can't be moved to 0
/// assert_eq!((value.temper(), value.to_string().as_str()), (Temper::Tame, "6^6"));
/// assert_eq!(value.genus().to_string(), "6^64");
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenusValue(Arc<Found>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    genus: Genus,
    temper: Temper,
    /// The nim-heaps among the options, in ascending order. Those of a nim-heap are not listed: all that are smaller.
    nim_options: Vec<Nimber>,
    /// The classes of tame options. Those of a tame game are not needed.
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
        let mut seen = TameFold::default();
        for option in options {
            seen.note(option.tame_class(), &option.0.tame_options);
        }
        let mut nim_options: Vec<Nimber> = options.iter().filter_map(Self::as_nim_heap).collect();
        nim_options.sort_unstable();
        nim_options.dedup();
        let temper = temper(options, &genus, &nim_options, &seen);
        if temper == Temper::NimHeap {
            nim_options.clear();
        }
        let tame_options = if temper <= Temper::Tame { Vec::new() } else { seen.tame_options().into_vec() };
        Self(Arc::new(Found { genus, temper, nim_options, tame_options }))
    }

    /// Whether one of the options equals a nim-heap of this size.
    fn has_option(&self, size: Nimber) -> bool {
        match self.as_nim_heap() {
            Some(own) => size < own,
            None => self.0.nim_options.binary_search(&size).is_ok(),
        }
    }
}

fn temper(options: &[GenusValue], genus: &Genus, nim_options: &[Nimber], seen: &TameFold) -> Temper {
    let size = mex(nim_options.iter().copied());
    let smaller = |option: &GenusValue| option.as_nim_heap().is_some_and(|heap| heap < size);
    let proviso = !size.is_zero() || options.is_empty() || !genus.misere(0).is_zero();
    if proviso && options.iter().all(|option| smaller(option) || option.has_option(size)) {
        return Temper::NimHeap;
    }
    if seen.class().is_some() {
        return Temper::Tame;
    }
    let fickle = |value: Nimber| value <= Nimber::new(1);
    match seen.all_tame() {
        true if fickle(genus.grundy()) => Temper::Restive,
        true if fickle(genus.misere(0)) => Temper::Restless,
        _ => Temper::Wild,
    }
}

impl fmt::Display for GenusValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let genus = self.genus();
        match (self.temper(), genus.digits()) {
            (Temper::NimHeap, _) => f.pad(&genus.grundy().get().to_string()),
            (Temper::Tame, [firm, _]) => f.pad(&with_digits(genus.grundy(), &[*firm])),
            _ => genus.fmt(f),
        }
    }
}

/// The values of the options seen.
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
