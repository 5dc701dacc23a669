//! Misère canonical forms: counts, equality against indistinguishability, sums against search, limits.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::support::{naive, naive_forms};
use grundy::Either::{Left, Right};
use grundy::games::ExplicitGame;
use grundy::laws::game_tables;
use grundy::measures::Temper;
use grundy::misere::canonical::{CanonicalForm, CanonicalForms, ParseFormError};
use grundy::{
    Bound, Components, Control, GrundysGame, ImpartialGame, Kayles, Method, Nim, Nimber, Outcome, Play, SolveError,
    Solver, Stopped, Subtraction, Unhinted, Unit,
};
use proptest::prelude::*;

const KAYLES: &str = include_str!("../data/misere-kayles-genus.txt");

/// Grundy and Smith's counts, as ONAG gives them in ch. 12.
#[test]
fn as_many_forms_are_born_as_are_counted() {
    for (day, count) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 22)] {
        let mut forms = CanonicalForms::new();
        assert_eq!(forms.born_by(day, &mut Control::new()).unwrap().len(), count);
        assert_eq!(forms.len(), count); // nothing on the way that is not in its simplest form
        assert!(forms.iter().all(|form| forms.birthday(form) <= day));
        assert_eq!(CanonicalForms::count_born_by(day), Some(count as u64));
    }
    assert_eq!(CanonicalForms::count_born_by(5), Some(4_171_780));
    assert_eq!([6, 7, u32::MAX].map(CanonicalForms::count_born_by), [None; 3]);
}

/// The forms of a store as a graph whose vertices are their numbers: a game that knows nothing of forms.
fn graph_of(forms: &CanonicalForms) -> ExplicitGame {
    let targets = |form| forms.options(form).iter().map(|option| option.number() as usize).collect();
    ExplicitGame::new(forms.iter().map(targets).collect()).unwrap()
}

/// Different forms are told apart by the outcome of a sum with some third game, found by search.
#[test]
fn different_forms_are_different_games() {
    let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    let born = forms.born_by(4, &mut control).unwrap();
    let few = born.len();
    // Games to tell them apart by: those of day 4, and sets of two or three of them.
    for (place, one) in born.iter().enumerate() {
        for (other_place, other) in born[..place].iter().enumerate() {
            forms.form_of(&[*one, *other], &mut control).unwrap();
            for third in &born[..other_place] {
                forms.form_of(&[*one, *other, *third], &mut control).unwrap();
            }
        }
    }
    let graph = graph_of(&forms);
    let mut search = Solver::new(&graph).by(Method::Search);
    let mut outcome = |one: usize, others: &[usize]| {
        let sum: Vec<usize> = others.iter().copied().chain([one]).collect();
        search.outcome_in(Play::Misere, sum).unwrap()
    };
    for one in 0..few {
        for other in 0..one {
            let mut told_apart_by = |third: &[usize]| outcome(one, third) != outcome(other, third);
            let told_apart = (0..forms.len()).any(|third| told_apart_by(&[third]))
                || (0..few).any(|third| (0..third).any(|fourth| told_apart_by(&[third, fourth])));
            assert!(told_apart, "{one} and {other}");
        }
    }
}

/// Whatever a game is added to, its canonical form has the same outcome there: all games of day 4, by search.
fn check_stands_for<G: ImpartialGame>(game: &G, position: impl Into<Components<G::Position>>) {
    let position = position.into();
    let mut solver = Solver::new(game);
    let tested = solver.memos_mut().forms.born_by(4, &mut Control::new()).unwrap();
    let form = solver.form(&position).unwrap();
    let graph = graph_of(&solver.memos().forms);
    let mut search = Solver::new(game.plus(&graph)).by(Method::Search);
    for number in tested.into_iter().map(|form| form.number() as usize) {
        let other = Right(number);
        let with_game: Components<_> = position.iter().cloned().map(Left).chain([other.clone()]).collect();
        let mut outcome = |sum: Components<_>| search.outcome_in(Play::Misere, sum).unwrap();
        let with_form = outcome([Right(form.number() as usize), other].into());
        assert_eq!(outcome(with_game), with_form, "beside form {number}");
    }
}

/// A form of the store as a set of sets.
fn as_sets(forms: &CanonicalForms, form: CanonicalForm) -> naive_forms::Form {
    naive_forms::Form(forms.options(form).iter().map(|option| as_sets(forms, *option)).collect())
}

