//! Games at run time: a rule book behind a pointer answers as it does by itself, and your own joins the others by a name.

use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::games::texts_of_heaps;
use crate::support::naive;
use grundy::Either::{Left, Right};
use grundy::any::{AnyMove, AnyPosition};
use grundy::chomp::{Chomp, IChomp};
use grundy::games::{Chain, CoinsOnStrip, EndNim, Euclid, KotzigsNim, Sprouts, StaircaseNim, TakeAway};
use grundy::heap::TakeAndBreak;
use grundy::{
    Answer, AnyGame, ArcKayles, At, ChainGame, Components, Control, Cram, DawsonsKayles, Decided, DivisorGame,
    ExplicitGame, Geography, GrundysGame, Hackenbush, ImpartialGame, Kayles, LaskersNim, Method, MooresNim, Nim,
    Nimber, Nimstring, NodeKayles, Notakto, Notation, NotationError, Notes, Outcome, Play, Question, Registry,
    SolveError, Solver, Subtraction, SumOf, Treblecross, TreeGame, Unhinted, Wythoff,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// A game of one's own: halve a heap, rounding down, or take one counter; an odd heap of three or more may also be split in two.
#[derive(Clone, Copy)]
struct Halving;

#[derive(Clone, Debug, PartialEq)]
struct Leave(Vec<u64>);

impl Display for Leave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.0.iter().map(u64::to_string).collect();
        write!(f, "leave {}", heaps.join(" and "))
    }
}

impl ImpartialGame for Halving {
    type Position = u64;
    type Move = Leave;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = Leave> {
        let heap = *heap;
        let smaller = [heap / 2, heap.saturating_sub(1)].into_iter().filter(move |left| *left < heap);
        let split = (heap % 2 == 1 && heap > 2).then(|| Leave(vec![heap / 2, heap / 2]));
        smaller.map(|left| Leave(vec![left])).chain(split)
    }

    fn play(&self, _: &u64, mv: &Leave) -> Components<u64> {
        (&mv.0).into()
    }
}

impl Notation for Halving {
    fn component_name(&self, _: &u64) -> &'static str {
        "heap"
    }

    fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
        let read = |heap: &str| heap.parse().map_err(|_| NotationError::new(text, 0, "heaps are numbers"));
        text.split(',').map(read).collect()
    }

    fn text(&self, heaps: &[u64]) -> String {
        heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
    }
}

/// The same game without splits, whose moves are bare numbers with names.
#[derive(Clone, Copy)]
struct Reduced;

impl ImpartialGame for Reduced {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let heap = *heap;
        [heap / 2, heap.saturating_sub(1)].into_iter().filter(move |left| *left < heap)
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        (*left).into()
    }

    fn move_name(&self, heap: &u64, left: &u64) -> Option<String> {
        Some(format!("reduce {heap} to {left}"))
    }
}

impl Notation for Reduced {
    fn component_name(&self, heap: &u64) -> &'static str {
        Halving.component_name(heap)
    }

    fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
        Halving.parse(text)
    }

    fn text(&self, heaps: &[u64]) -> String {
        Halving.text(heaps)
    }
}

#[test]
fn moves_have_the_names_that_the_rule_book_gives_them() {
    let game = AnyGame::new("reduced", Reduced);
    let heaps = game.parse("12,6").unwrap();
    let mut solver = Solver::new(&game);
    let win = solver.winning_move(&heaps).unwrap().unwrap();
    let name = "reduce 12 to 6";
    assert_eq!(game.move_text(&heaps, &win), format!("heap 1: {name}"));
    let working = solver.explain(&heaps).unwrap().to_string();
    assert!(working.contains(&format!("\nA winning move is: {name}.\nIt leaves 6, worth ")), "{working}");
    for (play, words) in [(Play::Normal, name), (Play::Misere, "reduce ")] {
        let alike = Solver::new(Unhinted(Reduced)).explain_in(play, [12, 6]).unwrap().to_string();
        assert!(alike.contains(words), "{alike}");
        assert_eq!(alike, solver.explain_in(play, &heaps).unwrap().to_string());
        let sum = Solver::new(Reduced.plus(Nim)).explain_in(play, [Left(12), Left(6)]).unwrap().to_string();
        assert_eq!(alike, sum);
    }
    let mut registry = Registry::standard();
    registry.add("reduced", "12,6", Reduced);
    let (table, sum) = registry.parse_sum("reduced:12+nim:6").unwrap();
    assert_eq!(table.move_name(&sum[0], &AnyMove::new(11_u64)).as_deref(), Some("reduce 12 to 11"));
    assert_eq!(table.move_name(&sum[1], &AnyMove::new(11_u64)), None);
}

