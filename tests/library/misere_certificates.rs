//! Certificates of outcomes in misère play: forms are those of a naive reduction, and what is altered is refused.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy::certificate::{self, Certificate};
use grundy::games::{CoinTurning, Sprouts};
use grundy::laws::GameTable;
use grundy::{
    AnyGame, Components, Control, Cram, ImpartialGame, Method, Notation, Outcome, Play, Registry, SolveError, Solver,
};
use proptest::prelude::*;

use crate::certificates::{altered, check, outcome_of, refusal, with_number, written};
use crate::resume::cancelled_after;
use crate::support::games::texts_of_heaps;
use crate::support::naive_forms::{self, Form};

/// Sums whose proofs need facts of all kinds.
const SUMS: [(&str, &str); 6] = [
    ("kayles", "9,12"),
    ("kayles", "15,5"),
    ("grundys-game", "17,9"),
    ("cram", "4x4"),
    ("node-kayles", "grid:3x6"),
    ("sprouts", "0*4"),
];

/// The outcome by a search of all whole positions, without forms. That of four spots is published (Lemoine and Viennot).
fn expected(name: &str, position: &str) -> Outcome {
    if name == "sprouts" {
        return Outcome::P;
    }
    let game: AnyGame = name.parse().unwrap();
    let position = game.parse(position).unwrap();
    Solver::new(&game).by(Method::Search).outcome_in(Play::Misere, position).unwrap()
}

/// The line of the answer, and that of the other answer.
fn answers(outcome: Outcome) -> [&'static str; 2] {
    let lines = ["answer: N\n", "answer: P\n"];
    if outcome == Outcome::N { lines } else { [lines[1], lines[0]] }
}

fn is_kind(fact: &str, kinds: &[&str]) -> bool {
    kinds.contains(&fact.split(' ').next().unwrap())
}

/// The forms of a certificate, as sets.
fn forms_of(text: &str) -> Vec<Form> {
    let mut forms = vec![Form(BTreeSet::new())];
    for options in text.lines().filter_map(|line| line.strip_prefix("form ")) {
        let options = options.split(' ').map(|option| forms[option.parse::<usize>().unwrap()].clone()).collect();
        forms.push(Form(options));
    }
    forms
}

/// Coins and the like stand for a sum of heads in normal play only: what is true of that sum in misère play is no claim about them.
#[test]
fn texts_that_stand_for_a_sum_in_normal_play_are_refused() {
    let of_heads = "form 0\nform 0 1\nequal 1 1\nequal 2 2\nlost *2 *2\nfacts: 5\n";
    for (game, position) in [("turning:1-2", "THH"), ("sum", "turning:1-2:THH")] {
        let text = format!("grundy certificate 1 misere\ngame: {game}\nposition: {position}\nanswer: N\n\n{of_heads}");
        assert!(refusal(&text).contains("misère"), "{}", refusal(&text));
    }
    let quotient =
        "grundy certificate 1 positions\ngame: turning:1-2\nposition: TH\norder: 1\np-portion: \n\n0\nfacts: 1\n";
    assert!(refusal(quotient).contains("misère"), "{}", refusal(quotient));
    let coins: CoinTurning = "1-2".parse().unwrap();
    let read = certificate::read_quotient(&coins, quotient.as_bytes(), &mut Control::new()).map(drop);
    assert!(read.unwrap_err().to_string().contains("misère"));
}

