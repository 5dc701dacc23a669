//! The labelling: finds the vertices whose value is a nimber, number by number.
//!
//! Input is a graph; output is a number *m* for each vertex whose value is the nimber `*m`, and none for the infinite vertices.
//!
//! Rule (Smith; Fraenkel): a vertex may get the number *m* if its options with numbers include 0 .. *m* − 1 and not *m*, and each of its
//! other options, which have no number yet or never get one, has an option that *already has* the number *m* (the *answer*, by
//! which the opponent goes back to *m*). "Already" makes the rule sound: a labelling that only satisfies all equations of
//! the mex may contain answers that depend on each other in a circle.
//!
//! Numbers are assigned in ascending order, one number in each round. So an option that already has a number when its vertex gets *m*
//! has a smaller one. Invariant: the *candidates* of round *m* are the vertices without a number whose options include all of
//! 0 .. *m* − 1. At the end of the round each candidate has the number *m*; or it has an option with the number *m*, and is a
//! candidate of the next round; or neither, and then it is infinite, since no later number can be its mex.
//!
//! A candidate *watches* one of its options: the first that has neither a number nor an answer with the number *m*. Only when the watched
//! option gets an answer does the candidate scan its further options.
//!
//! Example: 0 ⇄ 1, 1 → 2. In round 0 all three are candidates. Vertex 2 has no option and gets 0. Now vertex 1 has the answer 2, so it
//! cannot get 0 itself, and vertex 0, which watched vertex 1, scans on: no option is left, so it gets 0. In round 1 the only
//! candidate is vertex 1. Both its options have numbers, so it gets 1.
//!
//! Cost of a round: a step for each candidate, a step for each edge into a vertex of number *m*, and the scans. A candidate of round *m*
//! has at least *m* edges, so the first part is at most one step for each edge, over all rounds. Scans may take all edges of all
//! candidates in each round; but a vertex with an option of number *m* is not scanned again in this round, and options with a number are
//! skipped from then on.

use std::ops::Range;

use crate::loopy::digraph::Digraph;
use crate::nimber::Nimber;

/// For each vertex its number and its time: how many vertices got their numbers before.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    numbers: Vec<u32>,
    times: Vec<u32>,
}

/// Stands for no number, no vertex, no edge.
const NONE: u32 = u32::MAX;

impl Labels {
    /// The number of vertices, labelled or infinite.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The value of a vertex if it is a nimber.
    pub(super) fn nimber(&self, vertex: u32) -> Option<Nimber> {
        self.number(vertex).map(|number| Nimber::new(u64::from(number)))
    }

    /// The number of a vertex, if it has one.
    pub(super) fn number(&self, vertex: u32) -> Option<u32> {
        Some(self.numbers[vertex as usize]).filter(|number| *number != NONE)
    }

    /// Adds vertices without numbers.
    pub(super) fn add_infinite(&mut self, count: usize) {
        for list in [&mut self.numbers, &mut self.times] {
            list.resize(list.len() + count, NONE);
        }
    }

    /// Sets number and time of a vertex.
    pub(super) fn set(&mut self, vertex: u32, number: u32, time: u32) {
        self.numbers[vertex as usize] = number;
        self.times[vertex as usize] = time;
    }

    /// How many vertices were labelled before this one; `u32::MAX` for an infinite vertex.
    ///
    /// Let a vertex have the number *m*. Its options with smaller numbers were labelled before it, and each of its other options has an
    /// option of number *m* that was labelled before it. Therefore the winner can finish the game: see
    /// [`winning_move`](crate::loopy::LoopyValues::winning_move). This stays true when vertices are added
    /// ([`Extension`](crate::loopy::extend::Extension)): no old vertex leads to a new one, and all new ones are labelled later.
    pub(super) fn time(&self, vertex: u32) -> u32 {
        self.times[vertex as usize]
    }
}

/// The state of a labelling, which can be interrupted after any step and resumed.
#[derive(Clone, Debug)]
pub(super) struct Labelling {
    labels: Labels,
    /// Number of labelled vertices.
    labelled: u32,
    /// For each vertex the end of its edges in `targets`.
    ends: Vec<u32>,
    /// The targets of all edges, vertex after vertex. The edges of a vertex are reordered: targets known to have numbers come first.
    targets: Vec<u32>,
    /// For each vertex its first edge whose target is not known to have a number.
    first: Vec<u32>,
    /// The graph with reversed edges.
    sources: Digraph,
    /// Vertices without edges that stand for the nim-heaps `*0`, `*1`, ..: each gets its number when its round begins.
    heaps: Range<u32>,
    /// The number of the round.
    number: u32,
    /// The candidates of the round.
    candidates: Vec<u32>,
    /// How many candidates have been scanned for the first time in the round.
    started: usize,
    /// For each vertex the last round in which it had no number and got an option with the number of the round.
    answered: Vec<u32>,
    /// For each vertex the edge to the option that it watches.
    watched: Vec<u32>,
    /// Linked lists of the vertices that watch an option: for each option the vertex that began last, and for each vertex the next one.
    watcher: Vec<u32>,
    next_watcher: Vec<u32>,
    /// Queue of vertices that got their number, whose sources are not updated yet.
    newly_labelled: Vec<u32>,
    /// Queue of vertices that got an answer, whose watchers are not updated yet.
    newly_answered: Vec<u32>,
}

