//! Names of games, to which a program adds its own.

use std::fmt;
use std::sync::Arc;

use super::game::AnyGame;
use crate::notation::{Notation, NotationError};

/// Games by their names: those of this crate, your own, or both.
///
/// A program that plays every game reads the game's name and a position from its user. One line adds your own game. The package
/// `grundy-web` serves the games of any registry as a page.
///
/// ```
/// use std::fmt;
/// use grundy::{Components, ImpartialGame, Nimber, Notation, NotationError, Play, Registry, Solver};
///
/// /// Halve a heap (rounding down), or take one counter.
/// struct Halving;
///
/// /// What the heap becomes.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Leave(u64);
///
/// impl fmt::Display for Leave {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "leave {}", self.0)
///     }
/// }
///
/// impl ImpartialGame for Halving {
///     type Position = u64;
///     type Move = Leave;
///
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = Leave> {
///         let (heap, halved) = (*heap, *heap / 2);
///         [halved, heap.saturating_sub(1)].into_iter().filter(move |left| *left < heap).map(Leave)
///     }
///
///     fn play(&self, _: &u64, mv: &Leave) -> Components<u64> {
///         mv.0.into()
///     }
/// }
///
/// impl Notation for Halving {
///     fn component_name(&self, _: &u64) -> &'static str {
///         "heap"
///     }
///
///     fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
///         let read = |heap: &str| heap.parse().map_err(|_| NotationError::new(text, 0, "heaps are numbers"));
///         text.split(',').map(read).collect()
///     }
///
///     fn text(&self, heaps: &[u64]) -> String {
///         heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
///     }
/// }
///
/// let mut registry = Registry::standard();
/// registry.add("halving", "12,6", Halving).about("halve a heap, or take one counter");
///
/// let (table, position) = registry.parse_sum("halving:12,6+kayles:5+nim:9")?;
/// let mut solver = Solver::new(&table);
/// assert_eq!(solver.grundy(&position)?, Nimber::new(2 ^ 4 ^ 9));
/// let win = solver.winning_move_in(Play::Misere, registry.parse_sum("halving:12+nim:1")?.1)?;
/// assert!(win.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

/// A name of the registry: one game, or a family with parameters. It holds all that a help text needs.
///
/// ```
/// use grundy::Registry;
///
/// let help = Registry::standard().iter().map(|entry| {
///     format!("{:<16} {:<18} {}\n", entry.sample(), entry.example(), entry.description())
/// }).collect::<String>();
/// assert!(help.starts_with("nim              3,4,5              take any number of counters from one heap\n"));
/// ```
#[derive(Clone)]
pub struct Entry {
    sample: String,
    example: String,
    description: String,
    parameters: String,
    make: Make,
}

#[derive(Clone)]
enum Make {
    /// A game without parameters.
    One(AnyGame),
    /// Games with parameters, which stand after a colon.
    Family(Arc<Read>),
    /// Games named by a code, such as `0.77`, which `is_code` recognises.
    Code { is_code: fn(&str) -> bool, read: Arc<Read> },
}

type Read = dyn Fn(&str) -> Result<AnyGame, NotationError> + Send + Sync;

impl Registry {
    /// No names.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds a game without parameters, with an example of a position. An earlier entry of the same name is replaced.
    ///
    /// Names go before codes of take-and-break games. A name has no `:`, after which parameters stand, no `+` and no line break, and is not `sum`, which in
    /// [certificates](crate::certificate) is the name of sums of several games. A game that is to be part of [sums](Self::parse_sum) has no `+` within
    /// a component, and one whose certificates are to be checked writes a position in one line.
    pub fn add<G>(&mut self, name: impl Into<String>, example: impl Into<String>, game: G) -> &mut Entry
    where
        G: Notation<Position: fmt::Display, Move: fmt::Display> + Send + Sync + 'static,
    {
        self.add_game(example, AnyGame::new(name, game))
    }

    /// The same with a game that has its name.
    pub(super) fn add_game(&mut self, example: impl Into<String>, game: AnyGame) -> &mut Entry {
        self.add_entry(game.to_string(), example.into(), Make::One(game))
    }

    /// Adds a family of games. `sample` is the name of one of them, with its parameters after a colon; `read` makes the game of the
    /// text of its parameters, and names it with them: games of one name are the same game. An earlier entry of the same name is replaced.
    ///
    /// ```
    /// use grundy::{AnyGame, Nimber, Notation, NotationError, Registry, Solver, Subtraction};
    ///
    /// let mut registry = Registry::new();
    /// registry.add_family("up-to:3", "20,21", |most| {
    ///     let most: u64 = most.parse().map_err(|_| NotationError::new(most, 0, "the most counters are a number"))?;
    ///     let game = Subtraction::new(1..=most).map_err(|error| NotationError::new(&most.to_string(), 0, error.to_string()))?;
    ///     Ok(AnyGame::new(format!("up-to:{most}"), game))
    /// });
    /// let game = registry.parse("up-to:4")?;
    /// assert_eq!(Solver::new(&game).grundy(game.parse("7")?)?, Nimber::new(2)); // 7 modulo 5
    /// assert_eq!(registry.parse("up-to:x").unwrap_err().to_string(), "`up-to:x`, character 7: the most counters are a number");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_family(
        &mut self,
        sample: impl Into<String>,
        example: impl Into<String>,
        read: impl Fn(&str) -> Result<AnyGame, NotationError> + Send + Sync + 'static,
    ) -> &mut Entry {
        self.add_entry(sample.into(), example.into(), Make::Family(Arc::new(read)))
    }

    /// Adds games that are named by a code.
    #[cfg_attr(not(feature = "registry"), expect(dead_code, reason = "only the standard registry has codes"))]
    pub(super) fn add_codes(
        &mut self,
        sample: &str,
        example: &str,
        is_code: fn(&str) -> bool,
        read: impl Fn(&str) -> Result<AnyGame, NotationError> + Send + Sync + 'static,
    ) -> &mut Entry {
        self.add_entry(sample.to_owned(), example.to_owned(), Make::Code { is_code, read: Arc::new(read) })
    }

    fn add_entry(&mut self, sample: String, example: String, make: Make) -> &mut Entry {
        let entry = Entry { sample, example, description: String::new(), parameters: "parameter".to_owned(), make };
        // A game that is called like a sample of the codes does not replace them: names go before codes.
        let is_code = |entry: &Entry| matches!(entry.make, Make::Code { .. });
        let replaced = |known: &Entry| known.name() == entry.name() && is_code(known) == is_code(&entry);
        let known = self.entries.iter().position(replaced);
        let place = known.unwrap_or(self.entries.len());
        if known.is_some() {
            self.entries[place] = entry;
        } else {
            self.entries.push(entry);
        }
        &mut self.entries[place]
    }

    /// The entries, in the order in which they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// Reads the name of a game, with its parameters: `nim`, `subtract:1,3,4`, `0.77`.
    ///
    /// ```
    /// use grundy::Registry;
    ///
    /// let registry = Registry::standard();
    /// assert_eq!(registry.parse("moore:2")?.to_string(), "moore:2");
    /// let error = registry.parse("subtract:1,0").unwrap_err();
    /// assert_eq!(error.to_string(), "`subtract:1,0`, character 12: a move must take something: 0 cannot be in the set");
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`] if no game has this name, or there is something wrong with its parameters.
    pub fn parse(&self, text: &str) -> Result<AnyGame, NotationError> {
        let (name, parameters) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        for entry in self.iter().filter(|entry| entry.name() == name) {
            match (&entry.make, parameters) {
                (Make::One(game), None) => return Ok(game.clone()),
                (Make::One(_), Some(_)) => {
                    return Err(NotationError::new(text, name.len(), format!("{name} takes no parameters")));
                }
                (Make::Family(read), Some(parameters)) => {
                    return read(parameters).map_err(|error| error.within(text, name.len() + 1));
                }
                (Make::Family(_), None) => {
                    let reason = format!("the {} is missing, as in {}", entry.parameters, entry.sample);
                    return Err(NotationError::new(text, text.len(), reason));
                }
                // The name of such an entry is one code of many. All codes are tried after the names.
                (Make::Code { .. }, _) => {}
            }
        }
        for entry in &self.entries {
            if let Make::Code { is_code, read } = &entry.make
                && is_code(text)
            {
                return read(text);
            }
        }
        let samples: Vec<&str> = self.iter().map(Entry::sample).collect();
        let reason = format!("no game is called `{name}`; the games are {}", samples.join(", "));
        Err(NotationError::new(text, 0, reason))
    }
}

impl<'a> IntoIterator for &'a Registry {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Entry {
    /// Sets the description: one line that says what a move is.
    pub fn about(&mut self, description: impl Into<String>) -> &mut Self {
        self.description = description.into();
        self
    }

    /// Sets the word for the parameters of a family in the error that they are missing: `set of numbers`.
    pub fn with_parameters(&mut self, parameters: impl Into<String>) -> &mut Self {
        self.parameters = parameters.into();
        self
    }

    /// The name without parameters.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.make {
            Make::Family(_) => self.sample.split_once(':').map_or(&self.sample, |(name, _)| name),
            Make::One(_) | Make::Code { .. } => &self.sample,
        }
    }

    /// A name that can be [read](Registry::parse), with an example of parameters if the game has some.
    #[must_use]
    pub fn sample(&self) -> &str {
        &self.sample
    }

    /// An example of a position.
    #[must_use]
    pub fn example(&self) -> &str {
        &self.example
    }

    /// The description of a move, in one line; empty if [`about`](Self::about) was not called.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("sample", &self.sample)
            .field("example", &self.example)
            .field("description", &self.description)
            .finish_non_exhaustive()
    }
}
