//! The players.

use clap::ValueEnum;

/// The strength of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// At random.
    Easy,
    /// A winning move if there is one, else the move to which the smallest share of replies wins, or the first where comparing them takes long.
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
    /// The player to move after this number of moves.
    pub(crate) fn to_move(self, moves: usize) -> Player {
        self.0[moves % 2]
    }

    /// The name of that player.
    pub(crate) fn name(self, moves: usize) -> &'static str {
        match (self.0[0] == self.0[1], self.to_move(moves), moves % 2) {
            (true, _, 0) => "First player",
            (true, _, _) => "Second player",
            (false, Player::Person, _) => "You",
            (false, Player::Computer(_), _) => "Computer",
        }
    }
}
