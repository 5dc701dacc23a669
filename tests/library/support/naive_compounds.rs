//! Compounds by their definition: recursive, uncached, sets of components by bits. It shares nothing with the crate but the
//! trait and the names of the ways to play.

use grundy::compound::{Ends, Kind, Way};
use grundy::{ImpartialGame, Outcome, Play};

use super::naive::options as whole_options;

/// Who wins, for components each of which is a whole position.
pub(crate) fn outcome<G: ImpartialGame>(game: &G, way: Way, components: &[Vec<G::Position>]) -> Outcome {
    let options = options(game, way, components);
    if options.is_empty() {
        return if way.play == Play::Normal { Outcome::P } else { Outcome::N };
    }
    let some_is_lost = options.iter().any(|option| outcome(game, way, option) == Outcome::P);
    if some_is_lost { Outcome::N } else { Outcome::P }
}

/// What the moves leave.
pub(crate) fn options<G: ImpartialGame>(
    game: &G,
    way: Way,
    components: &[Vec<G::Position>],
) -> Vec<Vec<Vec<G::Position>>> {
    let each: Vec<Vec<Vec<G::Position>>> = components.iter().map(|component| whole_options(game, component)).collect();
    let open: u32 = each.iter().zip(0..).map(|(options, place)| u32::from(!options.is_empty()) << place).sum();
    let all = (1 << components.len()) - 1;
    if way.ends == Ends::Short && open != all {
        return Vec::new();
    }
    let may_move = |set: u32| match way.kind {
        Kind::Disjunctive => set.is_power_of_two(),
        Kind::Conjunctive => set == open,
        Kind::Selective => true,
    };
    let mut found = Vec::new();
    for set in (1..=all).filter(|set| set & !open == 0 && may_move(*set)) {
        let mut left = vec![Vec::new()];
        for (place, component) in components.iter().enumerate() {
            let choices = if set >> place & 1 == 1 { each[place].clone() } else { vec![component.clone()] };
            left = left
                .iter()
                .flat_map(|begun: &Vec<_>| {
                    choices.iter().map(|choice| [&begun[..], std::slice::from_ref(choice)].concat())
                })
                .collect();
        }
        found.extend(left);
    }
    found
}
