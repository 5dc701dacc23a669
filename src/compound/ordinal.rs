//! The ordinal sum.

use either::Either::{self, Left, Right};

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::whole::Whole;

/// The ordinal sum G:H: a move in the base G throws the top H away, a move in H leaves G as it is.
///
/// Theorem: the value of G:H is the *n*-th natural number, counted from 0, that is not the value of an option of G, where *n* is
/// the value of H ([`ordinal_value`], or from positions [`solve_ordinal`](crate::strategy::solve_ordinal)). So it depends
/// on the form of G, and of H on the value only: G:0 is G, and 0:H is H.
///
/// A position has up to as many successors as base and top have together, and each base again without a top.
///
/// ```
/// use grundy::compound::Based;
/// use grundy::{Components, ImpartialGame, Kayles, Nim, Nimber, Solver};
///
/// // A row of 2 pins has options *0 and *1, so a heap of 3 on top makes it the third number after 2: *5.
/// let position = Based { base: Components::from(2), top: Components::from(3) };
/// assert_eq!(Solver::new(Kayles.ordinal(Nim)).grundy(position)?, Nimber::new(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 7 (the colon principle); ONAG, ch. 15.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ordinal<A, B> {
    /// The rule book of the base.
    pub base: A,
    /// The rule book of the top.
    pub top: B,
}

/// A position of [`Ordinal`]: what is left of the base, and of the top upon it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Based<P, Q> {
    /// The base, a whole position.
    pub base: Components<P>,
    /// The top, a whole position; empty once the base has been moved in.
    pub top: Components<Q>,
}

impl<A: ImpartialGame, B: ImpartialGame> ImpartialGame for Ordinal<A, B> {
    type Position = Based<A::Position, B::Position>;
    type Move = Either<SumMove<A::Move>, SumMove<B::Move>>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let base = moves_of(&self.base, &position.base).map(Left);
        base.chain(moves_of(&self.top, &position.top).map(Right))
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        Components::from(match mv {
            Left(mv) => Based { base: played(&self.base, &position.base, mv), top: Components::new() },
            Right(mv) => Based { base: position.base.clone(), top: played(&self.top, &position.top, mv) },
        })
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        match mv {
            Left(mv) => Whole(&self.base).allows(&position.base, mv),
            Right(mv) => Whole(&self.top).allows(&position.top, mv),
        }
    }

    fn memo_key(&self, position: Self::Position) -> Self::Position {
        let Based { base, top } = position;
        Based { base: Whole(&self.base).memo_key(base), top: Whole(&self.top).memo_key(top) }
    }
}

/// The value of an ordinal sum: the natural number number `top`, counted from 0, that is none of the values of the base's
/// options; none if it does not fit into 64 bits.
///
/// Time is that of sorting the options.
///
/// ```
/// use grundy::{Nimber, compound::ordinal_value};
///
/// let options = [0, 1, 4].map(Nimber::new);
/// assert_eq!(ordinal_value(options, Nimber::new(2)), Some(Nimber::new(5))); // of 2, 3, 5, 6, ..
/// ```
pub fn ordinal_value(options: impl IntoIterator<Item = Nimber>, top: Nimber) -> Option<Nimber> {
    let mut options: Vec<u64> = options.into_iter().map(Nimber::get).collect();
    options.sort_unstable();
    options.dedup();
    let mut value = top.get();
    for option in options {
        if option > value {
            break;
        }
        value = value.checked_add(1)?;
    }
    Some(Nimber::new(value))
}

/// The moves of a whole position.
pub(super) fn moves_of<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
) -> impl Iterator<Item = SumMove<G::Move>> {
    let moves = position.iter().enumerate();
    moves.flat_map(move |(component, part)| game.moves(part).map(move |mv| SumMove { component, mv }))
}

/// What a move leaves of a whole position.
pub(super) fn played<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
    mv: &SumMove<G::Move>,
) -> Components<G::Position> {
    Whole(game).play(position, mv).into_iter().flatten().collect()
}
