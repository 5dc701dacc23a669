//! Certificates: what is true passes, and what is altered is refused.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::any::AnyPosition;
use grundy::certificate::{self, Certificate, CertificateError, Claim};
use grundy::chomp::LosingBoards;
use grundy::games::Sprouts;
use grundy::heap::Sequence;
use grundy::loopy::{Digraph, LoopyValues};
use grundy::misere::quotient::{MisereQuotient, Positions, QuotientSearch};
use grundy::{
    AnyGame, Components, Control, Cram, ExplicitGame, ImpartialGame, Kayles, Nimber, Notation, NotationError, Outcome,
    Play, Registry, SolveError, Solver,
};
use proptest::prelude::*;

use crate::support::games::{InARow, Row, rules_of_a_heap, texts_of_heaps};
use crate::support::naive;

pub(crate) fn written(certificate: Certificate<'_>) -> String {
    let mut text = Vec::new();
    certificate.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

pub(crate) fn check(text: &str) -> Result<Claim, CertificateError> {
    certificate::check(&Registry::standard(), text.as_bytes(), &mut Control::new())
}

pub(crate) fn refusal(text: &str) -> String {
    match check(text) {
        Err(error @ CertificateError::Refused { .. }) => error.to_string(),
        other => panic!("accepted, or not checked: {other:?}\n{text}"),
    }
}

pub(crate) fn value_of(game: &str, position: &str) -> String {
    let game: AnyGame = game.parse().unwrap();
    let position = game.parse(position).unwrap();
    written(Certificate::of_value(&mut Solver::new(&game), &game, &position).unwrap())
}

pub(crate) fn outcome_of(game: &str, play: Play, position: &str) -> String {
    let game: AnyGame = game.parse().unwrap();
    let position = game.parse(position).unwrap();
    written(Certificate::of_outcome(&mut Solver::new(&game), &game, play, &position).unwrap())
}

/// The text with one fact changed, for each fact.
pub(crate) fn altered<'a>(text: &'a str, change: impl Fn(&str) -> String + 'a) -> impl Iterator<Item = String> + 'a {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.is_empty()).unwrap() + 1;
    (first..lines.len() - 1).map(move |place| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines[place] = change(&lines[place]);
        lines.join("\n") + "\n"
    })
}

/// The text with its first, second, .. number raised or lowered by 1.
pub(crate) fn with_number(line: &str, number: usize, raise: bool) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    if let Some(value) = words.get(number).and_then(|word| word.parse::<u64>().ok()) {
        words[number] = if raise { value + 1 } else { value.wrapping_sub(1) }.to_string();
    }
    words.join(" ")
}

/// Games with a position each, of every sort: heaps, splits, boards, trees, sets.
const POSITIONS: [(&str, &str); 9] = [
    ("nim", "3,4,5"),
    ("kayles", "9,12"),
    ("0.07", "20"),
    ("grundys-game", "17"),
    ("chomp", "4x4"),
    ("chomp-edible", "3,3,2"),
    ("wythoff", "4,7"),
    ("tree", "0,0,1,1,2"),
    ("divisor", "16"),
];

#[test]
fn values_pass_and_no_other_value_does() {
    for (name, position) in POSITIONS {
        let text = value_of(name, position);
        let game: AnyGame = name.parse().unwrap();
        let value = Solver::new(&game).grundy(game.parse(position).unwrap()).unwrap();
        let claim = check(&text).unwrap();
        let told = claim.text.rsplit(' ').next().unwrap();
        assert_eq!(told, value.to_string(), "{text}");
        assert!(claim.text.starts_with(&format!("the Grundy value of {name} ")), "{}", claim.text);
        for raise in [false, true] {
            for wrong in altered(&text, |line| with_number(line, 0, raise)) {
                refusal(&wrong);
            }
        }
        let answer = format!("answer: {}\n", value.get());
        refusal(&text.replacen(&answer, &format!("answer: {}\n", value.get() + 1), 1));
    }
}

#[test]
fn outcomes_pass_and_the_other_outcome_does_not() {
    for (name, position) in POSITIONS {
        for play in [Play::Normal, Play::Misere] {
            let text = outcome_of(name, play, position);
            let game: AnyGame = name.parse().unwrap();
            let rows = game.parse(position).unwrap();
            let outcome = Solver::new(&game).outcome_in(play, rows).unwrap();
            let claim = check(&text).unwrap();
            assert!(claim.text.ends_with(&format!(" is {outcome} in {play} play")), "{}", claim.text);
            let [told, other] = match outcome {
                Outcome::N => ["answer: N\n", "answer: P\n"],
                Outcome::P => ["answer: P\n", "answer: N\n"],
            };
            refusal(&text.replacen(told, other, 1));
        }
    }
}

/// What a move leaves of a position may have another key than what it leaves of the key of the position.
#[test]
fn a_winning_move_is_made_in_the_key() {
    let strings = "g-0,g-0,g-1,g-2,g-3,g-4,g-5,0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5";
    check(&outcome_of("nimstring", Play::Normal, strings)).unwrap();
}

#[test]
fn a_proof_leaves_out_what_it_does_not_need() {
    let chomp: AnyGame = "chomp".parse().unwrap();
    let all = Solver::new(&chomp).positions(chomp.parse("5x6").unwrap()).unwrap();
    let [value, outcome] = [value_of("chomp", "5x6"), outcome_of("chomp", Play::Normal, "5x6")];
    let [value, outcome] = [value, outcome].map(|text| check(&text).unwrap().facts);
    assert!(value < all && 2 * outcome < all, "{value} for the value and {outcome} for the outcome, of {all}");
}

#[test]
fn sums_of_unlike_games() {
    let (table, position) = Registry::standard().parse_sum("kayles:5,6+nim:9").unwrap();
    let mut solver = Solver::new(&table);
    let text = written(Certificate::of_value(&mut solver, &"sum", &position).unwrap());
    assert_eq!(check(&text).unwrap().text, "the Grundy value of kayles:5,6+nim:9 is *14"); // *4 + *3 + *9
    for wrong in altered(&text, |line| with_number(line, 0, true)) {
        refusal(&wrong);
    }
}

