//! No public function of a rule book panics, overflows the stack or goes on without end, whatever it is given: positions and
//! moves of any size, legal or not, and any text. What the answers are is held to the laws elsewhere.

use std::fmt::{Debug, Display};
use std::num::NonZeroUsize;
use std::slice;

use grundy::any::{AnyMove, AnyPosition};
use grundy::chomp::{Board, CentredTile, Chomp, IChomp, Quadrant, QuadrantBoard, Tile, two_rows_poisoned};
use grundy::compound::{Coordinates, InBoth};
use grundy::games::{
    Bounded, Chain, ChainMove, Circle, CoinTurning, CoinTurningGrid, Cross, Crosses, Cut, Edge, End, Graph, Grounded,
    Head, Heaps, MoveCoin, Node, Numbers, Pair, PosetMove, Square, Step, StepDown, Strings, Subgraph, TakeAtEnd,
    TakeFromEach, TakeMultiple, TakeNumber, ToVertex, Token, Tree, TurnCoins, Vertex, WythoffMove,
};
use grundy::heap::{HeapMove, Row, RowMove};
use grundy::{
    Answer, AnyGame, At, ChainGame, Components, Control, DawsonsKayles, DivisorGame, Either, ExplicitGame, GrundysGame,
    ImpartialGame, Kayles, LaskersNim, MooresNim, Nim, Nimber, Notation, Notes, Play, Poset, Question, Registry,
    Solver, Subset, Subtraction, SumMove, SumOf, Treblecross, TreeGame, Unhinted, Whole, Wythoff, play_in_sum,
    waiting_move,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// How many items of an iterator are asked for.
const FEW: usize = 3;
/// How many positions a solver may solve.
const LIMIT: u64 = 20;

/// Sizes at the ends of their ranges, and any others.
fn sizes() -> impl Strategy<Value = u64> {
    let ends =
        vec![0, 1, 2, 3, 7, 65, 1 << 16, 1 << 24, u32::MAX.into(), 1 << 32, i64::MAX as u64, u64::MAX - 1, u64::MAX];
    prop_oneof![8 => select(ends), 4 => 0..12_u64, 1 => any::<u64>()]
}

/// Names of games of every kind.
fn names() -> Vec<String> {
    let more = ["subtract:!2", "4.[3]", "4!.0", "turning:1-2x1-2"].map(str::to_owned);
    Registry::standard().iter().map(|entry| entry.sample().to_owned()).chain(more).collect()
}

fn small_sizes() -> impl Strategy<Value = u32> {
    sizes().prop_map(|size| u32::try_from(size).unwrap_or(u32::MAX))
}

fn places() -> impl Strategy<Value = usize> {
    sizes().prop_map(|size| usize::try_from(size).unwrap_or(usize::MAX))
}

fn heap_moves() -> impl Strategy<Value = HeapMove> {
    prop_oneof![
        sizes().prop_map(HeapMove::Take),
        (sizes(), sizes()).prop_map(|(one, other)| HeapMove::Split(one, other)),
        (sizes(), sizes()).prop_map(|(one, sum)| HeapMove::Split(one, sum.wrapping_sub(one))),
    ]
}

fn row_moves() -> impl Strategy<Value = RowMove> {
    (sizes(), sizes()).prop_map(|(place, pins)| RowMove { place, pins })
}

fn pairs() -> impl Strategy<Value = Pair> {
    (sizes(), sizes()).prop_map(|(one, other)| Pair(one, other))
}

fn heads() -> impl Strategy<Value = Head> {
    prop_oneof![1..12_u32, select(vec![1, 17, 24])].prop_map(|place| Head::new(place).unwrap())
}

fn wythoff_moves() -> impl Strategy<Value = WythoffMove> {
    let kinds = vec![WythoffMove::First, WythoffMove::Second, WythoffMove::Both];
    (select(kinds), sizes()).prop_map(|(kind, count)| kind(count))
}

fn heaps() -> impl Strategy<Value = Heaps> {
    vec(sizes(), 0..6).prop_map(Heaps::from)
}

fn takes() -> impl Strategy<Value = TakeFromEach> {
    vec(sizes(), 0..6).prop_map(|counts| counts.into_iter().collect())
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let kept = |size: &u64| (1..=Numbers::LIMIT).contains(size);
    prop_oneof![
        (0..70_u64).prop_map(|end| Numbers::up_to(end).unwrap()),
        vec(sizes(), 0..20).prop_map(move |list| { Numbers::new(list.into_iter().filter(kept)).unwrap_or_default() }),
        vec(1..=Numbers::LIMIT, 0..20).prop_map(|list| Numbers::new(list).unwrap()),
    ]
}

fn trees() -> impl Strategy<Value = Tree> {
    vec(any::<u32>(), 0..40).prop_map(|list| {
        let parents: Vec<u32> = (1..).zip(list).map(|(node, any)| any % node).collect();
        Tree::new(parents).unwrap()
    })
}

fn chains() -> impl Strategy<Value = Chain> {
    (any::<bool>(), sizes()).prop_map(|(fresh, nodes)| if fresh { Chain::Fresh(nodes) } else { Chain::Open(nodes) })
}

fn chain_moves() -> impl Strategy<Value = ChainMove> {
    prop_oneof![sizes().prop_map(|node| ChainMove::Remove { node }), select(&[ChainMove::End, ChainMove::EndTwo][..])]
}

fn boards() -> impl Strategy<Value = Board> {
    let side = || small_sizes().prop_map(|side| side.min(Board::MAX_SIDE));
    prop_oneof![
        vec(small_sizes(), 0..6).prop_map(|mut rows| {
            rows.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
            for length in &mut rows {
                *length = (*length).min(Board::MAX_SIDE);
            }
            Board::from_rows(rows).unwrap()
        }),
        (side(), side(), tiles())
            .prop_map(|(rows, columns, tile)| { Board::rectangle(rows, columns).unwrap().chomped(tile) }),
    ]
}

fn tiles() -> impl Strategy<Value = Tile> {
    (small_sizes(), small_sizes()).prop_map(|(row, column)| Tile { row, column })
}

fn quadrants() -> impl Strategy<Value = QuadrantBoard> {
    (select(&Quadrant::ALL), boards()).prop_map(|(quadrant, board)| QuadrantBoard { quadrant, board })
}

fn centred_tiles() -> impl Strategy<Value = CentredTile> {
    let place = || prop_oneof![select(&[i32::MIN, -1, 0, 1, i32::MAX][..]), any::<i32>()];
    prop_oneof![
        (place(), place()).prop_map(|(x, y)| CentredTile { x, y }),
        (select(&Quadrant::ALL), tiles()).prop_map(|(quadrant, tile)| CentredTile::new(quadrant, tile)),
    ]
}

fn subsets() -> impl Strategy<Value = Subset> {
    vec(places(), 0..12).prop_map(Subset::from_iter)
}

/// Text of the signs that notations use, and any other.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[-0-9x.,/~{}+: !*]{0,10}", 1 => "\\PC{0,8}", 1 => ".{0,8}"]
}

