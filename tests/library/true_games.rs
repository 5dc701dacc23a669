//! Rule books against the games that they stand for, played here from the words of their rules: nothing is taken from the
//! crate but its answers. And against theorems told in another way, where the numbers are too large to play.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;

use crate::support::asked::{moves_leaving, some_moves_leaving};
use grundy::games::{Chain, Heaps, Pair, TakeFromEach, WythoffMove};
use grundy::heap::HeapMove;
use grundy::{
    Answer, ChainGame, Components, Control, ImpartialGame, LaskersNim, MooresNim, Nim, Nimber, Notes, Outcome, Play,
    Question, Solver, Subtraction, SumMove, Treblecross, Wythoff, play_in_sum,
};
use proptest::prelude::*;

fn outcome(wins: bool) -> Outcome {
    if wins { Outcome::N } else { Outcome::P }
}

// Treblecross: bit i of a mask is set if cell i has a cross; whoever completes three in a row wins.

/// Whether the player to move wins Treblecross.
fn completes_three(cells: u32, crosses: u32, solved: &mut HashMap<u32, bool>) -> bool {
    if let Some(wins) = solved.get(&crosses) {
        return *wins;
    }
    let three = |crosses: u32| crosses & crosses >> 1 & crosses >> 2 != 0;
    let moves = (0..cells).map(|cell| crosses | 1 << cell).filter(|after| *after != crosses);
    let wins = moves.clone().any(three) || moves.clone().any(|after| !completes_three(cells, after, solved));
    solved.insert(crosses, wins);
    wins
}

#[test]
fn treblecross_is_won_by_whom_it_is_won_when_it_is_played() {
    let mut solver = Solver::new(Treblecross);
    for cells in 3..=16 {
        let wins = completes_three(cells, 0, &mut HashMap::new());
        assert_eq!(solver.outcome(u64::from(cells)), Ok(outcome(wins)), "{cells} cells");
    }
}

#[test]
fn treblecross_in_the_middle_of_a_game_is_the_sum_of_its_safe_strips() {
    let mut solver = Solver::new(Treblecross);
    for cells in 3..=12_u32 {
        let mut solved = HashMap::new();
        let no_threat = |crosses: &u32| crosses & crosses >> 1 == 0 && crosses & crosses >> 2 == 0;
        for crosses in (0..1_u32 << cells).filter(no_threat) {
            let near = crosses | crosses << 1 | crosses << 2 | crosses >> 1 | crosses >> 2;
            let drawn: String = (0..cells).map(|cell| if near >> cell & 1 == 0 { 's' } else { ' ' }).collect();
            let strips: Components<u64> = drawn.split_whitespace().map(|strip| strip.len() as u64).collect();
            let wins = completes_three(cells, crosses, &mut solved);
            assert_eq!(solver.outcome(strips), Ok(outcome(wins)), "{cells} cells, crosses {crosses:b}");
        }
    }
}

// Wythoff's game.

/// Who wins each pair of heaps up to `most`, by the rules.
fn wythoff_by_the_rules(most: usize, play: Play) -> Vec<Vec<bool>> {
    let mut wins = vec![vec![false; most + 1]; most + 1];
    for (one, other) in (0..=most).flat_map(|one| (0..=most).map(move |other| (one, other))) {
        let from_one = (0..one).any(|left| !wins[left][other]);
        let from_other = (0..other).any(|left| !wins[one][left]);
        let from_both = (1..=one.min(other)).any(|taken| !wins[one - taken][other - taken]);
        let is_end = one == 0 && other == 0;
        wins[one][other] = from_one || from_other || from_both || is_end && play == Play::Misere;
    }
    wins
}

#[test]
fn wythoffs_pairs_are_lost_as_played_in_normal_and_misere_play() {
    for play in [Play::Normal, Play::Misere] {
        let mut solver = Solver::new(Wythoff);
        let most = 60;
        let by_the_rules = wythoff_by_the_rules(most, play);
        for (one, row) in (0..).zip(&by_the_rules) {
            for (other, wins) in (0..).zip(row) {
                let known = solver.outcome_in(play, Pair(one, other));
                assert_eq!(known, Ok(outcome(*wins)), "{one}, {other} in {play} play");
            }
        }
    }
}

/// Fibonacci numbers from 1 and 2 on, as far as they fit.
fn fibonacci() -> Vec<u64> {
    std::iter::successors(Some((1_u64, 2_u64)), |(one, other)| Some((*other, one.checked_add(*other)?)))
        .map(|(one, _)| one)
        .collect()
}

