//! Who wins one component in normal play: what is searched, and what is valued.

use std::ops::ControlFlow;

use grundy::chomp::{Board, Chomp};
use grundy::solver::{Reason, Turn};
use grundy::{
    Answer, Bound, Components, Control, DivisorGame, ExplicitGame, GrundysGame, ImpartialGame, Kayles, LaskersNim,
    Method, Notation, Notes, Oracle, Outcome, Play, Poset, Question, Registry, SolveError, Solver, Subtraction,
    Unhinted, Wythoff,
};

use crate::support::random::Random;

#[test]
fn what_falls_apart_or_has_values_is_valued() {
    fn method<G: ImpartialGame<Position = u64>>(solver: &mut Solver<G>, heap: u64) -> Method {
        solver.decide(Play::Normal, heap).unwrap().method
    }
    assert_eq!(method(&mut Solver::new(Unhinted(Kayles)), 50), Method::Values);
    let heaps = || Solver::new(Unhinted(LaskersNim));
    assert_eq!(method(&mut heaps(), 300), Method::Search);
    let mut valued = heaps();
    valued.grundy(299).unwrap();
    assert_eq!(method(&mut valued, 300), Method::Values);
    assert_eq!(method(&mut Solver::new(Unhinted(GrundysGame)), 50), Method::Values);
    // 300 has the option 0, the only one that is P.
    let mut first = heaps();
    assert_eq!((method(&mut first, 300), first.control().done()), (Method::Search, 1));
    // The same is told without a search.
    assert_eq!((method(&mut first, 300), first.control().done()), (Method::Search, 1));
}

/// Each move of a heap ends the game. An oracle may tell the moves, and that there is one at least.
struct Ends {
    tells: bool,
}

impl ImpartialGame for Ends {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        0..*heap
    }

    fn play(&self, _: &u64, _: &u64) -> Components<u64> {
        Components::new()
    }

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
        match question {
            Question::MovesLeaving { component, value } if self.tells && value.is_zero() => {
                Answer::moves(std::iter::once(0).chain((1..*component).filter(|_| true)))
            }
            _ => Answer::Unknown,
        }
    }
}

#[test]
fn winning_moves_are_counted_where_all_were_seen() {
    for tells in [false, true] {
        let wins = Solver::new(Ends { tells }).winning_moves(5).unwrap();
        assert_eq!((wins.known_count(), wins.least_count(), wins.is_complete()), (Some(5), 5, true), "{tells}");
        // Of the first heap 65 536 moves are listed, and nobody looks at the others.
        let wins = Solver::new(Ends { tells }).winning_moves([70_000, 2, 2]).unwrap();
        assert_eq!(
            (wins.known_count(), wins.least_count(), wins.is_complete()),
            (None, (1 << 16) + 4, false),
            "{tells}"
        );
    }
}

/// The lost pairs of Wythoff's game: (1, 2), (3, 5), (4, 7), .. by the golden ratio.
#[test]
fn lost_pairs_are_those_of_the_theorem() {
    let mut pairs = Solver::new(Unhinted(Wythoff));
    let (mut lost, mut met) = (Vec::new(), [false; 40]);
    for small in 0..20 {
        for large in small..20 {
            let pair = Wythoff.parse(&format!("{small},{large}")).unwrap();
            if pairs.outcome(pair) == Ok(Outcome::P) {
                lost.push((small, large));
            }
        }
    }
    // Each number once, the differences in order.
    let mut expected = Vec::new();
    for difference in 0.. {
        let small = met.iter().position(|met| !met).unwrap();
        (met[small], met[small + difference]) = (true, true);
        if small + difference >= 20 {
            break;
        }
        expected.push((small, small + difference));
    }
    assert_eq!(lost, expected);
}

#[test]
fn play_that_comes_back_is_an_error() {
    let game = ExplicitGame::new(vec![vec![], vec![0, 2], vec![3], vec![2]]).unwrap();
    // 1 is won by the move to 0, before the cycle is looked at. 2 is on it.
    assert_eq!(Solver::new(&game).outcome(1), Ok(Outcome::N));
    assert!(matches!(Solver::new(&game).outcome(2), Err(SolveError::Loopy { .. })));
    assert!(matches!(Solver::new(&game).grundy(1), Err(SolveError::Loopy { .. })));
}

#[test]
fn a_long_game_needs_no_stack() {
    let game = Unhinted(Subtraction::new([1, 2]).unwrap());
    let mut solver = Solver::new(game);
    assert_eq!(solver.outcome(300_000), Ok(Outcome::P));
    assert_eq!(solver.outcome(Components::from(300_001)), Ok(Outcome::N));
}

