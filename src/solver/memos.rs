//! The memos of a solver.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::measures::{FoundTame, GenusOf, GenusValue, Longest, Shortest};
use crate::method::Method;
use crate::misere::canonical::{CanonicalForm, CanonicalForms, FormsUnderWay};
use crate::misere::quotient::{MisereQuotient, Positions};
use crate::misere::sums::MisereSums;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::search::{Facts, Kept, OutcomesUnderWay, Table, ValuesUnderWay};
use crate::solver::taken::Taken;
use crate::solver::tame::TameUnderWay;

/// All that a solver remembers of one rule book, by [memo key](crate::ImpartialGame::memo_key). Memos can be read, kept, and handed to
/// another solver of the same rules. No answer depends on them.
///
/// The memo of Grundy values may be any [`Memo`](crate::Memo). The others are [`Table`]s: six more type parameters would stand in every
/// signature that names a solver, `tame` is read for each option of a misère search without a copy, and a form is a number in the store
/// `forms` of the same solver. To keep outcomes, genera or another measure in a memo of your own, such as one on disk, evaluate the
/// measure without a solver:
///
/// ```
/// use std::collections::HashMap;
/// use grundy::measures::WhoWins;
/// use grundy::{Components, Control, Kayles, Outcome, Play, evaluate_whole};
///
/// let mut memo: HashMap<Components<u64>, Outcome> = HashMap::new();
/// let outcome = evaluate_whole(&Kayles, &WhoWins(Play::Misere), &mut memo, &mut Control::new(), [5, 2])?;
/// assert_eq!((outcome, memo[&Components::from([2, 1])]), (Outcome::N, Outcome::N));
/// # Ok::<(), grundy::SolveError<Components<u64>>>(())
/// ```
///
/// The memos go from one solver to the next:
///
/// ```
/// use grundy::{Kayles, Nimber, Solver, Unhinted};
///
/// let mut solver = Solver::new(Unhinted(Kayles));
/// solver.grundy(200)?;
/// let memos = solver.into_memos();
/// assert_eq!(memos.values.get(&70), Some(&Nimber::new(6)));
/// let mut solver = Solver::with_memos(Unhinted(Kayles), memos);
/// solver.grundy(200)?;
/// assert_eq!(solver.control().done(), 0);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// The feature `serde` writes the values and the outcomes. The other memos are empty when they are read: what they held is found again.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "P: serde::Serialize, T: serde::Serialize",
        deserialize = "P: Eq + std::hash::Hash + serde::Deserialize<'de>, T: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Memos<P, T = Table<P, Nimber>> {
    /// Grundy values of components.
    pub values: T,
    /// What the nimber search knows of components that have no value yet.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) facts: Facts<P>,
    /// Outcomes of components in normal play, where nothing needed a value.
    pub alone: Table<P, Outcome>,
    /// Outcomes of components in misère play, by a search of one thread.
    pub alone_in_misere: Table<P, Outcome>,
    /// Outcomes of sums in normal play, by a search that was [forced](crate::Solver::by); also of components, if several threads have searched.
    pub normal: Table<Components<P>, Outcome>,
    /// Outcomes of sums in misère play; also of components, if several threads have searched. Of a rule book that [asks for the nimber
    /// search](crate::ImpartialGame::SEARCHES_FORMS) all those that were asked for, and no others.
    pub misere: Table<Components<P>, Outcome>,
    /// What the nimber search knows of whole positions in misère play, once it was asked.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) misere_sums: Option<Box<MisereSums<P>>>,
    /// Numbers of moves of the longest game, of components.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub longest: Table<P, u64>,
    /// Numbers of moves of the shortest game, of components.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub shortest: Table<P, u64>,
    /// Genera of whole positions.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub genus: Table<Components<P>, GenusValue>,
    /// Components that are tame, or known not to be.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub tame: Table<P, FoundTame>,
    /// Misère canonical forms of components, each a number in the store `forms`: keep the two together.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub form_of: Table<P, CanonicalForm>,
    /// The store of misère canonical forms.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub forms: CanonicalForms,
    /// Positions under way when a search for the value of a component was stopped.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) values_under_way: ValuesUnderWay<P>,
    /// The same of a value that a search for who wins has asked for.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) values_of_sums_under_way: ValuesUnderWay<P>,
    /// Positions under way when a search for the outcome of a component was stopped, in normal and in misère play.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) alone_under_way: [OutcomesUnderWay<P>; 2],
    /// Positions under way when a search for the outcome of a sum was stopped, in normal and in misère play.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) wholes_under_way: [OutcomesUnderWay<Components<P>>; 2],
    /// Components under way when a search for the longest or the shortest game was stopped.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) longest_under_way: Kept<P, Longest>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) shortest_under_way: Kept<P, Shortest>,
    /// Whole positions under way when a search for a genus was stopped.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) genus_under_way: Kept<Components<P>, GenusOf>,
    /// Components under way when a walk that looks for tame ones was stopped.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) tame_under_way: TameUnderWay<P>,
    /// Components under way when a search for their canonical forms was stopped. It goes on only while `forms` is the store that it began with.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) forms_under_way: FormsUnderWay<P>,
    /// The proof of a value that was stopped.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) value_proof: Option<ValueProof<P>>,
    /// The last misère quotient that the solver found by itself.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) quotient: OwnQuotient<P>,
    /// The method that decided the last question in misère play, and the most positions that it took for one.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) decided_by: Option<(Method, u64)>,
    /// What each method took for the last question in misère play, if it was stopped.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) taken: Taken<P>,
}

