//! Bounds of the checks of certificates: facts, bytes.

use std::fmt::Debug;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::certificate::{self, CertificateError, Claim};
use grundy::{Bound, Control, Play, Registry};

use crate::certificates::{outcome_of, value_of};

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
