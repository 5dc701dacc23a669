//! Pictures of tables of Chomp boards.

use grundy::chomp::{Board, Chomp, ChompValues, LosingBoards};

use crate::svg::{INK, LOST, Side, Svg, shade};

const TOP: u64 = 84;
const LEFT: u64 = 24;
const WIDTH: u64 = 900;

/// Tiles of the boards that are drawn by value; fewer if the table has no boards of this size.
const TILES: u64 = 12;
/// Losing boards that are drawn at most, counted with their mirror images.
const MOST_BOARDS: u64 = 200;

/// The boards of one size, each in the colour of its value.
pub(crate) fn values(table: &ChompValues) -> String {
    let boards = || table.iter(Chomp::poisoned()).filter(|(board, _)| is_upright(board));
    let size = boards().map(|(board, _)| board.tiles()).max().unwrap_or(0).min(TILES);
    let mut drawn: Vec<(u64, Board)> =
        boards().filter(|(board, _)| board.tiles() == size).map(|(board, value)| (value.get(), board)).collect();
    drawn.sort_by_key(|(value, _)| *value);
    let largest = drawn.last().map_or(0, |(value, _)| *value);
    let gallery = Gallery::new(drawn.iter().map(|(_, board)| board), 9, 20);
    let title = format!("Chomp: the boards of {size} tiles by value");
    let mut svg = Svg::new(
        WIDTH,
        TOP + gallery.height + 60,
        &title,
        "Of two mirror images one is drawn. The corner is poisoned.",
    );
    for ((value, board), (x, y)) in drawn.iter().zip(&gallery.places) {
        let fill = shade(*value, largest);
        svg.rect(*x, TOP + y - 16, 26, 14, &fill);
        gallery.draw(&mut svg, board, (*x, TOP + y), &fill);
    }
    let numbers = drawn.iter().zip(&gallery.places).map(|((value, _), (x, y))| ((x + 13, TOP + y - 5), *value));
    svg.numbers(11, largest, numbers);
    svg.legend(LEFT, TOP + gallery.height + 24, largest);
    svg.finish()
}

/// The share of the losing boards of the largest size that have each tile, and the smallest losing boards.
pub(crate) fn losing(table: &LosingBoards) -> String {
    let tiles = table.tiles() as u64;
    let share = Share::new(table.iter().filter(|board| board.tiles() == tiles));
    let smallest = smallest(table);
    let gallery = Gallery::new(&smallest, 6, 16);
    let below = TOP + share.height() + 70;
    let told = format!("Of the {} losing boards of {tiles} tiles, how many have each tile.", share.boards);
    let mut svg = Svg::new(WIDTH, below + gallery.height + 24, "Chomp: the losing boards", &told);
    share.draw(&mut svg);
    let told = match smallest.last() {
        Some(board) => format!(
            "The losing boards of up to {} tiles, with their sizes; of two mirror images one. Blue: its own mirror image.",
            board.tiles()
        ),
        None => "There are none.".to_owned(),
    };
    svg.words(LEFT, below - 20, 13, Side::After, "#666", told);
    for (board, (x, y)) in smallest.iter().zip(&gallery.places) {
        svg.words(*x, below + y - 4, 11, Side::After, INK, board.tiles());
        gallery.draw(&mut svg, board, (*x, below + y), if *board == board.mirrored() { "#31688e" } else { LOST });
    }
    svg.finish()
}

/// The losing boards of the smallest sizes, as many sizes as fit.
fn smallest(table: &LosingBoards) -> Vec<Board> {
    let mut room = MOST_BOARDS;
    // The empty board is not drawn.
    // The list ends with the first size that does not fit. A smaller number of boards after it is not drawn either.
    let sizes = table.counts().into_iter().skip(1).take_while(|count| {
        let fits = *count <= room;
        room = room.saturating_sub(*count);
        fits
    });
    let largest = sizes.count() as u64;
    let mut boards: Vec<Board> = table.iter().filter(|board| board.tiles() <= largest && is_upright(board)).collect();
    boards.sort_by_key(Board::tiles);
    boards
}

