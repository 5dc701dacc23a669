//! The tables of the file: values in runs.
//!
//! A B-tree that is much larger than a batch is written a page for each value, since texts of positions that are found together lie apart.
//! So values go to the last run only, which is small, and a full run is never written again. A look-up asks the filter of each run, in memory,
//! and reads those that may have the text: the right one, and of a hundred others one.

use std::sync::Arc;

use grundy::Nimber;
use redb::{
    Database, ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, TableError,
};

use crate::filter::{Filter, hash};

/// Filters of full runs, by the number of the run.
const FILTERS: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("filters");

fn table(name: &str) -> TableDefinition<'_, &'static str, u64> {
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
pub(crate) struct Runs(Vec<Run>);

struct Run {
    values: ReadOnlyTable<&'static str, u64>,
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
                Err(TableError::TableDoesNotExist(_)) if number > 0 => return Ok(Self(runs)),
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
                // The last run, which is not full.
                (None, None) => {
                    let filter = Filter::new(room(most).max(count));
                    for entry in values.iter()? {
                        filter.add(hash(entry?.0.value().as_bytes()));
                    }
                    Arc::new(filter)
                }
            };
            runs.push(Run { values, filter, count });
        }
    }

    /// The number of values.
    pub(crate) fn len(&self) -> u64 {
        self.0.iter().map(|run| run.count).sum()
    }

    /// The number of runs.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The value of a position.
    pub(crate) fn get(&self, text: &str) -> Result<Option<u64>, redb::Error> {
        let hash = hash(text.as_bytes());
        for run in self.0.iter().rev().filter(|run| run.filter.may_have(hash)) {
            if let Some(value) = run.values.get(text)? {
                return Ok(Some(value.value()));
            }
        }
        Ok(None)
    }

    /// Writes values as one durable transaction, in the order of the table, so that each page is written once.
    pub(crate) fn write(&self, db: &Database, batch: Vec<(&str, u64)>, most: u64) -> Result<Written, redb::Error> {
        let last = self.0.last().expect("a file has a run");
        let is_full = last.count >= most;
        let number = self.0.len() as u64 - u64::from(!is_full);
        let filter = if is_full { Arc::new(Filter::new(room(most))) } else { Arc::clone(&last.filter) };
        let mut transaction = db.begin_write()?;
        // After a crash the file is opened without a repair that reads it all.
        transaction.set_quick_repair(true);
        let name = name(number);
        let mut values = transaction.open_table(table(&name))?;
        for (text, value) in batch {
            let stored = match self.get(text)? {
                None => values.insert(text, value)?.map(|stored| stored.value()),
                stored => stored,
            };
            if let Some(stored) = stored.filter(|stored| *stored != value) {
                let (stored, found) = (Nimber::new(stored), Nimber::new(value));
                return Ok(Written::Contradiction { position: text.to_owned(), stored, found });
            }
            filter.add(hash(text.as_bytes()));
        }
        let count = values.len()?;
        drop(values);
        if count >= most {
            transaction.open_table(FILTERS)?.insert(number, &filter.to_bytes()[..])?;
        }
        transaction.commit()?;
        let mut filters: Vec<Arc<Filter>> = self.0.iter().map(|run| Arc::clone(&run.filter)).collect();
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