/// The places in [`fibonacci`] of the parts of a number, no two of them neighbours (Zeckendorf), the largest first.
fn zeckendorf(mut number: u64) -> Vec<usize> {
    let mut places = Vec::new();
    for (place, part) in fibonacci().into_iter().enumerate().rev() {
        if part <= number {
            number -= part;
            places.push(place);
        }
    }
    places
}

proptest! {
    /// Heaps *a* < *b* are a Wythoff pair exactly if *a* written in Fibonacci numbers ends in an even number of zeros, and *b* is
    /// the same digits with a zero more.
    #[test]
    fn huge_wythoff_pairs_are_shifted_fibonacci_digits(number in 1..u64::MAX / 2, offset in -3_i64..=3) {
        let fibonacci = fibonacci();
        let mut places = zeckendorf(number);
        if places.last().is_some_and(|zeros| zeros % 2 == 1) {
            places = places.iter().map(|place| place - 1).collect();
        }
        let sum = |shift: usize| places.iter().try_fold(0_u64, |sum, place| sum.checked_add(*fibonacci.get(place + shift)?));
        let (Some(one), Some(other)) = (sum(0), sum(1)) else { return Ok(()) };
        let mut solver = Solver::new(Wythoff);
        prop_assert_eq!(solver.outcome(Pair(one, other)), Ok(Outcome::P));
        prop_assert_eq!(solver.outcome(Pair(other, one)), Ok(Outcome::P));
        prop_assert_eq!(solver.outcome_in(Play::Misere, Pair(one, other)), Ok(outcome((one, other) == (1, 2))));
        let Some(near) = other.checked_add_signed(offset) else { return Ok(()) };
        prop_assert_eq!(solver.outcome(Pair(one, near)), Ok(outcome(offset != 0)));
    }
}

#[test]
fn wythoffs_game_tells_all_moves_that_win() {
    for play in [Play::Normal, Play::Misere] {
        let by_the_rules = wythoff_by_the_rules(60, play);
        for pair in (0..=60).flat_map(|one| (0..=60).map(move |other| Pair(one, other))) {
            let loses = |mv: &WythoffMove| {
                let left = Wythoff.play(&pair, mv);
                let Pair(one, other) = left.first().copied().unwrap_or(Pair(0, 0));
                !by_the_rules[usize::try_from(one).unwrap()][usize::try_from(other).unwrap()]
            };
            let tried: Vec<WythoffMove> = Wythoff.moves(&pair).filter(loses).collect();
            if play == Play::Normal {
                assert_eq!(moves_leaving(&Wythoff, &pair, Nimber::ZERO).unwrap(), tried, "{pair}");
            }
            let mut solver = Solver::new(Wythoff);
            let told: Vec<WythoffMove> =
                solver.winning_moves_in(play, pair).unwrap().iter().map(|win| win.mv).collect();
            assert_eq!(told, tried, "{pair} in {play} play");
        }
    }
}

proptest! {
    #[test]
    fn a_huge_pair_of_wythoffs_game_is_won_or_lost(one in any::<u64>(), other in any::<u64>(), bits in 0..64_u32) {
        for pair in [Pair(one, other), Pair(one >> bits, other), Pair(one, one.wrapping_add(other >> bits))] {
            let wins: Vec<WythoffMove> = moves_leaving(&Wythoff, &pair, Nimber::ZERO).unwrap();
            let mut solver = Solver::new(Wythoff);
            prop_assert_eq!(solver.outcome(pair), Ok(outcome(!wins.is_empty())));
            for win in wins {
                prop_assert!(Wythoff.allows(&pair, &win));
                prop_assert_eq!(solver.outcome(Wythoff.play(&pair, &win)), Ok(Outcome::P));
            }
            let wins = solver.winning_moves_in(Play::Misere, pair).unwrap();
            prop_assert_eq!(wins.is_empty(), solver.outcome_in(Play::Misere, pair) == Ok(Outcome::P));
            for win in wins {
                prop_assert!(Wythoff.allows(&pair, &win.mv));
                prop_assert_eq!(solver.outcome_in(Play::Misere, Wythoff.play(&pair, &win.mv)), Ok(Outcome::P));
            }
        }
    }
}

// Moore's Nim.

