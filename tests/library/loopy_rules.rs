//! Rule books whose play may come round: positions found by play, limits, and games that do end.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::games::{InARow, Row, TwoHeaps};
use crate::support::retrograde::outcomes;
use grundy::heap::TakeAndBreak;
use grundy::laws::{GameTable, Law, Violation, assert_law, check_law};
use grundy::loopy::{Digraph, LoopyOutcome, LoopySolver, LoopyValue, LoopyValues};
use grundy::{
    Bound, Components, Control, ExplicitGame, FoundMoves, ImpartialGame, Kayles, Nim, Nimber, Notation, Progress,
    SolveError, Solver, Stopped, SumMove, TreeGame, Unhinted, Unit, Wythoff,
};
use proptest::prelude::*;

/// Square-But-One: take a square number of stones, or add one to an even heap that is not empty.
struct SquareButOne;

impl ImpartialGame for SquareButOne {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let heap = *heap;
        let more = (heap > 0 && heap.is_multiple_of(2)).then_some(heap + 1);
        (1..).map_while(move |root: u64| heap.checked_sub(root * root)).chain(more)
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }
}

/// Source: "Combinatorial Game Theory V", limsup's blog, 2012: heaps 0 and 5 are P, m² and m² + 5 are N, all others are drawn.
#[test]
fn square_but_one_is_as_published() {
    let mut solver = LoopySolver::new(SquareButOne);
    for heap in 0..=600_u64 {
        let is_square = |number: u64| number > 0 && number.isqrt().pow(2) == number;
        let expected = match heap {
            0 | 5 => LoopyOutcome::P,
            _ if is_square(heap) || heap.checked_sub(5).is_some_and(is_square) => LoopyOutcome::N,
            _ => LoopyOutcome::Draw,
        };
        assert_eq!(solver.outcome(heap), Ok(expected), "heap {heap}");
    }
    assert_eq!(solver.control().done(), 602); // heaps of 0 to 601
}

/// A move leaves up to two components, and play may come back: tables in which a component has a weight that no move makes larger.
///
/// The weight of a component is its number modulo 3, plus 1; two components that are left weigh no more than what was played.
fn loopy_tables(positions: usize) -> impl Strategy<Value = GameTable> {
    let weight = |position: usize| position % 3 + 1;
    let rows: Vec<_> = (0..positions)
        .map(|position| {
            let left = prop::collection::vec(0..positions, 0..=2).prop_filter("too heavy", move |left| {
                left.iter().copied().map(weight).sum::<usize>() <= weight(position)
            });
            prop::collection::vec(left.prop_map(Components::from), 0..=3)
        })
        .collect();
    rows.prop_map(GameTable::new)
}

/// The graph of all whole positions that play can reach, and what its vertices are; the first is where it begins.
fn whole_graph(game: &GameTable, start: &[usize]) -> (Vec<Vec<usize>>, HashMap<Vec<usize>, usize>) {
    let sorted = |mut position: Vec<usize>| {
        position.sort_unstable();
        position
    };
    let mut wholes = vec![sorted(start.to_vec())];
    let mut places: HashMap<Vec<usize>, usize> = wholes.iter().cloned().zip(0..).collect();
    let mut graph = Vec::new();
    while graph.len() < wholes.len() {
        let mut options = Vec::new();
        for option in crate::support::naive::options(game, &wholes[graph.len()].clone()) {
            let option = sorted(option);
            let next = wholes.len();
            options.push(*places.entry(option.clone()).or_insert(next));
            if places.len() > wholes.len() {
                wholes.push(option);
            }
        }
        graph.push(options);
    }
    (graph, places)
}

