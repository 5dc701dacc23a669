//! Nimber searches that are stopped, and go on in another process with what a store has kept of positions without values.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use grundy::games::{Cram, NodeKayles, Sprouts};
use grundy::{
    AnyGame, Bound, Checkpoint, Control, ImpartialGame, Method, Nimber, Notation, Progress, SolveError, Solver, Store,
    Stored,
};

/// What is found of positions, by their texts.
type Facts = Vec<(String, Vec<u64>)>;

/// A store in memory.
#[derive(Default)]
struct Shelf {
    values: Mutex<HashMap<String, Nimber>>,
    /// What was written last, and what of it was not read yet.
    facts: Mutex<[Facts; 2]>,
    has_checkpoint: bool,
    rejected: Mutex<Vec<String>>,
}

impl Shelf {
    fn new(has_checkpoint: bool) -> Self {
        Self { has_checkpoint, ..Self::default() }
    }

    /// As another process finds it.
    fn again(&self) {
        let [written, unread] = &mut *self.facts.lock().unwrap();
        unread.clone_from(written);
    }
}

impl Store for Shelf {
    fn get(&self, text: &str) -> Option<Nimber> {
        self.values.lock().unwrap().get(text).copied()
    }

    fn insert(&self, text: String, value: Nimber) {
        let before = self.values.lock().unwrap().insert(text.clone(), value);
        assert!(before.is_none_or(|before| before == value), "{text}");
    }

    fn checkpoint(&self) -> Option<&dyn Checkpoint> {
        self.has_checkpoint.then_some(self)
    }
}

impl Checkpoint for Shelf {
    fn read(&self) -> Facts {
        let [_, unread] = &mut *self.facts.lock().unwrap();
        let part = unread.len().min(7);
        unread.drain(..part).collect()
    }

    fn is_due(&self, has_stopped: bool) -> bool {
        has_stopped
    }

    fn write(&self, facts: &mut dyn Iterator<Item = (String, Vec<u64>)>) {
        let facts: Facts = facts.collect();
        assert!(facts.is_sorted_by(|(_, one), (_, other)| one[0] >= other[0]), "the most work first");
        self.facts.lock().unwrap()[0] = facts;
    }

    fn reject(&self, text: &String, read: String, found: Option<String>) {
        self.rejected.lock().unwrap().push(format!("{text}: {read}, {found:?}"));
    }
}

/// The value by one search after the other, each of so many positions, and the positions of all. Nothing where they come to no end.
fn in_pieces<G>(game: G, text: &str, shelf: &Shelf, control: &Control, piece: u64) -> Option<(Nimber, u64)>
where
    G: ImpartialGame + Notation + Copy,
{
    let mut listed = 0;
    for _ in 0..30 {
        shelf.again();
        let control = control.clone().positions(piece);
        let memo = Stored::new(game, shelf, 1 << 20);
        let mut solver = Solver::with_memo(game, memo).by(Method::Nimbers).with_control(control);
        let found = solver.grundy(game.parse(text).unwrap());
        listed += solver.control().done();
        if let Ok(value) = found {
            return Some((value, listed));
        }
    }
    None
}

/// Ten pieces or more.
#[test]
fn a_search_in_pieces_goes_on_where_it_was() {
    fn check<G: ImpartialGame + Notation + Copy>(game: G, text: &str, value: Nimber) {
        let mut alone = Solver::new(game).by(Method::Nimbers);
        assert_eq!(alone.grundy(game.parse(text).unwrap()), Ok(value), "{text}");
        let (whole, control) = (alone.control().done(), Control::new());
        let shelf = Shelf::new(true);
        let (found, listed) = in_pieces(game, text, &shelf, &control, whole / 10).expect("it comes to an end");
        assert_eq!(found, value, "{text}");
        assert!(listed < whole * 2, "{text}: {listed} positions in place of {whole}");
        assert_eq!(*shelf.rejected.lock().unwrap(), [""; 0], "{text}");
        // By values alone each search goes its own way.
        let by_values = in_pieces(game, text, &Shelf::new(false), &control, whole / 10);
        assert!(
            by_values.is_none_or(|(_, by_values)| by_values > listed * 3 / 2),
            "{text}: {by_values:?} and {listed}"
        );
    }
    check(Cram, "4x7", Nimber::new(3));
    let grid = NodeKayles::new().parse("grid:5x5").unwrap();
    check(NodeKayles::new(), "grid:5x5", Solver::new(NodeKayles::new()).by(Method::Values).grundy(grid).unwrap());
    check(Sprouts, "6", Nimber::ZERO);
}

