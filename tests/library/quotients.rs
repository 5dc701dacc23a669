//! Misère quotients against published ones, brute force, and a checker that did not find them.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::codes::codes;
use crate::support::naive_quotients::{BruteForce, check_generated, check_monoid, check_transitions, sums};
use crate::support::sizes::{check_outcomes, code, of_all, of_heaps_below, stopped};
use crate::support::tables;
use grundy::any::{AnyMove, AnyPosition};
use grundy::heap::{BreakMove, RowMove, TakeAndBreak};
use grundy::misere::quotient::{MisereQuotient, QuotientError, QuotientSearch, Reach};
use grundy::{
    Answer, AnyGame, Bound, Control, DawsonsKayles, GrundysGame, ImpartialGame, Kayles, LaskersNim, Method, Oracle,
    Outcome, Play, Question, SolveError, Solver, Subtraction, SumMove, Treblecross, Unhinted, Unit, play_in_sum,
};
use proptest::prelude::*;

const PUBLISHED: &str = include_str!("../data/misere-quotients.txt");

fn preperiod_and_period(quotient: &MisereQuotient) -> Option<(u64, u64)> {
    match quotient.reach() {
        Reach::AllHeaps(proof) => Some((proof.preperiod(), proof.period())),
        Reach::HeapsBelow(_) => None,
    }
}

#[test]
fn orders_are_the_published_ones() {
    for line in tables::lines(PUBLISHED) {
        let (name, numbers) = line.split_once(": ").unwrap();
        let numbers: Vec<u64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
        let quotient = of_all(name);
        let (preperiod, period) = preperiod_and_period(&quotient).unwrap();
        let found = [quotient.monoid().order() as u64, quotient.monoid().p_portion().count() as u64, preperiod, period];
        for (found, published) in found.iter().zip(&numbers) {
            assert!(*published == 0 || found == published, "{name}: {found:?}, published {numbers:?}");
        }
        assert_eq!(found[0], numbers[0], "{name}");
    }
}

/// Nim with heaps below 2^k has 2^k + 2 elements, of which two are in P; with the heap of 1 alone, two and one (Plambeck and Siegel:
/// the tame monoids).
#[test]
fn nim_is_tame() {
    for (heaps, order, p) in [(1, 1, 0), (2, 2, 1), (4, 6, 2), (8, 10, 2), (16, 18, 2), (32, 34, 2)] {
        let nim = of_heaps_below("0.[3]", heaps);
        assert_eq!((nim.monoid().order(), nim.monoid().p_portion().count()), (order, p), "{heaps}");
        assert_eq!(nim.reach(), Reach::HeapsBelow(heaps));
    }
}

/// A quotient with more than one element has an even number of them (Plambeck and Siegel).
#[test]
fn orders_are_even() {
    for (text, heaps) in [("0.07", 15), ("0.4", 14), ("0.57", 20), ("4.7", 20), ("0.156", 20), ("0.F", 9), ("4!.0", 16)]
    {
        let quotient = of_heaps_below(text, heaps);
        assert_eq!(quotient.monoid().order() % 2, 0, "{text}: {}", quotient.monoid().order());
        check_generated(&quotient);
    }
}

#[test]
fn monoids_are_reduced_and_generated_by_heaps() {
    for text in ["0.77", "0.15", "0.72", "0.53", "0.75", "0.123", "0.351", "0.152"] {
        let quotient = of_all(text);
        check_monoid(quotient.monoid());
        check_generated(&quotient);
    }
}

/// With heaps past those that prove the period, since Φ goes on.
#[test]
fn the_transition_algebra_closes() {
    for text in ["0.75", "0.53", "0.72", "0.123", "0.351", "0.144"] {
        let quotient = of_all(text);
        let pairs = check_transitions(&quotient, quotient.map().len() + 12);
        assert!(pairs > quotient.monoid().order() / 2, "{text}: {pairs}");
        assert!(quotient.verify(&mut Control::new()).unwrap() <= pairs);
    }
    check_transitions(&of_heaps_below("0.[3]", 16), 16);
    check_transitions(&of_heaps_below("4!.0", 20), 20);
}