fn with_halving() -> Registry {
    let mut registry = Registry::standard();
    registry.add("halving", "12,6", Halving);
    registry
}

/// By brute force on the rule books' own types.
#[test]
fn a_game_of_ones_own_joins_in_one_line_and_is_solved_alone_and_in_sums() {
    let registry = with_halving();
    let typed = Halving.plus(Kayles).plus(Nim);
    let (mut lost, mut won) = (0, 0);
    for (heap, row, counters) in (0..6_u64)
        .flat_map(|a| (0..4_u64).flat_map(move |b| (0..3_u64).map(move |c| (a, b, c))))
        .filter(|(a, b, c)| a + b + c < 9)
    {
        let own = [Left(Left(heap)), Left(Right(row)), Right(counters)];
        let (table, sum) = registry.parse_sum(&format!("halving:{heap}+kayles:{row}+nim:{counters}")).unwrap();
        assert_eq!(table.0.len(), 3);
        let mut solver = Solver::new(&table);
        assert_eq!(solver.grundy(&sum).unwrap().get(), naive::grundy(&typed, &own));
        let game = registry.parse("halving").unwrap();
        let alone = game.parse(&heap.to_string()).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let expected = naive::outcome(&typed, &own, play);
            assert_eq!(solver.outcome_in(play, &sum), Ok(expected), "{heap} {row} {counters} {play}");
            let wins = solver.winning_moves_in(play, &sum).unwrap();
            let options = naive::options(&typed, &own);
            let expected = options.iter().filter(|left| naive::outcome(&typed, left, play) == Outcome::P).count();
            assert_eq!(wins.len(), expected, "{heap} {row} {counters} {play}");
            let expected = naive::outcome(&Halving, &[heap], play);
            assert_eq!(Solver::new(&game).outcome_in(play, &alone), Ok(expected), "{heap} {play}");
            if expected == Outcome::P { lost += 1 } else { won += 1 }
        }
    }
    assert!(lost > 20 && won > 20, "{lost} {won}");
}

/// What a solver and the notation say of a position, as text.
fn answers<G>(game: &G, text: &str) -> Vec<String>
where
    G: Notation<Position: Display, Move: Display>,
{
    let position = game.parse(text).unwrap();
    let mut told = vec![game.text(&position), game.text_like(text, &position)];
    for component in &position {
        for mv in game.moves(component) {
            told.push(format!("{mv} leaves {}, {}", game.play(component, &mv), game.allows(component, &mv)));
        }
        told.push(format!("{:?} moves", game.moves(component).size_hint()));
        told.extend(game.options(component).map(|left| format!("option {left}")));
        told.push(format!("{}: key {}", game.component_name(component), game.memo_key(component.clone())));
        told.push(format!("value {:?}", game.known_value(component)));
        told.push(game.component_text_like(text, component));
    }
    for play in [Play::Normal, Play::Misere] {
        let mut solver = Solver::new(game);
        let working = solver.explain_in(play, &position).unwrap();
        told.push(working.map(|component| game.component_text_like(text, component)).to_string());
        let wins = solver.winning_moves_in(play, &position).unwrap();
        told.push(format!("{:?} {} {}", wins.known_count(), wins.least_count(), wins.is_complete()));
        told.extend(wins.iter().map(|mv| game.move_text(&position, mv)));
        let mv = solver.winning_move_in(play, &position).unwrap();
        told.extend(mv.iter().map(|mv| format!("a winning move: {mv}")));
        let mv = solver.best_move_in(play, &position).unwrap();
        told.extend(mv.iter().map(|mv| format!("the best move: {mv}")));
    }
    let mut solver = Solver::new(game);
    told.push(format!("{:?}", solver.grundy(&position)));
    told.push(format!("{:?} {:?}", solver.longest(&position), solver.shortest(&position)));
    told
}

