//! Poset games of all kinds: each rule book against the general one, each hint against the solver that ignores hints, and
//! tables of values.

use crate::support::asked::{known_outcome, moves_leaving, some_moves_leaving};
use crate::support::tables::rows;
use grundy::games::{Chain, ChainMove, Node, Numbers, PosetMove, TakeNumber, ToVertex, Tree};
use grundy::{
    ChainGame, Components, DivisorGame, ExplicitGame, ImpartialGame, Method, Nimber, Notation, Outcome, Play, Poset,
    SolveError, Solver, Subset, TreeGame, Unhinted,
};
use proptest::prelude::*;

/// The moves that leave value 0, each tried.
fn winning_moves<G: ImpartialGame>(solver: &mut Solver<G>, position: &G::Position) -> Vec<G::Move> {
    let moves: Vec<G::Move> = solver.game().moves(position).collect();
    let wins = |mv: &G::Move| {
        let left = solver.game().play(position, mv);
        solver.grundy(left).is_ok_and(Nimber::is_zero)
    };
    moves.into_iter().filter(wins).collect()
}

/// The value and, for each value that a move leaves and the one after, the moves to it agree with the bare rules.
fn hints_are_sound<G>(game: G, position: &G::Position)
where
    G: ImpartialGame<Position: std::fmt::Debug, Move: std::fmt::Debug> + Copy,
{
    let mut bare = Solver::new(Unhinted(game));
    let value = bare.grundy(position.clone()).unwrap();
    assert_eq!(Solver::new(game).grundy(position.clone()).unwrap(), value, "{position:?}");
    let moves: Vec<(G::Move, Nimber)> =
        game.moves(position).map(|mv| (mv.clone(), bare.grundy(game.play(position, &mv)).unwrap())).collect();
    for wanted in (0..=value.get() + 1).map(Nimber::new) {
        if let Some(told) = moves_leaving(&game, position, wanted) {
            let tried: Vec<_> = moves.iter().filter(|(_, left)| *left == wanted).map(|(mv, _)| mv.clone()).collect();
            assert_eq!(told, tried, "{position:?} to {wanted}");
        }
    }
    for play in [Play::Normal, Play::Misere] {
        let searched = Solver::new(Unhinted(game)).by(Method::Search).outcome_in(play, position.clone()).unwrap();
        assert!(
            known_outcome(&game, std::slice::from_ref(position), play).is_none_or(|known| known == searched),
            "{position:?}"
        );
        assert_eq!(
            Solver::new(game).by(Method::Search).outcome_in(play, position.clone()).unwrap(),
            searched,
            "{position:?}"
        );
    }
}

/// A tree whose nodes are numbered in any order: each node hangs off one of the `reach` before it, then the numbers are
/// shuffled.
fn trees(most: usize, reach: usize) -> impl Strategy<Value = Tree> {
    let shape = (1..=most).prop_flat_map(move |nodes| {
        let parents: Vec<_> = (1..nodes).map(|node| node.saturating_sub(reach)..node).collect();
        (parents, Just((1..nodes).collect::<Vec<_>>()).prop_shuffle())
    });
    shape.prop_map(|(parents, numbers)| {
        let number = |node: usize| if node == 0 { 0 } else { numbers[node - 1] };
        let mut shuffled = vec![0; parents.len()];
        for (node, parent) in (1..).zip(parents) {
            shuffled[number(node) - 1] = u32::try_from(number(parent)).unwrap();
        }
        Tree::new(shuffled).unwrap()
    })
}

/// The tree with its nodes in the opposite order, the root apart.
fn renumbered(tree: &Tree) -> Tree {
    let nodes = u32::try_from(tree.nodes()).unwrap();
    let number = |node| if node == 0 { 0 } else { nodes - node };
    Tree::new((1..nodes).rev().map(|node| number(tree.parent(node).unwrap())).collect::<Vec<_>>()).unwrap()
}

/// The order in which a node is below all nodes on its way to the root.
fn ancestors_above(tree: &Tree) -> Poset {
    let nodes = u32::try_from(tree.nodes()).unwrap();
    let edges = (1..nodes).map(|node| (node as usize, tree.parent(node).unwrap() as usize));
    Poset::new(tree.nodes(), edges).unwrap()
}

/// The order in which a number is below its divisors; element *e* stands for the *e*-th number.
fn divisors_above(numbers: &Numbers) -> Poset {
    let numbers: Vec<u64> = numbers.iter().collect();
    Poset::from_predicate(numbers.len(), |one, other| numbers[one].is_multiple_of(numbers[other])).unwrap()
}