#[test]
fn the_transition_algebras_of_the_larger_quotients_close() {
    check_transitions(&of_all("0.77"), 60);
    check_transitions(&of_all("0.15"), 40);
}

#[test]
fn outcomes_are_those_of_brute_force() {
    for (text, heaps, count) in [
        ("0.77", 7, 6),
        ("0.77", 12, 3),
        ("0.15", 10, 6),
        ("0.72", 7, 6),
        ("0.53", 7, 6),
        ("0.75", 6, 6),
        ("0.123", 8, 6),
        ("0.07", 10, 6),
        ("0.[3]", 6, 6),
        ("4.[3]", 6, 4),
        ("4!.0", 9, 5),
        ("0.F", 7, 4),
    ] {
        check_outcomes(&of_heaps_below(text, heaps), heaps, count);
    }
}

/// The quotient of all heaps says what the next heaps are.
#[test]
fn the_period_goes_on() {
    for text in ["0.77", "0.15", "0.53", "0.152"] {
        let mut search = QuotientSearch::new(code(text));
        search.certify(400).unwrap();
        let proved = search.quotient().clone();
        search.extend_to(600).unwrap();
        let longer = search.quotient();
        assert_eq!(proved.monoid(), longer.monoid());
        assert_eq!(preperiod_and_period(&proved), preperiod_and_period(longer));
        assert!((0..600_u128).all(|heap| proved.element(heap) == longer.element(heap)), "{text}");
    }
}

/// The period is proved at the heap that the theorem asks for, and not before.
#[test]
fn a_period_is_proved_when_it_is() {
    let mut search = QuotientSearch::new(code("0.77"));
    search.extend_to(166).unwrap();
    assert_eq!(search.quotient().reach().to_string(), "heaps below 166, not known for larger ones");
    assert_eq!(search.quotient().misere_outcome([166]), None);
    search.extend_to(167).unwrap();
    let reach = search.quotient().reach().to_string();
    assert_eq!(reach, "all heaps: preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166");
}

/// The winning moves in misère play by a quotient that is handed over, to a game that is known by its moves only.
fn winning_moves(quotient: &MisereQuotient, position: &[u128]) -> Vec<SumMove<BreakMove>> {
    let mut solver = Solver::new(Unhinted(quotient.code())).with(quotient.clone()).by(Method::Oracle);
    solver.winning_moves_in(Play::Misere, position).unwrap().into_iter().collect()
}

#[test]
fn winning_moves_leave_p_positions() {
    for (text, heaps) in [("0.77", 9), ("0.15", 12), ("0.[3]", 6), ("4!.0", 12), ("0.F", 7)] {
        let quotient = of_heaps_below(text, heaps);
        let mut brute = BruteForce::new(quotient.code(), heaps);
        let mut own = Solver::new(code(text));
        for sum in sums(heaps, 3) {
            let position: Vec<u128> = sum.iter().map(|heap| *heap as u128).collect();
            let mut expected = Vec::new();
            for (component, heap) in position.iter().enumerate() {
                for mv in quotient.code().moves(heap) {
                    let others = sum.iter().enumerate().filter(|(place, _)| *place != component).map(|(_, heap)| *heap);
                    let left = mv.left.iter().map(|heap| usize::try_from(*heap).unwrap());
                    if brute.is_p(&others.chain(left).collect::<Vec<_>>()) {
                        expected.push(SumMove { component, mv });
                    }
                }
            }
            assert_eq!(winning_moves(&quotient, &position), expected, "{text}: {sum:?}");
            let by_own = own.winning_moves_in(Play::Misere, position).unwrap();
            assert_eq!(
                (by_own.known_count(), &by_own[..]),
                (Some(expected.len() as u64), &expected[..]),
                "{text}: {sum:?}"
            );
        }
    }
}

