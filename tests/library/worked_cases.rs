//! Worked cases: figures and claims that were published for sums, Kayles, Lasker's Nim, the chain game and waiting moves,
//! each under a name that says what it states. Those of Chomp are in `chomp.rs`.

use std::collections::{BTreeSet, HashMap};

use crate::support::naive;
use grundy::Either::{Left, Right};
use grundy::chomp::{Board, Chomp, Tile};
use grundy::games::{Chain, ChainMove, Node, Numbers, TakeNumber, Tree};
use grundy::heap::{HeapMove, RowMove};
use grundy::solver::Reason;
use grundy::{
    ChainGame, Components, DivisorGame, ImpartialGame, Kayles, LaskersNim, Method, Nim, Nimber, Notation, Outcome,
    Play, Solver, SumMove, TreeGame, Unhinted, play_in_sum, waiting_move,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// The values of rows of 0 to 35 pins.
const KAYLES: [u64; 36] =
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7];

/// The rows from which the values of Kayles differ from their final pattern.
const KAYLES_EXCEPTIONS: [usize; 14] = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];

fn values<G: ImpartialGame<Position = u64>>(game: G, heaps: std::ops::Range<u64>) -> Vec<u64> {
    let mut solver = Solver::new(game);
    heaps.map(|heap| solver.grundy(heap).unwrap().get()).collect()
}

fn winning_moves<G>(game: G, position: impl Into<Components<G::Position>>) -> Vec<SumMove<G::Move>>
where
    G: ImpartialGame<Position: std::fmt::Debug>,
{
    let mut solver = Solver::new(game);
    solver.winning_moves(position).unwrap().into_iter().collect()
}

// The leftmost odd column.

#[test]
fn the_third_column_from_the_right_is_the_leftmost_odd_one() {
    let working = Solver::new(Nim).explain([0b11011, 0b1101, 0b10100, 0b100]).unwrap();
    let Reason::OddColumn { nim_sum, column } = working.reason else { panic!("{:?}", working.reason) };
    assert_eq!((nim_sum.leftmost_bit(), column), (Some(2), 2));
    assert!(working.to_string().contains("The leftmost odd column is number 3 from the right"), "{working}");
}

/// The case is told with 10011 = 19 as the goal, which is right beside 101; beside 100 the nim-sum is 110 and the goal 10010.
#[test]
fn the_component_10100_must_go_to_10011_beside_101_and_to_10010_beside_100() {
    for (last, goal) in [(0b101, 0b10011), (0b100, 0b10010)] {
        let heaps = Components::from([0b11011, 0b1101, 0b10100, last]);
        let wins = winning_moves(Nim, heaps.clone());
        assert!(wins.contains(&SumMove { component: 2, mv: HeapMove::Take(0b10100 - goal) }), "{wins:?}");
        // Every component but the first has a one in the odd column, so each of them has a winning move.
        assert_eq!(wins.iter().map(|win| win.component).collect::<Vec<_>>(), [1, 2, 3]);
        for win in wins {
            let left = play_in_sum(&Nim, heaps.clone(), win).unwrap();
            assert_eq!(left.iter().fold(0, |sum, heap| sum ^ heap), 0);
        }
    }
}

#[test]
fn every_column_even_is_a_lost_position() {
    let heaps = [0b11011, 0b1011, 0b10110, 0b110];
    let mut solver = Solver::new(Nim);
    assert_eq!(solver.outcome(heaps), Ok(Outcome::P));
    assert_eq!(solver.explain(heaps).unwrap().reason, Reason::AllColumnsEven);
    assert_eq!(winning_moves(Nim, heaps), []);
}

#[test]
fn in_a_lost_position_the_most_testing_move_is_one_tile() {
    let mut solver = Solver::new(Chomp::poisoned());
    for rows in [[2, 1], [3, 2], [4, 3]] {
        let board = Board::from_rows(rows).unwrap();
        assert_eq!(solver.outcome(board.clone()), Ok(Outcome::P));
        let best = solver.best_move(board.clone()).unwrap().unwrap();
        assert_eq!(board.tiles() - board.chomped(best.mv).tiles(), 1, "{board}: {}", best.mv);
    }
}

#[test]
fn a_component_without_a_one_in_the_leftmost_odd_column_is_skipped() {
    // Values *1 and *3: the first row has a winning move too (to *3), but it is the second that is reported.
    let rows = [4, 3];
    assert_eq!(winning_moves(Kayles, rows)[0].component, 0);
    let reported = Solver::new(Kayles).winning_move(rows).unwrap().unwrap();
    assert_eq!(reported, SumMove { component: 1, mv: RowMove { place: 1, pins: 2 } });
}

