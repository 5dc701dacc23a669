//! Sums of unlike games, in text.

use super::data::AnyPosition;
use super::game::AnyGame;
use super::registry::Registry;
use crate::components::Components;
use crate::compound::{At, SumOf};
use crate::notation::{Notation, NotationError, Piece};
use crate::outcome::Play;

impl Registry {
    /// Reads a sum of positions of several games, `kayles:5,6+nim:9`, as a table of rule books and a position on it.
    ///
    /// # Errors
    ///
    /// [`NotationError`] if there is no such game, or the text after its name is no position of it.
    pub fn parse_sum(&self, text: &str) -> Result<(SumOf<AnyGame>, Components<At<AnyPosition>>), NotationError> {
        parse(text, |name| self.parse(name))
    }
}

#[cfg(feature = "registry")]
impl AnyGame {
    /// Reads a sum of positions of several games of the [standard registry](crate::Registry::standard), `kayles:5,6+nim:9`, as a table
    /// of rule books and a position on it.
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
        parse(text, str::parse)
    }
}

/// Reads a sum of games, whose names `game` reads.
fn parse(
    text: &str,
    game: impl Fn(&str) -> Result<AnyGame, NotationError>,
) -> Result<(SumOf<AnyGame>, Components<At<AnyPosition>>), NotationError> {
    let mut table = SumOf(Vec::new());
    let position = parse_summands(text, |summand| {
        let game = game(summand.text).map_err(|error| error.within(text, summand.at))?;
        let place = table.0.iter().position(|known| *known == game).unwrap_or_else(|| {
            table.0.push(game.clone());
            table.0.len() - 1
        });
        Ok((place, game))
    })?;
    Ok((table, position))
}

/// A position is written game by game, with `+` between the games and the components after each name: `kayles:5,6+nim:9`. A game
/// without components is left out; if no game has any, the first is written with the text of its end. A game that joins its own
/// components with `+` is named before each of them: `divisor:{2}+divisor:{3}`.
impl Notation for SumOf<AnyGame> {
    fn component_name(&self, component: &At<AnyPosition>) -> &'static str {
        self.0.get(component.game).map_or("component", |game| game.component_name(&component.position))
    }

    /// Names are those of the rule books on the table, as `Display` writes them.
    fn parse(&self, text: &str) -> Result<Components<At<AnyPosition>>, NotationError> {
        parse_summands(text, |name| {
            let place = self.0.iter().position(|game| game.to_string() == name.text);
            let place = place.ok_or_else(|| name.error(format!("{} is not on this table", name.text)))?;
            Ok((place, self.0[place].clone()))
        })
    }

    fn text(&self, components: &[At<AnyPosition>]) -> String {
        self.text_like("", components)
    }

    fn text_like(&self, model: &str, components: &[At<AnyPosition>]) -> String {
        let mut summands = Vec::new();
        // A component of a game that is not on the table has no moves, and no text.
        let are_none = components.iter().all(|at| at.game >= self.0.len());
        for (place, game) in self.0.iter().enumerate() {
            let own: Vec<AnyPosition> =
                components.iter().filter(|at| at.game == place).map(|at| at.position.clone()).collect();
            if !own.is_empty() || (are_none && place == 0) {
                let name = game.to_string();
                // The part of the model with this game's name is the model of its notation.
                let named = |part: &'_ str| part.trim().strip_prefix(&name)?.strip_prefix(':').map(str::to_owned);
                let part = model.split('+').find_map(named).unwrap_or_default();
                let text = game.text_like(&part, &own);
                summands.extend(text.split('+').map(|text| format!("{name}:{}", text.trim())));
            }
        }
        summands.join("+")
    }

    /// The first reason of a game on the table.
    fn refuses(&self, play: Play) -> Option<&'static str> {
        self.0.iter().find_map(|game| game.refuses(play))
    }
}

/// Maximum number of colons that belong to a name or end it. A guard: a text of colons would be read once for each.
const MOST_COLONS: usize = 16;

/// Reads summands, such as `kayles:5,6`. `find` gives the game of a name, and the place of that game on the table.
fn parse_summands(
    text: &str,
    mut find: impl FnMut(Piece<'_>) -> Result<(usize, AnyGame), NotationError>,
) -> Result<Components<At<AnyPosition>>, NotationError> {
    let mut position = Components::new();
    for summand in Piece::whole(text).split('+') {
        // A colon may stand in a name, `subtract:1,3`, or in a position, `path:10`: the longest name of a game counts.
        let Some(last) = summand.text.rfind(':') else {
            return Err(summand.error("a summand is written GAME:POSITION, as in nim:9"));
        };
        let named = find(summand.part(0, last)).map(|found| (last, found));
        // If no shorter name is a game either, the error is that of the longest name.
        let (colon, (game, rules)) = named.or_else(|error| {
            let shorter: Vec<_> = summand.text[..last].match_indices(':').take(MOST_COLONS).collect();
            let mut shorter = shorter.into_iter().rev().map(|(colon, _)| colon);
            let found = shorter.find_map(|colon| find(summand.part(0, colon)).ok().map(|found| (colon, found)));
            found.ok_or(error)
        })?;
        let (at, components) = (summand.at + colon + 1, &summand.text[colon + 1..]);
        let components = rules.parse(components).map_err(|error| error.within(text, at))?;
        position.extend(components.into_iter().map(|position| At { game, position }));
    }
    Ok(position)
}
