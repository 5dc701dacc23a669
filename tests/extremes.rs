//! Positions and moves at the ends of their ranges: what is too large is refused at once, everything else is answered.

mod support;

use grundy::games::{Chain, Heaps, Pair};
use grundy::heap::{Row, RowMove};
use grundy::{
    ChainGame, Components, DawsonsKayles, GrundysGame, ImpartialGame, Kayles, LaskersNim, MooresNim, Nim, Nimber,
    Notation, Outcome, Play, SolveError, Solver, Subtraction, Treblecross, Unhinted, Wythoff,
};
use support::games::rules_of_a_heap;

#[test]
fn the_last_pin_of_the_longest_row_may_be_knocked_down() {
    let last = RowMove { place: u64::MAX, pins: 1 };
    assert!(Kayles.allows(&u64::MAX, &last));
    assert_eq!(Kayles.play(&u64::MAX, &last), Components::from(u64::MAX - 1));
    assert!(DawsonsKayles.allows(&u64::MAX, &RowMove { place: u64::MAX - 1, pins: 2 }));
    for illegal in [
        RowMove { place: u64::MAX, pins: 2 },
        RowMove { place: 0, pins: 1 },
        RowMove { place: 1, pins: 0 },
        RowMove { place: 1, pins: u64::MAX },
    ] {
        assert!(!Kayles.allows(&u64::MAX, &illegal), "{illegal}");
    }
    assert!(!Kayles.allows(&0, &RowMove { place: 1, pins: 1 }));
}

#[test]
fn a_move_that_must_take_the_longest_row_whole_has_one_option() {
    let row = Row { fewest: u64::MAX, most: u64::MAX };
    let mut options = row.options(u64::MAX);
    assert_eq!((options.next(), options.next(), options.next()), (Some(Components::new()), None, None));
    assert!(row.allows(u64::MAX, RowMove { place: 1, pins: u64::MAX }));
    assert_eq!(row.options(5).next(), None);
}

#[test]
fn rows_too_long_to_draw_are_written_as_lengths() {
    assert_eq!(Kayles.text_like("x.x", &[u64::MAX, 1]), "18446744073709551615,1");
    assert_eq!(Kayles.component_text_like("x.x", &(1 << 40)), "1099511627776");
    assert_eq!(Kayles.text_like("x.x", &[3, 1]), "xxx.x");
    // Rows that cannot be seen are left out, and what is left can be read.
    assert_eq!(Kayles.text_like("x", &[0, 2, 0]), "xx");
    assert_eq!(Kayles.parse(&Kayles.text_like("x", &[0])), Ok(Components::new()));
}

#[test]
fn what_is_wrong_with_a_text_is_told_in_one_line() {
    for text in ["3\n4", "3,\r\n", "\n", "x\n", "5\t6\u{85}"] {
        let error = Kayles.parse(text).unwrap_err();
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
        assert!(!error.to_string().contains(char::is_control));
        assert_eq!(error.text(), text);
    }
    let error = Nim.parse("3\n4").unwrap_err();
    assert_eq!(error.to_string(), r"`3\n4`, character 2: a heap is a whole number, and `\n` is not a digit");
}

/// The position is lost, which is told at once; its moves are too many to be compared, and the first is reported.
#[track_caller]
fn is_lost_and_too_wide_to_compare<G>(game: G, play: Play, position: impl Into<Components<G::Position>>)
where
    G: ImpartialGame<Position: std::fmt::Debug + PartialEq, Move: std::fmt::Debug>,
{
    let position = position.into();
    let first = game.moves(&position[0]).next();
    let mut solver = Solver::new(game);
    assert_eq!(solver.outcome_in(play, position.clone()).ok(), Some(Outcome::P));
    let refused = solver.best_move_in(play, position.clone());
    assert!(matches!(refused, Err(SolveError::Limit { .. })), "{refused:?}");
    let working = solver.explain_in(play, position).unwrap();
    assert!(!working.compared);
    assert_eq!(working.turn.map(|turn| turn.mv.mv), first);
}

