//! The laws that every game must pass, to be used in your own tests (feature `proptest`).
//!
//! One line in a test module checks a rule book and all of its hints, law by law, on random positions:
//!
//! ```
//! # mod tests {
//! use grundy::Kayles;
//!
//! grundy::laws!(kayles_obeys, Kayles, 0..12_u64);
//! # }
//! ```
//!
//! Each law is a test of its own (`kayles_obeys::sum_is_xor`), so that a failure names the law, and a position that breaks
//! it is shrunk to a small one. [`assert_laws`] does the same in one test, [`check_position`] and [`check_sum`] look at one
//! position, [`check_notation`] at one text.
//!
//! What the laws hold a game against is brute force: every whole position that play can reach is numbered and evaluated by
//! definition, which shares nothing with the solvers. It needs small positions: two components together must not reach more
//! than [`MAX_POSITIONS`] whole positions. A check on a larger one fails and says so.
//!
//! Reference: Winning Ways, ch. 3 and 4.

mod brute_force;
mod catalogue;
mod compounds;
mod hints;
mod law;
mod loopy;
mod moves;
mod notation;
mod products;
mod random;
mod strategy;
mod values;
mod violation;

use std::fmt::Debug;

pub use ::proptest;
use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::game::ImpartialGame;
use crate::notation::Notation;
use law::Subject;

pub use law::Law;
pub use notation::check_notation;
pub use random::{GameTable, compounds, explicit_games, game_tables, heaps, posets, sums};
pub use violation::Violation;

/// The most components, and the most whole positions, that a check goes through.
pub const MAX_POSITIONS: usize = 20_000;

/// The most moves that a position may have where it is checked.
pub const MAX_MOVES: usize = 100_000;

/// Checks every law that needs no text on one component.
///
/// The hints are checked at every component that play can reach from it.
///
/// # Errors
///
/// [`Violation`] of the first law that is broken, or if the position is too large to check.
///
/// ```
/// use grundy::laws::{Law, check_position};
/// use grundy::{Components, ImpartialGame, Kayles, Nimber};
///
/// check_position(&Kayles, &9)?;
///
/// /// Take one or two counters, with a theorem that is wrong from 3 counters on.
/// struct OneOrTwo;
///
/// impl ImpartialGame for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=2.min(*heap) }
///     fn play(&self, heap: &u64, taken: &u64) -> Components<u64> { heap.saturating_sub(*taken).into() }
///     fn known_value(&self, heap: &u64) -> Option<Nimber> { Some(Nimber::new(*heap)) }
/// }
///
/// assert_eq!(check_position(&OneOrTwo, &2), Ok(()));
/// assert_eq!(check_position(&OneOrTwo, &3).unwrap_err().law(), Some(Law::KnownValue));
/// # Ok::<(), grundy::laws::Violation>(())
/// ```
pub fn check_position<G>(game: &G, position: &G::Position) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let mut laws = Law::ALL.into_iter().filter(|law| law.subject() != Subject::Text);
    laws.try_for_each(|law| check_law(law, game, std::slice::from_ref(position)))
}

/// Checks every law about sums on one sum.
///
/// # Errors
///
/// [`Violation`] of the first law that is broken, or if the sum is too large to check.
///
/// ```
/// use grundy::Kayles;
/// grundy::laws::check_sum(&Kayles, &[5, 6, 3, 2])?;
/// # Ok::<(), grundy::laws::Violation>(())
/// ```
pub fn check_sum<G>(game: &G, components: &[G::Position]) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let mut laws = Law::ALL.into_iter().filter(|law| law.subject() == Subject::Sum);
    laws.try_for_each(|law| check_law(law, game, components))
}