#[test]
fn periods_pass_and_altered_ones_do_not() {
    for (code, preperiod, period) in [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.33", 0, 3)] {
        let mut sequence = Sequence::new(code.parse().unwrap());
        sequence.extend_to(250).unwrap();
        let values = sequence.periodic_values().unwrap();
        let text = written(Certificate::of_period(&values).unwrap());
        let told = format!("the values of {code} have preperiod {preperiod} and period {period}");
        assert_eq!(check(&text).unwrap().text, told);
        for number in [0, 1] {
            for wrong in altered(&text, |line| with_number(line, number, true)) {
                refusal(&wrong);
            }
        }
        let wrong = text.replacen(&format!("\nperiod: {period}"), &format!("\nperiod: {}", period + 1), 1);
        refusal(&wrong);
    }
}

/// Values repeat with larger preperiods, and with multiples of the period, as well; what is claimed are the least ones.
#[test]
fn a_period_that_is_not_the_least_is_refused() {
    for code in ["0.77", "0.07", "0.137", "0.33", "0.3", "0.1", "0.15"] {
        let mut sequence = Sequence::new(code.parse().unwrap());
        sequence.extend_to(2000).unwrap();
        let (periodicity, values) = (sequence.periodicity(), sequence.values());
        let proved = periodicity.proved().unwrap();
        let [preperiod, period] = [proved.preperiod(), proved.period()].map(|heaps| usize::try_from(heaps).unwrap());
        let told = |preperiod: usize, period: usize| {
            let heaps = preperiod + period;
            let head =
                format!("grundy certificate 1 period\ncode: {code}\npreperiod: {preperiod}\nperiod: {period}\n\n");
            let facts: Vec<String> = (0..heaps).map(|heap| format!("{heap} {}\n", values.get(heap).unwrap())).collect();
            format!("{head}{}facts: {heaps}\n", facts.concat())
        };
        assert!(check(&told(preperiod, period)).is_ok(), "{code}");
        for more in [1, 2, period, period + 1] {
            let refused = refusal(&told(preperiod + more, period));
            assert!(refused.contains("the preperiod is not the least"), "{code} {more}: {refused}");
        }
        for times in [2, 3, 4, 5, 6, 7] {
            let refused = refusal(&told(preperiod, times * period));
            assert!(refused.contains("the period is not the least"), "{code} {times}: {refused}");
        }
    }
}

/// The same values hold for 0.07 and 0.77 as far as told, but not up to the bound.
#[test]
fn a_period_that_is_not_long_enough_is_refused() {
    let head = "grundy certificate 1 period\ncode: 0.77\npreperiod: 0\nperiod: 5\n\n";
    let facts = "0 0\n1 1\n2 2\n3 3\n4 1\nfacts: 5\n"; // of 0.77, whose heap 5 has value 4
    assert_eq!(refusal(&format!("{head}{facts}")), "line 6: heap 5 has value *4, not *0");
}

/// A period that is false, of the first heaps that the theorem needs and of all but the last one true: one heap less would prove it. A period of a code is
/// known from the values of its heaps, which are 0, 1, 0, 0, .. for 0.1.
#[test]
fn a_period_is_checked_up_to_the_last_heap_of_the_theorem() {
    let claim = |code: &str, [preperiod, period]: [usize; 2], values: &[u64]| {
        assert_eq!(values.len(), preperiod + period);
        let facts: Vec<String> = values.iter().enumerate().map(|(heap, value)| format!("{heap} {value}")).collect();
        let head = format!("code: {code}\npreperiod: {preperiod}\nperiod: {period}\n");
        format!("grundy certificate 1 period\n{head}\n{}\nfacts: {}\n", facts.join("\n"), values.len())
    };
    // Moves that leave no heap, one heap, two heaps; with a preperiod and without.
    for (code, repeats, heap) in [
        ("0.1", [0, 2], 3),
        ("0.1", [0, 9], 10),
        ("0.2", [2, 1], 3),
        ("0.2", [3, 3], 6),
        ("0.4", [0, 1], 3),
        ("0.6", [1, 3], 7),
    ] {
        let game = code.parse::<grundy::heap::TakeAndBreak>().unwrap();
        let value = |heap: usize| naive::grundy(&game, &[heap as u128]);
        let values: Vec<u64> = (0..repeats[0] + repeats[1]).map(value).collect();
        let refused = refusal(&claim(code, repeats, &values));
        assert!(refused.contains(&format!(": heap {heap} has value *{}, not ", value(heap))), "{code}: {refused}");
    }
    // Values that no move of a larger heap needs are checked too.
    let told = [0, 1, 0];
    check(&claim("0.1", [2, 1], &told)).unwrap();
    for heap in 0..told.len() {
        let mut wrong = told;
        wrong[heap] ^= 1;
        refusal(&claim("0.1", [2, 1], &wrong));
    }
}

#[test]
fn quotients_pass_and_altered_ones_do_not() {
    for (code, heaps, which) in [
        ("0.77", 200, "all heaps"),
        ("0.33", 12, "all heaps"),
        ("0.[3]", 8, "heaps below 8"),
        ("0.07", 13, "heaps below 13"),
    ] {
        let mut search = QuotientSearch::new(code.parse().unwrap());
        search.extend_to(heaps).unwrap();
        let quotient = search.quotient();
        let order = quotient.monoid().order();
        let text = written(Certificate::of_quotient(quotient));
        let told = format!("the misère quotient of {which} of {code} has order {order}");
        assert_eq!(check(&text).unwrap().text, told);
        let next = |line: &str| {
            let mut elements: Vec<usize> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            let middle = elements.len() / 2;
            elements[middle] = (elements[middle] + 1) % order;
            elements.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
        };
        let facts = order + heaps;
        for wrong in altered(&text, next).step_by(facts / 25 + 1) {
            refusal(&wrong);
        }
    }
}

/// The certificate of the quotient of all positions that play can reach.
fn of_positions(game: &AnyGame, name: &str, text: &str) -> (MisereQuotient<Positions<AnyPosition>>, String) {
    let position = game.parse(text).unwrap();
    let mut search = QuotientSearch::of(Positions::reached(game, position.clone(), &mut Control::new()).unwrap());
    search.finish().unwrap();
    let written = written(Certificate::of_positions(search.quotient(), game, &name, &position).unwrap());
    (search.into_quotient(), written)
}

