//! The engine under any measure: component by component, or on whole positions.

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::measure::{Measure, SumRule};
use crate::search::engine::Engine;
use crate::search::error::SolveError;
use crate::search::memo::Memo;
use crate::search::theory::{ByMeasure, WithoutSums};
use crate::search::under_way::UnderWay;
use crate::whole::Whole;

/// What was under way when a search was stopped, if one was.
pub(crate) type Kept<K, M> = Option<UnderWay<K, <M as Measure>::Fold, <M as Measure>::Value>>;

/// The value of a position under a measure that has a rule for sums, component by component.
///
/// After a stop the memo keeps what has values, and the next call goes on with it. Positions under way are given up: a long line of play needs a call that lasts
/// until the first of its positions has a value.
///
/// # Errors
///
/// [`SolveError::Loopy`] if a line of play comes back to a position, [`SolveError::Stopped`] if a bound of the control is met, [`SolveError::TooManyMoves`].
///
/// ```
/// use grundy::{Control, Kayles, Table, evaluate, measures::Longest};
///
/// let mut memo = Table::new();
/// assert_eq!(evaluate(&Kayles, &Longest, &mut memo, &mut Control::new(), 11)?, 11);
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
pub fn evaluate<G, M, T>(
    game: &G,
    measure: &M,
    memo: &mut T,
    control: &mut Control,
    position: impl Into<Components<G::Position>>,
) -> Result<M::Value, SolveError<G::Position>>
where
    G: ImpartialGame,
    M: SumRule,
    T: Memo<G::Position, M::Value>,
{
    evaluate_from(game, measure, memo, &mut None, control, position.into())
}

/// The same, from where a search was stopped.
pub(crate) fn evaluate_from<G, M, T>(
    game: &G,
    measure: &M,
    memo: &mut T,
    kept: &mut Kept<G::Position, M>,
    control: &mut Control,
    position: Components<G::Position>,
) -> Result<M::Value, SolveError<G::Position>>
where
    G: ImpartialGame,
    M: SumRule,
    T: Memo<G::Position, M::Value>,
{
    let mut total = None;
    for component in position {
        let known = |position: &G::Position| measure.known(game, position);
        let ask = |_: &_, _: &mut _| Ok(None);
        let (theory, kept) = (ByMeasure(measure), Some(&mut *kept));
        let value = Engine { game, theory, memo, control, known, ask, sums: None, kept }.solve(component)?;
        total = Some(match total {
            Some(total) => measure.sum(total, value),
            None => value,
        });
    }
    Ok(total.unwrap_or_else(|| measure.finish(measure.fold())))
}

/// The value of a position under any measure, by a search on whole positions ([`Whole`]).
///
/// After a stop the memo keeps what has values, and the next call goes on with it. Positions under way are given up: a long line of play needs a call that lasts
/// until the first of its positions has a value.
///
/// # Errors
///
/// [`SolveError::Loopy`] if a line of play comes back to a position, [`SolveError::Stopped`] if a bound of the control is met, [`SolveError::TooManyMoves`].
///
/// ```
/// use grundy::{Components, Control, Kayles, Outcome, Play, Table, evaluate_whole, measures::WhoWins};
///
/// let mut memo = Table::new();
/// let misere = WhoWins(Play::Misere);
/// assert_eq!(evaluate_whole(&Kayles, &misere, &mut memo, &mut Control::new(), [2, 2])?, Outcome::P);
/// # Ok::<(), grundy::SolveError<Components<u64>>>(())
/// ```
pub fn evaluate_whole<G, M, T>(
    game: &G,
    measure: &M,
    memo: &mut T,
    control: &mut Control,
    position: impl Into<Components<G::Position>>,
) -> Result<M::Value, SolveError<Components<G::Position>>>
where
    G: ImpartialGame,
    M: Measure,
    T: Memo<Components<G::Position>, M::Value>,
{
    evaluate_whole_from(game, measure, memo, &mut None, control, position.into())
}

/// The same, from where a search was stopped.
pub(crate) fn evaluate_whole_from<G, M, T>(
    game: &G,
    measure: &M,
    memo: &mut T,
    kept: &mut Kept<Components<G::Position>, M>,
    control: &mut Control,
    position: Components<G::Position>,
) -> Result<M::Value, SolveError<Components<G::Position>>>
where
    G: ImpartialGame,
    M: Measure,
    T: Memo<Components<G::Position>, M::Value>,
{
    // A move leaves one whole position, never a sum of them.
    let whole = Whole(game);
    let known = |position: &Components<G::Position>| measure.known(&whole, position);
    let ask = |_: &_, _: &mut _| Ok(None);
    Engine { game: &whole, theory: WithoutSums(measure), memo, control, known, ask, sums: None, kept: Some(kept) }
        .solve(position)
}
