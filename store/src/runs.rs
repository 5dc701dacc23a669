//! The tables of the file: values in runs.
//!
//! A batch of values is written as a run of its own: [blocks](crate::block), in the order of the hashes of texts, each written once. A look-up
//! asks the filter of each run, in memory, and reads one block of those that may have the text: the right run, and of a hundred others one.
//!
//! So that runs stay few, [`TOGETHER`] of a size become one, as in a log-structured merge tree. By hand, with batches of 10 values, and runs full
//! at 512: the eighth batch is written with the seven runs before it, as one run of 80 values. The next seven are runs of 10 again, then two
//! runs have 80 values. Eight of these and the next batch become a run of 650, which is full and never written again. Most values were
//! written three times.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use grundy::Nimber;
use redb::{
    Database, Range, ReadOnlyTable, ReadableDatabase, ReadableTable, StorageError, Table, TableDefinition,
    WriteTransaction,
};

use crate::batch::{Batch, Place};
use crate::block::{Altered, Entry, Packing, entries, find};
use crate::checkpoint::Facts;
use crate::filter::{Filter, hash};

/// What is known of each run, by its number: how many values it has, the hash of the first text of each block, and the filter. A later run has a
/// larger number.
const RUNS: TableDefinition<'static, u64, (u64, &[u8], &[u8])> = TableDefinition::new("runs");

/// The blocks of a run, by their numbers.
fn blocks(name: &str) -> TableDefinition<'_, u64, &'static [u8]> {
    TableDefinition::new(name)
}

/// The table of the run with a number.
fn name(run: u64) -> String {
    format!("run-{run:06}")
}

/// Least number of values in a full run: 25 MB of the file, and 0.8 MB for its filter. Eight batches of a fast search are such a run.
pub(crate) const FULL: u64 = 1 << 19;
/// Number of runs of a size that become one: a power of two. Sizes differ by this factor.
const TOGETHER: usize = 8;
/// Number of sizes of runs that are not full.
const SIZES: u32 = 3;

/// All values of the last transaction.
#[derive(Debug)]
pub(crate) struct Runs {
    all: Vec<Run>,
    /// What a nimber search has kept besides, in the same transaction.
    pub(crate) facts: Facts,
    /// The database that is read, if nothing else holds it.
    _database: Option<Quiet>,
}

/// A database that may be damaged, and is closed without a panic.
#[derive(Debug)]
struct Quiet(Option<Database>);

impl Drop for Quiet {
    fn drop(&mut self) {
        // Nothing is written by it.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(self.0.take())));
    }
}

/// A run, and its blocks in the last transaction.
struct Run {
    about: Arc<About>,
    blocks: ReadOnlyTable<u64, &'static [u8]>,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("about", &self.about).finish_non_exhaustive()
    }
}

/// What is in memory of a run.
#[derive(Debug)]
struct About {
    number: u64,
    /// The number of values.
    count: u64,
    /// The hash of the first text of each block.
    starts: Vec<u64>,
    filter: Filter,
}

/// The runs of an earlier time, without their blocks.
#[derive(Debug)]
pub(crate) struct Listed(Vec<Arc<About>>);

impl Listed {
    /// The number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.0.iter().map(|about| about.starts.len() as u64).sum()
    }

    /// The run of a block, and its number there.
    fn block(&self, number: u64) -> Option<(&About, usize)> {
        let mut number = usize::try_from(number).ok()?;
        for about in &self.0 {
            match number.checked_sub(about.starts.len()) {
                None => return Some((about, number)),
                Some(rest) => number = rest,
            }
        }
        None
    }
}

/// Why a batch was not written.
pub(crate) enum Unwritten {
    Database(redb::Error),
    /// The file, or the batch itself, has another value for a position.
    Contradiction {
        position: String,
        stored: Nimber,
        found: Nimber,
    },
}

impl<E: Into<redb::Error>> From<E> for Unwritten {
    fn from(error: E) -> Self {
        Self::Database(error.into())
    }
}