proptest! {
    #[test]
    fn the_reported_move_keeps_the_tie_rule(rows in vec(0..30_u64, 1..6)) {
        let value = |pins: u64| KAYLES[usize::try_from(pins).unwrap()];
        let nim_sum = rows.iter().fold(0, |sum, pins| sum ^ value(*pins));
        let mut expected = None;
        // Components left to right; skip those without a one in the column; places left to right; one pin before two.
        for (component, pins) in rows.iter().copied().enumerate() {
            if nim_sum == 0 || value(pins) >> nim_sum.ilog2() & 1 == 0 {
                continue;
            }
            for (place, taken) in (1..=pins).flat_map(|place| [(place, 1), (place, 2)]) {
                let wins = place + taken - 1 <= pins
                    && value(place - 1) ^ value(pins + 1 - place - taken) == value(pins) ^ nim_sum;
                if wins && expected.is_none() {
                    expected = Some(SumMove { component, mv: RowMove { place, pins: taken } });
                }
            }
        }
        prop_assert_eq!(Solver::new(Kayles).winning_move(&rows[..]), Ok(expected));
    }
}

// Kayles.

#[test]
fn kayles_has_the_published_values() {
    assert_eq!(values(Kayles, 0..36), KAYLES);
}

#[test]
fn kayles_has_period_12_from_71_and_exactly_14_exceptions() {
    let values = values(Kayles, 0..700);
    assert!((71..688).all(|pins| values[pins] == values[pins + 12]));
    assert_ne!(values[70], values[82]);
    let pattern = |pins: usize| values[72 + pins % 12];
    let exceptions: Vec<usize> = (0..700).filter(|pins| values[*pins] != pattern(*pins)).collect();
    assert_eq!(exceptions, KAYLES_EXCEPTIONS);
}

#[test]
fn the_row_example_has_values_4_3_3_2_and_leaves_x_xxx_xxxxxx_xxx_xx() {
    let drawn = "xxxxx.xxxxxx.xxx.xx";
    let rows = Kayles.parse(drawn).unwrap();
    let mut solver = Solver::new(Kayles);
    let working = solver.explain(rows.clone()).unwrap();
    let values: Vec<u64> = working.components.iter().map(|row| row.value.unwrap().get()).collect();
    assert_eq!(values, [4, 3, 3, 2]);
    assert_eq!(solver.grundy(rows.clone()), Ok(Nimber::new(6)));
    let mv = solver.winning_move(rows.clone()).unwrap().unwrap();
    assert_eq!(mv.component, 0);
    let left = play_in_sum(&Kayles, rows, mv).unwrap();
    assert_eq!(Kayles.text_like(drawn, &left), "x.xxx.xxxxxx.xxx.xx");
    assert_eq!(working.turn.unwrap().value, Some(Nimber::new(2)));
}

#[test]
fn four_pins_have_options_3_3_2_0_and_five_have_1_2_0_3_3() {
    let mut solver = Solver::new(Kayles);
    let mut options =
        |pins: u64| -> Vec<u64> { Kayles.options(&pins).map(|left| solver.grundy(left).unwrap().get()).collect() };
    assert_eq!((options(4), options(5)), (vec![3, 3, 2, 0], vec![1, 2, 0, 3, 3]));
    assert_eq!((solver.grundy(4), solver.grundy(5)), (Ok(Nimber::new(1)), Ok(Nimber::new(4))));
}

// Lasker's Nim.

#[test]
fn laskers_nim_swaps_4k_plus_3_and_4k_plus_4() {
    let expected: Vec<u64> = (0..120)
        .map(|heap| match heap % 4 {
            3 => heap + 1,
            0 if heap > 0 => heap - 1,
            _ => heap,
        })
        .collect();
    assert_eq!(values(LaskersNim, 0..120), expected);
    assert_eq!(values(Unhinted(LaskersNim), 0..120), expected);
}

fn is_split(mv: &SumMove<HeapMove>) -> bool {
    matches!(mv.mv, HeapMove::Split(..))
}

#[test]
fn heaps_2_5_7_are_won_by_splitting_7_and_in_no_other_way() {
    assert_eq!(Solver::new(LaskersNim).grundy([2, 5, 7]), Ok(Nimber::new(15)));
    let wins = winning_moves(LaskersNim, [2, 5, 7]);
    let expected =
        [(1, 6), (2, 5), (3, 4)].map(|(one, other)| SumMove { component: 2, mv: HeapMove::Split(one, other) });
    assert_eq!(wins, expected);
    assert_eq!(winning_moves(Unhinted(LaskersNim), [2, 5, 7]), expected);
}