/// They are read back, too, and are the same.
#[test]
fn quotients_of_positions_pass_and_altered_ones_do_not() {
    for (name, text) in [
        ("notakto", "2x2"),
        ("notakto", "2x3"),
        ("notakto", "3x3"),
        ("cram", "1x9"),
        ("cram", "2x3"),
        ("kayles", "7,4"),
        ("nim", "0"),
        ("node-kayles", "path:6"),
    ] {
        let game: AnyGame = name.parse().unwrap();
        let (quotient, certificate) = of_positions(&game, name, text);
        let order = quotient.monoid().order();
        let told = game.text(&game.parse(text).unwrap());
        assert_eq!(
            check(&certificate).unwrap().text,
            format!("the misère quotient of all positions from {name} {told} has order {order}")
        );
        assert_eq!(of_positions(&game, name, text).1, certificate, "the same text from run to run");
        let read = certificate::read_quotient(&game, certificate.as_bytes(), &mut Control::new()).unwrap();
        assert_eq!(read.monoid(), quotient.monoid());
        assert!(read.elements().eq(quotient.elements()));
        let is_row =
            |line: &str| line.split(' ').count() == order && line.split(' ').all(|word| word.parse::<usize>().is_ok());
        let next = |line: &str| {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let place = if is_row(line) { words.len() / 2 } else { 0 };
            words[place] = ((words[place].parse::<usize>().unwrap() + 1) % order).to_string();
            words.join(" ")
        };
        // A change that passes renames elements by an automorphism: on Cram 2 by 3 one exchanges two of them.
        let positions = quotient.positions().examples();
        let facts = certificate.lines().count();
        let (mut changed, mut passed) = (0, 0);
        for wrong in altered(&certificate, next).step_by(facts / 25 + 1).filter(|wrong| *wrong != certificate) {
            let read = certificate::read_quotient(&game, wrong.as_bytes(), &mut Control::new());
            changed += 1;
            match check(&wrong) {
                Ok(claim) => {
                    passed += 1;
                    let read = read.unwrap();
                    assert_eq!(claim.text, check(&certificate).unwrap().text);
                    for one in positions {
                        for other in positions {
                            let sum = [one.clone(), other.clone()];
                            assert_eq!(
                                read.misere_outcome(&game, &sum),
                                quotient.misere_outcome(&game, &sum),
                                "{sum:?}"
                            );
                        }
                    }
                }
                Err(CertificateError::Refused { .. }) => assert!(read.is_err()),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(passed <= changed / 8, "{name} {text}: {passed} of {changed}");
    }
}

/// Of Kayles to 7 pins: a fact that is left out, one too many, another game, another start.
#[test]
fn quotients_of_other_positions_are_refused() {
    let game: AnyGame = "kayles".parse().unwrap();
    let (_, text) = of_positions(&game, "kayles", "7");
    let lines: Vec<&str> = text.lines().collect();
    let (last, facts) = lines.split_last().unwrap();
    let count: usize = last.strip_prefix("facts: ").unwrap().parse().unwrap();
    let with = |facts: &[&str], count: usize| format!("{}\nfacts: {count}\n", facts.join("\n"));
    assert_eq!(with(facts, count), text);
    let more = refusal(&with(&[facts, &["0 20"]].concat(), count + 1));
    assert!(more.ends_with("no play comes to this position"), "{more}");
    let first = facts.len() - 7;
    let fewer: Vec<String> = (first..facts.len())
        .map(|place| refusal(&with(&[&facts[..place], &facts[place + 1..]].concat(), count - 1)))
        .collect();
    assert!(fewer.iter().any(|told| told.ends_with("can be reached, and its element is not told")), "{fewer:?}");
    // What is read back is refused for the same reasons.
    let not_read = |text: &str| {
        let read = certificate::read_quotient(&game, text.as_bytes(), &mut Control::new()).map(drop);
        read.unwrap_err().to_string()
    };
    let more = not_read(&with(&[facts, &["0 20"]].concat(), count + 1));
    assert!(more.ends_with("no play comes to a position of which an element is told"), "{more}");
    let fewer = not_read(&with(&facts[..facts.len() - 1], count - 1));
    assert!(fewer.contains("the element of ") && fewer.ends_with(" is not told"), "{fewer}");
    let other = refusal(&text.replace("game: kayles", "game: nim"));
    assert!(other.contains("in P") || other.contains("element"), "{other}");
    refusal(&text.replace("position: 7", "position: 8"));
    refusal(&text.replacen("order: 12", "order: 11", 1));
    refusal(&text.replacen("order: 12", "order: 13", 1));
    assert!(
        refusal("grundy certificate 1 positions\ngame: nim\nposition: 0\norder: 0\np-portion: \n\nfacts: 0\n")
            .contains("has an element")
    );
    for (kind, words) in [("value", "not one of the kind"), ("misere", "not one of the kind")] {
        let other = text.replacen("positions", kind, 1);
        let error = certificate::read_quotient(&game, other.as_bytes(), &mut Control::new()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    let few = certificate::read_quotient(&game, text.as_bytes(), &mut Control::new().positions(5));
    assert!(matches!(few, Err(CertificateError::Stopped(_))));
    // A quotient that is not complete has no certificate.
    let board: AnyGame = "notakto".parse().unwrap();
    let start = board.parse("3x3").unwrap();
    let positions = Positions::reached(&board, start.clone(), &mut Control::new()).unwrap();
    let mut search = QuotientSearch::of(positions).with_control(Control::new().bytes(8 * 10 * 10));
    search.finish().unwrap_err();
    assert!(Certificate::of_positions(search.quotient(), &board, &"notakto", &start).is_none());
}

/// From rows of two and of three a move of Dawson's Kayles leaves nothing that has a move, so both are one element.
#[test]
fn positions_whose_moves_leave_the_same_are_read_as_one_element() {
    let game: AnyGame = "dawsons-kayles".parse().unwrap();
    let (_, text) = of_positions(&game, "dawsons-kayles", "6");
    for (row, other) in [(2, 3), (3, 2)] {
        let wrong = text.replacen(&format!("\n1 {row}\n"), &format!("\n2 {row}\n"), 1);
        assert!(wrong != text && text.contains(&format!("\n1 {other}\n")), "{text}");
        refusal(&wrong);
        let read = certificate::read_quotient(&game, wrong.as_bytes(), &mut Control::new()).map(drop);
        let refused = read.unwrap_err().to_string();
        assert!(refused.ends_with("two positions whose moves leave the same have two elements"), "{refused}");
    }
}

/// A quotient of heaps by hand: the product of each two elements, the P-portion, and the elements of heaps.
fn of_heaps(
    code: &str,
    (order, product): (usize, fn(usize, usize) -> usize),
    lost: &str,
    heaps: &[usize],
    period: &str,
) -> String {
    let row = |one: usize| (0..order).map(|other| product(one, other).to_string()).collect::<Vec<_>>().join(" ");
    let facts: Vec<String> = (0..order).map(row).chain(heaps.iter().map(usize::to_string)).collect();
    let head = format!("code: {code}\nheaps: {}\norder: {order}\np-portion: {lost}\nperiod: {period}\n", heaps.len());
    format!("grundy certificate 1 quotient\n{head}\n{}\nfacts: {}\n", facts.join("\n"), facts.len())
}

/// No theorem of the checker is about moves that take any number of counters, nor about moves that compare the heaps that they leave.
#[test]
fn a_period_that_no_theorem_proves_is_refused() {
    for code in ["0.[3]", "4!.0"] {
        let text = format!("grundy certificate 1 period\ncode: {code}\npreperiod: 0\nperiod: 1\n\n0 0\nfacts: 1\n");
        let refused = refusal(&text);
        assert!(refused.contains("no theorem proves periods of a code with a tail"), "{refused}");
    }
    // One value more than the preperiod and the period have.
    let text = "grundy certificate 1 period\ncode: 0.1\npreperiod: 2\nperiod: 1\n\n0 0\n1 1\n2 0\n3 0\nfacts: 4\n";
    assert!(refusal(text).ends_with("values of all heaps below preperiod + period are told, and no others"));
}

/// Two quotients, of Nim with heaps of 0 and 1 and of a game without moves; and what breaks one condition of the theorem.
#[test]
fn each_condition_on_a_quotient_is_checked() {
    const NIM: &str = "0.[3]";
    const NO_MOVES: &str = "0.0";
    let xor: fn(usize, usize) -> usize = |one, other| one ^ other;
    check(&of_heaps(NIM, (2, xor), "1", &[0, 1], "none")).unwrap();
    check(&of_heaps(NO_MOVES, (1, xor), "", &[0, 0, 0], "none")).unwrap();
    let first: fn(usize, usize) -> usize = |one, other| if one == 0 { other } else { one };
    // (1 1) 2 = 2, and 1 (1 2) = 1.
    let not_associative: fn(usize, usize) -> usize = |one, other| match (one, other) {
        (0, _) | (_, 0) => one | other,
        (1, 1) => 0,
        (2, 2) => 2,
        _ => 1,
    };
    for (code, monoid, lost, heaps, reason) in [
        (
            NIM,
            (2, (|one, other| 1 ^ one ^ other) as fn(usize, usize) -> usize),
            "1",
            &[0, 1][..],
            "is not the identity",
        ),
        (NIM, (3, first), "1", &[0, 1, 2], "the products are not commutative"),
        (NIM, (3, not_associative), "1", &[0, 1, 2], "the products are not associative"),
        // All outcomes are right, but no sum is element 1; and two heaps of 1 are equal to the empty sum.
        (NO_MOVES, (2, xor), "1", &[0, 0, 0], "no sum is this element"),
        (NIM, (4, |one, other| (one + other) % 4), "1 3", &[0, 1], "no sum tells this element from an earlier one"),
        // The monoid of normal play.
        (NIM, (4, xor), "0", &[0, 1, 2, 3], "element 0 is not in the P-portion"),
        (NO_MOVES, (2, xor), "1", &[1, 0], "heap 0 has no moves, so that it is element 0"),
        (NO_MOVES, (2, xor), "1", &[0, 1], "heap 1 has no moves, so that it is element 0"),
        (NIM, (2, xor), "1", &[0, 1, 1], "heap 2 with element 0 is in P, and has a move to P"),
        (NIM, (1, xor), "", &[0, 0], "a sum with element 0 is not in P, and has no move to P"),
        (NIM, (2, xor), "1 2", &[0, 1], "the P-portion is a list of elements"),
    ] {
        let text = of_heaps(code, monoid, lost, heaps, "none");
        let refused = refusal(&text);
        assert!(refused.contains(reason), "{refused}\n{text}");
    }
    let row = of_heaps(NIM, (2, xor), "1", &[0, 1], "none").replacen("\n0 1\n", "\n0 1 1\n", 1);
    assert!(refusal(&row).contains("a row has the products with 2 elements"));
    // As many heaps are told as the claim names, and one at least.
    for text in [
        of_heaps(NIM, (2, xor), "1", &[0, 1], "none").replacen("heaps: 2", "heaps: 3", 1),
        of_heaps(NO_MOVES, (1, xor), "", &[], "none"),
    ] {
        assert!(refusal(&text).contains("an element for each heap from 0 on"), "{text}");
    }
}

/// Of 0.1, in which a heap of 1 is taken and nothing else, the elements of heaps are 0, 1, 0, 0, ..
#[test]
fn a_period_of_a_quotient_is_checked() {
    let xor: fn(usize, usize) -> usize = |one, other| one ^ other;
    let claim = |heaps: &[usize], period: &str| of_heaps("0.1", (2, xor), "1", heaps, period);
    let claims = "the misère quotient of all heaps of 0.1 has order 2";
    assert_eq!(check(&claim(&[0, 1, 0, 0], "2 1")).unwrap().text, claims);
    assert!(refusal(&claim(&[0, 1], "2 1")).ends_with("the period needs the elements of 3 heaps"));
    assert!(refusal(&claim(&[0, 1, 0], "0 2")).ends_with("the period needs the elements of 4 heaps"));
    assert!(refusal(&claim(&[0, 1, 0, 0], "0 2")).ends_with("heap 3 breaks the period"));
    assert!(refusal(&claim(&[0, 1, 0, 0], "1 1")).ends_with("heap 2 breaks the period"));
}

/// Of a heap of 1, by hand.
#[test]
fn a_quotient_of_positions_has_each_row_and_each_position_once() {
    let claim = |facts: &[&str]| {
        let head = "grundy certificate 1 positions\ngame: nim\nposition: 1\norder: 2\np-portion: 1\n";
        format!("{head}\n{}\nfacts: {}\n", facts.join("\n"), facts.len())
    };
    check(&claim(&["0 1", "1 0", "1 1"])).unwrap();
    assert!(refusal(&claim(&["0 1"])).ends_with("a row of products for each element is told"));
    assert!(refusal(&claim(&["0 1", "1 0", "1 1", "1 1"])).ends_with("line 9 tells of the same position"));
}

#[test]
fn graphs_pass_and_altered_ones_do_not() {
    for graph in ["0>1,1>0,1>2,3>0,3>1,3>2", "0>1,1>0,1>2,2>2", "0>1,1>2,2>0", "0>0,1>0,1>2,3>1,3>2,4>3"] {
        let values = LoopyValues::new(graph.parse::<Digraph>().unwrap(), &mut Control::new()).unwrap();
        let text = written(Certificate::of_graph(&values).unwrap());
        check(&text).unwrap();
        for raise in [false, true] {
            for wrong in altered(&text, |line| with_number(line, 1, raise)).filter(|wrong| *wrong != text) {
                refusal(&wrong);
            }
        }
        for wrong in
            altered(&text, |line| format!("{} inf", line.split(' ').next().unwrap())).filter(|wrong| *wrong != text)
        {
            refusal(&wrong);
        }
    }
}

#[test]
fn a_graph_that_no_checker_reads_has_no_certificate() {
    for (vertices, has_one) in [(1 << 20, true), ((1 << 20) + 1, false)] {
        let graph = Digraph::new((0..vertices).map(|_| [])).unwrap();
        let values = LoopyValues::new(graph, &mut Control::unlimited()).unwrap();
        assert_eq!(Certificate::of_graph(&values).is_some(), has_one);
    }
}

/// By hand: an answer relies on no number that was assigned later, and each vertex has one label.
#[test]
fn labels_that_rely_on_themselves_are_refused() {
    let claim = |graph: &str, facts: &[&str]| {
        format!("grundy certificate 1 loopy\ngraph: {graph}\n\n{}\nfacts: {}\n", facts.join("\n"), facts.len())
    };
    check(&claim("0>1,1>0", &["0 inf", "1 inf"])).unwrap();
    let refused = refusal(&claim("0>1,1>0", &["0 0 0", "1 1 1"]));
    assert!(refused.ends_with("no move goes from vertex 1 back to the number 0"), "{refused}");
    check(&claim("1>0", &["0 0 0", "1 1 1"])).unwrap();
    let refused = refusal(&claim("1>0", &["0 0 0", "1 1 1", "2 0 0"]));
    assert!(refused.ends_with("the graph has 2 vertices"), "{refused}");
    // A smaller number is proved without larger ones, in whatever order they were assigned.
    check(&claim("1>0", &["0 0 1", "1 1 0"])).unwrap();
    // As if vertex 0 had its number after all others.
    let refused = refusal(&claim("1>0", &["0 0 18446744073709551615", "1 inf"]));
    assert!(refused.ends_with("a fact is vertex 0, its number and its rank, or inf"), "{refused}");
}

/// All labels of graphs of three vertices.
#[test]
fn only_the_true_numbers_of_a_graph_are_certified() {
    let labels: Vec<String> =
        (0..9).map(|label| format!("{} {}", label / 3, label % 3)).chain(["inf".to_owned()]).collect();
    for graph in
        ["0>1,1>2", "0>1,0>2,1>2", "0>1,1>0,1>2", "0>1,1>2,2>0", "0>0,0>1,1>2", "0>1,1>0,0>2,1>2", "2>2,1>2,1>0"]
    {
        let values = LoopyValues::new(graph.parse::<Digraph>().unwrap(), &mut Control::new()).unwrap();
        let told: Vec<_> = (0..3).map(|vertex| values.value(vertex).unwrap().nimber()).collect();
        let mut passed = 0;
        for number in 0..1000 {
            let facts = [number / 100, number / 10 % 10, number % 10];
            let lines: Vec<String> = (0..3).map(|vertex| format!("{vertex} {}", labels[facts[vertex]])).collect();
            let lines = lines.join("\n");
            if check(&format!("grundy certificate 1 loopy\ngraph: {graph}\n\n{lines}\nfacts: 3\n")).is_ok() {
                let numbers = facts.map(|label| (label < 9).then(|| Nimber::new(label as u64 / 3)));
                assert_eq!(told, numbers, "{graph}, {lines}");
                passed += 1;
            }
        }
        assert!(passed > 0, "{graph}");
    }
}

#[test]
fn losing_boards_pass_and_no_other_list_does() {
    let table = LosingBoards::up_to(14, &mut Control::new()).unwrap();
    let text = written(Certificate::of_losing_boards(&table).unwrap());
    let counts: u64 = (1..=14).map(|tiles| table.count(tiles).unwrap()).sum();
    assert_eq!(
        check(&text).unwrap().text,
        format!("beside the empty board, {counts} boards of Chomp with at most 14 tiles are losing")
    );
    for wrong in altered(&text, |line| format!("1{line}")) {
        refusal(&wrong);
    }
    let fewer: Vec<&str> = text.lines().filter(|line| *line != "4,2,2").collect();
    let fewer = fewer.join("\n").replace(&format!("facts: {counts}"), &format!("facts: {}", counts - 1)) + "\n";
    assert!(refusal(&fewer).ends_with("4,2,2 is losing, and is not told"));
    // 3,1 leaves 2,1. The board of eight rows and columns of 15 tiles is losing, and no board of at most 14 tiles.
    for (board, reason) in [
        ("3,1", "a move leaves a losing board"),
        ("8,1,1,1,1,1,1,1", "a board has from 1 to 14 tiles"),
        ("0", "a board has from 1 to 14 tiles"),
    ] {
        let told = format!("\n{board}\nfacts: {}\n", counts + 1);
        let refused = refusal(&text.replace(&format!("\nfacts: {counts}\n"), &told));
        assert!(refused.ends_with(reason), "{refused}");
    }
}

/// Rows of 1, 2 and 4 are worth 1, 2 and 1.
#[test]
fn what_is_not_told_proves_nothing() {
    let claim = |kind: &str, position: &str, answer: &str, facts: &[&str]| {
        let facts = facts.iter().map(|fact| format!("{fact}\n")).chain([format!("facts: {}\n", facts.len())]);
        let head = format!("grundy certificate 1 {kind}\ngame: kayles\nposition: {position}\nanswer: {answer}\n\n");
        head + &facts.collect::<String>()
    };
    // The row of 1, which is an option of the row of 2, has the value that is claimed.
    let refused = refusal(&claim("value", "2", "1", &["1 2"]));
    assert_eq!(refused, "line 6: nothing shows that the option 1 has another value");
    let refused = refusal(&claim("value", "4", "1", &["1 1"]));
    assert!(refused.ends_with("that the value is *1 does not follow"), "{refused}");
    let refused = refusal(&claim("outcome", "4,1", "N", &["1 1"]));
    assert!(refused.ends_with("that the outcome is N does not follow"), "{refused}");
    let heaps = "grundy certificate 1 period\ncode: 0.3\npreperiod: 0\nperiod: 2\n\n0 0\n1 1\nfacts: 2\n";
    assert!(check(heaps).is_ok());
    let exported =
        certificate::export_options(&Registry::standard(), heaps.as_bytes(), io::sink(), &mut Control::new());
    let reason = "line 1: a claim of the kind `period` is not about a position";
    assert_eq!(exported.unwrap_err().to_string(), reason);
}

#[test]
fn broken_texts_are_refused_at_their_line() {
    let text = value_of("kayles", "5");
    assert_eq!(refusal(""), "line 1: the text ends too soon");
    assert_eq!(refusal("grundy\n"), "line 1: a certificate begins with `grundy certificate 1`");
    assert_eq!(refusal(&text.replace("1 value", "1value")), "line 1: a certificate begins with `grundy certificate 1`");
    assert!(refusal(&text.replace("1 value", "1 value ")).contains("no kind of claim"));
    assert!(refusal("grundy certificate 1 marvel\n").contains("no kind of claim"));
    assert!(refusal(&text.replace("kayles", "kails")).starts_with("line 2: "));
    let cut = &text[..text.len() - 10];
    refusal(cut);
    assert!(refusal(&format!("{text}more\n")).ends_with("here the text should end"));
    let repeated = text.replacen("\n\n", "\n\n4 5\n", 1);
    assert!(refusal(&repeated).contains("tells of the same position"));
    assert!(refusal(&text.replace("facts: 5", "facts: +5")).contains("there are 5 facts, not +5"));
    assert!(refusal(&text.replace("answer: 4", "answer: +4")).contains("`+4` is not a number"));
    assert!(refusal(&"x".repeat(100_000)).len() < 2000);
    for (wrong, line) in [("position: \r5", 3), ("position: 5\r", 3), ("position: 5\r\r", 3)] {
        let refused = refusal(&text.replace("position: 5", wrong).replace('\n', "\r\n"));
        assert_eq!(refused, format!("line {line}: a line has a line break within"), "{wrong:?}");
    }
    assert!(check(&text.replace('\n', "\r\n")).is_ok());
    // The last end of line may be missing, and nothing else.
    for end in 0..text.len() - 1 {
        refusal(&text[..end]);
    }
}

/// A terminal would show a claim about one heap of 45.
#[test]
fn a_claim_is_shown_as_what_it_is() {
    let text = value_of("nim", "4,5");
    for (blank, shown) in [("\t", "\\t"), ("\u{b}", "\\u{b}"), ("\u{2028}", "\\u{2028}"), (" ", " ")] {
        let claim = check(&text.replace("4,5", &format!("4,{blank}5"))).unwrap();
        assert_eq!(claim.text, format!("the Grundy value of nim 4,{shown}5 is *1"));
    }
}

/// What a buffer could not write is told.
#[test]
fn a_full_disk_is_an_error_behind_a_buffer() {
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let full = || BufWriter::with_capacity(1 << 20, Full);
    let rows = Kayles.parse("5,6").unwrap();
    let mut solver = Solver::new(Kayles);
    let certificate = Certificate::of_value(&mut solver, &"kayles", &rows);
    let written = certificate.unwrap().write(full()).unwrap_err();
    assert_eq!(written.kind(), io::ErrorKind::StorageFull);
    let text = value_of("kayles", "5,6");
    let exported = certificate::export_options(&Registry::standard(), text.as_bytes(), full(), &mut Control::new());
    assert!(matches!(exported, Err(CertificateError::Io(error)) if error.kind() == io::ErrorKind::StorageFull));
}

/// A proof is looked for under the control, also where a theorem tells all values. Each of the half a million options of 1000 heaps is looked at twice.
#[test]
fn a_proof_is_made_under_the_control() {
    let game: AnyGame = "nim".parse().unwrap();
    let heap = game.parse("1000").unwrap();
    for go_on in [true, false] {
        let looks = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&looks);
        let mut solver = Solver::new(&game).with_control(Control::new().watched(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }));
        let proof = Certificate::of_value(&mut solver, &game, &heap);
        let looks = looks.load(Ordering::Relaxed);
        match proof {
            Ok(proof) => {
                // Of 500 500 options; on a busy machine the clock asks for more looks than the options do.
                assert!(go_on && (100..5000).contains(&looks), "{looks} looks");
                assert_eq!(proof.write(io::sink()).unwrap(), 1000);
            }
            Err(SolveError::Stopped(stopped)) => assert!(!go_on && stopped.is_cancelled() && looks == 1, "{stopped}"),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Where a theorem tells all values nothing is searched, and the limit on positions bounds the facts.
#[test]
fn the_facts_of_a_proof_are_bounded() {
    let game: AnyGame = "nim".parse().unwrap();
    for (limit, fits) in [(1000, true), (999, false)] {
        let mut solver = Solver::new(&game).with_control(Control::new().positions(limit));
        match Certificate::of_value(&mut solver, &game, &game.parse("1000").unwrap()) {
            Ok(proof) => assert!(fits && proof.write(io::sink()).unwrap() == 1000),
            Err(SolveError::Stopped(stopped)) => assert!(!fits && stopped.is_positions(), "{stopped}"),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A certificate that no checker could read is an error where it is written.
#[test]
fn texts_of_several_lines_have_no_certificate() {
    struct Lines;

    impl ImpartialGame for Lines {
        rules_of_a_heap!();
    }

    impl Notation for Lines {
        texts_of_heaps!(u64, "\n");
    }

    for (name, text, is_right) in [("lines", "3", true), ("lines", "3\n4", false), ("two\nlines", "3", false)] {
        let mut solver = Solver::new(Lines);
        let certificate = Certificate::of_value(&mut solver, &name, &Lines.parse(text).unwrap()).unwrap();
        let kind = certificate.write(io::sink()).map_err(|error| error.kind());
        assert_eq!(kind, if is_right { Ok(3) } else { Err(io::ErrorKind::InvalidData) }, "{name} {text}");
    }
}

impl Notation for InARow {
    fn component_name(&self, _: &Row) -> &'static str {
        "row"
    }

    fn parse(&self, text: &str) -> Result<Components<Row>, NotationError> {
        let heaps: Result<Vec<u8>, _> = text.split(',').map(str::parse).collect();
        let row = heaps.ok().and_then(|heaps| heaps.try_into().ok());
        row.map(|row| Row(row).into()).ok_or_else(|| NotationError::new(text, 0, "a row is three numbers"))
    }

    fn text(&self, rows: &[Row]) -> String {
        rows.iter().map(Row::to_string).collect::<Vec<_>>().join("+")
    }
}

/// A winning move leaves the mirror image of an option. The certificate names the option, since a checker lists no moves.
#[test]
fn a_win_by_a_mirror_image_is_certified() {
    let mut registry = Registry::new();
    registry.add("in-a-row", "3,2,0", InARow);
    for row in [[3, 2, 0], [2, 1, 0], [1, 1, 1], [3, 2, 1], [1, 4, 2]] {
        let row = Row(row).into();
        for play in [Play::Normal, Play::Misere] {
            let text = written(Certificate::of_outcome(&mut Solver::new(InARow), &"in-a-row", play, &row).unwrap());
            let claim = certificate::check(&registry, text.as_bytes(), &mut Control::new());
            assert!(claim.is_ok(), "{claim:?}\n{text}");
        }
    }
}

/// From 2 to 1, and from 1 to any of 2^40 positions that have ended, whose number no size hint tells.
struct EndlessAnswers;

impl ImpartialGame for EndlessAnswers {
    type Position = u64;
    type Move = u64;

    fn moves(&self, position: &u64) -> impl Iterator<Item = u64> {
        let ends = if *position == 1 { 3..1 << 40 } else { 0..0 };
        (*position == 2).then_some(1).into_iter().chain(ends.filter(|_| true))
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }

    fn known_value(&self, position: &u64) -> Option<Nimber> {
        (*position == 1).then_some(Nimber::new(1))
    }
}

impl Notation for EndlessAnswers {
    texts_of_heaps!(u64, ",");
}

/// The answers to an option are listed within the bounds, as options are.
#[test]
fn answers_are_listed_under_the_control() {
    for control in [Control::new().bytes(1 << 20), Control::new().positions(1000)] {
        let mut solver = Solver::new(EndlessAnswers).with_control(control);
        let refused = Certificate::of_value(&mut solver, &"endless", &2.into()).map(drop);
        assert!(matches!(refused, Err(SolveError::Stopped(_) | SolveError::TooManyMoves { .. })), "{refused:?}");
    }
}

/// Whether certificates with one other fact are refused: about ten of them, since each is checked from its beginning.
fn altered_facts_are_refused(text: &str) -> bool {
    let alterations = || altered(text, |fact| with_number(fact, 0, true));
    let step = alterations().count() / 10 + 1;
    alterations().step_by(step).all(|wrong| check(&wrong).is_err())
}

/// By values of the nimber search, which leaves most values out.
#[test]
fn a_nimber_search_is_certified_by_what_it_found() {
    let mut cram = Solver::new(Cram);
    for (board, value) in [("3x5", 1), ("4x5", 2)] {
        let text = written(Certificate::of_value(&mut cram, &"cram", &Cram.parse(board).unwrap()).unwrap());
        assert_eq!(check(&text).unwrap().text, format!("the Grundy value of cram {board} is *{value}"));
        assert!(altered_facts_are_refused(&text), "{board}");
    }
    // The outcomes that are known: see tests/data and the tests of Sprouts.
    for (spots, outcome) in [(2, "P"), (3, "N"), (4, "N"), (5, "N"), (6, "P")] {
        let mut sprouts = Solver::new(Sprouts);
        let position = Sprouts.parse(&format!("0*{spots}")).unwrap();
        let text = written(Certificate::of_outcome(&mut sprouts, &"sprouts", Play::Normal, &position).unwrap());
        let claim = check(&text).unwrap();
        assert_eq!(claim.text, format!("sprouts 0*{spots} is {outcome} in normal play"));
        assert!(claim.facts < 200, "{claim:?}");
        assert!(altered_facts_are_refused(&text), "{spots}");
    }
}

/// What follows from facts and a table of options, by numbers of components alone.
struct ByTable {
    options: Vec<Vec<Vec<usize>>>,
    told: HashMap<usize, u64>,
}

impl ByTable {
    /// The facts of a certificate of a value, and the table of its options.
    fn read(certificate: &str) -> Self {
        let mut table = Vec::new();
        let registry = Registry::standard();
        certificate::export_options(&registry, certificate.as_bytes(), &mut table, &mut Control::new()).unwrap();
        let table = String::from_utf8(table).unwrap();
        let sum = |text: &str| text.split('+').filter(|part| *part != "-").map(|part| part.parse().unwrap()).collect();
        let (mut options, mut numbers, mut told) = (Vec::new(), HashMap::new(), HashMap::new());
        for (number, row) in table.lines().skip(3).enumerate() {
            let (left, text) = row.split_once('\t').unwrap();
            numbers.insert(text.to_owned(), number);
            if left.is_empty() {
                told.insert(number, 0);
            }
            options.push(left.split(' ').filter(|left| !["", "?"].contains(left)).map(sum).collect());
        }
        let facts = certificate.split_once("\n\n").unwrap().1.lines().filter(|line| !line.starts_with("facts: "));
        told.extend(
            facts
                .map(|fact| fact.split_once(' ').unwrap())
                .map(|(value, text)| (numbers[text], value.parse().unwrap())),
        );
        Self { options, told }
    }

    fn value(&self, sum: &[usize]) -> Option<u64> {
        let odd = sum.iter().filter(|part| sum.iter().filter(|other| other == part).count() % 2 == 1);
        odd.map(|part| self.told.get(part)).try_fold(0, |sum, value| Some(sum ^ value?))
    }

    fn has_option(&self, sum: &[usize], value: u64) -> bool {
        (0..sum.len()).any(|place| {
            let rest = |left: &[usize]| [&sum[..place], left, &sum[place + 1..]].concat();
            self.options[sum[place]].iter().any(|left| self.value(&rest(left)) == Some(value))
        })
    }

    /// Whether each fact follows: no option has the value, and each smaller number is the value of one.
    fn holds(&self) -> bool {
        self.told.iter().all(|(number, value)| {
            let options = &self.options[*number];
            let has = |other: u64| options.iter().any(|option| self.value(option) == Some(other));
            let is_other = |option: &Vec<usize>| match self.value(option) {
                Some(other) => other != *value,
                None => self.has_option(option, *value),
            };
            options.iter().all(is_other) && (0..*value).all(has)
        })
    }
}

/// Of two images of one region of Cram, other leaves may be left out, so that their options have other keys. Facts are about keys, and the
/// certificate must follow from the options of the keys.
#[test]
fn a_table_of_options_and_the_facts_are_enough() {
    for (game, position) in [
        ("kayles", "9,6"),
        ("chomp", "4x5"),
        ("cram", "3x7"),
        ("cram", "4x5"),
        ("cram", "5x5"),
        ("node-kayles", "grid:4x5"),
    ] {
        let text = value_of(game, position);
        let mut table = ByTable::read(&text);
        assert!(table.told.len() > 5 && table.holds(), "{game} {position}");
        *table.told.values_mut().max().unwrap() += 1;
        assert!(!table.holds(), "{game} {position}");
    }
}

/// A quotient is that of all positions to which play comes: the table has what each move leaves, where `options` lists one of two mirror images.
#[test]
fn a_table_of_options_for_a_quotient_has_every_move() {
    let mut registry = Registry::new();
    registry.add("in-a-row", "2,1,0", InARow);
    let game = registry.parse("in-a-row").unwrap();
    let (_, text) = of_positions(&game, "in-a-row", "2,1,0");
    let mut table = Vec::new();
    certificate::export_options(&registry, text.as_bytes(), &mut table, &mut Control::new()).unwrap();
    let table = String::from_utf8(table).unwrap();
    let mut fewer = 0;
    for line in table.lines().skip(3) {
        let (listed, position) = line.split_once('\t').unwrap();
        let position = game.parse(position).unwrap();
        let moves = game.moves(&position[0]).count();
        assert_eq!(listed.split(' ').filter(|option| !option.is_empty()).count(), moves, "{line}");
        fewer += usize::from(game.options(&position[0]).count() < moves);
    }
    assert!(fewer > 0, "{table}");
}

#[test]
fn two_equal_components_need_no_fact() {
    let text = value_of("kayles", "7,7");
    assert_eq!(check(&text).unwrap().facts, 0, "{text}");
    assert_eq!(check(&value_of("kayles", "7,7,2")).unwrap().text, "the Grundy value of kayles 7,7,2 is *2");
    let wrong = text.replace("answer: 0", "answer: 1");
    assert!(refusal(&wrong).contains("does not follow"));
}

/// A registry with a game of its own.
fn with_graph(options: &[Vec<usize>]) -> Registry {
    let mut registry = Registry::new();
    registry.add("graph", "0", ExplicitGame::new(options.to_vec()).unwrap());
    registry
}

/// Options with smaller numbers only.
fn random_graph() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(prop::collection::vec(0..64_usize, 0..5), 2..14).prop_map(|lists| {
        let below = |place: usize, list: Vec<usize>| -> Vec<usize> {
            if place == 0 { Vec::new() } else { list.into_iter().map(|option| option % place).collect() }
        };
        lists.into_iter().enumerate().map(|(place, list)| below(place, list)).collect()
    })
}

proptest! {
    /// Whatever a certificate says of a random game, it is true if it passes; and those that are made pass.
    #[test]
    fn random_games(options in random_graph(), place in any::<prop::sample::Index>(), raise: bool, number in 0..2_usize) {
        let registry = with_graph(&options);
        let check = |text: &str| certificate::check(&registry, text.as_bytes(), &mut Control::new());
        let game = registry.parse("graph").unwrap();
        let graph = ExplicitGame::new(options.clone()).unwrap();
        let tokens = [options.len() - 1, options.len() / 2];
        let position = game.parse(&format!("{},{}", tokens[0], tokens[1])).unwrap();

        let text = written(Certificate::of_value(&mut Solver::new(&game), &game, &position).unwrap());
        let value = naive::grundy(&graph, &tokens);
        let told = format!("is *{value}");
        prop_assert!(check(&text).unwrap().text.ends_with(&told));
        let alterations: Vec<String> = altered(&text, |line| with_number(line, number, raise)).collect();
        if !alterations.is_empty() {
            // Another value of a vertex is false. The value of another vertex may be true.
            let wrong = place.get(&alterations);
            let claim = check(wrong);
            let may_pass = number == 1 && claim.as_ref().is_ok_and(|claim| claim.text.ends_with(&told));
            prop_assert!(claim.is_err() || may_pass, "{wrong}");
        }

        for play in [Play::Normal, Play::Misere] {
            let outcome = naive::outcome(&graph, &tokens, play);
            let text = written(Certificate::of_outcome(&mut Solver::new(&game), &game, play, &position).unwrap());
            let claim = check(&text).unwrap();
            let told = format!(" is {outcome} in {play} play");
            prop_assert!(claim.text.ends_with(&told));
        }
    }
}
