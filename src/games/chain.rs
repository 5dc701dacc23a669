//! The chain game.

use std::fmt;
use std::str::FromStr;

use super::text::parse_components;
use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// The chain game: the first move removes any node of a chain; after that a move removes one node next to a removed one,
/// or two adjacent nodes of which one is next to a removed one.
///
/// Theorem. A chain of *n* nodes that is torn at one end ([`Chain::Open`]) has value *n* mod 3. One that is still whole
/// ([`Chain::Fresh`]) has values 0, 1, 0, 1 for *n* = 0, 1, 2, 3, and from *n* = 4 on 2 if *n* ≡ 2 (mod 3), else 1. So the
/// first player wins a whole chain of any *n* but 0 and 2, and exactly by removing a node *i* ≡ 2 − *n* (mod 3), nodes
/// counted from 1.
///
/// Proof. In an open chain the only node next to a removed one is that at the torn end, so a move removes one or two nodes
/// there and leaves an open chain: the game is the heap from which one or two counters are taken. With the mex of the two
/// values below, the values are 0, 1, 2 and repeat, since each depends on the two before it only. Removing node *i* of a whole
/// chain leaves open chains of *a* = *i* − 1 and *b* = *n* − *i* nodes, worth (*a* mod 3) ⊕ (*b* mod 3). Let *m* = *n* − 1 =
/// *a* + *b*. The residues of (*a*, *b*) are
///
/// * for *m* ≡ 0: (0,0), (1,2), (2,1), worth 0, 3, 3; the mex is 1;
/// * for *m* ≡ 1: (0,1), (1,0), (2,2), worth 1, 1, 0; the mex is 2;
/// * for *m* ≡ 2: (0,2), (1,1), (2,0), worth 2, 0, 2; the mex is 1.
///
/// From *m* = 2 on all three residues of *a* occur. For *m* = 0 only (0,0) does, and the mex is 1 as well; for *m* = 1 only the
/// first two do, and the mex is 0. A first move wins exactly if it leaves value 0, which means *a* ≡ *b*, that is
/// 2*i* ≡ *n* + 1, and that is *i* ≡ 2 − *n* (mod 3). For *n* = 2 no node of the chain is such an *i*; for every other *n* ≥ 1
/// there is one. ∎
///
/// The theorem gives values and winning moves of chains of up to 2^64 − 1 nodes in constant time; each move listed takes constant time.
///
/// In text a whole chain is its length, `6`, and an open one has a torn end, `6~`; several are joined with commas.
///
/// ```
/// use grundy::games::{Chain, ChainMove};
/// use grundy::{ChainGame, Nimber, Solver};
///
/// let mut solver = Solver::new(ChainGame);
/// assert_eq!(solver.grundy(Chain::Fresh(5))?, Nimber::new(2));
/// assert_eq!(solver.grundy(Chain::Open(5))?, Nimber::new(2));
///
/// let wins = solver.winning_moves(Chain::Fresh(10))?; // 2 − 10 ≡ 1 (mod 3)
/// let wins: Vec<_> = wins.into_iter().map(|win| win.mv).collect();
/// assert_eq!(wins, [1, 4, 7, 10].map(|node| ChainMove::Remove { node }));
/// # Ok::<(), grundy::SolveError<Chain>>(())
/// ```
///
/// Reference: the theorem and its proof are above; the open chain is the subtraction game of 1 and 2, Winning Ways, ch. 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ChainGame;

impl ImpartialGame for ChainGame {
    type Position = Chain;
    type Move = ChainMove;

    fn moves(&self, chain: &Chain) -> impl Iterator<Item = ChainMove> {
        let (fresh, open) = match *chain {
            Chain::Fresh(nodes) => (nodes, 0),
            Chain::Open(nodes) => (0, nodes),
        };
        // With one node only the first of the two moves is there.
        let ends = [ChainMove::End, ChainMove::EndTwo].into_iter().zip(1..=open).map(|(mv, _)| mv);
        (1..=fresh).map(|node| ChainMove::Remove { node }).chain(ends)
    }

    fn play(&self, chain: &Chain, mv: &ChainMove) -> Components<Chain> {
        match (*chain, *mv) {
            (Chain::Fresh(nodes), ChainMove::Remove { node }) if (1..=nodes).contains(&node) => {
                let sides = [node - 1, nodes - node].into_iter();
                sides.filter(|side| *side > 0).map(Chain::Open).collect()
            }
            (Chain::Open(1), ChainMove::End) | (Chain::Open(2), ChainMove::EndTwo) => Components::new(),
            (Chain::Open(nodes @ 2..), ChainMove::End) => Chain::Open(nodes - 1).into(),
            (Chain::Open(nodes @ 3..), ChainMove::EndTwo) => Chain::Open(nodes - 2).into(),
            (chain, _) => chain.into(),
        }
    }

