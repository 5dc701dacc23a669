//! The suspense number.

use std::ops::ControlFlow;

use crate::game::{Outcome, Play};
use crate::measure::Measure;
use crate::measures::remoteness::{BestByParity, outcome_by_parity};

/// The suspense number: how many moves the game lasts if the winner dawdles and the loser hurries.
///
/// A position that has ended has 0. In normal play any other has 1 more than its greatest even option, or if it has none, 1 more
/// than its least odd one; in misère play the same with odd and even exchanged.
///
/// Theorem (Conway): a position is P exactly if its suspense number is even, in misère play if it is odd. If games are played
/// together, each player moving in *all* that have not ended, until the *last* has ended, the suspense number of the whole is
/// the greatest of its components: see [`conjunctive`](Self::conjunctive). A player who wins in the component that
/// lasts longest wins, so there it pays to dawdle.
///
/// There is no rule for sums in which a move is played in *one* component, so it is searched on whole positions.
///
/// ```
/// use grundy::{Control, Kayles, Play, Table, evaluate_whole, measures::Suspense};
///
/// let mut memo = Table::new();
/// let mut suspense = |rows: &[u64]| {
///     evaluate_whole(&Kayles, &Suspense(Play::Normal), &mut memo, &mut Control::new(), rows)
/// };
/// assert_eq!(suspense(&[1, 1])?, 2);
/// assert_eq!(suspense(&[3])?, 3); // leave two single pins
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
///
/// Reference: Winning Ways, ch. 9; ONAG, ch. 14; D. M. Kane, *On solving games constructed using both short and long conjunctive
/// sums*, Integers 10 (2010).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suspense(
    /// What it means to be unable to move.
    pub Play,
);

impl Suspense {
    /// The suspense number of games of which every one that has not ended is moved in at once until all have ended: the
    /// greatest. Of no games, none.
    ///
    /// ```
    /// use grundy::{Play, measures::Suspense};
    /// assert_eq!(Suspense(Play::Normal).conjunctive([3, 2, 7]), Some(7));
    /// ```
    pub fn conjunctive(self, components: impl IntoIterator<Item = u64>) -> Option<u64> {
        components.into_iter().max()
    }

    /// Who wins a position of this suspense number: in normal play N exactly if it is odd, in misère play if it is even.
    ///
    /// ```
    /// use grundy::{Outcome, Play, measures::Suspense};
    /// assert_eq!(Suspense(Play::Normal).outcome(7), Outcome::N);
    /// ```
    #[must_use]
    pub const fn outcome(self, suspense: u64) -> Outcome {
        outcome_by_parity(self.0, suspense)
    }
}

impl Measure for Suspense {
    type Value = u64;
    type Fold = BestByParity;

    fn fold(&self) -> BestByParity {
        BestByParity::default()
    }

    fn absorb(&self, best: &mut BestByParity, option: &u64) -> ControlFlow<()> {
        match self.outcome(*option) {
            Outcome::P => best.winning = Some(best.winning.map_or(*option, |greatest| greatest.max(*option))),
            Outcome::N => best.losing = Some(best.losing.map_or(*option, |least| least.min(*option))),
        }
        ControlFlow::Continue(())
    }

    fn finish(&self, best: BestByParity) -> u64 {
        best.moves()
    }
}
