//! Positions and moves at the ends of their ranges: what is too large is refused at once, everything else is answered.

use std::num::NonZero;
use std::time::{Duration, Instant};

use crate::support::games::rules_of_a_heap;
use crate::support::large_heaps::{
    FEW, code, counts_are_right, counts_are_what_they_grow_to, largest_heaps, octal_codes, other_codes,
    winning_moves_are_as_many_as_counted,
};
use grundy::compound::Coordinates;
use grundy::games::{Chain, CrossedLine, Heaps, Pair};
use grundy::heap::{BreakMove, Digit, HeapMove, Parts, PeriodicValues, Row, RowMove, Sequence, TakeAndBreak};
use grundy::misere::quotient::QuotientSearch;
use grundy::solver::Reason;
use grundy::{
    Answer, AnyGame, BrusselsSprouts, ChainGame, CoinTurning, CoinsOnStrip, Components, Control, DawsonsKayles,
    GrundysGame, ImpartialGame, Kayles, LaskersNim, Method, MooresNim, Nim, Nimber, Notation, Notes, Outcome, Play,
    Question, SolveError, Solver, Subset, Subtraction, SumMove, Treblecross, Unhinted, Wythoff, play_in_sum,
};

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

/// A list without moves, behind 2^59 moves of the rows, the sets of 50 other boundaries, or the squares of a full strip, ends at once.
#[test]
fn a_list_without_moves_is_not_searched_for_one() {
    for (name, text) in [("turning:1-x2", "60,1"), ("turning:1-x3", "60,1"), ("turning:mogulxtwins", "120,1")] {
        let game: AnyGame = name.parse().unwrap();
        let [position] = &game.parse(text).unwrap()[..] else { panic!("{text} is one head") };
        assert_eq!((game.moves(position).count(), game.options(position).count()), (0, 0), "{name} {text}");
    }
    let rows = Nim.times(Nim);
    assert_eq!(rows.moves(&Coordinates { row: 1 << 60, column: 0 }).count(), 0);
    assert_eq!(CoinsOnStrip::welter().moves(&Subset::below(1 << 20)).count(), 0);
    // Beside a boundary of one free end there are 18 million sets of others, by their numbers of ends, and no line cuts it off.
    let counts = [(1, 20), (2, 10), (3, 7), (4, 5), (5, 4), (6, 3), (7, 3), (8, 2), (9, 2), (10, 2), (11, 1), (12, 1)];
    let ends: Vec<String> = counts.iter().flat_map(|(ends, count)| vec![ends.to_string(); *count]).collect();
    let [region] = &BrusselsSprouts.parse(&ends.join(".")).unwrap()[..] else { panic!("it is one region") };
    let first = BrusselsSprouts.moves(region).find(|mv| matches!(mv, CrossedLine::Cuts { .. })).unwrap();
    assert_eq!(first.to_string(), "cut boundary 21 after 0 ends");
}

/// In heaps of 300 and 250, from which any number of counters is taken that leaves nine heaps or none, no period is proved, and few of hundreds of millions of moves
/// win. The list is stopped like any other one.
#[test]
fn winning_moves_among_very_many_are_searched_under_the_control() {
    let code: TakeAndBreak = "{9}.0".parse().unwrap();
    let control = Control::new().deadline(Instant::now() + Duration::from_millis(500));
    let mut solver = Solver::new(code).with_control(control);
    let found = solver.winning_moves([300_u128, 250]).map(|wins| wins.least_count());
    assert!(matches!(found, Err(SolveError::Stopped(_)) | Ok(1..)), "{found:?}");
}

#[test]
fn patterns_of_coins_that_stand_twice_are_one() {
    let code = vec!["196-200"; 1000].join(",");
    assert_eq!(code.parse::<CoinTurning>().unwrap().to_string(), "196-200");
    assert_eq!("1-3,2,1-3,2,1".parse::<CoinTurning>().unwrap().to_string(), "1-3,2,1");
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
    assert!(matches!(refused, Err(SolveError::TooManyReplies { .. })), "{refused:?}");
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
    let moore = MooresNim::new(NonZero::new(2).unwrap());
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
    let mut by_search = Solver::new(&game).by(Method::Search);
    for answer in [
        solver.grundy(position.clone()).map(drop),
        by_search.outcome_in(Play::Normal, position.clone()).map(drop),
        by_search.outcome_in(Play::Misere, [position.clone(), position.clone()]).map(drop),
        solver.best_move(position.clone()).map(drop),
        solver.longest(position).map(drop),
    ] {
        assert!(matches!(answer, Err(SolveError::TooManyMoves { limit: 0x0400_0000, .. })), "{answer:?}");
    }
}

