//! Misère canonical forms: counts, equality against indistinguishability, sums against search, limits.

mod support;

use std::ops::ControlFlow;

use grundy::Either::{Left, Right};
use grundy::games::ExplicitGame;
use grundy::laws::game_tables;
use grundy::measures::Temper;
use grundy::misere::canonical::{
    CanonicalError, CanonicalForm, CanonicalForms, CanonicalProgress, CanonicalSolver, FormsError, FormsFull,
    ParseFormError,
};
use grundy::{
    Components, GrundysGame, ImpartialGame, Kayles, Nim, Nimber, Outcome, Play, Solver, Subtraction, Unhinted,
};
use proptest::prelude::*;
use support::{naive, naive_forms};

const KAYLES: &str = include_str!("data/misere-kayles-genus.txt");

/// Grundy and Smith's counts, as ONAG gives them in ch. 12.
#[test]
fn as_many_forms_are_born_as_are_counted() {
    for (day, count) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 22)] {
        let mut forms = CanonicalForms::new();
        assert_eq!(forms.born_by(day).unwrap().len(), count);
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
    let mut forms = CanonicalForms::new();
    let born = forms.born_by(4).unwrap();
    let few = born.len();
    // Games to tell them apart by: those of day 4, and sets of two or three of them.
    for (place, one) in born.iter().enumerate() {
        for (other_place, other) in born[..place].iter().enumerate() {
            forms.form_of(&[*one, *other]).unwrap();
            for third in &born[..other_place] {
                forms.form_of(&[*one, *other, *third]).unwrap();
            }
        }
    }
    let graph = graph_of(&forms);
    let mut search = Solver::new(&graph);
    let mut outcome = |one: usize, others: &[usize]| {
        let sum: Vec<usize> = others.iter().copied().chain([one]).collect();
        search.search_outcome(Play::Misere, sum).unwrap()
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
    let mut forms = CanonicalForms::new();
    let tested = forms.born_by(4).unwrap();
    let mut solver = CanonicalSolver::with_forms(game, forms);
    let form = solver.form(&position).unwrap_or_else(|_| panic!("the forms are few"));
    let graph = graph_of(solver.forms());
    let mut search = Solver::new(game.plus(&graph));
    for number in tested.into_iter().map(|form| form.number() as usize) {
        let other = Right(number);
        let with_game: Components<_> = position.iter().cloned().map(Left).chain([other.clone()]).collect();
        let mut outcome = |sum: Components<_>| search.search_outcome(Play::Misere, sum).ok();
        let with_form = outcome([Right(form.number() as usize), other].into());
        assert!(with_form.is_some() && outcome(with_game) == with_form, "beside form {number}");
    }
}

/// A form of the store as a set of sets.
fn as_sets(forms: &CanonicalForms, form: CanonicalForm) -> naive_forms::Form {
    naive_forms::Form(forms.options(form).iter().map(|option| as_sets(forms, *option)).collect())
}

#[test]
fn forms_are_those_of_the_naive_simplification() {
    let mut rows = CanonicalSolver::new(Kayles);
    for row in 0..=8 {
        let form = rows.form(row).unwrap();
        assert_eq!(as_sets(rows.forms(), form), naive_forms::form(&Kayles, &[row]), "{row} pins");
    }
    let mut heaps = CanonicalSolver::new(GrundysGame);
    for heap in 0..=20 {
        let form = heaps.form(heap).unwrap();
        assert_eq!(as_sets(heaps.forms(), form), naive_forms::form(&GrundysGame, &[heap]), "a heap of {heap}");
    }
}

/// By pairs of forms, by the form of the sum, by search on whole positions, and by brute force.
#[test]
fn outcomes_of_sums_are_those_of_search() {
    let mut rows = CanonicalSolver::new(Kayles);
    let mut search = Solver::new(Unhinted(Kayles));
    for one in 0..=9 {
        for other in 0..=one {
            for third in [0, 5, 9] {
                let position = [one, other, third];
                let outcome = rows.outcome(position).unwrap();
                assert_eq!(search.search_outcome(Play::Misere, position), Ok(outcome), "{position:?}");
                let form = rows.form(position).unwrap();
                assert_eq!(rows.forms().outcome(form), outcome, "{position:?}");
                assert_eq!(CanonicalSolver::new(Kayles).outcome(position), Ok(outcome), "{position:?}");
            }
        }
    }
    assert_eq!(rows.outcome([]), Ok(Outcome::N));
    let mut few = CanonicalSolver::new(Kayles);
    few.forms_mut().set_limit(400);
    assert!(matches!(few.outcome([12, 11, 10]), Err(CanonicalError::Full { .. })));
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
        let mut solver = CanonicalSolver::new(&game);
        let form = solver.form(&positions).unwrap();
        let mut search = Solver::new(&game);
        prop_assert_eq!(solver.forms().outcome(form), naive::outcome(&game, &positions, Play::Misere));
        prop_assert_eq!(CanonicalSolver::new(&game).outcome(&positions), Ok(solver.forms().outcome(form)));
        prop_assert_eq!(as_sets(solver.forms(), form), naive_forms::form(&game, &positions));
        prop_assert_eq!(Ok(solver.forms().grundy(form)), search.grundy(&positions));
        let genus = search.genus(&positions).unwrap();
        let of_form = solver.genus(&positions).unwrap();
        prop_assert_eq!(of_form.genus(), genus.genus());
        prop_assert_eq!(solver.forms().misere_grundy(form), genus.genus().misere(0));
        prop_assert_eq!(solver.forms().as_nim_heap(form), genus.as_nim_heap());
        let text = solver.forms().text(form);
        prop_assert_eq!(solver.forms_mut().parse(&text), Ok(form), "{}", text);
        // Nothing in the store can be simplified.
        let all: Vec<CanonicalForm> = solver.forms().iter().collect();
        for form in all {
            let options = solver.forms().options(form).to_vec();
            prop_assert_eq!(solver.forms_mut().form_of(&options), Ok(form));
        }
    }
}

