//! What takes seconds with optimisation and minutes without: `cargo test --release --test long`.

mod support;

// Their checks are small in `tests/library`, and large here.
#[path = "../library/chomp_layers.rs"]
mod chomp_layers;
#[path = "../library/chomp_tables.rs"]
mod chomp_tables;
#[path = "../library/patterns.rs"]
mod patterns;
#[path = "../library/periods.rs"]
mod periods;
#[path = "../library/sequences.rs"]
mod sequences;

use std::collections::HashMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use grundy::certificate::Certificate;
use grundy::chomp::{Board, Chomp, ChompValues};
use grundy::heap::{Algorithm, Digit, Parts, PeriodicValues, Sequence, Stream, TakeAndBreak, Theorem};
use grundy::misere::quotient::QuotientSearch;
use grundy::pattern::{Conjecture, MOST, Rule, guess};
use grundy::solver::Reason;
use grundy::{AnyGame, Control, Kayles, Method, Nimber, Notation, Notes, Outcome, Play, Solver, Store, Unhinted, Unit};
use support::explicit_sprouts::{self, Explicit};
use support::large_heaps::{
    counts_are_right, largest_heaps, moves_told, octal_codes, other_codes, values_of_all,
    winning_moves_are_as_many_as_counted,
};
use support::naive_quotients::check_transitions;
use support::sizes::{
    check_openings, check_outcomes, code, counts_by_values, losing_counts, losing_up_to, lost_rows_by_heads, of_all,
    of_heaps_below, stopped, tabled_counts, values, values_of, values_up_to,
};
use support::tables::{line, lines, rows};

const PERIODS: &str = include_str!("../data/octal-periods.txt");

/// The same sequence at once, and in pieces that are too short for values that are found before they are proved.
fn assert_found_first_and_proved_later(text: &str, from: usize, heaps: usize) -> Sequence {
    let code = code(text);
    let mut at_once = Sequence::new(code.clone());
    at_once.extend_to(heaps).unwrap();
    let mut in_pieces = Sequence::new(code);
    in_pieces.extend_to(from).unwrap();
    while in_pieces.len() < heaps {
        in_pieces.extend_to(heaps.min(in_pieces.len() + 2000)).unwrap();
    }
    assert_eq!(at_once.values(), in_pieces.values(), "{text}");
    at_once
}

/// Checks the codes of the table that are proved by a number of heaps in the range. Returns the number of these codes.
fn check_periods(heaps: Range<usize>) -> usize {
    let mut checked = 0;
    for line in lines(PERIODS) {
        let mut fields = line.split(' ');
        let code = code(fields.next().unwrap());
        let [preperiod, period] = [(); 2].map(|()| fields.next().unwrap().parse::<usize>().unwrap());
        let largest: u64 = fields.next().unwrap().parse().unwrap();
        let needed = 2 * preperiod + 2 * period + code.digits().len();
        if !heaps.contains(&needed) {
            continue;
        }
        let mut sequence = Sequence::new(code);
        sequence.extend_to(needed).unwrap();
        let periodicity = sequence.periodicity();
        let proved = periodicity.proved().unwrap_or_else(|| panic!("{line}: {periodicity}"));
        assert_eq!((proved.preperiod(), proved.period()), (preperiod as u64, period as u64), "{line}");
        let (value, first) = sequence.values().largest().unwrap();
        assert_eq!(value, largest, "{line}");
        if let Some(heap) = fields.next().and_then(|heap| heap.parse::<usize>().ok()) {
            assert_eq!(first, heap, "{line}");
        }
        let all = sequence.periodic_values().unwrap();
        assert_eq!(all.value(preperiod as u128 + 7 * period as u128), sequence.value(preperiod));
        checked += 1;
    }
    checked
}

#[test]
fn as_many_boards_are_lost_as_tabled_up_to_80_tiles() {
    assert_eq!(losing_up_to(80).counts(), tabled_counts()[..=80]);
    assert_eq!(counts_by_values(&values_up_to(80), 80), tabled_counts()[..=80]);
}

#[test]
fn the_values_up_to_60_tiles_have_as_many_zeros_as_tabled() {
    assert_eq!(counts_by_values(&values_up_to(60), 60), tabled_counts()[..=60]);
}