impl Runs {
    /// Reads which runs there are.
    pub(crate) fn open(db: &Database) -> Result<Self, redb::Error> {
        let mut abouts = Vec::new();
        // Keys come in order, so the runs are sorted by age: the oldest first.
        for run in db.begin_read()?.open_table(RUNS)?.iter()? {
            let (number, about) = run?;
            let (number, (count, starts, filter)) = (number.value(), about.value());
            let about = About::from_bytes(number, count, starts, filter);
            let damaged = || redb::Error::Corrupted(format!("what is said about run {number} is not whole"));
            abouts.push(Arc::new(about.ok_or_else(damaged)?));
        }
        Self::with(db, abouts)
    }

    /// These runs as of the last transaction.
    fn with(db: &Database, abouts: impl IntoIterator<Item = Arc<About>>) -> Result<Self, redb::Error> {
        // One read transaction for all runs: they are of the same moment. The tables hold the transaction, so its
        // pages are not reused.
        let transaction = db.begin_read()?;
        let run = |about: Arc<About>| {
            let blocks = transaction.open_table(blocks(&name(about.number)))?;
            Ok(Run { about, blocks })
        };
        let all = abouts.into_iter().map(run).collect::<Result<_, redb::Error>>()?;
        Ok(Self { all, facts: Facts::open(&transaction)?, _database: None })
    }

    /// The same runs in another database of the same file.
    pub(crate) fn again(&self, db: &Database) -> Result<Self, redb::Error> {
        Self::with(db, self.all.iter().map(|run| Arc::clone(&run.about)))
    }

    /// The runs of a database that is read and never written.
    pub(crate) fn open_alone(db: Database) -> Result<Self, redb::Error> {
        let Self { all, facts, .. } = Self::open(&db)?;
        Ok(Self { all, facts, _database: Some(Quiet(Some(db))) })
    }

    /// The number of values.
    pub(crate) fn len(&self) -> u64 {
        self.all.iter().map(|run| run.about.count).sum()
    }

    /// The values that are there now, to be read in parts later. That holds no pages of the file.
    pub(crate) fn listed(&self) -> Listed {
        Listed(self.all.iter().map(|run| Arc::clone(&run.about)).collect())
    }

    /// The values of a block of runs that were listed earlier, by its number among those of all of them; nothing behind the last. Each is compared with
    /// its seal.
    pub(crate) fn part(&self, listed: &Listed, number: u64) -> Result<Vec<(String, Nimber)>, redb::Error> {
        let mut values = Vec::new();
        let Some((about, block)) = listed.block(number) else { return Ok(values) };
        // Runs that are merged stand side by side, and the merged one has a larger number than they have and a smaller one than all that follow.
        let run = self.all.iter().find(|run| run.about.number >= about.number);
        let run = run.expect("a run is there, or one into which it was merged");
        if run.about.number == about.number {
            run.read(block, |_| true, &mut values)?;
            return Ok(values);
        }
        // Of a run that was merged, by the hashes of its block; some of the other runs' values pass its filter, too.
        let (from, end) = (about.starts[block], about.starts.get(block + 1).copied());
        let is_wanted = |hash: u64| from <= hash && end.is_none_or(|end| hash < end) && about.filter.may_have(hash);
        let starts = &run.about.starts;
        let first = starts.partition_point(|start| *start < from).saturating_sub(1);
        let last = end.map_or(starts.len(), |end| starts.partition_point(|start| *start < end));
        for block in first..last {
            run.read(block, is_wanted, &mut values)?;
        }
        Ok(values)
    }

    /// The number of values of each run.
    #[cfg(test)]
    pub(crate) fn counts(&self) -> Vec<u64> {
        self.all.iter().map(|run| run.about.count).collect()
    }