/// The values from which the value of a position follows by the rules alone, for a [certificate](crate::certificate).
#[derive(Clone, Debug)]
pub(crate) struct ValueProof<P> {
    pub(crate) position: Components<P>,
    /// Components with their values, in the order in which they are found to be needed.
    pub(crate) facts: Vec<(P, Nimber)>,
    /// The same by component.
    pub(crate) values: HashMap<P, Nimber, FxBuildHasher>,
    /// The number of facts that are proved by those beside them.
    pub(crate) proved: usize,
}

/// A misère quotient that the solver looks for by itself.
#[derive(Clone, Debug, Default)]
pub(crate) enum OwnQuotient<P> {
    /// None was found or given up.
    #[default]
    Untried,
    Found(Box<MisereQuotient<Positions<P>>>),
    /// One was not found soon. No other is looked for.
    GivenUp,
}

impl<P, T> Memos<P, T> {
    /// A memo of Grundy values, with all others empty.
    pub fn with_values(values: T) -> Self {
        Self {
            values,
            facts: Facts::default(),
            alone: Table::new(),
            alone_in_misere: Table::new(),
            normal: Table::new(),
            misere: Table::new(),
            misere_sums: None,
            longest: Table::new(),
            shortest: Table::new(),
            genus: Table::new(),
            tame: Table::new(),
            form_of: Table::new(),
            forms: CanonicalForms::new(),
            values_under_way: None,
            values_of_sums_under_way: None,
            alone_under_way: [None, None],
            wholes_under_way: [None, None],
            longest_under_way: None,
            shortest_under_way: None,
            genus_under_way: None,
            tame_under_way: None,
            forms_under_way: None,
            value_proof: None,
            quotient: OwnQuotient::default(),
            decided_by: None,
            taken: Taken::default(),
        }
    }

    /// The outcomes of whole positions in the given play.
    pub const fn outcomes(&mut self, play: Play) -> &mut Table<Components<P>, Outcome> {
        match play {
            Play::Normal => &mut self.normal,
            Play::Misere => &mut self.misere,
        }
    }
}

impl<P, T: Default> Default for Memos<P, T> {
    fn default() -> Self {
        Self::with_values(T::default())
    }
}
