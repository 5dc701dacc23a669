//! The computer as a player: easy, medium and hard.

use grundy::{Components, ImpartialGame, Memo, Nimber, SolveError, Solver, SumMove, play_in_sum};

use crate::answers::Strength;

/// A move of the computer; `None` if the game is over.
pub(crate) fn choose<G: ImpartialGame, T: Memo<G::Position, Nimber>>(
    strength: Strength,
    solver: &mut Solver<G, T>,
    position: &Components<G::Position>,
    random: &mut fastrand::Rng,
) -> Result<Option<SumMove<G::Move>>, SolveError<G::Position>> {
    match strength {
        Strength::Easy => Ok(random.choice(each_move(solver.game(), position))),
        Strength::Medium => Ok(seen_within_two(solver.game(), position, random)),
        Strength::Hard => solver.best_move(position),
    }
}

/// Looks two of its own moves ahead. Plays a move that ends the game; else one after which it can end the game, whatever the reply; else
/// one after which the opponent can't end the game.
fn seen_within_two<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
    random: &mut fastrand::Rng,
) -> Option<SumMove<G::Move>> {
    // The moves with the best prospect so far. A random one of them is played.
    let mut best = (Prospect::Loses, Vec::new());
    for mv in each_move(game, position) {
        let prospect = prospect(game, &after(game, position, &mv));
        // A better prospect drops the moves before it, and the next condition adds this one.
        if prospect > best.0 {
            best = (prospect, Vec::new());
        }
        if prospect == best.0 {
            best.1.push(mv);
        }
    }
    random.choice(best.1)
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

/// The prospect of the player who has left this position to the opponent.
fn prospect<G: ImpartialGame>(game: &G, left: &Components<G::Position>) -> Prospect {
    if is_over(game, left) {
        return Prospect::Wins;
    }
    // Before the replies are looked at: an opponent who can end the game will do so.
    if can_end(game, left) {
        return Prospect::Loses;
    }
    let mut replies = replies(game, left);
    if replies.all(|reply| can_end(game, &reply)) { Prospect::WinsNext } else { Prospect::Open }
}

/// Whether the next move can end the game. Two components with moves can't end at once.
fn can_end<G: ImpartialGame>(game: &G, position: &Components<G::Position>) -> bool {
    // Two components with moves are enough to know, so the count ends there.
    let open = position.iter().filter(|component| game.moves(component).next().is_some()).take(2).count();
    open == 1 && replies(game, position).any(|left| is_over(game, &left))
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
