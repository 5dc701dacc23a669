//! The Tartan product.

use std::fmt;
use std::iter;

use crate::at_least::AtLeast;
use crate::combinators::Tartan;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::question::{Answer, Question};
use crate::solver::{Inner, Unanswered};

/// A position of a product of two games: a position of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coordinates<P, Q> {
    /// The position of the game of the rows.
    pub row: P,
    /// The position of the game of the columns.
    pub column: Q,
}

/// Writes the row, a comma and the column.
impl<P: fmt::Display, Q: fmt::Display> fmt::Display for Coordinates<P, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{},{}", self.row, self.column))
    }
}

/// A move in both of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InBoth<M, N> {
    /// The move in the game of the rows.
    pub row: M,
    /// The move in the game of the columns.
    pub column: N,
}

impl<M: fmt::Display, N: fmt::Display> fmt::Display for InBoth<M, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows: {}; columns: {}", self.row, self.column)
    }
}

impl<A: ImpartialGame, B: ImpartialGame> ImpartialGame for Tartan<A, B> {
    type Position = Coordinates<A::Position, B::Position>;
    type Move = InBoth<A::Move, B::Move>;

    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let Coordinates { row, column } = at;
        let [rows, columns] = [self.rows.moves(row).size_hint().0, self.columns.moves(column).size_hint().0];
        // If there is no move in the columns, the rows are not gone through: there may be 2^60 moves.
        let most = if self.columns.moves(column).next().is_some() { usize::MAX } else { 0 };
        let moves = self
            .rows
            .moves(row)
            .take(most)
            .flat_map(move |row| self.columns.moves(column).map(move |column| InBoth { row: row.clone(), column }));
        AtLeast::new(rows.saturating_mul(columns), moves)
    }

    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        crossed(at, &self.rows.play(&at.row, &mv.row), &self.columns.play(&at.column, &mv.column))
    }

    fn allows(&self, at: &Self::Position, mv: &Self::Move) -> bool {
        self.rows.allows(&at.row, &mv.row) && self.columns.allows(&at.column, &mv.column)
    }

    fn options(&self, at: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        let [rows, columns] =
            [self.rows.options(&at.row).size_hint().0, self.columns.options(&at.column).size_hint().0];
        let most = if self.columns.options(&at.column).next().is_some() { usize::MAX } else { 0 };
        let options = self
            .rows
            .options(&at.row)
            .take(most)
            .flat_map(move |left| self.columns.options(&at.column).map(move |other| crossed(at, &left, &other)));
        AtLeast::new(rows.saturating_mul(columns), options)
    }

    fn memo_key(&self, at: Self::Position) -> Self::Position {
        Coordinates { row: self.rows.memo_key(at.row), column: self.columns.memo_key(at.column) }
    }

    /// The nim-product of two known values; `*0` if one of them is known to be `*0`.
    fn known_value(&self, at: &Self::Position) -> Option<Nimber> {
        let [row, column] = [self.rows.known_value(&at.row), self.columns.known_value(&at.column)];
        // A product with 0 is 0, whatever the other value is.
        if [row, column].contains(&Some(Nimber::ZERO)) { Some(Nimber::ZERO) } else { Some(row? * column?) }
    }

    /// The nim-product of the values; it is 0, and the position lost, exactly if one of them is.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let (rows, columns) = notes.own::<(Inner<A::Position>, Inner<B::Position>)>();
        match question {
            Question::Value(at) => {
                let mut value = || -> Result<Nimber, Unanswered> {
                    let row = rows.ask(&self.rows, control, |solver| solver.grundy(at.row.clone()))?;
                    let column = columns.ask(&self.columns, control, |solver| solver.grundy(at.column.clone()))?;
                    Ok(row * column)
                };
                value().map_or_else(Answer::from, Answer::Value)
            }
            Question::WhoWins(at) => {
                let mut outcome = || -> Result<Outcome, Unanswered> {
                    Ok(match rows.ask(&self.rows, control, |solver| solver.outcome(at.row.clone()))? {
                        Outcome::N => {
                            columns.ask(&self.columns, control, |solver| solver.outcome(at.column.clone()))?
                        }
                        Outcome::P => Outcome::P,
                    })
                };
                outcome().map_or_else(Answer::from, Answer::Outcome)
            }
            _ => Answer::Unknown,
        }
    }
}

/// The crossings of the rows *a* and `rows` with the columns *b* and `columns`, except (*a*, *b*) itself.
fn crossed<P: Clone, Q: Clone>(
    at: &Coordinates<P, Q>,
    rows: &Components<P>,
    columns: &Components<Q>,
) -> Components<Coordinates<P, Q>> {
    // If the moves leave row r and column c, the crossings are (a, c), (r, b) and (r, c).
    let meeting = |row: &P, column: &Q| Coordinates { row: row.clone(), column: column.clone() };
    let first = columns.iter().map(|column| meeting(&at.row, column));
    let all_columns = || iter::once(&at.column).chain(columns.iter());
    let others = rows.iter().flat_map(|row| all_columns().map(move |column| meeting(row, column)));
    first.chain(others).collect()
}
