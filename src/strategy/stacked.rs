//! One game upon or after another, by their theorems.

use crate::components::Components;
use crate::compound::{Based, Queued, ordinal_value};
use crate::game::{ImpartialGame, Outcome, Play};
use crate::nimber::Nimber;
use crate::solver::{Memo, SolveError, Solver, most_options};
use crate::whole::Whole;

/// Why one game upon or after another was not solved.
///
/// ```
/// use grundy::strategy::StackedError;
/// assert_eq!(StackedError::<u64, u64>::TooLarge.to_string(), "the value does not fit into 64 bits");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StackedError<P, Q> {
    /// The base, or what is played first, was not solved.
    #[error("component 1: {0}")]
    First(SolveError<P>),
    /// The top, or what is played then, was not solved.
    #[error("component 2: {0}")]
    Second(SolveError<Q>),
    /// The value is 2^64 or more.
    #[error("the value does not fit into 64 bits")]
    TooLarge,
}

/// The value of an ordinal sum, from those of the options of the base and that of the top: see [`Ordinal`](crate::compound::Ordinal).
///
/// ```
/// use grundy::compound::Based;
/// use grundy::{Components, Kayles, Nim, Nimber, Solver, strategy::solve_ordinal};
///
/// let position = Based { base: Components::from([5, 2]), top: Components::from(1 << 40) };
/// let value = solve_ordinal(&mut Solver::new(Kayles), &mut Solver::new(Nim), &position)?;
/// assert_eq!(value, Nimber::new((1 << 40) + 6)); // the options of the base are worth *0 to *5
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`StackedError`] if a part is loopy or too large for its solver's limit, or the value is 2^64 or more.
pub fn solve_ordinal<A: ImpartialGame, B: ImpartialGame, S: Memo<A::Position, Nimber>, T: Memo<B::Position, Nimber>>(
    base: &mut Solver<A, S>,
    top: &mut Solver<B, T>,
    position: &Based<A::Position, B::Position>,
) -> Result<Nimber, StackedError<A::Position, B::Position>> {
    let of_top = top.grundy(&position.top).map_err(StackedError::Second)?;
    base.grundy(&position.base).map_err(StackedError::First)?;
    let most = most_options(base.limit());
    let mut options: Vec<Components<A::Position>> = Vec::new();
    for option in Whole(base.game()).options(&position.base) {
        if options.len() as u64 == most {
            let (limit, solved) = (base.limit(), base.solved());
            return Err(StackedError::First(SolveError::Limit { limit, solved, unfinished: 1 }));
        }
        options.push(option.into_iter().flatten().collect());
    }
    let values: Result<Vec<Nimber>, _> = options.into_iter().map(|option| base.grundy(option)).collect();
    ordinal_value(values.map_err(StackedError::First)?, of_top).ok_or(StackedError::TooLarge)
}

/// Who wins a sequential compound, from the outcomes of its parts: see [`Sequential`](crate::compound::Sequential).
///
/// If the second game is P, who ends the first wins; if it is N, who ends the first loses.
///
/// ```
/// use grundy::compound::Queued;
/// use grundy::{Components, Kayles, Nim, Outcome, Play, Solver, strategy::sequential_outcome};
///
/// let position = Queued { now: Components::from([1, 1]), later: Components::from(7) };
/// let outcome = sequential_outcome(&mut Solver::new(Nim), &mut Solver::new(Kayles), Play::Normal, &position)?;
/// assert_eq!(outcome, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`StackedError`] if a part is loopy or too large for its solver's limit.
pub fn sequential_outcome<
    A: ImpartialGame,
    B: ImpartialGame,
    S: Memo<A::Position, Nimber>,
    T: Memo<B::Position, Nimber>,
>(
    now: &mut Solver<A, S>,
    later: &mut Solver<B, T>,
    play: Play,
    position: &Queued<A::Position, B::Position>,
) -> Result<Outcome, StackedError<A::Position, B::Position>> {
    let first_is_played_as = match later.outcome_in(play, &position.later).map_err(StackedError::Second)? {
        Outcome::P => Play::Normal,
        Outcome::N => Play::Misere,
    };
    now.outcome_in(first_is_played_as, &position.now).map_err(StackedError::First)
}
