//! Bounds of certificates: of their making, facts and options; of their checks, facts and bytes.

use std::fmt::Debug;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::certificate::{self, Certificate, CertificateError, Claim};
use grundy::{
    Answer, AnyGame, Bound, Components, Control, ImpartialGame, Nimber, Notation, Oracle, Outcome, Play, Question,
    Registry, SolveError, Solver, Unit,
};

use crate::certificates::{outcome_of, value_of, written};
use crate::support::games::texts_of_heaps;

fn check_within(bytes: u64, text: &str) -> Result<Claim, CertificateError> {
    certificate::check(&Registry::standard(), text.as_bytes(), &mut Control::new().bytes(bytes))
}

#[track_caller]
fn is_stopped_by<T: Debug>(bytes: u64, checked: &Result<T, CertificateError>) {
    match checked {
        Err(CertificateError::Stopped(stopped)) => assert_eq!(stopped.bound, Bound::Bytes(bytes)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_bound_stops_a_check() {
    let text = value_of("chomp", "4x4");
    let stopped = certificate::check(&Registry::standard(), text.as_bytes(), &mut Control::new().positions(3));
    assert!(matches!(stopped, Err(CertificateError::Stopped(_))), "{stopped:?}");
    // A line without end takes more than the bytes that there are.
    let endless = BufReader::new(io::repeat(b'5'));
    let checked = certificate::check(&Registry::standard(), endless, &mut Control::new().bytes(1 << 20));
    is_stopped_by(1 << 20, &checked);
}

/// The check of a text of a hundred facts or more is stopped by its bytes.
#[test]
fn facts_take_bytes() {
    for text in [value_of("chomp", "5x6"), outcome_of("kayles", Play::Misere, "9,9,8")] {
        assert!(check_within(1 << 20, &text).is_ok(), "{text}");
        is_stopped_by(1 << 10, &check_within(1 << 10, &text));
    }
}

/// Of one heap of Nim, by hand.
fn of_a_heap(kind: &str, heap: u64, answer: &str, facts: &[&str]) -> String {
    let head = format!("grundy certificate 1 {kind}\ngame: nim\nposition: {heap}\nanswer: {answer}\n");
    format!("{head}\n{}\nfacts: {}\n", facts.join("\n"), facts.len())
}

/// The options of a large heap, each a component of its own.
#[test]
fn options_in_misere_play_take_bytes() {
    let heap = 1_000_000_000;
    let equal = of_a_heap("misere", heap, "N", &["form 0", "equal 1 1000000000"]);
    let lost = of_a_heap("misere", heap, "P", &["component 1000000000", "lost 0"]);
    let won = of_a_heap("misere", heap, "N", &["form 0"]);
    for text in [equal, lost, won] {
        is_stopped_by(1 << 20, &check_within(1 << 20, &text));
    }
}

/// The facts that forms 1, 2, .. are nim-heaps: each has all forms before it as options.
fn nim_heaps(last: usize) -> Vec<String> {
    let options: Vec<String> = (0..last).map(|form| form.to_string()).collect();
    (1..=last).map(|form| format!("form {}", options[..form].join(" "))).collect()
}

/// Options of forms, and the words of lost sums.
#[test]
fn long_lines_in_misere_play_take_bytes() {
    let forms = nim_heaps(1 << 9);
    let many_forms = forms.iter().map(String::as_str).collect();
    let lost = format!("lost{}", " *0".repeat(1 << 10));
    let many_sums = vec![lost.as_str(); 1 << 8];
    for facts in [many_forms, many_sums] {
        // A line of 2 KB fits, and half a megabyte of words does not.
        let text = of_a_heap("misere", 1, "N", &facts);
        is_stopped_by(1 << 18, &check_within(1 << 18, &text));
    }
}

/// A form that names its option again and again has one option, and the sum of two forms is gone through under the control.
#[test]
fn a_form_has_each_option_once() {
    let form = format!("form{}", " 0".repeat(1 << 16));
    let told = of_a_heap("misere", 1, "P", &[form.as_str(), "sum 1 1 0", "equal 1 1"]);
    assert!(check_within(1 << 19, &told).is_ok(), "the line takes 2^17 bytes");
    let forms = nim_heaps(300);
    let sums: Vec<String> = (1..300).map(|form| format!("sum 1 {form} {}", form ^ 1)).collect();
    let facts: Vec<&str> = forms.iter().chain(&sums).map(String::as_str).chain(["equal 1 1"]).collect();
    let looks = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&looks);
    let mut control = Control::new().watched(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    // Form 1 is lost. 44 thousand options of sums are looked at.
    let text = of_a_heap("misere", 1, "P", &facts);
    assert!(certificate::check(&Registry::standard(), text.as_bytes(), &mut control).is_ok());
    assert!(looks.load(Ordering::Relaxed) > 15, "{looks:?}"); // one for the facts without a look at the options
}

/// A table of options is written as it is made: only components are kept.
#[test]
fn a_table_of_options_takes_bytes_for_its_components() {
    let heap = |heap: u64| of_a_heap("value", heap, "0", &[&format!("0 {heap}")]);
    let export = |bytes, text: &str| {
        let mut control = Control::new().bytes(bytes);
        certificate::export_options(&Registry::standard(), text.as_bytes(), io::sink(), &mut control)
    };
    // Half a million options of heaps up to 1000.
    export(1 << 18, &heap(1000)).unwrap();
    is_stopped_by(1 << 18, &export(1 << 18, &heap(1_000_000)));
}

/// The walk over all positions that play can reach.
#[test]
fn reached_positions_take_bytes() {
    let head = "grundy certificate 1 positions\ngame: nim\nposition: 1000000\norder: 1\np-portion: \n";
    let text = format!("{head}\n0\n0 1000000\nfacts: 2\n");
    is_stopped_by(1 << 18, &check_within(1 << 18, &text));
}

/// A heap from which any number of counters may be taken. Counts the options that are made.
struct Heap(AtomicUsize);

impl ImpartialGame for Heap {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        0..*heap
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        self.0.fetch_add(1, Ordering::Relaxed);
        (*left).into()
    }
}

impl Notation for Heap {
    texts_of_heaps!(u64, ",");
}

/// Bouton's theorem, so that nothing is searched.
struct Bouton;

impl Oracle<Heap> for Bouton {
    fn answer<'a>(&'a mut self, _: &'a Heap, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, u64> {
        match question {
            Question::Value(heap) => Answer::value(Some(Nimber::new(*heap))),
            // It is asked about large heaps only, for which this is so in misère play as well.
            Question::Outcome { sum, play: Play::Misere } => {
                let is_lost = sum.iter().copied().map(Nimber::new).sum::<Nimber>() == Nimber::ZERO;
                Answer::Outcome(if is_lost { Outcome::P } else { Outcome::N })
            }
            _ => Answer::Unknown,
        }
    }
}

/// The first looks come at the first options, not after all of them.
#[test]
fn the_making_of_a_certificate_is_cancelled_among_the_options() {
    let cancelled = |what: &str, heaps: &[u64]| {
        let mut solver = Solver::new(Heap(AtomicUsize::new(0))).with(Bouton);
        let looks = AtomicUsize::new(0);
        solver.set_control(Control::new().watched(move |_| match looks.fetch_add(1, Ordering::Relaxed) {
            0 | 1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }));
        let position: Components<u64> = heaps.iter().copied().collect();
        let certified = match what {
            "value" => Certificate::of_value(&mut solver, &"heap", &position).map(drop),
            _ => Certificate::of_outcome(&mut solver, &"heap", Play::Misere, &position).map(drop),
        };
        assert!(matches!(&certified, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{certified:?}");
        solver.game().0.load(Ordering::Relaxed)
    };
    assert!(cancelled("value", &[20_000]) < 64);
    assert!(cancelled("misere", &[20_000, 20_000]) < 64);
}

#[test]
fn huge_heaps_get_no_certificate_in_misere_play() {
    let nim: AnyGame = "nim".parse().unwrap();
    let heaps = nim.parse("1000000000000,1000000000000").unwrap();
    let certified = Certificate::of_outcome(&mut Solver::new(&nim), &nim, Play::Misere, &heaps).map(drop);
    assert!(matches!(certified, Err(SolveError::TooManyMoves { .. })), "{certified:?}");
}

/// Two equal heaps are lost, for which about fifty lost sums are enough, with the answers to some thousand options of these.
#[test]
fn the_limit_on_positions_bounds_the_answers_of_a_proof() {
    let nim: AnyGame = "nim".parse().unwrap();
    let heaps = nim.parse("60,60").unwrap();
    let mut solver = Solver::new(&nim);
    let text = written(Certificate::of_outcome(&mut solver, &nim, Play::Misere, &heaps).unwrap());
    let lost = text.lines().filter(|line| line.starts_with("lost ")).count();
    assert!((1..100).contains(&lost), "{lost}");
    certificate::check(&Registry::standard(), text.as_bytes(), &mut Control::new()).unwrap();
    // Now everything is known, and nothing is searched.
    solver.set_control(Control::new().positions(100));
    let certified = Certificate::of_outcome(&mut solver, &nim, Play::Misere, &heaps).map(drop);
    let Err(SolveError::Stopped(stopped)) = &certified else { panic!("{certified:?}") };
    assert_eq!((stopped.bound, stopped.unit), (Bound::Positions(100), Unit::Facts));
}

/// A heap from which one or two counters are taken.
struct OneOrTwo;

impl ImpartialGame for OneOrTwo {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=2.min(*heap)
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        (heap - taken).into()
    }
}

impl Notation for OneOrTwo {
    texts_of_heaps!(u64, ",");
}

/// Between two stops there is no time for all facts.
#[test]
fn a_certificate_of_a_value_goes_on_after_a_stop() {
    let heap = Components::from(20_000);
    let mut solver = Solver::new(OneOrTwo);
    let mut stops = 0;
    let text = loop {
        solver.set_control(Control::new().watched(|_| ControlFlow::Break(())));
        match Certificate::of_value(&mut solver, &"one-or-two", &heap) {
            Ok(certificate) => break written(certificate),
            Err(error) => assert!(matches!(&error, SolveError::Stopped(stopped) if stopped.is_cancelled()), "{error}"),
        }
        stops += 1;
        assert!(stops < 1000, "no end");
    };
    assert!(stops > 2, "{stops}");
    let mut registry = Registry::new();
    registry.add("one-or-two", "3", OneOrTwo);
    let claim = certificate::check(&registry, text.as_bytes(), &mut Control::new()).unwrap();
    assert_eq!(claim.text, "the Grundy value of one-or-two 20000 is *2"); // 20 000 = 3 * 6666 + 2
}