#[test]
fn chomp_rectangles_up_to_10_by_10_have_the_tabled_winning_openings() {
    assert_eq!(check_openings(100), 54);
}

#[test]
fn as_many_chomp_boards_of_n_tiles_are_lost_as_tabled_up_to_45() {
    assert_eq!(losing_counts(45), tabled_counts()[1..=45]);
}

/// By a search that is compiled with the library.
fn value_of(game: &str, position: &str) -> Nimber {
    let game: AnyGame = game.parse().unwrap();
    let position = game.parse(position).unwrap();
    Solver::new(game).grundy(position).unwrap()
}

/// Boards of Cram of 31 to 40 cells, and of queens with 9 and 10 rows (OEIS A344227).
#[test]
fn larger_boards_have_the_published_values() {
    let mut checked = 0;
    for row in rows(include_str!("../data/cram.txt")).into_iter().filter(|row| (31..=40).contains(&(row[0] * row[1]))) {
        let [height, width, value] = row[..] else { panic!("{row:?}") };
        assert_eq!(value_of("cram", &format!("{height}x{width}")), Nimber::new(value), "{row:?}");
        checked += 1;
    }
    assert_eq!(checked, 3);
    for (size, value) in [("9", 1), ("10", 0)] {
        assert_eq!(value_of("queens", size), Nimber::new(value), "{size} queens");
    }
}

/// All sums of six heaps of Kayles below 10, and more.
#[test]
fn outcomes_are_those_of_much_brute_force() {
    for (text, heaps, count) in [("0.77", 10, 6), ("0.77", 28, 2), ("0.15", 14, 6), ("0.72", 10, 6), ("0.07", 14, 6)] {
        check_outcomes(&of_heaps_below(text, heaps), heaps, count);
    }
}

/// With all heaps that prove the period.
#[test]
fn large_transition_algebras_close() {
    for (text, heaps) in [("0.15", 200), ("0.77", 180), ("0.152", 160)] {
        check_transitions(&of_all(text), heaps);
    }
}

/// For the heaps named, none of these codes has a quotient that is known.
#[test]
fn the_default_limits_stop_guesses_that_do_not_end() {
    for (text, heaps) in [("4.77", 6), ("0.76", 12), ("0.466", 12)] {
        let mut search = QuotientSearch::new(code(text));
        assert_eq!(stopped(search.extend_to(20)).unit, Unit::Sums, "{text}");
        assert_eq!(search.quotient().map().len(), heaps, "{text}");
    }
}

#[test]
fn values_may_be_found_before_they_are_proved() {
    // From 52 697 heaps on. The last proof is one of sums that have been proved in part; what is left is less than a tile.
    let sequence = assert_found_first_and_proved_later("0.36", 52_000, 57_000);
    assert_eq!(sequence.report().sparse_space.map(|space| (space.rare, space.last_rare)), Some((515, 11_798)));
}

#[test]
fn values_of_two_bytes_may_be_found_before_they_are_proved() {
    let officers = assert_found_first_and_proved_later("0.6", 65_000, 300_000);
    assert_eq!(officers.report().sparse_space.map(|space| space.last_rare), Some(20_627));
}

#[test]
fn values_that_cannot_be_proved_are_found_again() {
    // A rare heap comes 300 000 heaps after the one before it.
    let sequence = assert_found_first_and_proved_later("0.034", 170_000, 376_000);
    assert_eq!(sequence.report().sparse_space.map(|space| (space.rare, space.last_rare)), Some((1078, 374_473)));
}

#[test]
fn a_rare_heap_found_in_short_steps_counts_in_the_long_one_after_them() {
    let code = code("0.034");
    let mut in_steps = Sequence::new(code.clone());
    // The rare heap 374 473 is found heap by heap, and belongs to the parts of all heaps after it.
    for heaps in (370_000..=376_000).step_by(1000).chain([500_000]) {
        in_steps.extend_to(heaps).unwrap();
    }
    let mut at_once = Sequence::new(code);
    at_once.extend_to(500_000).unwrap();
    assert!(in_steps.values() == at_once.values());
}

#[test]
fn witnesses_may_lie_deep() {
    // The smaller heaps of the only pairs that have a value are tens of thousands of counters large.
    let code = code("0.143");
    assert_eq!(values(&code, None, 450_000), values(&code, Some(Algorithm::Search), 450_000));
}

