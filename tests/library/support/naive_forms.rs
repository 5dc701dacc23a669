//! Misère canonical forms the naive way: games as sets of sets, no store, nothing remembered. It shares nothing with the crate
//! but the trait.

use std::collections::BTreeSet;

use grundy::ImpartialGame;

/// A game as the set of its options, in its simplest form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Form(pub(crate) BTreeSet<Form>);

/// The form of a whole position.
pub(crate) fn form<G: ImpartialGame>(game: &G, components: &[G::Position]) -> Form {
    let forms = components.iter().map(|component| form_of_one(game, component));
    forms.fold(Form(BTreeSet::new()), |one, other| sum(&one, &other))
}

fn form_of_one<G: ImpartialGame>(game: &G, component: &G::Position) -> Form {
    let options = game.moves(component).map(|mv| form(game, &game.play(component, &mv)));
    simplest(options.collect())
}

/// The form of a sum.
pub(crate) fn sum(one: &Form, other: &Form) -> Form {
    let moves_in_one = one.0.iter().map(|option| sum(option, other));
    let moves_in_other = other.0.iter().map(|option| sum(one, option));
    simplest(moves_in_one.chain(moves_in_other).collect())
}

/// Tries every option of an option: the definition of a reversible option, word for word.
fn simplest(options: BTreeSet<Form>) -> Form {
    let candidates = options.iter().flat_map(|option| &option.0);
    let simpler = candidates.into_iter().find(|form| {
        form.0.is_subset(&options)
            && options.difference(&form.0).all(|reversible| reversible.0.contains(form))
            && (!form.0.is_empty() || next_player_wins(&options))
    });
    simpler.cloned().unwrap_or(Form(options))
}

fn next_player_wins(options: &BTreeSet<Form>) -> bool {
    options.is_empty() || options.iter().any(|option| !next_player_wins(&option.0))
}
