//! The acrostic product.

use either::Either::{self, Left, Right};

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::compound::tartan::Coordinates;
use crate::game::ImpartialGame;

/// The acrostic product of G and H: a position is a position of G and one of H, and a move is a move in one of them, which changes
/// one coordinate and keeps the other.
///
/// If a move of G takes *a* to the sum of *x*₁, *x*₂, .., it takes (*a*, *b*) to that of (*x*₁, *b*), (*x*₂, *b*), ..; a move of H likewise.
///
/// Theorem: if every move of both games leaves an odd number of components, the value of (*a*, *b*) is the nim-sum of those of *a*
/// and *b*, since *b* then counts an odd number of times. This holds for coin-turning games in which an even number of coins is turned. It does
/// not hold for Nim, whose last move leaves no component, and so removes the other coordinate too. No other theorem is known: the product is
/// searched, on up to the product of the numbers of positions. Components of G that have ended matter, since H goes on in their columns.
///
/// ```
/// use grundy::compound::{Acrostic, Coordinates};
/// use grundy::games::{CoinTurning, Head};
/// use grundy::{Nimber, Solver};
///
/// // Acrostic Twins: two coins of a row or of a column of the board.
/// let twins: CoinTurning = "twins".parse()?;
/// let mut solver = Solver::new(Acrostic { rows: &twins, columns: &twins });
/// let value = solver.grundy(Coordinates { row: Head::new(6)?, column: Head::new(7)? })?;
/// assert_eq!(value, Nimber::new(5 ^ 6)); // a rook that goes home
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 14 (acrostic games).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Acrostic<A, B> {
    /// The rule book of the rows.
    pub rows: A,
    /// The rule book of the columns.
    pub columns: B,
}

impl<A: ImpartialGame, B: ImpartialGame> ImpartialGame for Acrostic<A, B> {
    type Position = Coordinates<A::Position, B::Position>;
    type Move = Either<A::Move, B::Move>;

    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.rows.moves(&at.row).map(Left).chain(self.columns.moves(&at.column).map(Right))
    }

    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        match mv {
            Left(mv) => in_column(self.rows.play(&at.row, mv), at),
            Right(mv) => in_row(self.columns.play(&at.column, mv), at),
        }
    }

    fn allows(&self, at: &Self::Position, mv: &Self::Move) -> bool {
        match mv {
            Left(mv) => self.rows.allows(&at.row, mv),
            Right(mv) => self.columns.allows(&at.column, mv),
        }
    }

    fn options(&self, at: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        let rows = self.rows.options(&at.row).map(|left| in_column(left, at));
        let columns = self.columns.options(&at.column).map(|left| in_row(left, at));
        let least = rows.size_hint().0.saturating_add(columns.size_hint().0);
        AtLeast::new(least, rows.chain(columns))
    }

    fn memo_key(&self, at: Self::Position) -> Self::Position {
        Coordinates { row: self.rows.memo_key(at.row), column: self.columns.memo_key(at.column) }
    }
}

fn in_column<P, Q: Clone>(rows: Components<P>, at: &Coordinates<P, Q>) -> Components<Coordinates<P, Q>> {
    rows.into_iter().map(|row| Coordinates { row, column: at.column.clone() }).collect()
}

fn in_row<P: Clone, Q>(columns: Components<Q>, at: &Coordinates<P, Q>) -> Components<Coordinates<P, Q>> {
    columns.into_iter().map(|column| Coordinates { row: at.row.clone(), column }).collect()
}
