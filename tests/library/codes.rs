//! Codes of take-and-break games: how they read, what moves they allow, and the values of those that have names.

use crate::support::codes::{codes, oracle, plain_code};
use crate::support::naive_heaps::numbered_moves;
use crate::support::tables::sequence;
use grundy::heap::{BreakMove, CodeError, Digit, Parts, Sequence, TakeAndBreak};
use grundy::laws::{check_notation, check_position};
use grundy::{
    GrundysGame, ImpartialGame, LaskersNim, Method, Nim, Nimber, SolveError, Solver, Subtraction, Treblecross,
    Unhinted, play_in_sum,
};
use proptest::collection::vec;
use proptest::prelude::*;

const SEQUENCES: &str = include_str!("../data/nim-sequences.txt");

fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn values(game: &TakeAndBreak, heaps: u128) -> Vec<u64> {
    let mut solver = Solver::new(game);
    (0..heaps).map(|heap| solver.grundy(heap).unwrap().get()).collect()
}

proptest! {
    #[test]
    fn text_reads_back(code in codes()) {
        prop_assert_eq!(code.to_string().parse(), Ok(code.clone()), "{}", code);
    }

    /// However a code is stretched, it is the same; and its digits are what they were.
    #[test]
    fn a_rule_has_one_code(code in codes(), more in 0..7_usize, turns in 1..4_usize) {
        let stretched: Vec<Digit> = (0..(code.digits().len() + more) as u128).map(|taken| code.digit(taken)).collect();
        let mut tail = code.tail().to_vec();
        if !tail.is_empty() {
            tail.rotate_left(more % code.tail().len());
            tail = tail.repeat(turns);
        }
        prop_assert_eq!(TakeAndBreak::from_digits(stretched, tail), Ok(code));
    }

    /// The tail repeats from its place on, and none that is shorter would do.
    #[test]
    fn a_code_has_the_digits_that_it_was_given(digits in vec(0..4_u64, 0..5), tail in vec(0..3_u64, 0..10)) {
        let [digits, tail] = [digits, tail].map(|counts| counts.into_iter().map(|counts| counts << 1).collect::<Vec<_>>());
        let of = |counts: &[u64]| counts.iter().map(|counts| Digit::new(*counts, Parts::Any)).collect::<Vec<_>>();
        let zeroth = Digit::new(4, Parts::Any);
        let code = TakeAndBreak::from_digits([vec![zeroth], of(&digits)].concat(), of(&tail)).unwrap();
        let given = |place: usize| match digits.get(place) {
            Some(counts) => *counts,
            None => tail.get((place - digits.len()) % tail.len().max(1)).copied().unwrap_or(0),
        };
        let all: Vec<u64> = (0..60).map(given).collect();
        for (place, counts) in (1..).zip(&all) {
            prop_assert_eq!(code.digit(place), Digit::new(*counts, Parts::Any), "{}, digit {}", code, place);
        }
        let period = (1..=10).find(|period| all[5..].windows(period + 1).all(|some| some[0] == some[*period])).unwrap();
        let is_finite = all[5..].iter().all(|counts| *counts == 0);
        prop_assert_eq!(code.tail().len(), if is_finite { 0 } else { period }, "{}", code);
    }

    #[test]
    fn any_text_is_a_code_or_an_error(text in "[0-9A-Va-vwZ.\\[\\]{},!=? é]{0,12}") {
        for read in [text.parse(), TakeAndBreak::octal(&text), TakeAndBreak::hexadecimal(&text)] {
            match read {
                Ok(code) => prop_assert_eq!(code.to_string().parse::<TakeAndBreak>(), Ok(code)),
                Err(error) => prop_assert!(error.place() <= text.chars().count() + 1, "{}", error),
            }
        }
    }

    #[test]
    fn moves_are_all_ways_in_reading_order(code in codes(), heap in 0..22_usize) {
        let [digits, tail] = plain_code(&code);
        let mut expected = numbered_moves(&digits, &tail, heap);
        expected.sort();
        let moves: Vec<(usize, Vec<usize>)> = code.moves(&(heap as u128)).map(|mv| {
            let size = |counters: u128| usize::try_from(counters).unwrap();
            (size(mv.taken), mv.left.iter().map(|heap| size(*heap)).collect())
        }).collect();
        prop_assert_eq!(moves, expected, "{} {}", code, heap);
    }

    #[test]
    fn values_are_those_of_the_oracle(code in codes()) {
        let expected = oracle(&code, 26);
        prop_assert_eq!(&values(&code, 26), &expected, "{}", code);
        let mut search = Solver::new(&code).by(Method::Values);
        let searched: Vec<u64> = (0..26).map(|heap| search.grundy(heap).unwrap().get()).collect();
        prop_assert_eq!(searched, expected, "{}", code);
    }

    #[test]
    fn the_lower_bound_of_moves_is_one_all_the_way(code in codes(), heap in 0..24_u128) {
        let mut moves = code.moves(&heap);
        let mut bounds = vec![moves.size_hint().0];
        while moves.next().is_some() {
            bounds.push(moves.size_hint().0);
        }
        for (after, least) in bounds.iter().enumerate() {
            prop_assert!(*least <= bounds.len() - 1 - after, "{} {}: {} after {}", code, heap, least, after);
        }
    }

    #[test]
    fn random_codes_obey_the_laws(code in codes(), heap in 0..7_u128) {
        prop_assert_eq!(check_position(&code, &heap), Ok(()), "{}", code);
        prop_assert_eq!(check_notation(&code, &[heap, 0, u128::MAX]), Ok(()), "{}", code);
    }

    /// Whether a move is allowed is told without a search: it is allowed exactly if it is listed.
    #[test]
    fn what_is_allowed_is_what_is_listed(code in codes(), heap in 0..10_u128, taken in 0..6_u128, left in vec(0..6_u128, 0..4)) {
        let mv = BreakMove { taken, left: left.into() };
        prop_assert_eq!(code.allows(&heap, &mv), code.moves(&heap).any(|listed| listed == mv), "{} {} {}", code, heap, mv);
    }
}

