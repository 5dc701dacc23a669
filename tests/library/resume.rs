//! A search that is stopped at random points and asked again finds the same, and repeats at most a twentieth of its work.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grundy::chomp::{Board, Chomp};
use grundy::compound::Compound;
use grundy::games::Sprouts;
use grundy::{
    Answer, ArcKayles, Components, Control, Cram, DawsonsKayles, ImpartialGame, Kayles, Keyed, Method, Nimber,
    NodeKayles, Notation, Notes, Oracle, Outcome, Play, Question, SolveError, Solver, SumMove, Unhinted, Whole,
};

use crate::bounds::Fan;
use crate::support::naive;
use crate::support::random::Random;

/// What stops a search.
#[derive(Clone, Copy, Debug)]
enum By {
    /// A limit on positions. What the undecided choice gives a method is a part of the limit, so a method is forced.
    Limit(Method),
    /// A callback. It is called every few thousand steps, so only searches that are longer can be stopped.
    Callback(Option<Method>),
}

/// Asks at once, and again with stops at random points.
fn check<G: ImpartialGame + Clone, A: PartialEq + std::fmt::Debug>(
    game: &G,
    by: By,
    ask: impl Fn(&mut Solver<G>) -> Result<A, SolveError<G::Position>>,
) {
    let solver = || match by {
        By::Limit(method) | By::Callback(Some(method)) => Solver::new(game.clone()).by(method),
        By::Callback(None) => Solver::new(game.clone()),
    };
    let mut at_once = solver();
    let answer = ask(&mut at_once).unwrap();
    let all = at_once.control().done();
    let mut random = Random(all);
    let (mut stopped, mut done, mut stops) = (solver(), 0, 0);
    let found = loop {
        let part = all / 15 + random.below(usize::try_from(all / 10).unwrap()) as u64;
        stopped.set_control(match by {
            By::Limit(_) => Control::new().positions(part),
            By::Callback(_) => Control::new().watched(move |progress| {
                if progress.done < part { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }),
        });
        let found = ask(&mut stopped);
        done += stopped.control().done();
        match found {
            Ok(found) => break found,
            Err(SolveError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{by:?}: {error}"),
        }
        assert!(stops < 1000, "{by:?}: it does not end");
    };
    assert_eq!(found, answer, "{by:?}");
    assert!(stops >= 3, "{by:?}: {stops} stops");
    assert!(done * 20 <= all * 21, "{by:?}: {done} in {stops} stops, {all} at once");
}

/// Lengths are asked component by component, without a method.
#[test]
fn lengths_of_games() {
    let sum = of(&Cram, "4x4 + 3x5");
    check(&Cram, By::Limit(Method::Values), |solver| solver.longest(sum.clone()));
    check(&Cram, By::Limit(Method::Values), |solver| solver.shortest(sum.clone()));
}

fn of<G: Notation>(game: &G, text: &str) -> Components<G::Position> {
    game.parse(text).unwrap()
}

#[test]
fn values_and_outcomes_in_normal_play() {
    let cram = of(&Cram, "4x7");
    for by in [By::Limit(Method::Nimbers), By::Callback(Some(Method::Nimbers)), By::Callback(None)] {
        check(&Cram, by, |solver| solver.grundy(cram.clone()));
    }
    let sum = of(&Cram, "4x5 + 3x7");
    check(&Cram, By::Limit(Method::Nimbers), |solver| solver.outcome(sum.clone()));
    let graph = of(&NodeKayles::new(), "grid:4x7");
    check(&NodeKayles::new(), By::Limit(Method::Nimbers), |solver| solver.grundy(graph.clone()));
    let graph = of(&ArcKayles, "grid:3x5");
    check(&ArcKayles, By::Limit(Method::Nimbers), |solver| solver.grundy(graph.clone()));
    let spots = of(&Sprouts, "0*7");
    check(&Sprouts, By::Limit(Method::Nimbers), |solver| solver.outcome(spots.clone()));
    let board = Board::rectangle(7, 8).unwrap();
    for by in [By::Limit(Method::Values), By::Callback(Some(Method::Values)), By::Callback(None)] {
        check(&Unhinted(Chomp::poisoned()), by, |solver| solver.grundy(board.clone()));
    }
}

#[test]
fn outcomes_in_misere_play() {
    let board = of(&Cram, "4x5");
    check(&Cram, By::Limit(Method::Search), |solver| solver.outcome_in(Play::Misere, board.clone()));
    let spots = of(&Sprouts, "0*5");
    check(&Sprouts, By::Limit(Method::Search), |solver| solver.outcome_in(Play::Misere, spots.clone()));
    let game = NodeKayles::new();
    let graph = of(&game, "grid:4x6");
    check(&game, By::Limit(Method::Search), |solver| solver.outcome_in(Play::Misere, graph.clone()));
    let rows = Components::from([18, 17]);
    for by in [By::Limit(Method::Forms), By::Callback(Some(Method::Forms))] {
        check(&Unhinted(Kayles), by, |solver| solver.outcome_in(Play::Misere, rows.clone()));
    }
    // Several methods take turns: a quotient is looked for in vain, and forms decide.
    let rows = Components::from([30, 29, 28]);
    check(&Unhinted(DawsonsKayles), By::Callback(None), |solver| solver.outcome_in(Play::Misere, rows.clone()));
}

/// Take one to three counters, or split a heap in two unequal ones; each move counts down to a panic.
struct Panics {
    left: AtomicU64,
}

impl ImpartialGame for Panics {
    type Position = u64;
    type Move = [u64; 2];
    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = [u64; 2]> {
        let heap = *heap;
        (1..=heap.min(3))
            .map(move |taken| [heap - taken, 0])
            .chain((1..heap.div_ceil(2)).map(move |one| [one, heap - one]))
    }

    fn play(&self, _: &u64, left: &[u64; 2]) -> Components<u64> {
        assert_ne!(self.left.fetch_sub(1, Ordering::Relaxed), 0, "the rule book panics");
        (*left).into()
    }
}

/// A question goes on where it was stopped if it is asked again. Another one about the same position is another question: the value of Cram 3 by 5 is not
/// told by who wins, nor the other way round.
#[test]
fn another_question_about_a_position_is_not_the_one_that_was_stopped() {
    let board = of(&Cram, "3x5");
    let mut stops = 0;
    for limit in 1..30 {
        let solver = || Solver::new(Cram).with_control(Control::new().positions(limit));
        let (mut first, mut last) = (solver(), solver());
        stops += u32::from(first.outcome(board.clone()).is_err()) + u32::from(last.grundy(board.clone()).is_err());
        for solver in [&mut first, &mut last] {
            solver.set_control(Control::new());
        }
        assert_eq!(first.grundy(board.clone()), Ok(Nimber::new(1)), "{limit}");
        assert_eq!(last.outcome(board.clone()), Ok(Outcome::N), "{limit}");
    }
    assert!(stops > 10, "{stops}");
}

/// Who wins in one play, and by which moves, is another question than in the other play.
#[test]
fn the_other_play_is_not_the_one_that_was_stopped() {
    let game = Unhinted(Kayles);
    let (mut stops, mut lists) = (0, 0);
    for rows in [&[11][..], &[6, 5], &[5, 4, 2]] {
        for (first, other) in [(Play::Normal, Play::Misere), (Play::Misere, Play::Normal)] {
            let outcome = naive::outcome(&game, rows, other);
            let wins: Vec<_> = Whole(&game)
                .moves(&rows.into())
                .filter(|mv| {
                    let left = Whole(&game).play(&rows.into(), mv);
                    naive::outcome(&game, &left[0], other) == Outcome::P
                })
                .collect();
            for method in [Some(Method::Search), None] {
                let stopped = |limit| {
                    let solver = Solver::new(game).with_control(Control::new().positions(limit));
                    if let Some(method) = method { solver.by(method) } else { solver }
                };
                for limit in (1..200).step_by(3) {
                    let mut solver = stopped(limit);
                    stops += u32::from(solver.outcome_in(first, rows).is_err());
                    solver.set_control(Control::new());
                    assert_eq!(solver.outcome_in(other, rows), Ok(outcome), "{rows:?}, {first} play to {limit}");
                    let mut solver = stopped(limit);
                    lists += u32::from(solver.winning_moves_in(first, rows).is_err());
                    solver.set_control(Control::new());
                    let listed = solver.winning_moves_in(other, rows).unwrap();
                    assert_eq!(listed.to_vec(), wins, "{rows:?}, {first} play to {limit}");
                }
            }
        }
    }
    assert!(stops > 100 && lists > stops, "{stops} outcomes and {lists} lists were stopped");
}

/// What a search has left when the rule book panics stands in the way of no question.
#[test]
fn a_rule_book_that_panics_changes_no_answer() {
    let never = || Panics { left: AtomicU64::new(u64::MAX) };
    let mut sound = Solver::new(never()).by(Method::Values);
    let values = [40, 18, 33].map(|heap| sound.grundy(heap).unwrap());
    let mut panics = 0;
    for threads in [None, NonZero::new(2)] {
        for left in (0..400).step_by(3) {
            let solver = Solver::new(Panics { left: AtomicU64::new(left) });
            let mut solver = match threads {
                None => solver,
                Some(threads) => solver.by_threads().with_control(Control::new().threads(threads)),
            };
            panics += u32::from(catch_unwind(AssertUnwindSafe(|| solver.grundy(40))).is_err());
            for (heap, value) in [40, 18, 33].into_iter().zip(values) {
                solver.game().left.store(u64::MAX, Ordering::Relaxed);
                assert_eq!(solver.grundy(heap), Ok(value), "{left} {heap} {threads:?}");
            }
        }
    }
    assert!(panics > 100, "{panics}");
}

/// The control of a solver is what it was after a panic of the rule book, whatever had a part of it.
#[test]
fn a_rule_book_that_panics_changes_no_bound() {
    let limit = 1 << 22;
    let control = || Control::new().positions(limit).bytes(1 << 40).threads(NonZero::new(2).unwrap());
    let bounds = |control: &Control| (control.position_limit(), control.byte_limit(), control.thread_count());
    let expected = bounds(&control());
    let mut panics = 0;
    let mut ask = |left: u64, number: usize| {
        let game = Panics { left: AtomicU64::new(left) };
        let mut solver = Solver::new(&game).with_control(control());
        let mut several = Solver::new(&game).by_threads().with_control(control());
        let compound = Compound::selective(&game);
        let mut of_compound = Solver::new(&compound).with_control(control());
        let sum = [20, 13];
        let asked = catch_unwind(AssertUnwindSafe(|| match number {
            0 => drop(solver.grundy(sum)),
            1 => drop(solver.outcome_in(Play::Misere, sum)),
            2 => drop(solver.winning_moves_in(Play::Misere, sum).map(drop)),
            3 => drop(solver.best_move_in(Play::Misere, sum)),
            4 => drop(several.grundy(sum)),
            5 => drop(several.outcome_in(Play::Misere, sum)),
            _ => drop(of_compound.outcome(compound.position(sum))),
        }));
        panics += u32::from(asked.is_err());
        for control in [solver.control(), several.control(), of_compound.control()] {
            assert_eq!(bounds(control), expected, "question {number}, {left} moves");
        }
    };
    for left in [0, 1, 2, 5, 10, 20, 40, 80] {
        (0..7).for_each(|number| ask(left, number));
    }
    assert!(panics > 30, "{panics}");
}

/// Take one or two counters; counts the moves that are played. Of a line of play nothing has a value before its last position.
#[derive(Default)]
struct Line {
    plays: AtomicU64,
}

impl ImpartialGame for Line {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=2.min(*heap)
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        self.plays.fetch_add(1, Ordering::Relaxed);
        heap.saturating_sub(*taken).into()
    }
}

#[test]
fn a_line_of_play_goes_on_from_where_it_was() {
    const HEAP: u64 = 30_000;
    /// The moves played for a question that is asked under each of the controls in turn until it is answered, and the answer.
    fn plays<A>(
        by: Option<Method>,
        controls: impl Iterator<Item = Control>,
        ask: impl Fn(&mut Solver<&Line>) -> Result<A, SolveError<u64>>,
    ) -> (u64, A) {
        let line = Line::default();
        let mut solver = Solver::new(&line);
        if let Some(method) = by {
            solver = solver.by(method);
        }
        for control in controls {
            solver.set_control(control);
            match ask(&mut solver) {
                Ok(answer) => return (line.plays.load(Ordering::Relaxed), answer),
                Err(SolveError::Stopped(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        panic!("it does not end");
    }
    fn check<A: PartialEq + std::fmt::Debug>(
        by: Option<Method>,
        ask: impl Fn(&mut Solver<&Line>) -> Result<A, SolveError<u64>>,
    ) {
        let (at_once, answer) = plays(by, [Control::new()].into_iter(), &ask);
        // Cancelled at every first look; and by limits on positions, under which those under way count.
        let cancelled = (0..500).map(cancelled);
        let limited = (1..50).map(|part| Control::new().positions(part * HEAP / 10));
        for (plays, found) in [plays(by, cancelled, &ask), plays(by, limited, &ask)] {
            assert_eq!(found, answer);
            assert!(plays * 20 <= at_once * 21, "{plays} moves, {at_once} at once");
        }
    }
    check(None, |solver| solver.grundy(HEAP));
    check(None, |solver| solver.outcome(HEAP));
    check(None, |solver| Ok(solver.winning_moves(HEAP)?.to_vec()));
    check(None, |solver| solver.grundy([10_000, 10_000, HEAP])); // the two cancel
    check(None, |solver| solver.longest(HEAP));
    check(None, |solver| solver.shortest([HEAP, 2]));
    check(None, |solver| solver.genus(HEAP));
    check(Some(Method::Search), |solver| solver.outcome_in(Play::Misere, HEAP));
    check(Some(Method::Search), |solver| solver.outcome_in(Play::Misere, [HEAP, 1]));
    check(Some(Method::Tame), |solver| solver.outcome_in(Play::Misere, [HEAP, HEAP - 1]));
    check(Some(Method::Forms), |solver| solver.outcome_in(Play::Misere, [HEAP, HEAP - 1]));
}

/// A string of fifty bits, of which a move deletes one and leaves a component that has ended beside it, so that forms are asked first. The first move wins: it
/// leads to a number of a line, below which a few numbers of a random graph are in reach each time, and which few whole positions decide.
struct Strings {
    top: u64,
}

impl Strings {
    const LENGTH: u32 = 50;

    fn below(number: u64) -> Vec<u64> {
        let mut random = Random(number);
        let count = if number == 0 { 0 } else { 2 + random.below(3) };
        let near = usize::try_from(number.min(60)).unwrap();
        (0..count).map(|_| number - 1 - random.below(near) as u64).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Piece {
    Bits(u32, u64),
    Number(u64),
    Ended,
}

impl ImpartialGame for Strings {
    type Position = Piece;
    type Move = u32;

    fn moves(&self, piece: &Piece) -> impl Iterator<Item = u32> {
        0..match piece {
            Piece::Bits(length, _) => *length,
            Piece::Number(number) => u32::try_from(Self::below(*number).len()).unwrap(),
            Piece::Ended => 0,
        }
    }

    fn play(&self, piece: &Piece, mv: &u32) -> Components<Piece> {
        match piece {
            Piece::Bits(Self::LENGTH, _) if *mv == 0 => Piece::Number(self.top).into(),
            Piece::Bits(1, _) | Piece::Ended => Piece::Ended.into(),
            Piece::Bits(length, bits) => {
                let low = bits & ((1 << mv) - 1);
                [Piece::Bits(length - 1, low | bits >> (mv + 1) << mv), Piece::Ended].into()
            }
            Piece::Number(number) => Piece::Number(Self::below(*number)[*mv as usize]).into(),
        }
    }
}

/// With a limit that stays the same, forms do not get all that there is, again and again, as the method that goes first.
#[test]
fn every_method_comes_on_with_a_question_that_is_asked_again() {
    let mut is_won = vec![true]; // in misère play
    for number in 1..6000 {
        let wins = Strings::below(number).iter().any(|left| !is_won[usize::try_from(*left).unwrap()]);
        is_won.push(wins);
    }
    let top = is_won.iter().rposition(|is_won| !is_won).unwrap() as u64;
    let game = Strings { top };
    let start = || Piece::Bits(Strings::LENGTH, 0x9_e377_9b97_f4a7 & ((1 << Strings::LENGTH) - 1));
    let slice = |_| Control::new().positions(2000);
    let (decided, stops) = in_slices(&mut Solver::new(&game), slice, |solver| solver.decide(Play::Misere, start()));
    assert_eq!((decided.outcome, decided.method), (Outcome::N, Method::Search));
    assert!(stops < 100, "{stops} stops");
}

/// A line of 10^5 moves for the nimber search.
struct NimberLine;

impl ImpartialGame for NimberLine {
    type Position = u64;
    type Move = ();

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, left: &u64) -> impl Iterator<Item = ()> {
        (*left > 0).then_some(()).into_iter()
    }

    fn play(&self, left: &u64, (): &()) -> Components<u64> {
        left.saturating_sub(1).into()
    }
}

/// In slices as long as it takes to walk down a part of the line.
#[test]
fn a_nimber_search_goes_on_with_its_line() {
    let (value, stops) = in_slices(&mut Solver::new(NimberLine), cancelled, |solver| solver.grundy(100_001));
    assert!(value == Nimber::new(1) && (5..200).contains(&stops), "{value} after {stops} stops");
}

/// The numbers of a random graph, for the nimber search.
struct NimberGraph;

impl ImpartialGame for NimberGraph {
    type Position = u64;
    type Move = u64;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, number: &u64) -> impl Iterator<Item = u64> {
        Strings::below(*number).into_iter()
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }
}

/// A question that was answered lists nothing, whatever the answer; so the best of many moves comes in slices.
#[test]
fn a_nimber_search_lists_nothing_for_what_it_has_answered() {
    let numbers = 1..400;
    let mut best = Solver::new(NimberGraph);
    let slice = |_| Control::new().positions(12);
    for several in [false, true] {
        let mut solver = Solver::new(NimberGraph);
        if several {
            solver = solver.by_threads().with_control(Control::new().threads(2.try_into().unwrap()));
        }
        let outcomes: Vec<Outcome> = numbers.clone().map(|number| solver.outcome(number).unwrap()).collect();
        let done = solver.control().done();
        let again: Vec<Outcome> = numbers.clone().map(|number| solver.outcome(number).unwrap()).collect();
        assert!(done > 100 && again == outcomes && outcomes.contains(&Outcome::P) && outcomes.contains(&Outcome::N));
        assert_eq!(solver.control().done(), done);
    }
    for number in numbers {
        let (mv, _) = in_slices(&mut Solver::new(NimberGraph), slice, |solver| solver.best_move(number));
        match best.outcome(number).unwrap() {
            Outcome::P => assert_eq!(mv, best.best_move(number).unwrap(), "{number}"),
            // A winning move that is known is not the first one.
            Outcome::N => assert_eq!(best.outcome(mv.unwrap().mv), Ok(Outcome::P), "{number}"),
        }
    }
}

/// Of two lines of play, to one of which each move of the first position leads; the oracle knows who wins.
struct TwoLines;

impl ImpartialGame for TwoLines {
    type Position = (bool, u64);
    type Move = bool;

    fn moves(&self, (is_first, left): &(bool, u64)) -> impl Iterator<Item = bool> {
        [true, false].into_iter().take(if *is_first { 2 } else { usize::from(*left > 0) })
    }

    fn play(&self, (is_first, left): &(bool, u64), longer: &bool) -> Components<(bool, u64)> {
        (false, if *is_first { left + u64::from(*longer) } else { left.saturating_sub(1) }).into()
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, (bool, u64)>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, bool> {
        match question {
            Question::WhoWins((true, _)) | Question::Outcome { sum: [(true, _)], play: Play::Misere } => {
                Answer::Outcome(Outcome::N)
            }
            _ => Answer::Unknown,
        }
    }
}

/// A pass over the moves for one that is known to win does not drop the line of the search for it.
#[test]
fn a_winning_move_comes_in_slices_where_an_oracle_knows_that_there_is_one() {
    let start = (true, 100_001);
    for play in [Play::Normal, Play::Misere] {
        let (mv, _) = in_slices(&mut Solver::new(TwoLines), cancelled, |solver| solver.winning_move_in(play, start));
        // An even line is lost in normal play, an odd one in misère play.
        assert_eq!(mv.map(|mv| mv.mv), Some(play == Play::Normal), "{play}");
    }
    in_slices(&mut Solver::new(TwoLines), cancelled, |solver| solver.best_move(start));
}

/// A line, or the sum of a line and one more move; the working needs values, and who wins needs that of the sum.
struct LineOrSum;

impl ImpartialGame for LineOrSum {
    type Position = (bool, u64);
    type Move = bool;

    fn moves(&self, (is_first, left): &(bool, u64)) -> impl Iterator<Item = bool> {
        [true, false].into_iter().take(if *is_first { 2 } else { usize::from(*left > 0) })
    }

    fn play(&self, (is_first, left): &(bool, u64), is_sum: &bool) -> Components<(bool, u64)> {
        match (is_first, is_sum) {
            (false, _) => (false, left.saturating_sub(1)).into(),
            (true, true) => [(false, *left), (false, 1)].into(),
            (true, false) => (false, 3).into(),
        }
    }
}

/// A search for a value and one for who wins keep what they were at, each for itself.
#[test]
fn a_working_comes_in_slices() {
    for play in [Play::Normal, Play::Misere] {
        let slice = |_| Control::unlimited().within(Duration::from_millis(30));
        let explain = |solver: &mut Solver<LineOrSum>| Ok(solver.explain_in(play, (true, 200_000))?.map(|_| ()));
        let (working, stops) = in_slices(&mut Solver::new(LineOrSum), slice, explain);
        assert_eq!(working, explain(&mut Solver::new(LineOrSum)).unwrap(), "{play}, {stops} stops");
    }
}

/// A control that stops at its first check, whatever the number of stops before.
fn cancelled(_: u64) -> Control {
    Control::new().watched(|_| ControlFlow::Break(()))
}

/// A control that stops at the check after this number of them.
pub(crate) fn cancelled_after(checks: u64) -> Control {
    let looks = AtomicU64::new(0);
    Control::new().watched(move |_| {
        let is_enough = looks.fetch_add(1, Ordering::Relaxed) >= checks;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// Asks until there is an answer, each time under the control for the number of stops so far. The answer, and the number of stops.
fn in_slices<G: ImpartialGame, A>(
    solver: &mut Solver<G>,
    slice: impl Fn(u64) -> Control,
    ask: impl Fn(&mut Solver<G>) -> Result<A, SolveError<G::Position>>,
) -> (A, u64) {
    for stops in 0..1000 {
        solver.set_control(slice(stops));
        match ask(solver) {
            Ok(found) => return (found, stops),
            Err(SolveError::Stopped(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("it does not end");
}

/// From position 0, of many moves, play goes to 1, 2, ..; every second move may leave two components. Each of these has one move.
struct Wide<const SEARCHES_NIMBERS: bool> {
    falls_apart: bool,
    plays: Arc<AtomicU64>,
}

impl<const SEARCHES_NIMBERS: bool> Wide<SEARCHES_NIMBERS> {
    const MOVES: u64 = 3000;
    /// The moves that are played in one slice.
    const MOST_PLAYS: u64 = 300;

    /// The answer to a question, which is asked at once, and again in slices that are shorter than the list of moves.
    fn check<A: PartialEq + std::fmt::Debug>(
        falls_apart: bool,
        ask: impl Fn(&mut Solver<&Self>) -> Result<A, SolveError<u64>>,
    ) {
        let plays = Arc::new(AtomicU64::new(0));
        let wide = Self { falls_apart, plays: Arc::clone(&plays) };
        let expected = ask(&mut Solver::new(&wide)).unwrap();
        let at_once = plays.swap(0, Ordering::Relaxed);
        let slice = |_| {
            let (played, before) = (Arc::clone(&plays), plays.load(Ordering::Relaxed));
            Control::new().watched(move |_| {
                let is_enough = played.load(Ordering::Relaxed) - before > Self::MOST_PLAYS;
                if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        let (found, stops) = in_slices(&mut Solver::new(&wide), slice, ask);
        assert_eq!(found, expected);
        assert!(stops >= 3, "{stops}");
        let all = plays.load(Ordering::Relaxed);
        assert!(all <= at_once * 3 / 2, "{all} moves in {stops} slices, {at_once} at once");
    }
}

impl<const SEARCHES_NIMBERS: bool> ImpartialGame for Wide<SEARCHES_NIMBERS> {
    type Position = u64;
    type Move = u64;

    const SEARCHES_NIMBERS: bool = SEARCHES_NIMBERS;

    fn moves(&self, position: &u64) -> impl Iterator<Item = u64> {
        let (first, count) = match *position {
            0 => (1, Self::MOVES),
            near if near <= 2 * Self::MOVES => (near + 2 * Self::MOVES, 1),
            _ => (0, 0),
        };
        first..first + count
    }

    fn play(&self, _: &u64, to: &u64) -> Components<u64> {
        self.plays.fetch_add(1, Ordering::Relaxed);
        if self.falls_apart && *to <= Self::MOVES && to.is_multiple_of(2) {
            return [*to, to + Self::MOVES].into();
        }
        (*to).into()
    }
}

/// A rule book of a nimber search that takes all options, and tells them from the last to the first.
struct Backwards(u64);

impl ImpartialGame for Backwards {
    type Position = u64;
    type Move = u64;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (heap.saturating_sub(self.0)..*heap).rev()
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }

    fn keyed_options(
        &self,
        _: &u64,
        options: impl Iterator<Item = Components<u64>>,
        mut visit: impl FnMut(Keyed<u64>) -> ControlFlow<()>,
    ) {
        let options: Vec<Components<u64>> = options.collect();
        for option in options.into_iter().rev() {
            let _ = visit(Keyed::Key(option[0]));
            if visit(Keyed::End).is_break() {
                return;
            }
        }
    }
}

/// Options are told in any order; a stop in the middle of them leaves none out.
#[test]
fn options_in_another_order_are_all_listed_after_a_stop() {
    const MOST: u64 = 2000;
    for heap in [MOST + 1, 2 * MOST + 5] {
        let game = Backwards(MOST);
        // Each slice is longer than the one before.
        let (found, stops) = in_slices(&mut Solver::new(&game), cancelled_after, |solver| solver.grundy(heap));
        assert_eq!(found, Nimber::new(heap % (MOST + 1)), "{heap}");
        assert!(stops > 0);
    }
}

/// Values that were there before a panic by several threads are there after it.
#[test]
fn a_rule_book_that_panics_by_threads_loses_no_value() {
    struct Breaks {
        at: AtomicU64,
    }
    impl ImpartialGame for Breaks {
        type Position = u64;
        type Move = u64;

        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            1..=3.min(*heap)
        }

        fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
            assert!(*heap != self.at.load(Ordering::Relaxed), "the rule book panics");
            (heap - taken).into()
        }
    }
    // One thread begins, and meets the first of these heaps. Several go on, and meet the second.
    for at in [59_000, 30_000] {
        let game = Breaks { at: AtomicU64::new(at) };
        let control = Control::new().threads(NonZero::new(3).unwrap());
        let mut solver = Solver::new(&game).by(Method::Values).by_threads().with_control(control);
        assert_eq!(solver.grundy(20_000), Ok(Nimber::new(20_000 % 4)));
        let before = solver.memo().len();
        assert!(before >= 20_000, "{before}");
        assert!(catch_unwind(AssertUnwindSafe(|| solver.grundy(60_000))).is_err());
        assert!(solver.memo().len() >= before, "{at}: {} of {before} values", solver.memo().len());
        game.at.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(solver.grundy(60_000), Ok(Nimber::ZERO));
    }
}

#[test]
fn a_list_of_moves_goes_on_from_where_it_was() {
    for falls_apart in [false, true] {
        Wide::<false>::check(falls_apart, |solver| solver.grundy(0));
        Wide::<false>::check(falls_apart, |solver| solver.outcome(0));
        Wide::<true>::check(falls_apart, |solver| solver.grundy(0));
        for play in [Play::Normal, Play::Misere] {
            Wide::<false>::check(falls_apart, |solver| Ok(solver.winning_moves_in(play, 0)?.to_vec()));
        }
        // Before misère play has a method, options are counted and looked at. Then each method lists them.
        for sum in [vec![0], vec![0, 0], vec![0, 1], vec![0, 0, 0]] {
            Wide::<false>::check(falls_apart, |solver| solver.outcome_in(Play::Misere, &sum[..]));
            Wide::<true>::check(falls_apart, |solver| solver.outcome_in(Play::Misere, &sum[..]));
        }
    }
}

/// Every move of a fan ends it, so that all leave value 0.
struct TellsAll;

impl Oracle<Fan> for TellsAll {
    fn answer<'a>(&'a mut self, _: &'a Fan, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, u64> {
        match question {
            Question::Value(width) => Answer::Value(Nimber::new((*width).min(1))),
            Question::MovesLeaving { component, value: Nimber::ZERO } => Answer::moves(0..*component),
            _ => Answer::Unknown,
        }
    }
}

/// An oracle whose list was stopped lists its moves anew, and no move is told twice.
#[test]
fn a_list_of_an_oracle_that_was_stopped_has_each_move_once() {
    const HEAPS: [u64; 3] = [5, 50_000, 40_000];
    let all = HEAPS.iter().zip(0..).flat_map(|(heap, component)| (0..*heap).map(move |mv| SumMove { component, mv }));
    let all: Vec<_> = all.collect();
    let mut stops = 0;
    for calls in 0..12 {
        let mut solver = Solver::new(Fan).with(TellsAll).with_control(cancelled_after(calls));
        stops += u32::from(solver.winning_moves(HEAPS).is_err());
        solver.set_control(Control::new());
        let wins = solver.winning_moves(HEAPS).unwrap();
        assert!(wins.to_vec() == all, "after {calls} calls {} moves in place of {}", wins.len(), all.len());
    }
    assert!(stops > 3, "{stops}");
}

/// From the start one move in five leaves a long line beside a short one, and the others leave a short one that is won.
struct Fork;

const FORK: u64 = 1 << 40;
const LINE: u64 = 200_000;

impl ImpartialGame for Fork {
    type Position = u64;
    type Move = u64;

    fn moves(&self, node: &u64) -> impl Iterator<Item = u64> {
        0..if *node == FORK { 5 } else { u64::from(*node > 0) }
    }

    fn play(&self, node: &u64, mv: &u64) -> Components<u64> {
        match (*node, *mv) {
            (FORK, 4) => Components::from([LINE, 2]),
            (FORK, mv) => (2 * mv + 1).into(),
            (node, _) => (node - 1).into(),
        }
    }
}

/// The value of the long line is asked for by a search for who wins, and no position of it has a value before its end.
#[test]
fn a_value_that_a_search_of_outcomes_asks_for_goes_on_after_a_stop() {
    let mut solver = Solver::new(Fork).with_control(Control::new().watched(|_| ControlFlow::Break(())));
    let mut stops = 0;
    let outcome = loop {
        match solver.outcome(FORK) {
            Ok(outcome) => break outcome,
            Err(error) => assert!(matches!(error, SolveError::Stopped(_)), "{error}"),
        }
        stops += 1;
        assert!(stops < 2000, "it does not end");
    };
    // The line is worth 0, and so is the short one: their sum is lost.
    assert_eq!((outcome, stops > 5), (Outcome::N, true), "{stops} stops");
}