#[track_caller]
fn answers_alike<G>(name: &str, game: G, texts: &[&str])
where
    G: Notation<Position: Display, Move: Display> + Send + Sync + 'static,
{
    let by_name: AnyGame = name.parse().unwrap();
    assert_eq!(by_name.to_string(), name);
    assert!(by_name.downcast_ref::<G>().is_some(), "{name} is another rule book");
    for text in texts {
        assert_eq!(answers(&by_name, text), answers(&game, text), "{name} {text}");
    }
}

#[test]
fn a_game_behind_a_pointer_answers_as_its_rule_book_does() {
    answers_alike("nim", Nim, &["3,1,4", "1,1,1", "2,2", "0", "7"]);
    answers_alike("subtract:1,3,4", Subtraction::new([1, 3, 4]).unwrap(), &["9,2", "7"]);
    answers_alike("subtract:!2", Subtraction::all_but([2]).unwrap(), &["6,3", "2"]);
    answers_alike("kayles", Kayles, &["xxxxx.xx", "5,5", "9,3", "12", "."]);
    answers_alike("dawsons-kayles", DawsonsKayles, &["5,2", "7", "6,6"]);
    answers_alike("treblecross", Treblecross, &["7,3", "9"]);
    answers_alike("lasker", LaskersNim, &["7,2", "5,5", "3"]);
    answers_alike("grundys-game", GrundysGame, &["9,4", "13", "7,7"]);
    answers_alike("C?.[3]", "C?.[3]".parse::<TakeAndBreak>().unwrap(), &["6,4"]);
    answers_alike("wythoff", Wythoff, &["3,5/2,1", "4,7", "1,2"]);
    answers_alike("moore:2", MooresNim::new(NonZeroUsize::new(2).unwrap()), &["1,2,3/1", "1,2"]);
    answers_alike("divisor", DivisorGame, &["{2,3,6} + 4", "6"]);
    answers_alike("tree", TreeGame, &["0,0,1/0", "0,1"]);
    answers_alike("chain", ChainGame, &["6,4~", "2", "5,5"]);
    answers_alike("chomp", Chomp::poisoned(), &["3,2,1/2", "3,3", "1"]);
    answers_alike("chomp-edible", Chomp::edible(), &["3,2,1/2", "-"]);
    answers_alike("ichomp", IChomp, &["2,1/1/-/3"]);
    answers_alike("0.77", "0.77".parse::<TakeAndBreak>().unwrap(), &["7,3", "9", "4,4"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Searched in every way, since there are no hints.
    #[test]
    fn a_rule_book_without_hints_answers_alike_behind_a_pointer(heaps in vec(0..11_u64, 1..4)) {
        let text = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        prop_assert_eq!(answers(&AnyGame::new("rows", Unhinted(Kayles)), &text), answers(&Unhinted(Kayles), &text));
        prop_assert_eq!(answers(&AnyGame::new("heaps", Unhinted(LaskersNim)), &text), answers(&Unhinted(LaskersNim), &text));
        prop_assert_eq!(answers(&AnyGame::new("halving", Halving), &text), answers(&Halving, &text));
    }

    /// A table of one game is that game, and so is a game in two boxes.
    #[test]
    fn boxes_in_boxes_answer_alike(heaps in vec(0..9_u64, 1..4)) {
        let game = AnyGame::new("rows", Unhinted(Kayles));
        let twice = AnyGame::new("twice", game.clone());
        let table = SumOf(vec![twice.clone()]);
        let own: Components<u64> = (&heaps).into();
        let inner: Components<AnyPosition> = heaps.iter().copied().map(AnyPosition::new).collect();
        let outer: Components<AnyPosition> = inner.iter().cloned().map(AnyPosition::new).collect();
        let placed: Components<At<AnyPosition>> = outer.iter().cloned().map(|position| At { game: 0, position }).collect();
        for play in [Play::Normal, Play::Misere] {
            let expected: Vec<String> =
                Solver::new(Unhinted(Kayles)).winning_moves_in(play, own.clone()).unwrap().iter().map(ToString::to_string).collect();
            let moves = Solver::new(&twice).winning_moves_in(play, &outer).unwrap();
            prop_assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), expected.clone());
            let moves = Solver::new(&table).winning_moves_in(play, &placed).unwrap();
            prop_assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
        }
    }
}