#[test]
fn positions_with_too_many_options_are_refused_at_once() {
    let heap = 1_000_000_000_000;
    is_refused_at_once(Unhinted(Kayles), heap);
    is_refused_at_once(Unhinted(DawsonsKayles), heap);
    is_refused_at_once(Treblecross, heap);
    is_refused_at_once(GrundysGame, heap);
    is_refused_at_once(Unhinted(Nim), heap);
    is_refused_at_once(Unhinted(LaskersNim), heap);
    is_refused_at_once(Unhinted(Subtraction::all_but([2]).unwrap()), heap);
    is_refused_at_once(Unhinted(Wythoff), Pair(heap, heap));
    is_refused_at_once(Unhinted(ChainGame), Chain::Fresh(heap));
    is_refused_at_once(LaskersNim, u64::MAX);
}

#[test]
fn the_longest_rows_and_heaps_whose_period_is_proved_have_values_and_moves() {
    #[track_caller]
    fn check<G: ImpartialGame<Position = u64>>(game: G, heaps: [u64; 2]) {
        let mut solver = Solver::new(&game);
        let value = solver.grundy(heaps).unwrap();
        assert_ne!(value, Nimber::ZERO);
        let win = solver.winning_move(heaps).unwrap().unwrap();
        let left = play_in_sum(&game, heaps.into(), win).unwrap();
        assert_eq!(solver.grundy(left), Ok(Nimber::ZERO));
        let wins = solver.winning_moves(heaps).unwrap();
        assert!(wins.iter().take(100).all(|win| game.allows(&heaps[win.component], &win.mv)));
        assert!(wins.known_count().is_some_and(|count| count > 0));
    }
    check(Kayles, [u64::MAX, 5]);
    check(DawsonsKayles, [u64::MAX, 8]);
    check(Subtraction::new([1, 3, 4]).unwrap(), [u64::MAX, 7]);
    check(Subtraction::all_but([2]).unwrap(), [u64::MAX, 6]);
}

/// From a heap, take any number of counters; taking all of them is listed first, and it is known that this ends the game.
struct EndFirst;

impl ImpartialGame for EndFirst {
    rules_of_a_heap!();

    fn known_value(&self, heap: &u64) -> Option<Nimber> {
        (*heap == 0).then_some(Nimber::ZERO)
    }
}

#[test]
fn a_wide_position_is_not_refused_where_an_option_is_known_to_settle_it() {
    let mut solver = Solver::new(EndFirst);
    let mut by_search = Solver::new(EndFirst).by(Method::Search);
    assert_eq!(by_search.outcome(u64::MAX), Ok(Outcome::N));
    assert!(matches!(by_search.outcome_in(Play::Misere, u64::MAX), Err(SolveError::TooManyMoves { .. })));
    assert!(matches!(solver.grundy(u64::MAX), Err(SolveError::TooManyMoves { .. })));
    assert_eq!(solver.grundy(300), Ok(Nimber::new(300)));
}

#[test]
fn places_without_room_for_a_move_are_not_looked_at() {
    let row = grundy::heap::Row { fewest: u64::MAX, most: u64::MAX };
    assert_eq!(row.moves(u64::MAX).count(), 1);
    assert_eq!(row.moves(u64::MAX - 1).count(), 0);
}

/// The first moves in a heap are legal, and come in their order; a list that is short is as long as is said at least.
fn first_moves_are_legal_and_in_order(code: &TakeAndBreak, heap: u128) {
    let mut moves = code.moves(&heap);
    let (least, _) = moves.size_hint();
    let first: Vec<BreakMove> = moves.by_ref().take(FEW).collect();
    let more = moves.size_hint().0;
    let is_whole = first.len() < FEW;
    assert!(!is_whole || least <= first.len() && more == 0, "{code}, heap {heap}: {least} and {more} of {first:?}");
    assert!(first.is_sorted_by_key(|mv| (mv.taken, mv.left.to_vec())), "{code}, heap {heap}: {first:?}");
    for mv in &first {
        assert!(code.allows(&heap, mv), "{code}, heap {heap}: {mv}");
    }
    if code.tail().is_empty() && code.digits().iter().all(|digit| digit.most() <= Some(1)) {
        // Less is taken than there is, so one heap is left, or the move is none.
        let taken = (0..).zip(code.digits()).filter(|(_, digit)| digit.allows(1)).map(|(taken, _)| taken);
        assert!(taken.eq(first.iter().map(|mv| mv.taken)), "{code}, heap {heap}: {first:?}");
    }
}

