//! Heap games in a format of serde: codes as text, moves as fields, and periods that are proved anew when they are read.

use grundy::Nimber;
use grundy::heap::{
    BreakMove, Digit, HeapMove, ObservedPeriod, Parts, PeriodicValues, Periodicity, Row, RowMove, Sequence,
    StandardForm, TakeAndBreak, Theorem,
};

use super::{check, refused};

fn code(text: &str) -> TakeAndBreak {
    text.parse().unwrap()
}

#[test]
fn codes_and_digits_are_text() {
    for text in ["0.77", "4!.0", "0.[3]", "0.3F", "0.0{2,40}?7[03]"] {
        check(&code(text), &format!("{text:?}"));
    }
    check(&Digit::new(0b1100, Parts::Unequal), r#""C!""#);
    check(&Digit::new(1 << 40, Parts::Any), r#""{40}""#);
    check(&Parts::NotAllEqual, r#""NotAllEqual""#);
    // Any form is read; one is written.
    assert_eq!(serde_json::from_str::<TakeAndBreak>(r#"".7700""#).unwrap(), TakeAndBreak::kayles());
    assert_eq!(serde_json::from_str::<Digit>(r#""3!""#).unwrap(), Digit::new(3, Parts::Any));
    assert!(refused::<TakeAndBreak>(r#""1.7""#).contains("a move that takes nothing must leave two heaps or more"));
    assert!(refused::<TakeAndBreak>(r#""0.7x""#).contains("`x` is no digit"));
    assert!(refused::<Digit>(r#""77""#).contains("one digit ends before `7`"));
    assert!(refused::<Digit>(r#""{64}""#).contains("the limit is 63"));
}

#[test]
fn moves_rows_and_standard_forms() {
    check(&BreakMove { taken: 2, left: [3, 5].into() }, r#"{"taken":2,"left":[3,5]}"#);
    check(&HeapMove::Take(3), r#"{"Take":3}"#);
    check(&HeapMove::Split(1, 4), r#"{"Split":[1,4]}"#);
    check(&RowMove { place: 2, pins: 1 }, r#"{"place":2,"pins":1}"#);
    check(&Row { fewest: 1, most: 2 }, r#"{"fewest":1,"most":2}"#);
    check(&StandardForm { code: code("0.137"), shift: 2 }, r#"{"code":"0.137","shift":2}"#);
    check(&Theorem::GuySmith, r#""GuySmith""#);
    let observed = ObservedPeriod { preperiod: 1, period: 4, saltus: 4, heaps: 40 };
    check(&observed, r#"{"preperiod":1,"period":4,"saltus":4,"heaps":40}"#);
}

/// The text of the proof that Kayles has period 12 from heap 71 on.
const KAYLES: &str = r#"{"code":"0.77","preperiod":71,"period":12,"saltus":0,"theorem":"GuySmith","heaps":167}"#;

#[test]
fn proved_periods_are_written() {
    let mut sequence = Sequence::new(code("0.77"));
    sequence.extend_to(200).unwrap();
    let periodicity = sequence.periodicity();
    assert_eq!(serde_json::to_string(periodicity.proved().unwrap()).unwrap(), KAYLES);
    assert_eq!(serde_json::to_string(&periodicity).unwrap(), format!(r#"{{"Periodic":{KAYLES}}}"#));
    assert_eq!(serde_json::to_string(&Periodicity::NoneSeen { heaps: 3 }).unwrap(), r#"{"NoneSeen":{"heaps":3}}"#);
}

#[test]
fn values_of_all_heaps_are_proved_anew() {
    check(&PeriodicValues::soon_proved(&code("0.77")).unwrap(), KAYLES);
    for (text, heaps) in [("0.07", 400), ("0.127", 94_000), ("0.33", 9), ("0.30[3]", 40), ("0.[3]", 9), ("0.[30]", 9)] {
        let mut sequence = Sequence::new(code(text));
        sequence.extend_to(heaps).unwrap();
        let values = sequence.periodic_values().unwrap();
        let read: PeriodicValues = serde_json::from_str(&serde_json::to_string(&values).unwrap()).unwrap();
        assert_eq!((&read, read.proof()), (&values, values.proof()), "{text}");
    }
    // The proof of a long sequence states the heaps that it needs, so that it is read as soon as that of a short one.
    let [short, long] = [9, 1_000_000].map(|heaps| {
        let mut sequence = Sequence::new(code("0.[3]"));
        sequence.extend_to(heaps).unwrap();
        serde_json::to_string(&sequence.periodic_values().unwrap()).unwrap()
    });
    assert_eq!(short, long);
    let read: PeriodicValues = serde_json::from_str(KAYLES).unwrap();
    assert_eq!(read.value(10_u128.pow(30)), Some(Nimber::new(1)));
}

#[test]
fn periods_that_are_not_proved_are_refused() {
    for (from, to) in [
        ("\"0.77\"", "\"0.07\""),
        ("71", "72"),
        ("\"period\":12", "\"period\":24"),
        ("\"saltus\":0", "\"saltus\":1"),
        ("GuySmith", "Pigeonhole"),
        ("167", "166"), // one heap too few
    ] {
        let text = KAYLES.replace(from, to);
        assert!(text != KAYLES);
        assert!(refused::<PeriodicValues>(&text).contains("do not prove the period that is stated"), "{text}");
    }
    // No value is computed: a heap of 400 has more divisions into eight unequal heaps than can be gone through.
    let unproved = refused::<PeriodicValues>(&KAYLES.replace("167", "400").replace("0.77", "0.{8}!"));
    assert!(unproved.contains("no theorem proves a period of 0.{8}!"), "{unproved}");
    let long = refused::<PeriodicValues>(&KAYLES.replace("167", "4000000000"));
    assert!(long.contains("a proof by 4000000000 heaps is not read: the limit is 16777216"), "{long}");
    // All pairs of 16 million heaps would take hours.
    let slow = refused::<PeriodicValues>(&KAYLES.replace("167", "16777216").replace("0.77", "0.007"));
    assert!(slow.contains("a proof by 16777216 heaps of 0.007 takes too long"), "{slow}");
}
