//! The laws of values: the theorem of Sprague and Grundy, against brute force.

use std::fmt::Debug;

use crate::any::AnyPosition;
use crate::components::Components;
use crate::control::Bound;
use crate::game::ImpartialGame;
use crate::laws::brute_force::{BruteForce, least_missing};
use crate::laws::effort::Effort;
use crate::laws::erased::Erased;
use crate::laws::law::Law;
use crate::laws::violation::{Violation, expect_equal};
use crate::method::Method;
use crate::outcome::{Outcome, Play, outcome_of};
use crate::search::SolveError;
use crate::unhinted::Unhinted;

/// The solver's value of each component that play can reach is the mex of the values of its options, and it is the value that brute
/// force finds.
pub(super) fn value_is_mex(game: &Erased<'_>, components: &[AnyPosition], effort: &Effort) -> Result<(), Violation> {
    let law = Law::ValueIsMex;
    let mut brute = BruteForce::new(game, effort);
    brute.solve(components)?;
    let mut solver = effort.solver(Unhinted(game));
    for place in 0..brute.components().entries().len() {
        let entry = &brute.components().entries()[place];
        let position = entry.position.clone();
        let value = solved(law, &position, solver.grundy(position.clone()))?.get();
        let mut options = Vec::with_capacity(entry.moves.len());
        for choice in 0..entry.moves.len() {
            options.push(solved(law, &position, solver.grundy(brute.components().left(place, choice)))?.get());
        }
        expect_equal(law, &position, "the mex of the options' values", &least_missing(options), &value)?;
        let by_force = brute.solve(std::slice::from_ref(&position))?.value;
        expect_equal(law, &position, "by brute force the value", &by_force, &value)?;
    }
    Ok(())
}

/// The value is 0 exactly if the outcome is P, and exactly if every option is N.
pub(super) fn zero_is_p(game: &Erased<'_>, components: &[AnyPosition], effort: &Effort) -> Result<(), Violation> {
    let law = Law::ZeroIsP;
    let mut brute = BruteForce::new(game, effort);
    let outcome = brute.solve(components)?.normal;
    let mut solver = effort.solver(Unhinted(game));
    let value = solved(law, components, solver.grundy(components))?;
    expect_equal(law, components, &format_args!("of value {value}, the outcome"), &outcome_of(value), &outcome)?;
    let found = solved(law, components, solver.outcome(components))?;
    expect_equal(law, components, "by brute force the outcome", &outcome, &found)?;
    let whole = Components::from(components);
    let mut every_option_is_n = true;
    for (place, component) in components.iter().enumerate() {
        for mv in game.moves(component) {
            let left = whole.replaced(place, game.play(component, &mv));
            every_option_is_n &= solved(law, components, solver.outcome(left))? == Outcome::N;
        }
    }
    let expected = if every_option_is_n { Outcome::P } else { Outcome::N };
    expect_equal(law, components, "by the outcomes of the options the outcome", &expected, &found)
}

/// A position plus itself is P.
pub(super) fn twins_are_p(game: &Erased<'_>, components: &[AnyPosition], effort: &Effort) -> Result<(), Violation> {
    let law = Law::TwinsAreP;
    let mut twins = Components::from(components);
    twins.extend(components.iter().cloned());
    let by_force = BruteForce::new(game, effort).solve(&twins)?;
    expect_equal(law, &twins[..], "the outcome", &Outcome::P, &by_force.normal)?;
    let mut solver = effort.solver(Unhinted(game));
    let found = solved(law, &twins, solver.outcome(&twins))?;
    expect_equal(law, &twins[..], "the outcome", &Outcome::P, &found)
}

/// The value of a sum, found by brute force, is the nim-sum of the values of its components.
pub(super) fn sum_is_xor(game: &Erased<'_>, components: &[AnyPosition], effort: &Effort) -> Result<(), Violation> {
    let law = Law::SumIsXor;
    let mut brute = BruteForce::new(game, effort);
    let by_force = brute.solve(components)?.value;
    let mut nim_sum = 0;
    for component in components {
        nim_sum ^= brute.solve(std::slice::from_ref(component))?.value;
    }
    expect_equal(law, components, "the nim-sum of the components' values", &nim_sum, &by_force)?;
    let found = solved(law, components, effort.solver(Unhinted(game)).grundy(components))?.get();
    expect_equal(law, components, "by brute force the value", &by_force, &found)
}

/// Each method that decides finds the same value and the same outcomes as brute force.
pub(super) fn every_method_finds_outcome(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::EveryMethodFindsOutcome;
    let mut brute = BruteForce::new(game, effort);
    let by_force = brute.solve(components)?;
    // The search knows a position by all its components, brute force by those that have moves. Other methods may need more positions than
    // both, as forms do, or not answer the question.
    let most_by_search = MOST_BY_METHOD + 4 * brute.wholes().count() as u64;
    for method in Method::ALL {
        let most = if *method == Method::Search { most_by_search } else { MOST_BY_METHOD };
        let mut solver = effort.solver(Unhinted(game)).by(*method);
        solver.control_mut().set_positions(most);
        let value = solver.grundy(components);
        if !is_declined(&value) {
            let what = format_args!("by brute force, and by {method}, the value");
            expect_equal(law, components, &what, &by_force.value, &solved(law, components, value)?.get())?;
        }
        for play in [Play::Normal, Play::Misere] {
            let outcome = solver.outcome_in(play, components);
            // A search answers every question about who wins, unless its limit is met.
            let is_left_out = if *method == Method::Search { is_stopped(&outcome) } else { is_declined(&outcome) };
            if !is_left_out {
                let what = format_args!("by brute force, and by {method}, the outcome in {play} play");
                expect_equal(law, components, &what, &by_force.outcome(play), &solved(law, components, outcome)?)?;
            }
        }
    }
    Ok(())
}

/// Positions that a method may solve for a law; the search some more.
const MOST_BY_METHOD: u64 = 1 << 10;

/// Whether a method does not answer the question within its limit.
fn is_stopped<T, P>(answer: &Result<T, SolveError<P>>) -> bool {
    matches!(answer, Err(SolveError::Stopped(_) | SolveError::TooManyMoves { .. }))
}

/// Whether a method does not answer the question, or not within its limit.
fn is_declined<T, P>(answer: &Result<T, SolveError<P>>) -> bool {
    is_stopped(answer) || matches!(answer, Err(SolveError::NotByMethod { .. } | SolveError::TooLong { .. }))
}

/// The solver's answer about a position that brute force has solved. An error is a violation, unless the control ended the check.
pub(super) fn solved<T, P: Debug>(
    law: Law,
    position: &(impl Debug + ?Sized),
    answer: Result<T, SolveError<P>>,
) -> Result<T, Violation> {
    expect_answer(law, position, "a solver that solves it", answer)
}

/// The same, where the law expects something else of the solver.
pub(super) fn expect_answer<T, P: Debug>(
    law: Law,
    position: &(impl Debug + ?Sized),
    expected: &str,
    answer: Result<T, SolveError<P>>,
) -> Result<T, Violation> {
    answer.map_err(|error| match error {
        SolveError::Stopped(stopped) if matches!(stopped.bound, Bound::Deadline | Bound::Cancelled) => stopped.into(),
        error => Violation::broken(law, position, expected, error.to_string()),
    })
}
