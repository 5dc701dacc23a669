//! The suspense number.

use std::ops::ControlFlow;

use crate::measure::Measure;
use crate::measures::remoteness::{BestByParity, outcome_by_parity};
use crate::outcome::{Outcome, Play};

/// The suspense number: the number of moves that the game lasts if the winner delays and the loser hurries.
///
/// A position without options has suspense number 0. In normal play that of any other position is 1 more than the greatest even number
/// of an option, or 1 more than the least number of an option if all are odd. In misère play odd and even are exchanged.
///
/// Theorem (Conway): in normal play a position is P exactly if its suspense number is even, in misère play if it is odd. If each player
/// moves in *all* games that have not ended and play stops when the *last* has ended, the suspense number of the position is the
/// maximum over the components: see [`conjunctive`](Self::conjunctive). The winner of the component that lasts longest wins, so the
/// winner of a component delays.
///
/// There is no rule for ordinary sums, in which a move is a move in *one* component, so these are searched on whole positions.
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
    /// Normal or misère play.
    pub Play,
);

impl Suspense {
    /// The suspense number of several games, where each player moves in all that have not ended until all have: the maximum. `None`
    /// for no games.
    ///
    /// ```
    /// use grundy::{Play, measures::Suspense};
    /// assert_eq!(Suspense(Play::Normal).conjunctive([3, 2, 7]), Some(7));
    /// ```
    pub fn conjunctive(self, components: impl IntoIterator<Item = u64>) -> Option<u64> {
        components.into_iter().max()
    }

    /// Who wins a position of this suspense number: it is N exactly if the number is odd, in misère play if it is even.
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
        // As in `Remoteness`, with least and greatest exchanged. There is no early exit, since no number is the
        // greatest.
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
