//! Rule books: the trait that every game implements, and moves in sums.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use crate::combinators::{Ordinal, Sequential, Sum, Tartan};
use crate::components::Components;
use crate::control::Control;
use crate::made::Made;
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// The rules of an impartial game: `self` is the rule book, a position is data.
///
/// From every position both players have the same moves. A player who cannot move loses in normal play and wins in misère play.
/// A new game needs two types and two methods:
///
/// ```
/// use grundy::{Components, ImpartialGame, Nimber, Solver};
///
/// /// Halve a heap (rounding down), or take one counter.
/// struct Halving;
///
/// impl ImpartialGame for Halving {
///     type Position = u64;
///     type Move = u64; // what the heap becomes
///
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
///         let (heap, halved) = (*heap, *heap / 2);
///         [halved, heap.saturating_sub(1)].into_iter().filter(move |left| *left < heap)
///     }
///
///     fn play(&self, _: &u64, left: &u64) -> Components<u64> {
///         (*left).into()
///     }
/// }
///
/// assert_eq!(Solver::new(Halving).grundy([12, 6])?, Nimber::new(2));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// # Hints
///
/// Provided methods from [`allows`](Self::allows) to [`oracle`](Self::oracle) are hints. Their defaults are always right; overriding one
/// makes a solver faster. The module `laws`
/// (feature `proptest`) holds each hint against a solver that ignores them all ([`Unhinted`](crate::Unhinted)).
///
/// # Moves in words
///
/// Texts show moves by their [`Display`](fmt::Display). For the game above, [`Solver::explain`](crate::Solver::explain) would print
/// `1 leaves 1`. [`move_name`](Self::move_name) names moves in the words of the game:
///
/// ```
/// use grundy::{Components, ImpartialGame, Solver};
///
/// # struct Halving;
/// impl ImpartialGame for Halving {
///     // The types, `moves` and `play` are as above.
/// #     type Position = u64;
/// #     type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
/// #         let (heap, halved) = (*heap, *heap / 2);
/// #         [halved, heap.saturating_sub(1)].into_iter().filter(move |left| *left < heap)
/// #     }
/// #     fn play(&self, _: &u64, left: &u64) -> Components<u64> { (*left).into() }
///     fn move_name(&self, _: &u64, left: &u64) -> Option<String> {
///         Some(format!("reduce to {left}"))
///     }
/// }
///
/// let working = Solver::new(Halving).explain(3)?.to_string();
/// assert!(working.ends_with("A winning move is: reduce to 2.\nIt leaves 2, worth 0, and every column is even."));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// # Moves of several kinds
///
/// [`moves`](Self::moves) returns one type of iterator. Branches with iterators of different types are error E0308. A boxed iterator that
/// borrows both the rules and the position, whose lifetimes differ, is error E0700; one that borrows one of them, or copies what it needs,
/// is no error. Wrap the iterators of two branches in [`Either`](crate::Either), or collect a short list into a `Vec` or a `SmallVec`:
///
/// ```
/// use grundy::Either::{Left, Right};
/// use grundy::{Components, ImpartialGame, Nimber, Solver};
///
/// /// Take up to three counters; from a heap of a multiple of ten take two or five.
/// struct Tens;
///
/// impl ImpartialGame for Tens {
///     type Position = u64;
///     type Move = u64;
///
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
///         if *heap > 0 && heap.is_multiple_of(10) {
///             Left([2, 5].into_iter())
///         } else {
///             Right(1..=3.min(*heap))
///         }
///     }
///
///     fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
///         (heap - taken).into()
///     }
/// }
///
/// assert_eq!(Solver::new(Tens).grundy(10)?, Nimber::new(2)); // to 8 or 5, worth 0 and 1
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// # Pointers
///
/// References, [`Box`], [`Rc`] and [`Arc`] of a game are games too, with the hints of the game. There is no `Box<dyn ImpartialGame>`:
/// each game has its own types of positions, moves and iterators. For a game that is chosen at run time there is
/// [`AnyGame`](crate::AnyGame), which takes any rule book with a notation.
///
/// Reference: Winning Ways, ch. 3 and 4; Siegel, *Combinatorial Game Theory*, ch. IV.
pub trait ImpartialGame {
    /// One component: small, hashable data, on which alone the future of the game depends.
    ///
    /// A memo keeps positions in an array if they hash as one small integer, such as the size of a heap. Others should hash differently: it puts sums in order.
    type Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// What a player chooses.
    type Move: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// Hint: whether a solver finds values in normal play by the [nimber search](crate::Method::Nimbers), which looks at some of the positions
    /// that play can reach, instead of all of them.
    ///
    /// It pays for single questions about large boards that no theorem covers, such as Cram or Notakto, where it needs one position in ten or less. Where
    /// nearly every position is needed, as in Chomp or Nim, or every value is wanted, it takes several times as long; and a hundred times and more in a game of
    /// thousands of moves with few choices each, since it goes back to the first position again and again. No answer about a game that ends depends on it. Of one
    /// that does not, an answer may be wrong.
    const SEARCHES_NIMBERS: bool = false;

