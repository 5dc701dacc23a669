//! The laws of hints: each alone against brute force, at every component that play can reach and at its memo key.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::{ImpartialGame, Keyed, visit_by_keys};
use crate::laws::brute_force::BruteForce;
use crate::laws::catalogue::{Shape, SizeHints};
use crate::laws::effort::{Effort, MAX_MOVES};
use crate::laws::law::Law;
use crate::laws::violation::{Violation, expect_equal};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::outcome::{Outcome, Play, outcome_of};
use crate::question::{Answer, Question};

/// `options` lists the results of the moves, no more and no less, in the same order at each call.
///
/// Options with the same shapes of components count as one: an option and its mirror image. Components that have ended count too, since
/// a product of games has moves there. `keyed_options` tells of the options of the key what the other hints tell.
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
        let (mut listed, mut options, mut hints) = (Vec::new(), game.options(&position), SizeHints::default());
        while listed.len() < MAX_MOVES {
            hints.read(&options, listed.len());
            let Some(option) = options.next() else { break };
            listed.push(option);
        }
        drop(options);
        let again: Vec<_> = game.options(&position).take(MAX_MOVES).collect();
        expect_equal(law, &position, "the options that it lists first", &listed, &again)?;
        if listed.len() < MAX_MOVES {
            hints.check(law, &position, "options", listed.len())?;
        }
        let most_moves = brute.components().height(place);
        let mut hinted = Vec::with_capacity(listed.len());
        for option in &listed {
            effort.spend(1 + option.len())?;
            hinted.push(brute.shapes_hinted(law, option, most_moves)?);
        }
        let known: HashSet<&Vec<Shape>, FxBuildHasher> = hinted.iter().collect();
        let mut played: HashSet<Vec<Shape>, FxBuildHasher> = HashSet::default();
        for choice in 0..brute.components().entries()[place].moves.len() {
            let mv = &brute.components().entries()[place].moves[choice];
            let left = brute.components().left(place, choice);
            let shapes = brute.components().shapes(brute.components().entries()[place].left_by(choice));
            if !known.contains(&shapes) {
                let expected = format!("among the options {:?}, which the move {mv:?} leaves", &left[..]);
                return Err(Violation::broken(law, &position, expected, format!("{again:?}")));
            }
            played.insert(shapes);
        }
        if let Some(extra) = hinted.iter().position(|shapes| !played.contains(shapes)) {
            let found = format!("the option {:?}", &again[extra][..]);
            return Err(Violation::broken(law, &position, "only options that a move leaves", found));
        }
        let key = game.memo_key(position.clone());
        // Keyed options count up, options by their keys count down: both must tell the same, each as often.
        let mut counts: HashMap<(Nimber, Vec<Shape>), isize, FxBuildHasher> = HashMap::default();
        for option in by_shapes(brute, effort, most_moves, |visit| game.keyed_options(&key, game.options(&key), visit))?
        {
            *counts.entry(option).or_default() += 1;
        }
        for option in
            by_shapes(brute, effort, most_moves, |mut visit| visit_by_keys(game, game.options(&key), &mut visit))?
        {
            *counts.entry(option).or_default() -= 1;
        }
        let Some(((known, shapes), more)) = counts.into_iter().find(|(_, more)| *more != 0) else { return Ok(()) };
        let what = if more > 0 { "more" } else { "less" };
        let found = format!("{what} often one of known value {known} and keys of the shapes {shapes:?}");
        Err(Violation::broken(law, &position, format!("of the key {key:?} the options as keyed options"), found))
    })
}

