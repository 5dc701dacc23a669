//! Misère quotients of the positions of any rule book: published ones, brute force, and heaps as positions.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::engine::Fan;
use crate::support::sizes::{of_heaps_below, stopped};
use grundy::any::AnyPosition;
use grundy::heap::RowMove;
use grundy::laws::GameTable;
use grundy::misere::quotient::{BipartiteMonoid, Difference, Element, MisereQuotient, Positions, QuotientSearch};
use grundy::{
    Answer, AnyGame, Bound, Components, Control, DawsonsKayles, ExplicitGame, GrundysGame, ImpartialGame, Kayles,
    Method, Nimstring, Notakto, Notation, Oracle, Outcome, Play, Question, SolveError, Solver, Unhinted, Unit,
    play_in_sum,
};

/// The quotient of all positions that play can reach.
fn quotient<G: Notation>(game: &G, text: &str) -> MisereQuotient<Positions<G::Position>> {
    let start = game.parse(text).unwrap();
    let mut search = QuotientSearch::of(Positions::reached(game, start, &mut Control::new()).unwrap());
    search.finish().unwrap();
    search.into_quotient()
}

fn named(name: &str) -> AnyGame {
    name.parse().unwrap()
}

/// Misère outcomes by brute force; it asks a rule book for nothing but moves.
struct BruteForce<'a, G: ImpartialGame> {
    game: &'a G,
    known: HashMap<Vec<G::Position>, Outcome>,
}

impl<'a, G: ImpartialGame> BruteForce<'a, G> {
    fn new(game: &'a G) -> Self {
        Self { game, known: HashMap::new() }
    }

    fn outcome(&mut self, sum: &[G::Position]) -> Outcome {
        if let Some(known) = self.known.get(sum) {
            return *known;
        }
        let options = crate::support::naive::options(self.game, sum);
        let wins = options.is_empty() || options.iter().any(|option| self.outcome(option) == Outcome::P);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        self.known.insert(sum.to_vec(), outcome);
        outcome
    }
}

/// Sums of up to `count` positions, among them all single ones, have the outcomes that brute force finds.
fn check_outcomes<G: ImpartialGame>(game: &G, quotient: &MisereQuotient<Positions<G::Position>>, count: usize) {
    let positions = quotient.positions().examples();
    let mut brute = BruteForce::new(game);
    let mut sums: Vec<Vec<G::Position>> = vec![vec![]];
    for _ in 0..count {
        let longer =
            sums.iter().flat_map(|sum| positions.iter().map(|one| [&sum[..], std::slice::from_ref(one)].concat()));
        sums = longer.collect();
        for sum in &sums {
            assert_eq!(quotient.misere_outcome(game, sum), Some(brute.outcome(sum)), "{sum:?}");
        }
    }
}

/// A monoid by the relations of a publication, where `of` says the four generators.
fn power(monoid: &BipartiteMonoid, factors: &[Element]) -> Element {
    factors.iter().fold(Element::IDENTITY, |all, factor| monoid.product(all, *factor).unwrap())
}

