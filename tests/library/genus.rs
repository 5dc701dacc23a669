//! The genus and tame games: published values, the definition by brute force, and the theorem on sums of tame games.

use std::ops::ControlFlow;

use crate::support::naive;
use grundy::Either::{Left, Right};
use grundy::games::ExplicitGame;
use grundy::laws::game_tables;
use grundy::measures::{Genus, TameClass, Tameness, Temper};
use grundy::{
    Bound, Control, GrundysGame, ImpartialGame, Kayles, LaskersNim, Measure, Method, Nim, Nimber, Outcome, Play,
    SolveError, Solver, Table, Unhinted, evaluate, evaluate_whole, mex,
};
use proptest::prelude::*;

const KAYLES: &str = include_str!("../data/misere-kayles-genus.txt");

#[test]
fn genera_of_kayles_are_the_published_ones() {
    let mut solver = Solver::new(Kayles);
    for line in KAYLES.lines().skip(1) {
        let (heap, genus) = line.split_once(' ').unwrap();
        let found = solver.genus(heap.parse::<u64>().unwrap()).unwrap();
        assert_eq!(found.to_string(), genus, "heap {heap}");
        assert_eq!(genus.parse::<Genus>().as_ref(), Ok(found.genus()), "heap {heap}");
    }
}

/// Of Grundy's game, heaps 13, 16 and 19 are the least that are not nim-heaps, and heap 18 is the first wild one.
#[test]
fn tempers_are_those_of_the_definition() {
    let mut heaps = Solver::new(GrundysGame);
    let mut temper = |heap: u64| {
        let genus = heaps.genus(heap).unwrap();
        (genus.to_string(), genus.temper())
    };
    assert!((0..13).all(|heap| temper(heap).1 == Temper::NimHeap));
    assert_eq!(temper(13), ("3^1431".into(), Temper::Restless));
    assert_eq!(temper(18), ("4^0564".into(), Temper::Wild));
    let mut rows = Solver::new(Kayles);
    assert_eq!(rows.genus(5).unwrap().temper(), Temper::Restless);
    assert_eq!(rows.genus(7).unwrap().temper(), Temper::Tame);
    assert_eq!(rows.genus(9).unwrap().temper(), Temper::Wild);
    // Vertex 4 moves to *2 and *3, as *2 + *2 does; vertex 5 to it, *2 and *0. These have the values 0, 2, 0 and 0, 2, 1.
    let game = ExplicitGame::new(vec![vec![], vec![0], vec![0, 1], vec![0, 1, 2], vec![3, 2], vec![4, 2, 0]]).unwrap();
    let restive = Solver::new(&game).genus(5).unwrap();
    assert_eq!((restive.to_string().as_str(), restive.temper()), ("1^31", Temper::Restive));
}

/// The misère Grundy value by its definition, on whole positions.
struct MisereGrundy;

impl Measure for MisereGrundy {
    type Value = Nimber;
    type Fold = Vec<Nimber>;

    fn fold(&self) -> Vec<Nimber> {
        Vec::new()
    }

    fn absorb(&self, seen: &mut Vec<Nimber>, option: &Nimber) -> ControlFlow<()> {
        seen.push(*option);
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: Vec<Nimber>) -> Nimber {
        if seen.is_empty() { Nimber::new(1) } else { mex(seen) }
    }
}

/// The first nine digits beside heaps of two, each searched; and that of nothing else than its definition.
fn check_digits<G: ImpartialGame<Position: Copy>>(game: &G, position: G::Position) {
    let genus = Solver::new(game).genus(position).unwrap_or_else(|_| panic!("the game ends"));
    let table = game.plus(Unhinted(Nim));
    let mut memo = Table::new();
    for twos in 0..9 {
        let beside = std::iter::once(Left(position)).chain((0..twos).map(|_| Right(2))).collect::<Vec<_>>();
        let value = evaluate_whole(&table, &MisereGrundy, &mut memo, &mut Control::new(), beside.clone());
        let value = value.unwrap_or_else(|_| panic!("the game ends"));
        assert_eq!(genus.genus().misere(twos), value, "{genus} beside {twos} heaps of two");
        if twos < 2 && value < Nimber::new(4) {
            let with_heap: Vec<_> = beside.into_iter().chain([Right(value.get())]).collect();
            let mut solver = Solver::new(&table).by(Method::Search);
            assert!(solver.outcome_in(Play::Misere, with_heap).is_ok_and(|outcome| outcome == Outcome::P));
        }
    }
}

