//! The acrostic product.

use std::collections::VecDeque;
use std::hash::Hash;

use either::Either::{self, Left, Right};
use rustc_hash::FxHashSet;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::compound::tartan::Coordinates;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::{Answer, Question};
use crate::search::most_options;
use crate::solver::{Inner, Unanswered};

/// The acrostic product of G and H: a position is a position of G and one of H, and a move is a move in one of them, which changes
/// one coordinate and keeps the other.
///
/// If a move of G takes *a* to the sum of *x*₁, *x*₂, .., it takes (*a*, *b*) to that of (*x*₁, *b*), (*x*₂, *b*), ..; a move of H likewise.
///
/// Theorem: if every move of both games leaves an odd number of components, the value of (*a*, *b*) is the nim-sum of those of *a*
/// and *b*, since *b* then counts an odd number of times. This holds for coin-turning games in which an even number of coins is turned. It does
/// not hold for Nim, whose last move leaves no component, and so removes the other coordinate too.
///
/// Theorem: let the value of every position that play can reach from *a* in G and from *b* in H be a power of two, as are those of heads in
/// Ruler, with or without a bound on the run, and in Motley. Then the value of (*a*, *b*) is the [ugly product](Nimber::ugly_product) of
/// those of *a* and *b*.
///
/// Proof: let *x* = 2^*i* and *y* = 2^*j* be the values of *a* and *b*, with *i* ≥ *j*, since both the game and the product are symmetric. By
/// induction and since ∪ is bilinear, a move of G to value *X* leaves *X* ∪ *y*, and a move of H to value *Y* leaves *x* ∪ *Y*. No move leaves
/// *x* ∪ *y*: *X* ≠ *x*, and times a power of two is injective. The moves leave all smaller values. For *i* > *j*, the values *X* below 2^*i* give
/// all *X* ∪ 2^*j* below 2^*i*; and if *j* ≥ 1, then *x* ∪ *y* is 2^*i* + 2^(*j* − 1), and the values *Y* below 2^*j* with an odd number of ones give
/// 2^*i* plus each number below 2^(*j* − 1). For *i* = *j* ≥ 1, *x* ∪ *y* is 2^(*i* − 1), and the values *X* below 2^*i* with an even number of ones give
/// all smaller numbers. For *i* = *j* = 0, *x* ∪ *y* is 1, and *X* = 0 gives 0.
///
/// The oracle applies the second theorem: it computes the values of the positions that play reaches in G and in H, each once, and looks whether they are
/// powers of two. That takes a step for each component that a move leaves. Where they are not, it looks no further, and the product is searched, on up to the
/// product of the numbers of positions.
/// Components of G that have ended matter, since H goes on in their columns.
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
/// ```
/// use grundy::compound::{Acrostic, Coordinates};
/// use grundy::games::{CoinTurning, Head};
/// use grundy::{Nimber, Solver};
///
/// let ruler: CoinTurning = "ruler".parse()?;
/// let mut solver = Solver::new(Acrostic { rows: &ruler, columns: &ruler });
/// let value = solver.grundy(Coordinates { row: Head::new(48)?, column: Head::new(40)? })?;
/// assert_eq!(value, Nimber::new(16 + 4)); // 16 ∪ 8
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

    /// The ugly product of the values, if all values of rows and columns are powers of two.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let Question::Value(at) = question else { return Answer::Unknown };
        let (rows, columns) = notes.own::<(Powers<A::Position>, Powers<B::Position>)>();
        let mut value = || -> Result<Nimber, Unanswered> {
            let row = rows.value(&self.rows, &at.row, control)?;
            let column = columns.value(&self.columns, &at.column, control)?;
            Ok(row.ugly_product(column))
        };
        value().map_or_else(Answer::from, Answer::Value)
    }
}

/// A game whose values are powers of two, as far as it was asked.
struct Powers<P> {
    inner: Inner<P>,
    /// The memo keys of the positions that play reaches.
    met: FxHashSet<P>,
    /// Those that have not been looked at, and the number of options of the first one that have been. After a stop the next question goes on there.
    open: VecDeque<P>,
    listed: usize,
    /// Whether some value was found that is no power of two, or not found. Then no other position is looked at: to look from each position of
    /// a search would cost more than the search.
    has_others: bool,
}

impl<P> Default for Powers<P> {
    fn default() -> Self {
        let (met, open) = (FxHashSet::default(), VecDeque::new());
        Self { inner: Inner::default(), met, open, listed: 0, has_others: false }
    }
}

impl<P: Clone + Eq + Hash> Powers<P> {
    /// The value of a position, if play reaches powers of two only.
    fn value<G>(&mut self, game: &G, position: &P, control: &mut Control) -> Result<Nimber, Unanswered>
    where
        G: ImpartialGame<Position = P>,
    {
        // The theorem needs a power of two for every value. One position has another value, so no further walk is made.
        if self.has_others {
            return Err(Unanswered::Unknown);
        }
        let found = self.look_at_all(game, position, control);
        self.has_others = matches!(found, Err(Unanswered::Unknown));
        found
    }

    /// Looks at every position that play reaches, and not only at those from this one: a walk that was stopped goes on here. It is not
    /// [`reachable`](crate::reachable), which begins anew.
    fn look_at_all<G>(&mut self, game: &G, position: &P, control: &mut Control) -> Result<Nimber, Unanswered>
    where
        G: ImpartialGame<Position = P>,
    {
        let value = self.inner.ask(game, control, |solver| solver.grundy(position.clone()))?;
        self.meet(game, position.clone());
        let most = most_options(control.position_limit());
        while let Some(next) = self.open.front().cloned() {
            let value = self.inner.ask(game, control, |solver| solver.grundy(next.clone()))?;
            let options = game.options(&next);
            let least = options.size_hint().0 as u64;
            if !value.get().is_power_of_two() || least > most {
                return Err(Unanswered::Unknown);
            }
            for option in options.skip(self.listed) {
                self.listed += 1;
                let (steps, of) = (1 + option.len() as u64, least.max(self.listed as u64));
                if of > most {
                    return Err(Unanswered::Unknown);
                }
                option.into_iter().for_each(|part| self.meet(game, part));
                // The solver has counted the position.
                control.count_options(steps, of, || 0).map_err(Unanswered::Stopped)?;
            }
            self.open.pop_front();
            self.listed = 0;
        }
        Ok(value)
    }

    fn meet<G: ImpartialGame<Position = P>>(&mut self, game: &G, position: P) {
        let key = game.memo_key(position);
        if self.met.insert(key.clone()) {
            self.open.push_back(key);
        }
    }
}

fn in_column<P, Q: Clone>(rows: Components<P>, at: &Coordinates<P, Q>) -> Components<Coordinates<P, Q>> {
    rows.map(|row| Coordinates { row, column: at.column.clone() })
}

fn in_row<P: Clone, Q>(columns: Components<Q>, at: &Coordinates<P, Q>) -> Components<Coordinates<P, Q>> {
    columns.map(|column| Coordinates { row: at.row.clone(), column })
}