/// Plambeck and Whitehead: a, b, c, d with a² = 1, b³ = b, b²c = c, c³ = ac², b²d = d, cd = ad, d² = c²; P is a, b², bc, c²; the
/// empty board is c.
#[test]
fn notakto_on_3_by_3_boards_is_the_published_quotient() {
    let game = Notakto::new();
    let found = quotient(&game, "3x3");
    let monoid = found.monoid();
    assert_eq!((monoid.order(), monoid.p_portion().count()), (18, 4));
    let empty = game.parse("3x3").unwrap();
    let c = found.element(&game, &empty[0]).unwrap();
    let times = |factors: &[Element]| power(monoid, factors);
    let mut isomorphisms = 0;
    for a in monoid.elements() {
        for b in monoid.elements() {
            for d in monoid.elements() {
                let relations = times(&[a, a]) == Element::IDENTITY
                    && times(&[b, b, b]) == b
                    && times(&[b, b, c]) == c
                    && times(&[c, c, c]) == times(&[a, c, c])
                    && times(&[b, b, d]) == d
                    && times(&[c, d]) == times(&[a, d])
                    && times(&[d, d]) == times(&[c, c]);
                let p: BTreeSet<Element> = [a, times(&[b, b]), times(&[b, c]), times(&[c, c])].into();
                let of_c = [vec![], vec![c], vec![c, c], vec![d]];
                let all = of_c.iter().flat_map(|last| (0..6).map(move |low| (last, low)));
                let all = all.map(|(last, low)| {
                    let [as_, bs] = [vec![a; low % 2], vec![b; low / 2]];
                    times(&[as_, bs, last.clone()].concat())
                });
                let generated = all.collect::<BTreeSet<_>>().len() == 18;
                if relations && generated && p == monoid.p_portion().collect() {
                    isomorphisms += 1;
                }
            }
        }
    }
    assert!(isomorphisms > 0);
}

#[test]
fn outcomes_of_boards_strips_and_graphs_are_those_of_brute_force() {
    for (name, text, count) in [
        ("notakto", "2x2", 3),
        ("notakto", "2x3", 3),
        ("notakto", "3x3,2x3", 1),
        ("cram", "1x9", 3),
        ("cram", "2x3", 3),
        ("cram", "3x3", 2),
        ("node-kayles", "path:6", 3),
        ("node-kayles", "cycle:6", 2),
        ("node-kayles", "grid:2x3", 3),
    ] {
        let game = named(name);
        let found = quotient(&game, text);
        assert!(found.monoid().order() % 2 == 0, "{name} {text}");
        check_outcomes(&game, &found, count);
        found.verify(&mut Control::new()).unwrap();
    }
}

/// Heaps as positions of a rule book, which is known by its moves, have the quotient of the code.
#[test]
fn heaps_are_positions_too() {
    fn check<G: ImpartialGame<Position = u64>>(game: &G, code: &str, heaps: u64) {
        let positions = Positions::reached(game, [heaps - 1, heaps - 2], &mut Control::new()).unwrap();
        let mut search = QuotientSearch::of(positions);
        search.finish().unwrap();
        let (found, of_code) = (search.into_quotient(), of_heaps_below(code, usize::try_from(heaps).unwrap()));
        assert_eq!(found.monoid().order(), of_code.monoid().order(), "{code}");
        let mut pairs: Vec<(Element, Element)> = (1..heaps)
            .map(|heap| (found.element(game, &heap).unwrap(), of_code.element(heap.into()).unwrap()))
            .collect();
        for one in 1..heaps {
            for other in 1..heaps {
                let sum = [u128::from(one), u128::from(other)];
                let by_code = of_code.element_of(sum).unwrap();
                pairs.push((found.element_of(game, &[one, other]).unwrap(), by_code));
                assert_eq!(found.misere_outcome(game, &[one, other]), of_code.misere_outcome(sum), "{code}: {sum:?}");
            }
        }
        // The two maps have the same elements equal.
        let of_found: HashMap<Element, Element> = pairs.iter().copied().collect();
        assert!(pairs.iter().all(|(one, other)| of_found[one] == *other), "{code}");
    }
    check(&Unhinted(Kayles), "0.77", 14);
    check(&GrundysGame, "4!.0", 16);
    check(&Unhinted(grundy::DawsonsKayles), "0.07", 16);
}

/// A rule book of three lines: halve a heap, or take one counter.
struct Halving;

impl ImpartialGame for Halving {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        [*heap / 2, heap.saturating_sub(1)].into_iter().filter(move |left| left < heap)
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }
}

/// A move leaves two copies of the position before: play from position *n* lasts 2^*n* − 1 moves.
struct Doubling;

impl ImpartialGame for Doubling {
    type Position = u64;
    type Move = ();

    fn moves(&self, position: &u64) -> impl Iterator<Item = ()> {
        (*position > 0).then_some(()).into_iter()
    }