#[test]
fn sums_are_commutative_associative_and_cancel() {
    let mut forms = CanonicalForms::new();
    let born = forms.born_by(4).unwrap();
    let mut sum = |one, other| forms.sum(one, other).unwrap();
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
    let mut forms = CanonicalForms::new();
    for form in forms.born_by(4).unwrap() {
        let mate = forms.mate(form).unwrap();
        let sum = forms.sum(form, mate).unwrap();
        assert_eq!(forms.outcome(sum), Outcome::P, "{}", forms.text(form));
    }
    let (one, two) = (forms.nim_heap(1).unwrap(), forms.nim_heap(2).unwrap());
    assert_eq!([one, two].map(|heap| forms.mate(heap).unwrap()), [CanonicalForm::ZERO, two]);
}

#[test]
fn forms_of_kayles_have_the_published_genera() {
    let mut rows = CanonicalSolver::new(Kayles);
    for line in KAYLES.lines().skip(1) {
        let (heap, genus) = line.split_once(' ').unwrap();
        assert_eq!(rows.genus(heap.parse::<u64>().unwrap()).unwrap().to_string(), genus, "heap {heap}");
    }
    let (eight, two) = (rows.form(8).unwrap(), rows.form(2).unwrap());
    assert_eq!(rows.forms().as_nim_heap(two), Some(Nimber::new(2)));
    let sum = rows.forms_mut().sum(eight, two).unwrap();
    assert_eq!(rows.form([8, 2]).unwrap(), sum);
    assert_eq!(rows.genus([2, 2]).unwrap().temper(), Temper::Tame);
}

#[test]
fn limits_resume_and_say_how_far_it_came() {
    let mut rows = CanonicalSolver::new(Kayles);
    rows.forms_mut().set_limit(200);
    let Err(CanonicalError::Full { full, solved }) = rows.form(30) else { panic!("200 entries are too few") };
    assert!(full.limit == 200 && full.forms > 5 && full.forms + full.options + full.sums <= 200 && solved > 5);
    rows.forms_mut().set_limit(1_000_000);
    let resumed = rows.form(15).unwrap();
    let mut fresh = CanonicalSolver::new(Kayles);
    let expected = fresh.form(15).unwrap();
    assert_eq!(rows.forms().options(resumed).len(), fresh.forms().options(expected).len());
    assert_eq!(rows.genus(15).unwrap(), fresh.genus(15).unwrap());

    let mut forms = CanonicalForms::new();
    forms.set_limit(10_000);
    assert!(matches!(forms.born_by(5), Err(FormsFull { limit: 10_000, .. })));
    assert!(matches!(forms.born_by(u32::MAX), Err(FormsFull { limit: 10_000, .. })));
    assert!(matches!(forms.parse("*18446744073709551615"), Err(ParseFormError::Full(_))));
    for limit in [0, 1, 2] {
        let mut forms = CanonicalForms::new();
        forms.set_limit(limit);
        assert!(forms.nim_heap(2).is_err() && forms.nim_heap(0).is_ok());
    }
}

