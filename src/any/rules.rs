//! The methods of a rule book that are called through a pointer.

use std::any::Any;
use std::fmt::Display;

use super::data::{AnyMove, AnyPosition};
use super::part::Part;
use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, in_component};
use crate::outcome::Play;

/// The methods of a game and of its notation, in a form that a pointer allows: lists come in parts, and the types of positions and
/// moves are hidden.
pub(super) trait Rules: Any + Send + Sync {
    /// The moves from number `from` (from 0) on, at most `most` of them.
    fn moves(&self, position: &AnyPosition, from: usize, most: usize) -> Part<AnyMove>;
    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> Components<AnyPosition>;
    fn allows(&self, position: &AnyPosition, mv: &AnyMove) -> bool;
    fn options(&self, position: &AnyPosition, from: usize, most: usize) -> Part<Components<AnyPosition>>;
    fn memo_key(&self, position: AnyPosition) -> AnyPosition;
    fn known_value(&self, position: &AnyPosition) -> Option<Nimber>;
    fn move_name(&self, position: &AnyPosition, mv: &AnyMove) -> Option<String>;

    fn component_name(&self, component: &AnyPosition) -> &'static str;
    fn parse(&self, text: &str) -> Result<Components<AnyPosition>, NotationError>;
    fn text(&self, components: &[AnyPosition]) -> String;
    fn text_like(&self, model: &str, components: &[AnyPosition]) -> String;
    fn component_text_like(&self, model: &str, component: &AnyPosition) -> String;
    fn move_text(&self, components: &[AnyPosition], mv: &SumMove<AnyMove>) -> String;
    fn refuses(&self, play: Play) -> Option<&'static str>;
}

impl<G> Rules for G
where
    G: Notation<Position: Display, Move: Display> + Send + Sync + 'static,
{
    fn moves(&self, position: &AnyPosition, from: usize, most: usize) -> Part<AnyMove> {
        match position.downcast_ref() {
            Some(position) => Part::of(ImpartialGame::moves(self, position), from, most, AnyMove::new),
            None => Part::nothing(),
        }
    }

    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> Components<AnyPosition> {
        match (position.downcast_ref(), mv.downcast_ref()) {
            (Some(position), Some(mv)) => boxed(ImpartialGame::play(self, position, mv)),
            _ => position.clone().into(),
        }
    }

    fn allows(&self, position: &AnyPosition, mv: &AnyMove) -> bool {
        match (position.downcast_ref(), mv.downcast_ref()) {
            (Some(position), Some(mv)) => ImpartialGame::allows(self, position, mv),
            _ => false,
        }
    }

    fn options(&self, position: &AnyPosition, from: usize, most: usize) -> Part<Components<AnyPosition>> {
        match position.downcast_ref() {
            Some(position) => Part::of(ImpartialGame::options(self, position), from, most, boxed),
            None => Part::nothing(),
        }
    }

    fn memo_key(&self, position: AnyPosition) -> AnyPosition {
        let Some(own) = position.downcast_ref::<G::Position>() else { return position };
        let key = ImpartialGame::memo_key(self, own.clone());
        // A position that is its own key keeps its pointer, without a new allocation.
        if key == *own { position } else { AnyPosition::new(key) }
    }

    fn known_value(&self, position: &AnyPosition) -> Option<Nimber> {
        match position.downcast_ref() {
            Some(position) => ImpartialGame::known_value(self, position),
            // A position of another type has no moves.
            None => Some(Nimber::ZERO),
        }
    }

    fn move_name(&self, position: &AnyPosition, mv: &AnyMove) -> Option<String> {
        ImpartialGame::move_name(self, position.downcast_ref()?, mv.downcast_ref()?)
    }

    fn component_name(&self, component: &AnyPosition) -> &'static str {
        match component.downcast_ref() {
            Some(component) => Notation::component_name(self, component),
            None => "component of another game",
        }
    }

    fn parse(&self, text: &str) -> Result<Components<AnyPosition>, NotationError> {
        Ok(boxed(Notation::parse(self, text)?))
    }

    fn text(&self, components: &[AnyPosition]) -> String {
        Notation::text(self, &own::<G>(components))
    }

    fn text_like(&self, model: &str, components: &[AnyPosition]) -> String {
        Notation::text_like(self, model, &own::<G>(components))
    }

    fn component_text_like(&self, model: &str, component: &AnyPosition) -> String {
        match component.downcast_ref() {
            Some(component) => Notation::component_text_like(self, model, component),
            None => component.to_string(),
        }
    }

    fn move_text(&self, components: &[AnyPosition], mv: &SumMove<AnyMove>) -> String {
        let Some(own_move) = mv.mv.downcast_ref::<G::Move>().cloned() else { return mv.to_string() };
        let all = own::<G>(components);
        if all.len() == components.len() {
            return Notation::move_text(self, &all, &SumMove { component: mv.component, mv: own_move });
        }
        // The rule book cannot be told of components of other types, which count in the number of the component.
        let component = components.get(mv.component);
        let alone: Vec<G::Position> = component.and_then(AnyPosition::downcast_ref).cloned().into_iter().collect();
        let text = Notation::move_text(self, &alone, &SumMove { component: 0, mv: own_move });
        match component {
            Some(component) if components.len() > 1 => {
                in_component(Rules::component_name(self, component), mv.component, &text)
            }
            _ => text,
        }
    }

    fn refuses(&self, play: Play) -> Option<&'static str> {
        Notation::refuses(self, play)
    }
}

/// The components with their type hidden.
fn boxed<P>(components: Components<P>) -> Components<AnyPosition>
where
    P: Eq + std::hash::Hash + std::fmt::Debug + Display + Send + Sync + 'static,
{
    let mut boxed = Components::new();
    for component in components {
        boxed.push(AnyPosition::new(component));
    }
    boxed
}

/// The components of the rule book's own type; others are left out.
fn own<G: ImpartialGame>(components: &[AnyPosition]) -> Vec<G::Position> {
    components.iter().filter_map(AnyPosition::downcast_ref).cloned().collect()
}