#[test]
fn moves_in_the_largest_heaps_are_listed() {
    for code in [0, 4].into_iter().flat_map(octal_codes).chain(other_codes()) {
        for heap in largest_heaps() {
            first_moves_are_legal_and_in_order(&code, heap);
        }
    }
    let many = TakeAndBreak::from_digits([], [Digit::new(1 << 63, Parts::Unequal)]).unwrap();
    largest_heaps().for_each(|heap| first_moves_are_legal_and_in_order(&many, heap));
}

#[test]
fn a_move_that_must_take_the_largest_heap_whole_is_the_only_one() {
    for heap in largest_heaps() {
        let whole = BreakMove { taken: heap, left: Components::new() };
        assert!(code("0.[1]").moves(&heap).eq([whole.clone()]), "{heap}");
        let is_odd = heap % 2 == 1;
        assert!(code("0.[10]").moves(&heap).eq(is_odd.then_some(whole)), "{heap}");
        // What is taken last before the whole leaves one counter.
        let last = code("0.[2]").moves(&heap).size_hint().0;
        assert_eq!(last as u128, (heap - 1).min(usize::MAX as u128), "{heap}");
    }
}

#[test]
fn winning_moves_in_the_largest_heaps_of_any_game_are_as_many_as_counted() {
    let last = u64::MAX;
    for heap in last - 8..=last {
        for components in [vec![heap], vec![heap, 3], vec![heap, heap - 1], vec![heap, last]] {
            let heaps = Components::from(components.clone());
            winning_moves_are_as_many_as_counted(&Nim, &heaps);
            winning_moves_are_as_many_as_counted(&LaskersNim, &heaps);
            winning_moves_are_as_many_as_counted(&Subtraction::new([1, 3, 4, last]).unwrap(), &heaps);
            winning_moves_are_as_many_as_counted(&Subtraction::new([2, 5]).unwrap(), &heaps);
            winning_moves_are_as_many_as_counted(&Subtraction::all_but([2]).unwrap(), &heaps);
            let chains: Vec<Chain> = components.iter().copied().map(Chain::Fresh).collect();
            winning_moves_are_as_many_as_counted(&ChainGame, &chains.into());
        }
        winning_moves_are_as_many_as_counted(&Wythoff, &Pair(heap, last).into());
        winning_moves_are_as_many_as_counted(&Wythoff, &Pair(heap / 2, heap).into());
        winning_moves_are_as_many_as_counted(&ChainGame, &[Chain::Fresh(heap), Chain::Open(heap)].into());
    }
    for name in ["4.54", "4.55412", "0.77", "0.[30]", "4.[3]", "0.F", "nim"] {
        let game: AnyGame = name.parse().unwrap();
        for text in largest_heaps().flat_map(|heap| [heap.to_string(), format!("{heap},{}", heap - 1)]) {
            if let Ok(position) = game.parse(&text) {
                winning_moves_are_as_many_as_counted(&game, &position);
            }
        }
    }
}

/// Those of all these codes are counted in `tests/long`.
#[test]
fn moves_in_the_largest_heaps_are_counted_for_some_octal_codes() {
    let codes = [0, 4].into_iter().flat_map(octal_codes);
    assert!(counts_are_right(codes.step_by(13)) > 25);
}

#[test]
fn moves_in_the_largest_heaps_are_counted_for_longer_codes() {
    let texts = ["4.54", "4.55412", "4.7570464", "4.70750546", "0.[30]", "0.[301]", "0.[0000001]", "0.3330003"];
    for text in texts {
        let values = PeriodicValues::soon_proved(&code(text)).unwrap();
        counts_are_what_they_grow_to(&values);
        for heap in largest_heaps() {
            winning_moves_are_as_many_as_counted(values.code(), &heap.into());
            winning_moves_are_as_many_as_counted(values.code(), &[heap, heap - 1, 5].into());
        }
    }
}

