//! Games that need not end, against retrograde analysis of whole graphs.

use crate::support::retrograde::{heap, outcomes, side_by_side, sum};
use grundy::games::ToVertex;
use grundy::loopy::{Digraph, LoopyOutcome, LoopyValue, LoopyValues};
use grundy::{Bound, Control, Nimber, SumMove, Unit};
use proptest::prelude::*;

/// A graph as the oracle reads it.
type Options = Vec<Vec<usize>>;

fn values(options: &[Vec<usize>]) -> LoopyValues {
    labelled(Digraph::new(options.iter().map(|options| options.iter().copied())).unwrap())
}

fn labelled(graph: Digraph) -> LoopyValues {
    LoopyValues::new(graph, &mut Control::new()).unwrap()
}

/// The graph of four vertices whose edges are the bits of a number.
fn of_four(bits: u32) -> Options {
    (0..4).map(|from| (0..4).filter(|to| bits >> (4 * from + to) & 1 == 1).collect()).collect()
}

const LARGEST_HEAP: usize = 5;

/// Every digraph of up to four vertices (one with fewer has vertices without edges here) and every heap of up to five counters.
#[test]
fn every_small_graph_beside_every_heap() {
    let heaps = heap(LARGEST_HEAP);
    let mut drawn = 0;
    for bits in 0..1 << 16 {
        let graph = of_four(bits);
        let values = values(&graph);
        let expected = outcomes(&sum(&graph, &heaps));
        for vertex in 0..4 {
            let value = values.value(vertex).unwrap();
            for counters in 0..=LARGEST_HEAP {
                let with_heap = value.clone() + Nimber::new(counters as u64).into();
                let outcome = expected[vertex * heaps.len() + counters];
                assert_eq!(with_heap.outcome(), outcome, "{graph:?}: vertex {vertex} + *{counters}, {value}");
                drawn += u32::from(outcome == LoopyOutcome::Draw);
            }
        }
    }
    // Of 65 536 graphs with four vertices and six heaps.
    assert_eq!(drawn, 1_398_788);
}

#[test]
fn every_two_tokens_on_every_small_graph() {
    for bits in 0..1 << 16 {
        let graph = of_four(bits);
        let values = values(&graph);
        let expected = outcomes(&sum(&graph, &graph));
        for (place, expected) in expected.into_iter().enumerate() {
            let tokens = [place / 4, place % 4];
            assert_eq!(values.outcome(tokens), Ok(expected), "{graph:?}: {tokens:?}");
        }
    }
}

/// Outcomes, winning and drawing moves of all sums of a token on each of two graphs, and that the recommended move wins in the end.
fn check_sums(first: &[Vec<usize>], second: &[Vec<usize>]) {
    let values = values(&side_by_side(first, second));
    let product = sum(first, second);
    let expected = outcomes(&product);
    for (place, outcome) in expected.iter().enumerate() {
        let tokens = [place / second.len(), first.len() + place % second.len()];
        assert_eq!(values.outcome(tokens), Ok(*outcome), "{tokens:?}");
        assert_eq!(values.value(tokens).unwrap().outcome(), *outcome, "{tokens:?}");
        let moves_to = |outcome| moves_leaving(first, tokens, &product[place], &expected, outcome);
        let wins = moves_to(LoopyOutcome::P);
        assert_eq!(*values.winning_moves(tokens).unwrap(), wins, "{tokens:?}");
        assert_eq!(*values.drawing_moves(tokens).unwrap(), moves_to(LoopyOutcome::Draw), "{tokens:?}");
        let recommended = values.winning_move(tokens).unwrap();
        assert!(recommended.map_or(wins.is_empty(), |mv| wins.contains(&mv)), "{tokens:?}");
        let best = match outcome {
            LoopyOutcome::N => recommended,
            LoopyOutcome::Draw => most_testing(moves_to(LoopyOutcome::Draw), place, &product, &expected),
            LoopyOutcome::P => most_testing(moves_to(LoopyOutcome::N), place, &product, &expected),
        };
        assert_eq!(values.best_move(tokens).unwrap(), best, "{tokens:?}");
    }
    the_recommended_move_makes_an_end(&values, first.len(), second.len(), &product, &expected);
}