/// Whether the board is at least as wide as its mirror image. Of two mirror images the wider one is drawn.
fn is_upright(board: &Board) -> bool {
    let rows = |board: &Board| board.rows().collect::<Vec<_>>();
    rows(board) >= rows(&board.mirrored())
}

/// The layout of boards in rows, with tiles of one size.
struct Gallery {
    tile: u64,
    height: u64,
    /// The left upper corners of the boards.
    places: Vec<(u64, u64)>,
}

impl Gallery {
    /// The layout with `above` pixels above each board.
    fn new<'a>(boards: impl IntoIterator<Item = &'a Board>, tile: u64, above: u64) -> Self {
        let (mut x, mut y, mut tallest) = (LEFT, above, 0);
        let mut places = Vec::new();
        for board in boards {
            let width = (u64::from(board.columns()) * tile).max(26) + 18;
            // The board begins a new line, below the tallest board of the line before.
            if x + width > WIDTH {
                (x, y, tallest) = (LEFT, y + tallest + above + 10, 0);
            }
            places.push((x, y));
            tallest = tallest.max(u64::from(board.row_count()) * tile);
            x += width;
        }
        Self { tile, height: y + tallest, places }
    }

    fn draw(&self, svg: &mut Svg, board: &Board, (x, y): (u64, u64), fill: &str) {
        let place = |number: u32| u64::from(number - 1) * self.tile;
        let tiles = board.each_tile().map(|tile| (x + place(tile.column), y + place(tile.row)));
        svg.squares(tiles, self.tile - 1, fill);
    }
}

/// For each tile, the number of boards that have it.
struct Share {
    boards: u64,
    counts: Vec<Vec<u64>>,
}

impl Share {
    fn new(boards: impl Iterator<Item = Board>) -> Self {
        let mut share = Self { boards: 0, counts: Vec::new() };
        for board in boards {
            share.boards += 1;
            for (row, length) in board.rows().enumerate() {
                let length = length as usize;
                if share.counts.len() == row {
                    share.counts.push(Vec::new());
                }
                let counts = &mut share.counts[row];
                counts.resize(counts.len().max(length), 0);
                counts[..length].iter_mut().for_each(|count| *count += 1);
            }
        }
        share
    }

    fn cell(&self) -> u64 {
        (440 / self.counts.len().max(1) as u64).clamp(4, 22)
    }

    fn height(&self) -> u64 {
        self.counts.len() as u64 * self.cell()
    }

    fn draw(&self, svg: &mut Svg) {
        // Each step of the scale is half as many boards as the next.
        const STEPS: u64 = 10;
        // By hand: 30 of 100 boards have the tile. 100 / 30 is 3, whose logarithm is 1, so the step is 9: more than
        // one in 4.
        let step = |count: u64| STEPS - u64::from((self.boards / count).ilog2().min(9));
        let cells = || {
            (0..)
                .zip(&self.counts)
                .flat_map(|(row, counts)| (0..).zip(counts).map(move |(column, count)| (row, column, *count)))
        };
        for shown in 1..=STEPS {
            let places = cells().filter(|(_, _, count)| *count > 0 && step(*count) == shown);
            let places: Vec<(u64, u64)> =
                places.map(|(row, column, _)| (LEFT + column * self.cell(), TOP + row * self.cell())).collect();
            svg.squares(places, self.cell() - 1, &shade(shown, STEPS));
        }
        let (x, y) = (WIDTH / 2 + 60, TOP + self.height() / 2);
        for shown in 1..=STEPS {
            svg.squares([(x, y + (STEPS - shown) * 16)], 14, &shade(shown, STEPS));
            let told = match shown {
                STEPS => "more than half of them, or all".to_owned(),
                1 => format!("one in {} or fewer", 1 << (STEPS - 1)),
                _ => format!("more than one in {}", 1_u64 << (STEPS - shown + 1)),
            };
            svg.words(x + 22, y + (STEPS - shown) * 16 + 11, 12, Side::After, INK, told);
        }
    }
}