/// What the search has found is proved under the same control.
#[test]
fn the_proof_of_an_outcome_can_be_cancelled_and_has_bounds() {
    let board = Cram.parse("4x5").unwrap();
    let mut solver = Solver::new(Cram);
    solver.outcome_in(Play::Misere, board.clone()).unwrap();
    solver.set_control(Control::new().watched(|_| ControlFlow::Break(())));
    let certified = Certificate::of_outcome(&mut solver, &"cram", Play::Misere, &board).map(drop);
    assert!(matches!(&certified, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{certified:?}");
    solver.set_control(Control::new().positions(3));
    let certified = Certificate::of_outcome(&mut solver, &"cram", Play::Misere, &board).map(drop);
    assert!(matches!(&certified, Err(SolveError::Stopped(stopped)) if stopped.is_positions()), "{certified:?}");
    solver.set_control(Control::new());
    assert!(Certificate::of_outcome(&mut solver, &"cram", Play::Misere, &board).is_ok());
}

/// Each component and each sum of two forms has the form that is told.
#[test]
fn the_forms_are_those_of_a_naive_reduction() {
    for (name, position) in [("kayles", "7,6"), ("cram", "3x4"), ("sprouts", "0*2"), ("grundys-game", "12")] {
        let game: AnyGame = name.parse().unwrap();
        let text = outcome_of(name, Play::Misere, position);
        let forms = forms_of(&text);
        let mut compared = 0;
        for line in text.lines() {
            let Some((kind, rest)) = line.split_once(' ') else { continue };
            let form = |word: &str| &forms[word.parse::<usize>().unwrap()];
            if kind == "equal" {
                let (told, component) = rest.split_once(' ').unwrap();
                assert_eq!(naive_forms::form(&game, &game.parse(component).unwrap()), *form(told), "{name} {line}");
                compared += 1;
            } else if kind == "sum" {
                let words: Vec<&str> = rest.split(' ').collect();
                assert_eq!(naive_forms::sum(form(words[0]), form(words[1])), *form(words[2]), "{name} {line}");
                compared += 1;
            }
        }
        assert!(compared >= 4, "{text}");
    }
}

#[test]
fn proofs_by_forms_pass_and_the_other_outcome_does_not() {
    let mut kinds = BTreeSet::new();
    for (name, position) in SUMS {
        let text = outcome_of(name, Play::Misere, position);
        let outcome = expected(name, position);
        assert!(check(&text).unwrap().text.ends_with(&format!(" is {outcome} in misère play")), "{name} {position}");
        assert_eq!(outcome_of(name, Play::Misere, position), text, "the same text from run to run");
        let [told, other] = answers(outcome);
        refusal(&text.replacen(told, other, 1));
        let facts = text.lines().skip_while(|line| !line.is_empty()).skip(1);
        kinds.extend(facts.filter_map(|line| line.split(' ').next()).map(str::to_owned));
    }
    assert!(["form", "sum", "equal", "component", "lost"].iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}

/// All forms of a certificate are different games, so that another number is false. A lost sum has misère Grundy value 0, so that it is won
/// with one more `*1`, and so is each of its options.
#[test]
fn an_altered_fact_of_each_kind_is_refused() {
    for (name, position) in SUMS {
        let text = outcome_of(name, Play::Misere, position);
        let last = forms_of(&text).len() - 1;
        let alter = |line: &str| {
            if is_kind(line, &["equal"]) {
                let form: usize = line.split(' ').nth(1).unwrap().parse().unwrap();
                return with_number(line, 1, form < last);
            }
            if is_kind(line, &["sum"]) {
                let form: usize = line.split(' ').nth(3).unwrap().parse().unwrap();
                return with_number(line, 3, form < last);
            }
            if is_kind(line, &["lost"]) { format!("{line} *1") } else { line.to_owned() }
        };
        let alterations: Vec<String> = altered(&text, alter).filter(|wrong| *wrong != text).collect();
        for wrong in alterations.iter().step_by(alterations.len() / 8 + 1) {
            refusal(wrong);
        }
        // The last ones tell of lost sums.
        for wrong in alterations.iter().rev().take(3) {
            refusal(wrong);
        }
    }
}

/// A form with another option is another game, unless that option is reversible; a component that is replaced leaves sums without proof.
#[test]
fn altered_forms_and_components_prove_nothing_false() {
    let mut refused = [0, 0];
    for (name, position) in SUMS {
        let text = outcome_of(name, Play::Misere, position);
        let [told, other] = answers(expected(name, position));
        let smaller = |line: &str| match line.rsplit_once(' ') {
            Some((rest, _)) if is_kind(line, &["form"]) && rest.contains(' ') => rest.to_owned(),
            _ => line.to_owned(),
        };
        let ended = |line: &str| {
            if is_kind(line, &["component"]) { line.replace("component", "equal 0") } else { line.to_owned() }
        };
        let changes: [&dyn Fn(&str) -> String; 2] = [&smaller, &ended];
        for (count, change) in refused.iter_mut().zip(changes) {
            let alterations: Vec<String> = altered(&text, change).filter(|wrong| *wrong != text).collect();
            for wrong in alterations.iter().step_by(alterations.len() / 10 + 1) {
                refusal(&wrong.replacen(told, other, 1));
                *count += usize::from(check(wrong).is_err());
            }
        }
    }
    assert!(refused.iter().all(|count| *count > 5), "{refused:?}");
}

/// Without any of its lost sums, or of its sums of forms, the proof is not complete.
#[test]
fn what_no_other_fact_needs_is_left_out() {
    for (name, position) in [("grundys-game", "14,13,9"), ("kayles", "4,2,2")] {
        let text = outcome_of(name, Play::Misere, position);
        let count: usize = text.lines().last().unwrap().strip_prefix("facts: ").unwrap().parse().unwrap();
        let without = |fact: &str| {
            let fewer = text.replacen(&format!("\n{fact}\n"), "\n", 1);
            fewer.replace(&format!("facts: {count}\n"), &format!("facts: {}\n", count - 1))
        };
        let spare = text.lines().filter(|fact| is_kind(fact, &["lost", "sum"]) && check(&without(fact)).is_ok());
        assert_eq!(spare.collect::<Vec<_>>(), [""; 0], "{text}");
    }
}

/// Of Nim, by hand: forms 1, 2 and 3 are nim-heaps.
fn by_hand(position: &str, answer: &str, facts: &[&str]) -> String {
    let heaps = ["form 0", "form 0 1", "form 0 1 2"];
    let facts = [&heaps, facts].concat();
    let head = format!("grundy certificate 1 misere\ngame: nim\nposition: {position}\nanswer: {answer}\n");
    format!("{head}\n{}\nfacts: {}\n", facts.join("\n"), facts.len())
}

#[test]
fn each_rule_has_a_fact_that_breaks_it() {
    let equal = ["equal 1 1", "equal 2 2", "equal 3 3"];
    let with = |more: &[&'static str]| [&equal, more].concat();
    let one_and_one = by_hand("1,1", "N", &with(&["sum 1 1 0"]));
    assert_eq!(check(&one_and_one).unwrap().text, "nim 1,1 is N in misère play");
    // The proviso: from 2 + 2 to 2 or 3 and back to 0, but there the opponent has nothing to move.
    let pair = by_hand("2,2", "N", &with(&["sum 1 1 0", "sum 1 2 3", "sum 2 2 0"]));
    assert!(refusal(&pair).contains("it is lost, and a game without moves is won"));
    // So it is the form with the options 2 and 3, which is lost.
    let right = by_hand("2,2", "P", &with(&["form 2 3", "sum 1 1 0", "sum 1 2 3", "sum 2 2 4"]));
    assert_eq!(check(&right).unwrap().text, "nim 2,2 is P in misère play");
    let plain = by_hand("2,2", "P", &["component 2", "equal 1 1", "lost 0 0"]);
    assert_eq!(check(&plain).unwrap().text, "nim 2,2 is P in misère play");
    let plain = by_hand("2,1", "P", &["component 2", "equal 1 1", "lost 0 *1"]);
    assert!(refusal(&plain).contains("nothing shows that the option form 1 is won"));
    // A component that has ended is form 0, and whoever cannot move has won.
    let ended = by_hand("0", "P", &["component 0", "lost 0"]);
    assert!(refusal(&ended).contains("a sum without moves is won in misère play"));
    let lost = by_hand("3,2", "N", &["component 2", "component 3", "component 1", "lost 0 0", "lost 2"]);
    assert_eq!(check(&lost).unwrap().text, "nim 3,2 is N in misère play");

    for (facts, reason) in [
        (&["equal 1 2"][..], "the form of the option 1 is not told"),
        (&["equal 1 1", "equal 1 2"], "an option has the form 1, which form 1 does not allow"),
        (&["equal 1 1", "equal 3 2"], "no option has the form 2, an option of form 3"),
        (&["equal 4 1"], "`4` is not the number of a form that was told before"),
        (&["form 4"], "`4` is not the number of a form that was told before"),
        (&["form "], "`` is not the number of a form"),
        (&["equal 0 1"], "an option has the form 0, which form 0 does not allow"),
        (&["equal 1 1", "equal 1 1"], "a line before tells of the same component"),
        (&["component 1", "equal 1 1"], "a line before tells of the same component"),
        (&["equal 1 1,1"], "a fact is about one component, and `1,1` has 2"),
        (&["sum 1 1"], "a sum is three forms"),
        (&["sum 1 1 0", "sum 1 1 0"], "line 9 tells of the same sum"),
        (&["sum 2 1 3", "sum 1 2 3"], "line 9 tells of the same sum"),
        (&["sum 2 2 0"], "the form of the option form 1 and form 2 is not told"),
        (&["lost 0"], "`0` is not the number of a component that was told before"),
        (&["lost *4"], "`4` is not the number of a form"),
        (&["lost *0"], "a sum without moves is won in misère play"),
        (&["component 1", "lost 0", "lost 0 *0"], "line 10 tells of the same sum"),
        (&["lost *2"], "nothing shows that the option form 1 is won"),
        (&["won *2"], "`won` is no kind of fact"),
        (&["1,1"], "a fact begins with"),
    ] {
        let refused = refusal(&by_hand("1", "P", facts));
        assert!(refused.contains(reason), "{facts:?}: {refused}");
    }
}

/// The outcomes of Sprouts are published (Lemoine and Viennot).
#[test]
fn misere_play_of_sprouts_and_cram_is_certified() {
    for (spots, outcome) in [(2, "P"), (3, "P"), (4, "P"), (5, "N"), (6, "N")] {
        let mut solver = Solver::new(Sprouts).by(Method::Search);
        let position = Sprouts.parse(&format!("0*{spots}")).unwrap();
        let text = written(Certificate::of_outcome(&mut solver, &"sprouts", Play::Misere, &position).unwrap());
        assert_eq!(check(&text).unwrap().text, format!("sprouts 0*{spots} is {outcome} in misère play"));
    }
    // A game behind a pointer is searched on its own types, and what is written is the same.
    let mut solver = Solver::new(Cram).by(Method::Search);
    let board = Cram.parse("4x5").unwrap();
    let text = written(Certificate::of_outcome(&mut solver, &"cram", Play::Misere, &board).unwrap());
    assert_eq!(check(&text).unwrap().text, check(&outcome_of("cram", Play::Misere, "4x5")).unwrap().text);
    let (table, position) = Registry::standard().parse_sum("kayles:9+nim:5").unwrap();
    let text = written(Certificate::of_outcome(&mut Solver::new(&table), &"sum", Play::Misere, &position).unwrap());
    check(&text).unwrap();
}

#[test]
fn a_bound_stops_the_making_of_a_proof() {
    let sprouts: AnyGame = "sprouts".parse().unwrap();
    let position = sprouts.parse("0*6").unwrap();
    let mut solver = Solver::new(&sprouts).with_control(Control::new().positions(100));
    assert!(Certificate::of_outcome(&mut solver, &sprouts, Play::Misere, &position).is_err());
}

/// A game by its options, with heaps as notation.
struct Heaps(GameTable);

impl ImpartialGame for Heaps {
    type Position = usize;
    type Move = usize;

    fn moves(&self, heap: &usize) -> impl Iterator<Item = usize> {
        self.0.moves(heap)
    }

    fn play(&self, heap: &usize, mv: &usize) -> Components<usize> {
        self.0.play(heap, mv)
    }
}

impl Notation for Heaps {
    texts_of_heaps!(usize, ",");
}

/// A random game on heaps below 13, and one to three heaps. From each heap one counter may be taken, so that play is long, or else some larger numbers, with
/// what is left in two heaps.
fn random_heaps() -> impl Strategy<Value = (GameTable, Vec<usize>)> {
    let options = |heap: usize, random: Vec<(usize, usize)>| -> Vec<Components<usize>> {
        let splits = random.into_iter().map(|(left, first)| {
            let left = left % heap;
            let first = first % (left + 1);
            Components::from([first, left - first])
        });
        splits.chain([Components::from(heap - 1)]).collect()
    };
    let random = prop::collection::vec(prop::collection::vec((0..64_usize, 0..64_usize), 0..3), 12);
    let games = random.prop_map(move |random| {
        let moves = random.into_iter().zip(1..).map(|(random, heap)| options(heap, random));
        GameTable::new([Vec::new()].into_iter().chain(moves).collect())
    });
    (games, prop::collection::vec(0..13_usize, 1..=3))
}

proptest! {
    /// What is written passes, and whatever is altered proves nothing that is false.
    #[test]
    fn random_sums_are_proved(
        (game, heaps) in random_heaps(),
        place in any::<prop::sample::Index>(),
        number in 1..4_usize,
        raise: bool,
    ) {
        let outcome = Solver::new(&game).by(Method::Search).outcome_in(Play::Misere, &heaps).unwrap();
        let mut registry = Registry::new();
        registry.add("heaps", "3,2", Heaps(game));
        let check = |text: &str| certificate::check(&registry, text.as_bytes(), &mut Control::new());
        let any = registry.parse("heaps").unwrap();
        let words: Vec<String> = heaps.iter().map(usize::to_string).collect();
        let position = any.parse(&words.join(",")).unwrap();
        let text = written(Certificate::of_outcome(&mut Solver::new(&any), &any, Play::Misere, &position).unwrap());
        let claim = check(&text).unwrap();
        let told = format!(" is {outcome} in misère play");
        prop_assert!(claim.text.ends_with(&told), "{}", text);
        let alterations: Vec<String> = altered(&text, |line| with_number(line, number, raise)).collect();
        let altered = if alterations.is_empty() { text.clone() } else { place.get(&alterations).clone() };
        let [right, wrong] = answers(outcome);
        for text in [text, altered] {
            prop_assert!(check(&text.replacen(right, wrong, 1)).is_err(), "{}", text);
        }
    }
}

/// Slices of half the calls that a proof takes come to its end.
#[test]
fn a_proof_goes_on_after_a_stop() {
    let nim: AnyGame = "nim".parse().unwrap();
    let heaps = nim.parse("100,100").unwrap();
    let answered = || {
        let mut solver = Solver::new(&nim);
        solver.outcome_in(Play::Misere, heaps.clone()).unwrap();
        solver
    };
    let calls = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&calls);
    let mut solver = answered().with_control(Control::new().watched(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    }));
    let at_once = written(Certificate::of_outcome(&mut solver, &nim, Play::Misere, &heaps).unwrap());
    let all = calls.load(Ordering::Relaxed);
    let (mut solver, mut stops) = (answered(), 0);
    let text = loop {
        solver.set_control(cancelled_after(all / 2));
        match Certificate::of_outcome(&mut solver, &nim, Play::Misere, &heaps) {
            Ok(certificate) => break written(certificate),
            Err(error) => assert!(matches!(&error, SolveError::Stopped(stopped) if stopped.is_cancelled()), "{error}"),
        }
        stops += 1;
        assert!(stops < 20, "no end in slices of half of {all} calls");
    };
    assert!(stops > 0);
    assert_eq!(text, at_once);
}
