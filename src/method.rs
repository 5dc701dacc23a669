//! The methods by which a solver decides who wins.

use std::fmt;

use crate::outcome::Play;

/// A method by which a solver decides who wins. [`decide`](crate::Solver::decide) tells which one decided, and in which order they are tried.
///
/// The answer never depends on the method. [`Solver::by`](crate::Solver::by) forces one, for tests and benches.
///
/// ```
/// use grundy::{Kayles, Method, Nim, Play, Solver};
///
/// assert_eq!(Solver::new(Nim).decide(Play::Misere, [7, 7])?.method, Method::Oracle); // Bouton's theorem
/// let mut rows = Solver::new(grundy::Unhinted(Kayles));
/// assert_eq!(rows.decide(Play::Normal, [7, 7])?.method, Method::Values);
/// assert_eq!(rows.decide(Play::Misere, [7, 7, 4])?.method, Method::Tame); // classes add
/// assert_eq!(rows.decide(Play::Misere, [9, 12])?.method, Method::Forms); // neither row is tame
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Winning Ways, ch. 3 and 13; Siegel, *Combinatorial Game Theory*, ch. V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// An oracle: one that was handed to the solver, or the oracle of the rule book.
    Oracle,
    /// Normal play: the nim-sum of the Grundy values of the components.
    Values,
    /// Normal play: the nimber search, which asks whether a value is 0, 1, 2, .. and leaves out what does not matter. It is chosen where the
    /// rule book [asks for it](crate::ImpartialGame::SEARCHES_NIMBERS).
    Nimbers,
    /// Misère play: every component is [tame](crate::measures::Tameness), and the classes are added. Takes as long as Grundy values.
    Tame,
    /// Misère play: [canonical forms](crate::misere::canonical). If every form is tame, alone or paired with an equal one, the classes are
    /// added, else the forms.
    Forms,
    /// Misère play: the [misère quotient](crate::misere::quotient) of the positions that play can reach, where it is small and found soon.
    Quotient,
    /// A search for who wins, which leaves a position at its first winning move. In normal play it is chosen for one component, and takes the values of
    /// components only where a move leaves several. If it is forced, and in misère play, it is a search on whole positions, exponential in the number of
    /// components. In misère play, it decides sums of tame components without searching further, and it is the nimber search where the rule book [asks for it](crate::ImpartialGame::SEARCHES_FORMS).
    Search,
}

impl Method {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::Oracle, Self::Values, Self::Nimbers, Self::Tame, Self::Forms, Self::Quotient, Self::Search];

    /// The text of an explanation for a method without an argument of its own. It ends a sentence that begins with the kind of play.
    pub(crate) const fn argument(self, play: Play) -> &'static str {
        match self {
            Self::Search if matches!(play, Play::Normal) => "a search tells who wins, without the value",
            Self::Oracle => "a theorem about the game tells the outcome",
            Self::Values => "the nim-sum decides",
            Self::Nimbers => "a search tells whether the nim-sum is 0, before all values are known",
            Self::Tame => "every component is tame, and their genera say",
            Self::Forms => "the canonical forms say",
            Self::Quotient => "a misère quotient says",
            Self::Search => "the nim-sum does not decide, and a search says",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Oracle => "an oracle",
            Self::Values => "the nim-sum of Grundy values",
            Self::Nimbers => "nimber search",
            Self::Tame => "tame components",
            Self::Forms => "misère canonical forms",
            Self::Quotient => "a misère quotient",
            Self::Search => "search",
        })
    }
}
