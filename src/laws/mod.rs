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
//! it is shrunk to a small one. [`assert_laws`] does the same in one test, [`random_check`] gives its result back.
//! [`check_position`] and [`check_sum`] look at one position, [`check_notation`] at one text. [`assert_oracle`] and [`check_oracle`] hold an
//! [oracle](crate::Oracle) that is handed to a solver against the game without it.
//!
//! What the laws hold a game against is brute force: every whole position that play can reach is numbered and evaluated by
//! definition, which shares nothing with the solvers. That needs small positions, so checks have limits, all of which count and none
//! of which looks at the clock:
//! - A check of one position reports [`Violation::TooLarge`] if there are more than [`MAX_POSITIONS`] whole positions, more than
//!   [`MAX_MOVES`] moves of one position, or if it takes more than [`MAX_WORK`] steps.
//! - A check of random positions never fails for that reason. A law may do 32 000 steps for each input drawn, 8 million for
//!   256 inputs, which takes seconds without optimisation; a large input may use what others did not need. In place
//!   of an input that is too large, smaller positions are checked that play reaches from it. If none is found, it is left out. The
//!   [`Tally`] counts both.
//! - A law for which next to no input could be checked passes, and says so on standard error, where `cargo test` shows it of tests
//!   that pass too. Draw smaller positions then.
//!
//! Reference: Winning Ways, ch. 3 and 4.

mod brute_force;
mod catalogue;
mod compounds;
mod dice;
mod effort;
mod hints;
mod law;
mod loopy;
mod moves;
mod notation;
mod oracle;
mod products;
mod random;
mod run;
mod strategy;
mod tally;
mod values;
mod violation;

use std::any::type_name;
use std::fmt::Debug;
use std::io::{self, Write};

pub use ::proptest;
use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::Config;

use crate::game::ImpartialGame;
use crate::notation::Notation;
use effort::Effort;
use law::Subject;

pub use law::Law;
pub use notation::check_notation;
pub use oracle::{assert_oracle, check_oracle};
pub use random::{GameTable, compounds, explicit_games, game_tables, heaps, posets, sums};
pub use run::random_check;
pub use tally::Tally;
pub use violation::Violation;

/// The most components, and the most whole positions, that a check goes through.
pub const MAX_POSITIONS: usize = 20_000;

/// The most moves that a position may have where it is checked.
pub const MAX_MOVES: usize = 100_000;

/// The most steps of one check: moves listed, components of options made, and comparisons.
pub const MAX_WORK: usize = 10_000_000;

/// So many moves of one position are taken for a list without end, unless its `size_hint` says that it has one.
const ENDLESS_MOVES: usize = 10_000_000;

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
    let mut laws = Law::ALL.iter().filter(|law| law.subject() != Subject::Text);
    laws.try_for_each(|law| check_law(*law, game, std::slice::from_ref(position)))
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
    let mut laws = Law::ALL.iter().filter(|law| law.subject() == Subject::Sum);
    laws.try_for_each(|law| check_law(*law, game, components))
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
    check_within(law, game, components, &Effort::new(MAX_WORK)).map_err(|violation| violation.of_input(components))
}

/// Checks one law on one sum, in so many steps. The violation does not name its input.
fn check_within<G>(law: Law, game: &G, components: &[G::Position], effort: &Effort) -> Result<(), Violation>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    if Law::OF_COMPOUNDS.contains(&law) {
        // Some compounds list all moves of their components at once, which may be too many.
        moves::components_are_sound(game, components, effort)?;
    }
    match law {
        Law::MovesRepeat | Law::MovesFinite | Law::PlayEnds => moves::components_are_sound(game, components, effort),
        Law::ValueIsMex => values::value_is_mex(game, components, effort),
        Law::ZeroIsP => values::zero_is_p(game, components, effort),
        Law::TwinsAreP => values::twins_are_p(game, components, effort),
        Law::SumIsXor => values::sum_is_xor(game, components, effort),
        Law::SearchFindsOutcome => values::search_finds_outcome(game, components, effort),
        Law::Allows => moves::allowed_are_listed(game, components, effort),
        Law::Options => hints::options_are_what_moves_leave(game, components, effort),
        Law::MemoKey => hints::memo_key_keeps_the_game(game, components, effort),
        Law::KnownValue => hints::known_value_is_right(game, components, effort),
        Law::KnownOutcome(play) => hints::known_outcome_is_right(game, components, play, effort),
        Law::MovesLeaving => hints::moves_leaving_are_all(game, components, effort),
        Law::WinningMoves => strategy::winning_moves_win(game, components, effort),
        Law::BestMove => strategy::best_player_beats_random(game, components, effort),
        Law::Compound(way) => compounds::compound_is_decided(game, components, way, effort),
        Law::OrdinalSum => compounds::ordinal_is_a_number_left_out(game, components, effort),
        Law::Sequential(play) => compounds::sequential_is_the_first(game, components, play, effort),
        Law::LoopySum => loopy::loopy_sum_is_decided(game, components, effort),
        Law::TartanProduct => products::tartan_is_nim_product(game, components, effort),
        Law::AcrosticProduct => products::acrostic_is_nim_sum(game, components, effort),
        Law::AtMost => products::at_most_is_sum_or_selective(game, components, effort),
        Law::Hypergraph => products::hypergraph_is_sum_or_conjunctive(game, components, effort),
        Law::Truncate => products::truncated_is_won_where_it_was(game, components, effort),
        Law::TextReadsBack => Ok(()),
    }
}

