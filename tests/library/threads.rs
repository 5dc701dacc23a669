//! Values by several threads: the same answers, the same memo, the same bounds.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bounds::Fan;
use crate::support::games::{Chain, TwoHeaps, texts_of_heaps};
use crate::support::shelf::Shelf;
use grundy::certificate::{self, Certificate};
use grundy::chomp::{Board, Chomp, ChompValues, Tile};
use grundy::games::{Region, Sprouts};
use grundy::{
    AnyGame, Bound, Components, Control, Cram, ImpartialGame, Kayles, Memo, Method, Nimber, Notation, Outcome, Play,
    Registry, SolveError, Solver, Store, Stored, Unhinted,
};

fn threads(number: usize) -> Control {
    Control::new().threads(NonZero::new(number).unwrap())
}

/// Large enough that threads are started.
fn rectangle() -> Board {
    Board::rectangle(8, 9).unwrap()
}

#[test]
fn answers_and_memo_do_not_depend_on_threads() {
    let table = ChompValues::in_box(8, 9, &mut Control::unlimited()).unwrap();
    let chomp = Chomp::poisoned();
    let value = table.value(chomp, &rectangle()).unwrap();
    let mut alone = 0;
    // With the most positions solved, as a part of those of one thread.
    for (number, hundredths) in [(1, 100), (2, 110), (4, 115), (8, 120), (16, 130)] {
        let mut solver = Solver::new(Unhinted(chomp)).by_threads().with_control(threads(number));
        assert_eq!(solver.grundy(rectangle()), Ok(value), "{number} threads");
        for (board, value) in solver.memo().iter() {
            assert_eq!(table.value(chomp, board), Some(*value), "{number} threads: {board}");
        }
        let (solved, there) = (solver.control().done(), solver.memo().len() as u64);
        assert!(solved >= there && there > 1 << 14, "{number} threads: {solved} positions solved, {there} in the memo");
        alone = if number == 1 { solved } else { alone };
        assert!(solved * 100 <= alone * hundredths, "{number} threads: {solved} positions solved, {alone} by one");
    }
}

/// In misère play whole positions are searched, here a few thousand by threads: up to a limit, and then on from there. The canonical forms of the rows
/// are another method.
#[test]
fn outcomes_in_misere_play_do_not_depend_on_threads() {
    let (bare, rows) = (Unhinted(Kayles), [12, 10, 9, 8]);
    let outcome = Solver::new(bare).by(Method::Forms).outcome_in(Play::Misere, rows).unwrap();
    let control = threads(3).positions(17_000);
    let mut solver = Solver::new(bare).by(Method::Search).by_threads().with_control(control);
    let Err(SolveError::Stopped(stopped)) = solver.outcome_in(Play::Misere, rows) else { panic!() };
    assert_eq!(stopped.bound, Bound::Positions(17_000));
    let before = solver.control().done();
    assert!((16_000..17_000 + (3 << 12)).contains(&before), "{stopped}");
    solver.control_mut().set_positions(1 << 20);
    assert_eq!(solver.outcome_in(Play::Misere, rows), Ok(outcome));
    let (all, known) = (solver.control().done(), solver.memos_mut().outcomes(Play::Misere).len() as u64);
    assert!(
        all > before && known <= all && all < known + known / 10,
        "{before}, then {all} solved, {known} in the memo"
    );
    // The winning moves are those that leave sums which are lost by their forms.
    let wins = solver.winning_moves_in(Play::Misere, rows).unwrap();
    assert_eq!(wins, Solver::new(bare).by(Method::Forms).winning_moves_in(Play::Misere, rows).unwrap());
}

#[test]
fn a_callback_stops_all_threads_in_misere_play() {
    let control = threads(4)
        .watched(|progress| if progress.done < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) });
    let mut solver = Solver::new(Unhinted(Kayles)).by(Method::Search).by_threads().with_control(control);
    let Err(SolveError::Stopped(stopped)) = solver.outcome_in(Play::Misere, [14, 12, 9, 8]) else { panic!() };
    assert_eq!(stopped.bound, Bound::Cancelled);
    assert!(solver.memos_mut().outcomes(Play::Misere).len() > 16_000);
}

