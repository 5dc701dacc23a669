//! The law of games that need not end: values of components, against sweeps over whole positions.

use std::collections::HashMap;
use std::fmt::Debug;

use rustc_hash::FxBuildHasher;

use crate::any::{AnyMove, AnyPosition};
use crate::found_moves::FoundMoves;
use crate::game::{ImpartialGame, SumMove};
use crate::laws::catalogue::Catalogue;
use crate::laws::effort::{Effort, MAX_POSITIONS};
use crate::laws::erased::Erased;
use crate::laws::law::Law;
use crate::laws::values::expect_answer;
use crate::laws::violation::{Violation, expect_equal};
use crate::loopy::{LoopyOutcome, LoopySolver, LoopyValue};
use crate::search::SolveError;
use crate::unhinted::Unhinted;

/// The outcome of a sum, its winning moves and its drawing moves by the values of its components are those by brute force. Without a
/// cycle of play, the value is the Grundy value.
pub(super) fn loopy_sum_is_decided(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::LoopySum;
    let mut wholes = Wholes::new(game, effort);
    let start = wholes.whole(components)?;
    let moves = wholes.moves(components)?;
    wholes.explore()?;
    let outcomes = wholes.outcomes()?;
    let mut solver = LoopySolver::new(game).with_control(effort.control());
    let found = answered(components, solver.outcome(components))?;
    expect_equal(law, components, "by brute force the outcome", &outcomes[start], &found)?;
    let leaving = |outcome| -> FoundMoves<AnyMove> {
        let moves = moves.iter().filter(|(_, left)| outcomes[*left] == outcome);
        moves.map(|(mv, _)| mv.clone()).collect()
    };
    let wins = leaving(LoopyOutcome::P);
    let found = answered(components, solver.winning_moves(components))?;
    expect_equal(law, components, "by brute force the winning moves", &wins, &found)?;
    let draws = leaving(LoopyOutcome::Draw);
    let found = answered(components, solver.drawing_moves(components))?;
    expect_equal(law, components, "by brute force the drawing moves", &draws, &found)?;
    let recommended = answered(components, solver.winning_move(components))?;
    let is_right = recommended.as_ref().map_or(wins.is_empty(), |mv| wins.contains(mv));
    expect_equal(law, components, "of the winning moves one, or none if there is none:", &true, &is_right)?;
    let best = answered(components, solver.best_move(components))?;
    let is_right = match (best, outcomes[start]) {
        (None, _) => moves.is_empty(),
        (Some(mv), LoopyOutcome::N) => wins.contains(&mv),
        (Some(mv), LoopyOutcome::Draw) => draws.contains(&mv),
        (Some(_), LoopyOutcome::P) => true,
    };
    expect_equal(law, components, "a best move that keeps the win or the draw:", &true, &is_right)?;
    if let Ok(value) = effort.solver(Unhinted(game)).grundy(components) {
        let found = answered(components, solver.value(components))?;
        expect_equal(law, components, "without cycles the value", &LoopyValue::from(value), &found)?;
    }
    Ok(())
}

/// The solver's answer. An error is a violation, unless the control ended the check.
fn answered<T, P: Debug>(position: &[P], answer: Result<T, SolveError<P>>) -> Result<T, Violation> {
    expect_answer(Law::LoopySum, position, "a solver that finds them", answer)
}

/// Every whole position that play can reach: a multiset of components, each given by its number.
///
/// This walk over positions is one of its own: it must not rely on the solver that it checks, and cycles are no error here.
struct Wholes<'g, G: ImpartialGame> {
    components: Catalogue<'g, G>,
    /// The index of each whole position.
    places: HashMap<Vec<usize>, usize, FxBuildHasher>,
    /// The components of each whole position, in ascending order of their numbers.
    reached: Vec<Vec<usize>>,
    /// For each whole position that has been explored, the indices of its options.
    options: Vec<Vec<usize>>,
    effort: &'g Effort,
}