/// In heaps past those computed the moves are found by the period of Φ; here, by trying all.
#[test]
fn winning_moves_in_large_heaps_are_all_there() {
    for text in ["0.77", "0.15", "0.72", "0.33", "0.B1", "0.F1"] {
        let quotient = of_all(text);
        let mut own = Solver::new(code(text)).by(Method::Oracle);
        for position in [[401_u128, 5], [402, 403], [300, 1], [411, 12]] {
            let mut expected = Vec::new();
            for (component, heap) in position.iter().enumerate() {
                let wins = |mv: &BreakMove| {
                    let left: Vec<u128> = mv.left.iter().copied().chain([position[1 - component]]).collect();
                    quotient.misere_outcome(left) == Some(Outcome::P)
                };
                expected.extend(quotient.code().moves(heap).filter(wins).map(|mv| SumMove { component, mv }));
            }
            let found = own.winning_moves_in(Play::Misere, position).unwrap();
            assert_eq!(found[..], expected, "{text}: {position:?}");
            assert_eq!(found.is_empty(), quotient.misere_outcome(position) == Some(Outcome::P));
            assert_eq!(winning_moves(&quotient, &position), expected, "{text}: {position:?}");
        }
    }
}

#[test]
fn the_largest_heaps_are_played_at_once() {
    let kayles = of_all("0.77");
    let position = [u128::MAX, u128::MAX - 1, 10_u128.pow(30), 71, 5];
    assert_eq!(kayles.misere_outcome(position), Some(Outcome::N));
    let mut solver = Solver::new(TakeAndBreak::kayles());
    let win = solver.winning_move_in(Play::Misere, position).unwrap().unwrap();
    assert!(kayles.code().allows(&position[win.component], &win.mv));
    let mut left: Vec<u128> = position.to_vec();
    left.splice(win.component..=win.component, win.mv.left.iter().copied());
    assert_eq!(kayles.misere_outcome(&left), Some(Outcome::P));
    assert_eq!(solver.winning_moves_in(Play::Misere, left.clone()).unwrap().known_count(), Some(0));
    let mut handed = Solver::new(Unhinted(TakeAndBreak::kayles())).with(kayles);
    assert_eq!(handed.outcome_in(Play::Misere, left), Ok(Outcome::P));
    assert_eq!(handed.winning_move_in(Play::Misere, position), Ok(Some(win)));
    assert_eq!(handed.control().done(), 0);
}

/// The first component of each sum is won by no move that is near the first ones.
#[test]
fn a_quotient_that_is_handed_over_plays_huge_heaps_at_once() {
    let kayles = of_all("0.77");
    let sum = [u128::MAX, 10_u128.pow(30), 77];
    let mut by_code = Solver::new(Unhinted(TakeAndBreak::kayles())).with(kayles.clone());
    let win = by_code.winning_move_in(Play::Misere, sum).unwrap().unwrap();
    assert_eq!(Some(win), Solver::new(TakeAndBreak::kayles()).winning_move_in(Play::Misere, sum).unwrap());
    let rows = [u64::MAX, 10_u64.pow(18), 77];
    let mut by_rows = Solver::new(Kayles).with(kayles.clone());
    let win = by_rows.winning_move_in(Play::Misere, rows).unwrap().unwrap();
    assert!(Kayles.allows(&rows[win.component], &win.mv));
    let left = play_in_sum(&Kayles, rows.into(), win).unwrap();
    assert_eq!(kayles.misere_outcome(left.iter().map(|row| u128::from(*row)).collect::<Vec<_>>()), Some(Outcome::P));
}

// Rule books by the quotient that they find by themselves.

