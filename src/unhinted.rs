//! A game stripped of its hints.

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::notation::{Notation, NotationError};
use crate::outcome::Play;

/// The same game without its hints: only [`moves`](ImpartialGame::moves) and [`play`](ImpartialGame::play) are left, and the names of
/// moves.
///
/// A solver of it checks the hints of the game, and shows the work that they save.
///
/// ```
/// use grundy::{Nim, Solver, Unhinted};
///
/// let mut by_theorem = Solver::new(Nim);
/// let mut by_search = Solver::new(Unhinted(Nim));
/// assert_eq!(by_theorem.grundy(300)?, by_search.grundy(300)?);
/// assert_eq!((by_theorem.control().done(), by_search.control().done()), (0, 300));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unhinted<G>(pub G);

impl<G: ImpartialGame> ImpartialGame for Unhinted<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(position)
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        self.0.play(position, mv)
    }

    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> Option<String> {
        self.0.move_name(position, mv)
    }
}

/// The notation of the game.
impl<G: Notation> Notation for Unhinted<G> {
    fn component_name(&self, component: &G::Position) -> &'static str {
        self.0.component_name(component)
    }

    fn parse(&self, text: &str) -> Result<Components<G::Position>, NotationError> {
        self.0.parse(text)
    }

    fn text(&self, components: &[G::Position]) -> String {
        self.0.text(components)
    }

    fn text_like(&self, model: &str, components: &[G::Position]) -> String {
        self.0.text_like(model, components)
    }

    fn component_text_like(&self, model: &str, component: &G::Position) -> String {
        self.0.component_text_like(model, component)
    }

    fn move_text(&self, components: &[G::Position], mv: &SumMove<G::Move>) -> String
    where
        G::Move: std::fmt::Display,
    {
        self.0.move_text(components, mv)
    }

    fn refuses(&self, play: Play) -> Option<&'static str> {
        self.0.refuses(play)
    }
}
