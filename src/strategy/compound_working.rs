//! Why a compound is won: the theorem that decides it, and what each component is worth to it.

use std::fmt;

use crate::compound::{Ends, Kind, Way};
use crate::game::{Outcome, Play};
use crate::measures::{Foreclosed, Remoteness, Suspense, TameClass};
use crate::misere::canonical::CanonicalForm;
use crate::misere::quotient::Element;
use crate::nimber::Nimber;
use crate::strategy::misere_sum::MisereMethod;

/// What decides a compound: a measure of its components or, in one of the twelve ways to play, none.
///
/// ```
/// use grundy::compound::Way;
/// use grundy::strategy::CompoundRule;
///
/// let without_one: Vec<String> =
///     Way::ALL.into_iter().filter(|way| CompoundRule::of(*way) == CompoundRule::MisereSum).map(|way| way.to_string()).collect();
/// assert_eq!(without_one, ["disjunctive long misère"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompoundRule {
    /// The least remoteness.
    LeastRemoteness,
    /// The greatest suspense number.
    GreatestSuspense,
    /// The outcomes of the components.
    Outcomes,
    /// The nim-sum of the Grundy values.
    NimSum,
    /// The nim-sum of the foreclosed values, if none is infinite.
    ForeclosedNimSum,
    /// No one rule for components is known: a [`MisereMethod`] decides.
    MisereSum,
}

impl CompoundRule {
    /// The rule that decides compounds that are played in this way.
    #[must_use]
    pub const fn of(way: Way) -> Self {
        match (way.kind, way.ends, way.play) {
            (Kind::Conjunctive, Ends::Short, _) => Self::LeastRemoteness,
            (Kind::Conjunctive, Ends::Long, _) => Self::GreatestSuspense,
            (Kind::Selective, ..) => Self::Outcomes,
            (Kind::Disjunctive, Ends::Long, Play::Normal) => Self::NimSum,
            (Kind::Disjunctive, Ends::Short, _) => Self::ForeclosedNimSum,
            (Kind::Disjunctive, Ends::Long, Play::Misere) => Self::MisereSum,
        }
    }
}

/// What a component is worth to the rule that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// It has ended.
    Ended,
    /// A remoteness or suspense number.
    Moves(u64),
    /// An outcome, in this kind of play.
    Outcome(Play, Outcome),
    /// A Grundy value.
    Value(Nimber),
    /// A foreclosed value.
    Foreclosed(Foreclosed),
    /// An element of a misère quotient, written by its number there.
    Element(Element),
    /// A class of nim-positions, of a game that is tame in misère play. It is written as its genus.
    Tame(TameClass),
    /// A misère canonical form, written by its number in the [store](crate::CompoundSolver::forms).
    Form(CanonicalForm),
    /// Nothing by itself.
    Unknown,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => f.pad("ended"),
            Self::Moves(moves) => fmt::Display::fmt(moves, f),
            Self::Outcome(_, outcome) => outcome.fmt(f),
            Self::Value(value) => value.fmt(f),
            Self::Foreclosed(value) => value.fmt(f),
            Self::Element(element) => element.fmt(f),
            Self::Tame(class) => class.genus().fmt(f),
            Self::Form(form) => write!(f, "form {}", form.number()),
            Self::Unknown => f.pad("?"),
        }
    }
}

/// Who wins a compound, and why. `Display` writes the argument in a line.
///
/// ```
/// use grundy::{Compound, CompoundSolver, Nim, Play};
///
/// let way = Compound::conjunctive(Nim).short().way(Play::Normal);
/// let working = CompoundSolver::new(Nim).working(way, [3, 4])?;
/// assert_eq!(working.to_string(), "remoteness 1, 1: the least is 1, odd: N");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompoundWorking {
    /// How it is played.
    pub way: Way,
    /// By which method, if it is the sum in misère play. The other ways to play have one rule each.
    pub method: Option<MisereMethod>,
    /// What each component is worth to the rule, in their order.
    pub worths: Vec<Worth>,
    /// Who wins.
    pub outcome: Outcome,
}

impl CompoundWorking {
    /// What decides.
    #[must_use]
    pub const fn rule(&self) -> CompoundRule {
        CompoundRule::of(self.way)
    }
}