/// What is told of options: for each the sum of the known values, and the shapes of the keys of the other components.
fn by_shapes<G>(
    brute: &mut BruteForce<'_, G>,
    effort: &Effort,
    most_moves: usize,
    tell: impl FnOnce(&mut dyn FnMut(Keyed<G::Position>) -> ControlFlow<()>),
) -> Result<Vec<(Nimber, Vec<Shape>)>, Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let (mut options, mut known, mut keys) = (Vec::new(), Nimber::ZERO, Vec::new());
    tell(&mut |keyed| {
        match keyed {
            Keyed::Known(value) => known += value,
            Keyed::Key(key) => keys.push(key),
            Keyed::Pause => {}
            Keyed::End => options.push((std::mem::replace(&mut known, Nimber::ZERO), std::mem::take(&mut keys))),
        }
        if options.len() < MAX_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let shapes = options.into_iter().map(|(known, keys)| {
        effort.spend(1 + keys.len())?;
        Ok((known, brute.shapes_hinted(Law::Options, &keys, most_moves)?))
    });
    shapes.collect()
}

/// The memo key of a component has the same shape as the component, and so have all keys of one class.
pub(super) fn memo_key_keeps_the_game<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let law = Law::MemoKey;
    let mut classes: HashMap<u128, (G::Position, Vec<Shape>), FxBuildHasher> = HashMap::default();
    for_each_component(game, components, effort, |brute, place| {
        let position = brute.components().entries()[place].position.clone();
        let key = game.memo_key(position.clone());
        let own = brute.components().shapes(&[place]);
        let most_moves = brute.components().height(place);
        let of_key = brute.shapes_hinted(law, std::slice::from_ref(&key), most_moves)?;
        if own != of_key {
            let found = format!("the key {key:?}, from which it goes on otherwise");
            return Err(Violation::broken(law, &position, "a key from which play goes on in the same way", found));
        }
        let Some(class) = game.class_code(&key) else { return Ok(()) };
        let (first, of_class) = classes.entry(class).or_insert_with(|| (key, of_key));
        if *of_class == own {
            return Ok(());
        }
        let found = format!("the class {class} of {first:?}, from which it goes on otherwise");
        Err(Violation::broken(law, &position, "a class of keys from which play goes on in the same way", found))
    })
}

/// A known value, and a value that the oracle gives, is the value by brute force.
pub(super) fn known_value_is_right<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    // A solver keeps the notes of an oracle from question to question.
    let mut notes = Notes::default();
    for_each_component(game, components, effort, |brute, place| {
        let position = brute.components().entries()[place].position.clone();
        let known = game.known_value(&position);
        let told = match game.oracle(Question::Value(&position), &mut notes, &mut effort.control()) {
            Answer::Value(value) => Some(value),
            _ => None,
        };
        let by_force = brute.solve(std::slice::from_ref(&position))?.value;
        for known in [known, told].into_iter().flatten() {
            expect_equal(Law::KnownValue, &position, "by brute force the value", &by_force, &known.get())?;
        }
        Ok(())
    })
}

