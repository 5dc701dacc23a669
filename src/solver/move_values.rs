//! The moves of a position with their values.

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::search::{Memo, SolveError};
use crate::solver::Solver;

/// A move in a sum, with the value of what it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoveValue<M> {
    /// The move.
    pub mv: SumMove<M>,
    /// The value of what it leaves of its component.
    pub component: Nimber,
    /// The value of what it leaves of the whole: the move wins exactly if this is `*0`.
    pub whole: Nimber,
}

impl<M> MoveValue<M> {
    /// Whether the move wins in normal play.
    #[must_use]
    pub fn wins(&self) -> bool {
        self.whole.is_zero()
    }
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// Every move with the value of what it leaves, in reading order. The value of a component is the least number that is not
    /// the value of one of its moves.
    ///
    /// After the components are solved, each move takes one look-up.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    ///
    /// // A row of 4 pins beside one pin: pin by pin, one or two of them go.
    /// let moves = Solver::new(Kayles).move_values([4, 1])?;
    /// let values: Vec<u64> = moves.iter().map(|mv| mv.component.get()).collect();
    /// assert_eq!(values, [3, 2, 3, 0, 3, 2, 3, 0]); // the least that is missing among the first seven is 1
    /// assert!(moves.iter().all(|mv| !mv.wins())); // *1 + *1 is lost
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves.
    ///
    /// Reference: Winning Ways, ch. 4.
    pub fn move_values(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Vec<MoveValue<G::Move>>, SolveError<G::Position>> {
        let position = position.into();
        let values: Result<Vec<Nimber>, _> = position.iter().map(|part| self.grundy(part.clone())).collect();
        let values = values?;
        let nim_sum: Nimber = values.iter().sum();
        let mut found = Vec::new();
        for ((place, component), value) in position.iter().enumerate().zip(&values) {
            let (least, _) = self.game().moves(component).size_hint();
            // By the size hint, before a move is made: a heap of 10^18 is refused at once.
            self.check_looked_at(&position, (found.len() as u64).saturating_add(least as u64))?;
            let mut listed = 0;
            loop {
                let chunk = self.batch(component, listed)?;
                if chunk.is_empty() {
                    break;
                }
                listed += chunk.len();
                self.check_looked_at(&position, found.len() as u64 + chunk.len() as u64)?;
                for mv in chunk {
                    self.count_look(least.max(listed))?;
                    let left = self.game().play(component, &mv);
                    let leaves = self.grundy(left)?;
                    let mv = SumMove { component: place, mv };
                    // The old value of the component cancels in the nim-sum, and the new one takes its place.
                    found.push(MoveValue { mv, component: leaves, whole: nim_sum + *value + leaves });
                }
            }
        }
        Ok(found)
    }
}
