//! The engine against the naive oracle, and its promises about depth, width, limits and loops.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::support::games::{Chain, TwoHeaps, rules_of_a_heap};
use crate::support::naive;
use grundy::laws::{GameTable, game_tables};
use grundy::measures::{Grundy, Longest, Shortest, WhoWins};
use grundy::{
    Answer, Bound, Components, Control, ImpartialGame, Kayles, Memo, Method, News, Nim, Nimber, Oracle, Outcome, Play,
    Question, SolveError, Solver, Table, Unhinted, Whole, evaluate, evaluate_whole, waiting_move,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// A memo that others use too, which keeps the positions with which a search has begun.
#[derive(Default)]
struct Begun {
    values: Table<u64, Nimber>,
    begun: Arc<Mutex<Vec<u64>>>,
}

impl Memo<u64, Nimber> for Begun {
    fn recall(&self, key: &u64) -> Option<Nimber> {
        self.values.get(key).copied()
    }

    fn insert(&mut self, key: u64, value: Nimber) {
        self.give_up(&key);
        self.values.insert(key, value);
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn begin(&mut self, key: &u64) {
        self.begun.lock().unwrap().push(*key);
    }

    fn give_up(&mut self, key: &u64) {
        let mut begun = self.begun.lock().unwrap();
        let place = begun.iter().rposition(|other| other == key).expect("the search has begun with it");
        begun.truncate(place);
    }
}

/// Others would keep away from positions at which nobody is.
#[test]
fn a_search_that_is_stopped_tells_that_it_has_left() {
    let begun = Arc::default();
    let memo = Begun { begun: Arc::clone(&begun), ..Begun::default() };
    let mut solver = Solver::with_memo(Chain, memo).by(Method::Values).with_control(Control::new().positions(500));
    assert!(matches!(solver.grundy(10_000), Err(SolveError::Stopped(_))));
    assert_eq!(*begun.lock().unwrap(), []);
    solver.set_control(Control::new());
    assert_eq!(solver.grundy(10_000), Ok(Nimber::ZERO));
    assert_eq!(*begun.lock().unwrap(), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn grundy_is_what_recursion_finds(game in game_tables(6, 2), sum in vec(0..6_usize, 0..=2)) {
        let expected = Nimber::new(naive::grundy(&game, &sum));
        prop_assert_eq!(Solver::new(&game).grundy(&sum[..]), Ok(expected));
        let on_whole_positions = Solver::new(Whole(&game)).grundy(Components::<usize>::from(&sum[..]));
        prop_assert_eq!(on_whole_positions, Ok(expected));
    }

    #[test]
    fn outcomes_are_what_recursion_finds(game in game_tables(6, 2), sum in vec(0..6_usize, 0..=2)) {
        let (mut solver, mut by_search) = (Solver::new(&game), Solver::new(&game).by(Method::Search));
        for play in [Play::Normal, Play::Misere] {
            let expected = naive::outcome(&game, &sum, play);
            prop_assert_eq!(solver.outcome_in(play, &sum[..]), Ok(expected));
            prop_assert_eq!(by_search.outcome_in(play, &sum[..]), Ok(expected));
        }
    }

    #[test]
    fn lengths_are_what_recursion_finds(game in game_tables(6, 2), sum in vec(0..6_usize, 0..=2)) {
        let (shortest, longest) = naive::lengths(&game, &sum);
        let mut solver = Solver::new(&game);
        prop_assert_eq!(solver.shortest(&sum[..]), Ok(shortest));
        prop_assert_eq!(solver.longest(&sum[..]), Ok(longest));
        let whole = evaluate_whole(&game, &Longest, &mut Table::new(), &mut Control::unlimited(), &sum[..]);
        prop_assert_eq!(whole, Ok(longest));
        let whole = evaluate_whole(&game, &Shortest, &mut Table::new(), &mut Control::unlimited(), &sum[..]);
        prop_assert_eq!(whole, Ok(shortest));
    }

    #[test]
    fn one_solver_answers_many_questions(game in game_tables(7, 3), sums in vec(vec(0..7_usize, 0..=2), 0..6)) {
        let mut one = Solver::new(&game);
        for sum in sums {
            prop_assert_eq!(one.grundy(&sum[..]), Solver::new(&game).grundy(&sum[..]));
            prop_assert_eq!(
                one.outcome_in(Play::Misere, &sum[..]),
                Solver::new(&game).by(Method::Search).outcome_in(Play::Misere, &sum[..])
            );
        }
    }

    #[test]
    fn a_memo_may_forget(game in game_tables(6, 2), sum in vec(0..6_usize, 0..=2), remembered in 0..3_u64) {
        let expected = Nimber::new(naive::grundy(&game, &sum));
        prop_assert_eq!(Solver::with_memo(&game, Forgetful::new(0)).grundy(&sum[..]), Ok(expected));
        // One that remembers now and then changes its mind between two questions.
        prop_assert_eq!(Solver::with_memo(&game, Forgetful::new(remembered)).grundy(&sum[..]), Ok(expected));
        let outcome = naive::outcome(&game, &sum, Play::Misere);
        let mut memo = Forgetful::new(remembered);
        let found = evaluate_whole(&game, &WhoWins(Play::Misere), &mut memo, &mut Control::unlimited(), &sum[..]);
        prop_assert_eq!(found, Ok(outcome));
        let longest = evaluate(&game, &Longest, &mut Forgetful::new(remembered), &mut Control::unlimited(), &sum[..]);
        prop_assert_eq!(longest, Ok(naive::lengths(&game, &sum).1));
    }

    #[test]
    fn a_hash_map_is_a_memo(game in game_tables(8, 3), position in 0..8_usize) {
        let mut solver = Solver::with_memo(&game, HashMap::new());
        let mut default = Solver::new(&game);
        prop_assert_eq!(solver.grundy(position), default.grundy(position));
        prop_assert_eq!(solver.control().done(), default.control().done());
        let memo: HashMap<usize, Nimber> = solver.into_memos().values;
        let table: HashMap<usize, Nimber> = default.memo().iter().map(|(key, value)| (*key, *value)).collect();
        prop_assert_eq!(memo, table);
    }

    #[test]
    fn a_limit_resumes_and_redoes_nothing(game in game_tables(9, 3), position in 0..9_usize, step in 1..4_u64) {
        let mut unlimited = Solver::new(&game);
        let expected = unlimited.grundy(position);
        let mut solver = Solver::new(&game);
        let mut limit = 0;
        let value = loop {
            solver.control_mut().set_positions(limit);
            match solver.grundy(position) {
                Err(SolveError::Stopped(stopped)) => {
                    let (solved, unfinished) = (stopped.done, stopped.unfinished);
                    prop_assert_eq!((stopped.bound, solved), (Bound::Positions(limit), solver.control().done()));
                    prop_assert!(solved + unfinished <= limit.max(unfinished));
                    prop_assert_eq!(solver.memo().len() as u64, solved);
                }
                done => break done,
            }
            limit += step;
            prop_assert!(limit < 100);
        };
        prop_assert_eq!(value, expected);
        prop_assert_eq!(solver.control().done(), unlimited.control().done());
        prop_assert!(limit < unlimited.control().done() + step);
    }

    #[test]
    fn loopy_means_a_position_on_a_cycle(
        rows in vec(vec(vec(0..8_usize, 0..=2), 0..=2), 8),
        start in 0..8_usize,
    ) {
        let rows = rows.into_iter().map(|options| options.into_iter().map(Components::from).collect()).collect();
        let game = GameTable::new(rows);
        let reachable = reachable(&game, start);
        let walked: HashSet<usize> = grundy::reachable(&game, start, &mut Control::new()).map(Result::unwrap).collect();
        prop_assert_eq!(&walked, &reachable);
        let cycles = |position: &usize| follow(&game, *position).contains(position);
        match Solver::new(&game).grundy(start) {
            Ok(value) => {
                prop_assert!(!reachable.iter().any(cycles));
                if Solver::new(&game).longest(start).unwrap() < 9 {
                    prop_assert_eq!(value.get(), naive::grundy(&game, &[start]));
                }
            }
            Err(SolveError::Loopy { position }) => {
                prop_assert_eq!(position.len(), 1);
                prop_assert!(reachable.contains(&position[0]));
                prop_assert!(cycles(&position[0]));
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    /// The nimber search may not come to a cycle either. It ends, also where a position is an option of itself, alone or with others.
    #[test]
    fn a_nimber_search_reports_no_cycle_that_is_not_there(
        rows in vec(vec(vec(0..7_usize, 0..=2), 0..=3), 7),
        start in 0..7_usize,
        threads in 1..3_usize,
    ) {
        let rows = rows.into_iter().map(|options| options.into_iter().map(Components::from).collect()).collect();
        let game = GameTable::new(rows);
        // In misère play the sums of a game that grows are without end.
        let control = Control::new().threads(NonZero::new(threads).unwrap()).positions(2000);
        let mut solver = Solver::new(ByNimbers(&game)).by_threads().with_control(control);
        let ends = !reachable(&game, start).iter().any(|position| follow(&game, *position).contains(position));
        match solver.grundy(start) {
            Ok(value) => prop_assert!(!ends || Solver::new(&game).grundy(start) == Ok(value)),
            Err(SolveError::Loopy { position }) => prop_assert!(follow(&game, position[0]).contains(&position[0])),
            Err(error) => prop_assert!(false, "{}", error),
        }
        for sum in [vec![start], vec![start, (start + 1) % 7]] {
            let ends = sum.iter().flat_map(|part| reachable(&game, *part)).all(|part| !follow(&game, part).contains(&part));
            match solver.outcome_in(Play::Misere, &sum[..]) {
                Ok(outcome) => prop_assert!(!ends || outcome == naive::outcome(&game, &sum, Play::Misere)),
                Err(SolveError::Loopy { .. } | SolveError::Stopped(_)) => prop_assert!(!ends),
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }

    /// A search that is settled early may not come to the cycle; if it reports one, it is there.
    #[test]
    fn a_search_reports_no_cycle_that_is_not_there(rows in vec(vec(0..7_usize, 0..=3), 7), start in 0..7_usize) {
        let game = GameTable::new(rows.iter().map(|to| to.iter().map(|to| (*to).into()).collect()).collect());
        let cycles = |position: &usize| follow(&game, *position).contains(position);
        for play in [Play::Normal, Play::Misere] {
            match Solver::new(&game).by(Method::Search).outcome_in(play, start) {
                Ok(outcome) => prop_assert_eq!(Some(outcome), outcome_in_a_digraph(&game, start, play)),
                Err(SolveError::Loopy { position }) => prop_assert!(position.iter().any(cycles)),
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }

    #[test]
    fn the_walk_gives_each_reachable_position_once(game in game_tables(8, 3), start in 0..8_usize) {
        let walked: Vec<usize> = grundy::reachable(&game, start, &mut Control::new()).map(Result::unwrap).collect();
        let found: HashSet<usize> = walked.iter().copied().collect();
        prop_assert_eq!(walked.len(), found.len());
        prop_assert_eq!(walked[0], start);
        prop_assert_eq!(&found, &reachable(&game, start));
        prop_assert_eq!(Solver::new(&game).positions(start), Ok(found.len() as u64));
    }

    #[test]
    fn hints_never_change_an_answer(sum in vec(0..12_u64, 0..=3)) {
        prop_assert_eq!(Solver::new(Kayles).grundy(&sum[..]), Solver::new(Unhinted(Kayles)).grundy(&sum[..]));
    }
}

/// A game that asks for the nimber search.
struct ByNimbers<'a>(&'a GameTable);

impl ImpartialGame for ByNimbers<'_> {
    type Position = usize;
    type Move = usize;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, position: &usize) -> impl Iterator<Item = usize> {
        self.0.moves(position)
    }

    fn play(&self, position: &usize, mv: &usize) -> Components<usize> {
        self.0.play(position, mv)
    }
}

/// A memo that gives back what it was given only every `every`th time that it is asked; never, if that is 0.
#[derive(Debug)]
struct Forgetful<K, V> {
    every: u64,
    asked: Cell<u64>,
    kept: HashMap<K, V>,
}

impl<K, V> Forgetful<K, V> {
    fn new(every: u64) -> Self {
        Self { every, asked: Cell::new(0), kept: HashMap::new() }
    }
}

impl<K: Eq + std::hash::Hash, V: Clone> Memo<K, V> for Forgetful<K, V> {
    fn recall(&self, key: &K) -> Option<V> {
        self.asked.set(self.asked.get() + 1);
        let remembers = self.every > 0 && self.asked.get().is_multiple_of(self.every);
        if remembers { self.kept.get(key).cloned() } else { None }
    }

    fn insert(&mut self, key: K, value: V) {
        self.kept.insert(key, value);
    }
}

/// The positions that one move or more can reach.
fn follow(game: &GameTable, start: usize) -> HashSet<usize> {
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        open.extend(game.options_of(position).iter().flatten().filter(|next| seen.insert(**next)));
    }
    seen
}

/// The positions that play can reach, the first one counted.
fn reachable(game: &GameTable, start: usize) -> HashSet<usize> {
    let mut reachable = follow(game, start);
    reachable.insert(start);
    reachable
}

/// Who wins a game of single components on a digraph that may have cycles; none if nobody can force it. By retrograde
/// analysis, until nothing changes.
fn outcome_in_a_digraph(game: &GameTable, start: usize, play: Play) -> Option<Outcome> {
    let mut outcomes: HashMap<usize, Outcome> = HashMap::new();
    loop {
        let before = outcomes.len();
        for position in game.positions() {
            let mut options = game.options_of(position).iter().map(|left| outcomes.get(&left[0]));
            if game.options_of(position).is_empty() && play == Play::Misere
                || options.clone().any(|option| option == Some(&Outcome::P))
            {
                outcomes.insert(position, Outcome::N);
            } else if options.all(|option| option == Some(&Outcome::N)) {
                outcomes.insert(position, Outcome::P);
            }
        }
        if outcomes.len() == before {
            return outcomes.get(&start).copied();
        }
    }
}

/// A row of pins. All rows have one hash, as positions of any rule book may have.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OneHash(u64);

impl Hash for OneHash {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Kayles. The work that is expected of each row is the greatest number that can be told.
#[derive(Clone, Copy)]
struct KaylesOfOneHash<const SEARCHES_NIMBERS: bool>;

impl<const SEARCHES_NIMBERS: bool> ImpartialGame for KaylesOfOneHash<SEARCHES_NIMBERS> {
    type Position = OneHash;
    type Move = [u64; 2];

    const SEARCHES_NIMBERS: bool = SEARCHES_NIMBERS;

    fn moves(&self, OneHash(pins): &OneHash) -> impl Iterator<Item = [u64; 2]> {
        let pins = *pins;
        let left = (1..=2).filter_map(move |taken: u64| pins.checked_sub(taken));
        left.flat_map(|left| (0..=left / 2).map(move |one| [one, left - one]))
    }

    fn play(&self, _: &OneHash, left: &[u64; 2]) -> Components<OneHash> {
        left.iter().filter(|pins| **pins > 0).map(|pins| OneHash(*pins)).collect()
    }

    fn expected_work(&self, _: &OneHash) -> Option<u32> {
        Some(u32::MAX)
    }
}

#[test]
fn positions_of_one_hash_are_told_apart() {
    fn check<G: ImpartialGame<Position = OneHash> + Copy + Sync>(game: G, threads: usize) {
        let control = Control::new().threads(NonZero::new(threads).unwrap());
        let mut solver = Solver::new(game).by_threads().with_control(control);
        let mut kayles = Solver::new(Kayles);
        for pins in (0..=20).rev() {
            assert_eq!(solver.grundy(OneHash(pins)), Ok(kayles.grundy(pins).unwrap()), "{pins}");
            let sum = [pins % 7, pins / 4, pins % 3];
            let rows = sum.map(OneHash);
            assert_eq!(solver.outcome(rows.clone()), Ok(kayles.outcome(sum).unwrap()), "{sum:?}");
            let misere = kayles.outcome_in(Play::Misere, sum).unwrap();
            assert_eq!(solver.outcome_in(Play::Misere, rows.clone()), Ok(misere), "{sum:?}");
            assert_eq!(Solver::new(game).by(Method::Search).outcome_in(Play::Misere, rows), Ok(misere), "{sum:?}");
        }
    }
    for threads in [1, 3] {
        check(KaylesOfOneHash::<true>, threads);
        check(KaylesOfOneHash::<false>, threads);
    }
}

/// Moves that leave unlike positions are different choices, also where their hashes are the same. Of two pins, to leave one is a waiting move: the answer takes it,
/// as the other move would have done. Of three there is none, since nothing is an answer to every other move.
#[test]
fn choices_of_one_hash_are_told_apart() {
    let waiting = |pins| waiting_move(&KaylesOfOneHash::<false>, &OneHash(pins));
    assert_eq!([1, 2, 3, 4].map(waiting), [Some([0, 0]), Some([0, 1]), None, None]);
}

/// In a lost position moves may leave the opponent the same share of good replies: then the first in reading order is the best.
#[test]
fn of_equal_moves_the_first_is_the_best() {
    for (play, heaps) in [(Play::Normal, vec![1, 1]), (Play::Normal, vec![2, 2]), (Play::Misere, vec![1, 1, 1])] {
        for mut solver in [Solver::new(Unhinted(Nim)), Solver::new(Unhinted(Nim)).by(Method::Search)] {
            let best = solver.best_move_in(play, heaps.clone()).unwrap().expect("there is a move");
            assert_eq!(best.to_string(), "component 1: take 1", "{heaps:?}");
        }
    }
}

/// In misère play to end the game is to lose at once, though no reply to it wins. From 3 the other move leaves 2, from which one of two replies wins.
#[test]
fn a_lost_game_is_not_ended_at_once() {
    let game =
        GameTable::new(vec![vec![], vec![[0].into()], vec![[1].into(), [0].into()], vec![[0].into(), [2].into()]]);
    for mut solver in [Solver::new(&game), Solver::new(&game).by(Method::Search)] {
        assert_eq!(solver.outcome_in(Play::Misere, 3), Ok(Outcome::P));
        let best = solver.best_move_in(Play::Misere, 3).unwrap().expect("there are two moves");
        assert_eq!(*game.play(&3, &best.mv), [2]);
    }
}

#[test]
fn a_self_loop_is_loopy() {
    let game = GameTable::new(vec![vec![[0].into()]]);
    let loopy = Err(SolveError::Loopy { position: Components::from([0]) });
    assert_eq!(Solver::new(&game).grundy(0), loopy);
    assert_eq!(Solver::new(ByNimbers(&game)).grundy(0), loopy);
    assert_eq!(Solver::new(&game).by(Method::Search).outcome_in(Play::Misere, [0]), loopy.map(|_: Nimber| Outcome::N));
}

/// Two questions are given up for each other, and no position under way is met again.
#[test]
fn a_search_without_progress_is_loopy() {
    let edges = [[1], [2], [0], [0], [0]];
    let game = GameTable::new(edges.map(|to| vec![to.into()]).to_vec());
    for threads in [1, 2] {
        let control = Control::new().threads(NonZero::new(threads).unwrap()).positions(3000);
        let mut solver = Solver::new(ByNimbers(&game)).by_threads().with_control(control);
        let found = solver.outcome_in(Play::Misere, [3, 4]);
        assert!(matches!(found, Err(SolveError::Loopy { .. })), "{found:?}");
    }
}

/// A component that comes back beside others is a loop too, though no whole position comes back.
#[test]
fn a_component_that_leaves_itself_and_more_is_loopy() {
    let game = GameTable::new(vec![vec![], vec![[1, 0].into()]]);
    let loopy = Err(SolveError::Loopy { position: Components::from([1]) });
    assert_eq!(Solver::new(&game).grundy(1), loopy);
    assert_eq!(Solver::new(ByNimbers(&game)).grundy(1), loopy);
}

#[test]
fn the_walk_keeps_to_its_control() {
    let mut control = Control::new().positions(11);
    assert_eq!(grundy::reachable(&Chain, 10, &mut control).count(), 11);
    assert_eq!(control.done(), 11);
    let walked: Vec<_> = grundy::reachable(&Chain, 11, &mut Control::new().positions(11)).collect();
    let Some(Err(SolveError::Stopped(stopped))) = walked.last() else { panic!() };
    assert_eq!((walked.len(), stopped.bound), (11, Bound::Positions(11)));
    let cancelled = Control::unlimited().watched(|_| std::ops::ControlFlow::Break(()));
    let walked = grundy::reachable(&Chain, 1_000_000, &mut cancelled.clone()).last();
    assert!(matches!(walked, Some(Err(SolveError::Stopped(stopped))) if stopped.is_cancelled()));
    assert_eq!(Solver::new(Chain).with_control(Control::new().positions(10)).positions(9), Ok(10));
}

/// An oracle that knows who wins a sum of chains, and counts how often it is asked about a sum.
struct CountingOracle(Arc<AtomicU64>);

impl Oracle<Chain> for CountingOracle {
    fn answer<'a>(&'a mut self, _: &'a Chain, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, ()> {
        match question {
            Question::Outcome { sum, play: Play::Normal } => {
                self.0.fetch_add(1, Ordering::Relaxed);
                Answer::Outcome(if sum.iter().sum::<u64>().is_multiple_of(2) { Outcome::P } else { Outcome::N })
            }
            Question::Winning { .. } => Answer::moves([()].into_iter()),
            _ => Answer::Unknown,
        }
    }
}

#[test]
fn an_explanation_asks_once_who_wins() {
    let asked = Arc::new(AtomicU64::new(0));
    let mut solver = Solver::new(Chain).with(CountingOracle(Arc::clone(&asked)));
    let working = solver.explain([3, 4]).unwrap();
    assert_eq!((working.outcome, working.turn.is_some()), (Outcome::N, true));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert_eq!(solver.winning_moves([3, 4]).unwrap().len(), 2);
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[test]
fn a_chain_of_a_million_moves_needs_no_stack() {
    let chain = || {
        const MOVES: u64 = 1_000_000;
        let mut solver = Solver::new(Chain);
        assert_eq!(solver.grundy(MOVES), Ok(Nimber::ZERO));
        // A search keeps whole positions, which takes longer for each; the stack is the same.
        assert_eq!(Solver::new(Chain).by(Method::Search).outcome_in(Play::Misere, MOVES / 10), Ok(Outcome::N));
        assert_eq!(solver.longest(MOVES), Ok(MOVES));
        assert_eq!(solver.positions(MOVES), Ok(MOVES + 1));
    };
    std::thread::Builder::new().stack_size(64 * 1024).spawn(chain).unwrap().join().unwrap();
}

/// A game that counts how often it is played.
struct Counting<G> {
    game: G,
    plays: Cell<u64>,
}

impl<G> Counting<G> {
    fn new(game: G) -> Self {
        Self { game, plays: Cell::new(0) }
    }
}

impl<G: ImpartialGame> ImpartialGame for Counting<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position)
    }

    fn play(&self, position: &G::Position, mv: &G::Move) -> Components<G::Position> {
        self.plays.set(self.plays.get() + 1);
        self.game.play(position, mv)
    }
}

/// A position with `rays` options, each of which has one move.
fn star(rays: usize) -> Counting<GameTable> {
    let mut rows = vec![vec![Components::new()]; rays + 1];
    rows[0] = (1..=rays).map(Components::from).collect();
    Counting::new(GameTable::new(rows))
}

#[test]
fn a_star_of_a_hundred_thousand_rays_is_played_a_few_times() {
    const RAYS: u64 = 100_000;
    let game = star(100_000);
    assert_eq!(Solver::new(&game).grundy(0), Ok(Nimber::ZERO));
    // Each ray is played once to solve it and once to list it. The lists double, and of those that a list passes over each 16th is played.
    assert!(game.plays.get() <= RAYS * 9 / 4, "{} plays", game.plays.get());

    let game = star(100_000);
    assert_eq!(Solver::new(&game).by(Method::Search).outcome_in(Play::Normal, 0), Ok(Outcome::P));
    // A search looks for an option that settles it every time that it lists: once for each doubling.
    assert!(game.plays.get() <= RAYS * (2 + u64::from(RAYS.ilog2())), "{} plays", game.plays.get());
}

#[test]
fn a_row_is_played_at_most_twice_a_move() {
    let game = Counting::new(Kayles);
    let mut solver = Solver::new(&game);
    solver.grundy(300).unwrap();
    let moves: u64 = (1..=300).map(|pins| pins + (pins - 1)).sum();
    assert!(game.plays.get() <= 2 * moves, "{} plays for {moves} moves", game.plays.get());
}

/// From a heap, end the game or take one counter; the end is listed first.
struct EndOrTakeOne;

impl ImpartialGame for EndOrTakeOne {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let heap = *heap;
        [heap, 1].into_iter().filter(move |_| heap > 0)
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        heap.saturating_sub(*taken).into()
    }
}

#[test]
fn an_outcome_is_settled_by_the_first_winning_move() {
    let mut solver = Solver::new(EndOrTakeOne).by(Method::Search);
    assert_eq!(solver.outcome_in(Play::Normal, 1000), Ok(Outcome::N));
    assert_eq!(solver.control().done(), 2);
    let mut control = Control::unlimited();
    assert_eq!(evaluate(&EndOrTakeOne, &Shortest, &mut Table::new(), &mut control, 1000), Ok(1));
    assert_eq!(control.done(), 2);
    assert_eq!(evaluate(&EndOrTakeOne, &Longest, &mut Table::new(), &mut control, 1000), Ok(1000));
    assert_eq!(control.done(), 2 + 1001);
}

#[test]
fn options_are_searched_in_the_order_of_the_list() {
    // The first two options of position 2 are N, the third is P and settles it before the long fourth is looked at.
    let end = Components::new;
    let mut rows = vec![vec![], vec![end()], vec![[1].into(), [1, 1, 1].into(), [1, 1].into(), [1000].into()]];
    rows.extend((3..=1000).map(|position| vec![Components::from(if position == 3 { 1 } else { position - 1 })]));
    let game = GameTable::new(rows);
    let mut solver = Solver::new(&game).by(Method::Search);
    assert_eq!(solver.outcome_in(Play::Normal, 2), Ok(Outcome::N));
    assert!(solver.control().done() <= 5, "{} positions", solver.control().done());
}

#[test]
fn a_memo_key_saves_the_mirror_images() {
    let (mut with, mut without) = (Solver::new(TwoHeaps), Solver::new(Unhinted(TwoHeaps)));
    assert_eq!((with.grundy((9, 9)), without.grundy((9, 9))), (Ok(Nimber::ZERO), Ok(Nimber::ZERO)));
    assert_eq!((with.grundy((5, 9)), without.grundy((9, 5))), (Ok(Nimber::new(12)), Ok(Nimber::new(12))));
    assert_eq!((with.control().done(), without.control().done()), (55, 100));
}

/// A heap from which any number of counters is taken, without hints.
struct Heap;

impl ImpartialGame for Heap {
    rules_of_a_heap!();
}

/// A game both wide and deep: what is under way is one line of play, not all options of its positions.
#[test]
fn a_limit_counts_one_line_of_play() {
    let mut memo = Table::new();
    let mut control = Control::new();
    for limit in (0..=500).step_by(50) {
        control.set_positions(limit);
        match evaluate(&Heap, &Grundy, &mut memo, &mut control, 400) {
            Ok(value) => assert_eq!(value, Nimber::new(400)),
            Err(SolveError::Stopped(stopped)) => {
                let (solved, unfinished) = (stopped.done, stopped.unfinished);
                assert!(solved + unfinished <= limit.max(1), "{solved} + {unfinished} > {limit}");
                assert_eq!(memo.len() as u64, solved);
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(control.done(), 401);
}

#[test]
fn a_limit_of_one_solves_a_position_without_moves() {
    let mut solver = Solver::new(Heap);
    solver.set_control(Control::new().positions(1));
    assert_eq!(solver.grundy(0), Ok(Nimber::ZERO));
    assert_eq!(solver.grundy(Components::new()), Ok(Nimber::ZERO));
    let refused = solver.grundy(1);
    let Err(SolveError::Stopped(stopped)) = refused else { panic!("{refused:?}") };
    assert_eq!((stopped.bound, stopped.done), (Bound::Positions(1), 1));
}

#[test]
fn the_empty_sum_is_the_end() {
    let mut solver = Solver::new(Kayles);
    let nothing = Components::new();
    assert_eq!(solver.grundy(&nothing), Ok(Nimber::ZERO));
    for method in [Method::Values, Method::Search] {
        assert_eq!(Solver::new(Kayles).by(method).outcome(&nothing), Ok(Outcome::P));
    }
    for method in [Method::Tame, Method::Forms, Method::Search] {
        assert_eq!(Solver::new(Kayles).by(method).outcome_in(Play::Misere, &nothing), Ok(Outcome::N));
    }
    assert_eq!((solver.longest(&nothing), solver.shortest(&nothing)), (Ok(0), Ok(0)));
}

/// A memo as several searches use one: it notes which positions are begun, and has values of others for positions under way.
#[derive(Default)]
struct Shared {
    kept: HashMap<usize, u64>,
    begun: Vec<usize>,
    reluctance: HashMap<usize, u32>,
    elsewhere: HashMap<usize, u64>,
    asked: Cell<u64>,
}

impl Memo<usize, u64> for Shared {
    fn recall(&self, key: &usize) -> Option<u64> {
        self.kept.get(key).copied()
    }

    fn insert(&mut self, key: usize, value: u64) {
        self.kept.insert(key, value);
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn reluctance(&self, key: &usize) -> u32 {
        self.asked.set(self.asked.get() + 1);
        self.reluctance.get(key).copied().unwrap_or(0)
    }

    fn begin(&mut self, key: &usize) {
        self.begun.push(*key);
    }

    fn found_elsewhere(&self, key: &usize) -> Option<u64> {
        self.elsewhere.get(key).copied()
    }
}

#[test]
fn the_least_reluctant_position_is_solved_first_and_of_equals_the_first_listed() {
    let rows = vec![(1..=5).map(Components::from).collect(), vec![], vec![], vec![], vec![], vec![]];
    let game = GameTable::new(rows);
    let reluctance = [(1, 7), (2, 3), (3, 9), (4, 3), (5, 7)].into();
    let mut memo = Shared { reluctance, ..Shared::default() };
    assert_eq!(evaluate(&game, &Longest, &mut &mut memo, &mut Control::new(), 0), Ok(1));
    assert_eq!(memo.begun, [0, 2, 4, 1, 5, 3]);
    let mut memo = Shared::default();
    assert_eq!(evaluate(&game, &Longest, &mut memo, &mut Control::new(), 0), Ok(1));
    // A position that may be solved at once is not compared with the others.
    assert_eq!((memo.begun, memo.asked.get()), (vec![0, 1, 2, 3, 4, 5], 5));
}

#[test]
fn a_position_that_another_search_has_solved_is_given_up() {
    const MOVES: usize = 1_000_000;
    let rows = (0..=MOVES).map(|place| place.checked_sub(1).into_iter().map(Components::from).collect()).collect();
    let game = GameTable::new(rows);
    for place in [0, 10, 63] {
        // The length that is told is not the true one, so that the answer shows where it comes from.
        let mut memo = Shared { elsewhere: [(MOVES - place, 5)].into(), ..Shared::default() };
        let found = evaluate(&game, &Longest, &mut &mut memo, &mut Control::unlimited(), MOVES);
        assert_eq!(found, Ok(5 + place as u64));
        assert!(memo.begun.len() < MOVES / 2, "{} positions begun", memo.begun.len());
        // What was given up is begun again where it is needed.
        assert_eq!(memo.kept.len(), place);
    }
}

#[test]
fn a_memo_by_reference_is_the_memo() {
    /// Answers something else than the defaults, and counts its calls.
    #[derive(Default)]
    struct Marked(Vec<&'static str>);

    impl Memo<u8, u8> for Marked {
        fn recall(&self, key: &u8) -> Option<u8> {
            Some(key + 1)
        }
        fn insert(&mut self, _: u8, _: u8) {
            self.0.push("insert");
        }
        fn bytes_with(&self, more: usize) -> u64 {
            more as u64 + 40
        }
        fn forget(&mut self) {
            self.0.push("forget");
        }
        fn is_shared(&self) -> bool {
            true
        }
        fn reluctance(&self, key: &u8) -> u32 {
            u32::from(*key) + 3
        }
        fn begin(&mut self, _: &u8) {
            self.0.push("begin");
        }
        fn found_elsewhere(&self, key: &u8) -> Option<u8> {
            Some(key + 4)
        }
        fn exchange(&mut self, listed: u64, told: Vec<News<u8>>) -> Vec<News<u8>> {
            assert_eq!((listed, told.len()), (6, 0));
            vec![News::UnderWay(5, Vec::new())]
        }
        fn contradict(&mut self, _: &u8, _: String, _: String) {
            self.0.push("contradict");
        }
    }

    fn use_all(mut memo: impl Memo<u8, u8>) {
        memo.insert(1, 2);
        memo.forget();
        memo.begin(&3);
        memo.contradict(&4, String::new(), String::new());
        assert_eq!((memo.recall(&7), memo.found_elsewhere(&7)), (Some(8), Some(11)));
        assert_eq!((memo.bytes_with(2), memo.reluctance(&7), memo.is_shared()), (42, 10, true));
        assert_eq!(memo.exchange(6, Vec::new()).len(), 1);
    }

    let mut marked = Marked::default();
    use_all(&mut marked);
    assert_eq!(marked.0, ["insert", "forget", "begin", "contradict"]);
    let mut plain: HashMap<u8, u8> = HashMap::from([(1, 2)]);
    // The defaults: nothing is known of other searches, and nothing is counted or forgotten.
    Memo::forget(&mut plain);
    assert_eq!((plain.len(), plain.bytes_with(9), plain.reluctance(&1), plain.is_shared()), (1, 0, 0, false));
    assert_eq!((plain.found_elsewhere(&1), plain.exchange(1, Vec::new()).len()), (None, 0));
}

#[test]
fn a_limit_above_a_million_positions_allows_four_options_for_each() {
    let heap = 1_000_000_000_000;
    for (positions, limit) in [(1 << 19, 1 << 22), (1 << 20, 1 << 22), (1 << 21, 1 << 23)] {
        let mut solver = Solver::new(Heap).with_control(Control::new().positions(positions));
        let answer = solver.grundy(heap);
        assert!(matches!(answer, Err(SolveError::TooManyMoves { limit: told, .. }) if told == limit), "{answer:?}");
    }
}

#[test]
fn a_position_may_have_as_many_options_as_the_limit() {
    /// A position is its number of moves, each of which ends the game.
    struct Ends;

    impl ImpartialGame for Ends {
        type Position = u64;
        type Move = u64;

        fn moves(&self, moves: &u64) -> impl Iterator<Item = u64> {
            let moves = usize::try_from(*moves).unwrap();
            std::iter::repeat_n(0, moves)
        }

        fn play(&self, _: &u64, _: &u64) -> Components<u64> {
            Components::new()
        }
    }

    let limit = 1 << 22;
    let mut solver = Solver::new(Ends).with_control(Control::new().positions(10));
    assert_eq!(solver.grundy(limit), Ok(Nimber::new(1)));
    assert!(matches!(solver.grundy(limit + 1), Err(SolveError::TooManyMoves { .. })));
}

/// No option settles the outcome, and the list ends by a panic in place of going on for ever.
#[test]
fn a_list_without_end_is_left_under_a_limit_of_0() {
    struct Endless;

    impl ImpartialGame for Endless {
        type Position = u64;
        type Move = u64;

        fn moves(&self, _: &u64) -> impl Iterator<Item = u64> {
            (1..=u64::MAX).inspect(|to| assert!(*to < 1 << 20, "option {to} is made"))
        }

        fn play(&self, _: &u64, to: &u64) -> Components<u64> {
            (*to).into()
        }
    }

    let (mut memo, mut control) = (Table::new(), Control::new().positions(0));
    let found = evaluate_whole(&Endless, &WhoWins(Play::Normal), &mut memo, &mut control, 0);
    assert!(matches!(found, Err(SolveError::TooManyMoves { .. })), "{found:?}");
}

#[test]
fn a_hint_answers_where_a_search_could_not() {
    let heap = 1_000_000_000_000;
    let mut control = Control::new();
    assert_eq!(evaluate(&Nim, &Grundy, &mut Table::new(), &mut control, [heap, 3]), Ok(Nimber::new(heap ^ 3)));
    for (sum, outcome) in [([heap, heap], Outcome::P), ([heap, 3], Outcome::N)] {
        let normal = WhoWins(Play::Normal);
        assert_eq!(evaluate_whole(&Nim, &normal, &mut Table::new(), &mut control, sum), Ok(outcome));
    }
    assert_eq!(control.done(), 0);
    let misere = evaluate_whole(&Nim, &WhoWins(Play::Misere), &mut Table::new(), &mut control, heap);
    assert!(matches!(misere, Err(SolveError::TooManyMoves { .. })));
}

#[test]
fn the_bytes_of_a_table_are_those_of_its_entries() {
    let mut table: Table<u64, Nimber> = Table::new();
    assert_eq!(table.bytes(), 0);
    table.extend((0..3000).map(|heap| (heap, Nimber::new(heap))));
    let entry = size_of::<Option<(u64, Nimber)>>();
    let in_array = table.bytes();
    assert!((3000 * entry..=6000 * entry).contains(&in_array), "{in_array}");
    // Positions far apart go to the hash table, which has an entry for each and a control byte.
    table.extend((1..=1000).map(|heap| (heap << 40, Nimber::ZERO)));
    let entry = size_of::<(u64, Nimber)>() + 1;
    assert!((1000 * entry..=3000 * entry).contains(&(table.bytes() - in_array)), "{} and {in_array}", table.bytes());
}

/// A position of 64 bytes, with a million others that a move leaves; it counts its moves.
#[derive(Clone, Default)]
pub(crate) struct Fan(pub(crate) Arc<AtomicU64>);

impl ImpartialGame for Fan {
    type Position = [u64; 8];
    type Move = u64;

    fn moves(&self, position: &[u64; 8]) -> impl Iterator<Item = u64> {
        1..=if position[0] == 0 { 1_000_000 } else { 0 }
    }

    fn play(&self, _: &[u64; 8], mv: &u64) -> Components<[u64; 8]> {
        self.0.fetch_add(1, Ordering::Relaxed);
        [*mv; 8].into()
    }
}

impl Fan {
    /// A control that stops after 100 000 moves, and checks before that what bytes are told of that number of moves.
    pub(crate) fn control(&self, are_right: impl Fn(u64, u64) -> bool + Send + Sync + 'static) -> Control {
        let played = Arc::clone(&self.0);
        Control::unlimited().watched(move |progress| {
            let played = played.load(Ordering::Relaxed);
            assert!(are_right(played, progress.bytes), "{} bytes after {played} moves", progress.bytes);
            if played > 100_000 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        })
    }
}

#[test]
fn a_walk_tells_the_bytes_of_positions_seen_and_waiting() {
    let fan = Fan::default();
    let each = 65 + 64;
    let mut control = fan.control(move |played, bytes| (played * each..=(played + 100) * each * 3).contains(&bytes));
    let stopped = grundy::reachable(&fan, [0; 8], &mut control).find_map(Result::err);
    let Some(SolveError::Stopped(stopped)) = stopped else { panic!("{stopped:?}") };
    assert!(stopped.is_cancelled() && stopped.unfinished == fan.0.load(Ordering::Relaxed));
}

/// Heaps of Nim in two colours, which play the same.
struct Colours;

impl ImpartialGame for Colours {
    type Position = u64;
    type Move = u64;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, at: &u64) -> impl Iterator<Item = u64> {
        0..*at & !1
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }

    fn class_code(&self, key: &u64) -> Option<u128> {
        Some(u128::from(key / 2))
    }
}

#[test]
fn the_memo_has_the_value_of_each_position_of_a_class() {
    let mut solver = Solver::new(Colours);
    for heap in 1..12 {
        solver.grundy([2 * heap, 2 * heap + 1]).unwrap();
        solver.grundy(2 * heap).unwrap();
        for key in [2 * heap, 2 * heap + 1] {
            assert_eq!(solver.memo().get(&key), Some(&Nimber::new(heap)), "{key}");
        }
    }
}