/// An outcome that the oracle gives is the outcome by brute force: for the position as it is given, for the result of each move, and for
/// every whole position that play can reach. The winning moves that it lists are those that leave a lost position, in reading order.
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
    // The first positions keep their order and the components that have ended. Those of `wholes` have lost both.
    let mut positions = vec![(brute.solve(components)?, root.clone())];
    for (place, component) in components.iter().enumerate() {
        for mv in game.moves(component) {
            let left = root.replaced(place, game.play(component, &mv));
            positions.push((brute.solve(&left)?, left));
        }
    }
    positions.extend(brute.wholes().map(|(position, solved)| (solved, position)));
    let mut notes = Notes::default();
    for (solved, position) in positions {
        let question = Question::Outcome { sum: &position, play };
        if let Ok(Some(known)) = game.oracle(question, &mut notes, &mut effort.control()).into_outcome() {
            let what = format_args!("by brute force the outcome in {play} play");
            expect_equal(Law::KnownOutcome(play), &position[..], &what, &solved.outcome(play), &known)?;
        }
        if let (Play::Normal, [component]) = (play, &*position) {
            let told = match game.oracle(Question::WhoWins(component), &mut notes, &mut effort.control()) {
                Answer::Value(value) => Some(outcome_of(value)),
                answer => answer.into_outcome().ok().flatten(),
            };
            if let Some(told) = told {
                let what = "by brute force the outcome in normal play, where no value is needed";
                expect_equal(Law::KnownOutcome(play), &position[..], &what, &solved.outcome(play), &told)?;
            }
        }
        for component in 0..position.len() {
            let question = Question::Winning { sum: &position, component, play };
            let Answer::Moves(told) = game.oracle(question, &mut notes, &mut effort.control()) else { continue };
            let mut hints = SizeHints::default();
            hints.read(&told, 0);
            let told: Vec<G::Move> = told.take(MAX_MOVES).collect();
            let mut expected = Vec::new();
            for mv in game.moves(&position[component]) {
                let left = position.replaced(component, game.play(&position[component], &mv));
                if brute.solve(&left)?.outcome(play) == Outcome::P {
                    expected.push(mv);
                }
            }
            let what = format!("in {play} play the winning moves of component {}", component + 1);
            expect_equal(Law::KnownOutcome(play), &position[..], &what, &expected, &told)?;
            hints.check(Law::KnownOutcome(play), &position[..], "winning moves", told.len())?;
        }
    }
    Ok(())
}

/// Values that hardly a move leaves: around the bounds of the integers.
const LARGE_NIMBERS: [u64; 6] = [1 << 8, 1 << 16, u32::MAX as u64, 1 << 32, 1 << 63, u64::MAX];

/// The moves that the oracle lists as leaving a value are those that leave it, in reading order: for every value up to one more than the
/// greatest value of an option, and for some large nimbers.
pub(super) fn moves_leaving_are_all<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    // A solver keeps the notes of an oracle from question to question.
    let mut notes = Notes::default();
    for_each_component(game, components, effort, |brute, place| {
        let mut leaving = Vec::new();
        for choice in 0..brute.components().entries()[place].moves.len() {
            let mv = brute.components().entries()[place].moves[choice].clone();
            leaving.push((brute.solve(&brute.components().left(place, choice))?.value, mv));
        }
        let position = &brute.components().entries()[place].position;
        let greatest = leaving.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let values = usize::try_from(greatest).unwrap_or(usize::MAX).saturating_add(2 + LARGE_NIMBERS.len());
        effort.spend(values.saturating_mul(1 + leaving.len()))?;
        let large = LARGE_NIMBERS.into_iter().filter(|nimber| *nimber > greatest + 1);
        for value in (0..=greatest + 1).chain(large) {
            let question = Question::MovesLeaving { component: position, value: Nimber::new(value) };
            let Answer::Moves(hinted) = game.oracle(question, &mut notes, &mut effort.control()) else { continue };
            let mut hints = SizeHints::default();
            hints.read(&hinted, 0);
            // One more than there are moves, so that a list which is too long differs.
            let hinted: Vec<_> = hinted.take(leaving.len() + 1).collect();
            let expected: Vec<_> =
                leaving.iter().filter(|(left, _)| *left == value).map(|(_, mv)| mv.clone()).collect();
            expect_equal(Law::MovesLeaving, position, &format_args!("leaving *{value} the moves"), &expected, &hinted)?;
            hints.check(Law::MovesLeaving, position, "moves", hinted.len())?;
        }
        Ok(())
    })
}

/// Runs a check at every component that play can reach, and at their memo keys. Components that the check itself adds are not checked.
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
    // Solvers ask the hints about memo keys, which need not be among these.
    for place in 0..brute.components().entries().len() {
        let key = game.memo_key(brute.components().entries()[place].position.clone());
        brute.shapes_hinted(Law::MemoKey, &[key], brute.components().height(place))?;
    }
    let count = brute.components().entries().len();
    (0..count).try_for_each(|place| check(&mut brute, place))
}
