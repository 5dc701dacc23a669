//! The combinators that the methods of [`ImpartialGame`](crate::ImpartialGame) build, as data. How they are played stands in
//! [`compound`](crate::compound), one file each.

/// The sum of two games: each component is a position of one of them, and a move is played in one component.
///
/// Theorem (Sprague, Grundy): the value is the nim-sum of the values of the components, also if they belong to different games. The sum of
/// three games is the sum of a sum and a game.
///
/// ```
/// use grundy::{Either::{Left, Right}, ImpartialGame, Kayles, LaskersNim, Nim, Nimber, Solver};
///
/// let mut solver = Solver::new(Kayles.plus(Nim));
/// assert_eq!(solver.grundy([Left(5), Right(9)])?, Nimber::new(4 ^ 9));
///
/// let mut three = Solver::new(Kayles.plus(Nim).plus(LaskersNim));
/// assert_eq!(three.grundy([Left(Left(5)), Left(Right(9)), Right(7)])?, Nimber::new(4 ^ 9 ^ 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A move costs what it costs in its own game. Hints are those of the two games.
///
/// Reference: Winning Ways, ch. 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sum<A, B>(
    /// The game of the positions that are `Left`.
    pub A,
    /// The game of the positions that are `Right`.
    pub B,
);

/// The Tartan product G × H: a position is a position of G and one of H, and a move is a move in both at once.
///
/// If a move of G takes *a* to the sum of *x*₁, *x*₂, .. and one of H takes *b* to that of *y*₁, *y*₂, .., then the two together take
/// (*a*, *b*) to the sum of all (*a*, *y*), all (*x*, *b*) and all (*x*, *y*). As coins: in G a head at *a* is turned with the coins
/// *x*, in H one at *b* with the coins *y*, and on the board of both all coins are turned where a row of the one crosses a
/// column of the other.
///
/// Theorem (the Tartan theorem): the value of (*a*, *b*) is the [nim-product](crate::Nimber#impl-Mul-for-Nimber) of those of *a* and *b*.
/// It holds for all finite games, not only for those of coins, since values of sums are nim-sums and nim-products are distributive.
///
/// The theorem is the oracle of the product, so that a [`Solver`](crate::Solver) solves each row and each column once. Misère play is
/// searched. A position has as many moves as the product of the numbers of moves of *a* and *b*; the number of positions is up to the product.
///
/// ```
/// use grundy::compound::Coordinates;
/// use grundy::{ImpartialGame, Kayles, Nim, Nimber, Solver, Unhinted};
///
/// let position = Coordinates { row: 2, column: 2 };
/// let mut board = Solver::new(Kayles.times(Nim));
/// assert_eq!(board.grundy(position)?, Nimber::new(3)); // *2 times *2
/// assert_eq!(board.grundy(Coordinates { row: 5, column: 1 << 40 })?, Nimber::new(4) * Nimber::new(1 << 40));
///
/// // The same by search. The move to 1 in both games leaves (2, 1), (1, 2) and (1, 1).
/// assert_eq!(Solver::new(Unhinted(Kayles.times(Nim))).grundy(position)?, Nimber::new(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 14 (the Tartan theorem); Ferguson, *Game Theory*, part I, section 5.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tartan<A, B> {
    /// The rule book of the rows.
    pub rows: A,
    /// The rule book of the columns.
    pub columns: B,
}

/// The ordinal sum G:H: a move in the base G removes the top H, a move in H leaves G as it is.
///
/// Theorem: the value of G:H is the *n*-th natural number, counted from 0, that is not the value of an option of G, where *n* is
/// the value of H ([`ordinal_value`](crate::compound::ordinal_value)). So it depends on all options of G, but only on the value of H: G:0
/// is G, and 0:H is H.
///
/// The theorem is the oracle of the sum, so that a [`Solver`](crate::Solver) solves the top and the options of the base separately. Misère
/// play is searched, on each pair of a base and a top and on each base without a top.
///
/// ```
/// use grundy::compound::Based;
/// use grundy::{Components, ImpartialGame, Kayles, Nim, Nimber, Solver};
///
/// // A row of 2 pins has options *0 and *1. With a heap of 3 on top, it is worth number 3 of the others, 2, 3, 4, 5, ..: *5.
/// let position = Based { base: Components::from(2), top: Components::from(3) };
/// let mut solver = Solver::new(Kayles.ordinal(Nim));
/// assert_eq!(solver.grundy(position)?, Nimber::new(5));
///
/// // The options of 5 + 2 are worth *0 to *5.
/// let position = Based { base: Components::from([5, 2]), top: Components::from(1 << 40) };
/// assert_eq!(solver.grundy(position)?, Nimber::new((1 << 40) + 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 7 (the colon principle); ONAG, ch. 15.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ordinal<A, B> {
    /// The rule book of the base.
    pub base: A,
    /// The rule book of the top.
    pub top: B,
}

/// The sequential compound G→H: G is played to its end, then H.
///
/// Theorem (Stromquist and Ullman 1993): if H is P, the compound is P exactly if G is P in normal play, since the player who ends G wins. If
/// H is N, it is P exactly if G is P in misère play. H is taken in the kind of play of the whole, normal or misère. The value is the mex of
/// the options' values, where the end of G has the value of H ([`EndsIn`](crate::measures::EndsIn)).
///
/// The theorem is the oracle of the compound, so that a [`Solver`](crate::Solver) decides H and then G separately. Values are searched on
/// whole positions of G.
///
/// ```
/// use grundy::compound::Queued;
/// use grundy::{Components, ImpartialGame, Nim, Outcome, Solver};
///
/// // The player who takes the last counter of the first game loses the second one, so the first game is misère Nim.
/// let position = |now: [u64; 2]| Queued { now: now.into(), later: Components::from(1) };
/// let mut solver = Solver::new(Nim.then(Nim));
/// assert_eq!(solver.outcome(position([1, 1]))?, Outcome::N);
/// assert_eq!(solver.outcome(position([2, 2]))?, Outcome::P);
/// let working = solver.explain(position([1, 1]))?.to_string();
/// assert!(working.starts_with("In normal play: the second game is N, so that who ends the first one loses:"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Stromquist and Ullman, *Sequential compounds of combinatorial games*, 1993.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sequential<A, B> {
    /// The rule book of what is played first.
    pub now: A,
    /// The rule book of what is played then.
    pub later: B,
}
