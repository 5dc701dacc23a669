//! Rooted trees.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::components::Components;
use crate::notation::{NotationError, Piece};
use crate::serial::serde_through;

/// A rooted tree, the position of [`TreeGame`](crate::TreeGame): the parents of its nodes 1, 2, ...; node 0 is the root.
///
/// Nodes may be numbered in any order. A tree has at least its root and at most 2^32 − 1 nodes, and takes 4 bytes for each. With the
/// feature `serde` it is the list of parents.
///
/// ```
/// use grundy::games::Tree;
///
/// let tree = Tree::new([0, 0, 1, 1])?;
/// assert_eq!((tree.nodes(), tree.parent(4), tree.parent(0)), (5, Some(1), None));
/// assert_eq!("0,0,1,1".parse(), Ok(tree));
/// assert_eq!(Tree::default().to_string(), "."); // the root alone
/// # Ok::<(), grundy::games::TreeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tree {
    parents: Box<[u32]>,
}

serde_through!(Tree, |tree| tree.parents, |parents: Vec<u32>| Tree::new(parents));

impl Tree {
    /// The most nodes that a tree can have: 2^32 − 1.
    pub const LIMIT: u32 = u32::MAX;

    /// The tree in which node *i* + 1 hangs off node `parents[i]`. Time is linear.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if there are more nodes than [`LIMIT`](Self::LIMIT), if a parent does not exist, or if the parents form a cycle.
    ///
    /// ```
    /// use grundy::games::Tree;
    ///
    /// assert!(Tree::new([2, 0]).is_ok()); // a path: 1 hangs off 2
    /// let error = Tree::new([0, 5]).unwrap_err();
    /// assert_eq!(error.to_string(), "node 2 hangs off node 5, and there are only nodes 0 to 2");
    /// let error = Tree::new([0, 3, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "node 2 never comes to the root: its parents go round in a circle");
    /// ```
    pub fn new(parents: impl Into<Box<[u32]>>) -> Result<Self, TreeError> {
        let parents = parents.into();
        // There is one node more than parents: with 2^32 − 1 parents there would be a node too many.
        if u32::try_from(parents.len()).map_or(true, |below_root| below_root == Self::LIMIT) {
            return Err(TreeError::TooLarge { limit: Self::LIMIT });
        }
        let tree = Self { parents };
        if let Some((node, parent)) = tree.edges().find(|(_, parent)| *parent >= tree.count()) {
            return Err(TreeError::NoSuchNode { node, parent, last: tree.count() - 1 });
        }
        // Where all parents come before their children, no cycle is possible.
        if !tree.is_top_down() {
            // For each node, the start of the first walk that reached it. A walk goes up until it reaches the root or such a node; if that
            // node is one of its own, the parents form a cycle.
            let mut found_from = vec![0; tree.nodes()];
            for start in 1..tree.count() {
                let mut node = start;
                while node != 0 && found_from[node as usize] == 0 {
                    found_from[node as usize] = start;
                    node = tree.up(node);
                }
                if node != 0 && found_from[node as usize] == start {
                    return Err(TreeError::Cycle { node });
                }
            }
        }
        Ok(tree)
    }