/// No number falls from one call to the next, and some grow.
fn assert_growing(before: CanonicalProgress, now: CanonicalProgress) {
    let numbers = |progress: CanonicalProgress| [progress.solved, progress.forms, progress.options, progress.sums];
    let pairs = numbers(before).into_iter().zip(numbers(now));
    assert!(pairs.clone().all(|(before, now)| before <= now), "{before:?}, {now:?}");
}

/// Asks again and again, and cancels each time at the first call; gives the answer and the number of calls.
fn cancelled_over_and_over<T, E>(
    mut ask: impl FnMut(&mut dyn FnMut(CanonicalProgress) -> ControlFlow<()>) -> Result<T, E>,
    is_cancelled: impl Fn(&E, CanonicalProgress) -> bool,
) -> (T, usize) {
    let mut last = CanonicalProgress::default();
    for calls in 0..10_000 {
        let answer = ask(&mut |now| {
            assert_growing(last, now);
            last = now;
            ControlFlow::Break(())
        });
        match answer {
            Ok(answer) => return (answer, calls),
            Err(error) => assert!(is_cancelled(&error, last), "not what the callback was told"),
        }
    }
    panic!("it comes no further");
}

fn solver_cancelled(error: &CanonicalError<u64>, told: CanonicalProgress) -> bool {
    let CanonicalProgress { solved, forms, sums, .. } = told;
    *error == CanonicalError::Cancelled { solved, forms, sums }
}

fn store_cancelled(error: &FormsError, told: CanonicalProgress) -> bool {
    let CanonicalProgress { forms, options, sums, .. } = told;
    *error == FormsError::Cancelled { forms, options, sums }
}

#[test]
fn a_cancelled_form_resumes_and_redoes_little() {
    let mut at_once = CanonicalSolver::new(Kayles);
    let (mut calls_at_once, mut last) = (0, CanonicalProgress::default());
    let form = at_once.form_with([14, 13, 12], |now| {
        assert_growing(last, now);
        (calls_at_once, last) = (calls_at_once + 1, now);
        ControlFlow::Continue(())
    });
    assert!(calls_at_once > 50 && last.solved == 14 && last.sums > 1000, "{calls_at_once} calls, {last:?}");

    let mut rows = CanonicalSolver::new(Kayles);
    let (resumed, calls) = cancelled_over_and_over(|callback| rows.form_with([14, 13, 12], callback), solver_cancelled);
    assert!(calls > 50 && calls <= calls_at_once + calls_at_once / 4, "{calls} calls, {calls_at_once} at once");
    assert_eq!((rows.solved(), rows.forms().len()), (at_once.solved(), at_once.forms().len()));
    assert_eq!(rows.genus([14, 13, 12]), at_once.genus([14, 13, 12]));
    assert_eq!(rows.forms().options(resumed).len(), at_once.forms().options(form.unwrap()).len());
    // Two forms of one store are equal exactly if the games are.
    let mut again = CanonicalSolver::with_forms(Kayles, rows.into_forms());
    assert_eq!(again.form([14, 13, 12]), Ok(resumed));
}

#[test]
fn cancelled_outcomes_and_sums_resume() {
    let position = [14, 13, 12, 11];
    let expected = CanonicalSolver::new(Kayles).outcome(position).unwrap();
    let mut rows = CanonicalSolver::new(Kayles);
    let (outcome, calls) = cancelled_over_and_over(|callback| rows.outcome_with(position, callback), solver_cancelled);
    assert!(outcome == expected && calls > 5, "{calls} calls");

    let mut rows = CanonicalSolver::new(Kayles);
    let (one, other) = (rows.form([14, 13]).unwrap(), rows.form(12).unwrap());
    let mut forms = rows.into_forms();
    let mut fresh = forms.clone();
    let expected = fresh.outcome_of_sum(one, other).unwrap();
    let (outcome, _) =
        cancelled_over_and_over(|callback| forms.outcome_of_sum_with(one, other, callback), store_cancelled);
    let (sum, calls) = cancelled_over_and_over(|callback| forms.sum_with(one, other, callback), store_cancelled);
    assert!(calls > 5, "{calls} calls");
    assert_eq!((outcome, forms.outcome(sum)), (expected, expected));
    assert_eq!(forms.sum(one, other), Ok(sum));
    let at_once = fresh.sum(one, other).unwrap();
    assert_eq!(forms.genus(sum), fresh.genus(at_once));
    // A limit is told as such.
    forms.set_limit(1);
    let full = forms.sum_with(sum, sum, |_| ControlFlow::Continue(()));
    assert!(matches!(full, Err(FormsError::Full(FormsFull { limit: 1, .. }))));
}

