//! Windows on the pieces of a table on disk: a bounded number of pages in memory.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxBuildHasher;

use crate::chomp::piece_file::Fault;
use crate::chomp::pieces::{PAGE, Pieces};
use crate::chomp::table::index;
use crate::chomp::table_file::checksum;

/// The checksums of the pages of each piece whose file was read or written as a whole. A file has one checksum only, which covers all of it.
pub(super) type Sums = HashMap<usize, Arc<[u64]>, FxBuildHasher>;

/// The pages that were used last, for all threads.
pub(super) struct Pages<'a> {
    pieces: &'a Pieces,
    sums: Mutex<Sums>,
    kept: Mutex<Kept>,
}

/// Pages in two generations. When the young one is full, it becomes the old one, and the old one is dropped.
struct Kept {
    young: HashMap<(usize, usize), Arc<[u8]>, FxBuildHasher>,
    old: HashMap<(usize, usize), Arc<[u8]>, FxBuildHasher>,
    /// Maximum number of pages of a generation.
    most: usize,
}

/// A thread's place in one column: the page that it has read last.
#[derive(Clone, Default)]
pub(super) struct Cursor {
    /// Where the page begins in the column.
    start: usize,
    page: Arc<[u8]>,
    /// The place in the page.
    at: usize,
}

impl<'a> Pages<'a> {
    /// At most about `bytes` bytes of pages, beside one for each cursor.
    pub(super) fn new(pieces: &'a Pieces, sums: Sums, bytes: usize) -> Self {
        // Two generations, of half the bytes each.
        let kept = Kept { young: HashMap::default(), old: HashMap::default(), most: (bytes / (2 * PAGE)).max(1) };
        Self { pieces, sums: Mutex::new(sums), kept: Mutex::new(kept) }
    }

    /// Takes note that the file of a piece is right, which was read or written as a whole with these bytes.
    pub(super) fn is_right(&self, number: usize, bytes: &[u8]) {
        let sums = bytes.chunks(self.pieces.all()[number].page()).map(|page| checksum(0, page)).collect();
        self.sums().insert(number, sums);
    }

    /// Takes note that the file of a piece must be checked again.
    pub(super) fn is_wrong(&self, number: usize) {
        self.sums().remove(&number);
    }

    /// Whether the file of a piece was right when it was read or written as a whole.
    pub(super) fn is_checked(&self, number: usize) -> bool {
        self.sums().contains_key(&number)
    }

    pub(super) fn into_sums(self) -> Sums {
        self.sums.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn sums(&self) -> MutexGuard<'_, Sums> {
        // A panic in a thread leaves whole entries.
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn page(&self, number: usize, page: usize) -> Result<Arc<[u8]>, Fault> {
        // A panic in a thread leaves a map of whole pages.
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get((number, page)) {
            return Ok(found);
        }
        let piece = &self.pieces.all()[number];
        let start = page * piece.page();
        let range = start..piece.bytes.min(start + piece.page());
        let sum = self.sums().get(&number).map(|sums| sums[page]);
        // The locks are free meanwhile; two threads may read the same page, and one copy stays.
        let bytes: Arc<[u8]> = if let Some(sum) = sum {
            let mut bytes = vec![0; range.len()];
            self.pieces.window(number, start, &mut bytes)?;
            // The file may have changed since it was checked.
            if checksum(0, &bytes) != sum {
                return Err(Fault::Piece(number));
            }
            bytes.into()
        } else {
            // The file is read as a whole before its first window.
            let mut bytes = vec![0; piece.bytes];
            self.pieces.read(number, &mut bytes)?;
            self.is_right(number, &bytes);
            bytes[range].into()
        };
        lock().insert((number, page), Arc::clone(&bytes));
        Ok(bytes)
    }
}

impl Kept {
    fn get(&mut self, key: (usize, usize)) -> Option<Arc<[u8]>> {
        if let Some(page) = self.young.get(&key) {
            return Some(Arc::clone(page));
        }
        // A page that is used again moves to the young generation, and is not dropped with the old one.
        let page = self.old.remove(&key)?;
        self.insert(key, Arc::clone(&page));
        Some(page)
    }

    fn insert(&mut self, key: (usize, usize), page: Arc<[u8]>) {
        if self.young.len() >= self.most {
            self.old.clear();
            mem::swap(&mut self.young, &mut self.old);
        }
        self.young.insert(key, page);
    }
}

impl Cursor {
    /// Goes to a place of a column, the first byte of a block, and reads it. The whole block is on the page.
    #[inline]
    pub(super) fn turn_to(&mut self, pages: &Pages<'_>, column: usize, place: usize) -> Result<u8, Fault> {
        // A place before the page wraps, and is beyond its end.
        self.at = place.wrapping_sub(self.start);
        match self.page.get(self.at) {
            Some(byte) => Ok(*byte),
            None => self.turn(pages, column, place),
        }
    }

    /// The bytes from the place on, to the end of the page.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.page[self.at..]
    }

    #[cold]
    fn turn(&mut self, pages: &Pages<'_>, column: usize, place: usize) -> Result<u8, Fault> {
        let number = pages.pieces.holding(column, place as u64);
        let piece = &pages.pieces.all()[number];
        let begin = index(piece.start);
        let page = (place - begin) / piece.page();
        self.page = pages.page(number, page)?;
        self.start = begin + page * piece.page();
        self.at = place - self.start;
        Ok(self.page[self.at])
    }
}