#[test]
fn published_periods_of_up_to_100_000_heaps_are_proved() {
    assert_eq!(check_periods(0..100_000), 9);
}

#[test]
fn published_periods_of_up_to_30_million_heaps_are_proved() {
    assert_eq!(check_periods(100_000..30_000_000), 4);
}

#[test]
fn the_published_period_of_0_454_is_proved() {
    assert_eq!(check_periods(30_000_000..usize::MAX), 1);
}

/// Proves the published period of a code by a stream, in constant memory.
fn check_streamed(text: &str) {
    let tabled = line(PERIODS, text).split(' ').skip(1);
    let tabled: Vec<u64> = tabled.filter_map(|number| number.parse().ok()).collect();
    let mut stream = Stream::new(code(text)).unwrap();
    let proved = stream.prove_period().unwrap();
    assert_eq!((proved.preperiod(), proved.period(), stream.largest().0), (tabled[0], tabled[1], tabled[2]), "{text}");
    assert_eq!(proved.theorem(), Theorem::FiniteState);
    assert!(tabled.get(3).is_none_or(|heap| *heap == stream.largest().1), "{text}");
}

#[test]
fn a_stream_proves_published_periods_of_up_to_10_million_heaps() {
    for text in ["0.16", "0.354", "0.45", "0.156", "0.356", "0.644"] {
        check_streamed(text);
    }
}

#[test]
fn a_stream_proves_the_period_of_0_454() {
    check_streamed("0.454");
}

/// The file to go on from holds a state that came again after the period that its finder tells (A. Flammenkamp, octal games). Its short pieces, which lie
/// beside that state, are computed again; `grundy sequence 0.106 --stream --checkpoint FILE --recheck 1/1` does so with all.
#[test]
fn the_checkpoint_of_0_106_has_the_published_period() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/checkpoints/0.106.checkpoint");
    let stream = Stream::load(code("0.106"), file, Control::unlimited()).unwrap();
    let (from, period) = stream.repeat().expect("a state came again");
    assert!(from >= 465_384_263_797 && period == 328_226_140_474, "{from}, {period}");
    let short = stream.pieces().filter(|piece| (1..1 << 20).contains(&(piece.heaps().end - piece.heaps().start)));
    let checked = short.map(|piece| piece.check(&mut Control::unlimited()).unwrap()).count();
    assert!(checked > 0);
}

/// Mogul of 24 coins: the extended Golay code.
#[test]
fn lost_rows_of_mogul_are_the_golay_code() {
    let mut expected = vec![0; 25];
    for (heads, rows) in [(0, 1), (8, 759), (12, 2576), (16, 759), (24, 1)] {
        expected[heads] = rows;
    }
    assert_eq!(lost_rows_by_heads(&values_of("mogul", 24)), expected);
}

#[test]
fn sprouts_without_reductions_has_1825_lands_from_4_spots() {
    assert_eq!(explicit_sprouts::lands(Explicit::spots(4)), 1825);
}

/// In normal play N exactly if n modulo 6 is 3, 4 or 5; in misère play N P P P N N: Lemoine and Viennot, Computer analysis of Sprouts with
/// nimbers (2015).
#[test]
fn sprouts_has_the_published_outcomes() {
    use Outcome::{N, P};
    let game: AnyGame = "sprouts".parse().unwrap();
    let outcome = |number, play| {
        // Each from an empty memo.
        let mut solver = Solver::new(&game);
        solver.outcome_in(play, game.parse(&format!("0*{number}")).unwrap())
    };
    for number in (1..=14).chain([16, 17, 20]) {
        let expected = if [3, 4, 5].contains(&(number % 6)) { N } else { P };
        assert_eq!(outcome(number, Play::Normal), Ok(expected), "{number} spots");
    }
    for (number, expected) in (1..).zip([N, P, P, P, N, N, P, P, P, N, N]) {
        assert_eq!(outcome(number, Play::Misere), Ok(expected), "{number} spots in misère play");
    }
}

#[test]
fn moves_in_the_largest_heaps_are_counted_for_all_octal_codes_of_three_digits() {
    assert!(counts_are_right(octal_codes(0)) > 200);
    assert!(counts_are_right(octal_codes(4)) > 200);
}

