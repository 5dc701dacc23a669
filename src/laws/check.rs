//! Laws on one position.

use std::fmt::Debug;
use std::slice;

use crate::any::AnyPosition;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::laws::effort::{Effort, MAX_MOVES, MAX_WORK};
use crate::laws::erased::{Erased, hidden};
use crate::laws::law::{Law, Subject};
use crate::laws::violation::Violation;
use crate::laws::{compounds, hints, loopy, moves, products, strategy, values};

/// Checks every law that needs no text on one component. The hints are checked at every component that play can reach from it.
///
/// # Errors
///
/// [`Violation`] of the first law that is broken, or if the position is too large to be checked.
///
/// ```
/// use grundy::laws::{Law, check_position};
/// use grundy::{Components, ImpartialGame, Kayles, Nimber};
///
/// check_position(&Kayles, &9)?;
///
/// /// Take one or two counters, with a theorem that is wrong from 3 counters on.
/// struct OneOrTwo;
///
/// impl ImpartialGame for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=2.min(*heap) }
///     fn play(&self, heap: &u64, taken: &u64) -> Components<u64> { heap.saturating_sub(*taken).into() }
///     fn known_value(&self, heap: &u64) -> Option<Nimber> { Some(Nimber::new(*heap)) }
/// }
///
/// assert_eq!(check_position(&OneOrTwo, &2), Ok(()));
/// assert_eq!(check_position(&OneOrTwo, &3).unwrap_err().law(), Some(Law::KnownValue));
/// # Ok::<(), grundy::laws::Violation>(())
/// ```
pub fn check_position<G>(game: &G, position: &G::Position) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    check_under(game, slice::from_ref(position), &Control::new())
}

/// Checks every law about sums on one sum.
///
/// # Errors
///
/// [`Violation`] of the first law that is broken, or if the sum is too large to be checked.
///
/// ```
/// use grundy::Kayles;
/// grundy::laws::check_sum(&Kayles, &[5, 6, 3, 2])?;
/// # Ok::<(), grundy::laws::Violation>(())
/// ```
pub fn check_sum<G>(game: &G, components: &[G::Position]) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let mut laws = Law::ALL.iter().filter(|law| matches!(law.subject(), Subject::Sum(_)));
    laws.try_for_each(|law| check_law(*law, game, components))
}

/// Checks the laws of [`check_position`] on one component, or those of [`check_sum`] on several, under a control whose deadline or callback may end
/// the check. Its other bounds are those of each solver and each oracle that a law asks.
///
/// # Errors
///
/// As for these, and [`Violation::Stopped`] if the control ends the check.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::laws::{Violation, check_under};
/// use grundy::{Bound, Control, Kayles};
///
/// assert_eq!(check_under(&Kayles, &[5, 6], &Control::new()), Ok(()));
/// let cancelled = Control::new().watched(|_| ControlFlow::Break(()));
/// let Err(Violation::Stopped(stopped)) = check_under(&Kayles, &[30], &cancelled) else { panic!() };
/// assert_eq!(stopped.bound, Bound::Cancelled);
/// ```
pub fn check_under<G>(game: &G, components: &[G::Position], control: &Control) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let mut laws = Law::ALL.iter().filter(|law| match law.subject() {
        Subject::Component => components.len() == 1,
        Subject::Sum(_) => true,
        Subject::Text => false,
    });
    laws.try_for_each(|law| {
        let effort = Effort::under(MAX_WORK, control.clone());
        check_within(*law, game, components, &effort).map_err(|violation| violation.of_input(components))
    })
}

/// Checks one law on one sum.
///
/// A law about components is checked at every component that play can reach. A law about compounds is checked on the compound of the
/// components, and passes if there are none. The law of texts always passes here, since a game may have no notation: see
/// [`check_notation`](crate::laws::check_notation).
///
/// # Errors
///
/// [`Violation`] of the law, or of one of the first three laws, on which all others rely; or if the sum is too large to be checked.
///
/// ```
/// use grundy::{Kayles, laws::{Law, check_law}};
/// check_law(Law::SumIsXor, &Kayles, &[5, 6, 3])?;
/// # Ok::<(), grundy::laws::Violation>(())
/// ```
pub fn check_law<G>(law: Law, game: &G, components: &[G::Position]) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    check_within(law, game, components, &Effort::new(MAX_WORK)).map_err(|violation| violation.of_input(components))
}

/// Checks one law on one sum, within the steps that are left. The violation does not name its input yet.
pub(super) fn check_within<G>(law: Law, game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    if Law::OF_COMPOUNDS.contains(&law) {
        // Some compounds list the moves of all components together: refuse a component with too many moves first.
        moves::components_are_sound(game, components, effort)?;
    }
    // Laws that need solvers or compounds see every rule book as one type, so that a crate compiles them once.
    let hidden: Vec<AnyPosition> = components.iter().cloned().map(hidden).collect();
    let (any, parts) = (&Erased::new(game), &hidden[..]);
    let checked = match law {
        Law::MovesRepeat | Law::MovesFinite | Law::PlayEnds => moves::components_are_sound(game, components, effort),
        Law::ValueIsMex => values::value_is_mex(any, parts, effort),
        Law::ZeroIsP => values::zero_is_p(any, parts, effort),
        Law::TwinsAreP => values::twins_are_p(any, parts, effort),
        Law::SumIsXor => values::sum_is_xor(any, parts, effort),
        Law::EveryMethodFindsOutcome => values::every_method_finds_outcome(any, parts, effort),
        Law::Allows => moves::allowed_are_listed(game, components, effort),
        Law::Options => hints::options_are_what_moves_leave(game, components, effort),
        Law::MemoKey => hints::memo_key_keeps_the_game(game, components, effort),
        Law::KnownValue => hints::known_value_is_right(game, components, effort),
        Law::KnownOutcome(play) => hints::known_outcome_is_right(game, components, play, effort),
        Law::MovesLeaving => hints::moves_leaving_are_all(game, components, effort),
        Law::WinningMoves => strategy::winning_moves_win(any, parts, effort),
        Law::BestMove => strategy::best_player_beats_random(any, parts, effort),
        Law::Compound(way) => compounds::compound_is_decided(any, parts, way, effort),
        Law::OrdinalSum => compounds::ordinal_is_a_number_left_out(any, parts, effort),
        Law::Sequential(play) => compounds::sequential_is_the_first(any, parts, play, effort),
        Law::LoopySum => loopy::loopy_sum_is_decided(any, parts, effort),
        Law::TartanProduct => products::tartan_is_nim_product(any, parts, effort),
        Law::AcrosticProduct => products::acrostic_is_nim_sum(any, parts, effort),
        Law::AtMost => products::at_most_is_sum_or_selective(any, parts, effort),
        Law::Hypergraph => products::hypergraph_is_sum_or_conjunctive(any, parts, effort),
        Law::Truncate => products::truncated_is_won_where_it_was(any, parts, effort),
        Law::TextReadsBack => Ok(()),
    };
    if law != Law::LoopySum && matches!(checked, Err(Violation::TooLarge { limit: MAX_MOVES, .. })) {
        // The list of moves was cut off: is it endless? The law of games with cycles has asked already.
        moves::components_are_sound(game, components, effort)?;
    }
    checked
}