#[test]
fn codes_are_written_in_one_form() {
    for (read, written) in [
        (".77", "0.77"),
        ("0.77", "0.77"),
        ("0.7700", "0.77"),
        ("0.3f", "0.3F"),
        ("0.V", "0.V"),
        ("0.0", "0.0"),
        ("0.[0]", "0.0"),
        ("0.00[000]", "0.0"),
        ("4.", "4.0"),
        ("4.0", "4.0"),
        ("4!.0", "4!.0"),
        ("4?.0", "4!.0"),
        ("C?.0", "C?.0"),
        ("0.3!", "0.3"),
        ("0.[3]", "0.[3]"),
        ("0.3[33]", "0.[3]"),
        ("0.37[3737]", "0.[37]"),
        ("0.7[37]", "0.[73]"),
        ("0.10[10]0", "error"),
        ("4.[4]", "4.[4]"),
        ("0.{0,1,2}7", "0.77"),
        ("0.{ 4, 2 ,0}", "0.L"),
        ("0.{5}", "0.{5}"),
        ("0.{63,0}=", "0.{0,63}="),
    ] {
        match read.parse::<TakeAndBreak>() {
            Ok(code) => assert_eq!(code.to_string(), written, "{read}"),
            Err(_) => assert!(written == "error" || read == "4.", "{read}"),
        }
    }
}

