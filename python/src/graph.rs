//! Positions by number, and what the moves of each leave.

use std::slice;

use grundy::Components;

/// The positions of a game that were asked about or reached, by number, with the options of those that were expanded.
///
/// All options stand in one list: an option of one component is its number, another one is the place of its components in `sums`, with
/// the highest bit set.
///
/// A walk that is stopped leaves positions that are expanded while positions after them are not. A position is *closed* if all positions
/// that play can reach from it are expanded: only then may a solver see it.
#[derive(Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    options: Vec<u32>,
    sums: Vec<Box<[u32]>>,
    expanded: u64,
    walks: u32,
}

#[derive(Clone, Copy)]
struct Node {
    start: usize,
    /// Number of moves; `UNKNOWN` if the position was not expanded.
    moves: u32,
    /// The last walk that met the position; `CLOSED` if it is closed.
    met: u32,
}

const CLOSED: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX;
/// Marks an option that is not a single component.
const SUM: u32 = 1 << 31;

/// The options of one position while they are found.
#[derive(Default)]
pub(crate) struct Found(Vec<Left>);

enum Left {
    One(u32),
    Sum(Box<[u32]>),
}

impl Found {
    pub(crate) fn push(&mut self, left: &[u32]) {
        self.0.push(match left {
            [one] => Left::One(*one),
            sum => Left::Sum(sum.into()),
        });
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Graph {
    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Number of positions whose moves are known.
    pub(crate) const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether one more position has a number.
    pub(crate) fn has_room(&self) -> bool {
        self.nodes.len() < SUM as usize
    }

    /// Adds a position.
    pub(crate) fn add(&mut self) {
        self.nodes.push(Node { start: 0, moves: UNKNOWN, met: 0 });
    }

    /// Adds what the moves of a position leave to the list of a walk, as far as the walk meets it for the first time. False if the moves
    /// are not known.
    pub(crate) fn follow(&mut self, number: u32, walk: u32, todo: &mut Vec<u32>) -> bool {
        let Some(node) = self.nodes.get(number as usize).filter(|node| node.moves != UNKNOWN) else { return false };
        let options = &self.options[node.start..node.start + node.moves as usize];
        for option in options {
            let left = if option & SUM == 0 { slice::from_ref(option) } else { &*self.sums[(option & !SUM) as usize] };
            for number in left {
                let met = &mut self.nodes[*number as usize].met;
                if *met != CLOSED && *met != walk {
                    *met = walk;
                    todo.push(*number);
                }
            }
        }
        true
    }

    /// Begins a walk, and gives its number.
    pub(crate) fn begin(&mut self) -> u32 {
        self.walks += 1;
        assert!(self.walks < CLOSED, "a game takes fewer than 2^32 walks");
        self.walks
    }

    /// Whether a walk meets a position for the first time, and it is not closed.
    pub(crate) fn meet(&mut self, number: u32, walk: u32) -> bool {
        match self.nodes.get_mut(number as usize) {
            Some(node) if node.met != CLOSED && node.met != walk => {
                node.met = walk;
                true
            }
            _ => false,
        }
    }

    /// All positions that a walk has met are closed: it came to its end.
    pub(crate) fn close(&mut self, met: &[u32]) {
        for number in met {
            if let Some(node) = self.nodes.get_mut(*number as usize) {
                node.met = CLOSED;
            }
        }
    }

    pub(crate) fn is_closed(&self, number: u32) -> bool {
        self.nodes.get(number as usize).is_some_and(|node| node.met == CLOSED)
    }

    /// Keeps the options of a position.
    pub(crate) fn expand(&mut self, number: u32, found: Found) {
        let (start, moves) = (self.options.len(), u32::try_from(found.len()).unwrap_or(UNKNOWN));
        for left in found.0 {
            let option = match left {
                Left::One(one) => one,
                Left::Sum(sum) => {
                    self.sums.push(sum);
                    SUM | u32::try_from(self.sums.len() - 1).expect("there are fewer sums than options")
                }
            };
            self.options.push(option);
        }
        if let Some(node) = self.nodes.get_mut(number as usize) {
            *node = Node { start, moves, met: node.met };
            self.expanded += 1;
        }
    }

    /// The options of a position, each as its numbers: none if the position was not expanded.
    pub(crate) fn options(&self, number: u32) -> impl ExactSizeIterator<Item = Components<u32>> {
        let node = self.nodes.get(number as usize).filter(|node| node.moves != UNKNOWN);
        let (start, moves) = node.map_or((0, 0), |node| (node.start, node.moves as usize));
        self.options[start..start + moves].iter().map(|option| self.components(*option))
    }

    /// What one move leaves.
    pub(crate) fn option(&self, number: u32, mv: u32) -> Option<Components<u32>> {
        let node = self.nodes.get(number as usize).filter(|node| node.moves != UNKNOWN && mv < node.moves)?;
        self.options.get(node.start + mv as usize).map(|option| self.components(*option))
    }

    pub(crate) fn moves(&self, number: u32) -> u32 {
        self.nodes.get(number as usize).map_or(0, |node| if node.moves == UNKNOWN { 0 } else { node.moves })
    }

    fn components(&self, option: u32) -> Components<u32> {
        if option & SUM == 0 { option.into() } else { self.sums[(option & !SUM) as usize][..].into() }
    }
}
