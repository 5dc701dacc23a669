//! Values of heaps as oracles of any rule book whose positions are heaps.

use std::any::{Any, TypeId};
use std::rc::Rc;

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::heap::counted::{Count, Counted};
use crate::heap::moves_to::{Test, has_many_moves, moves_leaving};
use crate::heap::{BreakMove, PeriodicValues, Sequence, TakeAndBreak};
use crate::nimber::Nimber;
use crate::oracle::Oracle;
use crate::question::{Answer, Question};

/// Answers for all heaps: values, and the moves that leave a value. The oracle must be that of the same game: heap *n* of its code is
/// heap *n* of the rule book.
impl<G: ImpartialGame<Position: Copy + Into<u128>>> Oracle<G> for PeriodicValues {
    fn answer<'a>(
        &'a mut self,
        game: &'a G,
        question: Question<'a, G::Position>,
        _: &mut Control,
    ) -> Answer<'a, G::Move> {
        let values = &*self;
        match question {
            Question::Value(heap) => Answer::value(values.value((*heap).into())),
            Question::MovesLeaving { component, value } => {
                let by_code = || moves_leaving(values, (*component).into(), value);
                moves_of_any(game, component, values.code(), by_code, &leaves(|heap| values.value(heap), value))
            }
            _ => Answer::Unknown,
        }
    }
}

/// Answers for the heaps that have been computed: values, and the moves that leave a value. The oracle must be that of the same game:
/// heap *n* of its code is heap *n* of the rule book.
impl<G: ImpartialGame<Position: Copy + Into<u128>>> Oracle<G> for Sequence {
    fn answer<'a>(
        &'a mut self,
        game: &'a G,
        question: Question<'a, G::Position>,
        _: &mut Control,
    ) -> Answer<'a, G::Move> {
        let sequence = &*self;
        let value_of = move |heap: u128| sequence.value(usize::try_from(heap).ok()?);
        match question {
            Question::Value(heap) => Answer::value(value_of((*heap).into())),
            Question::MovesLeaving { component, value } if value_of((*component).into()).is_some() => {
                moves_of_any(game, component, sequence.code(), || None, &leaves(value_of, value))
            }
            _ => Answer::Unknown,
        }
    }
}

/// The test whether heaps have the nim-sum `target`. Heaps without a known value do not pass.
pub(crate) fn leaves<'a>(value_of: impl Fn(u128) -> Option<Nimber> + 'a, target: Nimber) -> Test<'a> {
    Rc::new(move |heaps| heaps.iter().map(|heap| value_of(*heap)).sum::<Option<Nimber>>() == Some(target))
}

/// The moves in a heap that leave heaps which pass the test, found by trying the moves one by one.
pub(crate) fn moves_by_trying<'a, G: ImpartialGame<Position: Copy + Into<u128>> + ?Sized>(
    game: &'a G,
    heap: &'a G::Position,
    passes: &Test<'a>,
) -> Counted<'a, G::Move> {
    let passes = Rc::clone(passes);
    Counted::by_trying(move || game.moves(heap), move |mv: &G::Move| is_left(game, heap, mv, &passes))
}

/// Whether a move leaves heaps that pass the test.
fn is_left<G: ImpartialGame<Position: Copy + Into<u128>> + ?Sized>(
    game: &G,
    heap: &G::Position,
    mv: &G::Move,
    passes: &Test<'_>,
) -> bool {
    let left = game.play(heap, mv).into_iter().map(Into::into).filter(|heap| *heap > 0);
    passes(&left.collect::<Components<u128>>())
}

/// Maximum size of a heap whose moves are tried one by one: that takes less than a second. A guard, chosen by no bench.
pub(crate) const MOST_TRIED: u128 = 1 << 24;

/// Minimum number of winning moves for which only the first ones are searched for: a solver lists [`FIRST_FOUND`] less one of them
/// and counts the others.
const MANY: u128 = 1 << 20;
/// Number of moves that are found before the answer is given: one more than a solver lists.
const FIRST_FOUND: usize = (1 << 10) + 1;
/// Maximum number of moves that are tried to find them: some 50 ms. A guard, chosen by no bench.
const FIRST_TRIED: usize = 1 << 20;

/// The moves in a heap that leave heaps which pass the test, in any rule book. `by_code` finds them by the code of the same game, if it
/// can.
///
/// In a heap of at most [`MOST_TRIED`] counters, moves are tried one by one, unless there are [many](has_many_moves). Else they are those of `by_code`, if the
/// rule book has moves of the same type. Otherwise `by_code` counts them only; if there are many, the first are soon found by trying.
pub(crate) fn moves_of_any<'a, G: ImpartialGame<Position: Copy + Into<u128>>>(
    game: &'a G,
    heap: &'a G::Position,
    code: &TakeAndBreak,
    by_code: impl FnOnce() -> Option<Counted<'a, BreakMove>>,
    passes: &Test<'a>,
) -> Answer<'a, G::Move> {
    if (*heap).into() <= MOST_TRIED && !has_many_moves(code, (*heap).into()) {
        return Answer::moves(moves_by_trying(game, heap, passes));
    }
    let Some(by_code) = by_code() else { return Answer::Unknown };
    if TypeId::of::<G::Move>() == TypeId::of::<BreakMove>() {
        let same_type = |mv: BreakMove| (&mv as &dyn Any).downcast_ref::<G::Move>().cloned();
        return Answer::moves(by_code.map(move |mv| same_type(mv).expect("the types have been compared")));
    }
    let Count { least, is_all } = by_code.number();
    if least == 0 && is_all {
        return Answer::moves(std::iter::empty());
    }
    if least < MANY {
        return Answer::Unknown;
    }
    let test = Rc::clone(passes);
    let mut tried = game.moves(heap);
    let wins = tried.by_ref().take(FIRST_TRIED).filter(|mv| is_left(game, heap, mv, &test));
    let first: Vec<G::Move> = wins.take(FIRST_FOUND).collect();
    if first.len() < FIRST_FOUND {
        return Answer::Unknown;
    }
    let all = first.into_iter().chain(tried.filter(move |mv| is_left(game, heap, mv, &test)));
    Answer::moves(Counted::new(all, move || Count { least, is_all: false }))
}