#[test]
fn heaps_1_2_3_are_won_by_splitting_3_only() {
    assert_eq!(winning_moves(LaskersNim, [1, 2, 3]), [SumMove { component: 2, mv: HeapMove::Split(1, 2) }]);
}

#[test]
fn heaps_3_3_3_1_2_are_won_by_splitting_any_3() {
    let expected = [0, 1, 2].map(|component| SumMove { component, mv: HeapMove::Split(1, 2) });
    assert_eq!(winning_moves(Unhinted(LaskersNim), [3, 3, 3, 1, 2]), expected);
}

#[test]
fn heaps_6_9_15_and_1_2_3_7_15_are_won_by_splitting_15_only() {
    for heaps in [&[6, 9, 15][..], &[1, 2, 3, 7, 15]] {
        let wins = winning_moves(Unhinted(LaskersNim), heaps);
        assert!(!wins.is_empty() && wins.iter().all(is_split), "{wins:?}");
        assert!(wins.iter().all(|win| win.component == heaps.len() - 1), "{wins:?}");
        assert_eq!(winning_moves(LaskersNim, heaps), wins);
    }
}

/// There may be several largest heaps: two more of them change no nim-sum, and each of the three may be split.
#[test]
fn a_largest_heap_of_4k_minus_1_beside_value_4k_minus_1_is_won_by_splitting_a_largest_only() {
    let value = |heap: u64| LaskersNim.known_value(&heap).unwrap().get();
    let mut solver = Solver::new(LaskersNim);
    let mut found = 0;
    for power in [4, 8, 16] {
        let largest = power - 1;
        for others in (0..largest).flat_map(|one| (one..largest).map(move |two| [one, two])) {
            for third in others[1]..largest {
                if value(others[0]) ^ value(others[1]) ^ value(third) != largest {
                    continue;
                }
                found += 1;
                for largest_heaps in [1, 3] {
                    let heaps = [&[others[0], others[1], third][..], &vec![largest; largest_heaps]].concat();
                    let wins = solver.winning_moves(&heaps).unwrap();
                    assert!(wins.iter().all(is_split), "{heaps:?}: {wins:?}");
                    let split: BTreeSet<usize> = wins.iter().map(|win| win.component).collect();
                    assert_eq!(split, (3..heaps.len()).collect(), "{heaps:?}");
                }
            }
        }
    }
    assert!(found > 40, "{found} positions");
}

/// A source lists both as further cases of the rule above. It took heaps 4, 8 and 3 for their values.
#[test]
fn heaps_1_2_4_8_15_and_2_3_6_7_are_won_by_removing_counters_too() {
    let wins = winning_moves(Unhinted(LaskersNim), [1, 2, 4, 8, 15]);
    assert!(wins.contains(&SumMove { component: 4, mv: HeapMove::Take(15 - 8) }), "{wins:?}");
    let wins = winning_moves(Unhinted(LaskersNim), [2, 3, 6, 7]);
    assert!(wins.contains(&SumMove { component: 3, mv: HeapMove::Take(7) }), "{wins:?}");
}

#[test]
fn heaps_7_9_11_have_nim_sum_13_and_heaps_2_3_have_6_and_neither_is_won_by_splitting() {
    for (heaps, nim_sum) in [(&[7, 9, 11][..], 13), (&[2, 3], 6)] {
        assert_eq!(Solver::new(LaskersNim).grundy(heaps), Ok(Nimber::new(nim_sum)));
        let wins = winning_moves(Unhinted(LaskersNim), heaps);
        assert!(!wins.is_empty() && !wins.iter().any(is_split), "{wins:?}");
    }
}

// Waiting moves.

#[test]
fn taking_1_is_a_waiting_move_of_the_divisor_game() {
    for n in 1..=64 {
        let numbers = Numbers::up_to(n).unwrap();
        assert_eq!(waiting_move(&DivisorGame, &numbers), Some(TakeNumber(1)), "1..{n}");
    }
    for n in 1..=16 {
        let searched =
            Solver::new(Unhinted(DivisorGame)).by(Method::Search).outcome_in(Play::Normal, Numbers::up_to(n).unwrap());
        assert_eq!(searched.ok(), Some(Outcome::N));
    }
}