/// The moves of two tokens that leave an outcome, by the oracle.
fn moves_leaving(
    first: &[Vec<usize>],
    tokens: [usize; 2],
    options: &[usize],
    expected: &[LoopyOutcome],
    outcome: LoopyOutcome,
) -> Vec<SumMove<ToVertex>> {
    let width = expected.len() / first.len();
    let of_first = first[tokens[0]].len();
    let moves = options.iter().enumerate().filter(|(_, option)| expected[**option] == outcome);
    let mv = |(place, option): (usize, &usize)| {
        let (component, to) = if place < of_first { (0, option / width) } else { (1, first.len() + option % width) };
        SumMove { component, mv: ToVertex(to) }
    };
    moves.map(mv).collect()
}

/// The first of some moves after which the smallest share of the replies leaves what was there before, a draw or a P-position. The moves
/// are all those that leave one outcome, in order.
fn most_testing(
    moves: Vec<SumMove<ToVertex>>,
    place: usize,
    product: &[Vec<usize>],
    expected: &[LoopyOutcome],
) -> Option<SumMove<ToVertex>> {
    let wanted = if expected[place] == LoopyOutcome::P { LoopyOutcome::N } else { LoopyOutcome::Draw };
    let left: Vec<usize> = product[place].iter().copied().filter(|option| expected[*option] == wanted).collect();
    assert_eq!(moves.len(), left.len());
    let share = |left: &usize| {
        let replies = &product[*left];
        let good = replies.iter().filter(|reply| expected[**reply] == expected[place]).count();
        u32::try_from(1000 * 1000 * good / replies.len()).unwrap()
    };
    moves.into_iter().zip(left).min_by_key(|(_, left)| share(left)).map(|(mv, _)| mv)
}

/// If the winner makes the recommended moves and the opponent any, no position comes again.
fn the_recommended_move_makes_an_end(
    values: &LoopyValues,
    first: usize,
    second: usize,
    product: &[Vec<usize>],
    expected: &[LoopyOutcome],
) {
    let reply = |place: &usize| {
        let mut tokens = [place / second, place % second];
        let mv = values.winning_move([tokens[0], first + tokens[1]]).unwrap().unwrap();
        tokens[mv.component] = mv.mv.0 - mv.component * first;
        tokens[0] * second + tokens[1]
    };
    // From each position lost for the opponent, those in which the opponent is to move next.
    let next: Vec<Vec<usize>> = (0..product.len())
        .map(
            |place| {
                if expected[place] == LoopyOutcome::P { product[place].iter().map(reply).collect() } else { vec![] }
            },
        )
        .collect();
    let mut seen = vec![0; next.len()];
    for place in next.iter().flatten() {
        seen[*place] += 1;
    }
    // A graph whose vertices can be put in an order has no cycle.
    let mut free: Vec<usize> = (0..next.len()).filter(|place| seen[*place] == 0).collect();
    let mut ordered = 0;
    while let Some(place) = free.pop() {
        ordered += 1;
        for option in &next[place] {
            seen[*option] -= 1;
            if seen[*option] == 0 {
                free.push(*option);
            }
        }
    }
    assert_eq!(ordered, next.len(), "play that follows the recommended moves comes round");
}

#[test]
fn moves_on_small_graphs_beside_a_heap() {
    let heaps = heap(3);
    for bits in (0..1 << 16).step_by(41) {
        check_sums(&of_four(bits), &heaps);
    }
}

