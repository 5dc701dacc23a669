//! The laws of an oracle that is handed to a solver: they are those of a rule book's own oracle.

use std::cell::RefCell;
use std::fmt::Debug;

use proptest::strategy::Strategy;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::laws::{Law, MAX_MOVES, Tally, Violation, assert_law, check_law};
use crate::notes::Notes;
use crate::oracle::Oracle;
use crate::outcome::Play;
use crate::question::{Answer, Question};

/// The laws about what an oracle says, in the order in which they are checked.
const LAWS: [Law; 4] =
    [Law::KnownValue, Law::MovesLeaving, Law::KnownOutcome(Play::Normal), Law::KnownOutcome(Play::Misere)];

/// Holds an oracle against brute force on one sum: its values, its outcomes in normal and misère play, and the moves that it lists.
///
/// The oracle is asked about every component and every whole position that play can reach from the sum. An oracle that does not know an
/// answer breaks no law.
///
/// # Errors
///
/// [`Violation`] of the first law that the oracle breaks, or if the sum is too large to check.
///
/// ```
/// use grundy::laws::{Law, check_oracle};
/// use grundy::{Answer, Control, Kayles, Nimber, Oracle, Question, heap::RowMove};
///
/// /// A false theorem: a row of pins is worth its length modulo 4.
/// struct ModuloFour;
///
/// impl Oracle<Kayles> for ModuloFour {
///     fn answer<'a>(&'a mut self, _: &'a Kayles, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, RowMove> {
///         match question {
///             Question::Value(row) => Answer::Value(Nimber::new(row % 4)),
///             _ => Answer::Unknown,
///         }
///     }
/// }
///
/// assert_eq!(check_oracle(&Kayles, ModuloFour, &[3]), Ok(()));
/// assert_eq!(check_oracle(&Kayles, ModuloFour, &[4]).unwrap_err().law(), Some(Law::KnownValue)); // 4 pins are worth *1
/// ```
pub fn check_oracle<G, O>(game: &G, oracle: O, components: &[G::Position]) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
    O: Oracle<G>,
{
    let told = Told { game, oracle: RefCell::new(oracle) };
    LAWS.iter().try_for_each(|law| check_law(*law, &told, components))
}

/// Holds an oracle against brute force on random positions, and on sums of up to three of them. Gives what each law was checked on.
///
/// Positions should be small, as for [`laws!`](crate::laws!).
///
/// # Panics
///
/// If the oracle breaks a law, with a position that is as small as could be found; if no position can be drawn.
///
/// ```
/// use grundy::GrundysGame;
/// use grundy::laws::assert_oracle;
/// use grundy::misere::quotient::QuotientSearch;
///
/// let mut search = QuotientSearch::new("4!.0".parse()?); // Grundy's game
/// search.extend_to(9)?;
/// assert_oracle(&GrundysGame, search.into_quotient(), 0..9_u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn assert_oracle<G, O>(game: &G, oracle: O, positions: impl Strategy<Value = G::Position>) -> Vec<Tally>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
    O: Oracle<G>,
{
    let told = Told { game, oracle: RefCell::new(oracle) };
    LAWS.iter().map(|law| assert_law(*law, &told, &positions)).collect()
}

/// A rule book with an oracle in place of its hints.
struct Told<'g, G, O> {
    game: &'g G,
    oracle: RefCell<O>,
}

impl<G: ImpartialGame, O: Oracle<G>> ImpartialGame for Told<'_, G, O> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position)
    }

    fn play(&self, position: &G::Position, mv: &G::Move) -> Components<G::Position> {
        self.game.play(position, mv)
    }

    // Solvers ask an oracle about memo keys.
    fn memo_key(&self, position: G::Position) -> G::Position {
        self.game.memo_key(position)
    }

    /// Moves are copied from the answer, which borrows the oracle.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, G::Position>,
        _: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, G::Move> {
        match self.oracle.borrow_mut().answer(self.game, question, control) {
            Answer::Moves(moves) => {
                let bounds = moves.size_hint();
                Answer::moves(AtLeast::hinted(bounds, moves.take(MAX_MOVES).collect::<Vec<_>>().into_iter()))
            }
            answer => answer.without_moves(),
        }
    }
}
