//! The game and the position of the arguments.

use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use grundy::any::{AnyPosition, Entry};
use grundy::{AnyGame, At, Components, Notation, Play, Registry, SumOf};

use crate::failure::Failure;

/// The arguments that name a game and a position of it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Words {
    /// The game: `grundy games` lists them all. A sum is written `sum kayles:5,6+nim:9`.
    #[arg(index = 1, hide_possible_values = true)]
    game: String,

    /// The position; before it the parameter of the game, if it has one: a set of numbers, a number of heaps, a code.
    #[arg(index = 2, required = true, num_args = 1..=2, value_name = "POSITION")]
    position: Vec<String>,

    /// Chomp whose corner tile may be taken.
    #[arg(long)]
    edible: bool,
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
        let (parameter, text) = match &self.position[..] {
            [text] => (None, text),
            [parameter, text] => (Some(parameter), text),
            _ => unreachable!("the argument takes one value or two"),
        };
        if self.game == SUM {
            if parameter.is_some() || self.edible {
                let hint = "a sum is one word, as in kayles:5,6+nim:9+chomp-edible:3,2,1";
                return Err(Failure::input(hint));
            }
            let (table, position) = registry.parse_sum(text)?;
            return Ok(Chosen::Sum(table, position, text));
        }
        let mut name = self.game.clone();
        if self.edible {
            if name != "chomp" {
                return Err(Failure::input(format!("--edible is for chomp, not for {name}")));
            }
            name += "-edible";
        }
        if let Some(parameter) = parameter {
            name = format!("{name}:{parameter}");
        }
        let game = registry.parse(&name)?;
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

/// The word in place of a game's name for a sum of several games.
const SUM: &str = "sum";

/// Accepts any text, and gives shells the names of the games for completion.
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
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let told = |entry: &Entry| PossibleValue::new(entry.sample().to_owned()).help(entry.description().to_owned());
        let mut names: Vec<PossibleValue> = self.0.iter().map(told).collect();
        names.push(PossibleValue::new(SUM).help("several games on one table, as in kayles:5,6+nim:9"));
        Some(Box::new(names.into_iter()))
    }
}
