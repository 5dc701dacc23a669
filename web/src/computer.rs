//! The computer as a player: easy, medium and hard.

use grundy::{Components, ImpartialGame, Memo, Nimber, SolveError, Solver, SumMove, play_in_sum};

use crate::answers::Strength;

/// A move of the computer. `None` if there is none.
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

/// Looks two moves of its own ahead: the move that ends the game; else one after which every reply lets it end the game; else one
/// after which the opponent can't end it.
fn seen_within_two<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
    random: &mut fastrand::Rng,
) -> Option<SumMove<G::Move>> {
    let mut best = (Prospect::Loses, Vec::new());
    for mv in each_move(game, position) {
        let prospect = prospect(game, &after(game, position, &mv));
        if prospect > best.0 {
            best = (prospect, Vec::new());
        }
        if prospect == best.0 {
            best.1.push(mv);
        }
    }
    random.choice(best.1)
}

/// What a move leads to, as far as two moves of one's own reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    /// The opponent ends the game.
    Loses,
    /// It is not seen.
    Open,
    /// Every reply lets one end the game.
    WinsNext,
    /// The game is over.
    Wins,
}

/// What is left when one has moved, and the opponent is to.
fn prospect<G: ImpartialGame>(game: &G, left: &Components<G::Position>) -> Prospect {
    if is_over(game, left) {
        return Prospect::Wins;
    }
    if can_end(game, left) {
        return Prospect::Loses;
    }
    let mut replies = replies(game, left);
    if replies.all(|reply| can_end(game, &reply)) { Prospect::WinsNext } else { Prospect::Open }
}

/// Whether the next move can end the game. With two components that have moves it can't.
fn can_end<G: ImpartialGame>(game: &G, position: &Components<G::Position>) -> bool {
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

fn replies<'a, G: ImpartialGame>(
    game: &'a G,
    position: &'a Components<G::Position>,
) -> impl Iterator<Item = Components<G::Position>> {
    let lists = position.iter().enumerate().map(|(component, part)| (component, game.moves(part)));
    lists.flat_map(move |(component, moves)| moves.map(move |mv| after(game, position, &SumMove { component, mv })))
}

/// What a legal move leaves.
fn after<G: ImpartialGame>(
    game: &G,
    position: &Components<G::Position>,
    mv: &SumMove<G::Move>,
) -> Components<G::Position> {
    play_in_sum(game, position.clone(), mv.clone()).unwrap_or_else(|illegal| illegal.position)
}