/// A rectangle of Chomp, the numbers 1 to *n* of the divisor game and an order with a greatest element are won in both kinds of play if they are not
/// small, whatever their size.
#[test]
fn strategy_stealing_needs_no_search() {
    fn decided<G: ImpartialGame>(
        game: G,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> (Outcome, Method) {
        let position = position.into();
        let solver = || Solver::new(&game).with_control(Control::new().positions(100));
        let decided = solver().decide(play, position.clone()).unwrap();
        if decided.method == Method::Oracle {
            assert_eq!(solver().by(Method::Oracle).decide(play, position), Ok(decided), "forced");
        }
        (decided.outcome, decided.method)
    }
    let won = (Outcome::N, Method::Oracle);
    let rectangle = |rows, columns| Board::rectangle(rows, columns).unwrap();
    let diamond = Poset::new(202, (1..201).flat_map(|middle| [(0, middle), (middle, 201)])).unwrap();
    for play in [Play::Normal, Play::Misere] {
        for game in [Chomp::poisoned(), Chomp::edible()] {
            assert_eq!(decided(game, play, rectangle(4000, 7000)), won, "{play}");
            assert_eq!(decided(game, play, rectangle(12, 12)), won, "{play}");
        }
        assert_eq!(decided(DivisorGame, play, DivisorGame.parse("5000").unwrap()), won, "{play}");
        assert_eq!(decided(&diamond, play, diamond.all()), won, "{play}");
        let any = Registry::standard().parse("chomp").unwrap();
        assert_eq!(decided(&any, play, any.parse("30x40").unwrap()), won, "{play}");
    }
    // One move is won in normal play only, and without a move the mover has lost, in misère play won.
    for (game, board) in [(Chomp::poisoned(), rectangle(1, 2)), (Chomp::edible(), rectangle(1, 1))] {
        assert_eq!(decided(game, Play::Normal, board.clone()).0, Outcome::N);
        assert_eq!(decided(game, Play::Misere, board).0, Outcome::P);
    }
    assert_eq!(decided(Chomp::poisoned(), Play::Normal, rectangle(1, 1)).0, Outcome::P);
    assert_eq!(decided(Chomp::poisoned(), Play::Misere, rectangle(1, 1)).0, Outcome::N);
}

/// The working of who wins has values only where who wins needs them, and the same outcome and winning move as the working by values.
#[test]
fn the_working_of_an_outcome_is_that_of_the_values() {
    fn both<G: ImpartialGame + Clone>(game: &G, position: &Components<G::Position>) -> [Option<Method>; 2] {
        let by_values = Solver::new(game.clone()).explain(position.clone()).unwrap();
        let by_outcome = Solver::new(game.clone()).explain_outcome(Play::Normal, position.clone()).unwrap();
        assert_eq!(by_outcome.outcome, by_values.outcome);
        if by_values.outcome == Outcome::N {
            let place = |turn: Option<Turn<G::Position, G::Move>>| turn.unwrap().mv.component;
            let left = by_outcome.turn.clone().unwrap().position;
            assert_eq!(Solver::new(game.clone()).outcome(left), Ok(Outcome::P));
            assert_eq!(place(by_outcome.turn), place(by_values.turn));
        }
        [by_values.reason, by_outcome.reason].map(|reason| match reason {
            Reason::Method { method, .. } => Some(method),
            _ => None,
        })
    }
    let mut met = Vec::new();
    for (small, large) in (0..12).flat_map(|small| (0..12).map(move |large| (small, large))) {
        let pair = Wythoff.parse(&format!("{small},{large}")).unwrap();
        met.push(both(&Unhinted(Wythoff), &pair));
    }
    assert!(met.iter().all(|[values, _]| values.is_none()));
    assert!(met.iter().filter(|[_, outcome]| *outcome == Some(Method::Search)).count() > 100, "{met:?}");
    assert_eq!(both(&Unhinted(Kayles), &[9].into()), [None, None]);
    assert_eq!(both(&Chomp::poisoned(), &Board::rectangle(5, 7).unwrap().into()), [None, Some(Method::Oracle)]);
    let told = Solver::new(Unhinted(Wythoff)).explain_outcome(Play::Normal, Wythoff.parse("3,4").unwrap()).unwrap();
    assert!(
        told.to_string()
            .starts_with("In normal play a search tells who wins, without the value: the player to move wins.\n")
    );
}

/// A bound in the search for the move of a theorem costs the move only. A caller who ends the search gets the error.
#[test]
fn a_theorem_is_told_without_its_move() {
    let board = Board::rectangle(20, 31).unwrap();
    let mut solver = Solver::new(Chomp::poisoned()).with_control(Control::new().positions(1000));
    let told = solver.explain_outcome(Play::Normal, board.clone()).unwrap();
    assert_eq!((told.outcome, &told.turn, told.compared), (Outcome::N, &None, false));
    let lines = told.map(ToString::to_string).to_string();
    assert_eq!(
        lines,
        "In normal play: one move takes only what every other move takes as well, so that it wins, or an answer to it, which could have been played at once: \
         the player to move wins.\nThe theorem does not tell which move wins, and the search for it met a bound."
    );
    solver.set_control(Control::new().watched(|_| ControlFlow::Break(())));
    assert!(matches!(solver.explain_outcome(Play::Normal, board), Err(SolveError::Stopped(_))));
}

/// Where a theorem tells who wins, the working does not wait for a value that is far.
#[test]
fn the_working_of_a_theorem_takes_few_positions() {
    let mut solver = Solver::new(Chomp::poisoned());
    let told = solver.explain(Board::rectangle(50, 50).unwrap()).unwrap();
    assert!(matches!(told.reason, Reason::Method { method: Method::Oracle, .. }), "{:?}", told.reason);
    assert!(solver.control().done() <= 3 << 16, "{}", solver.control().done());
}

/// The best move of one component by who wins is as good as by values: of a lost position the same one, of a won one a winning one.
#[test]
fn best_moves_by_outcomes_are_those_by_values() {
    let mut lost = 0;
    for seed in 0..200 {
        // Each vertex has edges to about a quarter of those before it.
        let mut random = Random(seed);
        let edges = (0..16).map(|from| (0..from).filter(|_| random.below(4) == 0).collect());
        let game = Unhinted(ExplicitGame::new(edges.collect()).unwrap());
        let position = 15;
        let best = Solver::new(&game).best_move(position).unwrap();
        assert_eq!(best, Solver::new(&game).by(Method::Values).best_move(position).unwrap(), "{seed}");
        lost += u32::from(Solver::new(&game).outcome(position) == Ok(Outcome::P));
    }
    assert!(lost > 20, "{lost}");
}

/// Tells who wins a heap of which one to three counters are taken, and no value.
struct FourIsLost;

impl<G: ImpartialGame<Position = u64>> Oracle<G> for FourIsLost {
    fn answer<'a>(&'a mut self, _: &'a G, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, G::Move> {
        match question {
            Question::WhoWins(heap) if heap.is_multiple_of(4) => Answer::Outcome(Outcome::P),
            Question::WhoWins(_) => Answer::Outcome(Outcome::N),
            _ => Answer::Unknown,
        }
    }
}

