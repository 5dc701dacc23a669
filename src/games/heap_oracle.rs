//! The oracle of rule books on heaps: proved periods, sequences, misère quotients.

use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::heap::{
    BreakMove, Counted, HeapValues, MOST_TRIED, Repeats, TakeAndBreak, Test, leaves, moves_by_trying, moves_leaving,
};
use crate::misere;
use crate::misere::quotient::{MisereQuotient, SoonFound};
use crate::nimber::Nimber;
use crate::notes::Notes;
use crate::outcome::Play;
use crate::question::{Answer, Question};

/// A rule book whose positions are sizes of heaps. A heap has the same game tree as the heap of that size in a take-and-break code.
pub(super) trait OnHeaps: ImpartialGame<Position: Copy + Into<u128>> {
    /// The code; `None` if the game has none, or one that would be too long.
    fn code(&self) -> Option<TakeAndBreak>;

    /// The moves in a heap whose result passes a test, in reading order; `None` if they can't be found soon. `repeats` is the period of
    /// the test in the size of the heaps that are left. The default tries all moves of small heaps, and gives up on large heaps.
    fn moves_passing<'a>(
        &'a self,
        heap: &'a Self::Position,
        repeats: Option<Repeats>,
        passes: &Test<'a>,
    ) -> Option<Counted<'a, Self::Move>> {
        let _ = repeats;
        ((*heap).into() <= MOST_TRIED).then(|| moves_by_trying(self, heap, passes))
    }

    /// The rule book's form of a move of the code; `None` if the rule book lists its moves in another order than the code does.
    fn of_code(&self, mv: BreakMove) -> Option<Self::Move> {
        let _ = mv;
        None
    }
}

/// The notes of the oracle between questions.
#[derive(Debug, Default)]
pub(super) struct HeapNotes {
    values: Option<HeapValues>,
    quotient: Option<SoonFound>,
}

/// The method `oracle` of a rule book on heaps.
macro_rules! oracle_on_heaps {
    () => {
        fn oracle<'a>(
            &'a self,
            question: Question<'a, Self::Position>,
            notes: &'a mut Notes,
            control: &mut Control,
        ) -> Answer<'a, Self::Move> {
            crate::games::heap_oracle::answer(self, question, notes, control)
        }
    };
}
pub(super) use oracle_on_heaps;

/// Answers questions in normal play by the values of the heaps, and questions in misère play by the misère quotient.
pub(super) fn answer<'a, G: OnHeaps>(
    game: &'a G,
    question: Question<'a, G::Position>,
    notes: &'a mut Notes,
    control: &mut Control,
) -> Answer<'a, G::Move> {
    let HeapNotes { values, quotient } = notes.own();
    let answered = match question {
        // With a closed form of the values a solver tries the moves.
        Question::MovesLeaving { component, .. } if game.known_value(component).is_some() => Ok(Answer::Unknown),
        Question::Value(heap) => known_values(game, values, (*heap).into(), control)
            .map(|values| Answer::value(values.and_then(|values| values.value((*heap).into())))),
        Question::MovesLeaving { component, value } => known_values(game, values, (*component).into(), control)
            .map(|values| values.map_or(Answer::Unknown, |values| moves_to_value(game, values, component, value))),
        Question::Outcome { sum, play: Play::Misere }
        | Question::Winning { sum, play: Play::Misere, .. }
        | Question::Argument { sum, play: Play::Misere } => {
            let heaps: Vec<u128> = sum.iter().map(|heap| (*heap).into()).collect();
            known_quotient(game, quotient, &heaps, control).map(|known| match known {
                Some(known) => misere::quotient::answer(known, question, &heaps, |heap, wins| {
                    game.moves_passing(heap, known.repeats(), wins).map_or(Answer::Unknown, Answer::moves)
                }),
                None => Answer::Unknown,
            })
        }
        _ => Ok(Answer::Unknown),
    };
    answered.unwrap_or_else(Answer::Stopped)
}

/// The values, extended to a heap as far as the control allows; `None` if the game has no code.
fn known_values<'a, G: OnHeaps>(
    game: &G,
    notes: &'a mut Option<HeapValues>,
    heap: u128,
    control: &mut Control,
) -> Result<Option<&'a HeapValues>, Stopped> {
    if notes.is_none() {
        *notes = game.code().map(HeapValues::new);
    }
    let Some(values) = notes else { return Ok(None) };
    values.reach(heap, control)?;
    Ok(Some(values))
}

/// The moves in a heap that leave a value, in reading order.
fn moves_to_value<'a, G: OnHeaps>(
    game: &'a G,
    values: &'a HeapValues,
    heap: &'a G::Position,
    target: Nimber,
) -> Answer<'a, G::Move> {
    let size = (*heap).into();
    if values.value(size).is_none() {
        return Answer::Unknown;
    }
    if let HeapValues::All(all) = values
        && all.repeats().is_none()
    {
        // Values without a period grow, so few moves leave a given value: they are listed at once.
        let moves = moves_leaving(all, size, target).map(|moves| moves.map(|mv| game.of_code(mv)));
        return match moves.and_then(Iterator::collect::<Option<Vec<_>>>) {
            Some(moves) => Answer::moves(moves.into_iter()),
            None => Answer::Unknown,
        };
    }
    let passes = leaves(|heap| values.value(heap), target);
    game.moves_passing(heap, values.repeats(), &passes).map_or(Answer::Unknown, Answer::moves)
}

/// The misère quotient, if one that reaches the largest heap of a sum is found soon.
fn known_quotient<'a, G: OnHeaps>(
    game: &G,
    notes: &'a mut Option<SoonFound>,
    heaps: &[u128],
    control: &mut Control,
) -> Result<Option<&'a MisereQuotient>, Stopped> {
    if notes.is_none() {
        *notes = game.code().map(SoonFound::new);
    }
    let Some(found) = notes else { return Ok(None) };
    let reaches = found.reach(heaps.iter().copied().max().unwrap_or(0), control)?;
    Ok(reaches.then_some(found.quotient()))
}
