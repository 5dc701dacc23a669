//! Impartial games as values that combine, solved exactly, with the reason shown.
//!
//! A rule book is a value, a position is data, and every position is a sum of components. A [`Solver`] computes Grundy values
//! and says which moves win.
//!
//! ```
//! use grundy::{Kayles, Nimber, Outcome, Solver};
//!
//! let mut solver = Solver::new(Kayles);
//! assert_eq!(solver.grundy(5)?, Nimber::new(4)); // one row of five pins
//! assert_eq!(solver.grundy([5, 6, 3, 2])?, Nimber::new(6)); // four rows: *4 + *3 + *3 + *2
//! assert_eq!(solver.outcome([5, 6, 3, 2])?, Outcome::N); // the player to move wins
//!
//! let working = solver.explain([5, 6, 3, 2])?;
//! assert!(working.to_string().ends_with("pin 2 leaves 1 + 3, worth 2, and every column is even."));
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```
//!
//! # What is where
//!
//! | task | items |
//! |---|---|
//! | values | [`Nimber`] with its nim-sum `+` and nim-product `*`, [`mex`](mex()), [`MexSet`] |
//! | games: yours | [`ImpartialGame`] (two types, two methods, hints), [`Components`], [`Notation`] for text |
//! | games: ready | [`games`], [`chomp`], what they share in [`heap`], and [`AnyGame`], chosen at run time by name |
//! | heap games by code | [`TakeAndBreak`](heap::TakeAndBreak): `0.77`, `4.[3]`, `4!.0`; its first cousins and standard form |
//! | coin-turning games by code | [`CoinTurning`]: `1-3`, `ruler`; on a board [`CoinTurningGrid`]: `1-2x1-2` |
//! | solving | [`Solver`]: [`grundy`](Solver::grundy), [`outcome`](Solver::outcome), [`outcome_in`](Solver::outcome_in) for misère play, [`search_outcome`](Solver::search_outcome), [`longest`](Solver::longest), [`shortest`](Solver::shortest), [`positions`](Solver::positions) |
//! | misère play | [`misere`]: [`genus`](Solver::genus), tame games, [canonical forms](misere::canonical) |
//! | strategy | [`winning_moves`](Solver::winning_moves), [`winning_move`](Solver::winning_move), [`best_move`](Solver::best_move), [`explain`](Solver::explain), [`waiting_move`]; [`play_in_sum`] plays with checks |
//! | combinators | [`plus`](ImpartialGame::plus) and [`Sum`], [`SumOf`], [`Whole`], [`Unhinted`]; the table is in [`compound`] |
//! | misère play of heaps | [`QuotientSearch`](misere::quotient::QuotientSearch) finds a [misère quotient](misere::quotient), which then says who wins any sum of heaps, and by which moves |
//! | several games at once | [`Compound`], Conway's dozen, solved by [`CompoundSolver`]; [`ordinal`](ImpartialGame::ordinal), [`then`](ImpartialGame::then), [`times`](ImpartialGame::times) |
//! | games that need not end | [`loopy`]: values of a graph with cycles, or of a rule book whose play comes round; draws |
//! | other theories | [`Measure`], [`SumRule`], [`measures`], [`evaluate`], [`evaluate_whole`] |
//! | pictures | [`render`]: the graph of positions, as data and as Graphviz DOT; [`XorTable`](strategy::XorTable), the nim-sum on the board |
//! | memory and limits | [`Memo`], [`Table`], [`Budget`], [`SolveError`] |
//! | laws | `laws` (feature `proptest`): one line in your tests holds a game and its hints against brute force, another one its compounds |
//!
//! # The theory in ten lines
//!
//! - Two players move in turn and have the same moves; the game ends; who cannot move loses (in misère play: wins).
//! - A position is *P* if the *previous* player wins, *N* if the *next* one does. It is N exactly if some move leads to a P.
//! - In the sum of games a move plays in one of them. A row of pins in which a gap has been made is such a sum.
//! - The nim-heap `*n` is a heap of *n* counters, of which a move takes any number.
//! - Sprague and Grundy: every impartial game equals one nim-heap, whatever it is added to. Its size is the Grundy value.
//! - The value is the *mex* of the values of the options: the least number 0, 1, 2, .. that is not among them.
//! - The value of a sum is the *nim-sum* of the values: binary addition without carrying, which is xor. So `*2 + *1 = *3`.
//! - A position is P exactly if its value is 0; any position plus itself is P.
//! - To win, write the values in binary and find the leftmost column with an odd number of ones. A component of value *y* that has a
//!   one there can move to value *y* xor the nim-sum, which is less than *y*; then every column is even, and the nim-sum is 0.
//! - In misère play this holds of few games, the tame ones in part: see [`misere`]. Others are searched as whole positions, or
//!   multiplied in a [misère quotient](misere::quotient).
//!
//! # Quirks
//!
//! - A solver stops at 2^24 positions with [`SolveError::Limit`]; a [larger limit](Solver::set_limit) resumes.
//! - Misère play is a search on whole positions, exponential in the number of components, but for tame games and heap games with a
//!   finite [misère quotient](misere::quotient); where forms are few, a [`CanonicalSolver`](misere::canonical::CanonicalSolver) is
//!   hundreds of times faster. A [`CompoundSolver`] tries all of these and says by which it decides.
//! - Rows of [`Kayles`] and its like are played by theorems, of which the solver says nothing but in misère play: a search on rows alone
//!   is forced by [`Solver::by`].
//! - [`winning_moves`](Solver::winning_moves) lists a move and its mirror image as two moves.
//! - [`winning_move`](Solver::winning_move) follows the leftmost odd column. An earlier component without a one there may have a
//!   winning move too, to a larger value, which then comes first among all winning moves.
//! - [`best_move`](Solver::best_move) in a lost position tallies every reply to every move.
//! - A memo is kept under [memo keys](ImpartialGame::memo_key): look up `game.memo_key(position)`.
//! - Solving an [`AnyGame`] takes up to ten times as long as the rule book, which [`visit`](AnyGame::visit) gets at.
//! - A [code](heap::TakeAndBreak) plays heaps of up to 128 bits; where no period is soon proved, solving one takes every smaller heap.
//! - Nimbers have 64 bits, [`games::Numbers`] go up to 65 536, sides of a [`chomp::Board`] to 2^24.
//! - A position that is sure to have more options than four for each position of the limit is an error at once: a heap of 10^18
//!   counters that no theorem covers. It is sure if the `size_hint` of its options says so.
//! - Solving takes `&mut self`: threads do not share what they solve.
//!
//! # Features
//!
//! `proptest`: the module `laws`, with the laws that every game must pass and strategies for random games.
//!
//! Reference: Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays*; Conway, *On Numbers and Games* (ONAG);
//! Siegel, *Combinatorial Game Theory*.

mod at_least;
pub mod chomp;
mod components;
pub mod compound;
mod control;
mod game;
pub mod games;
pub mod heap;
#[cfg(feature = "proptest")]
pub mod laws;
pub mod loopy;
mod measure;
pub mod measures;
mod mex;
pub mod misere;
mod nim_product;
mod nimber;
mod notation;
mod oracle;
mod permuted;
pub mod render;
mod search;
pub mod solver;
mod subset;
mod unhinted;
mod watch;
mod whole;

pub use components::Components;
pub use compound::{At, Compound, Sum, SumOf};
pub use control::{Bound, Control, Progress, Stopped, Unit};
pub use either::Either;
pub use game::{IllegalMove, ImpartialGame, Outcome, Play, SumMove, play_in_sum};
pub use games::{
    AnyGame, ChainGame, CoinTurning, CoinTurningGrid, DawsonsKayles, DivisorGame, ExplicitGame, GrundysGame, Kayles,
    LaskersNim, MooresNim, Nim, Poset, Subtraction, Treblecross, TreeGame, Wythoff,
};
pub use measure::{Measure, SumRule};
pub use mex::{MexSet, mex};
pub use nim_product::DivisionByZeroError;
pub use nimber::{Nimber, ParseNimberError};
pub use notation::{Notation, NotationError};
pub use oracle::{Answer, Notes, Oracle, Question};
pub use search::{Memo, Method, SolveError, Table, evaluate, evaluate_whole};
pub use solver::{Decided, Explanation, Solver, waiting_move};
pub use subset::Subset;
pub use unhinted::Unhinted;
pub use whole::Whole;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
