//! Laws of games of which no input is small enough to be checked.

use std::panic::catch_unwind;

use crate::laws::{laws_of_rules, seeded};
use grundy::laws::{Law, assert_law, random_check};
use grundy::{Components, ImpartialGame, Kayles};
use proptest::prelude::Just;

/// Play comes back after 2^64 moves, which no check within limits finds.
struct Wrapping;

impl ImpartialGame for Wrapping {
    type Position = u64;
    type Move = ();

    fn moves(&self, _: &u64) -> impl Iterator<Item = ()> {
        [()].into_iter()
    }

    fn play(&self, number: &u64, (): &()) -> Components<u64> {
        number.wrapping_add(1).into()
    }
}

/// Sums of no component are among the inputs of some laws; they have no move, and nothing of the game is seen in them.
#[test]
fn a_law_that_could_be_checked_nowhere_fails() {
    // Few, since each input takes all the work that a law may do. Among those that this seed draws are sums with components.
    let few = seeded(1, 2);
    for law in laws_of_rules() {
        let tally = random_check(law, &Wrapping, 0..9_u64, &few).unwrap();
        assert!(tally.drawn() == 2 && tally.checked() == 0 && tally.left_out > 0, "{tally}");
    }
    let panic = catch_unwind(|| assert_law(Law::PlayEnds, &Wrapping, 0..9_u64)).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    let start = format!("nothing was checked: {}: of 256 inputs, 0 were checked", Law::PlayEnds);
    assert!(message.starts_with(&start) && message.contains("draw smaller positions"), "{message}");
    // Without a move there is nothing to check, and one input with a move that can be checked is enough.
    assert_eq!(assert_law(Law::PlayEnds, &Kayles, Just(0_u64)).ended, 256);
    let tally = assert_law(Law::PlayEnds, &Ascending, 3..7_u64);
    assert!(tally.left_out > 0 && tally.as_drawn > 0, "{tally}");
}

/// A number of at most 4 is set to 0; from a greater one play goes on for ever.
struct Ascending;

impl ImpartialGame for Ascending {
    type Position = u64;
    type Move = ();

    fn moves(&self, number: &u64) -> impl Iterator<Item = ()> {
        (*number > 0).then_some(()).into_iter()
    }

    fn play(&self, number: &u64, (): &()) -> Components<u64> {
        if *number <= 4 { 0.into() } else { (number + 1).into() }
    }
}
