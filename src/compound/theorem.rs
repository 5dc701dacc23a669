//! Conway's theorems: the outcome of a compound from a measure of each component.

use std::fmt;

use crate::components::Components;
use crate::compound::joint::{Together, has_ended};
use crate::compound::way::{Ends, Kind};
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::measure::Measure;
use crate::measures::{Foreclosed, ForeclosedValue, Remoteness, Suspense};
use crate::method::Method;
use crate::nimber::Nimber;
use crate::notation::{MOST_NAMED, join_first};
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::search::{Kept, Table, evaluate_whole_from};
use crate::solver::{Decided, Inner, Solver, Unanswered};

/// The memos of the components. One compound needs one measure in each kind of play.
pub(super) struct Measured<P> {
    /// Values and outcomes.
    inner: Inner<P>,
    /// Remoteness, or suspense, which is measured in the same way; in normal and in misère play.
    moves: [MemoOf<P, Remoteness>; 2],
    /// Foreclosed values, in normal and in misère play.
    foreclosed: [MemoOf<P, ForeclosedValue>; 2],
}

/// The values of components under a measure, and what was under way when a search for one was stopped.
type MemoOf<P, M> = (Table<Components<P>, <M as Measure>::Value>, Kept<Components<P>, M>);

impl<P> Default for Measured<P> {
    fn default() -> Self {
        let (inner, moves, foreclosed) = (Inner::default(), Default::default(), Default::default());
        Self { inner, moves, foreclosed }
    }
}

/// The oracle of one compound.
pub(super) struct Theorem<'t, G: ImpartialGame> {
    pub(super) game: &'t G,
    pub(super) kind: Kind,
    pub(super) ends: Ends,
    pub(super) notes: &'t mut Measured<G::Position>,
    pub(super) control: &'t mut Control,
}

impl<G: ImpartialGame> Theorem<'_, G> {
    pub(super) fn answer<M>(
        mut self,
        question: Question<'_, Together<G::Position>>,
    ) -> Result<Answer<'_, M>, Unanswered> {
        match question {
            Question::Value(position) => self.value(position).map(Answer::Value),
            Question::Outcome { sum, play } => {
                self.argument(sum, play).map(|argument| Answer::Outcome(argument.outcome(play)))
            }
            Question::Argument { sum, play } => match self.argument(sum, play)? {
                Argument::Sum(Decided { method: Method::Oracle, .. }) => {
                    // An oracle of the components' own game has decided, so it also has the argument.
                    let sum = parts(sum);
                    let ask = |solver: &mut Solver<&G>| solver.argument(play, &sum);
                    let text = self.notes.inner.ask(self.game, self.control, ask)?;
                    text.map(Answer::Text).ok_or(Unanswered::Unknown)
                }
                argument => Ok(Answer::Text(argument.to_string())),
            },
            _ => Err(Unanswered::Unknown),
        }
    }

    /// The Grundy value: of a sum, and where at most one component can be moved in.
    fn value(&mut self, position: &Together<G::Position>) -> Result<Nimber, Unanswered> {
        let sum = if self.is_sum() {
            position.iter().flatten().cloned().collect()
        } else {
            match open(self.game, self.ends, position)[..] {
                [] => return Ok(Nimber::ZERO),
                [place] => position[place].clone(),
                _ => return Err(Unanswered::Unknown),
            }
        };
        Ok(self.notes.inner.ask(self.game, self.control, |solver| solver.grundy(sum))?)
    }

    /// The argument that decides a sum of compounds. Unless the compounds are sums themselves, the sum must be a single one.
    fn argument(&mut self, sum: &[Together<G::Position>], play: Play) -> Result<Argument, Unanswered> {
        let is_sum = self.is_sum();
        let Self { game, kind, ends, notes, control } = self;
        let (kind, ends) = (*kind, *ends);
        if is_sum {
            return notes.inner.ask(game, control, |solver| {
                let decided = solver.decide(play, parts(sum))?;
                // An oracle of the components' own game decides without values, and its argument is told.
                if decided.method != Method::Values {
                    return Ok(Argument::Sum(decided));
                }
                let values: Result<_, _> = sum.iter().flatten().map(|component| solver.grundy(component)).collect();
                Ok(Argument::Values(values?))
            });
        }
        let [position] = sum else { return Err(Unanswered::Unknown) };
        let open = open(*game, ends, position);
        Ok(match (kind, ends, &open[..]) {
            // Of no components, all have ended.
            (.., []) => Argument::Over(if position.is_empty() { Ends::Long } else { ends }),
            // With one open component, every kind of compound is played in that component alone.
            (_, _, [_]) | (Kind::Selective, ..) => {
                // Conway: with two or more open components, a long selective compound has the same outcome in misère and in normal play, since
                // the winner can choose whether to end both of the last two components or one of them.
                let long = ends == Ends::Long && open.len() > 1;
                let play = if long { Play::Normal } else { play };
                let mut outcomes = vec![None; position.len()];
                for place in open {
                    let outcome = notes.inner.ask(game, control, |solver| solver.outcome_in(play, &position[place]))?;
                    outcomes[place] = Some(outcome);
                }
                Argument::Outcomes(play, outcomes)
            }
            (Kind::Conjunctive, Ends::Short, _) => {
                let memo = &mut notes.moves[play as usize];
                Argument::LeastRemoteness(measured(game, &Remoteness(play), memo, control, position)?)
            }
            (Kind::Conjunctive, Ends::Long, _) => {
                let memo = &mut notes.moves[play as usize];
                Argument::GreatestSuspense(measured(game, &Suspense(play), memo, control, position)?)
            }
            (Kind::Disjunctive, ..) => {
                let memo = &mut notes.foreclosed[play as usize];
                Argument::Foreclosed(measured(game, &ForeclosedValue(play), memo, control, position)?)
            }
        })
    }

    /// Whether the compound is the sum of its components.
    fn is_sum(&self) -> bool {
        (self.kind, self.ends) == (Kind::Disjunctive, Ends::Long)
    }
}

