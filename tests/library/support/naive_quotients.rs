//! An independent checker of misère quotients. It shares nothing with the finder: moves are listed one by one by the naive oracle,
//! and of the crate it asks the elements of single heaps, products, and which elements are in P, no more.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use grundy::heap::TakeAndBreak;
use grundy::misere::quotient::{BipartiteMonoid, Element, MisereQuotient};
use grundy::{Control, Outcome};

use super::codes::plain_code;
use super::naive_heaps::numbered_moves;

/// What the moves in heaps 0, 1, .. leave.
pub(crate) fn all_moves(code: &TakeAndBreak, heaps: usize) -> Vec<Vec<Vec<usize>>> {
    let [digits, tail] = plain_code(code);
    let left = |heap| numbered_moves(&digits, &tail, heap).into_iter().map(|(_, left)| left).collect();
    (0..heaps).map(left).collect()
}

/// Misère outcomes by brute force, each sum of heaps remembered.
pub(crate) struct BruteForce {
    moves: Rc<[Vec<Vec<usize>>]>,
    known: HashMap<Vec<usize>, bool>,
}

impl BruteForce {
    pub(crate) fn new(code: &TakeAndBreak, heaps: usize) -> Self {
        Self { moves: all_moves(code, heaps).into(), known: HashMap::new() }
    }

    /// Whether the previous player wins.
    pub(crate) fn is_p(&mut self, heaps: &[usize]) -> bool {
        let mut heaps: Vec<usize> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
        heaps.sort_unstable();
        if let Some(known) = self.known.get(&heaps) {
            return *known;
        }
        let mut has_move = false;
        let mut is_lost = true;
        let moves = Rc::clone(&self.moves);
        'all: for (place, heap) in heaps.iter().enumerate() {
            // Equal heaps have the same moves.
            if heaps[..place].last() == Some(heap) {
                continue;
            }
            for left in &moves[*heap] {
                has_move = true;
                let others = [&heaps[..place], &heaps[place + 1..], left].concat();
                if self.is_p(&others) {
                    is_lost = false;
                    break 'all;
                }
            }
        }
        let is_p = has_move && is_lost;
        self.known.insert(heaps, is_p);
        is_p
    }
}

/// All sums of at most `count` heaps below `heaps`, none of them empty.
pub(crate) fn sums(heaps: usize, count: usize) -> Vec<Vec<usize>> {
    let mut sums = vec![vec![]];
    let mut last = sums.clone();
    for _ in 0..count {
        last = last
            .iter()
            .flat_map(|sum: &Vec<usize>| {
                let least = sum.last().copied().unwrap_or(1);
                (least..heaps).map(move |heap| [&sum[..], &[heap]].concat())
            })
            .collect();
        sums.extend(last.iter().cloned());
    }
    sums
}

/// The products and *P* as plain tables.
struct Tables {
    products: Vec<Vec<usize>>,
    is_p: Vec<bool>,
}

impl Tables {
    fn new(monoid: &BipartiteMonoid) -> Self {
        let elements: Vec<Element> = monoid.elements().collect();
        let row = |one: &Element| elements.iter().map(|other| monoid.product(*one, *other).unwrap().index()).collect();
        let products = elements.iter().map(row).collect();
        let is_p = elements.iter().map(|element| monoid.outcome(*element) == Outcome::P).collect();
        Self { products, is_p }
    }
}

/// *Q* is a commutative monoid with identity 0, and *P* tells its elements apart.
pub(crate) fn check_monoid(monoid: &BipartiteMonoid) {
    let Tables { products, is_p } = Tables::new(monoid);
    let all = 0..products.len();
    for x in all.clone() {
        assert_eq!(products[0][x], x);
        for y in all.clone() {
            assert_eq!(products[x][y], products[y][x]);
            assert!(x == y || all.clone().any(|z| is_p[products[x][z]] != is_p[products[y][z]]), "{x} = {y}");
            for z in all.clone() {
                assert_eq!(products[products[x][y]][z], products[x][products[y][z]]);
            }
        }
    }
}

/// The transition algebra closes: of each sum of heaps let there be its element, and the set of the elements that its moves
/// leave. There are finitely many such pairs, given by those of heaps; in each of them, but for sums without a move, the element
/// is in P exactly if none of the set is. Returns how many pairs there are.
///
/// So Φ tells the outcomes of all sums of these heaps. `heaps` may go past those that were computed, if Φ does.
pub(crate) fn check_transitions(quotient: &MisereQuotient, heaps: usize) -> usize {
    let Tables { products, is_p } = Tables::new(quotient.monoid());
    let map: Vec<usize> = (0..heaps).map(|heap| quotient.element(heap as u128).unwrap().index()).collect();
    let moves = all_moves(quotient.code(), heaps);
    let mut generators: HashSet<(usize, BTreeSet<usize>)> = HashSet::new();
    for (heap, moves) in moves.iter().enumerate() {
        let left = moves.iter().map(|left| left.iter().fold(0, |all, part| products[all][map[*part]]));
        let left: BTreeSet<usize> = left.collect();
        if left.is_empty() {
            assert_eq!(map[heap], 0, "heap {heap} is nothing");
        } else {
            generators.insert((map[heap], left));
        }
    }
    let mut met = generators.clone();
    let mut open: Vec<_> = generators.iter().cloned().collect();
    while let Some((x, left)) = open.pop() {
        assert_eq!(is_p[x], left.iter().all(|option| !is_p[*option]), "element {x} leaving {left:?}");
        for (y, others) in &generators {
            let both = left.iter().map(|option| products[*option][*y]);
            let both = both.chain(others.iter().map(|option| products[x][*option])).collect();
            let sum = (products[x][*y], both);
            if met.insert(sum.clone()) {
                open.push(sum);
            }
        }
    }
    let gap = |(x, left): &(usize, BTreeSet<usize>)| {
        let is_left = |z: &usize| left.iter().any(|option| is_p[products[*option][*z]]);
        let gap = (0..is_p.len()).filter(|z| !is_p[products[*x][*z]] && !is_left(z));
        (*x, gap.collect::<BTreeSet<usize>>())
    };
    let gaps: HashSet<_> = met.iter().map(gap).filter(|(_, gap)| !gap.is_empty()).collect();
    let is_maximal = |(x, gap): &&(usize, BTreeSet<usize>)| {
        !gaps.iter().any(|(y, other)| x == y && gap != other && gap.is_subset(other))
    };
    assert_eq!(quotient.verify(&mut Control::unlimited()), Ok(gaps.iter().filter(is_maximal).count()));
    met.len()
}

/// Every element is that of a sum of heaps.
pub(crate) fn check_generated(quotient: &MisereQuotient) {
    let monoid = quotient.monoid();
    let heaps: BTreeSet<Element> = quotient.map().collect();
    let mut met: BTreeSet<Element> = [Element::IDENTITY].into();
    let mut open = vec![Element::IDENTITY];
    while let Some(one) = open.pop() {
        for other in &heaps {
            let product = monoid.product(one, *other).unwrap();
            if met.insert(product) {
                open.push(product);
            }
        }
    }
    assert_eq!(met.len(), monoid.order());
}