#[test]
fn the_search_is_that_of_the_rule_book_and_counts_under_the_control() {
    let game = AnyGame::new("rows", Unhinted(Kayles));
    let row = |pins: u64| AnyPosition::new(pins);
    let (mut solver, mut typed) = (Solver::new(&game), Solver::new(Unhinted(Kayles)));
    let mut stops = 0;
    loop {
        // A question that was stopped goes on from there, by the pointer as without.
        let limit = 150 + 10 * stops;
        solver.set_control(Control::new().positions(limit));
        typed.set_control(Control::new().positions(limit));
        let (found, expected) = (solver.grundy(row(200)), typed.grundy(200));
        assert_eq!(solver.control().done(), typed.control().done());
        match (found, expected) {
            (Err(SolveError::Stopped(stopped)), Err(SolveError::Stopped(expected))) => assert_eq!(stopped, expected),
            (found, expected) => {
                assert_eq!(found, Ok(expected.unwrap()));
                break;
            }
        }
        stops += 1;
    }
    assert!(stops > 2, "{stops}");
    solver.set_control(Control::new());
    typed.set_control(Control::new());
    // Nothing of it was searched through the pointer.
    assert_eq!(solver.memo().len(), 1);
    assert_eq!(solver.decide(Play::Normal, row(200)).unwrap().method, Method::Values);
    let methods =
        [solver.decide(Play::Misere, row(20)).unwrap().method, typed.decide(Play::Misere, 20).unwrap().method];
    assert_eq!(methods[0], methods[1]);
}

#[test]
fn misere_play_is_explained_as_for_the_rule_book() {
    let rows = AnyGame::new("rows", Unhinted(Kayles));
    for (text, words) in
        [("7,7,4", "every component is tame, and of the genera"), ("9,12", "the components have the canonical forms ")]
    {
        let (position, own) = (rows.parse(text).unwrap(), Kayles.parse(text).unwrap());
        let working = Solver::new(&rows).explain_in(Play::Misere, position).unwrap().to_string();
        assert!(working.contains(words), "{working}");
        assert_eq!(working, Solver::new(Unhinted(Kayles)).explain_in(Play::Misere, own).unwrap().to_string());
    }
}

/// Rule books that ask for the nimber search are searched on their own types in misère play too.
#[test]
fn misere_play_of_sprouts_is_searched_behind_the_pointer() {
    let game: AnyGame = "sprouts".parse().unwrap();
    let mut solver = Solver::new(&game);
    for (text, outcome) in [("4", Outcome::P), ("6", Outcome::N)] {
        let decided = solver.decide(Play::Misere, game.parse(text).unwrap()).unwrap();
        assert_eq!((decided.outcome, decided.method), (outcome, Method::Search), "{text}");
    }
    for text in ["2+0.AB|AB", "3+1a1a", "2+2+12AB|AB"] {
        let own = Solver::new(Sprouts).outcome_in(Play::Misere, Sprouts.parse(text).unwrap()).unwrap();
        assert_eq!(solver.outcome_in(Play::Misere, game.parse(text).unwrap()), Ok(own), "{text}");
    }
    assert!(solver.memos().misere.is_empty());
    let working = solver.explain_in(Play::Misere, game.parse("6").unwrap()).unwrap().to_string();
    assert!(working.contains("In misère play the nim-sum does not decide, and a search says"), "{working}");
}