    fn play(&self, position: &u64, (): &()) -> Components<u64> {
        [position - 1, position - 1].into()
    }
}

/// The weights of positions 64 and more would be equal in 64 bits, and sums could not be put in order.
#[test]
fn play_that_lasts_too_long_has_no_quotient() {
    let error = Positions::reached(&Doubling, 66, &mut Control::new()).unwrap_err();
    assert_eq!(error, SolveError::TooLong { position: 41.into(), limit: 1 << 40 });
    let mut search = QuotientSearch::of(Positions::reached(&Doubling, 40, &mut Control::new()).unwrap());
    search.finish().unwrap();
    // Nobody has a choice: the last move of an odd number is made by who began, and loses.
    let quotient = search.into_quotient();
    for (sum, outcome) in [(vec![40], Outcome::P), (vec![40, 39], Outcome::N), (vec![40, 40, 1], Outcome::P)] {
        assert_eq!(quotient.misere_outcome(&Doubling, &sum), Some(outcome), "{sum:?}");
    }
    assert_eq!(Solver::new(Doubling).outcome_in(Play::Misere, 66), Ok(Outcome::P));
}

#[test]
fn a_game_of_ones_own_has_a_quotient() {
    let positions = Positions::reached(&Halving, 7, &mut Control::new()).unwrap();
    let mut search = QuotientSearch::of(positions);
    search.finish().unwrap();
    let found = search.into_quotient();
    check_outcomes(&Halving, &found, 3);
    let mut solver = Solver::new(Halving).with(found.clone()).by(Method::Oracle);
    let mut brute = BruteForce::new(&Halving);
    for sum in [[7, 5, 2], [6, 6, 1], [7, 6, 5]] {
        let wins = solver.winning_moves_in(Play::Misere, sum).unwrap();
        let mut expected = Vec::new();
        for (component, heap) in sum.iter().enumerate() {
            for mv in Halving.moves(heap) {
                let left = play_in_sum(&Halving, sum.into(), grundy::SumMove { component, mv }).unwrap();
                if brute.outcome(&left) == Outcome::P {
                    expected.push(grundy::SumMove { component, mv });
                }
            }
        }
        assert_eq!(wins[..], expected, "{sum:?}");
    }
    assert_eq!(solver.control().done(), 0);
}

#[test]
fn fifty_boards_are_played_by_a_quotient_that_the_solver_finds() {
    let game = Notakto::new();
    let boards = |count: usize| game.parse(&vec!["3x3"; count].join(",")).unwrap();
    let mut solver = Solver::new(game);
    let decided = solver.decide(Play::Misere, boards(50)).unwrap();
    assert_eq!((decided.outcome, decided.method), (Outcome::P, Method::Quotient));
    let working = solver.explain_in(Play::Misere, boards(49)).unwrap().to_string();
    assert!(working.starts_with("In misère play: the components are p"), "{working}");
    // The boards that won are won by moves that leave P by the quotient, and all of them are found.
    let wins = solver.winning_moves_in(Play::Misere, boards(3)).unwrap();
    let by_hand = quotient(&game, "3x3");
    let mut expected = Vec::new();
    for component in 0..3 {
        for mv in game.moves(&boards(3)[component]) {
            let mv = grundy::SumMove { component, mv };
            let left = play_in_sum(&game, boards(3), mv).unwrap();
            if by_hand.misere_outcome(&game, &left) == Some(Outcome::P) {
                expected.push(mv);
            }
        }
    }
    assert!(!expected.is_empty());
    assert_eq!(wins[..], expected);
    // Two boards, by a search that knows no quotient.
    let mut search = Solver::new(game).by(Method::Search);
    let two = game.parse("x../.../...,.x./x../...").unwrap();
    assert_eq!(search.winning_moves_in(Play::Misere, two.clone()), solver.winning_moves_in(Play::Misere, two));
}

