//! Laws as tests, which fail by a panic.

use std::any::type_name;
use std::fmt::Debug;
use std::io::{self, Write};

use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::Config;

use crate::game::ImpartialGame;
use crate::laws::law::Law;
use crate::laws::notation::check_notation;
use crate::laws::run::{draw, random_check};
use crate::laws::tally::Tally;
use crate::laws::violation::Violation;
use crate::notation::Notation;

/// Checks one law on random positions; a law about sums, on sums of up to two random positions, or of three
/// ([`Law::KnownOutcome`]). Returns the tally.
///
/// If the tally [is thin](Tally::is_thin), a note goes to standard error. The test harness, which hides what passing tests print, does not
/// hide the note.
///
/// # Panics
///
/// If the law, or a law that it relies on, is broken; if no position can be drawn; if inputs have moves, and all of these inputs are too
/// large to check; if the law is [`Law::TextReadsBack`], which [`assert_notation`] checks.
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
        Ok(tally) if tally.is_refused() => fail(&Violation::NotChecked {
            reason: format!(
                "{tally}; draw smaller positions, or see whether the moves of each, and play from it, come to an end"
            ),
        }),
        Ok(tally) => {
            if tally.is_thin() {
                let game = type_name::<G>();
                // The harness would catch what `eprintln!` writes. A note that cannot be written is no reason to fail.
                let _ = writeln!(io::stderr(), "note: next to nothing was checked of {game}: {tally}");
            }
            tally
        }
        Err(violation) => fail(&violation),
    }
}

/// Checks that the texts of sums of up to three random positions are read as the same sums.
///
/// # Panics
///
/// If one is not; if no position can be drawn.
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
    let checked = draw(&inputs, &Config::default(), Law::TextReadsBack, |components| check_notation(game, components));
    if let Err(violation) = checked {
        fail(&violation);
    }
}

/// Fails a test, with the smallest input found.
fn fail(violation: &Violation) -> ! {
    match violation {
        Violation::Broken { input, .. } => panic!("{violation}\nminimal failing input: {input}"),
        _ => panic!("{violation}"),
    }
}
