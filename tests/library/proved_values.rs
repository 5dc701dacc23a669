//! Heaps of any size, and the moves in them, by the values that a sequence has or a period proves.

use std::time::Duration;

use proptest::prelude::*;

use grundy::heap::{BreakMove, HeapMove, PeriodicValues, RowMove, Sequence, TakeAndBreak};
use grundy::{
    Answer, AnyGame, Components, Control, DawsonsKayles, GrundysGame, ImpartialGame, Kayles, LaskersNim, Method,
    Nimber, Notation, Notes, Oracle, Play, Question, SolveError, Solver, Subtraction, Treblecross, Unhinted,
    play_in_sum,
};

use crate::periods::{any_code, endless_code, parse, periodicity, sequence, values};

/// The values of all heaps from those of the first ones, which must prove a period.
fn all_values(game: &TakeAndBreak, values: &[u16]) -> PeriodicValues {
    let sequence = sequence(game, values);
    sequence.periodic_values().unwrap_or_else(|| panic!("{game}: {}", sequence.periodicity()))
}

/// The moves in a heap that leave a value, by trying every move.
fn plain_moves(game: &TakeAndBreak, values: &[u16], heap: u128, target: u64) -> Vec<BreakMove> {
    let value = |heap: &u128| u64::from(values[usize::try_from(*heap).unwrap()]);
    game.moves(&heap).filter(|mv| mv.left.iter().map(value).fold(0, |sum, value| sum ^ value) == target).collect()
}

/// The notes of a rule book that has been asked for a heap beyond every sequence, and so has proved its period if that is soon done.
fn notes_of_all_heaps<G: ImpartialGame<Position: From<u64>>>(game: &G) -> Notes {
    let mut notes = Notes::default();
    let huge = u64::MAX.into();
    let known = matches!(game.oracle(Question::Value(&huge), &mut notes, &mut Control::new()), Answer::Value(_));
    assert!(known || game.known_value(&huge).is_none());
    notes
}

/// The moves that the oracle of a rule book tells.
fn told<'a, G: ImpartialGame>(
    game: &'a G,
    notes: &'a mut Notes,
    component: &'a G::Position,
    value: u64,
) -> Option<Box<dyn Iterator<Item = G::Move> + 'a>> {
    let question = Question::MovesLeaving { component, value: Nimber::new(value) };
    match game.oracle(question, notes, &mut Control::new()) {
        Answer::Moves(moves) => Some(moves),
        Answer::Unknown => None,
        other => panic!("{other:?}"),
    }
}

/// What is told of moves and values is what the plain values say.
fn check_all(game: &TakeAndBreak, known: &[u16], values: &[u16]) {
    let all = all_values(game, known);
    for (heap, value) in (0..).zip(values) {
        assert_eq!(all.value(heap), Some(Nimber::new((*value).into())), "{game}, heap {heap}");
    }
    let most = values.iter().max().unwrap() + 2;
    let largest = values.len() as u128 - 1;
    let mut notes = notes_of_all_heaps(game);
    for heap in (0..20).chain([largest / 2, largest - 2, largest - 1, largest]).filter(|heap| *heap <= largest) {
        for target in 0..most.into() {
            let mut moves = told(game, &mut notes, &heap, target).unwrap();
            let counted = moves.size_hint();
            let told: Vec<_> = moves.by_ref().collect();
            assert_eq!(told, plain_moves(game, values, heap, target), "{game}, heap {heap} to {target}");
            let leaves_pairs = game.digits().iter().all(|digit| digit.most() <= Some(2));
            let is_exact = counted == (told.len(), Some(told.len()));
            let is_bound = !leaves_pairs && counted.1.is_none() && counted.0 <= told.len();
            assert!(is_exact || is_bound, "{game}, heap {heap} to {target}: {counted:?} and {}", told.len());
            assert_eq!(moves.size_hint().0, 0);
        }
    }
}

