//! Who plays, and how well.

use clap::ValueEnum;

/// How the computer chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// At random.
    Easy,
    /// A winning move if there is one, else the most testing one.
    Hard,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Person,
    Computer(Level),
}

/// The two players in the order in which they move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Players(pub(crate) [Player; 2]);

impl Players {
    /// Who makes the move after so many.
    pub(crate) fn to_move(self, moves: usize) -> Player {
        self.0[moves % 2]
    }

    /// What the one who makes that move is called.
    pub(crate) fn name(self, moves: usize) -> &'static str {
        match (self.0[0] == self.0[1], self.to_move(moves), moves % 2) {
            (true, _, 0) => "First player",
            (true, _, _) => "Second player",
            (false, Player::Person, _) => "You",
            (false, Player::Computer(_), _) => "Computer",
        }
    }
}
