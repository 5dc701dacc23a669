//! Pictures of games: graphs of positions for Graphviz, and heat maps of values as SVG.
//!
//! ```console
//! $ cargo run --release --example pictures -- wythoff 32 --out wythoff.svg
//! $ cargo run --release --example pictures -- dot kayles 5 | dot -Tsvg > kayles.svg
//! ```

#[path = "../support/chosen.rs"]
mod chosen;
mod graph;
mod heat;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/svg.rs"]
mod svg;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use grundy::chomp::{Board, Chomp, Tile};
use grundy::games::Pair;
use grundy::{SolveError, Solver, Wythoff};

use graph::Graph;
use heat::HeatMap;
use support::{Failure, end, exit_with};

/// Draws pictures of games: graphs of positions as Graphviz DOT, heat maps of values as SVG.
#[derive(Parser)]
#[command(version, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    picture: Picture,

    /// Write the picture to this file.
    #[arg(long, global = true, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Picture {
    /// The graph of the positions that play can reach, as DOT.
    Dot(Graph),
    /// The values of Wythoff's game on two heaps of 0 to N counters.
    Wythoff {
        /// The larger heap.
        #[arg(value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST))]
        heaps: u64,
    },
    /// The values of Chomp on boards of two rows of up to N tiles.
    ChompRows {
        /// The longer row.
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST as i64))]
        tiles: u32,
    },
    /// A board of Chomp, on each tile the value of what is left when it is taken.
    ChompMoves {
        /// The board: 6x9, or the lengths of its rows, 5,5,3.
        board: Board,
    },
}

/// Larger tables are no pictures any more.
const MOST: u64 = 160;
/// The most positions that are solved for a picture.
const LIMIT: u64 = 1 << 22;

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| exit_with(&error));
    end(run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let picture = match &arguments.picture {
        Picture::Dot(graph) => graph.dot()?,
        Picture::Wythoff { heaps } => wythoff(*heaps)?.svg(),
        Picture::ChompRows { tiles } => chomp_rows(*tiles)?.svg(),
        Picture::ChompMoves { board } => chomp_moves(board)?.svg(),
    };
    match &arguments.out {
        Some(file) => fs::write(file, picture)
            .map_err(|error| Failure::Input(format!("{} cannot be written: {error}", file.display()))),
        None => Ok(io::stdout().write_all(picture.as_bytes())?),
    }
}

fn wythoff(heaps: u64) -> Result<HeatMap, Failure> {
    let mut solver = Solver::new(Wythoff);
    let mut value = |first, second| Ok(Some(solver.grundy(Pair(first, second)).map_err(too_large)?.get()));
    let values = (0..=heaps).map(|first| (0..=heaps).map(|second| value(first, second)).collect());
    Ok(HeatMap {
        title: "Wythoff’s game".to_owned(),
        told: "Grundy values of two heaps: take from one, or as many from both.".to_owned(),
        axes: "row: first heap, column: second heap",
        first: [0, 0],
        values: values.collect::<Result<_, Failure>>()?,
    })
}

fn chomp_rows(tiles: u32) -> Result<HeatMap, Failure> {
    let mut solver = Solver::new(Chomp::poisoned());
    let mut value = |lower: u32, upper: u32| {
        if lower > upper {
            return Ok(None);
        }
        let board = Board::from_rows([upper, lower]).map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Some(solver.grundy(board).map_err(too_large)?.get()))
    };
    let values = (0..=tiles).map(|lower| (1..=tiles).map(|upper| value(lower, upper)).collect());
    Ok(HeatMap {
        title: "Chomp on two rows".to_owned(),
        told: "Grundy values of the boards with these rows; the corner is poisoned.".to_owned(),
        axes: "row: tiles of the lower row, column: tiles of the upper row",
        first: [0, 1],
        values: values.collect::<Result<_, Failure>>()?,
    })
}

fn chomp_moves(board: &Board) -> Result<HeatMap, Failure> {
    let most = u64::from(board.row_count().max(board.columns()));
    if most > MOST || board.is_empty() {
        return Err(Failure::Input(format!("a board with sides from 1 to {MOST} can be drawn")));
    }
    let mut solver = Solver::new(Chomp::poisoned());
    solver.set_limit(LIMIT);
    let own = solver.grundy(board.clone()).map_err(too_large)?;
    let mut value = |tile: Tile| {
        if (tile.row, tile.column) == (1, 1) {
            return Ok(None);
        }
        Ok(Some(solver.grundy(board.chomped(tile)).map_err(too_large)?.get()))
    };
    let values =
        (1..).zip(board.rows()).map(|(row, tiles)| (1..=tiles).map(|column| value(Tile { row, column })).collect());
    Ok(HeatMap {
        title: format!("Chomp: the moves on {}", named(board)),
        told: format!("On each tile the value of what is left when it is taken; the least number missing is {own}."),
        axes: "rows and columns of the board",
        first: [1, 1],
        values: values.collect::<Result<_, Failure>>()?,
    })
}

/// `6 × 9` for a rectangle.
fn named(board: &Board) -> String {
    let (rows, columns) = (board.row_count(), board.columns());
    match Board::rectangle(rows, columns) {
        Ok(rectangle) if rectangle == *board => format!("{rows} × {columns}"),
        _ => board.to_string(),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn too_large<P: std::fmt::Debug>(error: SolveError<P>) -> Failure {
    Failure::Limit(error.to_string())
}
