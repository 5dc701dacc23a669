//! A rule book behind a pointer.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::data::{AnyMove, AnyPosition};
use super::listed::Listed;
use super::oracle::{self, Shelf};
use super::rules::Rules;
use crate::components::Components;
use crate::control::Control;
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError};
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::{Answer, Question};
use crate::search::Store;

/// Any rule book that has a notation, behind a pointer and with a name: one of this crate, or your own.
///
/// Normal play is solved at the speed of the rule book: the [oracle](ImpartialGame::oracle) asks that of the rule book, and searches
/// values on the rule book's own types, with one call through the pointer for each question and none for each option. So is misère play of rule books that
/// [search forms](ImpartialGame::SEARCHES_FORMS), such as Cram. All other
/// searches, such as misère play of Chomp, put each option behind a pointer, and take up to twice as long as for the rule
/// book itself. They are compiled once for all games, so that a registry of many games compiles fast.
///
/// A [`Registry`](crate::Registry) reads names. With the feature `registry`, `parse` reads those of `Registry::standard`, the games of
/// this crate.
///
/// ```
/// use grundy::{AnyGame, Kayles, Nimber, Notation, Solver};
///
/// let game: AnyGame = "subtract:1,3,4".parse()?;
/// assert_eq!(game.to_string(), "subtract:1,3,4");
/// let heaps = game.parse("20,21")?;
/// assert_eq!(Solver::new(game).grundy(heaps)?, Nimber::new(2));
///
/// let rows = AnyGame::new("rows", Kayles);
/// assert!(rows.downcast_ref::<Kayles>().is_some());
/// assert_eq!(Solver::new(&rows).grundy(rows.parse("xxxxx.xx")?)?, Nimber::new(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A position of another type than the rule book's has no moves, and playing in it leaves it unchanged; a move of another type is not
/// allowed. Two games are equal if their names are equal and their rule books have the same type, wherever their values are kept.
///
/// With the feature `serde`, keep the name and the text of a position ([`Notation::text`]), and read them by the registry: data of a
/// hidden type can't be read back.
#[derive(Clone)]
pub struct AnyGame {
    name: Arc<str>,
    rules: Arc<dyn Rules>,
    ask: Ask,
    shelf: Option<Shelf>,
}

/// Asks the rule book behind the pointer, which has the type that the function is made for.
type Ask = for<'a> fn(
    &'a (dyn Rules + 'static),
    Question<'a, AnyPosition>,
    Option<&Shelf>,
    &'a mut Notes,
    &mut Control,
) -> Answer<'a, AnyMove>;

/// The rule book behind the pointer, for the function that is made with it.
fn rule_book<G: 'static>(rules: &dyn Rules) -> &G {
    let rules: &dyn Any = rules;
    rules.downcast_ref().expect("the function that asks is made for the type of the rule book")
}

impl AnyGame {
    /// A rule book under a name, which [`Display`](fmt::Display) writes.
    ///
    /// The name of a game with parameters has them after a colon, as a [registry](crate::Registry::add_family) reads it:
    /// `subtract:1,3,4`.
    #[must_use]
    pub fn new<G>(name: impl Into<String>, game: G) -> Self
    where
        G: Notation<Position: fmt::Display, Move: fmt::Display> + Send + Sync + 'static,
    {
        let ask: Ask = |rules, question, shelf, notes, control| {
            oracle::answer(rule_book::<G>(rules), question, shelf, notes, control)
        };
        Self { name: name.into().into(), rules: Arc::new(game), ask, shelf: None }
    }

    /// The same for a rule book whose oracle knows every value in normal play. No search is compiled for it: should the oracle not answer, each option goes through
    /// the pointer, as in misère play.
    #[cfg(feature = "registry")]
    pub(super) fn with_theorem<G>(name: impl Into<String>, game: G) -> Self
    where
        G: Notation<Position: fmt::Display, Move: fmt::Display> + Send + Sync + 'static,
    {
        let ask: Ask = |rules, question, _, notes, control| {
            oracle::answer_by_theorem(rule_book::<G>(rules), question, notes, control)
        };
        Self { name: name.into().into(), rules: Arc::new(game), ask, shelf: None }
    }