/// Values that grow come once at each place of a period, so every heap of a small value is small: all of them are tried.
fn counts_are_those_of_small_heaps(values: &PeriodicValues) {
    let mut notes = Notes::default();
    for (heap, target) in largest_heaps().flat_map(|heap| (0..10).map(move |target| (heap, target))) {
        let larger = u128::from(values.preperiod()) + (u128::from(target) + 1) * u128::from(values.period());
        let left = (1..larger).filter(|left| values.value(*left) == Some(Nimber::new(target)));
        let allowed = left.filter(|left| values.code().digit(heap - left).allows(1)).count();
        let whole = usize::from(target == 0 && values.code().digit(heap).allows(0));
        // A heap whose own value is no nimber of 64 bits is not answered.
        if values.value(heap).is_none() {
            continue;
        }
        let told = moves_told(values.code(), &mut notes, heap, Nimber::new(target));
        assert_eq!(told, (allowed + whole, Some(allowed + whole)), "{}, heap {heap} to {target}", values.code());
    }
}

#[test]
fn winning_moves_in_the_largest_heaps_are_counted_or_bounded_where_values_grow_or_heaps_are_more() {
    let (mut proved, mut growing) = (0, 0);
    let hexadecimal = (0..256).step_by(3).flat_map(|after| {
        let digits = [after >> 4, after & 15].map(|counts| Digit::new(counts, Parts::Any));
        let before = [0, 4].map(|counts| Digit::new(counts, Parts::Any));
        before.map(|before| TakeAndBreak::from_digits([before, digits[0], digits[1]], []).unwrap())
    });
    for values in other_codes().chain(hexadecimal).filter_map(values_of_all) {
        proved += 1;
        if values.saltus() > 0 {
            counts_are_those_of_small_heaps(&values);
            growing += 1;
        }
        for heap in largest_heaps() {
            winning_moves_are_as_many_as_counted(values.code(), &heap.into());
            winning_moves_are_as_many_as_counted(values.code(), &[heap, heap / 2, 5].into());
        }
    }
    assert!(proved > 40 && growing > 3, "{proved}, {growing}");
}

/// A prefix of the values of each code: what fits it says so of these heaps only, the shortest rule first, and agrees with all of them. Most rules
/// that fit a short prefix are false after it.
#[test]
fn prefixes_of_all_codes_of_three_digits_are_told_with_their_range() {
    const HEAPS: usize = 400;
    let mut refuted = [0; 3];
    for number in (0..1 << 9).chain(1 << 11..(1 << 11) + (1 << 9)) {
        let text = format!("{}.{:03o}", number >> 9, number & 0o777);
        let mut sequence = Sequence::new(TakeAndBreak::octal(&text).unwrap());
        sequence.extend_to(HEAPS).unwrap();
        let values: Vec<u64> = (0..HEAPS).map(|heap| sequence.values().get(heap).unwrap()).collect();
        for (kind, length) in [6, 12, 40].into_iter().enumerate() {
            let found = guess(&values[..length]);
            assert!(found.len() <= MOST && found.is_sorted_by_key(Conjecture::bits), "{text}");
            for one in &found {
                assert!(one.to_string().starts_with(&format!("fits heaps 0 to {}: ", length - 1)), "{text}: {one}");
                assert_eq!(one.untested(), length as u64, "{text}: {one}");
                let agrees = |heap: usize| match one.rule() {
                    Rule::Zeros(zeros) => {
                        zeros.contains(heap as u64).is_none_or(|is_lost| is_lost == (values[heap] == 0))
                    }
                    _ => one.predict(heap as u64).is_none_or(|value| value == values[heap]),
                };
                let wrong = (0..HEAPS).find(|heap| !agrees(*heap));
                assert!(wrong.is_none_or(|heap| heap >= length), "{text}: {one} at {wrong:?}");
                refuted[kind] += usize::from(wrong.is_some());
                // A game is told with its proved period, so it is no conjecture for that game.
                if let Rule::Game { code, .. } = one.rule()
                    && TakeAndBreak::octal(&text).is_ok_and(|own| own == *code)
                {
                    assert_eq!(wrong, None, "{text}: {one}");
                }
            }
        }
    }
    // Computed by this library: the longer the prefix, the fewer rules are false.
    assert!(refuted[0] > refuted[2] && refuted[2] > 0, "{refuted:?}");
}

