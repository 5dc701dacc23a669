//! What a nimber search knows of positions without values: a table of the file, which is replaced as a whole.
//!
//! By hand, for a search that knows 10 000 positions without values: they are three [chunks](crate::chunk), of 4096, 4096 and 1808 positions, those with the most work first. The
//! next process reads them when it has searched for as long as that takes, some 40 ms: a question that is answered sooner does without.

use std::fmt;
use std::time::{Duration, Instant};

use grundy::News;
use redb::{Database, ReadOnlyTable, ReadTransaction, ReadableTableMetadata, TableDefinition, TableError};

use crate::chunk::{self, Entries, Found};

/// Chunks by their numbers.
const FACTS: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("facts");

/// The number of positions in a chunk.
const CHUNK: usize = 1 << 12;
/// The time that it takes to read a chunk and to learn what is in it (Cram 5 × 9).
const READ: Duration = Duration::from_millis(13);

/// The least time between two times of writing, as for values. Of what a search finds in it, a crash costs what is no value.
const PERIOD: Duration = Duration::from_millis(500);
/// The same as a multiple of the time that the search spent on the last one.
const SHARE: u32 = 16;
/// The same for a search that has stopped: to find it again would take that time.
const SHARE_AT_STOP: u32 = 4;

/// When what an earlier search knew is read, and what this one knows is written.
#[derive(Debug)]
pub(crate) struct Pace {
    opened: Instant,
    /// The number of chunks that were read.
    read: u64,
    /// When the last chunk was read or something was written, and the time that writing took.
    last: Instant,
    took: Duration,
}

impl Pace {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self { opened: now, read: 0, last: now, took: Duration::ZERO }
    }

    /// The next chunk of so many, if there is one and it is time to read it.
    pub(crate) fn next_chunk(&mut self, chunks: u64) -> Option<u64> {
        let all = READ.saturating_mul(u32::try_from(chunks).unwrap_or(u32::MAX));
        // When the search has taken that long, it will probably take longer still.
        if self.read >= chunks || self.read == 0 && self.opened.elapsed() < all {
            return None;
        }
        self.last = Instant::now();
        self.read += 1;
        Some(self.read - 1)
    }

    /// Whether it is time to write, where so many chunks were there before. They are replaced only if they were read.
    pub(crate) fn is_due(&self, chunks: u64, has_stopped: bool) -> bool {
        let share = if has_stopped { SHARE_AT_STOP } else { SHARE };
        self.read >= chunks && self.last.elapsed() >= PERIOD.max(self.took * share)
    }

    /// What was begun at that time is written.
    pub(crate) fn written(&mut self, began: Instant) {
        self.last = Instant::now();
        self.took = self.last - began;
        self.read = u64::MAX; // what is in the file now is known here
    }
}

/// What is in the file.
pub(crate) struct Facts(Option<ReadOnlyTable<u64, &'static [u8]>>, u64);

impl Facts {
    pub(crate) fn open(transaction: &ReadTransaction) -> Result<Self, redb::Error> {
        match transaction.open_table(FACTS) {
            Ok(table) => {
                let count = table.len()?;
                Ok(Self(Some(table), count))
            }
            Err(TableError::TableDoesNotExist(_)) => Ok(Self(None, 0)),
            Err(error) => Err(error.into()),
        }
    }

    /// The number of chunks.
    pub(crate) const fn count(&self) -> u64 {
        self.1
    }

    /// The positions of a chunk, with what is known of them.
    pub(crate) fn chunk(&self, number: u64) -> Result<Vec<(String, Vec<u64>)>, redb::Error> {
        let altered = || redb::Error::Corrupted(format!("chunk {number} of the table `facts` is not whole"));
        let Self(Some(table), _) = self else { return Err(altered()) };
        let bytes = table.get(number)?.ok_or_else(altered)?;
        let found = |news| match news {
            News::Found(text, found) => Ok((text, found)),
            _ => Err(altered()),
        };
        chunk::decode(&key(number), bytes.value()).ok_or_else(altered)?.into_iter().map(found).collect()
    }
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Facts").field(&self.1).finish()
    }
}

/// The key that the checksum of a chunk covers.
fn key(number: u64) -> String {
    format!("facts/{number}")
}

/// The chunks of positions with what is known of them.
pub(crate) fn encode(facts: &mut dyn Iterator<Item = (String, Vec<u64>)>) -> Vec<Vec<u8>> {
    let mut chunks = Vec::new();
    loop {
        let found: Vec<_> = facts.take(CHUNK).map(|(text, found)| (text, Found::Facts(found))).collect();
        if found.is_empty() {
            return chunks;
        }
        chunks.push(chunk::encode(&key(chunks.len() as u64), &mut Entries { found, under_way: None }));
    }
}

/// Replaces what is in the file, as one durable transaction.
pub(crate) fn write(db: &Database, chunks: &[Vec<u8>]) -> Result<(), redb::Error> {
    let mut transaction = db.begin_write()?;
    // As for values.
    transaction.set_quick_repair(true);
    transaction.delete_table(FACTS)?;
    let mut table = transaction.open_table(FACTS)?;
    for (number, chunk) in (0..).zip(chunks) {
        table.insert(number, &chunk[..])?;
    }
    drop(table);
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was there before is read when the search has taken as long as that takes, and replaced only after it was read.
    #[test]
    fn it_is_read_first_and_then_written_now_and_then() {
        let ago = |milliseconds| {
            Instant::now().checked_sub(Duration::from_millis(milliseconds)).expect("the machine has run for a minute")
        };
        let mut pace = Pace { opened: ago(300), read: 0, last: ago(60_000), took: Duration::ZERO };
        assert_eq!(pace.next_chunk(100), None, "1300 ms");
        assert!(!pace.is_due(100, true));
        pace.opened = ago(1400);
        for chunk in 0..100 {
            assert!(!pace.is_due(100, true), "{chunk}");
            assert_eq!(pace.next_chunk(100), Some(chunk));
        }
        assert_eq!(pace.next_chunk(100), None);
        // The last chunk was read a moment ago.
        assert!(!pace.is_due(100, false) && !pace.is_due(100, true));
        for (last, took, is_due, is_due_at_stop) in [
            (400, 0, false, false),
            (600, 0, true, true),
            (5000, 1000, false, true),
            (5000, 2000, false, false),
            (20_000, 1000, true, true),
        ] {
            (pace.last, pace.took) = (ago(last), Duration::from_millis(took));
            assert_eq!([pace.is_due(100, false), pace.is_due(100, true)], [is_due, is_due_at_stop], "{last} {took}");
        }
        pace.written(ago(100));
        assert!(pace.took >= Duration::from_millis(100) && !pace.is_due(1000, true));
        assert_eq!(pace.next_chunk(1000), None, "what was written is known");
    }
}