#[test]
fn boards_of_several_sizes_have_one_quotient() {
    let game = Notakto::new();
    let found = quotient(&game, "2x2,2x3,3x3");
    let mut search = Solver::new(game).by(Method::Search);
    for text in ["2x2,2x3", "2x3,2x3,2x2", "x../.x./...,2x3", "3x3,2x2"] {
        let sum = game.parse(text).unwrap();
        assert_eq!(found.misere_outcome(&game, &sum), search.outcome_in(Play::Misere, sum).ok(), "{text}");
    }
    assert_eq!(found.misere_outcome(&game, &game.parse("3x4").unwrap()), None);
}

#[test]
fn a_presentation_is_the_same_from_run_to_run_and_has_no_generator_too_many() {
    for (name, text) in [("notakto", "3x3"), ("cram", "3x3"), ("node-kayles", "grid:2x3")] {
        let game = named(name);
        let found = quotient(&game, text);
        let presentation = found.presentation();
        assert_eq!(presentation.to_string(), quotient(&game, text).presentation().to_string());
        let generators: Vec<Element> =
            presentation.generators().iter().map(|number| found.elements().nth(*number as usize).unwrap()).collect();
        for place in 0..generators.len() {
            let others = [&generators[..place], &generators[place + 1..]].concat();
            let mut met: BTreeSet<Element> = [Element::IDENTITY].into();
            let mut open = vec![Element::IDENTITY];
            while let Some(one) = open.pop() {
                open.extend(
                    others.iter().map(|other| power(found.monoid(), &[one, *other])).filter(|new| met.insert(*new)),
                );
            }
            assert!(met.len() < found.monoid().order(), "{name} {text}: {presentation}");
        }
    }
}

/// An isomorphism keeps products and P; one that is renumbered is found, and one whose P is another is not.
#[test]
fn quotients_are_compared() {
    let game = Notakto::new();
    let [board, boards] = ["3x3", "3x3,2x2"].map(|text| quotient(&game, text));
    let (one, other) = (board.monoid(), boards.monoid());
    let map = one.isomorphism(other).unwrap();
    assert_eq!(map.iter().collect::<BTreeSet<_>>().len(), 18);
    for x in one.elements() {
        assert_eq!(one.outcome(x), other.outcome(map[x.index()]));
        for y in one.elements() {
            let image = other.product(map[x.index()], map[y.index()]).unwrap();
            assert_eq!(map[one.product(x, y).unwrap().index()], image);
        }
    }
    // Heaps as positions, numbered in another order than those of the code.
    for (heaps, code) in [(14, "0.77"), (12, "0.07")] {
        let of_code = of_heaps_below(code, heaps);
        let start = [heaps as u64 - 1, heaps as u64 - 2];
        let found = match code {
            "0.77" => QuotientSearch::of(Positions::reached(&Kayles, start, &mut Control::new()).unwrap()),
            _ => QuotientSearch::of(Positions::reached(&DawsonsKayles, start, &mut Control::new()).unwrap()),
        };
        let mut search = found;
        search.finish().unwrap();
        assert!(search.quotient().monoid().isomorphism(of_code.monoid()).is_ok(), "{code}");
    }
    let monoid = |code, heaps| of_heaps_below(code, heaps).monoid().clone();
    let tame = monoid("0.[3]", 16);
    assert_eq!((tame.order(), one.order()), (18, 18));
    assert_eq!(one.isomorphism(&tame), Err(Difference::PPortion([4, 2])));
    let kayles = monoid("0.77", 12);
    assert_eq!(kayles.order(), 18);
    let found = one.isomorphism(&kayles);
    assert!(matches!(found, Err(Difference::PPortion(_) | Difference::Kinds { .. } | Difference::NoMap)), "{found:?}");
}

