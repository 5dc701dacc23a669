//! A file that is read, and never written: what a database writes to it stays in memory.
//!
//! Opening a database writes to its file, and after a crash repairs it. On an overlay this can be tried, and the file be left as it was if
//! something is wrong.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::Mutex;

use redb::StorageBackend;

/// Bytes of a page in memory.
const PAGE_SIZE: usize = 4096;
const PAGE: u64 = PAGE_SIZE as u64;

/// A file under pages in memory.
#[derive(Debug)]
pub(crate) struct Overlay(Mutex<Layers>);

#[derive(Debug)]
struct Layers {
    file: File,
    /// The part of the file that was never cut off: what lies behind reads as zero.
    kept: u64,
    length: u64,
    /// Pages that were written to, by their numbers.
    pages: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    pub(crate) fn new(file: File) -> io::Result<Self> {
        // The length is read once: `Disk` has locked the file, so no other process changes it.
        let length = file.metadata()?.len();
        Ok(Self(Mutex::new(Layers { file, kept: length, length, pages: BTreeMap::new() })))
    }

    fn layers(&self) -> std::sync::MutexGuard<'_, Layers> {
        self.0.lock().expect("no thread panics with the lock")
    }
}

/// Reads a part of a file. The place where the file is read belongs to all clones of it, which several threads read.
fn read_at(file: &File, mut out: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !out.is_empty() {
        #[cfg(unix)]
        let count = std::os::unix::fs::FileExt::read_at(file, out, offset);
        #[cfg(windows)]
        let count = std::os::windows::fs::FileExt::seek_read(file, out, offset);
        match count {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                out = &mut out[count..];
                offset += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Layers {
    /// Reads from the file alone.
    fn read_file(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        // Bytes of this range that the file still has. What follows was cut off, or lies behind the end of the file.
        let there = self.kept.saturating_sub(offset).min(out.len() as u64);
        let (head, tail) = out.split_at_mut(usize::try_from(there).expect("a part of a slice has a length"));
        read_at(&self.file, head, offset)?;
        tail.fill(0);
        Ok(())
    }

    fn read(&mut self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        // A sum that overflows lies behind the end too: a damaged file may hold any offset.
        if offset.checked_add(out.len() as u64).is_none_or(|end| end > self.length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // The whole range from the file, and then the pages that were written to over it.
        self.read_file(offset, out)?;
        for (place, number, within) in pieces(offset, out.len()) {
            if let Some(page) = self.pages.get(&number) {
                let length = place.len();
                out[place].copy_from_slice(&page[within..within + length]);
            }
        }
        Ok(())
    }

    fn write(&mut self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.length = self.length.max(offset + data.len() as u64);
        for (place, number, within) in pieces(offset, data.len()) {
            // A page gets its other bytes from the file once, when it is first written to.
            if !self.pages.contains_key(&number) {
                let mut page = vec![0; PAGE_SIZE];
                self.read_file(number * PAGE, &mut page)?;
                self.pages.insert(number, page);
            }
            let page = self.pages.get_mut(&number).expect("the page was read above");
            let length = place.len();
            page[within..within + length].copy_from_slice(&data[place]);
        }
        Ok(())
    }

    fn set_len(&mut self, length: u64) {
        self.length = length;
        // A file that is cut and then grows must read as zero behind the cut: `kept` never grows again.
        self.kept = self.kept.min(length);
        // Pages that lie wholly behind the new end are dropped.
        self.pages.split_off(&length.div_ceil(PAGE));
        // The page in which the file ends keeps its head.
        if let Some(page) = self.pages.get_mut(&(length / PAGE)) {
            page[(length % PAGE) as usize..].fill(0);
        }
    }
}

/// A range of bytes cut at the ends of pages: for each piece its place in the range, the number of its page, and where it begins there.
fn pieces(offset: u64, length: usize) -> impl Iterator<Item = (std::ops::Range<usize>, u64, usize)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        if from == length {
            return None;
        }
        let at = offset + from as u64;
        let within = (at % PAGE) as usize;
        let end = length.min(from + (PAGE_SIZE - within));
        let piece = (from..end, at / PAGE, within);
        from = end;
        Some(piece)
    })
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.layers().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.layers().read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.layers().set_len(length);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.layers().write(offset, data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::io::{Read, Seek};

    /// Reads and writes at random, beside a list of bytes that does the same. The file keeps its content.
    #[test]
    fn an_overlay_is_a_list_of_bytes() {
        let content: Vec<u8> = (0..20_000_u32).map(|n| (n % 251) as u8).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&content).unwrap();
        let overlay = Overlay::new(file.try_clone().unwrap()).unwrap();
        let mut plain = content.clone();
        let mut seed = 1_u64;
        let mut below = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % bound
        };
        for round in 0..2000 {
            let offset = below(plain.len() + 1);
            match below(20) {
                0 => {
                    let length = 10_000 + below(30_000);
                    plain.resize(length, 0);
                    overlay.set_len(length as u64).unwrap();
                }
                1..10 => {
                    let data: Vec<u8> = (0..below(9000).min(plain.len() - offset))
                        .map(|n| u8::try_from((n + round) % 256).unwrap())
                        .collect();
                    plain[offset..offset + data.len()].copy_from_slice(&data);
                    overlay.write(offset as u64, &data).unwrap();
                }
                _ => {
                    let mut out = vec![0; below(9000).min(plain.len() - offset)];
                    overlay.read(offset as u64, &mut out).unwrap();
                    assert_eq!(out, plain[offset..offset + out.len()], "round {round}");
                }
            }
            assert_eq!(overlay.len().unwrap(), plain.len() as u64);
            assert!(overlay.read(plain.len() as u64, &mut [0]).is_err());
        }
        let mut left = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut left).unwrap();
        assert_eq!(left, content);
    }
}
