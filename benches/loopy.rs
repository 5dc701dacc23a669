//! The labelling of random graphs, beside the rule applied sweep after sweep until nothing changes.

use std::hint::black_box;

use criterion::BatchSize;
use grundy::loopy::{Digraph, LoopyValues};
use grundy::{Control, Nimber};

/// Edges a vertex, on average.
const DEGREE: usize = 4;

/// Vertices of the graph on which the sweeps come to an end, and of the large one.
const SMALL: usize = 20_000;
const LARGE: usize = 1_000_000;

/// How many vertices of the large graphs are nimbers, and the largest of them. In the small ones each is compared with the sweeps.
const LARGE_RANDOM: (usize, u64) = (30_020, 2);
const LARGE_DOWNWARD: (usize, u64) = (999_950, 7);

fn main() {
    let mut criterion = grundy_benches::criterion(5, 10);
    let mut group = criterion.benchmark_group("loopy");
    for (name, graph) in [("random", random(SMALL)), ("downward", downward(SMALL))] {
        // Computed once, outside of what is measured.
        let expected = by_sweeps(&graph);
        group.bench_function(format!("{name} graph of {SMALL}"), |bencher| {
            let label = |graph| assert_eq!(nimbers(&labelled(black_box(graph))), expected);
            // The labelling takes the graph, so each run has a copy, which is not measured.
            bencher.iter_batched(|| graph.clone(), label, BatchSize::LargeInput);
        });
        group.bench_function(format!("{name} graph of {SMALL}, by sweeps"), |bencher| {
            bencher.iter(|| assert_eq!(by_sweeps(black_box(&graph)), expected));
        });
    }
    let large = [("random", random(LARGE), LARGE_RANDOM), ("downward", downward(LARGE), LARGE_DOWNWARD)];
    for (name, graph, expected) in large {
        group.bench_function(format!("{name} graph of {LARGE}"), |bencher| {
            let label = |graph| {
                let values = labelled(black_box(graph));
                assert_eq!(count_and_largest(&values), expected);
                values
            };
            bencher.iter_batched(|| graph.clone(), label, BatchSize::LargeInput);
        });
    }
    group.finish();
    criterion.final_summary();
}

fn labelled(graph: Digraph) -> LoopyValues {
    LoopyValues::new(graph, &mut Control::new()).unwrap()
}

fn count_and_largest(values: &LoopyValues) -> (usize, u64) {
    let numbers = nimbers(values);
    (numbers.iter().flatten().count(), numbers.into_iter().flatten().max().unwrap_or(0))
}

fn nimbers(values: &LoopyValues) -> Vec<Option<u64>> {
    let vertices = 0..values.graph().vertices();
    vertices.map(|vertex| values.nimber(vertex).ok().flatten().map(Nimber::get)).collect()
}

/// A graph each edge of which leads from any vertex to any: the same in every run.
fn random(vertices: usize) -> Digraph {
    let mut next_below = generator();
    graph(vertices, || (next_below(vertices), next_below(vertices)))
}

/// A graph most of whose edges lead to a smaller vertex, and one in sixteen to any.
fn downward(vertices: usize) -> Digraph {
    let mut next_below = generator();
    graph(vertices, || {
        let [one, other] = [next_below(vertices), next_below(vertices)];
        if next_below(16) == 0 { (one, other) } else { (one.max(other), one.min(other)) }
    })
}

fn graph(vertices: usize, mut edge: impl FnMut() -> (usize, usize)) -> Digraph {
    let mut options = vec![Vec::new(); vertices];
    for _ in 0..DEGREE * vertices {
        let (from, to) = edge();
        options[from].push(to);
    }
    Digraph::new(options).unwrap()
}

fn generator() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |end| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // (high half of the state · end) / 2^32 is below `end`.
        usize::try_from(((state >> 32) * end as u64) >> 32).unwrap_or(0)
    }
}

/// The rule as it is stated, number after number, sweep after sweep.
fn by_sweeps(graph: &Digraph) -> Vec<Option<u64>> {
    let options: Vec<Vec<usize>> =
        (0..graph.vertices()).map(|vertex| graph.options(vertex).unwrap().collect()).collect();
    let mut numbers: Vec<Option<u64>> = vec![None; options.len()];
    let most = options.iter().map(Vec::len).max().unwrap_or(0) as u64;
    for number in 0..=most {
        // Sweeps with this number, until one gives it to no vertex.
        loop {
            let has = |numbers: &[Option<u64>], vertex: usize, number: u64| {
                options[vertex].iter().any(|option| numbers[*option] == Some(number))
            };
            let before = numbers.clone();
            for vertex in 0..options.len() {
                // A vertex gets the number if the number is the mex of what its options have, and each option without
                // a number can be answered by a move to a vertex with this number.
                let is_mex =
                    (0..number).all(|smaller| has(&numbers, vertex, smaller)) && !has(&numbers, vertex, number);
                let answered = |option: &usize| numbers[*option].is_some() || has(&numbers, *option, number);
                if numbers[vertex].is_none() && is_mex && options[vertex].iter().all(answered) {
                    numbers[vertex] = Some(number);
                }
            }
            if numbers == before {
                break;
            }
        }
    }
    numbers
}
