//! The values of all subtrees, and of all options.
//!
//! In goes a tree, out come the value of each subtree and the value that each move leaves. For the tree `0,0,1`, whose root has the
//! children 1 and 2 and node 1 the child 3: the leaves 2 and 3 have value 1, the path 1-3 has value 2, and the root, whose options have
//! the values 2 ⊕ 1 = 3, 1 ⊕ 1 = 0 (take node 1), 2 (node 2) and 1 (node 3), has value 4.

use super::position::Tree;
use super::xor_sets::{XorSet, XorSets};

/// Values for each node.
pub(super) struct Values {
    /// The value of the tree of the node and all nodes below it.
    value: Vec<u64>,
    /// The nim-sum of the values of its children's trees.
    below: Vec<u64>,
}

impl Values {
    /// Computes the values from the leaves up: the option values of a tree follow from those of its children's trees.
    pub(super) fn of(tree: &Tree) -> Self {
        let nodes = tree.nodes();
        let mut value = vec![0; nodes];
        let mut below = vec![0; nodes];
        let mut sets = XorSets::new();
        // For each node, the union of S(c) ⊕ g(c) over those of its children c that are done.
        let mut gathered = vec![XorSet::EMPTY; nodes];
        // From the leaves up: all children of a node come before the node.
        for node in tree.top_down().into_iter().rev() {
            let place = node as usize;
            // S = {x} ∪ ⋃ (S(c) ⊕ g(c) ⊕ x), where x is `below`. The set is moved out, since its nodes belong to one
            // set only.
            let mut options = std::mem::replace(&mut gathered[place], XorSet::EMPTY);
            sets.add(&mut options, below[place]);
            sets.insert(&mut options, below[place]);
            value[place] = sets.mex(options);
            if let Some(parent) = tree.parent(node) {
                let parent = parent as usize;
                below[parent] ^= value[place];
                // What the parent gathers of this child: S(c) ⊕ g(c).
                sets.add(&mut options, value[place]);
                sets.unite(&mut gathered[parent], options);
            }
        }
        Self { value, below }
    }

    /// The value of the whole tree.
    pub(super) fn whole(&self) -> u64 {
        self.value[0]
    }

    /// For each node, the value of the forest that is left when the path from the node to the root is taken.
    pub(super) fn of_options(&self, tree: &Tree) -> Vec<u64> {
        // First the nim-sum of the trees that hang off the path above the node. The last line adds those below the node.
        let mut left = vec![0; tree.nodes()];
        for node in tree.top_down() {
            if let Some(parent) = tree.parent(node) {
                let (node, parent) = (node as usize, parent as usize);
                // What hangs off the path at the parent: all trees of its children but that of this node.
                left[node] = left[parent] ^ self.below[parent] ^ self.value[node];
            }
        }
        left.iter().zip(&self.below).map(|(above, below)| above ^ below).collect()
    }
}
