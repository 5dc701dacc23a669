//! Waiting moves: strategy stealing.

use std::collections::HashMap;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::whole::Whole;

/// A waiting move: after it, the answers of the opponent leave exactly what the other moves would have left.
///
/// Theorem (strategy stealing): in normal play a position with a waiting move is N. If the waiting move does not win, the opponent has a
/// winning answer to it, but another move leaves the same as that answer, and wins. The proof does not say which move wins.
///
/// The result is the first such move in reading order. `None` says nothing about the outcome. Nothing is solved: every move is played once,
/// and after it every answer up to the first that leaves what no move does. Memory is a few words for each move. The result is `None` also
/// for a position with more than 2^14 moves, and after 2^20 answers.
///
/// ```
/// use grundy::chomp::{Board, Chomp, Tile};
/// use grundy::{Kayles, Nim, waiting_move};
///
/// // The corner of the rectangle that is opposite to the poisoned one.
/// assert_eq!(waiting_move(&Chomp::poisoned(), &Board::rectangle(8, 10)?), Some(Tile { row: 8, column: 10 }));
/// assert_eq!(waiting_move(&Kayles, &5), None);
/// assert_eq!(waiting_move(&Nim, &u64::MAX), None); // there are more than 2^14 moves
/// # Ok::<(), grundy::chomp::BoardError>(())
/// ```
///
/// Reference: Winning Ways, ch. 18 (Chomp); Gale 1974.
pub fn waiting_move<G: ImpartialGame>(game: &G, position: &G::Position) -> Option<G::Move> {
    let whole = Whole(game);
    let moves: Vec<G::Move> = game.moves(position).take(MOST_MOVES + 1).collect();
    if moves.len() > MOST_MOVES {
        return None;
    }
    let left_by = |mv: &G::Move| whole.memo_key(game.play(position, mv));
    // Moves that leave the same are one choice. What a move leaves may be large, so that only its hash is kept, and it is played again to
    // compare.
    let mut choices: HashMap<u64, Vec<usize>, FxBuildHasher> = HashMap::default();
    let find = |choices: &HashMap<u64, Vec<usize>, _>, left: &Components<G::Position>| {
        let places = choices.get(&FxBuildHasher.hash_one(left))?;
        places.iter().copied().find(|place| left_by(&moves[*place]) == *left)
    };
    let mut number = 0;
    for (place, mv) in moves.iter().enumerate() {
        let left = left_by(mv);
        if find(&choices, &left).is_none() {
            choices.entry(FxBuildHasher.hash_one(&left)).or_default().push(place);
            number += 1;
        }
    }
    let mut looked_at = 0;
    for mv in &moves {
        let after = game.play(position, mv);
        let mut is_answer = vec![false; moves.len()];
        let mut answers = 0;
        // A waiting move: every answer is one of the other choices, and every other choice is an answer.
        let mut all_are_choices = true;
        for left in whole.moves(&after).flat_map(|answer| whole.play(&after, &answer)) {
            looked_at += 1;
            if looked_at > MOST_ANSWERS {
                return None;
            }
            let Some(place) = find(&choices, &whole.memo_key(left)) else {
                all_are_choices = false;
                break;
            };
            // Several answers may leave the same: each choice counts once.
            answers += usize::from(!std::mem::replace(&mut is_answer[place], true));
        }
        // All choices but one: no answer leaves what the waiting move itself leaves, since play ends.
        if all_are_choices && answers + 1 == number {
            return Some(mv.clone());
        }
    }
    None
}

/// Maximum number of moves of a position; a guard, with the next, that bounds the time to about a second.
const MOST_MOVES: usize = 1 << 14;
/// Maximum number of answers that are compared.
const MOST_ANSWERS: usize = 1 << 20;