/// Every list of smaller heaps that differs in at least one place and in at most `most_heaps` places.
fn moore_options(heaps: &[u64], most_heaps: usize) -> Vec<Vec<u64>> {
    let mut after: Vec<Vec<u64>> = vec![vec![]];
    for size in heaps {
        after = after.iter().flat_map(|left| (0..=*size).map(move |keep| [&left[..], &[keep]].concat())).collect();
    }
    let changed = |left: &[u64]| left.iter().zip(heaps).filter(|(keep, size)| keep != size).count();
    after.retain(|left| (1..=most_heaps).contains(&changed(left)));
    after
}

/// Whether the player to move wins Moore's Nim with moves in at most `most_heaps` heaps.
fn moore_by_the_rules(heaps: &[u64], most_heaps: usize, play: Play, solved: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(wins) = solved.get(heaps) {
        return *wins;
    }
    let after = moore_options(heaps, most_heaps);
    let over = after.is_empty() && play == Play::Misere;
    let wins = over || after.iter().any(|left| !moore_by_the_rules(left, most_heaps, play, solved));
    solved.insert(heaps.to_vec(), wins);
    wins
}

#[test]
fn moores_nim_is_won_as_played_in_normal_and_misere_play() {
    for (most_heaps, play) in (1..=4).flat_map(|most| [(most, Play::Normal), (most, Play::Misere)]) {
        let game = MooresNim::new(NonZeroUsize::new(most_heaps).unwrap());
        let mut solver = Solver::new(game);
        let mut solved = HashMap::new();
        let mut check = |sizes: &[u64]| {
            let heaps = Heaps::from(sizes.iter().copied());
            let wins = moore_by_the_rules(sizes, most_heaps, play, &mut solved);
            let of = format!("{sizes:?}, at most {most_heaps} heaps, {play} play");
            assert_eq!(solver.outcome_in(play, heaps.clone()), Ok(outcome(wins)), "{of}");
            // All moves, and those that win in the same order.
            let left = |mv: &TakeFromEach| game.play(&heaps, mv)[0].sizes().to_vec();
            let mut moves: Vec<_> = game.moves(&heaps).map(|mv| left(&mv)).collect();
            let won: Vec<_> =
                solver.winning_moves_in(play, heaps.clone()).unwrap().iter().map(|win| left(&win.mv)).collect();
            let wins = |left: &&Vec<u64>| !moore_by_the_rules(left, most_heaps, play, &mut solved);
            assert_eq!(won, moves.iter().filter(wins).cloned().collect::<Vec<_>>(), "{of}");
            moves.sort_unstable();
            assert_eq!(moves, moore_options(sizes, most_heaps), "{of}");
        };
        for code in 0..4_u64.pow(4) {
            check(&[code % 4, code / 4 % 4, code / 16 % 4, code / 64]);
        }
        (0..8).for_each(|ones| check(&vec![1; ones]));
        check(&[9, 1, 6]);
    }
}

#[test]
fn moores_nim_says_why() {
    let mut solver = Solver::new(MooresNim::new(NonZeroUsize::new(2).unwrap()));
    for (play, heaps, expected) in [
        (Play::Normal, &[5, 5, 6][..], "column number 2 from the right has ones in 1 of the sizes, no multiple of 3"),
        (Play::Normal, &[4, 9, 13, 9, 4], "the ones in each column of the sizes are a multiple of 3"),
        (Play::Misere, &[1, 0, 1], "no heap has two counters, and the number of heaps with one, 2, is not 1 modulo 3"),
        (Play::Misere, &[1], "no heap has two counters, and the number of heaps with one, 1, is 1 modulo 3"),
    ] {
        let told = solver.explain_in(play, Heaps::from(heaps.iter().copied())).unwrap().to_string();
        assert!(told.contains(expected), "{heaps:?}: {told}");
    }
}