#[test]
fn told_moves_are_all_that_leave_the_value() {
    for (text, known) in [
        ("0.77", 167),
        ("0.07", 300),
        ("0.137", 300),
        ("4.07", 60),
        ("0.3033", 30),
        ("0.[3]", 20),
        ("0.[30]", 20),
        ("0.30[3]", 40),
        ("0.[2]", 20),
        ("0.[1]", 20),
        ("0.31[30320]", 200),
        ("0.0", 10),
        ("0.F", 60),
        ("0.A2", 60),
        ("0.B5", 60),
        ("0.{0,1,3}", 60),
    ] {
        let game = parse(text);
        let values = values(&game, known.max(200) + known / 2);
        check_all(&game, &values[..known], &values);
    }
}

/// A move in a heap of 10^30 counters is found, legal, and leaves nim-sum 0; of endless codes in one whose value has 64 bits.
#[test]
fn rows_of_any_size_are_played_at_once() {
    for text in ["0.77", "0.07", "0.45", "0.156", "0.3033", "0.30[3]"] {
        let game = parse(text);
        let all = PeriodicValues::soon_proved(&game).unwrap();
        let mut solver = Solver::new(&game);
        let mut won = 0;
        for more in 0..40 {
            let heaps = Components::from([10_u128.pow(if text.contains('[') { 15 } else { 30 }) + more, more, 5]);
            let nim_sum = |heaps: &Components<u128>| heaps.iter().map(|heap| all.value(*heap).unwrap()).sum::<Nimber>();
            let Some(win) = solver.winning_move(heaps.clone()).unwrap() else {
                assert_eq!(nim_sum(&heaps), Nimber::ZERO);
                continue;
            };
            won += 1;
            let left = play_in_sum(&game, heaps, win).unwrap();
            assert_eq!(nim_sum(&left), Nimber::ZERO, "{text}");
        }
        assert!(won > 20, "{text}");
        assert!(solver.control().done() <= 1 << 14, "few heaps are computed: {}", solver.control().done());
        for win in solver.winning_moves([10_u128.pow(15)]).unwrap().iter().take(300) {
            assert!(game.allows(&10_u128.pow(15), &win.mv));
            assert_eq!(win.mv.left.iter().map(|heap| all.value(*heap).unwrap()).sum::<Nimber>(), Nimber::ZERO);
        }
    }
}