#[test]
fn a_text_that_is_no_code_is_told_where_and_why() {
    for (text, reason) in [
        ("", "``, character 1: a code is missing"),
        (".", "`.`, character 2: a digit is missing after the point"),
        ("4.", "`4.`, character 3: a digit is missing after the point"),
        ("77", "`77`, character 2: the point stands after the first digit, as in 0.77, and here is `7`"),
        ("0", "`0`, character 2: the point is missing"),
        ("0.7W", "`0.7W`, character 4: `W` is no digit"),
        ("0.é7", "`0.é7`, character 3: `é` is no digit"),
        ("0.7.7", "`0.7.7`, character 4: a code has one point"),
        ("0.!", "`0.!`, character 3: `!` stands after one digit"),
        ("0.7!=", "`0.7!=`, character 5: `=` stands after one digit"),
        ("0.[]", "`0.[]`, character 3: no digit stands in the brackets"),
        ("0.[3", "`0.[3`, character 3: the bracket of the repeating digits is not closed"),
        ("0.[3[3]]", "`0.[3[3]]`, character 5: digits that repeat do not stand"),
        ("[3].7", "`[3].7`, character 1: digits that repeat do not stand before the point"),
        ("0.[3]7", "`0.[3]7`, character 6: nothing follows the digits that repeat"),
        ("0.3]", "`0.3]`, character 4: no bracket is open here"),
        ("0.{}", "`0.{}`, character 3: no number of heaps stands in the braces"),
        ("0.{2", "`0.{2`, character 3: the brace is not closed"),
        ("0.{2,64}", "`0.{2,64}`, character 6: 64 heaps are too many: the limit is 63"),
        ("0.{2,99999999999}", "`0.{2,99999999999}`, character 6: a number of heaps of 99999999999 is too large"),
        ("0.{2,2}", "`0.{2,2}`, character 6: 2 stands twice in the braces"),
        ("0.{2,}", "`0.{2,}`, character 6: a number of heaps is missing"),
        ("0.7{x}", "`0.7{x}`, character 5: a number of heaps is a whole number"),
        ("1.7", "`1.7`, character 1: a move that takes nothing must leave two heaps or more"),
        ("6.7", "`6.7`, character 1: a move that takes nothing must leave two heaps or more"),
    ] {
        let error = text.parse::<TakeAndBreak>().unwrap_err().to_string();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
}

#[test]
fn a_code_declared_octal_or_hexadecimal_has_no_other_digit() {
    assert_eq!(TakeAndBreak::octal("4.[37]"), Ok(code("4.[37]")));
    assert_eq!(TakeAndBreak::octal("0.{0,2}"), Ok(code("0.5")));
    assert_eq!(TakeAndBreak::hexadecimal("0.3f"), Ok(code("0.3F")));
    for (read, reason) in [
        (TakeAndBreak::octal("0.8"), "`0.8`, character 3: `8` is no octal digit: those are 0 to 7"),
        (TakeAndBreak::octal("8.0"), "`8.0`, character 1: `8` is no octal digit: those are 0 to 7"),
        (TakeAndBreak::octal("0.7[7f]"), "`0.7[7f]`, character 6: `f` is no octal digit: those are 0 to 7"),
        (TakeAndBreak::octal("0.{3}"), "`0.{3}`, character 3: `{3}` is no octal digit: those are 0 to 7"),
        (TakeAndBreak::octal("4!.0"), "`4!.0`, character 2: a condition on the sizes belongs to no octal digit"),
        (TakeAndBreak::hexadecimal("0.G"), "`0.G`, character 3: `G` is no hexadecimal digit: those are 0 to F"),
    ] {
        let error = read.unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}");
    }
}

#[test]
fn long_codes_are_read_and_written() {
    let text = format!("0.{}", "37".repeat(500_000));
    assert_eq!(code(&text).to_string(), text);
    assert_eq!(code(&format!("0.[{}]", "37".repeat(500_000))).to_string(), "0.[37]");
    assert_eq!(code(&format!("0.{}[0037]", "0037".repeat(250_000))).to_string(), "0.[0037]");
    assert_eq!(code(&format!("0.7{}", "0".repeat(1_000_000))).to_string(), "0.7");
    let wrong = format!("0.{}x", "7".repeat(1_000_000));
    assert_eq!(wrong.parse::<TakeAndBreak>().unwrap_err().place(), 1_000_003);
    let open = format!("0.{}", "{".repeat(1_000_000));
    assert_eq!(open.parse::<TakeAndBreak>().unwrap_err().place(), 3);
}

#[test]
fn sets_make_codes() {
    assert_eq!(TakeAndBreak::subtraction([4, 1, 3, 1]), Ok(code("0.3033")));
    assert_eq!(TakeAndBreak::all_but([2, 5]), Ok(code("0.30330[3]")));
    for make in
        [|set: &[u64]| TakeAndBreak::subtraction(set.to_vec()), |set: &[u64]| TakeAndBreak::all_but(set.to_vec())]
    {
        assert_eq!(make(&[]), Err(CodeError::EmptySet));
        assert_eq!(make(&[1, 0]), Err(CodeError::Zero));
        let message = make(&[0]).unwrap_err().to_string();
        assert_eq!(message, "no move takes 0 counters: 0 cannot be in a set of numbers that may be taken, or may not");
        let limit = TakeAndBreak::LARGEST_IN_SET;
        assert!(make(&[limit]).is_ok());
        assert_eq!(make(&[limit + 1]), Err(CodeError::TooLarge { count: limit + 1, limit }));
        assert_eq!(make(&[u64::MAX]), Err(CodeError::TooLarge { count: u64::MAX, limit }));
    }
}