/// Who wins, by the theorem of [`CompoundRule::of`]. Of no components, and where there is no one rule, it is who wins at the end.
pub(super) fn decide(way: Way, worths: &[Worth]) -> Outcome {
    let end = way.play.outcome_of_the_end();
    let an_end = worths.iter().any(|worth| matches!(worth, Worth::Ended | Worth::Foreclosed(Foreclosed::Ended)));
    let all_end = worths.iter().all(|worth| *worth == Worth::Ended);
    let p_if = |lost: bool| if lost { Outcome::P } else { Outcome::N };
    match CompoundRule::of(way) {
        CompoundRule::LeastRemoteness => {
            let rule = Remoteness(way.play);
            rule.conjunctive(moves(worths)).map_or(end, |least| rule.outcome(least))
        }
        CompoundRule::GreatestSuspense => {
            let rule = Suspense(way.play);
            rule.conjunctive(moves(worths)).map_or(end, |greatest| rule.outcome(greatest))
        }
        CompoundRule::Outcomes if all_end || (way.ends == Ends::Short && an_end) => end,
        CompoundRule::Outcomes => {
            p_if(worths.iter().all(|worth| matches!(worth, Worth::Ended | Worth::Outcome(_, Outcome::P))))
        }
        CompoundRule::ForeclosedNimSum if an_end => end,
        CompoundRule::ForeclosedNimSum if worths.contains(&Worth::Foreclosed(Foreclosed::Infinite)) => Outcome::N,
        CompoundRule::NimSum | CompoundRule::ForeclosedNimSum => p_if(nim_sum(worths).is_zero()),
        CompoundRule::MisereSum => end,
    }
}

fn moves(worths: &[Worth]) -> impl Iterator<Item = u64> {
    worths.iter().filter_map(|worth| match worth {
        Worth::Moves(moves) => Some(*moves),
        _ => None,
    })
}

fn nim_sum(worths: &[Worth]) -> Nimber {
    let values = worths.iter().filter_map(|worth| match worth {
        Worth::Value(value) | Worth::Foreclosed(Foreclosed::Finite(value)) => Some(*value),
        _ => None,
    });
    values.sum()
}

impl fmt::Display for CompoundWorking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = self.worths.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let parity = |moves: u64| if moves.is_multiple_of(2) { "even" } else { "odd" };
        let ended = |worth: &Worth| matches!(worth, Worth::Ended | Worth::Foreclosed(Foreclosed::Ended));
        let over = match self.way.ends {
            Ends::Short => self.worths.iter().any(ended),
            Ends::Long => self.worths.iter().all(ended),
        };
        match self.rule() {
            CompoundRule::LeastRemoteness => {
                let least = moves(&self.worths).min().unwrap_or(0);
                write!(f, "remoteness {list}: the least is {least}, {}", parity(least))?;
            }
            CompoundRule::GreatestSuspense => {
                let greatest = moves(&self.worths).max().unwrap_or(0);
                write!(f, "suspense {list}: the greatest is {greatest}, {}", parity(greatest))?;
            }
            CompoundRule::Outcomes | CompoundRule::ForeclosedNimSum if over => write!(f, "{list}: it is over")?,
            CompoundRule::Outcomes => {
                let play = self.worths.iter().find_map(|worth| match worth {
                    Worth::Outcome(play, _) => Some(*play),
                    _ => None,
                });
                let all = if self.outcome == Outcome::P { "all are P" } else { "not all are P" };
                write!(f, "outcomes in {} play {list}: {all}", play.unwrap_or(self.way.play))?;
            }
            CompoundRule::NimSum => write!(f, "values {list}: the nim-sum is {}", nim_sum(&self.worths))?,
            CompoundRule::ForeclosedNimSum if self.worths.contains(&Worth::Foreclosed(Foreclosed::Infinite)) => {
                write!(f, "foreclosed values {list}: one is ∞")?;
            }
            CompoundRule::ForeclosedNimSum => {
                write!(f, "foreclosed values {list}: the nim-sum is {}", nim_sum(&self.worths))?;
            }
            CompoundRule::MisereSum => self.write_misere_sum(&list, f)?,
        }
        write!(f, ": {}", self.outcome)
    }
}

impl CompoundWorking {
    fn write_misere_sum(&self, list: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.method {
            Some(MisereMethod::Theorem) => f.write_str("by the game's own theorem"),
            Some(MisereMethod::Quotient) => {
                let is_in = if self.outcome == Outcome::P { "is" } else { "is not" };
                write!(f, "elements {list} in the misère quotient: the product {is_in} in its P-portion")
            }
            Some(MisereMethod::Tame) => {
                let classes = self.worths.iter().filter_map(|worth| match worth {
                    Worth::Tame(class) => Some(*class),
                    _ => None,
                });
                let sum = classes.fold(TameClass::FickleZero, |sum, class| sum + class);
                write!(f, "genera {list}: all are tame, the sum is {}", sum.genus())
            }
            Some(MisereMethod::Forms) => write!(f, "misère canonical forms {list}: by their sum"),
            Some(MisereMethod::Search) | None => f.write_str("no rule for components: by search on whole positions"),
        }
    }
}
