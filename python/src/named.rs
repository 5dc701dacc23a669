//! Compounds, with texts.

use std::fmt::Display;

use grundy::{
    Answer, AnyGame, Components, Control, ImpartialGame, Nimber, Notation, NotationError, Notes, Play, Question,
};

/// A compound of these parts, whose positions are written by their `Display`, and read as lists of Python.
pub(crate) struct Named<C> {
    pub(crate) compound: C,
    pub(crate) parts: Vec<AnyGame>,
}

impl<C: ImpartialGame> ImpartialGame for Named<C> {
    type Position = C::Position;
    type Move = C::Move;

    const SEARCHES_NIMBERS: bool = C::SEARCHES_NIMBERS;
    const SEARCHES_FORMS: bool = C::SEARCHES_FORMS;

    fn moves(&self, position: &C::Position) -> impl Iterator<Item = C::Move> {
        self.compound.moves(position)
    }

    fn play(&self, position: &C::Position, mv: &C::Move) -> Components<C::Position> {
        self.compound.play(position, mv)
    }

    fn allows(&self, position: &C::Position, mv: &C::Move) -> bool {
        self.compound.allows(position, mv)
    }

    fn options(&self, position: &C::Position) -> impl Iterator<Item = Components<C::Position>> {
        self.compound.options(position)
    }

    fn memo_key(&self, position: C::Position) -> C::Position {
        self.compound.memo_key(position)
    }

    fn known_value(&self, position: &C::Position) -> Option<Nimber> {
        self.compound.known_value(position)
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, C::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, C::Move> {
        self.compound.oracle(question, notes, control)
    }

    fn move_name(&self, position: &C::Position, mv: &C::Move) -> Option<String> {
        self.compound.move_name(position, mv)
    }
}

impl<C: ImpartialGame<Position: Display, Move: Display>> Notation for Named<C> {
    fn component_name(&self, _: &C::Position) -> &'static str {
        "component"
    }

    fn parse(&self, text: &str) -> Result<Components<C::Position>, NotationError> {
        Err(NotationError::new(text, 0, "a position of a compound is a list of positions of its parts"))
    }

    fn text(&self, components: &[C::Position]) -> String {
        components.iter().cloned().collect::<Components<_>>().to_string()
    }

    /// The first reason of a part.
    fn refuses(&self, play: Play) -> Option<&'static str> {
        self.parts.iter().find_map(|part| part.refuses(play))
    }
}