/// All but one counter of one heap beside heaps of one, and to nim-sum 0 beside others, as Bouton's theorem says; no move is tried.
#[test]
fn the_largest_heaps_of_nim_are_won_at_once_in_misere_play() {
    let mut solver = Solver::new(Nim).with_control(Control::new().positions(10));
    let largest = u64::MAX;
    for (heaps, taken) in [
        (vec![largest], Some((0, largest - 1))),
        (vec![largest, 1], Some((0, largest))),
        (vec![1, 0, largest, 1], Some((2, largest - 1))),
        (vec![largest, 2], Some((0, largest - 2))),
        (vec![largest, largest - 1], Some((0, 1))),
        (vec![largest, largest], None),
        (vec![largest, largest - 1, 1], None),
    ] {
        let wins = solver.winning_moves_in(Play::Misere, &heaps).unwrap();
        let expected = taken.map(|(component, taken)| SumMove { component, mv: HeapMove::Take(taken) });
        assert_eq!(wins.iter().copied().collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>(), "{heaps:?}");
        assert_eq!(wins.known_count(), Some(u64::from(taken.is_some())), "{heaps:?}");
        assert_eq!(solver.winning_move_in(Play::Misere, &heaps), Ok(expected), "{heaps:?}");
    }
    // There is no such component.
    let question = Question::Winning { sum: &[3, 4], component: 2, play: Play::Misere };
    assert!(matches!(Nim.oracle(question, &mut Notes::default(), &mut Control::new()), Answer::Unknown));
}

#[test]
fn winning_moves_in_the_largest_heaps_are_told_in_misere_play() {
    for text in ["0.77", "0.15", "0.[3]", "4.0", "0.123"] {
        let mut search = QuotientSearch::new(code(text));
        let certified = search.certify(120).is_ok();
        let quotient = search.quotient();
        for heaps in largest_heaps().flat_map(|heap| [vec![heap], vec![heap, heap - 1], vec![heap, 2, 1]]) {
            let Some(outcome) = quotient.misere_outcome(heaps.clone()) else {
                assert!(!certified, "{text}, {heaps:?}");
                continue;
            };
            let mut solver = Solver::new(quotient.code()).with(quotient.clone());
            let win = solver.winning_move_in(Play::Misere, &heaps).unwrap();
            assert_eq!(win.is_some(), outcome == Outcome::N, "{text}, {heaps:?}: {win:?}");
            if let Some(win) = win {
                let left = play_in_sum(quotient.code(), heaps.clone().into(), win.clone()).unwrap();
                assert_eq!(quotient.misere_outcome(left), Some(Outcome::P), "{text}, {heaps:?}: {win}");
            }
        }
    }
}

#[test]
fn the_parity_of_the_largest_heap_decides_like_any_other_whether_it_is_rare() {
    let mut parity = 0;
    for text in ["0.77", "0.07", "0.4", "0.454", "0.16", "0.156", "0.104"] {
        let mut sequence = Sequence::new(code(text));
        sequence.extend_to(2000).unwrap();
        let Some(space) = sequence.report().sparse_space else { continue };
        parity += usize::from(space.parity);
        for (heap, value) in (0..4).flat_map(|less| (0..40).map(move |value| (usize::MAX - less, value))) {
            assert_eq!(
                space.is_rare(heap, value),
                space.is_rare(heap % 2, value),
                "{text}, heap {heap}, value {value}"
            );
        }
        let _ = space.is_rare(usize::MAX, u64::MAX);
    }
    assert!(parity > 0, "none of the spaces has the parity of the heap");
}

#[test]
fn a_working_with_other_numbers_in_it_is_written() {
    for play in [Play::Normal, Play::Misere] {
        for heaps in [[1, 2, 4], [1, 2, 3], [1, 1, 1]] {
            let mut working = Solver::new(LaskersNim).explain_in(play, heaps).unwrap();
            working.turn.as_mut().unwrap().mv.component = usize::MAX;
            if let Reason::OddColumn { column, .. } = &mut working.reason {
                *column = u32::MAX;
            }
            assert!(working.to_string().contains("omponent"));
        }
    }
}
