//! The positions that a solver of loopy games has found, and the queue of those whose moves are not listed.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use crate::components::Components;
use crate::control::{Bound, Control, Stopped, Unit};
use crate::loopy::digraph::{MOST, narrow};

/// Number of components, beyond the first one that a move leaves, that count as one unsolved position; and number of such components that
/// are free. Guards, which no bench covers: without them a game that leaves more and more components fills the memory long before the
/// limit on positions is met.
const COMPONENTS_A_POSITION: u64 = 16;
const FREE_COMPONENTS: u64 = 1 << 20;

/// The positions that have been found.
#[derive(Clone, Debug)]
pub(super) struct Found<P> {
    /// The vertex of each position.
    pub(super) vertices: HashMap<Components<P>, u32, FxBuildHasher>,
    /// Queue of the positions whose moves have not been listed, in the order of their vertices.
    pub(super) unlisted: VecDeque<Components<P>>,
    /// The listing of the first of them, if a bound has interrupted it. A rule book that panics leaves none here.
    begun: Option<Listing>,
    /// The number of the last listing, and for each vertex that of the last listing that met it. A listing that begins anew has another number, so that no
    /// edge of one that was lost counts.
    listing: u32,
    met_by: Vec<u32>,
    /// Number of components that the moves of unlabelled vertices leave, without the first one of each move.
    pub(super) more_components: u64,
}

/// The moves of a position that have been listed.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    /// The number of those moves.
    pub(super) listed: usize,
    /// The vertices that they lead to, each once.
    pub(super) targets: Vec<u32>,
}

/// Stands for no listing.
const NONE: u32 = u32::MAX;

impl<P> Default for Found<P> {
    fn default() -> Self {
        let vertices = HashMap::default();
        let (unlisted, met_by) = (VecDeque::new(), Vec::new());
        Self { vertices, unlisted, begun: None, listing: 0, met_by, more_components: 0 }
    }
}

impl<P: Clone + Eq + Hash> Found<P> {
    /// The number of positions.
    pub(super) fn count(&self) -> usize {
        self.vertices.len()
    }

    /// The vertex of a position. A new position gets the next vertex, if there is room for it.
    pub(super) fn vertex(
        &mut self,
        key: Components<P>,
        labelled: usize,
        control: &mut Control,
    ) -> Result<u32, Stopped> {
        if let Some(vertex) = self.vertices.get(&key) {
            return Ok(*vertex);
        }
        let unsolved = self.unsolved(labelled);
        if !control.has_room(unsolved) {
            return Err(control.out_of_positions(Unit::Positions, unsolved));
        }
        if self.vertices.len() == MOST {
            return Err(Stopped::new(Bound::Positions(MOST as u64), Unit::Positions, control.done(), unsolved));
        }
        control.step_positions(1);
        let vertex = narrow(self.vertices.len());
        self.vertices.insert(key.clone(), vertex);
        self.unlisted.push_back(key);
        self.met_by.push(NONE);
        Ok(vertex)
    }

    /// The number of unsolved positions for the limit of the control.
    pub(super) fn unsolved(&self, labelled: usize) -> u64 {
        (self.vertices.len() - labelled) as u64
            + self.more_components.saturating_sub(FREE_COMPONENTS) / COMPONENTS_A_POSITION
    }

    /// Begins to list the moves of the first position of the queue, or goes on where a bound has interrupted that.
    pub(super) fn listing(&mut self) -> Listing {
        if let Some(begun) = self.begun.take() {
            return begun;
        }
        self.listing = self.listing.wrapping_add(1);
        if self.listing == NONE {
            self.met_by.fill(NONE);
            self.listing = 0;
        }
        Listing::default()
    }

    /// Keeps a listing that a bound has interrupted.
    pub(super) fn interrupt(&mut self, listing: Listing) {
        self.begun = Some(listing);
    }

    /// Whether the listing under way meets a vertex for the first time. Records it.
    pub(super) fn is_new(&mut self, target: u32) -> bool {
        std::mem::replace(&mut self.met_by[target as usize], self.listing) != self.listing
    }

    /// Forgets the positions without values.
    pub(super) fn forget_unlabelled(&mut self, labelled: usize) {
        self.vertices.retain(|_, vertex| (*vertex as usize) < labelled);
        self.unlisted.clear();
        self.begun = None;
        self.met_by.truncate(labelled);
        self.more_components = 0;
    }

    /// An estimate of the bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        // The hash table has one control byte for each slot.
        let entry = size_of::<(Components<P>, u32)>() + 1;
        let queued = size_of::<Components<P>>();
        (self.vertices.capacity() * entry + self.unlisted.capacity() * queued + self.met_by.capacity() * 4) as u64
    }
}