#[test]
fn moores_nim_has_the_values_of_its_options() {
    for (most_heaps, count, largest) in [(1, 3, 6), (2, 2, 9), (2, 3, 9), (3, 4, 4), (3, 2, 6), (4, 5, 2)] {
        let game = MooresNim::new(NonZeroUsize::new(most_heaps).unwrap());
        let mut values: HashMap<Vec<u64>, u64> = HashMap::new();
        // Each list comes after those with fewer counters.
        let mut lists: Vec<Vec<u64>> = vec![vec![]];
        for _ in 0..count {
            lists = lists.iter().flat_map(|list| (0..=largest).map(|size| [&list[..], &[size]].concat())).collect();
        }
        lists.sort_by_key(|list| list.iter().sum::<u64>());
        for list in lists {
            let options: HashSet<u64> = moore_options(&list, most_heaps).iter().map(|left| values[left]).collect();
            let value = (0..=options.len() as u64).find(|value| !options.contains(value)).unwrap();
            let told = game.known_value(&Heaps::from(list.iter().copied()));
            assert_eq!(told, Some(Nimber::new(value)), "{list:?}, at most {most_heaps} heaps");
            values.insert(list, value);
        }
        let wide = (0..=most_heaps as u64 + 1).map(|size| size + 3);
        assert_eq!(game.known_value(&Heaps::from(wide)).is_some(), most_heaps == 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The columns of what a winning move leaves are multiples, whatever the size of heaps.
    #[test]
    fn large_heaps_of_moores_nim_are_won_by_their_columns(
        sizes in prop::collection::vec(prop_oneof![any::<u64>(), 0..40_u64, Just(1)], 1..7), most in 1..5_usize,
    ) {
        let game = MooresNim::new(NonZeroUsize::new(most).unwrap());
        let modulus = most + 1;
        let is_lost = |sizes: &[u64], play: Play| {
            let ones = |column: u32| sizes.iter().filter(|size| **size >> column & 1 == 1).count();
            match play {
                Play::Misere if sizes.iter().all(|size| *size < 2) => ones(0) % modulus == 1,
                _ => (0..64).all(|column| ones(column).is_multiple_of(modulus)),
            }
        };
        let heaps = Heaps::from(sizes.clone());
        for play in [Play::Normal, Play::Misere] {
            let mut notes = Notes::default();
            let question = Question::Winning { sum: std::slice::from_ref(&heaps), component: 0, play };
            let Answer::Moves(wins) = game.oracle(question, &mut notes, &mut Control::new()) else {
                return Err(TestCaseError::fail("the theorem tells the moves"));
            };
            let mut told = 0;
            for mv in wins.take(50) {
                prop_assert!(game.allows(&heaps, &mv), "{heaps}: {mv}");
                let left = game.play(&heaps, &mv);
                prop_assert!(is_lost(left[0].sizes(), play), "{heaps} to {}, {play} play", left[0]);
                told += 1;
            }
            let has_moves = sizes.iter().any(|size| *size > 0);
            prop_assert_eq!(told > 0, has_moves && !is_lost(&sizes, play), "{}, {} play", heaps, play);
        }
    }
}

// Subtraction games.

/// The values of heaps 0 to `most`.
fn subtraction_by_the_rules(set: &[u64], most: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=most {
        let options: Vec<u64> = set
            .iter()
            .filter_map(|taken| heap.checked_sub(*taken))
            .map(|left| values[usize::try_from(left).unwrap()])
            .collect();
        values.push((0..=options.len() as u64).find(|value| !options.contains(value)).unwrap());
    }
    values
}

#[test]
fn a_heap_that_one_move_takes_is_won_at_once() {
    for (game, heap) in [(Subtraction::squares(), 1_000_000), (Subtraction::primes(), 100_003)] {
        let mut solver = Solver::new(game).with_control(Control::new().positions(50_000));
        assert_eq!(solver.outcome(heap), Ok(Outcome::N));
        assert_eq!(solver.winning_move(heap).unwrap().unwrap().to_string(), format!("component 1: take {heap}"));
        assert_eq!(solver.control().done(), 0);
        let told = solver.explain_outcome(Play::Normal, heap).unwrap().to_string();
        assert!(told.contains("one move takes the whole heap"), "{told}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_periodic_values_of_a_subtraction_game_are_those_of_its_rules(set in proptest::collection::btree_set(1..24_u64, 1..6)) {
        let set: Vec<u64> = set.into_iter().collect();
        let game = Subtraction::new(set.iter().copied()).unwrap();
        for (heap, value) in (0_u64..).zip(subtraction_by_the_rules(&set, 4000)) {
            prop_assert_eq!(game.known_value(&heap), Some(Nimber::new(value)), "{:?}, heap {}", set, heap);
        }
    }

    #[test]
    fn a_large_heap_of_a_subtraction_game_is_the_mex_of_its_options(
        set in proptest::collection::btree_set(1..24_u64, 1..6),
        heap in (u64::MAX / 2)..=u64::MAX,
    ) {
        let game = Subtraction::new(set).unwrap();
        let options: Vec<Nimber> = game.moves(&heap).map(|mv| game.play(&heap, &mv)).map(|left| game.known_value(&left[0]).unwrap()).collect();
        prop_assert_eq!(game.known_value(&heap), Some(grundy::mex(options)));
    }
}

// Lasker's Nim.

#[test]
fn laskers_nim_tells_all_moves_that_leave_a_value() {
    let value = |heap: u64| LaskersNim.known_value(&heap).unwrap();
    for heap in 0..=70 {
        let left = |mv: &HeapMove| LaskersNim.play(&heap, mv).into_iter().map(value).sum::<Nimber>();
        for target in (0..=140).map(Nimber::new) {
            let tried: Vec<HeapMove> = LaskersNim.moves(&heap).filter(|mv| left(mv) == target).collect();
            let told: Vec<HeapMove> = moves_leaving(&LaskersNim, &heap, target).unwrap();
            assert_eq!(told, tried, "{heap} to {target}");
        }
    }
}

proptest! {
    /// Also where there are few such moves, or none, among 2^63.
    #[test]
    fn laskers_nim_tells_moves_in_a_huge_heap_at_once(heap in any::<u64>(), near in any::<u64>(), bits in 0..64_u32, off in 0..8_u64) {
        for target in [near, near >> bits, heap ^ (near >> bits), heap.wrapping_sub(off), u64::MAX - off] {
            let target = Nimber::new(target);
            for mv in some_moves_leaving(&LaskersNim, &heap, target, 20).unwrap().0 {
                prop_assert!(LaskersNim.allows(&heap, &mv));
                let left = LaskersNim.play(&heap, &mv).into_iter().map(|part| LaskersNim.known_value(&part).unwrap());
                prop_assert_eq!(left.sum::<Nimber>(), target);
            }
        }
    }
}

// Heaps as large as an integer holds.

#[test]
fn a_nim_heap_of_2_to_64_minus_1_is_worth_its_size() {
    let mut solver = Solver::new(Nim);
    assert_eq!(solver.grundy(u64::MAX), Ok(Nimber::new(u64::MAX)));
    let heaps = [u64::MAX, u64::MAX - 5, 3];
    assert_eq!(solver.grundy(heaps), Ok(Nimber::new(5 ^ 3)));
    let wins: Vec<_> = solver.winning_moves(heaps).unwrap().into_iter().collect();
    // Of the three heaps only the first has a one in the column of 4.
    assert_eq!(wins, [SumMove { component: 0, mv: HeapMove::Take(6) }]);
    let left = play_in_sum(&Nim, heaps.into(), wins[0]).unwrap();
    assert_eq!(solver.grundy(left), Ok(Nimber::ZERO));
    let reported = solver.winning_move(heaps).unwrap();
    assert_eq!(reported, Some(SumMove { component: 0, mv: HeapMove::Take(6) }));
}

#[test]
fn laskers_nim_is_known_up_to_2_to_64_minus_2() {
    let value = |heap: u64| LaskersNim.known_value(&heap).map(Nimber::get);
    // 2^64 − 1 is 4k + 3; its value 2^64 is no nimber of 64 bits.
    let last = [u64::MAX - 4, u64::MAX - 3, u64::MAX - 2, u64::MAX - 1, u64::MAX].map(value);
    assert_eq!(last, [Some(u64::MAX - 3), Some(u64::MAX - 4), Some(u64::MAX - 2), Some(u64::MAX - 1), None]);
    let mut solver = Solver::new(LaskersNim);
    let heaps = [u64::MAX - 1, 2];
    let win = solver.winning_move(heaps).unwrap().unwrap();
    assert_eq!(solver.outcome(play_in_sum(&LaskersNim, heaps.into(), win).unwrap()), Ok(Outcome::P));
}

#[test]
fn chains_of_2_to_64_minus_1_nodes_follow_the_theorem() {
    let mut solver = Solver::new(ChainGame);
    assert_eq!(u64::MAX % 3, 0);
    assert_eq!(solver.grundy(Chain::Fresh(u64::MAX)), Ok(Nimber::new(1)));
    assert_eq!(solver.grundy(Chain::Open(u64::MAX)), Ok(Nimber::ZERO));
    let win = solver.winning_move([Chain::Fresh(u64::MAX), Chain::Open(2)]).unwrap().unwrap();
    assert_eq!(win.component, 1); // *1 + *2: the open chain has the one in the odd column
}

#[test]
fn a_huge_wythoff_pair_of_equal_heaps_is_won_by_taking_all() {
    let pair = Pair(u64::MAX, u64::MAX);
    let left = Wythoff.play(&pair, &WythoffMove::Both(u64::MAX));
    assert_eq!(left, Components::new());
    for play in [Play::Normal, Play::Misere] {
        assert_eq!(Solver::new(Wythoff).outcome_in(play, pair), Ok(Outcome::N));
    }
}