impl Labelling {
    /// Starts the labelling of a graph in which the vertices `heaps`, which have no edges, stand for nim-heaps. They take the place of graphs
    /// with an edge for each pair of heaps.
    pub(super) fn new(graph: &Digraph, heaps: Range<u32>) -> Self {
        let vertices = graph.vertices();
        let none = || vec![NONE; vertices];
        let mut labelling = Self {
            labels: Labels { numbers: none(), times: none() },
            labelled: 0,
            ends: graph.places().map(|vertex| graph.range(vertex).1).collect(),
            targets: graph.all_targets().to_vec(),
            first: graph.places().map(|vertex| graph.range(vertex).0).collect(),
            sources: graph.reversed(),
            number: 0,
            // Round 0 demands no option, so every vertex is a candidate.
            candidates: graph.places().filter(|vertex| !heaps.contains(vertex)).collect(),
            heaps,
            started: 0,
            answered: none(),
            watched: graph.places().map(|vertex| graph.range(vertex).0).collect(),
            watcher: none(),
            next_watcher: none(),
            newly_labelled: Vec::new(),
            newly_answered: Vec::new(),
        };
        labelling.label_heap();
        labelling
    }

    /// Gives the nim-heap of this round its number.
    fn label_heap(&mut self) {
        if let Some(heap) = self.heaps.clone().nth(self.number as usize) {
            self.set_number(heap);
        }
    }

    fn set_number(&mut self, vertex: u32) {
        self.labels.set(vertex, self.number, self.labelled);
        self.labelled += 1;
        self.newly_labelled.push(vertex);
    }

    /// The labels. They are complete once [`advance`](Self::advance) has returned true.
    pub(super) fn labels(self) -> Labels {
        self.labels
    }

    /// How many vertices have a number.
    pub(super) fn labelled(&self) -> u32 {
        self.labelled
    }

    /// Takes at most this number of steps. Returns whether the labelling is complete.
    pub(super) fn advance(&mut self, steps: usize) -> bool {
        for _ in 0..steps {
            if self.candidates.is_empty() {
                return true;
            }
            // The queues first: a scan is right only if all answers that are there are marked.
            if self.propagate() {
                continue;
            }
            if let Some(vertex) = self.candidates.get(self.started).copied() {
                self.started += 1;
                // Before its first scan a candidate has no number, but one of its options may have got the number of
                // this round.
                if self.may_get_number(vertex) {
                    self.scan(vertex);
                }
            } else {
                self.next_round();
            }
        }
        self.candidates.is_empty()
    }

    /// Ends the round, and begins that of the next number.
    fn next_round(&mut self) {
        let mut candidates = std::mem::take(&mut self.candidates);
        // Clear the lists of watchers.
        for vertex in &candidates {
            // A vertex that watches nothing has the place `NONE`, which is behind all edges. A candidate that never
            // was scanned names an edge at which its scan would have begun. Clearing that list too is right, since
            // all lists end with the round.
            if let Some(option) = self.targets.get(self.watched[*vertex as usize] as usize) {
                self.watcher[*option as usize] = NONE;
            }
        }
        // The others have a number, or are infinite: no later number can be their mex.
        candidates.retain(|vertex| !self.has_number(*vertex) && self.answered[*vertex as usize] == self.number);
        // No overflow: a candidate of round m has m edges, and there are fewer than 2^32 edges.
        self.number += 1;
        for vertex in &candidates {
            // Answers of the round before count no more: each scan begins again at the first option without a number.
            self.watched[*vertex as usize] = self.first[*vertex as usize];
        }
        (self.candidates, self.started) = (candidates, 0);
        self.label_heap();
    }

    fn has_number(&self, vertex: u32) -> bool {
        self.labels.numbers[vertex as usize] != NONE
    }

    /// Whether a candidate has neither a number nor an option with the number of the round.
    fn may_get_number(&self, vertex: u32) -> bool {
        !self.has_number(vertex) && self.answered[vertex as usize] != self.number
    }

    /// Scans the options from the watched one on for one without a number and without an answer. If there is one, the vertex watches
    /// it; if not, the vertex gets the number of the round.
    fn scan(&mut self, vertex: u32) {
        let (place, number) = (vertex as usize, self.number);
        for edge in self.watched[place]..self.ends[place] {
            let option = self.targets[edge as usize];
            match self.labels.numbers[option as usize] {
                // The opponent can go back to the number from this option, so it does not keep the vertex from
                // getting it.
                NONE if self.answered[option as usize] == number => {}
                // A larger nim-heap has the smaller one of this round as an option.
                NONE if self.heaps.contains(&option) => {}
                NONE => {
                    self.watched[place] = edge;
                    // Puts the vertex at the head of the list of those that watch the option.
                    self.next_watcher[place] = std::mem::replace(&mut self.watcher[option as usize], vertex);
                    return;
                }
                // The option got the number earlier in the same pass over a list of watchers, and waits in
                // `newly_labelled`. Taken from there, it makes this vertex an answered one, so nothing is watched.
                same if same == number => {
                    self.watched[place] = edge;
                    return;
                }
                _ => {
                    // An option with a smaller number stays so, and is moved before `first`, so that no later scan
                    // meets it. The edge that the swap moves to this place was examined before: from `first` to this
                    // place, all edges lead to answered options.
                    self.targets.swap(edge as usize, self.first[place] as usize);
                    self.first[place] += 1;
                }
            }
        }
        // No option prevents the number. A candidate has options with all smaller numbers, so the number is the mex.
        self.watched[place] = NONE;
        self.set_number(vertex);
    }

    /// Processes one entry of the queues. Returns false if both are empty.
    fn propagate(&mut self) -> bool {
        // Mark answered vertices before any scan: answered vertices need no scan in this round.
        if let Some(vertex) = self.newly_labelled.pop() {
            for source in self.sources.targets(vertex) {
                // Each vertex enters the queue once a round, however many options with the number it has.
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
            // Read before the scan, which may put the watcher into the list of another option.
            let next = self.next_watcher[watcher as usize];
            if self.may_get_number(watcher) {
                self.scan(watcher);
            }
            watcher = next;
        }
        true
    }
}
