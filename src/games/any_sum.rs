//! Sums of unlike games, chosen at run time.

use crate::components::Components;
use crate::compound::{At, SumOf};
use crate::games::{AnyGame, AnyPosition};
use crate::notation::{Notation, NotationError, Piece};

impl AnyGame {
    /// Reads a sum of positions of several games, `kayles:5,6+nim:9`, as a table of rule books and a position on it.
    ///
    /// ```
    /// use grundy::{AnyGame, Nimber, Notation, Solver};
    ///
    /// let (table, position) = AnyGame::parse_sum("kayles:5,6+subtract:1,3,4:20+nim:9")?;
    /// assert_eq!(table.text(&position), "kayles:5,6+subtract:1,3,4:20+nim:9");
    /// assert_eq!(Solver::new(table).grundy(position)?, Nimber::new(4 ^ 3 ^ 2 ^ 9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`] if there is no such game, or the text after its name is no position of it.
    pub fn parse_sum(text: &str) -> Result<(SumOf<Self>, Components<At<AnyPosition>>), NotationError> {
        let (mut table, mut position) = (SumOf(Vec::new()), Components::new());
        for piece in Piece::whole(text).split('+') {
            let (game, components) = parse_summand(text, piece)?;
            let place = table.0.iter().position(|known| *known == game).unwrap_or_else(|| {
                table.0.push(game);
                table.0.len() - 1
            });
            position.extend(components.into_iter().map(|position| At { game: place, position }));
        }
        Ok((table, position))
    }
}

/// A position is written as its games with `+` between them, each followed by its components: `kayles:5,6+nim:9`. A game
/// of which nothing is left is left out, unless it is the first and nothing is left at all. One whose own components are
/// joined with `+` is named before each: `divisor:{2}+divisor:{3}`.
impl Notation for SumOf<AnyGame> {
    fn component_name(&self, component: &At<AnyPosition>) -> &'static str {
        self.0.get(component.game).map_or("component", |game| game.component_name(&component.position))
    }

    fn parse(&self, text: &str) -> Result<Components<At<AnyPosition>>, NotationError> {
        let mut position = Components::new();
        for piece in Piece::whole(text).split('+') {
            let (game, components) = parse_summand(text, piece)?;
            let Some(place) = self.0.iter().position(|known| *known == game) else {
                return Err(piece.error(format!("{game} is not on this table")));
            };
            position.extend(components.into_iter().map(|position| At { game: place, position }));
        }
        Ok(position)
    }

    fn text(&self, components: &[At<AnyPosition>]) -> String {
        self.text_like("", components)
    }

    fn text_like(&self, model: &str, components: &[At<AnyPosition>]) -> String {
        let mut summands = Vec::new();
        for (place, game) in self.0.iter().enumerate() {
            let own: Vec<AnyPosition> =
                components.iter().filter(|at| at.game == place).map(|at| at.position.clone()).collect();
            if !own.is_empty() || (components.is_empty() && place == 0) {
                let name = game.to_string();
                // Each game is written as its own part of the model is.
                let part =
                    model.split('+').filter_map(|part| part.trim().rsplit_once(':')).find(|(game, _)| *game == name);
                // A game that joins its own components with `+` is named before each of them.
                let text = game.text_like(part.map_or("", |(_, part)| part), &own);
                summands.extend(text.split('+').map(|text| format!("{name}:{}", text.trim())));
            }
        }
        summands.join("+")
    }
}

/// A game and a position of it, from `kayles:5,6`.
fn parse_summand(text: &str, piece: Piece<'_>) -> Result<(AnyGame, Components<AnyPosition>), NotationError> {
    let Some((name, position)) = piece.text.rsplit_once(':') else {
        return Err(piece.error("a summand is written GAME:POSITION, as in nim:9"));
    };
    let game: AnyGame = name.parse().map_err(|error: NotationError| error.within(text, piece.at))?;
    let at = piece.at + name.len() + 1;
    let components = game.parse(position).map_err(|error| error.within(text, at))?;
    Ok((game, components))
}
