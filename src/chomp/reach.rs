//! The tiles that a move removes, and the number of boards that moves can lead to.

use crate::chomp::board::{Board, Tile};

impl Board {
    /// The tiles that a move removes: the tile that is taken, and those in its row or below and in its column or to the right. They
    /// are listed in reading order; there are none if the board does not have the tile. Takes time proportional to their number and
    /// the rows above.
    ///
    /// ```
    /// use grundy::chomp::{Board, Tile};
    ///
    /// let board: Board = "5,5,3".parse()?;
    /// let removed: Vec<String> = board.removed_by(Tile { row: 2, column: 3 }).map(|tile| tile.to_string()).collect();
    /// assert_eq!(removed, ["2,3", "2,4", "2,5", "3,3"]); // and 5,2,2 is left
    /// assert_eq!(board.removed_by(Tile { row: 3, column: 4 }).count(), 0);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    ///
    /// Reference: Winning Ways, ch. 18.
    pub fn removed_by(&self, tile: Tile) -> impl Iterator<Item = Tile> {
        let is_there = self.contains(tile);
        let above = if is_there { tile.row - 1 } else { 0 };
        let rows = (1..).zip(self.rows()).skip(above as usize);
        rows.take_while(move |(_, length)| is_there && *length >= tile.column)
            .flat_map(move |(row, length)| (tile.column..=length).map(move |column| Tile { row, column }))
    }

    /// The number of boards that can be reached from this one, itself and the empty board included; `None` if it is more than `most`.
    ///
    /// It is the number of positions that a search solves, before mirror images are united. From an *a* × *b* rectangle
    /// (*a* + *b* over *a*) boards can be reached. Boards are counted row by row and not listed, in time proportional to the number of
    /// tiles, or to the number of runs of equal rows if there are more tiles than `most`.
    ///
    /// ```
    /// use grundy::chomp::Board;
    ///
    /// assert_eq!(Board::rectangle(10, 10)?.boards_within(1_000_000), Some(184_756));
    /// assert_eq!(Board::rectangle(20, 20)?.boards_within(1_000_000), None); // 137 846 528 820
    /// assert_eq!("3,2,1".parse::<Board>()?.boards_within(100), Some(14)); // a Catalan number
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Reference: Stanley, *Enumerative Combinatorics*, vol. 1, ch. 3 (order ideals of a product of two chains).
    #[must_use]
    pub fn boards_within(&self, most: u64) -> Option<u64> {
        // The moves leave as many different boards as there are tiles, and the board itself is one more.
        if self.tiles() >= most {
            return None;
        }
        let rows: Vec<u32> = self.rows().collect();
        // The number of ways to cut the rows from here down, if the first of them keeps at most 0, 1, 2.. tiles.
        let mut ways: Vec<u64> = vec![1];
        for length in rows.into_iter().rev() {
            let last = ways[ways.len() - 1];
            let below = ways.iter().copied().chain(std::iter::repeat(last));
            let mut sum = 0_u64;
            // A row that keeps *k* tiles leaves at most *k* to each row below: the ways are sums over *k* of those of the rows below.
            // No later number is smaller, so one that does not fit into a word ends the count.
            ways = below
                .take(length as usize + 1)
                .map(|more| {
                    sum = sum.checked_add(more)?;
                    Some(sum)
                })
                .collect::<Option<_>>()?;
        }
        ways.last().copied().filter(|count| *count <= most)
    }
}