/// Random graphs: any edges at all, or mostly downward ones, which make large values.
fn graphs(vertices: usize) -> impl Strategy<Value = Options> {
    let any = prop::collection::vec(prop::collection::btree_set(0..vertices, 0..=3), vertices);
    let downward = prop::collection::vec((prop::collection::btree_set(0..vertices, 0..=vertices), 0..4_u32), vertices);
    let downward = downward.prop_map(|rows| {
        let row = |(vertex, (targets, up)): (usize, (std::collections::BTreeSet<usize>, u32))| {
            let targets = targets.into_iter().filter(|target| *target < vertex || up == 0 && *target <= vertex + 1);
            targets.collect()
        };
        rows.into_iter().enumerate().map(row).collect()
    });
    prop_oneof![any.prop_map(|rows| rows.into_iter().map(|row| row.into_iter().collect()).collect()), downward]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn sums_of_two_random_graphs(first in graphs(12), second in graphs(9)) {
        check_sums(&first, &second);
    }

    #[test]
    fn a_large_random_graph_beside_every_heap(graph in graphs(120)) {
        let heaps = heap(9);
        let values = values(&graph);
        for (place, expected) in outcomes(&sum(&graph, &heaps)).into_iter().enumerate() {
            let [vertex, counters] = [place / heaps.len(), place % heaps.len()];
            let value = values.value(vertex).unwrap();
            let with_heap = value.clone() + Nimber::new(counters as u64).into();
            prop_assert_eq!(with_heap.outcome(), expected, "vertex {} + *{}, {}", vertex, counters, value);
        }
    }

    #[test]
    fn the_working_says_why(graph in graphs(30)) {
        let values = values(&graph);
        for vertex in 0..graph.len() {
            let working = &values.explain(vertex).unwrap().components[0];
            let may_stand = working.options.iter().filter(|option| {
                option.value.nimber().is_none_or(|nimber| nimber > working.mex)
            });
            let all_answered = may_stand.clone().all(|option| option.answer.is_some());
            prop_assert_eq!(working.value.nimber(), all_answered.then_some(working.mex));
            for option in may_stand {
                if let Some(answer) = option.answer {
                    prop_assert!(graph[option.position].contains(&answer));
                    prop_assert_eq!(values.nimber(answer), Ok(Some(working.mex)));
                }
            }
        }
    }

    #[test]
    fn the_working_of_a_sum_is_that_of_its_tokens(graph in graphs(9), tokens in prop::collection::vec(any::<prop::sample::Index>(), 0..4)) {
        let values = values(&graph);
        let tokens: Vec<usize> = tokens.iter().map(|token| token.index(graph.len())).collect();
        let explained = values.explain(&tokens[..]).unwrap();
        prop_assert_eq!(&explained.value, &values.value(&tokens[..]).unwrap());
        prop_assert_eq!(explained.outcome, values.outcome(&tokens[..]).unwrap());
        prop_assert_eq!(&explained.best, &values.best_move(&tokens[..]).unwrap());
        for (token, working) in tokens.iter().zip(&explained.components) {
            prop_assert_eq!(working, &values.explain(*token).unwrap().components[0]);
        }
        prop_assert_eq!(explained.components.len(), tokens.len());
    }

    #[test]
    fn a_graph_reads_back(graph in graphs(8)) {
        let graph = Digraph::new(graph).unwrap();
        prop_assert_eq!(graph.to_string().parse(), Ok(graph));
    }

    #[test]
    fn a_value_reads_back(sizes in prop::collection::btree_set(any::<u64>(), 0..5), size in any::<u64>()) {
        for value in [LoopyValue::infinite(sizes.into_iter().map(Nimber::new)), Nimber::new(size).into()] {
            prop_assert_eq!(value.to_string().parse(), Ok(value));
        }
    }
}

/// The mex equations alone do not make a value: answers must not rest on each other in a circle.
#[test]
fn a_labelling_that_only_satisfies_the_equations_is_not_taken() {
    let values = labelled("0>1,0>2,0>3,1>2,1>3,2>0,2>3".parse().unwrap());
    let texts: Vec<String> = (0..4).map(|vertex| values.value(vertex).unwrap().to_string()).collect();
    assert_eq!(texts, ["∞_{0}", "∞_{0}", "∞_{0}", "*0"]);
}

#[test]
fn a_vertex_that_is_not_there_is_refused_everywhere() {
    let values = labelled("0>1".parse().unwrap());
    let message = "there is no vertex 7: the graph has 2 vertices";
    let errors = [
        values.value(7).map(drop),
        values.nimber(7).map(drop),
        values.value([0, 7]).map(drop),
        values.outcome([7, 0]).map(drop),
        values.winning_moves([0, 1, 7]).map(drop),
        values.drawing_moves(7).map(drop),
        values.winning_move(7).map(drop),
        values.best_move(7).map(drop),
        values.explain(7).map(drop),
        values.graph().options(7).map(drop),
    ];
    for error in errors {
        assert_eq!(error.unwrap_err().to_string(), message);
    }
    assert!(values.value(usize::MAX).is_err());
}

#[test]
fn no_tokens_are_a_lost_position() {
    let values = labelled(Digraph::new([[0_usize; 0]; 0]).unwrap());
    let nothing: [usize; 0] = [];
    assert_eq!(values.outcome(nothing), Ok(LoopyOutcome::P));
    assert_eq!(values.winning_move(nothing), Ok(None));
    assert_eq!(values.best_move(nothing), Ok(None));
}