#[test]
fn a_move_that_takes_nothing_leaves_two_heaps_or_more() {
    for counts in [1, 2, 3, 5, 6] {
        let digit = Digit::new(counts, Parts::Any);
        assert_eq!(TakeAndBreak::from_digits([digit], []), Err(CodeError::LeavesTheHeap));
        assert_eq!(TakeAndBreak::from_digits([], [digit]), Err(CodeError::LeavesTheHeap));
    }
    let four = Digit::new(4, Parts::Any);
    assert_eq!(TakeAndBreak::from_digits([], [four]), Ok(code("4.[4]")));
    assert_eq!(TakeAndBreak::from_digits([], [four, Digit::NONE]), Ok(code("4.[04]")));
    assert_eq!(TakeAndBreak::from_digits([], []), Ok(code("0.0")));
}

/// The closed form against the sequence, which finds the values from the digits; and against every move of a heap.
#[test]
fn the_code_of_laskers_nim_has_its_closed_form() {
    let lasker = code("4.[3]");
    let mut sequence = Sequence::new(lasker.clone());
    sequence.extend_to(2000).unwrap();
    let mut solver = Solver::new(&lasker);
    for heap in 0..2000 {
        assert_eq!(solver.grundy(heap as u128).ok(), sequence.value(heap), "heap {heap}");
    }
    assert_eq!(solver.control().done(), 0, "values were searched");
    let mut plain = Solver::new(Unhinted(&lasker));
    for heaps in (0..14_u128).flat_map(|one| (0..=one).map(move |other| [one, other, 3])) {
        assert_eq!(solver.winning_moves(heaps), plain.winning_moves(heaps), "{heaps:?}");
    }

    let large = 10_u64.pow(12);
    let huge = u128::from(large);
    assert_eq!(solver.grundy([huge, huge + 1]), Ok(Nimber::new((large - 1) ^ (large + 1))));
    let wins = solver.winning_moves([huge, 3]).unwrap();
    let by_name = Solver::new(LaskersNim).winning_moves([large, 3]).unwrap();
    assert_eq!(wins.known_count(), by_name.known_count());
    assert!(!wins.is_empty());
    for win in &wins {
        let left = play_in_sum(&lasker, [huge, 3].into(), win.clone()).unwrap();
        assert_eq!(solver.grundy(left), Ok(Nimber::ZERO), "{win}");
    }
    // 2^64 − 1 has a value that no nimber holds.
    assert!(matches!(solver.grundy(u128::from(u64::MAX)), Err(SolveError::TooManyMoves { .. })));
}

#[test]
fn named_games_have_their_values() {
    // Those with a published sequence.
    assert_eq!(values(&TakeAndBreak::kayles(), 84), sequence(SEQUENCES, "A002186")[..84]);
    let grundys = sequence(SEQUENCES, "A002188");
    assert_eq!(values(&TakeAndBreak::grundys_game(), grundys.len() as u128), grundys);
    let officers = sequence(SEQUENCES, "A046695");
    assert_eq!(values(&TakeAndBreak::officers(), officers.len() as u128), officers);
    // Those with a theorem, and those with a rule book of their own.
    assert_eq!(values(&TakeAndBreak::nim(), 50), (0..50).collect::<Vec<u64>>());
    let of_rule_book =
        |value: &dyn Fn(u64) -> Nimber, heaps| (0..heaps).map(|heap| value(heap).get()).collect::<Vec<_>>();
    let lasker = of_rule_book(&|heap| LaskersNim.known_value(&heap).unwrap(), 50);
    assert_eq!(values(&TakeAndBreak::laskers_nim(), 50), lasker);
    let treblecross = of_rule_book(&|cells| Solver::new(Treblecross).grundy(cells).unwrap(), 50);
    assert_eq!(values(&TakeAndBreak::treblecross(), 52)[2..], treblecross);
    let kenyon: Vec<u64> = (0..60).map(|heap| heap / 6 * 3 + heap % 3).collect();
    assert_eq!(values(&TakeAndBreak::kenyon(), 60), kenyon);
    let kayles = values(&TakeAndBreak::kayles(), 200);
    for (pair, value) in values(&TakeAndBreak::double_kayles(), 400).chunks(2).zip(kayles) {
        assert_eq!((pair[0].min(pair[1]), pair[0] ^ pair[1]), (2 * value, 1));
    }
    // A row of zeros at the beginning proves no period.
    assert_eq!(values(&code("0.04"), 5), [0, 0, 0, 0, 1]);
    // Those with a known period.
    for (game, preperiod, period) in [
        (TakeAndBreak::kayles(), 71, 12),
        (TakeAndBreak::dawsons_kayles(), 53, 34),
        (TakeAndBreak::dawsons_chess(), 52, 34),
        (TakeAndBreak::guiles(), 1, 10),
    ] {
        let values = values(&game, 300);
        let (now, later) = (&values[..300 - period], &values[period..]);
        let last_exception = (0..300 - period).rev().find(|heap| now[*heap] != later[*heap]);
        assert_eq!(last_exception, Some(preperiod - 1), "{game}");
    }
}

