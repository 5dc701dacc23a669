//! A rule book that is chosen at run time.

use std::fmt;
use std::str::FromStr;

use crate::chomp::{Board, CentredTile, Chomp, Corner, IChomp, QuadrantBoard, Tile};
use crate::components::Components;
use crate::compound::{Coordinates, InBoth};
use crate::control::Control;
use crate::game::{ImpartialGame, SumMove};
use crate::games::{
    Chain, ChainGame, ChainMove, CoinTurning, CoinTurningGrid, Cross, DawsonsKayles, DivisorGame, GrundysGame, Head,
    Heaps, Kayles, LaskersNim, MooresNim, Nim, Node, Numbers, Pair, Subtraction, TakeFromEach, TakeNumber, Treblecross,
    Tree, TreeGame, TurnCoins, Wythoff, WythoffMove,
};
use crate::heap::{BreakMove, HeapMove, RowMove, TakeAndBreak};
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece};
use crate::oracle::{Answer, Notes, Question};

/// Something to be done with a rule book, whichever it is: see [`AnyGame::visit`].
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with a rule book.
    fn visit<G>(self, game: &G) -> Self::Output
    where
        G: Notation<Position: fmt::Debug + fmt::Display, Move: fmt::Debug + fmt::Display>;
}

/// Defines the games, positions and moves, and forwards every method to the rule book of the variant.
macro_rules! any_game {
    ($($(#[$doc:meta])* $variant:ident($game:ty, $position:ty, $mv:ty)),* $(,)?) => {
        /// Any of the rule books that have a notation, chosen at run time by its name.
        ///
        /// It makes programs that play every game short, and sums of unlike games with [`SumOf`](crate::SumOf). Where the game is known when
        /// the program is written, its own rule book is faster, and [`visit`](Self::visit) gets at it.
        ///
        /// ```
        /// use grundy::{AnyGame, Nimber, Notation, Solver};
        ///
        /// let game: AnyGame = "subtract:1,3,4".parse()?;
        /// assert_eq!(game.to_string(), "subtract:1,3,4");
        /// let heaps = game.parse("20,21")?;
        /// assert_eq!(Solver::new(game).grundy(heaps)?, Nimber::new(2));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum AnyGame {
            $($(#[$doc])* $variant($game),)*
        }

        /// A position of the game of the same variant.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyPosition {
            $($(#[$doc])* $variant($position),)*
        }

        /// A move in the game of the same variant.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyMove {
            $($(#[$doc])* $variant($mv),)*
        }

        impl fmt::Display for AnyPosition {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(position) => position.fmt(f),)*
                }
            }
        }

        impl fmt::Display for AnyMove {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(mv) => mv.fmt(f),)*
                }
            }
        }

        impl AnyGame {
            /// Does something with the game's own rule book, at its own speed.
            ///
            /// Solving an `AnyGame` itself takes up to ten times as long (Kayles; see the benches), since its positions and
            /// moves carry the name of their game.
            ///
            /// ```
            /// use std::fmt::{Debug, Display};
            /// use grundy::games::GameVisitor;
            /// use grundy::{AnyGame, Notation, Solver};
            ///
            /// /// The value of a position that is given as text.
            /// struct ValueOf<'a>(&'a str);
            ///
            /// impl GameVisitor for ValueOf<'_> {
            ///     type Output = Result<u64, String>;
            ///     fn visit<G>(self, game: &G) -> Self::Output
            ///     where
            ///         G: Notation<Position: Debug + Display, Move: Debug + Display>,
            ///     {
            ///         let position = game.parse(self.0).map_err(|error| error.to_string())?;
            ///         Ok(Solver::new(game).grundy(position).map_err(|error| error.to_string())?.get())
            ///     }
            /// }
            ///
            /// let game: AnyGame = "chomp".parse()?;
            /// assert_eq!(game.visit(ValueOf("8x8")), Ok(13));
            /// # Ok::<(), grundy::NotationError>(())
            /// ```
            pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant(game) => visitor.visit(game),)*
                }
            }
        }

        /// The iterator of one of the games.
        enum Each<$($variant),*> {
            $($variant($variant),)*
            Nothing,
        }

        impl<T, $($variant: Iterator<Item = T>),*> Iterator for Each<$($variant),*> {
            type Item = T;

            fn next(&mut self) -> Option<T> {
                match self {
                    $(Self::$variant(items) => items.next(),)*
                    Self::Nothing => None,
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                match self {
                    $(Self::$variant(items) => items.size_hint(),)*
                    Self::Nothing => (0, Some(0)),
                }
            }
        }

        /// A position or a move of another game than this one has no moves, is not allowed, and stays as it is.
        impl ImpartialGame for AnyGame {
            type Position = AnyPosition;
            type Move = AnyMove;

            fn moves(&self, position: &AnyPosition) -> impl Iterator<Item = AnyMove> {
                match (self, position) {
                    $((Self::$variant(game), AnyPosition::$variant(position)) => {
                        Each::$variant(game.moves(position).map(AnyMove::$variant))
                    })*
                    _ => Each::Nothing,
                }
            }

            fn play(&self, position: &AnyPosition, mv: &AnyMove) -> Components<AnyPosition> {
                match (self, position, mv) {
                    $((Self::$variant(game), AnyPosition::$variant(position), AnyMove::$variant(mv)) => {
                        game.play(position, mv).into_iter().map(AnyPosition::$variant).collect()
                    })*
                    _ => position.clone().into(),
                }
            }

            fn allows(&self, position: &AnyPosition, mv: &AnyMove) -> bool {
                match (self, position, mv) {
                    $((Self::$variant(game), AnyPosition::$variant(position), AnyMove::$variant(mv)) => {
                        game.allows(position, mv)
                    })*
                    _ => false,
                }
            }

            fn options(&self, position: &AnyPosition) -> impl Iterator<Item = Components<AnyPosition>> {
                match (self, position) {
                    $((Self::$variant(game), AnyPosition::$variant(position)) => Each::$variant(
                        game.options(position).map(|left| left.into_iter().map(AnyPosition::$variant).collect()),
                    ),)*
                    _ => Each::Nothing,
                }
            }

            fn memo_key(&self, position: AnyPosition) -> AnyPosition {
                match (self, position) {
                    $((Self::$variant(game), AnyPosition::$variant(position)) => {
                        AnyPosition::$variant(game.memo_key(position))
                    })*
                    (_, position) => position,
                }
            }

            fn known_value(&self, position: &AnyPosition) -> Option<Nimber> {
                match (self, position) {
                    $((Self::$variant(game), AnyPosition::$variant(position)) => game.known_value(position),)*
                    _ => Some(Nimber::ZERO),
                }
            }

            fn oracle<'a>(
                &'a self,
                question: Question<'a, AnyPosition>,
                notes: &'a mut Notes,
                control: &mut Control,
            ) -> Answer<'a, AnyMove> {
                match self {
                    $(Self::$variant(game) => {
                        if let Some(component) = question.component() {
                            let AnyPosition::$variant(component) = component else { return Answer::Unknown };
                            return match question.of_component(component) {
                                Some(question) => game.oracle(question, notes.part(0), control).map(AnyMove::$variant),
                                None => Answer::Unknown,
                            };
                        }
                        let own: Option<Vec<_>> = question.sum().unwrap_or_default().iter().map(|position| match position {
                            AnyPosition::$variant(position) => Some(position.clone()),
                            _ => None,
                        }).collect();
                        let Some(own) = own else { return Answer::Unknown };
                        let (own, notes) = notes.keep(own, 0);
                        match question.of_sum(own) {
                            Some(question) => game.oracle(question, notes, control).map(AnyMove::$variant),
                            None => Answer::Unknown,
                        }
                    })*
                }
            }
        }

        impl Notation for AnyGame {
            fn component_name(&self, component: &AnyPosition) -> &'static str {
                match (self, component) {
                    $((Self::$variant(game), AnyPosition::$variant(component)) => game.component_name(component),)*
                    _ => "component of another game",
                }
            }

            fn parse(&self, text: &str) -> Result<Components<AnyPosition>, NotationError> {
                Ok(match self {
                    $(Self::$variant(game) => game.parse(text)?.into_iter().map(AnyPosition::$variant).collect(),)*
                })
            }

            /// Components of another game are left out.
            fn text(&self, components: &[AnyPosition]) -> String {
                match self {
                    $(Self::$variant(game) => game.text(&any_game!(@own $variant components)),)*
                }
            }

            fn text_like(&self, model: &str, components: &[AnyPosition]) -> String {
                match self {
                    $(Self::$variant(game) => game.text_like(model, &any_game!(@own $variant components)),)*
                }
            }

            fn component_text_like(&self, model: &str, component: &AnyPosition) -> String {
                match (self, component) {
                    $((Self::$variant(game), AnyPosition::$variant(component)) => {
                        game.component_text_like(model, component)
                    })*
                    _ => component.to_string(),
                }
            }

            fn move_text(&self, components: &[AnyPosition], mv: &SumMove<AnyMove>) -> String {
                match (self, &mv.mv) {
                    $((Self::$variant(game), AnyMove::$variant(inner)) => {
                        let mv = SumMove { component: mv.component, mv: inner.clone() };
                        game.move_text(&any_game!(@own $variant components), &mv)
                    })*
                    _ => mv.to_string(),
                }
            }
        }
    };
    (@own $variant:ident $components:ident) => {
        $components.iter().filter_map(|position| match position {
            AnyPosition::$variant(position) => Some(position.clone()),
            _ => None,
        }).collect::<Vec<_>>()
    };
}

