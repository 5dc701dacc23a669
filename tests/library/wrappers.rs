//! What wraps a game hands on every hint: a wrapper that forgets one would still be right, and slow.

use std::fmt::{Debug, Display};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use crate::support::asked::{known_outcome, moves_leaving};
use crate::support::games::rules_of_a_heap;
use grundy::Either::{self, Left, Right};
use grundy::compound::{Join, Truncate};
use grundy::games::Region;
use grundy::{
    Answer, At, Components, Control, Cram, ImpartialGame, Keyed, Nim, Nimber, Notation, Notes, Outcome, Play, Question,
    Registry, Solver, Sprouts, Sum, SumMove, SumOf, Unhinted, Whole,
};

/// A game whose hints are all overridden, each with an answer that the default would not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hinted;

impl ImpartialGame for Hinted {
    rules_of_a_heap!();

    const SEARCHES_NIMBERS: bool = true;
    const SEARCHES_FORMS: bool = false;

    fn allows(&self, _: &u64, left: &u64) -> bool {
        *left == 1000
    }

    fn class_code(&self, heap: &u64) -> Option<u128> {
        Some((*heap + 1000).into())
    }

    fn expected_work(&self, heap: &u64) -> Option<u32> {
        u32::try_from(*heap + 1000).ok()
    }

    /// Tells of the options that it gets, and then of one of its own.
    fn keyed_options(
        &self,
        heap: &u64,
        options: impl Iterator<Item = Components<u64>>,
        mut visit: impl FnMut(Keyed<u64>) -> ControlFlow<()>,
    ) {
        for component in options.flatten().chain([heap + 2000]) {
            for keyed in [Keyed::Known(Nimber::new(5)), Keyed::Key(component), Keyed::Pause, Keyed::End] {
                let _ = visit(keyed);
            }
        }
    }

    fn options(&self, heap: &u64) -> impl Iterator<Item = Components<u64>> {
        [Components::from(heap + 1000)].into_iter()
    }

    fn memo_key(&self, heap: u64) -> u64 {
        heap + 1000
    }

    fn known_value(&self, heap: &u64) -> Option<Nimber> {
        Some(Nimber::new(heap + 1000))
    }

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
        match question {
            Question::Value(heap) => Answer::Value(Nimber::new(heap + 1000)),
            Question::Outcome { sum, play } => {
                Answer::outcome((!sum.is_empty()).then_some(if play == Play::Normal { Outcome::N } else { Outcome::P }))
            }
            Question::MovesLeaving { component, value } => Answer::moves([component + value.get(), 1000].into_iter()),
            _ => Answer::Unknown,
        }
    }

    fn move_name(&self, heap: &u64, left: &u64) -> Option<String> {
        Some(format!("{heap} to {left}"))
    }
}

/// Every answer of the game inside, at heap 3, comes out of the wrapper. The functions take heaps into the wrapper.
fn hands_on_every_hint<W, P, M>(wrapper: &W, position: impl Fn(u64) -> P, mv: impl Fn(u64) -> M)
where
    W: ImpartialGame<Position = P, Move = M>,
    P: Debug + PartialEq,
    M: Debug + PartialEq,
{
    let three = position(3);
    assert_eq!(wrapper.moves(&three).collect::<Vec<_>>(), [mv(0), mv(1), mv(2)]);
    assert_eq!(&wrapper.play(&three, &mv(2))[..], [position(2)]);
    assert!(wrapper.allows(&three, &mv(1000)) && !wrapper.allows(&three, &mv(1)));
    let options: Vec<Components<P>> = wrapper.options(&three).collect();
    assert_eq!(options, [Components::from([position(1003)])]);
    assert_eq!(wrapper.memo_key(position(3)), position(1003));
    assert_eq!(wrapper.known_value(&three), Some(Nimber::new(1003)));
    let pair = [position(3), position(4)];
    assert_eq!(known_outcome(wrapper, &pair, Play::Normal), Some(Outcome::N));
    assert_eq!(known_outcome(wrapper, &pair, Play::Misere), Some(Outcome::P));
    let told: Vec<M> = moves_leaving(wrapper, &three, Nimber::new(7)).expect("told");
    assert_eq!(told, [mv(10), mv(1000)]);
    assert_eq!(wrapper.move_name(&three, &mv(2)).as_deref(), Some("3 to 2"));
    assert!(W::SEARCHES_NIMBERS && !W::SEARCHES_FORMS);
    assert_eq!(wrapper.expected_work(&three), Some(1003));
    assert_ne!(wrapper.class_code(&three).unwrap(), wrapper.class_code(&position(4)).unwrap());
    let mut told = Vec::new();
    wrapper.keyed_options(&three, options.into_iter(), |keyed| {
        told.push(keyed);
        ControlFlow::Continue(())
    });
    let expected =
        [1003, 2003].map(|heap| [Keyed::Known(Nimber::new(5)), Keyed::Key(position(heap)), Keyed::Pause, Keyed::End]);
    assert_eq!(told, expected.into_iter().flatten().collect::<Vec<_>>());
}