    /// The number of nodes, at least 1.
    ///
    /// ```
    /// use grundy::games::Tree;
    /// assert_eq!(Tree::new([0, 0, 1])?.nodes(), 4);
    /// # Ok::<(), grundy::games::TreeError>(())
    /// ```
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.parents.len() + 1
    }

    /// The parent of a node; `None` for the root, and for numbers that are no nodes.
    ///
    /// ```
    /// use grundy::games::Tree;
    /// let tree = Tree::new([0, 0, 1])?;
    /// assert_eq!([3, 0, 4].map(|node| tree.parent(node)), [Some(1), None, None]);
    /// # Ok::<(), grundy::games::TreeError>(())
    /// ```
    #[must_use]
    pub fn parent(&self, node: u32) -> Option<u32> {
        self.parents.get((node as usize).checked_sub(1)?).copied()
    }

    /// The number of nodes, in the type of their numbers.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.nodes()).expect("the constructor refuses more nodes than the limit")
    }

    /// All nodes but the root, each with its parent.
    pub(super) fn edges(&self) -> impl DoubleEndedIterator<Item = (u32, u32)> + ExactSizeIterator {
        (1..self.count()).zip(self.parents.iter().copied())
    }

    /// The parent of a node; of the root, the root.
    pub(super) fn up(&self, node: u32) -> u32 {
        self.parent(node).unwrap_or(0)
    }

    /// All nodes, each after its parent.
    pub(super) fn top_down(&self) -> Vec<u32> {
        if self.is_top_down() {
            return (0..self.count()).collect();
        }
        let children = self.children();
        // `order` is the result and the queue at the same time.
        let mut order = vec![0];
        let mut next = 0;
        while let Some(node) = order.get(next) {
            order.extend_from_slice(children.of(*node));
            next += 1;
        }
        order
    }

    /// The children of all nodes.
    pub(super) fn children(&self) -> Children {
        // A counting sort by parent: first the numbers of children, then where the children of each node begin.
        let mut ends = vec![0; self.nodes() + 1];
        for (_, parent) in self.edges() {
            ends[parent as usize + 1] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // Now `ends[node]` is the index of the next child of the node in the list. When all are placed, it is where its children end.
        let mut list = vec![0; self.parents.len()];
        for (node, parent) in self.edges() {
            let place = &mut ends[parent as usize];
            list[*place as usize] = node;
            *place += 1;
        }
        Children { ends, list }
    }

    /// The trees that are left when the path from a node to the root is taken.
    pub(super) fn without_path(&self, node: u32) -> Components<Self> {
        // For each node, the root of the tree that it will be in: the child of the path above it.
        let mut root_of = vec![UNKNOWN; self.nodes()];
        let mut on_path = node;
        while on_path != 0 {
            root_of[on_path as usize] = TAKEN;
            on_path = self.up(on_path);
        }
        root_of[0] = TAKEN;
        let mut walked = Vec::new();
        for start in 1..self.count() {
            // Up to the first node whose tree is known; each node is walked over once. At a taken node, the node below
            // it is the root of the tree. If `start` itself is taken, nothing was walked over, and `root` is not used.
            let (mut node, mut above) = (start, UNKNOWN);
            while root_of[node as usize] == UNKNOWN {
                walked.push(node);
                above = node;
                node = self.up(node);
            }
            let root = if root_of[node as usize] == TAKEN { above } else { root_of[node as usize] };
            for node in walked.drain(..) {
                root_of[node as usize] = root;
            }
        }
        // For each node its new number, and for each root the number of nodes below it.
        let mut number = vec![0; self.nodes()];
        let mut size = vec![0; self.nodes()];
        for (node, root) in (0..self.count()).zip(&root_of).filter(|(_, root)| **root != TAKEN) {
            if node != *root {
                size[*root as usize] += 1;
                number[node as usize] = size[*root as usize];
            }
        }
        // The place of each root in the forest, in the order of the roots.
        let mut place = vec![0; self.nodes()];
        let mut forest: Vec<Vec<u32>> = Vec::new();
        for (node, root) in (0..self.count()).zip(&root_of).skip(1).filter(|(node, root)| node == *root) {
            place[node as usize] = forest.len();
            forest.push(Vec::with_capacity(size[*root as usize] as usize));
        }
        // Nodes come in ascending order, as their new numbers do, so that each parent is pushed at the place of its
        // child.
        for (node, parent) in self.edges() {
            let root = root_of[node as usize];
            if root != TAKEN && root != node {
                forest[place[root as usize]].push(number[parent as usize]);
            }
        }
        forest.into_iter().map(|parents| Self { parents: parents.into() }).collect()
    }

    /// The tree with these parents, each of which must have a smaller number than its children.
    pub(super) fn from_parents(parents: Vec<u32>) -> Self {
        let tree = Self { parents: parents.into() };
        assert!(tree.is_top_down(), "a parent has a smaller number than its children");
        tree
    }

    /// Whether each parent has a smaller number than its children.
    fn is_top_down(&self) -> bool {
        self.edges().all(|(node, parent)| parent < node)
    }
}

/// Marks a node whose tree is not known yet. No node has this number.
const UNKNOWN: u32 = Tree::LIMIT;
/// Marks a node that is taken: the root of no tree.
const TAKEN: u32 = 0;

/// The children of all nodes, one list after the other.
pub(super) struct Children {
    ends: Vec<u32>,
    list: Vec<u32>,
}

impl Children {
    /// The children of a node, in ascending order.
    pub(super) fn of(&self, node: u32) -> &[u32] {
        &self.list[self.range(node)]
    }

    /// The indices of the children of a node in the list of all children.
    pub(super) fn range(&self, node: u32) -> Range<usize> {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        start as usize..self.ends[node] as usize
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.parents.split_first() else { return f.write_str(ROOT_ALONE) };
        write!(f, "{first}")?;
        others.iter().try_for_each(|parent| write!(f, ",{parent}"))
    }
}

impl FromStr for Tree {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.trim() == ROOT_ALONE {
            return Ok(Self::default());
        }
        let whole = Piece::whole(text);
        let parents = whole.read_each(',', |piece| piece.number("a parent"))?;
        Self::new(parents).map_err(|error| {
            let node = match error {
                TreeError::NoSuchNode { node, .. } | TreeError::Cycle { node } => node,
                TreeError::TooLarge { .. } => Self::LIMIT,
            };
            let at = whole.split(',').nth(node as usize - 1).map_or(text.len(), |piece| piece.at);
            NotationError::new(text, at, error.to_string())
        })
    }
}

/// The text of a tree of one node, which has no parents to list.
const ROOT_ALONE: &str = ".";

/// Why a list of parents is no tree.
///
/// ```
/// use grundy::games::{Tree, TreeError};
/// assert_eq!(Tree::new([1]), Err(TreeError::Cycle { node: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// There are too many nodes.
    #[error("a tree has at most {limit} nodes")]
    TooLarge {
        /// The limit, [`Tree::LIMIT`].
        limit: u32,
    },
    /// A parent does not exist.
    #[error("node {node} hangs off node {parent}, and there are only nodes 0 to {last}")]
    NoSuchNode {
        /// The node.
        node: u32,
        /// Its parent.
        parent: u32,
        /// The last node.
        last: u32,
    },
    /// Some nodes are not connected to the root.
    #[error("node {node} never comes to the root: its parents go round in a circle")]
    Cycle {
        /// A node of the cycle.
        node: u32,
    },
}
