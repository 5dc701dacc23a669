//! Every registered game with its values in a file.

use std::sync::Arc;

use grundy::{AnyGame, Control, ImpartialGame, Notation, Outcome, Registry, Solver, Store, reachable};
use grundy_store::Disk;

/// The games with their examples.
fn games() -> impl Iterator<Item = (AnyGame, String)> {
    let registry = Registry::standard();
    let listed: Vec<_> = registry.iter().map(|entry| (entry.sample().to_owned(), entry.example().to_owned())).collect();
    listed.into_iter().map(move |(name, example)| (registry.parse(&name).unwrap(), example))
}

/// What a file needs of a game: the text of a memo key is read as this key, if any move is possible.
#[test]
fn texts_tell_memo_keys_apart() {
    for (game, example) in games() {
        let start = game.parse(&example).unwrap();
        for component in reachable(&game, start, &mut Control::new()).take(300) {
            let key = game.memo_key(component.unwrap());
            let text = game.text(std::slice::from_ref(&key));
            let read = game.parse(&text).unwrap_or_else(|error| panic!("{game}: {error}"));
            let has_ended = game.moves(&key).next().is_none();
            assert!(read[..] == [key.clone()] || has_ended && read.is_empty(), "{game}: {key:?} is written {text}");
        }
    }
}

#[test]
fn values_of_every_game_are_those_of_a_solver_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (game, example)) in games().enumerate() {
        let start = game.parse(&example).unwrap();
        let value = Solver::new(&game).grundy(&start).unwrap();
        let wins = Solver::new(&game).winning_moves(&start).unwrap().known_count();
        let path = folder.path().join(number.to_string());
        let mut durable = 0;
        for run in 0..2 {
            let file = Arc::new(Disk::open(&path, &game.to_string()).unwrap());
            let stored = game.clone().stored_in(Arc::clone(&file) as Arc<dyn Store>, 50);
            let mut solver = Solver::new(&stored);
            assert_eq!(solver.grundy(&start), Ok(value), "{game}, run {run}");
            let is_lost = solver.outcome(&start).unwrap() == Outcome::P;
            assert_eq!(is_lost, value.is_zero(), "{game}, run {run}");
            assert_eq!(solver.winning_moves(&start).unwrap().known_count(), wins, "{game}, run {run}");
            file.close().unwrap();
            assert!(run == 0 || file.durable() == durable, "{game}: the second run found nothing new");
            durable = file.durable();
        }
    }
}