/// Two games that give the same number to unlike positions.
#[test]
fn classes_of_two_games_are_apart() {
    let sum = Sum(Hinted, Hinted);
    assert_ne!(sum.class_code(&Left(3)).unwrap(), sum.class_code(&Right(3)).unwrap());
    let table = SumOf(vec![Hinted, Hinted]);
    assert_ne!(table.class_code(&At { game: 0, position: 3 }), table.class_code(&At { game: 1, position: 3 }));
}

/// A board of Cram beside a heap takes the listings of the board alone, and no more.
#[test]
fn a_sum_is_searched_as_its_games_are() {
    let board = || Region::rectangle(4, 5).unwrap();
    let mut alone = Solver::new(Cram);
    let value = alone.grundy(board()).unwrap();
    let mut beside = Solver::new(Cram.plus(Nim));
    assert_eq!(beside.grundy([Left(board()), Right(9)]), Ok(value + Nimber::new(9)));
    let mut listed = Solver::new(SumOf(vec![Cram, Cram]));
    assert_eq!(listed.grundy(At { game: 1, position: board() }), Ok(value));
    assert_eq!([beside.control().done(), listed.control().done()], [alone.control().done(); 2]);
    let sprouts = Sprouts.parse("0*4").unwrap();
    let mut alone = Solver::new(Sprouts);
    let outcome = alone.outcome_in(Play::Misere, sprouts.clone()).unwrap();
    let mut beside = Solver::new(Sprouts.plus(Nim));
    assert_eq!(beside.outcome_in(Play::Misere, sprouts.into_iter().map(Left).collect::<Components<_>>()), Ok(outcome));
    assert!(beside.control().done() <= 2 * alone.control().done(), "{}", beside.control().done());
}

#[test]
fn pointers_hand_on_every_hint() {
    hands_on_every_hint(&Hinted, |heap| heap, |left| left);
    hands_on_every_hint(&&Hinted, |heap| heap, |left| left);
    hands_on_every_hint(&Box::new(Hinted), |heap| heap, |left| left);
    hands_on_every_hint(&Rc::new(Hinted), |heap| heap, |left| left);
    hands_on_every_hint(&Arc::new(&Box::new(Hinted)), |heap| heap, |left| left);
}

/// So that a registry takes a pointer as it takes the game.
#[test]
fn pointers_read_and_write_as_their_games() {
    fn check<G: Notation<Position = Region, Move: Display> + Send + Sync + 'static>(game: G) {
        let board = game.parse("3x4").unwrap();
        assert_eq!(
            (game.text(&board), game.component_name(&board[0])),
            (Cram.text(&board), Cram.component_name(&board[0]))
        );
        assert_eq!(game.refuses(Play::Misere), Cram.refuses(Play::Misere));
        let like = |model| (game.text_like(model, &board), game.component_text_like(model, &board[0]));
        assert_eq!(like("3x4"), (Cram.text_like("3x4", &board), Cram.component_text_like("3x4", &board[0])));
        let mv = SumMove { component: 0, mv: game.moves(&board[0]).next().unwrap() };
        assert!(!game.move_text(&board, &mv).is_empty());
        let mut registry = Registry::new();
        registry.add("board", "3x4", game);
        assert_eq!(registry.parse("board").unwrap().parse("3x4").unwrap().len(), 1);
    }

    check::<&Cram>(&Cram);
    check(Box::new(Cram));
    check(Arc::new(Cram));
    assert_eq!(Rc::new(Cram).parse("3x4"), Cram.parse("3x4"));
}

#[test]
fn either_side_of_a_sum_hands_on_every_hint() {
    hands_on_every_hint(&Sum(Hinted, Nim), Left, Left);
    hands_on_every_hint(&Sum(Nim, Hinted), Right, Right);
    hands_on_every_hint(&Hinted.plus(Nim).plus(Nim), |heap| Left(Left(heap)), |left| Left(Left(left)));
}

#[test]
fn a_list_of_games_hands_on_every_hint() {
    let table = SumOf(vec![Hinted, Hinted]);
    for game in 0..2 {
        hands_on_every_hint(&table, |position| At { game, position }, |left| left);
    }
}