#[test]
fn the_method_is_that_of_the_rule_book() {
    fn check<G: Notation>(game: &G, name: &str, texts: &[&str]) {
        let any: AnyGame = name.parse().unwrap();
        for (text, play) in texts.iter().flat_map(|text| [(text, Play::Normal), (text, Play::Misere)]) {
            let own = Solver::new(game).decide(play, game.parse(text).unwrap()).unwrap();
            let found = Solver::new(&any).decide(play, any.parse(text).unwrap()).unwrap();
            assert_eq!(found.outcome, own.outcome, "{name} {text} in {play} play");
            // Behind the pointer a sum of few positions is decided by the values of its parts.
            if !G::SEARCHES_NIMBERS || play == Play::Misere || any.parse(text).unwrap().len() == 1 {
                assert_eq!(found.method, own.method, "{name} {text} in {play} play");
            }
        }
    }
    check(&Sprouts, "sprouts", &["5", "3+1a1a"]);
    check(&Cram, "cram", &["4x5", "3x4", "3x3 + 2x5"]);
    check(&Nim, "nim", &["3,4,5"]);
    check(&Kayles, "kayles", &["5,6,3,2", "9,12"]);
    check(&Chomp::poisoned(), "chomp", &["4x5", "4,3,1"]);
    check(&ArcKayles, "arc-kayles", &["grid:3x4", "path:7 + cycle:5"]);
    check(&ChainGame, "chain", &["6", "5,4~"]);
    check(&CoinsOnStrip::welter(), "welter", &["{2,3,5,7}", "{1,4} + {2}"]);
    check(&CoinsOnStrip::silver_dollar(), "silver-dollar", &["{1,4,9}", "{1,4} + {2}"]);
    check(&DivisorGame, "divisor", &["12", "{2,3,6} + 4"]);
    check(&EndNim, "end-nim", &["3,1,4", "2,2/3"]);
    check(&Euclid::positive(), "euclid", &["12,31", "5,7/3,4"]);
    check(&Euclid::to_zero(), "euclid-to-zero", &["12,31", "5,7/3,4"]);
    check(&Geography, "geography", &["grid:3x4@0", "petersen:5,2@0", "cycle:5@1 + grid:3x3@4"]);
    check(&Hackenbush, "hackenbush", &["g-0,0-1,1-2,0-2", "g-0 + g-1,1-2"]);
    check(&IChomp, "ichomp", &["2,1/1/-/3"]);
    check(&KotzigsNim::new([1, 2]).unwrap(), "kotzig:1,2", &["7", "5 + 6"]);
    check(&MooresNim::new(NonZeroUsize::new(2).unwrap()), "moore:2", &["3,4,5", "1,2/3"]);
    check(&Nimstring, "nimstring", &["1x3", "1x2 + 2x2"]);
    check(&NodeKayles::new(), "node-kayles", &["grid:3x5", "path:7 + cycle:5"]);
    check(&Notakto::new(), "notakto", &["3x3", "x../.../...,2x3"]);
    check(&StaircaseNim, "staircase", &["3,1,4", "1,2/3"]);
    check(&TakeAway::fibonacci(), "fibonacci-nim", &["20", "7,5"]);
    check(&TreeGame, "tree", &["0,0,1,1", "0,1/0,0"]);
    check(&Wythoff, "wythoff", &["3,5", "2,2/1,3"]);
}

/// By the theorem, and not by a search. Dominoes cover a board with an even number of cells, and all but a corner of one with an odd number; both
/// neighbours of the corner are alike.
#[test]
fn a_theorem_about_outcomes_is_used_behind_the_pointer() {
    let game: AnyGame = "geography".parse().unwrap();
    for (text, outcome) in [("grid:9x9@0", Outcome::P), ("grid:20x20@0", Outcome::N)] {
        let position = game.parse(text).unwrap();
        let mut solver = Solver::new(&game).with_control(Control::new().positions(10));
        let told = solver.decide(Play::Normal, position.clone()).unwrap();
        assert_eq!(told, Decided { outcome, method: Method::Oracle }, "{text}");
        let wins = solver.winning_moves(position).unwrap();
        assert_eq!(wins.known_count(), Some(if outcome == Outcome::N { 2 } else { 0 }), "{text}");
    }
}

#[test]
fn who_wins_is_searched_behind_the_pointer() {
    let (game, any): (_, AnyGame) = (Chomp::poisoned(), "chomp".parse().unwrap());
    for text in ["5x7", "4,4,3,1", "3,2"] {
        let (mut own, mut found) = (Solver::new(&game), Solver::new(&any));
        let (board, boxed) = (game.parse(text).unwrap(), any.parse(text).unwrap());
        assert_eq!(found.outcome(&boxed).unwrap(), own.outcome(&board).unwrap(), "{text}");
        assert_eq!(found.control().done(), own.control().done(), "{text}: the same search");
        let own: Vec<String> = own.winning_moves(&board).unwrap().iter().map(ToString::to_string).collect();
        let found: Vec<String> = found.winning_moves(&boxed).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(found, own, "{text}");
    }
}