#[test]
fn the_largest_heaps_have_values_or_say_that_they_are_too_large() {
    let nim = parse("0.[3]");
    let all = all_values(&nim, &values(&nim, 20));
    assert_eq!(all.value(u128::from(u64::MAX)), Some(Nimber::new(u64::MAX)));
    assert_eq!(all.value(u128::from(u64::MAX) + 1), None);
    assert_eq!(all.value(u128::MAX), None);
    let mut notes = notes_of_all_heaps(&nim);
    assert!(told(&nim, &mut notes, &u128::MAX, 7).is_none());
    let moves: Vec<_> = told(&nim, &mut notes, &u64::MAX.into(), 7).unwrap().collect();
    assert_eq!(moves, [BreakMove { taken: u128::from(u64::MAX) - 7, left: 7.into() }]);
    assert!(matches!(Solver::new(&nim).grundy(u128::MAX), Err(SolveError::TooManyMoves { .. })));

    let kayles = parse("0.77");
    let all = all_values(&kayles, &values(&kayles, 167));
    assert_eq!(Solver::new(&kayles).grundy(u128::MAX).ok(), all.value(u128::MAX));
    let mut notes = notes_of_all_heaps(&kayles);
    for target in 0..20 {
        for mv in told(&kayles, &mut notes, &u128::MAX, target).unwrap().take(100) {
            assert!(kayles.allows(&u128::MAX, &mv));
        }
    }
    let odd = parse("0.[30]");
    let mut notes = notes_of_all_heaps(&odd);
    let first = told(&odd, &mut notes, &u128::MAX, 0).unwrap().take(3).map(|mv| mv.taken).collect::<Vec<_>>();
    assert_eq!(first, [1, 3, 5]);
    // No number of moves is too large to be asked for.
    let pairs = parse("0.77777777");
    let mut notes = notes_of_all_heaps(&pairs);
    for target in 0..40 {
        let (least, most) = told(&pairs, &mut notes, &u128::MAX, target).unwrap().size_hint();
        assert!(most == Some(least) || (least, most) == (usize::MAX, None), "{target}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn told_moves_of_random_codes_are_all(game in prop_oneof![any_code(), endless_code()]) {
        let values = values(&game, 110);
        if periodicity(&game, &values[..90]).proved().is_some() {
            check_all(&game, &values[..90], &values);
        }
    }
}

const HUGE: u128 = 10_u128.pow(30);

#[test]
fn winning_moves_of_any_number_are_counted_without_listing_them() {
    for text in ["0.77", "0.07", "0.156", "0.[30]", "0.31[30320]"] {
        let game = parse(text);
        let mut solver = Solver::new(&game);
        for heap in [20_001, 30_000, 50_003] {
            let wins = solver.winning_moves([heap, 3]).unwrap();
            assert!(wins.is_complete(), "{text}, heap {heap}");
            // The same values, handed over to a game that is known by its moves only.
            let values = PeriodicValues::soon_proved(&game).unwrap();
            assert_eq!(
                Solver::new(Unhinted(&game)).with(values).winning_moves([heap, 3]),
                Ok(wins),
                "{text}, heap {heap}"
            );
        }
    }
    // Two periods more in the row are two more wins for each family of places, and again as many.
    let mut solver = Solver::new(TakeAndBreak::kayles());
    let large = solver.winning_moves([10_u128.pow(18)]).unwrap().known_count().unwrap();
    let one_more = solver.winning_moves([10_u128.pow(18) + 24]).unwrap().known_count().unwrap();
    let a_period = solver.winning_moves([10_u128.pow(18) + 48]).unwrap().known_count().unwrap();
    assert!(large > 10_u64.pow(15) && one_more > large && a_period - one_more == one_more - large);
    let wins = solver.winning_moves([HUGE]).unwrap();
    assert_eq!((wins.known_count(), wins.least_count()), (None, u64::MAX));
    // Of three heaps only the families that the first moves belong to are counted.
    assert_eq!(Solver::new(parse("0.F")).winning_moves([HUGE + 1]).unwrap().least_count(), u64::MAX);
}

#[test]
fn a_code_answers_heaps_of_any_size() {
    for text in ["0.77", "0.07", "0.137", "0.45", "0.156", "0.644", "0.356", "0.33", "0.[30]", "0.F", "4.07"] {
        let game: AnyGame = text.parse().unwrap();
        assert_eq!((game.to_string(), game.to_string().parse()), (text.to_owned(), Ok(game.clone())));
        let mut solver = Solver::new(&game);
        let mut won = 0;
        for more in 0..20 {
            let position = game.parse(&format!("{},5,{}", HUGE + more, more / 2)).unwrap();
            let Some(win) = solver.winning_move(position.clone()).unwrap() else { continue };
            won += 1;
            let left = play_in_sum(&game, position, win).unwrap();
            assert_eq!(solver.grundy(left), Ok(Nimber::ZERO), "{text}");
        }
        assert!(won > 5, "{text}: {won}");
    }
    for text in ["0.16", "0.6", "0.007", "4!.0", "4.[3]", "0.8"] {
        let game: AnyGame = text.parse().unwrap();
        assert_eq!((game.to_string(), game.to_string().parse()), (text.to_owned(), Ok(game)));
        assert!(matches!(Solver::new(parse(text)).grundy(HUGE), Err(SolveError::TooManyMoves { .. })), "{text}");
    }
}

// Rule books on rows and heaps, by the oracle of their own.

/// Every move in each row up to a length is told in the order of the rule book, with the number of them: by a sequence, and by a proved
/// period.
fn check_moves<G: ImpartialGame<Position = u64>>(game: &G, values: &[u16], prove: bool) {
    let value = |row: &u64| u64::from(values[usize::try_from(*row).unwrap()]);
    let mut notes = if prove { notes_of_all_heaps(game) } else { Notes::default() };
    for row in 0..values.len() as u64 {
        for target in 0..12 {
            let leaves =
                |mv: &G::Move| game.play(&row, mv).iter().map(value).fold(0, |sum, value| sum ^ value) == target;
            let expected: Vec<G::Move> = game.moves(&row).filter(leaves).collect();
            let moves = told(game, &mut notes, &row, target).unwrap();
            assert_eq!(moves.size_hint(), (expected.len(), Some(expected.len())), "row {row} to {target}");
            assert_eq!(moves.collect::<Vec<_>>(), expected, "row {row} to {target}");
        }
    }
}

#[test]
fn rows_tell_all_moves_that_leave_a_value() {
    for prove in [false, true] {
        check_moves(&Kayles, &values(&parse("0.77"), 220), prove);
        check_moves(&DawsonsKayles, &values(&parse("0.07"), 220), prove);
        check_moves(&Treblecross, &values(&parse("0.007"), 130)[2..], prove);
        check_moves(&GrundysGame, &values(&parse("4!.0"), 130), prove);
        check_moves(&Subtraction::all_but([2, 3, 7]).unwrap(), &values(&parse("0.3003330[3]"), 100), prove);
    }
}

#[test]
fn rule_books_have_the_values_of_their_codes() {
    fn check<G: ImpartialGame<Position = u64>>(game: G, values: &[u16]) {
        let (mut searched, mut upward) = (Solver::new(&game).by(Method::Values), Solver::new(&game));
        for (heap, value) in (0..).zip(values) {
            let value = Ok(Nimber::new((*value).into()));
            assert_eq!(upward.grundy(heap), value, "{heap}");
            assert_eq!(searched.grundy(heap), value, "{heap}");
            assert_eq!(Solver::new(&game).grundy(heap), value, "{heap}, asked for first");
        }
    }
    check(Kayles, &values(&parse("0.77"), 300));
    check(DawsonsKayles, &values(&parse("0.07"), 300));
    check(Treblecross, &values(&parse("0.007"), 202)[2..]);
    check(GrundysGame, &values(&parse("4!.0"), 200));
    check(LaskersNim, &values(&parse("4.[3]"), 100));
    check(Subtraction::new([2, 5, 6]).unwrap(), &values(&parse("0.030033"), 200));
    check(Subtraction::all_but([2]).unwrap(), &values(&parse("0.30[3]"), 200));
}

/// From where on the number of winning moves grows by the same number every period: it is a sum over places, of which a period more is
/// the same again.
#[test]
fn rows_of_10_to_the_18_pins_have_as_many_winning_moves_as_the_periods_say() {
    const LARGE: u64 = 1_000_000_000_000_000_000;
    let values = values(&parse("0.77"), 400);
    // Both rows that are left are from 71 pins on, for a period of places at least.
    let wins_in = |row: u64, target: u16| {
        let left =
            |mv| Kayles.play(&row, &mv).iter().map(|row| values[usize::try_from(*row).unwrap()]).fold(0, |a, b| a ^ b);
        Kayles.moves(&row).filter(|mv| left(*mv) == target).count() as u64
    };
    let near = 250 + (LARGE - 250) % 12;
    let mut solver = Solver::new(Kayles);
    for more in 0..24 {
        let (row, near) = (LARGE + more, near + more);
        // 77 and 5 are both worth 4, so what is left of the long row must be worth 0.
        let grown = wins_in(near + 12, 0) - wins_in(near, 0);
        let in_row = wins_in(near, 0) + (row - near) / 12 * grown;
        let value = u64::from(values[usize::try_from(near).unwrap()]);
        let others = wins_in(77, 4 ^ u16::try_from(value).unwrap()) + wins_in(5, 4 ^ u16::try_from(value).unwrap());
        let wins = solver.winning_moves([row, 77, 5]).unwrap();
        assert_eq!(wins.known_count(), Some(if value == 0 { 0 } else { in_row + others }), "{row}");
    }
    let first = solver.winning_moves([LARGE, 77, 5]).unwrap()[0];
    assert_eq!(solver.grundy(play_in_sum(&Kayles, [LARGE, 77, 5].into(), first).unwrap()), Ok(Nimber::ZERO));
    assert_eq!(solver.winning_move([LARGE, 77, 5]), Ok(Some(first)));
}

#[test]
fn the_working_of_large_rows_shows_their_values() {
    let working = Solver::new(Kayles).explain([u64::MAX, 5]).unwrap().to_string();
    assert!(
        working.starts_with("component             value  binary\n18446744073709551615      8    1000\n"),
        "{working}"
    );
    let mut sum = Solver::new(Kayles.plus(DawsonsKayles));
    let rows = [grundy::Either::Left(u64::MAX), grundy::Either::Right(u64::MAX)];
    let win = sum.winning_move(rows).unwrap().unwrap();
    let left = play_in_sum(sum.game(), rows.into(), win).unwrap();
    assert_eq!(sum.grundy(left), Ok(Nimber::ZERO));
}

/// Heaps of a sequence count as positions; those that there is no room for are not computed.
#[test]
fn a_sequence_is_extended_within_the_limit() {
    let mut solver = Solver::new(GrundysGame).with_control(Control::new().positions(1000));
    assert_eq!(solver.grundy(515), Ok(Nimber::new(13)));
    assert!((516..=1000).contains(&solver.control().done()));
    assert!(solver.grundy(5000).is_err());
    assert_eq!(solver.grundy(515), Ok(Nimber::new(13)));
    solver.set_control(Control::new());
    assert_eq!(solver.grundy(5000), Solver::new(GrundysGame).grundy(5000));
}

#[test]
fn sequences_are_handed_over_to_any_game_on_heaps() {
    let mut sequence = Sequence::new(parse("4!.0"));
    sequence.extend_to(1000).unwrap();
    let mut handed = Solver::new(Unhinted(GrundysGame)).with(sequence.clone());
    let mut own = Solver::new(GrundysGame);
    for heaps in [[999, 500], [998, 3], [17, 16]] {
        assert_eq!(handed.winning_moves(heaps), own.winning_moves(heaps));
    }
    assert_eq!(handed.control().done(), 0);
    assert_eq!(handed.grundy(1100), own.grundy(1100));
    let mut by_code = Solver::new(Unhinted(parse("4!.0"))).with(sequence);
    assert_eq!(by_code.winning_moves([999, 500]).unwrap().len(), own.winning_moves([999, 500]).unwrap().len());
    assert_eq!(by_code.outcome_in(Play::Normal, [999, 999]), Ok(grundy::Outcome::P));
}

/// An oracle of proved values in heaps too large for their moves to be tried, with the rule book's own moves and with those of the code.
#[test]
fn proved_values_are_handed_over_to_huge_heaps() {
    const LARGE: u64 = 1 << 40;
    let kayles = PeriodicValues::soon_proved(&parse("0.77")).unwrap();
    let mut rows = Solver::new(Unhinted(Kayles)).with(kayles.clone());
    let mut heaps = Solver::new(Unhinted(parse("0.77"))).with(kayles.clone());
    let mut own = Solver::new(Kayles);
    let expected = own.winning_moves([LARGE, 3]).unwrap();
    let wins = rows.winning_moves([LARGE, 3]).unwrap();
    assert!(wins.len() >= 1000 && wins.iter().eq(expected.iter().take(wins.len())));
    // Each way to leave two rows is one move of the code, and two of the row unless both are equal.
    let by_code = heaps.winning_moves([LARGE.into(), 3]).unwrap();
    let (by_code, by_rows) = (by_code.known_count().unwrap(), expected.known_count().unwrap());
    assert!(by_code * 2 - 4 <= by_rows && by_rows <= by_code * 2, "{by_code} and {by_rows}");
    let win = heaps.winning_move([LARGE.into(), 3]).unwrap().unwrap();
    let left = play_in_sum(&parse("0.77"), [LARGE.into(), 3].into(), win).unwrap();
    assert_eq!(left.iter().map(|heap| kayles.value(*heap).unwrap()).sum::<Nimber>(), Nimber::ZERO);

    // The values of heaps 0, 1, .. are 0 1 0 1 2, and so on.
    let game = Subtraction::new([1, 4]).unwrap();
    let values = PeriodicValues::soon_proved(&parse("0.3003")).unwrap();
    let mut solver = Solver::new(Unhinted(&game)).with(values);
    let large = LARGE - LARGE % 5;
    for (more, other, wins) in [(0, 1, vec![4]), (3, 0, vec![1]), (4, 0, vec![4]), (4, 1, vec![1]), (2, 4, vec![])] {
        let won = solver.winning_moves([large + more, other]).unwrap();
        let taken: Vec<HeapMove> = won.iter().filter(|win| win.component == 0).map(|win| win.mv).collect();
        assert_eq!(taken, wins.into_iter().map(HeapMove::Take).collect::<Vec<_>>(), "{more} beside {other}");
    }
}

#[test]
fn a_sequence_tells_no_moves_of_a_heap_beyond_it() {
    let mut sequence = Sequence::new(parse("0.77"));
    sequence.extend_to(10).unwrap();
    for heap in 0..20_u64 {
        let mut handed = Solver::new(Unhinted(Kayles)).with(sequence.clone());
        assert_eq!(handed.winning_moves([heap, 5]), Solver::new(Kayles).winning_moves([heap, 5]), "{heap}");
        let question = Question::MovesLeaving { component: &heap, value: Nimber::new(1) };
        match sequence.answer(&Kayles, question, &mut Control::new()) {
            Answer::Moves(moves) => {
                let leaves_one =
                    |mv: &RowMove| Solver::new(Kayles).grundy(Kayles.play(&heap, mv)) == Ok(Nimber::new(1));
                assert!(heap < 10 && moves.eq(Kayles.moves(&heap).filter(leaves_one)), "{heap}");
            }
            told => assert!(heap >= 10 && matches!(told, Answer::Unknown), "{heap}: {told:?}"),
        }
    }
}

/// The values of Nim grow out of one byte and out of two; those from which all others follow fit into one.
#[test]
fn proved_values_are_kept_as_narrow_as_they_are() {
    let mut sequence = Sequence::new(parse("0.[3]"));
    for heaps in [200, 1000, 70_000] {
        sequence.extend_to(heaps).unwrap();
        let values = sequence.periodic_values().unwrap();
        assert!((0..2000).chain([1 << 40]).all(|heap: u64| values.value(heap.into()) == Some(Nimber::new(heap))));
    }
}

/// Neither time nor memory grows with the code: the tail of 20000 digits alone would ask for gigabytes.
#[test]
fn long_codes_are_not_searched_for_a_proof() {
    let long = |digits: &str| digits.repeat(10_000);
    for text in [format!("0.{}", long("37")), format!("0.{}", long("{0,63}")), format!("0.[{}1]", long("30"))] {
        let code = parse(&text);
        assert_eq!(PeriodicValues::soon_proved(&code), None);
        assert!(Solver::new(&code).grundy(3).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_soon_proved_is_so(game in prop_oneof![any_code(), endless_code()]) {
        if let Some(all) = PeriodicValues::soon_proved(&game) {
            prop_assert_eq!(all.code(), &game);
            for (heap, value) in (0..).zip(values(&game, 120)) {
                prop_assert_eq!(all.value(heap), Some(Nimber::new(value.into())), "{}, heap {}", game, heap);
            }
        }
    }
}

/// A bound that is met again and again uses up nothing of the work that a proof may take.
#[test]
fn a_proof_is_found_however_often_it_was_stopped() {
    let huge = 10_u128.pow(30);
    for text in ["0.77", "0.165", "0.644"] {
        let mut solver = Solver::new(parse(text));
        for _ in 0..300 {
            solver.set_control(Control::new().bytes(100));
            assert!(solver.grundy(huge).is_err(), "{text}");
        }
        for _ in 0..300 {
            // What is soon done is done before the clock is looked at.
            solver.set_control(Control::new().within(Duration::ZERO));
            solver.grundy(huge).ok();
        }
        solver.set_control(Control::new());
        assert_eq!(solver.grundy(huge), Solver::new(parse(text)).grundy(huge), "{text}");
        assert!(solver.grundy(huge).is_ok(), "{text}");
    }
}

/// A sequence is extended by a quarter more than is asked for, which no bound is held against.
#[test]
fn a_bound_counts_for_the_heap_that_is_asked_for() {
    let mut solver = Solver::new(parse("4!.0")).with_control(Control::new().bytes(1000));
    let mut free = Solver::new(parse("4!.0"));
    for heap in [900, 950, 990] {
        assert_eq!(solver.grundy(heap).unwrap(), free.grundy(heap).unwrap(), "heap {heap}");
    }
}