/// Asks for the first items.
fn few<T>(items: impl Iterator<Item = T>) {
    items.take(FEW).for_each(drop);
}

/// Asks everything that there is to ask about a position and a move. Notes and the solver are kept from question to question, as a program
/// would keep them: many games look for a misère quotient once, which takes long without optimisation.
fn ask<G>(game: &G, position: &G::Position, mv: &G::Move)
where
    G: ImpartialGame<Position: Debug, Move: Debug + Display>,
{
    ask_the_rules(game, position, mv, &mut Notes::default());
    let listed = game.moves(position).next().unwrap_or_else(|| mv.clone());
    ask_the_rules(&Unhinted(game), position, &listed, &mut Notes::default());
    let (mut of_whole, mut solver) = (Notes::default(), Solver::new(game));
    for components in [Components::new(), position.clone().into(), [position.clone(), position.clone()].into()] {
        for component in [0, 1, usize::MAX] {
            let mv = SumMove { component, mv: mv.clone() };
            ask_the_rules(&Whole(game), &components, &mv, &mut of_whole);
            let _ = play_in_sum(game, components.clone(), mv);
        }
        ask_a_solver(&mut solver, &components);
    }
    ask_a_solver(&mut Solver::new(Unhinted(game)), &position.clone().into());
    let _ = waiting_move(game, position);
    let left = Either::Left(position.clone());
    let _ = game.plus(Nim).play(&left, &Either::Right(HeapMove::Take(1)));
    ask_the_rules(&game.plus(Nim), &left, &Either::Left(mv.clone()), &mut Notes::default());
    let at = At { game: usize::MAX, position: position.clone() };
    ask_the_rules(&SumOf(vec![game]), &at, mv, &mut Notes::default());
}

