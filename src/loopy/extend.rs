//! Labels of vertices that are added to a labelled graph, without labelling the old vertices again.
//!
//! Only the value of an old vertex matters for the labels of new ones. So the new vertices are labelled in a graph of their own. In this
//! graph a nim-heap replaces each old vertex that is a nimber, and a loop with moves to heaps replaces each infinite one.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::control::{Control, Progress, Stopped, Unit};
use crate::loopy::digraph::{Digraph, narrow};
use crate::loopy::label::{Labelling, Labels};

/// The labelling of the vertices of a graph that have no label yet, which can be interrupted and resumed.
#[derive(Clone, Debug)]
pub(super) struct Extension {
    labelling: Labelling,
    /// Number of vertices that were labelled before.
    old: u32,
    /// Number of the others.
    new: u32,
}

impl Extension {
    /// Starts the labelling. Vertices with a label must not lead to vertices without one.
    pub(super) fn new(graph: &Digraph, labels: &Labels) -> Self {
        let old = narrow(labels.len());
        let new = narrow(graph.vertices()) - old;
        let labelling = if old == 0 {
            Labelling::new(graph, 0..0)
        } else {
            let replaced = Replacements::of(graph, labels);
            Labelling::new(&replaced.graph(graph, labels), replaced.heaps..replaced.heaps + replaced.count)
        };
        Self { labelling, old, new }
    }

    /// Runs until the labelling is complete or a bound of the control is met. The new vertices are counted at the end. `bytes` is the
    /// size of graph and labels.
    pub(super) fn run(&mut self, control: &mut Control, unit: Unit, bytes: u64) -> Result<(), Stopped> {
        let new = u64::from(self.new);
        while !self.labelling.advance(STEPS) {
            control.step(STEPS as u64);
            // Replacements of old vertices are labelled as well, so the count may exceed `new`.
            let labelled = u64::from(self.labelling.labelled()).min(new);
            let looked = control.look_if_due(new, |control| {
                Progress::new(unit, control.done().saturating_add(labelled), control.done().checked_add(new), bytes)
            });
            looked.map_err(|stopped| Stopped { done: control.done(), ..stopped })?;
        }
        control.count(new);
        Ok(())
    }

    /// Adds the labels of a complete labelling to those of the old vertices.
    pub(super) fn finish(self, all: &mut Labels) {
        let labels = self.labelling.labels();
        if self.old == 0 {
            *all = labels;
            return;
        }
        // Only the order of times matters. New vertices come after all old ones, and keep the order among themselves.
        let numbered = (0..self.new).filter(|vertex| labels.number(*vertex).is_some());
        let mut in_order: Vec<u64> =
            numbered.map(|vertex| u64::from(labels.time(vertex)) << 32 | u64::from(vertex)).collect();
        in_order.sort_unstable();
        all.add_infinite(self.new as usize);
        for (time, entry) in (self.old..).zip(in_order) {
            let vertex = u32::try_from(entry & u64::from(u32::MAX)).expect("the lower half of the entry");
            let number = labels.number(vertex).expect("only vertices with a number were collected");
            all.set(self.old + vertex, number, time);
        }
    }
}

/// Steps of the labelling between two questions to the control whether a check is due. A guard for quick cancelling at no measurable
/// cost, covered by the bench `loopy`.
const STEPS: usize = 1 << 12;

/// The replacements of the old vertices to which new vertices have edges.
struct Replacements {
    /// Number of old vertices.
    old: u32,
    /// Vertex of the heap `*0` in the graph of new vertices. The other heaps follow in ascending order.
    heaps: u32,
    /// Number of heaps.
    count: u32,
    /// The infinite old vertices, which follow the heaps in this order, and the place of each in the list.
    infinite: Vec<u32>,
    places: HashMap<u32, u32, FxBuildHasher>,
}

impl Replacements {
    fn of(graph: &Digraph, labels: &Labels) -> Self {
        let old = narrow(labels.len());
        let heaps = narrow(graph.vertices()) - old;
        let mut found = Self { old, heaps, count: 0, places: HashMap::default(), infinite: Vec::new() };
        let new = old..narrow(graph.vertices());
        for target in new.flat_map(|vertex| graph.targets(vertex)).filter(|target| **target < old) {
            // Heaps are needed up to the largest number that a new vertex sees: that of an option, or of an option of
            // an infinite option.
            if let Some(number) = labels.number(*target) {
                found.count = found.count.max(number + 1);
            } else if !found.places.contains_key(target) {
                found.places.insert(*target, narrow(found.infinite.len()));
                found.infinite.push(*target);
                let numbers = graph.targets(*target).iter().filter_map(|option| labels.number(*option));
                found.count = numbers.fold(found.count, |count, number| count.max(number + 1));
            }
        }
        found
    }

    /// The graph of the new vertices, the heaps and the replacements of infinite vertices, in this order.
    fn graph(&self, graph: &Digraph, labels: &Labels) -> Digraph {
        // This graph is no larger than the one of old and new vertices, so 32 bits are enough. For each heap there is
        // an old vertex of the same number. An infinite vertex has an infinite
        // option, whose edge the loop replaces.
        let mut whole = Digraph::empty();
        let mut targets = Vec::new();
        for vertex in self.old..narrow(graph.vertices()) {
            targets.clear();
            targets.extend(graph.targets(vertex).iter().map(|target| self.replaced(*target, labels)));
            whole.push(&targets);
        }
        for _ in 0..self.count {
            whole.push(&[]);
        }
        for (vertex, itself) in self.infinite.iter().zip(self.heaps + self.count..) {
            let numbers = graph.targets(*vertex).iter().filter_map(|option| labels.number(*option));
            targets.clear();
            targets.extend(numbers.map(|number| self.heaps + number));
            // The loop keeps the vertex infinite: no option of the vertex has its mex as a number, so the move to
            // itself has no answer.
            targets.push(itself);
            whole.push(&targets);
        }
        whole
    }

    /// The vertex of the new graph for a target in the old one.
    fn replaced(&self, target: u32, labels: &Labels) -> u32 {
        if target >= self.old {
            return target - self.old;
        }
        match labels.number(target) {
            Some(number) => self.heaps + number,
            None => self.heaps + self.count + self.places[&target],
        }
    }
}