/// Outcomes, all winning moves in their order with their number, and the reported one, of sums of up to `count` components below `most`.
fn check_rule_book<G: ImpartialGame<Position = u64>>(game: &G, code: &TakeAndBreak, most: usize, count: usize) {
    let mut brute = BruteForce::new(code, most);
    let mut solver = Solver::new(game).by(Method::Oracle);
    for sum in sums(most, count) {
        let position: Vec<u64> = sum.iter().map(|heap| *heap as u64).collect();
        let outcome = if brute.is_p(&sum) { Outcome::P } else { Outcome::N };
        assert_eq!(solver.outcome_in(Play::Misere, &position[..]), Ok(outcome), "{code}: {sum:?}");
        let mut expected = Vec::new();
        for (component, heap) in position.iter().enumerate() {
            for mv in game.moves(heap) {
                let others = sum.iter().enumerate().filter(|(place, _)| *place != component).map(|(_, heap)| *heap);
                let left = game.play(heap, &mv).into_iter().map(|heap| usize::try_from(heap).unwrap());
                if brute.is_p(&others.chain(left).collect::<Vec<_>>()) {
                    expected.push(SumMove { component, mv });
                }
            }
        }
        let found = solver.winning_moves_in(Play::Misere, &position[..]).unwrap();
        assert_eq!((found.known_count(), &found[..]), (Some(expected.len() as u64), &expected[..]), "{code}: {sum:?}");
        assert_eq!(
            solver.winning_move_in(Play::Misere, &position[..]),
            Ok(expected.into_iter().next()),
            "{code}: {sum:?}"
        );
    }
}

#[test]
fn rule_books_are_played_by_their_quotients() {
    check_rule_book(&Kayles, &code("0.77"), 13, 2);
    check_rule_book(&Kayles, &code("0.77"), 7, 4);
    check_rule_book(&DawsonsKayles, &code("0.07"), 15, 3);
    check_rule_book(&Treblecross, &code("0.11337"), 14, 2);
    check_rule_book(&GrundysGame, &code("4!.0"), 14, 3);
    check_rule_book(&LaskersNim, &code("4.[3]"), 8, 2);
    check_rule_book(&Subtraction::new([1, 3, 4]).unwrap(), &code("0.3033"), 12, 3);
    check_rule_book(&Subtraction::all_but([2]).unwrap(), &code("0.30[3]"), 8, 3);
}

/// As on rows that are short enough to try every move.
#[test]
fn rows_of_any_length_are_played_in_misere_play() {
    let kayles = of_all("0.77");
    let wide = |rows: &[u64]| rows.iter().map(|row| u128::from(*row)).collect::<Vec<u128>>();
    let mut solver = Solver::new(Kayles);
    for position in [[401, 5], [402, 403], [300, 1], [411, 12], [500, 0]] {
        let mut expected = Vec::new();
        for (component, row) in position.iter().enumerate() {
            let wins = |mv: &RowMove| {
                let left: Vec<u64> = Kayles.play(row, mv).into_iter().chain([position[1 - component]]).collect();
                kayles.misere_outcome(wide(&left)) == Some(Outcome::P)
            };
            expected.extend(Kayles.moves(row).filter(wins).map(|mv| SumMove { component, mv }));
        }
        let found = solver.winning_moves_in(Play::Misere, position).unwrap();
        assert_eq!((found.known_count(), &found[..]), (Some(expected.len() as u64), &expected[..]), "{position:?}");
    }
    for position in [[1_000_000_000_000_000_000, 77, 5], [u64::MAX, u64::MAX - 1, 5]] {
        assert_eq!(solver.outcome_in(Play::Misere, position).ok(), kayles.misere_outcome(wide(&position)));
        let win = solver.winning_move_in(Play::Misere, position).unwrap().unwrap();
        let left = play_in_sum(&Kayles, position.into(), win).unwrap();
        assert_eq!(kayles.misere_outcome(wide(&left)), Some(Outcome::P));
        let wins = solver.winning_moves_in(Play::Misere, position).unwrap();
        assert!(wins.known_count() > Some(1 << 50) && wins[0] == win);
        let working = solver.explain_in(Play::Misere, position).unwrap().to_string();
        assert!(working.starts_with("In misère play: the heaps are "), "{working}");
        // The same by its name.
        let mut any = Solver::new("kayles".parse::<AnyGame>().unwrap());
        let rows: Vec<AnyPosition> = position.into_iter().map(AnyPosition::new).collect();
        let found = any.winning_moves_in(Play::Misere, rows).unwrap();
        assert_eq!((found.known_count(), &found[0].mv), (wins.known_count(), &AnyMove::new(win.mv)));
    }
    assert_eq!(solver.control().done(), 0, "nothing is searched");
}