/// Checks every law that needs no text on random positions, and those about sums on sums of up to two of them. Gives what each was
/// checked on.
///
/// As many inputs are drawn for each law as proptest is set to draw (256, or `PROPTEST_CASES`). What is too large is left out:
/// see [the module](mod@crate::laws).
///
/// # Panics
///
/// If a law is broken, with the law and a position that is as small as could be found; if no position can be drawn.
///
/// ```
/// use grundy::{Kayles, laws::assert_laws};
/// assert_laws(&Kayles, 0..9_u64);
/// ```
pub fn assert_laws<G>(game: &G, positions: impl Strategy<Value = G::Position>) -> Vec<Tally>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    let laws = Law::ALL.iter().filter(|law| law.subject() != Subject::Text);
    laws.map(|law| assert_law(*law, game, &positions)).collect()
}

/// Checks the theorems of compounds, [`Law::OF_COMPOUNDS`], on compounds of up to two random positions: the line that holds a game
/// of yours to Conway's dozen. With [`compound_laws!`](crate::compound_laws) each is a test of its own.
///
/// # Panics
///
/// If a theorem does not hold, or if no position can be drawn.
///
/// ```
/// use grundy::{Kayles, laws::assert_compound_laws};
/// assert_compound_laws(&Kayles, 0..5_u64);
/// ```
pub fn assert_compound_laws<G>(game: &G, positions: impl Strategy<Value = G::Position>) -> Vec<Tally>
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    Law::OF_COMPOUNDS.iter().map(|law| assert_law(*law, game, &positions)).collect()
}

/// Checks one law on random positions, or if it is about sums, on sums of up to two of them. Gives what it was checked on.
///
/// If that is [next to nothing](Tally::is_thin), it is told on standard error, past the harness that keeps what passing tests print.
///
/// # Panics
///
/// If the law, or one that it relies on, is broken; if no position can be drawn; if the law is [`Law::TextReadsBack`], which
/// [`assert_notation`] checks.
///
/// ```
/// use grundy::{Kayles, laws::{Law, assert_law}};
/// assert_law(Law::TwinsAreP, &Kayles, 0..9_u64);
/// ```
pub fn assert_law<G>(law: Law, game: &G, positions: impl Strategy<Value = G::Position>) -> Tally
where
    G: ImpartialGame<Position: Debug, Move: Debug>,
{
    match random_check(law, game, positions, &Config::default()) {
        Ok(tally) => {
            if tally.is_thin() {
                let game = type_name::<G>();
                // A note that cannot be written is no reason to fail. `eprintln!` would write to the harness.
                let _ = writeln!(io::stderr(), "note: next to nothing was checked of {game}: {tally}");
            }
            tally
        }
        Err(violation) => fail(&violation),
    }
}

/// Checks that sums of up to three random positions read back from their text.
///
/// # Panics
///
/// If one does not, or if no position can be drawn.
///
/// ```
/// use grundy::{Kayles, laws::assert_notation};
/// assert_notation(&Kayles, 0..100_u64);
/// ```
pub fn assert_notation<G>(game: &G, positions: impl Strategy<Value = G::Position>)
where
    G: Notation + ImpartialGame<Position: Debug>,
{
    let inputs = vec(positions, 0..=3);
    let checked =
        run::draw(&inputs, &Config::default(), Law::TextReadsBack, |components| check_notation(game, components));
    if let Err(violation) = checked {
        fail(&violation);
    }
}

/// Fails a test, with the smallest input that was found.
fn fail(violation: &Violation) -> ! {
    match violation {
        Violation::Broken { input, .. } => panic!("{violation}\nminimal failing input: {input}"),
        _ => panic!("{violation}"),
    }
}

/// Makes a module of tests, one for each law: `laws!(name, game, strategy of positions)`; with `, notation` at the end
/// also the law of texts.
///
/// The game and the strategy are expressions, in which everything is in scope that is where the macro is used.
///
/// Positions should be small. A position that is too large to be checked by brute force fails no law: smaller ones are checked
/// in its place that play reaches from it, or it is left out. The work of each test is bounded. Of a law that could be checked on next to no
/// input a note is written to standard error: see [the module](mod@crate::laws).
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
/// The compounds have up to two components, and are searched as wholes: positions should be smaller than for
/// [`laws!`](crate::laws!). What is too large is left out, as there.
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
