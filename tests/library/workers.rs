//! Nimber searches of several workers that tell each other what they find, by a store in memory.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use grundy::games::{Cram, NodeKayles, Sprouts};
use grundy::{
    AnyGame, Bound, Control, ImpartialGame, Memo, Method, News, Nimber, Notation, SolveError, Solver, Store, Stored,
    Workers,
};

/// What each worker has not read yet.
#[derive(Default)]
struct Hub {
    mail: Mutex<Vec<Vec<News>>>,
    values: Mutex<Vec<(String, Nimber)>>,
}

/// What becomes of news on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mail {
    Arrives,
    /// Each comes twice, the last ones first.
    ComesTwiceAndInDisorder,
    /// Two of three are lost.
    IsMostlyLost,
}

/// The place of one worker at the hub.
struct Place {
    hub: Arc<Hub>,
    number: usize,
    mail: Mail,
    sent: AtomicU64,
    facts_received: AtomicU64,
    paths_received: AtomicU64,
    rejected: Mutex<Vec<String>>,
}

impl Place {
    fn new(hub: &Arc<Hub>, mail: Mail) -> Self {
        let mut letters = hub.mail.lock().unwrap();
        letters.push(Vec::new());
        Self {
            hub: Arc::clone(hub),
            number: letters.len() - 1,
            mail,
            sent: AtomicU64::new(0),
            facts_received: AtomicU64::new(0),
            paths_received: AtomicU64::new(0),
            rejected: Mutex::default(),
        }
    }
}

impl Store for Place {
    fn get(&self, _: &str) -> Option<Nimber> {
        None
    }

    fn insert(&self, text: String, value: Nimber) {
        self.send(News::Value(text, value));
    }

    /// None, and yet values come as news.
    fn count(&self) -> Option<u64> {
        Some(0)
    }

    fn workers(&self) -> Option<&dyn Workers> {
        Some(self)
    }
}

impl Workers for Place {
    fn least_work(&self) -> u64 {
        1
    }

    fn seed(&self) -> u64 {
        self.number as u64
    }

    fn has_news(&self) -> bool {
        !self.hub.mail.lock().unwrap()[self.number].is_empty()
    }

    fn news(&self) -> Vec<News> {
        let mut news = std::mem::take(&mut self.hub.mail.lock().unwrap()[self.number]);
        if self.mail == Mail::ComesTwiceAndInDisorder {
            let again: Vec<News> = news.iter().rev().cloned().collect();
            news = again.into_iter().chain(news).collect();
        }
        let facts = news.iter().filter(|news| matches!(news, News::Found(..))).count();
        let paths = news.iter().filter(|news| matches!(news, News::UnderWay(..))).count();
        self.facts_received.fetch_add(facts as u64, Relaxed);
        self.paths_received.fetch_add(paths as u64, Relaxed);
        news
    }

    fn send(&self, news: News) {
        if let News::Value(text, value) = &news {
            self.hub.values.lock().unwrap().push((text.clone(), *value));
        }
        let sent = self.sent.fetch_add(1, Relaxed);
        if self.mail == Mail::IsMostlyLost && !sent.is_multiple_of(3) {
            return;
        }
        let mut mail = self.hub.mail.lock().unwrap();
        for (number, letters) in mail.iter_mut().enumerate() {
            if number != self.number {
                letters.push(news.clone());
            }
        }
    }

    fn solved(&self, _: u64, _: Duration) {}

    fn reject(&self, text: String, sent: String, found: Option<String>) {
        self.rejected.lock().unwrap().push(format!("{text}: {sent}, {found:?}"));
    }
}

/// The bounds of a worker: bytes of memory, and positions after which it is stopped and asks again.
#[derive(Clone, Copy)]
struct Bounds {
    bytes: u64,
    piece: u64,
}

const NONE: Bounds = Bounds { bytes: u64::MAX, piece: u64::MAX };

