//! The compounds of Conway's dozen.

use crate::components::Components;
use crate::compound::joint::{Among, JointMove, Together, is_legal_in_each, joint_moves, play, sorted_memo_keys};
use crate::compound::theorem::{Theorem, open};
use crate::compound::way::{Ends, Kind, Way};
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::{Answer, Question};

/// Games played together: [`Kind`] says in which of them a turn moves, and [`Ends`] when play is over.
///
/// With normal and misère [`Play`](crate::Play) that makes twelve ways to play, Conway's dozen. A position is a list of components.
/// A component is a whole position of `G`: a row of Kayles that splits stays one component. It has ended if it has no move.
/// Components of different rule books are positions of their [`Sum`](crate::Sum).
///
/// Theorem (Conway): for eleven of the twelve, the outcome of one or more components follows from a measure of each. Let *R* be the
/// [remoteness](crate::measures::Remoteness), *S* the [suspense number](crate::measures::Suspense), *F* the
/// [foreclosed value](crate::measures::ForeclosedValue), each for normal or misère play:
///
/// | move in | ends | play | P exactly if |
/// |---|---|---|---|
/// | all | short | normal | the least *R* is even |
/// | all | short | misère | the least *R* is odd |
/// | all | long | normal | the greatest *S* is even |
/// | all | long | misère | the greatest *S* is odd |
/// | any | long | normal | every component is P |
/// | any | long | misère | one component has not ended, and is P in misère play; or two or more have not, all of them P in normal play |
/// | any | short | normal | some component has ended, or all are P |
/// | any | short | misère | none has ended, and all are P in misère play |
/// | one | long | normal | the nim-sum of the Grundy values is `*0` |
/// | one | short | normal | some component has ended; or no *F* is ∞ and their nim-sum is `*0` |
/// | one | short | misère | none has ended, and the nim-sum of the *F* is `*0` |
/// | one | long | misère | no such rule is known: the sum of all components is decided as any sum of `G` |
///
/// Without components there is no move. Not every rule of the table covers that case.
///
/// These rules are the oracle of the compound, so that a [`Solver`](crate::Solver) solves the components separately: the cost is the sum of
/// their costs, where a search on the compound takes up to the product. The solver remembers the measures. Measures other than Grundy values
/// are searched on whole components, which for a row of Kayles are lists of rows. Grundy values of a compound are known for a sum, and if
/// at most one component has not ended; else they are searched. While play goes on and components with
/// *m*, *n*, .. moves have not ended, a compound has *m* + *n* + .. moves (one component), *m* · *n* · .. (all) or (*m* + 1) · (*n* + 1) · .. − 1 (any).
///
/// ```
/// use grundy::{Compound, ImpartialGame, Method, Nim, Nimber, Play, Solver};
///
/// // A move in one heap or in both: *5 and *6 together are worth *11.
/// let both = Compound::selective(Nim);
/// let mut solver = Solver::new(both);
/// assert_eq!(solver.grundy(both.position([5, 6]))?, Nimber::new(11));
/// assert_eq!(solver.decide(Play::Normal, both.position([1 << 40, 0, 7]))?.method, Method::Oracle);
/// let wins = solver.winning_moves(both.position([3, 4]))?;
/// assert_eq!(wins.len(), 1);
/// assert_eq!(wins[0].mv.to_string(), "component 1, part 1: take 3; component 2, part 1: take 4");
/// assert_eq!(both.moves(&both.position([3, 4])).count(), 4 * 5 - 1);
///
/// let race = Compound::conjunctive(Nim).short();
/// let working = Solver::new(race).explain(race.position([3, 4]))?.to_string();
/// assert!(working.starts_with("In normal play: remoteness 1, 1: the least is 1, odd: the player to move wins."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Conway, ONAG, ch. 14 ("How to play several games at once in a dozen different ways"); Winning Ways, ch. 9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Compound<G> {
    /// The rule book of the components.
    pub game: G,
    /// The components that a turn moves in.
    pub kind: Kind,
    /// The end of play.
    pub ends: Ends,
}

impl Way {
    /// The compound that is played in this way, with the rule book `game` for its components.
    pub const fn of<G>(self, game: G) -> Compound<G> {
        Compound { game, kind: self.kind, ends: self.ends }
    }
}

impl<G> Compound<G> {
    /// A turn moves in one component, until all have ended.
    pub const fn disjunctive(game: G) -> Self {
        Self { game, kind: Kind::Disjunctive, ends: Ends::Long }
    }

    /// A turn moves in every component that has not ended, until all have.
    pub const fn conjunctive(game: G) -> Self {
        Self { game, kind: Kind::Conjunctive, ends: Ends::Long }
    }

    /// A turn moves in one or more components of the player's choice, until all have ended.
    pub const fn selective(game: G) -> Self {
        Self { game, kind: Kind::Selective, ends: Ends::Long }
    }

    /// The same compound, but play is over when the first component has ended.
    ///
    /// ```
    /// use grundy::compound::{Ends, Kind};
    /// use grundy::{Compound, Nim};
    ///
    /// let race = Compound::conjunctive(Nim).short();
    /// assert_eq!(race, Compound { game: Nim, kind: Kind::Conjunctive, ends: Ends::Short });
    /// ```
    #[must_use]
    pub fn short(self) -> Self {
        Self { ends: Ends::Short, ..self }
    }
}

impl<G: ImpartialGame> Compound<G> {
    /// The position with these components, each a position of the game or a list of positions.
    ///
    /// ```
    /// use grundy::{Compound, Kayles, Solver};
    ///
    /// let game = Compound::conjunctive(Kayles);
    /// let position = game.position([vec![2], vec![1, 1]]); // a row of two pins, and a table with two rows
    /// assert_eq!(Solver::new(game).longest(position)?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position<C: Into<Components<G::Position>>>(
        &self,
        components: impl IntoIterator<Item = C>,
    ) -> Together<G::Position> {
        components.into_iter().map(Into::into).collect()
    }

    /// The one of the twelve ways that this compound is in the given play.
    pub fn way(&self, play: Play) -> Way {
        Way { kind: self.kind, ends: self.ends, play }
    }

    /// The indices of the components that can be moved in; none if play is over.
    fn open(&self, position: &Together<G::Position>) -> Vec<usize> {
        open(&self.game, self.ends, position)
    }

    const fn among(&self) -> Among {
        match self.kind {
            Kind::Disjunctive => Among::AtMost(1),
            Kind::Conjunctive => Among::Each,
            Kind::Selective => Among::AtMost(usize::MAX),
        }
    }
}

impl<G: ImpartialGame> ImpartialGame for Compound<G> {
    type Position = Together<G::Position>;
    type Move = JointMove<G::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        joint_moves(&self.game, position, self.open(position), self.among())
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
        play(&self.game, position, mv).into()
    }

    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        let open = self.open(position);
        let number_is_right = match self.kind {
            Kind::Disjunctive => mv.0.len() == 1,
            Kind::Conjunctive => mv.0.len() == open.len(),
            Kind::Selective => true,
        };
        !open.is_empty() && number_is_right && is_legal_in_each(&self.game, position, mv)
    }

    /// The order of the components does not matter, so the keys are sorted.
    fn memo_key(&self, position: Self::Position) -> Self::Position {
        sorted_memo_keys(&self.game, position)
    }

    /// Conway's theorems.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let Self { game, kind, ends } = self;
        let theorem = Theorem { game, kind: *kind, ends: *ends, notes: notes.own(), control };
        theorem.answer(question).unwrap_or_else(Answer::from)
    }
}
