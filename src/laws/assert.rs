//! Laws as tests, which fail by a panic.

use std::any::type_name;
use std::fmt::Debug;
use std::io::{self, Write};

use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::Config;

use crate::game::ImpartialGame;
use crate::laws::law::{Law, Subject};
use crate::laws::notation::check_notation;
use crate::laws::run::{draw, random_check};
use crate::laws::tally::Tally;
use crate::laws::violation::Violation;
use crate::notation::Notation;

/// Checks every law that needs no text on random positions; laws about sums, on sums of up to two random positions, and what an oracle tells
/// of outcomes, on sums of up to three. Returns the tally of each law.
///
/// The number of inputs for each law is that of proptest (256, or `PROPTEST_CASES`). Inputs that are too large are left out: see
/// [the module](mod@crate::laws).
///
/// # Panics
///
/// If a law is broken, with the law and the smallest position found; if no position can be drawn, or a law can be checked on none of them.
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

/// Checks the theorems of compounds, [`Law::OF_COMPOUNDS`], on compounds of up to two random positions. With
/// [`compound_laws!`](crate::compound_laws) each is a test of its own.
///
/// # Panics
///
/// If a theorem does not hold; if no position can be drawn, or a theorem can be checked on none of them.
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
            reason: format!("{tally}; draw smaller positions, or see whether play from them ends"),
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
