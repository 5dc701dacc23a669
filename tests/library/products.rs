//! Products of games, and games that are cut off: what the theorems say is what brute force finds.

use std::ops::ControlFlow;

use crate::support::naive;
use grundy::compound::{Acrostic, Coordinates, Ends, Join, Kind, Together, Truncate, Way};
use grundy::games::{CoinTurning, Head, Subgraph};
use grundy::laws::{GameTable, game_tables};
use grundy::{
    Components, Control, ExplicitGame, ImpartialGame, Kayles, Method, Nim, Nimber, NodeKayles, Outcome, Play,
    SolveError, Solver, Unhinted,
};
use proptest::prelude::*;

/// Random games of whose moves each leaves one or three components.
fn games_of_odd_moves() -> impl Strategy<Value = GameTable> {
    game_tables(4, 2).prop_map(|table| {
        let odd = |left: &Components<usize>| match left.len() {
            1 => left.clone(),
            _ => left.iter().copied().chain([0; 3]).take(3).collect(),
        };
        GameTable::new(table.positions().map(|from| table.options_of(from).iter().map(odd).collect()).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn tartan_values_are_nim_products(rows in game_tables(4, 2), columns in game_tables(4, 2), row in 0..4_usize, column in 0..4_usize) {
        let position = Coordinates { row, column };
        let product = (&rows).times(&columns);
        let searched = Solver::new(Unhinted(&product)).grundy(position).unwrap();
        let value = |game: &GameTable, position| Nimber::new(naive::grundy(game, &[position]));
        prop_assert_eq!(searched, value(&rows, row) * value(&columns, column));
        prop_assert_eq!(Solver::new(&product).outcome(position), Ok(if searched.is_zero() { Outcome::P } else { Outcome::N }));
        let mut by_theorem = Solver::new(product);
        prop_assert_eq!(by_theorem.grundy(position), Ok(searched));
        prop_assert!(by_theorem.control().done() <= 8, "rows and columns, each by itself");
    }

    #[test]
    fn acrostic_values_are_nim_sums_if_moves_are_odd(
        rows in games_of_odd_moves(), columns in games_of_odd_moves(), row in 0..4_usize, column in 0..4_usize
    ) {
        let searched = Solver::new(Acrostic { rows: &rows, columns: &columns }).grundy(Coordinates { row, column });
        let expected = naive::grundy(&rows, &[row]) ^ naive::grundy(&columns, &[column]);
        prop_assert_eq!(searched.unwrap().get(), expected);
    }

    #[test]
    fn short_compounds_are_long_ones_truncated(game in game_tables(4, 2), components in prop::collection::vec(0..4_usize, 1..=2)) {
        for kind in Kind::ALL {
            let way = |ends| Way { kind: *kind, ends, play: Play::Normal };
            let short = way(Ends::Short).of(&game);
            let one_has_ended = |together: &Together<usize>| {
                together.iter().any(|component| component.iter().all(|part| game.options_of(*part).is_empty()))
            };
            let truncated = Truncate { game: way(Ends::Long).of(&game), end: one_has_ended };
            let position = short.position(components.clone());
            let expected = Solver::new(&short).grundy(position.clone());
            prop_assert_eq!(Solver::new(&truncated).grundy(position.clone()), expected);
            for play in [Play::Normal, Play::Misere] {
                let expected = Solver::new(&short).outcome_in(play, position.clone());
                let cut = Solver::new(&truncated).by(Method::Search).outcome_in(play, position.clone());
                prop_assert_eq!(cut, expected);
            }
        }
    }
}

/// By the naive oracle, which knows neither products nor mex.
#[test]
fn small_products_are_brute_force() {
    let product = Unhinted(Kayles.times(Nim));
    for row in 0..=2 {
        for column in 0..=2 {
            let value =
                |game: u64, position: u64| if game == 0 { naive::grundy(&Kayles, &[position]) } else { position };
            let expected = Nimber::new(value(0, row)) * Nimber::new(value(1, column));
            assert_eq!(naive::grundy(&product, &[Coordinates { row, column }]), expected.get(), "{row} {column}");
        }
    }
}

/// Where a move leaves nothing, or two components, the nim-sum of the coordinates is not the value.
#[test]
fn the_acrostic_theorem_needs_odd_moves() {
    let across = Acrostic { rows: Kayles, columns: Nim };
    let value = Solver::new(across).grundy(Coordinates { row: 1, column: 1 }).unwrap();
    // The last pin takes the heap away with it, and the last counter the pin: one move, and not the two of 1 + 1.
    assert_eq!(value, Nimber::new(1));
}

/// Ruler with and without a bound on the run, and Motley, have powers of two as values; by search, and by the theorem without one.
#[test]
fn acrostic_values_of_powers_of_two_are_ugly_products() {
    let games: Vec<CoinTurning> =
        ["ruler", "1-2C", "1-3C", "1-5C", "1-8C"].iter().map(|code| code.parse().unwrap()).collect();
    let motley: CoinTurning = "motley".parse().unwrap();
    let check = |rows: &CoinTurning, columns: &CoinTurning, largest: u32| {
        let at = |row, column| Coordinates { row: Head::new(row).unwrap(), column: Head::new(column).unwrap() };
        let product = Acrostic { rows, columns };
        let mut search = Solver::new(Unhinted(product));
        let mut by_theorem = Solver::new(product).by(Method::Oracle);
        let [mut rows, mut columns] = [rows, columns].map(|game| Solver::new(Unhinted(game)));
        for row in 1..=largest {
            for column in 1..=largest {
                let [x, y] = [(&mut rows, row), (&mut columns, column)]
                    .map(|(solver, head)| solver.grundy(Head::new(head).unwrap()).unwrap());
                assert!(x.get().is_power_of_two() && y.get().is_power_of_two());
                let value = search.grundy(at(row, column)).unwrap();
                assert_eq!(value, x.ugly_product(y), "{row} {column}");
                assert_eq!(by_theorem.grundy(at(row, column)), Ok(value));
            }
        }
    };
    for rows in &games {
        for columns in &games {
            check(rows, columns, 11);
        }
        check(rows, &motley, 7);
    }
    check(&motley, &motley, 7);
}

/// Not so where other values are met: the oracle says nothing, and the value is not the ugly product.
#[test]
fn other_acrostic_values_are_searched() {
    let [turtles, mock]: [CoinTurning; 2] = ["turning-turtles", "mock-turtles"].map(|code| code.parse().unwrap());
    for game in [&turtles, &mock] {
        let product = Acrostic { rows: game, columns: game };
        let (mut search, mut all) = (Solver::new(Unhinted(product)), Solver::new(product));
        let mut are_all_ugly = true;
        for row in 1..=6 {
            for column in 1..=6 {
                let at = Coordinates { row: Head::new(row).unwrap(), column: Head::new(column).unwrap() };
                let value = search.grundy(at).unwrap();
                assert_eq!(all.grundy(at), Ok(value), "{row} {column}");
                let [x, y] = [row, column].map(|head| game.known_value(&Head::new(head).unwrap()).unwrap());
                are_all_ugly &= value == x.ugly_product(y);
            }
        }
        assert!(!are_all_ugly);
    }
}

#[test]
fn a_truncated_game_ends_where_it_is_told() {
    let all = Truncate { game: Kayles, end: |_: &u64| true };
    assert_eq!(Solver::new(all).grundy([5, 6]).unwrap(), Nimber::ZERO);
    let never = Truncate { game: Kayles, end: |_: &u64| false };
    assert_eq!(Solver::new(never).grundy([5, 6, 3, 2]).unwrap(), Nimber::new(6));
    // A cycle that is cut is none.
    let loops = ExplicitGame::new(vec![vec![1], vec![0, 2], vec![]]).unwrap();
    assert!(matches!(Solver::new(&loops).grundy(1), Err(SolveError::Loopy { .. })));
    let cut = Truncate { game: &loops, end: |vertex: &usize| *vertex == 0 };
    assert_eq!(Solver::new(&cut).outcome(1).unwrap(), Outcome::N);
    assert!(!cut.allows(&0, &cut.game.moves(&0).next().unwrap()));
}

/// From two vertices that are left, the other two; from all five, nothing.
struct OtherTwo;

impl ImpartialGame for OtherTwo {
    type Position = Subgraph;
    type Move = Option<[usize; 2]>;

    fn moves(&self, graph: &Subgraph) -> impl Iterator<Item = Self::Move> {
        let left: Vec<usize> = graph.vertices().iter().collect();
        let mv = if left == [0, 1] { Some(Some([2, 3])) } else { (left.len() == 5).then_some(None) };
        mv.into_iter()
    }

    fn play(&self, graph: &Subgraph, left: &Self::Move) -> Components<Subgraph> {
        let cycle: Subgraph = "cycle:5".parse().unwrap();
        let gone = |kept: &[usize; 2]| (0..5).filter(|vertex| !kept.contains(vertex)).collect();
        left.as_ref().map_or_else(Components::new, |kept| {
            assert!(graph.vertices().iter().eq([0, 1]));
            cycle.without(&gone(kept)).into()
        })
    }
}

/// A cycle of five vertices lists one of its five mirror images as an option. A predicate, or another rule book, tells them apart.
#[test]
fn symmetries_of_one_game_are_no_symmetries_of_another() {
    let cycle: Subgraph = "cycle:5".parse().unwrap();
    let mut values = Vec::new();
    for pair in [[0, 1], [1, 2], [2, 3], [3, 4], [0, 4]] {
        let end = move |graph: &Subgraph| graph.vertices().iter().eq(pair);
        let cut = Truncate { game: NodeKayles::new(), end };
        values.push(Solver::new(&cut).grundy(cycle.clone()));
        assert_eq!(values.last(), Some(&Solver::new(Unhinted(&cut)).grundy(cycle.clone())), "{pair:?}");
    }
    assert_eq!(values, vec![Ok(Nimber::new(2)); 5]); // one neighbour pair of the five has ended and is worth 0, the others 1
    let joined = Join(NodeKayles::new(), OtherTwo);
    assert_eq!(Solver::new(Unhinted(&joined)).grundy(cycle.clone()), Ok(Nimber::new(3)));
    assert_eq!(Solver::new(&joined).grundy(cycle), Ok(Nimber::new(3)));
}

/// The walk that the theorem needs goes on where it was stopped, and an answer costs nothing once more.
#[test]
fn an_acrostic_value_comes_in_slices() {
    let ruler: CoinTurning = "ruler".parse().unwrap();
    let product = Acrostic { rows: &ruler, columns: &ruler };
    let at = Coordinates { row: Head::new(100).unwrap(), column: Head::new(96).unwrap() };
    let once = |_| ControlFlow::Break(());
    let mut solver = Solver::new(product).with_control(Control::new().watched(once));
    let mut stops = 0;
    let value = loop {
        match solver.grundy(at) {
            Ok(value) => break value,
            Err(SolveError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 2000);
        solver.set_control(Control::new().watched(once));
    };
    assert!(stops > 2, "the walk takes many steps");
    assert_eq!(value, Nimber::new(4).ugly_product(Nimber::new(32))); // the largest powers of two in 100 and 96
}

#[test]
fn a_product_with_a_loopy_row_is_loopy() {
    let loops = ExplicitGame::new(vec![vec![], vec![1]]).unwrap();
    let at = |row, column| Coordinates { row, column };
    let mut solver = Solver::new((&loops).times(Nim));
    assert_eq!(solver.grundy(at(0, 2)), Ok(Nimber::ZERO));
    assert!(matches!(solver.grundy([at(0, 2), at(1, 2)]), Err(SolveError::Loopy { .. })));
    // Without a move in the column there is none at all.
    assert_eq!(solver.grundy(at(1, 0)), Ok(Nimber::ZERO));
}

#[test]
fn huge_products_are_refused() {
    let huge = Coordinates { row: 1 << 40, column: 1 << 40 };
    let refused = Solver::new(Unhinted(Nim.times(Nim))).grundy(huge);
    assert!(matches!(refused, Err(SolveError::TooManyMoves { .. })));
    // By the theorem, it is one product.
    assert_eq!(Solver::new(Nim.times(Nim)).grundy(huge).unwrap(), Nimber::new(1 << 40) * Nimber::new(1 << 40));
    let refused = Solver::new(Unhinted(Acrostic { rows: Nim, columns: Nim })).grundy(huge);
    assert!(matches!(refused, Err(SolveError::TooManyMoves { .. })));
}
