//! The tree game on trees of a million nodes. Every answer is asserted.

use std::hint::black_box;

use grundy::games::Tree;
use grundy::{Answer, Control, ImpartialGame, Nimber, Notes, Question, Solver, TreeGame};

const NODES: u32 = 1_000_000;

fn main() {
    let mut criterion = grundy_benches::criterion(2, 10);
    let path: Vec<u32> = (0..NODES - 1).collect();
    let random = random_tree();
    let mut group = criterion.benchmark_group("tree of 10^6 nodes");
    for (name, parents, expected) in [("path", path, NODES.into()), ("random", random.clone(), value(&random))] {
        let tree = Tree::new(parents).unwrap_or_else(|_| unreachable!("parents come before their children"));
        group.bench_function(format!("{name}, value"), |bencher| {
            bencher.iter(|| {
                assert_eq!(Solver::new(TreeGame).grundy(black_box(&tree).clone()), Ok(Nimber::new(expected)));
            });
        });
        group.bench_function(format!("{name}, all winning moves"), |bencher| {
            bencher.iter(|| {
                let question = Question::MovesLeaving { component: black_box(&tree), value: Nimber::ZERO };
                let (mut notes, mut control) = (Notes::default(), Control::new());
                let Answer::Moves(moves) = TreeGame.oracle(question, &mut notes, &mut control) else {
                    panic!("the theorem tells the moves")
                };
                assert!(moves.count() > 0, "the first player wins every tree");
            });
        });
    }
    group.finish();
}

/// The parents of a tree in which each node hangs off any of those before it: the same tree in every run.
fn random_tree() -> Vec<u32> {
    let mut state = 1_u64;
    let mut next_below = |end: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(((state >> 32) * u64::from(end)) >> 32).unwrap_or(0)
    };
    (1..NODES).map(&mut next_below).collect()
}

/// The value of a tree, by lists of all option values, which costs a step for each node and each node above it. It shares
/// nothing with the rule book.
fn value(parents: &[u32]) -> u64 {
    let nodes = parents.len() + 1;
    // What the options of the trees that hang off a node leave of those trees, beside the value of the tree each is in.
    let mut options: Vec<Vec<u64>> = vec![Vec::new(); nodes];
    let mut below = vec![0; nodes];
    for node in (0..nodes).rev() {
        let mut left = std::mem::take(&mut options[node]);
        // `below[node]` is the nim-sum of the trees below the node: an option in one of them leaves the others as
        // they are.
        for option in &mut left {
            *option ^= below[node];
        }
        // Taking the node itself leaves all trees below it.
        left.push(below[node]);
        // The mex of n values is at most n, so larger values need no mark.
        let mut seen = vec![false; left.len() + 1];
        for option in &left {
            if let Some(mark) = usize::try_from(*option).ok().and_then(|option| seen.get_mut(option)) {
                *mark = true;
            }
        }
        let value = seen.iter().take_while(|mark| **mark).count() as u64;
        let Some(parent) = node.checked_sub(1).map(|place| parents[place] as usize) else { return value };
        below[parent] ^= value;
        for option in &mut left {
            *option ^= value;
        }
        let siblings = &mut options[parent];
        // The shorter list is appended to the longer one.
        if siblings.len() < left.len() {
            std::mem::swap(siblings, &mut left);
        }
        siblings.append(&mut left);
    }
    0
}