impl<'g, G: ImpartialGame<Position: Debug, Move: Debug>> Wholes<'g, G> {
    fn new(game: &'g G, effort: &'g Effort) -> Self {
        let components = Catalogue::of_loopy(game, effort);
        Self { components, places: HashMap::default(), reached: Vec::new(), options: Vec::new(), effort }
    }

    /// The index of a whole position.
    fn whole(&mut self, components: &[G::Position]) -> Result<usize, Violation> {
        let ids = self.components.add(components)?;
        Ok(self.place(ids))
    }

    /// The moves in a sum, in reading order, each with the index of the whole position that it leaves.
    #[expect(clippy::type_complexity, reason = "a list of moves, each with an index")]
    fn moves(&mut self, components: &[G::Position]) -> Result<Vec<(SumMove<G::Move>, usize)>, Violation> {
        let ids = self.components.add(components)?;
        let mut moves = Vec::new();
        for (component, id) in ids.iter().enumerate() {
            for number in 0..self.components.entries()[*id].moves.len() {
                let entry = &self.components.entries()[*id];
                let left = replaced(&ids, component, entry.left_by(number));
                let mv = SumMove { component, mv: entry.moves[number].clone() };
                moves.push((mv, self.place(left)));
            }
        }
        Ok(moves)
    }

    /// The index of a whole position that is given by the numbers of its components.
    fn place(&mut self, mut ids: Vec<usize>) -> usize {
        ids.sort_unstable();
        let next = self.reached.len();
        *self.places.entry(ids).or_insert_with_key(|ids| {
            self.reached.push(ids.clone());
            next
        })
    }

    /// Lists the options of every whole position, until no new position is found. Not [`reachable`](crate::reachable): whole positions are lists of numbers here, and
    /// the rule book is not asked again.
    fn explore(&mut self) -> Result<(), Violation> {
        while let Some(whole) = self.reached.get(self.options.len()).cloned() {
            let mut options = Vec::new();
            // Equal components are neighbours, and have the same options.
            for (place, id) in whole.iter().enumerate().filter(|(place, id)| *place == 0 || whole[place - 1] != **id) {
                let moves = self.components.entries()[*id].moves.len();
                self.effort.spend(moves * (1 + whole.len()))?;
                for number in 0..moves {
                    let left = self.components.entries()[*id].left_by(number);
                    options.push(self.place(replaced(&whole, place, left)));
                }
            }
            if self.reached.len() > MAX_POSITIONS {
                return Err(Violation::too_large(MAX_POSITIONS, "whole positions"));
            }
            self.options.push(options);
        }
        Ok(())
    }

    /// The outcome of each whole position: sweep after sweep, until nothing changes. What is still undecided then is a draw.
    fn outcomes(&self) -> Result<Vec<LoopyOutcome>, Violation> {
        let mut outcomes = vec![LoopyOutcome::Draw; self.options.len()];
        let mut changed = true;
        while changed {
            changed = false;
            // Positions near the end of play have large indices: to start with them takes fewer sweeps.
            for place in
                (0..outcomes.len()).rev().filter(|place| outcomes[*place] == LoopyOutcome::Draw).collect::<Vec<_>>()
            {
                self.effort.spend(1 + self.options[place].len())?;
                let mut options = self.options[place].iter().map(|option| outcomes[*option]);
                // A position without options is P, since all of none are N. An undecided option keeps a position from
                // being P.
                let decided = if options.clone().any(|outcome| outcome == LoopyOutcome::P) {
                    LoopyOutcome::N
                } else if options.all(|outcome| outcome == LoopyOutcome::N) {
                    LoopyOutcome::P
                } else {
                    LoopyOutcome::Draw
                };
                changed |= decided != LoopyOutcome::Draw;
                outcomes[place] = decided;
            }
        }
        Ok(outcomes)
    }
}

/// A list in which the components that a move leaves replace the component at a place.
fn replaced(ids: &[usize], place: usize, left: &[usize]) -> Vec<usize> {
    [&ids[..place], left, &ids[place + 1..]].concat()
}
