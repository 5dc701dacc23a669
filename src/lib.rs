//! Impartial games as values that combine, solved exactly, with the reason shown.
//!
//! Two players move in turn and have the same moves; a player who cannot move loses. Write down the moves of such a game, and a [`Solver`]
//! tells who wins, by which moves, and why:
//!
//! ```
//! use grundy::{Components, ImpartialGame, Outcome, Solver};
//!
//! /// From a heap of counters, take one, two or three.
//! struct TakeUpToThree;
//!
//! impl ImpartialGame for TakeUpToThree {
//!     type Position = u64; // the size of the heap
//!     type Move = u64; // how many are taken
//!
//!     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
//!         1..=3.min(*heap)
//!     }
//!
//!     fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
//!         (heap - taken).into() // one heap is left; a move may also leave none, or several
//!     }
//! }
//!
//! let mut solver = Solver::new(TakeUpToThree);
//! assert_eq!(solver.outcome(21)?, Outcome::N); // the next player wins
//! assert_eq!(solver.winning_move(21)?.unwrap().mv, 1); // by leaving 20
//! assert_eq!(solver.grundy([21, 7])?.to_string(), "*2"); // two heaps side by side: worth *1 and *3
//! println!("{}", solver.explain([21, 7])?); // the table of binary digits that shows it
//! # Ok::<(), grundy::SolveError<u64>>(())
//! ```
//!
//! # Five words
//!
//! - A *position* is one state of the game. It may consist of several independent *components*, and a move plays in one of them.
//! - Its *outcome* is *N* if the next player, who is to move, wins, and *P* if the previous one does. It is N exactly if some move
//!   leads to a P.
//! - A *nimber* `*n` is a heap of *n* counters from which a move takes any number of them.
//! - The *mex* of some numbers is the least of 0, 1, 2, .. that is not among them.
//! - The *Grundy value* of a position is the mex of the values of its options, which are what its moves leave. Theorem (Sprague, Grundy):
//!   in every sum the position equals the nimber of that size, and the value of a sum is the *nim-sum* (xor) of the values of its
//!   components. A position is P exactly if its value is 0.
//!
//! # What is where
//!
//! | task | items |
//! |---|---|
//! | a game of your own | [`ImpartialGame`] (two types, two methods, hints), [`Components`], [`Notation`] for text; `laws!` (feature `proptest`) holds it against brute force |
//! | questions | [`Solver`]: values, outcomes, winning moves, the working, in normal and misère play |
//! | limits, progress, cancelling | [`Control`], [`Stopped`], [`SolveError`] |
//! | knowledge of your own | [`Oracle`], or [`oracle`](ImpartialGame::oracle) in the rule book |
//! | games that are ready | [`games`], [`chomp`], [`heap`] for all heap games by code |
//! | games at run time | [`AnyGame`], chosen by name from a [`Registry`], to which yours are added: see [`any`] |
//! | several games at once | [`plus`](ImpartialGame::plus), [`SumOf`]; all other ways in [`compound`] |
//! | misère play | [`misere`]: canonical forms and misère quotients; [`genus`](Solver::genus) |
//! | games that need not end | [`loopy`] |
//! | theories of your own | [`Measure`], [`SumRule`], [`measures`], [`evaluate`], [`evaluate_whole`] |
//! | all positions that play can reach | [`reachable`] |
//! | values by themselves | [`Nimber`] with nim-sum `+` and nim-product `*`, [`mex`](mex()), [`MexSet`] |
//! | pictures | [`render`]: positions as SVG; the graph of positions as data, as Graphviz DOT and as text for Lean |
//! | proofs for those who do not trust a solver | [`certificate`] |
//! | files that are replaced as a whole | [`file`](mod@file) |
//! | memory | [`Memos`](solver::Memos), [`Memo`], [`Table`]; [`Stored`] for a [`Store`] on disk, [`Checkpoint`] and [`Workers`] behind one (package `grundy-store`) |
//!
//! The folder `docs/guide` of the repository has a chapter for each of twelve questions: `which-move-wins.md`, `why-xor.md`, `my-game-splits.md`,
//! `misere-play.md`, `games-that-loop.md`, `heap-games.md`, `boards.md`, `several-games.md`, `is-my-rule-book-right.md`, `why-believe-it.md`,
//! `what-is-the-pattern.md`, `how-fast.md`.
//!
//! # Quirks
//!
//! - A solver stops at 2^24 positions with [`SolveError::Stopped`]; a [larger limit](Control::set_positions) resumes.
//! - In misère play the outcome of a sum does not follow from its components. A solver asks oracles first, misère quotients among
//!   them; then the method that is expected to be the fastest of tame components, canonical forms, a small quotient and search: see [`Solver::decide`].
//! - [`winning_moves`](Solver::winning_moves) lists a move and its mirror image as two moves.
//! - [`winning_move`](Solver::winning_move) plays in the leftmost odd column, so it need not be the first of
//!   [`winning_moves`](Solver::winning_moves): an earlier component may have a winning move to a larger value.
//! - [`best_move`](Solver::best_move) in a lost position looks at every reply to every move.
//! - Memos have [memo keys](ImpartialGame::memo_key): look up `game.memo_key(position)`.
//! - Misère play of [`AnyGame`]s is searched through pointers, which takes up to twice as long, but for games with a nimber search of their own in misère
//!   play, such as Cram and Sprouts.
//! - Nimbers have 64 bits, heaps of a [code](heap::TakeAndBreak) 128, [`games::Numbers`] go up to 65 536, sides of a
//!   [`chomp::Board`] to 2^24.
//! - A position is an error at once ([`SolveError::TooManyMoves`]) if the `size_hint` of its options says that there are more than a search
//!   allows: four times the limit on positions, and at least 2^22. A heap of 10^18 counters that no oracle covers is such a position. Lists of
//!   winning moves and the best move try four times the limit and no more, also under a limit below 2^20.
//! - Solving takes `&mut self`: threads do not share a solver.
//!
//! # Features
//!
//! This page shows their items if it was made by `cargo doc --no-deps --all-features --open`.
//!
//! - `pattern` and `render`: the modules of these names, conjectures from values and pictures of positions. They are on by default. Without
//!   them (`default-features = false`) the compiler makes 7 % less code of the library.
//! - `registry`: `Registry::standard` and `AnyGame::parse`, the games of this crate by name. Each comes with a search that is compiled
//!   with the library.
//! - `proptest`: the module `laws`, with the laws that every game must pass and strategies for random games.
//! - `serde`: positions, moves, outcomes, tables and reports in any format of serde. What breaks an invariant is refused when it is read.
//!
//! Reference: Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays*; Conway, *On Numbers and Games* (ONAG);
//! Siegel, *Combinatorial Game Theory*.

