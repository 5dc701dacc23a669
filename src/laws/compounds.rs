//! The laws of compounds: each theorem against brute force on the compound as a game.

use std::fmt::Debug;
use std::slice;

use crate::components::Components;
use crate::compound::{Based, Queued, Together, Way};
use crate::game::{ImpartialGame, Play};
use crate::laws::brute_force::BruteForce;
use crate::laws::effort::Effort;
use crate::laws::values::solved;
use crate::laws::violation::expect_equal;
use crate::laws::{Law, Violation};
use crate::measures::{Remoteness, Suspense};
use crate::solver::{Solver, Table, UNLIMITED, evaluate_whole};
use crate::strategy::{CompoundRule, CompoundSolver, sequential_outcome, solve_ordinal};

/// Who wins the compound of the components, by the theorem, is who wins by brute force. Remoteness and suspense of the
/// compound are those of its components, the least or the greatest.
pub(super) fn compound_is_decided<G>(
    game: &G,
    components: &[G::Position],
    way: Way,
    effort: &Effort,
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    if components.is_empty() {
        return Ok(());
    }
    let law = Law::Compound(way);
    let compound = way.of(game);
    let position: Together<G::Position> = compound.position(components.iter().cloned());
    let by_force = BruteForce::new(&compound, effort).solve(slice::from_ref(&position))?.outcome(way.play);
    let mut solver = CompoundSolver::new(game);
    let found = solver.outcome(way, position.iter());
    let found =
        found.map_err(|error| Violation::broken(law, components, "a solver that solves it", error.to_string()))?;
    expect_equal(law, components, "by brute force the outcome", &by_force, &found)?;

    let (least, greatest) = (Remoteness(way.play), Suspense(way.play));
    let mut moves = Vec::with_capacity(components.len());
    let (what, expected) = match CompoundRule::of(way) {
        CompoundRule::LeastRemoteness => {
            for component in components {
                moves.push(solved(law, component, solver.remoteness(way.play, component.clone()))?);
            }
            let searched =
                evaluate_whole(&compound, &least, &mut Table::new(), &mut UNLIMITED.clone(), position.clone());
            ("the remoteness of the compound", (solved(law, components, searched)?, least.conjunctive(moves)))
        }
        CompoundRule::GreatestSuspense => {
            for component in components {
                moves.push(solved(law, component, solver.suspense(way.play, component.clone()))?);
            }
            let searched =
                evaluate_whole(&compound, &greatest, &mut Table::new(), &mut UNLIMITED.clone(), position.clone());
            ("the suspense number of the compound", (solved(law, components, searched)?, greatest.conjunctive(moves)))
        }
        _ => return Ok(()),
    };
    expect_equal(law, components, what, &Some(expected.0), &expected.1)
}

/// The value of the ordinal sum of the first component and the others is that of the theorem.
pub(super) fn ordinal_is_a_number_left_out<G>(
    game: &G,
    components: &[G::Position],
    effort: &Effort,
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let law = Law::OrdinalSum;
    let (base, top) = components.split_at(components.len().min(1));
    let position = Based { base: Components::from(base), top: Components::from(top) };
    let by_force = BruteForce::new(&game.ordinal(game), effort).solve(slice::from_ref(&position))?.value;
    let found = solve_ordinal(&mut Solver::new(game), &mut Solver::new(game), &position)
        .map_err(|error| Violation::broken(law, &position, "a solver that solves it", error.to_string()))?;
    expect_equal(law, &position, "by brute force the value", &by_force, &found.get())
}

/// Who wins the sequential compound of the first component and the others is who wins by the theorem.
pub(super) fn sequential_is_the_first<G>(
    game: &G,
    components: &[G::Position],
    play: Play,
    effort: &Effort,
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let law = Law::Sequential(play);
    let (now, later) = components.split_at(components.len().min(1));
    let position = Queued { now: Components::from(now), later: Components::from(later) };
    let by_force = BruteForce::new(&game.then(game), effort).solve(slice::from_ref(&position))?.outcome(play);
    let found = sequential_outcome(&mut Solver::new(game), &mut Solver::new(game), play, &position)
        .map_err(|error| Violation::broken(law, &position, "a solver that solves it", error.to_string()))?;
    expect_equal(law, &position, "by brute force the outcome", &by_force, &found)
}