#[test]
fn lists_that_are_no_graph_are_refused() {
    let error = Digraph::new([vec![0, 1], vec![1, usize::MAX]]).unwrap_err();
    let expected = format!("vertex 1, edge 2: there is no vertex {}, only vertices 0 to 1", usize::MAX);
    assert_eq!(error.to_string(), expected);
    let error = Digraph::new([vec![], vec![], vec![1, 2, 3]]).unwrap_err();
    assert_eq!(error.to_string(), "vertex 2, edge 3: there is no vertex 3, only vertices 0 to 2");
}

#[test]
fn text_that_is_no_graph_is_refused() {
    let cases = [
        ("", "``, character 1: a vertex is missing"),
        ("0>1,,", "`0>1,,`, character 5: a vertex is missing"),
        ("0>1,x>2", "`0>1,x>2`, character 5: a vertex is a whole number, and `x` is not a digit"),
        ("0>", "`0>`, character 3: a vertex is missing"),
        ("0>1>2", "`0>1>2`, character 1: an edge is written 0>1, and `0>1>2` has too many vertices"),
        ("0>4000000000", "`0>4000000000`, character 3: a vertex is less than 1048576, and here is 4000000000"),
        ("0-1", "`0-1`, character 2: a vertex is a whole number, and `-` is not a digit"),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<Digraph>().unwrap_err().to_string(), expected, "{text}");
    }
    for text in ["", "∞_", "∞{", "∞_{0", "∞_{0,}", "∞0", "x", "*-1", "∞_{0}}"] {
        assert!(text.parse::<LoopyValue>().is_err(), "{text}");
    }
    for text in ["∞_{2,0}", "∞{*0,*2}", "∞_{0, 2, 0}"] {
        assert_eq!(text.parse::<LoopyValue>().map(|value| value.to_string()), Ok("∞_{0,2}".to_owned()));
    }
}

/// Neither is a graph too deep for the stack nor a value too large for a round.
#[test]
fn long_paths_and_large_values() {
    const VERTICES: usize = 200_000;
    let path = labelled(Digraph::new((0..VERTICES).map(|vertex| vertex.checked_sub(1))).unwrap());
    assert_eq!(path.nimber(VERTICES - 1), Ok(Some(Nimber::new(1))));
    let cycle = labelled(Digraph::new((0..VERTICES).map(|vertex| [(vertex + 1) % VERTICES])).unwrap());
    assert_eq!(cycle.nimber(VERTICES - 1), Ok(None));
    let heaps = values(&heap(400));
    assert!((0..=400).all(|counters| heaps.nimber(counters) == Ok(Some(Nimber::new(counters as u64)))));
}

#[test]
fn a_labelling_is_stopped_by_every_bound() {
    const VERTICES: usize = 300_000;
    let cycle = || Digraph::new((0..VERTICES).map(|vertex| [(vertex + 1) % VERTICES, vertex / 2])).unwrap();
    let vertices = VERTICES as u64;
    let stop = |mut control: Control| LoopyValues::new(cycle(), &mut control).unwrap_err();
    let late = stop(Control::new().within(std::time::Duration::ZERO));
    assert_eq!((late.bound, late.unit, late.unfinished), (Bound::Deadline, Unit::Vertices, vertices));
    assert_eq!(stop(Control::new().bytes(1 << 20)).bound, Bound::Bytes(1 << 20));
    assert_eq!(stop(Control::new().positions(vertices - 1)).bound, Bound::Positions(vertices - 1));
    assert!(
        stop(Control::new().watched(|progress| {
            assert_eq!((progress.unit, progress.total), (Unit::Vertices, Some(300_000)));
            std::ops::ControlFlow::Break(())
        }))
        .is_cancelled()
    );
    let mut control = Control::new().positions(vertices);
    LoopyValues::new(cycle(), &mut control).unwrap();
    assert_eq!(control.done(), vertices);
}

#[test]
fn an_edge_that_leads_nowhere_is_told_by_its_vertex() {
    for (options, expected) in [
        (vec![vec![0], vec![5]], "vertex 1, edge 1: there is no vertex 5, only vertices 0 to 1"),
        (vec![vec![0], vec![], vec![5]], "vertex 2, edge 1: there is no vertex 5, only vertices 0 to 2"),
        (vec![vec![], vec![1, 3], vec![]], "vertex 1, edge 2: there is no vertex 3, only vertices 0 to 2"),
    ] {
        assert_eq!(Digraph::new(options).unwrap_err().to_string(), expected);
    }
}
