//! The laws of products, of moves in several components at once, and of games that are cut off.

use std::cell::RefCell;
use std::fmt::Debug;
use std::slice;

use crate::any::AnyPosition;
use crate::components::Components;
use crate::compound::{Acrostic, AtMost, Coordinates, Hypergraph, Together, Truncate};
use crate::game::ImpartialGame;
use crate::laws::brute_force::{BruteForce, Solved};
use crate::laws::catalogue::Catalogue;
use crate::laws::compounds::measured;
use crate::laws::effort::Effort;
use crate::laws::erased::Erased;
use crate::laws::law::Law;
use crate::laws::values::solved;
use crate::laws::violation::{Violation, expect_equal};
use crate::measures::Remoteness;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::solver::Solver;
use crate::unhinted::Unhinted;
use crate::whole::Whole;

/// A component and its value.
type Valued<'c, P> = (&'c P, Nimber);

/// The first component and the last, each with its value by brute force.
fn first_and_last<'c, G>(
    game: &G,
    components: &'c [G::Position],
    effort: &Effort,
) -> Result<Option<[Valued<'c, G::Position>; 2]>, Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let (Some(first), Some(last)) = (components.first(), components.last()) else { return Ok(None) };
    let mut alone = BruteForce::new(game, effort);
    let mut value = |one: &G::Position| alone.solve(slice::from_ref(one)).map(|solved| Nimber::new(solved.value));
    Ok(Some([(first, value(first)?), (last, value(last)?)]))
}

/// The value of the product of the first component and the last, by search and by the theorem. One component is multiplied by itself.
pub(super) fn tartan_is_nim_product(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::TartanProduct;
    let Some([(row, of_row), (column, of_column)]) = first_and_last(game, components, effort)? else { return Ok(()) };
    let expected = of_row * of_column;
    let position = Coordinates { row: row.clone(), column: column.clone() };
    // A product has too many whole positions for brute force, so the solver searches its components. A move of the product is one move in
    // each coordinate, hence the product of the steps.
    let rows = Catalogue::of(game, slice::from_ref(row), effort)?;
    let columns = Catalogue::of(game, slice::from_ref(column), effort)?;
    effort.spend(rows.steps().saturating_mul(columns.steps()))?;
    let product = (*game).times(*game);
    let searched = solved(law, &position, effort.solver(Unhinted(&product)).grundy(position.clone()))?;
    expect_equal(law, &position, "the nim-product of the values is", &expected, &searched)?;
    let found = solved(law, &position, effort.solver(&product).grundy(position.clone()))?;
    expect_equal(law, &position, "the nim-product of the values is", &expected, &found)
}

/// The value of the acrostic product of the first component and the last, with moves that leave odd numbers of components.
pub(super) fn acrostic_is_nim_sum(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::AcrosticProduct;
    let Some([(row, of_row), (column, of_column)]) = first_and_last(game, components, effort)? else { return Ok(()) };
    let expected = of_row + of_column;
    let position = Coordinates { row: Some(row.clone()), column: Some(column.clone()) };
    // As for the Tartan product, but a move of the product is a move in one coordinate, at any position of the other.
    let rows = Catalogue::of(game, slice::from_ref(row), effort)?;
    let columns = Catalogue::of(game, slice::from_ref(column), effort)?;
    let in_rows = rows.steps().saturating_mul(columns.entries().len());
    effort.spend(in_rows.saturating_add(columns.steps().saturating_mul(rows.entries().len())))?;
    let product = Acrostic { rows: OddMoves(game), columns: OddMoves(game) };
    let searched = solved(law, &position, effort.solver(product).grundy(position.clone()))?;
    expect_equal(law, &position, "the nim-sum of the values is", &expected, &searched)
}

/// The game, but a move that leaves an even number of components leaves one more, `None`, which has no moves.
struct OddMoves<'g, G>(&'g G);

impl<G: ImpartialGame> OddMoves<'_, G> {
    fn padded(left: Components<G::Position>) -> Components<Option<G::Position>> {
        let ended = left.len().is_multiple_of(2).then_some(None);
        left.into_iter().map(Some).chain(ended).collect()
    }
}

