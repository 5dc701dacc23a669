//! The walker and the prover at work together, on as many threads as there are.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::heap::lane::Lane;
use crate::heap::stream::error::StreamError;
use crate::heap::stream::prover::Prover;
use crate::heap::stream::space::{Space, sets_of};
use crate::heap::stream::tuning::Tuning;
use crate::heap::stream::walker::Walker;
use crate::heap::threads::share;

/// The latest values as sets, and what computes the next.
///
/// Values are walked one chunk ahead of those that are proved, so that both can be done at the same time.
#[derive(Clone, Debug)]
pub(super) struct Machine<L> {
    walker: Walker<L>,
    prover: Prover<L>,
    /// The window: the latest heaps, of which the last `ahead` are not proved.
    sets: Vec<L>,
    ahead: usize,
    /// The first heap that is not proved.
    pub(super) next: u64,
    /// Searches for witnesses since the likely ones were chosen; the most there can be if they never were.
    searches: usize,
    end: Option<End>,
}

/// What ends a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The next value has no proof inside prefix and window.
    Unresolved,
    /// The next value has no bit in the sets.
    TooLarge,
}

impl End {
    /// The error at a heap.
    pub(super) const fn at(self, heap: u64) -> StreamError {
        match self {
            Self::Unresolved => StreamError::Unresolved { heap },
            Self::TooLarge => StreamError::TooLarge { heap },
        }
    }
}

impl<L: Lane> Machine<L> {
    /// A machine after heaps whose latest values have these codes; `next` is the heap after them.
    pub(super) fn new(space: &Space, latest: &[u8], next: u64) -> Self {
        let sets: Vec<L> = sets_of(latest);
        let (walker, prover) = (Walker::new(space, &sets), Prover::new(space));
        Self { walker, prover, sets, ahead: 0, next, searches: usize::MAX, end: None }
    }

    /// The sets of the latest proved heaps.
    pub(super) fn proved(&self) -> &[L] {
        &self.sets[..self.sets.len() - self.ahead]
    }

    /// Proves one more chunk, or the heaps before the one that ends the machine.
    pub(super) fn advance(&mut self, space: &Space, threads: usize, tuning: &Tuning) -> Result<(), End> {
        if let Some(end) = self.end {
            return Err(end);
        }
        let chunk = tuning.chunk;
        // The first call alone: each later one finds the chunk that was walked while the chunk before was proved.
        if self.ahead == 0 {
            self.walker.walk(chunk);
            self.sets.extend_from_slice(self.walker.latest(chunk));
            self.ahead = chunk;
        }
        // The last chunk is walked and not proved.
        let start = self.sets.len() - chunk;
        // The walker leaves a heap empty whose value has no bit.
        let known = self.sets[start..].iter().position(|set| *set == L::EMPTY);
        let heaps = known.unwrap_or(chunk);
        if self.searches >= tuning.searches {
            // After those that are to be proved, since a resumed stream has as many before them as witnesses may be among.
            self.prover.choose(space, &self.sets[..start + heaps], self.next + heaps as u64, tuning);
            self.searches = 0;
        }
        let (sets, next, prover) = (&self.sets, self.next, &self.prover);
        let piece = tuning.piece;
        let (begun, unproved, searches) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX), AtomicUsize::new(0));
        let prove = || {
            // Each thread has rows of its own. The copy begins with 0 searches, since `self.prover` chooses and never
            // proves.
            let mut prover = prover.clone();
            // In ascending order, and whoever takes a piece proves it, so that every piece before one with a failure is done. So the failure is looked
            // at before a piece is taken, and not after it.
            while unproved.load(Ordering::Relaxed) == usize::MAX
                && let first = begun.fetch_add(piece, Ordering::Relaxed)
                && first < heaps
            {
                // The piece may go beyond `heaps`, since a prover takes whole blocks. What fails there does not count:
                // `proved` is `heaps` at most. All pieces before have begun by then, and are finished.
                let some = piece.min(chunk - first);
                if let Some(place) = prover.prove(space, sets, start + first, some, next + (first + some) as u64) {
                    // The least place of all threads. `Relaxed`: it becomes a result only after all threads have ended.
                    unproved.fetch_min(place - start, Ordering::Relaxed);
                }
            }
            searches.fetch_add(prover.searches, Ordering::Relaxed);
        };
        let walker = &mut self.walker;
        // This thread walks the next chunk, then proves what is left with the others, of which there is one for each piece at most. A
        // chunk with a value that is too large is the last one.
        share(threads.min(1 + heaps.div_ceil(piece)), &prove, &mut || {
            if known.is_none() {
                walker.walk(chunk);
            }
        });
        self.searches += searches.into_inner();
        let proved = heaps.min(unproved.into_inner());
        self.next += proved as u64;
        if proved < chunk {
            // A heap without a proof comes before the one whose value is too large, if there are both.
            let end = if proved < heaps { End::Unresolved } else { End::TooLarge };
            self.ahead = chunk - proved;
            self.end = Some(end);
            return Err(end);
        }
        // Old sets are dropped when the window is full, so that each is moved a few times at most.
        // Proofs of the next chunk reach `reach` heaps back. The chunk that has just been proved stays, since the
        // caller reads it.
        let needed = space.reach + chunk;
        if self.sets.len() + chunk > tuning.window.max(2 * needed) {
            let old = self.sets.len() - needed;
            self.sets.drain(..old);
        }
        self.sets.extend_from_slice(self.walker.latest(chunk));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Machine, Tuning};
    use crate::heap::stream::tests::{space_and_codes, tiny};

    /// Old sets are dropped when the window is full, as many as are not needed.
    #[test]
    fn the_window_has_the_heaps_that_proofs_need_and_room_for_no_more_than_is_said() {
        let (space, codes) = space_and_codes("0.45", 256, 1100);
        for (window, chunk) in [(0, 64), (0, 128), (5000, 64), (450 + 20 * 64, 64)] {
            let tuning = Tuning { window, chunk, ..tiny(256) };
            let mut machine = Machine::<u16>::new(&space, &codes[256..], codes.len() as u64);
            let room = window.max(2 * (space.reach + chunk));
            let (mut fewest, mut most) = (usize::MAX, 0);
            for heaps in (1..200).map(|chunks| codes.len() + chunks * chunk) {
                machine.advance(&space, 1, &tuning).unwrap();
                assert_eq!(machine.next, heaps as u64);
                let (all, proved) = (machine.sets.len(), machine.proved().len());
                assert!(all <= room && all == proved + chunk && proved >= space.reach + chunk);
                if heaps + chunk - 256 <= room {
                    assert_eq!(all, heaps + chunk - 256);
                } else {
                    (fewest, most) = (fewest.min(all), most.max(all));
                }
            }
            assert_eq!(fewest, space.reach + 2 * chunk);
            // Chunks are added as long as there is room.
            assert_eq!(most, fewest + (room - fewest) / chunk * chunk);
        }
    }
}
