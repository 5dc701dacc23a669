//! Waiting moves: strategy stealing.

use std::collections::HashMap;
use std::hash::BuildHasher;

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
/// The first such move in reading order is given; `None` says nothing about who wins. Nothing is solved. Every move is played
/// once, and every answer to it until one is found that is no move; memory is a few words for each move. A position with
/// more than 2^14 moves has no answer but `None`, and so has one in which 2^20 answers do not lead to a waiting move.
///
/// ```
/// use grundy::chomp::{Board, Chomp, Tile};
/// use grundy::{Kayles, Nim, waiting_move};
///
/// // The corner of the rectangle that is opposite to the poisoned one.
/// assert_eq!(waiting_move(&Chomp::poisoned(), &Board::rectangle(8, 10)?), Some(Tile { row: 8, column: 10 }));
/// assert_eq!(waiting_move(&Kayles, &5), None);
/// assert_eq!(waiting_move(&Nim, &u64::MAX), None); // take 1, which is not looked for among so many
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
    // Moves that leave the same are one choice. What they leave may be large: it is known by its hash and made again.
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
        // Every answer is one of the other choices, and every other choice is an answer.
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
            answers += usize::from(!std::mem::replace(&mut is_answer[place], true));
        }
        if all_are_choices && answers + 1 == number {
            return Some(mv.clone());
        }
    }
    None
}

/// The most moves that a position may have.
const MOST_MOVES: usize = 1 << 14;
/// The most answers that are looked at.
const MOST_ANSWERS: usize = 1 << 20;