/// The search for a quotient is given up where it takes long, once; the other methods decide then, and agree.
#[test]
fn where_no_quotient_is_soon_found_the_other_methods_decide() {
    let mut solver = Solver::new(DawsonsKayles);
    assert_eq!(solver.decide(Play::Misere, [20, 21]).unwrap().method, Method::Oracle);
    for rows in [[30, 31], [30, 40], [26, 29]] {
        let decided = solver.decide(Play::Misere, rows).unwrap();
        assert_ne!(decided.method, Method::Oracle);
        assert_eq!(Ok(decided.outcome), Solver::new(Unhinted(DawsonsKayles)).outcome_in(Play::Misere, rows));
    }
    assert_eq!(solver.decide(Play::Misere, [20, 21]).unwrap().method, Method::Oracle);
    let stopped = Solver::new(Kayles).with_control(Control::new().watched(|_| ControlFlow::Break(())));
    assert!(
        matches!({stopped}.outcome_in(Play::Misere, [40, 50]), Err(SolveError::Stopped(stopped)) if stopped.is_cancelled())
    );
}

#[test]
fn a_presentation_names_each_element_once() {
    for text in ["0.77", "0.15", "0.72", "0.53", "0.75"] {
        let quotient = of_all(text);
        let presentation = quotient.presentation();
        let product =
            |heaps: &[u32]| quotient.element_of(heaps.iter().map(|heap| u128::from(*heap)).collect::<Vec<_>>());
        let names: Vec<_> = quotient.monoid().elements().map(|element| presentation.name(element).unwrap()).collect();
        for (element, name) in quotient.monoid().elements().zip(&names) {
            assert_eq!(product(name.heaps()), Some(element), "{text}: {name}");
        }
        for (left, right) in presentation.relations() {
            assert_eq!(product(left.heaps()), product(right.heaps()), "{text}: {left} = {right}");
            assert!(names.contains(&right) && !names.contains(&left));
        }
        // What no relation applies to is a name: there are as many such products as elements.
        let mut irreducible = vec![Vec::new()];
        let mut count = 0;
        while let Some(word) = irreducible.pop() {
            count += 1;
            let last = word.last().copied().unwrap_or(0);
            for heap in presentation.generators().iter().filter(|heap| **heap >= last) {
                let word: Vec<u32> = [&word[..], &[*heap]].concat();
                let contains = |part: &[u32]| {
                    part.iter().all(|heap| {
                        let count = |word: &[u32]| word.iter().filter(|other| *other == heap).count();
                        count(part) <= count(&word)
                    })
                };
                if !presentation.relations().any(|(left, _)| contains(left.heaps())) {
                    irreducible.push(word);
                }
            }
        }
        assert_eq!(count, quotient.monoid().order(), "{text}");
    }
}

/// Plambeck and Siegel's seven generators of Kayles, and that of 0.75.
#[test]
fn kayles_has_seven_generators() {
    assert_eq!(of_all("0.77").presentation().generators(), [1, 2, 5, 9, 12, 25, 27]);
    let presentation = of_all("0.75").presentation().to_string();
    assert_eq!(presentation, "h1, h2, h5 | h1^2 = 1, h2 h5 = h1 h2, h5^2 = h2^2, h2^3 = h2");
}

