//! A graph that many positions share.
//!
//! A search makes and drops millions of positions, and each of them counts as a holder of its graph. Where two threads wrote the same count, each
//! would wait for the other most of the time. So each thread has its own copy of a small graph: to clone a position of another thread is to
//! find this copy, or to make it.

use std::cell::RefCell;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use super::{Graph, Symmetry};
use crate::games::images::SmallBoard;

/// A graph, and the same by words if it has at most 64 vertices.
pub(super) struct Shared(Arc<ThreadCopy>);

/// The graph of one thread. It has lines of the cache to itself: who reads it does not wait for a thread that writes the count of the holders.
#[repr(align(128))]
struct ThreadCopy {
    graph: Graph,
    small: Option<Small>,
    /// The number of the graph, the same in all copies.
    number: u64,
    /// The thread that made the copy.
    home: usize,
}

/// A graph of at most 64 vertices.
#[derive(Clone)]
pub(super) struct Small {
    neighbours: [u64; 64],
    /// The board whose squares the vertices are, unless it has 64 columns.
    pub(super) board: Option<SmallBoard>,
}

thread_local! {
    /// Its address tells threads apart.
    static HERE: u8 = const { 0 };
    /// The copies that this thread has made.
    static COPIES: RefCell<Vec<Weak<ThreadCopy>>> = const { RefCell::new(Vec::new()) };
}

#[inline]
fn here() -> usize {
    // The address may come again when its thread has ended. A graph of that thread then counts as one of the new
    // thread, which changes no result: all copies of a graph are equal.
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

impl Small {
    fn new(graph: &Graph) -> Option<Self> {
        if graph.vertices() > 64 {
            return None;
        }
        let mut neighbours = [0; 64];
        for (word, others) in neighbours.iter_mut().zip(&graph.neighbours) {
            *word = others.first_word();
        }
        let board = match graph.symmetry {
            Symmetry::Board { rows, columns, .. } => SmallBoard::new(rows, columns),
            Symmetry::Other { .. } => None,
        };
        Some(Self { neighbours, board })
    }

    /// The neighbours of a vertex.
    #[inline]
    pub(super) const fn neighbours(&self, vertex: usize) -> u64 {
        // Vertices are below 64: the remainder changes nothing, and spares the check of the index.
        self.neighbours[vertex % 64]
    }
}

impl Shared {
    pub(super) fn new(graph: Graph) -> Self {
        // Numbers only have to differ, so that no order between threads is needed.
        static GRAPHS: AtomicU64 = AtomicU64::new(0);
        let (small, number) = (Small::new(&graph), GRAPHS.fetch_add(1, Relaxed));
        Self(Arc::new(ThreadCopy { graph, small, number, home: here() }))
    }

    /// The graph by words.
    #[inline]
    pub(super) fn small(&self) -> Option<&Small> {
        self.0.small.as_ref()
    }

    /// The copy of this thread of a graph of another one.
    #[cold]
    fn brought_home(&self) -> Self {
        let ThreadCopy { graph, small, number, .. } = &*self.0;
        // A large graph would take much memory, and its positions take more time to be made than to be counted.
        if small.is_none() {
            return Self(Arc::clone(&self.0));
        }
        let own = COPIES.try_with(|copies| {
            let mut copies = copies.borrow_mut();
            let found = copies.iter().filter_map(Weak::upgrade).find(|copy| copy.number == *number);
            found.unwrap_or_else(|| {
                let copy = ThreadCopy { graph: graph.clone(), small: small.clone(), number: *number, home: here() };
                let copy = Arc::new(copy);
                // Copies without positions are forgotten here, so that the list does not grow with the graphs of all
                // time.
                copies.retain(|copy| copy.strong_count() > 0);
                copies.push(Arc::downgrade(&copy));
                copy
            })
        });
        // A thread that ends has no copies any more.
        Self(own.unwrap_or_else(|_| Arc::clone(&self.0)))
    }
}

impl Clone for Shared {
    #[inline]
    fn clone(&self) -> Self {
        if self.0.home == here() { Self(Arc::clone(&self.0)) } else { self.brought_home() }
    }
}

impl Deref for Shared {
    type Target = Graph;

    #[inline]
    fn deref(&self) -> &Graph {
        &self.0.graph
    }
}

impl PartialEq for Shared {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&*self.0, &*other.0);
        // Copies of one graph have one number. Two graphs that were read from the same text have not, and are compared. On a board moves are
        // called by rows and columns, which tell 1 x 3 from 3 x 1.
        one.number == other.number || (one.graph == other.graph && one.graph.board() == other.graph.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn each_thread_has_one_copy_of_a_small_graph() {
        let (small, large) = (Shared::new(Graph::grid(8, 8).unwrap()), Shared::new(Graph::grid(8, 9).unwrap()));
        assert!(Arc::ptr_eq(&small.0, &small.clone().0) && small != large);
        let moved = thread::scope(|scope| {
            let work = || {
                let (one, other) = (small.clone(), small.clone());
                assert!(Arc::ptr_eq(&one.0, &other.0) && !Arc::ptr_eq(&one.0, &small.0) && one == small);
                assert!(Arc::ptr_eq(&large.clone().0, &large.0));
                assert_eq!(Arc::strong_count(&one.0), 2);
                assert_eq!(one.small().unwrap().neighbours(9), 1 << 1 | 1 << 8 | 1 << 10 | 1 << 17);
                one
            };
            [scope.spawn(work).join().unwrap(), scope.spawn(work).join().unwrap()]
        });
        assert_eq!(Arc::strong_count(&small.0), 1);
        // Back on the first thread: one copy for the positions of all others.
        let [one, other] = moved.each_ref().map(Shared::clone);
        assert!(Arc::ptr_eq(&one.0, &other.0) && one == small);
    }
}
