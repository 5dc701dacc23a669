//! The labelling: which vertices have a nimber for their value, found number by number.
//!
//! Rule (Smith; Fraenkel): a vertex gets the number m if its options with numbers have 0 .. m − 1 among them and not m, and each of
//! its other options, those that have no number yet or never get one, has an option that already *has* the number m: whoever moves
//! there is answered by a move back to m. That the answer must have its number before is what makes the rule sound: a labelling that
//! only satisfies all equations of the mex may answer in a circle.
//!
//! Numbers are dealt out in ascending order, so an option that has a number when its vertex gets m has a smaller one. In the round of
//! m only vertices take part that have 0 .. m − 1 among their options; by the end of the round each of them has the number m, or an
//! option of that number (it takes part in the next round), or neither: then no number can ever be its mex, and it is infinite.
//!
//! A vertex that takes part *watches* one of its options, the first that has neither a number nor an option of number m. Only when
//! that one gets an option of number m does the vertex look on. So a round costs a step for each vertex that takes part (it has at
//! least m edges, so that all rounds together have at most one such step an edge), one for each edge into a vertex of number m, and
//! the looking on. That is at most all edges of a vertex in each round that it takes part in, which is all that can be proved in
//! general; but a vertex that has an option of number m looks no further in this round, and options that have a number are not
//! looked at again.

use crate::loopy::digraph::Digraph;
use crate::nimber::Nimber;

/// The number and the time of its labelling for each vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    numbers: Vec<u32>,
    times: Vec<u32>,
}

/// No number, no vertex.
const NONE: u32 = u32::MAX;

impl Labels {
    /// How many vertices have been labelled or found infinite.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The value of a vertex if it is a nimber.
    pub(super) fn nimber(&self, vertex: u32) -> Option<Nimber> {
        self.number(vertex).map(|number| Nimber::new(u64::from(number)))
    }

    /// The number of a vertex, if it has got one.
    pub(super) fn number(&self, vertex: u32) -> Option<u32> {
        Some(self.numbers[vertex as usize]).filter(|number| *number != NONE)
    }

    /// Adds vertices without a number.
    pub(super) fn add_infinite(&mut self, count: usize) {
        for list in [&mut self.numbers, &mut self.times] {
            list.resize(list.len() + count, NONE);
        }
    }

    /// Gives a vertex its number, at a time.
    pub(super) fn set(&mut self, vertex: u32, number: u32, time: u32) {
        self.numbers[vertex as usize] = number;
        self.times[vertex as usize] = time;
    }

    /// How many vertices were labelled before this one; the largest number there is for a vertex that never was.
    ///
    /// Let a vertex have the number m. Its options with smaller numbers, of which there is one for each such number, were labelled before
    /// it; and each of its other options has an option of number m that was labelled before it. From this follows that the winner's
    /// moves come to an end: see [`winning_move`](crate::loopy::LoopyValues::winning_move). It stays true when vertices are added
    /// ([`Extension`](crate::loopy::extend::Extension)): no old vertex leads to a new one, and all new ones are labelled later.
    pub(super) fn time(&self, vertex: u32) -> u32 {
        self.times[vertex as usize]
    }
}

/// The labelling under way, which may stop after any step and go on.
#[derive(Clone, Debug)]
pub(super) struct Labelling {
    labels: Labels,
    /// How many vertices are labelled.
    labelled: u32,
    /// Where the edges of each vertex begin, and where those of the last one end.
    ends: Vec<u32>,
    /// The targets of all edges; those of a vertex are reordered, so that those known to have numbers come first.
    targets: Vec<u32>,
    /// Of each vertex the first edge whose target is not known to have a number.
    first: Vec<u32>,
    /// The same edges turned round.
    sources: Digraph,
    /// The number that is dealt out.
    number: u32,
    /// The vertices that take part.
    open: Vec<u32>,
    /// How many of them have had their turn.
    passed: usize,
    /// The last round in which a vertex without a number got an option of the round's number.
    answered: Vec<u32>,
    /// Of each vertex the edge to the option that it watches.
    watched: Vec<u32>,
    /// Of each option the vertex that began last to watch it, and of each vertex the one that watches the same option and began before.
    watcher: Vec<u32>,
    next_watcher: Vec<u32>,
    /// Vertices that have got their number, and vertices that have got an option of it, of which the graph has not heard yet.
    new: Vec<u32>,
    newly_answered: Vec<u32>,
}