/// Checks one law on one sum.
///
/// The laws about components are checked at every component that play can reach. Those about compounds are checked on the
/// compound of the components, each a position of its own; of no components there is none. The law of texts asks nothing of a
/// game that may have none: see [`check_notation`].
///
/// # Errors
///
/// [`Violation`] of the law, or of one of the first three, on which all others rely; or if the sum is too large to check.
///
/// ```
/// use grundy::{Kayles, laws::{Law, check_law}};
/// check_law(Law::SumIsXor, &Kayles, &[5, 6, 3])?;
/// # Ok::<(), grundy::laws::Violation>(())
/// ```
pub fn check_law<G>(law: Law, game: &G, components: &[G::Position]) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    match law {
        Law::MovesRepeat | Law::MovesFinite | Law::PlayEnds => moves::components_are_sound(game, components),
        Law::ValueIsMex => values::value_is_mex(game, components),
        Law::ZeroIsP => values::zero_is_p(game, components),
        Law::TwinsAreP => values::twins_are_p(game, components),
        Law::SumIsXor => values::sum_is_xor(game, components),
        Law::SearchFindsOutcome => values::search_finds_outcome(game, components),
        Law::Allows => moves::allowed_are_listed(game, components),
        Law::Options => hints::options_are_what_moves_leave(game, components),
        Law::MemoKey => hints::memo_key_keeps_the_game(game, components),
        Law::KnownValue => hints::known_value_is_right(game, components),
        Law::KnownOutcome(play) => hints::known_outcome_is_right(game, components, play),
        Law::MovesLeaving => hints::moves_leaving_are_all(game, components),
        Law::WinningMoves => strategy::winning_moves_win(game, components),
        Law::BestMove => strategy::best_player_beats_random(game, components),
        Law::Compound(way) => compounds::compound_is_decided(game, components, way),
        Law::OrdinalSum => compounds::ordinal_is_a_number_left_out(game, components),
        Law::Sequential(play) => compounds::sequential_is_the_first(game, components, play),
        Law::LoopySum => loopy::loopy_sum_is_decided(game, components),
        Law::TartanProduct => products::tartan_is_nim_product(game, components),
        Law::AcrosticProduct => products::acrostic_is_nim_sum(game, components),
        Law::AtMost => products::at_most_is_sum_or_selective(game, components),
        Law::Hypergraph => products::hypergraph_is_sum_or_conjunctive(game, components),
        Law::Truncate => products::truncated_is_won_where_it_was(game, components),
        Law::TextReadsBack => Ok(()),
    }
}

/// Checks every law that needs no text on random positions, and every law about sums on sums of up to two of them.
///
/// As many positions are drawn as proptest is set to draw (256, or `PROPTEST_CASES`).
///
/// # Panics
///
/// If a law is broken, or a sum is too large to check: with the law and a position that is as small as could be found.
///
/// ```
/// use grundy::{Kayles, laws::assert_laws};
/// assert_laws(&Kayles, 0..9_u64);
/// ```
pub fn assert_laws<G>(game: &G, positions: impl Strategy<Value = G::Position>)
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    run(&positions, |position| check_position(game, &position));
    run(&vec(&positions, 0..=2), |components| check_sum(game, &components));
}

/// Checks the theorems of compounds, [`Law::OF_COMPOUNDS`], on compounds of up to two random positions: the line that holds a game
/// of yours to Conway's dozen. With [`compound_laws!`](crate::compound_laws) each is a test of its own.
///
/// # Panics
///
/// If a theorem does not hold, or a compound is too large to check.
///
/// ```
/// use grundy::{Kayles, laws::assert_compound_laws};
/// assert_compound_laws(&Kayles, 0..5_u64);
/// ```
pub fn assert_compound_laws<G>(game: &G, positions: impl Strategy<Value = G::Position>)
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    run(&vec(positions, 0..=2), |components| {
        Law::OF_COMPOUNDS.into_iter().try_for_each(|law| check_law(law, game, &components))
    });
}

/// Checks one law on random positions, or if it is about sums, on sums of up to two of them.
///
/// # Panics
///
/// If the law, or one that it relies on, is broken; if a sum is too large to check; if the law is
/// [`Law::TextReadsBack`], which [`assert_notation`] checks.
///
/// ```
/// use grundy::{Kayles, laws::{Law, assert_law}};
/// assert_law(Law::TwinsAreP, &Kayles, 0..9_u64);
/// ```
pub fn assert_law<G>(law: Law, game: &G, positions: impl Strategy<Value = G::Position>)
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    match law.subject() {
        Subject::Component => run(&positions, |position| check_law(law, game, &[position])),
        Subject::Sum => run(&vec(positions, 0..=2), |components| check_law(law, game, &components)),
        Subject::Text => panic!("a law of texts is checked by `assert_notation`: {law}"),
    }
}

/// Checks that sums of up to three random positions read back from their text.
///
/// # Panics
///
/// If one does not.
///
/// ```
/// use grundy::{Kayles, laws::assert_notation};
/// assert_notation(&Kayles, 0..100_u64);
/// ```
pub fn assert_notation<G>(game: &G, positions: impl Strategy<Value = G::Position>)
where
    G: Notation + ImpartialGame<Position: Debug>,
{
    run(&vec(positions, 0..=3), |components| check_notation(game, &components));
}