/// All but the moves that leave a value: what they leave is one whole position, whose value is that of a sum.
#[test]
fn whole_positions_hand_on_the_hints_about_positions() {
    let whole = Whole(Hinted);
    let pair = Components::from([3, 4]);
    let options: Vec<Vec<u64>> =
        whole.options(&pair).flatten().map(|position: Components<u64>| position.to_vec()).collect();
    assert_eq!(options, [[1003, 4], [3, 1004]]);
    let mut key = whole.memo_key(pair.clone()).to_vec();
    key.sort_unstable();
    assert_eq!(key, [1003, 1004]);
    assert_eq!(whole.known_value(&pair), Some(Nimber::new(1003) + Nimber::new(1004)));
    assert_eq!(known_outcome(&whole, std::slice::from_ref(&pair), Play::Misere), Some(Outcome::P));
    let mv = SumMove { component: 1, mv: 1000 };
    assert!(whole.allows(&pair, &mv));
    assert_eq!(whole.move_name(&pair, &mv).as_deref(), Some("component 2: 4 to 1000"));
}

/// An oracle that looks up the component whose winning moves are asked for.
struct Indexing;

impl ImpartialGame for Indexing {
    rules_of_a_heap!();

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
        if let Question::Winning { sum, component, .. } = question {
            assert_ne!(sum[component], 0, "only components with moves are asked for");
        }
        Answer::Unknown
    }
}

/// The winning moves of a whole position are not those of the game at the place of the whole position.
#[test]
fn a_whole_position_asks_for_the_winning_moves_of_no_component() {
    for play in [Play::Normal, Play::Misere] {
        let mut solver = Solver::new(Whole(Indexing));
        let none = solver.winning_moves_in(play, [Components::new()]).unwrap();
        assert!(none.is_empty(), "{play:?}");
        let wins = solver.winning_moves_in(play, [Components::from([0, 2])]).unwrap();
        let left = u64::from(play != Play::Normal);
        assert_eq!(wins.to_vec(), [SumMove { component: 0, mv: SumMove { component: 1, mv: left } }], "{play:?}");
    }
}

#[test]
fn rule_books_with_other_moves_hand_on_names() {
    let cut = Truncate { game: Hinted, end: |_: &u64| false };
    assert_eq!(cut.move_name(&3, &2).as_deref(), Some("3 to 2"));
    let both = Join(Nim, Hinted);
    assert_eq!(both.move_name(&3, &Right(2)).as_deref(), Some("3 to 2"));
    assert_eq!(both.move_name(&3, &Left(Nim.moves(&3).next().unwrap())), None);
}

#[test]
fn unhinted_hands_on_names_only() {
    let bare = Unhinted(Hinted);
    assert!(bare.allows(&3, &1) && !bare.allows(&3, &1000));
    assert_eq!(bare.options(&3).collect::<Vec<_>>(), [0, 1, 2].map(Components::from));
    assert_eq!((bare.memo_key(3), bare.known_value(&3)), (3, None));
    assert_eq!(known_outcome(&bare, &[3], Play::Normal), None);
    assert!(moves_leaving(&bare, &3, Nimber::ZERO).is_none());
    assert_eq!(bare.move_name(&3, &2).as_deref(), Some("3 to 2"));
}

#[test]
fn outcomes_of_a_sum_are_known_where_one_game_is_on_the_table() {
    let sum = Sum(Hinted, Hinted);
    let known = |components: &[Either<u64, u64>]| known_outcome(&sum, components, Play::Misere);
    assert_eq!(known(&[Left(3), Left(4)]), Some(Outcome::P));
    assert_eq!(known(&[Right(3)]), Some(Outcome::P));
    assert_eq!((known(&[Left(3), Right(4)]), known(&[])), (None, None));
    let table = SumOf(vec![Hinted, Hinted]);
    let at = |game, position| At { game, position };
    assert_eq!(known_outcome(&table, &[at(1, 3), at(1, 4)], Play::Misere), Some(Outcome::P));
    assert_eq!(known_outcome(&table, &[at(0, 3), at(1, 4)], Play::Misere), None);
    assert_eq!(known_outcome(&table, &[at(7, 3)], Play::Misere), None);
}

/// With everything of the crate in scope, a map is read as without.
#[test]
fn no_name_of_the_crate_hides_a_method_of_a_map() {
    mod all {
        use grundy::*;
        use std::collections::HashMap;

        pub(super) fn read(map: &mut HashMap<u64, Nimber>) -> Option<&Nimber> {
            map.insert(1, Nimber::new(2));
            map.get(&1)
        }
    }
    assert_eq!(all::read(&mut std::collections::HashMap::new()), Some(&grundy::Nimber::new(2)));
}