/// A line of play far longer than the steps between two calls.
#[test]
fn a_deep_game_cancelled_over_and_over_comes_to_its_end() {
    let game = Unhinted(Subtraction::new([1, 2]).unwrap());
    let mut heaps = CanonicalSolver::new(game);
    let (form, calls) = cancelled_over_and_over(|callback| heaps.form_with(40_001, callback), solver_cancelled);
    assert!(calls > 20, "{calls} calls");
    assert_eq!((heaps.forms().text(form).as_str(), heaps.solved()), ("*2", 40_001));
    let known = heaps.solved();
    assert!(heaps.form_with(60_000, |_| ControlFlow::Break(())).is_err() && heaps.solved() >= known);
    // Another position than the one that was cancelled.
    let one = heaps.form(50_002).unwrap();
    assert_eq!(heaps.forms().text(one), "*1");
    let none = heaps.form(60_000).unwrap();
    assert_eq!(heaps.forms().text(none), "*0");
}

#[test]
fn huge_deep_and_loopy_games_are_refused_or_solved() {
    let mut heaps = CanonicalSolver::new(Unhinted(Nim));
    assert!(matches!(heaps.form(u64::MAX), Err(CanonicalError::Limit { solved: 0, unfinished: 1, .. })));
    let mut one_by_one = CanonicalSolver::new(Unhinted(Subtraction::new([1]).unwrap()));
    let odd = one_by_one.form(100_001).unwrap();
    assert_eq!(one_by_one.forms().text(odd), "*1");
    one_by_one.forms_mut().set_limit(1000);
    assert!(matches!(one_by_one.form(200_000), Err(CanonicalError::Limit { limit: 1000, .. })));
    let mut lost = CanonicalSolver::new(ExplicitGame::new(vec![vec![1], vec![2], vec![0]]).unwrap());
    assert!(matches!(lost.form(1), Err(CanonicalError::Loopy { .. })));

    // A form with a hundred thousand brackets: read, written in short, added to another, with a genus and a mate.
    let mut forms = CanonicalForms::new();
    let deep = forms.parse(&format!("*{}2{}", "[".repeat(100_000), "]".repeat(100_000))).unwrap();
    assert_eq!(forms.birthday(deep), 100_002);
    assert_eq!(forms.text(deep), format!("*[#{}]", deep.number() - 1));
    let one = forms.nim_heap(1).unwrap();
    let sum = forms.sum(deep, one).unwrap();
    assert_eq!(forms.sum(sum, one), Ok(deep));
    assert_eq!(forms.genus(deep).genus().grundy(), forms.grundy(deep));
    assert!(forms.mate(deep).is_ok());
}

#[test]
fn what_is_no_form_is_refused_and_foreign_forms_are_harmless() {
    assert!(CanonicalForms::new().parse("*[#1]").is_err());
    let mut forms = CanonicalForms::new();
    for text in ["", "*", "x", "*[", "*]", "[]]", "*[2", "*2 3", "*[2 x]", "#", "*[#99]", "*[-1]", "**2", "*[2]é", "é"]
    {
        assert!(matches!(forms.parse(text), Err(ParseFormError::Unexpected { .. })), "{text}");
    }
    for (text, written) in [("0", "*0"), ("[]", "*0"), ("*[*2, *3]", "*[3 2]"), ("#0", "*0"), ("*[0 0 0]", "*1")] {
        let form = forms.parse(text).unwrap();
        assert_eq!(forms.text(form), written);
    }
    let foreign = CanonicalForms::new().nim_heap(40).unwrap();
    assert_eq!(forms.options(foreign), []);
    assert_eq!(forms.text(foreign), "*0");
    assert_eq!(forms.sum(foreign, foreign), Ok(CanonicalForm::ZERO));
    assert_eq!(forms.form_of(&[foreign]), forms.nim_heap(1));
    assert_eq!(forms.mate(foreign), forms.nim_heap(1));
    assert_eq!(forms.genus(foreign).to_string(), "0");
}
