//! The laws of hints: each alone against brute force, at every component that play can reach.

use std::collections::HashSet;
use std::fmt::Debug;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::{ImpartialGame, Play};
use crate::laws::brute_force::BruteForce;
use crate::laws::effort::Effort;
use crate::laws::violation::expect_equal;
use crate::laws::{Law, MAX_MOVES, Violation};
use crate::nimber::Nimber;

/// `options` lists what the moves leave, no more and no less, in the same order every time.
///
/// Two options count as one if play goes on from them in the same way: an option and its mirror image.
pub(super) fn options_are_what_moves_leave<G>(
    game: &G,
    components: &[G::Position],
    effort: &Effort,
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let law = Law::Options;
    for_each_component(game, components, effort, |brute, place| {
        let position = brute.components().entries()[place].position.clone();
        let listed: Vec<_> = game.options(&position).take(MAX_MOVES).collect();
        let again: Vec<_> = game.options(&position).take(MAX_MOVES).collect();
        expect_equal(law, &position, "the options that it lists first", &listed, &again)?;
        let mut hinted = Vec::with_capacity(listed.len());
        for option in &listed {
            effort.spend(1 + option.len())?;
            hinted.push(brute.solve(option).map_err(|violation| violation.blamed_on(law))?.form);
        }
        let known: HashSet<usize, FxBuildHasher> = hinted.iter().copied().collect();
        let mut played: HashSet<usize, FxBuildHasher> = HashSet::default();
        for choice in 0..brute.components().entries()[place].moves.len() {
            let listed = &brute.components().entries()[place].moves[choice];
            let (mv, left) = (listed.mv.clone(), listed.left.clone());
            let form = brute.solve(&left)?.form;
            if !known.contains(&form) {
                let expected = format!("among the options {:?}, which the move {mv:?} leaves", &left[..]);
                return Err(Violation::broken(law, &position, expected, format!("{again:?}")));
            }
            played.insert(form);
        }
        match hinted.iter().position(|form| !played.contains(form)) {
            None => Ok(()),
            Some(extra) => {
                let found = format!("the option {:?}", &again[extra][..]);
                Err(Violation::broken(law, &position, "only options that a move leaves", found))
            }
        }
    })
}

/// The memo key of a component has the same game tree: play goes on from both in the same way.
pub(super) fn memo_key_keeps_the_game<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let law = Law::MemoKey;
    for_each_component(game, components, effort, |brute, place| {
        let position = brute.components().entries()[place].position.clone();
        let key = game.memo_key(position.clone());
        let own = brute.solve(std::slice::from_ref(&position))?;
        let of_key = brute.solve(std::slice::from_ref(&key)).map_err(|violation| violation.blamed_on(law))?;
        if own.form == of_key.form {
            return Ok(());
        }
        let found =
            format!("the key {key:?}, from which it goes on otherwise (values {}, {})", own.value, of_key.value);
        Err(Violation::broken(law, &position, "a key from which play goes on in the same way", found))
    })
}

/// A known value is the value.
pub(super) fn known_value_is_right<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    for_each_component(game, components, effort, |brute, place| {
        let position = brute.components().entries()[place].position.clone();
        let Some(known) = game.known_value(&position) else { return Ok(()) };
        let by_force = brute.solve(std::slice::from_ref(&position))?.value;
        expect_equal(Law::KnownValue, &position, "by brute force the value", &by_force, &known.get())
    })
}

/// A known outcome is the outcome: of the position as it is given, of what each move leaves, and of every whole position
/// that play can reach.
pub(super) fn known_outcome_is_right<G>(
    game: &G,
    components: &[G::Position],
    play: Play,
    effort: &Effort,
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let mut brute = BruteForce::new(game, effort);
    let root = Components::from(components);
    let mut positions = vec![(brute.solve(components)?, root.clone())];
    for (place, component) in components.iter().enumerate() {
        for mv in game.moves(component) {
            let left = root.replaced(place, game.play(component, &mv));
            positions.push((brute.solve(&left)?, left));
        }
    }
    positions.extend(brute.wholes().map(|(position, solved)| (solved, position)));
    for (solved, position) in positions {
        if let Some(known) = game.known_outcome(&position, play) {
            let what = format_args!("by brute force the outcome in {play} play");
            expect_equal(Law::KnownOutcome(play), &position[..], &what, &solved.outcome(play), &known)?;
        }
    }
    Ok(())
}

/// The moves said to leave a value are those that leave it, in reading order, for every value up to one more than the
/// greatest of an option.
pub(super) fn moves_leaving_are_all<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    for_each_component(game, components, effort, |brute, place| {
        let mut leaving = Vec::new();
        for choice in 0..brute.components().entries()[place].moves.len() {
            let listed = &brute.components().entries()[place].moves[choice];
            let (mv, left) = (listed.mv.clone(), listed.left.clone());
            leaving.push((brute.solve(&left)?.value, mv));
        }
        let position = &brute.components().entries()[place].position;
        let greatest = leaving.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let values = usize::try_from(greatest).unwrap_or(usize::MAX).saturating_add(3);
        effort.spend(values.saturating_mul(1 + leaving.len()))?;
        for value in (0..=greatest + 1).chain([u64::MAX]) {
            let Some(hinted) = game.moves_leaving(position, Nimber::new(value)) else { continue };
            let hinted: Vec<_> = hinted.take(leaving.len() + 1).collect();
            let expected: Vec<_> =
                leaving.iter().filter(|(left, _)| *left == value).map(|(_, mv)| mv.clone()).collect();
            expect_equal(Law::MovesLeaving, position, &format_args!("leaving *{value} the moves"), &expected, &hinted)?;
        }
        Ok(())
    })
}

/// Does a check at every component that play can reach. The check may solve more by brute force.
fn for_each_component<'g, G>(
    game: &'g G,
    components: &[G::Position],
    effort: &'g Effort,
    mut check: impl FnMut(&mut BruteForce<'g, G>, usize) -> Result<(), Violation>,
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let mut brute = BruteForce::new(game, effort);
    brute.solve(components)?;
    (0..brute.components().entries().len()).try_for_each(|place| check(&mut brute, place))
}
