//! The remoteness number.

use std::ops::ControlFlow;

use crate::measure::Measure;
use crate::outcome::{Outcome, Play};

/// The remoteness number: the number of moves that the game lasts if the winner hurries and the loser delays.
///
/// A position without options has remoteness 0. In normal play the remoteness of any other position is 1 more than the least even
/// remoteness of an option, or 1 more than the greatest remoteness of an option if all are odd. In misère play odd and even are exchanged.
///
/// Theorem (Steinhaus 1925; Smith 1966): in normal play a position is P exactly if its remoteness is even, in misère play if it is odd.
/// If each player moves in *all* of several games and play stops when the *first* has ended, the remoteness of the position is the
/// minimum over the components: see [`conjunctive`](Self::conjunctive).
///
/// There is no rule for ordinary sums, in which a move is a move in *one* component, so these are searched on whole positions. An
/// option of remoteness 0 in normal play, or 1 in misère play, is an early exit.
///
/// ```
/// use grundy::{Control, Kayles, Play, Table, evaluate_whole, measures::Remoteness};
///
/// let mut memo = Table::new();
/// let mut remoteness = |row: u64| {
///     evaluate_whole(&Kayles, &Remoteness(Play::Normal), &mut memo, &mut Control::new(), row)
/// };
/// assert_eq!(remoteness(2)?, 1); // take both pins
/// assert_eq!(remoteness(3)?, 3); // take the middle pin; each player has one move more
/// # Ok::<(), grundy::SolveError<grundy::Components<u64>>>(())
/// ```
///
/// Reference: Winning Ways, ch. 9 ("If you can't beat 'em, join 'em!"); ONAG, ch. 14; D. M. Kane, *On
/// solving games constructed using both short and long conjunctive sums*, Integers 10 (2010).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Remoteness(
    /// Normal or misère play.
    pub Play,
);

impl Remoteness {
    /// The remoteness of several games, where each player moves in all of them until the first has ended: the minimum. `None` for no
    /// games.
    ///
    /// ```
    /// use grundy::{Play, measures::Remoteness};
    /// assert_eq!(Remoteness(Play::Normal).conjunctive([3, 2, 7]), Some(2));
    /// ```
    pub fn conjunctive(self, components: impl IntoIterator<Item = u64>) -> Option<u64> {
        components.into_iter().min()
    }

    /// Who wins a position of this remoteness: it is N exactly if the remoteness is odd, in misère play if it is even.
    ///
    /// ```
    /// use grundy::{Outcome, Play, measures::Remoteness};
    /// assert_eq!(Remoteness(Play::Normal).outcome(2), Outcome::P);
    /// assert_eq!(Remoteness(Play::Misere).outcome(0), Outcome::N);
    /// ```
    #[must_use]
    pub const fn outcome(self, remoteness: u64) -> Outcome {
        outcome_by_parity(self.0, remoteness)
    }
}

/// The outcome by the parity of the number of moves that are left.
pub(super) const fn outcome_by_parity(play: Play, moves: u64) -> Outcome {
    match (play, moves.is_multiple_of(2)) {
        (Play::Normal, true) | (Play::Misere, false) => Outcome::P,
        (Play::Normal, false) | (Play::Misere, true) => Outcome::N,
    }
}

/// The accumulator of [`Remoteness`] and [`Suspense`](crate::measures::Suspense): the best winning and the best losing option so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestByParity {
    pub(super) winning: Option<u64>,
    pub(super) losing: Option<u64>,
}

impl BestByParity {
    /// The number of moves to the end by the best option; 0 if there is no option.
    pub(super) fn moves(self) -> u64 {
        // An option that wins is taken whatever the losing ones last: their lengths matter only if there is no other.
        self.winning.or(self.losing).map_or(0, |best| best.saturating_add(1))
    }
}

impl Measure for Remoteness {
    type Value = u64;
    type Fold = BestByParity;

    const SETTLES_EARLY: bool = true;

    fn fold(&self) -> BestByParity {
        BestByParity::default()
    }

    fn absorb(&self, best: &mut BestByParity, option: &u64) -> ControlFlow<()> {
        // An option that is P is won by the player who moves to it, who hurries: the least number. If there is none,
        // that player loses and delays: the greatest.
        match self.outcome(*option) {
            Outcome::P => best.winning = Some(best.winning.map_or(*option, |least| least.min(*option))),
            Outcome::N => best.losing = Some(best.losing.map_or(*option, |greatest| greatest.max(*option))),
        }
        // The minimum over all P-positions, so no other option can be better.
        let least_of_p = match self.0 {
            Play::Normal => 0,
            Play::Misere => 1,
        };
        if *option == least_of_p { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn finish(&self, best: BestByParity) -> u64 {
        best.moves()
    }
}
