//! The tree game.

mod canonical;
mod position;
mod values;
mod xor_sets;

use std::fmt;

use super::text::parse_components;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};
use values::Values;

pub use position::{Tree, TreeError};

/// The tree game: choose a node of a rooted tree and take the whole path from it to the root.
///
/// The trees that hang off the path are left, as independent components.
///
/// Theorem. Let *S* be the set of the values of the options of a tree; its value is mex *S*. Let *c* run through the trees that hang off
/// the root, let *g*(*c*) and *S*(*c*) be their values and sets of option values, and *x* the nim-sum of all *g*(*c*). Then
/// *S* = {*x*} ∪ ⋃ (*S*(*c*) ⊕ *x* ⊕ *g*(*c*)). For taking the root alone leaves *x*, and taking a node of *c* leaves an option of *c*
/// beside all the other trees. A path of *n* nodes has value *n*.
///
/// Theorem (strategy stealing). The first player wins every single tree. For every move takes the root, so a move that answers the taking
/// of the root alone can be played at once instead. In misère play the theorem needs a second node, since taking the root must not end
/// the game.
///
/// The value of a tree of *n* nodes takes O(*n* log *n*) steps and O(*n*) memory: the sets are binary tries, which add a constant lazily
/// and are merged from the leaves up. All moves to a given value then take O(*n*). Measured for a million nodes: half a second or less
/// for either. No recursion is as deep as the tree.
///
/// The memo key of a tree is its shape: two trees that differ only in the numbers of their nodes have the same key.
///
/// In text a tree lists the parents of its nodes 1, 2, ..., so that `0,0,1,1` has two nodes below the root and two below
/// node 1. A single node is `.`, several trees are joined with `/`, and no tree at all is `-`.
///
/// ```
/// use grundy::games::{Node, Tree};
/// use grundy::{ImpartialGame, Nimber, Notation, Solver, TreeGame};
///
/// let tree = Tree::new([0, 0, 1, 1])?;
/// assert_eq!(TreeGame.text(&TreeGame.play(&tree, &Node(1))), "././.");
///
/// let mut solver = Solver::new(TreeGame);
/// assert_eq!(solver.grundy(tree.clone())?, Nimber::new(4));
/// let wins: Vec<_> = solver.winning_moves(tree)?.into_iter().map(|win| win.mv).collect();
/// assert_eq!(wins, [Node(3), Node(4)]); // either leaves two single nodes, *1 + *1
///
/// let path = Tree::new(Vec::from_iter(0..99_999))?;
/// assert_eq!(solver.grundy(path)?, Nimber::new(100_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: the first theorem is mex and nim-sum, Winning Ways, ch. 3 and 4; strategy stealing as in Chomp, ch. 18.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeGame;

impl ImpartialGame for TreeGame {
    type Position = Tree;
    type Move = Node;

    fn moves(&self, tree: &Tree) -> impl Iterator<Item = Node> {
        (0..tree.count()).map(Node)
    }

    /// The trees that are left, in the order of the numbers of their roots. In each the root becomes node 0, and the other nodes keep
    /// their order.
    fn play(&self, tree: &Tree, mv: &Node) -> Components<Tree> {
        if mv.0 < tree.count() { tree.without_path(mv.0) } else { tree.clone().into() }
    }

    fn allows(&self, tree: &Tree, mv: &Node) -> bool {
        mv.0 < tree.count()
    }

    fn memo_key(&self, tree: Tree) -> Tree {
        tree.canonical()
    }

    /// By the first theorem.
    fn known_value(&self, tree: &Tree) -> Option<Nimber> {
        Some(Nimber::new(Values::of(tree).whole()))
    }

    fn oracle<'a>(&'a self, question: Question<'a, Tree>, _: &'a mut Notes, _: &mut Control) -> Answer<'a, Self::Move> {
        match question {
            Question::MovesLeaving { component, value } => Answer::Moves(self.moves_leaving(component, value)),
            // The value is known, and shows who wins.
            Question::WhoWins(_) => Answer::Unknown,
            // Every move takes the root.
            _ => question.by_strategy_stealing(|_| false, |tree| Some(tree.count().into())),
        }
    }
}

impl TreeGame {
    /// By the first theorem: the values of all options, from the root down.
    fn moves_leaving<'a>(&'a self, tree: &'a Tree, value: Nimber) -> Box<dyn Iterator<Item = Node> + 'a> {
        let left = Values::of(tree).of_options(tree);
        let moves = self.moves(tree).zip(left).filter(|(_, left)| *left == value.get()).map(|(node, _)| node);
        Box::new(moves.collect::<Vec<_>>().into_iter())
    }
}

impl Notation for TreeGame {
    fn component_name(&self, _: &Tree) -> &'static str {
        "tree"
    }

    fn parse(&self, text: &str) -> Result<Components<Tree>, NotationError> {
        if text.trim() == NOTHING { Ok(Components::new()) } else { parse_components(text, '/') }
    }

    fn text(&self, trees: &[Tree]) -> String {
        if trees.is_empty() { NOTHING.to_owned() } else { join(trees, "/") }
    }
}

/// The text of the empty forest.
const NOTHING: &str = "-";

/// A move of [`TreeGame`]: take the path from this node to the root.
///
/// ```
/// use grundy::games::Node;
/// assert_eq!(Node(3).to_string(), "node 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Node(pub u32);

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}", self.0)
    }
}