#[test]
fn forms_are_those_of_the_naive_simplification() {
    let mut rows = Solver::new(Kayles);
    for row in 0..=8 {
        let form = rows.form(row).unwrap();
        assert_eq!(as_sets(&rows.memos().forms, form), naive_forms::form(&Kayles, &[row]), "{row} pins");
    }
    let mut heaps = Solver::new(GrundysGame);
    for heap in 0..=20 {
        let form = heaps.form(heap).unwrap();
        assert_eq!(as_sets(&heaps.memos().forms, form), naive_forms::form(&GrundysGame, &[heap]), "a heap of {heap}");
    }
}

/// By pairs of forms, by the form of the sum, by search on whole positions, and by brute force.
#[test]
fn outcomes_of_sums_are_those_of_search() {
    let mut rows = Solver::new(Kayles);
    let mut search = Solver::new(Unhinted(Kayles)).by(Method::Search);
    for one in 0..=9 {
        for other in 0..=one {
            for third in [0, 5, 9] {
                let position = [one, other, third];
                let outcome = search.outcome_in(Play::Misere, position).unwrap();
                let parts = position.map(|row| rows.form(row).unwrap());
                let of_sum = rows.memos_mut().forms.misere_outcome_of_sum(parts, &mut Control::new());
                assert_eq!(of_sum, Ok(outcome), "{position:?}");
                let form = rows.form(position).unwrap();
                assert_eq!(rows.memos().forms.outcome_in(Play::Misere, form), outcome, "{position:?}");
                let mut by_forms = Solver::new(Kayles).by(Method::Forms);
                assert_eq!(by_forms.outcome_in(Play::Misere, position), Ok(outcome), "{position:?}");
            }
        }
    }
    assert_eq!(CanonicalForms::new().misere_outcome_of_sum([], &mut Control::new()), Ok(Outcome::N));
    let mut few = Solver::new(Kayles).by(Method::Forms).with_control(Control::new().positions(400));
    assert!(matches!(few.outcome_in(Play::Misere, [12, 11, 10]), Err(SolveError::Stopped(_))));
}

#[test]
fn forms_stand_for_their_games() {
    (0..=7).for_each(|row| check_stands_for(&Kayles, row));
    check_stands_for(&Kayles, [3, 2, 2]);
    for heap in [13, 16, 18] {
        check_stands_for(&GrundysGame, heap);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn forms_stand_for_random_games(game in game_tables(6, 3), positions in prop::collection::vec(0..6_usize, 0..3)) {
        check_stands_for(&game, &positions);
    }

    #[test]
    fn values_of_forms_are_those_of_games(game in game_tables(7, 3), positions in prop::collection::vec(0..7_usize, 0..4)) {
        let mut solver = Solver::new(&game);
        let form = solver.form(&positions).unwrap();
        let mut search = Solver::new(&game);
        let forms = &mut solver.memos_mut().forms;
        let outcome = naive::outcome(&game, &positions, Play::Misere);
        prop_assert_eq!(forms.outcome_in(Play::Misere, form), outcome);
        prop_assert_eq!(Solver::new(&game).by(Method::Forms).outcome_in(Play::Misere, &positions), Ok(outcome));
        prop_assert_eq!(as_sets(forms, form), naive_forms::form(&game, &positions));
        prop_assert_eq!(Ok(forms.grundy(form)), search.grundy(&positions));
        let genus = search.genus(&positions).unwrap();
        let of_form = forms.genus(form);
        prop_assert_eq!(of_form.genus(), genus.genus());
        prop_assert_eq!(forms.misere_grundy(form), genus.genus().misere(0));
        prop_assert_eq!(forms.as_nim_heap(form), genus.as_nim_heap());
        let (text, mut control) = (forms.text(form), Control::new());
        prop_assert_eq!(forms.parse(&text, &mut control), Ok(form), "{}", text);
        // Nothing in the store can be simplified.
        for form in forms.iter() {
            let options = forms.options(form).to_vec();
            prop_assert_eq!(forms.form_of(&options, &mut control), Ok(form));
        }
        prop_assert_eq!(control.done(), 0);
    }
}

#[test]
fn sums_are_commutative_associative_and_cancel() {
    let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    let born = forms.born_by(4, &mut control).unwrap();
    let mut sum = |one, other| forms.sum(one, other, &mut control).unwrap();
    for &one in &born {
        assert_eq!(sum(one, CanonicalForm::ZERO), one);
        let mut sums: Vec<_> = born.iter().map(|other| sum(one, *other)).collect();
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), born.len()); // one + other = one + third only if other = third
        for &other in &born {
            assert_eq!(sum(one, other), sum(other, one));
        }
    }
    for &one in &born[..8] {
        for &other in &born[..8] {
            for &third in &born[..8] {
                let (left, right) = (sum(one, other), sum(other, third));
                assert_eq!(sum(left, third), sum(one, right));
            }
        }
    }
}

