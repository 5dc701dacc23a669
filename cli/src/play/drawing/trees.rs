//! Rooted trees.

use grundy::games::Tree;

use crate::play::drawing::block::{Block, Line};
use crate::play::style::{PIECE, QUIET};

/// Nodes and levels that are drawn at most.
const MOST_NODES: usize = 40;
const MOST_DEEP: usize = 20;

/// A node to be drawn.
struct Open {
    node: u32,
    deep: usize,
    /// The branches to the left of the node, and to the left of its children.
    before: String,
    below: String,
}

/// A tree, one node in a line, children below their parent.
pub(crate) fn tree(label: String, tree: &Tree) -> Block {
    let children = children(tree);
    let mut lines = Vec::new();
    let mut open = vec![Open { node: 0, deep: 0, before: String::new(), below: String::new() }];
    while let Some(Open { node, deep, before, below }) = open.pop() {
        if lines.len() == MOST_NODES {
            lines.push(Line::plain(&format!("… {} nodes in all", tree.nodes())));
            break;
        }
        let mut line = Line::default();
        line.push(QUIET, &before);
        line.push(PIECE, &node.to_string());
        let own = children.get(node as usize).map_or(&[][..], Vec::as_slice);
        if deep == MOST_DEEP && !own.is_empty() {
            line.push(QUIET, " …");
        } else {
            // The first child is drawn first, so it is put on the stack last.
            for (order, child) in own.iter().enumerate().rev() {
                // `turn` stands before the child, and `on` before all that hangs off the child.
                let (turn, on) = if order + 1 == own.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                let (before, below) = (format!("{below}{turn}"), format!("{below}{on}"));
                open.push(Open { node: *child, deep: deep + 1, before, below });
            }
        }
        lines.push(line);
    }
    Block::beside(label, lines)
}

/// The children of each node, but no more than can be drawn.
fn children(tree: &Tree) -> Vec<Vec<u32>> {
    let mut children = vec![Vec::new(); tree.nodes()];
    for node in 1..u32::try_from(tree.nodes()).unwrap_or(u32::MAX) {
        if let Some(own) = tree.parent(node).and_then(|parent| children.get_mut(parent as usize))
            && own.len() <= MOST_NODES
        {
            own.push(node);
        }
    }
    children
}
