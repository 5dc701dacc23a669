//! Bounds are checked while the moves of one position are listed, and what a limit or a wrong oracle makes impossible is told as it is.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::games::Chain;
use either::Either;
use grundy::certificate::Certificate;
use grundy::chomp::{Board, Chomp};
use grundy::compound::Based;
use grundy::games::EndNim;
use grundy::heap::TakeAndBreak;
use grundy::loopy::{Digraph, LoopySolver, LoopyValues};
use grundy::measures::Remoteness;
use grundy::misere::quotient::Positions;
use grundy::{
    Answer, Bound, ChainGame, Components, Compound, Control, DawsonsKayles, Geography, ImpartialGame, Kayles, Method,
    Nim, Nimber, Notation, NotationError, Notes, Oracle, Outcome, Play, Question, SolveError, Solver, Table, Unhinted,
    evaluate_whole, reachable,
};

/// Nim; it counts the options that are made, and tells how many moves there are or not.
#[derive(Default)]
struct Counted<const SEARCHES_NIMBERS: bool, const TELLS: bool> {
    made: AtomicU64,
}

impl<const SEARCHES_NIMBERS: bool, const TELLS: bool> ImpartialGame for Counted<SEARCHES_NIMBERS, TELLS> {
    type Position = u64;
    type Move = u64;

    const SEARCHES_NIMBERS: bool = SEARCHES_NIMBERS;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let mut moves = (0..*heap).rev();
        if TELLS { Either::Left(moves) } else { Either::Right(std::iter::from_fn(move || moves.next())) }
    }

    fn play(&self, heap: &u64, left: &u64) -> Components<u64> {
        self.made.fetch_add(1, Relaxed);
        if left < heap { Components::from(*left) } else { Components::from(*heap) }
    }
}