/// The search of whole positions by one, two and eight threads, beside canonical forms, which need no search.
#[test]
fn outcomes_in_misere_play_by_threads_are_those_of_forms() {
    let rows = Unhinted(Kayles);
    for sum in [[14, 12, 9, 8], [13, 13, 11, 11]] {
        let outcome = Solver::new(rows).by(Method::Forms).outcome_in(Play::Misere, sum);
        for number in [1, 2, 8] {
            let control = Control::new().threads(NonZero::new(number).unwrap());
            let mut solver = Solver::new(rows).by(Method::Search).by_threads().with_control(control);
            assert_eq!(solver.outcome_in(Play::Misere, sum), outcome, "{sum:?}, {number} threads");
            assert!(solver.control().done() > 1 << 15, "the part of one thread is 2^14 positions");
        }
    }
}

/// Values by text.
#[derive(Default)]
struct Shelf(Mutex<HashMap<String, Nimber>>);

impl Store for Shelf {
    fn get(&self, text: &str) -> Option<Nimber> {
        self.0.lock().unwrap().get(text).copied()
    }

    fn insert(&self, text: String, value: Nimber) {
        self.0.lock().unwrap().insert(text, value);
    }
}

/// Memory for a third of the values: when it is full, threads go on without what is in it, and no position is solved again.
#[test]
fn threads_with_little_memory_read_from_a_store() {
    let shelf = Arc::<Shelf>::default();
    let game = "chomp".parse::<AnyGame>().unwrap().stored_in(shelf.clone(), 100_000);
    let value = ChompValues::in_box(11, 11, &mut Control::unlimited()).unwrap();
    let value = value.value(Chomp::poisoned(), &Board::rectangle(11, 11).unwrap());
    let mut solver = Solver::new(&game).with_control(Control::new().threads(NonZero::new(3).unwrap()));
    assert_eq!(solver.grundy(game.parse("11x11").unwrap()).ok(), value);
    let (solved, stored) = (solver.control().done(), shelf.0.lock().unwrap().len() as u64);
    assert!(stored > 300_000 && solved < stored + stored / 20, "{solved} solved, {stored} in the store");
}

/// A game of the registry is searched by threads if the control names them, whatever is asked.
#[test]
fn a_game_behind_a_pointer_answers_the_same_by_any_number_of_threads() {
    let game: AnyGame = "chomp".parse().unwrap();
    let position = game.parse("8x9").unwrap();
    let table = ChompValues::in_box(8, 9, &mut Control::unlimited()).unwrap();
    let value = table.value(Chomp::poisoned(), &Board::rectangle(8, 9).unwrap()).unwrap();
    let answers = |number| {
        let threads = NonZero::new(number).unwrap();
        let mut solver = Solver::new(&game).with_control(Control::new().threads(threads));
        assert_eq!(solver.grundy(position.clone()), Ok(value), "{number} threads");
        let solved = solver.control().done();
        assert!(solved > 1 << 14, "{number} threads: {solved} positions");
        let wins = solver.winning_moves(position.clone()).unwrap();
        let moves: Vec<String> = wins.iter().map(|win| game.move_text(&position, win)).collect();
        let mut certificate = Vec::new();
        Certificate::of_value(&mut solver, &"chomp", &position).unwrap().write(&mut certificate).unwrap();
        (moves, certificate)
    };
    let alone = answers(1);
    for number in [2, 8] {
        assert_eq!(answers(number), alone, "{number} threads");
    }
}

/// A value that takes long is not waited for: an *a* × *b* rectangle holds (*a* + *b* over *a*) boards, this one 293 930.
#[test]
fn who_wins_a_large_board_is_told_before_its_value() {
    let board = Board::rectangle(9, 12).unwrap();
    let mut solver = Solver::new(Chomp::poisoned());
    let told = solver.explain(board.clone()).unwrap();
    assert!(matches!(told.reason, Reason::Method { method: Method::Oracle, argument: Some(_) }), "{told:?}");
    let left = told.turn.unwrap().position;
    // By an independent search on whole positions.
    assert_eq!(Solver::new(Chomp::poisoned()).by(Method::Search).outcome(left), Ok(Outcome::P));
    assert!(solver.control().done() < 280_000, "{}", solver.control().done());
}