impl<G: ImpartialGame> ImpartialGame for OddMoves<'_, G> {
    type Position = Option<G::Position>;
    type Move = G::Move;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = G::Move> {
        position.iter().flat_map(|position| self.0.moves(position))
    }

    fn play(&self, position: &Self::Position, mv: &G::Move) -> Components<Self::Position> {
        position.as_ref().map(|position| Self::padded(self.0.play(position, mv))).unwrap_or_default()
    }

    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        position.iter().flat_map(|position| self.0.options(position).map(Self::padded))
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        position.map(|position| self.0.memo_key(position))
    }
}

/// With moves in at most one component the compound is the sum. With moves in any number of components it is the selective compound, a
/// P-position exactly if all components are.
pub(super) fn at_most_is_sum_or_selective(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::AtMost;
    let together = together(components);
    let one = solve(&AtMost { game, most: 1 }, &together, effort)?;
    expect_equal(law, components, "the nim-sum of the values is", &nim_sum(game, components, effort)?, &one.value)?;
    let all = solve(&AtMost { game, most: components.len() }, &together, effort)?;
    let mut expected = Outcome::P;
    for component in components {
        if BruteForce::new(game, effort).solve(slice::from_ref(component))?.normal == Outcome::N {
            expected = Outcome::N;
        }
    }
    expect_equal(law, components, "with moves in any components the outcome is", &expected, &all.normal)
}

/// With an edge for each component the compound is the sum. With one edge of all components it is the conjunctive short compound, which
/// the least remoteness decides.
pub(super) fn hypergraph_is_sum_or_conjunctive(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::Hypergraph;
    let together = together(components);
    let singles = (0..components.len()).map(|place| [place].into()).collect();
    let singles = solve(&Hypergraph { game, edges: singles }, &together, effort)?;
    expect_equal(law, components, "the nim-sum of the values is", &nim_sum(game, components, effort)?, &singles.value)?;
    if components.is_empty() {
        return Ok(());
    }
    let all = solve(&Hypergraph { game, edges: [(0..components.len()).collect()].into() }, &together, effort)?;
    for play in [Play::Normal, Play::Misere] {
        let mut least = u64::MAX;
        for component in components {
            least = least.min(measured(law, game, &Remoteness(play), component.clone())?);
        }
        let expected = Remoteness(play).outcome(least);
        expect_equal(law, components, "by the least remoteness the outcome is", &expected, &all.outcome(play))?;
    }
    Ok(())
}

/// A game that is truncated at its P-positions has the same outcomes: the winner moves to a P-position, where play now ends.
pub(super) fn truncated_is_won_where_it_was(
    game: &Erased<'_>,
    components: &[AnyPosition],
    effort: &Effort,
) -> Result<(), Violation> {
    let law = Law::Truncate;
    let expected = BruteForce::new(game, effort).solve(components)?.normal;
    // Not under the control of the check: a question that it stopped would count as no P-position.
    let solver = RefCell::new(Solver::new(game));
    let is_lost = |whole: &Components<AnyPosition>| solver.borrow_mut().outcome(whole) == Ok(Outcome::P);
    let truncated = Truncate { game: Whole(game), end: is_lost };
    let whole = Components::from(components);
    let found = solve(&truncated, &whole, effort)?;
    expect_equal(law, components, "the outcome is", &expected, &found.normal)?;
    let moves = truncated.moves(&whole).next().map_or(Outcome::P, |_| Outcome::N);
    expect_equal(law, components, "a move is left exactly if the outcome is N, which is", &expected, &moves)
}

/// The value and outcomes of one position by brute force.
fn solve<G>(game: &G, position: &G::Position, effort: &Effort) -> Result<Solved, Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    BruteForce::new(game, effort).solve(slice::from_ref(position))
}

/// The nim-sum of the components' values, each found by brute force.
fn nim_sum<G>(game: &G, components: &[G::Position], effort: &Effort) -> Result<u64, Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let mut alone = BruteForce::new(game, effort);
    components.iter().try_fold(0, |sum, one| Ok(sum ^ alone.solve(slice::from_ref(one))?.value))
}

/// A compound in which each component is a whole position of its own.
fn together<P: Clone>(components: &[P]) -> Together<P> {
    components.iter().map(|component| Components::from(component.clone())).collect()
}