/// A check that comes at once cancels, and few of the 100 000 options of a heap are made until then.
#[track_caller]
fn is_cancelled_soon<const SEARCHES_NIMBERS: bool, const TELLS: bool, P: Debug>(
    most: u64,
    ask: fn(&Counted<SEARCHES_NIMBERS, TELLS>, Control) -> Result<(), SolveError<P>>,
) {
    let game = Counted::default();
    let stopped = ask(&game, Control::unlimited().watched(|_| ControlFlow::Break(())));
    assert!(matches!(&stopped, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{stopped:?}");
    let made = game.made.load(Relaxed);
    assert!(made <= most, "{made} options");
}

const LARGE: u64 = 100_000;

/// Each move of a long sum is compared with all of it, which counts as work.
#[test]
fn the_control_is_checked_while_a_long_sum_is_explained() {
    let heaps: Components<u128> = (0..3000).map(|heap| 5 + heap % 2).collect();
    let looks = Arc::new(AtomicU64::new(0));
    let control = Control::new().watched({
        let looks = Arc::clone(&looks);
        move |_| {
            looks.fetch_add(1, Relaxed);
            ControlFlow::Continue(())
        }
    });
    let mut solver = Solver::new(TakeAndBreak::kayles()).with_control(control);
    assert_eq!(solver.explain_in(Play::Misere, heaps).unwrap().outcome, Outcome::P);
    // Two moves at least of each of 3000 heaps, with 3000 heaps each: 2^24 steps, and a look after 2^16 of them.
    assert!(looks.load(Relaxed) > 100, "{looks:?}");
}

#[test]
fn the_control_is_checked_while_the_options_of_one_position_are_made() {
    let pruned = is_cancelled_soon::<true, true, u64>;
    pruned(100, |game, control| Solver::new(game).with_control(control).grundy(LARGE).map(drop));
    pruned(100, |game, control| Solver::new(game).with_control(control).outcome([LARGE, LARGE - 1]).map(drop));
    pruned(100, |game, control| Solver::new(game).by_threads().with_control(control).grundy(LARGE).map(drop));
    // The other methods have made their first options before the search of whole positions begins.
    pruned(2000, |game, control| Solver::new(game).with_control(control).outcome_in(Play::Misere, LARGE).map(drop));
    pruned(2000, |game, control| {
        Solver::new(game).by(Method::Search).with_control(control).outcome_in(Play::Misere, LARGE).map(drop)
    });

    let plain = is_cancelled_soon::<false, true, u64>;
    plain(2000, |game, control| Solver::new(game).with_control(control).grundy(LARGE).map(drop));
    plain(2000, |game, control| {
        Solver::new(game).by(Method::Search).with_control(control).outcome([LARGE, LARGE + 1]).map(drop)
    });
    plain(2000, |game, control| Solver::new(game).with_control(control).outcome_in(Play::Misere, LARGE).map(drop));
    // Nobody knows how long an option of so wide a position takes.
    plain(2, |game, control| LoopySolver::new(game).with_control(control).value(LARGE).map(drop));
    plain(100, |game, mut control| reachable(game, LARGE, &mut control).try_for_each(|found| found.map(drop)));
    plain(100, |game, mut control| Positions::reached(game, LARGE, &mut control).map(drop));
}

/// A game that does not tell how many moves there are, so that nobody knows that they are many before they are listed.
#[test]
fn the_control_is_checked_while_the_options_of_a_position_without_a_size_hint_are_made() {
    let vague = is_cancelled_soon::<false, false, u64>;
    vague(200, |game, control| Solver::new(game).with_control(control).grundy(LARGE).map(drop));
    vague(200, |game, control| Solver::new(game).by_threads().with_control(control).grundy(LARGE).map(drop));
    vague(200, |game, control| Solver::new(game).with_control(control).explain([LARGE, 1]).map(drop));
    vague(200, |game, control| Solver::new(game).with_control(control).move_values([LARGE, 1]).map(drop));
    vague(200, |game, control| Solver::new(game).with_control(control).longest(LARGE).map(drop));
    vague(200, |game, control| Solver::new(game).with_control(control).genus(LARGE).map(drop));
    vague(200, |game, control| Solver::new(game).with_control(control).form(LARGE).map(drop));
    vague(2000, |game, control| Solver::new(game).with_control(control).outcome_in(Play::Misere, LARGE).map(drop));
    vague(2000, |game, control| {
        Solver::new(game).with_control(control).best_move_in(Play::Misere, [LARGE, 1]).map(drop)
    });
    vague(1999, |game, control| misere_sum(Solver::new(game).by(Method::Search), control));
    vague(1999, |game, control| misere_sum(Solver::new(game).by(Method::Tame), control));
    vague(1999, |game, control| misere_sum(Solver::new(game).by(Method::Forms), control));
    let whole = is_cancelled_soon::<false, false, Components<u64>>;
    whole(200, |game, mut control| {
        let (remoteness, mut memo) = (Remoteness(Play::Normal), Table::new());
        evaluate_whole(game, &remoteness, &mut memo, &mut control, LARGE).map(drop)
    });
    let joint = is_cancelled_soon::<false, false, _>;
    joint(1999, |game, control| {
        let compound = Compound::conjunctive(game);
        Solver::new(compound)
            .with_control(control)
            .outcome(compound.position([LARGE, LARGE]))
            .map(drop)
            .map_err(|error| error.map(drop))
    });
}

/// A list of moves without an end, of which nobody tells how many there are.
#[test]
fn a_list_of_moves_without_an_end_is_refused() {
    struct Endless;

    impl ImpartialGame for Endless {
        type Position = u64;
        type Move = u64;

        fn moves(&self, position: &u64) -> impl Iterator<Item = u64> {
            let goes_on = *position > 0;
            std::iter::from_fn(move || goes_on.then_some(0))
        }

        fn play(&self, _: &u64, left: &u64) -> Components<u64> {
            (*left).into()
        }
    }

    let solver = || Solver::new(Endless).with_control(Control::new().positions(1024));
    let refused =
        |error: SolveError<u64>| matches!(error, SolveError::TooManyMoves { at_least, .. } if at_least > 1 << 22);
    assert!(refused(solver().grundy(1).unwrap_err()));
    assert!(refused(solver().by(Method::Search).outcome_in(Play::Misere, [1, 1]).unwrap_err()));
}

fn misere_sum<G: ImpartialGame<Position = u64>>(solver: Solver<G>, control: Control) -> Result<(), SolveError<u64>> {
    solver.with_control(control).outcome_in(Play::Misere, [LARGE, 1]).map(drop)
}

/// A game that tells neither how many moves it has at least nor how many at most, so that they are listed to be counted.
#[test]
fn the_control_is_checked_while_moves_are_counted_and_compared() {
    let looked = |most: u64, ask: fn(&mut Solver<Counted<false, false>>) -> Result<(), SolveError<u64>>| {
        let mut solver = Solver::new(Counted::default());
        solver.grundy(3000).unwrap();
        solver.game().made.store(0, Relaxed);
        solver.set_control(Control::unlimited().watched(|_| ControlFlow::Break(())));
        let stopped = ask(&mut solver);
        assert!(matches!(stopped, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{stopped:?}");
        let made = solver.game().made.load(Relaxed);
        assert!(made <= most, "{made} options");
    };
    looked(1 << 17, |solver| solver.outcome_in(Play::Misere, vec![2999; 200]).map(drop));
    looked(1000, |solver| solver.best_move([3000, 3000]).map(drop));
    looked(1000, |solver| solver.move_values([3000, 2999]).map(drop));
}

/// From 0 each of forty moves leaves 4096 components, which are all different.
struct Falls;

impl ImpartialGame for Falls {
    type Position = u64;
    type Move = u64;

    fn moves(&self, position: &u64) -> impl Iterator<Item = u64> {
        0..if *position == 0 { 40 } else { 0 }
    }

    fn play(&self, _: &u64, mv: &u64) -> Components<u64> {
        (1..=4096).map(|part| (mv << 12) + part).collect()
    }
}

/// Few options, but each leaves as many new positions as there may be between two looks.
#[test]
fn new_positions_of_a_walk_count_as_work() {
    let looks = Arc::new(AtomicU64::new(0));
    let counts = Arc::clone(&looks);
    let mut control = Control::unlimited().watched(move |_| {
        counts.fetch_add(1, Relaxed);
        ControlFlow::Continue(())
    });
    assert_eq!(reachable(&Falls, 0, &mut control).take(1).count(), 1);
    assert!(looks.load(Relaxed) >= 30, "{looks:?}");
}

/// A position of millions of options, all of which may be listed before one of them has a value.
#[test]
fn the_bytes_of_what_one_position_leads_to_are_bounded() {
    let mut solver = LoopySolver::new(Counted::<false, true>::default());
    solver.set_control(Control::unlimited().bytes(1 << 20));
    let Err(SolveError::Stopped(stopped)) = solver.value(1_000_000) else { panic!("it takes more than a megabyte") };
    assert_eq!(stopped.bound, Bound::Bytes(1 << 20));
    assert!(stopped.unfinished < 1 << 17, "{stopped}");
}

/// A move of 64 bytes. Those that there are at once are counted.
#[derive(Debug, PartialEq)]
struct LargeMove([u64; 8]);

/// Moves that were made, that there are, and most that there were.
static MADE: AtomicUsize = AtomicUsize::new(0);
static THERE_ARE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

impl LargeMove {
    fn new(left: u64) -> Self {
        MADE.fetch_add(1, Relaxed);
        MOST.fetch_max(THERE_ARE.fetch_add(1, Relaxed) + 1, Relaxed);
        Self([left; 8])
    }
}

impl Clone for LargeMove {
    fn clone(&self) -> Self {
        Self::new(self.0[0])
    }
}

impl Drop for LargeMove {
    fn drop(&mut self) {
        THERE_ARE.fetch_sub(1, Relaxed);
    }
}

/// Nim with large moves. Its values are known, so that nothing but lists of moves takes time and memory.
struct LargeMoves;

impl ImpartialGame for LargeMoves {
    type Position = u64;
    type Move = LargeMove;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = LargeMove> {
        (0..*heap).map(LargeMove::new)
    }

    fn play(&self, _: &u64, left: &LargeMove) -> Components<u64> {
        left.0[0].into()
    }

    fn known_value(&self, heap: &u64) -> Option<Nimber> {
        Some(Nimber::new(*heap))
    }
}

/// Moves are listed in batches, each as long as all before it. Without the control the last one would be half of all moves, 33 MB, made without a
/// look at the clock.
#[test]
fn the_control_is_checked_while_moves_are_listed_and_bounds_their_bytes() {
    const HEAP: u64 = 1 << 20;
    let mut solver = Solver::new(LargeMoves).with_control(Control::unlimited().bytes(1 << 20));
    let found: Vec<u64> = solver.winning_moves(HEAP).unwrap().iter().map(|found| found.mv.0[0]).collect();
    assert_eq!(found, [0]);
    let most = MOST.load(Relaxed);
    assert!((1 << 13..=(1 << 14) + 10).contains(&most), "{most} moves of 64 bytes");

    MADE.store(0, Relaxed);
    let mut solver = Solver::new(LargeMoves).with_control(Control::unlimited().watched(|_| ControlFlow::Break(())));
    let stopped = solver.winning_moves(HEAP).map(drop).unwrap_err();
    assert!(matches!(stopped, SolveError::Stopped(stopped) if stopped.is_cancelled()));
    let made = MADE.load(Relaxed);
    assert!(made <= 1 << 17, "{made}");
}

/// A graph that takes more than the limit is refused before memory is taken for its labels.
#[test]
fn a_bound_that_is_met_is_told_before_a_graph_is_labelled() {
    let graph = Digraph::new((0..1000_usize).map(|vertex| (vertex > 0).then(|| vertex - 1))).unwrap();
    for (control, bound) in [
        (Control::new().bytes(1000), Bound::Bytes(1000)),
        (Control::new().within(Duration::ZERO), Bound::Deadline),
        (Control::new().watched(|_| ControlFlow::Break(())), Bound::Cancelled),
    ] {
        let stopped = LoopyValues::new(graph.clone(), &mut { control }).map(drop).unwrap_err();
        assert_eq!((stopped.bound, stopped.done, stopped.unfinished), (bound, 0, 1000));
    }
}

/// Any move ends it.
pub(crate) struct Fan;

impl ImpartialGame for Fan {
    type Position = u64;
    type Move = u64;

    fn moves(&self, width: &u64) -> impl Iterator<Item = u64> {
        0..*width
    }

    fn play(&self, _: &u64, _: &u64) -> Components<u64> {
        Components::from(0)
    }
}

/// The memo is empty until the last position of the chain has a value.
#[test]
fn positions_under_way_take_bytes() {
    let mut solver = Solver::new(Chain).with_control(Control::unlimited().bytes(1 << 22));
    let Err(SolveError::Stopped(stopped)) = solver.grundy(1_000_000) else { panic!("it takes more than 4 MB") };
    assert_eq!((stopped.bound, stopped.done), (Bound::Bytes(1 << 22), 0));
    assert!((10_000..=65_536).contains(&stopped.unfinished), "{stopped}");
    solver.set_control(Control::unlimited().bytes(1 << 28));
    assert!(solver.grundy(1_000_000).is_ok());
}

/// A question that was stopped by its bytes, or by the time, takes nothing more when it is asked again under the same control.
#[test]
fn a_bound_that_was_met_stops_the_next_question_at_once() {
    for control in [Control::unlimited().bytes(1 << 20), Control::unlimited().within(Duration::from_millis(30))] {
        let mut solver = Solver::new(Unhinted(Chomp::poisoned())).with_control(control);
        let board = Board::rectangle(14, 14).unwrap();
        let Err(SolveError::Stopped(first)) = solver.grundy(board.clone()) else { panic!("the board is too large") };
        let (known, done) = (solver.memo().len(), solver.control().done());
        for _ in 0..20 {
            let Err(SolveError::Stopped(again)) = solver.grundy(board.clone()) else {
                panic!("the board is too large")
            };
            assert_eq!(again.bound, first.bound);
        }
        // The first check comes with the first position that is met or done.
        assert!(solver.memo().len() <= known + 20 && solver.control().done() <= done + 20, "{first}");
    }
}

#[test]
fn a_position_with_many_moves_is_not_too_large_for_misere_play() {
    // More than the least that a search allows under any limit, 2^22, and fewer than the default limit allows.
    let wide = (1 << 22) + 1;
    let mut solver = Solver::new(Fan);
    assert_eq!(solver.outcome_in(Play::Misere, wide), Ok(Outcome::P)); // whoever ends it loses
    assert_eq!(solver.outcome(wide), Ok(Outcome::N));
}

#[test]
fn too_many_moves_and_replies_are_told_without_a_false_number() {
    let solver = || Solver::new(Unhinted(Nim)).with_control(Control::new().positions(9));
    let error = solver().best_move([3, 3, 2, 2]).unwrap_err();
    assert!(matches!(error, SolveError::TooManyReplies { limit: 36, .. }), "{error}");
    let text = "[3, 3, 2, 2] has too many moves and replies for the best move: no more than 36 may be looked at";
    assert_eq!(error.to_string(), text);
    assert_eq!(error.map(|heap| heap * 10).to_string(), text.replace("[3, 3, 2, 2]", "[30, 30, 20, 20]"));

    // 36 moves are listed, and one more heap is too much: the whole has at least the 44 moves that the error tells.
    let error = solver().move_values([9, 9, 9, 9, 8]).unwrap_err();
    let whole = Components::from([9, 9, 9, 9, 8]);
    assert_eq!(error, SolveError::TooManyMoves { position: whole, at_least: 44, limit: 36 });
}

/// Says that every sum is won, or that every sum is lost.
#[derive(Clone, Copy)]
struct Always(Outcome);

impl<G: ImpartialGame> Oracle<G> for Always {
    fn answer<'a>(&'a mut self, _: &'a G, question: Question<'a, G::Position>, _: &mut Control) -> Answer<'a, G::Move> {
        match question {
            Question::Outcome { .. } => Answer::Outcome(self.0),
            _ => Answer::Unknown,
        }
    }
}

/// Kayles, as a game in which the nimber search is asked.
struct SearchedKayles;

impl ImpartialGame for SearchedKayles {
    type Position = u64;
    type Move = grundy::heap::RowMove;

    const SEARCHES_NIMBERS: bool = true;

    fn moves(&self, row: &u64) -> impl Iterator<Item = Self::Move> {
        Kayles.moves(row)
    }

    fn play(&self, row: &u64, mv: &Self::Move) -> Components<u64> {
        Kayles.play(row, mv)
    }
}

impl Notation for SearchedKayles {
    fn component_name(&self, _: &u64) -> &'static str {
        "row"
    }

    fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
        Kayles.parse(text)
    }

    fn text(&self, sum: &[u64]) -> String {
        Kayles.text(sum)
    }
}

