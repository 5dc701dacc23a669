//! Labels of vertices that are added to a labelled graph, without labelling that one again.
//!
//! What an edge to an old vertex means depends on its value alone. So the new vertices are labelled as a graph of their own, in which a
//! nim-heap stands for each old vertex that is a nimber, and a loop with moves to heaps for each that is infinite.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::control::{Control, Progress, Stopped, Unit};
use crate::loopy::digraph::{Digraph, narrow};
use crate::loopy::label::{Labelling, Labels};

/// Labels under way of the vertices of a graph that have none yet.
#[derive(Clone, Debug)]
pub(super) struct Extension {
    labelling: Labelling,
    old: u32,
    new: u32,
}

impl Extension {
    /// Begins with the vertices that have no label; those that have one lead to each other only.
    pub(super) fn new(graph: &Digraph, labels: &Labels) -> Self {
        let old = narrow(labels.len());
        let new = narrow(graph.vertices()) - old;
        let labelling = match old {
            0 => Labelling::new(graph),
            _ => Labelling::new(&StandIns::of(graph, labels).graph(graph, labels)),
        };
        Self { labelling, old, new }
    }

    /// Goes on until all is done, or a bound of the control is met. The new vertices are counted when all is done. `bytes` are those
    /// that graph and labels take.
    pub(super) fn run(&mut self, control: &mut Control, unit: Unit, bytes: u64) -> Result<(), Stopped> {
        let new = u64::from(self.new);
        while !self.labelling.advance(STEPS) {
            control.step(STEPS as u64);
            // Vertices that stand for old ones get numbers as well.
            let labelled = u64::from(self.labelling.labelled()).min(new);
            let looked = control.look_if_due(|control| {
                Progress::new(unit, control.done().saturating_add(labelled), control.done().checked_add(new), bytes)
            });
            looked.map_err(|bound| Stopped::new(bound, unit, control.done(), new))?;
        }
        control.count(new);
        Ok(())
    }

    /// Adds the labels to those that there were, when all is done.
    pub(super) fn finish(self, all: &mut Labels) {
        let labels = self.labelling.labels();
        if self.old == 0 {
            *all = labels;
            return;
        }
        // Old vertices were labelled before new ones; of the new ones only the order counts.
        let mut in_order: Vec<u32> = (0..self.new).filter(|vertex| labels.number(*vertex).is_some()).collect();
        in_order.sort_unstable_by_key(|vertex| labels.time(*vertex));
        all.add_infinite(self.new as usize);
        for (time, vertex) in (self.old..).zip(in_order) {
            let number = labels.number(vertex).expect("only vertices with a number are in order");
            all.set(self.old + vertex, number, time);
        }
    }
}

/// Steps of the labelling between two questions whether a look is due.
const STEPS: usize = 1 << 12;

/// What stands for the old vertices to which new ones have edges.
struct StandIns {
    old: u32,
    /// The heap of no counters, and after it the others in turn: numbers in the graph of new vertices.
    heaps: u32,
    /// How many heaps there are.
    count: u32,
    /// The place of each infinite vertex, and the vertices themselves.
    places: HashMap<u32, u32, FxBuildHasher>,
    infinite: Vec<u32>,
}

impl StandIns {
    fn of(graph: &Digraph, labels: &Labels) -> Self {
        let old = narrow(labels.len());
        let heaps = narrow(graph.vertices()) - old;
        let mut found = Self { old, heaps, count: 0, places: HashMap::default(), infinite: Vec::new() };
        let new = old..narrow(graph.vertices());
        for target in new.flat_map(|vertex| graph.targets(vertex)).filter(|target| **target < old) {
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

    /// The new vertices, the heaps, and the infinite ones.
    fn graph(&self, graph: &Digraph, labels: &Labels) -> Digraph {
        let mut whole = Digraph::empty();
        let mut targets = Vec::new();
        for vertex in self.old..narrow(graph.vertices()) {
            targets.clear();
            targets.extend(graph.targets(vertex).iter().map(|target| self.stand_in(*target, labels)));
            whole.push(&targets);
        }
        for heap in 0..self.count {
            targets.clear();
            targets.extend(self.heaps..self.heaps + heap);
            whole.push(&targets);
        }
        for (vertex, itself) in self.infinite.iter().zip(self.heaps + self.count..) {
            let numbers = graph.targets(*vertex).iter().filter_map(|option| labels.number(*option));
            targets.clear();
            targets.extend(numbers.map(|number| self.heaps + number));
            targets.push(itself);
            whole.push(&targets);
        }
        whole
    }

    fn stand_in(&self, target: u32, labels: &Labels) -> u32 {
        if target >= self.old {
            return target - self.old;
        }
        match labels.number(target) {
            Some(number) => self.heaps + number,
            None => self.heaps + self.count + self.places[&target],
        }
    }
}
