//! Tables as oracles: of values for Chomp and iChomp, of losing boards for Chomp.

use crate::chomp::board::{Board, Tile};
use crate::chomp::ichomp::{CentredTile, IChomp, QuadrantBoard};
use crate::chomp::losing::LosingBoards;
use crate::chomp::rules::{Chomp, Corner};
use crate::chomp::values::ChompValues;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::oracle::Oracle;
use crate::outcome::{Outcome, Play};
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

/// Answers for boards of poisoned Chomp in the table: who wins, and the moves that leave a losing board.
///
/// ```
/// use grundy::chomp::{Board, Chomp, LosingBoards};
/// use grundy::{Control, Solver};
///
/// let mut solver = Solver::new(Chomp::poisoned()).with(LosingBoards::up_to(20, &mut Control::new())?);
/// let wins = solver.winning_moves(Board::rectangle(4, 5)?)?;
/// assert_eq!((wins.len(), solver.control().done()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Oracle<Chomp> for LosingBoards {
    fn answer<'a>(&'a mut self, game: &'a Chomp, question: Question<'a, Board>, _: &mut Control) -> Answer<'a, Tile> {
        let outcome = |loses| if loses { Outcome::P } else { Outcome::N };
        match question {
            // The table is one of poisoned Chomp. It does not know who loses with an edible corner.
            _ if game.corner() == Corner::Edible => Answer::Unknown,
            Question::Outcome { sum: [board], play: Play::Normal } => {
                Answer::outcome(self.is_losing(board).map(outcome))
            }
            // A board outside of the table may have far too many moves.
            Question::MovesLeaving { component, value: Nimber::ZERO } if self.is_losing(component).is_some() => {
                moves_after(*game, component, |left| self.is_losing(left))
            }
            // Of a board outside of the table the rule book may know the reason.
            Question::Argument { sum: [board], play: Play::Normal } if self.is_losing(board).is_some() => {
                Answer::Text("the table of losing boards decides".to_owned())
            }
            _ => Answer::Unknown,
        }
    }
}

impl ChompValues {
    /// The moves that leave a value, if the board is in the table.
    fn moves_leaving<'a>(&self, game: Chomp, board: &Board, value: Nimber) -> Answer<'a, Tile> {
        // A board outside of the table may have far too many moves.
        if self.value(game, board).is_none() {
            return Answer::Unknown;
        }
        moves_after(game, board, |left| Some(self.value(game, left)? == value))
    }
}

/// The moves after which `leaves` holds, if the table tells it of all.
fn moves_after<'a>(game: Chomp, board: &Board, leaves: impl Fn(&Board) -> Option<bool>) -> Answer<'a, Tile> {
    let mut moves = Vec::new();
    for tile in game.moves(board) {
        match leaves(&board.chomped(tile)) {
            Some(true) => moves.push(tile),
            Some(false) => {}
            None => return Answer::Unknown,
        }
    }
    Answer::moves(moves.into_iter())
}