fn ask_the_rules<G>(game: &G, position: &G::Position, mv: &G::Move, notes: &mut Notes)
where
    G: ImpartialGame<Position: Debug, Move: Debug + Display>,
{
    for listed in game.moves(position).take(FEW) {
        let _ = (game.allows(position, &listed), game.play(position, &listed));
    }
    let _ = (game.moves(position).size_hint(), game.options(position).size_hint());
    few(game.options(position));
    let _ = game.play(position, mv);
    let key = game.memo_key(position.clone());
    let _ = game.known_value(&key);
    let three = [position.clone(), key.clone(), position.clone()];
    let mut control = Control::new().positions(LIMIT);
    let mut ask = |question| match game.oracle(question, notes, &mut control) {
        Answer::Moves(told) => {
            let _ = told.size_hint();
            few(told);
        }
        answer => drop(answer),
    };
    ask(Question::Value(position));
    let values = [0, 1, 6, u64::MAX - 1, u64::MAX].map(Nimber::new);
    for value in values.into_iter().chain(game.known_value(position)) {
        ask(Question::MovesLeaving { component: position, value });
    }
    for play in [Play::Normal, Play::Misere] {
        for sum in [&[][..], slice::from_ref(position), &three] {
            ask(Question::Outcome { sum, play });
            ask(Question::Argument { sum, play });
            ask(Question::Proof { sum });
            for component in [0, 1, usize::MAX] {
                ask(Question::Winning { sum, component, play });
            }
        }
    }
}

/// All questions about a position share one limit.
fn ask_a_solver<G>(solver: &mut Solver<G>, position: &Components<G::Position>)
where
    G: ImpartialGame<Position: Debug, Move: Debug + Display>,
{
    solver.set_control(Control::new().positions(LIMIT));
    let _ = (solver.grundy(position), solver.longest(position), solver.shortest(position), solver.positions(position));
    for play in [Play::Normal, Play::Misere] {
        let _ = solver.outcome_in(play, position);
        if let Ok(wins) = solver.winning_moves_in(play, position) {
            let _ = (wins.known_count(), wins.is_complete(), wins.first());
        }
        let _ = (solver.winning_move_in(play, position), solver.best_move_in(play, position));
        if let Ok(working) = solver.explain_in(play, position) {
            // Long text, which need not be written: only its table is.
            let _ = working.map(|_| "").to_string();
        }
    }
}

/// Asks everything about a game that is written, and about text that may be a position of it.
fn ask_written<G>(game: &G, position: &G::Position, mv: &G::Move, text: &str)
where
    G: Notation<Position: Debug + Display, Move: Debug + Display>,
{
    ask(game, position, mv);
    for component in [0, 1, usize::MAX] {
        let components = [position.clone(), position.clone()];
        let mv = SumMove { component, mv: mv.clone() };
        let _ = (mv.to_string(), game.move_text(&components, &mv), game.move_text(&[], &mv));
    }
    let _ = (game.component_name(position), game.component_text_like(text, position));
    for components in [&[][..], slice::from_ref(position), &[position.clone(), position.clone()]] {
        let written = game.text(components);
        let _ = (game.text_like(text, components), game.parse(&written).is_ok());
    }
    if let Ok(read) = game.parse(text) {
        let _ = (game.text(&read), game.text_like(text, &read));
    }
}

/// Asks everything about a rule book behind a pointer: then the solvers that ask are compiled once, and not for each rule book.
fn ask_behind<G>(game: G, position: &G::Position, mv: &G::Move, text: &str)
where
    G: Notation<Position: Display, Move: Display> + Send + Sync + 'static,
{
    ask_written(&AnyGame::new("game", game), &AnyPosition::new(position.clone()), &AnyMove::new(mv.clone()), text);
}