    /// Hint: whether a solver searches outcomes in misère play in the same way, on whole positions in which small components stand as their
    /// [canonical forms](crate::misere::canonical). The default is as in normal play.
    ///
    /// It pays where moves leave several components, as in Cram and Sprouts. Where each move leaves one, as in Notakto and Geography, it takes up to three times as
    /// long. No answer about a game that ends depends on it.
    const SEARCHES_FORMS: bool = Self::SEARCHES_NIMBERS;

    /// The legal moves in reading order: left to right, then fewer counters before more.
    ///
    /// The list must be finite, and the same each time. If the lower bound of the iterator's `size_hint` is too large, a solver refuses the position before
    /// it lists the moves. Without a lower bound, as with `filter` or `from_fn`, it refuses the position after it has listed too many. The same holds for
    /// [`options`](Self::options).
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// What a legal move leaves: zero or more independent components.
    ///
    /// The result of an illegal move is not specified, but no rule book of this crate panics on it. [`play_in_sum`] checks the move.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position>;

    /// Hint: whether a move is legal. The default searches all moves.
    ///
    /// If wrong: legal moves are refused, or illegal ones played.
    fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        self.moves(position).any(|legal| legal == *mv)
    }

    /// Hint: what the moves leave, in any order, which is the same each time. Options that are known to be equal, also only up to symmetry, may be listed
    /// once: for a row of pins, a split and its mirror image. The default plays every move, but none that `nth` or `skip` passes over: a search that lists a
    /// position again goes on where it ended.
    ///
    /// Keep components that have ended if [`play`](Self::play) leaves them: in an [`Acrostic`](crate::compound::Acrostic) product they can still be moved in.
    ///
    /// If an option is missing or added, values are wrong. A repeated option costs time only.
    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
        Made { from: self.moves(position), make: |mv| self.play(position, &mv) }
    }

    /// Hint: the representative of all positions with the same game tree, such as one of the mirror images of a board. Such positions have
    /// the same value in every sum and every kind of play. Solvers use it as the key of their memos. The default is the position itself.
    ///
    /// The moves of a position and of its key must leave the same components up to keys, each as often, also those that have ended. Equal sums are not
    /// enough: the products [`Tartan`] and [`Acrostic`](crate::compound::Acrostic) make a position of each single component.
    ///
    /// If positions that differ have the same key, values are wrong. If equal positions have different keys, they are solved twice.
    fn memo_key(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Hint: a number that two [keys](Self::memo_key) share only if their game trees are equal, such as a code of a graph on which alone the game depends. The
    /// nimber search asks for it once for each key that it meets, and solves one key for each number, so that it may take longer than the key. None by default.
    ///
    /// If keys with different game trees share a number, values are wrong. If keys with equal game trees do not, they are solved twice.
    fn class_code(&self, key: &Self::Position) -> Option<u128> {
        let _ = key;
        None
    }

    /// Hint: an estimate of the work that the value of a [key](Self::memo_key) takes. The unit is a sixteenth of one question, about the value of an option:
    /// without a better idea each option is expected to need one question, so that a position with 5 options counts 80. All costs in the nimber search have
    /// this unit. It asks for the estimate once for each key that it meets, and turns to the options first that promise the least work. The default knows
    /// none: then the search counts the [options](Self::options), or the first 1024 [moves](Self::moves) where the `size_hint` of the options has no lower bound.
    ///
    /// It pays where the number of options is a bad measure, as in Sprouts, where much of the work comes from lives. A wrong estimate costs time only.
    ///
    /// ```
    /// use grundy::games::Sprouts;
    /// use grundy::{ImpartialGame, Kayles, Notation};
    ///
    /// // Two free spots have six lives, half a question each, and two lines, a sixth of a question each.
    /// let two_spots = &Sprouts.parse("0*2")?[0];
    /// assert_eq!(Sprouts.expected_work(two_spots), Some(16 * 6 / 2 + 16 * 2 / 6));
    /// assert_eq!(Kayles.expected_work(&5), None);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    fn expected_work(&self, key: &Self::Position) -> Option<u32> {
        let _ = key;
        None
    }

    /// Hint: the Grundy value, where a theorem gives it faster than a search. The default knows none.
    ///
    /// If wrong, all values built on it are wrong. `None` costs nothing but the search.
    fn known_value(&self, position: &Self::Position) -> Option<Nimber> {
        let _ = position;
        None
    }

    /// Hint: the options of a [key](Self::memo_key), as the nimber search needs them: `visit` gets for each component of an option its
    /// [known value](Self::known_value) or its key, and then the end of the option. The list ends early if `visit` breaks at an [end](Keyed::End) or a
    /// [pause](Keyed::Pause). `options` are the [`options`](Self::options) of the key, of which the search knows already how many there are at least. The
    /// default goes through them, and asks the two other hints about each component.
    ///
    /// A rule book that can do so at less cost overrides it. It must tell what the default tells, in any order.
    fn keyed_options(
        &self,
        key: &Self::Position,
        options: impl Iterator<Item = Components<Self::Position>>,
        mut visit: impl FnMut(Keyed<Self::Position>) -> ControlFlow<()>,
    ) {
        let _ = key;
        visit_by_keys(self, options, &mut visit);
    }

    /// Hint: an oracle, such as a theorem, a table or a proved period. It answers a question about a component or a sum, in normal or misère play, or
    /// says that it does not know. The default knows nothing. A true answer never does harm.
    ///
    /// `notes` hold what the oracle remembers between questions; the solver owns them. Its work counts under `control`. A solver asks once for each position
    /// that it would search. It does not ask for each option, as it does for [`known_value`](Self::known_value).
    ///
    /// If wrong, outcomes, values and winning moves are wrong.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Self::Position>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let _ = (question, notes, control);
        Answer::Unknown
    }

    /// The name of a move, which [explanations](crate::Explanation) and [notations](crate::Notation::move_text) print instead of its
    /// [`Display`](fmt::Display). The type of moves needs `Display` for both all the same. The default has none.
    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> Option<String> {
        let _ = (position, mv);
        None
    }

    /// The sum of two games: see [`Sum`].
    #[must_use = "a combinator is a rule book: it does nothing until it is solved"]
    fn plus<B: ImpartialGame>(self, other: B) -> Sum<Self, B>
    where
        Self: Sized,
    {
        Sum(self, other)
    }

    /// The Tartan product, with this game on the rows of a board and another on its columns: see [`Tartan`].
    #[must_use = "a combinator is a rule book: it does nothing until it is solved"]
    fn times<B: ImpartialGame>(self, columns: B) -> Tartan<Self, B>
    where
        Self: Sized,
    {
        Tartan { rows: self, columns }
    }

    /// The ordinal sum, with this game as the base and another as the top: see [`Ordinal`].
    #[must_use = "a combinator is a rule book: it does nothing until it is solved"]
    fn ordinal<B: ImpartialGame>(self, top: B) -> Ordinal<Self, B>
    where
        Self: Sized,
    {
        Ordinal { base: self, top }
    }

    /// The sequential compound: this game, and after its end another: see [`Sequential`].
    #[must_use = "a combinator is a rule book: it does nothing until it is solved"]
    fn then<B: ImpartialGame>(self, later: B) -> Sequential<Self, B>
    where
        Self: Sized,
    {
        Sequential { now: self, later }
    }
}