any_game! {
    /// Nim.
    Nim(Nim, u64, HeapMove),
    /// A subtraction game.
    Subtraction(Subtraction, u64, HeapMove),
    /// Kayles.
    Kayles(Kayles, u64, RowMove),
    /// Dawson's Kayles.
    DawsonsKayles(DawsonsKayles, u64, RowMove),
    /// Treblecross.
    Treblecross(Treblecross, u64, Cross),
    /// Lasker's Nim.
    LaskersNim(LaskersNim, u64, HeapMove),
    /// Grundy's game.
    GrundysGame(GrundysGame, u64, HeapMove),
    /// A take-and-break game, by its code.
    TakeAndBreak(TakeAndBreak, u128, BreakMove),
    /// Wythoff's game.
    Wythoff(Wythoff, Pair, WythoffMove),
    /// Moore's Nim.
    MooresNim(MooresNim, Heaps, TakeFromEach),
    /// The divisor game.
    DivisorGame(DivisorGame, Numbers, TakeNumber),
    /// The tree game.
    TreeGame(TreeGame, Tree, Node),
    /// The chain game.
    ChainGame(ChainGame, Chain, ChainMove),
    /// A coin-turning game in a row.
    CoinTurning(CoinTurning, Head, TurnCoins),
    /// A coin-turning game on a board.
    CoinTurningGrid(CoinTurningGrid, Coordinates<Head, Head>, InBoth<TurnCoins, TurnCoins>),
    /// Chomp, poisoned or edible.
    Chomp(Chomp, Board, Tile),
    /// `iChomp`.
    IChomp(IChomp, QuadrantBoard, CentredTile),
}

