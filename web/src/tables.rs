//! The values of boards, from a table for each rectangle that is small enough to be computed while somebody waits.

use grundy::chomp::{Board, Chomp, ChompValues, QuadrantBoard};
use grundy::{Control, Memo, Nimber, Table};

/// Boards inside a rectangle whose table is computed. A million boards take a sixth of a second and a megabyte. There are 184 756 inside
/// 10 × 10 and 888 030 inside 7 × 20, but 2 704 156 inside 12 × 12.
const MOST_IN_A_TABLE: u64 = 1_000_000;

/// Boards that are searched one by one, in a rectangle that is too large but of which play reaches few boards.
const MOST_SEARCHED: u64 = 50_000;

/// Values of searched boards that are kept. Beyond this number all of them are dropped: a bound on memory.
const MOST_REMEMBERED: usize = 1_000_000;

/// The values of boards, as the memo of a solver of Chomp or of iChomp.
///
/// About fifty rectangles of up to 20 × 20 have a table that is small enough. The tables take 15 megabytes together and are never dropped.
#[derive(Default)]
pub(crate) struct Boards {
    tables: Vec<Rectangle>,
    searched: Table<Board, Nimber>,
}

/// All boards inside a rectangle that is at least as wide as it is high.
struct Rectangle {
    rows: u32,
    columns: u32,
    values: ChompValues,
}

impl Boards {
    /// Computes the table of a board, if it has none yet. An error says that the board is too large.
    pub(crate) fn prepare(&mut self, board: &Board) -> Result<(), String> {
        let (rows, columns) = sides(board);
        // A table of a larger rectangle has the values of all boards inside.
        if self.tables.iter().any(|table| table.holds(rows, columns)) {
            return Ok(());
        }
        let in_rectangle = Board::rectangle(rows, columns).ok().and_then(|full| full.boards_within(MOST_IN_A_TABLE));
        if in_rectangle.is_some() {
            let values = ChompValues::in_box(rows, columns, &mut Control::new()).map_err(|error| error.to_string())?;
            // Tables inside the new one are of no use beside it.
            self.tables.retain(|table| !(table.rows <= rows && table.columns <= columns));
            self.tables.push(Rectangle { rows, columns, values });
            return Ok(());
        }
        // The rectangle is too large for a table, but play from this board reaches few boards.
        if board.boards_within(MOST_SEARCHED).is_some() {
            if self.searched.len() > MOST_REMEMBERED {
                self.searched = Table::new();
            }
            return Ok(());
        }
        let (rows, columns) = (board.row_count(), board.columns());
        Err(format!(
            "{rows} × {columns} tiles are too many to be solved while you wait: more than a million boards fit in there. \
             Its values appear when it has become smaller; until then the computer plays as on medium."
        ))
    }

    fn value(&self, game: Chomp, board: &Board) -> Option<Nimber> {
        let (rows, columns) = sides(board);
        let table = self.tables.iter().find(|table| table.holds(rows, columns))?;
        // Tables are at least as wide as high. A board that only fits when it is turned has the value of its mirror
        // image.
        if board.row_count() > table.rows || board.columns() > table.columns {
            return table.values.value(game, &board.mirrored());
        }
        table.values.value(game, board)
    }
}

impl Rectangle {
    const fn holds(&self, rows: u32, columns: u32) -> bool {
        rows <= self.rows && columns <= self.columns
    }
}

/// The sides of a board, the shorter one first: a board and its mirror image have the same value.
fn sides(board: &Board) -> (u32, u32) {
    let (rows, columns) = (board.row_count(), board.columns());
    (rows.min(columns), rows.max(columns))
}

/// Poisoned Chomp.
impl Memo<Board, Nimber> for Boards {
    fn recall(&self, board: &Board) -> Option<Nimber> {
        self.value(Chomp::poisoned(), board).or_else(|| self.searched.get(board).copied())
    }

    fn insert(&mut self, board: Board, value: Nimber) {
        Memo::insert(&mut self.searched, board, value);
    }
}

/// A quadrant of iChomp is edible Chomp, whichever it is.
impl Memo<QuadrantBoard, Nimber> for Boards {
    fn recall(&self, part: &QuadrantBoard) -> Option<Nimber> {
        self.value(Chomp::edible(), &part.board).or_else(|| self.searched.get(&part.board).copied())
    }

    fn insert(&mut self, part: QuadrantBoard, value: Nimber) {
        Memo::insert(&mut self.searched, part.board, value);
    }
}