#[test]
fn a_matching_is_looked_for_under_the_control() {
    assert_eq!(outcome_after_a_stop(Geography, "grid:30x30@17"), Ok(Outcome::N));
}

/// Who wins, after a callback has stopped the question.
fn outcome_after_a_stop<G: Notation<Position: Debug>>(game: G, text: &str) -> Result<Outcome, SolveError<G::Position>> {
    let position = game.parse(text).unwrap();
    let mut solver = Solver::new(game).with_control(Control::new().watched(|_| ControlFlow::Break(())));
    let stopped = solver.outcome(position.clone());
    assert!(matches!(&stopped, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{stopped:?}");
    solver.set_control(Control::new());
    solver.outcome(position)
}

#[test]
fn options_of_the_base_are_listed_under_the_control() {
    let position = || grundy::compound::Based { base: 1_000_000_000_000_u64.into(), top: 1.into() };
    let controls = [
        (Control::unlimited().bytes(1 << 20), Bound::Bytes(1 << 20)),
        (Control::unlimited().watched(|_| ControlFlow::Break(())), Bound::Cancelled),
    ];
    for (control, bound) in controls {
        let stopped = Solver::new(Nim.ordinal(Nim)).with_control(control).grundy(position());
        assert!(matches!(&stopped, Err(SolveError::Stopped(stopped)) if stopped.bound == bound), "{stopped:?}");
    }
}

#[test]
fn ends_of_a_long_row_are_found_under_the_control() {
    // An odd number of heaps of 1: the first player takes the last one.
    assert_eq!(outcome_after_a_stop(EndNim, &vec!["1"; 2001].join(",")), Ok(Outcome::N));
}

/// Each chain has 3 · 10^18 nodes. A third of its moves leave any given value, and an oracle lists them one by one.
#[test]
fn the_control_is_checked_while_an_oracle_lists_moves() {
    let fresh = grundy::games::Chain::Fresh;
    let chains = Components::from([fresh(3_000_000_000_000_000_000), fresh(3_000_000_000_000_000_003)]);
    let control = Control::unlimited().watched(|_| ControlFlow::Break(()));
    let mut solver = Solver::new(ChainGame).with_control(control);
    assert_eq!(solver.outcome(chains.clone()), Ok(Outcome::P));
    let stopped = solver.best_move(chains);
    assert!(matches!(&stopped, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{stopped:?}");
}

/// A row of 3 has a value for which no option has one of the smaller values.
struct Seven;

impl Oracle<Unhinted<Kayles>> for Seven {
    fn answer<'a>(
        &'a mut self,
        _: &'a Unhinted<Kayles>,
        question: Question<'a, u64>,
        _: &mut Control,
    ) -> Answer<'a, <Kayles as ImpartialGame>::Move> {
        match question {
            Question::Value(3) => Answer::value(Some(Nimber::new(7))),
            _ => Answer::Unknown,
        }
    }
}

#[test]
fn an_oracle_that_contradicts_itself_is_an_error_that_names_the_position() {
    let lost = Components::from([4, 4]);
    let contradicted = Err(SolveError::Contradicted { position: lost.clone() });
    for play in [Play::Normal, Play::Misere] {
        let solver = || Solver::new(Unhinted(Kayles)).with(Always(Outcome::N));
        assert_eq!(solver().winning_move_in(play, lost.clone()).map(drop), contradicted);
        assert_eq!(solver().winning_moves_in(play, lost.clone()).map(drop), contradicted);
        assert_eq!(solver().best_move_in(play, lost.clone()).map(drop), contradicted);
        assert_eq!(solver().explain_in(play, lost.clone()).map(drop), contradicted);
    }
    let mut solver = Solver::new(Unhinted(Kayles)).with(Seven);
    let certified = Certificate::of_value(&mut solver, &"kayles", &3.into());
    assert_eq!(certified.map(drop), Err(SolveError::Contradicted { position: 3.into() }));

    let mut solver = Solver::new(Kayles).with(Always(Outcome::N));
    let certified = Certificate::of_outcome(&mut solver, &"kayles", Play::Normal, &lost);
    assert_eq!(certified.map(drop), contradicted);
    // A position in which play has ended is won in misère play, and no move wins it.
    assert_eq!(Solver::new(Nim).winning_move_in(Play::Misere, [0, 0]), Ok(None));

    for outcome in [Outcome::P, Outcome::N] {
        for rows in [[12, 13], [13, 14], [13, 13]] {
            let rows = Components::from(rows);
            let mut solver = Solver::new(SearchedKayles).with(Always(outcome));
            let certified = Certificate::of_outcome(&mut solver, &"kayles", Play::Misere, &rows).map(drop);
            let is_told = matches!(certified, Err(SolveError::Contradicted { .. }));
            assert!(is_told || outcome == Outcome::N && certified.is_ok(), "{rows}, {outcome}: {certified:?}");
        }
    }
    let stopped = Solver::new(Fan).with_control(Control::new().positions(0)).grundy(5);
    assert!(matches!(stopped, Err(SolveError::Stopped(stopped)) if stopped.bound == Bound::Positions(0)));
}

/// From 2 moves without end leave 1, and their number no size hint tells; an oracle says who wins all the same.
struct Unending;

impl ImpartialGame for Unending {
    type Position = u64;
    type Move = u64;

    fn moves(&self, place: &u64) -> impl Iterator<Item = u64> {
        (0..if *place == 2 { u64::MAX } else { 1.min(*place) }).filter(|mv| *mv < u64::MAX)
    }

    fn play(&self, place: &u64, _: &u64) -> Components<u64> {
        place.saturating_sub(1).into()
    }

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
        match question {
            Question::Outcome { sum: [2], .. } => Answer::Outcome(Outcome::N),
            Question::Outcome { sum: [3], .. } => Answer::Outcome(Outcome::P),
            _ => Answer::Unknown,
        }
    }
}

#[test]
fn moves_and_replies_without_an_end_are_refused() {
    let solver = || Solver::new(Unending).with_control(Control::new().positions(100));
    // Whoever is left with 1 wins, so that no move from 2 wins, and none of them is the last.
    let wins = solver().winning_move(2).unwrap_err();
    assert!(matches!(wins, SolveError::TooManyMoves { .. }), "{wins}");
    let all = solver().winning_moves(2).map(drop).unwrap_err();
    assert!(matches!(all, SolveError::TooManyMoves { .. }), "{all}");
    for play in [Play::Normal, Play::Misere] {
        let best = solver().best_move_in(play, 3).unwrap_err();
        assert!(matches!(best, SolveError::TooManyReplies { .. }), "{best}");
    }
}

/// Methods that take turns work under parts of the control, one after the other, and the time is that of the whole question.
#[test]
fn the_time_that_is_told_does_not_begin_anew() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&told);
    let control = Control::unlimited().watched(move |progress| {
        kept.lock().unwrap().push(progress.elapsed);
        ControlFlow::Continue(())
    });
    let begun = Instant::now();
    let mut solver = Solver::new(Unhinted(DawsonsKayles)).with_control(control);
    solver.outcome_in(Play::Misere, [30, 29, 28]).unwrap();
    let (all, told) = (begun.elapsed(), told.lock().unwrap());
    assert!(told.len() > 10 && told.is_sorted() && told.last() <= Some(&all), "{told:?} of {all:?}");
}

