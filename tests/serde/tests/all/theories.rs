//! Values and results of the theories: measures, misère play, loopy games.

use std::fmt::Debug;

use grundy::heap::HeapMove;
use grundy::loopy::{Digraph, LoopyExplanation, LoopyOutcome, LoopySolver, LoopyValue, LoopyValues, ToVertex};
use grundy::measures::{Foreclosed, FoundTame, Genus, GenusOf, GenusValue, TameClass, Tameness, Temper};
use grundy::misere::canonical::{CanonicalForm, CanonicalForms};
use grundy::misere::quotient::{BipartiteMonoid, Element, MisereQuotient, Product, QuotientSearch, Reach};
use grundy::{Components, Control, Kayles, Nim, Nimber, Outcome, Play, Solver, Table, evaluate, evaluate_whole};
use serde::de::DeserializeOwned;

use super::{check, refused};

/// Asserts that a text is refused for this reason.
fn refuse<T: DeserializeOwned + Debug>(text: &str, reason: &str) {
    let error = refused::<T>(text);
    assert!(error.contains(reason), "{text}: {error}");
}

#[test]
fn values_of_measures() {
    check(&Foreclosed::Finite(Nimber::new(2)), r#"{"Finite":2}"#);
    check(&Foreclosed::Infinite, r#""Infinite""#);
    check(&TameClass::Firm(Nimber::new(3)), r#"{"Firm":3}"#);
    check(&Temper::Restless, r#""Restless""#);
    for text in ["4^146", "0^120", "13^13,15", "2^20"] {
        check(&text.parse::<Genus>().unwrap(), &format!("\"{text}\""));
    }
    refuse::<Genus>(r#""4^145""#, "do not alternate");
    for (row, text) in
        [(4, r#"{"Tame":"FickleOne"}"#), (5, r#"{"Unknown":["FickleOne",{"Firm":0},{"Firm":2},{"Firm":3}]}"#)]
    {
        let found = evaluate(&Kayles, &Tameness, &mut Table::new(), &mut Control::new(), row).unwrap();
        check::<FoundTame>(&found, text);
    }
}

#[test]
fn genera_with_their_tempers() {
    let (mut memo, mut control) = (Table::new(), Control::new());
    for row in 0..30_u64 {
        let value = evaluate_whole(&Kayles, &GenusOf, &mut memo, &mut control, row).unwrap();
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<GenusValue>(&text).unwrap(), value, "{row}: {text}");
    }
    let text = |genus: &str, temper: &str, nim: &str, tame: &str| {
        format!(r#"{{"genus":"{genus}","temper":"{temper}","nim_options":{nim},"tame_options":{tame}}}"#)
    };
    assert!(serde_json::from_str::<GenusValue>(&text("2^20", "Tame", "[0,1]", "[]")).is_ok());
    let wrong_temper = "the temper does not fit the genus";
    refuse::<GenusValue>(&text("4^146", "NimHeap", "[]", "[]"), wrong_temper);
    refuse::<GenusValue>(&text("4^146", "Tame", "[]", "[]"), wrong_temper);
    refuse::<GenusValue>(&text("4^146", "Restive", "[]", "[]"), wrong_temper);
    refuse::<GenusValue>(&text("2^20", "Tame", "[]", r#"["FickleOne"]"#), wrong_temper);
    // Without options a game is `*0`; a nim-heap is a tame option; the mex of 7 is 0.
    refuse::<GenusValue>(&text("1^20", "Restive", "[]", "[]"), wrong_temper);
    refuse::<GenusValue>(&text("0^02", "Restive", "[7]", "[]"), wrong_temper);
    refuse::<GenusValue>(&text("4^146", "Wild", "[7]", "[]"), wrong_temper);
    refuse::<GenusValue>(&text("5^1313", "Restless", "[]", r#"[{"Firm":7}]"#), wrong_temper);
    refuse::<GenusValue>(&text("2^20", "Tame", "[1,0]", "[]"), "ascending");
    refuse::<GenusValue>(&text("2^20", "Tame", "[2]", "[]"), "an option has the Grundy value");
    refuse::<GenusValue>(&text("4^146", "Wild", "[]", r#"["FickleZero"]"#), "the misère Grundy value");
}

#[test]
fn a_store_of_forms() {
    let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    let heap = forms.nim_heap(3, &mut control).unwrap();
    check(&heap, "3");
    let twos = forms.parse("*[3 2]", &mut control).unwrap();
    let text = serde_json::to_string(&forms).unwrap();
    assert_eq!(text, "[[],[0],[0,1],[0,1,2],[2,3]]");
    let mut read: CanonicalForms = serde_json::from_str(&text).unwrap();
    assert_eq!(read.len(), forms.len());
    assert_eq!((read.text(twos), read.outcome_in(Play::Misere, twos)), ("*[3 2]".to_owned(), Outcome::P));
    let two = read.nim_heap(2, &mut control).unwrap();
    assert_eq!(read.sum(two, two, &mut control).unwrap(), twos);
    assert_eq!(serde_json::from_str::<CanonicalForm>("4").unwrap(), twos);

    let mut rows = Solver::new(Kayles);
    (0..25).for_each(|row| assert!(rows.form(row).is_ok()));
    let text = serde_json::to_string(&rows.memos().forms).unwrap();
    assert_eq!(serde_json::to_string(&serde_json::from_str::<CanonicalForms>(&text).unwrap()).unwrap(), text);

    refuse::<CanonicalForms>("[]", "the first form must be *0");
    refuse::<CanonicalForms>("[[0]]", "the first form must be *0");
    refuse::<CanonicalForms>("[[],[1]]", "form 1: its options must be earlier forms in ascending order");
    refuse::<CanonicalForms>("[[],[0],[1,0]]", "ascending order");
    refuse::<CanonicalForms>("[[],[0],[0,0]]", "ascending order");
    refuse::<CanonicalForms>("[[],[0],[0]]", "form 2 is equal to form 1");
    // *[1] has a reversible option, since *1 has the option *0.
    refuse::<CanonicalForms>("[[],[0],[1]]", "form 2 is equal to form 0");
}

#[test]
fn a_quotient_is_proved_anew() {
    let mut search = QuotientSearch::new("0.77".parse().unwrap());
    search.certify(200).unwrap();
    let kayles = search.into_quotient();
    let text = serde_json::to_string(&kayles).unwrap();
    let read: MisereQuotient = serde_json::from_str(&text).unwrap();
    assert_eq!((read.monoid(), read.reach()), (kayles.monoid(), kayles.reach()));
    assert!(matches!(read.reach(), Reach::AllHeaps(_)));
    assert!(read.map().eq(kayles.map()));
    assert_eq!(read.verify(&mut Control::new()), kayles.verify(&mut Control::new()));
    let heaps = [10_u128.pow(30), 12, 25];
    assert_eq!(read.argument(heaps), kayles.argument(heaps));
    assert_eq!(serde_json::to_string(&read).unwrap(), text);

    // The quotient of Nim with heaps 0 and 1, of another game, and with a wrong map.
    let nim =
        |code: &str, map: &str| format!(r#"{{"code":"{code}","monoid":{{"products":[0,1,1,0],"p":[1]}},"map":{map}}}"#);
    let read: MisereQuotient = serde_json::from_str(&nim("0.[3]", "[0,1]")).unwrap();
    assert_eq!(read.misere_outcome([1, 1]), Some(Outcome::N));
    refuse::<MisereQuotient>(&nim("0.0", "[0,1]"), "heap 1 has no move");
    refuse::<MisereQuotient>(&nim("0.[3]", "[0,1,1]"), "another outcome");
    refuse::<MisereQuotient>(&nim("0.[3]", "[0]"), "no product of elements of heaps");
    refuse::<MisereQuotient>(&nim("0.[3]", "[0,2]"), "the map gives an element");
    refuse::<MisereQuotient>(&nim("0.[3]", "[]"), "the map gives an element");
    refuse::<MisereQuotient>(&nim("Kayles", "[0,1]"), "Kayles");
    // Divisions into unequal heaps are made once for all heaps: one by one, there are 10^8 in each text.
    for (code, heaps) in [("0.[5!0]", 1000), ("0.[{0,4}!]", 200)] {
        let mut search = QuotientSearch::new(code.parse().unwrap());
        search.extend_to(heaps).unwrap();
        let read: MisereQuotient = serde_json::from_str(&serde_json::to_string(search.quotient()).unwrap()).unwrap();
        assert_eq!((read.reach(), read.monoid().order()), (Reach::HeapsBelow(heaps), 2));
    }
}

#[test]
fn monoids_elements_and_products() {
    let mut search = QuotientSearch::new("0.77".parse().unwrap());
    search.extend_to(5).unwrap();
    let presentation = search.quotient().presentation();
    let product = presentation.name(search.quotient().element(3).unwrap()).unwrap();
    check::<Product>(product, "[1,2]");
    refuse::<Product>("[2,1]", "must ascend");
    assert!(serde_json::to_string(&presentation).unwrap().starts_with(r#"{"generators":[1,2],"forms":[[],"#));
    check(&Element::IDENTITY, "0");
    let monoid = search.quotient().monoid();
    check::<BipartiteMonoid>(monoid, &serde_json::to_string(monoid).unwrap());

    let text = |products: &str, p: &str| format!(r#"{{"products":{products},"p":{p}}}"#);
    assert!(serde_json::from_str::<BipartiteMonoid>(&text("[0,1,1,0]", "[1]")).is_ok());
    refuse::<BipartiteMonoid>(&text("[]", "[]"), "a product for each pair");
    refuse::<BipartiteMonoid>(&text("[0,1,1]", "[1]"), "a product for each pair");
    refuse::<BipartiteMonoid>(&text("[0,1,1,2]", "[1]"), "there is no element 2");
    refuse::<BipartiteMonoid>(&text("[0,1,1,0]", "[2]"), "there is no element 2");
    refuse::<BipartiteMonoid>(&text("[0,1,1,0]", "[0]"), "the identity is in P");
    refuse::<BipartiteMonoid>(&text("[0,1,1,0]", "[]"), "not distinguished");
    refuse::<BipartiteMonoid>(&text("[1,0,0,1]", "[1]"), "commutative monoid");
    // Not associative: (1 1) 2 = 2, but 1 (1 2) = 1.
    refuse::<BipartiteMonoid>(&text("[0,1,2,1,0,1,2,1,2]", "[1]"), "commutative monoid");
}

#[test]
fn loopy_values_and_graphs() {
    check(&ToVertex(3), "3");
    check(&LoopyValue::infinite([0, 2].map(Nimber::new)), r#"{"Infinite":[0,2]}"#);
    check(&LoopyValue::ZERO, r#"{"Nimber":0}"#);
    check(&LoopyOutcome::Draw, r#""Draw""#);
    let graph: Digraph = "0>1,1>0,1>2".parse().unwrap();
    check(&graph, "[[1],[0,2],[]]");
    refuse::<Digraph>("[[1]]", "there is no vertex 1");
    let values = LoopyValues::new(graph, &mut Control::new()).unwrap();
    let text = serde_json::to_string(&values).unwrap();
    assert_eq!(text, "[[1],[0,2],[]]");
    let read: LoopyValues = serde_json::from_str(&text).unwrap();
    for vertex in 0..3 {
        assert_eq!((read.value(vertex), read.explain(vertex)), (values.value(vertex), values.explain(vertex)));
    }
    let working = values.explain(0).unwrap();
    let text = serde_json::to_string(&working).unwrap();
    assert_eq!(serde_json::from_str::<LoopyExplanation<usize, ToVertex>>(&text).unwrap(), working);
    let working = LoopySolver::new(Nim).explain([2, 3]).unwrap();
    let text = serde_json::to_string(&working).unwrap();
    assert_eq!(serde_json::from_str::<LoopyExplanation<Components<u64>, HeapMove>>(&text).unwrap(), working);
}