#[test]
fn play_that_comes_back_is_told() {
    // A path to a cycle of two vertices; beside each vertex of the path lies an end.
    let path = 4000;
    let [end, last, back] = [path, path - 1, path + 1];
    let mut edges: Vec<Vec<usize>> = (0..path).map(|vertex| vec![end, vertex + 1]).collect();
    edges[last] = vec![end, back];
    edges.extend([vec![], vec![last]]);
    let graph = ExplicitGame::new(edges).unwrap();
    let game = AnyGame::new("graph", graph);
    let mut solver = Solver::new(&game);
    let Err(SolveError::Loopy { position }) = solver.grundy(AnyPosition::new(0_usize)) else { panic!("it is loopy") };
    // Who wins is known from the end beside the first vertex.
    assert_eq!(Solver::new(&game).outcome(AnyPosition::new(0_usize)), Ok(Outcome::N));
    // The only move from there leads to where the other player ends the game.
    assert_eq!(Solver::new(&game).outcome(AnyPosition::new(back)), Ok(Outcome::P));
    let vertex = *position[0].downcast_ref::<usize>().unwrap();
    assert!([last, back].contains(&vertex), "{vertex} is on the cycle");
    assert_eq!(solver.grundy(AnyPosition::new(end)), Ok(Nimber::ZERO));
}

/// A heap grows by one counter, and at 1000 shrinks by one. Counts the moves that are played.
struct ComesBack<const NIMBERS: bool>(Arc<AtomicU64>);

impl<const NIMBERS: bool> ImpartialGame for ComesBack<NIMBERS> {
    type Position = u64;
    type Move = u64;

    const SEARCHES_NIMBERS: bool = NIMBERS;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        [if *heap < 1000 { heap + 1 } else { heap - 1 }].into_iter()
    }

    fn play(&self, _: &u64, left: &u64) -> Components<u64> {
        self.0.fetch_add(1, Ordering::Relaxed);
        (*left).into()
    }
}

impl<const NIMBERS: bool> Notation for ComesBack<NIMBERS> {
    texts_of_heaps!(u64, ",");
}

/// The cycle is found once behind the pointer and once more by the solver, and not from each position on the way to it.
#[test]
fn the_way_to_a_cycle_is_searched_a_few_times() {
    fn check<const NIMBERS: bool>() {
        let plays = Arc::new(AtomicU64::new(0));
        let game = AnyGame::new("comes back", ComesBack::<NIMBERS>(Arc::clone(&plays)));
        let start = || AnyPosition::new(0_u64);
        let found = [
            Solver::new(&game).grundy(start()).map(drop),
            Solver::new(&game).outcome(start()).map(drop),
            Solver::new(&game).outcome_in(Play::Misere, start()).map(drop),
        ];
        assert!(found.iter().all(|found| matches!(found, Err(SolveError::Loopy { .. }))), "{found:?}");
        let plays = plays.load(Ordering::Relaxed);
        assert!(plays < 30_000, "{plays} moves, nimber search: {NIMBERS}");
    }
    check::<false>();
    check::<true>();
}

#[test]
fn moves_too_many_to_be_listed_are_handed_on() {
    let game: AnyGame = "chain".parse().unwrap();
    let chain = AnyPosition::new(Chain::Fresh(3_000_000_000_000_000_000));
    let wins = Solver::new(&game).winning_moves(chain).unwrap();
    assert_eq!(wins.known_count(), Some(1_000_000_000_000_000_000));
    let nim: AnyGame = "nim".parse().unwrap();
    let heaps = nim.parse("18446744073709551615,5").unwrap();
    let mv = Solver::new(&nim).winning_move(&heaps).unwrap().unwrap();
    assert_eq!(nim.move_text(&heaps, &mv), "heap 1: take 18446744073709551610");
    assert_eq!(nim.moves(&heaps[0]).size_hint(), Nim.moves(&u64::MAX).size_hint());
    assert_eq!(nim.moves(&heaps[0]).nth(100_000).unwrap().to_string(), "take 100001");
}

#[test]
fn positions_and_moves_of_another_type_are_left_alone() {
    let game: AnyGame = "kayles".parse().unwrap();
    let (row, board) = (AnyPosition::new(5_u64), AnyPosition::new(Chain::Open(3)));
    let (own, other) = (game.moves(&row).next().unwrap(), AnyMove::new(7_u8));
    assert_eq!(game.moves(&board).count() + game.options(&board).count(), 0);
    assert!(!game.allows(&row, &other) && !game.allows(&board, &own));
    assert_eq!(game.play(&row, &other), row.clone().into());
    assert_eq!(game.play(&board, &own), board.clone().into());
    assert_eq!((game.memo_key(board.clone()), game.known_value(&board)), (board.clone(), Some(Nimber::ZERO)));
    assert_eq!(game.text(&[row.clone(), board.clone()]), "5");
    for play in [Play::Normal, Play::Misere] {
        let typed = Solver::new(Kayles).outcome_in(play, 5);
        assert_eq!(Solver::new(&game).outcome_in(play, [row.clone(), board.clone()]).ok(), typed.ok());
    }
}

