//! Where a nimber search goes on after a stop.

use std::mem;

use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::search::lists::Number;
use crate::search::memo::Memo;
use crate::search::nimber_frame::{Frame, Question};
use crate::search::nimbers::NimberSearch;

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> NimberSearch<'_, G, T> {
    /// Keeps the positions of a stack with their questions.
    pub(super) fn keep_path(&mut self, stack: &[Frame]) {
        self.facts.path = stack.iter().map(|frame| (frame.number, frame.question)).collect();
    }

    /// The positions from which a question goes on after a stop, with their questions: to ask them one after the other again would take all of a short
    /// call, where the line of play is long. At first the position itself.
    pub(super) fn path_from(&mut self, start: Number, question: Question) -> Vec<(Number, Question)> {
        let path = mem::take(&mut self.facts.path);
        if path.first() != Some(&(start, question)) {
            return vec![(start, question)];
        }
        let is_open =
            |(number, question): &(_, _)| self.facts.is_listed(*number) && self.found(*number, *question).is_none();
        let open = path.iter().take_while(|asked| is_open(asked)).count();
        path.into_iter().take(open.max(1)).collect()
    }
}
