//! The laws, by name.

use std::fmt;

use crate::compound::Way;
use crate::outcome::Play;

/// A law that every game obeys. `Display` states the law.
///
/// ```
/// use grundy::laws::Law;
/// assert_eq!(Law::TwinsAreP.to_string(), "a position plus itself is P");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// The moves of a position, and what each leaves, are the same at each call.
    MovesRepeat,
    /// A position has finitely many moves. A list counts as endless if it has more than 10 million moves, of which its `size_hint` tells neither by its
    /// upper bound nor by its lower one. Their number lies within the bounds of the `size_hint`.
    MovesFinite,
    /// Play ends: no line of play returns to a component.
    PlayEnds,
    /// The value of a position is the mex of the values of its options.
    ValueIsMex,
    /// A position has value 0 exactly if it is P, and exactly if each of its options is N.
    ZeroIsP,
    /// A position plus itself is P: answer each move by the same move in the other copy.
    TwinsAreP,
    /// The value of a sum is the nim-sum of the values of its components.
    SumIsXor,
    /// Each [method](crate::Method) that decides finds the value and the outcomes of brute force, in normal and in misère play.
    EveryMethodFindsOutcome,
    /// [`allows`](crate::ImpartialGame::allows) is true for the moves that are listed, and for no others: of the moves that are listed somewhere below the
    /// input. A move that no position lists, such as one that takes too much from the largest heap, is not tried.
    Allows,
    /// [`options`](crate::ImpartialGame::options) are what the moves leave, in the same order at each call, their number lies within the bounds of
    /// their `size_hint`, and [`keyed_options`](crate::ImpartialGame::keyed_options) tell of them.
    Options,
    /// From the [`memo_key`](crate::ImpartialGame::memo_key) of a position, play goes on as from the position itself, and as from every key with
    /// the same [`class_code`](crate::ImpartialGame::class_code).
    MemoKey,
    /// A [`known_value`](crate::ImpartialGame::known_value) is the value.
    KnownValue,
    /// The outcomes and winning moves that the [`oracle`](crate::ImpartialGame::oracle) gives in this kind of play are right.
    KnownOutcome(Play),
    /// The moves that the [`oracle`](crate::ImpartialGame::oracle) lists as leaving a value are all moves that do, in reading order.
    MovesLeaving,
    /// [`winning_moves`](crate::Solver::winning_moves) are the moves that leave a P-position, in reading order.
    WinningMoves,
    /// From every N-position, the [`best_move`](crate::Solver::best_move) beats random moves, in normal and in misère play.
    BestMove,
    /// [`parse`](crate::Notation::parse) reads back the position that [`text`](crate::Notation::text) wrote.
    TextReadsBack,
    /// The outcome of a [compound](crate::Compound) that is played in this way follows from its components by the theorem.
    Compound(Way),
    /// The value of an [ordinal sum](crate::compound::Ordinal) is that of the theorem.
    OrdinalSum,
    /// The outcome of a [sequential compound](crate::compound::Sequential) follows from its parts by the theorem.
    Sequential(Play),
    /// The outcome and the winning moves of a sum follow from the [loopy values](crate::loopy::LoopyValue) of its components. This is the
    /// only law for games with cycles of play:
    ///
    /// ```
    /// use grundy::ExplicitGame;
    /// use grundy::laws::{Law, assert_law};
    ///
    /// let to_and_fro = ExplicitGame::new(vec![vec![1], vec![0, 2], vec![], vec![3, 1]])?;
    /// assert_law(Law::LoopySum, &to_and_fro, 0..4_usize);
    /// # Ok::<(), grundy::games::ExplicitGameError>(())
    /// ```
    LoopySum,
    /// The value of a [Tartan product](crate::compound::Tartan) is the nim-product of the values.
    TartanProduct,
    /// The value of an [acrostic product](crate::compound::Acrostic) is the nim-sum of the values, if every move leaves an odd number of
    /// components. A move that leaves an even number gets one more component that has ended, which changes no value.
    AcrosticProduct,
    /// The compound with moves in [at most](crate::compound::AtMost) one component is the sum; with moves in any number of components, the
    /// selective compound.
    AtMost,
    /// A [hypergraph](crate::compound::Hypergraph) with an edge for each component is the sum; with one edge of all components, the
    /// conjunctive short compound.
    Hypergraph,
    /// A game that is [truncated](crate::compound::Truncate) at its P-positions, so that they have no moves, has the same outcomes.
    Truncate,
}