/// The number of a component counts those of other types too, as in the moves that a solver finds.
#[test]
fn a_move_beside_a_component_of_another_type_names_its_own_component() {
    let game: AnyGame = "kayles".parse().unwrap();
    let (row, board) = (AnyPosition::new(5_u64), AnyPosition::new(Chain::Open(3)));
    for (sum, words) in [
        (vec![row.clone(), board.clone()], ["row 1: pin 3"].as_slice()),
        (vec![board.clone(), row.clone()], &["row 2: pin 3"]),
        (
            vec![row.clone(), board.clone(), AnyPosition::new(7_u64), row],
            &["row 3: pins 2 and 3", "row 3: pin 4", "row 3: pins 5 and 6"],
        ),
        (vec![board], &[]),
    ] {
        let wins = Solver::new(&game).winning_moves(sum.clone()).unwrap();
        let told: Vec<String> = wins.iter().map(|mv| game.move_text(&sum, mv)).collect();
        assert_eq!(told, words, "{sum:?}");
    }
}

#[test]
fn every_entry_reads_its_name_and_its_example() {
    let registry = with_halving();
    for entry in &registry {
        let game = registry.parse(entry.sample()).unwrap();
        assert_eq!(game.to_string(), entry.sample());
        let position = game.parse(entry.example()).unwrap();
        assert!(!position.is_empty());
        assert_eq!(game.parse(&game.text(&position)), Ok(position));
        assert!(entry.sample().starts_with(entry.name()));
        assert_eq!(entry.description().is_empty(), entry.name() == "halving", "{entry:?}");
        assert_eq!(entry.description().lines().count(), usize::from(!entry.description().is_empty()));
    }
    assert_eq!(registry.iter().count(), Registry::standard().iter().count() + 1);
}

#[test]
fn a_later_entry_replaces_an_earlier_one() {
    let mut registry = Registry::standard();
    let names = registry.iter().count();
    registry.add("nim", "5", Kayles);
    registry.add_family("subtract:1-3", "5", |_| Ok(AnyGame::new("subtract:1-3", Kayles)));
    assert_eq!(registry.iter().count(), names);
    assert!(registry.parse("nim").unwrap().downcast_ref::<Kayles>().is_some());
    assert!(registry.parse("subtract:1-3").unwrap().downcast_ref::<Kayles>().is_some());
    assert!("nim".parse::<AnyGame>().unwrap().downcast_ref::<Nim>().is_some());
    assert_ne!(registry.parse("nim"), "nim".parse());
}

/// All codes have one entry, called like one of them.
#[test]
fn a_game_called_like_a_code_goes_before_the_codes() {
    for name in ["0.77", "0.137"] {
        let mut registry = Registry::standard();
        registry.add(name, "5", Nim);
        assert!(registry.parse(name).unwrap().downcast_ref::<Nim>().is_some(), "{name}");
        for code in ["0.07", "4.[3]"] {
            assert_eq!(registry.parse(code), code.parse(), "{name}");
        }
    }
}