    /// The rule book, if it is of this type.
    #[must_use]
    pub fn downcast_ref<G: 'static>(&self) -> Option<&G> {
        let rules: &dyn Any = &*self.rules;
        rules.downcast_ref()
    }

    /// The same game, whose values in normal play are kept in a store, with at most `positions` of them in memory: see
    /// [`Stored`](crate::Stored). Solvers of the game ask the store before they search, also in another process.
    ///
    /// Positions are named by their [text](Notation::text) alone: a store is for one game.
    ///
    /// If the control [names](Control::threads) several threads, they share what is in memory. Where all positions are solved, each asks the store, or hears
    /// and tells other [workers](crate::Workers). They need room for 90 112 positions in memory: with less, one thread searches, and so does a worker
    /// when its memory is full. The threads of a [nimber search](ImpartialGame::SEARCHES_NIMBERS) take turns at the store.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use std::sync::{Arc, Mutex};
    /// use grundy::{AnyGame, Nimber, Notation, Solver, Store};
    ///
    /// #[derive(Default)]
    /// struct Shelf(Mutex<HashMap<String, Nimber>>);
    ///
    /// impl Store for Shelf {
    ///     fn get(&self, text: &str) -> Option<Nimber> {
    ///         self.0.lock().unwrap().get(text).copied()
    ///     }
    ///     fn insert(&self, text: String, value: Nimber) {
    ///         self.0.lock().unwrap().insert(text, value);
    ///     }
    /// }
    ///
    /// let shelf = Arc::new(Shelf::default());
    /// let cram = AnyGame::new("cram", grundy::Cram).stored_in(shelf.clone(), 1000);
    /// assert_eq!(Solver::new(&cram).grundy(cram.parse("3x6")?)?, Nimber::new(4));
    /// assert_eq!(shelf.get("3x6"), Some(Nimber::new(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stored_in(self, store: Arc<dyn Store>, positions: usize) -> Self {
        Self { shelf: Some(Shelf { store, positions }), ..self }
    }
}

/// Writes the name.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyGame").field(&self.name).finish()
    }
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &Self) -> bool {
        let [own, others]: [&dyn Any; 2] = [&*self.rules, &*other.rules];
        self.name == other.name && own.type_id() == others.type_id()
    }
}

impl Eq for AnyGame {}

impl ImpartialGame for AnyGame {
    type Position = AnyPosition;
    type Move = AnyMove;

    fn moves(&self, position: &AnyPosition) -> impl Iterator<Item = AnyMove> {
        Listed::new(&*self.rules, position, <dyn Rules>::moves)
    }

    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> Components<AnyPosition> {
        self.rules.play(position, mv)
    }

    fn allows(&self, position: &AnyPosition, mv: &AnyMove) -> bool {
        self.rules.allows(position, mv)
    }

    fn options(&self, position: &AnyPosition) -> impl Iterator<Item = Components<AnyPosition>> {
        Listed::new(&*self.rules, position, <dyn Rules>::options)
    }

    fn memo_key(&self, position: AnyPosition) -> AnyPosition {
        self.rules.memo_key(position)
    }

    fn known_value(&self, position: &AnyPosition) -> Option<Nimber> {
        self.rules.known_value(position)
    }

    fn move_name(&self, position: &AnyPosition, mv: &AnyMove) -> Option<String> {
        self.rules.move_name(position, mv)
    }

    /// The answer of the rule book's own oracle. A value that it does not know is searched under `control`, and kept in `notes`.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, AnyPosition>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, AnyMove> {
        (self.ask)(&*self.rules, question, self.shelf.as_ref(), notes, control)
    }
}

impl Notation for AnyGame {
    fn component_name(&self, component: &AnyPosition) -> &'static str {
        self.rules.component_name(component)
    }

    fn parse(&self, text: &str) -> Result<Components<AnyPosition>, NotationError> {
        self.rules.parse(text)
    }

    /// Components of another type are left out.
    fn text(&self, components: &[AnyPosition]) -> String {
        self.rules.text(components)
    }

    fn text_like(&self, model: &str, components: &[AnyPosition]) -> String {
        self.rules.text_like(model, components)
    }

    fn component_text_like(&self, model: &str, component: &AnyPosition) -> String {
        self.rules.component_text_like(model, component)
    }

    fn move_text(&self, components: &[AnyPosition], mv: &SumMove<AnyMove>) -> String {
        self.rules.move_text(components, mv)
    }

    fn refuses(&self, play: Play) -> Option<&'static str> {
        self.rules.refuses(play)
    }
}