impl AnyGame {
    /// The names by which games are chosen, each with what its positions look like. Those that take parameters stand with an
    /// example of them, after a colon.
    pub const NAMES: [(&'static str, &'static str); 21] = [
        ("nim", "3,4,5"),
        ("subtract:1,3,4", "20,21"),
        ("subtract:!2", "20,21"),
        ("kayles", "5,6,3,2 or xxxxx.xxxxxx.xxx.xx"),
        ("dawsons-kayles", "5,6,3,2 or xxxxx.xxxxxx.xxx.xx"),
        ("treblecross", "9"),
        ("lasker", "2,5,7"),
        ("grundys-game", "11,7"),
        ("0.77", "5,6"),
        ("4.[3]", "2,5,7"),
        ("4!.0", "11,7"),
        ("wythoff", "3,5"),
        ("moore:2", "3,4,5"),
        ("divisor", "28"),
        ("tree", "0,0,1,1"),
        ("chain", "6"),
        ("turning:1-3", "2,5 or THTTH"),
        ("turning:1-2x1-2", "2,2/4,4 or HT/TH"),
        ("chomp", "8x10 or 3,2,1"),
        ("chomp-edible", "8x10 or 3,2,1"),
        ("ichomp", "3,2,1/4,4/2/-"),
    ];
}

