//! The rule book of a game in Python, for the library.

use std::sync::Arc;

use grundy::{Components, ImpartialGame, Notation, NotationError};

use crate::own::{Choice, Own, Spot};

/// The rule book of a game in Python. It knows the positions that a walk has expanded, and asks Python for texts only.
#[derive(Clone)]
pub(crate) struct OwnRules(pub(crate) Arc<Own>);

impl OwnRules {
    fn spots(&self, numbers: &[u32]) -> Components<Spot> {
        let spot = |number: u32| Spot { game: self.0.number, number };
        match *numbers {
            [one] => spot(one).into(),
            [one, other] => [spot(one), spot(other)].into(),
            _ => numbers.iter().copied().map(spot).collect(),
        }
    }
}

impl ImpartialGame for OwnRules {
    type Position = Spot;
    type Move = Choice;

    fn moves(&self, position: &Spot) -> impl Iterator<Item = Choice> {
        (0..self.0.graph().moves(position.number)).map(Choice)
    }

    fn play(&self, position: &Spot, mv: &Choice) -> Components<Spot> {
        match self.0.graph().option(position.number, mv.0) {
            Some(left) => self.spots(left),
            None => (*position).into(),
        }
    }

    fn allows(&self, position: &Spot, mv: &Choice) -> bool {
        mv.0 < self.0.graph().moves(position.number)
    }

    fn options(&self, position: &Spot) -> impl Iterator<Item = Components<Spot>> {
        let left: Vec<_> = self.0.graph().options(position.number).map(|left| self.spots(left)).collect();
        left.into_iter()
    }

    fn move_name(&self, position: &Spot, mv: &Choice) -> Option<String> {
        Some(self.0.written(|py| self.0.move_text(py, *position, *mv)))
    }
}

/// Texts are those of Python. They are read there.
impl Notation for OwnRules {
    fn component_name(&self, _: &Spot) -> &'static str {
        "component"
    }

    fn parse(&self, text: &str) -> Result<Components<Spot>, NotationError> {
        Err(NotationError::new(text, 0, "positions of a game in Python are objects"))
    }

    fn text(&self, components: &[Spot]) -> String {
        let texts: Vec<String> = components.iter().map(|spot| self.0.written(|py| self.0.text(py, *spot))).collect();
        if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") }
    }
}
