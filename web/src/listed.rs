//! Games without a board of their own: components as text or as diagrams, and moves as buttons.

use std::time::Duration;

use grundy::any::{AnyMove, AnyPosition};
use grundy::render::Diagram;
use grundy::{AnyGame, Components, ImpartialGame, Nimber, Notation, Table};

use crate::answers::{Place, Wish};
use crate::drawn::{Drawn, Outline, Target};

/// Components of a position that the page lists.
const MOST_COMPONENTS: usize = 40;

/// Moves of a position that the page lists, each as a button.
const MOST_MOVES: usize = 400;

/// Any game of the registry.
impl Drawn for AnyGame {
    type Known = Table<AnyPosition, Nimber>;

    /// Games may be users' own, whose moves may take any time.
    const TIME: Option<Duration> = Some(Duration::from_secs(2));

    fn check_size(&self, position: &[AnyPosition]) -> Result<(), String> {
        if position.len() > MOST_COMPONENTS {
            let count = position.len();
            return Err(format!("{count} components are too many: the page lists up to {MOST_COMPONENTS}"));
        }
        let moves = position.iter().flat_map(|component| self.moves(component));
        // One more than the maximum is enough to refuse. A game may have endless lists of moves.
        if moves.take(MOST_MOVES + 1).count() > MOST_MOVES {
            return Err(format!("the position has too many moves: the page lists up to {MOST_MOVES}"));
        }
        Ok(())
    }

    /// Every component is listed, also one without moves.
    fn is_gone(_: &AnyPosition) -> bool {
        false
    }

    fn prepare(_: &mut Self::Known, _: &AnyPosition) -> Result<(), String> {
        Ok(())
    }

    fn fresh(&self, _: &Wish, _: &mut fastrand::Rng) -> Result<Components<AnyPosition>, String> {
        Err("a game without a picture begins with a position in text".to_owned())
    }

    fn outlines(&self, position: &[AnyPosition]) -> Vec<Outline> {
        let outline = |(place, component): (usize, &AnyPosition)| {
            let name = self.component_name(component);
            let name = if position.len() > 1 { format!("{name} {}", place + 1) } else { name.to_owned() };
            let text = Some(self.component_text_like("", component));
            Outline {
                component: Some(place),
                short: name.clone(),
                name,
                class: "text",
                cells: Vec::new(),
                text,
                picture: Diagram::of(self, std::slice::from_ref(component)).map(|diagram| diagram.to_string()),
                poison: None,
            }
        };
        position.iter().enumerate().map(outline).collect()
    }

    fn said(mv: &AnyMove, _: usize) -> String {
        mv.to_string()
    }

    /// One button in the line of the component. The page puts the buttons side by side.
    fn targets(_: &AnyPosition, place: usize, _: &AnyMove) -> Vec<Target> {
        vec![Target::on(1, -i32::try_from(place + 1).expect("few components"))]
    }

    fn removed(_: &AnyPosition, _: usize, _: &AnyMove) -> Vec<Place> {
        Vec::new()
    }
}
