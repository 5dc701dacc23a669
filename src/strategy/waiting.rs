//! Waiting moves: strategy stealing.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::whole::Whole;

/// A move that every other one contains: after it the opponent has exactly the choices that were there beside it.
///
/// Theorem (strategy stealing): under normal play a position with a waiting move is won by the player to move. If the waiting move itself does
/// not win, the opponent has a winning answer to it; but that answer leaves what some other move would have left at once.
/// The proof does not say which move wins.
///
/// The first such move in reading order is given; `None` says nothing about who wins. Time and memory grow as the square of
/// the number of moves at worst, and nothing is solved.
///
/// ```
/// use grundy::chomp::{Board, Chomp, Tile};
/// use grundy::{Kayles, waiting_move};
///
/// // The corner of the rectangle that is opposite to the poisoned one.
/// assert_eq!(waiting_move(&Chomp::poisoned(), &Board::rectangle(8, 10)?), Some(Tile { row: 8, column: 10 }));
/// assert_eq!(waiting_move(&Kayles, &5), None);
/// # Ok::<(), grundy::chomp::BoardError>(())
/// ```
///
/// Reference: Winning Ways, ch. 18 (Chomp); Gale 1974.
pub fn waiting_move<G: ImpartialGame>(game: &G, position: &G::Position) -> Option<G::Move> {
    let whole = Whole(game);
    let left_by = |mv| whole.memo_key(game.play(position, &mv));
    let all: HashSet<Components<G::Position>, FxBuildHasher> = game.moves(position).map(left_by).collect();
    game.moves(position).find(|mv| {
        let after = game.play(position, mv);
        let mut answers = HashSet::<_, FxBuildHasher>::default();
        // Every answer is one of the other moves, and every other move is an answer.
        let all_are_moves = whole.moves(&after).all(|answer| {
            whole.play(&after, &answer).into_iter().all(|left| {
                let left = whole.memo_key(left);
                let is_a_move = all.contains(&left);
                answers.insert(left);
                is_a_move
            })
        });
        all_are_moves && answers.len() + 1 == all.len()
    })
}
