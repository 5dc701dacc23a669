//! The game and the position of the arguments.

use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use grundy::any::{AnyPosition, Entry};
use grundy::{AnyGame, At, Components, Notation, Play, Registry, SumOf};

use crate::failure::Failure;
use crate::meant::{self, SUM};

/// The arguments that name a game and a position of it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Words {
    /// The game: `grundy games` lists them all. Several games on one table are the game `sum`, with a position such as kayles:5,6+nim:9.
    /// Workers, --store and --nimbers are for one game.
    #[arg(index = 1, hide_possible_values = true)]
    game: String,

    /// The position, one word such as 5,6; before it the parameter of the game, if it has one: a set of numbers, a number of heaps.
    #[arg(index = 2, required = true, num_args = 1.., value_name = "POSITION")]
    position: Vec<String>,

    /// Chomp whose corner tile may be taken: `chomp --edible` is the game `chomp-edible`.
    #[arg(long)]
    edible: bool,
}

/// The names of several games on one table, as a person writes them.
pub(crate) fn names(games: &[AnyGame]) -> String {
    games.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
}

/// The game and the position, read.
pub(crate) enum Chosen<'a> {
    /// One game, the position, and its text, which is the model of the notation for other positions.
    Game(AnyGame, Components<AnyPosition>, &'a str),
    /// Several games on one table.
    Sum(SumOf<AnyGame>, Components<At<AnyPosition>>, &'a str),
}

impl Words {
    /// The arguments `GAME [PARAMETER] POSITION`.
    pub(crate) fn new(game: &str, position: &[String]) -> Self {
        Self { game: game.to_owned(), position: position.to_vec(), edible: false }
    }

    /// Reads `GAME [PARAMETER] POSITION` with the games of the registry, where the game `sum` has games of its own in its position.
    pub(crate) fn read(&self, registry: &Registry) -> Result<Chosen<'_>, Failure> {
        let (text, before) = self.position.split_last().expect("the argument takes one value or more");
        if self.game == SUM {
            if !before.is_empty() || self.edible {
                let hint = "a sum is one word, as in kayles:5,6+nim:9+chomp-edible:3,2,1";
                return Err(Failure::input(hint));
            }
            let sum = registry.parse_sum(text).map_err(|error| {
                let more = if text.contains('+') { "" } else { "; between summands is a +, as in kayles:5,6+nim:9" };
                Failure::input(meant::with_nearest(error, registry)).with(more)
            });
            let (table, position) = sum?;
            return Ok(Chosen::Sum(table, position, text));
        }
        let mut name = self.game.clone();
        if self.edible {
            if name != "chomp" {
                return Err(Failure::input(format!("--edible is for chomp, not for {name}")));
            }
            name += "-edible";
        }
        let known = meant::entry(&name, registry);
        let parameter = match before {
            [] => None,
            // The last word is the position. A word before it is the parameter of a game that is not complete without
            // one.
            [parameter, ..] => match registry.parse(&name) {
                // It has no parameter.
                Ok(game) => {
                    let reason = meant::apart(&game, &self.game, &self.position, known.map(Entry::example));
                    return Err(Failure::input(reason));
                }
                Err(_) => Some(parameter),
            },
        };
        if let Some(parameter) = parameter {
            name = format!("{name}:{parameter}");
        }
        let game = registry.parse(&name).map_err(|error| meant::with_nearest(error, registry))?;
        if before.len() > 1 {
            let called = format!("{} {}", self.game, before[0]);
            let reason = meant::apart(&game, &called, &self.position[1..], known.map(Entry::example));
            return Err(Failure::input(reason));
        }
        let position = game.parse(text)?;
        Ok(Chosen::Game(game, position, text))
    }
}

impl Chosen<'_> {
    /// The same, unless positions of the game as they are written are not played so.
    pub(crate) fn for_play(self, play: Play) -> Result<Self, Failure> {
        let reason = match &self {
            Self::Game(game, ..) => game.refuses(play),
            Self::Sum(table, ..) => table.refuses(play),
        };
        reason.map_or(Ok(self), |reason| Err(Failure::input(reason)))
    }
}

/// Accepts any text but a game and a position in one, and gives shells the names of the games for completion.
#[derive(Clone)]
pub(crate) struct GameNames(pub(crate) Arc<Registry>);

impl TypedValueParser for GameNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        match meant::quoted(&text, &self.0) {
            None => Ok(text),
            Some(reason) => Err(clap::Error::raw(ErrorKind::InvalidValue, reason)),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let told = |entry: &Entry| PossibleValue::new(entry.sample().to_owned()).help(entry.description().to_owned());
        let mut names: Vec<PossibleValue> = self.0.iter().map(told).collect();
        names.push(PossibleValue::new(SUM).help("several games on one table, as in kayles:5,6+nim:9"));
        Some(Box::new(names.into_iter()))
    }
}