/// With little memory not all that was kept is learned, and the search forgets.
#[test]
fn a_search_with_little_memory_finds_the_same() {
    for bytes in [300_000, 600_000, 2_000_000] {
        let shelf = Shelf::new(true);
        let (found, _) =
            in_pieces(Cram, "4x7", &shelf, &Control::new().bytes(bytes), 2000).expect("it comes to an end");
        assert_eq!(found, Nimber::new(3), "{bytes}");
        assert_eq!(*shelf.rejected.lock().unwrap(), [""; 0], "{bytes}");
    }
}

/// Threads of a game of the registry, whose first one reads and writes for all.
#[test]
fn threads_go_on_where_they_were() {
    let game: &AnyGame = &"sprouts".parse().unwrap();
    let shelf = Arc::new(Shelf::new(true));
    let mut listed = 0;
    for run in 0.. {
        assert!(run < 50, "it comes to an end");
        shelf.again();
        let game = game.clone().stored_in(Arc::clone(&shelf) as _, 1 << 20);
        let mut solver = Solver::new(&game).with_control(Control::new().positions(300).threads(3.try_into().unwrap()));
        let found = solver.grundy(game.parse("8").unwrap());
        listed += solver.control().done();
        if let Ok(value) = found {
            assert_eq!(value, Nimber::new(0)); // Applegate, Jacobson and Sleator, 1991: who is to move loses
            break;
        }
    }
    assert!(listed > 600, "{listed}");
    assert_eq!(*shelf.rejected.lock().unwrap(), [""; 0]);
}

/// A bound is met between two parts of what is read, also by threads, and what was not read stays.
#[test]
fn reading_ends_at_a_bound() {
    let game: &AnyGame = &"cram".parse().unwrap();
    for threads in [1, 2] {
        let shelf = Arc::new(Shelf::new(true));
        let facts = (8..207).map(|columns| (format!("7x{columns}"), vec![9, u64::MAX])).collect();
        shelf.facts.lock().unwrap()[1] = facts;
        let stored = game.clone().stored_in(Arc::clone(&shelf) as _, 1 << 20);
        let cancelled = |progress: Progress| {
            assert_eq!(progress.done, 0);
            ControlFlow::Break(())
        };
        let control = Control::new().threads(threads.try_into().unwrap());
        let mut solver = Solver::new(&stored).with_control(control.clone().watched(cancelled));
        let stopped = solver.grundy(game.parse("5x5").unwrap()).unwrap_err();
        assert!(matches!(stopped, SolveError::Stopped(stopped) if stopped.bound == Bound::Cancelled), "{stopped}");
        assert_eq!(shelf.facts.lock().unwrap()[1].len(), 192, "seven at a time");
        solver.set_control(control);
        assert_eq!(solver.grundy(game.parse("5x5").unwrap()), Ok(Nimber::ZERO));
        assert_eq!(shelf.facts.lock().unwrap()[1].len(), 0);
        assert_eq!(*shelf.rejected.lock().unwrap(), [""; 0]);
    }
}

/// What is no position, what is no fact, and what is wrong of a position whose value was found.
#[test]
fn what_cannot_be_true_is_rejected() {
    let shelf = Shelf::new(true);
    let mut solver = Solver::with_memo(Cram, Stored::new(Cram, &shelf, 1 << 10)).by(Method::Nimbers);
    assert_eq!(solver.grundy(Cram.parse("3x3").unwrap()), Ok(Nimber::ZERO));
    let facts = [("3x3", vec![9, 0b10]), ("what", vec![9, 0b11]), ("3x4", vec![9]), ("2x5", vec![9, u64::MAX, 0])];
    shelf.facts.lock().unwrap()[1] = facts.map(|(text, found)| (text.to_owned(), found)).into();
    assert_eq!(solver.grundy(Cram.parse("4x5").unwrap()), Ok(Nimber::new(2)));
    let rejected = shelf.rejected.lock().unwrap();
    assert_eq!(rejected.len(), 3, "{rejected:?}");
    for (text, known) in [("what", "None"), ("3x3", "Some(\"*0\")"), ("3x4", "None")] {
        assert!(rejected.iter().any(|line| line.starts_with(text) && line.ends_with(known)), "{text}: {rejected:?}");
    }
}