/// Makes a module of tests, one for each law: `laws!(name, game, strategy of positions)`; with `, notation` at the end
/// also the law of texts.
///
/// The game and the strategy are expressions, in which everything is in scope that is where the macro is used. Positions
/// must be small: see [the module](mod@crate::laws).
///
/// ```
/// # mod tests {
/// use grundy::Kayles;
///
/// grundy::laws!(kayles, Kayles, 0..12_u64);
/// # }
/// ```
#[macro_export]
macro_rules! laws {
    ($name:ident, $game:expr, $positions:expr $(,)?) => {
        $crate::laws!(@module $name, $game, $positions, {});
    };
    ($name:ident, $game:expr, $positions:expr, notation $(,)?) => {
        $crate::laws!(@module $name, $game, $positions, {
            #[test]
            fn text_reads_back() {
                $crate::laws::assert_notation(&$game, $positions);
            }
        });
    };
    (@module $name:ident, $game:expr, $positions:expr, {$($more:item)*}) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports, clippy::allow_attributes, clippy::wildcard_imports)]
            use super::*;

            $crate::laws! {@tests $game, $positions,
                moves_repeat: MovesRepeat,
                moves_are_finite: MovesFinite,
                play_ends: PlayEnds,
                value_is_mex: ValueIsMex,
                zero_is_p: ZeroIsP,
                twins_are_p: TwinsAreP,
                sum_is_xor: SumIsXor,
                search_finds_outcome: SearchFindsOutcome,
                allows_is_moves: Allows,
                options_is_moves_and_play: Options,
                memo_key_keeps_the_game: MemoKey,
                known_value_is_the_value: KnownValue,
                known_outcome_is_the_outcome: KnownOutcome($crate::Play::Normal),
                known_misere_outcome_is_the_outcome: KnownOutcome($crate::Play::Misere),
                moves_leaving_are_all: MovesLeaving,
                winning_moves_win: WinningMoves,
                best_player_beats_random: BestMove,
            }
            $($more)*
        }
    };
    (@tests $game:expr, $positions:expr, $($test:ident: $law:ident $(($play:expr))?,)*) => {$(
        #[test]
        fn $test() {
            $crate::laws::assert_law($crate::laws::Law::$law $(($play))?, &$game, $positions);
        }
    )*};
}

/// Makes a module of tests, one for each theorem of compounds: `compound_laws!(name, game, strategy of positions)`.
///
/// The compounds have up to two components, and are searched as wholes: positions must be smaller than for
/// [`laws!`](crate::laws!).
///
/// ```
/// # mod tests {
/// use grundy::Kayles;
///
/// grundy::compound_laws!(kayles, Kayles, 0..5_u64);
/// # }
/// ```
#[macro_export]
macro_rules! compound_laws {
    ($name:ident, $game:expr, $positions:expr $(,)?) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports, clippy::allow_attributes, clippy::wildcard_imports)]
            use super::*;

            $crate::compound_laws! {@dozen $game, $positions,
                disjunctive_long_normal: Disjunctive Long Normal,
                disjunctive_long_misere: Disjunctive Long Misere,
                disjunctive_short_normal: Disjunctive Short Normal,
                disjunctive_short_misere: Disjunctive Short Misere,
                conjunctive_long_normal: Conjunctive Long Normal,
                conjunctive_long_misere: Conjunctive Long Misere,
                conjunctive_short_normal: Conjunctive Short Normal,
                conjunctive_short_misere: Conjunctive Short Misere,
                selective_long_normal: Selective Long Normal,
                selective_long_misere: Selective Long Misere,
                selective_short_normal: Selective Short Normal,
                selective_short_misere: Selective Short Misere,
            }

            $crate::laws! {@tests $game, $positions,
                ordinal_sum: OrdinalSum,
                sequential_normal: Sequential($crate::Play::Normal),
                sequential_misere: Sequential($crate::Play::Misere),
                tartan_product: TartanProduct,
                acrostic_product: AcrosticProduct,
                at_most: AtMost,
                hypergraph: Hypergraph,
                truncate: Truncate,
            }
        }
    };
    (@dozen $game:expr, $positions:expr, $($test:ident: $kind:ident $ends:ident $play:ident,)*) => {$(
        #[test]
        fn $test() {
            let way = $crate::compound::Way {
                kind: $crate::compound::Kind::$kind,
                ends: $crate::compound::Ends::$ends,
                play: $crate::Play::$play,
            };
            $crate::laws::assert_law($crate::laws::Law::Compound(way), &$game, $positions);
        }
    )*};
}

/// Runs a check on random cases.
fn run<S: Strategy>(cases: &S, check: impl Fn(S::Value) -> Result<(), Violation>) {
    // No file of regressions: only the user's crate knows where one belongs.
    let config = Config { failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config)
        .run(cases, |case| check(case).map_err(|violation| TestCaseError::fail(violation.to_string())));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