pub mod any;
mod at_least;
pub mod certificate;
pub mod chomp;
mod combinators;
mod components;
pub mod compound;
mod connected;
mod control;
pub mod file;
mod found_moves;
mod game;
pub mod games;
pub mod heap;
#[cfg(feature = "proptest")]
pub mod laws;
pub mod loopy;
mod made;
mod measure;
pub mod measures;
mod method;
mod mex;
pub mod misere;
mod nim_product;
mod nimber;
mod notation;
mod notes;
mod oracle;
mod ordinal_nimber;
mod outcome;
mod pace;
mod pairs;
#[cfg(feature = "pattern")]
pub mod pattern;
mod permuted;
mod question;
#[cfg(feature = "render")]
pub mod render;
mod search;
mod serial;
pub mod solver;
mod sorted;
mod subset;
mod ugly_product;
mod unhinted;
mod unit;
mod whole;

pub use any::{AnyGame, Registry};
pub use components::Components;
pub use compound::{At, Compound, Sum, SumOf};
pub use control::{Bound, Control, Progress, Stopped, Unit};
pub use either::Either;
pub use found_moves::FoundMoves;
pub use game::{IllegalMove, ImpartialGame, Keyed, SumMove, play_in_sum};
pub use games::{
    ArcKayles, BrusselsSprouts, ChainGame, CoinTurning, CoinTurningGrid, CoinsOnStrip, Cram, DawsonsKayles,
    DivisorGame, EndNim, Euclid, ExplicitGame, Geography, GrundysGame, Hackenbush, Kayles, KotzigsNim, LaskersNim,
    MooresNim, Nim, Nimstring, NodeKayles, Notakto, Poset, Sprouts, StaircaseNim, Subtraction, TakeAway, Treblecross,
    TreeGame, Wythoff,
};
pub use measure::{Measure, SumRule};
pub use method::Method;
pub use mex::{MexSet, mex};
pub use nim_product::DivisionByZeroError;
pub use nimber::{Nimber, ParseNimberError};
pub use notation::{Notation, NotationError};
pub use notes::Notes;
pub use oracle::Oracle;
pub use ordinal_nimber::{OrdinalNimber, OrdinalTooLargeError};
pub use outcome::{Outcome, Play};
pub use question::{Answer, Question};
pub use search::{
    Checkpoint, Memo, News, Reachable, SolveError, Store, Stored, Table, Workers, evaluate, evaluate_whole, reachable,
};
pub use solver::{Decided, Explanation, Solver, waiting_move};
pub use subset::Subset;
pub use unhinted::Unhinted;
pub use whole::Whole;

/// The examples of the README and of the guide are tests.
#[cfg(doctest)]
mod guide {
    macro_rules! chapters {
        ($($name:ident $file:literal),* $(,)?) => {$(
            #[doc = include_str!(concat!("../", $file))]
            struct $name;
        )*};
    }
    chapters! {
        Readme "README.md",
        WhichMoveWins "docs/guide/which-move-wins.md",
        WhyXor "docs/guide/why-xor.md",
        MyGameSplits "docs/guide/my-game-splits.md",
        MiserePlay "docs/guide/misere-play.md",
        GamesThatLoop "docs/guide/games-that-loop.md",
        HeapGames "docs/guide/heap-games.md",
        Boards "docs/guide/boards.md",
        SeveralGames "docs/guide/several-games.md",
        IsMyRuleBookRight "docs/guide/is-my-rule-book-right.md",
        WhyBelieveIt "docs/guide/why-believe-it.md",
        WhatIsThePattern "docs/guide/what-is-the-pattern.md",
        HowFast "docs/guide/how-fast.md",
    }
}
