//! Tables in a folder: by one process, or in parts by many.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::Control;
use grundy::chomp::{LayerFiles, Part, TableFileError};
use serde::Serialize;

use super::{Answer, ChompTable, Table, of_file, of_table, partitions};
use crate::failure::Failure;
use crate::file::make_folder;
use crate::progress::Bar;

/// Where a table is computed in files.
#[derive(Args)]
pub(super) struct InFiles {
    /// Compute the table in files of this folder, for tables larger than memory. Files that are missing, cut or altered are made, and the folder too,
    /// in one that is there.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["save", "load", "svg", "certificate"])]
    pub(super) dir: Option<PathBuf>,

    /// Make the files of one part, such as 3/16, of the first layer that has missing ones, and end. Parts may run at once.
    #[arg(long, value_name = "K/N", requires = "dir")]
    part: Option<Part>,
}

/// What one part has done.
#[derive(Serialize)]
struct Done {
    table: Table,
    size: u32,
    part: String,
    /// The layer of the part; none if all layers were complete.
    layer: Option<usize>,
    layers: usize,
    complete: bool,
}

impl ChompTable {
    /// Computes in the files of a folder. There is no answer beside that of a part.
    pub(super) fn in_files(&self, mut control: Control, bar: &Bar) -> Result<Option<Answer>, Failure> {
        let dir = self.files.dir.clone().unwrap_or_default();
        if dir == Path::new("-") {
            return Err(Failure::input("--dir names a folder, and - is none"));
        }
        let files = match self.table {
            Table::Values => LayerFiles::values(&dir, self.size),
            Table::Losing => LayerFiles::losing(&dir, self.size),
            Table::Openings => return Err(Failure::input("--dir is for tables of values and of losing boards")),
        };
        let files = files.map_err(of_table)?;
        make_folder(&dir)?;
        if let Some(part) = self.files.part {
            let layer = files.complete_part(part, &mut control).map_err(of_layer)?;
            bar.clear();
            let (layers, complete) = (files.layers(), files.is_complete());
            let part = part.to_string();
            self.output.print(&Done { table: self.table, size: self.size, part, layer, layers, complete })?;
            return Ok(None);
        }
        files.complete(&mut control).map_err(of_layer)?;
        let counts = files.losing_counts(&mut control).map_err(of_layer)?;
        bar.clear();
        let boards = partitions(files.tiles()).iter().sum();
        Ok(Some(self.answer(boards, &counts, files.bytes())))
    }
}

/// The folder was there when the work began.
fn of_layer(error: TableFileError) -> Failure {
    match error {
        TableFileError::File { .. } => Failure::file(error),
        error => of_file(error),
    }
}

/// One line: the next round is needed until it says `complete`.
impl Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.complete { "complete" } else { "not complete" };
        match self.layer {
            Some(layer) => writeln!(f, "part {} of layer {} of {} is made: {state}", self.part, layer + 1, self.layers),
            None => {
                writeln!(f, "all {} layers are there: {state}; without --part every file is checked", self.layers)
            }
        }
    }
}
