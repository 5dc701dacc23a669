//! What the oracle of a rule book says, asked directly.

use grundy::{Answer, Control, ImpartialGame, Nimber, Notes, Outcome, Play, Question};

/// Who wins a sum, if the oracle knows.
pub(crate) fn known_outcome<G: ImpartialGame>(game: &G, sum: &[G::Position], play: Play) -> Option<Outcome> {
    match game.oracle(Question::Outcome { sum, play }, &mut Notes::default(), &mut Control::new()) {
        Answer::Outcome(outcome) => Some(outcome),
        Answer::Unknown => None,
        other => panic!("asked for an outcome, {other:?}"),
    }
}

/// The first moves that leave a value, no more than `most`, and the `size_hint` of all of them, if the oracle knows.
#[expect(clippy::type_complexity, reason = "the parts are those of an iterator")]
pub(crate) fn some_moves_leaving<G: ImpartialGame>(
    game: &G,
    component: &G::Position,
    value: Nimber,
    most: usize,
) -> Option<(Vec<G::Move>, (usize, Option<usize>))> {
    match game.oracle(Question::MovesLeaving { component, value }, &mut Notes::default(), &mut Control::new()) {
        Answer::Moves(moves) => {
            let size = moves.size_hint();
            Some((moves.take(most).collect(), size))
        }
        Answer::Unknown => None,
        other => panic!("asked for moves, {other:?}"),
    }
}

/// All moves that leave a value, if the oracle knows.
pub(crate) fn moves_leaving<G: ImpartialGame>(
    game: &G,
    component: &G::Position,
    value: Nimber,
) -> Option<Vec<G::Move>> {
    some_moves_leaving(game, component, value, usize::MAX).map(|(moves, _)| moves)
}
