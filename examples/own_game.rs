//! A game of your own in ten lines, and what comes with it.
//!
//! `cargo run --example own_game`

use std::fmt;

use grundy::{Components, DawsonsKayles, ImpartialGame, Nimber, Play, SolveError, Solver};

/// The rules: a row of free seats, in which a move takes one that has nobody next to it. Who finds none loses.
///
/// The type is the rule book. It is empty, since these rules have no parameters; a set of allowed numbers, say, would be a
/// field.
struct Seats;

/// A move: the number of the seat that is taken, from 1 at the left.
///
/// A `u64` would do. A type of its own says in its `Display` how the move is called, and all texts call it so.
#[derive(Clone, Debug, PartialEq)]
struct Take(u64);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take seat {}", self.0)
    }
}

impl ImpartialGame for Seats {
    /// One component of a position: how many seats in a row may still be taken. All that the future of the row depends on,
    /// and nothing else, since positions that are equal are solved once.
    type Position = u64;

    /// What a player chooses: one of those seats.
    type Move = Take;

    /// The legal moves, in the order in which you would read them out.
    fn moves(&self, seats: &u64) -> impl Iterator<Item = Take> {
        (1..=*seats).map(Take)
    }

    /// What a legal move leaves. The taken seat goes and so do its neighbours, since nobody may sit there; the rest falls
    /// apart in two rows that have nothing to do with each other any more. So the answer is a list of components: here
    /// two, in other games one, three or none at all. A row of 0 seats does no harm, it has no moves and value 0.
    fn play(&self, seats: &u64, Take(seat): &Take) -> Components<u64> {
        [seat.saturating_sub(2), seats.saturating_sub(seat + 1)].into()
    }
}

fn main() -> Result<(), SolveError<u64>> {
    // The solver remembers every row that it has solved.
    let mut solver = Solver::new(Seats);

    // The Grundy value of a row is the least number that is not the value of anything a move leaves. 0 means that the player
    // to move loses.
    print!("values of rows of 0 to 14 seats:");
    for seats in 0..15 {
        print!(" {}", solver.grundy(seats)?);
    }
    println!();

    // A position is a list of rows. Its value is the nim-sum of theirs: *3 + *1 = *2.
    let rows = [5, 6];
    assert_eq!(solver.grundy(rows)?, Nimber::new(3) + Nimber::new(1));
    println!("rows of 5 and 6 seats: {}, outcome {}\n", solver.grundy(rows)?, solver.outcome(rows)?);

    // Every winning move, in reading order, with the number of its component.
    for win in solver.winning_moves(rows)? {
        println!("winning move: {win}");
    }

    // The one that a teacher would find, and how.
    println!("\n{}\n", solver.explain(rows)?);

    // A theorem to check: this is Dawson's Kayles with one pin more, where each seat and the one after it are a pair of pins.
    let mut kayles = Solver::new(DawsonsKayles);
    for seats in 0..1000 {
        assert_eq!(solver.grundy(seats)?, kayles.grundy(seats + 1)?);
    }
    println!("rows of 0 to 999 seats have the values of Dawson's Kayles with one pin more");

    // Misère play, in which who cannot move wins, has no such arithmetic. The solver predicts which of its methods is
    // the fastest, and lets the others take turns beside it.
    let misere = solver.explain_in(Play::Misere, rows)?;
    println!("in misère play rows of 5 and 6 seats: outcome {}", misere.outcome);
    Ok(())
}
