//! A canonical numbering of the nodes of a tree.

use super::position::Tree;

impl Tree {
    /// The same tree with its nodes numbered by shape: two trees become equal exactly if they differ only in the numbers of their nodes.
    ///
    /// From the lowest level up, each node gets a rank within its level, by the sorted ranks of its children. Then the nodes get their
    /// numbers level by level from the root, the children of each node in the order of their ranks. Time is O(*n* log *n*): sorting a
    /// level compares lists whose lengths add up to the size of the level below.
    ///
    /// Reference: Aho, Hopcroft and Ullman, *The Design and Analysis of Computer Algorithms* (1974), §3.2.
    pub(super) fn canonical(self) -> Self {
        if self.nodes() <= 2 {
            return self;
        }
        let children = self.children();
        // The nodes level by level from the root. The last entry of `level_starts` is the end of the lowest level.
        let (mut order, mut level_starts) = (vec![0], vec![0]);
        let mut next = 0;
        while next < order.len() {
            let end = order.len();
            for place in next..end {
                let below = children.of(order[place]);
                order.extend_from_slice(below);
            }
            next = end;
            level_starts.push(end);
        }
        // For each node the ranks of its children, and the children, both in the order of the ranks. A level is sorted before its parents'
        // level, and places its nodes in the lists of their parents in that order.
        let mut ranks = vec![0; self.nodes() - 1];
        let mut by_rank = vec![0; self.nodes() - 1];
        // For each node, the number of its children that are placed.
        let mut done = vec![0; self.nodes()];
        for bounds in level_starts.windows(2).rev() {
            let level = &mut order[bounds[0]..bounds[1]];
            level.sort_unstable_by(|one, other| ranks[children.range(*one)].cmp(&ranks[children.range(*other)]));
            // Nodes of a level with equal lists of ranks have equal shapes, and share a rank.
            let mut rank = 0;
            let mut before = None;
            for node in level.iter().copied().filter(|node| *node != 0) {
                if before.is_some_and(|before| ranks[children.range(before)] != ranks[children.range(node)]) {
                    rank += 1;
                }
                before = Some(node);
                let parent = self.up(node);
                let place = children.range(parent).start + done[parent as usize];
                done[parent as usize] += 1;
                (ranks[place], by_rank[place]) = (rank, node);
            }
        }
        // The new numbers, level by level: `order[number]` is the node that gets the number.
        let mut parents = Vec::with_capacity(self.nodes() - 1);
        let mut order = vec![0];
        for number in 0..self.count() {
            let below = &by_rank[children.range(order[number as usize])];
            order.extend_from_slice(below);
            parents.extend(below.iter().map(|_| number));
        }
        Self::from_parents(parents)
    }
}