impl Law {
    /// Every law of a game alone and in sums, each before the laws that rely on it.
    pub const ALL: &[Self] = &[
        Self::MovesRepeat,
        Self::MovesFinite,
        Self::PlayEnds,
        Self::ValueIsMex,
        Self::ZeroIsP,
        Self::TwinsAreP,
        Self::SumIsXor,
        Self::EveryMethodFindsOutcome,
        Self::Allows,
        Self::Options,
        Self::MemoKey,
        Self::KnownValue,
        Self::KnownOutcome(Play::Normal),
        Self::KnownOutcome(Play::Misere),
        Self::MovesLeaving,
        Self::WinningMoves,
        Self::BestMove,
        Self::TextReadsBack,
    ];

    /// The theorems of compounds of a game: Conway's dozen, ordinal sums, sequential compounds, products and the rest.
    pub const OF_COMPOUNDS: &[Self] = &{
        let mut laws = [Self::OrdinalSum; 20];
        let mut place = 0;
        while place < Way::ALL.len() {
            laws[place] = Self::Compound(Way::ALL[place]);
            place += 1;
        }
        // The twelve ways take places 0 to 11. Place 12 stays the ordinal sum.
        laws[13] = Self::Sequential(Play::Normal);
        laws[14] = Self::Sequential(Play::Misere);
        laws[15] = Self::TartanProduct;
        laws[16] = Self::AtMost;
        laws[17] = Self::Hypergraph;
        laws[18] = Self::Truncate;
        laws[19] = Self::AcrosticProduct;
        laws
    };

    /// The kind of input of the law.
    pub(super) fn subject(self) -> Subject {
        match self {
            Self::MovesRepeat
            | Self::MovesFinite
            | Self::PlayEnds
            | Self::ValueIsMex
            | Self::TwinsAreP
            | Self::Options
            | Self::KnownValue
            | Self::MovesLeaving => Subject::Component,
            // Of sums these two compare positions of which none reaches the other.
            Self::Allows
            | Self::MemoKey
            | Self::ZeroIsP
            | Self::SumIsXor
            | Self::EveryMethodFindsOutcome
            | Self::WinningMoves
            | Self::BestMove
            | Self::Compound(_)
            | Self::OrdinalSum
            | Self::Sequential(_)
            | Self::LoopySum
            | Self::TartanProduct
            | Self::AcrosticProduct
            | Self::AtMost
            | Self::Hypergraph
            | Self::Truncate => Subject::Sum(2),
            // A theorem of its own may be wrong about three components only.
            Self::KnownOutcome(_) => Subject::Sum(3),
            Self::TextReadsBack => Subject::Text,
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Compound(way) = self {
            return f.pad(&format!("who wins a {way} compound follows from its components"));
        }
        f.pad(match self {
            Self::MovesRepeat => "moves, and what they leave, are the same whenever they are asked for",
            Self::MovesFinite => "a position has finitely many moves",
            Self::PlayEnds => "no line of play comes back to a position",
            Self::ValueIsMex => "the value of a position is the mex of the values of its options",
            Self::ZeroIsP => "a position has value 0 exactly if it is P, and exactly if each of its options is N",
            Self::TwinsAreP => "a position plus itself is P",
            Self::SumIsXor => "the value of a sum is the nim-sum of the values of its components",
            Self::EveryMethodFindsOutcome => "every method that decides finds who wins",
            Self::Allows => "`allows` says yes to the moves that are listed, and to no others",
            Self::Options => "`options` are what the moves leave, in the same order every time",
            Self::MemoKey => "play goes on from `memo_key` as from the position itself",
            Self::KnownValue => "a `known_value` is the value",
            Self::KnownOutcome(Play::Normal) => "every outcome that an oracle tells is right in normal play",
            Self::KnownOutcome(Play::Misere) => "every outcome that an oracle tells is right in misère play",
            Self::MovesLeaving => "an answer to `Question::MovesLeaving` lists all moves that leave the value, in reading order",
            Self::WinningMoves => "`winning_moves` are the moves that leave a lost position, in reading order",
            Self::BestMove => "a player of best moves beats one of random moves from every won position",
            Self::TextReadsBack => "what is written as text reads back as it was",
            Self::Compound(_) => "who wins a compound follows from its components",
            Self::OrdinalSum => "the value of an ordinal sum is a number that no option of the base has",
            Self::LoopySum => "who wins a sum of games that need not end follows from the values of its components",
            Self::Sequential(_) => "a sequential compound is won as its first game is: in normal play if the second is P, else in misère play",
            Self::TartanProduct => "the value of a Tartan product is the nim-product of the values",
            Self::AcrosticProduct => "the value of an acrostic product of odd moves is the nim-sum of the values",
            Self::AtMost => "`AtMost` with one component a move is the sum, with all components the selective compound",
            Self::Hypergraph => "`Hypergraph` with an edge for each component is the sum, with one edge of all the short conjunctive compound",
            Self::Truncate => "a game keeps its outcomes if play ends at its P-positions (`Truncate`)",
        })
    }
}

/// The kind of input of a law: one component, a sum of at most this number of random positions, or a sum as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Component,
    Sum(usize),
    Text,
}
