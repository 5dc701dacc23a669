//! The naive oracle of games that need not end: retrograde analysis of a whole graph, sweep after sweep. It knows no value.

use grundy::loopy::LoopyOutcome;

/// Who wins each vertex of the graph with these options.
pub(crate) fn outcomes(options: &[Vec<usize>]) -> Vec<LoopyOutcome> {
    let mut outcomes = vec![LoopyOutcome::Draw; options.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (vertex, options) in options.iter().enumerate() {
            if outcomes[vertex] == LoopyOutcome::Draw {
                if options.iter().any(|option| outcomes[*option] == LoopyOutcome::P) {
                    outcomes[vertex] = LoopyOutcome::N;
                    changed = true;
                } else if options.iter().all(|option| outcomes[*option] == LoopyOutcome::N) {
                    outcomes[vertex] = LoopyOutcome::P;
                    changed = true;
                }
            }
        }
    }
    outcomes
}

/// The graph of the sum of two: the token of the first on `a` and that of the second on `b` is vertex `a * second.len() + b`. Moves
/// of the first token come first.
pub(crate) fn sum(first: &[Vec<usize>], second: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let width = second.len();
    let place = |a: usize, b: usize| a * width + b;
    let options = |a: usize, b: usize| {
        let first = first[a].iter().map(|a| place(*a, b));
        first.chain(second[b].iter().map(|b| place(a, *b))).collect()
    };
    (0..first.len()).flat_map(|a| (0..width).map(move |b| (a, b))).map(|(a, b)| options(a, b)).collect()
}

/// The graph of a nim-heap: vertex `n` is the heap of n counters.
pub(crate) fn heap(counters: usize) -> Vec<Vec<usize>> {
    (0..=counters).map(|heap| (0..heap).collect()).collect()
}

/// Two graphs side by side, the vertices of the second numbered after those of the first.
pub(crate) fn side_by_side(first: &[Vec<usize>], second: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let shift = first.len();
    let second = second.iter().map(|options| options.iter().map(|option| option + shift).collect());
    first.iter().cloned().chain(second).collect()
}
