//! Windows on the pieces of a table on disk: a bounded number of pages in memory.

use std::collections::HashMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxBuildHasher;

use crate::chomp::piece_file::Fault;
use crate::chomp::pieces::Pieces;
use crate::chomp::table::index;

/// Number of bytes of a page, less what is left of the last block. Tails with the same first row read another column in long runs, so that larger
/// pages are read in vain only at the ends of runs. Not tuned.
const PAGE: usize = 1 << 16;

/// The pages that were used last, for all threads.
pub(super) struct Pages<'a> {
    pieces: &'a Pieces,
    /// For each piece, whether its file has been checked as a whole, or was written by this process.
    checked: Vec<AtomicBool>,
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
    pub(super) fn new(pieces: &'a Pieces, bytes: usize) -> Self {
        // Two generations, of half the bytes each.
        let kept = Kept { young: HashMap::default(), old: HashMap::default(), most: (bytes / (2 * PAGE)).max(1) };
        let checked = pieces.all().iter().map(|_| AtomicBool::new(false)).collect();
        Self { pieces, checked, kept: Mutex::new(kept) }
    }

    /// Takes note that the file of a piece is right.
    pub(super) fn is_right(&self, number: usize) {
        self.checked[number].store(true, Relaxed);
    }

    /// Takes note that the file of a piece must be checked again.
    pub(super) fn is_wrong(&self, number: usize) {
        self.checked[number].store(false, Relaxed);
    }

    fn page(&self, number: usize, page: usize, start: usize, length: usize) -> Result<Arc<[u8]>, Fault> {
        // A panic in a thread leaves a map of whole pages.
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get((number, page)) {
            return Ok(found);
        }
        // A window has no checksum, so the whole file is read once before its first window. The lock is free meanwhile;
        // two threads may read the same page, and one copy stays.
        if !self.checked[number].load(Relaxed) {
            let mut bytes = vec![0; self.pieces.all()[number].bytes];
            self.pieces.read(number, &mut bytes)?;
            self.is_right(number);
        }
        let mut bytes = vec![0; length];
        self.pieces.window(number, start, &mut bytes)?;
        let bytes: Arc<[u8]> = bytes.into();
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
        // Pages hold whole blocks, so that a cursor never needs two pages for one.
        let (begin, whole) = (index(piece.start), (PAGE / piece.block).max(1) * piece.block);
        // Pages are counted from the beginning of the piece. The last one of a piece may be shorter.
        let page = (place - begin) / whole;
        let start = page * whole;
        let length = whole.min(piece.bytes - start);
        self.page = pages.page(number, page, start, length)?;
        self.start = begin + start;
        self.at = place - self.start;
        Ok(self.page[self.at])
    }
}