/// What stopped a search.
#[test]
fn a_limit_of_elements_keeps_what_was_found() {
    let limit = 8 * 20 * 20;
    let mut search = QuotientSearch::new(code("0.77")).with_control(Control::new().bytes(limit));
    let told = stopped(search.extend_to(40));
    assert_eq!((told.bound, told.unit, told.done, told.unfinished), (Bound::Bytes(limit), Unit::Elements, 18, 20));
    assert_eq!(told.to_string(), "limit of 3200 bytes reached: 18 elements are solved, 20 were under way");
    assert_eq!((search.quotient().map().len(), search.quotient().monoid().order()), (12, 18));
    assert_eq!(search.quotient().misere_outcome([11, 11]), of_all("0.77").misere_outcome([11, 11]));
    search.set_control(Control::new());
    search.extend_to(40).unwrap();
    assert_eq!(search.quotient().monoid().order(), 40);
}

/// Each call may look at some sums more, and knows what those of the calls before have told apart.
#[test]
fn a_limit_of_sums_keeps_what_was_found() {
    let mut search = QuotientSearch::new(code("0.15")).with_control(Control::new().positions(0));
    let mut limit = 0;
    let mut heaps = 1;
    loop {
        match search.extend_to(40) {
            Ok(()) => break,
            result => {
                let told = stopped(result);
                assert_eq!((told.bound, told.unit, told.done), (Bound::Positions(limit), Unit::Sums, limit));
                assert!(search.quotient().map().len() >= heaps && limit < 1 << 16);
                heaps = search.quotient().map().len();
            }
        }
        limit = (2 * limit).max(100);
        search.control_mut().set_positions(limit);
    }
    assert!(heaps > 10 && limit > 2000, "{heaps}, {limit}");
    assert_eq!(search.quotient().monoid(), of_all("0.15").monoid());
    let told = stopped(search.quotient().verify(&mut Control::new().positions(3)));
    assert_eq!((told.bound, told.unit, told.done), (Bound::Positions(3), Unit::Sums, 3));
}

/// A call that is stopped goes on with the guess and with its proof, so calls of a few sums each count about as many sums in all as one call.
#[test]
fn a_search_in_many_parts_examines_each_sum_once() {
    for (text, heaps) in [("0.15", 40), ("0.77", 40), ("0.[{0,3}!3]", 30), ("0.{6}?7", 20)] {
        let mut whole = QuotientSearch::new(code(text));
        whole.extend_to(heaps).unwrap();
        let (mut search, mut sums) = (QuotientSearch::new(code(text)), 0);
        while {
            search.set_control(Control::new().positions(50));
            let is_stopped = search.extend_to(heaps).is_err();
            sums += search.control().done();
            is_stopped
        } {
            assert!(sums <= 2 * whole.control().done(), "{text}: {sums} sums, and {:?}", whole.control());
        }
        assert_eq!(search.quotient().monoid(), whole.quotient().monoid());
        assert!(search.quotient().map().eq(whole.quotient().map()));
    }
}

/// A solver that is to answer by a quotient comes to the end of its search, however few sums each call may examine.
#[test]
fn a_solver_finds_a_quotient_in_many_parts() {
    let mut solver = Solver::new(Unhinted(Kayles)).by(Method::Quotient);
    let calls = (1..20).find(|_| {
        solver.set_control(Control::new().positions(200));
        solver.decide(Play::Misere, [12]).is_ok()
    });
    assert!(calls.is_some_and(|calls| calls > 2), "{calls:?}");
    assert_eq!(solver.outcome_in(Play::Misere, [12]), Ok(Outcome::P));
}