/// The indices of the components of a compound that can be moved in; none if play is over.
pub(super) fn open<G: ImpartialGame>(game: &G, ends: Ends, position: &Together<G::Position>) -> Vec<usize> {
    let places = 0..position.len();
    let open: Vec<usize> = places.filter(|place| !has_ended(game, &position[*place])).collect();
    let is_over = ends == Ends::Short && open.len() < position.len();
    if is_over { Vec::new() } else { open }
}

/// The parts of all components, as one sum.
fn parts<P: Clone>(sum: &[Together<P>]) -> Components<P> {
    sum.iter().flatten().flatten().cloned().collect()
}

/// The value of each component under a measure.
fn measured<G: ImpartialGame, M: Measure>(
    game: &G,
    measure: &M,
    (memo, under_way): &mut MemoOf<G::Position, M>,
    control: &mut Control,
    position: &Together<G::Position>,
) -> Result<Vec<M::Value>, Unanswered> {
    let mut worths = Vec::with_capacity(position.len());
    for component in position {
        worths.push(evaluate_whole_from(game, measure, memo, under_way, control, component.clone())?);
    }
    Ok(worths)
}

/// The theorem that decides a compound, with the measures of its components. `Display` writes it in one line.
enum Argument {
    /// A component has ended, or all have.
    Over(Ends),
    /// Remoteness, of which the least decides.
    LeastRemoteness(Vec<u64>),
    /// Suspense numbers, of which the greatest decides.
    GreatestSuspense(Vec<u64>),
    /// Outcomes in this kind of play; `None` for a component that has ended.
    Outcomes(Play, Vec<Option<Outcome>>),
    /// Grundy values, whose nim-sum decides.
    Values(Vec<Nimber>),
    /// Foreclosed values, whose nim-sum decides if none is infinite. No component has ended.
    Foreclosed(Vec<Foreclosed>),
    /// The sum is decided as a whole.
    Sum(Decided),
}

impl Argument {
    /// The outcome in this kind of play.
    fn outcome(&self, play: Play) -> Outcome {
        let p_if = |lost| if lost { Outcome::P } else { Outcome::N };
        match self {
            Self::Over(_) => play.outcome_of_the_end(),
            Self::LeastRemoteness(moves) => Remoteness(play).outcome(least(moves)),
            Self::GreatestSuspense(moves) => Suspense(play).outcome(greatest(moves)),
            Self::Outcomes(_, outcomes) => p_if(outcomes.iter().flatten().all(|outcome| *outcome == Outcome::P)),
            Self::Values(values) => p_if(values.iter().sum::<Nimber>().is_zero()),
            Self::Foreclosed(values) => p_if(finite_sum(values).is_some_and(Nimber::is_zero)),
            Self::Sum(decided) => decided.outcome,
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(Ends::Short) => f.write_str("a component has ended"),
            Self::Over(Ends::Long) => f.write_str("all components have ended"),
            Self::LeastRemoteness(moves) => {
                let least = least(moves);
                write!(f, "remoteness {}: the least is {least}, {}", list(moves), parity(least))
            }
            Self::GreatestSuspense(moves) => {
                let greatest = greatest(moves);
                write!(f, "suspense {}: the greatest is {greatest}, {}", list(moves), parity(greatest))
            }
            Self::Outcomes(play, outcomes) => {
                let written = outcomes.iter().map(|one| one.map_or_else(|| "ended".to_owned(), |one| one.to_string()));
                let all = if outcomes.contains(&Some(Outcome::N)) { "not all are P" } else { "all are P" };
                write!(f, "outcomes in {play} play {}: {all}", list(&written.collect::<Vec<_>>()))
            }
            Self::Values(values) if values.is_empty() => f.write_str("there is no component"),
            Self::Values(values) => {
                write!(f, "values {}: the nim-sum is {}", list(values), values.iter().sum::<Nimber>())
            }
            Self::Foreclosed(values) => {
                write!(f, "foreclosed values {}: ", list(values))?;
                match finite_sum(values) {
                    Some(sum) => write!(f, "the nim-sum is {sum}"),
                    None => f.write_str("one is ∞"),
                }
            }
            Self::Sum(decided) => write!(f, "the sum of all components is decided by {}", decided.method),
        }
    }
}

/// The least of the remoteness numbers.
fn least(moves: &[u64]) -> u64 {
    moves.iter().copied().min().expect("two or more components are open")
}

/// The greatest of the suspense numbers.
fn greatest(moves: &[u64]) -> u64 {
    moves.iter().copied().max().expect("two or more components are open")
}

/// The nim-sum of foreclosed values; `None` if one is infinite.
fn finite_sum(values: &[Foreclosed]) -> Option<Nimber> {
    values.iter().map(|value| value.nimber()).sum()
}

fn parity(number: u64) -> &'static str {
    if number.is_multiple_of(2) { "even" } else { "odd" }
}

/// The first items: a position may have a hundred thousand components.
fn list<T: fmt::Display>(items: &[T]) -> String {
    join_first(items, MOST_NAMED, ToString::to_string)
}