#[test]
fn a_game_and_its_mate_are_lost() {
    let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    for form in forms.born_by(4, &mut control).unwrap() {
        let mate = forms.mate(form, &mut control).unwrap();
        let sum = forms.sum(form, mate, &mut control).unwrap();
        assert_eq!(forms.outcome_in(Play::Misere, sum), Outcome::P, "{}", forms.text(form));
    }
    let [one, two] = [1, 2].map(|size| forms.nim_heap(size, &mut control).unwrap());
    assert_eq!([one, two].map(|heap| forms.mate(heap, &mut control).unwrap()), [CanonicalForm::ZERO, two]);
}

#[test]
fn forms_of_kayles_have_the_published_genera() {
    let mut rows = Solver::new(Kayles);
    let mut genus = |position: Components<u64>| {
        let form = rows.form(position).unwrap();
        rows.memos_mut().forms.genus(form)
    };
    for line in KAYLES.lines().skip(1) {
        let (heap, published) = line.split_once(' ').unwrap();
        assert_eq!(genus(heap.parse::<u64>().unwrap().into()).to_string(), published, "heap {heap}");
    }
    assert_eq!(genus([2, 2].into()).temper(), Temper::Tame);
    let (eight, two) = (rows.form(8).unwrap(), rows.form(2).unwrap());
    assert_eq!(rows.memos().forms.as_nim_heap(two), Some(Nimber::new(2)));
    let sum = rows.memos_mut().forms.sum(eight, two, &mut Control::new());
    assert_eq!(rows.form([8, 2]).unwrap(), sum.unwrap());
}

#[test]
fn limits_resume_and_say_how_far_it_came() {
    let mut rows = Solver::new(Kayles).with_control(Control::new().positions(200));
    let Err(SolveError::Stopped(stopped)) = rows.form(30) else { panic!("200 entries are too few") };
    assert_eq!(
        (stopped.bound, stopped.unit, stopped.done),
        (Bound::Positions(200), Unit::Forms, rows.control().done())
    );
    let memos = rows.memos();
    let options: usize = memos.forms.iter().map(|form| memos.forms.options(form).len()).sum();
    // The rest are sums. The store begins with `*0`.
    assert!(memos.form_of.len() > 5 && memos.forms.len() > 5 && stopped.done <= 200);
    assert!((memos.form_of.len() + memos.forms.len() - 1 + options) as u64 <= stopped.done);
    rows.set_control(Control::new());
    let resumed = rows.form(15).unwrap();
    let mut fresh = Solver::new(Kayles);
    let expected = fresh.form(15).unwrap();
    assert_eq!(stopped.done + rows.control().done(), fresh.control().done()); // nothing is found twice
    let (rows, fresh) = (&mut rows.memos_mut().forms, &mut fresh.memos_mut().forms);
    assert_eq!(rows.options(resumed).len(), fresh.options(expected).len());
    assert_eq!(rows.genus(resumed), fresh.genus(expected));

    let mut forms = CanonicalForms::new();
    let few = || Control::new().positions(10_000);
    let is_full = |stopped: Stopped| stopped.bound == Bound::Positions(10_000) && stopped.unit == Unit::Forms;
    assert!(forms.born_by(5, &mut few()).is_err_and(is_full));
    assert!(forms.born_by(u32::MAX, &mut few()).is_err_and(is_full));
    assert!(matches!(forms.parse("*18446744073709551615", &mut few()), Err(ParseFormError::Stopped(_))));
    for limit in [0, 1, 2] {
        let (mut forms, mut control) = (CanonicalForms::new(), Control::new().positions(limit));
        assert!(forms.nim_heap(2, &mut control).is_err() && forms.nim_heap(0, &mut control).is_ok());
        assert!(control.done() <= limit);
    }
}