/// Asks everything about a game of the standard registry.
#[expect(clippy::needless_pass_by_value, reason = "a move is made where it is handed over")]
fn ask_by_name(name: &str, position: &AnyPosition, mv: AnyMove, text: &str) {
    ask_written(&name.parse::<AnyGame>().unwrap(), position, &mv, text);
}

proptest! {
    // Each case looks for three misère quotients.
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn rows_of_any_length(pins in sizes(), mv in row_moves(), cell in sizes(), ends in (sizes(), sizes()), text in texts()) {
        ask_behind(Kayles, &pins, &mv, &text);
        ask_behind(DawsonsKayles, &pins, &mv, &text);
        ask_behind(Treblecross, &pins, &Cross(cell), &text);
        let row = Row { fewest: ends.0, most: ends.1 };
        let _ = (row.allows(pins, mv), Row::play(pins, mv));
        let _ = (row.moves(pins).size_hint(), row.options(pins).size_hint());
        few(row.moves(pins));
        few(row.options(pins));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn heaps_of_any_size(heap in sizes(), mv in heap_moves(), set in vec(select(&[1, 2, 5, 1 << 40, u64::MAX][..]), 1..4),
        text in texts()) {
        ask_written(&Nim, &heap, &mv, &text);
        ask_behind(LaskersNim, &heap, &mv, &text);
        ask_behind(GrundysGame, &heap, &mv, &text);
        ask_behind(Subtraction::new(set.clone()).unwrap(), &heap, &mv, &text);
        ask_behind(Subtraction::all_but(set).unwrap(), &heap, &mv, &text);
    }

    #[test]
    fn several_heaps_of_any_size(pair in pairs(), mv in wythoff_moves(), most in places(), heaps in heaps(), takes in takes(),
        text in texts()) {
        ask_behind(Wythoff, &pair, &mv, &text);
        if let Some(game) = NonZeroUsize::new(most).map(MooresNim::new) {
            ask_behind(game, &heaps, &takes, &text);
        }
    }

    #[test]
    fn coins_at_any_places(code in select(vec!["1-3", "1-", "ruler", "sym", "grunt", "3E,2F", "2-C(3)", "4096", "sympler"]),
        row in heads(), small in (1..9_u32).prop_map(|place| Head::new(place).unwrap()), coins in vec(small_sizes(), 0..5), text in texts()) {
        let (game, turn): (CoinTurning, _) = (code.parse().unwrap(), coins.into_iter().collect::<TurnCoins>());
        // Not behind pointers, where these take three times as long.
        ask_written(&game, &row, &turn, &text);
        let _ = Head::new(turn.places().first().copied().unwrap_or(0));
        let grid = CoinTurningGrid::new("1-2".parse().unwrap(), game);
        ask_written(&grid, &Coordinates { row: small, column: row }, &InBoth { row: turn.clone(), column: turn }, &text);
    }

    #[test]
    fn chains_of_any_length(chain in chains(), mv in chain_moves(), text in texts()) {
        ask_behind(ChainGame, &chain, &mv, &text);
    }

    #[test]
    fn boards_of_any_size(board in boards(), tile in tiles(), text in texts()) {
        ask(&Chomp::poisoned(), &board, &tile);
        ask(&Chomp::edible(), &board, &tile);
        // A column of 2^24 rows is as long in writing.
        if board.row_count() < 1000 {
            ask_behind(Chomp::poisoned(), &board, &tile, &text);
        }
        let _ = (board.mirrored(), board.tiles(), board.is_empty());
        few(board.each_tile());
        let _ = (Board::rectangle(tile.row, tile.column), Board::from_rows([tile.row, tile.column]));
        let _ = two_rows_poisoned(u64::from(tile.row) << 32, u64::MAX - u64::from(tile.column));
    }

    #[test]
    fn quadrants_of_any_size(quadrant in quadrants(), tile in centred_tiles(), text in texts()) {
        ask(&IChomp, &quadrant, &tile);
        if quadrant.board.row_count() < 1000 {
            ask_behind(IChomp, &quadrant, &tile, &text);
        }
    }

    #[test]
    fn orders_and_no_orders(relations in vec((0..12_usize, 0..12_usize), 0..8), set in subsets(), element in places(),
        far in (places(), places()), text in texts()) {
        let _ = (Poset::new(12, relations.clone()), Poset::new(element, [far]));
        let upwards = relations.into_iter().map(|(one, other)| (one.min(other), one.max(other)));
        let poset = Poset::new(12, upwards.filter(|(one, other)| one != other)).unwrap();
        ask_behind(poset.clone(), &set, &PosetMove(element), &text);
        let _ = (poset.is_below(far.0, far.1), set.contains(element), Subset::below(element).len());
        let mut set = set;
        let _ = (set.insert(element), set.remove(far.0));
        few(poset.all().iter().map(|part| part.union(&set).difference(part)));
    }

    #[test]
    fn graphs_with_cycles(edges in vec(vec(0..9_usize, 0..4), 9), vertex in places(), to in places(), text in texts()) {
        let _ = ExplicitGame::new(vec![vec![to]]);
        let game = ExplicitGame::new(edges).unwrap();
        ask_behind(game.clone(), &vertex, &ToVertex(to), &text);
        ask_behind(game, &(vertex % 9), &ToVertex(to % 9), &text);
    }

    #[test]
    fn pictures_of_any_kind(ends in vec((small_sizes(), 0..4_u32), 0..9), cut in (small_sizes(), small_sizes()), text in texts()) {
        let end = |number: u32| number.checked_sub(1).map_or(End::Ground, End::Vertex);
        let picture: Grounded = ends.into_iter().map(|(one, other)| [end(one), end(other)]).collect();
        let mv = || AnyMove::new(Cut([end(cut.0), end(cut.1)]));
        if let Some(strings) = Strings::new(&picture) {
            ask_by_name("nimstring", &AnyPosition::new(strings), mv(), &text);
        }
        ask_by_name("hackenbush", &AnyPosition::new(picture), mv(), &text);
        let _ = Strings::boxes(cut.0 as usize, cut.1 as usize);
    }

    #[test]
    fn games_chosen_at_run_time(name in select(names()), heap in sizes(),
        mv in heap_moves(), board in boards(), tile in tiles(), text in texts()) {
        let game: AnyGame = name.parse().unwrap();
        ask_written(&game, &AnyPosition::new(heap), &AnyMove::new(mv), &text);
        ask_written(&game, &AnyPosition::new(heap), &AnyMove::new(tile), &text);
        ask(&game, &AnyPosition::new(board), &AnyMove::new(tile));
        let table = SumOf(vec![game]);
        ask_written(&table, &At { game: 1, position: AnyPosition::new(heap) }, &AnyMove::new(mv), &text);
    }

    #[test]
    fn text_of_any_kind(text in texts(), parameters in texts()) {
        let _ = (text.parse::<AnyGame>().is_ok(), AnyGame::parse_sum(&text).is_ok(), text.parse::<Nimber>().is_ok());
        for name in names() {
            let game: AnyGame = name.parse().unwrap();
            if let Ok(read) = game.parse(&text) {
                // What a move leaves of a few components, in the same notation.
                for component in read.iter().take(FEW) {
                    few(game.moves(component).map(|mv| game.play(component, &mv)));
                }
            }
            let _ = AnyGame::parse_sum(&format!("{name}:{text}+{name}:{parameters}")).is_ok();
        }
        let _ = (text.parse::<Board>().is_ok(), text.parse::<Tree>().is_ok(), text.parse::<Numbers>().is_ok());
        let _ = (text.parse::<Subset>().is_ok(), text.parse::<Chain>().is_ok(), text.parse::<Heaps>().is_ok());
        let _ = (text.parse::<Graph>().is_ok(), format!("g6:{text}").parse::<Subgraph>().is_ok(), text.parse::<Token>().is_ok());
    }
}

// Moves of these take time in proportion to the numbers and nodes.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn sets_of_any_numbers(numbers in numbers(), number in sizes(), list in vec(sizes(), 0..4), text in texts()) {
        ask_behind(DivisorGame, &numbers, &TakeNumber(number), &text);
        let _ = (Numbers::new(list), Numbers::up_to(number), numbers.contains(number));
    }

    #[test]
    fn trees_and_no_trees(tree in trees(), node in small_sizes(), parents in vec(small_sizes(), 0..6), text in texts()) {
        ask_behind(TreeGame, &tree, &Node(node), &text);
        let _ = (Tree::new(parents), tree.parent(node));
    }
}