#[test]
fn huge_lost_positions_are_told_at_once_though_their_moves_cannot_be_compared() {
    let half = u64::MAX / 2;
    is_lost_and_too_wide_to_compare(Nim, Play::Normal, [u64::MAX, u64::MAX]);
    is_lost_and_too_wide_to_compare(Nim, Play::Misere, [u64::MAX, u64::MAX]);
    is_lost_and_too_wide_to_compare(LaskersNim, Play::Normal, [u64::MAX - 1, u64::MAX - 1]);
    is_lost_and_too_wide_to_compare(LaskersNim, Play::Normal, [half, half]);
    is_lost_and_too_wide_to_compare(ChainGame, Play::Normal, [Chain::Fresh(u64::MAX), Chain::Fresh(u64::MAX)]);
    is_lost_and_too_wide_to_compare(Wythoff, Play::Normal, Pair(10_610_209_857_723, 17_167_680_177_565));
    is_lost_and_too_wide_to_compare(Wythoff, Play::Misere, Pair(10_610_209_857_723, 17_167_680_177_565));
    let moore = MooresNim::new(2).unwrap();
    is_lost_and_too_wide_to_compare(moore, Play::Normal, Heaps::from([u64::MAX; 3]));
    is_lost_and_too_wide_to_compare(moore, Play::Misere, Heaps::from([u64::MAX; 3]));
}

/// Neither the value nor the outcome in misère play is known, and the position has too many options to look for them.
#[track_caller]
fn is_refused_at_once<G>(game: G, position: G::Position)
where
    G: ImpartialGame<Position: std::fmt::Debug>,
{
    let mut solver = Solver::new(&game);
    for answer in [
        solver.grundy(position.clone()).map(drop),
        solver.search_outcome(Play::Normal, position.clone()).map(drop),
        solver.search_outcome(Play::Misere, [position.clone(), position.clone()]).map(drop),
        solver.best_move(position.clone()).map(drop),
        solver.longest(position).map(drop),
    ] {
        assert!(matches!(answer, Err(SolveError::Limit { limit: 0x0100_0000, solved: 0, .. })), "{answer:?}");
    }
}

#[test]
fn positions_with_too_many_options_are_refused_at_once() {
    let heap = 1_000_000_000_000;
    is_refused_at_once(Kayles, heap);
    is_refused_at_once(DawsonsKayles, heap);
    is_refused_at_once(Treblecross, heap);
    is_refused_at_once(GrundysGame, heap);
    is_refused_at_once(Unhinted(Nim), heap);
    is_refused_at_once(Unhinted(LaskersNim), heap);
    is_refused_at_once(Subtraction::all_but([2]).unwrap(), heap);
    is_refused_at_once(Unhinted(Wythoff), Pair(heap, heap));
    is_refused_at_once(Unhinted(ChainGame), Chain::Fresh(heap));
    is_refused_at_once(LaskersNim, u64::MAX);
}

/// From a heap, take any number of counters; taking all of them is listed first, and it is known that this ends the game.
struct EndFirst;

impl ImpartialGame for EndFirst {
    rules_of_a_heap!();

    fn known_outcome(&self, heaps: &[u64], play: Play) -> Option<Outcome> {
        heaps.iter().all(|heap| *heap == 0).then(|| play.outcome_of_the_end())
    }
}

#[test]
fn a_wide_position_is_not_refused_where_an_option_is_known_to_settle_it() {
    let mut solver = Solver::new(EndFirst);
    assert_eq!(solver.search_outcome(Play::Normal, u64::MAX), Ok(Outcome::N));
    assert!(matches!(solver.search_outcome(Play::Misere, u64::MAX), Err(SolveError::Limit { .. })));
    assert!(matches!(solver.grundy(u64::MAX), Err(SolveError::Limit { .. })));
    assert_eq!(solver.grundy(300), Ok(Nimber::new(300)));
}

#[test]
fn places_without_room_for_a_move_are_not_looked_at() {
    let row = grundy::heap::Row { fewest: u64::MAX, most: u64::MAX };
    assert_eq!(row.moves(u64::MAX).count(), 1);
    assert_eq!(row.moves(u64::MAX - 1).count(), 0);
}