#[test]
fn every_bound_stops_a_sum() {
    let mut rows = Solver::new(Kayles);
    let [one, other] = [[14, 13], [12, 11]].map(|position| rows.form(position).unwrap());
    let forms = &mut rows.memos_mut().forms;
    for (mut control, bound) in [
        (Control::new().positions(1000), Bound::Positions(1000)),
        (Control::new().bytes(1 << 10), Bound::Bytes(1 << 10)),
        (Control::new().within(Duration::ZERO), Bound::Deadline),
        (Control::new().watched(|_| ControlFlow::Break(())), Bound::Cancelled),
    ] {
        let stopped = forms.sum(one, other, &mut control).unwrap_err();
        assert_eq!((stopped.bound, stopped.unit, stopped.done), (bound, Unit::Forms, control.done()));
    }
}

/// A control that cancels at the look with this number, and the number of looks that were taken.
fn cancelling_at(look: u64) -> (Control, Arc<AtomicU64>) {
    let (looks, last) = (Arc::new(AtomicU64::new(0)), AtomicU64::new(0));
    let counted = looks.clone();
    let control = Control::new().watched(move |progress| {
        assert_eq!(progress.unit, Unit::Forms);
        assert!(last.swap(progress.done, Ordering::Relaxed) <= progress.done && progress.bytes > 0);
        if counted.fetch_add(1, Ordering::Relaxed) + 1 < look {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    (control, looks)
}

/// Asks again and again, and cancels each time at the first look; gives the answer and the number of times.
fn cancelled_over_and_over<T, E: Into<SolveError<u64>>>(mut ask: impl FnMut(Control) -> Result<T, E>) -> (T, u64) {
    for times in 0..10_000 {
        match ask(cancelling_at(1).0).map_err(Into::into) {
            Ok(answer) => return (answer, times),
            Err(SolveError::Stopped(stopped)) => assert!(stopped.is_cancelled(), "{stopped:?}"),
            Err(error) => panic!("{error}"),
        }
    }
    panic!("it comes no further");
}

#[test]
fn a_cancelled_form_resumes_and_redoes_little() {
    let position = [14, 13, 12];
    let (control, looks) = cancelling_at(u64::MAX);
    let mut at_once = Solver::new(Kayles).with_control(control);
    let form = at_once.form(position).unwrap();
    let looks = looks.load(Ordering::Relaxed);
    assert!(looks > 50, "{looks} looks");

    let mut rows = Solver::new(Kayles);
    let (resumed, times) = cancelled_over_and_over(|control| {
        rows.set_control(control);
        rows.form(position)
    });
    assert!(times > 50 && times <= looks + looks / 4, "{times} times, {looks} looks at once");
    assert_eq!(rows.memos().form_of.len(), at_once.memos().form_of.len());
    let (forms, at_once) = (&mut rows.memos_mut().forms, &mut at_once.memos_mut().forms);
    assert_eq!((forms.len(), forms.options(resumed).len()), (at_once.len(), at_once.options(form).len()));
    assert_eq!(forms.genus(resumed), at_once.genus(form));
    // Two forms of one store are equal exactly if the games are.
    let mut again = Solver::new(Kayles);
    again.memos_mut().forms = rows.into_memos().forms;
    assert_eq!(again.form(position), Ok(resumed));
}

#[test]
fn cancelled_outcomes_and_sums_resume() {
    let position = [14, 13, 12, 11];
    let expected = Solver::new(Kayles).by(Method::Forms).outcome_in(Play::Misere, position).unwrap();
    let mut rows = Solver::new(Kayles).by(Method::Forms);
    let (outcome, times) = cancelled_over_and_over(|control| {
        rows.set_control(control);
        rows.outcome_in(Play::Misere, position)
    });
    assert!(outcome == expected && times > 5, "{times} times");

    let mut rows = Solver::new(Kayles);
    let (one, other) = (rows.form([14, 13]).unwrap(), rows.form(12).unwrap());
    let mut forms = rows.into_memos().forms;
    let mut fresh = forms.clone();
    let expected = fresh.misere_outcome_of_sum([one, other], &mut Control::new()).unwrap();
    let (outcome, _) = cancelled_over_and_over(|mut control| forms.misere_outcome_of_sum([one, other], &mut control));
    let (sum, times) = cancelled_over_and_over(|mut control| forms.sum(one, other, &mut control));
    assert!(times > 5, "{times} times");
    assert_eq!((outcome, forms.outcome_in(Play::Misere, sum)), (expected, expected));
    assert_eq!(forms.sum(one, other, &mut Control::new()), Ok(sum));
    let at_once = fresh.sum(one, other, &mut Control::new()).unwrap();
    assert_eq!(forms.genus(sum), fresh.genus(at_once));
}

/// A line of play far longer than the steps between two looks.
#[test]
fn a_deep_game_that_is_cancelled_later_each_time_comes_to_its_end() {
    let mut heaps = Solver::new(Unhinted(Subtraction::new([1, 2]).unwrap()));
    let mut text = |heap: u64| {
        (1..).find_map(|look| {
            let before = heaps.memos().form_of.len();
            heaps.set_control(cancelling_at(look).0);
            let form = heaps.form(heap);
            assert!(heaps.memos().form_of.len() >= before);
            form.ok().map(|form| (look, heaps.memos().forms.text(form)))
        })
    };
    let (looks, two) = text(40_001).unwrap();
    assert!(two == "*2" && looks > 2, "{looks} looks");
    // Another position than the one that was cancelled.
    assert_eq!([50_002, 60_000].map(|heap| text(heap).unwrap().1), ["*1", "*0"]);
    assert_eq!(heaps.memos().form_of.len(), 60_000);
}

#[test]
fn huge_deep_and_loopy_games_are_refused_or_solved() {
    let mut heaps = Solver::new(Unhinted(Nim));
    assert!(matches!(heaps.form(u64::MAX), Err(SolveError::TooManyMoves { .. })));
    let mut one_by_one = Solver::new(Unhinted(Subtraction::new([1]).unwrap()));
    let odd = one_by_one.form(100_001).unwrap();
    assert_eq!(one_by_one.memos().forms.text(odd), "*1");
    one_by_one.set_control(Control::new().positions(1000));
    let Err(SolveError::Stopped(stopped)) = one_by_one.form(200_000) else { panic!("1000 positions are too few") };
    assert_eq!((stopped.bound, stopped.unit, stopped.done), (Bound::Positions(1000), Unit::Forms, 0));
    let mut lost = Solver::new(ExplicitGame::new(vec![vec![1], vec![2], vec![0]]).unwrap());
    assert!(matches!(lost.form(1), Err(SolveError::Loopy { .. })));

    // A form with a hundred thousand brackets: read, written in short, added to another, with a genus and a mate.
    let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    let text = format!("*{}2{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep = forms.parse(&text, &mut control).unwrap();
    assert_eq!(forms.birthday(deep), 100_002);
    assert_eq!(forms.text(deep), format!("*[#{}]", deep.number() - 1));
    let one = forms.nim_heap(1, &mut control).unwrap();
    let sum = forms.sum(deep, one, &mut control).unwrap();
    assert_eq!(forms.sum(sum, one, &mut control), Ok(deep));
    assert_eq!(forms.genus(deep).genus().grundy(), forms.grundy(deep));
    assert!(forms.mate(deep, &mut control).is_ok());
}

#[test]
fn what_is_no_form_is_refused_and_foreign_forms_are_harmless() {
    let (mut forms, mut control) = (CanonicalForms::new(), Control::new());
    assert!(forms.parse("*[#1]", &mut control).is_err());
    for text in ["", "*", "x", "*[", "*]", "[]]", "*[2", "*2 3", "*[2 x]", "#", "*[#99]", "*[-1]", "**2", "*[2]é", "é"]
    {
        assert!(matches!(forms.parse(text, &mut control), Err(ParseFormError::Notation(_))), "{text}");
    }
    for (text, written) in [("0", "*0"), ("[]", "*0"), ("*[*2, *3]", "*[3 2]"), ("#0", "*0"), ("*[0 0 0]", "*1")] {
        let form = forms.parse(text, &mut control).unwrap();
        assert_eq!(forms.text(form), written);
    }
    let foreign = CanonicalForms::new().nim_heap(40, &mut control).unwrap();
    assert_eq!(forms.options(foreign), []);
    assert_eq!(forms.text(foreign), "*0");
    assert_eq!(forms.sum(foreign, foreign, &mut control), Ok(CanonicalForm::ZERO));
    let one = forms.nim_heap(1, &mut control);
    assert_eq!(forms.form_of(&[foreign], &mut control), one);
    assert_eq!(forms.mate(foreign, &mut control), one);
    assert_eq!(forms.genus(foreign).to_string(), "0");
}