#[test]
fn a_callback_is_not_asked_about_what_stops_in_any_case() {
    let calls = Arc::new(AtomicU64::new(0));
    let watched = || {
        let counted = Arc::clone(&calls);
        Control::unlimited().watched(move |_| {
            counted.fetch_add(1, Relaxed);
            ControlFlow::Break(())
        })
    };
    for (control, bound) in [
        (watched().within(Duration::ZERO), Bound::Deadline),
        (watched().bytes(1), Bound::Bytes(1)),
        (watched().bytes(1).within(Duration::ZERO), Bound::Bytes(1)),
    ] {
        let mut solver = Solver::new(Unhinted(DawsonsKayles)).by(Method::Values).with_control(control);
        match solver.grundy(10_000) {
            Err(SolveError::Stopped(stopped)) => assert_eq!(stopped.bound, bound),
            found => panic!("{found:?}"),
        }
    }
    assert_eq!(calls.load(Relaxed), 0);
}

/// A callback that has cancelled a question is asked no more, and there is no answer, whatever method would come next.
#[test]
fn a_callback_that_has_cancelled_is_asked_no_more() {
    type Ask = fn(&mut Solver<Unhinted<DawsonsKayles>>) -> bool;
    let questions: [(&str, Ask); 9] = [
        ("value", |solver| solver.grundy([200, 90]).is_err()),
        ("outcome", |solver| solver.outcome(200).is_err()),
        ("outcome in misère play", |solver| solver.outcome_in(Play::Misere, [30, 29, 28]).is_err()),
        ("winning moves", |solver| solver.winning_moves(200).is_err()),
        ("winning moves of a sum", |solver| solver.winning_moves([200, 90]).is_err()),
        ("winning moves in misère play", |solver| solver.winning_moves_in(Play::Misere, [30, 29]).is_err()),
        ("best move", |solver| solver.best_move(200).is_err()),
        ("working", |solver| solver.explain([200, 90]).is_err()),
        ("working of one row", |solver| solver.explain(200).is_err()),
    ];
    for (name, ask) in questions {
        let mut cancelled = 0;
        for most in 0..6 {
            let calls = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&calls);
            let control = Control::unlimited().watched(move |_| {
                if counted.fetch_add(1, Relaxed) < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let mut solver = Solver::new(Unhinted(DawsonsKayles)).with_control(control);
            let stopped = ask(&mut solver);
            let calls = calls.load(Relaxed);
            assert_eq!(stopped, calls > most, "{name}: {calls} calls, cancelled at the one after {most}");
            assert!(calls <= most + 1, "{name}: {calls} calls, cancelled at the one after {most}");
            cancelled += u32::from(stopped);
        }
        assert!(cancelled > 0, "{name} was never cancelled");
    }
}

/// A walk finds each position again, so that those which are solved take no room under the limit.
#[test]
fn a_walk_counts_from_nothing_after_other_questions() {
    let mut solver = Solver::new(Unhinted(Kayles)).with_control(Control::new().positions(40));
    for _ in 0..2 {
        solver.grundy(30).unwrap();
        assert_eq!(solver.positions(40), Ok(40)); // rows of 1 to 40 pins, as the docs of `positions` count them
        match solver.positions(41) {
            Err(SolveError::Stopped(stopped)) => assert_eq!(stopped.bound, Bound::Positions(40)),
            found => panic!("{found:?}"),
        }
    }
}

/// A heap, any move ends it, and its size hint tells nothing.
struct Vague;

impl ImpartialGame for Vague {
    type Position = u64;
    type Move = u64;

    fn moves(&self, at: &u64) -> impl Iterator<Item = u64> {
        let most = *at;
        (0..).take_while(move |mv| *mv < most)
    }

    fn play(&self, _: &u64, _: &u64) -> Components<u64> {
        0.into()
    }
}

#[test]
fn the_theorem_of_an_ordinal_sum_looks_at_no_more_options_than_the_limit_allows() {
    let position = Based { base: ((4 << 20) + 1).into(), top: Components::from(2_u64) };
    let control = Control::new().positions(1 << 20);
    let found = Solver::new(Vague.ordinal(Nim)).by(Method::Oracle).with_control(control).grundy(position);
    assert!(matches!(found, Err(SolveError::NotByMethod { .. })), "{found:?}");
}
