//! Sets of numbers with a fast nim-addition of a constant to all numbers.
//!
//! These sets are their own, and not the bit sets of [`mex`](crate::mex()) or [`Subset`](crate::Subset), because those would move every
//! bit to add a constant, and every word to unite two sets.

use crate::permuted::permuted;

/// A set of numbers, such as the values of the options of a tree. Its nodes are in an [`XorSets`], and belong to no other set.
#[derive(Clone, Copy, Debug)]
pub(super) struct XorSet {
    link: Link,
    /// An upper bound: all numbers are below 2^`height`.
    height: u32,
}

impl XorSet {
    pub(super) const EMPTY: Self = Self { link: EMPTY, height: WORD };
}

/// A set of numbers below 2^height; the holder of the link knows the height.
///
/// [`EMPTY`] and [`FULL`] mean the same at every height. Otherwise, at height [`WORD`] the link is the set itself, one bit for each
/// number, and at greater heights it is the index of a node.
type Link = u64;

const EMPTY: Link = 0;
const FULL: Link = u64::MAX;
/// The height of the sets that are one word: numbers below 2^6.
const WORD: u32 = 6;

/// Binary tries that share one store of nodes.
///
/// A trie branches by the highest bit first, and ends in words of 64 numbers. A number that is nim-added to a whole subtrie is stored at
/// its node (`pending`), and goes to the halves when the node is opened.
///
/// Memory: an empty or full set has no nodes, and a set of numbers below 2^*h* has fewer than 2^(*h* − 6) nodes. A tree of *k* nodes has a
/// value of at most *k* and option values below *k*, because a nim-sum is at most the sum. So the sets of disjoint trees with *n* nodes
/// together have O(*n*/64) nodes. Time: each step of a union frees a node, so all unions together take at most as many steps as nodes
/// were made, which is O(log *n*) for each insertion.
pub(super) struct XorSets {
    nodes: Vec<Node>,
    /// Indices of nodes that are not in use.
    free: Vec<Link>,
}

struct Node {
    /// The numbers without the highest bit, and those with it, stored without that bit.
    halves: [Link; 2],
    /// The number that is still to be nim-added to all numbers.
    pending: u64,
}

impl XorSets {
    pub(super) fn new() -> Self {
        // Index 0 stands for the empty set, so no node may have it.
        Self { nodes: vec![Node { halves: [EMPTY; 2], pending: 0 }], free: Vec::new() }
    }

    /// Nim-adds `number` to all numbers of a set, in constant time.
    pub(super) fn add(&mut self, set: &mut XorSet, number: u64) {
        if set.link != EMPTY {
            // Sums may have more bits than the numbers of the set have.
            self.raise(set, height_of(number));
            set.link = self.added(set.link, set.height, number);
        }
    }

    /// Adds a number to a set.
    pub(super) fn insert(&mut self, set: &mut XorSet, number: u64) {
        let height = height_of(number).max(set.height);
        // The trie of one number, from its word up: at each height the number lies in one half.
        let mut link = 1 << (number % 64);
        for bit in WORD..height {
            link = self.closed(if number >> bit & 1 == 0 { [link, EMPTY] } else { [EMPTY, link] });
        }
        self.unite(set, XorSet { link, height });
    }

    /// Adds all numbers of `other` to a set.
    pub(super) fn unite(&mut self, set: &mut XorSet, mut other: XorSet) {
        self.raise(set, other.height);
        self.raise(&mut other, set.height);
        set.link = self.united(set.link, other.link, set.height);
    }

    /// The least number that is not in a set, in one step for each bit.
    pub(super) fn mex(&self, set: XorSet) -> u64 {
        let XorSet { mut link, mut height } = set;
        // `pending` collects the sums on the way down, which are not carried out: a bit of it exchanges the halves of
        // its height.
        let (mut mex, mut pending) = (0, 0);
        while height > WORD {
            match link {
                EMPTY => return mex,
                FULL => return mex + (1 << height),
                _ => {}
            }
            let node = &self.nodes[place(link)];
            pending ^= node.pending;
            height -= 1;
            // If all numbers without the bit are there, the least missing number has the bit.
            let [without, with] = swapped_if(pending >> height & 1 == 1, node.halves);
            link = if without == FULL { with } else { without };
            mex += u64::from(without == FULL) << height;
        }
        mex + u64::from(permuted(link, pending).trailing_ones())
    }

    /// Makes room in a set for numbers below 2^`height`.
    fn raise(&mut self, set: &mut XorSet, height: u32) {
        while set.height < height {
            set.link = self.closed([set.link, EMPTY]);
            set.height += 1;
        }
    }

    /// The union of two sets. It frees or reuses their nodes. The recursion is one level for each bit of the numbers above 6: at most 27.
    fn united(&mut self, one: Link, other: Link, height: u32) -> Link {
        match (one, other) {
            (EMPTY, link) | (link, EMPTY) => link,
            (FULL, link) | (link, FULL) => {
                self.free_all(link, height);
                FULL
            }
            // A word in which all bits are set is `FULL`.
            _ if height == WORD => one | other,
            _ => {
                let (one, other) = (self.opened(one, height), self.opened(other, height));
                let without = self.united(one[0], other[0], height - 1);
                let with = self.united(one[1], other[1], height - 1);
                self.closed([without, with])
            }
        }
    }

    /// The set with `number` nim-added to all its numbers.
    fn added(&mut self, link: Link, height: u32, number: u64) -> Link {
        match link {
            EMPTY | FULL => link,
            _ if height == WORD => permuted(link, number),
            _ => {
                // Lazily: the halves stay as they are until the node is opened.
                self.nodes[place(link)].pending ^= number;
                link
            }
        }
    }

    /// The halves of a set that has a node. Frees the node.
    fn opened(&mut self, link: Link, height: u32) -> [Link; 2] {
        let Node { halves, pending } = self.nodes[place(link)];
        self.free.push(link);
        let half = height - 1;
        // The highest bit of the sum exchanges the halves, the others go on to both of them.
        let rest = pending & ((1 << half) - 1);
        swapped_if(pending >> half & 1 == 1, halves).map(|link| self.added(link, half, rest))
    }

    /// The set that has these halves.
    fn closed(&mut self, halves: [Link; 2]) -> Link {
        // Empty and full sets have one form at each height, so that comparisons with a link are enough.
        if halves == [EMPTY; 2] || halves == [FULL; 2] {
            return halves[0];
        }
        let node = Node { halves, pending: 0 };
        if let Some(link) = self.free.pop() {
            self.nodes[place(link)] = node;
            return link;
        }
        self.nodes.push(node);
        self.nodes.len() as Link - 1
    }

    /// Frees all nodes of a set.
    fn free_all(&mut self, link: Link, height: u32) {
        let mut open = vec![(link, height)];
        while let Some((link, height)) = open.pop() {
            if height > WORD && link != EMPTY && link != FULL {
                self.free.push(link);
                open.extend(self.nodes[place(link)].halves.map(|half| (half, height - 1)));
            }
        }
    }
}

/// The index of the node of a link.
#[expect(clippy::cast_possible_truncation, reason = "it comes from the length of a vector")]
const fn place(link: Link) -> usize {
    link as usize
}

/// The least height of a set that can contain a number.
fn height_of(number: u64) -> u32 {
    (u64::BITS - number.leading_zeros()).max(WORD)
}

fn swapped_if(swap: bool, [one, other]: [Link; 2]) -> [Link; 2] {
    if swap { [other, one] } else { [one, other] }
}
