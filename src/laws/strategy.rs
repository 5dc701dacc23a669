//! The laws of strategy: winning moves and best moves, against brute force.

use std::fmt::Debug;

use crate::any::AnyPosition;
use crate::components::Components;
use crate::found_moves::MOST_TOLD;
use crate::game::{ImpartialGame, SumMove};
use crate::laws::brute_force::BruteForce;
use crate::laws::dice::Dice;
use crate::laws::effort::Effort;
use crate::laws::erased::Erased;
use crate::laws::law::Law;
use crate::laws::values::solved;
use crate::laws::violation::{Violation, expect_equal};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::search::Table;
use crate::solver::Solver;
use crate::unhinted::Unhinted;

/// The winning moves are those that leave a P-position (in normal play, one of value 0), in reading order. There is one exactly if the
/// position is N (and, in misère play, has moves). `winning_move` is one of them.
pub(super) fn winning_moves_win(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::WinningMoves;
    let mut brute = BruteForce::new(game, effort);
    let outcomes = brute.solve(components)?;
    let mut solver = effort.solver(Unhinted(game));
    let has_moves = moves_of_sum(game, components).next().is_some();
    for play in [Play::Normal, Play::Misere] {
        let mut expected = Vec::new();
        for (mv, left) in moves_of_sum(game, components) {
            let left = brute.solve(&left)?;
            if left.outcome(play) == Outcome::P {
                if play == Play::Normal {
                    expect_equal(law, components, &format_args!("after {mv:?} the value"), &0, &left.value)?;
                }
                expected.push(mv);
            }
        }
        let found = solved(law, components, solver.winning_moves_in(play, components))?;
        if !found.is_complete() {
            // Of each component the first ones are listed.
            let mut listed = vec![0; components.len()];
            expected.retain(|mv| {
                listed[mv.component] += 1;
                listed[mv.component] <= MOST_TOLD
            });
        }
        let found = Vec::from_iter(found);
        expect_equal(law, components, &format_args!("in {play} play the winning moves"), &expected, &found)?;
        // In misère play a position without moves is N, and won without a move.
        let moves_to_win = outcomes.outcome(play) == Outcome::N && has_moves;
        let what =
            format_args!("in {play} play a winning move exactly if the position is N, so whether there is one is");
        expect_equal(law, components, &what, &moves_to_win, &!found.is_empty())?;
        let one = solved(law, components, solver.winning_move_in(play, components))?;
        if one.as_ref().map_or(moves_to_win, |mv| !expected.contains(mv)) {
            let expected = format!("in {play} play one of the winning moves {expected:?}");
            return Err(Violation::broken(law, components, expected, format!("{one:?}")));
        }
    }
    Ok(())
}

/// There is a best move exactly if there is a move. From every N-position that play reaches it leaves a P-position. The player who should
/// win, the first in an N-position and the second in a P-position, beats random moves by best moves.
pub(super) fn best_player_beats_random(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let mut brute = BruteForce::new(game, effort);
    let outcomes = brute.solve(components)?;
    let mut solver = effort.solver(Unhinted(game));
    for play in [Play::Normal, Play::Misere] {
        best_is_a_move(&mut solver, play, components)?;
        play_to_the_end(&mut solver, play, outcomes.outcome(play), components)?;
        for (position, solved) in brute.wholes().collect::<Vec<_>>() {
            // In misère play the position without moves is N, and has no best move.
            if solved.outcome(play) == Outcome::N && !position.is_empty() {
                best_wins(&mut brute, &mut solver, play, &position, effort)?;
            }
        }
    }
    Ok(())
}

type Searcher<'g, G> = Solver<Unhinted<&'g G>, Table<<G as ImpartialGame>::Position, Nimber>>;

/// The best move is legal, and there is one exactly if there is a move.
fn best_is_a_move<G>(solver: &mut Searcher<'_, G>, play: Play, components: &[G::Position]) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let legal: Vec<_> = moves_of_sum(solver.game().0, components).map(|(mv, _)| mv).collect();
    let best = solved(Law::BestMove, components, solver.best_move_in(play, components))?;
    if best.as_ref().map_or(legal.is_empty(), |mv| legal.contains(mv)) {
        return Ok(());
    }
    let expected = format!("in {play} play one of the moves {legal:?}, none if there are none");
    Err(Violation::broken(Law::BestMove, components, expected, format!("{best:?}")))
}

/// In an N-position the best move leaves a P-position.
fn best_wins<G>(
    brute: &mut BruteForce<'_, G>,
    solver: &mut Searcher<'_, G>,
    play: Play,
    position: &Components<G::Position>,
    effort: &Effort,
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let law = Law::BestMove;
    let game = solver.game().0;
    let best = solved(law, &position[..], solver.best_move_in(play, position))?;
    let left = best.as_ref().and_then(|best| {
        let component = position.get(best.component)?;
        Some(position.replaced(best.component, game.play(component, &best.mv)))
    });
    let Some(left) = left else {
        let expected = format!("in {play} play a best move, since the position is won");
        return Err(Violation::broken(law, &position[..], expected, format!("{best:?}")));
    };
    // The solver has gone through the moves up to the first winning one.
    let moves = position.iter().map(|component| 1 + game.moves(component).count());
    effort.spend(moves.sum::<usize>().saturating_mul(1 + position.len()))?;
    let outcome = brute.solve(&left)?.outcome(play);
    let what = format_args!("in {play} play after the best move {best:?} the outcome");
    expect_equal(law, &position[..], &what, &Outcome::P, &outcome)
}

/// Plays best moves against random moves from a position with this outcome; best moves have the side that should win.
fn play_to_the_end<G>(
    solver: &mut Searcher<'_, G>,
    play: Play,
    outcome: Outcome,
    components: &[G::Position],
) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let law = Law::BestMove;
    let mut position = Components::from(components);
    let mut line: Vec<SumMove<G::Move>> = Vec::new();
    let mut best_to_move = outcome == Outcome::N;
    let mut dice = Dice::new(components.len() as u64);
    loop {
        let mut moves: Vec<_> = moves_of_sum(solver.game().0, &position).collect();
        if moves.is_empty() {
            // Who is to move cannot: in misère play this player has won, in normal play the other.
            let best_has_won = best_to_move == (play == Play::Misere);
            let what = format_args!("in {play} play after {line:?} whether the best player has won");
            return expect_equal(law, components, &what, &true, &best_has_won);
        }
        let choice = if best_to_move {
            let best = solved(law, components, solver.best_move_in(play, &position))?;
            let place = moves.iter().position(|(mv, _)| Some(mv) == best.as_ref());
            place.ok_or_else(|| {
                Violation::broken(law, &position[..], "a best move that is legal", format!("{best:?}"))
            })?
        } else {
            // The same choices in every run.
            dice.below(moves.len())
        };
        let (mv, left) = moves.swap_remove(choice);
        line.push(mv);
        position = left;
        best_to_move = !best_to_move;
    }
}

/// The moves of a sum in reading order, each with its result.
fn moves_of_sum<'a, G: ImpartialGame>(
    game: &'a G,
    components: &'a [G::Position],
) -> impl Iterator<Item = (SumMove<G::Move>, Components<G::Position>)> + 'a {
    let whole = Components::from(components);
    components.iter().enumerate().flat_map(move |(place, component)| {
        let whole = whole.clone();
        game.moves(component).map(move |mv| {
            let left = whole.replaced(place, game.play(component, &mv));
            (SumMove { component: place, mv }, left)
        })
    })
}