/// What a move in a sum leaves.
fn left(game: &GameTable, position: &[usize], mv: SumMove<usize>) -> Vec<usize> {
    let mut left = position.to_vec();
    left.splice(mv.component..=mv.component, game.play(&position[mv.component], &mv.mv));
    left
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    /// The theorem for sums, on games that split and come round: against a search of the whole sum.
    #[test]
    fn sums_of_components_that_split(
        game in loopy_tables(7),
        position in prop::collection::vec(0..7_usize, 0..=3),
    ) {
        let (graph, places) = whole_graph(&game, &position);
        let expected = outcomes(&graph);
        let mut solver = LoopySolver::new(&game);
        let outcome = solver.outcome(&position).unwrap();
        prop_assert_eq!(outcome, expected[0]);
        prop_assert_eq!(solver.value(&position).unwrap().outcome(), outcome);
        let outcome_of = |mut position: Vec<usize>| {
            position.sort_unstable();
            expected[places[&position]]
        };
        let all: Vec<_> = (0..position.len())
            .flat_map(|component| game.moves(&position[component]).map(move |mv| SumMove { component, mv }))
            .collect();
        let leaving = |outcome| {
            let moves = all.iter().copied().filter(|mv| outcome_of(left(&game, &position, *mv)) == outcome);
            moves.collect::<FoundMoves<_>>()
        };
        prop_assert_eq!(solver.winning_moves(&position).unwrap(), leaving(LoopyOutcome::P));
        prop_assert_eq!(solver.drawing_moves(&position).unwrap(), leaving(LoopyOutcome::Draw));
        let winning = solver.winning_move(&position).unwrap();
        prop_assert_eq!(winning.is_some(), outcome == LoopyOutcome::N);
        prop_assert!(winning.is_none_or(|mv| leaving(LoopyOutcome::P).contains(&mv)));
        let best = solver.best_move(&position).unwrap();
        let as_good = match outcome {
            LoopyOutcome::N => leaving(LoopyOutcome::P),
            LoopyOutcome::Draw => leaving(LoopyOutcome::Draw),
            LoopyOutcome::P => all.iter().copied().collect(),
        };
        prop_assert!(best.map_or(all.is_empty(), |mv| as_good.contains(&mv)));
        let explained = solver.explain(&position).unwrap();
        prop_assert_eq!((explained.outcome, &explained.value), (outcome, &solver.value(&position).unwrap()));
        prop_assert_eq!((explained.best, explained.components.len()), (best, position.len()));
        for (component, in_sum) in position.into_iter().zip(explained.components) {
            let alone = solver.explain(component).unwrap();
            let [working] = &alone.components[..] else { panic!("{alone:?}") };
            prop_assert_eq!((working, &working.value), (&in_sum, &alone.value));
            prop_assert_eq!(&solver.value(component).unwrap(), &working.value);
            for option in in_sum.options {
                prop_assert_eq!(solver.value(option.position).map(|value| value.nimber()), Ok(option.value.nimber()));
            }
        }
    }

    /// A graph found vertex by vertex, in any order, has the values that it has at once, and the moves recommended still make an end.
    #[test]
    fn vertices_found_one_by_one(
        lists in prop::collection::vec(prop::collection::btree_set(0..14_usize, 0..=4), 14),
        order in Just((0..14_usize).collect::<Vec<_>>()).prop_shuffle(),
        downward in any::<bool>(),
    ) {
        let keep = |vertex: usize, target: usize| !downward || target < vertex || (vertex + target).is_multiple_of(5);
        let lists: Vec<Vec<usize>> = (0..)
            .zip(lists)
            .map(|(vertex, list)| list.into_iter().filter(|target| keep(vertex, *target)).collect())
            .collect();
        let values = LoopyValues::new(Digraph::new(lists.clone()).unwrap(), &mut Control::new()).unwrap();
        let rules = ExplicitGame::new(lists.clone()).unwrap();
        let mut solver = LoopySolver::new(&rules);
        for vertex in order {
            prop_assert_eq!(solver.value(vertex).unwrap(), values.value(vertex).unwrap());
        }
        // As many rounds as there are pairs, and none of them with a pair that came before.
        let pairs: Vec<[usize; 2]> = (0..14 * 14).map(|place| [place / 14, place % 14]).collect();
        let mut left: Vec<[usize; 2]> = pairs.into_iter().filter(|pair| values.outcome(*pair) == Ok(LoopyOutcome::P)).collect();
        let reply = |solver: &mut LoopySolver<&ExplicitGame>, pair: [usize; 2]| {
            let mv = solver.winning_move(pair).unwrap().unwrap();
            let mut left = pair;
            left[mv.component] = mv.mv.0;
            left
        };
        // Each time those pairs are struck out from which every move is answered by one that has been: all must go.
        loop {
            let before = left.clone();
            left.retain(|[one, other]| {
                let moves = lists[*one].iter().map(|to| [*to, *other]).chain(lists[*other].iter().map(|to| [*one, *to]));
                let mut replies = moves.map(|pair| reply(&mut solver, pair));
                replies.any(|pair| before.contains(&pair))
            });
            if left == before {
                break;
            }
        }
        prop_assert!(left.is_empty(), "play comes round: {:?}", left);
    }

    /// Positions found under limits that grow have the values that they have at once.
    #[test]
    fn a_limit_resumes(game in loopy_tables(6), start in 0..6_usize, step in 1..4_u64) {
        let at_once = LoopySolver::new(&game).value(start).unwrap();
        let mut solver = LoopySolver::new(&game).with_control(Control::new().positions(0));
        let mut limit = 0;
        let by_and_by = loop {
            match solver.value(start) {
                Ok(value) => break value,
                Err(error) => {
                    let expected = (Bound::Positions(limit), Unit::Positions, 0, limit);
                    let SolveError::Stopped(Stopped { bound, unit, done, unfinished, .. }) = error else { panic!("{error}") };
                    prop_assert_eq!((bound, unit, done, unfinished), expected);
                    limit += step;
                    solver.control_mut().set_positions(limit);
                }
            }
        };
        prop_assert_eq!(by_and_by, at_once);
        prop_assert!(solver.control().done() <= limit);
    }
}

