//! The laws of compounds: each theorem against brute force on the compound as a game.

use std::slice;

use crate::any::AnyPosition;
use crate::components::Components;
use crate::compound::{Based, Ends, Kind, Queued, Together, Way};
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::laws::brute_force::BruteForce;
use crate::laws::effort::Effort;
use crate::laws::erased::Erased;
use crate::laws::law::Law;
use crate::laws::values::solved;
use crate::laws::violation::{Violation, expect_equal};
use crate::measure::Measure;
use crate::measures::{Remoteness, Suspense};
use crate::method::Method;
use crate::outcome::Play;
use crate::search::{Table, evaluate_whole};

/// The outcome of the compound of the components by the theorem is that by brute force. The remoteness of a conjunctive short compound is
/// the least of its components; the suspense number of a conjunctive long compound is the greatest.
pub(super) fn compound_is_decided(
    game: &Erased<'_>,
    components: &[AnyPosition],
    way: Way,
    effort: &Effort,
) -> Result<(), Violation> {
    if components.is_empty() {
        return Ok(());
    }
    let law = Law::Compound(way);
    let compound = way.of(*game);
    let position: Together<AnyPosition> = compound.position(components.iter().cloned());
    let by_force = BruteForce::new(&compound, effort).solve(slice::from_ref(&position))?.outcome(way.play);
    let least_remoteness = way.kind == Kind::Conjunctive && way.ends == Ends::Short;
    if least_remoteness {
        // The compound ends with its shortest component. The measures are those of each component alone, which may be much larger.
        for component in components {
            BruteForce::new(game, effort).solve(slice::from_ref(component))?;
        }
    }
    let found = solved(law, components, effort.solver(&compound).decide(way.play, position.clone()))?;
    expect_equal(law, components, "by brute force the outcome", &by_force, &found.outcome)?;
    // Of the twelve ways only the sum in misère play has no theorem of its own.
    let has_theorem = (way.kind, way.ends, way.play) != (Kind::Disjunctive, Ends::Long, Play::Misere);
    if has_theorem {
        expect_equal(law, components, "the method", &Method::Oracle, &found.method)?;
    }
    let greatest_suspense = way.kind == Kind::Conjunctive && way.ends == Ends::Long;
    let (least, greatest) = (Remoteness(way.play), Suspense(way.play));
    if least_remoteness {
        let mut moves = Vec::with_capacity(components.len());
        for component in components {
            moves.push(measured(law, game, &least, component.clone())?);
        }
        let searched = measured(law, &compound, &least, position)?;
        return expect_equal(
            law,
            components,
            "the remoteness of the compound",
            &Some(searched),
            &least.conjunctive(moves),
        );
    }
    if greatest_suspense {
        let mut moves = Vec::with_capacity(components.len());
        for component in components {
            moves.push(measured(law, game, &greatest, component.clone())?);
        }
        let searched = measured(law, &compound, &greatest, position)?;
        let expected = greatest.conjunctive(moves);
        return expect_equal(law, components, "the suspense number of the compound", &Some(searched), &expected);
    }
    Ok(())
}

/// The value of a position under a measure, by a search on whole positions.
pub(super) fn measured<G: ImpartialGame, M: Measure>(
    law: Law,
    game: &G,
    measure: &M,
    position: impl Into<Components<G::Position>>,
) -> Result<M::Value, Violation> {
    let position = position.into();
    let found = evaluate_whole(game, measure, &mut Table::new(), &mut Control::unlimited(), position.clone());
    solved(law, &position, found)
}

/// The value of the ordinal sum of the first component (the base) and the others by the theorem is that by brute force.
pub(super) fn ordinal_is_a_number_left_out(
    &game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::OrdinalSum;
    let (base, top) = components.split_at(components.len().min(1));
    let position = Based { base: Components::from(base), top: Components::from(top) };
    let by_force = BruteForce::new(&game.ordinal(game), effort).solve(slice::from_ref(&position))?.value;
    let found = solved(law, &position, effort.solver(game.ordinal(game)).grundy(position.clone()))?;
    expect_equal(law, &position, "by brute force the value", &by_force, &found.get())
}

/// The outcome of the sequential compound of the first component and the others by the theorem is that by brute force.
pub(super) fn sequential_is_the_first(
    &game: &Erased<'_>,
    components: &[AnyPosition],
    play: Play,
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::Sequential(play);
    let (now, later) = components.split_at(components.len().min(1));
    let position = Queued { now: Components::from(now), later: Components::from(later) };
    let by_force = BruteForce::new(&game.then(game), effort).solve(slice::from_ref(&position))?.outcome(play);
    let found = solved(law, &position, effort.solver(game.then(game)).decide(play, position.clone()))?;
    expect_equal(law, &position, "by brute force the outcome", &by_force, &found.outcome)?;
    expect_equal(law, &position, "the method", &Method::Oracle, &found.method)
}