/// An oracle that is forced and tells no values is asked who wins what each move leaves.
#[test]
fn an_oracle_of_outcomes_tells_moves() {
    let game = Unhinted(Subtraction::new([1, 2, 3]).unwrap());
    let (mut by_oracle, mut by_values) = (Solver::new(&game).with(FourIsLost).by(Method::Oracle), Solver::new(&game));
    for heap in 0..12 {
        assert_eq!(by_oracle.winning_moves(heap), by_values.winning_moves(heap), "{heap}");
        assert_eq!(by_oracle.winning_move(heap), by_values.winning_move(heap), "{heap}");
        assert_eq!(by_oracle.best_move(heap), by_values.best_move(heap), "{heap}");
        let [told, valued] = [&mut by_oracle, &mut by_values].map(|solver| solver.explain(heap).unwrap());
        assert_eq!((told.outcome, told.turn.map(|turn| turn.mv)), (valued.outcome, valued.turn.map(|turn| turn.mv)));
    }
    // Of a sum it knows nothing.
    let method = Method::Oracle;
    assert_eq!(by_oracle.winning_moves([3, 5]).map(drop), Err(SolveError::NotByMethod { method }));
}

/// A line of play that ends in the sum of another line, as long as the first one, and of one move.
struct LineToSum;

impl LineToSum {
    const LENGTH: u64 = 1000;
}

impl ImpartialGame for LineToSum {
    type Position = u64;
    type Move = ();

    fn moves(&self, left: &u64) -> impl Iterator<Item = ()> {
        (*left > 0).then_some(()).into_iter()
    }

    fn play(&self, left: &u64, (): &()) -> Components<u64> {
        if *left == Self::LENGTH + 1 { [left - 1, 1].into() } else { left.saturating_sub(1).into() }
    }
}

/// Positions under way in a search for who wins, and in the search for a sum that it waits for, are under one limit.
#[test]
fn a_search_and_the_sum_that_it_waits_for_share_a_limit() {
    let limit = 3 * LineToSum::LENGTH / 2;
    for (by, play) in [(None, Play::Normal), (Some(Method::Search), Play::Normal), (Some(Method::Search), Play::Misere)]
    {
        let mut solver = Solver::new(LineToSum).with_control(Control::new().positions(limit));
        if let Some(method) = by {
            solver = solver.by(method);
        }
        let error = solver.outcome_in(play, 2 * LineToSum::LENGTH).unwrap_err();
        let SolveError::Stopped(stopped) = error else { panic!("{by:?}, {play}: {error}") };
        assert_eq!(
            (stopped.bound, stopped.done + stopped.unfinished),
            (Bound::Positions(limit), limit),
            "{by:?}, {play}"
        );
        solver.set_control(Control::new().positions(2 * limit));
        // 1000 moves to the sum, and 1001 in it.
        let won = if play == Play::Normal { Outcome::N } else { Outcome::P };
        assert_eq!(solver.outcome_in(play, 2 * LineToSum::LENGTH), Ok(won), "{by:?}, {play}");
    }
}