/// What [`ImpartialGame::keyed_options`] tells of the options, one after the other.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::games::Region;
/// use grundy::{Cram, ImpartialGame, Keyed, Nimber};
///
/// // A strip of four cells: each domino at an end leaves a strip of two, worth 1, and the one in the middle leaves nothing.
/// let mut told = Vec::new();
/// let strip = Region::rectangle(1, 4)?;
/// Cram.keyed_options(&strip, Cram.options(&strip), |keyed| {
///     told.push(keyed);
///     ControlFlow::Continue(())
/// });
/// let two = Keyed::Known(Nimber::new(1));
/// assert_eq!(told, [two.clone(), Keyed::End, Keyed::End, two, Keyed::End]);
/// assert_eq!(Cram.class_code(&"xx/.x".parse()?), Cram.class_code(&Region::rectangle(1, 3)?)); // both are paths
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keyed<P> {
    /// A component with a known value.
    Known(Nimber),
    /// Another component, by its key.
    Key(P),
    /// The end of an option.
    End,
    /// Nothing: the search may check its control. For a rule book whose next option takes long to make.
    Pause,
}

impl<P> Keyed<P> {
    /// The same of positions of another type.
    pub(crate) fn map<Q>(self, make: impl FnOnce(P) -> Q) -> Keyed<Q> {
        match self {
            Self::Known(value) => Keyed::Known(value),
            Self::Key(key) => Keyed::Key(make(key)),
            Self::End => Keyed::End,
            Self::Pause => Keyed::Pause,
        }
    }
}

/// Visits each component of each option, and the end of the option.
#[inline]
pub(crate) fn visit_by_keys<G: ImpartialGame + ?Sized>(
    game: &G,
    options: impl Iterator<Item = Components<G::Position>>,
    visit: &mut impl FnMut(Keyed<G::Position>) -> ControlFlow<()>,
) {
    for option in options {
        option.into_iter().for_each(|component| {
            let known = game.known_value(&component);
            // A break is seen at the end of the option.
            let _ = visit(known.map_or_else(|| Keyed::Key(game.memo_key(component)), Keyed::Known));
        });
        if visit(Keyed::End).is_break() {
            break;
        }
    }
}