    fn allows(&self, chain: &Chain, mv: &ChainMove) -> bool {
        match (*chain, *mv) {
            (Chain::Fresh(nodes), ChainMove::Remove { node }) => (1..=nodes).contains(&node),
            (Chain::Open(nodes), ChainMove::End) => nodes >= 1,
            (Chain::Open(nodes), ChainMove::EndTwo) => nodes >= 2,
            _ => false,
        }
    }

    /// By the theorem, in constant time.
    fn known_value(&self, chain: &Chain) -> Option<Nimber> {
        Some(Nimber::new(match *chain {
            Chain::Open(nodes) => nodes % 3,
            Chain::Fresh(0 | 2) => 0,
            Chain::Fresh(nodes) => 1 + u64::from(nodes % 3 == 2),
        }))
    }

    fn oracle<'a>(
        &'a self,
        question: Question<'a, Chain>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, Self::Move> {
        match question {
            Question::MovesLeaving { component, value } => Answer::Moves(self.moves_leaving(component, value)),
            _ => Answer::Unknown,
        }
    }
}

impl ChainGame {
    /// By the theorem, in constant time for each move.
    fn moves_leaving<'a>(&'a self, chain: &'a Chain, value: Nimber) -> Box<dyn Iterator<Item = ChainMove> + 'a> {
        let leaves = move |mv: &ChainMove| {
            let left: Option<Nimber> = self.play(chain, mv).iter().map(|part| self.known_value(part)).sum();
            left == Some(value)
        };
        let nodes = match *chain {
            Chain::Fresh(nodes) => nodes,
            Chain::Open(_) => {
                let ends: Vec<ChainMove> = self.moves(chain).filter(leaves).collect();
                return Box::new(ends.into_iter());
            }
        };
        // The value that removing a node leaves depends only on the node's number mod 3, so nodes 1, 2 and 3 stand for all.
        let [one, two, three] = [1, 2, 3].map(|node| node <= nodes && leaves(&ChainMove::Remove { node }));
        let wins = move |node: &u64| match node % 3 {
            0 => three,
            1 => one,
            _ => two,
        };
        // Of nodes 1, 2 and 3, those that exist and win; each stands for every third node from there on.
        let count = [one, two, three].into_iter().zip(1..=nodes).filter(|(wins, _)| *wins);
        let count = count.map(|(_, first)| (nodes - first) / 3 + 1).sum();
        // Without a winning node in three the walk over 2^64 nodes would find none.
        let last = if count > 0 { nodes } else { 0 };
        let nodes = AtLeast::exactly(count, (1..=last).filter(wins));
        Box::new(nodes.map(|node| ChainMove::Remove { node }))
    }
}

impl Notation for ChainGame {
    fn component_name(&self, _: &Chain) -> &'static str {
        "chain"
    }

    fn parse(&self, text: &str) -> Result<Components<Chain>, NotationError> {
        parse_components(text, ',')
    }

    fn text(&self, chains: &[Chain]) -> String {
        if chains.is_empty() { Chain::Fresh(0).to_string() } else { join(chains, ",") }
    }
}

/// A position of [`ChainGame`]: one chain, with its number of nodes.
///
/// ```
/// use grundy::games::Chain;
/// assert_eq!("6".parse(), Ok(Chain::Fresh(6)));
/// assert_eq!(Chain::Open(6).to_string(), "6~");
/// assert_eq!("~".parse::<Chain>().unwrap_err().to_string(), "`~`, character 1: a chain is missing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Chain {
    /// No node has been removed yet: the first move may remove any.
    Fresh(u64),
    /// One end is next to a removed node.
    Open(u64),
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fresh(nodes) => write!(f, "{nodes}"),
            Self::Open(nodes) => write!(f, "{nodes}~"),
        }
    }
}

impl FromStr for Chain {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = |text: &str| Piece::whole(text).number("a chain");
        let nodes = match text.strip_suffix('~') {
            Some(nodes) => number(nodes).map(Self::Open),
            None => number(text).map(Self::Fresh),
        };
        nodes.map_err(|error| error.within(text, 0))
    }
}

/// A move of [`ChainGame`].
///
/// ```
/// use grundy::games::ChainMove;
/// assert_eq!(ChainMove::Remove { node: 3 }.to_string(), "node 3");
/// assert_eq!(ChainMove::EndTwo.to_string(), "the two end nodes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ChainMove {
    /// Remove one node of a whole chain.
    Remove {
        /// The node, counted from 1.
        node: u64,
    },
    /// Remove the node at the torn end of an open chain.
    End,
    /// Remove the two nodes at the torn end of an open chain.
    EndTwo,
}

impl fmt::Display for ChainMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remove { node } => write!(f, "node {node}"),
            Self::End => f.write_str("the end node"),
            Self::EndTwo => f.write_str("the two end nodes"),
        }
    }
}
