//! Random games and random positions, as proptest strategies.

use std::ops::{Range, RangeInclusive};

use proptest::collection::vec;
use proptest::strategy::Strategy;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::games::{ExplicitGame, Poset};

/// A game given as a table: for each position, which is a number, the components that each of its moves leaves.
///
/// Every finite impartial game can be written so. The moves of a position are numbered from 0; a position outside the table has none.
/// Tables with cycles of play are allowed: they test the error [`Loopy`](crate::SolveError::Loopy).
///
/// ```
/// use grundy::laws::GameTable;
/// use grundy::{Components, Nimber, Solver};
///
/// // From 2, a move ends the game or leaves two games of one move each.
/// let game = GameTable::new(vec![vec![], vec![[0].into()], vec![[0].into(), [1, 1].into()]]);
/// assert_eq!(Solver::new(&game).grundy(2)?, Nimber::new(1));
/// # Ok::<(), grundy::SolveError<usize>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameTable(Vec<Vec<Components<usize>>>);

impl GameTable {
    /// The game in which the moves of position *p* leave `options[p]`.
    #[must_use]
    pub const fn new(options: Vec<Vec<Components<usize>>>) -> Self {
        Self(options)
    }

    /// All positions of the table.
    #[must_use]
    pub fn positions(&self) -> Range<usize> {
        0..self.0.len()
    }

    /// The components that each move of a position leaves; empty for a position outside the table.
    #[must_use]
    pub fn options_of(&self, position: usize) -> &[Components<usize>] {
        self.0.get(position).map_or(&[], Vec::as_slice)
    }
}

impl ImpartialGame for GameTable {
    type Position = usize;
    type Move = usize;

    fn moves(&self, position: &usize) -> impl Iterator<Item = usize> {
        0..self.options_of(*position).len()
    }

    fn play(&self, position: &usize, mv: &usize) -> Components<usize> {
        self.options_of(*position).get(*mv).cloned().unwrap_or_default()
    }
}

/// Random games of `positions` positions, numbered from 0, with at most `moves` moves each. A move leaves at most two components: one
/// with a smaller number, and one with a number below half of it, which keeps games short. Shrinks to fewer moves and components.
///
/// ```
/// use grundy::laws::{check_position, game_tables, proptest::prelude::*};
///
/// proptest!(|(game in game_tables(6, 3))| {
///     prop_assert_eq!(check_position(&game, &5), Ok(()));
/// });
/// ```
pub fn game_tables(positions: usize, moves: usize) -> impl Strategy<Value = GameTable> {
    let rows: Vec<_> = (0..positions)
        .map(|position| {
            // No position is below position 0, so it has no moves.
            let most = if position == 0 { 0 } else { moves };
            let left = (vec(0..position.max(1), 0..=1), vec(0..(position / 2).max(1), 0..=1))
                .prop_map(|(larger, smaller)| larger.into_iter().chain(smaller).collect());
            vec(left, 0..=most)
        })
        .collect();
    rows.prop_map(GameTable)
}

/// Random sums of heaps of 0 to `largest` counters. Shrinks to fewer and smaller heaps.
///
/// ```
/// use grundy::{Kayles, laws::{check_sum, heaps, proptest::prelude::*}};
///
/// proptest!(|(rows in heaps(6, 0..=3))| {
///     prop_assert_eq!(check_sum(&Kayles, &rows), Ok(()));
/// });
/// ```
pub fn heaps(largest: u64, count: RangeInclusive<usize>) -> impl Strategy<Value = Components<u64>> {
    sums(0..=largest, count)
}

/// Random sums of random components. Shrinks to fewer and smaller components.
///
/// ```
/// use grundy::laws::{proptest::prelude::*, sums};
///
/// proptest!(|(sum in sums(Just('x'), 1..=2))| prop_assert!(sum.len() <= 2));
/// ```
pub fn sums<S: Strategy>(components: S, count: RangeInclusive<usize>) -> impl Strategy<Value = Components<S::Value>> {
    vec(components, count).prop_map(Components::from)
}

/// Random compounds: lists of components, each a whole position of up to two parts. Shrinks to fewer and smaller components.
///
/// ```
/// use grundy::laws::{compounds, proptest::prelude::*};
/// use grundy::{Compound, Kayles};
///
/// proptest!(|(rows in compounds(0..4_u64, 1..=2))| {
///     prop_assert_eq!(Compound::selective(Kayles).position(rows.clone()).len(), rows.len());
/// });
/// ```
pub fn compounds<S: Strategy>(
    parts: S,
    count: RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<Components<S::Value>>> {
    vec(sums(parts, 0..=2), count)
}

/// Random graphs without cycles, with at most `edges` edges from each of the vertices. Shrinks to fewer edges.
///
/// ```
/// use grundy::laws::{check_position, explicit_games, proptest::prelude::*};
///
/// proptest!(|(game in explicit_games(6, 3))| {
///     prop_assert_eq!(check_position(&game, &5), Ok(()));
/// });
/// ```
pub fn explicit_games(vertices: usize, edges: usize) -> impl Strategy<Value = ExplicitGame> {
    let lists: Vec<_> =
        (0..vertices).map(|vertex| vec(0..vertex.max(1), 0..=if vertex == 0 { 0 } else { edges })).collect();
    lists.prop_filter_map("an edge leads to no vertex", |edges| ExplicitGame::new(edges).ok())
}

/// Random orders on `elements` elements, generated by at most `relations` pairs. Shrinks to fewer pairs.
///
/// ```
/// use grundy::laws::{check_position, posets, proptest::prelude::*};
///
/// proptest!(|(order in posets(5, 4))| {
///     prop_assert_eq!(check_position(&order, &order.all()[0]), Ok(()));
/// });
/// ```
pub fn posets(elements: usize, relations: usize) -> impl Strategy<Value = Poset> {
    let one = 0..elements.max(1);
    vec((one.clone(), one), 0..=relations).prop_filter_map("too many elements", move |pairs| {
        let ascending = pairs.into_iter().filter(|(one, other)| one != other);
        // Each pair goes from the smaller to the larger number, so that no pairs make a cycle.
        Poset::new(elements, ascending.map(|(one, other)| (one.min(other), one.max(other)))).ok()
    })
}