#[test]
fn a_heap_of_10_to_the_30_has_its_first_moves_at_once() {
    let heap = 10_u128.pow(30);
    let first = |text: &str| code(text).moves(&heap).take(3).map(|mv| mv.to_string()).collect::<Vec<_>>();
    assert_eq!(
        first("0.77"),
        [
            "take 1, leave 1 and 999999999999999999999999999998",
            "take 1, leave 2 and 999999999999999999999999999997",
            "take 1, leave 3 and 999999999999999999999999999996",
        ]
    );
    assert_eq!(first("0.[3]")[0], "take 1, leave 999999999999999999999999999999");
    assert_eq!(first("8=.0"), [""; 0]); // 10^30 is no multiple of 3
    assert_eq!(
        first("0.8="),
        [
            "take 1, leave 333333333333333333333333333333, 333333333333333333333333333333 and 333333333333333333333333333333"
        ]
    );
    // The one move of all is far away.
    assert_eq!(first("0.[1]"), ["take 1000000000000000000000000000000, leave nothing"]);
    assert_eq!(first("0.[01]"), ["take 1000000000000000000000000000000, leave nothing"]);
    assert_eq!(first("0.[10]"), [""; 0]);
    // 10^30 leaves remainder 1, so three equal heaps are left only if the number taken leaves 1 too.
    assert_eq!(first("0.[008=]").len() + first("0.[08=0]").len(), 0);
    assert_eq!(first("0.[8=00]").len(), 3);
    assert_eq!(first("0.{63}!")[0].rsplit(' ').next().unwrap().len(), 30);
}

#[test]
fn the_largest_heap_has_moves_too() {
    let kayles = TakeAndBreak::kayles();
    let mv = kayles.moves(&u128::MAX).next().unwrap();
    assert!(kayles.allows(&u128::MAX, &mv));
    assert_eq!(kayles.play(&u128::MAX, &mv)[..], [1, u128::MAX - 2]);
    let wrapped = BreakMove { taken: 1, left: [u128::MAX, u128::MAX].into() };
    assert!(!kayles.allows(&(u128::MAX - 2), &wrapped));
    assert!(TakeAndBreak::nim().moves(&u128::MAX).nth(1000).is_some());
    let last = BreakMove { taken: u128::MAX, left: [].into() };
    assert!(TakeAndBreak::nim().allows(&u128::MAX, &last));
    assert_eq!(code("0.[1]").moves(&u128::MAX).collect::<Vec<_>>(), [last]);
}

#[test]
fn heaps_with_too_many_options_are_refused_at_once() {
    let refuses = |refused| matches!(refused, Err(SolveError::TooManyMoves { .. }));
    for text in ["0.77", "4!.0", "0.[3]", "0.3[003]", "C?.0", "0.00[7]"] {
        assert!(refuses(Solver::new(code(text)).by(Method::Values).grundy(10_u128.pow(30))), "{text}");
    }
    // Those of which no period is soon proved, and those whose value is too large.
    for text in ["0.6", "4!.0", "0.[3]", "C?.0", "0.00[7]"] {
        assert!(refuses(Solver::new(code(text)).grundy(10_u128.pow(30))), "{text}");
    }
}

