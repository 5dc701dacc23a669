//! Lists of moves in a sum, such as all winning moves.

use std::ops::Deref;

use crate::game::SumMove;

/// Moves of a position, in reading order: the winning moves, or in a game that need not end also the drawing moves. The list borrows nothing.
///
/// Where play must end, a position is lost exactly if its list of winning moves is empty, but for one: in misère play who cannot move has won.
///
/// Of the winning moves of a component at most the first 65 536 are in the list. Where an oracle tells that there are more, the first 1024 are, and the others
/// are counted: see [`is_complete`](Self::is_complete).
///
/// ```
/// use grundy::{Nim, Solver};
///
/// let wins = Solver::new(Nim).winning_moves([5, 1])?;
/// assert_eq!((wins.len(), wins.is_complete(), wins.known_count()), (1, true, Some(1)));
/// assert_eq!(wins[0].to_string(), "component 1: take 4");
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// The feature `serde` refuses a number below that of the listed moves, and a number where no move is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked<M>"))]
pub struct FoundMoves<M> {
    pub(crate) moves: Vec<SumMove<M>>,
    /// A lower bound on the number of moves.
    pub(crate) least: u64,
    /// Whether that bound is the number itself.
    pub(crate) is_counted: bool,
}

/// What is read as [`FoundMoves`].
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked<M> {
    moves: Vec<SumMove<M>>,
    least: u64,
    is_counted: bool,
}

#[cfg(feature = "serde")]
impl<M> TryFrom<Unchecked<M>> for FoundMoves<M> {
    type Error = &'static str;

    fn try_from(read: Unchecked<M>) -> Result<Self, &'static str> {
        let Unchecked { moves, least, is_counted } = read;
        if least < moves.len() as u64 || moves.is_empty() && least > 0 {
            return Err("the number of moves is not that of the list");
        }
        Ok(Self { moves, least, is_counted })
    }
}

/// Maximum number of moves of a component in a list: a heap of 10^18 counters may have 10^17 winning moves. A guard.
pub(crate) const MOST_TOLD: usize = 1 << 16;

impl<M> FoundMoves<M> {
    /// No moves.
    pub(crate) const fn none() -> Self {
        Self { moves: Vec::new(), least: 0, is_counted: true }
    }

    /// Whether all moves are listed.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_counted && self.least == self.moves.len() as u64
    }

    /// The number of moves, if it is known.
    ///
    /// ```
    /// use grundy::games::Chain;
    /// use grundy::{ChainGame, Solver};
    ///
    /// let wins = Solver::new(ChainGame).winning_moves(Chain::Fresh(3_000_000_000_000_000_000))?;
    /// assert_eq!(wins.known_count(), Some(1_000_000_000_000_000_000));
    /// assert!(!wins.is_complete());
    /// # Ok::<(), grundy::SolveError<Chain>>(())
    /// ```
    #[must_use]
    pub const fn known_count(&self) -> Option<u64> {
        if self.is_counted && self.least < u64::MAX { Some(self.least) } else { None }
    }

    /// A lower bound on the number of moves. A number that does not fit is given as 2^64 − 1.
    #[must_use]
    pub const fn least_count(&self) -> u64 {
        self.least
    }
}

/// A list of all moves.
impl<M> FromIterator<SumMove<M>> for FoundMoves<M> {
    fn from_iter<I: IntoIterator<Item = SumMove<M>>>(moves: I) -> Self {
        let moves: Vec<_> = moves.into_iter().collect();
        Self { least: moves.len() as u64, moves, is_counted: true }
    }
}

impl<M> Deref for FoundMoves<M> {
    type Target = [SumMove<M>];

    fn deref(&self) -> &[SumMove<M>] {
        &self.moves
    }
}

impl<M> IntoIterator for FoundMoves<M> {
    type Item = SumMove<M>;
    type IntoIter = std::vec::IntoIter<SumMove<M>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter()
    }
}

impl<'a, M> IntoIterator for &'a FoundMoves<M> {
    type Item = &'a SumMove<M>;
    type IntoIter = std::slice::Iter<'a, SumMove<M>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.iter()
    }
}