/// Take up to seven counters, or add one to more than 90 000 where their number is divisible by 11: many nimbers, and some draws.
#[derive(Default)]
struct SevenOrBack {
    plays: Cell<u64>,
}

impl ImpartialGame for SevenOrBack {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let heap = *heap;
        (heap.saturating_sub(7)..heap).chain((heap > 90_000 && heap.is_multiple_of(11)).then_some(heap + 1))
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        self.plays.set(self.plays.get() + 1);
        (*left).into()
    }
}

const LARGE: u64 = 100_000;

/// A callback that notes what it is told, and goes on if `go_on` says so.
fn watched(go_on: impl Fn(Progress) -> bool + Send + Sync + 'static) -> (Control, Arc<Mutex<Vec<Progress>>>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&told);
    let control = Control::new().watched(move |progress| {
        noted.lock().unwrap().push(progress);
        if go_on(progress) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (control, told)
}

/// Vertices that have got their edges, then positions that have got their values; both grow.
fn is_growing(told: &[Progress]) -> bool {
    let values = told.partition_point(|now| now.unit == Unit::Vertices);
    let (listed, labelled) = told.split_at(values);
    let grows = |part: &[Progress]| part.is_sorted_by_key(|now| now.done) && part[0].done < part[part.len() - 1].done;
    labelled.iter().all(|now| now.unit == Unit::Positions && now.total == Some(LARGE + 1))
        && [listed, labelled].into_iter().all(|part| part.len() > 2 && grows(part))
}

#[test]
fn a_cancelled_search_resumes_and_redoes_little() {
    let (control, told_at_once) = watched(|_| true);
    let games = [SevenOrBack::default(), SevenOrBack::default()];
    let mut at_once = LoopySolver::new(&games[0]).with_control(control);
    let value = at_once.value(LARGE).unwrap();
    let told_at_once = told_at_once.lock().unwrap().clone();
    assert!(is_growing(&told_at_once), "{told_at_once:?}");
    // Cancelled at each call, and asked again.
    let (control, told) = watched(|_| false);
    let mut solver = LoopySolver::new(&games[1]).with_control(control);
    let mut cancelled = 0;
    let by_and_by = loop {
        match solver.value(LARGE) {
            Ok(value) => break value,
            Err(SolveError::Stopped(stopped)) if stopped.is_cancelled() && cancelled < 10_000 => cancelled += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(by_and_by, value);
    let told = told.lock().unwrap();
    assert!(is_growing(&told), "{told:?}");
    assert_eq!(told.len(), cancelled);
    assert!(cancelled > 20, "{cancelled}");
    // While options are made the number of calls follows the clock, so that the work is counted; values are found in as many steps on any machine.
    let [at_once_plays, plays] = games.each_ref().map(|game| game.plays.get());
    assert!(plays * 20 <= at_once_plays * 21, "{plays} moves, {at_once_plays} at once");
    let values = |told: &[Progress]| told.iter().filter(|now| now.unit == Unit::Positions).count();
    let [at_once_values, values] = [values(&told_at_once), values(&told)];
    assert!(values <= at_once_values * 5 / 4, "{values} calls, {at_once_values} at once");
    assert_eq!(solver.control().done(), at_once.control().done());
    // The moves are not cancelled.
    solver.set_control(Control::new());
    let mut unwatched = LoopySolver::new(SevenOrBack::default());
    for heap in (0..=LARGE).rev().step_by(13) {
        assert_eq!(solver.value(heap), unwatched.value(heap), "{heap}");
    }
    assert_eq!(solver.winning_moves([LARGE, 12]), at_once.winning_moves([LARGE, 12]));
    assert_eq!(solver.winning_move(4900), at_once.winning_move(4900));
}

/// Moves of a sum of many heaps are tried under the control.
#[test]
fn a_listing_of_moves_is_cancelled() {
    let mut solver = LoopySolver::new(Nim);
    let sum = vec![300; 301];
    assert_eq!(solver.outcome(sum.clone()), Ok(LoopyOutcome::N));
    let all = solver.winning_moves(sum.clone()).unwrap();
    assert_eq!(all.known_count(), Some(301)); // a whole heap
    let (control, told) = watched(|_| false);
    solver.set_control(control);
    let cancelled = [
        solver.winning_moves(sum.clone()).map(drop),
        solver.drawing_moves(sum.clone()).map(drop),
        solver.winning_move(sum.clone()).map(drop),
        solver.best_move(sum.clone()).map(drop),
        solver.explain(sum.clone()).map(drop),
    ];
    for asked in cancelled {
        assert!(matches!(asked, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{asked:?}");
    }
    assert_eq!(told.lock().unwrap().len(), 5);
    solver.set_control(Control::new());
    assert_eq!(solver.winning_moves(sum), Ok(all));
}

/// Whatever is asked next, a labelling that was cancelled is finished first, and values that were known stay.
#[test]
fn a_cancelled_labelling_is_finished_before_another_position_is_found() {
    let mut solver = LoopySolver::new(SevenOrBack::default());
    let known = solver.value(200).unwrap();
    let (control, _) = watched(|now| now.unit == Unit::Vertices || now.done < 1000);
    solver.set_control(control);
    let SolveError::Stopped(stopped) = solver.value(LARGE).unwrap_err() else { panic!() };
    assert_eq!((stopped.bound, stopped.done, stopped.unfinished), (Bound::Cancelled, 0, LARGE - 200));
    assert_eq!(solver.value(200), Ok(known));
    solver.set_control(Control::new());
    let mut fresh = LoopySolver::new(SevenOrBack::default());
    fresh.value(LARGE + 50).unwrap();
    for heap in (0..=LARGE + 50).rev() {
        assert_eq!(solver.value(heap), fresh.value(heap), "{heap}");
    }
    solver.set_control(Control::new().positions(10));
    let SolveError::Stopped(stopped) = solver.value(2 * LARGE).unwrap_err() else { panic!() };
    assert_eq!((stopped.bound, stopped.done, stopped.unfinished), (Bound::Positions(10), 0, 10));
}

/// Each position has one move.
struct Round(u64);

impl ImpartialGame for Round {
    type Position = u64;
    type Move = u64;

    fn moves(&self, position: &u64) -> impl Iterator<Item = u64> {
        [(position + 1) % self.0].into_iter()
    }

    fn play(&self, _: &u64, to: &u64) -> Components<u64> {
        (*to).into()
    }
}

#[test]
fn at_most_4096_positions_are_found_between_two_checks() {
    let (control, told) = watched(|_| true);
    LoopySolver::new(Round(30_000)).with_control(control).value(0).unwrap();
    let told = told.lock().unwrap();
    let listed: Vec<u64> = told.iter().filter(|now| now.unit == Unit::Vertices).map(|now| now.done).collect();
    assert!(listed.len() >= 7, "{listed:?}");
    assert!(listed.windows(2).all(|pair| pair[1] - pair[0] <= 1 << 12), "{listed:?}");
}

/// A check that cancels comes after the first option of so wide a position that has not been listed before.
#[test]
fn the_moves_of_a_position_are_listed_on_after_a_stop() {
    let mut solver = LoopySolver::new(Nim);
    let mut stops = 0;
    let value = loop {
        solver.set_control(Control::new().watched(|_| ControlFlow::Break(())));
        match solver.value(90) {
            Ok(value) => break value,
            Err(error) => assert!(matches!(error, SolveError::Stopped(_)), "{error}"),
        }
        stops += 1;
        assert!(stops < 5000, "it does not end");
    };
    assert_eq!(value.nimber(), Some(Nimber::new(90)));
    assert!(stops > 100, "{stops}");
    solver.set_control(Control::new());
    let (moves, expected) = (solver.winning_moves([90, 80]), LoopySolver::new(Nim).winning_moves([90, 80]));
    assert_eq!(moves, expected);
}

#[test]
fn time_and_memory_are_bounds() {
    let mut solver =
        LoopySolver::new(SevenOrBack::default()).with_control(Control::new().within(std::time::Duration::ZERO));
    let SolveError::Stopped(stopped) = solver.value(LARGE).unwrap_err() else { panic!() };
    assert_eq!(stopped.bound, Bound::Deadline);
    solver.set_control(Control::new().bytes(1 << 20));
    let SolveError::Stopped(stopped) = solver.value(LARGE).unwrap_err() else { panic!() };
    assert_eq!(stopped.bound, Bound::Bytes(1 << 20));
    solver.set_control(Control::new());
    assert_eq!(solver.value(LARGE), LoopySolver::new(SevenOrBack::default()).value(LARGE));
}

/// The rules of an explicit graph, found by play, have the values of the graph.
#[test]
fn a_graph_as_rules_has_the_same_values() {
    let text = "0>1,1>0,1>2,2>5,3>0,3>4,4>4,5>3,5>6,6>1,6>7,7>7,7>6,2>8,3>8,6>8";
    let graph: Digraph = text.parse().unwrap();
    let lists = (0..graph.vertices()).map(|vertex| graph.options(vertex).unwrap().collect()).collect();
    let rules = ExplicitGame::new(lists).unwrap();
    assert!(matches!(Solver::new(&rules).grundy(0), Err(SolveError::Loopy { .. })));
    let values = LoopyValues::new(graph, &mut Control::new()).unwrap();
    let mut solver = LoopySolver::new(&rules);
    for vertex in 0..values.graph().vertices() {
        assert_eq!(solver.value(vertex), Ok(values.value(vertex).unwrap()), "{vertex}");
        assert_eq!(solver.winning_moves([vertex, 3]), Ok(values.winning_moves([vertex, 3]).unwrap()));
    }
}

/// Without cycles the value is Grundy's.
#[test]
fn games_that_end_have_their_grundy_values() {
    fn check<G: ImpartialGame<Position: std::fmt::Debug>>(game: &G, positions: impl IntoIterator<Item = G::Position>) {
        let (mut solver, mut loopy) = (Solver::new(game), LoopySolver::new(game));
        for position in positions {
            let value = solver.grundy(position.clone()).unwrap();
            assert_eq!(loopy.value(position.clone()), Ok(LoopyValue::from(value)), "{position:?}");
        }
    }
    check(&Kayles, 0..14);
    check(&Nim, 0..30);
    check(&"0.137".parse::<TakeAndBreak>().unwrap(), 0..14);
    check(&TwoHeaps, [(0, 0), (3, 5), (5, 3), (6, 6)]);
    check(&Wythoff, ["3,5", "6,4"].map(|text| Wythoff.parse(text).unwrap()[0]));
    check(&TreeGame, ["0,0,1,1", "0,1,1,3"].map(|text| TreeGame.parse(text).unwrap()[0].clone()));
}

/// Square-But-One, with an option forgotten.
struct Forgetful;

impl ImpartialGame for Forgetful {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        SquareButOne.moves(heap)
    }

    fn play(&self, heap: &u64, left: &u64) -> Components<u64> {
        SquareButOne.play(heap, left)
    }

    fn options(&self, heap: &u64) -> impl Iterator<Item = Components<u64>> {
        self.moves(heap).filter(|left| *left != 0).map(Components::from)
    }
}

#[test]
fn the_law_for_users_holds_and_has_teeth() {
    assert_law(Law::LoopySum, &SquareButOne, 0..8_u64);
    assert_law(Law::LoopySum, &Kayles, 0..7_u64);
    let violation = check_law(Law::LoopySum, &Forgetful, &[1]).unwrap_err();
    assert_eq!(violation.law(), Some(Law::LoopySum));
    assert!(matches!(check_law(Law::LoopySum, &Breeding, &[0]), Err(Violation::TooLarge { .. })));
    assert!(matches!(check_law(Law::LoopySum, &Growing, &[0]), Err(Violation::TooLarge { .. })));
}

/// A heap that may grow.
struct Growing;

impl ImpartialGame for Growing {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        [heap.saturating_add(1)].into_iter()
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }
}

/// A game that leaves more and more components.
struct Breeding;

impl ImpartialGame for Breeding {
    type Position = u64;
    type Move = ();

    fn moves(&self, _: &u64) -> impl Iterator<Item = ()> {
        [()].into_iter()
    }

    fn play(&self, _: &u64, (): &()) -> Components<u64> {
        [0, 0].into()
    }
}

#[test]
fn games_without_end_stop_at_the_limit() {
    let under = |limit| Control::new().positions(limit);
    let mut solver = LoopySolver::new(Growing).with_control(under(1000));
    let error = solver.value(0).unwrap_err();
    assert_eq!(error.to_string(), "limit of 1000 positions reached: 0 are solved, 1000 were under way");
    let mut solver = LoopySolver::new(Breeding).with_control(under(100));
    assert!(matches!(solver.outcome(0), Err(SolveError::Stopped(Stopped { unfinished: 100, .. }))));
    // Each of k components may be the next to breed: a position takes k^2 steps, and under 200 of them are found.
    solver.set_control(under(3000));
    assert!(matches!(solver.outcome(0), Err(SolveError::Stopped(Stopped { unfinished: 3000.., .. }))));
    let mut solver = LoopySolver::new(grundy::Unhinted(Nim));
    let error = solver.outcome(1_000_000_000_000_000_000).unwrap_err();
    assert!(matches!(error, SolveError::TooManyMoves { at_least: 1_000_000_000_000_000_000, .. }), "{error}");
    // All moves that are under way share the limit: here the 2^22 that there are at least.
    let mut solver = LoopySolver::new(Nim).with_control(under(10_000));
    let error = solver.outcome(9_999).unwrap_err();
    assert!(matches!(error, SolveError::TooManyMoves { limit: ..10_000, .. }), "{error}");
    // What had values before the limit was reached has them still.
    let mut solver = LoopySolver::new(Nim).with_control(under(10));
    assert_eq!(solver.value(5), Ok(Nimber::new(5).into()));
    assert!(solver.value(50).is_err());
    assert_eq!(solver.value([5, 3]), Ok(Nimber::new(6).into()));
}

/// A game of three positions beside one with too many moves and one from which play goes on for ever.
struct Hopeless;

const TOO_MANY: u64 = 100;
const ENDLESS: u64 = 1000;

impl ImpartialGame for Hopeless {
    type Position = u64;
    type Move = u64;

    fn moves(&self, position: &u64) -> impl Iterator<Item = u64> {
        match *position {
            1 => vec![0, 2],
            2 => vec![1, 0],
            TOO_MANY => (0..1_000_000).chain(0..4_000_000).collect(),
            ENDLESS.. => vec![position + 1],
            _ => vec![],
        }
        .into_iter()
    }

    fn play(&self, _: &u64, to: &u64) -> Components<u64> {
        (*to).into()
    }
}

/// A question is answered from the positions that it can reach, whatever another one has met.
#[test]
fn a_hopeless_question_does_not_stop_another() {
    let mut fresh = LoopySolver::new(Hopeless);
    let known = [0, 1, 2].map(|position| fresh.value(position).unwrap());
    let mut solver = LoopySolver::new(Hopeless).with_control(Control::new().positions(1 << 12));
    assert_eq!(solver.value(0), Ok(known[0].clone()));
    for hopeless in [TOO_MANY, ENDLESS, TOO_MANY] {
        let first = solver.value(hopeless).unwrap_err();
        // What has a value is told at once, and the same question goes on where it was stopped.
        assert_eq!(solver.value(0), Ok(known[0].clone()));
        assert_eq!(solver.value(hopeless), Err(first));
        for (position, value) in (0..).zip(&known) {
            assert_eq!(solver.value(position).as_ref(), Ok(value), "{position} after {hopeless}");
        }
    }
    // After the other question nothing of a hopeless one is left.
    assert_eq!(solver.control().done(), 3);
    assert_eq!(solver.winning_moves(1), fresh.winning_moves(1));
    // A deadline that a hopeless question has met is not that of the next one.
    solver.set_control(Control::new().within(Duration::ZERO));
    assert!(solver.value(ENDLESS).is_err());
    solver.set_control(Control::new().positions(1 << 12));
    assert_eq!(solver.value(2), Ok(known[2].clone()));
}

/// Nor does one that was cancelled: the positions that it left are given up before the second question about another position.
#[test]
fn a_cancelled_question_does_not_stop_another() {
    let mut solver = LoopySolver::new(Hopeless);
    let once = || Control::new().watched(|_| ControlFlow::Break(()));
    for _ in 0..3 {
        solver.set_control(once());
        assert!(solver.value(ENDLESS).is_err());
    }
    solver.set_control(once());
    assert!(solver.value(2).is_err(), "it goes on with the positions of the question before");
    solver.set_control(once());
    assert_eq!(solver.value(2), LoopySolver::new(Hopeless).value(2));
}

/// Takes two counters, and leaves 2^19 heaps beside the others that have ended.
struct Littering;

impl ImpartialGame for Littering {
    type Position = u64;
    type Move = ();

    fn moves(&self, heap: &u64) -> impl Iterator<Item = ()> {
        (*heap > 0).then_some(()).into_iter()
    }

    fn play(&self, heap: &u64, (): &()) -> Components<u64> {
        std::iter::once(heap.saturating_sub(2)).chain(std::iter::repeat_n(0, 1 << 19)).collect()
    }
}

/// Components that moves leave count while the positions have no values: each once, however often a bound was met, and none for another question.
#[test]
fn components_of_positions_without_values_count_once() {
    // Of the 3 · 2^19 components that three moves leave, 2^20 are free, and sixteen of the others count as a position.
    let needed = 3 + (1 << 15) + 1;
    let mut solver = LoopySolver::new(Littering).with_control(Control::new().positions(needed - 1));
    for _ in 0..3 {
        assert!(matches!(solver.value(5), Err(SolveError::Stopped(_))));
    }
    // The question before is given up with its components.
    solver.set_control(Control::new().positions(needed));
    assert_eq!(solver.value(6), Ok(Nimber::new(1).into()));
    let mut solver = LoopySolver::new(Littering).with_control(Control::new().positions(needed - 1));
    for _ in 0..3 {
        assert!(matches!(solver.value(5), Err(SolveError::Stopped(_))));
    }
    solver.set_control(Control::new().positions(needed));
    assert_eq!(solver.value(5), Ok(Nimber::new(1).into()));
    // The end has its value already, and the components that three moves of 8 leave count beside the four positions.
    solver.control_mut().set_positions(4 + needed);
    assert_eq!(solver.value(8), Ok(Nimber::ZERO.into()));
}

/// A heap grows to the next multiple of 100, one by one. Counts the moves that are played.
#[derive(Default)]
struct Hundreds(Cell<u64>);

impl ImpartialGame for Hundreds {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (!heap.is_multiple_of(100)).then_some(heap + 1).into_iter()
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        self.0.set(self.0.get() + 1);
        (*left).into()
    }
}

/// A question that was answered has left nothing to be given up for the next one, and one that was not has, whatever was answered meanwhile.
#[test]
fn only_a_question_that_is_still_open_is_given_up() {
    let mut solver = LoopySolver::new(Hundreds::default()).with_control(Control::new().positions(5));
    assert!(solver.value(90).is_err());
    solver.control_mut().set_positions(20);
    assert_eq!(solver.value(90), Ok(Nimber::ZERO.into()));
    let (done, before) = (solver.control().done(), solver.game().0.get());
    solver.control_mut().set_positions(done + 20);
    assert!(solver.value(110).is_err());
    assert_eq!(solver.game().0.get(), before + 20, "no move is played twice");
    assert_eq!(solver.value(91), Ok(Nimber::new(1).into()));
    assert_eq!(solver.value(291), Ok(Nimber::new(1).into()));
}

/// Two options that are mirror images are listed once, and the moves to both are found.
#[test]
fn moves_to_mirror_images_that_have_keys_of_their_own_are_found() {
    let mut solver = LoopySolver::new(InARow);
    assert_eq!(solver.outcome(Row([3, 2, 0])), Ok(LoopyOutcome::N));
    for row in [[3, 2, 0], [1, 1, 1], [2, 3, 4], [1, 4, 2]].map(Row) {
        let expected: Vec<_> = Solver::new(Unhinted(InARow)).winning_moves(row).unwrap().into_iter().collect();
        assert!(!expected.is_empty());
        assert_eq!(solver.winning_moves(row).unwrap().into_iter().collect::<Vec<_>>(), expected, "{row}");
        assert!(solver.winning_move(row).unwrap().is_some_and(|mv| expected.contains(&mv)), "{row}");
    }
}

proptest! {
    /// Positions that are given up are found again, with the same values.
    #[test]
    fn positions_that_were_given_up_are_found_again(
        lists in prop::collection::vec(prop::collection::vec(0..30_usize, 0..4), 30),
        asked in prop::collection::vec((0..30_usize, 0..30_u64), 1..40),
    ) {
        let game = ExplicitGame::new(lists).unwrap();
        let mut at_once = LoopySolver::new(&game);
        let mut solver = LoopySolver::new(&game);
        for (position, room) in asked {
            let limit = solver.control().done() + room;
            solver.control_mut().set_positions(limit);
            if let Ok(value) = solver.value(position) {
                prop_assert_eq!(value, at_once.value(position).unwrap());
            }
        }
        solver.set_control(Control::new());
        for position in 0..30 {
            prop_assert_eq!(solver.value(position), at_once.value(position));
            prop_assert_eq!(solver.winning_moves([position, 7]), at_once.winning_moves([position, 7]));
        }
    }
}

/// Positions that are asked for one after the other take as much work as all at once: a nim-heap that stands for an old position has no edges.
#[test]
fn a_new_position_is_labelled_beside_the_numbers_of_old_ones() {
    let heaps = 3000;
    let (control, told) = watched(|_| true);
    let mut solver = LoopySolver::new(Nim).with_control(control);
    for heap in 0..=heaps {
        assert_eq!(solver.value(heap).unwrap().nimber(), Some(Nimber::new(heap)));
    }
    let (control, at_once) = watched(|_| true);
    LoopySolver::new(Nim).with_control(control).value(heaps).unwrap();
    let (calls, calls_at_once) = (told.lock().unwrap().len(), at_once.lock().unwrap().len());
    assert!(calls <= 4 * calls_at_once, "{calls} and {calls_at_once}");
}

/// A rule book that panics leaves nothing of the listing that it has ended.
#[test]
fn a_panic_of_the_rule_book_changes_no_value() {
    struct Panics(Cell<u32>);

    impl ImpartialGame for Panics {
        type Position = u64;
        type Move = u64;

        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            SquareButOne.moves(heap)
        }

        fn play(&self, heap: &u64, left: &u64) -> Components<u64> {
            self.0.set(self.0.get() + 1);
            assert!(!self.0.get().is_multiple_of(23), "each 23rd move");
            SquareButOne.play(heap, left)
        }
    }

    let mut solver = LoopySolver::new(Panics(Cell::new(0)));
    let mut sound = LoopySolver::new(SquareButOne);
    let mut panics = 0;
    for heap in (0..=30).rev() {
        let value = loop {
            match catch_unwind(AssertUnwindSafe(|| solver.value(heap))) {
                Ok(value) => break value,
                // A listing that is begun anew takes fewer moves.
                Err(_) if panics < 1000 => panics += 1,
                Err(panic) => resume_unwind(panic),
            }
        };
        assert_eq!(value, sound.value(heap), "{heap}");
    }
    assert!(panics >= 10, "{panics}");
}

/// Moves of positions that have values take no room from those of others.
#[test]
fn moves_of_positions_with_values_are_not_counted_again() {
    const MOST: u64 = 4 << 20;
    let mut solver = LoopySolver::new(Unhinted(Nim)).with_control(Control::new().positions(1 << 20));
    for heap in [0, 10, 20] {
        solver.value(heap).unwrap();
        match solver.value(MOST + 1) {
            Err(SolveError::TooManyMoves { at_least, limit, .. }) => {
                assert_eq!((at_least, limit), (MOST + 1, MOST), "{heap}");
            }
            found => panic!("{found:?}"),
        }
    }
}

/// Moves that leave the same are one option.
#[test]
fn each_option_is_told_once() {
    let mut solver = LoopySolver::new(Unhinted(Kayles));
    for row in 0..12 {
        let working = solver.explain(row).unwrap();
        let mut options: Vec<_> = working.components[0].options.iter().map(|option| option.position.to_vec()).collect();
        let all = options.len();
        options.sort_unstable();
        options.dedup();
        assert_eq!(options.len(), all, "{row} pins: {working}");
    }
}
