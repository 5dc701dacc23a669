//! A table of values as an oracle of Chomp and iChomp.

use crate::chomp::board::{Board, Tile};
use crate::chomp::ichomp::{CentredTile, IChomp, QuadrantBoard};
use crate::chomp::rules::Chomp;
use crate::chomp::values::ChompValues;
use crate::control::Control;
use crate::nimber::Nimber;
use crate::oracle::Oracle;
use crate::question::{Answer, Question};

/// Answers for boards in the table: values, and the moves that leave a value.
///
/// ```
/// use grundy::chomp::{Board, Chomp, ChompValues};
/// use grundy::{Control, Solver};
///
/// let mut solver = Solver::new(Chomp::poisoned()).with(ChompValues::in_box(8, 10, &mut Control::new())?);
/// let opening = solver.winning_move(Board::rectangle(8, 10)?)?.unwrap();
/// assert_eq!(opening.to_string(), "component 1: 4,9");
/// assert_eq!(solver.control().done(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Oracle<Chomp> for ChompValues {
    fn answer<'a>(&'a mut self, game: &'a Chomp, question: Question<'a, Board>, _: &mut Control) -> Answer<'a, Tile> {
        match question {
            Question::Value(board) => Answer::value(self.value(*game, board)),
            Question::MovesLeaving { component, value } => self.moves_leaving(*game, component, value),
            _ => Answer::Unknown,
        }
    }
}

/// Answers for quadrants in the table: values, and the moves that leave a value.
impl Oracle<IChomp> for ChompValues {
    fn answer<'a>(
        &'a mut self,
        _: &'a IChomp,
        question: Question<'a, QuadrantBoard>,
        _: &mut Control,
    ) -> Answer<'a, CentredTile> {
        match question {
            Question::Value(part) => Answer::value(self.value(Chomp::edible(), &part.board)),
            Question::MovesLeaving { component, value } => {
                let quadrant = component.quadrant;
                self.moves_leaving(Chomp::edible(), &component.board, value)
                    .map(move |tile| CentredTile::new(quadrant, tile))
            }
            _ => Answer::Unknown,
        }
    }
}

impl ChompValues {
    /// The moves that leave a value, if the board is in the table.
    fn moves_leaving<'a>(&'a self, game: Chomp, board: &Board, value: Nimber) -> Answer<'a, Tile> {
        let Some(moves) = self.moves(game, board) else { return Answer::Unknown };
        let leaving: Vec<Tile> = moves.iter().filter(|mv| mv.leaves == value).map(|mv| mv.tile).collect();
        Answer::moves(leaving.into_iter())
    }
}
