//! The values of all subtrees, and of all options.

use super::position::Tree;
use super::xor_sets::{XorSet, XorSets};

/// For each node, what there is to know about the tree that hangs on it.
pub(super) struct Values {
    /// Its value.
    value: Vec<u64>,
    /// The nim-sum of the values of its children's trees.
    below: Vec<u64>,
}

impl Values {
    /// From the leaves up: the option values of a tree are gathered from those of its children's trees.
    pub(super) fn of(tree: &Tree) -> Self {
        let nodes = tree.nodes();
        let mut value = vec![0; nodes];
        let mut below = vec![0; nodes];
        let mut sets = XorSets::new();
        // For each node the union of S(c) ⊕ g(c) over those of its children c that are done.
        let mut gathered = vec![XorSet::EMPTY; nodes];
        for node in tree.top_down().into_iter().rev() {
            let place = node as usize;
            let mut options = std::mem::replace(&mut gathered[place], XorSet::EMPTY);
            sets.add(&mut options, below[place]);
            sets.insert(&mut options, below[place]);
            value[place] = sets.mex(options);
            if let Some(parent) = tree.parent(node) {
                let parent = parent as usize;
                below[parent] ^= value[place];
                sets.add(&mut options, value[place]);
                sets.unite(&mut gathered[parent], options);
            }
        }
        Self { value, below }
    }

    /// The value of the whole tree.
    pub(super) fn whole(&self) -> u64 {
        self.value.first().copied().unwrap_or(0)
    }

    /// For each node, the value of what is left when the path from it to the root is taken.
    pub(super) fn of_options(&self, tree: &Tree) -> Vec<u64> {
        // First what hangs off the path above the node; what hangs below it is added when all is done.
        let mut left = vec![0; tree.nodes()];
        for node in tree.top_down() {
            if let Some(parent) = tree.parent(node) {
                let (node, parent) = (node as usize, parent as usize);
                left[node] = left[parent] ^ self.below[parent] ^ self.value[node];
            }
        }
        left.iter().zip(&self.below).map(|(above, below)| above ^ below).collect()
    }
}
