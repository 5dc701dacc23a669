//! Positions by number, and what the moves of each leave.

use std::slice;

/// The positions of a game that were asked about or reached, by number, with the options of those that were expanded.
///
/// All options stand in one list: an option of one component is its number, another one is a place in `sums`, with the highest bit set. There
/// stand the number of its components, and their numbers.
///
/// A walk that is stopped leaves positions that are expanded while positions after them are not. A position is *closed* if all positions
/// that play can reach from it are expanded: only then may a solver see it.
#[derive(Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    options: Vec<u32>,
    sums: Vec<u32>,
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

/// The options of one position while they are found: numbers, and places in a list of sums.
#[derive(Default)]
pub(crate) struct Found {
    options: Vec<Left>,
    sums: Vec<u32>,
    /// The place of the option that is under way.
    start: usize,
}

#[derive(Clone, Copy)]
enum Left {
    One(u32),
    /// The place of the sum.
    Sum(usize),
}

impl Found {
    pub(crate) fn clear(&mut self) {
        self.options.clear();
        self.sums.clear();
    }

    /// The list to which the components of an option are pushed.
    pub(crate) fn begin_option(&mut self) -> &mut Vec<u32> {
        self.start = self.sums.len();
        self.sums.push(0);
        &mut self.sums
    }

    pub(crate) fn end_option(&mut self) {
        let left = match self.sums[self.start + 1..] {
            [one] => {
                self.sums.truncate(self.start);
                Left::One(one)
            }
            ref sum => {
                self.sums[self.start] = u32::try_from(sum.len()).unwrap_or(UNKNOWN);
                Left::Sum(self.start)
            }
        };
        self.options.push(left);
    }
}

impl Graph {
    /// Number of positions whose moves are known.
    pub(crate) const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Adds positions up to this number of them.
    pub(crate) fn grow(&mut self, positions: usize) {
        if self.nodes.len() < positions {
            self.nodes.resize(positions, Node { start: 0, moves: UNKNOWN, met: 0 });
        }
    }

    /// Adds what the moves of a position leave to the list of a walk, as far as the walk meets it for the first time. False if the moves
    /// are not known.
    pub(crate) fn follow(&mut self, number: u32, walk: u32, todo: &mut Vec<u32>) -> bool {
        let Some(node) = self.nodes.get(number as usize).filter(|node| node.moves != UNKNOWN) else { return false };
        for option in &self.options[node.start..node.start + node.moves as usize] {
            for number in left(&self.sums, option) {
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

    /// Keeps the options of a position. False if there is no room for them, and nothing is kept.
    pub(crate) fn expand(&mut self, number: u32, found: &Found) -> bool {
        let (base, start) = (self.sums.len(), self.options.len());
        if base + found.sums.len() > SUM as usize {
            return false;
        }
        self.sums.extend_from_slice(&found.sums);
        self.options.extend(found.options.iter().map(|left| match *left {
            Left::One(one) => one,
            Left::Sum(place) => SUM | u32::try_from(base + place).expect("there is room for the sums"),
        }));
        if let Some(node) = self.nodes.get_mut(number as usize) {
            let moves = u32::try_from(found.options.len()).expect("a position has at most 2^30 moves");
            *node = Node { start, moves, met: node.met };
            self.expanded += 1;
        }
        true
    }

    /// The options of a position, each as its numbers: none if the position was not expanded.
    pub(crate) fn options(&self, number: u32) -> impl ExactSizeIterator<Item = &[u32]> {
        let node = self.nodes.get(number as usize).filter(|node| node.moves != UNKNOWN);
        let (start, moves) = node.map_or((0, 0), |node| (node.start, node.moves as usize));
        self.options[start..start + moves].iter().map(|option| left(&self.sums, option))
    }

    /// What one move leaves.
    pub(crate) fn option(&self, number: u32, mv: u32) -> Option<&[u32]> {
        let node = self.nodes.get(number as usize).filter(|node| node.moves != UNKNOWN && mv < node.moves)?;
        self.options.get(node.start + mv as usize).map(|option| left(&self.sums, option))
    }

    pub(crate) fn moves(&self, number: u32) -> u32 {
        self.nodes.get(number as usize).map_or(0, |node| if node.moves == UNKNOWN { 0 } else { node.moves })
    }
}

/// The components of an option.
#[inline]
fn left<'a>(sums: &'a [u32], option: &'a u32) -> &'a [u32] {
    if option & SUM == 0 {
        return slice::from_ref(option);
    }
    let place = (option & !SUM) as usize;
    &sums[place + 1..place + 1 + sums[place] as usize]
}