#[test]
fn the_corner_opposite_the_poisoned_one_is_a_waiting_move_of_a_rectangle() {
    let mut solver = Solver::new(Chomp::poisoned()).by(Method::Search);
    for (row, column) in (1..=6).flat_map(|row| (1..=6).map(move |column| (row, column))) {
        let board = Board::rectangle(row, column).unwrap();
        let waiting = (row * column > 1).then_some(Tile { row, column });
        assert_eq!(waiting_move(&Chomp::poisoned(), &board), waiting);
        let outcome = if waiting.is_some() { Outcome::N } else { Outcome::P };
        assert_eq!(solver.outcome_in(Play::Normal, board), Ok(outcome));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_root_is_a_waiting_move_of_a_tree(parents in (1..9_u32).prop_flat_map(|nodes| (1..nodes).map(|node| 0..node).collect::<Vec<_>>())) {
        let tree = Tree::new(parents).unwrap();
        prop_assert_eq!(waiting_move(&TreeGame, &tree), Some(Node(0)));
        prop_assert_eq!(Solver::new(Unhinted(TreeGame)).by(Method::Search).outcome_in(Play::Normal, tree).ok(), Some(Outcome::N));
    }
}

// The chain game, from the words of the rules: bit i of a mask is set if node i is still there.

/// Whether the player to move wins, once something has been removed.
fn torn_chain_wins(nodes: u32, left: u32, solved: &mut HashMap<u32, bool>) -> bool {
    if let Some(wins) = solved.get(&left) {
        return *wins;
    }
    let there = |node: u32| node < nodes && left >> node & 1 == 1;
    let gone = |node: u32| node < nodes && left >> node & 1 == 0;
    let beside_gone = |node: u32| gone(node + 1) || node.checked_sub(1).is_some_and(gone);
    let singles = (0..nodes).filter(|node| there(*node) && beside_gone(*node)).map(|node| 1 << node);
    let doubles = (0..nodes)
        .filter(|node| there(*node) && there(node + 1) && (beside_gone(*node) || beside_gone(node + 1)))
        .map(|node| 0b11 << node);
    let moves: Vec<u32> = singles.chain(doubles).collect();
    let wins = moves.into_iter().any(|removed| !torn_chain_wins(nodes, left & !removed, solved));
    solved.insert(left, wins);
    wins
}

#[test]
fn the_first_player_wins_the_chain_game_on_every_chain_but_0_and_2_by_nodes_2_minus_n_mod_3() {
    for nodes in 0..=15_u32 {
        let mut solved = HashMap::new();
        let all = (1_u32 << nodes) - 1;
        let wins: Vec<u64> = (0..nodes)
            .filter(|node| !torn_chain_wins(nodes, all & !(1 << node), &mut solved))
            .map(|node| u64::from(node) + 1)
            .collect();
        let by_theorem: Vec<u64> = (1..=u64::from(nodes)).filter(|node| (node + u64::from(nodes)) % 3 == 2).collect();
        assert_eq!(wins, by_theorem, "{nodes} nodes");
        assert_eq!(wins.is_empty(), nodes == 0 || nodes == 2);
        let told: Vec<ChainMove> =
            winning_moves(ChainGame, Chain::Fresh(nodes.into())).into_iter().map(|win| win.mv).collect();
        assert_eq!(told, wins.into_iter().map(|node| ChainMove::Remove { node }).collect::<Vec<_>>());
    }
}

// Equivalence.

#[test]
fn two_equal_nim_heaps_are_lost_and_two_unequal_ones_are_won() {
    for (n, m) in (0..6).flat_map(|n| (0..6).map(move |m| (n, m))) {
        let expected = if n == m { Outcome::P } else { Outcome::N };
        assert_eq!(naive::outcome(&Nim, &[n, m], Play::Normal), expected);
        assert_eq!(Solver::new(Nim).outcome([n, m]), Ok(expected));
    }
}

#[test]
fn heaps_2_and_1_behave_as_3_in_every_sum() {
    let mut solver = Solver::new(Unhinted(Unhinted(Kayles).plus(Unhinted(Nim)))).by(Method::Search);
    for rest in (0..8).flat_map(|row| (0..5).map(move |heap| [Left(row), Right(heap)])) {
        let beside =
            |heaps: &[u64]| -> Components<_> { rest.into_iter().chain(heaps.iter().copied().map(Right)).collect() };
        let of_two = solver.outcome_in(Play::Normal, beside(&[2, 1])).unwrap();
        let of_one = solver.outcome_in(Play::Normal, beside(&[3])).unwrap();
        assert_eq!(of_two, of_one, "{rest:?}");
    }
}
