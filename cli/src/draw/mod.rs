//! `grundy draw`: graphs of positions for Graphviz and for Lean; heat maps of values and positions as SVG.

mod graph;
mod heat;
mod position;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use grundy::chomp::{Board, Chomp, Tile};
use grundy::games::Pair;
use grundy::{Control, Registry, Solver, Wythoff};
use serde::Serialize;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::file::Target;
use crate::number::between;
use crate::output::Output;
use crate::progress::Bar;
use graph::{Graph, LeanGraph, for_the_walk};
use heat::HeatMap;
use position::Position;

/// Draws pictures of games: graphs of positions as Graphviz DOT or for Lean, heat maps of values and positions as SVG.
#[derive(Args)]
#[command(arg_required_else_help = false)]
#[command(
    after_help = "Examples:\n  grundy draw wythoff 32 --out wythoff.svg\n  grundy draw position cram xx.x/xxxx --out cram.svg\n  grundy draw dot kayles 5 | dot -Tsvg > kayles.svg"
)]
pub(crate) struct Draw {
    #[command(subcommand)]
    picture: Picture,

    /// Write the picture to this file.
    #[arg(long, global = true, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    bounds: Bounds,
}

#[derive(Subcommand)]
enum Picture {
    Dot(Graph),
    Lean(LeanGraph),
    /// The values of Wythoff's game on two heaps of 0 to N counters.
    #[command(after_help = "Example: grundy draw wythoff 32 --out wythoff.svg")]
    Wythoff {
        /// The larger heap, from 1 to 160.
        #[arg(value_name = "N", value_parser = between::<u64>(1, MOST), allow_negative_numbers = true)]
        heaps: u64,
    },
    /// The values of Chomp on boards of two rows of up to N tiles.
    #[command(after_help = "Example: grundy draw chomp-rows 20 --out rows.svg")]
    ChompRows {
        /// The longer row, from 1 to 160.
        #[arg(value_name = "N", value_parser = between::<u32>(1, MOST), allow_negative_numbers = true)]
        tiles: u32,
    },
    /// A board of Chomp, on each tile the value of what is left when it is taken.
    #[command(after_help = "Example: grundy draw chomp-moves 6x9 --out moves.svg")]
    ChompMoves {
        /// The board: 6x9, or the lengths of its rows, 5,5,3. Its sides are from 1 to 160.
        board: Board,
    },
    Position(Position),
}

/// The longest side of a table that is drawn.
const MOST: u64 = 160;
/// Positions that are solved for a picture without --limit.
const LIMIT: u64 = 1 << 22;

/// The answer as JSON.
#[derive(Serialize)]
struct Drawn {
    format: &'static str,
    /// The picture, unless it went to a file.
    picture: Option<String>,
    /// A name that is not UTF-8 is written with replacement characters.
    file: Option<String>,
}

impl Draw {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        // A file that cannot be written is an error before the work, not after it.
        let target = Target::beside(self.out.as_deref(), self.output)?;
        let bar = Bar::new();
        let within = |bounds: &Bounds| bounds.control(Control::new().positions(LIMIT), &bar);
        // Made where it is needed: it takes Ctrl-C to itself.
        let (control, of_walk) = (|| within(&self.bounds), |vertices| within(&for_the_walk(&self.bounds, vertices)));
        let (format, picture) = match &self.picture {
            Picture::Dot(graph) => ("dot", graph.dot(registry, of_walk(graph.vertices))?),
            Picture::Lean(graph) => ("lean", graph.lean(registry, of_walk(graph.vertices))?),
            Picture::Wythoff { heaps } => ("svg", wythoff(*heaps, control())?.svg()),
            Picture::ChompRows { tiles } => ("svg", chomp_rows(*tiles, control())?.svg()),
            Picture::ChompMoves { board } => ("svg", chomp_moves(board, control())?.svg()),
            Picture::Position(position) => ("svg", position.svg(registry)?),
        };
        bar.clear();
        if let Some(target) = &target {
            target.write(|out| out.write_all(picture.as_bytes()))?;
        }
        let picture = Some(picture).filter(|_| target.is_none());
        if self.output.json {
            let file = self.out.as_ref().map(|file| file.to_string_lossy().into_owned());
            return Ok(Output::print_json(&Drawn { format, picture, file })?);
        }
        Ok(self.output.print_early(&picture.unwrap_or_default())?)
    }
}

fn wythoff(heaps: u64, control: Control) -> Result<HeatMap, Failure> {
    let mut solver = Solver::new(Wythoff).with_control(control);
    let mut value = |first, second| Ok(Some(solver.grundy(Pair(first, second))?.get()));
    let values = (0..=heaps).map(|first| (0..=heaps).map(|second| value(first, second)).collect());
    Ok(HeatMap {
        title: "Wythoff’s game".to_owned(),
        told: "Grundy values of two heaps: take from one, or as many from both.".to_owned(),
        axes: "row: first heap, column: second heap",
        first: [0, 0],
        values: values.collect::<Result<_, Failure>>()?,
    })
}

fn chomp_rows(tiles: u32, control: Control) -> Result<HeatMap, Failure> {
    let mut solver = Solver::new(Chomp::poisoned()).with_control(control);
    let mut value = |lower: u32, upper: u32| {
        if lower > upper {
            return Ok(None);
        }
        let board = Board::from_rows([upper, lower]).map_err(Failure::input)?;
        Ok(Some(solver.grundy(board)?.get()))
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

fn chomp_moves(board: &Board, control: Control) -> Result<HeatMap, Failure> {
    let most = u64::from(board.row_count().max(board.columns()));
    if most > MOST || board.is_empty() {
        return Err(Failure::input(format!("a board with sides from 1 to {MOST} can be drawn")));
    }
    let mut solver = Solver::new(Chomp::poisoned()).with_control(control);
    let own = solver.grundy(board.clone())?;
    let mut value = |tile: Tile| {
        if (tile.row, tile.column) == (1, 1) {
            return Ok(None);
        }
        Ok(Some(solver.grundy(board.chomped(tile))?.get()))
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
