//! The working by the values: the binary table, the hint in one sentence, and why a game was won.

use grundy::solver::Reason;
use grundy::{Explanation, Nimber, Notation, Outcome};

use crate::answers::Working;

/// The nim-sum of the values, column by column; and each value in binary, padded to the width of the longest.
pub(crate) fn working(values: &[Nimber], is_over: bool) -> (Working, Vec<String>) {
    let sum: Nimber = values.iter().sum();
    let columns =
        values.iter().chain([&sum]).filter_map(|value| value.leftmost_bit()).max().map_or(1, |bit| bit as usize + 1);
    let binary = |value: &Nimber| format!("{value:0columns$b}");
    let sentence = match sum.leftmost_bit() {
        Some(column) => {
            format!("The leftmost odd column is number {} from the right: whoever is to move can win.", column + 1)
        }
        None if is_over => "No move is left.".to_owned(),
        None => "Every column is even: whoever is to move loses against good play.".to_owned(),
    };
    // The leftmost column first, as numbers are written.
    let odd = (0..columns).rev().map(|column| sum.get() >> column & 1 == 1).collect();
    let working = Working { value: sum.get(), binary: binary(&sum), odd, sentence };
    (working, values.iter().map(binary).collect())
}

/// The working in one sentence, with the move to play.
pub(crate) fn hint<G: Notation>(game: &G, explanation: &Explanation<G::Position, G::Move>) -> String
where
    G::Move: std::fmt::Display,
{
    let Some(turn) = &explanation.turn else { return "No move is left: the game is over.".to_owned() };
    let component = explanation.components.get(turn.mv.component);
    let name = component.map_or("component", |component| game.component_name(&component.position));
    let place = turn.mv.component + 1;
    // Quadrants have different names. Components with the same name are numbered, and heaps and rows always are.
    let is_shared =
        explanation.components.iter().filter(|other| game.component_name(&other.position) == name).count() > 1;
    let is_numbered = is_shared || ["heap", "row"].contains(&name);
    let name = if is_numbered { format!("{name} {place}") } else { format!("the {name}") };
    let mv = &turn.mv.mv;
    match (&explanation.reason, component.and_then(|component| component.value)) {
        (Reason::OddColumn { nim_sum, column }, Some(value)) => format!(
            "{mv} wins: {name} has a one in the leftmost odd column, number {} from the right, and goes from {} to {} xor {} = {}, so that every column becomes even.",
            column + 1,
            value.get(),
            value.get(),
            nim_sum.get(),
            (value + *nim_sum).get(),
        ),
        _ if explanation.outcome == Outcome::N => format!("{mv} in {name} wins."),
        (reason, _) => {
            let answered = match reason {
                Reason::AllColumnsEven => "Every column is even, so each move can be answered",
                // Who wins is known without values.
                _ => "Each move can be answered",
            };
            if explanation.compared {
                format!("{answered}; after {mv} in {name} the smallest share of the answers wins.")
            } else {
                format!("{answered}, and there are too many to compare; {mv} in {name} is the first.")
            }
        }
    }
}

/// Why a game was won, by the nim-sums of its positions up to the last, in which no move is left. Some nim-sums may be unknown, and so may the positions
/// before them, which `earlier` moves have left.
pub(crate) fn why(players: &[String; 2], earlier: usize, sums: &[Option<Nimber>]) -> String {
    let moves = earlier + sums.len().saturating_sub(1);
    if moves == 0 {
        return "Nothing was played: there was no move.".to_owned();
    }
    // The player who began made the moves 1, 3, 5 and so on.
    let loser = moves % 2;
    let (winner, loser_name) = (&players[1 - loser], &players[loser]);
    let won = format!("{} made the last move and won.", capitalised(winner));
    // What was lost before the last position without a nim-sum cannot be told, also where earlier ones have some.
    let known = sums.iter().rposition(Option::is_none).map_or(0, |unknown| unknown + 1);
    // The last move of the loser from an N-position, with the nim-sums before and after it.
    // `played` moves were made before this pair, so the player with the index `played % 2` made the next one.
    let missed = sums.iter().zip(sums.iter().skip(1)).enumerate().rev().find_map(|(place, pair)| {
        let played = earlier + place;
        match pair {
            (Some(before), Some(after)) if place >= known && played % 2 == loser && !before.is_zero() => {
                Some((played + 1, before, after))
            }
            _ => None,
        }
    });
    if let Some((mv, before, after)) = missed {
        return format!(
            "{won} Move {mv} was the last chance for {loser_name}: the nim-sum was {}, and to leave 0 would have won, but it became {}. \
             After that {winner} left 0 every time.",
            before.get(),
            after.get(),
        );
    }
    match (known, earlier) {
        (1.., _) => format!(
            "{won} Some positions up to move {} were too large to be solved; after that {winner} left 0 every time.",
            earlier + known
        ),
        (0, 1..) => {
            format!(
                "{won} The game is too long to be told from its beginning; after move {earlier} {winner} left 0 every time."
            )
        }
        (0, 0) => format!("{won} There was no chance for {loser_name}: {winner} left nim-sum 0 every time."),
    }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value before a position without one is that of a symmetric board, which a theorem tells at once.
    #[test]
    fn what_was_lost_before_an_unknown_position_is_not_told() {
        let players = ["Ann", "Bob"].map(str::to_owned);
        let told =
            |sums: &[Option<u64>]| why(&players, 10, &sums.iter().map(|sum| sum.map(Nimber::new)).collect::<Vec<_>>());
        // Ann could have won by move 11, and perhaps by move 13.
        let gap = [Some(3), Some(2), None, Some(1), Some(0), Some(1), Some(0)];
        let sentence = told(&gap);
        assert!(
            sentence.ends_with(
                "Some positions up to move 13 were too large to be solved; after that Bob left 0 every time."
            ),
            "{sentence}"
        );
        let late = [Some(3), None, Some(3), Some(2), Some(0)];
        let sentence = told(&late);
        assert!(sentence.contains("Move 13 was the last chance for Ann: the nim-sum was 3"), "{sentence}");
    }
}