/// Writes the name by which the game is chosen, with its parameters.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TakeAndBreak(code) => return write!(f, "{code}"),
            Self::Subtraction(game) => return write!(f, "subtract:{game}"),
            Self::MooresNim(game) => return write!(f, "moore:{}", game.most_heaps()),
            Self::CoinTurning(game) => return write!(f, "turning:{game}"),
            Self::CoinTurningGrid(game) => return write!(f, "turning:{game}"),
            Self::Nim(_) => "nim",
            Self::Kayles(_) => "kayles",
            Self::DawsonsKayles(_) => "dawsons-kayles",
            Self::Treblecross(_) => "treblecross",
            Self::LaskersNim(_) => "lasker",
            Self::GrundysGame(_) => "grundys-game",
            Self::Wythoff(_) => "wythoff",
            Self::DivisorGame(_) => "divisor",
            Self::TreeGame(_) => "tree",
            Self::ChainGame(_) => "chain",
            Self::Chomp(game) => match game.corner() {
                Corner::Poisoned => "chomp",
                Corner::Edible => "chomp-edible",
            },
            Self::IChomp(_) => "ichomp",
        })
    }
}

impl FromStr for AnyGame {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        // A digit stands before the point or the words about sizes; no name of a game has such a beginning.
        let after_letter = text.strip_prefix(|first: char| first.is_ascii_alphabetic());
        if text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '.' | '{'))
            || after_letter.is_some_and(|after| after.starts_with(['.', '!', '=', '?']))
        {
            return text.parse().map(Self::TakeAndBreak);
        }
        let (name, parameters) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let at = name.len() + 1;
        let game = match (name, parameters) {
            ("subtract", Some(set)) => {
                Self::Subtraction(set.parse().map_err(|error: NotationError| error.within(text, at))?)
            }
            ("moore", Some(count)) => {
                let piece = Piece::whole(count);
                let most_heaps = piece.number("the number of heaps").map_err(|error| error.within(text, at))?;
                let game = MooresNim::new(most_heaps);
                Self::MooresNim(game.map_err(|error| NotationError::new(text, at, error.to_string()))?)
            }
            ("subtract", None) => {
                return Err(NotationError::new(
                    text,
                    text.len(),
                    "the set of numbers is missing, as in subtract:1,3,4",
                ));
            }
            ("moore", None) => {
                return Err(NotationError::new(text, text.len(), "the number of heaps is missing, as in moore:2"));
            }
            ("turning", Some(code)) => {
                let within = |error: NotationError| error.within(text, at);
                if code.contains('x') {
                    Self::CoinTurningGrid(code.parse().map_err(within)?)
                } else {
                    Self::CoinTurning(code.parse().map_err(within)?)
                }
            }
            ("turning", None) => {
                return Err(NotationError::new(text, text.len(), "the code is missing, as in turning:1-3"));
            }
            ("nim", None) => Self::Nim(Nim),
            ("kayles", None) => Self::Kayles(Kayles),
            ("dawsons-kayles", None) => Self::DawsonsKayles(DawsonsKayles),
            ("treblecross", None) => Self::Treblecross(Treblecross),
            ("lasker", None) => Self::LaskersNim(LaskersNim),
            ("grundys-game", None) => Self::GrundysGame(GrundysGame),
            ("wythoff", None) => Self::Wythoff(Wythoff),
            ("divisor", None) => Self::DivisorGame(DivisorGame),
            ("tree", None) => Self::TreeGame(TreeGame),
            ("chain", None) => Self::ChainGame(ChainGame),
            ("chomp", None) => Self::Chomp(Chomp::poisoned()),
            ("chomp-edible", None) => Self::Chomp(Chomp::edible()),
            ("ichomp", None) => Self::IChomp(IChomp),
            (_, Some(_)) if Self::NAMES.iter().any(|(known, _)| *known == name) => {
                return Err(NotationError::new(text, at - 1, format!("{name} takes no parameters")));
            }
            _ => {
                let names: Vec<&str> = Self::NAMES.iter().map(|(name, _)| *name).collect();
                let reason = format!("no game is called `{name}`; the games are {}", names.join(", "));
                return Err(NotationError::new(text, 0, reason));
            }
        };
        Ok(game)
    }
}
