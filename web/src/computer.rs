//! The computer as a player: easy, medium and hard.

use grundy::{Components, ImpartialGame, Memo, Nimber, SolveError, Solver, SumMove, play_in_sum};

use crate::answers::Strength;

/// What the computer plays.
pub(crate) struct Chosen<M> {
    /// `None` if the game is over.
    pub(crate) mv: Option<SumMove<M>>,
    /// Whether time was over before all moves were looked at.
    pub(crate) is_cut: bool,
}

/// A move of the computer. `is_late` says that time is over; the control of the solver bounds the search of the hard one.
pub(crate) fn choose<G: ImpartialGame, T: Memo<G::Position, Nimber>>(
    strength: Strength,
    solver: &mut Solver<G, T>,
    position: &Components<G::Position>,
    random: &mut fastrand::Rng,
    is_late: impl Fn() -> bool,
) -> Result<Chosen<G::Move>, SolveError<G::Position>> {
    let whole = |mv| Chosen { mv, is_cut: false };
    match strength {
        Strength::Easy => Ok(whole(random.choice(each_move(solver.game(), position)))),
        Strength::Medium => Ok(seen_within_two(solver.game(), position, random, is_late)),
        Strength::Hard => solver.best_move(position).map(whole),
    }
}

/// Looks two of its own moves ahead. Plays a move that ends the game; else one after which it can end the game, whatever the reply; else
/// one after which the opponent can't end the game. For n moves, replies and next moves each, n^3 positions are looked at. When time is over,
/// the best of the moves that were looked at counts, or any move if there is none.
fn seen_within_two<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
    random: &mut fastrand::Rng,
    is_late: impl Fn() -> bool,
) -> Chosen<G::Move> {
    let moves = each_move(game, position);
    // The moves with the best prospect so far. A random one of them is played.
    let mut best = (Prospect::Loses, Vec::new());
    for mv in &moves {
        let Some(prospect) = prospect(game, &after(game, position, mv), &is_late) else {
            let rated = if best.1.is_empty() { moves } else { best.1 };
            return Chosen { mv: random.choice(rated), is_cut: true };
        };
        // A better prospect drops the moves before it, and the next condition adds this one.
        if prospect > best.0 {
            best = (prospect, Vec::new());
        }
        if prospect == best.0 {
            best.1.push(mv.clone());
        }
    }
    Chosen { mv: random.choice(best.1), is_cut: false }
}

/// The result of a move, as far as two own moves ahead show it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    /// The opponent can end the game.
    Loses,
    /// Two moves do not show it.
    Open,
    /// After every reply one can end the game.
    WinsNext,
    /// The move ends the game.
    Wins,
}

/// The prospect of the player who has left this position to the opponent; `None` if time was over before it was known.
fn prospect<G: ImpartialGame>(
    game: &G,
    left: &Components<G::Position>,
    is_late: impl Fn() -> bool,
) -> Option<Prospect> {
    if is_over(game, left) {
        return Some(Prospect::Wins);
    }
    // Before the replies are looked at: an opponent who can end the game will do so.
    if can_end(game, left, &is_late)? {
        return Some(Prospect::Loses);
    }
    for reply in replies(game, left) {
        if !can_end(game, &reply, &is_late)? {
            return Some(Prospect::Open);
        }
    }
    Some(Prospect::WinsNext)
}

/// Whether the next move can end the game; `None` if time was over before it was known. Two components with moves can't end at once.
fn can_end<G: ImpartialGame>(game: &G, position: &Components<G::Position>, is_late: impl Fn() -> bool) -> Option<bool> {
    if is_late() {
        return None;
    }
    // Two components with moves are enough to know, so the count ends there.
    let open = position.iter().filter(|component| game.moves(component).next().is_some()).take(2).count();
    if open != 1 {
        return Some(false);
    }
    for left in replies(game, position) {
        if is_late() {
            return None;
        }
        if is_over(game, &left) {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether no move is left.
pub(crate) fn is_over<G: ImpartialGame>(game: &G, position: &[G::Position]) -> bool {
    position.iter().all(|component| game.moves(component).next().is_none())
}

/// Every move in reading order.
pub(crate) fn each_move<G: ImpartialGame>(game: &G, position: &[G::Position]) -> Vec<SumMove<G::Move>> {
    let in_component = |(component, part)| game.moves(part).map(move |mv| SumMove { component, mv });
    position.iter().enumerate().flat_map(in_component).collect()
}

/// The positions after each move.
fn replies<'a, G: ImpartialGame>(
    game: &'a G,
    position: &'a Components<G::Position>,
) -> impl Iterator<Item = Components<G::Position>> {
    let lists = position.iter().enumerate().map(|(component, part)| (component, game.moves(part)));
    lists.flat_map(move |(component, moves)| moves.map(move |mv| after(game, position, &SumMove { component, mv })))
}

/// The position after a legal move.
fn after<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
    mv: &SumMove<G::Move>,
) -> Components<G::Position> {
    play_in_sum(game, position.clone(), mv.clone()).expect("a move of the list is legal")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use grundy::Nim;

    use super::*;

    /// What the medium computer plays if time is over at this look at the clock, and how often it looked.
    fn cut<G: ImpartialGame>(game: &G, position: &Components<G::Position>, most: u32) -> (Chosen<G::Move>, u32) {
        let looks = Cell::new(0);
        let is_late = || {
            looks.set(looks.get() + 1);
            looks.get() > most
        };
        let mut random = fastrand::Rng::with_seed(u64::from(most));
        let chosen = seen_within_two(game, position, &mut random, is_late);
        (chosen, looks.get())
    }

    #[test]
    fn who_looks_ahead_stops_when_time_is_over() {
        // 60 moves, each with as many replies as counters are left.
        let heap = Components::from([60]);
        let (whole, all) = cut(&Nim, &heap, u32::MAX);
        assert!(whole.mv.is_some() && !whole.is_cut && all > 1000, "{all}");
        for most in [0, 1, 2, 10, 100, 1000] {
            let (chosen, looks) = cut(&Nim, &heap, most);
            let mv = chosen.mv.expect("there are moves");
            assert!(play_in_sum(&Nim, heap.clone(), mv).is_ok());
            // Nothing is looked at after the look at which time is over.
            assert_eq!((chosen.is_cut, looks), (true, most + 1));
        }
    }

    /// To leave 1 and 1 is the third of four moves, and the only one that wins.
    #[test]
    fn the_best_of_what_was_looked_at_is_played() {
        let heaps = Components::from([1, 3]);
        let (_, all) = cut(&Nim, &heaps, u32::MAX);
        let (chosen, _) = cut(&Nim, &heaps, all - 1);
        assert!(chosen.is_cut);
        let left = play_in_sum(&Nim, heaps, chosen.mv.expect("there are moves"));
        assert_eq!(left, Ok(Components::from([1, 1])));
    }

    #[test]
    fn a_game_that_is_over_is_not_cut() {
        let (chosen, _) = cut(&Nim, &Components::from([0, 0]), 0);
        assert!(chosen.mv.is_none() && !chosen.is_cut);
    }
}