#[test]
fn digits_are_misere_values_beside_heaps_of_two() {
    (0..=8).for_each(|row| check_digits(&Kayles, row));
    for heap in [13, 16, 18] {
        check_digits(&GrundysGame, heap);
    }
}

fn genera() -> impl Strategy<Value = Genus> {
    (0..9_u64, prop::collection::vec(0..9_u64, 1..6)).prop_map(|(grundy, digits)| {
        let digits: Vec<String> = digits.iter().map(u64::to_string).collect();
        // The alternation begins with the last of them.
        let last = digits[digits.len() - 1].parse::<u64>().unwrap();
        format!("{grundy}^{},{}", digits.join(","), last ^ 2).parse().unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_digits_are_misere_values(game in game_tables(5, 3)) {
        check_digits(&game, 4);
    }

    /// The rule for a digit from the one before it, applied forty times, and the alternation that is said to be proved.
    #[test]
    fn alternation_is_that_of_the_rule(options in prop::collection::vec(genera(), 0..8)) {
        let genus = Genus::of_options(&options);
        prop_assert_eq!(genus.grundy(), mex(options.iter().map(Genus::grundy)));
        let mut digit = if options.is_empty() { Nimber::new(1) } else { mex(options.iter().map(|option| option.misere(0))) };
        for place in 0..40 {
            prop_assert_eq!(genus.misere(place), digit, "digit {} of {}", place, &genus);
            let moves_in_two = [digit, digit + Nimber::new(1)];
            digit = mex(options.iter().map(|option| option.misere(place + 1)).chain(moves_in_two));
        }
        prop_assert_eq!(genus.to_string().parse(), Ok(genus));
    }

    #[test]
    fn misere_outcomes_are_brute_force(game in game_tables(6, 3), positions in prop::collection::vec(0..6_usize, 0..4)) {
        let expected = naive::outcome(&game, &positions, Play::Misere);
        prop_assert_eq!(Solver::new(&game).outcome_in(Play::Misere, &positions), Ok(expected));
    }

    #[test]
    fn sums_of_tame_games_are_sums_of_their_classes(
        game in game_tables(7, 4),
        positions in prop::collection::vec(0..7_usize, 0..4),
    ) {
        let found = evaluate(&game, &Tameness, &mut Table::new(), &mut Control::new(), &positions).unwrap();
        let genus = Solver::new(&game).genus(&positions).unwrap();
        if let Some(class) = found.class() {
            prop_assert_eq!(genus.genus(), &class.genus(), "{:?}", class);
            prop_assert_eq!(naive::outcome(&game, &positions, Play::Misere), class.outcome_in(Play::Misere));
            prop_assert_eq!(naive::outcome(&game, &positions, Play::Normal), class.outcome_in(Play::Normal));
        }
    }

    /// Every game that is tame as a whole, so without the rule for sums, keeps its class in sums with others.
    #[test]
    fn tempers_keep_their_promise(game in game_tables(6, 4), one in 0..6_usize, other in 0..6_usize) {
        let mut solver = Solver::new(&game);
        let classes = [one, other].map(|position| solver.genus(position).unwrap().tame_class());
        if let [Some(one_class), Some(other_class)] = classes {
            let sum = solver.genus([one, other]).unwrap();
            prop_assert_eq!(sum.genus(), &(one_class + other_class).genus());
        }
        if let Some(size) = solver.genus(one).unwrap().as_nim_heap() {
            let table = (&game).plus(Nim);
            let mut beside = Solver::new(table).by(Method::Search);
            let with_game = beside.outcome_in(Play::Misere, [Left(one), Left(other)]).unwrap();
            let with_heap = beside.outcome_in(Play::Misere, [Right(size.get()), Left(other)]).unwrap();
            prop_assert_eq!(with_game, with_heap);
        }
    }
}

#[test]
fn misere_kayles_is_brute_force() {
    let mut solver = Solver::new(Kayles);
    for one in 0..=6 {
        for other in 0..=one {
            for third in [0, 2, 5] {
                let rows: [u64; 3] = [one, other, third];
                let expected = Solver::new(Unhinted(Kayles)).by(Method::Search).outcome_in(Play::Misere, rows);
                assert_eq!(solver.outcome_in(Play::Misere, rows), expected, "{rows:?}");
                if one + other + third <= 7 {
                    assert_eq!(expected, Ok(naive::outcome(&Kayles, &rows, Play::Misere)), "{rows:?}");
                }
            }
        }
    }
}

/// No whole position is searched, however many components there are.
#[test]
fn tame_sums_need_no_search() {
    let mut heaps = Solver::new(Unhinted(Nim));
    let mut outcome = |sum: Vec<u64>| heaps.decide(Play::Misere, sum).unwrap();
    let (seven, one) = (outcome(vec![7; 1000]), outcome(vec![1; 1000]));
    assert_eq!((seven.outcome, one.outcome), (Outcome::P, Outcome::N));
    assert_eq!([seven, one].map(|decided| decided.method), [Method::Tame; 2]);
    assert!(heaps.memos().misere.is_empty());
    let mut lasker = Solver::new(Unhinted(LaskersNim));
    let heaps: [u64; 4] = [20, 21, 22, 2];
    let expected = if lasker.grundy(heaps).unwrap().is_zero() { Outcome::P } else { Outcome::N };
    assert_eq!(lasker.outcome_in(Play::Misere, heaps), Ok(expected)); // some heap is firm
    assert!(lasker.memos().misere.is_empty());
}

#[test]
fn a_limit_on_genera_resumes_and_a_loop_is_named() {
    let mut solver = Solver::new(Kayles).with_control(Control::new().positions(50));
    let Err(SolveError::Stopped(stopped)) = solver.genus(14) else { panic!("50 are too few") };
    assert_eq!(stopped.bound, Bound::Positions(50));
    solver.set_control(Control::new());
    assert_eq!(solver.genus(14).unwrap().to_string(), "2^2");
    let mut fresh = Solver::new(Kayles);
    fresh.genus(14).unwrap();
    assert!(stopped.done > 0 && stopped.done + solver.control().done() == fresh.control().done());
    let game = ExplicitGame::new(vec![vec![1], vec![0]]).unwrap();
    let mut loopy = Solver::new(game);
    assert!(matches!(loopy.genus(0), Err(SolveError::Loopy { .. })));
    assert!(matches!(loopy.outcome_in(Play::Misere, 0), Err(SolveError::Loopy { .. })));
    let mut heaps = Solver::new(Unhinted(Nim));
    assert!(matches!(heaps.genus(u64::MAX), Err(SolveError::TooManyMoves { .. })));
}

#[test]
fn texts_are_read_as_they_stand_in_tables() {
    let read = |text: &str| text.parse::<Genus>().map(|genus| genus.to_string());
    for (text, full) in [
        ("0", "0^120"),
        ("1", "1^031"),
        ("3", "3^31"),
        ("2^2", "2^20"),
        ("1^1", "1^13"),
        ("0^0", "0^02"),
        ("4^{146}", "4^146"),
        ("4^14646464", "4^146"),
        ("0^1202", "0^120"),
        ("7^12,14", "7^12,14"),
        ("13^(13)", "13^13,15"),
        ("6^(6)", "6^64"),
        ("18446744073709551615", "18446744073709551615^18446744073709551615,18446744073709551613"),
    ] {
        assert_eq!(read(text), Ok(full.to_owned()), "{text}");
    }
    for text in [
        "",
        "^",
        "4^",
        "^1",
        "4^x",
        "4^1,",
        "*4",
        "4^{146",
        "-1",
        "18446744073709551616",
        "4^1é",
        "+3",
        "4^(",
        "4^()",
        "4^(1",
        "4^(1)(3)",
        "4^(+3)",
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains("a number of a genus such as 4^146"), "{error}");
    }
    assert!(read("4^147").unwrap_err().to_string().contains("do not alternate: the last must be 6"));
    assert_eq!(Genus::nim_heap(Nimber::new(u64::MAX)).misere(u64::MAX), Nimber::new(u64::MAX - 2));
    assert_eq!("0".parse::<Genus>().unwrap().tame_class(), Some(TameClass::FickleZero));
}