/// Heaps are divided into unequal heaps of up to 180 counters at each of 180 places: the products count as sums, and a callback is called in between.
#[test]
fn products_of_what_moves_leave_are_under_the_control() {
    let heavy = code(&format!("0.{}3", "{0,4}!".repeat(59)));
    let calls = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&calls);
    let mut search = QuotientSearch::new(heavy.clone()).with_control(Control::new().watched(move |_| {
        *counted.lock().unwrap() += 1;
        ControlFlow::Continue(())
    }));
    search.extend_to(62).unwrap();
    let (sums, calls) = (search.control().done(), *calls.lock().unwrap());
    // Five thousand pairs of a heap and a digit for each guess, and the products before that. Pieces that are finished are told by one call each.
    assert!(sums > 500 && calls > 62 + sums / (1 << 11), "{sums} sums, {calls} calls");
    let mut search = QuotientSearch::new(heavy).with_control(Control::new().positions(sums / 2));
    let told = stopped(search.extend_to(62));
    assert_eq!((told.bound, told.done), (Bound::Positions(sums / 2), sums / 2));
    let told = stopped(search.quotient().verify(&mut Control::new().positions(10)));
    assert_eq!((told.bound, told.done), (Bound::Positions(10), 10));
}

#[test]
fn a_deadline_keeps_what_was_found() {
    let mut search = QuotientSearch::new(code("0.77")).with_control(Control::new().within(Duration::ZERO));
    let told = stopped(search.extend_to(40));
    assert_eq!((told.bound, told.unit, told.done), (Bound::Deadline, Unit::Heaps, 1));
    // 10 ms are enough for some heaps, and nothing is enough for those of 4.77 and the like.
    search.set_control(Control::unlimited().within(Duration::from_millis(10)));
    search.extend_to(40).ok();
    search.set_control(Control::new());
    search.extend_to(40).unwrap();
    assert_eq!(search.quotient().monoid().order(), 40);
}

/// The elements of the guesses for heap 6 of 4.77 grow with the square root of their number, so the limit on bytes is far.
#[test]
fn guesses_that_do_not_end_come_to_the_limit_of_sums() {
    let limit = 1 << 14;
    let mut search = QuotientSearch::new(code("4.77")).with_control(Control::new().positions(limit));
    assert_eq!(stopped(search.extend_to(9)).bound, Bound::Positions(limit));
    assert_eq!((search.quotient().map().len(), search.quotient().monoid().order()), (6, 30));
}

#[test]
fn a_search_is_cancelled_and_goes_on() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&told);
    let mut search = QuotientSearch::new(code("0.15")).with_control(Control::new().watched(move |progress| {
        assert_eq!((progress.unit, progress.total), (Unit::Heaps, Some(100)));
        noted.lock().unwrap().push(progress.done);
        if progress.done < 30 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }));
    let cancelled = stopped(search.extend_to(100));
    assert_eq!((cancelled.bound, cancelled.unit, cancelled.done), (Bound::Cancelled, Unit::Heaps, 30));
    let told = told.lock().unwrap();
    assert!(told.is_sorted() && told.contains(&10));
    search.set_control(Control::new());
    search.certify(200).unwrap();
    assert_eq!(search.quotient().monoid(), of_all("0.15").monoid());
}

#[test]
fn a_search_has_limits_of_its_own() {
    let search = QuotientSearch::new(code("0.07"));
    // 2^11 elements, and eight bytes for each pair of them.
    assert_eq!((search.control().position_limit(), search.control().byte_limit()), (1 << 21, 1 << 25));
}

#[test]
fn what_is_not_proved_is_not_said() {
    let mut search = QuotientSearch::new(code("0.77"));
    assert_eq!(search.certify(100), Err(QuotientError::NotCertified { computed: 100 }));
    // No theorem covers endless codes, or those that compare the parts.
    for text in ["0.[3]", "4!.0"] {
        let mut search = QuotientSearch::new(code(text));
        assert_eq!(search.certify(16), Err(QuotientError::NotCertified { computed: 16 }), "{text}");
    }
}