#[test]
fn what_stops_a_search_is_told_and_it_goes_on() {
    let game = named("notakto");
    let start: Components<AnyPosition> = game.parse("3x3").unwrap();
    let few = Positions::reached(&game, start.clone(), &mut Control::new().positions(20)).unwrap_err();
    let SolveError::Stopped(few) = few else { panic!("{few:?}") };
    assert_eq!((few.bound, few.unit), (Bound::Positions(20), Unit::Positions));

    let positions = Positions::reached(&game, start, &mut Control::new()).unwrap();
    let mut search = QuotientSearch::of(positions).with_control(Control::new().bytes(8 * 10 * 10));
    let told = stopped(search.finish());
    assert_eq!((told.bound, told.unit), (Bound::Bytes(800), Unit::Elements));
    let part = search.quotient();
    assert!(part.monoid().order() <= 10 && part.elements().len() < 18);
    assert_eq!(part.misere_outcome(&game, &game.parse("3x3").unwrap()), None);
    search.set_control(Control::new().within(Duration::ZERO));
    assert_eq!(stopped(search.finish()).unit, Unit::Positions);
    search.set_control(Control::new());
    search.finish().unwrap();
    assert_eq!(search.quotient().monoid().order(), 18);
}

#[test]
fn a_game_that_comes_back_has_no_positions_to_number() {
    let loopy = ExplicitGame::new(vec![vec![1, 3], vec![2], vec![1], vec![]]).unwrap();
    match Positions::reached(&loopy, 0, &mut Control::new()) {
        Err(SolveError::Loopy { position }) => assert!([1, 2].contains(&position[0])),
        other => panic!("{other:?}"),
    }
    assert!(Solver::new(loopy).by(Method::Quotient).outcome_in(Play::Misere, 0).is_err());
}

/// A chain of 10^5 moves: nothing recurses. Each vertex leaves the next one only, so all are sums of nothing and one.
#[test]
fn a_long_chain_is_numbered() {
    let length = 100_000;
    let chain = ExplicitGame::new((0..length).map(|at| if at + 1 < length { vec![at + 1] } else { vec![] }).collect());
    let positions = Positions::reached(&chain.unwrap(), 0, &mut Control::new()).unwrap();
    assert_eq!(positions.examples().len(), length - 1);
}

#[test]
fn numbering_tells_the_bytes_of_positions_and_of_the_sums_that_moves_leave() {
    let fan = Fan::default();
    // A position is counted four times: by itself, as a key, as an example, and for what a table leaves empty. Its lists and numbers take 144 bytes, and
    // the sum that a move leaves 100 to 150.
    let control =
        fan.control(|played, bytes| (played * (4 * 64 + 244)..=(played + 10) * (4 * 64 + 294)).contains(&bytes));
    let told = Positions::reached(&fan, [0; 8], &mut { control }).unwrap_err();
    assert!(matches!(told, SolveError::Stopped(stopped) if stopped.is_cancelled()), "{told:?}");
}