#[test]
fn moves_say_what_is_taken_and_what_is_left() {
    let moves =
        |text: &str, heap: u128| code(text).moves(&heap).map(|mv| mv.to_string()).collect::<Vec<_>>().join("; ");
    assert_eq!(
        moves("0.77", 5),
        "take 1, leave 1 and 3; take 1, leave 2 and 2; take 1, leave 4; take 2, leave 1 and 2; take 2, leave 3"
    );
    assert_eq!(moves("0.77", 1), "take 1, leave nothing");
    assert_eq!(moves("4.[3]", 2), "split into 1 and 1; take 1, leave 1; take 2, leave nothing");
    assert_eq!(moves("8.0", 4), "split into 1, 1 and 2");
    assert_eq!(moves("0.0", 4), "");
}

#[test]
fn a_code_is_the_rule_book_of_the_same_game() {
    let mut solver = Solver::new(TakeAndBreak::all_but([2]).unwrap());
    let mut rule_book = Solver::new(Subtraction::all_but([2]).unwrap());
    for heap in 0..40 {
        assert_eq!(solver.grundy(u128::from(heap)).unwrap(), rule_book.grundy(heap).unwrap());
    }
    let mut split = Solver::new(TakeAndBreak::grundys_game());
    assert_eq!(split.grundy(515).unwrap(), Solver::new(GrundysGame).grundy(515).unwrap());
    assert_eq!(Solver::new(Unhinted(Nim)).grundy(300).unwrap(), Nimber::new(300));
}

/// Heaps of 128 bits have their place in the array of the memo.
#[test]
fn a_memo_of_small_heaps_is_an_array() {
    let mut wide = Solver::new(TakeAndBreak::kayles()).by(Method::Values);
    wide.grundy(2000).unwrap();
    let entries = wide.memo().len();
    assert_eq!(entries, 2000);
    // A hash table has a place for every seven eighths of an entry, and a control byte more.
    let most = 4 * 1024 * size_of::<Option<(u128, Nimber)>>();
    assert!(wide.memo().bytes() <= most, "{}", wide.memo().bytes());
}

/// A heap above 2^64 is not taken for the one that it is modulo 2^64.
#[test]
fn a_memo_of_large_heaps_keeps_them_apart() {
    // The value is 1 if the heap can be divided by 3 an odd number of times: else 0.
    let mut solver = Solver::new(code("8=.0"));
    for (heap, value) in
        [(3, 1), ((1 << 64) + 3, 0), ((1 << 64) + 2, 1), (2, 0), (3_u128.pow(79), 1), (3_u128.pow(80), 0)]
    {
        assert_eq!(solver.grundy(heap).unwrap(), Nimber::new(value), "{heap}");
    }
}

#[test]
fn heaps_that_may_be_left_are_ascending_and_as_the_condition_says() {
    let sizes: Vec<u128> = (0..4).collect();
    let mut lists: Vec<Vec<u128>> = vec![vec![]];
    for _ in 0..3 {
        let longer = lists.iter().flat_map(|list| sizes.iter().map(move |size| [&list[..], &[*size]].concat()));
        lists = lists.iter().cloned().chain(longer).collect();
    }
    for (counts, parts) in (0..16)
        .flat_map(|counts| [Parts::Any, Parts::Unequal, Parts::Equal, Parts::NotAllEqual].map(|parts| (counts, parts)))
    {
        let digit = Digit::new(counts, parts);
        for list in &lists {
            let pairs = || (0..list.len()).flat_map(|one| (0..one).map(move |other| (list[other], list[one])));
            let fits = list.len() < 2
                || match parts {
                    Parts::Unequal => pairs().all(|(one, other)| one != other),
                    Parts::Equal => pairs().all(|(one, other)| one == other),
                    Parts::NotAllEqual => pairs().any(|(one, other)| one != other),
                    Parts::Any => true,
                };
            let expected =
                counts >> list.len() & 1 == 1 && fits && !list.contains(&0) && pairs().all(|(one, other)| one <= other);
            assert_eq!(digit.allows_heaps(list), expected, "{digit:?}, {list:?}");
        }
    }
    let all = Digit::new(u64::MAX, Parts::Any);
    assert!((0..100).all(|heaps| all.allows(heaps) == (heaps < 64)));
}
