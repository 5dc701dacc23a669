//! The naive oracle: recursive, uncached, on whole positions. It shares nothing with the crate but the trait.

use std::collections::HashSet;

use grundy::{ImpartialGame, Outcome, Play};

/// The Grundy value of a whole position.
pub(crate) fn grundy<G: ImpartialGame>(game: &G, components: &[G::Position]) -> u64 {
    let values: HashSet<u64> = options(game, components).iter().map(|option| grundy(game, option)).collect();
    (0..=values.len() as u64).find(|value| !values.contains(value)).unwrap()
}

/// Who wins a whole position.
pub(crate) fn outcome<G: ImpartialGame>(game: &G, components: &[G::Position], play: Play) -> Outcome {
    let options = options(game, components);
    let last_player_to_move_lost = options.is_empty() && play == Play::Misere;
    if last_player_to_move_lost || options.iter().any(|option| outcome(game, option, play) == Outcome::P) {
        Outcome::N
    } else {
        Outcome::P
    }
}

/// The numbers of moves in the shortest and in the longest game from a whole position.
pub(crate) fn lengths<G: ImpartialGame>(game: &G, components: &[G::Position]) -> (u64, u64) {
    let of_options: Vec<_> = options(game, components).iter().map(|option| lengths(game, option)).collect();
    let shortest = of_options.iter().map(|(shortest, _)| shortest + 1).min();
    let longest = of_options.iter().map(|(_, longest)| longest + 1).max();
    (shortest.unwrap_or(0), longest.unwrap_or(0))
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