#[test]
fn divisor_game_has_the_tabled_values_and_winning_moves() {
    let mut solver = Solver::new(DivisorGame);
    let table = rows(include_str!("../data/divisor-game.txt"));
    assert_eq!(table.len(), 20);
    for row in table {
        let numbers = Numbers::up_to(row[0]).unwrap();
        assert_eq!(solver.grundy(numbers.clone()), Ok(Nimber::new(row[1])), "{numbers}");
        let wins: Vec<_> = winning_moves(&mut solver, &numbers).into_iter().map(|TakeNumber(number)| number).collect();
        assert_eq!(wins, row[2..], "{numbers}");
    }
}

#[test]
fn chomp_is_a_product_of_chains() {
    let table = rows(include_str!("../data/chomp-grundy-rectangles.txt"));
    for (m, row) in (1..=5).zip(&table) {
        for (n, value) in (1..=5).zip(row) {
            // PosetMove e is the tile e + 1, counted row by row; tile 0 is poisoned and left out.
            let tile = |element: usize| ((element + 1) / n, (element + 1) % n);
            let below = |one, other| tile(one).0 <= tile(other).0 && tile(one).1 <= tile(other).1;
            let poset = Poset::from_predicate(m * n - 1, below).unwrap();
            assert_eq!(Solver::new(&poset).grundy(poset.all()), Ok(Nimber::new(*value)), "{m} x {n}");
        }
    }
}

#[test]
fn nim_is_a_sum_of_chains() {
    let poset = Poset::new(12, [(0, 1), (1, 2), (3, 4), (4, 5), (5, 6), (7, 8), (8, 9), (9, 10), (10, 11)]).unwrap();
    assert_eq!(Solver::new(&poset).grundy(poset.all()), Ok(Nimber::new(3 ^ 4 ^ 5)));
}

#[test]
fn posets_of_more_than_one_word_play_alike() {
    // Zigzags, alone and beside 100 elements that touch nothing.
    let zigzag = |start: usize| {
        [(0, 1), (2, 1), (2, 3), (4, 3), (4, 5), (1, 6), (6, 7)].map(|(one, other)| (one + start, other + start))
    };
    let short = Poset::new(8, zigzag(0)).unwrap();
    let long = Poset::new(108, zigzag(100)).unwrap();
    assert_eq!(long.all().len(), 101);
    let value = Solver::new(&short).grundy(short.all()).unwrap();
    assert_eq!(Solver::new(&long).grundy(long.all()), Ok(value)); // 100 elements alone cancel
}

#[test]
fn numbers_that_are_no_elements_do_not_count() {
    let poset = Poset::new(3, [(0, 1)]).unwrap();
    let position = Subset::from_iter([0, 1, 3, 77, 1000]);
    assert_eq!(Solver::new(&poset).grundy(position.clone()), Ok(Nimber::new(2)));
    assert_eq!(poset.moves(&position).collect::<Vec<_>>(), [PosetMove(0), PosetMove(1)]);
    assert_eq!(poset.play(&position, &PosetMove(1)), Components::from([Subset::from_iter([0])]));
    assert_eq!(poset.play(&position, &PosetMove(77)), Components::from(position));
    assert_eq!(poset.play(&Subset::new(), &PosetMove(usize::MAX)), Components::from([Subset::new()]));
    assert!(!poset.allows(&Subset::from_iter([77]), &PosetMove(77)));
}