impl Labelling {
    pub(super) fn new(graph: &Digraph) -> Self {
        let vertices = graph.vertices();
        let none = || vec![NONE; vertices];
        Self {
            labels: Labels { numbers: none(), times: none() },
            labelled: 0,
            ends: graph.places().map(|vertex| graph.range(vertex).1).collect(),
            targets: graph.all_targets().to_vec(),
            first: graph.places().map(|vertex| graph.range(vertex).0).collect(),
            sources: graph.reversed(),
            number: 0,
            open: graph.places().collect(),
            passed: 0,
            answered: none(),
            watched: graph.places().map(|vertex| graph.range(vertex).0).collect(),
            watcher: none(),
            next_watcher: none(),
            new: Vec::new(),
            newly_answered: Vec::new(),
        }
    }

    /// The labels, which are all there when [`advance`](Self::advance) says so.
    pub(super) fn labels(self) -> Labels {
        self.labels
    }

    /// How many vertices have got a number.
    pub(super) fn labelled(&self) -> u32 {
        self.labelled
    }

    /// Takes so many steps, and says whether all is done.
    pub(super) fn advance(&mut self, steps: usize) -> bool {
        for _ in 0..steps {
            if self.open.is_empty() {
                return true;
            }
            if self.spread() {
                continue;
            }
            if let Some(vertex) = self.open.get(self.passed).copied() {
                self.passed += 1;
                if self.may_get(vertex) {
                    self.look_on(vertex);
                }
            } else {
                self.next_round();
            }
        }
        self.open.is_empty()
    }

    /// Ends the round of a number, and begins that of the next.
    fn next_round(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        // Whoever watches when the round is over stops.
        for vertex in &open {
            if let Some(option) = self.targets.get(self.watched[*vertex as usize] as usize) {
                self.watcher[*option as usize] = NONE;
            }
        }
        open.retain(|vertex| !self.has_number(*vertex) && self.answered[*vertex as usize] == self.number);
        // Each round but the first needs an edge of its own at every vertex that takes part, so there are fewer than numbers.
        self.number += 1;
        for vertex in &open {
            self.watched[*vertex as usize] = self.first[*vertex as usize];
        }
        (self.open, self.passed) = (open, 0);
    }

    fn has_number(&self, vertex: u32) -> bool {
        self.labels.numbers[vertex as usize] != NONE
    }

    /// Whether a vertex that takes part has neither a number nor an option of the round's number.
    fn may_get(&self, vertex: u32) -> bool {
        !self.has_number(vertex) && self.answered[vertex as usize] != self.number
    }

    /// Looks for an option that stands in the way, from the one watched so far on: watches it, or gives the vertex its number.
    fn look_on(&mut self, vertex: u32) {
        let (place, number) = (vertex as usize, self.number);
        for edge in self.watched[place]..self.ends[place] {
            let option = self.targets[edge as usize];
            match self.labels.numbers[option as usize] {
                NONE if self.answered[option as usize] == number => {}
                NONE => {
                    self.watched[place] = edge;
                    self.next_watcher[place] = std::mem::replace(&mut self.watcher[option as usize], vertex);
                    return;
                }
                // It was labelled a moment ago, and its sources have not heard of it yet.
                same if same == number => {
                    self.watched[place] = edge;
                    return;
                }
                _ => {
                    self.targets.swap(edge as usize, self.first[place] as usize);
                    self.first[place] += 1;
                }
            }
        }
        self.watched[place] = NONE;
        self.labels.set(vertex, number, self.labelled);
        self.labelled += 1;
        self.new.push(vertex);
    }

    /// Tells the graph something that is new, and says whether there was anything.
    fn spread(&mut self) -> bool {
        // First who has an option of the number, so that nobody looks on in vain.
        if let Some(vertex) = self.new.pop() {
            for source in self.sources.targets(vertex) {
                if self.labels.numbers[*source as usize] == NONE && self.answered[*source as usize] != self.number {
                    self.answered[*source as usize] = self.number;
                    self.newly_answered.push(*source);
                }
            }
            return true;
        }
        let Some(option) = self.newly_answered.pop() else { return false };
        let mut watcher = std::mem::replace(&mut self.watcher[option as usize], NONE);
        while watcher != NONE {
            let next = self.next_watcher[watcher as usize];
            if self.may_get(watcher) {
                self.look_on(watcher);
            }
            watcher = next;
        }
        true
    }
}