/// Rows of Kayles leave many sums for each position. A process that found those of 3000 pins took 126 bytes for each sum at most.
#[test]
fn all_sums_that_moves_leave_are_told_as_bytes() {
    let told = Arc::new(AtomicU64::new(0));
    let noted = Arc::clone(&told);
    let mut control = Control::unlimited().watched(move |progress| {
        noted.fetch_max(progress.bytes, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    Positions::reached(&Unhinted(Kayles), 400, &mut control).unwrap();
    let sums: usize = (0..=400).map(|row| Kayles.options(&row).count()).sum();
    let told = told.load(Ordering::Relaxed);
    assert!((100 * sums as u64..140 * sums as u64).contains(&told), "{told} bytes for {sums} sums");
}

/// Each position counts once, also while others wait.
#[test]
fn a_limit_of_as_many_positions_as_there_are_is_enough() {
    let game = Unhinted(Kayles);
    for row in 1..12 {
        let positions = |limit| Positions::reached(&game, row, &mut Control::new().positions(limit));
        assert!(positions(row + 1).is_ok() && positions(row).is_err(), "{row}");
    }
}

/// The first moves to nothing that has a move beside a row of one, the second to a row of one.
#[test]
fn components_without_moves_make_no_other_position() {
    let rows = vec![vec![], vec![vec![0]], vec![vec![1]], vec![vec![0, 1]], vec![vec![2], vec![3, 0]]];
    let game = GameTable::new(rows.into_iter().map(|row| row.into_iter().map(Components::from).collect()).collect());
    let positions = Positions::reached(&game, 4, &mut Control::new()).unwrap();
    let number = |position| positions.number(&game, &position);
    assert_eq!([0, 1, 2, 3, 4].map(number), [0, 1, 2, 2, 3].map(Some));
}

proptest! {
    #[test]
    fn what_comes_back_is_told_by_a_position_on_a_cycle(rows in vec(vec(0..7_usize, 0..=2), 7)) {
        let game = GameTable::new(rows.iter().map(|to| to.iter().map(|to| (*to).into()).collect()).collect());
        let after = |start: usize| {
            let mut met = BTreeSet::new();
            let mut open = vec![start];
            while let Some(one) = open.pop() {
                open.extend(rows[one].iter().copied().filter(|next| met.insert(*next)));
            }
            met
        };
        let comes_back = after(0).into_iter().chain([0]).any(|one| after(one).contains(&one));
        match Positions::reached(&game, 0, &mut Control::new()) {
            Ok(_) => prop_assert!(!comes_back),
            Err(SolveError::Loopy { position }) => prop_assert!(after(position[0]).contains(&position[0])),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

/// An oracle that is handed over tells the argument and the winning moves.
#[test]
fn a_quotient_of_positions_that_is_handed_over_explains_itself() {
    let game = Unhinted(Kayles);
    let mut search = QuotientSearch::of(Positions::reached(&game, 9, &mut Control::new()).unwrap());
    search.finish().unwrap();
    let quotient = search.into_quotient();
    let sum = [9, 8, 3, 2];
    let argument = quotient.argument(&game, &sum).unwrap();
    let mut asked = quotient.clone();
    let mut brute = BruteForce::new(&game);
    for component in 0..sum.len() {
        let question = Question::Winning { sum: &sum, component, play: Play::Misere };
        let Answer::Moves(told) = asked.answer(&game, question, &mut Control::new()) else { panic!("it reaches 9") };
        let mut wins = |mv: &RowMove| {
            let mut left: Vec<u64> = sum.to_vec();
            left.splice(component..=component, game.play(&sum[component], mv));
            left.sort_unstable();
            brute.outcome(&left) == Outcome::P
        };
        let expected: Vec<RowMove> = game.moves(&sum[component]).filter(|mv| wins(mv)).collect();
        assert_eq!(told.collect::<Vec<_>>(), expected, "component {component}");
    }
    let mut handed = Solver::new(&game).with(quotient.clone());
    assert!(handed.explain_in(Play::Misere, sum).unwrap().to_string().contains(&argument));
    assert_eq!(handed.control().done(), 0);
    let expected = Solver::new(&game).by(Method::Search).winning_moves_in(Play::Misere, sum);
    assert_eq!(handed.winning_moves_in(Play::Misere, sum), expected);
    assert_eq!(handed.control().done(), 0);
}

/// The quotient of all heaps, with its proved period, tells the same.
#[test]
fn rows_of_kayles_are_played_by_quotients_that_the_solver_finds() {
    let mut by_period = Solver::new(Kayles);
    let (six, three) = ([15, 14, 13, 12, 11, 10], [20, 19, 18]);
    for rows in [&[200][..], &[60], &[30, 30, 29], &[28, 27], &[30, 7], &six, &three] {
        let mut solver = Solver::new(Unhinted(Kayles));
        let decided = solver.decide(Play::Misere, rows).unwrap();
        assert_eq!(Ok(decided.outcome), by_period.outcome_in(Play::Misere, rows), "{rows:?}");
        assert_eq!(decided.method, Method::Quotient, "{rows:?}");
        // Canonical forms need 30 thousand entries and more for each.
        assert!(solver.control().done() < 10_000, "{rows:?}: {}", solver.control().done());
    }
    // One question after the other: the quotients that were found answer most.
    let mut solver = Solver::new(Unhinted(Kayles));
    for first in 1..=30 {
        for second in 0..=first {
            let rows = [first, second, 7];
            assert_eq!(solver.outcome_in(Play::Misere, rows), by_period.outcome_in(Play::Misere, rows), "{rows:?}");
        }
    }
    assert!(solver.control().done() < 100_000, "{}", solver.control().done());
}

#[test]
fn a_search_for_a_quotient_goes_on_after_a_stop() {
    let expected = Solver::new(Kayles).outcome_in(Play::Misere, 60);
    let mut forced = Solver::new(Unhinted(Kayles)).by(Method::Quotient);
    let mut stops = 0;
    let found = loop {
        // A guess begins anew after a stop, so each must have room for one.
        forced.set_control(Control::new().positions(2000));
        match forced.outcome_in(Play::Misere, 60) {
            Err(SolveError::Stopped(stopped)) if stopped.is_positions() => stops += 1,
            found => break found,
        }
        assert!(stops < 20, "it does not end");
    };
    assert!(stops >= 1, "{stops}");
    assert_eq!(found, expected);

    // Under a small limit the walk over the rows has too little room. With more room it is made again.
    let mut solver = Solver::new(Unhinted(Kayles)).with_control(Control::new().positions(1000));
    assert!(matches!(solver.decide(Play::Misere, 200), Err(SolveError::Stopped(_))));
    solver.set_control(Control::new());
    assert_eq!(solver.decide(Play::Misere, 200).unwrap().method, Method::Quotient);
}

/// Another question than the one that was stopped begins a search of its own.
#[test]
fn a_search_for_a_quotient_is_not_that_of_another_question() {
    let mut stops = 0;
    for limit in (0..2000).step_by(100) {
        let mut solver =
            Solver::new(Unhinted(Kayles)).by(Method::Quotient).with_control(Control::new().positions(limit));
        stops += u32::from(solver.outcome_in(Play::Misere, 20).is_err());
        solver.set_control(Control::new());
        assert_eq!(solver.outcome_in(Play::Misere, 60), Solver::new(Kayles).outcome_in(Play::Misere, 60), "{limit}");
    }
    assert!(stops > 3, "{stops}");
}

#[test]
fn a_quotient_that_is_not_soon_found_is_given_up_and_a_cancelled_search_is_told() {
    // No quotient of Dawson's Kayles with rows of 30 pins is known; its search comes to its own limit.
    let mut solver = Solver::new(Unhinted(DawsonsKayles)).by(Method::Quotient);
    assert_eq!(solver.outcome_in(Play::Misere, 30), Err(SolveError::NotByMethod { method: Method::Quotient }));
    let cancelled = Control::new().watched(|_| std::ops::ControlFlow::Break(()));
    let mut solver = Solver::new(Unhinted(DawsonsKayles)).by(Method::Quotient).with_control(cancelled);
    let told = solver.outcome_in(Play::Misere, 30);
    assert!(matches!(told, Err(SolveError::Stopped(stopped)) if stopped.is_cancelled()), "{told:?}");
}

/// K3,3 has 72 orders of its coins, more than a key tries: what a move leaves of the position and of its key then has two keys.
#[test]
fn options_with_another_key_than_those_of_the_key_are_left_to_the_solver() {
    let text = "g-0,0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5";
    let position = Nimstring.parse(text).unwrap();
    let quotient = quotient(&Nimstring, text);
    let mut plain = Solver::new(Nimstring);
    let expected = plain.winning_moves_in(Play::Misere, position.clone()).unwrap();
    let found = Solver::new(Nimstring).with(quotient).winning_moves_in(Play::Misere, position).unwrap();
    assert_eq!(found, expected);
    assert!(!found.is_empty());
}