#[test]
fn codes_without_moves_have_one_element() {
    let no_digits = TakeAndBreak::from_digits([], []).unwrap();
    for code in [code("0.0"), code("0.00"), no_digits] {
        let mut search = QuotientSearch::new(code);
        assert_eq!(search.extend_to(20), Ok(()));
        let quotient = search.into_quotient();
        assert_eq!(quotient.monoid().order(), 1);
        assert_eq!(quotient.misere_outcome([19, 7]), Some(Outcome::N));
        assert_eq!(quotient.presentation().to_string(), " | ");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever the code: no panic, and what is found is right.
    #[test]
    fn quotients_of_any_code_are_right(code in codes()) {
        let mut search = QuotientSearch::new(code).with_control(Control::new().positions(10_000).bytes(8 * 40 * 40));
        match search.extend_to(7) {
            Ok(()) | Err(QuotientError::Stopped(_)) => {}
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
        let quotient = search.quotient();
        check_monoid(quotient.monoid());
        check_generated(quotient);
        check_outcomes(quotient, quotient.map().len(), 3);
        check_transitions(quotient, quotient.map().len());
    }
}

#[test]
fn an_argument_names_up_to_eight_heaps() {
    let kayles = of_all("0.77");
    let text = |count| kayles.argument(vec![3_u128; count]).unwrap();
    let named = |count: usize| vec!["z"; count].join(", ");
    let three = kayles.presentation().name(kayles.element(3).unwrap()).unwrap().to_string();
    for (count, shown, more) in [(2, 2, ""), (7, 7, ""), (8, 8, ""), (9, 8, ", .."), (20, 8, ", ..")] {
        let expected = format!("the heaps are {}{more} in the quotient of ", named(shown).replace('z', &three));
        assert!(text(count).starts_with(&expected), "{}", text(count));
    }
    assert!(text(1).starts_with(&format!("the position is {three} in the quotient of ")), "{}", text(1));
    assert!(text(0).starts_with("the position is 1 in the quotient of "), "{}", text(0));
}

#[test]
fn elements_of_another_monoid_have_no_product() {
    let (small, large) = (of_heaps_below("0.[3]", 4), of_heaps_below("0.[3]", 8));
    let (small, order) = (small.monoid(), small.monoid().order());
    for (one, x) in large.monoid().elements().enumerate() {
        for (other, y) in large.monoid().elements().enumerate() {
            assert_eq!(small.product(x, y).is_some(), one < order && other < order, "{one} and {other}");
            assert_eq!(x.to_string(), one.to_string());
        }
    }
}

/// Around the first heaps that are not computed, whose moves are told by the period.
#[test]
fn moves_are_told_before_and_after_the_last_computed_heap() {
    for text in ["0.77", "0.15", "0.33"] {
        let quotient = of_all(text);
        let Reach::AllHeaps(proof) = quotient.reach() else { panic!("{text}") };
        let (last, computed) = (u128::from(*proof.heaps().end()), quotient.map().len() as u128);
        let mut handed = Solver::new(Unhinted(code(text))).with(quotient.clone());
        for heap in (last - 3..last + 30).chain(computed - 1..computed + 2) {
            for other in 0..4 {
                let found = handed.winning_moves_in(Play::Misere, [heap, other]).unwrap();
                let wins = found.iter().filter(|win| win.component == 0).map(|win| win.mv.clone());
                let is_win = |mv: &BreakMove| {
                    let left: Vec<u128> = mv.left.iter().copied().chain([other]).collect();
                    quotient.misere_outcome(left) == Some(Outcome::P)
                };
                let expected: Vec<BreakMove> = code(text).moves(&heap).filter(is_win).collect();
                assert_eq!(wins.collect::<Vec<_>>(), expected, "{text}: {heap} and {other}");
            }
        }
        assert_eq!(handed.control().done(), 0);
        for heap in computed - 2..computed + 3 {
            let (game, mut asked, sum) = (code(text), quotient.clone(), [heap, 3]);
            let question = Question::Winning { sum: &sum, component: 0, play: Play::Misere };
            let told = asked.answer(&game, question, &mut Control::new());
            assert!(matches!(told, Answer::Moves(_)), "{text}: {heap}");
        }
    }
}