/// The limit is met by each thread on its own, and the same question goes on.
#[test]
fn a_limit_stops_all_threads_and_the_memo_is_right() {
    let table = ChompValues::in_box(8, 9, &mut Control::unlimited()).unwrap();
    let chomp = Chomp::poisoned();
    let mut solver = Solver::new(Unhinted(chomp)).by_threads().with_control(threads(3).positions(17_000));
    let Err(SolveError::Stopped(stopped)) = solver.grundy(rectangle()) else { panic!() };
    assert_eq!(stopped.bound, Bound::Positions(17_000));
    assert!((16_000..17_000 + (3 << 12)).contains(&stopped.done), "{stopped}");
    assert!(solver.memo().iter().all(|(board, value)| table.value(chomp, board) == Some(*value)));
    solver.control_mut().set_positions(1 << 20);
    assert_eq!(solver.grundy(rectangle()).ok(), table.value(chomp, &rectangle()));
}

#[test]
fn a_callback_stops_all_threads() {
    let calls = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&calls);
    let control = threads(4).watched(move |progress| {
        counted.fetch_add(1, Relaxed);
        if progress.done < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let mut solver = Solver::new(Unhinted(Chomp::poisoned())).by_threads().with_control(control);
    let Err(SolveError::Stopped(stopped)) = solver.grundy(Board::rectangle(9, 10).unwrap()) else { panic!() };
    assert_eq!(stopped.bound, Bound::Cancelled);
    assert!(calls.load(Relaxed) > 0 && !solver.memo().is_empty());
}

/// From `n` to `n - 1` and `n - 2`, and from 1 back to 30 000.
#[derive(Debug)]
struct Ring;

impl ImpartialGame for Ring {
    type Position = u64;
    type Move = u64;

    fn moves(&self, place: &u64) -> impl Iterator<Item = u64> {
        let next = if *place <= 1 { [30_000, 30_000] } else { [*place - 1, *place - 2] };
        next.into_iter()
    }

    fn play(&self, _: &u64, next: &u64) -> Components<u64> {
        (*next).into()
    }
}

#[test]
fn a_cycle_is_an_error_for_all_threads() {
    let solver = || Solver::new(Ring).by_threads().with_control(threads(4));
    let error = solver().grundy(30_000_u64).unwrap_err();
    assert!(matches!(error, SolveError::Loopy { .. }), "{error}");
    let error = solver().by(Method::Search).outcome_in(Play::Misere, 30_000_u64).unwrap_err();
    assert!(matches!(error, SolveError::Loopy { .. }), "{error}");
}

/// Positions under a symmetry, which are stored once.
#[test]
fn two_heaps_of_nim_have_their_nim_sum() {
    let mut solver = Solver::new(TwoHeaps).by_threads().with_control(threads(4));
    assert_eq!(solver.grundy([(197, 203), (3, 5)]), Ok([197, 203, 3, 5].map(Nimber::new).into_iter().sum()));
}

#[test]
fn a_limit_stops_the_threads_of_a_game_behind_a_pointer() {
    let game: AnyGame = "chomp".parse().unwrap();
    let position = game.parse("10,10,10,10,10,10,10,10,9").unwrap();
    let mut alone = Solver::new(&game).with_control(threads(1));
    alone.outcome(position.clone()).unwrap();
    let mut solver = Solver::new(&game).with_control(threads(3).positions(17_000));
    let Err(SolveError::Stopped(stopped)) = solver.outcome(position.clone()) else { panic!() };
    assert_eq!(stopped.bound, Bound::Positions(17_000));
    solver.control_mut().set_positions(1 << 20);
    assert_eq!(solver.outcome(position), Ok(Outcome::N));
    // What was found before the limit is not searched again.
    let [alone, done] = [alone, solver].map(|solver| solver.control().done());
    assert!(done < alone + alone / 10, "{done} positions, and {alone} by one thread");
}

/// As published: N exactly if the number of spots leaves 3, 4 or 5 when it is divided by 6. What threads have found proves it.
#[test]
fn sprouts_have_the_published_outcomes_by_threads() {
    for number in [2, 16] {
        for spots in 5..=8 {
            let outcome = if spots % 6 < 3 { Outcome::P } else { Outcome::N };
            let start = Sprouts.parse(&spots.to_string()).unwrap();
            let mut solver = Solver::new(Sprouts).by_threads().with_control(threads(number));
            assert_eq!(solver.outcome(start.clone()), Ok(outcome), "{spots} spots, {number} threads");
            if spots > 7 {
                continue;
            }
            let mut text = Vec::new();
            let certificate = Certificate::of_outcome(&mut solver, &"sprouts", Play::Normal, &start).unwrap();
            certificate.write(&mut text).unwrap();
            let claim = certificate::check(&Registry::standard(), &text[..], &mut Control::new()).unwrap();
            assert_eq!(claim.text, format!("sprouts 0*{spots} is {outcome} in normal play"));
        }
    }
}

#[test]
fn sprouts_behind_a_pointer_have_the_same_outcome_by_threads() {
    let game: AnyGame = "sprouts".parse().unwrap();
    for number in [1, 2, 8] {
        let mut solver = Solver::new(&game).with_control(threads(number));
        assert_eq!(solver.outcome(game.parse("9").unwrap()), Ok(Outcome::N), "{number} threads");
        let value = Solver::new(Sprouts).grundy(Sprouts.parse("6").unwrap()).unwrap();
        assert_eq!(solver.grundy(game.parse("6").unwrap()), Ok(value), "{number} threads");
    }
}

/// Who wins one component is searched by threads, by the rule book and behind a pointer.
#[test]
fn threads_find_who_wins_chomp() {
    // A rectangle without its last tile: no theorem tells who wins it.
    let board = || Board::rectangle(9, 11).unwrap().chomped(Tile { row: 9, column: 11 });
    let mut one = Solver::new(Chomp::poisoned());
    let decided = one.decide(Play::Normal, board()).unwrap();
    assert_eq!((decided.outcome, decided.method), (Outcome::N, Method::Search));
    assert!(one.control().done() > 1 << 14, "else one thread is enough");
    let any: AnyGame = "chomp".parse().unwrap();
    for number in [2, 8] {
        let mut several = Solver::new(Chomp::poisoned()).by_threads().with_control(threads(number));
        assert_eq!(several.decide(Play::Normal, board()), Ok(decided), "{number} threads");
        let mut behind = Solver::new(&any).with_control(threads(number));
        assert_eq!(
            behind.decide(Play::Normal, any.parse("11,11,11,11,11,11,11,11,10").unwrap()),
            Ok(decided),
            "{number} threads"
        );
        for done in [several.control().done(), behind.control().done()] {
            assert!(done < 2 * one.control().done(), "{number} threads solve {done}, one {}", one.control().done());
        }
    }
}

/// An oracle that is forced is asked alone, and no thread searches beside it.
#[test]
fn a_forced_oracle_starts_no_threads() {
    let method = Method::Oracle;
    let mut solver = Solver::new(Unhinted(Kayles)).by(method).by_threads().with_control(threads(2));
    assert_eq!(solver.grundy(20), Err(SolveError::NotByMethod { method }));
    assert_eq!(solver.control().done(), 0);
}

/// With a store who wins is found by the value, which the store keeps.
#[test]
fn who_wins_goes_into_a_store_as_a_value() {
    let shelf = Arc::<Shelf>::default();
    let stored = "chomp".parse::<AnyGame>().unwrap().stored_in(shelf.clone(), 1 << 20);
    let decided = Solver::new(&stored).decide(Play::Normal, stored.parse("5,5,5,4").unwrap()).unwrap();
    assert_eq!((decided.outcome, decided.method), (Outcome::N, Method::Values));
    // A board or its mirror image.
    let game = Chomp::poisoned();
    let key = game.memo_key(Board::from_rows([5, 5, 5, 4]).unwrap());
    let value = Solver::new(game).grundy(key.clone()).unwrap();
    assert_eq!(shelf.values.lock().unwrap().get(&game.text(&[key])), Some(&value));
}

/// The lines of several threads take more bytes than that of one: where the limit is too small for them, one thread goes on.
#[test]
fn threads_answer_where_one_thread_has_room() {
    let mut answers = 0;
    for bytes in (4..=16).map(|half_megabytes| half_megabytes << 19) {
        let ask = |number| {
            let control = threads(number).bytes(bytes);
            Solver::new(Unhinted(Chain)).by_threads().with_control(control).grundy(20_000)
        };
        if let Ok(value) = ask(1) {
            answers += 1;
            assert_eq!(ask(2), Ok(value), "{bytes} bytes");
        }
    }
    assert!((2..12).contains(&answers), "{answers} limits allow an answer");
}

/// The nimber search forgets what is in memory of a store too, where bytes are short.
#[test]
fn a_search_before_a_store_forgets() {
    let (value, shelf) = (Nimber::new(3), Arc::<Shelf>::default()); // published: see tests/data
    for limit in [1_000_000, 300_000] {
        let bounded = || Control::new().bytes(limit);
        let board = || Region::rectangle(4, 7).unwrap();
        assert_eq!(Solver::new(Cram).with_control(bounded()).grundy(board()), Ok(value));
        let stored = Stored::new(Cram, Shelf::default(), 1 << 20);
        assert_eq!(Solver::with_memo(Cram, stored).with_control(bounded()).grundy(board()), Ok(value));
        let any = "cram".parse::<AnyGame>().unwrap().stored_in(shelf.clone(), 1 << 20);
        assert_eq!(Solver::new(&any).with_control(bounded()).grundy(any.parse("4x7").unwrap()), Ok(value));
    }
}

/// A store that was empty at first has what the memo in front of it has forgotten.
#[test]
fn what_is_forgotten_is_in_the_store() {
    let shelf = Arc::<Shelf>::default();
    let mut memo = Stored::new(Kayles, Arc::clone(&shelf), 1 << 10);
    memo.insert(5, Nimber::new(4));
    memo.forget();
    assert_eq!(memo.recall(&5), Some(Nimber::new(4)));
}

/// A first search is stopped when threads are at work, and another goes on from the store alone, twice.
#[test]
fn threads_find_in_a_store_what_others_have_found() {
    let game = || "chomp".parse::<AnyGame>().unwrap();
    // A board or its mirror image is in the store.
    let table = ChompValues::in_box(10, 10, &mut Control::unlimited()).unwrap();
    let value = table.value(Chomp::poisoned(), &Board::rectangle(8, 10).unwrap());
    let (shelf, mut solved) = (Arc::<Shelf>::default(), Vec::new());
    for (limit, positions) in [(17_000, 1 << 20), (u64::MAX, 1 << 20), (u64::MAX, 1 << 20), (u64::MAX, 100)] {
        let stored = game().stored_in(shelf.clone(), positions);
        let mut solver = Solver::new(&stored).with_control(threads(3).positions(limit));
        match solver.grundy(stored.parse("8x10").unwrap()) {
            Ok(found) => assert_eq!(Some(found), value),
            Err(SolveError::Stopped(stopped)) => assert_eq!(stopped.bound, Bound::Positions(limit)),
            Err(error) => panic!("{error}"),
        }
        solved.push(solver.control().done());
    }
    let values = shelf.values.lock().unwrap();
    for (text, value) in values.iter() {
        let board = &Chomp::poisoned().parse(text).unwrap()[0];
        assert_eq!(Some(*value), table.value(Chomp::poisoned(), board), "{text}");
    }
    let [first, second, nothing, nothing_again] = solved[..] else { panic!("{solved:?}") };
    assert!(first > 1 << 14 && second > 0 && (nothing, nothing_again) == (0, 0), "{solved:?}");
    // What one thread solves, and a tenth more.
    let all = values.len() as u64;
    assert!(first + second >= all && first + second < all + all / 10, "{solved:?}, {all} values");
    // A position that the store did not have was asked for once by all threads, and by one thread about as often.
    assert!(shelf.asked.load(Relaxed) < 3 * all, "{} look-ups of {all} values", shelf.asked.load(Relaxed));
}

/// A cell of 300 rows and columns, from which a move goes up to five cells to the left or up.
#[derive(Clone, Copy)]
struct Cells;

const ROW: u64 = 300;

impl ImpartialGame for Cells {
    type Position = u64;
    type Move = u64;

    fn moves(&self, cell: &u64) -> impl Iterator<Item = u64> {
        let cell = *cell;
        (1..=5.min(cell % ROW))
            .map(move |left| cell - left)
            .chain((1..=5.min(cell / ROW)).map(move |up| cell - up * ROW))
    }

    fn play(&self, _: &u64, next: &u64) -> Components<u64> {
        (*next).into()
    }
}

impl Notation for Cells {
    texts_of_heaps!(u64, ",");
}

/// One thread reads a part of the store while the others ask, up to the last part. Then it is asked for nothing; what cannot be read is asked for.
#[test]
fn threads_read_a_store_on() {
    const ALL: u64 = ROW * ROW;
    let search = |shelf: &Arc<Shelf>, number, limit| {
        let stored = AnyGame::new("cells", Cells).stored_in(shelf.clone(), 1 << 20);
        let mut solver = Solver::new(&stored).with_control(threads(number).positions(limit));
        let mut value = |cell: u64| solver.grundy(stored.parse(&cell.to_string()).unwrap()).ok();
        let found = value(ALL - 1);
        let asked = shelf.asked.load(Relaxed);
        // The last cell of one row more, whose 300 cells are new.
        (found, asked, value(ALL + ROW - 1))
    };
    let first = Arc::<Shelf>::default();
    assert_eq!(search(&first, 1, ALL * 2 / 3), (None, 0, None));
    let new = ALL - first.values.lock().unwrap().len() as u64;
    for broken in [None, Some(0), Some(600)] {
        let shelf = Arc::new(Shelf::after(&first, broken));
        // Two equal heaps, of which up to five counters are taken; and two that differ by one.
        let (found, asked, next) = search(&shelf, 3, u64::MAX);
        assert_eq!((found, next), (Some(Nimber::ZERO), Some(Nimber::new(5))), "{broken:?} broken");
        assert_eq!(shelf.values.lock().unwrap().len() as u64, ALL + ROW);
        let (read, parts) = (shelf.read.load(Relaxed), shelf.parts());
        assert_eq!(read, broken.map_or(parts, |broken| broken + 1), "of {parts} parts");
        // One thread alone, which solves 2^14 positions first, does not read as many.
        assert!((1 << 14) / 32 < parts && parts < new / 32, "{parts} parts, {new} positions");
        assert_eq!(shelf.asked.load(Relaxed) > asked, broken.is_some(), "all that was read is not asked for");
        assert!(broken != Some(0) || asked >= new, "{asked} look-ups for {new} positions");
    }
}

/// The threads of a nimber search take turns at the store.
#[test]
fn threads_of_a_nimber_search_find_in_a_store_what_others_have_found() {
    let (shelf, mut listed) = (Arc::<Shelf>::default(), Vec::new());
    for _ in 0..2 {
        let stored = "sprouts".parse::<AnyGame>().unwrap().stored_in(shelf.clone(), 1 << 20);
        let mut solver = Solver::new(&stored).with_control(threads(3));
        // 11 spots: Winning Ways, ch. 17, and many programs since.
        assert_eq!(solver.outcome(stored.parse("11").unwrap()), Ok(Outcome::N));
        listed.push(solver.control().done());
    }
    assert!(listed[0] > 1 << 9 && listed[1] < listed[0] / 4, "{listed:?}");
}

/// One thread begins under a small limit, which allows fewer moves.
#[test]
fn moves_that_the_whole_limit_allows_are_listed_by_threads() {
    const WIDTH: u64 = (4 << 20) + 1; // one more than a small limit allows
    let mut solver = Solver::new(Fan).by_threads().with_control(threads(2).positions(1 << 21));
    assert_eq!(solver.grundy(WIDTH), Ok(Nimber::new(1)));
}