/// Implements the trait for pointers to a game. Every method is forwarded, also the hints.
macro_rules! game_behind_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: ImpartialGame + ?Sized> ImpartialGame for $pointer {
            type Position = G::Position;
            type Move = G::Move;

            const SEARCHES_NIMBERS: bool = G::SEARCHES_NIMBERS;
            const SEARCHES_FORMS: bool = G::SEARCHES_FORMS;

            fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
                (**self).moves(position)
            }

            fn play(&self, position: &Self::Position, mv: &Self::Move) -> Components<Self::Position> {
                (**self).play(position, mv)
            }

            fn allows(&self, position: &Self::Position, mv: &Self::Move) -> bool {
                (**self).allows(position, mv)
            }

            fn options(&self, position: &Self::Position) -> impl Iterator<Item = Components<Self::Position>> {
                (**self).options(position)
            }

            fn memo_key(&self, position: Self::Position) -> Self::Position {
                (**self).memo_key(position)
            }

            fn known_value(&self, position: &Self::Position) -> Option<Nimber> {
                (**self).known_value(position)
            }

            fn class_code(&self, key: &Self::Position) -> Option<u128> {
                (**self).class_code(key)
            }

            fn expected_work(&self, key: &Self::Position) -> Option<u32> {
                (**self).expected_work(key)
            }

            fn keyed_options(
                &self,
                key: &Self::Position,
                options: impl Iterator<Item = Components<Self::Position>>,
                visit: impl FnMut(Keyed<Self::Position>) -> ControlFlow<()>,
            ) {
                (**self).keyed_options(key, options, visit);
            }

            fn oracle<'a>(
                &'a self,
                question: Question<'a, Self::Position>,
                notes: &'a mut Notes,
                control: &mut Control,
            ) -> Answer<'a, Self::Move> {
                (**self).oracle(question, notes, control)
            }

            fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> Option<String> {
                (**self).move_name(position, mv)
            }
        }
    )*};
}
game_behind_a_pointer!(&G, Box<G>, Rc<G>, Arc<G>);

/// A move in a sum: the component that is moved in, and the move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SumMove<M> {
    /// The index of the component in the list, from 0.
    pub component: usize,
    /// The move in that component.
    pub mv: M,
}

/// Writes the number of the component, counted from 1, and the move.
impl<M: fmt::Display> fmt::Display for SumMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component {}: {}", self.component.saturating_add(1), self.mv)
    }
}

/// A move that the rules do not allow, with the position in which it was to be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("illegal move: {mv:?} cannot be played in {position:?}")]
pub struct IllegalMove<P, M> {
    /// The position, unchanged.
    pub position: Components<P>,
    /// The move that was refused.
    pub mv: SumMove<M>,
}

/// Whether a component has no move. A size hint of its options tells of a move without making what it leaves.
pub(crate) fn has_ended<G: ImpartialGame>(game: &G, component: &G::Position) -> bool {
    let mut options = game.options(component);
    options.size_hint().0 == 0 && options.next().is_none()
}

/// The position that a move in one component of a sum leaves.
///
/// Time is that of [`ImpartialGame::allows`] plus the number of components.
///
/// # Errors
///
/// [`IllegalMove`] with the position and the move, if there is no such component or the rules do not allow the move in it.
///
/// ```
/// use grundy::heap::HeapMove;
/// use grundy::{Components, Nim, SumMove, play_in_sum};
///
/// let heaps = Components::from([3, 4, 5]);
/// let left = play_in_sum(&Nim, heaps.clone(), SumMove { component: 0, mv: HeapMove::Take(2) })?;
/// assert_eq!(left, Components::from([1, 4, 5]));
///
/// let refused = play_in_sum(&Nim, heaps.clone(), SumMove { component: 0, mv: HeapMove::Take(4) });
/// assert_eq!(refused.unwrap_err().position, heaps);
/// # Ok::<(), grundy::IllegalMove<u64, HeapMove>>(())
/// ```
#[expect(clippy::type_complexity, reason = "the parts are the game's own types")]
pub fn play_in_sum<G: ImpartialGame>(
    game: &G,
    position: Components<G::Position>,
    mv: SumMove<G::Move>,
) -> Result<Components<G::Position>, IllegalMove<G::Position, G::Move>> {
    match position.get(mv.component) {
        Some(component) if game.allows(component, &mv.mv) => {
            let left = game.play(component, &mv.mv);
            Ok(position.replaced(mv.component, left))
        }
        _ => Err(IllegalMove { position, mv }),
    }
}