/// The value that one worker finds, and the number of positions that it lists.
fn work<G: ImpartialGame + Notation + Copy>(game: G, text: &str, place: &Place, bounds: Bounds) -> (Nimber, u64) {
    let control = Control::new().bytes(bounds.bytes).positions(bounds.piece);
    let mut solver = Solver::with_memo(game, Stored::new(game, place, 1 << 20)).with_control(control);
    let position = game.parse(text).unwrap();
    loop {
        match solver.grundy(position.clone()) {
            Ok(value) => return (value, solver.control().done()),
            Err(SolveError::Stopped(stopped))
                if stopped.bound == Bound::Positions(solver.control().position_limit()) =>
            {
                let limit = solver.control().done() + bounds.piece;
                solver.control_mut().set_positions(limit);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// The search of all positions, with which workers are compared.
fn exhaustive<G: ImpartialGame>(game: G) -> Solver<G> {
    Solver::new(game).by(Method::Values)
}

/// Several workers find the value that the exhaustive search finds, and every value that one of them sends is right. Returns what they have received.
fn all_find<G>(exhaustive: &mut Solver<G>, text: &str, number: usize, mail: Mail, bounds: Bounds) -> Vec<Place>
where
    G: ImpartialGame + Notation + Copy + Sync,
{
    let game = *exhaustive.game();
    let hub: Arc<Hub> = Arc::default();
    let places: Vec<Place> = (0..number).map(|_| Place::new(&hub, mail)).collect();
    let value = exhaustive.grundy(game.parse(text).unwrap()).unwrap();
    thread::scope(|scope| {
        let started: Vec<_> = places.iter().map(|place| scope.spawn(|| work(game, text, place, bounds))).collect();
        let mut listed = 0;
        for worker in started {
            let (found, own) = worker.join().unwrap();
            assert_eq!(found, value, "{text} by {number} workers, {mail:?}");
            listed += own;
        }
        assert!(listed > 0, "{text} was found without a search");
    });
    for (text, value) in hub.values.lock().unwrap().iter() {
        assert_eq!(exhaustive.grundy(game.parse(text).unwrap()), Ok(*value), "{text}");
    }
    for place in &places {
        assert_eq!(*place.rejected.lock().unwrap(), [""; 0]);
    }
    places
}

#[test]
fn values_are_right_whatever_becomes_of_news() {
    let (mut cram, mut kayles, mut sprouts) = (exhaustive(Cram), exhaustive(NodeKayles::new()), exhaustive(Sprouts));
    for mail in [Mail::Arrives, Mail::ComesTwiceAndInDisorder, Mail::IsMostlyLost] {
        for number in [2, 5] {
            all_find(&mut cram, "4x5", number, mail, NONE);
            all_find(&mut kayles, "grid:5x5", number, mail, NONE);
            all_find(&mut sprouts, "4", number, mail, NONE);
        }
    }
}

/// Where memory is little, a search forgets positions, so that the others stand at other places. Each of three hears where those before it are, and what
/// all others have found.
#[test]
fn workers_that_are_stopped_or_have_little_memory_find_the_same() {
    let mut cram = exhaustive(Cram);
    all_find(&mut cram, "5x5", 3, Mail::Arrives, Bounds { piece: 50, ..NONE });
    for bounds in [Bounds { bytes: 3_000_000, ..NONE }, Bounds { bytes: 3_000_000, piece: 500 }] {
        all_find(&mut cram, "4x7", 2, Mail::Arrives, bounds);
    }
    let places = all_find(&mut cram, "4x7", 3, Mail::Arrives, NONE);
    for place in &places {
        assert!(place.facts_received.load(Relaxed) > 0 && place.paths_received.load(Relaxed) > 0, "{}", place.number);
    }
}

/// Workers of three threads each, and one of one thread: exhaustive search, where each thread tells and hears, and nimber search, where one does for all.
#[test]
fn workers_of_several_threads_find_the_same() {
    for (name, text, mail) in [
        ("chomp", "8x9", Mail::Arrives),
        ("chomp", "8x9", Mail::IsMostlyLost),
        ("sprouts", "7", Mail::Arrives),
        ("cram", "5x5", Mail::ComesTwiceAndInDisorder),
    ] {
        let game: &AnyGame = &name.parse().unwrap();
        let mut alone = Solver::new(game);
        let value = alone.grundy(game.parse(text).unwrap()).unwrap();
        let by_one = alone.control().done();
        let hub: Arc<Hub> = Arc::default();
        let places: Vec<Arc<Place>> = (0..3).map(|_| Arc::new(Place::new(&hub, mail))).collect();
        let work = |place: &Arc<Place>, threads: usize| {
            let game = game.clone().stored_in(Arc::clone(place) as _, 1 << 20);
            let mut solver = Solver::new(&game).with_control(Control::new().threads(threads.try_into().unwrap()));
            assert_eq!(solver.grundy(game.parse(text).unwrap()), Ok(value), "{name} {text}, {mail:?}");
            solver.control().done()
        };
        let solved: u64 = thread::scope(|scope| {
            let started: Vec<_> =
                places.iter().zip([3, 3, 1]).map(|(place, by)| scope.spawn(move || work(place, by))).collect();
            started.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        let values = hub.values.lock().unwrap();
        for (text, value) in values.iter() {
            assert_eq!(alone.grundy(game.parse(text).unwrap()), Ok(*value), "{name} {text}");
        }
        for place in &places {
            assert_eq!(*place.rejected.lock().unwrap(), [""; 0]);
        }
        // Without news each of the three would solve all. (A nimber search by several takes ways that one does not.)
        let is_shared = name != "chomp" || solved < 3 * by_one;
        assert!(!values.is_empty() && is_shared, "{name} {text}, {mail:?}: {solved} and {by_one}");
    }
}

/// The value comes while the search here is under way with the same position.
#[test]
fn a_value_that_came_as_news_is_compared_with_the_one_that_is_found_later() {
    let place = Place::new(&Arc::default(), Mail::Arrives);
    let mut memo = Stored::new(Cram, &place, 1 << 20);
    let key = |text: &str| Cram.parse(text).unwrap()[0].clone();
    let sent = |text: &str, value| {
        let text = Cram.text(&Cram.parse(text).unwrap());
        place.hub.mail.lock().unwrap()[0].push(News::Value(text.clone(), Nimber::new(value)));
        text
    };
    memo.begin(&key("4x5"));
    memo.begin(&key("3x5"));
    let text = sent("4x5", 77);
    sent("3x5", 1);
    // A look-up of another position takes the news in.
    assert_eq!(memo.recall(&key("2x2")), None);
    memo.insert(key("3x5"), Nimber::new(1));
    assert_eq!(*place.rejected.lock().unwrap(), [""; 0]);
    memo.insert(key("4x5"), Nimber::new(2));
    assert_eq!(*place.rejected.lock().unwrap(), [format!("{text}: *77, Some(\"*2\")")]);
}

#[test]
fn facts_that_contradict_what_was_found_are_rejected() {
    let place = Place::new(&Arc::default(), Mail::Arrives);
    let tell = |news| place.hub.mail.lock().unwrap()[0].push(news);
    let mut solver = Solver::with_memo(Cram, Stored::new(Cram, &place, 1 << 20));
    let square = Cram.parse("3x3").unwrap();
    let text = Cram.text(&square);
    assert_eq!(solver.grundy(square), Ok(Nimber::ZERO));
    // Its value is said to be 9 or 10; and what a later version might say.
    tell(News::Found(text.clone(), vec![1000, 3 << 9]));
    tell(News::Found(text.clone(), Vec::new()));
    tell(News::Found(text.clone(), vec![7]));
    solver.grundy(Cram.parse("4x5").unwrap()).unwrap();
    assert_eq!(*place.rejected.lock().unwrap(), [format!("{text}: *9 or *10, Some(\"*0\")")]);
    tell(News::Found("no board".to_owned(), vec![1000, 1]));
    solver.grundy(Cram.parse("3x5").unwrap()).unwrap();
    assert_eq!(place.rejected.lock().unwrap().len(), 2);
}