    /// The value of a position. It is compared with its seal, so that it may be used before the whole file is checked.
    pub(crate) fn get(&self, text: &str) -> Result<Option<u64>, redb::Error> {
        let hash = hash(text.as_bytes());
        // No text is in two runs, so the order of the runs does not matter for the answer.
        for run in self.all.iter().rev() {
            if let Some(value) = run.get(text.as_bytes(), hash)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Writes values as one durable transaction. `full` values make a full run.
    pub(crate) fn write(&self, db: &Database, batch: &Batch, full: u64) -> Result<Self, Unwritten> {
        // Values that are in the file are compared and left out here: no text may be in two runs.
        let new = self.new_of(batch)?;
        if new.is_empty() {
            // Values that are in the file need no transaction.
            return Ok(self.again(db)?);
        }
        // Only the last runs are merged, so the runs that are kept stay a prefix, and `number` is larger than all of
        // theirs.
        let (kept, merged) = self.all.split_at(self.all.len() - self.merged_with(new.len() as u64, full));
        // Exact, since `new` and the runs share no text: the filter gets the size that it needs.
        let count = new.len() as u64 + merged.iter().map(|run| run.about.count).sum::<u64>();
        let number = self.all.last().map_or(0, |last| last.about.number + 1);
        let mut about = About { number, count, starts: Vec::new(), filter: Filter::new(count) };
        let mut transaction = db.begin_write()?;
        // After a crash the file is opened without a repair that reads it all.
        transaction.set_quick_repair(true);
        // The batch and each merged run are sorted by hash. `About::write` merges them as one stream.
        let mut sources = vec![Source::of_batch(batch, &new)];
        for run in merged {
            sources.push(Source::of_run(run)?);
        }
        // The blocks come before the entry in `RUNS`, which needs the filter and the starts that `write` fills in.
        about.write(&mut transaction.open_table(blocks(&name(number)))?, sources)?;
        let mut runs = transaction.open_table(RUNS)?;
        runs.insert(number, (count, &about.starts_bytes()[..], &about.filter.to_bytes()[..]))?;
        // Old runs go in the same transaction: after a crash either the merged run is there, or the runs before it.
        for run in merged {
            runs.remove(run.about.number)?;
            transaction.delete_table(blocks(&name(run.about.number)))?;
        }
        drop(runs);
        transaction.commit()?;
        // The filters of the kept runs are shared with the old `Runs`, and not read again.
        Ok(Self::with(db, kept.iter().map(|run| Arc::clone(&run.about)).chain([Arc::new(about)]))?)
    }

    /// The places of the values that are not in the file, each once, in the order of hashes.
    fn new_of(&self, batch: &Batch) -> Result<Vec<Place>, Unwritten> {
        let mut new: Vec<Place> = Vec::with_capacity(batch.len());
        // First the batch itself. Places are sorted by hash, so the same text stands among the last places with its
        // hash.
        for place in batch.sorted() {
            let same_hash = new.iter().rev().take_while(|before| before.0 == place.0);
            let entry = batch.entry(place.1);
            match same_hash.map(|before| batch.entry(before.1)).find(|before| before.text == entry.text) {
                Some(before) => agree(entry, before.value)?,
                None => new.push(place),
            }
        }
        // Then the file, one run after the other: the places come in the order of hashes, and so do the blocks of a
        // filter.
        for run in &self.all {
            let mut outcome = Ok(());
            // `retain` has no early exit: after an error the rest is kept unread.
            new.retain(|(hash, at)| {
                if outcome.is_err() || !run.about.filter.may_have(*hash) {
                    return true;
                }
                let entry = batch.entry(*at);
                match run.get(entry.text, *hash) {
                    Ok(None) => true,
                    // A value that is in the file is not written again, but compared.
                    Ok(Some(stored)) => {
                        outcome = agree(entry, stored);
                        false
                    }
                    Err(error) => {
                        outcome = Err(error.into());
                        true
                    }
                }
            });
            outcome?;
        }
        Ok(new)
    }

    /// Number of runs, the last ones, that are written anew with this number of values.
    fn merged_with(&self, new: u64, full: u64) -> usize {
        // Sizes by hand, with `full` at 512: 0 below 8 values, 1 from 8, 2 from 64, and 3, a full run, from 512.
        let size = |count: u64| (0..SIZES).filter(|smaller| count >= full >> (TOGETHER.ilog2() * smaller)).count();
        // One attempt for each size of the runs that are merged. A larger one includes the runs of a smaller one, so
        // the last that succeeds counts. A new run that is full already is never merged.
        let mut merged = 0;
        for largest in size(new)..SIZES as usize {
            // The last runs up to the first that is larger. A smaller run among them is merged too, so that the order
            // by age stays.
            let last = self.all.iter().rev().map(|run| size(run.about.count)).take_while(|size| *size <= largest);
            let sizes: Vec<usize> = last.chain([size(new)]).collect();
            if sizes.iter().filter(|size| **size == largest).count() >= TOGETHER {
                // All but the last entry, which is the batch and no run of the file.
                merged = sizes.len() - 1;
            }
        }
        merged
    }
}

impl Run {
    /// The value of a text with this hash.
    fn get(&self, text: &[u8], hash: u64) -> Result<Option<u64>, redb::Error> {
        let About { number, starts, filter, .. } = &*self.about;
        if !filter.may_have(hash) {
            return Ok(None);
        }
        // Number of blocks whose first hash is at most this one. The last of them may have the text.
        let mut block = starts.partition_point(|start| *start <= hash);
        while block > 0 {
            block -= 1;
            let entries = self.blocks.get(block as u64)?.ok_or_else(|| altered(*number))?;
            let found = find(entries.value(), text, hash).map_err(|Altered| altered(*number))?;
            // The text may also end the block before, if this block begins with the very same hash. So the walk goes
            // back until a block begins below the hash.
            if found.is_some() || starts[block] < hash {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The values of a block of this run whose hashes are wanted.
    fn read(
        &self,
        block: usize,
        is_wanted: impl Fn(u64) -> bool,
        values: &mut Vec<(String, Nimber)>,
    ) -> Result<(), redb::Error> {
        let altered = || altered(self.about.number);
        let block = self.blocks.get(block as u64)?.ok_or_else(altered)?;
        let mut rest = entries(block.value()).map_err(|Altered| altered())?;
        while !rest.is_empty() {
            let (hash, entry) = Entry::first_sound_of(rest).ok_or_else(altered)?;
            if is_wanted(hash) {
                let text = String::from_utf8(entry.text.to_vec()).map_err(|_| altered())?;
                values.push((text, Nimber::new(entry.value)));
            }
            rest = &rest[entry.length..];
        }
        Ok(())
    }
}

fn altered(run: u64) -> redb::Error {
    redb::Error::Corrupted(format!("a value of run {run} does not fit its checksum"))
}

/// Compares an entry with a value that is known.
fn agree(entry: Entry<'_>, stored: u64) -> Result<(), Unwritten> {
    if entry.value == stored {
        return Ok(());
    }
    let (stored, found) = (Nimber::new(stored), Nimber::new(entry.value));
    Err(Unwritten::Contradiction { position: String::from_utf8_lossy(entry.text).into_owned(), stored, found })
}

/// Entries in the order of their hashes, of a batch or of a run, of which one is the next.
struct Source {
    entries: Vec<u8>,
    /// The next entry, and the hash of its text.
    next: std::ops::Range<usize>,
    hash: u64,
    /// The blocks that follow, and the number of their run.
    rest: Option<(Range<'static, u64, &'static [u8]>, u64)>,
}

impl Source {
    /// All that is new in a batch.
    fn of_batch(batch: &Batch, new: &[Place]) -> Self {
        // Bytes are copied in the order of hashes. The batch has them in the order in which they came.
        let mut entries = Vec::new();
        for (_, at) in new {
            entries.extend(batch.bytes(*at));
        }
        Self { entries, next: 0..0, hash: 0, rest: None }
    }

    fn of_run(run: &Run) -> Result<Self, StorageError> {
        // The range reads a block when its turn comes, so a merge has one block of each run in memory.
        let rest = Some((run.blocks.range::<u64>(..)?, run.about.number));
        Ok(Self { entries: Vec::new(), next: 0..0, hash: 0, rest })
    }

    /// Goes to the following entry. `false` if there is none.
    fn advance(&mut self) -> Result<bool, redb::Error> {
        // `next` begins as `0..0`: the first call takes the first entry, which a run reads with its first block.
        let mut at = self.next.end;
        if at == self.entries.len()
            && let Some((rest, run)) = &mut self.rest
            && let Some(block) = rest.next()
        {
            self.entries.clear();
            self.entries.extend(entries(block?.1.value()).map_err(|Altered| altered(*run))?);
            at = 0;
        }
        if at == self.entries.len() {
            return Ok(false);
        }
        // The hash is not stored with the entry. It is computed again, and the seal is compared, so that no damaged
        // value gets a new checksum.
        let Some((hash, entry)) = Entry::first_sound_of(&self.entries[at..]) else {
            return Err(altered(self.rest.as_ref().map_or(0, |(_, run)| *run)));
        };
        (self.hash, self.next) = (hash, at..at + entry.length);
        Ok(true)
    }
}

impl About {
    fn from_bytes(number: u64, count: u64, starts: &[u8], filter: &[u8]) -> Option<Self> {
        let (starts, rest) = starts.as_chunks();
        let starts = starts.iter().map(|start| u64::from_le_bytes(*start)).collect();
        rest.is_empty().then_some(Self { number, count, starts, filter: Filter::from_bytes(filter)? })
    }

    fn starts_bytes(&self) -> Vec<u8> {
        self.starts.iter().flat_map(|start| start.to_le_bytes()).collect()
    }

    /// Writes the entries of all sources as the blocks of this run.
    fn write(&mut self, blocks: &mut Table<'_, u64, &'static [u8]>, sources: Vec<Source>) -> Result<(), redb::Error> {
        // A source without entries takes no part in the merge.
        let mut left = Vec::new();
        for mut source in sources {
            if source.advance()? {
                left.push(source);
            }
        }
        let starts = &mut self.starts;
        let mut write = |first, block: &[u8]| {
            // The number of a block is its index in `starts`, as `Run::get` expects.
            starts.push(first);
            blocks.insert(starts.len() as u64 - 1, block).map(drop)
        };
        let mut packing = Packing::default();
        // Merge by the smallest hash. There are few sources, so a scan serves as well as a heap. Equal hashes are of
        // different texts, whose order is free.
        while let Some(place) = (0..left.len()).min_by_key(|place| left[*place].hash) {
            let source = &mut left[place];
            self.filter.add(source.hash);
            packing.add(source.hash, &source.entries[source.next.clone()], &mut write)?;
            if !source.advance()? {
                // The source is at its end. The order of sources has no meaning, so the last one takes its place.
                left.swap_remove(place);
            }
        }
        Ok(packing.end(write)?)
    }
}

/// Makes the tables of a file without values.
pub(crate) fn begin(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(RUNS)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use redb::backends::InMemoryBackend;

    /// Values full at this number.
    const SMALL: u64 = 512;

    fn database() -> Database {
        let db = redb::Builder::new().create_with_backend(InMemoryBackend::new()).unwrap();
        let transaction = db.begin_write().unwrap();
        begin(&transaction).unwrap();
        transaction.commit().unwrap();
        db
    }

    fn batch<'a>(values: impl IntoIterator<Item = (&'a str, u64)>) -> Batch {
        let mut batch = Batch::default();
        values.into_iter().for_each(|(text, value)| batch.insert(text, value));
        batch
    }

    fn text(number: u64) -> String {
        format!("{:x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).repeat((number % 97) as usize + 1)
    }

    fn write(runs: &Runs, db: &Database, batch: &Batch) -> Runs {
        runs.write(db, batch, SMALL).unwrap_or_else(|_| panic!("the values agree"))
    }

    /// Batches of many sizes, also of values that are in the file, and twice in the batch.
    #[test]
    fn runs_keep_each_value_once() {
        let db = database();
        let mut runs = Runs::open(&db).unwrap();
        let (mut count, mut most) = (0, 0);
        for round in 0..400_u64 {
            let (from, new) = (count - (round * 7 % 20).min(count), round * round % 31);
            let numbers = (from..count + new).chain(count..count + new / 2);
            let values: Vec<(String, u64)> = numbers.map(|number| (text(number), number << (number % 60))).collect();
            runs = write(&runs, &db, &batch(values.iter().map(|(text, value)| (&text[..], *value))));
            count += new;
            assert_eq!(runs.len(), count, "round {round}");
            most = most.max(runs.counts().iter().filter(|count| **count < SMALL).count());
        }
        assert!((TOGETHER..3 * TOGETHER).contains(&most), "{most} runs were not full");
        assert!(runs.counts().iter().filter(|count| **count >= SMALL).count() > 3, "{:?}", runs.counts());
        for runs in [&runs, &Runs::open(&db).unwrap(), &runs.again(&db).unwrap()] {
            for number in 0..count + 1000 {
                let there = (number < count).then_some(number << (number % 60));
                assert_eq!(runs.get(&text(number)).unwrap(), there, "{number}");
            }
        }
    }

    #[test]
    fn eight_runs_of_a_size_become_one() {
        let db = database();
        let mut runs = Runs::open(&db).unwrap();
        let mut seen = Vec::new();
        for round in 0..66_u64 {
            let texts: Vec<String> = (0..10).map(|number| text(10 * round + number)).collect();
            runs = write(&runs, &db, &batch(texts.iter().map(|text| (&text[..], round))));
            seen.push(runs.counts());
        }
        assert_eq!(seen[6], [10; 7]);
        assert_eq!(seen[7], [80]);
        assert_eq!(seen[16], [80, 80, 10]);
        assert_eq!(seen[63], [80; 8]);
        assert_eq!(seen[64], [650]);
        assert_eq!(seen[65], [650, 10]);
    }

    #[test]
    fn a_contradiction_is_found_in_the_batch_and_in_every_run() {
        let db = database();
        let mut runs = Runs::open(&db).unwrap();
        for round in 0..30_u64 {
            runs = write(&runs, &db, &batch([(&text(round)[..], round), (&text(round + 1000), round)]));
        }
        let contradicts = |values: &[(&str, u64)]| match runs.write(&db, &batch(values.iter().copied()), SMALL) {
            Err(Unwritten::Contradiction { position, stored, found }) => (position, stored.get(), found.get()),
            _ => panic!("{values:?}"),
        };
        for number in 0..30 {
            let new = ("new", 1);
            assert_eq!(contradicts(&[new, (&text(number), 77)]), (text(number), number, 77));
        }
        let (position, one, other) = contradicts(&[("1", 4), ("2", 4), ("1", 5)]);
        assert_eq!((&position[..], one + other), ("1", 9));
        assert_eq!(runs.get("new").unwrap(), None);
        assert_eq!(Runs::open(&db).unwrap().len(), 60, "nothing was written");
    }

    /// More texts with the same hash than there is room for in a block.
    #[test]
    fn texts_with_the_same_hash_are_told_apart() {
        let texts: Vec<String> = texts_of_one_hash().take(300).collect();
        assert!(texts.iter().all(|text| hash(text.as_bytes()) == hash(texts[0].as_bytes())));
        let numbered = |numbers: std::ops::Range<usize>| numbers.zip(&texts).map(|(n, text)| (&text[..], n as u64));
        let all = batch(numbered(0..300));
        numbered(0..300).for_each(|(text, value)| assert_eq!(all.get(text), Some(value)));
        let db = database();
        let mut runs = write(&Runs::open(&db).unwrap(), &db, &batch([("1", 1), ("2", 2), ("3", 3)]));
        for most in [200, 300] {
            runs = write(&runs, &db, &batch(numbered(0..most)));
        }
        numbered(0..300).for_each(|(text, value)| assert_eq!(runs.get(text).unwrap(), Some(value)));
        assert_eq!(runs.get(&texts_of_one_hash().nth(300).unwrap()).unwrap(), None);
        assert_eq!(runs.len(), 303);
    }

    /// The state of [`hash`] after a first word of 8 bytes is undone by the second one.
    fn texts_of_one_hash() -> impl Iterator<Item = String> {
        let after = |word: u64| {
            let state = (0xcbf2_9ce4_8422_2325 ^ 16 ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            state ^ state >> 32
        };
        let wanted = after(u64::from_le_bytes(*b"00000000")) ^ u64::from_le_bytes(*b"00000000");
        (0..100_000_000_u64).filter_map(move |number| {
            let first = format!("{number:08}");
            let second = after(u64::from_le_bytes(first.as_bytes().try_into().unwrap())) ^ wanted;
            let second = second.to_le_bytes();
            second.is_ascii().then(|| first + std::str::from_utf8(&second).unwrap())
        })
    }
}