// Most of these positions are searched up to the limit, behind pointers.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn graphs_of_any_kind(name in select(vec!["path:70", "grid:3x4", "grid:5x5", "petersen:5,2", "complete:20", "knights:3x3"]), kept in subsets(),
        vertex in places(), other in places(), kept_too in vec(0..12_usize, 0..6), text in texts()) {
        let graph: Graph = name.parse().unwrap();
        let whole = Subgraph::from(graph);
        let taken = whole.vertices().difference(&kept.union(&kept_too.iter().copied().collect()));
        for left in [whole.without(&taken), whole] {
            let position = || AnyPosition::new(left.clone());
            let square = Square { row: vertex, column: other };
            ask_by_name("node-kayles", &position(), AnyMove::new(Vertex::Number(vertex)), &text);
            ask_by_name("knights", &position(), AnyMove::new(Vertex::Square(square)), &text);
            ask_by_name("arc-kayles", &position(), AnyMove::new(Edge(vertex, other)), &text);
            if let Some(token) = left.vertices().iter().next().and_then(|at| Token::new(left.clone(), at)) {
                ask_by_name("geography", &AnyPosition::new(token), AnyMove::new(ToVertex(vertex)), &text);
            }
            let _ = (left.neighbours(vertex), left.graph().neighbours(vertex), Token::new(left, vertex));
        }
        let _ = (Graph::new(vertex, [(other, 0)]), Graph::new(5, [(vertex, other)]), Graph::grid(vertex, other));
        let _ = (Graph::path(vertex), Graph::cycle(vertex), Graph::complete(vertex), Graph::cube(vertex), Graph::petersen(vertex, other));
    }

    #[test]
    fn rows_and_strips_of_any_size(row in heaps(), pair in pairs(), heap in (sizes(), sizes()), count in sizes(), from in places(), to in places(),
        coins in vec(0..90_usize, 0..5), text in texts()) {
        ask_by_name("end-nim", &AnyPosition::new(row.clone()), AnyMove::new(TakeAtEnd::Last(count)), &text);
        ask_by_name("staircase", &AnyPosition::new(row), AnyMove::new(StepDown { step: from, count }), &text);
        for name in ["euclid", "euclid-to-zero"] {
            ask_by_name(name, &AnyPosition::new(pair), AnyMove::new(TakeMultiple::Second(count)), &text);
        }
        for name in ["fibonacci-nim", "take-away:1", "take-away:1024"] {
            ask_by_name(name, &AnyPosition::new(Bounded::new(heap.0, heap.1)), AnyMove::new(HeapMove::Take(count)), &text);
        }
        for name in ["welter", "silver-dollar"] {
            ask_by_name(name, &AnyPosition::new(Subset::from_iter(coins.clone())), AnyMove::new(MoveCoin { from, to }), &text);
        }
        ask_by_name("subtract:squares", &AnyPosition::new(heap.0), AnyMove::new(HeapMove::Take(count)), &text);
        // Heaps between these sizes have millions of numbers to be tried for primes.
        let heap = if heap.0 < 1 << 32 { heap.0 % 1000 } else { heap.0 };
        ask_by_name("subtract:primes", &AnyPosition::new(heap), AnyMove::new(HeapMove::Take(count)), &text);
    }

    #[test]
    fn boards_and_circles_of_any_size(rows in "[.x]{5}/[.x]{5}", circle in select(vec!["1", "4096", "70/3,0,65"]), row in places(), column in places(),
        text in texts()) {
        for board in [rows.parse::<Crosses>().unwrap(), Crosses::empty(9, 9).unwrap(), Crosses::empty(0, 7).unwrap()] {
            ask_by_name("notakto", &AnyPosition::new(board), AnyMove::new(Square { row, column }), &text);
        }
        let circle: Circle = circle.parse().unwrap();
        ask_by_name("kotzig:1,18446744073709551615", &AnyPosition::new(circle), AnyMove::new(Step(row)), &text);
        let _ = Crosses::empty(row, column);
    }
}