#[test]
fn errors_of_the_registry_name_the_place() {
    let registry = with_halving();
    for (text, reason) in [
        ("halving:3", "`halving:3`, character 8: halving takes no parameters"),
        ("halvin", "`halvin`, character 1: no game is called `halvin`; the games are nim, subtract:1,3,4, "),
        ("moore", "`moore`, character 6: the number of heaps is missing, as in moore:2"),
        ("moore:x", "`moore:x`, character 7: the number of heaps is a whole number"),
        ("0.77:7", "`0.77:7`, character 5: `:` is no digit"),
    ] {
        let error = registry.parse(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(registry.parse("").unwrap_err().to_string().contains(", halving"));
    for (text, reason) in [
        ("halving:x", "`halving:x`, character 9: heaps are numbers"),
        ("nim:1+halving", "character 7: a summand is written GAME:POSITION"),
        ("halving:4+Halving:5", "character 11: no game is called `Halving`"),
    ] {
        let error = registry.parse_sum(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let (table, position) = registry.parse_sum("halving:4,5+nim:3+halving:6").unwrap();
    assert_eq!(table.text(&position), "halving:4,5,6+nim:3");
    assert_eq!(table.parse("nim:3+halving:4,5,6"), table.parse("nim:3+halving:4,5+halving:6"));
    assert_eq!(
        table.parse("kayles:3").unwrap_err().to_string(),
        "`kayles:3`, character 1: kayles is not on this table"
    );
}

#[test]
fn as_many_moves_win_as_are_told_without_listing_them() {
    let chains = |text: &str| (0..14).map(|nodes| text.replace('n', &nodes.to_string())).collect::<Vec<String>>();
    for (name, positions) in [
        ("nim", chains("3,n,5")),
        ("nim", vec!["0".to_owned()]),
        ("chain", [chains("n"), chains("n~"), chains("n,5,3~"), chains("4,2~,n")].concat()),
        ("tree", vec!["0,0,1,1".to_owned(), "0,0/0".to_owned(), "-".to_owned()]),
    ] {
        let game: AnyGame = name.parse().unwrap();
        for position in positions {
            let wins = Solver::new(&game).winning_moves(game.parse(&position).unwrap()).unwrap();
            assert_eq!(wins.known_count(), Some(wins.len() as u64), "{name} {position}");
        }
    }
}

/// Take up to three counters. It counts how often it is asked about a whole sum.
struct OfSums(AtomicU64);

impl ImpartialGame for OfSums {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=3.min(*heap)
    }

    fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
        Components::from(heap - taken)
    }

    fn oracle<'a>(&'a self, question: Question<'a, u64>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, u64> {
        if matches!(question, Question::Winning { .. }) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        Answer::Unknown
    }
}

/// To read a sum anew for each of its components takes quadratic time.
#[test]
fn few_moves_are_compared_by_values_without_a_question_about_the_sum() {
    let mut solver = Solver::new(OfSums(AtomicU64::new(0)));
    let sum: Vec<u64> = vec![7; 1000].into_iter().chain([2]).collect();
    let wins = solver.winning_moves(sum).unwrap();
    // A heap of 7 is worth 3, so two of its counters go, which leaves 1, or the heap of 2.
    assert_eq!(wins.known_count(), Some(1001));
    assert_eq!(solver.game().0.load(Ordering::Relaxed), 0);
    // In misère play nothing but the sum can be asked about.
    assert_eq!(solver.winning_moves_in(Play::Misere, [7, 7, 2]).unwrap().known_count(), Some(3));
    assert!(solver.game().0.load(Ordering::Relaxed) > 0);
}

#[test]
fn sums_of_components_without_a_game_have_a_text() {
    let registry = Registry::standard();
    let (table, position) = registry.parse_sum("kayles:5+nim:3").unwrap();
    let homeless = Components::from([At { game: 9, position: position[0].position.clone() }]);
    assert_eq!(table.text(&homeless), table.text(&[]));
    assert!(table.parse(&table.text(&homeless)).is_ok());
}

/// Each land is read by itself there, where digits without a point are as many free spots.
#[test]
fn lands_of_digits_are_read_back_in_sums() {
    for text in ["sprouts:12.+sprouts:0*2", "sprouts:22.+sprouts:12.+nim:2"] {
        let (table, position) = AnyGame::parse_sum(text).unwrap();
        let written = table.text(&position);
        assert_eq!(AnyGame::parse_sum(&written).map(|(_, read)| read), Ok(position.clone()), "{text}: {written}");
        assert_eq!(table.parse(&written), Ok(position), "{text}: {written}");
    }
    let lands = Sprouts.parse("12+0*2").unwrap();
    assert_eq!(Sprouts.parse(&Sprouts.text(&lands)), Ok(lands));
}

/// Each colon might end a name; with each of them read, this would take minutes.
#[test]
fn a_text_of_colons_is_refused_soon() {
    let registry = Registry::standard();
    assert!(registry.parse_sum(&":".repeat(100_000)).is_err());
    let (_, position) = registry.parse_sum("node-kayles:path:3+subtract:1,3:5+nim:2").unwrap();
    assert_eq!(position.len(), 3);
}
