//! The law of games that need not end: values of components, against sweeps over whole positions.

use std::collections::HashMap;
use std::fmt::Debug;

use rustc_hash::FxBuildHasher;

use crate::any::{AnyMove, AnyPosition};
use crate::found_moves::FoundMoves;
use crate::game::{ImpartialGame, SumMove};
use crate::laws::effort::{Effort, MAX_MOVES, MAX_POSITIONS};
use crate::laws::erased::Erased;
use crate::laws::law::Law;
use crate::laws::violation::{Violation, expect_equal};
use crate::loopy::{LoopyOutcome, LoopySolver, LoopyValue};
use crate::search::SolveError;
use crate::solver::Solver;
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
    let mut solver = LoopySolver::new(game);
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
    if let Ok(value) = Solver::new(Unhinted(game)).grundy(components) {
        let found = answered(components, solver.value(components))?;
        expect_equal(law, components, "without cycles the value", &LoopyValue::from(value), &found)?;
    }
    Ok(())
}

/// The solver's answer; an error is a violation.
fn answered<T, P: Debug>(position: &[P], answer: Result<T, SolveError<P>>) -> Result<T, Violation> {
    answer.map_err(|error| Violation::broken(Law::LoopySum, position, "a solver that finds them", error.to_string()))
}

/// Every whole position that play can reach: a multiset of components, each given by its number.
///
/// This walk over positions is one of its own: it must not rely on the solver that it checks, and cycles are no error here.
struct Wholes<'g, G: ImpartialGame> {
    game: &'g G,
    /// The number of each component.
    ids: HashMap<G::Position, usize, FxBuildHasher>,
    /// For each component, the components that each of its moves leaves.
    left: Vec<Vec<Vec<usize>>>,
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
        let (ids, places) = (HashMap::default(), HashMap::default());
        Self { game, ids, left: Vec::new(), places, reached: Vec::new(), options: Vec::new(), effort }
    }

    /// The numbers of components. The moves of all components that play can reach from each are listed too.
    fn components(&mut self, components: &[G::Position]) -> Result<Vec<usize>, Violation> {
        let mut open = Vec::new();
        let ids = components.iter().map(|component| self.number(component, &mut open)).collect();
        while let Some((id, component)) = open.pop() {
            let mut left = Vec::new();
            for mv in self.game.moves(&component) {
                let parts = self.game.play(&component, &mv);
                self.effort.spend(1 + parts.len())?;
                if left.len() == MAX_MOVES {
                    return Err(Violation::too_large(MAX_MOVES, "moves of one position"));
                }
                if self.left.len() > MAX_POSITIONS {
                    return Err(Violation::too_large(MAX_POSITIONS, "different components"));
                }
                left.push(parts.iter().map(|part| self.number(part, &mut open)).collect());
            }
            self.left[id] = left;
        }
        Ok(ids)
    }

    /// The number of a component; a new one is put on `open`.
    fn number(&mut self, component: &G::Position, open: &mut Vec<(usize, G::Position)>) -> usize {
        if let Some(id) = self.ids.get(component) {
            return *id;
        }
        let id = self.left.len();
        self.ids.insert(component.clone(), id);
        self.left.push(Vec::new());
        open.push((id, component.clone()));
        id
    }

    /// The index of a whole position.
    fn whole(&mut self, components: &[G::Position]) -> Result<usize, Violation> {
        let ids = self.components(components)?;
        Ok(self.place(ids))
    }

    /// The moves in a sum, in reading order, each with the index of the whole position that it leaves.
    #[expect(clippy::type_complexity, reason = "a list of moves, each with an index")]
    fn moves(&mut self, components: &[G::Position]) -> Result<Vec<(SumMove<G::Move>, usize)>, Violation> {
        let ids = self.components(components)?;
        let mut moves = Vec::new();
        for (component, position) in components.iter().enumerate() {
            for (choice, mv) in self.game.moves(position).enumerate() {
                let Some(left) = self.left[ids[component]].get(choice).cloned() else {
                    let expected = "as many moves at each call";
                    return Err(Violation::broken(
                        Law::MovesRepeat,
                        position,
                        expected,
                        "more moves at the second call",
                    ));
                };
                let place = self.place(replaced(&ids, component, &left));
                moves.push((SumMove { component, mv }, place));
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
                self.effort.spend(self.left[*id].len() * (1 + whole.len()))?;
                for choice in 0..self.left[*id].len() {
                    let left = self.left[*id][choice].clone();
                    options.push(self.place(replaced(&whole, place, &left)));
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
