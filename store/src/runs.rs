//! The tables of the file: values in runs.
//!
//! A B-tree that is much larger than a batch is written a page for each value, since texts of positions that are found together lie apart.
//! So values go to the last run only, which is small, and a full run is never written again. A look-up asks the filter of each run, in memory,
//! and reads those that may have the text: the right one, and of a hundred others one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use grundy::Nimber;
use redb::{
    Database, ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, TableError,
};

use crate::filter::{Filter, hash, seal};

/// Filters of full runs, by the number of the run.
const FILTERS: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("filters");

/// The value of a position, and its [seal].
type Sealed = (u64, u32);

fn table(name: &str) -> TableDefinition<'_, &'static str, Sealed> {
    TableDefinition::new(name)
}

/// Number of values in a full run: about 150 MB of the file, and 4 MB for its filter (10^7 values: 5 runs).
pub(crate) const FULL: u64 = 1 << 21;
/// The most values of a batch.
pub(crate) const LARGEST_BATCH: usize = 1 << 19;

/// The table of the run with a number.
fn name(run: u64) -> String {
    format!("values-{run:04}")
}

/// All values of the last transaction.
#[derive(Debug)]
pub(crate) struct Runs {
    runs: Vec<Run>,
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

struct Run {
    values: ReadOnlyTable<&'static str, Sealed>,
    filter: Arc<Filter>,
    count: u64,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("count", &self.count).finish_non_exhaustive()
    }
}

/// The result of writing a batch.
pub(crate) enum Written {
    Runs(Runs),
    /// The file has another value for a position. Nothing was written.
    Contradiction {
        position: String,
        stored: Nimber,
        found: Nimber,
    },
}

impl Runs {
    /// Reads which runs there are. `filters` are those that are known, from run 0 on; `most` values are in a full run.
    pub(crate) fn open(db: &Database, filters: &[Arc<Filter>], most: u64) -> Result<Self, redb::Error> {
        Self::open_with(db, filters, |values, count| {
            let filter = Filter::new(room(most).max(count));
            for entry in values.iter()? {
                filter.add(hash(entry?.0.value().as_bytes()));
            }
            Ok(filter)
        })
    }

    /// The same with another filter of the last run, which is not full.
    fn open_with(
        db: &Database,
        filters: &[Arc<Filter>],
        of_last: impl Fn(&ReadOnlyTable<&'static str, Sealed>, u64) -> Result<Filter, redb::Error>,
    ) -> Result<Self, redb::Error> {
        let transaction = db.begin_read()?;
        let kept = match transaction.open_table(FILTERS) {
            Ok(kept) => Some(kept),
            Err(TableError::TableDoesNotExist(_)) => None,
            Err(error) => return Err(error.into()),
        };
        let mut runs = Vec::new();
        loop {
            let number = runs.len() as u64;
            let values = match transaction.open_table(table(&name(number))) {
                Ok(values) => values,
                Err(TableError::TableDoesNotExist(_)) if number > 0 => return Ok(Self { runs, _database: None }),
                Err(error) => return Err(error.into()),
            };
            let count = values.len()?;
            let stored = match &kept {
                Some(kept) => kept.get(number)?,
                None => None,
            };
            let filter = match (filters.get(runs.len()), stored) {
                (Some(known), _) => Arc::clone(known),
                (None, Some(stored)) => Arc::new(Filter::from_bytes(stored.value()).ok_or_else(|| {
                    redb::Error::Corrupted(format!("the filter of run {number} has no whole blocks"))
                })?),
                (None, None) => Arc::new(of_last(&values, count)?),
            };
            runs.push(Run { values, filter, count });
        }
    }

    /// The same of a database that is read and never written, at once: each look-up reads the last run.
    pub(crate) fn open_alone(db: Database) -> Result<Self, redb::Error> {
        let runs = Self::open_with(&db, &[], |_, _| Ok(Filter::of_all()))?.runs;
        Ok(Self { runs, _database: Some(Quiet(Some(db))) })
    }

    /// The filters of the runs, from run 0 on.
    pub(crate) fn filters(&self) -> Vec<Arc<Filter>> {
        self.runs.iter().map(|run| Arc::clone(&run.filter)).collect()
    }

    /// The number of values.
    pub(crate) fn len(&self) -> u64 {
        self.runs.iter().map(|run| run.count).sum()
    }

    /// The number of runs.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.runs.len()
    }

    /// The value of a position. It is compared with its seal, so that it may be used before the whole file is checked.
    pub(crate) fn get(&self, text: &str) -> Result<Option<u64>, redb::Error> {
        let hash = hash(text.as_bytes());
        for run in self.runs.iter().rev().filter(|run| run.filter.may_have(hash)) {
            if let Some(value) = run.values.get(text)? {
                let (value, sealed) = value.value();
                if sealed != seal(hash, value) {
                    return Err(redb::Error::Corrupted(format!("the value of {text} does not fit its checksum")));
                }
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Writes values as one durable transaction, in the order of the table, so that each page is written once.
    pub(crate) fn write(&self, db: &Database, batch: Vec<(&str, u64)>, most: u64) -> Result<Written, redb::Error> {
        let last = self.runs.last().expect("a file has a run");
        let is_full = last.count >= most;
        let number = self.runs.len() as u64 - u64::from(!is_full);
        let filter = if is_full { Arc::new(Filter::new(room(most))) } else { Arc::clone(&last.filter) };
        let mut transaction = db.begin_write()?;
        // After a crash the file is opened without a repair that reads it all.
        transaction.set_quick_repair(true);
        let name = name(number);
        let mut values = transaction.open_table(table(&name))?;
        for (text, value) in batch {
            let hash = hash(text.as_bytes());
            let stored = match self.get(text)? {
                None => values.insert(text, (value, seal(hash, value)))?.map(|stored| stored.value().0),
                stored => stored,
            };
            if let Some(stored) = stored.filter(|stored| *stored != value) {
                let (stored, found) = (Nimber::new(stored), Nimber::new(value));
                return Ok(Written::Contradiction { position: text.to_owned(), stored, found });
            }
            filter.add(hash);
        }
        let count = values.len()?;
        drop(values);
        if count >= most {
            transaction.open_table(FILTERS)?.insert(number, &filter.to_bytes()[..])?;
        }
        transaction.commit()?;
        let mut filters = self.filters();
        if is_full {
            filters.push(filter);
        }
        Self::open(db, &filters, most).map(Written::Runs)
    }
}

/// The texts for which a filter has room: a run is full after the batch that makes it so.
const fn room(most: u64) -> u64 {
    most + LARGEST_BATCH as u64
}

/// Makes the first run, without values.
pub(crate) fn begin(transaction: &redb::WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(table(&name(0)))?;
    Ok(())
}