#[test]
fn a_chain_is_worth_what_the_theorem_says() {
    let mut bare = Solver::new(Unhinted(ChainGame));
    for chain in (0..=60).flat_map(|nodes| [Chain::Fresh(nodes), Chain::Open(nodes)]) {
        assert_eq!(bare.grundy(chain).ok(), ChainGame.known_value(&chain), "{chain}");
        let options: Vec<_> =
            ChainGame.moves(&chain).map(|mv| (mv, bare.grundy(ChainGame.play(&chain, &mv)).unwrap())).collect();
        for value in (0..5).map(Nimber::new) {
            let tried: Vec<_> = options.iter().filter(|(_, left)| *left == value).map(|(mv, _)| *mv).collect();
            let told: Vec<_> = moves_leaving(&ChainGame, &chain, value).unwrap();
            assert_eq!(told, tried, "{chain} to {value}");
        }
    }
    let wins = |nodes| Solver::new(ChainGame).outcome(Chain::Fresh(nodes)) == Ok(Outcome::N);
    assert_eq!((0..100).filter(|nodes| !wins(*nodes)).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn chains_of_any_length_are_played_at_once() {
    let chain = Chain::Fresh(u64::MAX); // 2 − n ≡ 2 (mod 3)
    let (wins, _) = some_moves_leaving(&ChainGame, &chain, Nimber::ZERO, 1).unwrap();
    assert_eq!(wins, [ChainMove::Remove { node: 2 }]);
    assert_eq!(moves_leaving(&ChainGame, &chain, Nimber::new(7)).unwrap(), []);
    let left = ChainGame.play(&chain, &ChainMove::Remove { node: u64::MAX });
    assert_eq!(left, Components::from([Chain::Open(u64::MAX - 1)]));
    for illegal in [ChainMove::Remove { node: 0 }, ChainMove::End, ChainMove::EndTwo] {
        assert!(!ChainGame.allows(&chain, &illegal));
        assert_eq!(ChainGame.play(&chain, &illegal), Components::from([chain]));
    }
    for illegal in [ChainMove::Remove { node: 1 }, ChainMove::EndTwo] {
        assert!(!ChainGame.allows(&Chain::Open(1), &illegal));
        assert_eq!(ChainGame.play(&Chain::Open(1), &illegal), Components::from([Chain::Open(1)]));
    }
}

#[test]
fn a_path_is_worth_its_length_and_a_star_the_parity_of_its_leaves() {
    let mut solver = Solver::new(TreeGame);
    let nodes = 100_000;
    let path = Tree::new((0..nodes - 1).collect::<Vec<_>>()).unwrap();
    assert_eq!(solver.grundy(path.clone()), Ok(Nimber::new(nodes.into())));
    assert_eq!(moves_leaving(&TreeGame, &path, Nimber::ZERO).unwrap(), [Node(nodes - 1)]);
    assert_eq!(TreeGame.memo_key(renumbered(&path)), path);
    // The root leaves all leaves, a leaf all others: *0 and *1.
    let star = Tree::new(vec![0; nodes as usize]).unwrap();
    assert_eq!(solver.grundy(star), Ok(Nimber::new(2)));
}

#[test]
fn illegal_moves_of_trees_and_vertices_leave_the_position() {
    let tree = Tree::new([0, 1]).unwrap();
    assert_eq!(TreeGame.play(&tree, &Node(3)), Components::from([tree.clone()]));
    assert_eq!(TreeGame.play(&tree, &Node(u32::MAX)), Components::from([tree]));
    let game = ExplicitGame::new(vec![vec![], vec![0, 0]]).unwrap();
    assert_eq!(game.moves(&1).collect::<Vec<_>>(), [ToVertex(0)]);
    assert_eq!(game.moves(&usize::MAX).next(), None);
    assert_eq!(game.play(&0, &ToVertex(1)), Components::from([0]));
    let numbers = Numbers::up_to(6).unwrap();
    for number in [0, 7, u64::MAX] {
        assert_eq!(DivisorGame.play(&numbers, &TakeNumber(number)), Components::from([numbers.clone()]));
    }
}

#[test]
fn what_a_move_leaves_is_numbered_as_told() {
    // Node 3 hangs off 5, 5 off 4, and 4, 2 and 1 off the root, 6 off 1.
    let tree = Tree::new([0, 0, 5, 0, 4, 1]).unwrap();
    let text = |node| TreeGame.text(&TreeGame.play(&tree, &Node(node)));
    assert_eq!(text(0), "0/./2,0"); // in the last, 4 is the root, 3 is node 1 and 5 is node 2
    assert_eq!(text(5), "0/./.");
    assert_eq!(text(2), "0/2,0");
}

#[test]
fn cycles_are_found() {
    let game = ExplicitGame::new(vec![vec![1], vec![2], vec![0], vec![]]).unwrap();
    assert!(matches!(Solver::new(&game).grundy(0), Err(SolveError::Loopy { .. })));
    assert_eq!(Solver::new(&game).grundy(3), Ok(Nimber::ZERO));
    assert_eq!(Solver::new(&game).grundy(99), Ok(Nimber::ZERO));
}

#[test]
fn large_sets_are_played() {
    let all = Numbers::up_to(Numbers::LIMIT).unwrap();
    let left = DivisorGame.play(&all, &TakeNumber(1));
    assert_eq!(left.len(), 3030 + 1); // the primes above 2^15, and the rest
    assert_eq!(known_outcome(&DivisorGame, &left, Play::Normal), None);
    assert_eq!(known_outcome(&DivisorGame, &[all], Play::Misere), Some(Outcome::N));
}

#[test]
fn bad_text_is_refused_where_it_goes_wrong() {
    fn error<G: Notation<Position: std::fmt::Debug>>(game: &G, text: &str) -> String {
        game.parse(text).unwrap_err().to_string()
    }
    let poset = Poset::new(3, [(0, 1)]).unwrap();
    let explicit = ExplicitGame::new(vec![vec![], vec![0]]).unwrap();
    let told = [
        error(&DivisorGame, "{2,3} + {0}"),
        error(&DivisorGame, "65537"),
        error(&DivisorGame, "{2,70000}"),
        error(&DivisorGame, "{2,3"),
        error(&DivisorGame, "2,,3"),
        error(&DivisorGame, ""),
        error(&poset, "{0,1} + { 2, 3 }"),
        error(&explicit, "1,2"),
        error(&TreeGame, "0,0/0,7"),
        error(&TreeGame, "0/1"),
        error(&TreeGame, "0,x"),
        error(&ChainGame, "6~,7-"),
        error(&ChainGame, "18446744073709551616"),
    ];
    let expected = [
        "`{2,3} + {0}`, character 10: numbers begin at 1",
        "`65537`, character 1: 65537 is too large: numbers go up to 65536",
        "`{2,70000}`, character 4: 70000 is too large: numbers go up to 65536",
        "`{2,3`, character 5: the brace is not closed by `}`",
        "`2,,3`, character 3: a number is missing",
        "``, character 1: a set is missing",
        "`{0,1} + { 2, 3 }`, character 14: there is no element 3, only 3 elements from 0",
        "`1,2`, character 3: there is no vertex 2, only 2 vertices",
        "`0,0/0,7`, character 7: node 2 hangs off node 7, and there are only nodes 0 to 2",
        "`0/1`, character 3: node 1 never comes to the root: its parents go round in a circle",
        "`0,x`, character 3: a parent is a whole number, and `x` is not a digit",
        "`6~,7-`, character 5: a chain is a whole number, and `-` is not a digit",
        "`18446744073709551616`, character 1: a chain of 18446744073709551616 is too large: it must be less than 2^64",
    ];
    assert_eq!(told, expected);
}

#[test]
fn nothing_left_has_a_text() {
    fn back_from_nothing<G: Notation>(game: &G) -> bool {
        let back = game.parse(&game.text(&[]));
        back.is_ok_and(|back| back.iter().all(|component| game.moves(component).next().is_none()))
    }
    assert!(back_from_nothing(&DivisorGame) && back_from_nothing(&TreeGame) && back_from_nothing(&ChainGame));
    assert!(back_from_nothing(&Poset::new(3, []).unwrap()) && back_from_nothing(&ExplicitGame::default()));
}

proptest! {
    #[test]
    fn a_set_of_numbers_is_what_was_put_in(numbers in proptest::collection::btree_set(0..200_usize, 0..20), gone in 0..200_usize) {
        let mut set: Subset = numbers.iter().copied().collect();
        prop_assert_eq!(set.iter().collect::<Vec<_>>(), numbers.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(set.to_string().parse(), Ok(set.clone()));
        let upwards = set.clone();
        prop_assert_eq!(set.remove(gone), numbers.contains(&gone));
        let others: Subset = numbers.iter().copied().rev().filter(|number| *number != gone).collect();
        prop_assert_eq!(&set, &others);
        prop_assert_eq!(upwards.difference(&Subset::from_iter([gone])), others);
    }

    #[test]
    fn divisor_game_is_a_poset_game(numbers in proptest::collection::vec(1..90_u64, 0..12)) {
        let numbers = Numbers::new(numbers).unwrap();
        let poset = divisors_above(&numbers);
        prop_assert_eq!(Solver::new(DivisorGame).grundy(numbers).ok(), Solver::new(&poset).grundy(poset.all()).ok());
    }

    #[test]
    fn divisor_game_does_not_depend_on_a_common_factor(numbers in proptest::collection::vec(1..30_u64, 1..10), factor in 1..9_u64) {
        let small = Numbers::new(numbers.iter().copied()).unwrap();
        let large = Numbers::new(numbers.iter().map(|number| number * factor)).unwrap();
        prop_assert_eq!(DivisorGame.memo_key(small.clone()), DivisorGame.memo_key(large.clone()));
        prop_assert_eq!(Solver::new(DivisorGame).grundy(small).ok(), Solver::new(Unhinted(DivisorGame)).grundy(large).ok());
    }

    #[test]
    fn divisor_game_has_sound_hints(numbers in proptest::collection::vec(1..100_u64, 1..9)) {
        hints_are_sound(DivisorGame, &Numbers::new(numbers).unwrap());
    }

    #[test]
    fn tree_game_is_a_poset_game(tree in trees(14, 14)) {
        let poset = ancestors_above(&tree);
        prop_assert_eq!(Solver::new(TreeGame).grundy(tree).ok(), Solver::new(&poset).grundy(poset.all()).ok());
    }

    #[test]
    fn tree_game_has_sound_hints(tree in trees(9, 9)) {
        hints_are_sound(TreeGame, &tree);
    }

    #[test]
    fn trees_are_remembered_by_shape(tree in trees(40, 40)) {
        let key = TreeGame.memo_key(tree.clone());
        prop_assert_eq!(&TreeGame.memo_key(renumbered(&tree)), &key);
        prop_assert_eq!(&TreeGame.memo_key(key.clone()), &key);
        prop_assert_eq!(ancestors_above(&key).all().len(), 1);
        prop_assert_eq!(Solver::new(TreeGame).grundy(key), Solver::new(TreeGame).grundy(tree));
    }

    #[test]
    fn posets_have_sound_hints(relations in proptest::collection::vec((0..8_usize, 0..8_usize), 0..12)) {
        let upwards = relations.into_iter().filter(|(one, other)| one < other);
        let poset = Poset::new(8, upwards).unwrap();
        for position in poset.all() {
            hints_are_sound(&poset, &position);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-~./+,{} 0-9x²é]{0,12}") {
        let poset = Poset::new(12, [(0, 1)]).unwrap();
        let explicit = ExplicitGame::new(vec![vec![]; 12]).unwrap();
        let again = |read: Components<Numbers>| DivisorGame.parse(&DivisorGame.text(&read)) == Ok(read);
        prop_assert!(DivisorGame.parse(&text).map_or(true, again));
        let again = |read: Components<Subset>| poset.parse(&poset.text(&read)) == Ok(read);
        prop_assert!(poset.parse(&text).map_or(true, again));
        let again = |read: Components<Tree>| TreeGame.parse(&TreeGame.text(&read)) == Ok(read);
        prop_assert!(TreeGame.parse(&text).map_or(true, again));
        let again = |read: Components<Chain>| ChainGame.parse(&ChainGame.text(&read)) == Ok(read);
        prop_assert!(ChainGame.parse(&text).map_or(true, again));
        let again = |read: Components<usize>| explicit.parse(&explicit.text(&read)) == Ok(read);
        prop_assert!(explicit.parse(&text).map_or(true, again));
    }

    #[test]
    fn text_and_parse_are_inverse(
        sets in proptest::collection::vec(proptest::collection::vec(1..90_u64, 0..5), 1..4),
        forest in proptest::collection::vec(trees(12, 12), 0..4),
        chains in proptest::collection::vec((any::<bool>(), any::<u64>()), 1..4),
    ) {
        let sets: Vec<Numbers> = sets.into_iter().map(|set| Numbers::new(set).unwrap()).collect();
        prop_assert_eq!(DivisorGame.parse(&DivisorGame.text(&sets)), Ok(sets.into()));
        prop_assert_eq!(TreeGame.parse(&TreeGame.text(&forest)), Ok(forest.into()));
        let chains: Vec<Chain> =
            chains.into_iter().map(|(open, nodes)| if open { Chain::Open(nodes) } else { Chain::Fresh(nodes) }).collect();
        prop_assert_eq!(ChainGame.parse(&ChainGame.text(&chains)), Ok(chains.into()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn large_trees_agree_with_their_moves(tree in prop_oneof![trees(250, 250), trees(250, 3), trees(250, 20)]) {
        // The value is the mex of what the moves leave, each valued anew.
        let mut solver = Solver::new(TreeGame);
        let mut left = Vec::new();
        for mv in TreeGame.moves(&tree) {
            left.push(solver.grundy(TreeGame.play(&tree, &mv)).unwrap());
        }
        prop_assert_eq!(solver.grundy(tree.clone()), Ok(grundy::mex(left.iter().copied())));
        let to_zero: Vec<_> = moves_leaving(&TreeGame, &tree, Nimber::ZERO).unwrap();
        let tried: Vec<_> = (0..).map(Node).zip(&left).filter(|(_, left)| left.is_zero()).map(|(mv, _)| mv).collect();
        prop_assert_eq!(to_zero, tried);
    }
}
