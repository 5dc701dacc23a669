//! Workers in threads of one process, and what they tell.

use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy::certificate::{self, Certificate};
use grundy::chomp::{Board, Chomp, ChompValues};
use grundy::{Components, Control, Memo, Method, Nimber, Notation, Registry, Solver, Unhinted};
use grundy_store::{Address, Counts, Event, Server, SharedMemo};

/// A game with a rectangle to be solved.
const ROWS: u32 = 7;
const COLUMNS: u32 = 9;

/// Its value, from the table of all boards, which is made without any search.
fn value() -> Nimber {
    let table = ChompValues::in_box(ROWS, COLUMNS, &mut Control::unlimited()).unwrap();
    table.value(Chomp::poisoned(), &rectangle()).unwrap()
}

fn rectangle() -> Board {
    Board::rectangle(ROWS, COLUMNS).unwrap()
}

/// What a worker tells in the end.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) value: Nimber,
    /// What the certificate of the value proves.
    pub(crate) claim: String,
    /// Positions solved for the value, without those for the certificate.
    pub(crate) solved: u64,
    pub(crate) counts: Counts,
    pub(crate) events: Vec<Event>,
}

/// What happened to a worker so far.
type Events = Arc<Mutex<Vec<Event>>>;

/// Joins the workers of a game, and keeps what happens.
pub(crate) fn join(address: Address, game: &str) -> (Server, Events) {
    let events = Events::default();
    (join_into(address, game, Arc::clone(&events)), events)
}

fn join_into(address: Address, game: &str, events: Events) -> Server {
    Server::join(address, game, move |event| events.lock().unwrap().push(event)).unwrap()
}

/// A worker in a thread. At first it waits a little, so that it meets what others have done, and until it has received so many values.
fn worker(address: &Address, game: &str, number: u64, least: u64, events: Events) -> JoinHandle<Told> {
    let (address, game) = (address.clone(), game.to_owned());
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(number * 20));
        let server = Arc::new(join_into(address, &game, Arc::clone(&events)));
        wait_until("values come", || server.counts().received >= least);
        let chomp = Chomp::poisoned();
        let memo = SharedMemo::new(chomp, Arc::clone(&server), 1 << 20);
        let mut solver = Solver::with_memo(Unhinted(chomp), memo).by(Method::Values);
        let value = solver.grundy(rectangle()).unwrap();
        let solved = solver.control().done();
        // The checker takes a board and its mirror image for the same, and so must the solver that makes the certificate.
        let mut solver = Solver::with_memo(chomp, UpToMirror(solver.into_memos().values)).by(Method::Values);
        let claim = proved(&mut solver, "chomp", &rectangle().into());
        server.close().unwrap();
        let events = events.lock().unwrap().clone();
        Told { value, claim, solved, counts: server.counts(), events }
    })
}

/// A memo in which a search without hints has put a board, its mirror image, or both.
struct UpToMirror(SharedMemo<Chomp>);

impl Memo<Board, Nimber> for UpToMirror {
    fn recall(&self, board: &Board) -> Option<Nimber> {
        self.0.recall(board).or_else(|| self.0.recall(&board.mirrored()))
    }

    fn insert(&mut self, board: Board, value: Nimber) {
        self.0.insert(board, value);
    }
}

/// What the certificate of a value proves, made by a worker that still shares values, and checked by the rules alone.
pub(crate) fn proved<G: Notation, T: Memo<G::Position, Nimber>>(
    solver: &mut Solver<G, T>,
    name: &str,
    position: &Components<G::Position>,
) -> String {
    let mut text = Vec::new();
    Certificate::of_value(solver, &name, position).unwrap().write(&mut text).unwrap();
    certificate::check(&Registry::standard(), &text[..], &mut Control::new()).unwrap().text
}

pub(crate) fn workers(url: &str, game: &str, number: u64) -> Vec<JoinHandle<Told>> {
    workers_at(&url.parse().unwrap(), game, number)
}

pub(crate) fn workers_at(address: &Address, game: &str, number: u64) -> Vec<JoinHandle<Told>> {
    late_workers(address, game, number, 0)
}

/// The same, each of which begins when it has received so many values: on a machine with other work, a search may be over before the first one comes.
pub(crate) fn late_workers(address: &Address, game: &str, number: u64, least: u64) -> Vec<JoinHandle<Told>> {
    (0..number).map(|number| worker(address, game, number, least, Events::default())).collect()
}

/// The same, after each has joined: on a machine with other work that takes a second.
pub(crate) fn joined_workers(url: &str, game: &str, number: u64) -> Vec<JoinHandle<Told>> {
    let address = url.parse().unwrap();
    let all: Vec<Events> = (0..number).map(|_| Events::default()).collect();
    let started =
        (0..).zip(&all).map(|(number, events)| worker(&address, game, number, 0, Arc::clone(events))).collect();
    wait_until("each worker joins", || all.iter().all(|events| events.lock().unwrap().contains(&Event::Joined)));
    started
}

/// Waits for all, and compares their values and what their certificates prove.
#[track_caller]
pub(crate) fn all_are_right(workers: Vec<JoinHandle<Told>>) -> Vec<Told> {
    let told: Vec<Told> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
    let value = value();
    let claim = format!("the Grundy value of chomp {} is {value}", rectangle());
    for told in &told {
        assert_eq!((told.value, &told.claim), (value, &claim), "{told:?}");
    }
    told
}

/// The reason why a worker does not join, without a search.
pub(crate) fn refusal(address: &Address) -> String {
    let (tell, told) = mpsc::channel();
    let server = Server::join(address.clone(), "chomp", move |event| drop(tell.send(event))).unwrap();
    let event = told.recv_timeout(Duration::from_secs(20)).unwrap();
    server.close().unwrap();
    let Event::Alone(reason) = event else { panic!("{event:?}") };
    reason
}

pub(crate) fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_true() {
        assert!(begin.elapsed() < Duration::from_secs(20), "never: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
