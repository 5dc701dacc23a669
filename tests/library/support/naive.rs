//! The naive oracle: recursive, on whole positions. It shares nothing with the crate but the trait. It remembers the whole positions of one question,
//! as lists in the order in which moves leave them, since a random game can have millions of lines of play and few positions.

use std::collections::{HashMap, HashSet};

use grundy::{ImpartialGame, Outcome, Play};

/// The Grundy value of a whole position.
pub(crate) fn grundy<G: ImpartialGame>(game: &G, components: &[G::Position]) -> u64 {
    by_options(game, components, &mut HashMap::new(), &|values: &[u64]| {
        let values: HashSet<_> = values.iter().collect();
        (0..=values.len() as u64).find(|value| !values.contains(value)).unwrap()
    })
}

/// Who wins a whole position.
pub(crate) fn outcome<G: ImpartialGame>(game: &G, components: &[G::Position], play: Play) -> Outcome {
    by_options(game, components, &mut HashMap::new(), &|outcomes: &[Outcome]| {
        let last_player_to_move_lost = outcomes.is_empty() && play == Play::Misere;
        if last_player_to_move_lost || outcomes.contains(&Outcome::P) { Outcome::N } else { Outcome::P }
    })
}

/// The numbers of moves in the shortest and in the longest game from a whole position.
pub(crate) fn lengths<G: ImpartialGame>(game: &G, components: &[G::Position]) -> (u64, u64) {
    by_options(game, components, &mut HashMap::new(), &|options: &[(u64, u64)]| {
        let shortest = options.iter().map(|(shortest, _)| shortest + 1).min();
        let longest = options.iter().map(|(_, longest)| longest + 1).max();
        (shortest.unwrap_or(0), longest.unwrap_or(0))
    })
}

/// What follows for a whole position from what follows for each of its options.
fn by_options<G: ImpartialGame, A: Copy>(
    game: &G,
    components: &[G::Position],
    known: &mut HashMap<Vec<G::Position>, A>,
    follows: &impl Fn(&[A]) -> A,
) -> A {
    if let Some(answer) = known.get(components) {
        return *answer;
    }
    let options = options(game, components);
    let of_options: Vec<A> = options.iter().map(|option| by_options(game, option, known, follows)).collect();
    let answer = follows(&of_options);
    known.insert(components.to_vec(), answer);
    answer
}

/// What the moves of a whole position leave.
pub(crate) fn options<G: ImpartialGame>(game: &G, components: &[G::Position]) -> Vec<Vec<G::Position>> {
    let mut options = Vec::new();
    for (place, component) in components.iter().enumerate() {
        for mv in game.moves(component) {
            let mut option = components.to_vec();
            option.splice(place..=place, game.play(component, &mv));
            options.push(option);
        }
    }
    options
}
